"""The record book counts what was played, at the club's own tables and at its events."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.events.played import keys, starts
from tournaments.events.results.services.sheets import close_round
from tournaments.events.setup.services import publish_event
from tournaments.events.standings.services import lock_final
from tournaments.models import (
    Author,
    Club,
    CountedSheet,
    Event,
    Feat,
    Hand,
    MonthTally,
    Player,
    SheetTally,
    Table,
    YearTally,
)
from tournaments.records.services.counting import check_club, follow_event, sheet_differences
from tournaments.tables.queries import SheetReading
from tournaments.tables.services.hands import correct_hand, record_hand, withdraw_hand
from tournaments.tables.services.tables import open_table

pytestmark = pytest.mark.django_db

THREE = "sheepshead3-coins"
WON = {"picker": 0, "picker_points": 75}
LOST = {"picker": 1, "picker_points": 29}
RATED = {"rated.sheets": 1, "rated.hands": 4, "rated.sum": 9000, "rated.squares": 20250}
SWEPT = {"picker": 2, "picker_points": 120, "picker_tricks": 10}
NOBODY = Author()


@pytest.fixture(autouse=True)
def known(club: Club) -> None:
    Player.objects.bulk_create(Player(club=club, name=name) for name in ("Anna", "Bert", "Carl"))


def evening(club: Club, *hands: dict[str, Any], day: int = 5) -> Table:
    table = open_table(ruleset_key=THREE, options={}, names=["Anna", "BERT", "Guest"], club=club)
    Table.objects.filter(pk=table.table.pk).update(
        opened_at=timezone.make_aware(datetime(2026, 11, day, 20))
    )
    opened = Table.objects.get(pk=table.table.pk)
    for hand in hands:
        record_hand(table=opened, record=hand, by=NOBODY, submission=uuid4())
    return opened


def year_of(name: str) -> YearTally:
    return YearTally.objects.get(player__name=name, year=2026)


def agrees(club: Club) -> None:
    assert check_club(club, mend=False) == []


def test_an_evening_is_counted_for_those_whom_the_club_knows(club: Club) -> None:
    evening(club, WON, LOST)
    evening(club, WON, day=12)
    anna = year_of("Anna")
    assert (anna.sheets, anna.hands, anna.points) == (2, 3, 2 + 2 + 2)
    assert anna.figures["picker.hands"] == anna.figures["picker.won"] == 2
    bert = Player.objects.get(name="Bert")
    assert anna.others == {
        str(bert.pk): {"against.hands": 3, "against.won": 3, "against.points": 6}
    }
    assert year_of("Bert").figures["schneider.taken"] == 1
    assert not YearTally.objects.filter(player__name="Carl").exists()
    month = MonthTally.objects.get()
    assert (month.month.isoformat(), month.sheets, month.hands) == ("2026-11-01", 2, 3)
    agrees(club)


def test_a_correction_and_a_withdrawal_are_followed_at_once(club: Club) -> None:
    table = evening(club, WON, LOST, SWEPT)
    first = Hand.objects.get(table=table, number=1)
    correct_hand(hand=first, record=LOST, by=NOBODY, submission=uuid4(), seen_version=1)
    assert "picker.hands" not in year_of("Anna").figures
    assert year_of("Bert").figures["picker.hands"] == 2
    for number in (1, 2, 3):
        hand = Hand.objects.get(table=table, number=number)
        withdraw_hand(hand=hand, by=NOBODY, submission=uuid4(), seen_version=hand.version)
    assert (year_of("Anna").sheets, year_of("Anna").figures, year_of("Anna").others) == (0, {}, {})
    assert not SheetTally.objects.exists()
    agrees(club)


def test_what_is_worth_a_toast_is_kept_with_its_hand(club: Club) -> None:
    names = ["Anna", "Bert", "Carl", "Dora"]
    Player.objects.create(club=club, name="Dora")
    table = open_table(ruleset_key="saskop", options={}, names=names, club=club).table
    swept = {"makers": 1, "trump": "clubs", "card_points": [0, 120], "tricks": [0, 9]}
    record_hand(table=table, record=swept, by=NOBODY, submission=uuid4())
    feats = Feat.objects.order_by("player__name").values_list("player__name", "kind", "hand")
    assert list(feats) == [("Bert", "lambapea", 1), ("Dora", "lambapea", 1)]
    withdraw_hand(hand=Hand.objects.get(table=table), by=NOBODY, submission=uuid4(), seen_version=1)
    assert not Feat.objects.exists()


def test_what_is_kept_of_a_sheet_is_read_at_once_with_whatever_is_left_over_of_it(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Feats are asked for by a query of their own where there are any."""
    Player.objects.create(club=club, name="Dora")
    names = ["Anna", "Bert", "Carl", "Dora"]
    table = open_table(ruleset_key="saskop", options={}, names=names, club=club).table
    swept = {"makers": 1, "trump": "clubs", "card_points": [0, 120], "tricks": [0, 9]}
    record_hand(table=table, record=swept, by=NOBODY, submission=uuid4())
    assert len(differences(table)) == 0
    table.club = None
    persons = [
        f"table {table.pk}: the record book differs for player {player.pk}"
        for player in Player.objects.order_by("pk")
    ]
    feats = f"table {table.pk}: the record book has other feats"
    hands = f"table {table.pk}: the record book counts other hands"
    for model, queries, wrong in (
        (SheetTally, 2, [*persons, feats, hands]),
        (Feat, 2, [feats, hands]),
        (CountedSheet, 1, [hands]),
        (MonthTally, 1, []),
    ):
        with django_assert_num_queries(queries):
            assert differences(table) == wrong
        model.objects.all().delete()
    call_command("recompute", verbosity=0)


