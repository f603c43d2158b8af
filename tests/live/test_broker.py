"""The watcher: what it asks, whom it waits for, and what it does when the database is away."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import pairwise

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.live.conftest import save_hand, tell
from tests.loops import finished
from tests.serving import PATIENCE
from tournaments.common.locks import announce
from tournaments.live import asgi
from tournaments.live import broker as brokers
from tournaments.live.broker import Broker, Listener, Viewer
from tournaments.live.rendered import GONE, Picture, draw, frame
from tournaments.live.state import Place, _hides, table_states
from tournaments.live.tickets import TABLE, Ticket
from tournaments.models import Event, Round, Table, TableLink
from tournaments.tables.services.tables import open_table


@pytest.mark.django_db
@pytest.mark.parametrize("tables", [1, 30])
def test_one_question_for_all_tables(
    django_assert_num_queries: DjangoAssertNumQueries, tables: int
) -> None:
    names = ("Anna", "Ben", "Cora", "Dirk", "Eva")
    ids = [
        open_table(ruleset_key="sheepshead5-wikipedia", options={}, names=names).table.pk
        for _ in range(tables)
    ]
    with django_assert_num_queries(1):
        states = table_states(ids)
    assert set(states) == set(ids)
    assert {state.version for state in states.values()} == set(
        Table.objects.values_list("version", flat=True)
    )


@pytest.mark.django_db
def test_a_link_admits_to_its_own_table_until_it_is_revoked() -> None:
    names = ("Anna", "Ben", "Cora", "Dirk", "Eva")
    mine, other = (
        open_table(ruleset_key="sheepshead5-wikipedia", options={}, names=names).table
        for _ in range(2)
    )
    link = mine.links.get(rights=TableLink.WATCH)
    states = table_states([mine.pk, other.pk])
    assert states[mine.pk].admits(Ticket(TABLE, mine.pk, "en", link.pk))
    assert not states[other.pk].admits(Ticket(TABLE, other.pk, "en", link.pk))
    assert not states[mine.pk].admits(Ticket(TABLE, mine.pk, "en"))
    mine.links.update(revoked_at=timezone.now())
    assert not table_states([mine.pk])[mine.pk].admits(Ticket(TABLE, mine.pk, "en", link.pk))


def test_the_settings_of_an_event_are_read_once_for_all_its_tables() -> None:
    before = _hides.cache_info().misses
    for number, is_public in ((1, True), (2, False)):
        settings = '{"shows": "before_last", "rounds": 2}'
        now = timezone.now()
        place = Place(Round.DRAWN, now, now, number, Event.RUNNING, settings)
        assert [place.is_public for _table in range(30)] == [is_public] * 30
    assert _hides.cache_info().misses == before + 2


def test_a_slow_view_gets_the_latest_sheet_alone() -> None:
    async def scene() -> None:
        viewer = Viewer(Ticket(TABLE, 1, "en"), 0)
        viewer.greet()
        for version in (1, 2, 3):
            viewer.show(Picture(version, frame("sheet", "…", version=version)))
        assert await viewer.next_event(1) == frame("sheet", "…", version=3)
        assert await viewer.next_event(0.01) is None
        viewer.dismiss()
        viewer.show(Picture(4, b"too late"))
        assert await viewer.next_event(1) == GONE
        assert viewer.is_done

    finished(scene())


def test_a_view_that_has_not_taken_the_sheet_before_gets_no_line_alone() -> None:
    def drawn(version: int) -> Picture:
        return Picture(version, b"sheet %d" % version, row=b"row %d" % version, before=version - 1)

    async def scene() -> None:
        viewer = Viewer(Ticket(TABLE, 1, "en"), 4)
        viewer.show(drawn(5))
        assert await viewer.next_event(1) == b"row 5"
        viewer.show(drawn(6))
        viewer.show(drawn(7))
        assert await viewer.next_event(1) == b"sheet 7"
        viewer.show(drawn(8))
        assert await viewer.next_event(1) == b"row 8"
        viewer.show(drawn(10))
        assert await viewer.next_event(1) == b"sheet 10"

    finished(scene())


class Page:
    """The other side of a stream; it takes nothing while `is_ready` is not set."""

    def __init__(self) -> None:
        self.is_ready = asyncio.Event()
        self.taken: asyncio.Queue[bytes] = asyncio.Queue()

    async def send(self, message: asgi.Message) -> None:
        await self.is_ready.wait()
        await self.taken.put(message["body"])

    async def takes(self, event: str) -> bytes:
        """The next event of that name."""
        async with asyncio.timeout(PATIENCE):
            while f"event: {event}\n".encode() not in (body := await self.taken.get()):
                pass
        return body


def with_broker(scene: Callable[[Broker], Awaitable[None]]) -> None:
    async def play() -> None:
        broker = Broker()
        try:
            await scene(broker)
        finally:
            await broker.stop()

    finished(play())


def watches(broker: Broker, ticket: Ticket, page: Page) -> asyncio.Task[None]:
    viewer = Viewer(ticket, 0)
    broker.join(viewer)
    return asyncio.ensure_future(asgi.keep_sending(viewer, broker, page.send))


async def in_thread(work: Callable[[], object]) -> None:
    def alone() -> None:
        try:
            work()
        finally:
            connection.close()

    await asyncio.to_thread(alone)


@pytest.mark.django_db(transaction=True)
def test_a_view_that_takes_nothing_holds_no_other(table: Table, ticket: Ticket) -> None:
    async def scene(broker: Broker) -> None:
        stuck, swift = Page(), Page()
        swift.is_ready.set()
        works = [watches(broker, ticket, page) for page in (stuck, swift)]
        for version in (1, 2, 3):
            await in_thread(partial(save_hand, table))
            name = "sheet" if version == 1 else "row"
            assert b"id: %d\n" % version in await swift.takes(name)
        stuck.is_ready.set()
        assert b"id: 3\n" in await stuck.takes("sheet")
        broker.end()
        await asyncio.wait_for(asyncio.gather(*works), PATIENCE)

    with_broker(scene)


@pytest.mark.django_db(transaction=True)
def test_the_watcher_outlives_a_database_that_is_away(
    table: Table, ticket: Ticket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(brokers, "AGAIN_AFTER", 0.05)
    failures = iter([OperationalError("gone"), ValueError("what?")])

    def sometimes(table_ids: list[int]) -> object:
        for problem in failures:
            raise problem
        return table_states(table_ids)

    monkeypatch.setattr(brokers, "table_states", sometimes)

    async def scene(broker: Broker) -> None:
        page = Page()
        page.is_ready.set()
        watches(broker, ticket, page)
        await page.takes("hello")
        await in_thread(partial(save_hand, table))
        await page.takes("sheet")

    with_broker(scene)


@pytest.mark.django_db(transaction=True)
def test_nobody_is_told_to_be_live_while_the_database_is_away(
    table: Table, ticket: Ticket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(brokers, "SURE_FOR", 0)
    monkeypatch.setattr(asgi, "BEAT_EVERY", 0.05)

    async def scene(broker: Broker) -> None:
        page = Page()
        page.is_ready.set()
        watches(broker, ticket, page)
        await page.takes("hello")
        await asyncio.sleep(0.5)
        assert page.taken.empty()

    with_broker(scene)


@pytest.mark.django_db(transaction=True)
def test_a_table_that_cannot_be_drawn_stops_no_other(
    table: Table, ticket: Ticket, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = open_table(ruleset_key="sheepshead3-rob", options={}, names=("A", "B", "C")).table
    link_id = other.links.get(rights=TableLink.WATCH).pk

    def fails_for_one(ticket: Ticket) -> Picture:
        if ticket.pk == table.pk:
            raise ValueError("a sheet that cannot be")
        return draw(ticket)

    monkeypatch.setattr(brokers, "draw", fails_for_one)

    async def scene(broker: Broker) -> None:
        broken, whole = Page(), Page()
        for page in (broken, whole):
            page.is_ready.set()
        ended = watches(broker, ticket._replace(pk=table.pk), broken)
        watches(broker, Ticket(TABLE, other.pk, "en", link_id), whole)
        await in_thread(lambda: Table.objects.update(version=5))
        await whole.takes("sheet")
        await asyncio.wait_for(ended, PATIENCE)

    with_broker(scene)


@pytest.mark.django_db(transaction=True)
def test_what_is_announced_is_heard_once_it_is_kept(table: Table) -> None:
    async def scene() -> None:
        heard = asyncio.Event()
        listener = Listener(heard.set)
        listening = asyncio.ensure_future(listener.listen())
        async with asyncio.timeout(PATIENCE):
            if connection.vendor == "postgresql":
                await heard.wait()  # once when the listening begins
                heard.clear()
            await asyncio.sleep(0)

            def tell() -> None:
                with transaction.atomic():
                    announce(table.pk)
                    assert not heard.is_set()

            await in_thread(tell)
            await heard.wait()
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)

    finished(scene())
    with transaction.atomic():
        announce(table.pk)
        assert not connection.run_on_commit  # nobody listens any more


@pytest.mark.django_db(transaction=True)
def test_a_saved_hand_is_shown_without_waiting_for_the_next_look(
    table: Table, ticket: Ticket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(brokers, "PACE", 10 * PATIENCE)
    monkeypatch.setattr(brokers, "PACE_WHILE_LISTENING", 10 * PATIENCE)

    async def scene(broker: Broker) -> None:
        page = Page()
        page.is_ready.set()
        watches(broker, ticket, page)
        await page.takes("hello")
        await in_thread(partial(save_hand, table))
        await page.takes("sheet")

    with_broker(scene)


@pytest.mark.django_db(transaction=True)
def test_however_many_save_the_watcher_rests_four_times_as_long_as_it_looks(
    table: Table, ticket: Ticket, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[tuple[float, float]] = []

    def slow(table_ids: list[int]) -> object:
        began = time.monotonic()
        time.sleep(0.02)
        states = table_states(table_ids)
        looks.append((began, time.monotonic()))
        return states

    monkeypatch.setattr(brokers, "table_states", slow)
    monkeypatch.setattr(brokers, "PACE", PATIENCE)

    def tell_for_a_second() -> None:
        until = time.monotonic() + 1
        while time.monotonic() < until:
            tell(table)

    async def scene(broker: Broker) -> None:
        page = Page()
        page.is_ready.set()
        watches(broker, ticket, page)
        await page.takes("hello")
        await in_thread(tell_for_a_second)

    with_broker(scene)
    assert len(looks) > 2
    for (began, ended), (next_began, _) in pairwise(looks):
        assert next_began - ended >= brokers.REST * (ended - began)


@pytest.mark.django_db(transaction=True)
def test_the_watcher_outlives_its_connections(
    table: Table, ticket: Ticket, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite keeps no connections")
    monkeypatch.setattr(brokers, "AGAIN_AFTER", 0.05)
    others = "datname = current_database() AND pid <> pg_backend_pid()"

    async def scene(broker: Broker) -> None:
        page = Page()
        page.is_ready.set()
        watches(broker, ticket, page)
        await page.takes("hello")
        await in_thread(
            lambda: connection.cursor().execute(
                f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"
            )
        )
        await in_thread(partial(save_hand, table))
        await page.takes("sheet")

    try:
        with_broker(scene)
    finally:
        connection.close()  # this thread's was ended with the others
