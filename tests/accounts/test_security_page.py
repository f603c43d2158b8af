"""Directors see who signed in to what is theirs, and what was done there; nobody else does."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts.events import Kind, note
from accounts.saying import kept_what, said
from tests.events.conftest import signs_in
from tests.languages.whole import LANGUAGES_WHOLE
from tests.tables.conftest import words_of
from tournaments.models import Club
from tournaments.site.views.pages import PAGE

PAGE_OF_IT = "/security/"
ENGLISH = re.compile(
    r"\b(event|round|table|player|into|out|new|name|next|elsewhere|ended|terminal)\b"
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def noted(club: Club, other_club: Club, director: Client, other_director: Client) -> None:
    """Dora and Otto signed in and did something; a copy was made, and somebody guessed."""
    for name, where in (("Dora", club), ("Otto", other_club)):
        user = User.objects.get(username=name)
        note(Kind.SIGN_IN, account=user, network="127.0.0.1")
        note(Kind.REFUSED, account=user, network="192.0.2.7")
        note(
            Kind.ERASED,
            account=user,
            club_id=where.pk,
            club_name=where.name,
            what=kept_what("player", player=7),
        )
    note(Kind.REFUSED, what="a name that nobody has here", network="192.0.2.7")
    note(Kind.BACKUP, what="tonight.sqlite3")


def test_directors_see_the_lines_of_their_clubs(noted: None, director: Client, club: Club) -> None:
    assert 'href="/security/"' in director.get(f"/clubs/{club.pk}/").content.decode()
    words = words_of(director.get(PAGE_OF_IT))
    assert "Erased a person: player 7 Dora · Skat room" in words
    assert "Wrong password Dora · another network" in words
    assert "Signed in Dora · this network" in words
    assert words.index("Erased") < words.index("Wrong password") < words.index("Signed in Dora")
    for others in ("Otto", "Harbour", "tonight", "nobody has"):
        assert others not in words


def test_who_directs_the_same_club_is_seen_and_the_other_clubs_of_his_are_not(
    noted: None, club: Club, other_club: Club
) -> None:
    words = words_of(signs_in("Emma", other_club).get(PAGE_OF_IT))
    assert "Signed in Otto" in words
    assert "Otto · Harbour" in words
    assert "Dora" not in words
    note(Kind.MERGED, account=User.objects.get(username="Otto"), club_id=club.pk, what="player 9")
    assert "player 9" not in words_of(Client().get(PAGE_OF_IT, follow=True))
    emma = Client()
    emma.force_login(User.objects.get(username="Emma"))
    assert "player 9" not in words_of(emma.get(PAGE_OF_IT))


def test_an_administrator_sees_all_and_a_stranger_signs_in_first(noted: None) -> None:
    words = words_of(signs_in("Root", is_admin=True).get(PAGE_OF_IT))
    for each in ("Dora", "Otto", "tonight.sqlite3", "a name that nobody has here"):
        assert each in words
    assert Client().get(PAGE_OF_IT)["Location"].startswith("/sign-in/")
    assert "Nothing was written down yet." in words_of(signs_in("Nina").get(PAGE_OF_IT))


def test_pages_ask_the_database_as_often_for_many_lines(director: Client, club: Club) -> None:
    asked = []
    for count in (1, 2 * PAGE):
        for number in range(count):
            note(Kind.NEW_CODES, club_id=club.pk, club_name=club.name, what=f"event {number}")
        director.get(PAGE_OF_IT)
        with CaptureQueriesContext(connection) as queries:
            director.get(PAGE_OF_IT)
        asked.append(len(queries))
    assert asked[0] == asked[1]
    for wanted, deeds in (("", PAGE), ("?page=2", PAGE), ("?page=3", 1), ("?page=99", 1)):
        assert words_of(director.get(PAGE_OF_IT + wanted)).count("Made new codes") == deeds


@pytest.mark.parametrize(
    ("kept", "what"),
    [
        (kept_what("event", event=7), "event 7"),
        (kept_what("round", event=7, round=2), "event 7, round 2"),
        (kept_what("table", event=7, round=2, table=5), "event 7, round 2, table 5"),
        (kept_what("player", player=7), "player 7"),
        (kept_what("merged", one=7, other=9), "player 7 into player 9"),
        (kept_what("unmerged", one=7, other=9), "player 7 out of player 9"),
        (kept_what("new account"), "a new account"),
        (kept_what("unknown name"), "a name that nobody has here"),
        (kept_what("wait", seconds=30), "the next try in 30 seconds"),
        (kept_what("elsewhere", device="Firefox Linux"), "elsewhere: Firefox Linux"),
        (kept_what("ended", count=2), "sign-ins ended: 2"),
        (kept_what("ended on the terminal", count=2), "sign-ins ended: 2, on the terminal"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES_WHOLE)
def test_what_is_written_down_is_said_in_the_language_of_its_reader(
    kept: str, what: str, language: str
) -> None:
    assert said(kept) == said(what) == what  # lines of earlier versions are English sentences
    with translation.override(language):
        assert said(kept) == said(what)
        assert not ENGLISH.search(said(kept))
        for filled_in in re.findall(r"\d+|Firefox Linux", what):
            assert filled_in in said(what)
    assert said("tonight.sqlite3") == "tonight.sqlite3"


def test_estonian_directors_read_no_english(noted: None, director: Client) -> None:
    director.cookies[settings.LANGUAGE_COOKIE_NAME] = "et"
    words = words_of(director.get(PAGE_OF_IT))
    assert "Inimene kustutatud: mängija 7 Dora · Skat room" in words
