"""What is left to be done about money when the playing is over: fees, prizes, the box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.desk.queries.desk import Desk, Person, people_of
from tournaments.events.desk.queries.missing_lines import OPEN, Line, line_of
from tournaments.events.desk.queries.steps import Way
from tournaments.events.money.queries.cash import last_count, parts_paid
from tournaments.events.money.queries.prizes import Prize, prize_list
from tournaments.models import Event, Round
from tournaments.settings.event import EventSettings
from tournaments.settings.figures import money
from tournaments.settings.prizes import has_prizes


def left_over(desk: Desk) -> list[Line]:
    """What is left at the desk: prizes only when the rounds are over or the list is locked."""
    is_over = (
        desk.round is not None
        and desk.round.state == Round.CLOSED
        and desk.round.number >= desk.settings.rounds
    )
    has_end = is_over or desk.event.state == Event.FINAL
    return [
        *_unpaid(desk.event, desk.settings, desk.people.unpaid),
        *(_prizes(desk.event, desk.settings) if has_end else ()),
        *_in_the_box(desk.event),
    ]


def left_before_lock(event: Event) -> list[Line]:
    """The same without the desk, for the page that locks the final list."""
    settings = event.format
    people = people_of(event, settings, None)
    return [
        *_unpaid(event, settings, people.unpaid),
        *_prizes(event, settings),
        *_in_the_box(event),
    ]


def key_of(lines: Sequence[Line]) -> str:
    """What a page knew that asked about these lines."""
    return " · ".join(line.text for line in lines)


def _unpaid(event: Event, settings: EventSettings, people: Sequence[Person]) -> Iterator[Line]:
    """Who has come and owes the fee, or what is left of it."""
    if people:
        parts = parts_paid(event, [person.pk for person in people])
        words = ngettext("%(count)s has not paid", "%(count)s have not paid", len(people))
        text = words % {"count": len(people)}

        def way_to(person: Person) -> Way:
            label = f"{person.number} {person.name}" if person.number else person.name
            if person.pk in parts:
                left = money(settings.fee - parts[person.pk])
                label = _("%(who)s: %(amount)s open") % {"who": label, "amount": left}
            return Way(label, "entry_money", (person.pk,))

        yield line_of(OPEN, text, Way(_("To the cash book"), "cash"), people, way_to)


def _in_the_box(event: Event) -> Iterator[Line]:
    """What the last count found too much or too little."""
    counted = last_count(event)
    if counted is not None and counted.difference:
        words = _("The box has %(amount)s too little")
        if counted.difference > 0:
            words = _("The box has %(amount)s too much")
        way = Way(_("Count it again"), "cash")
        yield Line(OPEN, words % {"amount": money(counted.away)}, way)


def _prizes(event: Event, settings: EventSettings) -> Iterator[Line]:
    """Prizes that may be handed over and are not yet, or not all of them."""
    if not has_prizes(settings):
        return
    listed = prize_list(event)
    due = [one for one in listed.prizes if one.may_be_given or one.differs]
    if due:
        words = ngettext(
            "%(count)s prize is not handed over", "%(count)s prizes are not handed over", len(due)
        )
        way = Way(_("Give the prizes"), "prizes")
        yield line_of(OPEN, words % {"count": len(due)}, way, due, _prize_way)
    if listed.overtaken:
        words = ngettext(
            "%(count)s prize was handed over and is nobody’s any more",
            "%(count)s prizes were handed over and are nobody’s any more",
            len(listed.overtaken),
        )
        way = Way(_("To the prizes"), "prizes")
        yield Line(OPEN, words % {"count": len(listed.overtaken)}, way)


def _prize_way(prize: Prize) -> Way:
    return Way(f"{prize.title}: {prize.name}", "prizes")
