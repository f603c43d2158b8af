"""What each role may: every address that needs a right, asked and written to by everybody.

Those who run a whole club are tried in `tests/events/test_access.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.http import Http404
from django.test import RequestFactory
from django.urls import URLPattern, resolve
from django.utils import timezone
from django.utils.translation import override
from pytest_django import DjangoDbBlocker

from tests.events.conftest import at_a_new_club
from tests.events.stage import Stage
from tests.prepared import taken_back
from tests.signed_in import signed_in
from tournaments.common.rights import FOR_ONE_EVENT, RIGHTS, SAYS, Right
from tournaments.models import Claim, Club, Event, Membership, Player, Role
from tournaments.urls import urlpatterns

ROOT = Path(__file__).resolve().parents[2]

NEEDS: dict[str, tuple[URLPattern, str, Right, Right | None]] = {
    str(pattern.name): (pattern, view.access, view.right, view.seen_with)
    for pattern, view in ((each, cast("Any", each.callback)) for each in urlpatterns)
    if hasattr(view, "right")
}


@pytest.fixture(scope="module")
def staged(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Stage]:
    """Made once for all tests; what one of them changes is taken back after it."""
    with django_db_blocker.unblock(), taken_back():
        new_event = at_a_new_club()
        yield Stage(new_event(entries=8, ruleset="sheepshead4-cutthroat", hands=4, rounds=2))


@pytest.fixture
def stage(staged: Stage, db: None) -> Stage:
    return deepcopy(staged)


NOTHING_NAMED = {
    "check_in",
    "choose_source",
    "keying",
    "old_again",
    "old_back",
    "old_goes_on",
    "two_people",
}
"""What answers 404 to a form that names nothing, whoever sends it."""


def somebody(**more: Any) -> User:
    user = User.objects.create_user("Berta")
    if more:
        Membership.objects.create(user=user, **more)
    return user


def differs(stage: Stage, user: User, rights: frozenset[Right], *kinds: str) -> set[str]:
    """Which addresses are not as these rights say; they hold for things of these kinds alone."""
    client = signed_in(user)
    wrong = set[str]()
    for name, (pattern, kind, right, seen_with) in NEEDS.items():
        may = rights if kind in kinds else frozenset()
        for method, enough in (("GET", {right, seen_with}), ("POST", {right})):
            if not may & enough:
                is_right = is_kept_out(user, method, stage, pattern)
            else:
                answer = client.generic(method, stage.address(pattern))
                is_right = answer.status_code != 404 or name in NOTHING_NAMED
            if not is_right:
                wrong.add(f"{method} {name}")
    return wrong


def is_kept_out(user: User, method: str, stage: Stage, pattern: URLPattern) -> bool:
    """Whether there is nothing here, asked of the view itself: drawing that answer takes time."""
    address = stage.address(pattern)
    request = RequestFactory().generic(method, address)
    request.user = user
    _view, args, kwargs = resolve(address)
    try:
        pattern.callback(request, *args, **kwargs)
    except Http404:
        return True
    return False


EVERY_KIND = ("club", "event", "series", "rules")
OF_CLUBS = (Role.OWNER, Role.DIRECTOR)


def test_every_guarded_address_needs_a_right_that_somebody_has() -> None:
    assert len(NEEDS) > 100
    had = frozenset[Right]().union(*RIGHTS.values())
    assert {right for _p, _k, right, _s in NEEDS.values()} <= had
    assert {kind for _p, kind, _r, _s in NEEDS.values()} == set(EVERY_KIND)


@pytest.mark.parametrize("role", [role for role in Role if role not in OF_CLUBS])
def test_in_a_club_each_role_opens_what_the_table_says(stage: Stage, role: Role) -> None:
    user = somebody(club=stage.event.club, role=role)
    assert differs(stage, user, RIGHTS[role], *EVERY_KIND) == set()


@pytest.mark.parametrize("role", FOR_ONE_EVENT)
def test_at_one_event_each_role_opens_that_event_alone(stage: Stage, role: Role) -> None:
    user = somebody(club=stage.event.club, event=stage.event, role=role)
    assert differs(stage, user, RIGHTS[role], "event") == set()


def test_nobody_else_finds_anything(stage: Stage) -> None:
    club = stage.event.club
    other_event = Event.objects.create(
        club=club, title="Another", ruleset="saskop", options={}, settings={}
    )
    ended = timezone.now() - timedelta(seconds=1)
    before = ended - timedelta(days=1)
    outsiders: tuple[dict[str, Any], ...] = (
        {},
        {"club": Club.objects.create(name="Elsewhere"), "role": Role.OWNER},
        {"club": club, "event": other_event, "role": Role.DIRECTOR},
        {"club": club, "role": Role.OWNER, "since": before, "until": ended},
        {"club": club, "event": stage.event, "role": Role.DOOR, "since": before, "until": ended},
    )
    for known in outsiders:
        user = somebody(**known)
        assert differs(stage, user, frozenset()) == set(), known
        user.delete()


def test_whoever_is_a_player_finds_nothing_more_by_it(stage: Stage) -> None:
    user, club = somebody(), stage.event.club
    player = Player.objects.filter(club=club).earliest("pk")
    Claim.objects.create(
        club=club,
        player=player,
        user=user,
        state=Claim.CONFIRMED,
        decided_at=timezone.now(),
        submission=uuid4(),
    )
    assert differs(stage, user, frozenset()) == set()


def test_the_keeper_of_the_book_looks_at_an_event_once_its_final_list_is_locked(
    stage: Stage,
) -> None:
    client = signed_in(somebody(club=stage.event.club, role=Role.STATISTICIAN))
    desk = stage.address(NEEDS["desk"][0])
    assert client.get(desk).status_code == 404
    Event.objects.filter(pk=stage.event.pk).update(state=Event.FINAL, revision=1)
    assert client.get(desk).status_code == 200


HELPERS = (Role.DOOR, Role.KEYER, Role.CASHIER)
LED_TO = re.compile(r'\b(href|action|formaction|hx-post)="(/(?!static/)[^"#?]*)')


@pytest.mark.parametrize("role", HELPERS)
def test_nothing_on_the_pages_of_helpers_leads_to_what_is_not_for_them(
    stage: Stage, role: Role
) -> None:
    rights = RIGHTS[role]
    client = signed_in(somebody(club=stage.event.club, event=stage.event, role=role))
    seen, wrong = 0, set[str]()
    for name, (pattern, kind, right, seen_with) in NEEDS.items():
        if kind != "event" or not rights & {right, seen_with}:
            continue
        answer = client.get(stage.address(pattern))
        if answer.status_code != 200 or "html" not in answer.headers["Content-Type"]:
            continue
        seen += 1
        for how, address in LED_TO.findall(answer.content.decode()):
            view = resolve(unescape(address)).func
            needed = {getattr(view, "right", None)}
            if how == "href":
                needed.add(getattr(view, "seen_with", None))
            if not (needed <= {None} or rights & needed):
                wrong.add(f"{name}: {how}={address}")
    assert wrong == set()
    assert seen >= 2


def test_an_auditor_looks_and_can_press_nothing(stage: Stage) -> None:
    auditor = signed_in(somebody(club=stage.event.club, event=stage.event, role=Role.AUDITOR))
    page = auditor.get(stage.address(NEEDS["door"][0])).content.decode()
    assert "You look at this event" in page
    inside = page.partition("<fieldset disabled>")[2].rpartition("</fieldset>")[0]
    outside = page.replace(inside, "")
    assert 'method="post"' in inside
    assert "/desk/" not in "".join(re.findall(r'<form[^>]*method="post"[^>]*>', outside))


@pytest.mark.parametrize(("language", "docs"), [("en", "docs"), ("de", "docs/de")])
def test_the_documents_say_what_each_is(language: str, docs: str) -> None:
    words = (ROOT / docs / "directors/setting-up.md").read_text()
    with override(language):
        for role in Role:
            assert f"| {role.label} | {SAYS[role]} |" in words
