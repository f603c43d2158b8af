"""What is written at tables: hands on phones, totals from paper, confirmations."""

from __future__ import annotations

from typing import Any

from scoring import find_ruleset
from tournaments.demo_hands import plausible_hand
from tournaments.forms.answers import answers_from_record
from tournaments.models import EventTable
from tournaments.play.browser import Browser, Lost
from tournaments.play.day import Day
from tournaments.play.pages import Form, Page
from tournaments.queries.events.progress import Progress, round_progress
from tournaments.queries.events.sheets import comes_to_nothing, phone_totals
from tournaments.queries.replays import coming_hand, latest_versions, replay_table

MOST_HANDS = 200
HANDS_WITHOUT_END = 9  # of a table that plays as long as it likes
SIZE = 12  # points that somebody wins or loses in a hand, about


def phone_of(day: Day, place: EventTable) -> tuple[Browser, str]:
    """The phone at a table, and the address of its sheet, as the desk opens it."""
    page = day.director.get(day.address("open_desk_table", place.pk))
    phone = day.phones.setdefault(place.table_id, Browser())
    return phone, page.address


def enters(day: Day, place: EventTable, count: int = MOST_HANDS) -> Page | None:
    """Enter so many hands, or all; the last answer, None where nothing was to be entered."""
    phone, address = phone_of(day, place)
    page, answer = phone.get(address), None
    for _hand in range(count):
        form = page.form_to(f"{address}hands/")
        if form is None or is_full(day, place):
            return answer
        page = answer = phone.sends(form, **hand_answers(day, place))
        if answer.status != 200:
            raise Lost(f"Table {place.number} refuses a hand: {answer.refusal}")
    return answer


def is_full(day: Day, place: EventTable) -> bool:
    """Whether all is played at a table."""
    here = EventTable.objects.select_related("table", "round").get(pk=place.pk)
    here.round.event = day.event
    sheet = replay_table(here.table, latest_versions(here.table))
    return phone_totals(here, sheet).is_complete


def hand_answers(day: Day, place: EventTable) -> dict[str, object]:
    """What somebody taps and types for a believable hand."""
    table = EventTable.objects.select_related("table").get(pk=place.pk).table
    coming = coming_hand(table, latest_versions(table))
    deal = coming.deal(table)
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
    games = [name for name in form.fields if name.startswith("games-")]
    if games:
        winner = day.chance.choice(sides)
        points = [12 if side == winner else day.chance.randrange(11) for side in sides]
        due = 1 if place.hands_due else day.settings.games_due
        answers |= {f"games-{side}": due if side == winner else 0 for side in sides}
    else:
        most = SIZE * max(1, place.hands_due)
        step, only_good = day.settings.good_step, day.settings.only_good
        least = 0 if only_good else -most
        points = [day.chance.randint(least, most) for _side in sides]
        if only_good:
            points = [number // step * step for number in points]
        elif comes_to_nothing(day.event, place.table):
            points[-1] -= sum(points)
    answers |= {f"points-{side}": points[nth] for nth, side in enumerate(sides)}
    if form.fields.get("hands") in ([""], ["0"]):
        answers["hands"] = HANDS_WITHOUT_END
    if "solos-0" in form.fields:
        answers |= {f"solos-{side}": day.chance.randrange(3) for side in sides}
    return answers


def keys(day: Day, place: EventTable, more: str = "", **answers: object) -> Page:
    """Key a table's totals; the answer of the program."""
    form = keying_form(day, place, more)
    wanted = totals_for(day, place, form) | answers
    page = day.director.sends(form, **wanted)
    if page.status == 422 and any(
        f.fields.get("is_sure") or "is_sure" in f.choices for f in page.forms
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
    page = phone.sends(form, **answers)
    if page.status != 200:
        raise Lost(f"Table {place.number} cannot be confirmed: {page.refusal}")


def desk_deed(day: Day, place: EventTable, name: str, *args: int, **answers: object) -> Page:
    """Press a button on the desk's page of a table."""
    address = day.address("desk_table", place.pk)
    return day.presses(address, day.address(name, place.pk, *args), **answers)
