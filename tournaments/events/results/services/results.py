"""Keeping what each entry has from a round equal to what counts of its table's sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, NotRequired
from uuid import UUID, uuid5

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import find_ruleset
from scoring.labels import side_of
from tournaments.common.actions import Refused
from tournaments.common.locks import lock_table
from tournaments.events.actions import Done, OfEvent, perform
from tournaments.events.night.queries import STAYED, stays_on
from tournaments.events.results.queries.sheets import (
    circles_to_come,
    counted_source,
    figure_at,
    figures_by_side,
    hands_dealt,
    is_open_ended,
    is_overfull,
    paper_totals,
    phone_totals,
    results_at,
)
from tournaments.events.standings.queries.final import tops_of
from tournaments.models import Author, Event, EventChange, EventTable, Result, Round, Table
from tournaments.tables.queries import SheetReading, with_keyed
from tournaments.tables.services.hands import (
    MoreThanDue,
    differences_in_book,
    has_other_totals,
    point_differences,
    sheet_changed,
)


class Expected(NamedTuple):
    """What a result should hold."""

    points: int
    hands: int
    solos: int
    solos_played: int | None
    games: int
    lost: int
    is_in: bool
    kept_hands: int
    top_points: int
    top_hand: int
    moved_at: datetime | None
    is_away: bool
    decided: str


FIELDS = list(Expected._fields)
IN_NO_FILE = ["kept_hands", "top_points", "top_hand", "solos_played", "decided"]
"""What an event's file leaves out, for it follows from the sheets alone."""


def settle_results(sheet: SheetReading) -> list[dict[str, Any]]:
    """Bring an event's results and the record book up to date; inside the transaction of a change.

    Gives back the lines that say who is to sit there from the coming hand on, where the sheet does
    not say so yet. Other tables have no results, and nothing happens. Raises MoreThanDue, and
    nothing of the change is kept.
    """
    sheet = _with_place(sheet)
    if sheet.place is None:
        sheet_changed.tell(sheet)
        return []
    if is_overfull(sheet.place, sheet.replay):
        raise MoreThanDue(sheet.place.hands_due)
    settle_place(sheet)
    dealt = hands_dealt(sheet.replay)
    return [change.record for change in circles_to_come(sheet) if change.hands <= dealt]


def settle_place(sheet: SheetReading) -> None:
    """The same for a sheet that is known to stand in an event."""
    _settle(sheet, FIELDS)
    sheet_changed.tell(sheet)


def settle_in_no_file(sheet: SheetReading) -> None:
    """Bring up to date what no file of an event has: highest games, solos played."""
    _settle(sheet, IN_NO_FILE)


def _settle(sheet: SheetReading, names: Sequence[str]) -> None:
    moved, changed = [], set[str]()
    for result, expected in _moved(sheet):
        wrong = [name for name in names if getattr(result, name) != getattr(expected, name)]
        for name in wrong:
            setattr(result, name, getattr(expected, name))
        changed.update(wrong)
        moved.append(result)
    if changed:
        _write(moved, sorted(changed))


def _write(results: Sequence[Result], names: Sequence[str]) -> None:
    """Write these fields of results that are locked.

    `bulk_update` does the same by an expression for each field of each row, which takes several
    times as long to put together as the hand to be scored.
    """
    fields = [field for field in Result._meta.concrete_fields if field.name in names]
    values = ", ".join(f"{field.column} = %s" for field in fields)
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE tournaments_result SET {values} WHERE id = %s",
            [
                [
                    *(
                        field.get_db_prep_save(getattr(row, field.attname), connection)
                        for field in fields
                    ),
                    row.pk,
                ]
                for row in results
            ],
        )


def recount(table: Table) -> bool:
    """Count a sheet as the program counts now; inside a transaction, under the table's lock.

    Points, and what entries have from a round, stay as they were stored: says whether today's
    program would store others. Raises ImpossibleHand.
    """
    sheet = _with_place(SheetReading(table))
    if sheet.place is not None:
        settle_in_no_file(sheet)
    sheet_changed.tell(sheet)
    return has_other_totals(sheet) or (sheet.place is not None and any(_moved(sheet)))


def result_differences(table: Table) -> list[str]:
    """In what points, results and the record book differ from a sheet, one sentence each."""
    sheet = _with_place(SheetReading(table))
    found = point_differences(sheet)
    if sheet.place is not None:
        found += [
            f"event table {sheet.place.pk}, entry {result.entry_id}: "
            f"stored {[getattr(result, name) for name in FIELDS]}, counted {list(expected)}"
            for result, expected in _moved(sheet)
        ]
    return found + differences_in_book.ask(sheet)


def _with_place(sheet: SheetReading) -> SheetReading:
    """The same sheet, with where it stands in an event if it does."""
    if not hasattr(sheet.table, "event_table"):
        return sheet
    places = EventTable.objects.select_related("round__event").filter(table=sheet.table)
    return sheet.at(with_keyed(places).get())


