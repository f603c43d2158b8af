"""What is drawn on paper: dealers' dots, struck rounds, ticks, and every cell of every table."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from tests.events.money.prize_giving import evening_of, gives, locks
from tests.events.played import plays
from tests.events.results.sheets import opens
from tests.languages.whole import LANGUAGES_WHOLE
from tests.paper.parsed import Cell, Table, dots, spots, tables
from tests.paper.printed import LONG, event_pdf, opened, renamed, round_pdf
from tournaments.common.listing import Column, Kind, Listing, Only
from tournaments.events.money.services import pay_part
from tournaments.models import Author, Entry, Event
from tournaments.paper import printed
from tournaments.paper.parts import list_table


def said(table: Table) -> list[list[str]]:
    """The words of each cell."""
    return [[cell.text for cell in row] for row in table]


@pytest.mark.parametrize(("seats", "hands"), [(4, 32), (5, 20), (6, 24)])
def test_each_dot_stands_below_who_deals(
    director: Client, new_event: Callable[..., Event], seats: int, hands: int
) -> None:
    """Six at a table of five: all of them deal, and the dealer sits out."""
    size, ruleset = (4, "sheepshead4-coins") if seats == 4 else (5, "sheepshead5-bump")
    planned = hands if seats == 4 else 20
    event = new_event(entries=seats, rounds=1, size=size, hands=planned, ruleset=ruleset)
    opens(event, list(range(1, seats + 1)))
    (page,) = opened(round_pdf(director, event, 1, "sheets").content).pages
    heads = sorted(spot.x for spot in spots(page) if spot.text == "+ / −")
    assert len(heads) == seats
    below = [sum(head < dot.x for head in heads) for dot in dots(page)]
    assert below == [hand % seats for hand in range(hands)]


def test_a_round_that_does_not_count_is_struck_out(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=4, rounds=2, hands=4, best_of=1)
    for number in (1, 2):
        plays(event, by, number)
    (standing,) = tables(event_pdf(director, event, "standing").content)
    head, winner, *others = standing
    assert [cell.text for cell in head][:6] == ["Pl.", "No.", "Name", "R1", "R2", "Total"]
    assert winner[:3] == [Cell("1."), Cell("1"), Cell("Anna 1")]
    for row in (winner, *others):
        rounds, total = row[3:5], row[5]
        assert [cell.is_struck for cell in rounds].count(True) == 1
        counted = next(cell for cell in rounds if not cell.is_struck)
        assert total == Cell(counted.text)
    page = director.get(reverse("event", args=[event.pk])).content.decode()
    struck = re.findall("<s>(.*?)</s>", page)
    assert struck
    assert struck.count("−3") == 3 * struck.count("+9") == 0.75 * len(struck)
    own = director.get(reverse("event_entry", args=[event.pk, 1])).content.decode()
    assert re.findall("<s>(.*?)</s>", own) == ["+9"]


def test_a_prize_that_was_handed_over_is_ticked(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = locks(evening_of(new_event, by, payout=(50, 30)), by)
    before, *_ = tables(event_pdf(director, event, "prizes").content)
    assert said(before) == [
        ["Prize", "No.", "Name", "Total", "Amount", "Given"],
        ["Place 1", "1", "Anna 1", "+9", "32", ""],
        ["Place 1", "5", "Anna 5", "+9", "32", ""],
    ]
    gives(event, by, 1)
    after, *_ = tables(event_pdf(director, event, "prizes").content)
    assert said(after)[1:] == [
        ["Place 1", "1", "Anna 1", "+9", "32", "✓"],
        ["Place 1", "5", "Anna 5", "+9", "32", ""],
    ]


def test_the_start_list_ticks_who_has_paid_and_who_is_here(
    director: Client, new_event: Callable[..., Event]
) -> None:
    event = new_event(entries=3, fee=1000)
    event.entries.filter(number=2).update(is_paid=True)
    Entry.objects.create(event=event, name="Zita", status=Entry.REGISTERED, is_paid=True)
    (listed,) = tables(event_pdf(director, event, "start-list").content)
    assert said(listed)[:5] == [
        ["No.", "Name", "Paid", "Here"],
        ["1", "Anna 1", "", "✓"],
        ["2", "Anna 2", "✓", "✓"],
        ["3", "Anna 3", "", "✓"],
        ["", "Zita", "✓", ""],
    ]
    assert {text for row in said(listed)[5:] for text in row} == {""}


def test_the_start_list_says_how_much_of_the_fee_is_paid(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=3, fee=1050, payout=(50,))
    for number, cents in ((2, 500), (3, 1050)):
        entry = event.entries.get(number=number)
        pay_part(entry=entry, cents=cents, by=by, submission=uuid4())
    for paper in ("start-list", "start-list-by-number"):
        (listed,) = tables(event_pdf(director, event, paper).content)
        assert said(listed)[:4] == [
            ["No.", "Name", "Paid", "Here"],
            ["1", "Anna 1", "", "✓"],
            ["2", "Anna 2", "5 of 10.50", "✓"],
            ["3", "Anna 3", "✓", "✓"],
        ]


def test_groups_and_teams_have_tables_of_their_own(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8, rounds=1, hands=4, team_size=2, groups=("Ladies",))
    event.entries.filter(number__in=(1, 2)).update(team="The Aces", groups=["Ladies"])
    plays(event, by, 1)
    everybody, ladies, teams = tables(event_pdf(director, event, "standing").content)
    assert len(everybody) == 1 + 8
    assert [row[1:3] for row in said(ladies)[1:]] == [
        ["1", "Anna 1 The Aces"],
        ["2", "Anna 2 The Aces"],
    ]
    assert said(teams) == [["Pl.", "Team", "Total"], ["1.", "The Aces Anna 1, Anna 2", "+6"]]


def test_names_on_the_seat_list_have_one_size_and_no_line_through_them(
    director: Client, new_event: Callable[..., Event]
) -> None:
    event = new_event(entries=8, rounds=1, hands=4)
    renamed(event, LONG, "Maximiliane von Hohenstaufen-Schwarz", "Annaanna" * 5, "Jürgen Ög")
    opens(event, [1, 2, 3, 4], [5, 6, 7, 8])
    for wanted in ("names", "tables"):
        (page,) = opened(round_pdf(director, event, 1, wanted).content).pages
        sizes: set[float] = set()
        baselines: list[float] = []
        lines: list[float] = []

        def text(
            said: str,
            matrix: list[float],
            placed: list[float],
            _font: Any,
            size: float,
            found: tuple[set[float], list[float]] = (sizes, baselines),
        ) -> None:
            if re.search("[a-z]{3}", said) and not re.search("Round|Thursday|sit|room", said):
                found[0].add(round(size * abs(placed[3]) * abs(matrix[3]), 1))
                found[1].append(matrix[3] * placed[5] + matrix[5])

        def line(
            operator: bytes,
            operands: list[Any],
            matrix: list[float],
            _placed: list[float],
            found: list[float] = lines,
        ) -> None:
            if operator == b"l":
                found.append(matrix[3] * float(operands[1]) + matrix[5])

        page.extract_text(visitor_text=text, visitor_operand_before=line)
        assert len(baselines) >= 8
        assert len(sizes) == 1, sizes
        (size,) = sizes
        struck = [y for y in baselines for rule in lines if y + 1 < rule < y + 0.5 * size]
        assert struck == []


@pytest.mark.parametrize("language", ["en", *LANGUAGES_WHOLE])
def test_what_the_code_of_a_sheet_is_for_stands_above_the_names(
    director: Client, new_event: Callable[..., Event], language: str
) -> None:
    event = new_event(entries=4, rounds=1, hands=4)
    renamed(event, *["Theresia Hinterholzer-Oberpriller"] * 4)
    opens(event, [1, 2, 3, 4])
    Event.objects.filter(pk=event.pk).update(language=language)
    with translation.override(language):
        (page,) = opened(round_pdf(director, event, 1, "sheets").content).pages
        caption = gettext("For the desk: which sheet this is")
    (stands,) = [spot for spot in spots(page) if spot.text == caption]
    assert stands.y > max(spot.y for spot in spots(page) if "Hinterholzer" in spot.text) + 12


def test_a_list_on_paper_is_that_of_its_page(new_event: Callable[..., Event]) -> None:
    def struck(number: int) -> bool:
        return number < 0

    columns: list[Column[int]] = [
        Column("Number", lambda number: number, Kind.POINTS, short="No.", struck=struck),
        Column("Twice", lambda number: 2 * number, only=Only.FILE),
        Column("Paid", lambda number: 100 * number, Kind.MONEY, is_bold=True),
        Column("Day", lambda _number: date(2026, 5, 1), Kind.DATE),
        Column("Nothing", lambda _number: None, notes=lambda number: [str(number), "below"]),
        Column("Done", lambda _number: None, only=Only.PAPER, printed=lambda number: number > 3),
    ]
    listing = Listing("a", "A", columns, lambda: [-3, 4], foot=1)
    part = {"kind": "list", "title": "A", "note": None, "tables": [list_table(listing)]}
    (found,) = tables(printed(new_event(), "A", [part]))
    assert said(found) == [
        ["No.", "Paid", "Day", "Nothing", "Done"],
        ["−3", "-3", "1 May 2026", "– -3 below", ""],
        ["+4", "4", "1 May 2026", "– 4 below", "✓"],
        ["+1", "1", "1 May 2026", "– 1 below", ""],
    ]
    assert [row[0].is_struck for row in found] == [False, True, False, False]
    assert [head.text for head in listing.heads()] == ["Number", "Twice", "Paid", "Day", "Nothing"]
