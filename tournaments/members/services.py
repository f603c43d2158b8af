"""Asking somebody to run a club or to help at an event, joining, and leaving."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.events import Kind, note
from accounts.letters import write_letter
from accounts.models import LetterKind
from accounts.saying import kept_what
from tournaments.common.actions import Refused, compare_sent, keep_sent, note_action
from tournaments.common.locks import lock_club
from tournaments.members.queries import helpers_of, members_of, open_in, open_invitations
from tournaments.models import (
    HELPS_AFTER,
    Author,
    Club,
    Event,
    Invitation,
    Membership,
    Role,
    hash_secret,
)
from tournaments.site.services import make_account
from tournaments.tables.services.tables import secret_for

MOST_OPEN = 50
"""So many invitations of a club may wait at once."""


class InvitationOver(Exception):
    """It was used, was withdrawn, or is too old."""


@transaction.atomic
def invite(
    club: Club, role: Role, *, event: Event | None = None, by: Author, submission: UUID
) -> tuple[Invitation, str]:
    """Make an invitation, and the secret of its address, which is kept nowhere.

    It is for the club, or for helping at one `event` of it.

    The same form leads to the same one again. Raises Refused where very many wait, and
    SaidOtherwise where the form said something else before.
    """
    lock_club(club.pk)
    at = event.pk if event else None
    secret = _secret(submission, club.pk, at, role)
    stored = Invitation.objects.filter(submission=submission).first()
    if stored is not None:
        compare_sent()
        return stored, secret
    if open_in(club).count() >= MOST_OPEN:
        raise Refused(_("Very many invitations wait already: withdraw some of them first."))
    made = Invitation.objects.create(
        club=club,
        event=event,
        role=role,
        secret_hash=hash_secret(secret),
        submission=submission,
        made_by=by.user,
    )
    note_action(Kind.INVITED, club=club, by=by, what=_asked(made))
    keep_sent()
    return made, secret


def secret_of(made: Invitation) -> str:
    """The secret of its address, once more."""
    return _secret(made.submission, made.club_id, made.event_id, made.role)


def _secret(submission: UUID, club: int, event: int | None, role: str) -> str:
    return secret_for(submission, ["invitation", club, event, role])


def mail_invitation(made: Invitation, *, to: str, address: str) -> bool:
    """Mail the address of an invitation in the club's language; whether a letter goes out."""
    return write_letter(
        LetterKind.INVITATION,
        to=to,
        language=made.club.language,
        subject=gettext_lazy("Sheepfold: an invitation from %(club)s"),
        lines=[
            gettext_lazy("You are asked to help the club: %(club)s"),
            gettext_lazy("What as, this link says. It is good once, and for seven days:"),
            "%(link)s",
            gettext_lazy("If you do not know the club, do nothing: nothing happens then."),
        ],
        values={"club": made.club.name, "link": address},
        club_id=made.club_id,
    )


@transaction.atomic
def withdraw(club: Club, key: int, *, event: Event | None = None, by: Author) -> None:
    """Let an invitation be worth nothing; one that waits no more stays as it is."""
    lock_club(club.pk)
    found = open_invitations(club, event).filter(pk=key).first()
    if found is None:
        return
    found.withdrawn_at = timezone.now()
    found.save(update_fields=["withdrawn_at"])
    note_action(Kind.INVITATION_WITHDRAWN, club=club, by=by, what=_asked(found))


def _asked(invitation: Invitation) -> str:
    if invitation.event_id is None:
        return kept_what(f"invited {invitation.role}")
    return kept_what("invited helper", event=invitation.event_id)


@transaction.atomic
def join(invitation: Invitation, user: User, *, is_new: bool = False) -> Membership:
    """Let an account into the club of an invitation, or to its event; it is used up by that.

    Who is something there already becomes what he is asked to be, unless that is nothing more.
    Raises InvitationOver. `is_new`: the account was made for it.
    """
    club = lock_club(invitation.club_id)
    waiting = open_in(club).filter(pk=invitation.pk).select_related("event").first()
    if waiting is None:
        raise InvitationOver
    there = helpers_of(waiting.event) if waiting.event else members_of(club)
    member = there.filter(user=user).first()
    if member is None:
        member = Membership(club=club, event=waiting.event, user=user, invited_by=waiting.made_by)
    elif member.role == Role.OWNER:
        _own_no_more(member)
    member.role = waiting.role
    if waiting.event and waiting.event.state == Event.FINAL:
        member.until = member.until or timezone.now() + HELPS_AFTER
    member.save()
    waiting.used_by, waiting.used_at = user, timezone.now()
    waiting.save(update_fields=["used_by", "used_at"])
    if is_new:
        what = kept_what("new account")
    elif waiting.event:
        what = kept_what("as helper", event=waiting.event.pk)
    else:
        what = kept_what(f"as {member.role}")
    note(Kind.DIRECTS, account=user, club_id=club.pk, club_name=club.name, what=what)
    return member


@transaction.atomic
def join_anew(invitation: Invitation, *, name: str, password: str) -> User:
    """Make an account and let it into the club of an invitation.

    Raises InvitationOver, and Refused where somebody took the name meanwhile.
    """
    user = make_account(name, password)
    join(invitation, user, is_new=True)
    return user


@transaction.atomic
def change_role(club: Club, key: int, role: Role, *, by: Author) -> None:
    """Let a member be something else from now on; raises Refused where no owner would be left."""
    member = _present(lock_club(club.pk), key)
    if member is None or member.role == role:
        return
    if role != Role.OWNER:
        _own_no_more(member)
    member.role = role
    member.save(update_fields=["role"])
    what = kept_what(f"now {role}", name=member.user.username)
    note_action(Kind.ROLE, club=club, by=by, what=what)


@transaction.atomic
def end_membership(club: Club, key: int, *, by: Author) -> None:
    """Let a member run the club no more; raises Refused where no owner would be left.

    What he did stays his. Whoever has gone already stays gone.
    """
    member = _present(lock_club(club.pk), key)
    if member is None:
        return
    _own_no_more(member)
    member.until = timezone.now()
    member.save(update_fields=["until"])
    note_action(Kind.LEFT, club=club, by=by, what=member.user.username)


@transaction.atomic
def end_helping(event: Event, key: int, *, by: Author) -> None:
    """Let somebody help at an event no more; whoever has gone already stays gone."""
    club = lock_club(event.club_id)
    member = helpers_of(event).filter(pk=key).first()
    if member is None:
        return
    member.until = timezone.now()
    member.save(update_fields=["until"])
    _withdraw_all(open_invitations(club, event), member)
    what = kept_what("helped", name=member.user.username, event=event.pk)
    note_action(Kind.LEFT, club=club, by=by, what=what)


def _present(club: Club, key: int) -> Membership | None:
    return members_of(club).filter(pk=key).first()


def _own_no_more(member: Membership) -> None:
    """What he invited to goes with him: else he could keep a link, and come back by himself."""
    others = members_of(member.club).filter(role=Role.OWNER, user__is_active=True)
    if member.role == Role.OWNER and not others.exclude(pk=member.pk).exists():
        raise Refused(_("A club needs an owner: make somebody else one first."))
    _withdraw_all(open_in(member.club), member)


def _withdraw_all(waiting: QuerySet[Invitation], member: Membership) -> None:
    waiting.filter(made_by=member.user_id).update(withdrawn_at=timezone.now())