def _moved(sheet: SheetReading) -> Iterator[tuple[Result, Expected]]:
    """The results that do not hold what counts, with what they should hold."""
    place, keyed, replayed = sheet.place, sheet.keyed, sheet.replay
    assert place is not None
    if counted_source(place, keyed, has_hands=bool(replayed.rows)) == EventTable.HANDS:
        keyed = None
    counting = paper_totals(place, keyed) if keyed else phone_totals(place, replayed)
    ruleset, is_paper = find_ruleset(place.table.ruleset), keyed is not None
    counted = figures_by_side(place, sheet.results, replayed, counting, is_paper=is_paper)
    tops = tops_of(place, sheet.results, replayed, sheet.numbers)
    players, is_open = place.table.players, is_open_ended(place.round.event)
    stays = stays_on(sheet.entries, players) if is_open else {}
    for result in sheet.results:
        own = result.side or 0
        figures, side = counted[own], side_of(ruleset, own)
        stay = stays.get(own, STAYED)
        expected = Expected(
            points=figures.points[side],
            hands=figure_at(figures.hands, side),
            solos=figure_at(figures.solos, side),
            solos_played=dict(enumerate(figures.solos_played)).get(side),
            games=figure_at(figures.games, side),
            lost=figure_at(figures.lost, side),
            is_in=figures.is_complete,
            kept_hands=tops[own].kept,
            top_points=tops[own].points,
            top_hand=tops[own].hand,
            moved_at=stay.moved_at,
            is_away=stay.is_away,
            decided=counting.decided,
        )
        if any(getattr(result, name) != getattr(expected, name) for name in FIELDS):
            yield result, expected


# Changes of results at a table, and what is noted when its round is closed already.
#
# Totals change then, the draws stand: each entry whose result became another is written down, so
# that standings can mark it.


CORRECTED_LATE = "corrected_late"


class Figures(NamedTuple):
    """What somebody has from a table, as far as a late correction is about it."""

    points: int
    solos: int
    games: int

    @classmethod
    def of(cls, result: Result) -> Figures:
        """What a result holds of it."""
        return cls(result.points, result.solos, result.games)

    @property
    def words(self) -> str:
        """As the history keeps it, in no language.

        >>> Figures(-4, 0, 0).words, Figures(12, 1, 0).words
        ('−4', '12 (1/0)')
        """
        has_counts = self.solos or self.games
        points = str(self.points).replace("-", "\N{MINUS SIGN}")
        return points + (f" ({self.solos}/{self.games})" if has_counts else "")


class ResultChange(NamedTuple):
    """Who changes a result, under which submission, and why."""

    by: Author
    submission: UUID
    reason: str

    def require_reason(self, sentence: str) -> None:
        """Raise Refused with that sentence where nobody said why."""
        if not self.reason:
            raise Refused(sentence, field="reason")


class AtTable(OfEvent):
    """What each action at a table gets: which table as well, and why."""

    place: EventTable
    reason: NotRequired[str]


def change_table(
    write: Callable[[SheetReading, EventTable, ResultChange], EventChange | None],
    asked: AtTable,
    *,
    names_people: bool = False,
) -> Done:
    """Change a table, which `write` gets with its sheet, read under the locks; raises Refused."""
    action = ResultChange(asked["by"], asked["submission"], asked.get("reason", ""))

    def change(locked: Event) -> EventChange | None:
        return write(*lock_sheet(locked, asked["place"]), action)

    return perform(asked["event"], action.by, action.submission, change, names_people=names_people)


def note_confirmed(place: EventTable, version: int, who: str, account: str) -> None:
    """Write down that a sheet was found right as it is now; `account`: who was signed in."""
    place.confirmed_version, place.confirmed_at = version, timezone.now()
    if place.first_confirmed is None:
        place.first_confirmed = version
    place.confirmed_by, place.confirmed_account = who[:80], account
    when, whose = ["confirmed_version", "confirmed_at"], ["confirmed_by", "confirmed_account"]
    place.save(update_fields=[*when, "first_confirmed", *whose])


def lock_sheet(locked: Event, place: EventTable) -> tuple[SheetReading, EventTable]:
    """A table of the locked event with its sheet, both locked; raises Refused where it is gone."""
    table = lock_table(place.table, even_if_ended=True)
    places = with_keyed(EventTable.objects.select_related("round"))
    here = places.get(pk=place.pk, round__event=locked)
    if here.round.state not in (Round.DRAWN, Round.CLOSED):
        raise Refused(_("This round was drawn again, and the table is no more."))
    here.round.event = locked
    return SheetReading(table).at(here), here


def settle_anew(sheet: SheetReading, place: EventTable, action: ResultChange) -> None:
    """Bring the results of a locked table up to date; in a closed round that needs a reason."""
    if place.round.closed_at is None:
        settle_place(sheet)
        return
    text = _("This round is closed: say why its result changes. The draws stay as they are.")
    action.require_reason(text)
    before = figures_at(place)
    settle_place(sheet)
    note_late(place, before, action)


def figures_at(place: EventTable) -> dict[int, Figures]:
    """What each start number has from a table, in the order of the sheet."""
    return {
        result.entry.number: Figures.of(result)
        for result in results_at(place)
        if result.entry.number is not None
    }


def on_one_line(figures: Mapping[int, Figures]) -> str:
    """The same in words."""
    return ", ".join(f"{number}: {each.words}" for number, each in figures.items())


def note_late(place: EventTable, before: Mapping[int, Figures], action: ResultChange) -> None:
    """Write down whose result is no longer what it was."""
    changed = [
        (result.entry, before.get(number), now)
        for result in results_at(place)
        if (number := result.entry.number) is not None
        and (now := Figures.of(result)) != before.get(number)
    ]
    event = place.round.event
    EventChange.objects.bulk_create(
        EventChange(
            event=event,
            kind=CORRECTED_LATE,
            round_number=place.round.number,
            table_number=place.number,
            entry=entry,
            before=was.words if was else "",
            after=now.words,
            reason=action.reason[:200],
            submission=uuid5(action.submission, f"late {entry.pk}"),
            event_version=event.version + 1,
            **action.by.kept_in(EventChange),
        )
        for entry, was, now in changed
    )


def change_at(
    place: EventTable, kind: str, *, before: str = "", after: str = "", reason: str = ""
) -> EventChange:
    """A change to be written down, at the round and the table that it is about."""
    return EventChange(
        kind=kind,
        round_number=place.round.number,
        table_number=place.number,
        before=before[:300],
        after=after[:300],
        reason=reason[:200],
    )
