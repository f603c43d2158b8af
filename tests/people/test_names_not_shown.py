"""Whoever is hidden plays a day, a series and evenings to their end, and no page for all names him.

Somebody else is shown by initials, and nobody by the full name of either. Asked is every address
that needs neither a link nor an account, with everything that it can name, and whatever these pages
lead to.
"""

from __future__ import annotations

import re
import zipfile
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import timedelta
from html import unescape
from io import BytesIO
from itertools import product
from urllib.parse import urljoin, urlsplit
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import SecurityEvent
from tests.answers import Answer
from tests.events.played import keys, plays, starts
from tests.events.rulings.ruled import decide
from tests.paper.printed import page_texts
from tests.records.club_evenings import NOBODY, evening
from tests.records.test_old_records import deed, sends
from tests.series.series_stories import known, series_of, sits
from tests.tables.conftest import words_of
from tournaments.events.draw.services.tables import write_secret
from tournaments.events.results.services.sheets import close_round, confirm_sheet
from tournaments.events.standings.services import lock_final
from tournaments.live.rendered import draw, draw_event
from tournaments.live.tickets import EVENT, TABLE, Ticket
from tournaments.models import Author, Club, Event, Membership, Player, Role, Table
from tournaments.people.services.people import add_alias, show_as
from tournaments.tables.services.hands import correct_hand, record_hand
from tournaments.tables.services.tables import end_evening, rename_seat
from tournaments.urls import urlpatterns

HIDDEN, INITIALS = "Zenobia Quandt", "Yvonne Paffrath"
OTHERS = ("Anna", "Ben", "Cora", "Dirk", "Emil", "Fritz")
WON = {"picker": 0, "picker_points": 75}
OPEN = ("open", "public_event", "public_series", "record_book")
OLD_NAMES = re.compile(rf"\b(?:{'|'.join(OTHERS)})\b")
NOTEBOOK = f"""Datum;Spieler;Punkte
3.11.2016;Anna;12
3.11.2016;{HIDDEN};-4
3.11.2016;{INITIALS};-8
"""
MOST_QUERIES = 2
"""A list is asked for in so many ways besides the one in which it opens."""
OF_NOBODY = ("/static/", "/live/", "/open/", "/rules/", "/words/", "/house-rules/")
"""Where no person stands; what is live is drawn below."""
LINK = re.compile(r'(?:href|data-stream|src|data-[a-z]+-url)="([^"]+)"')


def said_by(by: str) -> Author:
    return NOBODY._replace(who=by)


def a_day(new_event: Callable[..., Event], by: Author) -> Event:
    """Two rounds of two tables, one sheet written on a phone, a ruling, prizes; the list locked."""
    event = new_event(hands=4, rounds=2)
    Club.objects.update(sites=["https://club.example"])
    event.settings |= {"prizes": [50, 30], "prizes_public": True}
    event.save()
    sits(event, *([player] for player in known(event.club, HIDDEN, INITIALS, *OTHERS)))
    plays(event, by)
    first, second = starts(event, by, 2).tables.order_by("number")
    for _hand in range(4):
        record_hand(table=first.table, record=WON, by=said_by(HIDDEN), submission=uuid4())
    hand = first.table.hands.get(number=1)
    correct_hand(
        hand=hand,
        record=WON | {"picker_points": 76},
        by=said_by(INITIALS),
        submission=uuid4(),
        seen_version=1,
        reason=f"{HIDDEN} misread",
    )
    first.table.refresh_from_db()
    confirm_sheet(
        place=first,
        who=HIDDEN,
        entered_by=INITIALS,
        seen_version=first.table.version,
        by=NOBODY._replace(device="b" * 16),
        submission=uuid4(),
    )
    decide(first, by, "warning", 2, offence="Talked")
    keys(second, by, 9, -3, -3, -3)
    close_round(event=event, number=2, by=by, submission=uuid4())
    lock_final(event=event, by=by, submission=uuid4())
    return Event.objects.get(pk=event.pk)


def a_day_of_pairs(new_event: Callable[..., Event], by: Author) -> Event:
    """One round of Saskop; each of the two has a partner."""
    event = new_event(ruleset="saskop", unit="pair", size=2, hands=0, rounds=1)
    hidden, short, anna, ben = known(event.club, HIDDEN, INITIALS, *OTHERS[:2])
    sits(event, (hidden, anna), (ben, short))
    keys(starts(event, by).tables.get(), by, 20, 5)
    close_round(event=event, number=1, by=by, submission=uuid4())
    lock_final(event=event, by=by, submission=uuid4())
    return Event.objects.get(pk=event.pk)


