"""Mishaps with sheets and totals."""

from __future__ import annotations

from simulation.play.browser import Lost
from simulation.play.day import Day, NotHere
from simulation.play.sheets import (
    confirms,
    desk_action,
    enters,
    hand_answers,
    keying_form,
    keys,
    phone_of,
    row_of,
    totals_for,
)
from tournaments.events.results.queries.sheets import comes_to_nothing, is_open_ended
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import EventChange, EventTable, Result


def unbalanced(day: Day, place: EventTable) -> str:
    """Totals that do not come to nothing are never taken, and a cause is named."""
    if not comes_to_nothing(day.event, place.table):
        raise NotHere("In this game totals need not come to nothing.")
    form = keying_form(day, place)
    wrong = totals_for(day, place, form)
    wrong["points-0"] = int(str(wrong["points-0"])) + 2
    page = day.director.sends(form, **wrong)
    if page.status != 422 or not page.refusal or place.totals.exists():
        day.wrong(f"Totals that do not come to nothing were not refused: {page.status}")
    return f"Table {place.number} does not add up, and is sent back."


def sent_twice(day: Day, place: EventTable) -> str:
    """The same form of totals arrives twice; it counts once."""
    form = keying_form(day, place)
    answers = totals_for(day, place, form)
    for _time in range(2):
        page = day.director.sends(form, **answers)
        if page.status != 200:
            page = day.director.sends(form, **answers, is_sure="on")
    if place.totals.count() != 1:
        day.wrong(f"A form sent twice made {place.totals.count()} versions. {page.refusal}")
    return f"Totals of table {place.number} were sent twice and count once."


def two_directors(day: Day, place: EventTable) -> str:
    """Two directors key the same sheet with different figures: the second one is asked."""
    mine, theirs = keying_form(day, place), keying_form(day, place)
    first = second = totals_for(day, place, theirs)
    while second == first:
        second = totals_for(day, place, mine)
    day.director.sends(theirs, **first, is_sure="on")
    count = place.totals.count()
    page = day.director.sends(mine, **second, is_sure="on")
    if page.status != 409 or place.totals.count() != count:
        day.wrong(f"Two directors wrote over each other: {page.status}, {page.refusal}")
    return f"Two keyed table {place.number} with different figures; the second was asked."


def lost(day: Day, place: EventTable) -> None:
    """The sheet is lost: totals are made up again, signed by all, and say so."""
    page = keys(day, place, "&why=lost")
    latest = place.totals.order_by("-number").first()
    if latest is None or not latest.reason:
        day.wrong("The totals of a lost sheet do not say so.")
    day.became("lost", page, f"The sheet of table {place.number} was lost and made up again.")


def wrong_names(day: Day, place: EventTable) -> None:
    """Two rows were keyed to the wrong names: they change places."""
    before = _points(place)
    if len(before) < 2 or not place.totals.exists():
        raise NotHere("Nothing is keyed that could stand at wrong names.")
    page = desk_action(day, place, "swap_rows", one=0, other=1)
    after = _points(place)
    if page.status == 200 and (after[0], after[1]) != (before[1], before[0]):
        day.wrong(f"Two rows did not change places: {before}, {after}")
    day.became("wrong_names", page, f"Two rows of table {place.number} changed places.")


def _points(place: EventTable) -> list[int]:
    rows = Result.objects.filter(event_table=place).order_by("side")
    return list(rows.values_list("points", flat=True))


def too_many(day: Day, place: EventTable) -> str:
    """A hand more than was due is refused on the phone, and more hands are on paper."""
    if is_open_ended(day.event):
        raise NotHere("Here a table plays as long as it likes.")
    phone, address = phone_of(day, place)
    form = phone.get(address).form_to(f"{address}hands/")
    if form is None:
        return f"Table {place.number} is full: the phone takes no more."
    page = phone.sends(form, **hand_answers(day, place))
    if page.status == 200:
        day.wrong(f"Table {place.number} took a hand more than was due.")
    return f"A hand too many at table {place.number} was refused."


def too_few(day: Day, place: EventTable) -> None:
    """A table stops early: the director takes the sheet as it is, with the reason."""
    page = desk_action(day, place, "accept_short", reason="The bus leaves")
    day.became("too_few", page, f"Table {place.number} stopped early and is taken as it is.")
    if row_of(day, place).is_short:
        day.wrong(f"Table {place.number} is still short.")


