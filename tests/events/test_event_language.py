"""An event has a language: its screens, paper, files and history are in it, whoever asks."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import openpyxl
import pytest
from django.conf import settings
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.answers import Answer, there
from tests.events.browser_form import fills_in, form_on
from tests.events.played import plays, starts
from tests.language import said
from tests.paper.printed import event_pdf, page_texts
from tests.site.test_language import asking, language_of
from tests.tables.conftest import words_of
from tournaments.events.money.services import write_line
from tournaments.live.rendered import draw_event
from tournaments.live.tickets import EVENT, Ticket, read_ticket
from tournaments.models import Author, CashLine, Club, Entry, Event, Player, Series

GERMAN = {
    "Standings": "Rangliste",
    "Start list": "Startliste",
    "Name": "Spieler",
    "no": "nein",
    "Seats": "Sitzplätze",
    "Welcome": "Willkommen",
    "The results": "Die Ergebnisse",
    "No. %(number)s": "Nr. %(number)s",
    "Round %(number)s is being played": "Runde %(number)s läuft",
    "Where you sit: table and seat": "Wo du sitzt",
    "Put into the cash box: %(after)s": "In die Kasse: %(after)s",
}
ESTONIAN = {"Start list": "Nimekiri", "Welcome": "Tere tulemast", "Name": "Nimi"}


@pytest.fixture(autouse=True)
def catalogues(tmp_path: Path) -> Iterator[None]:
    with said(tmp_path, de=GERMAN, et=ESTONIAN):
        yield


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    """German, at a club whose language is Estonian."""
    made = new_event(entries=8, hands=4, rounds=2)
    Club.objects.update(language="et")
    Event.objects.update(language="de")
    return Event.objects.get(pk=made.pk)


def test_who_asks_for_no_language_reads_that_of_the_event_and_else_of_the_club(
    event: Event, director: Client
) -> None:
    series = Series.objects.create(club=event.club, title="Autumn", published_at=event.made_at)
    spoken = {
        reverse("event", args=[event.pk]): "de",
        reverse("event_rules", args=[event.pk]): "de",
        reverse("series", args=[series.pk]): "et",
        reverse("record_book", args=[event.club_id]): "et",
        reverse("desk", args=[event.pk]): "de",
        reverse("club", args=[event.club_id]): "et",
        reverse("club_rules", args=[event.club_id]): "et",
        reverse("account"): "en",
    }
    for address, language in spoken.items():
        assert language_of(director.get(address)) == language, address
        for accepts in ("fr", "*"):
            foreign = director.get(address, headers={"Accept-Language": accepts})
            assert language_of(foreign) == language, address
        assert language_of(director.get(address, headers={"Accept-Language": "en"})) == "en"


def test_whoever_asks_for_a_language_reads_it_everywhere(event: Event) -> None:
    for spoken in ("en", "et"):
        guest = asking(spoken)
        for name in ("event", "event_seats", "event_rules"):
            assert language_of(guest.get(reverse(name, args=[event.pk]))) == spoken


def test_a_new_event_begins_with_the_language_of_its_club(director: Client, club: Club) -> None:
    Club.objects.update(language="et")
    address = reverse("set_up_event", args=[club.pk, "wisconsin"])
    assert form_on(director, address)["language"] == "et"
    fills_in(director, address, title="Karikas")
    fills_in(director, address, title="Pokal", language="de")
    assert dict(Event.objects.values_list("title", "language")) == {"Karikas": "et", "Pokal": "de"}


# On the wall.


def test_the_wall_is_german_whoever_has_switched_it_on(event: Event, director: Client) -> None:
    director.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    for client, own in ((asking("en"), "en"), (asking("et"), "et"), (director, "en")):
        assert language_of(client.get(reverse("event", args=[event.pk]))) == own
        wall = client.get(reverse("event_screen", args=[event.pk]))
        assert language_of(wall) == "de"
        assert "Willkommen" in words_of(wall)
        stream = there(re.search(r'data-stream="/live/([^"/]*)/"', wall.content.decode()))
        assert there(read_ticket(stream.group(1))).language == "de"


def test_the_wall_of_a_table_is_in_the_language_of_its_event(event: Event, by: Author) -> None:
    place = starts(event, by).tables.first()
    assert there(place).table.language == "de"
    Event.objects.update(language="et")
    screen, sheet = (
        reverse(name, args=[there(place).table_id]) for name in ("public_screen", "public_table")
    )
    assert language_of(asking("en").get(screen)) == "et"
    assert language_of(asking("en").get(sheet)) == "en"


def test_another_language_for_the_wall_stands_in_its_address(event: Event) -> None:
    address = reverse("event_screen", args=[event.pk])
    page = Client().get(address, {"lang": "et", "rows": "9"})
    assert language_of(page) == "et"
    assert "Tere tulemast" in words_of(page)
    text = page.content.decode()
    assert '<a href="?lang=de&amp;rows=9" lang="de" hreflang="de">Deutsch</a>' in text
    modes = re.findall(r'<a href="(\?[^"]*)" data-key="\d"', text)
    assert modes
    assert all("lang=et" in each for each in modes)
    for unknown in ("fr", "", "<b>", "de,et"):
        assert language_of(Client().get(address, {"lang": unknown})) == "de"


def test_a_page_that_a_browser_has_is_new_in_another_language(event: Event) -> None:
    address = reverse("event", args=[event.pk])
    tag = asking("en").get(address).headers["ETag"]
    assert asking("en").get(address, headers={"If-None-Match": tag}).status_code == 304
    other = asking("de").get(address, headers={"If-None-Match": tag})
    assert (other.status_code, language_of(other)) == (200, "de")
    screen = reverse("event_screen", args=[event.pk])
    tag = asking("en").get(screen).headers["ETag"]
    assert asking("et").get(screen, headers={"If-None-Match": tag}).status_code == 304
    Event.objects.update(language="et")
    assert asking("et").get(screen, headers={"If-None-Match": tag}).status_code == 200


def test_what_is_pushed_is_drawn_in_the_language_of_the_page(event: Event, by: Author) -> None:
    starts(event, by)
    for language, pushed in (("de", "Runde 1 läuft"), ("en", "Round 1 is being played")):
        ticket = Ticket(EVENT, event.pk, language, view="standing")
        assert pushed in draw_event(ticket).event.decode()


def test_what_tells_namesakes_apart_is_a_part_of_their_names_for_every_reader(
    event: Event, by: Author
) -> None:
    Entry.objects.filter(number__in=(1, 2)).update(name="Anna")
    Player.objects.filter(memberships__entry__number=3).update(shown=Player.HIDDEN)
    plays(event, by)
    address = reverse("event", args=[event.pk])
    for accepts in ("en", "de", "et", "en"):
        page = words_of(asking(accepts).get(address))
        assert all(name in page for name in ("Anna (Nr. 1)", "Anna (Nr. 2)", "Nr. 3"))
        assert "Anna 3" not in page
    Event.objects.update(language="en", version=F("version") + 1)
    assert "Anna (No. 1)" in words_of(asking("de").get(address))


# On paper.


def test_paper_is_german_though_the_director_reads_english(event: Event, director: Client) -> None:
    director.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    standing = asking("en").get(reverse("standing_pdf", args=[event.pk]))
    for paper, word in (
        (event_pdf(director, event, "start-list"), "Startliste"),
        (event_pdf(director, event, "start-list", lang="et"), "Nimekiri"),
        (standing, "Spieler"),
    ):
        assert word in page_texts(paper.content)[0]


def test_the_page_of_papers_prints_in_another_language(event: Event, director: Client) -> None:
    director.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    address = reverse("paper", args=[event.pk])
    page = director.get(address)
    assert language_of(page) == "en"
    assert re.search(r'<option value="de" lang="de" selected>', page.content.decode())
    chosen = director.get(address, {"lang": "et", "paper": "letter"}).content.decode()
    assert re.search(r'<option value="et" lang="et" selected>', chosen)
    where = reverse("event_paper", args=[event.pk, "start-list"])
    assert f'href="{where}?paper=letter&amp;lang=et"' in chosen
    assert '<input type="hidden" name="lang" value="et">' in chosen


def test_lists_for_the_wall_are_printed_in_the_language_of_the_event(
    event: Event, director: Client, by: Author
) -> None:
    director.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    starts(event, by)
    address = reverse("round_lists", args=[event.pk, 1])
    page = director.get(address)
    assert language_of(page) == "de"
    assert "Wo du sitzt" in words_of(page)
    in_english = director.get(address, {"lang": "en"})
    assert "Where you sit" in words_of(in_english)
    pdf = reverse("round_paper", args=[event.pk, 1, "names"])
    assert f'href="{pdf}?lang=en"' in in_english.content.decode()


# In files.


def lines_of(answer: Answer) -> list[str]:
    """What is in a file, read when its thread speaks English again."""
    translation.activate("en")
    return answer.getvalue().decode().removeprefix("\ufeff").splitlines()


def test_files_are_in_the_language_of_the_event_to_the_last_line(
    event: Event, director: Client
) -> None:
    director.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    head, *rows = lines_of(director.get(reverse("take_list", args=[event.pk, "start-list"])))
    assert head.split(",")[1] == "Spieler"
    assert all(",nein," in row for row in rows)
    public = lines_of(asking("en").get(reverse("event_csv", args=[event.pk])))
    assert "Spieler" in public[0]
    book = director.get(reverse("take_workbook", args=[event.pk])).getvalue()
    sheet = openpyxl.load_workbook(io.BytesIO(book))["Startliste"]
    assert sheet["B1"].value == "Spieler"
    people = lines_of(director.get(reverse("take_players", args=[event.club_id, "csv"])))
    assert people[0].split(",")[0] == "Nimi"


def test_a_chart_that_is_kept_is_kept_for_each_language(event: Event, by: Author) -> None:
    plays(event, by)
    address = reverse("event_story", args=[event.pk])
    for accepts, title in (("en", "The results"), ("de", "Die Ergebnisse"), ("en", "The results")):
        assert title in asking(accepts).get(address).content.decode()


def test_the_history_is_german_whoever_pressed_and_whoever_reads(
    event: Event, director: Client, by: Author
) -> None:
    translation.activate("en")
    line = CashLine(kind=CashLine.PUT_IN, amount=500, note="change")
    write_line(event=event, line=line, by=by, submission=uuid4())
    director.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    page = director.get(reverse("history", args=[event.pk]))
    assert language_of(page) == "en"
    assert '<ol class="deeds ruled" lang="de">' in page.content.decode()
    assert "In die Kasse: 5" in words_of(page)
    assert "In die Kasse: 5" in words_of(director.get(reverse("desk", args=[event.pk])))
