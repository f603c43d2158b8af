"""Sign-ins: in which browsers an account is signed in, and how they end, which is written down.

A session knows its row (`NOTED`), so that a page asks for it only once in a while.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from django.contrib.auth import SESSION_KEY, update_session_auth_hash
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.devices import device_called
from accounts.digests import digest_of, network_digest
from accounts.events import Kind, note
from accounts.models import SignIn
from accounts.networks import network_of
from accounts.saying import kept_what

BEGAN = "began"
NOTED = "sign_in"
NOTED_EVERY = 5 * 60  # seconds
A_MOMENT = 2  # seconds between the note of a sign-in and Django's own
KEPT_FOR = timedelta(days=30)
"""So long after its end it is known of a sign-in that it was."""


def follow(request: HttpRequest) -> None:
    """Note that whoever is signed in was here, unless that has just been done.

    It is done at once where the account has been signed in since with another browser.
    """
    session = request.session
    if SESSION_KEY not in session or not isinstance(request.user, User):
        return
    known = session.get(NOTED, {"session": "", "at": 0})
    is_the_same = known["session"] == session.session_key
    last = request.user.last_login
    is_news = last is not None and last.timestamp() > known["at"] + A_MOMENT
    if is_news or not is_the_same or time.time() - known["at"] >= NOTED_EVERY:
        note_sign_in(request, request.user)


def note_sign_in(request: HttpRequest, user: User, **_more: object) -> None:
    """Note that somebody has signed in, or still is, in this browser; also on Django's signal."""
    session = request.session
    device = device_called(request.META.get("HTTP_USER_AGENT", ""))
    now = timezone.now()
    seen = {
        "session_id": session.session_key,
        "password_mark": user.get_session_auth_hash(),
        "seen_at": now,
        "browser": device.browser,
        "system": device.system,
        "network": network_digest(network_of(request)),
    }
    # Whoever is signed out at this moment from elsewhere is not noted any more.
    with suppress(IntegrityError), transaction.atomic():
        key = session.get(NOTED, {}).get("pk")
        if not SignIn.objects.filter(pk=key, user=user).update(**seen):
            began = datetime.fromtimestamp(session.get(BEGAN, now.timestamp()), UTC)
            new = {"user": user, "began_at": began} | seen
            found, _is_new = SignIn.objects.update_or_create(
                session_id=session.session_key, defaults=seen, create_defaults=new
            )
            key = found.pk
        at = int(now.timestamp())
        session[NOTED] = {
            "pk": key,
            "session": session.session_key,
            "at": at,
            "news": _news_in(SignIn.objects.get(pk=key)),
        }


def came_with(request: HttpRequest, *, before: str, now: str) -> None:
    """Note with which browser somebody has signed in: as what it was known and is from now on.

    `before` is "" where the account had never signed in with it.
    """
    mine = SignIn.objects.filter(pk=sign_in_of(request) or 0).first()
    if mine is None:
        return
    if before:
        digest = digest_of("browser", before)
        last = SignIn.objects.filter(user=mine.user_id, known_as=digest).first()
        mine.known_since = last.known_since if last else None
    else:
        mine.is_first, mine.known_since = True, mine.began_at
    mine.known_as = digest_of("browser", now)
    mine.save(update_fields=["is_first", "known_since", "known_as"])
    request.session[NOTED] = request.session[NOTED] | {"news": _news_in(mine)}


def was_told(request: HttpRequest) -> None:
    """Note that somebody looks at the sign-ins in a browser that had something to tell of them."""
    noted = request.session.get(NOTED, {})
    if noted.get("news"):
        _untold(SignIn.objects.get(pk=noted["pk"])).update(told_at=timezone.now())
        request.session[NOTED] = noted | {"news": ""}


def _news_in(mine: SignIn) -> str:
    """The latest device of which the account is to be told in this browser, "" where there is none.

    Nothing is told of what was before a browser was known: whoever guessed the password is not to
    take the news away from whom they are for.
    """
    latest = _untold(mine).order_by("-began_at").first()
    return latest.device.words if latest else ""


def _untold(mine: SignIn) -> QuerySet[SignIn]:
    found = SignIn.objects.filter(user=mine.user_id, is_first=True, told_at=None)
    if mine.known_since is not None:
        found = found.filter(began_at__gt=mine.known_since)
    return found.exclude(pk=mine.pk)


def sign_in_of(request: HttpRequest) -> int | None:
    """The sign-in by which somebody looks at a page."""
    key: int | None = request.session.get(NOTED, {}).get("pk")
    return key


def open_sign_ins(user: User) -> QuerySet[SignIn]:
    """Those of an account that have not ended, the one seen last first."""
    mark = user.get_session_auth_hash()
    return SignIn.objects.filter(
        user=user, password_mark=mark, session__expire_date__gt=timezone.now()
    )


def ended_sign_ins(user: User) -> QuerySet[SignIn]:
    """Those of an account of which it is still known that they were, the latest first."""
    return SignIn.objects.filter(user=user).exclude(pk__in=open_sign_ins(user).values("pk"))


def still_signed_in(keys: Collection[int]) -> dict[int, User]:
    """Whose sign-ins these are, without those that have ended; one SQL query."""
    found = SignIn.objects.filter(pk__in=keys, session__expire_date__gt=timezone.now())
    return {
        each.pk: each.user
        for each in found.select_related("user")
        if each.user.is_active and each.password_mark == each.user.get_session_auth_hash()
    }


@transaction.atomic
def sign_out_one(*, user: User, key: int, network: str) -> bool:
    """Sign out in one browser; whether it was signed in there."""
    found = open_sign_ins(user).select_related("session").filter(pk=key).first()
    if found is None or found.session is None:
        return False
    found.session.delete()
    device = " ".join(filter(None, [found.browser, found.system]))
    what = kept_what("elsewhere", device=device or "–")
    note(Kind.SIGN_OUT, account=user, what=what, network=network)
    return True


@transaction.atomic
def sign_out(
    kind: Kind, *, user: User, keep: str = "", network: str = "", is_on_terminal: bool = False
) -> int:
    """Sign out in every browser, but where the session `keep` is; how many they were.

    Every session is looked at, so that none is left over of which no page was seen yet. `kind`: as
    what it is written down.
    """
    ended = 0
    for session in Session.objects.exclude(session_key=keep).iterator():
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            session.delete()
            ended += 1
    what = kept_what("ended on the terminal" if is_on_terminal else "ended", count=ended)
    note(kind, account=user, what=what, network=network)
    return ended


@transaction.atomic
def change_password(request: HttpRequest, *, user: User, password: str) -> None:
    """Give an account another password; it stays signed in in this browser alone.

    The session gets another key as well: a copy of it that somebody made is worth nothing then.
    """
    user.set_password(password)
    user.save(update_fields=["password"])
    update_session_auth_hash(request, user)
    note_sign_in(request, user)
    here = request.session.session_key or ""
    sign_out(Kind.PASSWORD, user=user, keep=here, network=network_of(request))


def forget_old_sign_ins() -> int:
    """Delete what is known of those that ended long ago; how many they were."""
    old = SignIn.objects.filter(session=None, seen_at__lt=timezone.now() - KEPT_FOR)
    return old.delete()[0]
