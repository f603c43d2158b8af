"""Ratings of a club: the page, its lists, and that every correction reaches them at once."""

from __future__ import annotations

import json
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from scoring.ratings.shrunk_mean import ShrunkMean, population_of, rating_of
from scoring.ratings.synthetic import Assumed, Synthetic, synthetic_club
from tests.records.made_up_club import makes_up
from tournaments.models import Author, Club, Hand, Player, Table
from tournaments.people.queries import people_of
from tournaments.records.queries.figures import Filters
from tournaments.records.queries.ratings import (
    Rated,
    Ratings,
    rating_of_player,
    ratings_of,
    sheets_of,
)
from tournaments.tables.services.hands import correct_hand, record_hand, withdraw_hand
from tournaments.tables.services.tables import open_table

pytestmark = pytest.mark.django_db

GAME = "sheepshead4-cutthroat"
NOBODY = Author()
MADE_UP = synthetic_club(4, Assumed(people=12, nights=9))
PAIRED = synthetic_club(4, Assumed(people=12, nights=12, rounds=3, size=2, pairs="fixed"))
WON = {"picker": 0, "picker_points": 75}
LOST = {"picker": 0, "picker_points": 15}


def list_of(club: Club, ruleset: str = GAME, *, of_pairs: bool = False) -> Ratings:
    people = people_of(club, is_director=True)
    return ratings_of(club, Filters(ruleset), people, of_pairs=of_pairs)


def evening(club: Club, *names: str) -> Table:
    opened = open_table(ruleset_key=GAME, options={}, names=list(names), club=club)
    record_hand(table=opened.table, record=WON, by=NOBODY, submission=uuid4())
    return opened.table


