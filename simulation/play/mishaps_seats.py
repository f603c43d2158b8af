"""Mishaps with people and seats: missing, late, sitting wrong, leaving, drawn again."""

from __future__ import annotations

from collections.abc import Callable

from simulation.play.browser import Browser, Lost
from simulation.play.check_in import comes_late
from simulation.play.day import ABSENT, REFUSED, Day, NotHere
from simulation.play.pages import Page
from simulation.play.plan import Person
from simulation.play.rounds import accepts, draws
from simulation.play.sheets import enters, phone_of
from tournaments.models import Entry, EventTable, Leaving, Result, Round

Newcomer = Callable[[], list[Person]]


def absent(day: Day) -> None:
    """Whoever has not come is marked so, all in one deed."""
    page = day.presses(day.address("trouble"), day.address("all_absent"))
    left = day.event.entries.filter(status=Entry.REGISTERED).count()
    if left:
        day.wrong(f"{left} are still expected.")
    day.became("absent", page, "Those who had not come were marked so in one deed.")


def drawn_again(day: Day, number: int) -> None:
    """The draw is made a second time before it is accepted, and once more after it was."""
    page = day.director.get(day.address("round", number))
    form = page.form_to(day.address("draw_round", number))
    if form is not None:
        day.director.sends(form)
        day.note(f"Round {number} was drawn a second time before it was accepted.")
    accepts(day, number)
    back = day.address("cancel_round", number)
    pages = (day.address(page, number) for page in ("round", "repair_round"))
    form = next(filter(None, (day.director.look(page).form_to(back) for page in pages)), None)
    if form is None:
        raise NotHere("A round cannot be taken back here.")
    page = day.director.sends(form)
    day.became("drawn_again", page, f"Round {number} was taken back after it was accepted.")
    draws(day, number)
    accepts(day, number)
    kept = Result.objects.filter(event=day.event_id, round__number=number)
    if kept.exclude(round__state="cancelled").values("round").distinct().count() != 1:
        day.wrong(f"Round {number} counts more than once.")


def repairs(day: Day, number: int, query: str, mishap: str, done: str) -> bool:
    """Ask for a repair, look at what it would do, and do it."""
    address = f"{day.address('repair_round', number)}?{query}"
    shown = day.director.look(address)
    form = shown.form_to(day.address("do_repair", number))
    if form is None:
        if not shown.refusal:
            day.wrong(f"{mishap}: {address} offers nothing and says nothing.")
        day.note(f"{done} Refused: {shown.refusal}", mishap, REFUSED)
        return False
    return day.became(mishap, day.director.sends(form), done)


def no_show(day: Day, number: int) -> None:
    """Somebody who was drawn is not there at the signal."""
    place = day.chance.choice(day.places(number))
    who = day.chance.choice(day.numbers_at(place))
    done = f"Number {who} does not come to table {place.number}; the round is repaired."
    repairs(day, number, f"kind=no_show&who={who}", "no_show", done)


def late(day: Day, number: int, newcomer: Newcomer) -> None:
    """Two come after the draw: they are seated, or play from the next round on."""
    came = [comes_late(day, newcomer()) for _one in range(2)]
    who = "&".join(f"who={entry.number}" for entry in came)
    said = " and ".join(str(entry.number) for entry in came)
    if not repairs(day, number, f"kind=late&{who}", "late", f"{said} come late and get seats."):
        first = came[0].number
        done = f"{first} alone comes late and gets a seat."
        repairs(day, number, f"kind=late&who={first}", "late", done)


def wrong_seats(day: Day, number: int, begun: list[EventTable]) -> None:
    """Two are found in each other's place after hands were entered: their columns change."""
    if len(begun) < 2:
        raise NotHere("Only one table has begun: nobody can sit at the wrong one.")
    one, other = (day.chance.choice(day.numbers_at(place)) for place in begun[:2])
    rows = Result.objects.filter(round=begun[0].round, entry__number__in=(one, other))
    before = dict(rows.values_list("entry__number", "points"))
    query = f"kind=sat_swapped&who={one}&who={other}"
    done = f"{one} and {other} had sat in each other’s place; what is entered goes with the seat."
    if repairs(day, number, query, "wrong_seats", done):
        after = dict(rows.values_list("entry__number", "points"))
        if (after[one], after[other]) != (before[other], before[one]):
            day.wrong(f"{one} and {other} do not have each other’s points: {before}, {after}")


