"""What was done about a person, each kind of deed with its sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.common.doers import Doer, doer_of
from tournaments.models import Player, PlayerChange

PERSON_KINDS: Mapping[str, str | Promise] = {
    "added": gettext_lazy("Taken into the list as “%(after)s”, from a sheet"),
    "renamed": gettext_lazy("“%(before)s” was renamed to “%(after)s”"),
    "home": gettext_lazy("Where from: %(before)s became %(after)s"),
    "groups": gettext_lazy("Groups: %(before)s became %(after)s"),
    "alias_added": gettext_lazy("“%(after)s” on a sheet means this person"),
    "alias_removed": gettext_lazy("“%(before)s” on a sheet does not mean this person any more"),
    "shown": gettext_lazy("Shown to everybody: %(before)s became %(after)s"),
    "merged": gettext_lazy("Merged into %(after)s"),
    "merged_along": gettext_lazy(
        "Came along from %(before)s to %(after)s, which it was merged into"
    ),
    "unmerged": gettext_lazy("Is a person of its own again, apart from %(before)s"),
    "took_in": gettext_lazy("%(after)s was merged into this record"),
    "let_go": gettext_lazy("%(before)s was taken out of this record again"),
    "different": gettext_lazy("%(after)s is somebody else"),
    "erased": gettext_lazy("The name was erased everywhere"),
}
"""Every kind of deed that a service writes down about a person."""

NAMES_OTHERS = ("merged", "merged_along", "unmerged", "took_in", "let_go", "different")
"""Where before and after are the keys of other records, so that no name stands in them."""

SHOWN: Mapping[str, str | Promise] = {
    Player.NAME: gettext_lazy("with the name"),
    Player.INITIALS: gettext_lazy("with initials only"),
    Player.HIDDEN: gettext_lazy("not at all"),
}
"""As what everybody but the directors sees somebody."""

MOST = 100


class PersonDeed(NamedTuple):
    """A deed as the history shows it."""

    sentence: str
    reason: str
    doer: Doer
    at: datetime


def person_history(player: Player) -> list[PersonDeed]:
    """The latest deeds about a person, the newest first; two SQL queries."""
    changes = list(player.changes.order_by("-pk")[:MOST])
    names = _others(changes)
    return [_deed(change, names) for change in changes]


def person_sentence(change: PlayerChange) -> str:
    """What was done, in a sentence."""
    return _deed(change, _others([change])).sentence


def _others(changes: Sequence[PlayerChange]) -> dict[str, str]:
    keys = {
        key
        for change in changes
        if change.kind in NAMES_OTHERS
        for key in (change.before, change.after)
        if key.isdecimal()
    }
    if not keys:
        return {}
    return {str(other.pk): other.name for other in Player.objects.filter(pk__in=keys)}


def _deed(change: PlayerChange, names: Mapping[str, str]) -> PersonDeed:
    values = {"before": change.before or "–", "after": change.after or "–"}
    if change.kind in NAMES_OTHERS:
        values = {name: names.get(key, _("somebody")) for name, key in values.items()}
    if change.kind == "shown":
        values = {name: str(SHOWN.get(code, code)) for name, code in values.items()}
    sentence = str(PERSON_KINDS[change.kind]) % values
    return PersonDeed(sentence, change.reason, doer_of(change), change.made_at)
