"""No thread waits for a form, and none is asked to read what is too large or no form."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse

from config import bodies
from config.bodies import Bodies, Body
from config.limits import Limits
from config.passes import SIGNED_IN, TABLE, Pass
from config.refusals import HungUp, Refused
from config.visitors import Visitor
from tests.door.conftest import THREADS, Serves, asks, begins, door, pages, rest_of
from tests.loops import finished
from tests.serving import Served
from tournaments.events.check_in import forms
from tournaments.models import MOST_BYTES
from tournaments.records.queries import old_imports
from tournaments.tables import forms as imports

pytestmark = pytest.mark.one_database
alone = pytest.mark.alone
FORM = (b"content-type", b"application/x-www-form-urlencoded")

DIRECTOR, LINK = Pass(SIGNED_IN, 1), Pass(TABLE, 1)


@alone
def test_forms_that_are_not_sent_to_their_end_stop_nobody(serves: Serves) -> None:
    served = serves(door())
    lines = [begins(served, b"a=1") for _ in range(THREADS)]
    assert asks(served, patience=5).status == 200
    for line in lines:
        line.close()


@alone
def test_without_the_door_they_stop_everybody(serves: Serves) -> None:
    served = serves(pages())
    lines = [begins(served, b"a=1") for _ in range(THREADS)]
    time.sleep(0.2)
    with pytest.raises(TimeoutError):
        asks(served, patience=1)
    for line in lines:
        line.close()


@alone
def test_a_form_that_does_not_come_is_answered(serves: Serves) -> None:
    line = begins(serves(door(body_seconds=1)), b"a=1")
    answer = rest_of(line)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"connection: close" in answer
    assert b"x-frame-options: DENY" in answer
    assert b"<h1>That did not arrive whole</h1>" in answer
    assert b"<p>The form did not arrive in time: send it again.</p>" in answer


@alone
def test_a_form_that_is_too_large_is_refused_before_it_is_sent(serves: Serves) -> None:
    served = serves(door(form_bytes=1000))
    line = begins(served, b"a=1", length=400_000_000)
    answer = rest_of(line)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"connection: close" in answer
    assert b"<p>This is larger than the 1 kB that may be sent here.</p>" in answer
    assert asks(served, body=b"a" * 1000, headers={"Content-Type": FORM[1].decode()}).text[:4] == (
        "1000"
    )


@alone
def test_a_browser_that_has_sent_all_of_it_reads_why(serves: Serves) -> None:
    headers = {"Content-Type": FORM[1].decode()}
    answer = asks(serves(door()), body=b"a" * 1_500_000, headers=headers)
    assert answer.status == 413
    assert "larger than the 300 kB" in answer.text


@alone
@pytest.mark.parametrize(
    "kind",
    [
        "application/x-www-form-urlencoded; charset=utf-16",
        "multipart/form-data; boundary=x; charset*=utf-16''x",
        'application/x-www-form-urlencoded; CharSet="UTF-16"',
        "text/plain",
        "application/json",
        "application/x-www-form-urlencoded, text/plain; charset=utf-16",
    ],
)
def test_what_no_form_sends_is_refused(served: Served, kind: str) -> None:
    answer = asks(served, "/sign-in/", body=b"a=1", headers={"Content-Type": kind})
    assert answer.status == 415
    assert answer.headers["Content-Security-Policy"]
    assert "load the page again" in answer.text
    german = {"Content-Type": kind, "Accept-Language": "de"}
    answer = asks(served, "/sign-in/", body=b"a=1", headers=german)
    assert '<html lang="de">' in answer.text
    assert "Seite neu laden" in answer.text


def test_the_hands_of_a_phone_are_a_list_and_no_form() -> None:
    kinds = {"application/json": "/t/secret/bring-in/", FORM[1].decode(): "/t/secret/hands/"}
    for kind, path in kinds.items():
        for asked in kinds.values():
            scope = {"path": asked, "headers": [(b"content-type", kind.encode())]}
            if asked == path:
                bodies.refuse_what_no_form_sends(scope)
            else:
                with pytest.raises(Refused):
                    bodies.refuse_what_no_form_sends(scope)


@alone
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded; charset=UTF-8", None])
def test_what_forms_send_is_let_in(served: Served, kind: str | None) -> None:
    headers = {"Content-Type": kind} if kind else {}
    assert asks(served, "/sign-in/", body=b"", headers=headers).status == 403
    assert asks(served, "/sign-in/", body=b"a=1", headers=headers).status == 403


class Sender:
    """Sends these parts, one after the other, each after some seconds."""

    def __init__(self, *parts: bytes, seconds: float = 0, gone: bool = False) -> None:
        self.parts, self.seconds, self.gone = list(parts), seconds, gone

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(self.seconds)
        if not self.parts:
            if self.gone:
                return {"type": "http.disconnect"}
            await asyncio.Event().wait()
        part = self.parts.pop(0)
        is_more = bool(self.parts) or self.gone
        return {"type": "http.request", "body": part, "more_body": is_more}


def collected(
    sender: Sender, path: str = "/", *, given: Pass | None = None, **limits: int
) -> bytes:
    """The body as the pages get it; it was sent without saying how long it is."""
    head = [FORM, (b"transfer-encoding", b"chunked")]
    scope = {"path": path, "headers": head}

    async def run() -> bytes:
        all_of_them = Bodies(Limits(**limits))
        body = await all_of_them.collect(scope, sender.receive, Visitor("192.0.2.7", given))
        parts = [await body.receive()]
        while parts[-1]["more_body"]:
            parts.append(await body.receive())
        all_of_them.let_go(body)
        return b"".join(part["body"] for part in parts)

    return finished(run())


def test_the_pages_get_what_was_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    assert collected(Sender(b"a=1")) == b"a=1"
    assert collected(Sender(b"", b"a=", b"", b"1")) == b"a=1"
    monkeypatch.setattr(bodies, "IN_MEMORY", 10)
    monkeypatch.setattr(bodies, "PIECE", 7)
    parts = [bytes([number]) * number for number in range(30)]
    assert collected(Sender(*parts)) == b"".join(parts)


def test_what_is_too_large_is_noticed_while_it_comes() -> None:
    with pytest.raises(Refused) as refusal:
        collected(Sender(b"a" * 600, b"a" * 600, b"a" * 600), form_bytes=1000)
    assert refusal.value.status == 413
    assert collected(Sender(b"a" * 600, b"a" * 400), form_bytes=1000) == b"a" * 1000


def test_a_drip_is_no_sending_and_a_steady_sender_has_more_time() -> None:
    with pytest.raises(Refused) as refusal:
        collected(Sender(*[b"a"] * 30, seconds=0.1), body_seconds=1)
    assert refusal.value.status == 408
    steady: dict[str, Any] = {"body_seconds": 1, "body_bytes_per_second": 1000}
    assert len(collected(Sender(*[b"a" * 200] * 15, seconds=0.1), **steady)) == 3000


def test_whoever_hangs_up_is_not_answered() -> None:
    with pytest.raises(HungUp):
        collected(Sender(b"a", gone=True))


def test_an_address_sends_so_many_forms_at_a_time_and_no_more() -> None:
    async def run() -> None:
        limits = Limits(bodies_of_an_address=2, body_seconds=1)
        all_of_them = Bodies(limits)
        scope = {"path": "/", "headers": [FORM, (b"content-length", b"3")]}

        def sent(
            sender: Sender, address: str, *, given: Pass | None = None
        ) -> Coroutine[Any, Any, Body]:
            return all_of_them.collect(scope, sender.receive, Visitor(address, given))

        halves = [asyncio.create_task(sent(Sender(), "192.0.2.7")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refusal:
            await sent(Sender(b"a=1"), "192.0.2.7")
        assert (refusal.value.status, refusal.value.again_after) == (503, 2)
        assert (await sent(Sender(b"a=1"), "192.0.2.7", given=LINK)).size == 3
        assert (await sent(Sender(b"a=1"), "192.0.2.8")).size == 3
        await asyncio.gather(*halves, return_exceptions=True)
        assert (await sent(Sender(b"a=1"), "192.0.2.7")).size == 3

    finished(run())


def test_only_whoever_is_known_sends_large_files_and_each_form_allows_less_than_the_door() -> None:
    limits = Limits()
    event_file, old_records = reverse("bring_event_in", args=[1]), reverse("old_records", args=[1])
    for path, most in ((event_file, limits.event_file_bytes), (old_records, 2_500_000)):
        sender = Sender(b"a" * 400_000)
        assert len(collected(sender, path, given=DIRECTOR)) == 400_000
        for given in (None, LINK):
            with pytest.raises(Refused):
                collected(Sender(b"a" * 400_000), path, given=given)
        with pytest.raises(Refused):
            collected(Sender(b"a" * 400_000), "/", given=DIRECTOR)
        assert most > limits.form_bytes
    sizes = [
        (MOST_BYTES, limits.event_file_bytes),
        (old_imports.MOST_BYTES, limits.old_records_bytes),
        (imports.MOST_BYTES, limits.form_bytes),
        (forms.MOST_LETTERS, limits.form_bytes),
        (settings.DATA_UPLOAD_MAX_MEMORY_SIZE, limits.form_bytes),
    ]
    assert all(inner < outer for inner, outer in sizes)
