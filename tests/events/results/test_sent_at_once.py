"""The same form ten times at the same moment: one deed, and ten answers that say so."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client

from tests.events.sent_forms import FORMS, Sent, form_token
from tournaments.models import Author, Event

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]

TIMES = 10


@pytest.fixture(params=FORMS, ids=[form.__name__ for form in FORMS])
def sent(request: pytest.FixtureRequest, new_event: Callable[..., Event], by: Author) -> Sent:
    made: Sent = request.param(new_event, by)
    return made


def answers(sent: Sent, forms: list[dict[str, object]]) -> list[int]:
    """The status of each answer, with all sent at once."""
    user = User.objects.get(username="Dora")
    clients = [Client(raise_request_exception=False) for _form in forms]
    for client in clients:
        client.force_login(user)

    def send(at: int) -> int:
        try:
            return clients[at].post(sent.address, forms[at]).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(forms)) as threads:
        return list(threads.map(send, range(len(forms))))


def test_one_deed_and_ten_good_answers(sent: Sent) -> None:
    before, form = sent.done(), form_token() | sent.says
    assert answers(sent, [form] * TIMES) == [302] * TIMES
    assert sent.done() == before + 1


def test_one_deed_and_a_question_to_everybody_who_said_something_else(sent: Sent) -> None:
    before, number = sent.done(), form_token()
    forms = [number | (sent.other if at % 2 else sent.says) for at in range(TIMES)]
    found = answers(sent, forms)
    mine, others = found[::2], found[1::2]
    assert sorted([set(mine) == {302}, set(others) == {302}]) == [False, True]
    assert set(found) == {302, 409}
    assert sent.done() <= before + 1
