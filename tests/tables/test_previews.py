"""What a hand would come to while it is typed: asked of the engine, and nothing is kept."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.answers import Answer
from tests.tables.conftest import Director, saved, texts, words_of
from tournaments.models import Hand, HandVersion, Table

PEOPLE = ("Anna", "Ben", "Cora", "Dirk", "Eva")
EIGHT = "picked alone · Won with schneider (91 to 29): +8, the others −2 each."

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(director: Director) -> Table:
    return director.opens("sheepshead5-bump", *PEOPLE, all_pass="doubler")


def preview(director: Director, number: int | None = None, **answers: object) -> Answer:
    """Ask for the preview of the next hand, or of a correction, without saving it."""
    if number is None:
        sent, address = director.form("table"), director.address("preview")
    else:
        sent = director.form("correct_hand", number)
        address = director.address("preview_correction", number)
    kept = Hand.objects.count(), HandVersion.objects.count(), Table.objects.get().version
    response = director.client.post(address, sent | texts(answers))
    assert kept == (Hand.objects.count(), HandVersion.objects.count(), Table.objects.get().version)
    return response


def gets_of(response: Answer) -> list[str]:
    """What stands in the row of each side."""
    return re.findall(r'<b id="gets-\d+"[^>]*>([^<]*)</b>', response.content.decode())


def told_by(response: Answer) -> str:
    """The sentence, without the figures of the rows."""
    return words_of(response).removesuffix(" ".join(["", *filter(None, gets_of(response))]))


@pytest.mark.parametrize(
    ("answers", "words", "gets"),
    [
        (
            {"picker": 0, "partner": 3, "picker_points": 91},
            "Anna picked · Partner: Dirk · Won with schneider (91 to 29): "
            "+4 and +2, the others −2 each.",
            "+4 −2 −2 +2 −2",
        ),
        (
            {"picker": 2, "partner": "none", "picker_points": 61},
            "Cora picked alone · Won (61 to 59): +4, the others −1 each.",
            "−1 −1 +4 −1 −1",
        ),
        (
            {"picker": 2, "partner": 1, "picker_points": 60},
            "Cora picked · Partner: Ben · Lost (60 to 60): −4 and −2, the others +2 each.",
            "+2 −2 −4 +2 +2",
        ),
        ({"picker": "none"}, "Nothing was won or lost: 0 for everybody.", "0 0 0 0 0"),
        (
            {"picker": 4, "result": "won"},
            "Eva picked alone · Won: +4, the others −1 each.",
            "−1 −1 −1 −1 +4",
        ),
    ],
)
def test_the_sentence_and_what_each_gets(
    director: Director, table: Table, answers: dict[str, Any], words: str, gets: str
) -> None:
    response = preview(director, **answers)
    assert told_by(response) == words
    assert gets_of(response) == gets.split()


def test_a_game_of_skat_is_said_with_its_tops(director: Director) -> None:
    director.opens("skat", "Gerda", "Uwe", "Fritz")
    response = preview(director, declarer=0, contract="clubs", result="won")
    assert (
        told_by(response)
        == "Gerda played alone: ♣ Clubs, with or without 1 · Won: +24, the others 0 each."
    )
    response = preview(director, declarer=0, contract="clubs", tops=2, result="won")
    assert told_by(response).startswith("Gerda played alone: ♣ Clubs, with or without 2 · Won: +36")


def test_what_was_chosen_beforehand_is_not_said_where_it_does_not_fit(director: Director) -> None:
    """Without a script nobody can take the usual tops back beside a Null."""
    director.opens("skat", "Gerda", "Uwe", "Fritz")
    assert saved(director.enters(declarer=0, contract="null", result="won"))
    assert "tops" not in director.record()["hands"][0]
    assert saved(director.enters(declarer=1, contract="grand", result="won"))
    assert director.record()["hands"][1]["tops"] == 1
    refused = director.enters(declarer=1, contract="null", tops=3, result="won")
    assert "A Null has no tops" in words_of(refused)


def test_pairs_are_named_by_both(director: Director) -> None:
    director.opens("saskop", "Mart", "Kati", "Jaan", "Liis")
    response = preview(director, makers=1, trump="hearts", card_points=[50, 70])
    assert told_by(response) == "Makers: Kati + Liis, ♥ Hearts · Won (70 to 50): +2, Mart + Jaan 0."
    assert gets_of(response) == ["0", "+2"]


def test_who_sits_out_has_no_share(director: Director) -> None:
    director.opens("sheepshead5-bump", *PEOPLE, "Finn")
    response = preview(director, picker=1, partner=2, picker_points=61)
    words = "Ben picked · Partner: Cora · Won (61 to 59): +2 and +1, the others −1 each."
    assert told_by(response) == words
    assert gets_of(response) == ["", "+2", "+1", "−1", "−1", "−1"]


def test_an_untouched_form_says_nothing(director: Director, table: Table) -> None:
    assert words_of(preview(director)) == ""


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ({"picker": 2}, "Enter the card points, or choose the result."),
        ({"picker_points": 61}, "Say who picked, or that everybody passed."),
    ],
)
def test_what_is_missing_is_a_hint(
    director: Director, table: Table, answers: dict[str, int], sentence: str
) -> None:
    response = preview(director, **answers)
    assert response.status_code == 200
    assert f'<p class="hint">{sentence}</p>' in response.content.decode()
    assert b'class="problem"' not in response.content


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ({"picker": 2, "picker_points": 119}, "nobody can have 119 card points"),
        ({"picker": 2, "picker_points": 121}, "only 0 to 120 is possible"),
        ({"picker": 2, "partner": 2, "picker_points": 61}, "The picker cannot be the own partner"),
        ({"picker": 2, "picker_points": "x"}, "Enter a whole number."),
    ],
)
def test_what_cannot_be_is_a_problem(
    director: Director, table: Table, answers: dict[str, Any], sentence: str
) -> None:
    page = preview(director, **answers).content.decode()
    assert sentence in page[page.index('<p class="problem">') :].split("</p>")[0]
    assert 'class="told"' not in page
    assert re.findall(r'<b id="gets-\d+"[^>]*></b>', page) == re.findall(r"<b id=.*?</b>", page)


def test_a_preview_is_what_saving_then_gives(director: Director, table: Table) -> None:
    answers = {"picker": 3, "partner": 0, "picker_points": 30}
    response = preview(director, **answers)
    words = "Dirk picked · Partner: Anna · Lost with schneider (30 to 90): "
    words += "−8 and −4, the others +4 each."
    assert told_by(response) == words
    assert saved(director.enters(**answers))
    assert director.points_of(1) == [-4, 4, 4, -8, 4]
    assert gets_of(response) == ["−4", "+4", "+4", "−8", "+4"]
    assert words in director.sees("table")


def test_a_correction_names_the_later_hands(director: Director, table: Table) -> None:
    hands: list[dict[str, Any]] = [{"picker": "none"}, *[{"picker": 0, "picker_points": 61}] * 3]
    for answers in hands:
        assert saved(director.enters(**answers))
    words = told_by(preview(director, 1, picker=1, picker_points=91))
    assert words == f"Ben {EIGHT} Hand 2 changes too."
    words = told_by(preview(director, 2, picker="none"))
    assert words == "Nothing was won or lost: 0 for everybody. Hands 3, 4 change too."
    words = told_by(preview(director, 3, picker_points=91))
    assert words == f"Anna {EIGHT}"


def test_a_correction_that_a_later_hand_forbids(director: Director) -> None:
    director.opens("saskop", "Mart", "Kati", "Jaan", "Liis")
    director.enters(makers=0, trump="hearts", card_points=[60, 60])
    director.enters(card_points=[75, 45])
    words = words_of(preview(director, 1, makers=1))
    assert words.startswith("Then hand 2 could not be: A tied hand is replayed with the same")


def test_a_withdrawn_hand_can_be_tried(director: Director, table: Table) -> None:
    director.enters(picker=0, partner="none", picker_points=61)
    director.withdraws(1)
    assert told_by(preview(director, 1, picker_points=91)) == f"Anna {EIGHT}"
    assert director.totals() == [0] * 5


def test_the_count_is_shown_with_it(director: Director, table: Table) -> None:
    response = preview(director, picker=2, picker_points=61, count_aces=3)
    assert words_of(response).endswith(" 71 card points · the others 49 · over-ace")
    assert 'id="count-result" hx-swap-oob="true"' in response.content.decode()


def test_no_count_is_shown_where_no_card_points_are_asked_for(director: Director) -> None:
    director.opens("schafkopf-self", *PEOPLE[:4])
    answers: dict[str, Any] = {"declarer": 0, "contract": "rufspiel", "partner": 2, "result": "won"}
    response = preview(director, **answers)
    words = "Anna played: Rufspiel · Mitspieler: Cora · Won: +1 each, the others −1 each."
    assert told_by(response) == words
    assert "count-result" not in response.content.decode()


def test_only_hands_have_one(director: Director, table: Table) -> None:
    director.adjusts("Revoked", points={0: -2, 1: 2})
    director.seats("join", name="Finn", after=4)
    sent = director.form("table") | {"picker": "1", "picker_points": "61"}
    for number in (1, 2, 3):
        address = director.address("preview_correction", number)
        assert director.client.post(address, sent).status_code == 404


def test_a_bid_is_said_as_a_whole(director: Director) -> None:
    director.opens("sheepshead4-auction", *PEOPLE[:4])
    told = "Bid 73 (13 over): Anna + Cora · Won (80 to 40): +2, Ben + Dirk 0."
    said: dict[str, Any] = {"bidders": 0, "bid-other": "13", "bidder_points": 80}
    assert told_by(preview(director, **said)) == told
    tapped = preview(director, **said, bid=75).content.decode()
    assert "75 is tapped and 73 is typed: leave one of them out." in tapped
    assert told_by(preview(director, bidders=1, bid=90, result="lost_schneider")) == (
        "Bid 90 (30 over): Ben + Dirk · Lost with schneider: −4, Anna + Cora 0."
    )


def test_fixed_pairs_say_how_they_won(director: Director) -> None:
    director.opens("sheepshead4-partners", *PEOPLE[:4])
    words = told_by(preview(director, winner=1, result="won_schneider"))
    assert words == "Won with schneider: Ben + Dirk +2, Anna + Cora −2."


@pytest.mark.parametrize(
    ("said", "slot"),
    [
        ({"picker_points": 95}, 2),
        ({"picker_points": 60}, 4),
        ({"picker_points": 95, "result": "won_schneider"}, 0),
        ({"result": "won"}, 0),
        ({"picker_points": 119}, 0),
    ],
)
def test_the_slot_of_the_typed_card_points_is_shown_and_not_chosen(
    director: Director, table: Table, said: dict[str, Any], slot: int
) -> None:
    page = preview(director, picker=0, partner=1, **said).content.decode()
    assert f'<i id="follows" class="follows-{slot}"' in page


def test_a_game_without_these_slots_shows_none(director: Director) -> None:
    director.opens("saskop", *PEOPLE[:4])
    page = preview(director, makers=0, trump="clubs", card_points=[70, 50]).content.decode()
    assert "follows" not in page
