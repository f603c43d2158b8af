"""Who may: which clubs somebody directs, and the one guard before what is theirs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, wraps
from typing import Generic, TypedDict, TypeVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.views import redirect_to_login
from django.db import connection
from django.db.models import BigIntegerField, Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from accounts.sign_ins import still_signed_in
from tournaments.common.actions import read_form_token
from tournaments.common.requests import device_of, remember_device, speak_as
from tournaments.common.rights import Right, rights_of, with_right
from tournaments.common.rows import Joined
from tournaments.models import Author, Club, Membership, called

Rights = frozenset[Right]

# What somebody with an account may where: the one rule for pages and for open views.


def clubs_with(user: User | AnonymousUser, right: Right) -> QuerySet[Club]:
    """The clubs in which this user has the right; an administrator has each in all.

    What somebody is at one event alone gives him none in its club.
    """
    if not user.is_authenticated or not user.is_active:
        return Club.objects.none()
    if user.is_superuser:
        return Club.objects.all()
    present = Membership.objects.present().filter(user=user, event=None, role__in=with_right(right))
    return Club.objects.filter(pk__in=present.values("club"))


def clubs_of(user: User | AnonymousUser) -> QuerySet[Club]:
    """The clubs that this user directs."""
    return clubs_with(user, Right.SET_UP)


def names_of_members(club_id: int | None) -> list[str]:
    """What the accounts are called that are something in a club; one SQL query, none without it."""
    if club_id is None:
        return []
    present = Membership.objects.present().filter(club=club_id)
    users = User.objects.filter(pk__in=present.values("user"), is_active=True)
    return [name for user in users for name in (user.username, called(user))]


@dataclass(frozen=True)
class Reach:
    """Where somebody is what: `clubs` and `events` say it by their keys."""

    everywhere: bool = False
    clubs: dict[int, str] = field(default_factory=dict)
    events: dict[int, str] = field(default_factory=dict)

    def rights(self, club: int, event: int | None = None, *, is_over: bool = False) -> Rights:
        """What he may in a club, or at an event of it; `is_over`: its final list is locked."""
        if self.everywhere:
            return frozenset(Right)
        roles = [self.clubs.get(club, ""), self.events.get(event or 0, "")]
        return rights_of(roles, is_over=is_over)


def reach_of(sign_ins: Collection[int]) -> dict[int, Reach]:
    """By sign-in, where it is what; nothing once it has ended.

    The rule of the pages for many: two SQL queries, however many they are.
    """
    users = still_signed_in(sign_ins)
    found = {user.pk: Reach(everywhere=user.is_superuser) for user in users.values()}
    present = Membership.objects.present().filter(user__in=found)
    for user, club, event, role in present.values_list("user_id", "club_id", "event_id", "role"):
        reach = found[user]
        if event is None:
            reach.clubs[club] = role
        else:
            reach.events[event] = role
    return {key: found[users[key].pk] if key in users else Reach() for key in sign_ins}


# Who may: each view declares it, and to hold an access is to have been allowed.
#
# One guard stands before the pages of a club, of its events, its series and its record book.
# Players and spectators need no account: they see what is published. Whoever runs a club or helps
# at an event signs in, and each view says which right it needs (`tournaments.common.rights`); an
# administrator of the whole site has all of them. Only a table is opened by a secret, which its own
# room knows.

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


def administrators(view: View) -> View:
    """Declare a view for those who look after the site; for all others there is nothing here."""

    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: object) -> HttpResponseBase:
        if not isinstance(request.user, User):
            return _to_sign_in(request)
        if not request.user.is_superuser:
            raise Http404
        response = view(request, **kwargs)
        keep_private(response)
        return response

    return declared(guarded, "administrator")


ROLE = (
    "SELECT role FROM tournaments_membership "
    "WHERE %s AND user_id = %%s AND (until IS NULL OR until > %%s) LIMIT 1"
)
"""Written out, for every page asks it: Django takes longer over it than over all the rest."""


@dataclass(frozen=True)
class Guard(Generic[Thing]):
    """Guards the pages of one kind of thing that belongs to a club.

    `key` is what its addresses call its number, `rows` are all there are, with what their pages
    read at once; one that this program does not know (`is_known`) is none. `club` is the column
    with the key of its club, `event` that of the event that somebody may help at without being
    anything else there. Its pages are said in `language` to whoever asks for none. A view gets what
    `access` makes of the thing, of who it is and of what he may. What is not public is seen with
    one of the rights in `seen_with`.
    """

    kind: str
    key: str
    rows: Joined[Thing]
    access: Callable[[Thing, Author, Rights], object]
    is_public: Callable[[Thing], bool]
    language: Callable[[Thing], str]
    club: str = "club_id"
    event: str = ""
    is_over: Callable[[Thing], bool] = lambda _thing: False
    is_known: Callable[[Thing], bool] = lambda _thing: True
    seen_with: Rights = frozenset({Right.LOOK})

    def needs(self, right: Right, *, seen_with: Right | None = None) -> Callable[[View], View]:
        """Declares views for those who have a right; `seen_with`: with that one it is read alone.

        Whoever has no account is sent to the door, and for all others there is nothing here.
        """
        rights = {right, seen_with} - {None}

        def declare(view: View) -> View:
            @wraps(view)
            def guarded(request: HttpRequest, **kwargs: object) -> HttpResponseBase:
                if not isinstance(request.user, User):
                    return _to_sign_in(request)
                thing, may = self._found(request.user, kwargs.pop(self.key))
                enough = rights if request.method in ("GET", "HEAD") else {right}
                if thing is None or not may & enough:
                    raise Http404
                speak_as(request, self.language(thing))
                by = by_of(request)
                response = view(request, self.access(thing, by, may), **kwargs)
                remember_device(request, response, by.device)
                keep_private(response)
                return response

            guarded.right, guarded.seen_with = right, seen_with  # type: ignore[attr-defined]
            return declared(guarded, self.kind)

        return declare

    def for_all(self, name: str) -> Callable[[View], View]:
        """Declares views for everybody where the thing is public, else for those who may look."""

        def declare(view: View) -> View:
            @wraps(view)
            def guarded(request: HttpRequest, **kwargs: object) -> HttpResponseBase:
                thing, may = self._found(request.user, kwargs.pop(self.key))
                looks = bool(may & self.seen_with)
                if thing is None or not (looks or self.is_public(thing)):
                    raise Http404
                speak_as(request, self.language(thing))
                by = by_of(request) if may else Author()
                response = view(request, self.access(thing, by, may), **kwargs)
                if may:
                    keep_private(response)
                return response

            return declared(guarded, name)

        return declare

    def found_by(self, request: HttpRequest, key: object) -> object | None:
        """What a view of the thing of that key would get, whatever may be done with it.

        None where there is none. Whoever asks compares the rights itself: another secret leads
        there as well.
        """
        thing, may = self._found(request.user, key)
        if thing is None:
            return None
        return self.access(thing, by_of(request) if may else Author(), may)

    def _found(self, user: User | AnonymousUser, key: object) -> tuple[Thing | None, Rights]:
        """The thing of that key, and what somebody may with it; one SQL query."""
        if not isinstance(key, int) or key > BigIntegerField.MAX_BIGINT:
            return None, frozenset()
        account = user if isinstance(user, User) and user.is_active else None
        places = [f"event_id IS NULL AND club_id = thing.{self.club}"]
        places += [f"event_id = thing.{self.event}"] if self.event else []
        roles = "".join(f"({ROLE % place}), " for place in places)
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT {roles}{self.rows.columns} FROM {self.rows.tables} WHERE thing.id = %s",
                [*[account.pk if account else None, now] * len(places), key],
            )
            row = cursor.fetchone()
        thing = self.rows.read(row[len(places) :]) if row else None
        if thing is None or not self.is_known(thing):
            return None, frozenset()
        if account is not None and account.is_superuser:
            return thing, frozenset(Right)
        found = [role or "" for role in row[: len(places)]]
        return thing, rights_of(found, is_over=self.is_over(thing))


@cache
def rights_needed(page: str) -> Rights:
    """With which rights a page is opened, by its name; none where it needs none."""
    views = [pattern.callback for pattern in _patterns(get_resolver()) if pattern.name == page]
    named = {getattr(view, how, None) for view in views for how in ("right", "seen_with")}
    return frozenset(right for right in named if right is not None)


def _patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from _patterns(each)
        else:
            yield each


class Signed(TypedDict):
    """What every action is told: who does it, and the number of the form that asks for it."""

    by: Author
    submission: UUID


class Signs:
    """Somebody who was let in, and what he may there."""

    by: Author
    may: Rights

    @property
    def is_director(self) -> bool:
        """Whether he sees what is hidden from the public, as directors do."""
        return Right.LOOK in self.may

    def signed(self, posted: Mapping[str, str]) -> Signed:
        """Who does what a form asks for; BadRequest where it is none of ours."""
        return {"by": self.by, "submission": read_form_token(posted).submission}


@dataclass(frozen=True)
class ClubAccess(Signs):
    """A club that somebody was let in to."""

    club: Club
    by: Author = field(default_factory=Author)
    may: Rights = frozenset()


CLUBS = Guard(
    kind="club",
    key="club_id",
    rows=Joined(Club, "thing"),
    access=ClubAccess,
    is_public=lambda club: club.is_public,
    language=lambda club: club.language,
    club="id",
)

club_needs = CLUBS.needs
"""Declares a view of a club for those who have a right there; it gets a `ClubAccess`."""


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
