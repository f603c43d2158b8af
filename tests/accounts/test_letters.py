"""Letters wait in the database until a server sends them, each once; then their text is gone."""

from __future__ import annotations

import socket
import threading
import time
from datetime import timedelta
from io import StringIO

import environ
import pytest
from django.core import mail
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client, override_settings
from django.utils import timezone
from django.utils.translation import gettext_lazy
from pytest_django import Settings

from accounts import letters
from accounts.letters import send_due, write_letter
from accounts.models import Letter, LetterKind
from config.environment import mail as mail_settings
from project_tools.sending import Sender
from tests.accounts.conftest import Travels
from tests.mail_server import SMTP, mail_server
from tests.meeting import at_once
from tests.serving import PATIENCE

pytestmark = pytest.mark.django_db

ANNA = "anna.huber@example.org"
MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


@pytest.fixture(autouse=True)
def mail_is_on(settings: Settings) -> None:
    settings.SHEEPFOLD_MAIL = True
    settings.DEFAULT_FROM_EMAIL = "cards@example.org"


def writes(to: str = ANNA, link: str = "https://cards.example/in/1/", title: str = "Cup") -> bool:
    return write_letter(
        LetterKind.INVITATION,
        to=to,
        language="de",
        subject=gettext_lazy("Sign in"),
        lines=["%(title)s", "%(link)s"],
        values={"title": title, "link": link},
    )


def test_it_is_written_with_the_deed_and_sent_afterwards() -> None:
    with transaction.atomic():
        writes()
        transaction.set_rollback(True)  # the deed fails
    assert not Letter.objects.exists()
    assert writes()
    letter = Letter.objects.get()
    assert (letter.subject, letter.body) == ("Einloggen", "Cup\n\nhttps://cards.example/in/1/\n")
    assert letter.state_said() == "on its way"
    assert mail.outbox == []
    assert send_due() == 1
    [sent] = mail.outbox
    assert (sent.to, sent.subject, sent.from_email) == ([ANNA], "Einloggen", "cards@example.org")
    assert sent.body == "Cup\n\nhttps://cards.example/in/1/\n"
    assert sent.extra_headers == {"Auto-Submitted": "auto-generated", "Content-Language": "de"}
    assert sent.content_subtype == "plain"
    letter.refresh_from_db()
    assert (letter.body, letter.due_at, letter.state_said()) == ("", None, "sent")
    assert send_due() == 0


def test_without_mail_nothing_is_written(settings: Settings) -> None:
    settings.SHEEPFOLD_MAIL = False
    assert not writes()
    assert not Letter.objects.exists()
    assert not Sender().is_wanted
    with pytest.raises(CommandError, match="EMAIL_URL is not set"):
        call_command("mail_test", ANNA)


def test_an_operator_sees_how_many_wait_or_were_given_up(
    client: Client, settings: Settings
) -> None:
    settings.SHEEPFOLD_METRICS_TOKEN = "of the operator"

    def told() -> list[str]:
        answer = client.get("/metrics", headers={"Authorization": "Bearer of the operator"})
        lines = answer.content.decode().splitlines()
        return [line for line in lines if line.startswith("sheepfold_letters")]

    writes()
    with mail_server(RCPT="550 nobody"):
        send_due()
    writes("berta@example.org")
    assert told() == ["sheepfold_letters_waiting 1", "sheepfold_letters_given_up 1"]
    send_due()
    assert told() == ["sheepfold_letters_waiting 0", "sheepfold_letters_given_up 1"]
    settings.SHEEPFOLD_MAIL = False
    assert told() == []


def test_nobody_writes_lines_above_the_letter(settings: Settings) -> None:
    for to in ("a@example.org\nBcc: b@example.org", "a@example.org, b@example.org", "a@b", ""):
        with pytest.raises(ValidationError):
            writes(to)
    write_letter(
        LetterKind.INVITATION,
        to=ANNA,
        language="en",
        subject="%(title)s",
        lines=[],
        values={"title": "Cup\r\nBcc: b@example.org"},
    )
    send_due()
    [sent] = mail.outbox
    assert sent.subject == "Cup Bcc: b@example.org"
    assert sent.recipients() == [ANNA]