def differences(table: Table) -> list[str]:
    return sheet_differences(SheetReading(table))


def test_a_table_of_no_club_is_not_counted(db: None) -> None:
    table = open_table(ruleset_key=THREE, options={}, names=["Anna", "Bert", "Carl"]).table
    record_hand(table=table, record=WON, by=NOBODY, submission=uuid4())
    assert not CountedSheet.objects.exists()


def test_a_recomputation_forgets_a_sheet_that_no_club_keeps_any_more(club: Club) -> None:
    Table.objects.filter(pk=evening(club, WON).pk).update(club=None)
    with pytest.raises(CommandError):
        call_command("recompute", check=True, verbosity=0)
    call_command("recompute", verbosity=0)
    assert not SheetTally.objects.exists()
    call_command("recompute", check=True, verbosity=0)
    agrees(club)


def test_an_event_is_counted_once_everybody_may_know(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=4, published=False, rounds=1, hands=4, shows="at_the_end")
    keys(starts(event, by).tables.get(), by, 9, -3, -3, -3)
    assert SheetTally.objects.filter(counts=False).count() == 4
    assert not YearTally.objects.exists()
    Event.objects.update(place="Upper hall", starts_at=timezone.now())
    publish_event(event=event, by=by, submission=uuid4())
    assert not YearTally.objects.exists()  # the standings are hidden to the end
    close_round(event=event, number=1, by=by, submission=uuid4())
    lock_final(event=event, by=by, submission=uuid4())
    best = YearTally.objects.get(points=9)
    assert (best.hands, best.figures) == (4, {"paper.hands": 4, "paper.points": 9, **RATED})
    assert MonthTally.objects.get().hands == 4
    agrees(event.club)


def test_a_match_on_paper_is_in_all_strokes_and_in_no_mean_of_a_hand(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=2, ruleset="saskop", unit="pair", size=2, hands=0, rounds=1)
    keys(starts(event, by).tables.get(), by, 16, 9)
    won, lost = (YearTally.objects.get(player__name=f"Ben {number}") for number in (1, 2))
    assert (won.points, won.hands) == (16, 0)
    assert won.figures == {"totals.evenings": 1, "totals.points": 16, "conceded": 9}
    assert lost.figures == {"totals.evenings": 1, "totals.points": 9, "conceded": 16}
    agrees(event.club)


def test_an_event_that_moves_takes_its_figures_along(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=4, rounds=1, hands=4)
    keys(starts(event, by).tables.get(), by, 9, -3, -3, -3)
    event.refresh_from_db()
    event.starts_at = timezone.make_aware(datetime(2019, 12, 31, 19))
    event.save()
    follow_event(event)
    assert list(YearTally.objects.exclude(sheets=0).values_list("year", flat=True)) == [2019] * 4
    agrees(event.club)
