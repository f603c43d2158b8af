"""The reason that comes with a deed whose page asks for nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from django.core.exceptions import ValidationError

from tournaments.common.deeds import Refused
from tournaments.common.texts import Line

REASON = "reason"


def typed_reason(posted: Mapping[str, str]) -> str:
    """The reason as it is kept, perhaps empty; Refused, at its field, where it cannot be."""
    try:
        return str(Line(required=False).clean(posted.get(REASON)))
    except ValidationError as wrong:
        raise Refused(" ".join(wrong.messages), field=REASON) from wrong
