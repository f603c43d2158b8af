"""When whoever sits at a table of a free night joined, left or came back between two hands."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring import find_ruleset
from tournaments.events.results.queries.sheets import is_open_ended
from tournaments.models import EventTable, HandVersion


class Stay(NamedTuple):
    """When the person of a column last joined, left or came back, and whether he sits there."""

    moved_at: datetime | None = None
    is_away: bool = False


STAYED = Stay()


def stays_at(place: EventTable, versions: Iterable[HandVersion], players: int) -> dict[int, Stay]:
    """By column, what the lines of a sheet say of those who moved; nobody where hands are due.

    `players` sat down at first. Where hands are due somebody leaves in one of four ways, and
    these say what counts.
    """
    if not is_open_ended(place.round.event):
        return {}
    circle, found = frozenset(range(players)), dict[int, Stay]()
    for version in versions:
        if "seated" in version.record and not version.is_withdrawn:
            seated = frozenset(version.record["seated"])
            found |= {column: Stay(version.made_at, True) for column in circle - seated}
            found |= {column: Stay(version.made_at, False) for column in seated - circle}
            circle = seated
    return found


def hands_each_problem(place: EventTable, record: dict[str, Any]) -> str:
    """Why the hands of each, keyed from paper, cannot be; "" where nobody joined or left.

    In every hand as many get cards as the game has players. One SQL query where tables play as
    long as they like, none elsewhere.
    """
    if not is_open_ended(place.round.event):
        return ""
    if not place.results.filter(moved_at__isnull=False).exists():
        return ""
    each: list[int] = record.get("hands_each", [])
    if len(each) != len(record["points"]) or not any(each):
        return _("People joined or left here: of each say in how many hands he got cards.")
    playing, hands = find_ruleset(place.table.ruleset).seats, record.get("hands") or 0
    if max(each) > hands:
        return _("Nobody got cards in more than the %(hands)s hands.") % {"hands": hands}
    if sum(each) != playing * hands:
        text = _(
            "%(playing)s play each of the %(hands)s hands: that is %(due)s, and here are %(sum)s."
        )
        return text % {"playing": playing, "hands": hands, "due": playing * hands, "sum": sum(each)}
    return ""
