"""Score sheets and cards: the right people, lines and columns for every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from formats.games import RoundGame
from tests.events.played import plays, starts
from tests.events.results.sheets import opens
from tests.paper.printed import (
    LONG,
    TRICKY,
    a_match,
    an_evening,
    bare,
    event_pdf,
    opened,
    page_texts,
    round_pdf,
)
from tournaments.events.draw.services.tables import write_secret
from tournaments.models import Author, Event, Member, Player


@pytest.fixture
def evening(new_event: Callable[..., Event], by: Author) -> Event:
    return an_evening(new_event, by)


@pytest.fixture
def match(new_event: Callable[..., Event], by: Author) -> Event:
    return a_match(new_event, by)


def test_a_sheet_for_each_table_with_its_people_and_a_line_for_each_hand(
    director: Client, evening: Event
) -> None:
    played = evening.rounds.get(number=2)
    pages = page_texts(round_pdf(director, evening, 2, "sheets").content)
    four, front, back = pages  # 32 hands fit on a page, 40 do not
    assert four.count("32") == 2  # the hands that are due, and the last line
    assert "33" not in four
    assert "32 hands" in four
    assert "40 hands · page 1/2" in front
    assert "40 hands · page 2/2" in back
    assert "Carry over" in front
    assert "Carried over" in back
    assert "20 5 Carry over" in front
    assert " 40 5 Total" in back
    assert "41" not in back
    for place in played.tables.all():
        sheet = bare("".join(pages[:1] if place.number == 1 else pages[1:]))
        assert f"E{evening.pk}-R2-T{place.number}" in sheet
        for result in place.results.select_related("entry"):
            assert bare(result.entry.name) in sheet
    assert "Solos won" in four
    assert "must be 0" in four
    assert "grey sits out" in front


@pytest.mark.parametrize(
    ("settings", "seats", "hands"),
    [
        ({"size": 4, "hands": 30, "ruleset": "sheepshead4-coins"}, 4, 32),
        ({"size": 5, "hands": 20, "ruleset": "sheepshead5-bump"}, 5, 20),
        ({"size": 5, "hands": 20, "ruleset": "sheepshead5-bump"}, 6, 24),
        ({"size": 3, "hands": 18, "ruleset": "sheepshead3-coins"}, 3, 18),
        ({"size": 3, "hands": 18, "ruleset": "sheepshead3-coins"}, 4, 24),
    ],
)
def test_the_lines_of_a_sheet_are_the_hands_of_its_table(
    director: Client,
    new_event: Callable[..., Event],
    settings: dict[str, Any],
    seats: int,
    hands: int,
) -> None:
    event = new_event(entries=seats, rounds=1, **settings)
    opens(event, list(range(1, seats + 1)))
    (page,) = page_texts(round_pdf(director, event, 1, "sheets").content)
    dealers = " ".join(f"{hand} {(hand - 1) % seats + 1}" for hand in range(1, hands + 1))
    assert dealers in page
    assert f"{hands + 1} " not in page
    assert ("grey sits out" in page) == (seats > settings["size"])


def test_pairs_have_two_columns_and_lines_for_the_longest_game(
    director: Client, match: Event
) -> None:
    pages = page_texts(round_pdf(director, match, 1, "sheets").content)
    assert len(pages) == 2
    for page, numbers in zip(pages, ((1, 2), (3, 4)), strict=True):
        assert page.partition("A game ends")[0].count("Strokes") == 2
        assert "1 game to 12" in page
        assert "24 4 Total" in page
        assert "must be 0" not in page
        assert "Games won" in page
        for number in numbers:
            assert f"Anna {number}" in page
            assert f"Ben {number}" in page
    names = page_texts(round_pdf(director, match, 1, "names").content)[0]
    assert "Ben 5 5 out" in names


def test_several_games_stand_on_one_sheet(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(
        entries=2, unit="pair", size=2, hands=0, games_due=3, ruleset="sasku-karvane12"
    )
    starts(event, by)
    pages = page_texts(round_pdf(director, event, 1, "sheets").content)
    assert "3 games to 12" in pages[0]
    assert "After each game draw a line and begin at 0" in pages[0]
    assert "48 4 Total" in pages[-1]


def test_one_table_alone_and_more_lines_than_are_due(director: Client, evening: Event) -> None:
    (page,) = page_texts(round_pdf(director, evening, 2, "sheets", table=1, rows=12).content)
    assert "12 4 Total" in page
    assert f"E{evening.pk}-R2-T1" in page
    assert round_pdf(director, evening, 2, "sheets", table=9).status_code == 404
    assert round_pdf(director, evening, 2, "cards", table=9).status_code == 404
    odd = round_pdf(director, evening, 2, "sheets", table="x", rows="-4", paper="a9")
    assert len(opened(odd.content).pages) == 3


def test_a_card_has_the_way_to_its_table_and_four_stand_on_a_page(
    director: Client, evening: Event
) -> None:
    (page,) = page_texts(round_pdf(director, evening, 2, "cards").content)
    for place in evening.rounds.get(number=2).tables.all():
        assert f"/t/{write_secret(place)}/" in bare(page)
    assert bare(LONG) in bare(page)
    assert bare(TRICKY) in bare(page)


def test_a_substitute_stands_on_the_sheet_in_whose_seat_he_sits(
    director: Client, evening: Event
) -> None:
    entry = evening.entries.get(number=4)
    entry.members.update(until_round=1)
    cora = Player.objects.create(club=evening.club, name="Cora")
    Member.objects.create(entry=entry, player=cora, from_round=2)
    text = " ".join(page_texts(round_pdf(director, evening, 2, "sheets").content))
    assert "Cora" in text
    assert "Ben" not in text


def test_the_fallback_has_a_sheet_for_every_table_of_every_round(
    director: Client, new_event: Callable[..., Event]
) -> None:
    event = new_event(entries=9, hands=30, rounds=2, ruleset="sheepshead4-coins")
    pages = page_texts(event_pdf(director, event, "fallback").content)
    assert "Without electricity" in pages[0]
    assert "Start list" in pages[1]
    assert pages[2].count("Seat") == 9
    sheets = [page for page in pages if "Signed" in page or "Carry over" in page]
    assert len(sheets) == 2 * 3  # a table of four on one page, one of five on two
    assert [("Round 1" in page, "Round 2" in page) for page in sheets] == [
        *[(True, False)] * 3,
        *[(False, True)] * 3,
    ]
    assert "Standings by hand" in pages[-2]
    assert "Anna 9" in pages[-2]
    more = page_texts(event_pdf(director, event, "fallback", tables=12).content)
    assert sum("Signed" in page for page in more) == 24
    empty = new_event(rounds=1, hands=30)
    assert len(page_texts(event_pdf(director, empty, "fallback").content)) == 6
    for page, table in zip((sheets[0], sheets[3]), (1, 1), strict=True):
        assert f"E{event.pk}-R{1 if page is sheets[0] else 2}-T{table}E" in bare(page)


def test_a_round_with_a_game_of_its_own_has_sheets_of_its_own(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    own = (RoundGame(), RoundGame(ruleset="sheepshead5-bump", size=5, hands=20))
    event = new_event(entries=20, hands=28, rounds=2, ruleset="sheepshead4-coins", round_games=own)
    pages = page_texts(event_pdf(director, event, "fallback").content)
    sheets = [page for page in pages if "Signed" in page]
    assert [page.count("+ / −") for page in sheets] == [4] * 5 + [5] * 4
    assert all("Round 1 · 28 hands" in page for page in sheets[:5])
    assert all("Round 2 · 20 hands" in page for page in sheets[5:])
    assert sum(page.startswith("Table 1 Seat 1") for page in pages) == 2  # lots for both
    plays(event, by, 1)
    starts(event, by, 2)
    later = page_texts(round_pdf(director, event, 2, "sheets").content)
    assert len(later) == 4
    assert all("Round 2 · 20 hands" in page for page in later)
    earlier = page_texts(round_pdf(director, event, 1, "sheets").content)
    assert all("Round 1 · 28 hands" in page for page in earlier)


def test_where_nobody_writes_a_minus_nothing_must_add_up(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=4, hands=4, rounds=1, only_good=True)
    starts(event, by)
    (page,) = page_texts(round_pdf(director, event, 1, "sheets").content)
    assert "must be 0" not in page
    assert page.count("Points") == 4
