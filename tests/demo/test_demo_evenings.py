"""The evenings of the demo club."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise

from django.db.models import QuerySet
from django.test import Client, override_settings
from django.utils import timezone
from django.utils.html import escape

from scoring import RULESETS
from scoring.ruleset import NOTHING_CARRIED
from sheets.entries import is_hand
from simulation.demo import play_evening
from simulation.demo.evenings import evenings
from tests.tables.conftest import words_of
from tournaments.models import HandVersion, Seat, Table, TableChange
from tournaments.site.queries import public_evenings
from tournaments.tables.queries import latest_versions, replay_table

FAMILIES = {ruleset.family for ruleset in RULESETS.values()}


def families_of(tables: list[Table]) -> set[str]:
    return {RULESETS[table.ruleset].family for table in tables}


def hands_of(table: Table) -> int:
    return sum(is_hand(version.record) for version in latest_versions(table))


def test_each_family_has_a_finished_and_a_running_evening(
    finished: list[Table], running: list[Table]
) -> None:
    assert families_of(finished) == families_of(running) == FAMILIES
    assert all(16 <= hands_of(table) <= 28 for table in finished)
    assert all(6 <= hands_of(table) <= 12 for table in running)


def test_evenings_end_with_nothing_owed(finished: list[Table]) -> None:
    won = set()
    for table in finished:
        sheet = replay_table(table, latest_versions(table))
        assert sheet.next.carried == NOTHING_CARRIED
        if RULESETS[table.ruleset].target(sheet.options) is not None:
            assert sheet.games[-1].last == len(sheet.rows) - 1
            won |= {game.special for game in sheet.games}
    assert won & {"lambapea", "shutout"}


def lines_of(table: Table) -> Iterator[HandVersion | TableChange]:
    """What was written at a table, in its order."""
    versions = HandVersion.objects.filter(hand__table=table)
    changes = TableChange.objects.filter(table=table)
    lines: list[HandVersion | TableChange] = [*versions, *changes]
    yield from sorted(lines, key=lambda line: line.table_version)


def test_the_clock_of_an_evening(
    finished: list[Table], running: list[Table], played_until: datetime
) -> None:
    for table in (*finished, *running):
        times = [table.opened_at, *(line.made_at for line in lines_of(table))]
        steps = [after - before for before, after in pairwise(times)]
        assert all(timedelta(0) < step < timedelta(minutes=10) for step in steps)
        assert table.ended_at in (None, times[-1])
        since = played_until - times[-1]
        assert since > timedelta(0)
        assert (since < timedelta(minutes=10)) == (table.ended_at is None)


def test_finished_evenings_were_on_the_day_of_their_title(finished: list[Table]) -> None:
    for table in finished:
        began = timezone.localtime(table.opened_at)
        assert table.title.startswith(began.strftime("%A"))
        assert began.date() < timezone.localdate()
        assert began.hour == 19


def test_things_that_happen_at_a_table(tables: QuerySet[Table]) -> None:
    versions = HandVersion.objects.filter(hand__table__in=tables)
    records = [version.record for version in versions]
    assert any("adjustment" in record and record["reason"] for record in records)
    assert sum("seated" in record for record in records) == 2
    assert any(record.get("crack") for record in records)
    assert any(record.get("picker", 0) is None and "card_points" in record for record in records)
    assert any(version.is_withdrawn and version.reason for version in versions)
    assert any(version.number > 1 and not version.is_withdrawn for version in versions)
    assert len({version.who for version in versions}) > 5
    assert TableChange.objects.filter(kind=TableChange.RENAME).exists()
    sheets = [replay_table(table, latest_versions(table)) for table in tables]
    rows = [row for sheet in sheets for row in sheet.rows]
    assert any(row.carries.doubled_hands for row in rows)
    assert any(row.sitting_out for row in rows)
    assert {"doubled_hand", "last_hand"} <= {reason.code for row in rows for reason in row.reasons}


def test_only_who_played_a_hand_is_penalized_for_it(tables: QuerySet[Table]) -> None:
    version = HandVersion.objects.get(record__has_key="adjustment", hand__table__in=tables)
    table, number = version.hand.table, int(version.record["reason"].split()[-1])
    rows = replay_table(table, latest_versions(table)).rows
    assert version.hand.number == number + 1
    payer = version.record["adjustment"].index(min(version.record["adjustment"]))
    assert rows[number - 1].roles[payer] != "out"


def test_nobody_sits_at_two_running_tables(running: list[Table]) -> None:
    names = list(Seat.objects.filter(table__in=running).values_list("name", flat=True))
    assert len(names) == len(set(names))


def test_its_evenings_are_watched_from_the_first_page(
    tables: QuerySet[Table], finished: list[Table]
) -> None:
    newest = max(finished, key=lambda table: table.opened_at)  # whatever day it was yesterday
    client = Client()
    first_page = client.get("/")
    page, words = first_page.content.decode(), words_of(first_page)
    assert words.index("Running now") < words.index("The round table Sheepshead, five-handed")
    assert words.index("Two by the stove") < words.index(f"Finished {newest.title}")
    for table in tables:
        assert f'href="/watch/{table.pk}/">{escape(table.title)}</a>' in page
        assert "why these points" in words_of(client.get(f"/watch/{table.pk}/"))
        for number in (1, 6):
            assert client.get(f"/watch/{table.pk}/hands/{number}/").status_code == 200


def test_the_first_page_counts_hands_and_nothing_else() -> None:
    titles = [evening.table.title for evening in public_evenings()]
    assert len(titles) == len(set(titles))
    for evening in public_evenings():
        played = [
            version
            for version in latest_versions(evening.table)
            if is_hand(version.record) and not version.is_withdrawn
        ]
        assert evening.hands == len(played)
        points = [points for _name, points in evening.standing]
        assert evening.leaders + evening.others == evening.standing
        assert points == sorted(points, reverse=True)


def test_an_evening_speaks_the_language_of_the_site() -> None:
    with override_settings(SHEEPFOLD_LANGUAGE="et"):
        assert play_evening(next(evenings())).language == "et"
