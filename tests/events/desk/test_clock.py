"""The clock of a round: what it shows at any moment, and what a director may do to it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.answers import Answer
from tests.events.conftest import signs_in
from tests.events.results.sheets import opens
from tests.events.states import closed
from tests.tables.conftest import FormReader, words_of
from tournaments.common.actions import Refused
from tournaments.events.desk.queries.desk import clock_of
from tournaments.events.desk.services import turn_clock
from tournaments.models import Author, Club, Event, EventChange, Round

EIGHT = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)


class Watch:
    """Says what time it is, to whoever asks Django."""

    def __init__(self) -> None:
        self.now = EIGHT

    def passes(self, **time: float) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(timezone, "now", lambda: watch.now)
    return watch


@pytest.fixture
def played(new_event: Callable[..., Event]) -> Round:
    event = new_event(entries=8, ruleset="sheepshead4-cutthroat", hands=4, minutes=75)
    return opens(event, [1, 2, 3, 4], [5, 6, 7, 8])


@pytest.fixture
def turns(played: Round, by: Author) -> Callable[..., str]:
    """Do something to the clock of the round, and say what it shows then."""

    def turns(turn: str, minutes: int = 0) -> str:
        turn_clock(
            event=played.event,
            number=played.number,
            turn=turn,
            minutes=minutes,
            by=by,
            submission=uuid4(),
        )
        return shown(played)

    return turns


def shown(played: Round) -> str:
    return clock_of(Round.objects.get(pk=played.pk)).reading


def kinds(event: Event) -> list[str]:
    return list(event.changes.exclude(kind="made").values_list("kind", flat=True))


def test_it_runs_down_and_stays_at_nothing(
    played: Round, turns: Callable[..., str], watch: Watch
) -> None:
    assert shown(played) == ""
    assert turns("start", minutes=75) == "75:00"
    watch.passes(minutes=10, seconds=0.5)
    assert shown(played) == "65:00"
    watch.passes(seconds=0.5)
    assert shown(played) == "64:59"
    watch.passes(minutes=90)
    clock = clock_of(Round.objects.get(pk=played.pk))
    assert (clock.reading, clock.is_up, clock.is_running) == ("0:00", True, True)


def test_a_round_begins_with_its_clock_and_only_once(
    played: Round, turns: Callable[..., str], watch: Watch
) -> None:
    turns("start", minutes=75)
    watch.passes(minutes=5)
    assert turns("start", minutes=60) == "60:00"
    assert Round.objects.get(pk=played.pk).started_at == EIGHT


def test_a_pause_keeps_what_is_left(played: Round, turns: Callable[..., str], watch: Watch) -> None:
    turns("start", minutes=75)
    watch.passes(minutes=25)
    assert turns("pause") == "50:00"
    watch.passes(hours=1)
    assert shown(played) == "50:00"
    assert clock_of(Round.objects.get(pk=played.pk)).is_paused
    assert turns("resume") == "50:00"
    watch.passes(minutes=1)
    assert shown(played) == "49:00"


def test_more_or_less_time(played: Round, turns: Callable[..., str], watch: Watch) -> None:
    turns("start", minutes=12)
    assert turns("shift", minutes=5) == "17:00"
    turns("pause")
    assert turns("shift", minutes=-5) == "12:00"
    assert turns("shift", minutes=-15) == "0:00"
    turns("resume")
    assert turns("shift", minutes=5) == "5:00"


def test_time_added_after_the_end_counts_from_now(
    played: Round, turns: Callable[..., str], watch: Watch
) -> None:
    turns("start", minutes=10)
    watch.passes(minutes=30)
    assert turns("shift", minutes=5) == "5:00"
    assert turns("shift", minutes=-10) == "0:00"


def test_taken_away(played: Round, turns: Callable[..., str], watch: Watch) -> None:
    turns("start", minutes=10)
    assert turns("stop") == ""
    turns("start", minutes=10)
    turns("pause")
    assert turns("stop") == ""


def test_what_changes_nothing_is_not_written_down(
    played: Round, turns: Callable[..., str], watch: Watch
) -> None:
    turns("pause")
    turns("resume")
    turns("stop")
    turns("start", minutes=10)
    turns("resume")
    turns("pause")
    turns("pause")
    assert kinds(played.event) == ["clock_started", "clock_paused"]


def test_each_deed_is_written_down_with_what_it_showed(
    played: Round, turns: Callable[..., str], watch: Watch
) -> None:
    turns("start", minutes=75)
    watch.passes(minutes=15)
    turns("shift", minutes=5)
    written = EventChange.objects.get(event=played.event, kind="clock_shifted")
    assert (written.round_number, written.before, written.after) == (1, "60:00", "65:00")
    assert written.who == "Dora"


def test_the_same_press_twice_counts_once(played: Round, by: Author, watch: Watch) -> None:
    submission = uuid4()
    turn_clock(event=played.event, number=1, turn="start", minutes=10, by=by, submission=uuid4())
    for _press in range(2):
        turn_clock(
            event=played.event, number=1, turn="shift", minutes=5, by=by, submission=submission
        )
    assert shown(played) == "15:00"


def test_refused_without_a_clock_or_a_round_that_is_on(
    played: Round, turns: Callable[..., str], by: Author
) -> None:
    with pytest.raises(Refused, match="not set"):
        turns("shift", minutes=5)
    with pytest.raises(Refused, match="not drawn"):
        turn_clock(event=played.event, number=2, turn="start", minutes=5, by=by, submission=uuid4())
    Round.objects.filter(pk=played.pk).update(published_at=None)
    with pytest.raises(Refused, match="Publish the round first"):
        turns("start", minutes=5)
    Round.objects.filter(pk=played.pk).update(**closed())
    with pytest.raises(Refused, match="closed"):
        turns("start", minutes=5)
    assert kinds(played.event) == []


def test_a_closed_round_shows_no_clock(played: Round, turns: Callable[..., str]) -> None:
    turns("start", minutes=75)
    Round.objects.filter(pk=played.pk).update(**closed())
    assert shown(played) == ""


def pressed(director: Client, played: Round, button: str, **more: str) -> Answer:
    """Press one of the buttons on the clock's page."""
    page = director.get(reverse("clock", args=[played.event_id])).content.decode()
    action = reverse(button, args=[played.event_id, played.number])
    assert action in page
    forms = [reverse(name, args=[played.event_id, 1]) for name in ("clock_start", "clock_shift")]
    [form] = [FormReader(page).sent_to(form) for form in forms if f'action="{form}"' in page]
    return director.post(action, form | more)


