"""Letters by e-mail: written together with a deed, sent afterwards by a thread of the server.

Nothing is sent while somebody waits for a page. A letter that is taken up is nobody else's for
some minutes, so that two processes send each once; where the process ends meanwhile another tries
again.
"""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.db.models import Count, F, Q
from django.utils import timezone, translation

from accounts.models import Letter, LetterKind

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

PAUSES = (timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1), timedelta(hours=6))
"""After each try but the last one so long is waited for the next."""

TRIES = len(PAUSES) + 1
HELD_FOR = timedelta(minutes=10)
"""So long a letter that is being sent is nobody else's: longer than a slow mail server takes."""

KEPT_FOR = timedelta(days=30)
MOST_ALIKE = 5
"""So many letters of a kind go to one address within a day: nobody floods a stranger's box."""

DAY = timedelta(days=1)
REFUSED_FOR_GOOD = 500

log = logging.getLogger("sheepfold.letters")


def are_sent() -> bool:
    """Whether letters are sent from here at all."""
    return bool(settings.SHEEPFOLD_MAIL)


def write_letter(
    kind: LetterKind,
    *,
    to: str,
    language: str,
    subject: StrOrPromise,
    lines: Iterable[StrOrPromise],
    values: Mapping[str, object],
    club_id: int | None = None,
) -> bool:
    """Write a letter together with the deed it tells of; whether it will be sent.

    Subject and paragraphs are said in `language`, with the `values` filled in. It is not written
    where none are sent, where the same one waits already, and where the address has had many of
    its kind within a day.
    """
    if not are_sent():
        return False
    validate_email(to)
    with translation.override(language):
        title = " ".join((str(subject) % values).split())[:200]
        body = "\n\n".join(str(line) % values for line in lines) + "\n"
    now = timezone.now()
    recent = Letter.objects.filter(kind=kind, to=to, made_at__gt=now - DAY)
    if recent.filter(body=body).exists():
        return True
    if recent.count() >= MOST_ALIKE:
        return False
    Letter.objects.create(
        kind=kind,
        to=to,
        subject=title,
        body=body,
        language=language,
        club_id=club_id,
        made_at=now,
        due_at=now,
    )
    return True


# Sending.


def send_due() -> int:
    """Send every letter that is due by now, each once; how many were sent."""
    sent, now = 0, timezone.now()
    while (letter := _taken(now)) is not None:
        problem, is_for_good = _send(letter)
        sent += not problem
        _note(letter, problem, is_for_good=is_for_good)
    return sent


def _taken(now: object) -> Letter | None:
    """The next one that is due, as nobody else's: whoever counts the try has it."""
    for letter in Letter.objects.filter(due_at__lte=now).order_by("due_at", "pk"):
        held = timezone.now() + HELD_FOR
        mine = Letter.objects.filter(pk=letter.pk, tries=letter.tries, due_at=letter.due_at)
        if mine.update(tries=F("tries") + 1, due_at=held):
            letter.tries += 1
            return letter
    return None


def _send(letter: Letter) -> tuple[str, bool]:
    """Hand a letter in: what was wrong, "" where nothing was, and whether it stays so."""
    if letter.tries > TRIES:  # the process ended in the middle of the last one
        return letter.problem or "ended", True
    try:
        message_to(letter.to, letter.subject, letter.body, letter.language).send()
    except smtplib.SMTPRecipientsRefused as refused:
        codes = [code for code, _words in refused.recipients.values()]
        return f"refused {max(codes)}", min(codes) >= REFUSED_FOR_GOOD
    except smtplib.SMTPAuthenticationError:
        return "sign_in", False
    except smtplib.SMTPResponseException as answer:
        return f"refused {answer.smtp_code}", False
    except OSError:  # of which those of the mail server are
        return "unreachable", False
    except ValueError:
        return "letter", True
    return "", False


def message_to(to: str, subject: str, body: str, language: str) -> EmailMessage:
    """A letter as it is handed in: plain text, which no machine answers."""
    headers = {"Auto-Submitted": "auto-generated", "Content-Language": language}
    return EmailMessage(subject, body, to=[to], headers=headers)


def _note(letter: Letter, problem: str, *, is_for_good: bool) -> None:
    """Note what a try came to, unless somebody else has taken the letter up since."""
    now = timezone.now()
    done: dict[str, object] = {"problem": problem}
    if not problem:
        done |= {"sent_at": now, "due_at": None, "body": ""}
    elif is_for_good or letter.tries >= TRIES:
        done |= {"due_at": None, "body": ""}
        log.error("Letter %s was given up: %s", letter.pk, problem)
    else:
        done |= {"due_at": now + PAUSES[letter.tries - 1]}
        log.warning("Letter %s was not sent: %s", letter.pk, problem)
    Letter.objects.filter(pk=letter.pk, tries=letter.tries).update(**done)


class Lying(NamedTuple):
    """How many letters wait to be sent, and how many of the last thirty days were given up."""

    waiting: int
    given_up: int


def lying() -> Lying:
    """What has not left, one SQL query."""
    waits = Count("pk", filter=Q(due_at__isnull=False))
    given_up = Count("pk", filter=Q(due_at=None, sent_at=None))
    return Lying(**Letter.objects.order_by().aggregate(waiting=waits, given_up=given_up))


# Forgetting them.


def forget_address(addresses: Iterable[str]) -> None:
    """Delete all letters to these addresses, also those that wait."""
    Letter.objects.filter(to__in=[each for each in addresses if each]).delete()


def forget_old_letters() -> int:
    """Delete what has been kept for long enough; how many letters it was."""
    return Letter.objects.filter(made_at__lt=timezone.now() - KEPT_FOR).delete()[0]
