"""What a site changes beside the rooms: accounts, from the first one on, and clubs."""

from __future__ import annotations

import os
import secrets
import tempfile
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts.events import Kind, note
from accounts.saying import kept_what
from tournaments.common.actions import ActionReused, Refused, compare_sent, keep_sent, note_action
from tournaments.common.locks import lock_account, lock_club, lock_row
from tournaments.models import Author, Club, ClubRequest, Membership, Player, Role
from tournaments.people.services.claims import claim

# Accounts of directors: the first one, those made on the server itself, and one for the demo club.

DEMO_DIRECTOR = "director"
LONGEST_WHAT = 200
LETTERS = "abcdefghjkmnpqrstuvwxyz"
"""Those that nobody mistakes for one another."""


class NotTheFirst(Exception):
    """Somebody has an account here already."""


class Directing(NamedTuple):
    """What was new: the club, the account, and that the one directs the other."""

    is_new_club: bool
    is_new_account: bool
    is_new_director: bool


def nobody_has_an_account() -> bool:
    """Whether the installation is empty: nobody can sign in."""
    return not User.objects.exists()


@transaction.atomic
def make_first_director(
    *, club_name: str, name: str, password: str, is_public: bool = False
) -> tuple[User, Club]:
    """Make the first account and its club; raises NotTheFirst once there is an account.

    The club's language is the one that is spoken then.

    While it looks nobody else makes an account, so that of two who try at once one is refused.
    """
    if connection.vendor == "postgresql":  # SQLite has one writer at a time
        table = connection.ops.quote_name(User._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {table} IN EXCLUSIVE MODE")
    if not nobody_has_an_account():
        raise NotTheFirst
    add_director(
        club_name=club_name,
        name=name,
        password=password,
        is_public=is_public,
        language=get_language(),
    )
    return User.objects.get(username=name), Club.objects.get(name=club_name)


@transaction.atomic
def change_language(club: Club, language: str, *, by: Author) -> None:
    """Let the club speak this language from now on; its events keep theirs.

    It is written down who did it; languages are named in themselves, so that every reader
    understands it.
    """
    locked = lock_club(club.pk)
    if locked.language == language:
        return
    names = dict(settings.LANGUAGES)
    what = f"{names[locked.language]} → {names[language]}"
    locked.language = language
    locked.save(update_fields=["language"])
    note_action(Kind.LANGUAGE, club=locked, by=by, what=what)


@transaction.atomic
def shorten_names(club: Club, after: int | None, *, by: Author) -> None:
    """Show everybody initials alone in what is older than so many months; None: never.

    It is written down who did it.
    """
    locked = lock_club(club.pk)
    if locked.initials_after == after:
        return
    locked.initials_after = after
    locked.save(update_fields=["initials_after"])
    what = kept_what("in full") if after is None else kept_what("months", count=after)
    note_action(Kind.OLD_NAMES, club=locked, by=by, what=what)


@transaction.atomic
def change_sites(club: Club, sites: list[str], *, by: Author) -> None:
    """Let the pages of these sites alone show the club's standings; it is written down which."""
    locked = lock_club(club.pk)
    if locked.sites == sites:
        return
    locked.sites = sites
    locked.save(update_fields=["sites"])
    what = ", ".join(sites)[:LONGEST_WHAT] or kept_what("no site")
    note_action(Kind.SITES, club=locked, by=by, what=what)


def check_new_account(name: str, password: str) -> None:
    """Raise ValidationError for a name or a password that an account must not have."""
    user = User(username=name)
    user.clean_fields(exclude=["password"])
    validate_password(password, user)


@transaction.atomic
def add_director(
    *,
    club_name: str,
    name: str,
    password: str = "",
    is_public: bool = False,
    language: str | None = None,
) -> Directing:
    """Let somebody direct a club; what is not there yet is made, with the site's language if no
    other is named. The first one owns it.

    The password is only for a new account, which `check_new_account` must have passed. Raises
    ValidationError for a name that a club cannot have.
    """
    club = Club.objects.filter(name=club_name).first()
    is_new_club = club is None
    if club is None:
        language = language or settings.SHEEPFOLD_LANGUAGE
        club = Club(name=club_name, is_public=is_public, language=language)
        club.full_clean()
        club.save()
    user = User.objects.filter(username=name).first()
    is_new_account = user is None
    if user is None:
        user = User.objects.create_user(name, password=password)
    present = Membership.objects.present().filter(club=club, event=None)
    role = Role.DIRECTOR if present.exists() else Role.OWNER
    _member, is_new = present.get_or_create(club=club, user=user, defaults={"role": role})
    if is_new:
        what = kept_what("new account") if is_new_account else ""
        note(Kind.DIRECTS, account=user, club_id=club.pk, club_name=club.name, what=what)
    return Directing(is_new_club, is_new_account, is_new)


def demo_account(club: Club) -> User:
    """The account that directs the demo club's events while they are played.

    Nobody can sign in with it before `demo_director` gives it a password.
    """
    known = User.objects.filter(username=DEMO_DIRECTOR).first()
    is_somebody = known is not None and known.has_usable_password()
    name = f"{DEMO_DIRECTOR} of the demo" if is_somebody else DEMO_DIRECTOR
    unusable = {"password": make_password(None)}
    user, _is_new = User.objects.get_or_create(username=name, defaults=unusable)
    Membership.objects.get_or_create(club=club, user=user, defaults={"role": Role.OWNER})
    return user


def demo_director(club_name: str, folder: Path) -> str:
    """The password with which the demo club's director signs in, or "" if it has been changed.

    It is made anew for each installation and kept in `folder`, readable by its owner alone, so
    that it can be said again. An account of that name which somebody else made is left alone.
    """
    kept = folder / "demo_director"
    user = User.objects.filter(username=DEMO_DIRECTOR).first()
    if user is not None and user.has_usable_password():
        password = kept.read_text().strip() if kept.exists() else ""
        return password if password and user.check_password(password) else ""
    club = Club.objects.filter(name=club_name).first()
    if club is None or (user is not None and not club.members.filter(user=user).exists()):
        return ""
    password = _keep(kept, new_password())
    if user is not None:
        user.set_password(password)
        user.save(update_fields=["password"])
    else:
        add_director(club_name=club_name, name=DEMO_DIRECTOR, password=password)
    return password


def new_password() -> str:
    """Sixteen letters in groups of four, drawn by chance: more than 72 bits.

    >>> len(new_password())
    19
    """
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(4))


