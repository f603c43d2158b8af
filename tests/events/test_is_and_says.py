"""On every page, list and paper of an event: who is signed in, and who only says so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from tests.events.conftest import at_a_new_club
from tests.events.played import keys
from tests.events.results.sheets import WON, at
from tests.events.rulings.ruled import decide, withdraws
from tests.events.stage import Stage
from tests.events.test_access import BY_ACCESS, PAGES
from tests.paper.printed import page_texts
from tests.prepared import taken_back
from tests.signed_in import signed_in
from tests.tables.conftest import saved
from tournaments.archive.lists import LISTS
from tournaments.common.history import Doer
from tournaments.events.check_in.services import set_paid
from tournaments.events.desk.services import announce
from tournaments.events.money.services import count_cash, write_line
from tournaments.events.rulings.services import Outcome, Written, decide_protest, make_protest
from tournaments.events.standings.queries.screens import MODES
from tournaments.models import Author, CashLine, Entry, Event, PlayerChange, SeriesChange
from tournaments.models.base import Change

ACCOUNT = re.compile(
    r'<span class="doer"><span aria-hidden="true">✓</span>'
    r'<span class="unseen">signed in:</span> Dora( · says: Zenzi)?</span>|✓ Dora, signed in'
)
CLAIM = re.compile(r'<span class="doer">says: Zenzi</span>')
UNREAD = re.compile(
    r'<(script|style|option|textarea)\b.*?</\1>|<a class="own-account".*?</a>|<[^>]*>', re.DOTALL
)
"""What nobody reads as a deed; in the head of a page stands whose account it is."""
WHOSE = ("event", "public_event", "series", "public_series", "record_book")


def untold(page: str) -> list[str]:
    """Where a page says one of the two names and not whether that is an account or a claim."""
    seen = UNREAD.sub(" ", CLAIM.sub("", ACCOUNT.sub("", page)))
    return re.findall(r".{0,40}(?:Dora|Zenzi).{0,20}", seen)


@pytest.fixture(scope="module")
def staged(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Stage]:
    """Made once for all tests; what one of them changes is taken back after it."""
    with django_db_blocker.unblock(), taken_back():
        new_event = at_a_new_club()
        event = new_event(entries=8, hands=4, rounds=2, fee=1000, payout=(50, 30))
        yield does_a_little_of_everything(Stage(event), User.objects.get(username="Dora"))


@pytest.fixture
def stage(staged: Stage, db: None) -> Stage:
    return deepcopy(staged)


@pytest.fixture
def director(staged: Stage, db: None) -> Client:
    return signed_in(User.objects.get(username="Dora"))


def does_a_little_of_everything(stage: Stage, dora: User) -> Stage:
    """A director does, and there is somebody who says to be called Zenzi."""
    by = Author(dora, "Dora", "")
    event, phone = stage.event, at(stage.other_place)
    phone.client.post(phone.address("me"), {"name": "Zenzi"})
    for _hand in range(3):
        assert saved(phone.enters(**WON))
    assert saved(phone.corrects(1, picker_points=91))
    phone.client = signed_in(dora)
    assert saved(phone.corrects(2, picker_points=91))
    keys(stage.place, by, 9, -3, -3, -3)
    announce(event=event, text="Soup", by=by, submission=uuid4())
    set_paid(entry=event.entries.get(number=1), is_paid=True, by=by, submission=uuid4())
    line = CashLine(kind="in", amount=500, note="Change")
    write_line(event=event, line=line, by=by, submission=uuid4())
    count_cash(event=event, cents=1500, note="", by=by, submission=uuid4())
    written = Written(protester="Ben", matter="Revoked", wanted="Points")
    make_protest(event=event, written=written, by=by, submission=uuid4())
    decide_protest(
        protest=event.protests.latest("number"),
        outcome=Outcome(decision="dismissed", reason="Seen"),
        seen_version=1,
        by=by,
        submission=uuid4(),
    )
    withdraws(decide(stage.place, by, "points", 2, -4), by)
    series = SeriesChange(series=stage.series, kind="published", series_version=1)
    player = PlayerChange(player=_first(stage).members.get().player, kind="added", after="Anna 1")
    change: Change
    for change in (series, player):
        change.complete(stage.series, by, uuid4())
        change.save()
    return stage


def _first(stage: Stage) -> Entry:
    return stage.event.entries.get(number=1)


def pages(stage: Stage, client: Client) -> Iterator[tuple[str, str]]:
    """Every page that the director can open, with the pages of the table of the phone."""
    phone = at(stage.other_place)
    yield "table", client.get(phone.address("table")).content.decode()
    for number in (1, 2):
        yield f"hand {number}", client.get(phone.address("hand", number)).content.decode()
    decided = stage.event.protests.latest("number").pk
    where = reverse("protest", args=[stage.event.pk, decided])
    yield "protest 2", client.get(where).content.decode()
    for access in WHOSE:
        for name in BY_ACCESS[access]:
            if name == "desk_table":
                for place in (stage.place, stage.other_place):
                    where = reverse(name, args=[stage.event.pk, place.pk])
                    yield f"{name} {place.number}", client.get(where).content.decode()
            if {"table_id", "other_id"} & set(PAGES[name].pattern.converters):
                continue  # an evening of the club, a second person
            answer = client.get(stage.address(PAGES[name]))
            if answer.status_code == 200 and "html" in answer.headers["Content-Type"]:
                yield name, answer.content.decode()
    for group in ("hands", "results"):
        where = reverse("history", args=[stage.event.pk])
        yield f"history {group}", client.get(where, {"group": group}).content.decode()


def test_on_every_page(stage: Stage, director: Client) -> None:
    walked = dict(pages(stage, director))
    assert {name: untold(page) for name, page in walked.items() if untold(page)} == {}
    said = {name for name, page in walked.items() if ACCOUNT.search(page)}
    claimed = {name for name, page in walked.items() if CLAIM.search(page)}
    assert len(walked) > 50
    assert {"history", "desk_table 1", "rulings", "protest 2", "cash", "announce"} <= said
    assert {"series_desk", "hand 2", "history hands"} <= said
    assert {"hand 1", "hand 2", "history hands"} <= claimed


@pytest.mark.parametrize("state", [Event.RUNNING, Event.FINAL])
def test_on_the_wall_stands_nobody_who_only_did_something(
    stage: Stage, director: Client, state: str
) -> None:
    """Who plays is read there from afar: no deed stands beside it, so none is told apart."""
    Event.objects.update(state=state, revision=1)
    wall = reverse("event_screen", args=[stage.event.pk])
    walls = [f"{wall}?mode={mode}" for mode in MODES] + [at(stage.other_place).address("screen")]
    for where in walls:
        page = director.get(where, follow=True).content.decode()
        assert 'class="wall' in page or 'class="screen' in page, where
        assert re.findall("Dora|Zenzi", UNREAD.sub(" ", page)) == [], where


def test_names_alone_would_be_seen(
    stage: Stage, director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Doer, "__str__", lambda doer: doer.account or doer.says)
    wrong = [name for name, page in pages(stage, director) if untold(page)]
    assert {"history", "hand 1", "hand 2", "cash", "rulings", "protest 2"} <= set(wrong)


def test_a_claim_with_a_tick_would_be_seen() -> None:
    both = str(Doer("Zenzi", "Dora"))
    assert untold(both) == untold(str(Doer("Zenzi"))) == untold(str(Doer(account="Dora"))) == []
    assert untold(str(Doer(account="Zenzi")))
    assert untold(str(Doer("Dora")))


@pytest.mark.parametrize("name", LISTS)
def test_on_every_list(name: str, stage: Stage) -> None:
    listing = LISTS[name](stage.event)
    heads = [head.text for head in listing.heads()]
    for line in listing.cells():
        for head, value in zip(heads, line, strict=True):
            assert "Dora" not in str(value) or head == "Account", (head, value)
            assert "Zenzi" not in str(value) or head in ("Said to be", "Entered by"), (head, value)


@pytest.mark.parametrize("name", ["cash", "hands", "history"])
def test_who_is_a_column_of_its_own_and_the_account_another(
    name: str, stage: Stage, director: Client
) -> None:
    where = reverse("take_list", args=[stage.event.pk, name])
    table = director.get(where).getvalue().decode("utf-8-sig")
    assert "Account" in table.splitlines()[0]
    assert re.search(r",Dora[,\r]", table)


def test_on_the_paper_of_a_protest(stage: Stage, director: Client) -> None:
    protest = stage.event.protests.latest("number")
    (page, *_more) = page_texts(
        director.get(reverse("protest_pdf", args=[stage.event.pk, protest.pk])).content
    )
    assert page.count("Dora") == page.count("✓ Dora, signed in") == 2
