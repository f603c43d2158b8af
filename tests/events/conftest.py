"""The people of an event: its director, a director of another club, a player, a stranger.

All tests know them, by the conftest above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client

from formats.event import EventSettings
from scoring import RULESETS
from tests.deciding import decided
from tests.events.making import create_event
from tests.signed_in import signed_in
from tests.tables.conftest import FormReader, texts, words_of
from tournaments.events.results.services.results import result_differences
from tournaments.models import (
    Author,
    Club,
    CountedSheet,
    Entry,
    Event,
    Feat,
    Member,
    Membership,
    MonthTally,
    PairTally,
    Player,
    SheetTally,
    Table,
    YearTally,
)
from tournaments.records.services.counting import check_club, follow_event

__all__ = ["FormReader", "texts", "words_of"]

TESTS = Path(__file__).parent.parent
COUNTED = ("archive", "events", "paper", "people", "records", "series")
"""The folders of tests after each of which everything stored is counted anew."""
OF_THE_BOOK = (CountedSheet, Feat, MonthTally, PairTally, SheetTally, YearTally)
"""What the record book is made of."""


@pytest.fixture(autouse=True)
def nothing_differs(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever a story of these folders does: afterwards every stored figure is the true one.

    Only where a test says that its results were made up there are no sheets to compare them with.
    """
    asked = [name for name in ("transactional_db", "db") if name in request.fixturenames]
    is_counted = request.path.relative_to(TESTS).parts[0] in COUNTED
    if is_counted:
        for name in asked[:1]:
            request.getfixturevalue(name)  # first, so that the database is still there afterwards
    yield
    is_asked = asked or request.node.get_closest_marker("django_db")
    if is_counted and is_asked and not request.node.get_closest_marker("made_up"):
        _compares_everything()


def _compares_everything() -> None:
    """Compare every stored figure with a recomputation from scratch."""
    is_counted = _has_any(OF_THE_BOOK)
    if is_counted:
        for event in Event.objects.all():
            with transaction.atomic():
                follow_event(event)  # a test may have published it with no deed
    for table in Table.objects.filter(event_table__isnull=False).select_related("event_table"):
        assert not result_differences(table)
    if is_counted:
        for club in Club.objects.all():
            assert not check_club(club, mend=False)


def _has_any(models: Iterable[type[Model]]) -> bool:
    """Whether there is a row of any of these: most tests count nothing, and one query tells."""
    tables = (connection.ops.quote_name(model._meta.db_table) for model in models)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {' OR '.join(f'EXISTS (SELECT 1 FROM {each})' for each in tables)}")
        return bool(cursor.fetchone()[0])


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Skat room", is_public=True)


@pytest.fixture
def other_club(db: None) -> Club:
    return Club.objects.create(name="Harbour")


def signs_in(name: str, *clubs: Club, is_admin: bool = False) -> Client:
    """A browser in which somebody has signed in who directs these clubs."""
    user = User.objects.create_user(name, is_superuser=is_admin)
    for each in clubs:
        Membership.objects.create(club=each, user=user)
    return signed_in(user)


@pytest.fixture
def director(club: Club) -> Client:
    """Directs the club's events."""
    return signs_in("Dora", club)


@pytest.fixture
def other_director(other_club: Club) -> Client:
    """Directs another club."""
    return signs_in("Otto", other_club)


@pytest.fixture
def stranger(db: None) -> Client:
    """Has neither an account nor a link."""
    return Client()


@pytest.fixture
def by(director: Client) -> Author:
    """The director, for services."""
    user = User.objects.get(username="Dora")
    return Author(user, "Dora", "")


@pytest.fixture
def new_event(club: Club, by: Author) -> Callable[..., Event]:
    """Make an event: `new_event(entries=8, rounds=2, ruleset=…)`."""
    return makes_events(club, by)


def at_a_new_club() -> Callable[..., Event]:
    """The same at a club that is founded for it, directed by Dora, for what many tests share."""
    club = Club.objects.create(name="Skat room", is_public=True)
    signs_in("Dora", club)
    return makes_events(club, Author(User.objects.get(username="Dora"), "Dora", ""))


def makes_events(club: Club, by: Author) -> Callable[..., Event]:
    """Makes events of this club.

    `options` None: the usual ones, and some answer to what is to be decided.
    """

    def make(
        *,
        entries: int = 0,
        ruleset: str = "sheepshead4-cutthroat",
        published: bool = True,
        options: dict[str, str] | None = None,
        **more: object,
    ) -> Event:
        usual = {"odd": "bye"} if more.get("unit") == "pair" else {}
        event = create_event(
            club=club,
            title="Thursday cup",
            ruleset=ruleset,
            options=decided(RULESETS[ruleset]) if options is None else options,
            settings=EventSettings(**usual | more),  # type: ignore[arg-type]
            by=by,
            submission=uuid4(),
        )
        if published:
            event.published_at = event.made_at
            event.save()
        if entries:
            arrive(event, entries)
        return event

    return make


def arrive(event: Event, count: int) -> list[Entry]:
    """Let so many people (or pairs) arrive, with the next start numbers; three statements."""
    numbers = range(event.next_number, event.next_number + count)
    who = ("Anna", "Ben") if event.format.is_pairs else ("Anna",)
    players = Player.objects.bulk_create(
        Player(club=event.club, name=f"{name} {number}") for number in numbers for name in who
    )
    sides = [players[first : first + len(who)] for first in range(0, len(players), len(who))]
    made = Entry.objects.bulk_create(
        Entry(
            event=event,
            number=number,
            name=" / ".join(player.name for player in side),
            status=Entry.HERE,
            arrived_at=event.made_at,
        )
        for number, side in zip(numbers, sides, strict=True)
    )
    Member.objects.bulk_create(
        Member(entry=entry, player=player, place=place)
        for entry, side in zip(made, sides, strict=True)
        for place, player in enumerate(side)
    )
    event.next_number += count
    event.save(update_fields=["next_number"])
    return made
