"""Changing an event: what is written down, and what the first draw fixes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from formats.event import EventSettings
from scoring import RULESETS
from tests.events.browser_form import fills_in, form_on
from tests.events.conftest import words_of
from tests.events.setup.setting_up import changes, freeze, history, now, sessions
from tests.events.states import cancelled, closed, drawn, final
from tests.language import said
from tournaments.common.actions import Refused
from tournaments.events.setup.services import LONGEST
from tournaments.models import Author, Club, Event, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club, by: Author) -> Event:
    return sessions(club, by)


@pytest.fixture
def address(event: Event) -> str:
    return f"/desk/{event.pk}/settings/"


def test_a_change_is_kept_in_words(director: Client, event: Event, address: str) -> None:
    answer = fills_in(director, address, title="Oktoberfest 2030", rounds="4", fee="30")
    assert "The settings are saved." in words_of(director.get(answer["Location"]))
    assert (now(event).rounds, now(event).fee, event.title) == (4, 3000, "Oktoberfest 2030")
    assert history(event) == [
        (
            "Title: Oktoberfest; Rounds: 3; Entry fee: 25",
            "Title: Oktoberfest 2030; Rounds: 4; Entry fee: 30",
        )
    ]
    change = event.changes.get(kind="settings")
    assert (change.who, change.event_version, event.version) == ("Dora", 1, 1)


def test_saving_without_a_change_writes_nothing_down(
    director: Client, event: Event, address: str
) -> None:
    assert fills_in(director, address).status_code == 302
    assert history(event) == []
    event.refresh_from_db()
    assert event.version == 0


def test_a_form_sent_twice_is_one_change(director: Client, event: Event, address: str) -> None:
    sent = form_on(director, address) | {"rounds": "4"}
    assert director.post(address, sent).status_code == 302
    assert director.post(address, sent).status_code == 302
    assert len(history(event)) == 1


def test_the_language_is_changed_at_any_time_and_the_history_says_so_in_the_reader_s(
    director: Client, event: Event, address: str, tmp_path: Path
) -> None:
    freeze(event)
    english, german = "Language of paper and screens", "Sprache von Papier und Leinwand"
    with said(tmp_path, de={english: german}):
        fills_in(director, address, language="de")
        fills_in(director, address, title="Herbst")
        with translation.override("de"):
            assert history(event)[0] == (f"{german}: English", f"{german}: Deutsch")
    event.refresh_from_db()
    assert event.language == "de"
    assert history(event)[0] == (f"{english}: English", f"{english}: Deutsch")
    assert fills_in(director, address, language="fr").status_code == 422


def test_house_rules_and_the_game(director: Client, event: Event, address: str) -> None:
    fills_in(director, address, **{"option-all_pass": "redeal"})
    assert history(event)[-1] == (
        "Everybody passes: Leaster: the fewest card points win",
        "Everybody passes: Thrown in and dealt again",
    )
    fills_in(director, f"{address}?game=sheepshead5-coins")
    event.refresh_from_db()
    assert event.ruleset == "sheepshead5-coins"
    assert event.options == RULESETS["sheepshead5-coins"].defaults()
    assert history(event)[-1][1] == "Game: Sheepshead, five-handed (coins)"


def test_another_game_s_tables_are_taken_over(director: Client, event: Event, address: str) -> None:
    fills_in(director, f"{address}?game=sheepshead3-coins")
    assert (now(event).size, event.ruleset) == (5, "sheepshead3-coins")
    assert now(event).odd == "down"


def test_a_very_long_change_loses_no_setting(event: Event, by: Author) -> None:
    changes(
        event,
        by,
        groups=tuple(f"Group number {number} with a long name" for number in range(12)),
        draws=("random", "soft", "random"),
        tie_breaks=("points", "best_round", "last_round", "plus_points", "rounds_won", "shared"),
        payout=tuple([1] * 40),
        place_points=(99, 88, 77, 66, 55, 44, 33, 22),
        rounds=7,
        hands=25,
        shows="before_last",
    )
    rows = event.changes.filter(kind="settings")
    assert len(rows) > 1
    assert all(len(row.before) <= LONGEST >= len(row.after) for row in rows)
    said = " ".join(after for _before, after in history(event))
    assert "Group number 0 with a long name, " in said
    assert "with a long name…" in said
    for label in ("Rounds: 7", "Hands a round: 25", "Groups", "Payout", "until the last round"):
        assert label.replace("Payout", "Per cent for the places") in said
    assert set(event.changes.filter(kind="settings").values_list("event_version", flat=True)) == {1}


def test_after_the_first_draw_the_rule_card_stands(
    director: Client, event: Event, address: str
) -> None:
    freeze(event)
    sent = form_on(director, address)
    fixed = {"hands", "size", "odd", "fee", "yields", "tie-1", "bye_value", "option-all_pass"}
    assert not fixed & sent.keys()
    page = words_of(director.get(address))
    for value in ("double on the bump", "The first draw is accepted", "Best round → Shared place"):
        assert value in page
    forged = sent | {"hands": "99", "fee": "1", "option-all_pass": "redeal", "game": "saskop"}
    before = now(event)
    assert director.post(address, forged).status_code == 302
    assert now(event) == before
    assert event.ruleset == "sheepshead5-bump"
    assert event.options["all_pass"] == "leaster"


def test_what_stays_open_after_the_first_draw(director: Client, event: Event, address: str) -> None:
    freeze(event)
    fills_in(
        director,
        address,
        title="Later",
        place="Elsewhere",
        rounds="4",
        minutes="90",
        capacity="60",
        payout="50 20",
        shows="at_the_end",
        draw_2="soft",
        groups="Ladies",
    )
    changed = now(event)
    assert (event.title, event.place) == ("Later", "Elsewhere")
    assert (changed.rounds, changed.minutes, changed.capacity) == (4, 90, 60)
    assert (changed.payout, changed.shows) == ((50, 20), "at_the_end")
    assert changed.draws == ("random_wishes", "soft")
    assert changed.groups == ("Ladies",)


def test_the_service_itself_refuses_what_is_fixed(event: Event, by: Author) -> None:
    freeze(event)
    fixed: tuple[tuple[str, Any], ...] = (
        ("hands", 25),
        ("size", 6),
        ("yields", "average"),
        ("tie_breaks", ("lot",)),
        ("bye_value", 3),
        ("fee", 1),
        ("counted", "solos"),
        ("best_of", 2),
    )
    for name, value in fixed:
        assert not EventSettings.options()[name].stays_open
        with pytest.raises(Refused, match="fixed since the first draw") as refused:
            changes(event, by, **{name: value})
        assert refused.value.field == name
    assert history(event) == []


def test_not_fewer_rounds_than_were_drawn(director: Client, event: Event, address: str) -> None:
    freeze(event)
    for number, state in ((1, closed()), (2, drawn()), (3, cancelled())):
        Round.objects.create(event=event, number=number, draw="random", hands=20, **state)
    answer = fills_in(director, address, rounds="1")
    assert answer.status_code == 422
    assert "Rounds: Round 2 has been drawn already." in words_of(answer)
    assert 'value="1"' in answer.content.decode()
    assert fills_in(director, address, rounds="2").status_code == 302
    assert now(event).rounds == 2


def test_a_final_event_is_not_changed(director: Client, event: Event, address: str) -> None:
    freeze(event)
    Event.objects.update(**final())
    answer = fills_in(director, address, title="Other")
    assert answer.status_code == 422
    assert "The final list is locked." in words_of(answer)


def test_what_does_not_fit_is_refused_by_the_service(event: Event, by: Author) -> None:
    with pytest.raises(Refused) as refused:
        changes(event, by, draws=("swiss",))
    assert refused.value.field == "draws"


def test_the_settings_are_read_once_and_anew_when_they_change(event: Event) -> None:
    before = event.format
    assert event.format is before
    event.settings["rounds"] = before.rounds + 1
    assert event.format.rounds == before.rounds + 1
