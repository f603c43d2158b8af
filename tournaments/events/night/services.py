"""A free night: tables opened one by one, their rounds, and who joins or leaves one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import NotRequired, TypedDict, Unpack
from uuid import UUID, uuid5

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from formats.event import EventSettings
from formats.games import sizes_of, still_to_decide
from scoring import find_ruleset
from scoring.labels import LONGEST_NAME
from seating.model import Request
from seating.model import Round as Seating
from seating.plan import plan
from seating.sizes import Layout
from sheets.coming import ComingHand, ImpossibleHand, Move, NotThere, circle_after
from sheets.entries import hands_among
from sheets.words import spoken
from tournaments.common.actions import Refused
from tournaments.events.actions import Done, perform
from tournaments.events.check_in.services import let_in, make_entry
from tournaments.events.draw.queries.drawing import draw_seed
from tournaments.events.draw.queries.proposals import plan_json
from tournaments.events.draw.queries.seatings import played_seatings
from tournaments.events.draw.services.rounds import freeze
from tournaments.events.draw.services.tables import open_tables, persons_at
from tournaments.events.night.queries import (
    Waiting,
    board_of,
    free_numbers,
    read_queue,
    seats_now,
    tables_for,
)
from tournaments.events.results.queries.sheets import is_open_ended
from tournaments.events.results.services.results import lock_sheet
from tournaments.events.results.services.sheets import close_round
from tournaments.models import (
    Author,
    Entry,
    Event,
    EventChange,
    EventTable,
    Member,
    Result,
    Round,
    Seat,
)
from tournaments.tables.queries import SheetReading
from tournaments.tables.services.hands import record_all

STEPS = 200_000
"""How far the search for tables at which few meet again looks, while the event is locked."""


def open_for(
    *, event: Event, numbers: Sequence[int], table: int, by: Author, submission: UUID
) -> Done:
    """Open a table, or several, for those of the waiting with these start numbers.

    They are a round of their own that is public and begins at once; where people join and leave as
    they like each table is one. `table`: the number of the first table, 0 for the lowest that is
    free. Refused where they make no tables of this game, where one of them does not wait, or would
    sit twice.
    """

    def write(locked: Event) -> EventChange:
        settings = locked.format
        if not settings.rolling:
            raise Refused(_("Here whole rounds are drawn, not single tables."))
        to_decide = still_to_decide(locked.ruleset, locked.options)
        if to_decide:
            raise Refused(to_decide)
        queue = read_queue(locked)
        if table in queue.taken:
            text = _("People sit at table %(table)s already. Say another number.")
            raise Refused(text % {"table": table}, field="table")
        chosen = _chosen(queue.waiting, numbers)
        sizes = sizes_of(find_ruleset(locked.ruleset))
        found = tables_for(len(chosen), settings, max(sizes))
        if found is None or not set(found.sizes) <= set(sizes):
            text = _(
                "No tables can be made of %(count)s: take %(size)s for a table. The game allows: "
                "%(sizes)s."
            )
            said = {
                "count": len(chosen),
                "size": settings.size,
                "sizes": ", ".join(map(str, sizes)),
            }
            raise Refused(text % said, field="who")
        played = _round(locked, settings, [each.number for each in chosen], found)
        played.plan["numbers"] = free_numbers(queue.taken, len(found.sizes), table)
        rounds = _one_by_one(played) if is_open_ended(locked) else [played]
        for one in rounds:
            one.save()
        places = [place for one in rounds for place in open_tables(one)]
        freeze(locked)
        return EventChange(
            kind="table_opened",
            round_number=played.number if len(rounds) == 1 else None,
            table_number=places[0].number if len(places) == 1 else None,
            before=", ".join(str(place.number) for place in places),
            after=", ".join(each.name for each in chosen)[:300],
        )

    return perform(event, by, submission, write)


def _chosen(waiting: Sequence[Waiting], numbers: Sequence[int]) -> list[Waiting]:
    """Those who were ticked, the longest waiting first."""
    chosen = [each for each in waiting if each.number in numbers]
    if not chosen:
        raise Refused(_("Tick who is to sit down."), field="who")
    gone = sorted(set(numbers) - {each.number for each in chosen})
    if gone:
        text = ngettext(
            "No. %(numbers)s does not wait any more. Look at who waits now.",
            "Nos. %(numbers)s do not wait any more. Look at who waits now.",
            len(gone),
        )
        raise Refused(text % {"numbers": ", ".join(map(str, gone))}, field="who")
    seen: set[int] = set()
    for each in chosen:
        if each.sits or seen & each.persons:
            text = _("%(name)s cannot sit at two places at once.")
            raise Refused(text % {"name": each.name}, field="who")
        seen |= each.persons
    return chosen


def _round(locked: Event, settings: EventSettings, numbers: list[int], found: Layout) -> Round:
    """The next round, of these people alone; not saved yet."""
    last: int = locked.rounds.aggregate(last=Max("number"))["last"] or 0
    now, number = timezone.now(), last + 1
    seed = draw_seed(locked, number, 1)
    return Round(
        event=locked,
        number=number,
        state=Round.DRAWN,
        draw="manual" if settings.draw_of(1) == "manual" else "history",
        seed=seed,
        hands=settings.hands,
        plan=plan_json(_seating(locked, settings, numbers, found, seed)),
        drawn_at=now,
        published_at=now,
        started_at=now,
    )


def _one_by_one(played: Round) -> list[Round]:
    """A round for each of its tables: whoever leaves one may sit down at another at once."""
    rounds = []
    tables = zip(played.plan["tables"], played.plan["numbers"], strict=True)
    for nth, (table, number) in enumerate(tables):
        one = copy(played)
        one.number += nth
        one.plan = played.plan | {"tables": [table], "numbers": [number]}
        rounds.append(one)
    return rounds


def _seating(
    locked: Event, settings: EventSettings, numbers: list[int], found: Layout, seed: int
) -> Seating:
    """Who sits where: in the order of waiting, or by chance so that few meet again."""
    is_one, by_hand = len(found.sizes) == 1, settings.draw_of(1) == "manual"
    if is_one and by_hand:
        return Seating((tuple(numbers),))
    history = played_seatings(locked, 1 << 15)
    request = Request(
        entries=tuple(numbers if by_hand else sorted(numbers)),
        size=found.sizes[0] if is_one else settings.size,
        odd="bye" if is_one else settings.odd,
        draw="manual" if by_hand else "random" if is_one else "history",
        seed=seed,
        steps=STEPS,
        history=tuple(history.values()),
    )
    return plan(request).rounds[0]


def close_complete(
    *, event: Event, by: Author, submission: UUID, only: int | None = None
) -> list[int]:
    """Close every round that lacks nothing, or the one of that number; gives those closed now.

    Each is a deed of its own, so that one that lacks something after all stops no other. Raises
    Refused where the only one that was asked for cannot be closed.
    """
    if not event.format.rolling:
        raise Refused(_("Here whole rounds are drawn, not single tables."))
    closed: list[int] = []
    for number in board_of(event).rounds_to_close if only is None else [only]:
        one = uuid5(submission, f"close {number}")
        try:
            done = close_round(event=event, number=number, by=by, submission=one)
        except Refused:
            if only is not None:
                raise
            continue
        if done.change is not None:
            closed.append(number)
    return closed


def was_closed(event: Event, submission: UUID) -> bool:
    """Whether this submission has closed rounds of the event before."""
    numbers = event.rounds.filter(state=Round.CLOSED).values_list("number", flat=True)
    actions = [uuid5(submission, f"close {number}") for number in numbers]
    return event.changes.filter(submission__in=actions).exists()


def start_again(*, entry: Entry, is_paid: bool, by: Author, submission: UUID) -> Done:
    """Enter the people of an entry once more, with a start number of their own; they wait at once.

    Refused where they have a start left: that one comes first.
    """

    def write(locked: Event) -> EventChange:
        settings = locked.format
        if not settings.rolling or not settings.ticket_rounds:
            raise Refused(_("One entry is enough here: it may start as often as it likes."))
        before = Entry.objects.get(pk=entry.pk, event=locked)
        if all(each.pk != before.pk for each in read_queue(locked).finished):
            text = _("%(name)s sits at a table or waits already.")
            raise Refused(text % {"name": before.name})
        members = list(before.members.filter(until_round=None).select_related("player"))
        again = make_entry(
            locked,
            [each.player for each in members],
            team=before.team,
            groups=before.groups,
            is_guest=before.is_guest,
            is_house=before.is_house,
            is_paid=is_paid,
        )
        again.party = before.party
        again.save()
        Member.objects.bulk_create(
            Member(entry=again, player=each.player, place=each.place) for each in members
        )
        change = let_in(locked, again, is_paid=is_paid)
        change.kind, change.before = "started_again", str(before.number)
        return change

    return perform(entry.event, by, submission, write)


# Joining a table of a free night, leaving it and coming back, between two hands. A line on the
# sheet says who sits there from then on, as at a table of a club's own evening. The entry that
# joins gets the next column; whoever leaves keeps column and points, and waits again.

PRESS_AGAIN = "moved"
"""The field of a refusal that says that the sheet was changed meanwhile."""


class Stays(TypedDict):
    """What joining a table and leaving it get: who, at which table, and the number of the form.

    `seen_version`: that of the sheet as it was seen; `actor`: who is noted on the sheet, where it
    is done from a phone.
    """

    event: Event
    place: EventTable
    entry: Entry
    seen_version: int
    by: Author
    submission: UUID
    actor: NotRequired[Author | None]


def sit_down(*, after: int, **asked: Unpack[Stays]) -> Done:
    """Let an entry that waits, or that left this table, sit down to the left of a column.

    Refused where tables do not play as long as they like, where the entry does not wait or sits
    elsewhere, and where the game has no table of so many.
    """

    def choose(sheet: SheetReading, due: ComingHand, entry: Entry) -> Move:
        column = _column_of(sheet, due, entry)
        return Move(column, after, "" if column < due.columns else entry.name)

    return _move(choose, "sat_down", asked)


def get_up(**asked: Unpack[Stays]) -> Done:
    """Let somebody leave a table between two hands; he waits for another one.

    Refused where he does not sit there, and where the game has no table of those who stay.
    """

    def choose(sheet: SheetReading, due: ComingHand, entry: Entry) -> Move:
        result = _result_of(sheet, entry)
        if result is None or result.side not in due.circle:
            raise Refused(_("%(name)s does not sit at this table.") % {"name": entry.name})
        return Move(result.side)

    return _move(choose, "got_up", asked)


def _move(
    choose: Callable[[SheetReading, ComingHand, Entry], Move], kind: str, asked: Stays
) -> Done:
    """Write down on the sheet who sits there from now on, and bring all figures up to date."""

    def write(locked: Event) -> EventChange:
        sheet, due = _sheet_of(locked, asked["place"], asked["seen_version"])
        assert sheet.place is not None
        entry = Entry.objects.get(pk=asked["entry"].pk, event=locked)
        entry.event = locked
        try:
            circle = circle_after(choose(sheet, due, entry), due.circle, due.columns)
        except NotThere:
            raise Refused(_("Say who sits down, and to whose left."), field="after") from None
        try:
            record_all(
                table=sheet.table,
                records=[{"seated": circle}],
                by=asked.get("actor") or asked["by"],
                submission=asked["submission"],
            )
        except ImpossibleHand as impossible:
            names = [seat.name for seat in Seat.objects.filter(table=sheet.table).order_by("index")]
            raise Refused(spoken(impossible.problem.text, names)) from impossible
        dealt = hands_among(sheet.entries)
        return EventChange(
            kind=kind,
            entry=entry,
            round_number=sheet.place.round.number,
            table_number=sheet.place.number,
            after=str(dealt),
        )

    return perform(asked["event"], asked["by"], asked["submission"], write)


def _sheet_of(
    locked: Event, place: EventTable, seen_version: int
) -> tuple[SheetReading, ComingHand]:
    """The sheet of the table, locked and read, and what comes next; raises Refused."""
    sheet, here = lock_sheet(locked, place)
    if not is_open_ended(locked):
        text = _("Only where a table plays as long as it likes somebody may join it or leave it.")
        raise Refused(text)
    if here.round.state != Round.DRAWN or here.table.ended_at is not None:
        raise Refused(_("This table is closed: nobody joins or leaves it any more."))
    if here.table.version != seen_version:
        text = _("The sheet was changed meanwhile. Look it over and press again.")
        raise Refused(text, field=PRESS_AGAIN)
    if sheet.keyed is not None:
        raise Refused(_("The totals of this table are in: nothing is left to be played."))
    return sheet, sheet.coming


def _result_of(sheet: SheetReading, entry: Entry) -> Result | None:
    return next((one for one in sheet.results if one.entry_id == entry.pk), None)


def _column_of(sheet: SheetReading, due: ComingHand, entry: Entry) -> int:
    """The column of whoever sits down: the one of before, or the next; raises Refused."""
    values = {"name": entry.name}
    if entry.status != Entry.HERE:
        raise Refused(_("%(name)s is not here.") % values, field="entry")
    before = _result_of(sheet, entry)
    if before is not None and before.side in due.circle:
        raise Refused(_("%(name)s sits at this table already.") % values, field="entry")
    waits = {one.pk: one for one in read_queue(entry.event).waiting}.get(entry.pk)
    if seats_now([entry.pk]).exists() or (waits is not None and waits.sits):
        raise Refused(_("%(name)s cannot sit at two places at once.") % values, field="entry")
    if before is not None and before.side is not None:
        return before.side
    if waits is None:
        raise Refused(_("%(name)s does not wait for a table.") % values, field="entry")
    place = sheet.place
    assert place is not None
    if Result.objects.filter(round=place.round, entry=entry).exists():
        text = _("%(name)s has played at a table that was opened together with this one.")
        raise Refused(text % values, field="entry")
    column = due.columns
    Seat.objects.create(table=sheet.table, index=column, name=_name_of(sheet, entry))
    Result.objects.create(
        event=entry.event, round=place.round, entry=entry, event_table=place, side=column
    )
    return column


def _name_of(sheet: SheetReading, entry: Entry) -> str:
    """What stands over the column: the name, with the start number where somebody has the same."""
    assert sheet.place is not None
    name = persons_at(sheet.place.round.number, [entry])[entry.pk][0]
    if name.casefold() not in {seat.name.casefold() for seat in sheet.seats}:
        return name[:LONGEST_NAME]
    mark = f" {entry.number}"
    return name[: LONGEST_NAME - len(mark)] + mark
