"""What somebody types who joins a club and has no account yet."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError

from tournaments.common.access import names_of_members
from tournaments.common.names import looks_taken
from tournaments.models import Club
from tournaments.site.forms import NAME_TAKEN, NewAccountForm


class JoinForm(NewAccountForm):
    """An account whose name cannot be taken for that of somebody who runs the club."""

    begins_with = "username"

    def __init__(self, club: Club, data: Any = None) -> None:  # noqa: ANN401 - as Django has it
        super().__init__(data)
        self.club = club

    def clean_username(self) -> str:
        """No look-alike of those beside whom it will stand."""
        name = super().clean_username()
        if looks_taken(name, names_of_members(self.club.pk)):
            raise ValidationError(NAME_TAKEN)
        return name