def test_the_page_lists_whom_it_may_and_says_who_has_too_few_rounds(
    club: Club,
    stranger: Client,
    director: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    makes_up(club, GAME, MADE_UP)
    Player.objects.create(club=club, name="Nora New")
    evening(club, "Nora New", "Player 001", "Player 002", "Player 003")
    best = [each.name for each in list_of(club).rated]
    Player.objects.filter(name=best[0]).update(shown=Player.HIDDEN)
    Player.objects.filter(name=best[1]).update(shown=Player.INITIALS)
    address = f"/c/{club.pk}/ratings/"
    with django_assert_num_queries(6):
        page = stranger.get(address).content.decode()
    assert best[0] not in page
    assert best[1] not in page
    assert "P. 0." in page
    apart = page.split("1 player with too few rounds (needed: 30)")[1]
    assert "Nora New" in apart
    assert '<td class="figure">1</td> <td class="figure">29</td>' in " ".join(apart.split())
    assert best[0] in director.get(address).content.decode()
    by_name = stranger.get(f"{address}?sort=name").content.decode()
    names = sorted(best[2:])
    assert sorted(names, key=by_name.index) == names
    listed = stranger.get(f"{address}ratings.csv?ruleset={GAME}").getvalue().decode().splitlines()
    assert listed[0].endswith("Change,Rounds missing")
    assert len(listed) == 1 + 11 + 1  # the head, all but the one who is hidden, the newcomer
    assert listed[-1] == ",Nora New,,,,1,,,29"
    assert stranger.get(f"{address}ratings.xlsx").status_code == 200
    assert stranger.get(f"{address}ratings.pdf").status_code == 404
    before = stranger.get(f"{address}?ruleset={GAME}&to=2023").content.decode()
    assert "Nothing has been played" in before
    for name, words in ((best[2], "Rounds: 36"), ("Nora New", "29 rounds are missing")):
        key = Player.objects.get(name=name).pk
        own = stranger.get(f"/c/{club.pk}/players/{key}/").content.decode()
        assert words in own.replace("from 37", "from 36")  # three have one round more
    Club.objects.update(is_public=False)
    assert stranger.get(address).status_code == 404


def test_a_correction_counts_at_once_and_a_withdrawn_hand_never_was(club: Club) -> None:
    makes_up(club, GAME, MADE_UP)
    people = people_of(club, is_director=True)
    player = Player.objects.get(name="Player 001")

    def rating() -> float:
        found = rating_of_player(player, Filters(GAME), people)
        assert isinstance(found, Rated)
        return found.rating.value

    before, everybody = rating(), [each.rating for each in list_of(club).rated]
    table = evening(club, "Player 001", "Player 002", "Guest", "Other")
    won = rating()
    hand = Hand.objects.get(table=table)
    correct_hand(hand=hand, record=LOST, by=NOBODY, submission=uuid4(), seen_version=1)
    assert won > before > rating()
    withdraw_hand(hand=hand, by=NOBODY, submission=uuid4(), seen_version=2)
    assert [each.rating for each in list_of(club).rated] == everybody
    assert rating_of_player(player, Filters("saskop"), people) is None


def test_the_list_is_what_somebody_finds_who_goes_through_all_sheets(club: Club) -> None:
    players = makes_up(club, GAME, MADE_UP)
    players[12].merged_into = players[1]
    players[12].save()
    slow = ShrunkMean()
    for sheet in sheets_of(club, GAME, people_of(club, is_director=True)):
        slow.learn(sheet)
    population = population_of(slow.sums.values())
    assert population is not None
    found = list_of(club)
    assert len(found.rated) == 11
    for each in found.rated:
        expected = rating_of(slow.sums[each.unit], population)
        assert each.rating == pytest.approx(expected)
    values = [each.rating.value for each in found.rated]
    assert values == sorted(values, reverse=True)
    assert [each.place for each in found.rated] == list(range(1, 12))
    first_year = ratings_of(club, Filters(GAME, until=2024), people_of(club, is_director=True))
    assert {each.sums.sheets for each in first_year.rated} == {8 * 4, 2 * 8 * 4}  # eight nights


@pytest.mark.parametrize(
    ("game", "made", "of_pairs"), [(GAME, MADE_UP, False), ("saskop", PAIRED, True)]
)
def test_a_change_is_told_since_the_last_year_began(
    club: Club, settings: Settings, game: str, made: Synthetic, of_pairs: bool
) -> None:
    settings.SHEEPFOLD_RATED_FROM = 24  # as many rounds as a pair had before the last year
    makes_up(club, game, made)
    now = list_of(club, game, of_pairs=of_pairs)
    assert (now.year, now.tells_apart) == (2025, True)
    assert now.population is not None
    people = people_of(club, is_director=True)
    before = ratings_of(club, Filters(game, until=2024), people, of_pairs=of_pairs)
    earlier = {each.unit: each.sums for each in before.rated}
    assert {each.unit for each in now.rated} == set(earlier)
    for each in now.rated:
        was = rating_of(earlier[each.unit], now.population).value
        assert each.change == pytest.approx(each.rating.value - was)
    assert all(each.change for each in now.rated)


def test_pairs_are_rated_as_one_and_people_with_whoever_it_was(
    club: Club, stranger: Client
) -> None:
    makes_up(club, "saskop", PAIRED)
    pairs = list_of(club, "saskop", of_pairs=True)
    assert len(pairs.rated) == 6
    assert {each.sums.sheets for each in pairs.rated} == {36}
    best = pairs.rated[0]
    alone = {each.unit[0]: each for each in list_of(club, "saskop").rated}
    assert alone[best.unit[0]].sums == alone[best.unit[1]].sums == best.sums
    page = stranger.get(f"/c/{club.pk}/ratings/pairs/").content.decode()
    assert best.name in page
    assert "Rate people, whoever" in page
    assert "Rate fixed pairs" in stranger.get(f"/c/{club.pk}/ratings/").content.decode()
    sheets = list(sheets_of(club, "saskop", people_of(club, is_director=True)))
    assert {len(side.people) for sheet in sheets for side in sheet.sides} == {2}
    assert len(sheets) == len(PAIRED.sheets)


def prints(**options: object) -> str:
    out = StringIO()
    call_command("ratings", stdout=out, **options)
    return out.getvalue()


def test_a_command_prints_the_list_and_judges_the_methods(club: Club, other_club: Club) -> None:
    with pytest.raises(CommandError, match="Say which club"):
        prints()
    with pytest.raises(CommandError, match="no sheets"):
        prints(club="Harbour")
    makes_up(club, GAME, MADE_UP)
    found = json.loads(prints(club="skat ROOM", json=True))
    assert (found["ruleset"], len(found["rated"]), found["missing"]) == (GAME, 12, [])
    listed = prints(club=club.name)
    assert listed.splitlines()[0].startswith("   1. " + found["rated"][0]["name"])
    with pytest.raises(CommandError, match="in pairs"):
        prints(club=club.name, pairs=True)
    judged = json.loads(prints(club=club.name, evaluate=True, json=True, known_from=30))
    by_name = {each["method"]: each for each in judged["methods"]}
    assert by_name["coin"]["log_loss"] == pytest.approx(0.6931, abs=1e-4)
    assert by_name["shrunk mean"]["cases"] > 50
    table = prints(club=club.name, evaluate=True)
    assert "What the shrunk mean said of the favourite" in table
    assert prints(club=club.name, evaluate=True, known_from=99).endswith("no case to judge by.\n")
