"""A copy made while a hall saves has every hand that was acknowledged before it was asked for."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command

from project_tools.hourly import Copier
from project_tools.models import Upkeep
from scoring.figures import COUNTING
from tests.live.test_interrupted import Phone
from tests.operating.installed import new_installation
from tests.operating.test_killed import HANDS
from tests.serving import PATIENCE, Served, served
from tournaments.models import HandVersion

__all__ = ["served"]

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]

PHONES, HANDS_OF_EACH = 5, 40


class Hall:
    """What is sent, and what the server has answered that it is kept."""

    def __init__(self) -> None:
        self.sent, self.acknowledged = list[UUID](), list[UUID]()

    def plays(self, phone: Phone) -> None:
        """Save all hands of a table, the next one as soon as there is an answer."""
        form = dict(parse_qsl(phone.body, keep_blank_values=True))
        line = HTTPConnection("127.0.0.1", phone.served.port, timeout=PATIENCE)
        for seen in range(HANDS_OF_EACH):
            submission = uuid4()
            form |= {"submission": str(submission), "seen_version": str(seen)}
            self.sent.append(submission)
            line.request("POST", phone.address, urlencode(form), phone.headers)
            answer = line.getresponse()
            answer.read()
            assert answer.status == 302
            self.acknowledged.append(submission)
        line.close()


@contextmanager
def hall_that_saves(served: Served) -> Iterator[Hall]:
    """Several phones at several tables; a part of their hands is acknowledged already."""
    hall, phones = Hall(), [Phone(served) for _each in range(PHONES)]
    with ThreadPoolExecutor(PHONES) as threads:
        saving = [threads.submit(hall.plays, phone) for phone in phones]
        deadline = time.monotonic() + 3 * PATIENCE
        while len(hall.acknowledged) < PHONES * HANDS_OF_EACH // 4:
            assert time.monotonic() < deadline
            time.sleep(0.005)
        yield hall
        for each in saving:
            each.result(6 * PATIENCE)


def rows(listed: str) -> dict[UUID, object]:
    """The versions of hands as they are listed, by what the phone called them."""
    return {UUID(submission): each for *each, submission in json.loads(listed)}


@pytest.mark.parametrize(
    "copies", [partial(call_command, "backup"), Copier().copy_if_due], ids=["asked", "hourly"]
)
def test_a_copy_restored_elsewhere_has_the_last_hand_that_was_acknowledged_before(
    served: Served, settings: Any, tmp_path: Path, copies: Callable[[], object]
) -> None:
    settings.SHEEPFOLD_BACKUP = str(tmp_path / "backups")
    Upkeep.objects.update_or_create(pk=1, defaults={"counting": COUNTING})
    with hall_that_saves(served) as hall:
        before = set(hall.acknowledged)
        copies()
        sent = set(hall.sent)
        assert len(hall.acknowledged) < PHONES * HANDS_OF_EACH  # they saved all the time
    (copy,) = (tmp_path / "backups").iterdir()
    with new_installation(tmp_path / "elsewhere", "elsewhere") as elsewhere:
        elsewhere.manages("restore", str(copy))
        found = rows(elsewhere.runs("-c", HANDS))
    assert before <= found.keys() <= sent
    kept = HandVersion.objects.values_list("pk", "hand", "record", "submission")
    everything = rows(json.dumps(list(kept), default=str))
    assert len(everything) == PHONES * HANDS_OF_EACH
    assert found == {key: everything[key] for key in found}
