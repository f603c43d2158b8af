"""Keying totals from paper, changing them, and deciding a sheet that is gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

from django.utils.translation import gettext as _

from tournaments.common.actions import Refused
from tournaments.common.history import as_in
from tournaments.common.locks import count_change
from tournaments.events.actions import Done
from tournaments.events.draw.queries.seatings import side_names
from tournaments.events.night.queries import hands_each_problem
from tournaments.events.results.queries.progress import average_record, kept_record, progress_at
from tournaments.events.results.queries.sheets import (
    circles_to_come,
    comes_to_nothing,
    hands_dealt,
    is_made_up,
    is_open_ended,
    with_lines,
)
from tournaments.events.results.queries.totals import (
    balance_problem,
    lines_problem,
    match_problem,
    missing_problem,
    plus_problem,
    unlikely_totals,
)
from tournaments.events.results.services.results import (
    AtTable,
    ResultChange,
    change_at,
    change_table,
    note_confirmed,
    settle_anew,
)
from tournaments.models import Decided, EventChange, EventTable, TotalsVersion
from tournaments.tables.queries import SheetReading
from tournaments.tables.services.hands import record_all

# Taking the hands of a paper sheet in, all at once, through the same door as those of a phone.


class SheetChanged(Refused):
    """A phone or another director has written on the sheet since the form was made."""


def key_hands(
    *,
    records: Sequence[dict[str, Any]],
    seen_version: int,
    is_signed: bool,
    **asked: Unpack[AtTable],
) -> Done:
    """Write the hands of a paper sheet below those that a phone has entered already.

    `is_signed`: the paper bears the signatures of the table, so nobody need confirm it again,
    unless the event asks for a second person who has seen it.
    Raises Refused, SheetChanged, MoreThanDue or ImpossibleHand, and then nothing is kept.
    """

    def write(sheet: SheetReading, here: EventTable, action: ResultChange) -> EventChange | None:
        if here.table.ended_at is not None:
            raise Refused(_("This sheet is closed. Open it again first."))
        if here.table.version != seen_version:
            raise SheetChanged(
                _("The sheet has been changed meanwhile: look which hands are on it, then save.")
            )
        if not records:
            return None
        # Between the hands stands who sits there from then on, where somebody has left.
        lines = with_lines(records, circles_to_come(sheet), hands_dealt(sheet.replay))
        by = action.by
        record_all(table=here.table, records=lines, by=by, submission=action.submission)
        if is_signed and not here.round.event.format.confirms_paper:
            note_confirmed(here, here.table.version, by.who, by.account)
        return change_at(here, "hands_keyed", after=str(len(records)))

    return change_table(write, asked)


# Keying totals from paper, and changing them: each change adds a version, nothing is lost.


MOST_POINTS = 99_999
MOST_COUNTED = 999
SURE = "is_sure"
DECIDED = "sheet_decided"

Record = dict[str, Any]


class TotalsMoved(Exception):
    """Somebody else keyed this table meanwhile: `latest` is what is kept now."""

    def __init__(self, latest: TotalsVersion) -> None:
        super().__init__(latest)
        self.latest = latest


def key_totals(
    *, record: Record, seen_number: int, is_sure: bool = False, **asked: Unpack[AtTable]
) -> Done:
    """Keep the totals of a paper sheet.

    `record`: as `TotalsVersion` has it; a point that is None was left empty. `seen_number`: the
    version that the director saw, 0 for none. `is_sure`: a match or a total that looks odd is so.
    Raises Refused, or TotalsMoved if the table was keyed meanwhile with other figures.
    """

    def write(sheet: SheetReading, here: EventTable, action: ResultChange) -> EventChange | None:
        latest, names = sheet.newest, side_names(here.round.event, sheet.results)
        is_decided = "decided" in record
        check_record(here, record, names, is_sure=is_sure)
        if latest is not None and latest.record == record and not latest.is_withdrawn:
            return None
        _check_unmoved(latest, seen_number)
        if is_decided:
            action.require_reason(_("Say why the sheet is gone."))
        if not is_sure and (question := unlikely_totals(here, record, names)):
            raise Refused(question, field=SURE)
        usual = "totals_keyed" if latest is None else "totals_corrected"
        kind = DECIDED if is_decided else usual
        return add_version(sheet, here, record, kind, action)

    done, place = change_table(write, asked), asked["place"]
    if done.is_repeat:  # not with other figures: those would be lost
        submission = asked["submission"]
        kept = TotalsVersion.objects.filter(submission=submission, event_table=place).first()
        if kept is None or kept.record != record:
            if (latest := newest(place)) is None:
                raise Refused(_("This form was used before. Key the table again."))
            raise TotalsMoved(latest)
    return done


def _check_unmoved(latest: TotalsVersion | None, seen_number: int) -> None:
    """Raise TotalsMoved where somebody else keyed the table meanwhile."""
    if latest is not None and latest.number != seen_number:
        raise TotalsMoved(latest)


def withdraw_totals(*, seen_number: int, **asked: Unpack[AtTable]) -> Done:
    """Take the totals of a sheet back: they stay to be seen and count no more."""

    def write(sheet: SheetReading, here: EventTable, action: ResultChange) -> EventChange | None:
        latest = _latest_if_unchanged(sheet, seen_number)
        if latest.is_withdrawn:
            return None
        action.require_reason(_("Say why the totals are taken back."))
        return add_version(
            sheet, here, latest.record, "totals_withdrawn", action, is_withdrawn=True
        )

    return change_table(write, asked)


def restore_totals(*, number: int, seen_number: int, **asked: Unpack[AtTable]) -> Done:
    """Make an earlier version count again; that adds a version."""

    def write(sheet: SheetReading, here: EventTable, action: ResultChange) -> EventChange | None:
        latest = _latest_if_unchanged(sheet, seen_number)
        earlier = here.totals.filter(number=number).first()
        if earlier is None or (earlier.record == latest.record and not latest.is_withdrawn):
            return None
        names = side_names(here.round.event, sheet.results)
        check_record(here, earlier.record, names, is_sure=True)
        why = action.reason or as_in(number)
        told = action._replace(reason=why)
        return add_version(sheet, here, earlier.record, "totals_restored", told)

    return change_table(write, asked)


def newest(place: EventTable) -> TotalsVersion | None:
    """The latest version of a sheet's totals, withdrawn or not."""
    return place.totals.order_by("-number").first()


