"""What the tests of prizes share: an evening that is played, prizes that are fixed and given."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

from tests.events.played import plays
from tournaments.events.money.queries.prizes import prize_list
from tournaments.events.money.services import hand_over
from tournaments.events.standings.services import lock_final, reopen_final
from tournaments.models import Author, Event


def everybody_pays(event: Event) -> None:
    event.entries.update(is_paid=True)


def read(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def locks(event: Event, by: Author) -> Event:
    lock_final(event=event, by=by, submission=uuid4())
    return read(event)


def reopens(event: Event, by: Author, reason: str = "Table 2 was read wrong") -> Event:
    reopen_final(event=event, reason=reason, by=by, submission=uuid4())
    return read(event)


def gets(event: Event) -> list[tuple[str, str, int]]:
    """Title, name and cents of every prize."""
    return [(one.title, one.name, one.cents) for one in prize_list(event).prizes]


def gives(event: Event, by: Author, number: int, key: str = "place") -> None:
    listed = prize_list(event)
    prize = next(one for one in listed.prizes if (one.key, one.number) == (key, number))
    hand_over(
        event=event, key=key, entry=prize.entry, seen_cents=prize.cents, by=by, submission=uuid4()
    )


def evening_of(new_event: Callable[..., Event], by: Author, **settings: object) -> Event:
    """Eight people, one round: 1 and 5 have +9, the others −3; all have paid 10."""
    usual = {"fee": 1000, "rounds": 1, "hands": 4, "tie_breaks": ("shared",)}
    event = new_event(entries=8, **usual | settings)
    everybody_pays(event)
    plays(event, by)
    return read(event)
