"""Forms of an afternoon as a browser sends them, each with what it might say instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import uuid4

from django.urls import reverse

from tests.events.check_in.door_stories import arrives, registers
from tests.events.played import keys
from tests.events.results import sheets
from tests.series.series_stories import evening
from tournaments.events.draw.services.tables import write_secret
from tournaments.models import (
    Announcement,
    Author,
    CashLine,
    Entry,
    Event,
    EventChange,
    Member,
    Player,
    PlayerChange,
    Protest,
    Series,
    SeriesChange,
    TableChange,
    TotalsVersion,
)

NewEvent = Callable[..., Event]


class Sent(NamedTuple):
    """A form: where it is sent, what it says, what it says the second time, and what it leads to.

    `done` counts that; `word` stands on the page that shows both.
    """

    address: str
    says: dict[str, Any]
    other: dict[str, Any]
    done: Callable[[], int]
    word: str = ""


def _at(event: Event, name: str, *args: int) -> str:
    return reverse(name, args=[event.pk, *args])


def register(new_event: NewEvent, _by: Author) -> Sent:
    event = new_event()
    says = {"person-0-name": "Anna Weber", "person-0-home": "", "deed": "paid_here"}
    return Sent(
        _at(event, "new_entry"),
        says,
        says | {"person-0-name": "Ben Huber"},
        Entry.objects.count,
        "Ben Huber",
    )


def check_in(new_event: NewEvent, by: Author) -> Sent:
    event = new_event()
    anna, ben = registers(event, by, "Anna Weber"), registers(event, by, "Ben Huber")
    says = {"entry": anna.pk, "deed": "here", "q": ""}
    done = EventChange.objects.filter(kind="arrived").count
    return Sent(_at(event, "check_in"), says, says | {"entry": ben.pk}, done, "Ben Huber")


def substitute(new_event: NewEvent, by: Author) -> Sent:
    event = new_event(entries=4)
    entry = event.entries.get(number=1)
    says = {"place": 0, "from_round": 1, "person-0-name": "Zenzi Kneissl"}
    return Sent(
        _at(event, "substitute", entry.pk),
        says,
        says | {"person-0-name": "Rosa Bauer"},
        Member.objects.filter(entry=entry).count,
        "Rosa Bauer",
    )


def swap_rows(new_event: NewEvent, by: Author) -> Sent:
    event = new_event(entries=4, hands=4, rounds=1)
    place = sheets.table(sheets.opens(event, [1, 2, 3, 4]), 1)
    keys(place, by, 8, -3, -3, -2)
    return Sent(
        _at(event, "swap_rows", place.pk),
        {"one": 0, "other": 3, "seen_version": 1},
        {"one": 0, "other": 1, "seen_version": 1},
        TotalsVersion.objects.count,
    )


def cash_line(new_event: NewEvent, _by: Author) -> Sent:
    event = new_event(entries=4, fee=1000, payout=(50,))
    says = {"line-kind": CashLine.PUT_IN, "line-amount": "20", "line-note": "Change"}
    return Sent(
        _at(event, "cash_line"), says, says | {"line-amount": "35"}, CashLine.objects.count, "35"
    )


def announce(new_event: NewEvent, _by: Author) -> Sent:
    event = new_event()
    return Sent(
        _at(event, "announce"),
        {"text": "Soup is ready"},
        {"text": "Round 2 at eight"},
        Announcement.objects.count,
        "Round 2 at eight",
    )


def protest(new_event: NewEvent, by: Author) -> Sent:
    event = new_event(entries=4, rounds=1, hands=4)
    sheets.opens(event, [1, 2, 3, 4])
    says = {"protester": "Anna 1", "round": 1, "matter": "Misdeal", "wanted": "Play it again"}
    return Sent(
        _at(event, "new_protest"),
        says,
        says | {"matter": "Wrong score"},
        Protest.objects.count,
        "Wrong score",
    )


def clock(new_event: NewEvent, by: Author) -> Sent:
    event = new_event(entries=4, rounds=1, hands=4)
    sheets.opens(event, [1, 2, 3, 4])
    done = EventChange.objects.filter(kind="clock_started").count
    return Sent(_at(event, "clock_start", 1), {"minutes": 40}, {"minutes": 60}, done, "60")


def stage(new_event: NewEvent, by: Author) -> Sent:
    event = new_event()
    series = Series.objects.create(club=event.club, title="Winter")
    one = evening(new_event, by, "Evening 1", ("Anna", "Ben", "Cora", "Dora"), 3, 1, -1, -3)
    other = evening(new_event, by, "Evening 2", ("Anna", "Ben", "Cora", "Dora"), 3, 1, -1, -3)
    return Sent(
        reverse("add_stage", args=[series.pk]),
        {"event": one.pk},
        {"event": other.pk},
        SeriesChange.objects.count,
    )


def series(new_event: NewEvent, _by: Author) -> Sent:
    event = new_event()
    says = {"title": "Winter league", "preset": "league"}
    where = reverse("new_series", args=[event.club_id])
    return Sent(
        where, says, says | {"title": "Summer league"}, Series.objects.count, "Summer league"
    )


def shown(new_event: NewEvent, _by: Author) -> Sent:
    player = Player.objects.create(club=new_event().club, name="Anna Weber")
    return Sent(
        reverse("person_shown", args=[player.club_id, player.pk]),
        {"shown": Player.INITIALS, "reason": "Asked"},
        {"shown": Player.HIDDEN, "reason": "Asked"},
        PlayerChange.objects.count,
        "Anna Weber",
    )


def other_name(new_event: NewEvent, _by: Author) -> Sent:
    player = Player.objects.create(club=new_event().club, name="Anna Weber")
    return Sent(
        reverse("person_alias", args=[player.club_id, player.pk]),
        {"name": "Anni"},
        {"name": "Annerl"},
        PlayerChange.objects.count,
        "Annerl",
    )


def end_of_table(new_event: NewEvent, by: Author) -> Sent:
    event = new_event(entries=4, rounds=1, hands=4)
    place = sheets.table(sheets.opens(event, [1, 2, 3, 4]), 1)
    sheets.plays(place, 4, who="Anna 1")
    place.table.refresh_from_db()
    says = {"who": "Anna 2", "seen_version": place.table.version}
    return Sent(
        reverse("confirm_sheet", args=[write_secret(place)]),
        says,
        says | {"who": "Anna 3"},
        TableChange.objects.count,
        "Anna 3",
    )


def let_in(new_event: NewEvent, by: Author) -> Sent:
    event = new_event(fee=1000, payout=(50,))
    entry = arrives(event, by, "Anna Weber")
    done = EventChange.objects.filter(kind="left").count
    address = _at(event, "entry_action", entry.pk)
    return Sent(address, {"deed": "left"}, {"deed": "unpaid"}, done, "Anna Weber")


FORMS = [
    register,
    check_in,
    substitute,
    swap_rows,
    cash_line,
    announce,
    protest,
    clock,
    stage,
    series,
    shown,
    other_name,
    end_of_table,
    let_in,
]


def form_token() -> dict[str, object]:
    """A form's own number."""
    return {"submission": str(uuid4()), "seen_version": 0}