def evenings(club: Club) -> None:
    """One that is over, with all that can be said in it, and one that goes on."""
    over = evening(club, HIDDEN, INITIALS, "Guest", hands=(WON, WON))
    rename_seat(table=over, index=0, name="Nobi", by=NOBODY, submission=uuid4())
    adjusted = {"adjustment": [1, -1, 0], "reason": f"{HIDDEN} revoked"}
    record_hand(table=over, record=adjusted, by=said_by("Nobi"), submission=uuid4())
    end_evening(table=over, by=NOBODY, submission=uuid4())
    evening(club, "Anna", INITIALS, HIDDEN)


def seen(response: Answer) -> str:
    """All words of an answer, whatever it is."""
    kind, content = response.headers.get("Content-Type", ""), response.getvalue()
    if "pdf" in kind:
        return " ".join(page_texts(content))
    if content[:2] == b"PK":
        with zipfile.ZipFile(BytesIO(content)) as book:
            return " ".join(book.read(name).decode() for name in book.namelist())
    return unescape(content.decode())


@pytest.fixture
def played(
    new_event: Callable[..., Event], by: Author, club: Club, director: Client
) -> dict[str, Sequence[object]]:
    """All is played and over; by what stands in addresses, all that it can be."""
    hidden, short, *_others = known(club, HIDDEN, INITIALS, *OTHERS)
    add_alias(player=hidden, name="Nobi", by=by, submission=uuid4())
    for player, shown in ((hidden, Player.HIDDEN), (short, Player.INITIALS)):
        show_as(player=player, shown=shown, reason="", by=by, submission=uuid4())
    series = series_of(club, by, a_day(new_event, by), has_final=True, top=2)
    a_day_of_pairs(new_event, by)
    evenings(club)
    sends(director, club, NOTEBOOK)
    assert deed(director, club, "take_old").status_code == 302
    players = list(Player.objects.values_list("pk", flat=True))
    return {
        "club_id": [club.pk],
        "event_id": list(Event.objects.values_list("pk", flat=True)),
        "series_id": [series.pk],
        "table_id": list(Table.objects.values_list("pk", flat=True)),
        "player_id": players,
        "other_id": players,
        "number": list(range(1, 9)),
        "key": ["saskop", "sheepshead4-cutthroat"],
    }


WORDS = "|".join((*HIDDEN.split(), *INITIALS.split(), "Nobi"))
NAMES = re.compile(rf"\b(?:{WORDS})\b", re.IGNORECASE)


def found_in(text: str) -> set[str]:
    """The words of the two names, and of the other name of one of them."""
    return set(NAMES.findall(text))


def addresses(known: dict[str, Sequence[object]]) -> list[str]:
    """All that is open to everybody, with everything that it can name."""
    found = []
    for pattern in urlpatterns:
        names = list(pattern.pattern.converters)
        if getattr(pattern.callback, "access", "") in OPEN and set(names) <= set(known):
            for values in product(*(known[name] for name in names)):
                named = dict(zip(names, values, strict=True))
                found.append(reverse(str(pattern.name), kwargs=named))
    return found


def outside_the_book(address: str) -> bool:
    """Whether it is no page of the club's book and no player's own, where full names may stand."""
    return not address.startswith(("/c/", "/me/")) or "/old/" in address


def walks(
    client: Client, known: dict[str, Sequence[object]], where: Callable[[str], bool] = bool
) -> dict[str, str]:
    """What stands at each of these addresses, and at all to which they lead."""
    waiting, found, times = addresses(known), dict[str, str](), Counter[str]()
    while waiting:
        address = waiting.pop(0)
        path = urlsplit(address).path
        is_enough = address in found or times[path] > MOST_QUERIES
        if is_enough or path.startswith(OF_NOBODY) or not where(address):
            continue
        times[path] += 1
        response = client.get(address)
        found[address] = seen(response) if response.status_code == 200 else ""
        for link in LINK.findall(response.getvalue().decode(errors="replace")):
            to = urlsplit(urljoin(address, unescape(link)))
            if not to.netloc:
                waiting.append(to._replace(fragment="").geturl())
    return found


