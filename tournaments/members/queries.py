"""Who runs a club, who helps at an event, and which invitations wait."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.common.rights import RIGHTS, rights_of
from tournaments.models import INVITED_FOR, Club, Event, Invitation, Membership, Role, hash_secret


def members_of(club: Club) -> QuerySet[Membership]:
    """Those who run it now, the first one first, each with the account and who invited it."""
    return _present().filter(club=club, event=None)


def helpers_of(event: Event) -> QuerySet[Membership]:
    """Those who are something at this event alone, the first one first."""
    return _present().filter(event=event)


def _present() -> QuerySet[Membership]:
    present = Membership.objects.present()
    return present.select_related("user", "invited_by").order_by("since", "pk")


def is_in(invitation: Invitation, user: User) -> bool:
    """Whether an invitation would give somebody nothing that he may not do there already."""
    here = Q(event=None) | Q(event=invitation.event_id)
    mine = Membership.objects.present().filter(here, club=invitation.club_id, user=user)
    may = rights_of(mine.values_list("role", flat=True))
    return RIGHTS[Role(invitation.role)] <= may


def open_invitations(club: Club, event: Event | None = None) -> QuerySet[Invitation]:
    """Those with which somebody could still join the club, or help at one event; newest first."""
    waiting = open_in(club).filter(event=event)
    return waiting.select_related("made_by").order_by("-made_at", "-pk")


def open_in(club: Club) -> QuerySet[Invitation]:
    """All that could still be used, for the club and for its events."""
    since = timezone.now() - INVITED_FOR
    fresh = Invitation.objects.filter(used_at=None, withdrawn_at=None, made_at__gt=since)
    return fresh.filter(club=club)


def invitation_of(secret: str) -> Invitation | None:
    """The one that a secret opens, used and withdrawn ones as well."""
    found = Invitation.objects.select_related("club", "event", "made_by")
    return found.filter(secret_hash=hash_secret(secret)).first()