def test_who_presses_twice_gets_one_and_nobody_floods_a_box(travels: Travels) -> None:
    assert writes()
    assert writes()
    assert Letter.objects.count() == 1
    assert [writes(link=f"https://cards.example/{nth}/") for nth in range(6)] == (
        [True] * 4 + [False] * 2
    )
    assert writes("berta@example.org")
    travels(DAY + 1)
    assert writes(link="https://cards.example/9/")


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        ({"CONNECT": "421 not now"}, "the mail server refused it, with the number 421"),
        ({"RCPT": "450 later"}, "the mail server refused it, with the number 450"),
        ({"END": "554 looks like junk"}, "the mail server refused it, with the number 554"),
    ],
)
def test_what_is_refused_is_tried_five_times(
    travels: Travels, answers: dict[str, str], problem: str
) -> None:
    writes()
    with mail_server(**answers) as server:
        for nth, pause in enumerate((MINUTE, 10 * MINUTE, HOUR, 6 * HOUR), 1):
            send_due()
            letter = Letter.objects.get()
            assert (letter.tries, letter.state_said()) == (nth, f"is tried again: {problem}")
            travels(pause - 1)
            assert send_due() == 0
            assert Letter.objects.get().tries == nth
            travels(2)
        assert "https://cards.example" in letter.body
        send_due()
        assert server.taken_in == []
    letter.refresh_from_db()
    assert (letter.tries, letter.body, letter.due_at) == (5, "", None)
    assert letter.state_said() == f"given up: {problem}"


def test_an_address_that_nobody_has_is_given_up_at_once() -> None:
    writes()
    with mail_server(RCPT="550 nobody here"):
        send_due()
    letter = Letter.objects.get()
    assert (letter.tries, letter.body) == (1, "")
    assert letter.state_said() == "given up: the mail server refused it, with the number 550"


def test_a_mail_server_that_is_away_and_comes_back(travels: Travels) -> None:
    writes()
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        away = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": closed.getsockname()[1]}
        with override_settings(EMAIL_BACKEND=SMTP, **away):
            send_due()
            with pytest.raises(CommandError, match="It was not sent"):
                call_command("mail_test", ANNA)
    letter = Letter.objects.get()
    assert letter.state_said() == "is tried again: the mail server cannot be reached"
    travels(MINUTE + 1)
    with mail_server() as server:
        assert send_due() == 1
        said = StringIO()
        call_command("mail_test", ANNA, stdout=said)
    assert f"Handed in for {ANNA}" in said.getvalue()
    first, second = server.taken_in
    assert first[0] == second[0] == ANNA
    assert "https://cards.example/in/1/" in first[1]
    assert "\r\nAuto-Submitted: auto-generated\r\n" in first[1]
    letter.refresh_from_db()
    assert letter.state_said() == "sent"


def test_a_letter_whose_sender_ended_is_tried_by_the_next(
    travels: Travels, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes()

    def ends(_letter: Letter) -> tuple[str, bool]:
        raise SystemExit

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(letters, "_send", ends)
        with pytest.raises(SystemExit):
            send_due()
    assert send_due() == 0
    travels(10 * MINUTE + 1)
    assert send_due() == 1


def test_what_has_had_its_time_is_forgotten() -> None:
    writes()
    writes("berta@example.org")
    Letter.objects.filter(to=ANNA).update(made_at=timezone.now() - timedelta(days=31))
    call_command("tidy", stdout=StringIO())
    assert [each.masked for each in Letter.objects.all()] == ["b…@example.org"]


@pytest.mark.alone
@pytest.mark.django_db(transaction=True)
def test_two_that_send_at_once_send_each_letter_once() -> None:
    for nth in range(12):
        writes(f"player{nth}@example.org")
    with mail_server() as server:
        assert set(at_once([send_due, send_due, send_due])) == {""}
    assert sorted(to for to, _body in server.taken_in) == sorted(
        f"player{nth}@example.org" for nth in range(12)
    )
    assert not Letter.objects.exclude(body="").exists()


@pytest.mark.alone
@pytest.mark.django_db(transaction=True)
def test_a_server_sends_by_itself(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sender, "first", 0.05)
    monkeypatch.setattr(Sender, "looks", 0.05)
    writes()
    with mail_server() as server:
        with Sender().at_work():
            deadline = time.monotonic() + PATIENCE
            while Letter.objects.filter(sent_at=None).exists():
                assert time.monotonic() < deadline
                time.sleep(0.02)
        [thread] = [each for each in threading.enumerate() if each.name == "letters"]
        thread.join(PATIENCE)
    assert [to for to, _body in server.taken_in] == [ANNA]


def test_how_letters_are_handed_in_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMAIL_URL", "smtp+tls://cards:se%40cret@mail.example")
    with pytest.raises(ImproperlyConfigured, match="SHEEPFOLD_MAIL_FROM"):
        mail_settings(environ.Env())
    monkeypatch.setenv("SHEEPFOLD_MAIL_FROM", "cards@example.org")
    found = mail_settings(environ.Env())
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == ("mail.example", 587)
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == ("cards", "se@cret")
    assert (found["EMAIL_USE_TLS"], found["DEFAULT_FROM_EMAIL"]) == (True, "cards@example.org")
    monkeypatch.delenv("SHEEPFOLD_MAIL_FROM")
    monkeypatch.setenv("EMAIL_URL", "smtp+ssl://me%40example.org:x@mail.example")
    assert mail_settings(environ.Env())["DEFAULT_FROM_EMAIL"] == "me@example.org"
