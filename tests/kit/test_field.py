"""The phone's sheet is the server's: drawn by the byte, asked, refused and written on alike."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from kit.field import Field
from scoring import read_record
from tests.kit.games import GAMES, NAMES, played, state
from tournaments.models import Author
from tournaments.tables.services.hands import import_sheet

UNDO = re.compile(
    r'\n<button class="button quiet" type="submit" form="undo-hand">.*?</button>\n', re.DOTALL
)
"""What only whoever is in the network can do."""


def on_the_server(record: dict[str, Any]) -> str:
    """A table with that record; its link."""
    names = list(NAMES[: record["players"]])
    opened = import_sheet(
        record=read_record({**record, "names": names}), by=Author(), submission=uuid4()
    )
    return opened.write_secret


def pages(secret: str, language: str) -> str:
    """The table's page, and who pays whom."""
    client = Client(headers={"accept-language": language})
    found = [client.get(reverse(name, args=[secret])) for name in ("table", "pays")]
    return "".join(UNDO.sub("", page.content.decode()) for page in found)


def same(game: str, language: str) -> None:
    record = played(game)
    secret = on_the_server(record)
    server = pages(secret, language)
    with translation.override(language):
        page = Field(state(record, language, reverse("table", args=[secret]))).page()
    for name in ("coming", "questions", "standing", "sheet", "drawings", "said", "pays"):
        drawn = page[name]
        if "saved great" in drawn:  # on the server it can be undone beside its words
            drawn = drawn.split("<a href=")[0]
        assert drawn.strip(), name
        assert drawn in server, name
    assert f">{page['save_words']}</button>" in server


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_is_drawn_as_on_the_server(game: str) -> None:
    same(game, "en")


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "et"])
@pytest.mark.parametrize("game", ["saskop", "schafkopf"])
def test_so_it_is_in_other_languages(game: str, language: str) -> None:
    same(game, language)


BEGUN = {"ruleset": "sheepshead5-bump", "players": 5, "options": {}, "hands": []}
PICKED = [("dealer", "0"), ("picker", "1"), ("partner", "none"), ("picker_points", "91")]


@pytest.fixture
def field() -> Field:
    return Field(state(BEGUN))


def test_a_hand_is_read_and_lies_on_the_sheet(field: Field) -> None:
    read = field.read(PICKED)
    assert read["record"] == {"picker": 1, "partner": None, "picker_points": 91}
    assert (read["points"], read["dealer"]) == ([-2, 8, -2, -2, -2], 0)

    assert field.add(read["record"], 7) == {"points": {7: [-2, 8, -2, -2, -2]}}
    page = field.page()
    assert page["waiting"] == [{"seq": 7, "number": 1, "place": 1}]
    assert 'id="hand-1"' in page["sheet"]
    assert page["save_words"] == "Save hand 2"

    assert field.remove(7) == {"points": {}}
    assert field.page()["save_words"] == "Save hand 1"


def test_what_cannot_be_is_refused_beside_its_question(field: Field) -> None:
    refused = field.read(
        [("dealer", "0"), ("picker", "1"), ("picker_points", "91"), ("partner", "1")]
    )
    assert "record" not in refused
    assert [name for name, _label, _text in refused["problems"]] == ["partner"]
    assert 'class="problem at-field"' in refused["questions"]
    assert "Nothing was saved yet" in refused["refused"]


def test_a_hand_that_cannot_stand_there_is_not_put_there(field: Field) -> None:
    refused = field.add({"picker": 1, "picker_points": 500}, 1)
    assert "points" not in refused
    assert refused["problem"]
    assert field.waiting == {}


def test_counted_cards_are_put_in(field: Field) -> None:
    tapped = [("count_aces", "4"), ("count_tens", "4"), ("count", "yes")]
    counted = field.read([*PICKED[:3], *tapped])
    assert counted["problems"] == []
    assert re.search(r'name="picker_points" value="\d+"', counted["questions"])


def test_somebody_else_deals(field: Field) -> None:
    page = field.page(2)
    assert '<input type="hidden" name="dealer" value="2">' in page["questions"]
    given = [("dealer", "2"), ("dealer_given", "yes"), *PICKED[1:]]
    assert field.read(given)["record"]["dealer"] == 2


SAT_OUT = {"ruleset": "sheepshead5-bump", "players": 6, "options": {}, "hands": []}


def test_a_hand_that_waits_is_changed_where_it_stands() -> None:
    """Anna deals and sits out of the first hand, Ben of the second."""
    field = Field(state(SAT_OUT))
    taps = [("picker", "2"), ("partner", "none"), ("picker_points", "91")]
    for seq in (3, 4):
        field.add(field.read(taps)["record"], seq)
    first = field.page(held=3)
    assert "Hand 1" in first["coming"]
    assert first["save_words"] == "Save hand 1"
    assert first["place"] == 3
    assert 'id="hand-2"' in first["sheet"]
    refused = field.read([("picker", "0"), *taps[1:]], held=3)
    assert [name for name, _label, _text in refused["problems"]] == ["picker"]
    assert "problems" not in field.read([("picker", "0"), *taps[1:]], held=4)

    changed = [("picker", "1"), *taps[1:]]
    assert "Anneliese" not in field.preview(changed, held=3)["preview"]
    read = field.read(changed, held=3)
    assert read["points"] == [0, 8, -2, -2, -2, -2]
    assert list(field.add(read["record"], 3)["points"]) == [3, 4]
    assert [line["place"] for line in field.page()["waiting"]] == [1, 2]


def test_a_change_that_a_later_hand_forbids_is_not_made() -> None:
    """Without the first hand, Anna would sit out of the second one, in which she picked."""
    field = Field(state(SAT_OUT))
    taps = [("partner", "none"), ("picker_points", "91")]
    field.add(field.read([("picker", "1"), *taps])["record"], 1)
    field.add(field.read([("picker", "0"), *taps])["record"], 2)
    refused = field.remove(1)
    assert refused["problem"].startswith("Then hand 2 could not be: ")
    assert list(field.waiting) == [1, 2]


def test_nothing_is_asked_when_all_hands_are_played() -> None:
    record = played("sheepshead5-bump", 2)
    assert Field({**state(record), "hands_due": 2}).page()["is_done"]
    more = Field({**state(record), "hands_due": 3}).page()
    assert not more["is_done"]
    assert "of 3" in more["coming"]


def test_nothing_is_asked_when_the_game_to_a_target_is_over() -> None:
    record = played("sasku-karvane12", 3)
    told = {**state(record), "hands_due": 0, "games_due": 1}
    ends = [line.game_end is not None for line in Field(told).sheet.lines].index(True)
    until = {**told, "entries": told["entries"][: ends + 1]}
    assert Field(until).page()["is_done"]
    assert not Field({**until, "games_due": 2}).page()["is_done"]
    assert not Field({**until, "entries": told["entries"][:ends]}).page()["is_done"]
    assert not Field({**until, "hands_due": None}).page()["is_done"]