def test_every_button_of_its_page(played: Round, director: Client) -> None:
    assert pressed(director, played, "clock_start", minutes="75").status_code == 302
    assert pressed(director, played, "clock_shift", by="-5").status_code == 302
    assert shown(played) in ("70:00", "69:59")
    pressed(director, played, "clock_pause")
    page = director.get(reverse("clock", args=[played.event_id]))
    assert "Paused, time left" in words_of(page)
    assert "data-ends-at" not in page.content.decode()
    pressed(director, played, "clock_resume")
    assert "data-ends-at" in director.get(reverse("clock", args=[played.event_id])).content.decode()
    pressed(director, played, "clock_stop")
    assert shown(played) == ""


def test_the_minutes_of_the_settings_stand_in_the_form(played: Round, director: Client) -> None:
    page = director.get(reverse("clock", args=[played.event_id])).content.decode()
    form = FormReader(page).sent_to(reverse("clock_start", args=[played.event_id, 1]))
    assert form["minutes"] == "75"


@pytest.mark.parametrize(
    ("minutes", "sentence"),
    [
        ("", "Say for how many minutes."),
        ("an hour", "Minutes are a whole number"),
        ("0", "At least one minute."),
        ("601", "At most 600 minutes."),
    ],
)
def test_what_was_typed_is_said_to_be_wrong_and_kept(
    minutes: str, sentence: str, played: Round, director: Client
) -> None:
    response = pressed(director, played, "clock_start", minutes=minutes)
    assert response.status_code == 422
    assert sentence in words_of(response)
    assert f'value="{minutes}"' in response.content.decode()
    assert shown(played) == ""


