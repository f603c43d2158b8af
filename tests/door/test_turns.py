"""When more is asked for than there are threads, everybody has his turn."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Self

import pytest

from config.known import KnownBrowsers
from config.limits import Limits
from config.passes import OWN_TABLE, SIGNED_IN, TABLE, Pass
from config.refusals import HungUp, Refused
from config.turns import KNOWN_SIGN_INS, SIGN_INS, STRANGERS, TRUSTED, Turns
from tests.door.conftest import KNOWN, PASSES, THREADS, Serves, asks, door, pages
from tests.loops import finished
from tests.serving import Served

pytestmark = pytest.mark.one_database
alone = pytest.mark.alone


async def never() -> None:
    await asyncio.Event().wait()


class Crowd:
    """Several who wait; says in which order they had their turn."""

    def __init__(self, threads: int, **limits: int) -> None:
        self.turns = Turns(threads, Limits(**limits))
        self.order: list[object] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def comes(
        self, lane: int, flow: object, hung_up: Callable[[], Coroutine[Any, Any, object]] = never
    ) -> asyncio.Task[None]:
        async def wait() -> None:
            await self.turns.take(lane, flow, hung_up)
            self.order.append(flow)

        self.tasks.append(asyncio.create_task(wait()))
        await settled()
        return self.tasks[-1]

    async def gives_back(self, lane: int = STRANGERS) -> None:
        self.turns.give_back(lane)
        await settled()


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def problem_of(task: asyncio.Task[None]) -> int:
    with suppress(Refused):
        await task
    found = task.exception()
    assert isinstance(found, Refused)
    assert found.again_after > 0
    return found.status


def test_queues_take_turns() -> None:
    async def run() -> None:
        crowd = Crowd(4, threads_kept=3)
        for flow in "aaaabc":
            await crowd.comes(STRANGERS, flow)
        assert crowd.order == ["a"]
        for _ in range(5):
            await crowd.gives_back()
        assert crowd.order == ["a", "a", "b", "c", "a", "a"]
        assert crowd.turns.waiting == 0

    finished(run())


def test_some_threads_are_kept_for_those_who_were_let_in_before() -> None:
    async def run() -> None:
        crowd = Crowd(4, threads_kept=2)
        for number in range(5):
            await crowd.comes(STRANGERS, number)
        assert crowd.order == [0, 1]
        for _ in range(3):
            await crowd.comes(TRUSTED, "d")
        assert crowd.order == [0, 1, "d", "d"]
        await crowd.gives_back()
        assert crowd.order == [0, 1, "d", "d", "d"]
        await crowd.gives_back(TRUSTED)
        assert crowd.order[-1] == 2

    finished(run())


def test_one_thread_is_always_left_to_the_others() -> None:
    async def run() -> None:
        crowd = Crowd(4, threads_kept=2)
        for _ in range(5):
            await crowd.comes(TRUSTED, "d")
        await crowd.comes(STRANGERS, "a")
        assert crowd.order == ["d", "d", "d", "a"]

    finished(run())


def test_passwords_take_few_threads() -> None:
    async def run() -> None:
        crowd = Crowd(8, threads_kept=3, threads_for_sign_ins=2)
        for number in range(5):
            await crowd.comes(SIGN_INS, number)
        assert crowd.order == [0, 1]
        for _ in range(5):
            await crowd.comes(STRANGERS, "a")
        assert crowd.order == [0, 1, "a", "a", "a"]

    finished(run())


def test_a_password_in_a_known_browser_is_looked_at_before_those_of_strangers() -> None:
    async def run() -> None:
        crowd = Crowd(8, threads_kept=3, threads_for_sign_ins=2)
        for number in range(20):
            await crowd.comes(SIGN_INS, number)
        await crowd.comes(KNOWN_SIGN_INS, "dora")
        assert crowd.order == [0, 1, "dora"]

    finished(run())


def test_where_every_thread_is_taken_it_is_the_next_one() -> None:
    async def run() -> None:
        crowd = Crowd(4, threads_kept=2)
        for flow in "abc":
            await crowd.comes(STRANGERS, flow)
        for number in range(20):
            await crowd.comes(SIGN_INS, number)
        await crowd.comes(KNOWN_SIGN_INS, "dora")
        await crowd.gives_back()
        assert crowd.order == ["a", "b", "dora"]

    finished(run())


def test_a_single_thread_is_for_everybody() -> None:
    async def run() -> None:
        crowd = Crowd(1)
        for lane in (STRANGERS, TRUSTED, SIGN_INS, KNOWN_SIGN_INS):
            await crowd.comes(lane, lane)
            await crowd.gives_back(lane)
        assert crowd.order == [STRANGERS, TRUSTED, SIGN_INS, KNOWN_SIGN_INS]

    finished(run())


def test_a_queue_has_an_end_and_so_have_all_together() -> None:
    async def run() -> None:
        crowd = Crowd(2, waiting_of_an_address=3, waiting_in_all=4)
        for _ in range(4):
            await crowd.comes(STRANGERS, "a")
        assert await problem_of(await crowd.comes(STRANGERS, "a")) == 429
        await crowd.comes(STRANGERS, "b")
        await crowd.comes(STRANGERS, "c")
        assert await problem_of(crowd.tasks[3]) == 503
        await crowd.comes(STRANGERS, "d")
        assert await problem_of(crowd.tasks[2]) == 503
        assert await problem_of(await crowd.comes(STRANGERS, "e")) == 503
        assert crowd.turns.waiting == 4

    finished(run())


def test_nobody_waits_for_ever() -> None:
    async def run() -> None:
        crowd = Crowd(2, longest_wait_seconds=0)
        await crowd.comes(STRANGERS, "a")
        assert await problem_of(await crowd.comes(STRANGERS, "b")) == 503
        await crowd.gives_back()
        await crowd.comes(STRANGERS, "c")
        assert crowd.order == ["a", "c"]

    finished(run())


def test_whoever_hangs_up_or_is_stopped_leaves_his_place() -> None:
    async def run() -> None:
        crowd = Crowd(2)
        await crowd.comes(STRANGERS, "a")
        gone = asyncio.Event()
        hangs_up = await crowd.comes(STRANGERS, "b", gone.wait)
        stopped = await crowd.comes(STRANGERS, "c")
        given = await crowd.comes(STRANGERS, "d")
        await crowd.comes(STRANGERS, "e")
        gone.set()
        stopped.cancel()
        await settled()
        assert isinstance(hangs_up.exception(), HungUp)
        crowd.turns.give_back(STRANGERS)  # to `given`, who is stopped in the same moment
        given.cancel()
        await settled()
        assert crowd.order == ["a", "e"]
        assert crowd.turns.waiting == 0

    finished(run())


class Flood:
    """So many threads that ask for a slow page again and again."""

    def __init__(self, served: Served, count: int, path: str = "/slow/", **more: object) -> None:
        self.served, self.is_over = served, threading.Event()
        self.asked: dict[str, Any] = {"path": path, **more}
        self.answers: list[int] = []
        self.threads = [threading.Thread(target=self.run) for _ in range(count)]

    def run(self) -> None:
        while not self.is_over.is_set():
            with suppress(OSError):
                self.answers.append(asks(self.served, **self.asked).status)

    def __enter__(self) -> Self:
        for thread in self.threads:
            thread.start()
        time.sleep(0.5)
        return self

    def __exit__(self, *_: object) -> None:
        self.is_over.set()
        for thread in self.threads:
            thread.join()


def time_for(served: Served, given: Pass | None = None) -> float:
    headers = {} if given is None else {"Cookie": f"pass={PASSES.text_of(given)}"}
    began = time.monotonic()
    assert asks(served, headers=headers).status == 200
    return time.monotonic() - began


@alone
@pytest.mark.parametrize("kind", [SIGNED_IN, TABLE])
def test_a_flood_from_the_same_address_does_not_delay_whoever_was_let_in_before(
    serves: Serves, kind: str
) -> None:
    served = serves(door())
    with Flood(served, 5 * THREADS):
        assert time_for(served, Pass(kind, 1)) < 0.5


@alone
@pytest.mark.parametrize(
    ("cookie", "is_kept_waiting"),
    [
        ("", True),
        (f"known={KNOWN.text_with(7, 'ab', '')}", False),
        (f"known={KnownBrowsers('another', 'known', 365).text_with(7, 'ab', '')}", True),
    ],
    ids=("none", "known here", "known elsewhere"),
)
def test_a_flood_of_wrong_passwords_delays_no_known_browser(
    serves: Serves, cookie: str, is_kept_waiting: bool
) -> None:
    served = serves(door())
    sent: dict[str, Any] = {"path": "/sign-in/", "body": b"password=x"}
    with Flood(served, 2 * THREADS, **sent):
        began = time.monotonic()
        assert asks(served, **sent, headers={"Cookie": cookie}).status == 200
        assert (time.monotonic() - began > 1.5) is is_kept_waiting


@alone
def test_a_table_of_ones_own_has_a_queue_of_its_own(serves: Serves) -> None:
    served = serves(door())
    with Flood(served, 5 * THREADS):
        assert time_for(served, Pass(OWN_TABLE, 1)) < 1.5


@alone
def test_without_the_door_it_delays_everybody(serves: Serves) -> None:
    served = serves(pages())
    with Flood(served, 5 * THREADS):
        assert time_for(served, Pass(SIGNED_IN, 1)) > 1


@alone
def test_a_full_queue_says_when_to_come_again(serves: Serves) -> None:
    served = serves(door(waiting_of_an_address=3))
    with Flood(served, 2 * THREADS) as flood:
        answers = [asks(served) for _ in range(5)]
    refused = [each for each in answers if each.status == 429]
    assert refused
    assert 429 in flood.answers
    assert refused[0].headers["Retry-After"] == "2"
    assert "wait a few seconds and try again" in refused[0].text


@alone
def test_eighty_phones_of_one_address_are_a_normal_evening(serves: Serves) -> None:
    served, statuses = serves(door()), []
    phones = [
        threading.Thread(target=lambda: statuses.append(asks(served).status)) for _ in range(80)
    ]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert statuses == [200] * 80
