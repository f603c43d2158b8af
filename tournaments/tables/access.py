"""Who may: each view declares it here, and holding a `TableAccess` is to have been allowed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial, wraps

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from config.passes import OWN_TABLE, TABLE, Pass
from config.release import HEADER, release
from tournaments.common.access import declared, keep_private, names_of_members
from tournaments.common.names import claims_office
from tournaments.common.requests import (
    account_of,
    device_of,
    remember_device,
    remember_link,
    speak_as,
    who_uses,
)
from tournaments.common.rows import Joined
from tournaments.models import Author, Event, EventTable, SwitchedOff, Table, TableLink, hash_secret
from tournaments.people.queries import Veil
from tournaments.tables.queries import (
    TableSheet,
    event_table_of,
    opened_it,
    owns,
    table_sheet,
    veil_of,
    what_was_taken,
)

View = Callable[..., HttpResponse]

OK = 200


@dataclass(frozen=True)
class TableAccess:
    """A table that somebody was let in to, how, on which device and as whom; makes its addresses.

    `who` is what the device's user says; it is noted and proves nothing. `user` finds who is
    signed in, where a deed asks for it.
    """

    table: Table
    link: TableLink | None = None
    secret: str = ""
    device: str = ""
    who: str = ""
    user: Callable[[], User | None] = lambda: None

    @property
    def can_write(self) -> bool:
        """Whether hands may be entered and corrected."""
        return self.link is not None and self.link.rights == TableLink.WRITE

    @property
    def opened_it(self) -> bool:
        """Whether it is the device that opened the table, or the link of whoever did."""
        is_owners = self.link is not None and self.link.is_owners
        return is_owners or opened_it(self.table, self.device)

    @property
    def event_table(self) -> EventTable | None:
        """The place of the table in an event, or None at people's own tables."""
        return event_table_of(self.table)

    @cached_property
    def veil(self) -> Veil | None:
        """Who is not called by the name here, before everybody; None at the table itself."""
        return None if self.link is not None else veil_of(self.table)

    def sheet(self) -> TableSheet:
        """The sheet as whoever was let in may see it."""
        return table_sheet(self.table, self.veil)

    @property
    def actor(self) -> Author:
        """Who is to be noted for what is done here."""
        user = self.user()
        who = "" if self.who and user is None and self.claims_office(self.who) else self.who
        return Author(link=self.link, device=self.device, who=who, user=user)

    def claims_office(self, name: str) -> bool:
        """Whether a name reads as a director's here: whoever is one signs in to be named so."""
        place = self.event_table
        club = self.table.club_id if place is None else place.round.event.club_id
        return claims_office(name, names_of_members(club))

    @cached_property
    def url(self) -> str:
        """The address of the sheet."""
        if self.secret:
            return reverse("table", args=[self.secret])
        return reverse("public_table", args=[self.table.pk])

    def address(self, name: str, *args: object) -> str:
        """The address of one of the table's pages, for the way in which somebody was let in."""
        if self.secret:
            return self.url + seen_from_table(name, *args)
        return reverse(f"public_{name}", args=[self.table.pk, *args])


@lru_cache(maxsize=4096)
def seen_from_table(name: str, *args: object) -> str:
    """The address of one of a table's pages, seen from the table itself, by whatever link.

    Each hand on a sheet has one, and to put it together takes longer than to draw the hand.

    >>> seen_from_table("hand", 7), seen_from_table("table")
    ('hands/7/', '')
    """
    return reverse(name, args=["-", *args]).removeprefix(reverse("table", args=["-"]))


def spoken_at(table: Table) -> Event | Table:
    """What says in which language the table's screen, paper and files are: its event, or itself."""
    place = event_table_of(table)
    return table if place is None else place.round.event


def is_public(table: Table) -> bool:
    """Whether everybody may watch: a public club's own table, or one of a published event whose
    standing is not hidden for now."""
    place = event_table_of(table)
    if place is not None:
        event = place.round.event
        is_hidden = event.state != Event.FINAL and event.format.hides_round(place.round.number)
        return event.published_at is not None and place.round.is_public and not is_hidden
    return table.club is not None and table.club.is_public


def public_address(table: Table, hand: int | None = None) -> str:
    """Where everybody may look at a sheet, or at one of its hands; empty where nobody may."""
    if not is_public(table):
        return ""
    if hand is None:
        return reverse("public_table", args=[table.pk])
    return reverse("public_hand", args=[table.pk, hand])


def public_table(view: View) -> View:
    """Declare a view of a public club's table, found by its number; everybody may watch it."""

    @wraps(view)
    def guarded(request: HttpRequest, table_id: int, **kwargs: object) -> HttpResponse:
        tables = Table.objects.select_related("event_table__round__event__club", "club")
        table = tables.filter(pk=table_id).first()
        if table is None or not is_public(table):
            raise Http404
        if table.is_totals:  # an old evening of which no hand is known has a page of its own
            return redirect("old_evening", table.club_id, table.pk)
        speak_as(request, spoken_at(table).language)
        access = TableAccess(table)
        if access.veil:
            table.title = access.veil.words.text(table.title)
        return view(request, access, **kwargs)

    return declared(guarded, "open")


