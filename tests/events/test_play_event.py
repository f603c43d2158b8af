"""Whole events through the pages, with all mishaps, in every format that clubs can choose."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from formats.presets import PRESETS
from project_tools.steps import ROOT
from simulation.play.browser import Browser
from simulation.play.checks import Checks
from simulation.play.pages import Page
from simulation.play.plan import MISHAPS, EventPlan, known
from simulation.play.play_event import Account, play
from tests.answers import there
from tournaments.models import Club, Event, Result, TotalsVersion

MOST = "schafkopfrennen"
"""The format in which every mishap must be met."""

pytestmark = pytest.mark.django_db


def played(club: Club, plan: EventPlan) -> Account:
    """The account of a day, directed by somebody who has signed in."""
    browser = Browser()
    browser.client.force_login(User.objects.get(username="Dora"))
    return play(club, browser, plan, lambda line: None)


def field_of(preset: str) -> int:
    """A small field that does not come out even: two tables, in one format three."""
    tables, settings = 3 if preset == MOST else 2, PRESETS[preset].settings
    at_a_table = settings.size // 2 if settings.is_pairs else settings.size
    return tables * at_a_table + 1


@pytest.mark.every_format
@pytest.mark.parametrize(("place", "preset"), list(enumerate(PRESETS)))
def test_every_format_stands_its_share_of_the_mishaps(
    club: Club, director: Client, place: int, preset: str
) -> None:
    """Three formats together meet all of them; all in one, and two rounds, is the story below."""
    mishaps, hands = MISHAPS[place % 3 :: 3], PRESETS[preset].settings.size
    rounds = 2 if place % 5 == 0 else 1
    plan = EventPlan(preset, field_of(preset), seed=7, mishaps=mishaps, rounds=rounds, hands=hands)
    account = played(club, plan)
    assert not account.problems, "\n".join(account.problems)
    assert account.checks > 5 * rounds


def test_every_mishap_is_put_right_or_refused_with_a_sentence(club: Club, director: Client) -> None:
    account = played(club, EventPlan(MOST, field_of(MOST), seed=5, rounds=2, hands=4))
    assert account.verdict.startswith("ALL RIGHT")
    assert {name for name in MISHAPS if not account.became(name)} == set()
    never = {name for name in MISHAPS if account.became(name) == {"absent"}}
    assert not never
    assert account.became("stays") == {"met"}


@pytest.mark.one_database
def test_who_comes_late_may_bear_the_name_of_somebody_known(club: Club, director: Client) -> None:
    """The page asks whether it is one of those; the director says somebody new."""
    plan = EventPlan("ladder", 18, seed=5, mishaps=("late",), rounds=1)
    account = played(club, plan)
    assert not account.problems, "\n".join(account.problems)
    assert account.became("late") == {"met"}


@pytest.mark.one_database
def test_the_same_seed_plays_the_same_day(club: Club, director: Client) -> None:
    plan = EventPlan("own", 8, seed=3, mishaps=(), rounds=1, hands=4)
    one, other = played(club, plan), played(club, plan)
    assert [line.text for line in one.lines] == [line.text for line in other.lines]
    assert one.verdict == other.verdict


def test_a_figure_that_is_not_the_sheets_is_found(club: Club, director: Client) -> None:
    account = played(club, EventPlan("own", 8, mishaps=(), rounds=1, hands=4))
    result = Result.objects.filter(event=account.event_id, event_table__isnull=False).first()
    Result.objects.filter(pk=there(result).pk).update(points=there(result).points + 1)
    event = Event.objects.get(pk=account.event_id)
    assert any("stored" in sentence for sentence in Checks().problems(event))
    Result.objects.filter(pk=there(result).pk).update(points=there(result).points)


def test_where_only_good_points_are_written_a_sheet_is_keyed_by_who_won(
    club: Club, director: Client
) -> None:
    account = played(club, EventPlan("nur_gute", 8, mishaps=(), rounds=1, hands=8))
    assert not account.problems, "\n".join(account.problems)
    event = Event.objects.get(pk=account.event_id)
    (sheet,) = TotalsVersion.objects.filter(event_table__round__event=event)
    assert len(sheet.record["lines"]) == 8
    results = Result.objects.filter(event_table=sheet.event_table).order_by("side")
    assert list(results.values_list("points", flat=True)) == sheet.record["points"]


def test_the_command_tells_the_day_and_closes_its_account(
    db: None, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.SHEEPFOLD_LOCAL = True
    call_command("play_event", entries=8, format="own", mishaps="none", rounds=1, hands=4)
    said = capsys.readouterr().out
    assert "The final list is locked." in said
    assert said.strip().splitlines()[-1].startswith("ALL RIGHT")
    assert Club.objects.get().name == "Trial club"
    assert not User.objects.get().is_active


@pytest.mark.one_database
def test_the_command_needs_nothing_but_a_fresh_copy(tmp_path: Path) -> None:
    short = ["--format=own", "--entries=8", "--rounds=1", "--hands=2", "--mishaps=late"]
    said = subprocess.run(
        [sys.executable, "manage.py", "play_event", *short],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "SHEEPFOLD_VAR": str(tmp_path), "SHEEPFOLD_NO_VENV": "1"},
        capture_output=True,
        text=True,
    )
    assert said.stdout.strip().splitlines()[-1].startswith("ALL RIGHT"), said.stderr


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"format": "chess"}, "There is no format chess"),
        ({"mishaps": "late,fire", "club": "Trial"}, "Nobody knows these mishaps: fire"),
        ({}, "name the club in which to play"),
    ],
)
def test_what_cannot_be_played_is_said(
    db: None, settings: Settings, options: dict[str, str], sentence: str
) -> None:
    settings.SHEEPFOLD_LOCAL = False
    with pytest.raises(CommandError, match=sentence):
        call_command("play_event", **options)
    assert not Club.objects.exists()


def test_mishaps_are_named_all_or_one_by_one() -> None:
    assert known(["all"]) == MISHAPS
    assert known([" tie", "late "]) == ("late", "tie")
    assert known(["none"]) == ()


def test_a_page_is_read_as_a_browser_does() -> None:
    page = Page(
        "/",
        422,
        """<form action="/a"><input name="n" value="3"><input type="radio" name="r" value="1">
        <input type="radio" name="r" value="2" checked><select name="s"><option value="x">
        <option value="y" selected></select><textarea name="t">\nText</textarea>
        <button name="deed" value="go">Go</button></form>
        <div role="alert"><h2>Nothing was saved</h2><p>Say <b>why</b>.</p></div><p>else</p>""",
    )
    form = page.form_to("/a")
    assert there(form).fields == {"n": ["3"], "r": ["2"], "s": ["y"], "t": ["Text"]}
    assert there(form).choices == {"r": ["1", "2"], "s": ["x", "y"]}
    assert there(form).buttons == [("deed", "go")]
    assert page.refusal == "Nothing was saved Say why ."
    assert there(form).filled({"n": None, "r": 1}) == {
        "n": [""],
        "r": ["1"],
        "s": ["y"],
        "t": ["Text"],
    }
