"""Who is looked for is found however the name is typed, and stands where a reader looks."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.events.big import big_event
from tests.paper.printed import event_pdf, page_texts, round_pdf
from tests.tables.conftest import words_of
from tournaments.models import Club, Event, Member, Player

pytestmark = [pytest.mark.django_db, pytest.mark.made_up]

NAMES = ("Jörg Müller", "Mõtus Õie", "Žanna Weiß", "Ödön Oberhuber", "Zoe Adam", "Ann O’Neill")
TYPED = (
    ("muller", "Jörg Müller"),
    ("Mueller joerg", "Jörg Müller"),
    ("MÜLLER", "Jörg Müller"),
    ("motus", "Mõtus Õie"),
    ("weiss", "Žanna Weiß"),
    ("huber", "Ödön Oberhuber"),
    ("oneill", "Ann O’Neill"),
    ("o'neill", "Ann O’Neill"),
    ("Jorg Muler", "Jörg Müller"),
)


@pytest.fixture
def event(club: Club) -> Event:
    event = big_event(club, entries=8, closed=1, running=True, rounds=3, names=NAMES)
    for entry in event.entries.all():
        player = Player.objects.create(club=club, name=entry.name)
        Member.objects.create(entry=entry, player=player)
    return event


def found_in(client: Client, address: str, typed: str) -> set[str]:
    page = words_of(client.get(address, {"q": typed}))
    return {name for name in NAMES if name in page}


@pytest.mark.parametrize(("typed", "name"), TYPED)
@pytest.mark.parametrize(
    "page", ["event", "event_seats", "door", "players", "leaving", "record_people"]
)
def test_every_search_finds_somebody_without_dots_with_an_e_and_with_a_slip(
    event: Event, director: Client, typed: str, name: str, page: str
) -> None:
    about = event.club_id if page in ("players", "record_people") else event.pk
    assert found_in(director, reverse(page, args=[about]), typed) == {name}


def test_a_search_for_nothing_but_a_sign_finds_nobody_and_a_number_means_one(
    event: Event, stranger: Client
) -> None:
    address = reverse("event_seats", args=[event.pk])
    assert "0 entries for" in words_of(stranger.get(address, {"q": "..."}))
    assert found_in(stranger, address, " 2 ") == {"Mõtus Õie"}


def test_the_history_is_narrowed_to_somebody_without_dots(event: Event, director: Client) -> None:
    for who in ("Käthe", "Anna"):
        event.changes.create(kind="settings", who=who, event_version=2, reason=f"by {who}")
    page = words_of(director.get(reverse("history", args=[event.pk]), {"who": "kaethe"}))
    assert "by Käthe" in page
    assert "by Anna" not in page


IN_ORDER = ("Ann O’Neill", "Jörg Müller", "Mõtus Õie", "Ödön Oberhuber", "Žanna Weiß", "Zoe Adam")


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("event_seats", {}),
        ("event_screen", {"mode": "seats"}),
        ("players", {}),
        ("take_players", {}),
    ],
)
def test_a_list_from_a_to_z_has_accents_where_their_letters_are(
    event: Event, director: Client, page: str, query: dict[str, str]
) -> None:
    about = event.club_id if "players" in page else event.pk
    named = {"take_players": ["csv"]}.get(page, [])
    response = director.get(reverse(page, args=[about, *named]), query)
    text = response.getvalue().decode()
    places = [text.index(name) for name in IN_ORDER]
    assert places == sorted(places)


def test_the_printed_lists_have_the_same_order_under_plain_letters(
    event: Event, director: Client
) -> None:
    printed = " ".join(page_texts(round_pdf(director, event, 2, "names").content))
    for text in (printed, " ".join(page_texts(event_pdf(director, event, "start-list").content))):
        places = [text.index(name) for name in IN_ORDER]
        assert places == sorted(places)
    assert re.findall(r"(?<= )[A-ZÄÖÜÕŽ](?= )", printed) == ["A", "J", "M", "O", "Z"]
