"""Who may read a club's record book: everybody if the club is public, else who runs it.

As everywhere, to hold an access is to have been allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, wraps

from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse

from tournaments.common.access import CLUBS, ClubAccess
from tournaments.common.rights import Right
from tournaments.models import Player
from tournaments.people.queries import People, people_of

View = Callable[..., HttpResponseBase]


SEEN_WITH = frozenset({Right.LOOK, Right.PEOPLE})


@dataclass(frozen=True)
class RecordAccess(ClubAccess):
    """A club's record book that somebody was let in to, and what he may there."""

    @property
    def is_director(self) -> bool:
        """Whether he sees people as they are: as directors do, or whoever keeps the book."""
        return bool(self.may & SEEN_WITH)

    def address(self, name: str, *args: object) -> str:
        """The address of one of the pages of the record book."""
        return reverse(name, args=[self.club.pk, *args])

    @cached_property
    def people(self) -> People:
        """Everybody of the club as the visitor may see them; one SQL query."""
        return people_of(self.club, is_director=self.is_director)

    def player(self, key: int) -> Player:
        """A player whom the visitor may see, of the erased and hidden directors alone; else 404."""
        player = get_object_or_404(Player, club=self.club, pk=key)
        is_shown = player.erased_at is None and player.shown != Player.HIDDEN
        if not (self.is_director or is_shown):
            raise Http404
        return player


_guard = replace(CLUBS, access=RecordAccess, seen_with=SEEN_WITH)

record_book = _guard.for_all("record_book")
"""Declares a view of a club's record book; it gets a `RecordAccess`."""


def _of_player(guard: Callable[[View], View]) -> Callable[[View], View]:
    """Of a guard of a club the one of its players.

    The address of a record that was merged leads to the one that was kept.
    """

    def declare(view: View) -> View:
        @guard
        @wraps(view)
        def guarded(
            request: HttpRequest, access: RecordAccess, player_id: int, **kwargs: object
        ) -> HttpResponseBase:
            player = access.player(player_id)
            if player.merged_into_id is None:
                return view(request, access, player, **kwargs)
            kept = access.player(player.merged_into_id)
            match = request.resolver_match
            assert match is not None
            assert match.url_name is not None
            args = [access.club.pk, kept.pk, *kwargs.values()]
            query = request.META.get("QUERY_STRING", "")
            where = reverse(match.url_name, args=args)
            return HttpResponseRedirect(where + (f"?{query}" if query else ""))

        return guarded

    return declare


player_record = _of_player(record_book)
"""Declares a view of a player in a record book; it gets a `RecordAccess` and a `Player`."""

claimed_player = _of_player(_guard.for_all("claim"))
"""Declares one on which whoever sees the player says that this is him."""
