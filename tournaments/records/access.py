"""Who may read a club's record book: everybody if the club is public, else its directors.

As everywhere, to hold a visit is to have been allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse

from tournaments.common.access import ClubVisit, by_of, keep_private
from tournaments.common.directing import clubs_of
from tournaments.models import By, Club, Player

View = Callable[..., HttpResponseBase]


@dataclass(frozen=True)
class RecordVisit(ClubVisit):
    """A club's record book that somebody was let in to, and whether as one of its directors."""

    def address(self, name: str, *args: object) -> str:
        """The address of one of the pages of the record book."""
        return reverse(name, args=[self.club.pk, *args])

    def player(self, key: int) -> Player:
        """A player whom the visitor may see; 404 for others.

        Whoever was erased or hidden is seen by directors alone.
        """
        player = Player.objects.filter(club=self.club, pk=key).first()
        if player is None or not (self.is_director or is_shown(player)):
            raise Http404
        return player


def is_shown(player: Player) -> bool:
    """Whether everybody may open the page of a player."""
    return player.erased_at is None and player.shown != Player.HIDDEN


def record_book(view: View) -> View:
    """Declare a view of a club's record book, found by the club; it gets a `RecordVisit`."""

    @wraps(view)
    def guarded(request: HttpRequest, club_id: int, **kwargs: object) -> HttpResponseBase:
        visit = _visit(request, club_id)
        response = view(request, visit, **kwargs)
        if visit.is_director:
            keep_private(response)
        return response

    guarded.access = "record_book"  # type: ignore[attr-defined]
    return guarded


def player_record(view: View) -> View:
    """Declare a view of one player in a club's record book; it gets a `RecordVisit` and a `Player`.

    The address of a record that was merged leads to the one that was kept.
    """

    @wraps(view)
    def guarded(
        request: HttpRequest, club_id: int, player_id: int, **kwargs: object
    ) -> HttpResponseBase:
        visit = _visit(request, club_id)
        player = visit.player(player_id)
        if player.merged_into_id is not None:
            kept = visit.player(player.merged_into_id)
            match = request.resolver_match
            assert match is not None
            assert match.url_name is not None
            args = [visit.club.pk, kept.pk, *kwargs.values()]
            query = request.META.get("QUERY_STRING", "")
            where = reverse(match.url_name, args=args)
            return HttpResponseRedirect(where + (f"?{query}" if query else ""))
        response = view(request, visit, player, **kwargs)
        if visit.is_director:
            keep_private(response)
        return response

    guarded.access = "record_book"  # type: ignore[attr-defined]
    return guarded


def _visit(request: HttpRequest, club_id: int) -> RecordVisit:
    club = Club.objects.filter(pk=club_id).first()
    if club is None:
        raise Http404
    is_director = clubs_of(request.user).filter(pk=club.pk).exists()
    if not (club.is_public or is_director):
        raise Http404
    return RecordVisit(club, by_of(request) if is_director else By(), is_director)
