"""A form that comes twice: the same is answered as before, another one asks, nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from tests.events.browser_form import fields_of
from tests.events.sent_forms import FORMS, Sent, end_of_table, form_token
from tests.events.stage import Stage
from tests.tables.conftest import words_of
from tournaments.models import Author, CashLine, Club, Entry, Event, Player, SentForm
from tournaments.people.services.erasing import erase
from tournaments.urls import urlpatterns

HANDS = {"record_hand", "adjust", "correct_hand", "withdraw_hand", "restore_hand"}
"""They show the hand itself beside the other one: tests/tables/test_submissions.py."""

TOTALS = {"keying"}
"""It shows both totals of a table side by side: tests/events/results/test_keying.py."""

PREVIEWS = {"preview", "preview_correction"}
"""They save nothing."""

SAME = form_token()
ASKED = "Sent before, with something else in it"


@pytest.fixture(params=FORMS, ids=[form.__name__ for form in FORMS])
def sent(request: pytest.FixtureRequest, new_event: Callable[..., Event], by: Author) -> Sent:
    made: Sent = request.param(new_event, by)
    return made


def test_the_same_form_twice_has_the_same_answer(sent: Sent, director: Client) -> None:
    before, form = sent.done(), form_token() | sent.says
    first, second = director.post(sent.address, form), director.post(sent.address, form)
    assert first.status_code == 302, words_of(first)
    assert second.status_code == 302, words_of(second)
    assert second["Location"] == first["Location"]
    assert sent.done() == before + 1


def test_another_content_under_the_same_number_shows_both(sent: Sent, director: Client) -> None:
    form = form_token() | sent.says
    assert director.post(sent.address, form).status_code == 302
    after = sent.done()
    asked = director.post(sent.address, form | sent.other)
    assert asked.status_code == 409
    assert ASKED in words_of(asked)
    assert sent.word in words_of(asked)
    assert sent.done() == after


def test_the_second_one_is_sent_as_well_with_everything_typed(
    new_event: Callable[..., Event], director: Client
) -> None:
    event = new_event(entries=4, fee=1000, payout=(50,))
    where = reverse("cash_line", args=[event.pk])
    form = form_token() | {"line-kind": CashLine.PUT_IN, "line-amount": "7", "line-note": "Change"}
    director.post(where, form)
    asked = director.post(where, form | {"line-amount": "70"})
    page = words_of(asked)
    kept, _said, typed = page.rpartition("What it says now")
    assert "Put into the cash box: 7 · Change" in kept
    assert "Amount 70" in typed
    again = fields_of(asked.content.decode(), where)
    assert again["submission"] != form["submission"]
    assert director.post(where, again).status_code == 302
    assert sorted(event.cash.values_list("amount", flat=True)) == [700, 7000]


def test_a_blank_more_or_the_word_searched_for_is_no_other_content(
    new_event: Callable[..., Event], director: Client
) -> None:
    event = new_event()
    where, form = reverse("announce", args=[event.pk]), form_token() | {"text": "Soup is ready"}
    director.post(where, form)
    again = form | {"text": " Soup is ready\r\n", "q": "ann", "reason": ""}
    assert director.post(where, again).status_code == 302
    assert event.announcements.count() == 1


def test_the_same_number_at_another_event_asks(
    new_event: Callable[..., Event], director: Client
) -> None:
    one, other = new_event(), new_event()
    form = form_token() | {"text": "Soup is ready"}
    director.post(reverse("announce", args=[one.pk]), form)
    asked = director.post(reverse("announce", args=[other.pk]), form)
    assert asked.status_code == 409
    assert not other.announcements.exists()


def test_what_was_kept_is_told_to_the_directors_of_the_club_alone(
    new_event: Callable[..., Event], director: Client, other_director: Client
) -> None:
    event = new_event()
    where, form = reverse("announce", args=[event.pk]), form_token() | {"text": "Soup is ready"}
    director.post(where, form)
    asked = other_director.post(where, form | {"text": "Nonsense"})
    assert "Soup is ready" not in words_of(asked)


def test_htmx_puts_the_question_in_the_place_of_the_page(
    new_event: Callable[..., Event], director: Client
) -> None:
    event = new_event()
    anna, ben = (Entry.objects.create(event=event, name=name) for name in ("Anna", "Ben"))
    where, form = reverse("check_in", args=[event.pk]), form_token() | {"deed": "here"}
    director.post(where, form | {"entry": anna.pk})
    asked = director.post(
        where, form | {"entry": ben.pk}, headers={"HX-Request": "true", "HX-Target": "door"}
    )
    assert asked.status_code == 409
    assert asked.headers["HX-Retarget"] == "body"


def test_a_form_refused_before_can_be_sent_with_another_content(
    new_event: Callable[..., Event], director: Client
) -> None:
    event = new_event()
    where, form = reverse("announce", args=[event.pk]), form_token()
    assert director.post(where, form | {"text": ""}).status_code == 422
    assert director.post(where, form | {"text": "Soup is ready"}).status_code == 302


def test_what_was_kept_before_is_answered_as_it_was(
    new_event: Callable[..., Event], director: Client, by: Author
) -> None:
    """A deed from before this was kept has nothing to compare."""
    event = new_event()
    where, form = reverse("announce", args=[event.pk]), form_token() | {"text": "Soup is ready"}
    director.post(where, form)
    SentForm.objects.all().delete()
    assert director.post(where, form | {"text": "Another"}).status_code == 302
    assert event.announcements.count() == 1


def test_a_form_cut_off_before_its_answer_is_answered_the_next_time(
    new_event: Callable[..., Event], director: Client
) -> None:
    event = new_event()
    form = form_token() | {"person-0-name": "Anna Weber", "deed": "here"}
    where = reverse("new_entry", args=[event.pk])
    first = director.post(where, form)
    SentForm.objects.update(answer="")
    again = director.post(where, form, headers={"Referer": f"http://testserver{where}"})
    assert again.status_code == 302
    assert event.entries.count() == 1
    assert first.status_code == 302


def test_a_name_that_was_erased_stands_in_no_form(
    club: Club, new_event: Callable[..., Event], director: Client, by: Author
) -> None:
    event = new_event()
    form = form_token() | {"person-0-name": "Anna Weber", "deed": "here"}
    director.post(reverse("new_entry", args=[event.pk]), form)
    player = Player.objects.get(name="Anna Weber")
    erase(player=player, typed="Anna Weber", reason="Asked", by=by, submission=uuid4())
    kept = [str(value) for row in SentForm.objects.values_list() for value in row]
    assert not [value for value in kept if "anna" in value.lower()]


def test_no_secret_of_a_link_is_kept(
    new_event: Callable[..., Event], director: Client, by: Author
) -> None:
    sent = end_of_table(new_event, by)
    first, again = (director.post(sent.address, SAME | sent.says) for _twice in range(2))
    assert first["Location"] == again["Location"]
    secret = sent.address.split("/")[2]
    assert secret in first["Location"]
    assert secret not in SentForm.objects.get().answer


def test_every_address_looks_up_the_form_first(
    new_event: Callable[..., Event], director: Client
) -> None:
    """Whatever is added later: what was sent before with something else in it asks."""
    stage = Stage(new_event(entries=8, ruleset="sheepshead4-cutthroat", hands=4, rounds=2))
    number = UUID(int=7)
    SentForm.objects.create(submission=number, digest="something else")
    passed = {
        str(pattern.name)
        for pattern in urlpatterns
        if _asks(director, stage, pattern, number) is False
    }
    assert passed == HANDS | TOTALS | PREVIEWS


def _asks(client: Client, stage: Stage, pattern: URLPattern, number: UUID) -> bool:
    try:
        address = stage.address(pattern)
    except KeyError:
        known = {"table_id": stage.place.table_id, "key": "saskop", "number": 1}
        known |= {"player_id": 1, "other_id": 2, "club_id": 1, "listing": "pairs", "ending": "csv"}
        converters = pattern.pattern.converters
        address = reverse(str(pattern.name), kwargs={name: known[name] for name in converters})
    return client.post(address, {"submission": number, "seen_version": 0}).status_code == 409