def check_record(
    place: EventTable, record: Record, names: list[str], *, is_sure: bool = False
) -> None:
    """Refuse figures that cannot be right, with their likely cause."""
    event = place.round.event
    settings = event.format
    points = record["points"]
    if len(points) != len(names):
        raise Refused(_("Other people sit at this table now. Key its totals again."))
    if is_made_up(record.get("decided", "")):
        return
    if settings.only_good:
        problem = plus_problem(points, names, step=settings.good_step)
    elif comes_to_nothing(event, place.table):
        problem = balance_problem(points, names)
    else:
        problem = missing_problem(points, names)
    if not problem and "lines" in record:
        problem = lines_problem(place, record)
    if problem:
        raise Refused(problem, field="points")
    _check_sizes(record)
    hands = record.get("hands")
    if not hands and is_open_ended(event):
        raise Refused(_("Say how many hands were played."), field="hands")
    if problem := hands_each_problem(place, record):
        raise Refused(problem, field="hands_each")
    if hands is not None and place.hands_due and hands > place.hands_due:
        text = _("Hands to be played at this table: %(due)s. Leave the later ones out.")
        raise Refused(text % {"due": place.hands_due}, field="hands")
    due = 0 if place.hands_due else settings.games_due
    games = record.get("games")
    if games and not is_sure and (problem := match_problem(points, games, names, due=due)):
        raise Refused(problem, field="games")


def _check_sizes(record: Record) -> None:
    if any(abs(number) > MOST_POINTS for number in record["points"]):
        raise Refused(_("That is more than anybody wins or loses in a round."), field="points")
    counts = {name: record.get(name, []) for name in ("solos", "games", "lost", "hands_each")}
    counts["hands"] = [record["hands"]] if "hands" in record else []
    counts["solos"] = [*counts["solos"], *(n for n in record.get("solos_played", []) if n)]
    for name, numbers in counts.items():
        if any(not 0 <= number <= MOST_COUNTED for number in numbers):
            text = _("Enter a number from 0 to %(most)s.") % {"most": MOST_COUNTED}
            raise Refused(text, field=name)


def _latest_if_unchanged(sheet: SheetReading, seen_number: int) -> TotalsVersion:
    if sheet.newest is None:
        raise Refused(_("There are no totals from paper."))
    _check_unmoved(sheet.newest, seen_number)
    return sheet.newest


def add_version(
    sheet: SheetReading,
    place: EventTable,
    record: Record,
    kind: str,
    action: ResultChange,
    *,
    is_withdrawn: bool = False,
) -> EventChange:
    """Add a version, let it count, and say what was changed."""
    names, before = side_names(place.round.event, sheet.results), sheet.keyed
    sheet.newest = TotalsVersion.objects.create(
        event_table=place,
        number=1 if sheet.newest is None else sheet.newest.number + 1,
        record=record,
        is_withdrawn=is_withdrawn,
        reason=action.reason,
        submission=action.submission,
        **action.by.kept_in(TotalsVersion),
    )
    is_alone = not is_withdrawn and is_made_up(record.get("decided", ""))
    counts = EventTable.TOTALS if is_alone else ""  # what phones have of it counts no more
    if place.counts != counts:
        place.counts = counts
        place.save(update_fields=["counts"])
    settle_anew(sheet, place, action)
    counting = [version for version in (before, sheet.keyed) if version is not None]
    if any(version.record.get("decided") for version in counting):
        count_change(place.table)  # the sheet's own pages say that it is gone
    return change_at(
        place,
        kind,
        before=kept_record(before.record, names) if before else "",
        after="" if is_withdrawn else kept_record(record, names),
        reason=action.reason,
    )


# A sheet that is gone for good is decided: by the average, or annulled.
#
# What the table agrees on is keyed as totals are. Each is a version of the totals, marked, and
# taken back as they are.


def decide_gone(*, way: str, seen_number: int, **asked: Unpack[AtTable]) -> Done:
    """Decide a sheet that is gone: `way` is `average` or `annulled`.

    The figures are reckoned now and kept: what is corrected later in other rounds does not change
    them. Raises Refused, or TotalsMoved where somebody keyed the table meanwhile.
    """

    def write(sheet: SheetReading, here: EventTable, action: ResultChange) -> EventChange | None:
        _check_unmoved(sheet.newest, seen_number)
        if progress_at(here).has_result:
            raise Refused(_("There is a result at this table. Take it back first."))
        action.require_reason(_("Say why the sheet is gone."))
        sides = len(side_names(here.round.event, sheet.results))
        if way == Decided.AVERAGE:
            record = average_record(here, sheet.results, sides)
        elif way == Decided.ANNULLED:
            record = {"points": [0] * sides, "hands": 0, "decided": str(Decided.ANNULLED)}
        else:
            raise Refused(_("Say what shall stand in the place of the sheet."), field="way")
        return add_version(sheet, here, record, DECIDED, action)

    return change_table(write, asked)
