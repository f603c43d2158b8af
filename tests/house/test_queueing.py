"""The writers of one process wait for SQLite in the order in which they came."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from django.db import OperationalError, connection, connections, transaction
from django.db.utils import IntegrityError

from config.sqlite.base import Queue, queue_of
from tests.serving import PATIENCE, impatient
from tournaments.models import Club

__all__ = ["impatient"]


@pytest.fixture
def queue(transactional_db: None) -> Iterator[Queue]:
    """The queue of the test's database, which nobody holds before and after."""
    found = queue_of(str(connection.settings_dict["NAME"]))
    assert found.take(0)
    found.give_back()
    yield found
    assert found.take(0), "the turn was not given back"
    found.give_back()


def in_a_thread(work: Callable[[], None]) -> threading.Thread:
    """Work with a connection of its own."""

    def works() -> None:
        try:
            work()
        finally:
            connections.close_all()

    thread = threading.Thread(target=works)
    thread.start()
    return thread


def makes(*names: str) -> None:
    with transaction.atomic():
        for name in names:
            Club.objects.create(name=name)


def waiting(queue: Queue, count: int) -> None:
    """Wait until so many stand in the queue."""
    deadline = time.monotonic() + PATIENCE
    while len(queue._waiting) < count:
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_a_turn_that_did_not_come_in_time_goes_to_the_next() -> None:
    queue, came = Queue(), []
    assert queue.take(0)
    impatient = threading.Thread(target=lambda: came.append(queue.take(0.05)))
    patient = threading.Thread(target=lambda: came.append(queue.take(PATIENCE)))
    impatient.start()
    waiting(queue, 1)
    patient.start()
    impatient.join(PATIENCE)
    assert came == [False]
    queue.give_back()
    patient.join(PATIENCE)
    assert came == [False, True]
    assert not queue.take(0)
    queue.give_back()
    assert queue.take(0)


@pytest.mark.one_database
def test_whoever_came_first_writes_first(queue: Queue) -> None:
    writers = []
    with transaction.atomic():
        Club.objects.create(name="first of all")
        for number in range(8):
            writers.append(in_a_thread(partial(makes, f"{number}")))
            waiting(queue, number + 1)
    for writer in writers:
        writer.join(PATIENCE)
    names = list(Club.objects.order_by("pk").values_list("name", flat=True))
    assert names == ["first of all", *map(str, range(8))]


def breaks_off() -> None:
    with transaction.atomic():
        with contextlib.suppress(ZeroDivisionError), transaction.atomic():
            raise ZeroDivisionError
        raise ZeroDivisionError


def leaves_what_no_commit_takes() -> None:
    """A foreign key that leads nowhere is looked at when it is committed."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO tournaments_playeralias VALUES (1, 'Anna', 77, 77)")


@pytest.mark.one_database
def test_the_turn_is_kept_to_the_end_and_given_back_whatever_happens(queue: Queue) -> None:
    with transaction.atomic(), transaction.atomic():
        makes("inside")
        assert not queue.take(0)
    with pytest.raises(ZeroDivisionError):
        breaks_off()
    with pytest.raises(IntegrityError):
        makes("twice", "twice")
    with pytest.raises(IntegrityError):
        leaves_what_no_commit_takes()
    with transaction.atomic():
        connection.close()
    assert [club.name for club in Club.objects.all()] == ["inside"]


@pytest.mark.one_database
def test_what_is_done_after_a_commit_may_write(queue: Queue) -> None:
    with transaction.atomic():
        transaction.on_commit(lambda: Club.objects.create(name="after"))
        transaction.on_commit(transaction.atomic(lambda: Club.objects.create(name="later")))
    assert Club.objects.count() == 2


@pytest.mark.one_database
def test_whoever_waits_too_long_is_told_that_it_is_locked(queue: Queue, impatient: None) -> None:
    said = []

    def writes() -> None:
        try:
            with transaction.atomic():
                Club.objects.create(name="late")
        except OperationalError as problem:
            said.append(str(problem))

    with transaction.atomic():
        in_a_thread(writes).join(PATIENCE)
    assert len(said) == 1
    assert said[0].startswith("database is locked")
    in_a_thread(writes).join(PATIENCE)
    assert Club.objects.get().name == "late"
