"""The fields of all forms that let somebody in are drawn alike, and say what is wrong with them."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.accounts.conftest import signs_in

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

AT_HOME = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost:8000"}
SIGN_IN, FIRST, CHANGE = "/sign-in/", "/first/", "/account/password/"


class Fields(HTMLParser):
    """The fields that somebody sees on a page, its labels, and what has an id."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: list[dict[str, str | None]] = []
        self.labels: set[str | None] = set()
        self.ids: set[str | None] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        self.ids.add(found.get("id"))
        if tag == "label":
            self.labels.add(found.get("for"))
        if tag == "input" and found.get("type") in ("text", "password") and "hidden" not in found:
            self.fields.append(found)


def is_checked(visitor: Client, address: str, asked: dict[str, str], **where: Any) -> None:
    """Before anything is sent, and when nothing was filled in."""
    blank = Fields(visitor.get(address, **where).content.decode())
    assert {each["name"]: each["autocomplete"] for each in blank.fields} == asked
    assert not any("aria-invalid" in each or "required" in each for each in blank.fields)
    answer = visitor.post(address, dict.fromkeys(asked, ""), **where)
    assert answer.status_code == 422
    page = Fields(answer.content.decode())
    for each in page.fields:
        assert each["id"] in page.labels
        assert each["aria-invalid"] == "true"
        described = str(each["aria-describedby"]).split()
        assert f"{each['id']}_error" in described
        assert set(described) <= page.ids


def test_signing_in_is_told_what_is_wrong_with_a_field(dora: User) -> None:
    is_checked(Client(), SIGN_IN, {"username": "username", "password": "current-password"})


def test_so_is_changing_the_password(dora: User) -> None:
    new = "new-password"
    is_checked(signs_in(), CHANGE, {"old": "current-password", "new": new, "again": new})


def test_so_is_the_first_account(db: None) -> None:
    new = "new-password"
    asked = {"club": "organization", "username": "username", "password": new, "again": new}
    is_checked(Client(), FIRST, asked, **AT_HOME)


def test_the_name_is_called_the_same_in_the_list_of_problems(dora: User) -> None:
    page = Client().post(SIGN_IN, {"username": ""}).content.decode()
    assert '<a href="#q-username"><b>Name:</b> This field is required.</a>' in page


def test_so_is_the_code_of_a_table(db: None) -> None:
    is_checked(Client(), "/code/", {"code": "off"})
