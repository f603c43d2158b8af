"""How far the sheet of an event's table is, for the pages of the table itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import Subquery

from tournaments.common.doers import NAMELESS, Doer, named
from tournaments.events.results.queries.gone_sheets import GoneSheet, gone_sheet
from tournaments.events.results.queries.progress import is_confirmed
from tournaments.events.results.queries.sheets import is_open_ended
from tournaments.models import Event, EventTable, HandVersion, Round
from tournaments.settings.event import EventSettings
from tournaments.tables.queries.sheets import Sheet


class Scorer(NamedTuple):
    """Who is said to have entered the sheet that its table confirmed; empty where a director
    confirmed it. `is_same_device`: that person's device and the one that confirmed are one."""

    doer: Doer = NAMELESS
    is_same_device: bool = False


def scorer_at(place: EventTable) -> Scorer:
    """Who entered what its table confirmed; one SQL query."""
    version = place.confirmed_version
    if version is None:
        return Scorer()
    lines = HandVersion.objects.filter(hand__table=place.table_id, table_version__lt=version)
    last = lines.order_by("-table_version").values("device", "account")[:1]
    confirmed = (
        place.table.changes.filter(kind="confirm", table_version=version)
        .annotate(on=Subquery(last.values("device")), account_then=Subquery(last.values("account")))
        .values_list("before", "device", "on", "account_then")
        .first()
    )
    if confirmed is None:
        return Scorer()
    says, device, entered_on, account = confirmed
    return Scorer(named(says, account or ""), bool(device) and device == entered_on)


@dataclass(frozen=True)
class AtEvent:
    """The place of a table in an event, with its sheet."""

    place: EventTable
    sheet: Sheet

    @property
    def event(self) -> Event:
        """The event."""
        return self.place.round.event

    @cached_property
    def settings(self) -> EventSettings:
        """What its directors decided."""
        return self.event.format

    @cached_property
    def played(self) -> int:
        """The hands that count."""
        return self.sheet.hands_dealt

    @property
    def coming(self) -> int:
        """Which of the hands that are due comes next."""
        return self.played + 1

    @property
    def is_done(self) -> bool:
        """Whether everything that was due is played."""
        if self.place.hands_due:
            return self.played >= self.place.hands_due
        games = sum(line.game_end is not None for line in self.sheet.lines)
        return games >= self.settings.games_due

    @property
    def people_move(self) -> bool:
        """Whether people join and leave between two hands: at a free night's open table."""
        return is_open_ended(self.event) and self.place.round.state == Round.DRAWN

    @property
    def totals(self) -> list[tuple[str, int, int]]:
        """For each side its name, all its points, and the games it has won."""
        sheet = self.sheet
        return list(zip(sheet.sides, sheet.totals, sheet.games_won, strict=True))

    @cached_property
    def gone(self) -> GoneSheet | None:
        """How the sheet was decided, where it is gone for good; one SQL query."""
        return gone_sheet(self.place, self.sheet.sides, has_hands=bool(self.played))

    @property
    def is_confirmed(self) -> bool:
        """Whether the sheet is confirmed as it stands now."""
        self.place.table = self.sheet.table
        return is_confirmed(self.place)

    @cached_property
    def scorer(self) -> Scorer:
        """Who had entered what was confirmed last; empty where a director confirmed it."""
        return scorer_at(self.place)

    @property
    def was_confirmed(self) -> bool:
        """Whether it was confirmed, and has been changed since."""
        return self.place.confirmed_version is not None and not self.is_confirmed
