"""Which lists there are of an event, for a page and for a workbook."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tournaments.archive.lists import event_lists, hand_lists, money_lists
from tournaments.common.listing import Listing
from tournaments.models import Event, Hand

MOST_HANDS = 10_000
"""More of them take a workbook longer than anybody waits; as CSV they come at once."""

Make = Callable[[Event], Listing]

LISTS: Mapping[str, Make] = {
    "start-list": event_lists.start_list,
    "seats": event_lists.seats,
    "results": event_lists.results,
    "standing": event_lists.standing,
    "teams": event_lists.teams,
    "groups": event_lists.groups,
    "prizes": money_lists.prizes,
    "cash": money_lists.cash,
    "hands": hand_lists.hands,
    "history": event_lists.history,
}
"""Every list by its name in an address."""

ONLY_WHERE: Mapping[str, Callable[[Event], bool]] = {
    "teams": event_lists.has_teams,
    "groups": event_lists.has_groups,
    "prizes": money_lists.has_prizes,
    "cash": money_lists.has_cash,
}


def names_of(event: Event) -> list[str]:
    """The lists that this event has something for."""
    return [name for name in LISTS if name not in ONLY_WHERE or ONLY_WHERE[name](event)]


def count_hands(event: Event) -> int:
    """How many lines stand on the sheets of an event."""
    return Hand.objects.filter(table__event_table__round__event=event).count()


def lists_of(event: Event) -> list[Listing]:
    """Those that go into a workbook: all, but hands only where they are not too many."""
    wanted = names_of(event)
    if count_hands(event) > MOST_HANDS:
        wanted.remove("hands")
    return [LISTS[name](event) for name in wanted]
