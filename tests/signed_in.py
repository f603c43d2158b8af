"""Somebody who is signed in already: what signing in leaves, without the way there.

The way is tried in the tests of accounts; it takes 27 statements, and most tests begin with it.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User, update_last_login
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.contrib.sessions.models import Session
from django.db import transaction
from django.test import Client
from django.utils.crypto import get_random_string

from accounts.models import SignIn
from accounts.proofs import PROVED
from accounts.sign_ins import NOTED
from config.sessions import BEGAN, SessionStore


@transaction.atomic
def signed_in(user: User) -> Client:
    """A browser in which this account has just been signed in."""
    key, mark = get_random_string(32, VALID_KEY_CHARS), user.get_session_auth_hash()
    mine = SignIn.objects.create(user=user, session_id=key, password_mark=mark)
    now = int(mine.began_at.timestamp())
    known = {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
        HASH_SESSION_KEY: mark,
        BEGAN: now,
        PROVED: now,
        NOTED: {"pk": mine.pk, "session": key, "at": now, "news": ""},
    }
    store = SessionStore()
    Session.objects.create(
        session_key=key, session_data=store.encode(known), expire_date=store.get_expiry_date()
    )
    update_last_login(User, user)
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    return client
