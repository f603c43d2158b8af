"""Publishing, the rule card, and who may see what of an event before and after."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from formats.event import EventSettings
from formats.presets import PRESETS, Preset
from tests.answers import Answer
from tests.events.browser_form import fills_in, form_on
from tests.events.conftest import signs_in, words_of
from tests.events.states import cancelled, drawn
from tournaments.common.actions import Refused
from tournaments.events.setup.queries import rule_card
from tournaments.events.setup.services import Incomplete, publish_event, unpublish_event
from tournaments.models import Author, Club, Event, EventChange, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    """Complete, but not published."""
    event = new_event(published=False, fee=1000, payout=(50, 20))
    event.place, event.starts_at = "Upstairs", timezone.now()
    event.save()
    return event


def publish_page(event: Event) -> str:
    return f"/desk/{event.pk}/publish/"


def test_a_complete_event_is_published_and_taken_back(
    director: Client, stranger: Client, event: Event
) -> None:
    rules = f"/e/{event.pk}/rules/"
    assert stranger.get(rules).status_code == 404
    assert "Nothing is missing." in words_of(director.get(publish_page(event)))
    fills_in(director, publish_page(event))
    assert stranger.get(rules).status_code == 200
    page = director.get(publish_page(event))
    assert "The event is public" in words_of(page)
    assert f"http://testserver/e/{event.pk}/" in page.content.decode()
    assert "<svg" in page.content.decode()

    fills_in(director, publish_page(event), f"/desk/{event.pk}/unpublish/")
    assert stranger.get(rules).status_code == 404
    kinds = [change.kind for change in event.changes.all()]
    assert kinds == ["made", "published", "unpublished"]


def test_what_is_missing_is_listed(director: Client, stranger: Client, event: Event) -> None:
    Event.objects.update(place="", starts_at=None, ruleset="saskop")
    page = words_of(director.get(publish_page(event)))
    for sentence in (
        "Say on which day and when it begins.",
        "Say where it is.",
        "Game: Fixed pairs play this game.",
    ):
        assert sentence in page
    with pytest.raises(Incomplete) as refused:
        publish_event(event=event, by=Author(), submission=uuid4())
    assert len(refused.value.missing) == 3
    sent = form_on(director, f"/desk/{event.pk}/settings/")
    answer = director.post(publish_page(event), sent)
    assert answer.status_code == 422
    assert "It cannot be published yet" in words_of(answer)
    assert stranger.get(f"/e/{event.pk}/rules/").status_code == 404


def test_publishing_twice_is_one_deed(event: Event, by: Author) -> None:
    submission = uuid4()
    assert not publish_event(event=event, by=by, submission=submission).is_repeat
    assert publish_event(event=event, by=by, submission=submission).is_repeat
    assert publish_event(event=event, by=by, submission=uuid4()).change is None
    assert event.changes.filter(kind="published").count() == 1


def test_once_players_look_up_their_seats_it_stays_public(
    director: Client, event: Event, by: Author
) -> None:
    publish_event(event=event, by=by, submission=uuid4())
    played = Round.objects.create(
        event=event, number=1, draw="random", hands=32, published_at=timezone.now(), **drawn()
    )
    with pytest.raises(Refused, match="it stays public"):
        unpublish_event(event=event, by=by, submission=uuid4())
    page = director.get(publish_page(event)).content.decode()
    assert "unpublish" not in page
    Round.objects.filter(pk=played.pk).update(**cancelled())
    unpublish_event(event=event, by=by, submission=uuid4())
    event.refresh_from_db()
    assert event.published_at is None


PECULIAR = EventSettings(
    hands=30,
    fee=1000,
    payout=(50, 20),
    round_prize=5,
    counted="solos",
    tie_breaks=("solos", "best_round", "lot"),
    late_value=-3,
    capacity=48,
    minutes=90,
    groups=("Ladies",),
    team_size=4,
)


def test_the_rule_card_says_what_counts(stranger: Client, event: Event, by: Author) -> None:
    event.settings = PECULIAR.to_json()
    event.options = event.options | {"all_pass": "redeal"}
    event.save()
    publish_event(event=event, by=by, submission=uuid4())
    answer = stranger.get(f"/e/{event.pk}/rules/")
    page = words_of(answer)
    for words in (
        "Sheepshead, four-handed (cut-throat)",
        "Different here Everybody passes Thrown in and dealt again",
        "Hands by table size: 4 → 32 · 5 → 40. Hands for everybody in a round: 32.",
        "Solos. More solos",
        "Lot. A lot is drawn",
        "Entry fee 10 ",
        "Paid out 50 % – 20 %",
        "5 % of the fees for the best of each",
        "Late entry −3 for each round missed",
        "Also counted solos",
        "Minutes a round 90",
        "Places in all 48",
        "Groups Ladies",
        "Teams members: 4",
        "Standings all the time",
        "http://testserver/e/",
    ):
        assert words in page, words
    assert "<svg" in answer.content.decode()
    assert "whole deal cycles" not in page
    assert page.index("Different here") < page.index("As usual")


def test_a_rule_card_without_peculiarities(stranger: Client, event: Event, by: Author) -> None:
    publish_event(event=event, by=by, submission=uuid4())
    page = words_of(stranger.get(f"/e/{event.pk}/rules/"))
    assert "House rules, all as usual" in page
    assert "Different here" not in page


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.key)
def test_every_format_has_a_rule_card(
    event: Event, preset: Preset, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event.ruleset, event.settings = preset.rulesets[0], preset.settings.to_json()
    with django_assert_num_queries(0):
        card = rule_card(event)
    assert card.follows
    assert card.facts
    assert len(card.ties) == len(preset.settings.tie_breaks)


DIRECTORS = [
    ("clubs/{club}/", "get"),
    ("clubs/{club}/new/", "get"),
    ("clubs/{club}/new/own/", "get"),
    ("clubs/{club}/new/own/", "post"),
    ("desk/{event}/settings/", "get"),
    ("desk/{event}/settings/", "post"),
    ("desk/{event}/publish/", "get"),
    ("desk/{event}/publish/", "post"),
    ("desk/{event}/unpublish/", "post"),
]


def asks(client: Client, address: str, method: str, event: Event) -> Answer:
    answer: Answer = getattr(client, method)(
        "/" + address.format(club=event.club_id, event=event.pk)
    )
    return answer


@pytest.mark.parametrize(("address", "method"), DIRECTORS)
def test_a_stranger_is_asked_to_sign_in(
    stranger: Client, event: Event, address: str, method: str
) -> None:
    before = EventChange.objects.count()
    answer = asks(stranger, address, method, event)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/sign-in/?next=/")
    assert EventChange.objects.count() == before


@pytest.mark.parametrize(("address", "method"), DIRECTORS)
def test_another_club_s_director_finds_nothing(
    other_director: Client, event: Event, address: str, method: str
) -> None:
    assert asks(other_director, address, method, event).status_code == 404


@pytest.mark.parametrize(("address", "method"), DIRECTORS)
def test_somebody_with_an_account_alone_finds_nothing(
    event: Event, address: str, method: str
) -> None:
    assert asks(signs_in("Paula"), address, method, event).status_code == 404


@pytest.mark.parametrize(("address", "method"), [each for each in DIRECTORS if each[1] == "get"])
def test_directors_and_administrators_are_let_in_and_nothing_is_cached(
    director: Client, event: Event, address: str, method: str
) -> None:
    for client in (director, signs_in("Ada", is_admin=True)):
        answer = asks(client, address, method, event)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "no-store"


def test_the_rule_card_before_it_is_public(
    director: Client, other_director: Client, stranger: Client, event: Event
) -> None:
    address = f"/e/{event.pk}/rules/"
    assert director.get(address).status_code == 200
    assert other_director.get(address).status_code == 404
    assert stranger.get(address).status_code == 404


def test_forms_of_an_event_are_protected_against_other_sites(
    director: Client, event: Event
) -> None:
    director.handler.enforce_csrf_checks = True
    assert director.post(publish_page(event), {"submission": str(uuid4())}).status_code == 403


def test_a_form_without_its_number_is_refused(director: Client, event: Event) -> None:
    assert director.post(publish_page(event), {}).status_code == 400
    assert director.post(f"/desk/{event.pk}/settings/", {"title": "X"}).status_code == 400


def test_changed_details_are_checked_again_for_publication(event: Event, club: Club) -> None:
    Event.objects.update(settings=replace(EventSettings(), odd="down").to_json())
    with pytest.raises(Incomplete):
        publish_event(event=event, by=Author(), submission=uuid4())