def leaves(day: Day, place: EventTable, remedy: str, name: str) -> bool:
    """Somebody leaves a table that is being played; False where that way on is closed."""
    if Leaving.objects.filter(result__event_table=place, withdrawn_at=None).exists():
        return False
    numbers = day.numbers_at(place)
    entry = Entry.objects.get(event=day.event_id, number=day.chance.choice(numbers))
    before = Result.objects.get(event_table=place, entry=entry).points
    query = f"?entry={entry.pk}&remedy={remedy}"
    form = day.director.get(day.address("leaving") + query).form_to(day.address("leaving"))
    if form is None:
        return False
    answers: dict[str, object] = {}
    if remedy == Leaving.OUTSIDE:
        answers["stand_in"] = name
    if remedy == Leaving.INHERITED:
        answers |= {"person-0-name": name, "person-0-who": "new"}
    if "hands" in form.fields:
        answers["hands"] = max(1, place.hands_due // 2)
        if "points" in form.fields:
            answers["points"] = before = day.chance.randint(-20, 20)
    page = day.director.sends(form, **answers)
    done = f"{entry.number} leaves table {place.number} in the middle: {remedy}."
    if not day.became(f"leaves_{remedy}", page, done):
        return False
    if remedy == Leaving.OUTSIDE:
        enters(day, place, 1)
        after = Result.objects.get(event_table=place, entry=entry).points
        if after != before:
            day.wrong(f"{entry.number} left with {before} and has {after}.")
    return True


def all_ways_of_leaving(day: Day, begun: list[EventTable], new_name: Callable[[], str]) -> None:
    """Each way on that is asked for, at the first table that is open for it."""
    for remedy in _WAYS:
        mishap = f"leaves_{remedy}"
        if not (day.has("leaves") or day.has(mishap)):
            continue
        if day.has_met(mishap):
            continue
        name = new_name() if remedy in _WITH_SOMEBODY_NEW else ""
        with day.trying(mishap):
            before = _figures(day)
            if not any(leaves(day, place, remedy, name) for place in begun):
                day.note(f"No table is open for leaving: {remedy}.", mishap, ABSENT)
            elif remedy in _TAKEN_BACK and day.has("leaves") and not day.has_met(_STAYS):
                stays(day, before)
                any(leaves(day, place, remedy, name) for place in begun)


def stays(day: Day, before: list[tuple[object, ...]]) -> None:
    """Whoever left last has not left after all: all is as it was before."""
    leaving = Leaving.objects.filter(result__event=day.event_id, withdrawn_at=None).latest("pk")
    entry = leaving.result.entry
    page = f"{day.address('leaving')}?entry={entry.pk}"
    answer = day.presses(page, day.address("stay", entry.pk), reason="Only out for a smoke")
    done = f"{entry.number} has not left after all."
    if day.became(_STAYS, answer, done) and _figures(day) != before:
        day.wrong(f"{entry.number} has not left, and not all is as it was.")


def _figures(day: Day) -> list[tuple[object, ...]]:
    """What everybody has from the rounds that are on, and what the tables are to play."""
    rows = Result.objects.filter(event=day.event_id, round__state=Round.DRAWN).order_by("pk")
    names = ("points", "hands", "is_in", "entry__status", "event_table__hands_due")
    return list(rows.values_list("entry__number", *names))


_STAYS = "stays"
_TAKEN_BACK = (Leaving.SHORT_HANDED, Leaving.VOID)
_WAYS = (Leaving.OUTSIDE, Leaving.SHORT_HANDED, Leaving.INHERITED, Leaving.VOID)
_WITH_SOMEBODY_NEW = (Leaving.OUTSIDE, Leaving.INHERITED)


def goes_home(day: Day) -> None:
    """Somebody goes home between two rounds, somebody else comes back, one is thrown out."""
    here = day.here()
    if len(here) < 3 * day.settings.size:
        raise NotHere("Too few are here to let anybody go home.")
    going = day.chance.choice(here)
    page = entry_action(day, going, "left")
    day.became("goes_home", page, f"{going.number} goes home between two rounds.")
    page = entry_action(day, going, "back")
    day.became("comes_back", page, f"{going.number} comes back before the draw.")


def entry_action(day: Day, entry: Entry, deed: str, **answers: object) -> Page:
    """Press a button on the page of an entry."""
    page = day.director.get(day.address("entry_form", entry.pk))
    for form in page.forms:
        if ("deed", deed) in form.buttons:
            return day.director.sends(form, ("deed", deed), **answers)
    raise Lost(f"The page of {entry.number} has no button “{deed}”.")


def lost_phone(day: Day, number: int) -> str:
    """A code got into wrong hands: the old one stops, the new one works."""
    place = day.places(number)[0]
    _phone, old = phone_of(day, place)
    page = day.director.get(day.address("round", number))
    form = page.form_to(day.address("renew_codes", number))
    if form is None:
        raise NotHere("Codes cannot be renewed here.")
    day.director.sends(form, next(iter(form.buttons), None))
    _phone, new = phone_of(day, place, anew=True)
    stranger = Browser().look(old)
    if old == new or stranger.status == 200:
        day.wrong("An old code still opens the table.")
    return f"Table {place.number} got a new code; the old one is dead."