def behind_link(name: str, *, rights: str = "", own_only: bool = False) -> Callable[[View], View]:
    """Declares views for whoever holds a link of the table that works and has these `rights`.

    Whoever may write may also watch. `own_only`: not at a table of an event, where only its
    directors decide. They get a `TableAccess`.
    """

    def declare(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, secret: str, **kwargs: object) -> HttpResponse:
            link = _link_of(secret)
            if link is None or rights not in ("", link.rights):
                return _way_back(request, secret)
            is_at_event = hasattr(link.table, "event_table")
            if own_only and is_at_event:
                raise Http404
            access = _holder(request, link, secret)
            if not request.has_wished:  # type: ignore[attr-defined]  # else nobody need look
                speak_as(request, spoken_at(link.table).language)
            # What the front door is to know of them: everybody can open own tables.
            is_own = link.table.club_id is None and not is_at_event
            request.let_in_by = Pass(OWN_TABLE if is_own else TABLE, link.pk)  # type: ignore[attr-defined]
            try:
                response = view(request, access, **kwargs)
            except SwitchedOff as gone:
                raise Http404 from gone
            if access.can_write:
                remember_device(request, response, access.device)
            if request.method == "GET" and response.status_code == OK:
                remember_link(request, response, secret)
                response[HEADER] = release()
            keep_private(response)
            return response

        return declared(guarded, name)

    return declare


table_link = behind_link("table_link")
"""Declares a view for whoever holds one of the table's links."""

table_write = behind_link("table_write", rights=TableLink.WRITE)
"""Declares a view for whoever holds the table's writing link."""

own_table_write = behind_link("table_write", rights=TableLink.WRITE, own_only=True)
"""The same, for actions that at a table of an event only its directors decide."""


def worthless_link(view: View) -> View:
    """Declare a view for whoever holds a writing link that was switched off at an own table."""

    @wraps(view)
    def guarded(request: HttpRequest, secret: str, **kwargs: object) -> HttpResponse:
        link = _switched_off(secret)
        if link is None:
            raise Http404
        speak_as(request, link.table.language)
        response = view(request, _holder(request, link, secret), **kwargs)
        keep_private(response)
        return response

    return declared(guarded, "worthless_link")


def table_account(view: View) -> View:
    """Declare a view for the account that opened a table, and for the directors of its club."""

    @wraps(view)
    def guarded(request: HttpRequest, table_id: int, **kwargs: object) -> HttpResponse:
        user = account_of(request)
        if user is None:
            return redirect_to_login(request.get_full_path(), reverse("sign_in"))
        table = Table.objects.filter(pk=table_id).first()
        if table is None or not owns(table, user):
            raise Http404
        speak_as(request, table.language)
        device = device_of(request)
        access = TableAccess(table, device=device, who=who_uses(request), user=lambda: user)
        response = view(request, access, **kwargs)
        remember_device(request, response, device)
        keep_private(response)
        return response

    return declared(guarded, "table_account")


LINKS = Joined(TableLink, "link", "table", "table__event_table")
LINK = (
    f"SELECT {LINKS.columns} FROM {LINKS.tables} "
    "WHERE link.secret_hash = %s AND link.revoked_at IS NULL"
)


def _link_of(secret: str) -> TableLink | None:
    """The link of that secret, if it works, with its table and where that stands in an event.

    Most tables are nobody's event's: what more is to be read of one waits.
    """
    with connection.cursor() as cursor:
        cursor.execute(LINK, [hash_secret(secret)])
        row = cursor.fetchone()
    return None if row is None else LINKS.read(row)


def _holder(request: HttpRequest, link: TableLink, secret: str) -> TableAccess:
    user = partial(account_of, request)
    return TableAccess(link.table, link, secret, device_of(request), who_uses(request), user)


def _switched_off(secret: str) -> TableLink | None:
    """The writing link of that secret at an own table, where it was switched off."""
    links = TableLink.objects.filter(
        secret_hash=hash_secret(secret), rights=TableLink.WRITE, table__event_table=None
    )
    return links.exclude(revoked_at=None).select_related("table").first()


def _way_back(request: HttpRequest, secret: str) -> HttpResponse:
    """Whoever opens a page by a link that was switched off is led on, if it can be undone."""
    link = _switched_off(secret) if request.method in ("GET", "HEAD") else None
    if link is None:
        raise Http404
    by = Author(link=link, device=device_of(request), user=account_of(request))
    if what_was_taken(link.table, by) is None:
        raise Http404
    response = redirect("take_back", secret)
    keep_private(response)
    return response