def differs(day: Day, place: EventTable) -> None:
    """Phone and paper differ: a director decides which counts."""
    page = keys(day, place)
    if page.status != 200:
        raise Lost(f"Table {place.number} cannot be keyed: {page.refusal}")
    page = desk_action(day, place, "choose_source", counts="hands", reason="The phone is right")
    day.became("differs", page, f"Phone and paper of table {place.number} differ; hands count.")


def corrected_hand(day: Day, place: EventTable) -> None:
    """A hand is found wrong after it was confirmed: withdrawn, entered again, confirmed again."""
    phone, address = phone_of(day, place)
    number = place.table.hands.order_by("number").last()
    if number is None:
        raise NotHere("There is no hand to be corrected.")
    page = phone.get(f"{address}hands/{number.number}/")
    form = page.form_to(f"{address}hands/{number.number}/withdraw/")
    if form is None:
        raise Lost(f"Hand {number.number} of table {place.number} cannot be withdrawn.")
    answer = phone.sends(form, why="Read wrong")
    enters(day, place)
    confirms(day, place)
    done = f"Hand {number.number} of table {place.number} was withdrawn and entered anew."
    day.became("corrected_hand", answer, done)


def late_correction(day: Day, place: EventTable) -> None:
    """A wrong sheet is found after the next draw: totals change, the draws stay, it is marked."""
    drawn = _seats_of_later(day, place)
    page = keys(day, place, reason="Read wrong")
    marked = EventChange.objects.filter(
        event=day.event_id, kind="corrected_late", round_number=place.round.number
    )
    if page.status == 200 and not marked.exists():
        day.wrong("A late correction is not marked.")
    if _seats_of_later(day, place) != drawn:
        day.wrong("A late correction changed a later draw.")
    done = f"Table {place.number} of round {place.round.number} was corrected after the next draw."
    day.became("late_correction", page, done)


def _seats_of_later(day: Day, place: EventTable) -> list[tuple[object, ...]]:
    rows = Result.objects.filter(event=day.event_id, round__number__gt=place.round.number)
    names = ("round__number", "entry__number", "event_table__number", "side")
    return list(rows.order_by("pk").values_list(*names))


def tie(day: Day, place: EventTable) -> None:
    """The totals of a sheet are such that two have the same total afterwards."""
    settings = day.settings
    can_be = settings.yields == "points" and comes_to_nothing(day.event, place.table)
    if not can_be or settings.is_pairs:
        raise NotHere("In this format a tie cannot be keyed.")
    numbers = day.numbers_at(place)
    standing = event_standing(day.event)
    totals = {row.entry: int(row.total or 0) for row in standing.ranked}
    if any(number not in totals for number in numbers):
        raise NotHere("Somebody at the table has no total yet.")
    form = keying_form(day, place)
    answers = totals_for(day, place, form)
    gap = totals[numbers[0]] - totals[numbers[1]]
    points = [10, 10 + gap, *([0] * (len(numbers) - 2))]
    points[-1] -= sum(points)
    answers |= {f"points-{side}": value for side, value in enumerate(points)}
    page = day.director.sends(form, **answers)
    if page.status == 200:
        after = {row.entry: row for row in event_standing(day.event).ranked}
        one, other = after[numbers[0]], after[numbers[1]]
        if one.total != other.total:
            day.wrong(f"{numbers[0]} and {numbers[1]} should be tied: {one.total}, {other.total}")
        if not (one.is_shared and other.is_shared) and not (one.decided_by or other.decided_by):
            apart = abs(one.place - other.place)
            if apart <= 1:
                day.wrong("A tie was broken and nothing says by what.")
    day.became("tie", page, f"{numbers[0]} and {numbers[1]} have the same total.")


def ruling(day: Day, place: EventTable) -> None:
    """A misplay: the director decides, once, and the sheet stays as it is."""
    before = _points(place)
    address = day.address("new_ruling")
    form = day.director.get(f"{address}?place={place.pk}").form_to(address)
    if form is None or "who" not in form.choices:
        raise Lost(f"Nothing can be ruled at table {place.number}.")
    kinds = form.choices.get("kind", [])
    answers: dict[str, object] = {
        "who": form.choices["who"][0],
        "kind": "points" if "points" in kinds else "warning",
        "offence": "Revoked",
        "reason": "Seen by all",
        "points": -4 if "points" in kinds else None,
    }
    page = day.director.sends(form, **answers)
    if _points(place) != before:
        day.wrong("A ruling changed the sheet.")
    day.became("ruling", page, f"A misplay at table {place.number} was ruled on.")
