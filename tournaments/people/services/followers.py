"""What happens to people that concerns the rooms above: each of them does its part of it."""

from __future__ import annotations

from uuid import UUID

from tournaments.common.followers import Followers
from tournaments.models import By, Player, Table

seated: Followers[[Table]] = Followers()
"""The people of a club's own sheet, which is locked, are others now."""

given_up: Followers[[Table]] = Followers()
"""A sheet, which is locked, is about to be no club's any more."""

renamed: Followers[[Player, str, By, UUID]] = Followers()
"""A player, who has the name of before, gets this one; by whom, with which submission. The club is
locked."""
