"""What a round still lacks before it can be closed, by table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.results.queries.progress import COMPLETE, DIFFERS, WAITING, Progress
from tournaments.events.results.queries.sheets import comes_to_nothing
from tournaments.models import Event, EventTable, Result, Round
from tournaments.settings.event import EventSettings

# Sheets of closed rounds on which something is open: opened again, or without a result.


class OpenSheets(NamedTuple):
    """Sheets of closed rounds that were opened again, and those whose result was taken back."""

    again: list[EventTable]
    empty: list[EventTable]

    @property
    def sentence(self) -> str:
        """What stops the final list; empty where nothing does."""
        for place in [*self.again, *self.empty][:1]:
            text = _("Table %(table)s in round %(number)s has no result any more.")
            if place in self.again:
                text = _("The sheet of table %(table)s in round %(number)s is open again.")
            last = _("Close it first.") if place in self.again else _("Enter it first.")
            return f"{text} {last}" % {"table": place.number, "number": place.round.number}
        return ""


NOTHING_OPEN = OpenSheets([], [])


def open_sheets(event: Event) -> OpenSheets:
    """What is open in the closed rounds of an event; one SQL query."""
    lacking = Result.objects.filter(event_table=OuterRef("pk"), is_in=False)
    places = EventTable.objects.filter(round__event=event, round__state=Round.CLOSED)
    places = places.annotate(is_empty=Exists(lacking)).select_related("round", "table")
    wanted = Q(table__ended_at=None) | Q(is_empty=True)
    found = list(places.filter(wanted).order_by("round__number", "number"))
    return OpenSheets(
        [place for place in found if place.table.ended_at is None],
        [place for place in found if place.table.ended_at is not None],
    )


KINDS = ("nothing", "short", "differs", "unbalanced", "unconfirmed")


@dataclass(frozen=True)
class Missing:
    """What one table lacks.

    `kind`: `nothing` (no result), `short`, `unconfirmed`, `differs`, `unbalanced`.
    """

    row: Progress
    kind: str

    @property
    def sentence(self) -> str:
        """The same for whoever wants to close the round."""
        return _sentence(self.row, self.kind)


def missing_of(rows: Sequence[Progress], event: Event) -> list[Missing]:
    """What is missing at these tables, in their order."""
    settings = event.format
    kinds = ((row, _lacks(row, event, settings)) for row in rows)
    return [Missing(row, kind) for row, kind in kinds if kind]


def by_kind(missing: Sequence[Missing]) -> list[tuple[str, list[Missing]]]:
    """The same, those that lack the same together: what is to be keyed first."""
    found = [(kind, [each for each in missing if each.kind == kind]) for kind in KINDS]
    return [(kind, those) for kind, those in found if those]


def _lacks(row: Progress, event: Event, settings: EventSettings) -> str:
    if row.state == WAITING:
        return "nothing"
    if row.state == DIFFERS:
        return "differs"
    if row.is_short:
        return "short"
    if _is_uneven(row) and comes_to_nothing(event, row.place.table):
        return "unbalanced"
    return "unconfirmed" if _lacks_second(row, settings) else ""


def _lacks_second(row: Progress, settings: EventSettings) -> bool:
    """Whether a second person has still to confirm it: at the table, or at the desk."""
    if row.counts_paper:
        return settings.confirms_paper and not row.is_paper_confirmed
    is_asked = settings.needs_confirmation or (settings.confirms_paper and row.typist is not None)
    return row.state == COMPLETE and is_asked


def _is_uneven(row: Progress) -> bool:
    """Whether it is the paper that counts, and its points do not add up to nought."""
    if row.is_made_up:
        return False
    return row.counts_paper and row.paper is not None and sum(row.paper.points) != 0


def _sentence(row: Progress, kind: str) -> str:
    if kind == "nothing":
        return _("There is no result yet.")
    if kind == "differs":
        return _("Phone and paper differ.")
    if kind == "unbalanced":
        return _("The totals from paper do not come to nothing.")
    if kind == "unconfirmed" and row.decided:
        return _("One person decided it without the sheet, and nobody else has agreed.")
    if kind == "unconfirmed" and row.keyed_by is not None:
        return _("One person keyed it from paper, and nobody else has confirmed it.")
    if kind == "unconfirmed":
        return _("All hands are played, and nobody else at the table has confirmed them.")
    return short_words(row)


def short_words(row: Progress) -> str:
    """How many hands a table has of those that were due."""
    if not row.place.hands_due:
        return ngettext(
            "The match is not over after %(played)s hand.",
            "The match is not over after %(played)s hands.",
            row.played,
        ) % {"played": row.played}
    return _("%(played)s of %(due)s hands are played.") % {
        "played": row.played,
        "due": row.place.hands_due,
    }
