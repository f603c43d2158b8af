"""Who may: which clubs somebody directs, and the one guard before what is theirs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Generic, TypedDict, TypeVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.views import redirect_to_login
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.cache import add_never_cache_headers

from accounts.sign_ins import still_signed_in
from tournaments.common.actions import read_form_token
from tournaments.common.requests import device_of, remember_device, speak_as
from tournaments.common.rights import Right, with_right
from tournaments.models import Author, Club, Membership, called

# Which clubs somebody with an account directs: the one rule for pages and for open views.


DIRECTING = with_right(Right.SET_UP)
"""Roles in which somebody directs."""


def clubs_of(user: User | AnonymousUser) -> QuerySet[Club]:
    """The clubs that this user directs; an administrator directs all."""
    if not user.is_authenticated or not user.is_active:
        return Club.objects.none()
    if user.is_superuser:
        return Club.objects.all()
    present = Membership.objects.present().filter(user=user, event=None, role__in=DIRECTING)
    return Club.objects.filter(pk__in=present.values("club"))


def names_of_members(club_id: int | None) -> list[str]:
    """What the accounts are called that run a club; one SQL query, none without a club."""
    if club_id is None:
        return []
    present = Membership.objects.present().filter(club=club_id)
    users = User.objects.filter(pk__in=present.values("user"), is_active=True)
    return [name for user in users for name in (user.username, called(user))]


def directed_by(sign_ins: Collection[int]) -> dict[int, set[int]]:
    """By sign-in, the keys of the clubs that it directs; none once it has ended.

    The rule of `clubs_of` for many: three SQL queries at most, however many they are.
    """
    users = still_signed_in(sign_ins)
    clubs: dict[int, set[int]] = {user.pk: set() for user in users.values()}
    present = Membership.objects.present().filter(user__in=clubs, event=None, role__in=DIRECTING)
    for user_id, club_id in present.values_list("user_id", "club_id"):
        clubs[user_id].add(club_id)
    if any(user.is_superuser for user in users.values()):
        every_club = set(Club.objects.values_list("pk", flat=True))
        clubs |= {user.pk: every_club for user in users.values() if user.is_superuser}
    return {key: clubs[users[key].pk] if key in users else set() for key in sign_ins}


# Who may: each view declares it, and to hold an access is to have been allowed.
#
# One guard stands before the pages of a club, of its events, its series and its record book.
# Players and spectators need no account: they see what is published. Directors sign in and are let
# in to what is their own clubs'; an administrator of the whole site to that of every club. Only a
# table is opened by a secret, which its own room knows.

Thing = TypeVar("Thing", bound=Model)

View = Callable[..., HttpResponseBase]
AnyView = TypeVar("AnyView", bound=View)


def declared(view: AnyView, name: str) -> AnyView:
    """The view, which says by what right it is opened."""
    view.access = name  # type: ignore[attr-defined]
    return view


def open_to_all(view: AnyView) -> AnyView:
    """Declare a view that everybody may open."""
    return declared(view, "open")


def searched(view: AnyView) -> AnyView:
    """Declare a view that everybody may open, of a page that search engines may show as well."""
    view.is_searched = True  # type: ignore[attr-defined]
    return open_to_all(view)


def signed_in(view: View) -> View:
    """Declare a view for everybody who has an account."""

    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: object) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _to_sign_in(request)
        response = view(request, **kwargs)
        keep_private(response)
        return response

    return declared(guarded, "signed_in")


@dataclass(frozen=True)
class Guard(Generic[Thing]):
    """Guards the pages of one kind of thing that belongs to a club.

    `key` is what its addresses call its number, `rows` are all there are, with what their pages
    read at once. `club` is the field with the key of its club. Its pages are said in `language`
    to whoever asks for none. A view gets what `access` makes of
    the thing, of who it is and of whether that is one of the club's directors.
    """

    key: str
    rows: QuerySet[Thing]
    access: Callable[[Thing, Author, bool], object]
    is_public: Callable[[Thing], bool]
    language: Callable[[Thing], str]
    club: str = "club_id"

    def for_directors(self, name: str) -> Callable[[View], View]:
        """Declares views for the directors of the thing's club."""

        def declare(view: View) -> View:
            @wraps(view)
            def guarded(request: HttpRequest, **kwargs: object) -> HttpResponseBase:
                if not request.user.is_authenticated:
                    return _to_sign_in(request)
                directed = self.rows.filter(**{f"{self.club}__in": clubs_of(request.user)})
                thing = directed.filter(pk=kwargs.pop(self.key)).first()
                if thing is None:
                    raise Http404
                speak_as(request, self.language(thing))
                by = by_of(request)
                response = view(request, self.access(thing, by, True), **kwargs)
                remember_device(request, response, by.device)
                keep_private(response)
                return response

            return declared(guarded, name)

        return declare

    def for_all(self, name: str) -> Callable[[View], View]:
        """Declares views for everybody where the thing is public, else for its club's directors."""

        def declare(view: View) -> View:
            @wraps(view)
            def guarded(request: HttpRequest, **kwargs: object) -> HttpResponseBase:
                thing = self.rows.filter(pk=kwargs.pop(self.key)).first()
                if thing is None:
                    raise Http404
                club = getattr(thing, self.club)
                is_director = clubs_of(request.user).filter(pk=club).exists()
                if not (is_director or self.is_public(thing)):
                    raise Http404
                speak_as(request, self.language(thing))
                by = by_of(request) if is_director else Author()
                response = view(request, self.access(thing, by, is_director), **kwargs)
                if is_director:
                    keep_private(response)
                return response

            return declared(guarded, name)

        return declare


class Signed(TypedDict):
    """What every action is told: who does it, and the number of the form that asks for it."""

    by: Author
    submission: UUID


class Signs:
    """Somebody who was let in and may do something there."""

    by: Author

    def signed(self, posted: Mapping[str, str]) -> Signed:
        """Who does what a form asks for; BadRequest where it is none of ours."""
        return {"by": self.by, "submission": read_form_token(posted).submission}


@dataclass(frozen=True)
class ClubAccess(Signs):
    """A club that somebody was let in to, and whether as one of its directors."""

    club: Club
    by: Author = field(default_factory=Author)
    is_director: bool = False


CLUBS = Guard(
    key="club_id",
    rows=Club.objects.all(),
    access=ClubAccess,
    is_public=lambda club: club.is_public,
    language=lambda club: club.language,
    club="pk",
)

club_director = CLUBS.for_directors("club_director")
"""Declares a view for the directors of a club; it gets a `ClubAccess`."""


def by_of(request: HttpRequest) -> Author:
    """Who does it, for the history: somebody who has signed in."""
    user = request.user
    assert isinstance(user, User)
    return Author(user, called(user), device_of(request))


def keep_private(response: HttpResponseBase) -> None:
    """Keep a page whose address is a secret out of caches and search engines."""
    add_never_cache_headers(response)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"


def _to_sign_in(request: HttpRequest) -> HttpResponseBase:
    return redirect_to_login(request.get_full_path(), reverse("sign_in"))
