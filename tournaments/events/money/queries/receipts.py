"""Receipts for prizes in money: one for each winner, a team with the names of its members."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.events.money.queries.prizes import Given, Prize, prize_list
from tournaments.models import Event


@dataclass(frozen=True)
class Receipt:
    """What one winner signs for: every prize in money, and their sum in cents.

    `lines`: what each is for, and its cents. `number` is 0 for a team, whose `members` are named;
    `numbers` are all start numbers of a person. `given` is when the last of them was handed over,
    None while one is outstanding.
    """

    event: Event
    number: int
    numbers: tuple[int, ...]
    name: str
    members: tuple[str, ...]
    lines: tuple[tuple[str, int], ...]
    cents: int
    given: Given | None


def receipts(event: Event, number: int | None = None) -> list[Receipt]:
    """One for each winner of money, in the order in which prizes are handed over.

    `number`: only that of the entry with this start number, or of the person who has it.
    """
    listed: dict[tuple[int, str], list[Prize]] = {}
    for prize in prize_list(event).reading:
        if prize.cents and (number is None or number in prize.numbers):
            whose = (prize.number, "" if prize.number else prize.name)
            listed.setdefault(whose, []).append(prize)
    return [_receipt(event, prizes) for prizes in listed.values()]


def _receipt(event: Event, prizes: list[Prize]) -> Receipt:
    given = [prize.given for prize in prizes if prize.given]
    first = prizes[0]
    return Receipt(
        event=event,
        number=first.number,
        numbers=first.numbers,
        name=first.name,
        members=first.members,
        lines=tuple((prize.title, prize.cents) for prize in prizes),
        cents=sum(prize.cents for prize in prizes),
        given=given[-1] if len(given) == len(prizes) else None,
    )