def test_nobody_finds_the_name_of_somebody_who_is_not_shown(
    played: dict[str, Sequence[object]], stranger: Client
) -> None:
    found = walks(stranger, played)
    for event in Event.objects.all():
        for view in ("news", "standing"):
            ticket = Ticket(EVENT, event.pk, "en", view=view)
            found[f"live {event.pk} {view}"] = draw_event(ticket).event.decode()
    for table in Table.objects.all():
        found[f"live table {table.pk}"] = draw(Ticket(TABLE, table.pk, "en")).event.decode()
    told = {f"{address}: {name}" for address, text in found.items() for name in found_in(text)}
    assert told == set()
    paths = [address.partition("?")[0] for address, text in found.items() if text]
    endings = {path.rpartition(".")[2] for path in paths}
    assert {"csv", "xlsx", "json", "pdf"} <= endings
    assert len(paths) > 300


def test_names_in_what_is_old_are_shortened_where_the_club_has_it_so(
    played: dict[str, Sequence[object]], club: Club, stranger: Client, director: Client
) -> None:
    def told() -> set[str]:
        found = walks(stranger, played, outside_the_book)
        assert len(found) > 200
        for table in Table.objects.all():
            found[f"live {table.pk}"] = draw(Ticket(TABLE, table.pk, "en")).event.decode()
        return {address for address, text in found.items() if OLD_NAMES.search(text)}

    page = reverse("club", args=[club.pk])
    address = reverse("club_names", args=[club.pk])
    assert "Names in old events" not in words_of(director.get(page))
    assert director.post(address, {"initials_after": "12"}).status_code == 404
    Membership.objects.update(role=Role.OWNER)
    assert "Names in old events" in words_of(director.get(page))
    assert director.post(address, {"initials_after": "13"}).status_code == 400
    assert director.post(address, {"initials_after": "12"}).status_code == 302
    event = Event.objects.earliest("pk")
    assert "/" in told()  # nothing is old yet, but the evening of 2016
    assert {reverse("event", args=[event.pk]), "/watch/1/"} <= told()
    long_ago = timezone.now() - timedelta(days=400)
    Event.objects.update(starts_at=long_ago)
    Table.objects.update(opened_at=long_ago)
    assert told() == set()
    assert "B. b." not in words_of(stranger.get(reverse("event", args=[event.pk])))
    assert "Anna" in words_of(director.get(reverse("desk", args=[event.pk]) + "find/?q=anna"))
    for _time in range(2):
        assert director.post(address, {"initials_after": ""}).status_code == 302
    lines = SecurityEvent.objects.filter(kind="old_names").order_by("pk")
    assert [line.what_said() for line in lines] == [
        "initials in what is older, in months: 12",
        "never shortened",
    ]
    assert reverse("event", args=[event.pk]) in told()


def test_a_sheet_has_all_names_at_its_table_and_before_everybody_those_that_are_shown(
    new_event: Callable[..., Event], by: Author, club: Club, stranger: Client
) -> None:
    hidden, short, *_others = known(club, HIDDEN, INITIALS, *OTHERS)
    for player, shown in ((hidden, Player.HIDDEN), (short, Player.INITIALS)):
        show_as(player=player, shown=shown, reason="", by=by, submission=uuid4())
    event = a_day_of_pairs(new_event, by)
    place = event.rounds.get().tables.get()
    table = reverse("table", args=[write_secret(place)])
    assert stranger.get(f"{table}sheet.json").json()["names"] == [HIDDEN, "Ben", "Anna", INITIALS]
    watched = reverse("public_table", args=[place.table_id])
    said = ["Somebody", "Ben", "Anna", "Y. P."]
    assert stranger.get(f"{watched}sheet.json").json()["names"] == said
    by_link = Ticket(TABLE, place.table_id, "en", link_id=7)
    for ticket, name in ((by_link, HIDDEN), (by_link._replace(link_id=None), "Somebody + Anna")):
        assert name in draw(ticket.shared).event.decode()
    show_as(player=short, shown=Player.HIDDEN, reason="", by=by, submission=uuid4())
    said = ["Somebody (1)", "Ben", "Anna", "Somebody (4)"]
    assert stranger.get(f"{watched}sheet.json").json()["names"] == said
