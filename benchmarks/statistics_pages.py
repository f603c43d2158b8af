"""What `statistics.py` asks of a club's record book: its pages, and a hand that is new.

Read late: Django has to be set up first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from time import perf_counter, process_time
from typing import Any
from uuid import uuid4

from django.db import connection, transaction
from django.db.models import Sum
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from benchmarks.statistics_evenings import HANDS_A_SHEET
from benchmarks.timing import in_milliseconds
from scoring import RULESETS
from tests.scoring.hands import Table as Deals
from tests.scoring.hands import way_of
from tournaments.models import Author, Club, Hand, PairTally, Player, SheetTally, Table, YearTally
from tournaments.tables.services.hands import record_all, record_hand
from tournaments.tables.services.tables import open_table

GAME = "sheepshead5-wikipedia"
PAIR_GAME = "saskop"
CHAIRS = 5
WITH_PARTNER = {"picker": 0, "partner": 2, "picker_points": 75}
TIMES = 25
NOBODY = Author()
LEAD = re.compile(r'class="lead">([\d., \u202f\xa0]+) hands? ')

Figures = dict[str, Any]


class Book:
    """The record book of a club, and a visitor's browser."""

    def __init__(self, club: Club) -> None:
        self.club, self.client = club, Client()
        rows = YearTally.objects.filter(club=club).values_list("player")
        by_hands = rows.annotate(played=Sum("hands")).order_by("-played", "player")
        self.players = [key for key, _played in by_hands]

    def rows(self) -> dict[str, int]:
        """How much there is."""
        models = (Player, Table, Hand, SheetTally, YearTally, PairTally)
        return {model.__name__: model.objects.count() for model in models}

    def pages(self) -> Figures:
        """Every page that somebody may think of as growing with the hands."""
        return {name: self._page(address) for name, address in self._addresses().items()}

    def _addresses(self) -> dict[str, str]:
        club, players = self.club.pk, self.players
        event = self.club.events.order_by("pk").last()  # a small club may have had none
        book, pairs = reverse("record_book", args=[club]), reverse("record_pairs", args=[club])
        everybody = reverse("record_players", args=[club])
        return {
            "player_most_active": self._player(players[0]),
            "player_median": self._player(players[len(players) // 2]),
            "player_least_active": self._player(players[-1]),
            "club": book,
            "club_one_game": f"{book}?ruleset={GAME}",
            "club_three_years": f"{book}?from=2018&to=2020",
            "players": everybody,
            "players_by_points_per_hand": f"{everybody}?ruleset={GAME}&sort=-per_hand",
            "pairs": f"{pairs}?ruleset={GAME}",
            "pairs_by_share_won": f"{pairs}?ruleset={GAME}&sort=-won",
            "pairs_fixed": f"{pairs}?ruleset={PAIR_GAME}",
            "head_to_head": reverse("record_pair", args=[club, *players[:2]]),
            "ratings": f"{reverse('record_ratings', args=[club])}?ruleset={GAME}",
            "ratings_of_pairs": reverse("record_ratings_pairs", args=[club])
            + f"?ruleset={PAIR_GAME}",
        } | ({"story_of_an_event": reverse("event_story", args=[event.pk])} if event else {})

    def _player(self, key: int) -> str:
        return reverse("record_player", args=[self.club.pk, key])

    def _page(self, address: str) -> Figures:
        answer = self.client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        with CaptureQueriesContext(connection) as asked:
            self.client.get(address)
        queries = len(asked)  # read at once: the next request empties the list
        seconds, worked = [], []
        for _ in range(TIMES):
            began, working = perf_counter(), process_time()
            self.client.get(address)
            seconds.append(perf_counter() - began)
            worked.append(process_time() - working)
        return {
            "queries": queries,
            **in_milliseconds(seconds),
            "processor_ms": in_milliseconds(worked)["median_ms"],
            "bytes": len(answer.content),
        }

    def new_hands(self) -> Figures:
        """Hands at the end of a full evening of those who come most often, one after another."""
        people = list(Player.objects.filter(pk__in=self.players[:CHAIRS]).order_by("pk"))
        table, deals = self._evening(people)
        page = f"{self._player(self.players[0])}?ruleset={GAME}"
        saves, shown, missed = [], [], 0
        before = self._hands_on(page)
        for _hand in range(TIMES):
            record = deals.way(deals)
            began = perf_counter()
            record_hand(table=table, record=record, by=NOBODY, submission=uuid4())
            saves.append(perf_counter() - began)
            after = self._hands_on(page)
            shown.append(perf_counter() - began)
            missed += after != before + 1
            before = after
        with CaptureQueriesContext(connection) as asked:
            record_hand(table=table, record=WITH_PARTNER, by=NOBODY, submission=uuid4())
        return {
            "save": {"queries": len(asked)} | in_milliseconds(saves),
            "until_it_shows": in_milliseconds(shown),
            "not_shown": missed,
        }

    def _evening(self, people: Sequence[Player]) -> tuple[Table, Deals]:
        ruleset = RULESETS[GAME]
        way = way_of(ruleset)
        assert way is not None
        deals = Deals(ruleset, Random("a new hand"), {}, len(people), way)
        names = [player.name for player in people]
        opened = open_table(ruleset_key=GAME, options={}, names=names, club=self.club).table
        records = [deals.way(deals) for _hand in range(HANDS_A_SHEET)]
        with transaction.atomic():
            record_all(table=opened, records=records, by=NOBODY, submission=uuid4())
        return opened, deals

    def _hands_on(self, page: str) -> int:
        found = LEAD.search(self.client.get(page).content.decode())
        assert found is not None
        return int(re.sub(r"\D", "", found.group(1)))