def _keep(path: Path, password: str) -> str:
    """Write it where only the owner reads it; what another process wrote first counts."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w") as file:
        file.write(password)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(draft)
    return path.read_text().strip()


# Accounts and clubs of those who come by themselves, as far as the operator allows that.

CLOSED, OPEN = "closed", "open"
MOST_OWN = 3
"""So many clubs may an account own that makes them itself."""

BETWEEN = timedelta(days=1)
"""From one club to the next that an account makes."""


def make_account(name: str, password: str) -> User:
    """Make an account; raises Refused where somebody took the name meanwhile."""
    try:
        with transaction.atomic():
            return User.objects.create_user(name, password=password)
    except IntegrityError as taken:
        raise Refused(gettext("Somebody is called so here already."), field="username") from taken


@transaction.atomic
def open_account(*, name: str, password: str, network: str) -> User:
    """An account for somebody who wants a club, whom nobody has invited; it is written down."""
    user = make_account(name, password)
    note(Kind.ACCOUNT, account=user, network=network)
    return user


@transaction.atomic
def claim_anew(*, player: Player, name: str, password: str, note: str, submission: UUID) -> User:
    """Make an account that says that it is a player; raises Refused, and then there is none."""
    user = make_account(name, password)
    claim(player=player, user=user, note=note, submission=submission)
    return user


@transaction.atomic
def request_club(
    *, user: User, club: str, is_public: bool, about: str = "", is_open: bool, submission: UUID
) -> ClubRequest:
    """Ask for a club of that name; where it `is_open` it is made at once.

    The same form leads to the same one again. Raises Refused where the account waits for one, owns
    too many or made one a short time ago, and where there is one of that name.
    """
    lock_account(user.pk)  # two at once are counted
    stored = ClubRequest.objects.filter(submission=submission).first()
    if stored is not None:
        compare_sent()
        if stored.user_id != user.pk:
            raise ActionReused
        return stored
    if user.club_requests.filter(state=ClubRequest.WAITING).exists():
        raise Refused(gettext("You have asked for a club already; it is not answered yet."))
    if Club.objects.filter(name__iexact=club).exists():
        raise Refused(str(CLUB_THERE), field="club")
    if is_open:
        _refuse_many(user)
    made = ClubRequest.objects.create(
        user=user,
        name=club,
        is_public=is_public,
        about=about,
        language=get_language() or settings.SHEEPFOLD_LANGUAGE,
        submission=submission,
    )
    if is_open:
        _found(made, by=None)
    else:
        note(Kind.CLUB_ASKED, account=user, what=club)
    keep_sent()
    return made


CLUB_THERE = _("There is a club of that name here already.")


def _refuse_many(user: User) -> None:
    own = Membership.objects.present().filter(user=user, role=Role.OWNER, event=None)
    if own.count() >= MOST_OWN:
        text = gettext("You own %(count)s clubs already, as many as an account makes here.")
        raise Refused(text % {"count": MOST_OWN})
    latest = timezone.now() - BETWEEN
    if user.club_requests.filter(state=ClubRequest.ACCEPTED, made_at__gt=latest).exists():
        raise Refused(gettext("You have made a club today; the next one can be made tomorrow."))


@transaction.atomic
def answer_request(key: int, *, accepts: bool, by: Author) -> None:
    """Make the club that somebody asked for, or decline; nothing where it was answered before.

    Raises Refused where there is a club of that name by now.
    """
    asked = ClubRequest.objects.filter(pk=key).first()
    found = lock_row(asked) if asked is not None else None
    if found is None or found.state != ClubRequest.WAITING:
        return
    if accepts:
        _found(found, by=by.user)
        return
    found.state, found.answered_at, found.answered_by = (
        ClubRequest.DECLINED,
        timezone.now(),
        by.user,
    )
    found.save(update_fields=["state", "answered_at", "answered_by"])
    note(Kind.CLUB_DECLINED, account=by.user, club_name=found.name, what=_for(found))


def _found(asked: ClubRequest, *, by: User | None) -> None:
    """Make the club, with its owner; `by` None: by himself."""
    club = Club(name=asked.name, is_public=asked.is_public, language=asked.language)
    try:
        with transaction.atomic():
            club.full_clean()
            club.save()
    except (ValidationError, IntegrityError) as taken:
        raise Refused(str(CLUB_THERE), field="club") from taken
    Membership.objects.create(club=club, user=asked.user, role=Role.OWNER)
    asked.club = club
    _answer(asked, ClubRequest.ACCEPTED, by)
    what = _for(asked) if by else ""
    note(Kind.CLUB_MADE, account=by or asked.user, club_id=club.pk, club_name=club.name, what=what)
    what = kept_what("as owner")
    note(Kind.DIRECTS, account=asked.user, club_id=club.pk, club_name=club.name, what=what)


def _answer(asked: ClubRequest, state: str, by: User | None) -> None:
    asked.state, asked.answered_at, asked.answered_by = state, timezone.now(), by
    asked.save(update_fields=["state", "club", "answered_at", "answered_by"])


def _for(asked: ClubRequest) -> str:
    return kept_what("for account", name=asked.user.username)
