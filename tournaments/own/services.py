"""An account that is made by whoever says which player he is."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from tournaments.models import Player
from tournaments.people.services.claims import claim
from tournaments.site.services import make_account


@transaction.atomic
def claim_anew(*, player: Player, name: str, password: str, note: str, submission: UUID) -> User:
    """Make an account that says that it is a player; raises Refused, and then there is none."""
    user = make_account(name, password)
    claim(player=player, user=user, note=note, submission=submission)
    return user
