"""What happens to people that concerns the rooms above: each of them does its part of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple
from uuid import UUID

from tournaments.common.followers import Followers
from tournaments.models import By, Player, Table
from tournaments.people.services.people_texts import Replacing


class Erased(NamedTuple):
    """Somebody whose name goes everywhere: keys of the club, of the records that are the person's
    and of the events entered, every name borne, and what takes their place."""

    club: int
    records: Sequence[int]
    events: Sequence[int]
    names: Collection[str]
    words: Replacing


seated: Followers[[Table]] = Followers()
"""The people of a club's own sheet, which is locked, are others now."""

given_up: Followers[[Table]] = Followers()
"""A sheet, which is locked, is about to be no club's any more."""

renamed: Followers[[Player, str, By, UUID]] = Followers()
"""A player, who has the name of before, gets this one; by whom, with which submission. The club is
locked."""

erased: Followers[[Erased]] = Followers()
"""Somebody is being erased. The club, the events entered and the sheets are locked."""
