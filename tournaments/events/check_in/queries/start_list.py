"""Everybody who is to play, as the start list at the door has them."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from tournaments.common.alike import name_order
from tournaments.events.money.queries.money import parts_paid
from tournaments.models import Entry, Event, Member

LISTED = (Entry.REGISTERED, Entry.WAITING, Entry.HERE)
NO_NUMBER = 10**9


class StartLine(NamedTuple):
    """An entry: `homes` is where its persons are from, `number` None before it has arrived.

    `part` are the cents that were paid of a `fee` that is still open.
    """

    number: int | None
    name: str
    homes: str
    team: str
    is_paid: bool
    is_here: bool
    is_waiting: bool
    part: int = 0
    fee: int = 0


def start_list(event: Event, *, by_number: bool = False) -> list[StartLine]:
    """Those who are registered, waiting or here, from A to Z or by start number.

    Two SQL queries, and one where there is a fee.
    House players are no entrants and are not listed; by number, who has none comes last.
    """
    entries = event.entries.filter(status__in=LISTED, is_house=False)
    homes: defaultdict[int, list[str]] = defaultdict(list)
    people = Member.objects.filter(entry__in=entries, until_round=None)
    for entry, home in people.order_by("place").values_list("entry_id", "player__home"):
        if home and home not in homes[entry]:
            homes[entry].append(home)
    fee = event.format.fee
    parts = parts_paid(event) if fee else {}
    lines = [
        StartLine(
            entry.number,
            entry.name,
            ", ".join(homes[entry.pk]),
            entry.team,
            entry.is_paid,
            entry.status == Entry.HERE,
            entry.status == Entry.WAITING,
            parts.get(entry.pk, 0),
            fee,
        )
        for entry in entries
    ]
    if by_number:
        return sorted(lines, key=lambda line: (line.number or NO_NUMBER, name_order(line.name)))
    return sorted(lines, key=lambda line: (name_order(line.name), line.number or 0))
