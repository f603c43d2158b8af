"""Sheets that were printed without names: their codes lead to the table that they were used at."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from formats.games import RoundGame
from tests.answers import Answer
from tests.events.night.rolling_day import CLUB_NIGHT, NINE, come
from tests.events.night.rolling_day import opens as opens_for
from tests.events.played import starts
from tests.paper.printed import bare, event_pdf, page_texts, round_pdf
from tests.tables.conftest import FormReader, words_of
from tournaments.events.draw.services.rounds import cancel_round
from tournaments.models import Author, Event

OWN = (RoundGame(), RoundGame(ruleset="sheepshead5-bump", size=5, hands=20))
"""Four-handed rounds of which the second is five-handed."""


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=20, rounds=2, hands=4, round_games=OWN)


def typed(client: Client, event: Event, code: str) -> Answer:
    """The desk types or scans a code; whatever it leads to."""
    return client.get(reverse("keying", args=[event.pk]), {"table": code}, follow=True)


def sends(client: Client, address: str, page: str, **answers: object) -> Answer:
    """A form of a page as a browser sends it."""
    form = FormReader(client.get(page).content.decode()).sent_to(address)
    return client.post(address, form | answers, follow=True)


def test_an_empty_sheet_names_its_table_whichever_draw_holds(
    director: Client, event: Event, by: Author
) -> None:
    pages = page_texts(event_pdf(director, event, "empty-sheets", round=1, tables=2).content)
    code = f"E{event.pk}-R1-T2E"
    assert [code in bare(page) for page in pages] == [False, True]
    assert event_pdf(director, event, "empty-sheets", round=3).status_code == 404
    early = typed(director, event, code)
    assert early.status_code == 404
    assert "not drawn yet" in words_of(early)

    starts(event, by)
    cancel_round(event=event, number=1, reason="", anyway=False, by=by, submission=uuid4())
    starts(event, by)
    page = typed(director, event, "r1-t2e")
    assert (page.context["row"].place.number, page.context["round"].attempt) == (2, 2)
    assert "printed without names" in words_of(page)
    drawn = typed(director, event, "R1B-T2")
    assert drawn.context["row"].place == page.context["row"].place
    assert "printed without names" not in words_of(drawn)
    assert typed(director, event, "R1-T9E").status_code == 404
    assert typed(director, event, f"E{event.pk + 1}-R1-T2E").status_code == 404


def test_a_spare_sheet_has_a_number_and_is_said_once_to_be_of_a_table(
    director: Client, event: Event, by: Author
) -> None:
    paper, make = (reverse(name, args=[event.pk]) for name in ("paper", "print_spares"))
    sends(director, make, paper, round="2", tables="3")
    form = FormReader(director.get(paper).content.decode()).sent_to(make)
    for _tap in range(2):  # a second tap on the same form prints nothing more
        page = director.post(make, form | {"round": "0", "tables": "1"}, follow=True)
    assert "Spare sheets S1 to S3" in words_of(page)
    assert "Spare sheet S4" in words_of(page)
    five = page_texts(event_pdf(director, event, "spare-sheets", first=1).content)
    assert [f"E{event.pk}-S{nth}" in bare(five[nth - 1]) for nth in (1, 2, 3)] == [True] * 3
    assert five[0].count("+ / −") == 5  # as the second round plays
    (four,) = page_texts(event_pdf(director, event, "spare-sheets", first=4).content)
    assert four.count("+ / −") == 4
    assert event_pdf(director, event, "spare-sheets", first=2).status_code == 404

    unknown = typed(director, event, "S5")
    assert unknown.status_code == 404
    assert "No spare sheet with this number was printed." in words_of(unknown)
    assert "No round has tables yet" in words_of(typed(director, event, "S4"))
    starts(event, by)
    asked = reverse("spare_sheet", args=[event.pk, 4])
    early = FormReader(typed(director, event, "s4").content.decode()).sent_to(asked)
    nowhere = sends(director, asked, asked, round="1", table="9")
    assert nowhere.status_code == 422
    assert "no table 9 in round 1" in words_of(nowhere)
    found = sends(director, asked, asked, round="1", table="3")
    assert found.context["row"].place.number == 3
    assert "printed without names" in words_of(found)
    again = typed(director, event, f"E{event.pk}-S4")
    assert again.context["row"].place == found.context["row"].place
    other = director.post(asked, early | {"round": "1", "table": "2"})
    assert other.status_code == 422
    assert "said to be of table 3 in round 1" in words_of(other)
    history = words_of(director.get(reverse("history", args=[event.pk])))
    assert "Spare sheet S4 is of table 3, round 1" in history

    cancel_round(event=event, number=1, reason="", anyway=False, by=by, submission=uuid4())
    assert "was cancelled" in words_of(typed(director, event, "S4"))


def test_the_pile_of_a_free_night_has_numbered_sheets(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(**CLUB_NIGHT)
    come(event, by, *NINE)
    paper, make = (reverse(name, args=[event.pk]) for name in ("paper", "print_pile"))
    sends(director, make, paper, tables="0")
    form = FormReader(director.get(paper).content.decode()).sent_to(make)
    for _tap in range(2):  # the same pile, however often the button is pressed
        answer = director.post(f"{make}?paper=letter", form | {"tables": "2"})
        assert answer["Location"].endswith("fallback.pdf?paper=letter&tables=2&first=1")
    pages = page_texts(director.get(answer["Location"]).content)
    sheets = [bare(page) for page in pages if "Signed" in page]
    assert [f"E{event.pk}-S{nth}" in sheets[nth - 1] for nth in range(1, 5)] == [
        True
    ] * 4  # of two rounds
    assert any("asks once of which table it is" in page for page in pages)
    assert "Spare sheets S1 to S4" in words_of(director.get(paper))

    asked = reverse("spare_sheet", args=[event.pk, 2])
    assert "No table was opened yet" in words_of(director.get(asked))
    opens_for(event, by, 1, 2, 3)
    opens_for(event, by, 4, 5, 6)
    assert "Choose one of the tables." in words_of(sends(director, asked, asked, place=""))
    page = director.get(asked)
    tables = dict(page.context["form"].fields["place"].choices)
    (place,) = [key for key, words in tables.items() if "Ada" in words]  # in order of the seats
    assert "Ben" in tables[place]
    found = sends(director, asked, asked, place=place)
    assert found.context["row"].place.round == event.rounds.get(number=1)
    assert all(name in words_of(found) for name in ("Ada", "Ben", "Cleo"))


def test_how_many_spare_sheets_must_be_said_in_sense(director: Client, event: Event) -> None:
    paper, make = (reverse(name, args=[event.pk]) for name in ("paper", "print_spares"))
    wrong = sends(director, make, paper, round="2", tables="999")
    assert wrong.status_code == 422
    assert "from 1 to 250" in words_of(wrong)
    assert "Spare sheets S1" not in words_of(director.get(paper))


def test_the_rules_of_its_game_stand_on_the_back_of_each_leaf(
    director: Client, event: Event, by: Author
) -> None:
    spoken = event.settings | {"penalties": "\n".join(f"Offence {n}: a warning" for n in range(60))}
    event.settings = spoken
    event.save()
    pages = page_texts(
        event_pdf(director, event, "empty-sheets", round=2, tables=2, back="rules").content
    )
    assert ["Rule card" in page for page in pages] == [False, True] * 2
    assert "Whatever does not stand here is as usual in this game." in pages[1]
    assert "Offence 59" in pages[1]  # however long the card is, it is one page
    starts(event, by)
    pages = page_texts(round_pdf(director, event, 1, "sheets", back="rules", table=1).content)
    assert ["Rule card" in page for page in pages] == [False, True]
    assert "20 hands" not in pages[0]
