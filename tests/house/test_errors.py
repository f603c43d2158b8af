"""What is answered when something went wrong says so, whatever else is broken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import OperationalError
from django.test import Client, RequestFactory, override_settings
from django.views import defaults

from config.errors import SENTENCES, answer_failure

NO_FILES = {"staticfiles": {"BACKEND": "config.hashed.HashedFiles"}}
"""As on a server where nobody has collected the style sheets: no page can name them."""


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[None]:
    with override_settings(STATIC_ROOT=tmp_path, STORAGES=NO_FILES):
        yield


def test_pages_about_mistakes_are_answered_even_where_no_page_can_be_made(broken: None) -> None:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    answers = [
        client.get("/nowhere/"),
        client.get("/", headers={"host": "elsewhere.example"}),
        client.post("/sign-in/", {"username": "dora"}),
    ]
    assert [answer.status_code for answer in answers] == [404, 400, 403]
    for answer in answers:
        assert str(SENTENCES[answer.status_code]) in answer.content.decode()
    with pytest.raises(ValueError, match="staticfiles manifest"):
        defaults.page_not_found(RequestFactory().get("/nowhere/"), Exception())


@pytest.mark.parametrize(("problem", "status"), [(ZeroDivisionError, 500), (OperationalError, 503)])
def test_faults_of_ours_are_told_even_where_no_page_can_be_made(
    broken: None, problem: type[OperationalError | ZeroDivisionError], status: int
) -> None:
    try:
        raise problem("database is locked")
    except problem:
        answer = answer_failure(RequestFactory().get("/"))
    assert answer.status_code == status
    assert str(SENTENCES[status]) in answer.content.decode()
