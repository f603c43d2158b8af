"""What is printed: every paper opens in a reader and says what it should, to whom it should."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.answers import there
from tests.events.conftest import words_of
from tests.events.played import plays, starts
from tests.events.states import cancelled
from tests.paper.printed import (
    LONG,
    TRICKY,
    a_match,
    an_evening,
    bare,
    event_pdf,
    opened,
    page_texts,
    renamed,
    round_pdf,
)
from tournaments.events.check_in.queries.entries import start_list
from tournaments.models import Author, Entry, Event, Result, Round
from tournaments.paper import printed
from tournaments.paper.parts import start_list_part
from tournaments.paper.press import NotPrinted
from tournaments.paper.services import print_spares
from tournaments.paper.views import EVENT_PAPERS, ROUND_PAPERS


@pytest.fixture
def evening(new_event: Callable[..., Event], by: Author) -> Event:
    return an_evening(new_event, by)


@pytest.fixture
def match(new_event: Callable[..., Event], by: Author) -> Event:
    return a_match(new_event, by)


def has_spares(event: Event, by: Author) -> None:
    """Spare sheets are there only once somebody has given them their numbers."""
    print_spares(event=event, count=2, round_number=0, by=by, submission=uuid4())
    event.refresh_from_db()


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_every_paper_opens_in_a_reader(
    director: Client, evening: Event, match: Event, size: str, by: Author
) -> None:
    for event in (evening, match):
        has_spares(event, by)
    of_each = product(((evening, 2), (match, 1)), [*EVENT_PAPERS, *ROUND_PAPERS])
    for (event, number), paper in of_each:
        if paper in EVENT_PAPERS:
            response = event_pdf(director, event, paper, paper=size, first=1)
            name, title = f"{paper}-{event.pk}.pdf", str(EVENT_PAPERS[paper].title)
        else:
            response = round_pdf(director, event, number, paper, paper=size)
            name, title = f"round-{number}-{paper}-{event.pk}.pdf", f"Round {number}"
        assert response.status_code == 200
        assert response["Content-Type"] == "application/pdf"
        assert response["Content-Disposition"] == f'inline; filename="{name}"'
        assert response["Cache-Control"] == "no-store"
        reader = opened(response.content)
        short, long = sorted(map(float, reader.pages[0].mediabox[2:]))
        wanted = {"a4": (595.28, 841.89), "letter": (612, 792)}[size]
        assert (short, long) == pytest.approx(wanted, abs=0.1)
        assert there(there(reader.metadata).title) == f"{event.title} – {title}"


def test_nothing_but_the_library_s_own_fonts_is_used(director: Client, evening: Event) -> None:
    fonts = set()
    for page in opened(round_pdf(director, evening, 2, "pack").content).pages:
        used: Any = page["/Resources"]
        for font in used.get("/Font", {}).values():
            made = font.get_object()
            assert "/ToUnicode" in made
            fonts.add(made["/BaseFont"].split("+")[1].split("-")[0])
    assert fonts == {"LibertinusSerif", "DejaVuSansMono"}


def test_the_same_data_are_the_same_pages(evening: Event) -> None:
    part = start_list_part(start_list(evening))
    now = timezone.now()
    once, again = (printed(evening, "List", [part], at=now) for _time in range(2))
    assert once == again


def test_the_lists_say_where_everybody_sits(director: Client, evening: Event) -> None:
    (names,) = page_texts(round_pdf(director, evening, 2, "names").content)
    (tables,) = page_texts(round_pdf(director, evening, 2, "tables").content)
    results = Result.objects.filter(round__event=evening, round__number=2)
    for result in results.select_related("entry", "event_table"):
        seat = f"{result.entry.number}{there(result.event_table).number}/{there(result.side) + 1}"
        assert bare(result.entry.name) + seat in bare(names)
        assert f"{there(result.side) + 1}{bare(result.entry.name)}" in bare(tables)


def test_the_start_list_has_everybody_who_is_to_come(director: Client, evening: Event) -> None:
    Entry.objects.create(event=evening, name="Zita", status=Entry.WAITING)
    Entry.objects.create(event=evening, name="Yva", status=Entry.REGISTERED, team="The Aces")
    Entry.objects.create(event=evening, name="Xaver", status=Entry.NO_SHOW)
    Entry.objects.create(event=evening, name="House", status=Entry.HERE, is_house=True, number=99)
    evening.entries.filter(number__lte=3).update(is_paid=True)
    for paper in ("start-list", "start-list-by-number"):
        (text,) = page_texts(event_pdf(director, evening, paper).content)
        for name in (TRICKY, LONG, "Ben", "Zita", "Yva", "The Aces", "waiting list"):
            assert bare(name) in bare(text)
        assert "11 entries" in text
        assert "Xaver " not in text.replace(LONG, "")
        assert "House" not in text
        assert text.count("✓") == 3 + 9
    order = [line.number for line in start_list(evening, by_number=True)]
    assert order == [*range(1, 10), None, None]
    (empty,) = page_texts(event_pdf(director, evening, "start-list-empty").content)
    assert "Ben" not in empty


def test_the_standing_has_every_round_and_the_teams(
    director: Client, stranger: Client, evening: Event
) -> None:
    evening.settings |= {"team_size": 2, "groups": ["Ladies"]}
    evening.version += 1
    evening.save()
    evening.entries.filter(number__in=(1, 2)).update(team="The Aces", groups=["Ladies"])
    shown = stranger.get(reverse("standing_pdf", args=[evening.pk]))
    assert shown.status_code == 200
    text = " ".join(page_texts(shown.content))
    assert "If it ended now" in text
    assert "R1 R2 Total" in text
    assert "+9 – +9" in text
    assert "Ladies" in text
    assert "Teams" in text
    assert "The Aces" in text
    again = stranger.get(
        reverse("standing_pdf", args=[evening.pk]), headers={"if-none-match": shown["ETag"]}
    )
    assert again.status_code == 304
    assert again.content == b""


@pytest.mark.parametrize("name", ["standing_pdf", "rules_pdf"])
def test_what_is_for_all_is_set_once_for_each_state(
    stranger: Client, evening: Event, name: str
) -> None:
    address = reverse(name, args=[evening.pk])
    first = stranger.get(address).content
    worked = getrusage(RUSAGE_CHILDREN)
    assert stranger.get(address).content == first
    assert getrusage(RUSAGE_CHILDREN) == worked
    Event.objects.update(title="Spring cup", version=evening.version + 1)
    assert "Spring cup" in page_texts(stranger.get(address).content)[0]
    assert getrusage(RUSAGE_CHILDREN) != worked


@pytest.mark.made_up
def test_totals_of_five_digits_stand_whole(director: Client, evening: Event) -> None:
    Result.objects.filter(round__event=evening, entry__number=1).update(points=12345)
    Result.objects.filter(round__event=evening, entry__number=4).update(points=-45678)
    Event.objects.update(version=evening.version + 1)
    text = page_texts(event_pdf(director, evening, "standing").content)[0]
    assert "+24690" in text
    assert "−91356" in text


def test_a_hidden_standing_is_hidden_on_paper_too(
    director: Client, stranger: Client, evening: Event
) -> None:
    evening.settings |= {"shows": "at_the_end"}
    evening.version += 1
    evening.save()
    address = reverse("standing_pdf", args=[evening.pk])
    hidden = page_texts(stranger.get(address).content)[0]
    assert "The standings are hidden for now" in hidden
    for entry in evening.entries.all():
        assert bare(entry.name) not in bare(hidden)
    for shown in (director.get(address), event_pdf(director, evening, "standing")):
        text = page_texts(shown.content)[0]
        assert "Not for the wall" in text
        assert bare(LONG) in bare(text)


def test_the_rule_card_is_for_all_once_it_is_published(
    director: Client, stranger: Client, evening: Event
) -> None:
    address = reverse("rules_pdf", args=[evening.pk])
    text = page_texts(stranger.get(address).content)[0]
    assert "Rule card" in text
    assert "Hands for everybody in all: 96 (3 rounds)." in text
    Event.objects.update(published_at=None)
    assert stranger.get(address).status_code == 404
    assert stranger.get(reverse("standing_pdf", args=[evening.pk])).status_code == 404
    assert event_pdf(director, evening, "rules").status_code == 200


def test_everything_lies_in_the_order_in_which_it_is_laid_out(
    director: Client, evening: Event
) -> None:
    pages = page_texts(round_pdf(director, evening, 2, "pack").content)
    marks = [
        "Round 2: everything",
        "Where you sit: table and seat",
        "Who sits at which table",
        "Scan to write this table’s sheet.",
        "Round 2 · 32 hands",
        "40 hands · page 1/2",
        "40 hands · page 2/2",
        "Rule card",
    ]
    assert len(pages) == len(marks)
    for page, mark in zip(pages, marks, strict=True):
        assert mark in page


def test_what_cannot_be_set_is_no_document(evening: Event) -> None:
    with pytest.raises(NotPrinted, match="dictionary does not contain key"):
        printed(evening, "Nothing", [{"kind": "unheard-of"}])


def test_names_may_be_empty(director: Client, new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(entries=4, hands=4, rounds=1)
    starts(event, by)
    renamed(event, "", "", "", "")
    has_spares(event, by)
    for wanted in ROUND_PAPERS:
        assert round_pdf(director, event, 1, wanted).status_code == 200
    for paper in EVENT_PAPERS:
        assert event_pdf(director, event, paper, first=1).status_code == 200


def test_what_is_not_there_is_not_printed(
    director: Client, evening: Event, new_event: Callable[..., Event]
) -> None:
    assert event_pdf(director, evening, "nothing").status_code == 404
    assert round_pdf(director, evening, 2, "nothing").status_code == 404
    assert round_pdf(director, evening, 3, "pack").status_code == 404
    Round.objects.filter(event=evening, number=2).update(**cancelled())
    assert round_pdf(director, evening, 2, "pack").status_code == 404
    assert director.post(reverse("event_paper", args=[evening.pk, "rules"])).status_code == 405


def test_the_page_leads_to_every_paper(
    director: Client, evening: Event, new_event: Callable[..., Event], by: Author
) -> None:
    has_spares(evening, by)
    page = director.get(reverse("paper", args=[evening.pk]), {"paper": "letter", "rows": "36"})
    text = page.content.decode()
    for paper in EVENT_PAPERS:
        address = reverse("event_paper", args=[evening.pk, paper])
        way = {"spare-sheets": "?first=1&amp;paper=letter", "fallback": "", "empty-sheets": ""}
        assert address + way.get(paper, "?paper=letter") in text
    for wanted in ROUND_PAPERS:
        for number in (1, 2):
            address = reverse("round_paper", args=[evening.pk, number, wanted])
            assert f"{address}?paper=letter&amp;rows=36" in text
    assert "Cards and score sheets are here as soon as a draw is accepted." in words_of(
        director.get(reverse("paper", args=[new_event().pk]))
    )


@pytest.mark.parametrize("wanted", ["sheets", "cards", "pack"])
def test_a_large_round_costs_no_more_queries_than_a_small_one(
    director: Client,
    new_event: Callable[..., Event],
    by: Author,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    wanted: str,
) -> None:
    event = new_event(entries=32, hands=4, rounds=1)
    starts(event, by)
    with django_assert_max_num_queries(12):
        assert round_pdf(director, event, 1, wanted).status_code == 200


def test_prizes_and_receipts(director: Client, new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(entries=8, hands=4, rounds=1, fee=1000, payout=(60, 40))
    event.entries.update(is_paid=True)
    plays(event, by)
    (text,) = page_texts(event_pdf(director, event, "prizes").content)
    assert "Place 1" in text
    assert "Anna 1" in text
    assert "the final list is not locked" in text
    (slips,) = page_texts(event_pdf(director, event, "receipts").content)
    assert slips.count("Receipt ") == 2
    assert "Anna 5" in slips
    nobody = page_texts(event_pdf(director, new_event(), "receipts").content)
    assert "Nobody has won money yet." in nobody[0]


def test_who_is_no_director_gets_nothing_private(
    stranger: Client, other_director: Client, evening: Event
) -> None:
    def ask(client: Client) -> list[int]:
        return [
            event_pdf(client, evening, "start-list").status_code,
            round_pdf(client, evening, 2, "cards").status_code,
            client.get(reverse("paper", args=[evening.pk])).status_code,
        ]

    assert ask(stranger) == [302] * 3
    assert ask(other_director) == [404] * 3


def test_the_pages_of_a_round_lead_to_their_papers(director: Client, evening: Event) -> None:
    for name in ("round_lists", "round_cards"):
        page = director.get(reverse(name, args=[evening.pk, 2]))
        assert "As PDF" in words_of(page)