def test_a_refusal_is_said_on_the_page(played: Round, director: Client) -> None:
    page = director.get(reverse("clock", args=[played.event_id])).content.decode()
    form = FormReader(page).sent_to(reverse("clock_start", args=[played.event_id, 1]))
    Round.objects.filter(pk=played.pk).update(**closed())
    action = reverse("clock_start", args=[played.event_id, 1])
    response = director.post(action, form)
    assert response.status_code == 422
    assert "Round 1 is closed." in words_of(response)


def test_back_to_where_it_was_pressed(played: Round, director: Client) -> None:
    pressed(director, played, "clock_start", minutes="75")
    response = pressed(director, played, "clock_pause", **{"from": "desk"})
    assert response["Location"] == reverse("desk", args=[played.event_id])


def test_only_five_minutes_on_or_back(played: Round, director: Client) -> None:
    pressed(director, played, "clock_start", minutes="75")
    assert pressed(director, played, "clock_shift", by="500").status_code == 400


def form_of(client: Client, played: Round, button: str, page: str = "clock") -> dict[str, str]:
    """What a form on a page that is open would send."""
    shown_page = client.get(reverse(page, args=[played.event_id])).content.decode()
    return FormReader(shown_page).sent_to(reverse(button, args=[played.event_id, played.number]))


def both_press(
    clients: list[Client], played: Round, button: str, *, page: str = "clock", **more: str
) -> Answer:
    """Two directors have the same clock before them, and press the same; the second answer."""
    forms = [form_of(client, played, button, page) | more for client in clients]
    address = reverse(button, args=[played.event_id, played.number])
    first, second = [
        client.post(address, form) for client, form in zip(clients, forms, strict=True)
    ]
    assert first.status_code == 302
    return second


@pytest.fixture
def both(club: Club, director: Client) -> list[Client]:
    return [signs_in("Doris", club), director]


@pytest.mark.parametrize("page", ["clock", "desk"])
def test_two_directors_who_give_five_minutes_give_five(
    page: str, played: Round, turns: Callable[..., str], watch: Watch, both: list[Client]
) -> None:
    turns("start", minutes=10)
    told = both_press(both, played, "clock_shift", by="5", page=page)
    assert shown(played) == "15:00"
    assert told.status_code == 422
    said = words_of(told)
    assert "5 minutes were just added (✓ Doris, signed in). The clock shows 15:00" in said
    assert "nothing was added a second time" in said
    again = form_of(both[1], played, "clock_shift") | {"by": "5"}
    both[1].post(reverse("clock_shift", args=[played.event_id, 1]), again)
    assert shown(played) == "20:00"


def test_the_same_while_the_clock_is_held(
    played: Round, turns: Callable[..., str], watch: Watch, both: list[Client]
) -> None:
    turns("start", minutes=20)
    turns("pause")
    told = both_press(both, played, "clock_shift", by="-5")
    assert shown(played) == "15:00"
    assert "5 minutes were just taken off (✓ Doris, signed in)" in words_of(told)


def test_a_clock_that_was_started_meanwhile_is_not_started_anew(
    played: Round, turns: Callable[..., str], watch: Watch, both: list[Client]
) -> None:
    forms = [form_of(client, played, "clock_start") | {"minutes": "75"} for client in both]
    address = reverse("clock_start", args=[played.event_id, 1])
    both[0].post(address, forms[0])
    watch.passes(minutes=1)
    told = both[1].post(address, forms[1])
    assert shown(played) == "74:00"
    assert "The clock was set meanwhile (✓ Doris, signed in). It shows 74:00" in words_of(told)


def test_time_that_only_ran_on_is_no_other_clock(
    played: Round, turns: Callable[..., str], watch: Watch, director: Client
) -> None:
    turns("start", minutes=10)
    form = form_of(director, played, "clock_shift") | {"by": "5"}
    watch.passes(minutes=12)
    director.post(reverse("clock_shift", args=[played.event_id, 1]), form)
    assert shown(played) == "5:00"
