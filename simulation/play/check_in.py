"""Setting the event up and letting people in, page by page."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from django.urls import reverse

from formats.presets import PRESETS
from scoring import RULESETS
from scoring.options import Option
from simulation.play.browser import Browser, Lost
from simulation.play.day import MET, Day
from simulation.play.pages import Page
from simulation.play.plan import EventPlan, Person
from tournaments.common.house_rules import typed
from tournaments.models import Club, Entry, Event

MOMENT = "2026-11-21 19:00"
"""When an event is that nobody dates."""

A_FEW = 3
"""Points for what a tournament's page has no price for."""

FIRST = (
    *("Ada", "Alma", "Anton", "Benno", "Berta", "Cilli", "Dora", "Egon", "Elsa", "Emil", "Erna"),
    *("Franz", "Gerda", "Hans", "Heidi", "Ida", "Irmi", "Jakob", "Josef", "Karla", "Lena", "Leni"),
    *("Ludwig", "Magda", "Max", "Moritz", "Nanni", "Otto", "Paula", "Peter", "Resi", "Rosa"),
    *("Sepp", "Sofie", "Toni", "Uli", "Vroni", "Walter", "Xaver", "Zenzi"),
)
LAST = (
    *("Abel", "Bauer", "Brandl", "Dietl", "Eder", "Fuchs", "Gruber", "Haas", "Huber", "Jung"),
    *("Kern", "Lang", "Maier", "Neumann", "Ober", "Pichler", "Quast", "Reiter", "Sailer"),
    *("Thoma", "Urban", "Vogl", "Weber", "Zeller"),
)


def names(chance: Random) -> Iterator[Person]:
    """People of whom each has a name that no other has, for ever."""
    taken: set[str] = set()
    while True:
        one = f"{chance.choice(FIRST)} {chance.choice(LAST)}"
        if one in taken:
            one = f"{one} {chance.choice('ABCDEFGHKLMNPRSTVW')}{len(taken)}"
        taken.add(one)
        yield Person(one)


def set_up(director: Browser, club: Club, plan: EventPlan) -> int:
    """Make an event from a preset by its form, and publish it; the key of the event.

    Raises Lost with what was refused.
    """
    action = reverse("set_up_event", args=[club.pk, plan.preset])
    chosen = plan.answers.get("game")
    form = director.form(f"{action}?game={chosen}" if chosen else action, action)
    day, time = MOMENT.split()
    answers: dict[str, object] = {"title": "A trial", "place": "Trial", "day": day, "time": time}
    if plan.rounds and "rounds" in form.fields:
        answers["rounds"] = min(plan.rounds, int(form.fields["rounds"][0] or plan.rounds))
    if plan.hands and int(form.fields.get("hands", ["0"])[0] or 0):
        answers["hands"] = plan.hands
    game = RULESETS[form.fields["game"][0]]
    for option in game.undecided({}):
        answers |= typed(option, _decision(option))
    name = PRESETS[plan.preset].name
    director.must(f"{name} cannot be set up", form, **answers | dict(plan.answers))
    event = Event.objects.filter(club=club).latest("pk")
    publishes(director, event)
    return event.pk


def _decision(option: Option) -> object:
    """To a house rule that no source answers: the first of its words, or a few."""
    if option.kind == "table":
        return {row.key: [A_FEW for _column in option.columns] for row in option.rows}
    return option.choices[0].value if option.choices else A_FEW


def publishes(director: Browser, event: Event) -> None:
    """Show the event to everybody; raises Lost with what was refused."""
    address = reverse("publish_event", args=[event.pk])
    form = director.still(address).form_to(address)
    if form is None:
        raise Lost(f"{address} has no form.")
    director.must("It cannot be published", form)


def registers(day: Day, people: list[list[Person]], *, arrive: bool = False) -> None:
    """Paste a list of those who registered, or of those who stand there and have paid."""
    address, before = day.address("paste_entries"), day.event.entries.count()
    lines = ["name,home,paid"]
    for each in people:
        names = " / ".join(person.name for person in each)
        lines.append(f"{names},{each[0].home},{'x' if arrive else ''}")
    shown = day.presses(address, address, text="\n".join(lines))
    for _again in range(3):
        form = next((f for f in shown.forms if ("deed", "take") in f.buttons), None)
        if form is None:
            break
        answers: dict[str, object] = {
            name: "new" for name in form.choices if name.startswith("who-")
        }
        if arrive:
            answers["arrive"] = "on"
        shown = day.director.sends(form, ("deed", "take"), **answers)
        if day.event.entries.count() - before >= len(people):
            break
    entered = day.event.entries.count() - before
    if entered < len(people):
        day.wrong(f"{entered} of {len(people)} were taken in from the list. {shown.refusal}")
    words = "are here and entered" if arrive else "are registered"
    day.note(f"{entered} {words} from a pasted list.")


def arrives(day: Day, entry: Entry, *, twice: bool = False) -> Page:
    """Somebody comes in, and pays where there is a fee."""
    page = day.director.get(f"{day.address('door')}?q={entry.name.split()[0]}")
    action = day.address("check_in")
    wanted = ("paid_here", "here")
    for form in page.forms:
        if form.action == action and form.fields.get("entry") == [str(entry.pk)]:
            deed = next((each for each in wanted if ("deed", each) in form.buttons), "")
            if deed:
                answer = day.director.sends(form, ("deed", deed))
                if twice:
                    day.director.sends(form, ("deed", deed))
                return answer
    raise Lost(f"{entry.name} cannot be let in at the door.")


def all_arrive(day: Day, but: int = 0) -> None:
    """Everybody arrives but the last ones; one of them by two taps of a nervous thumb."""
    expected = list(day.event.entries.filter(status=Entry.REGISTERED).order_by("pk"))
    come = expected[: len(expected) - but]
    for nth, entry in enumerate(come):
        is_twice = nth == 1 and day.has("checked_in_twice")
        arrives(day, entry, twice=is_twice)
        if is_twice:
            entry.refresh_from_db()
            kept = day.event.changes.filter(kind="arrived", entry=entry).count()
            if kept != 1:
                day.wrong(f"{entry.name} arrived {kept} times.")
            day.note(
                f"{entry.name} was let in by two taps: one start number.", "checked_in_twice", MET
            )
    numbers = [entry.number for entry in day.here()]
    if len(numbers) != len(set(numbers)):
        day.wrong("A start number was given twice.")
    day.note(f"{len(numbers)} are here and have paid, {but} are missing.")


def comes_late(day: Day, people: list[Person]) -> Entry:
    """Somebody whom nobody knows comes in at the door."""
    address = day.address("new_entry")
    form = day.director.form(address, address)
    answers: dict[str, object] = {f"person-{n}-name": one.name for n, one in enumerate(people)}
    answers |= {f"person-{n}-home": one.home for n, one in enumerate(people)}
    deed = "paid_here" if ("deed", "paid_here") in form.buttons else "here"
    page = day.director.sends(form, ("deed", deed), **answers)
    asked = page.form_to(address)
    if page.status != 200 and asked is not None:
        answers |= {f"person-{n}-who": "new" for n, _one in enumerate(people)}
        page = day.director.sends(asked, ("deed", deed), **answers)
    if page.status != 200:
        raise Lost(f"{people[0].name} cannot be entered: {page.refusal}")
    return day.event.entries.latest("pk")
