"""What is written at tables: hands on phones, totals from paper, confirmations."""

from __future__ import annotations

from math import sqrt
from typing import Any

from scoring import find_ruleset
from sheets.answers import answers_from_record
from simulation.hands import plausible_hand
from simulation.play.browser import Browser, Lost
from simulation.play.day import Day, Phone
from simulation.play.pages import Form, Page
from tournaments.events.results.queries.progress import Progress, round_progress
from tournaments.events.results.queries.sheets import comes_to_nothing, hands_at, is_open_ended
from tournaments.models import EventTable
from tournaments.tables.queries import coming_hand, latest_versions

MOST_HANDS = 200
HANDS_WITHOUT_END = 9  # of a table that plays as long as it likes
A_SWING = 3  # points, how far a hand usually is from nothing


def phone_of(day: Day, place: EventTable, *, anew: bool = False) -> Phone:
    """The phone at a table, as the desk opens its sheet; `anew`: with the code that holds now."""
    known = day.phones.get(place.table_id)
    if known is not None and not anew:
        return known
    page = day.director.get(day.address("open_desk_table", place.pk))
    browser = known.browser if known else Browser(looks_back=day.is_trial)
    day.phones[place.table_id] = Phone(browser, page.address)
    return day.phones[place.table_id]


def enters(day: Day, place: EventTable, count: int = MOST_HANDS) -> None:
    """Enter so many hands, or all."""
    phone, address = phone_of(day, place)
    phone.get(address)
    for _hand in range(count):
        if enters_one(day, place) is None:
            return


def enters_in_turn(day: Day, places: list[EventTable], counts: list[int]) -> None:
    """Enter so many hands at each table, a hand at every table in turn."""
    for number in range(max(counts, default=0)):
        for place, count in zip(places, counts, strict=True):
            if number < count:
                enters_one(day, place)


def enters_one(day: Day, place: EventTable) -> Page | None:
    """Enter a hand on the page that the phone shows; None where no more is due."""
    phone, address = phone_of(day, place)
    form = phone.still(address).form_to(f"{address}hands/")
    if form is None:
        return None
    is_open = not place.hands_due and is_open_ended(day.event)
    if is_open and place.table_id in hands_at([place]):  # it shows the form for as long as it likes
        return None
    return phone.must(f"Table {place.number} refuses a hand", form, **hand_answers(day, place))


def hand_answers(day: Day, place: EventTable) -> dict[str, object]:
    """What somebody taps and types for a believable hand."""
    table = EventTable.objects.select_related("table").get(pk=place.pk).table
    coming = coming_hand(table, latest_versions(table))
    deal = coming.deal(table.options)
    ruleset = find_ruleset(table.ruleset)
    record = plausible_hand(day.chance, ruleset, deal)
    asked = ruleset.asked_fields(table.options)
    answers: dict[str, Any] = answers_from_record(asked, record, coming.active)
    return {
        name: "on" if value is True else value
        for name, value in answers.items()
        if value is not None and value is not False
    }


def row_of(day: Day, place: EventTable) -> Progress:
    """How a table is."""
    return round_progress(place.round, day.event, only=place.pk)[0]


def keying_form(day: Day, place: EventTable, more: str = "") -> Form:
    """The form for a table's totals."""
    query = f"?round={place.round.number}&table={place.number}{more}"
    page = day.director.get(day.address("keying") + query)
    form = next((form for form in page.forms if "points-0" in form.fields), None)
    if form is None:
        raise Lost(f"Table {place.number} cannot be keyed.")
    return form


def totals_for(day: Day, place: EventTable, form: Form) -> dict[str, object]:
    """Totals that may stand on a paper sheet of this table."""
    sides = [int(name.split("-")[1]) for name in form.fields if name.startswith("points-")]
    answers: dict[str, object] = {}
    target = find_ruleset(place.table.ruleset).target(place.table.options)
    if target is not None and any(name.startswith("games-") for name in form.fields):
        winner = day.chance.randrange(len(sides))
        points = [
            target if n == winner else day.chance.randrange(target - 1) for n in range(len(sides))
        ]
        due = 1 if place.hands_due else day.settings.games_due
        answers |= {f"games-{side}": due if side == winner else 0 for side in sides}
    else:
        points = _swings(day, place, len(sides))
    answers |= {f"points-{side}": points[nth] for nth, side in enumerate(sides)}
    if form.fields.get("hands") in ([""], ["0"]):
        answers["hands"] = HANDS_WITHOUT_END
    few: dict[str, tuple[int, ...]] = {"solos": (0, 0, 1, 1, 2, 3), "lost": (0, 0, 1, 1, 2, 5)}
    if target is None:
        few["games"] = (2, 3, 4, 5, 8)
    for name, numbers in few.items():
        if f"{name}-0" in form.fields:
            answers |= {f"{name}-{side}": day.chance.choice(numbers) for side in sides}
    return answers


def _swings(day: Day, place: EventTable, sides: int) -> list[int]:
    """Points that come to nothing where they must, and are all good where only those count."""
    hands = place.hands_due or HANDS_WITHOUT_END
    swings = [round(day.chance.gauss(0, A_SWING * sqrt(hands))) for _side in range(sides)]
    if day.settings.only_good:
        return [abs(swing) * day.settings.good_step for swing in swings]
    if not comes_to_nothing(day.event, place.table):
        return swings
    each, rest = divmod(sum(swings), sides)
    return [swing - each - (side < rest) for side, swing in enumerate(swings)]


def keys(day: Day, place: EventTable, more: str = "", **answers: object) -> Page:
    """Key a table's totals; the answer of the program."""
    form = keying_form(day, place, more)
    wanted = totals_for(day, place, form) | answers
    page = day.director.sends(form, **wanted)
    if page.status == 422 and any(
        f.fields.get("is_sure") or "is_sure" in f.choices or ("is_sure", "on") in f.buttons
        for f in page.forms
    ):
        page = day.director.sends(form, **wanted, is_sure="on")
    return page


def confirms(day: Day, place: EventTable) -> None:
    """Somebody else at the table confirms the sheet on the phone."""
    phone, address = phone_of(day, place)
    form = phone.get(address).form_to(f"{address}confirm/")
    if form is None:
        return
    people = form.choices.get("who", [])
    by = form.choices.get("entered_by", people[:1])
    answers: dict[str, object] = {"who": next(name for name in people if name != by[0])}
    if "entered_by" in form.choices:
        answers["entered_by"] = by[0]
    phone.must(f"Table {place.number} cannot be confirmed", form, **answers)


def desk_action(day: Day, place: EventTable, name: str, *args: int, **answers: object) -> Page:
    """Press a button on the desk's page of a table."""
    address = day.address("desk_table", place.pk)
    return day.presses(address, day.address(name, place.pk, *args), **answers)
