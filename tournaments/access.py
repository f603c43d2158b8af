"""Who may: each view declares it here, and holding a `Visit` is to have been allowed."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.cache import add_never_cache_headers

from tournaments.models import Actor, Table, TableLink, hash_secret

P = ParamSpec("P")

DEVICE_COOKIE = f"{settings.COOKIE_PREFIX}sheepfold_device"
DEVICE_COOKIE_AGE = 365 * 24 * 3600
DEVICE = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True)
class Visit:
    """A table that somebody was let in to, how, and on which device; makes its addresses."""

    table: Table
    link: TableLink | None = None
    secret: str = ""
    device: str = ""

    @property
    def can_write(self) -> bool:
        """Whether hands may be entered and corrected."""
        return self.link is not None and self.link.rights == TableLink.WRITE

    @property
    def actor(self) -> Actor:
        """Who is to be noted for what is done here."""
        return Actor(self.link, self.device)

    @property
    def url(self) -> str:
        """The address of the sheet."""
        if self.secret:
            return reverse("table", args=[self.secret])
        return reverse("public_table", args=[self.table.pk])

    def hand_url(self, number: int) -> str:
        """The address of one hand."""
        if self.secret:
            return reverse("hand", args=[self.secret, number])
        return reverse("public_hand", args=[self.table.pk, number])


def table_for_link(secret: str, *, rights: str = "") -> TableLink:
    """The link of that secret, its table loaded; 404 when unknown, revoked or lacking `rights`.

    Whoever may write may also watch.
    """
    links = TableLink.objects.select_related("table").filter(revoked_at=None)
    link = links.filter(secret_hash=hash_secret(secret)).first()
    if link is None or rights not in ("", link.rights):
        raise Http404
    return link


def open_to_all(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Declare a view that everybody may open."""
    view.access = "open"  # type: ignore[attr-defined]
    return view


def public_table(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Declare a view of a public club's table, found by its number; everybody may watch it."""

    @wraps(view)
    def guarded(request: HttpRequest, table_id: int, **kwargs: object) -> HttpResponse:
        table = Table.objects.filter(pk=table_id, club__is_public=True).first()
        if table is None:
            raise Http404
        return view(request, Visit(table), **kwargs)

    guarded.access = "open"  # type: ignore[attr-defined]
    return guarded


def table_link(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Declare a view for whoever holds one of the table's links; it gets a `Visit`."""
    return _behind_link(view, access="table_link", rights="")


def table_write(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Declare a view for whoever holds the table's writing link; it gets a `Visit`."""
    return _behind_link(view, access="table_write", rights=TableLink.WRITE)


def _behind_link(
    view: Callable[..., HttpResponse], *, access: str, rights: str
) -> Callable[..., HttpResponse]:
    @wraps(view)
    def guarded(request: HttpRequest, secret: str, **kwargs: object) -> HttpResponse:
        link = table_for_link(secret, rights=rights)
        known = request.COOKIES.get(DEVICE_COOKIE, "")
        device = known if DEVICE.fullmatch(known) else secrets.token_hex(8)
        response = view(request, Visit(link.table, link, secret, device), **kwargs)
        if device != known and link.rights == TableLink.WRITE:
            _remember_device(response, device)
        keep_private(response)
        return response

    guarded.access = access  # type: ignore[attr-defined]
    return guarded


def keep_private(response: HttpResponseBase) -> None:
    """Keep a page whose address is a secret out of caches and search engines."""
    add_never_cache_headers(response)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"


def _remember_device(response: HttpResponseBase, device: str) -> None:
    response.set_cookie(
        DEVICE_COOKIE,
        device,
        max_age=DEVICE_COOKIE_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
