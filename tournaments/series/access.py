"""Who may at a series: as at an event, declared by each view; to hold a visit is to be allowed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import reverse

from tournaments.common.access import by_of, keep_private
from tournaments.common.directing import clubs_of
from tournaments.common.remembered import remember_device
from tournaments.formats.series import SeriesSettings
from tournaments.models import By, Series

View = Callable[..., HttpResponseBase]


@dataclass(frozen=True)
class SeriesVisit:
    """A series that somebody was let in to, and whether as one of its club's directors."""

    series: Series
    by: By = field(default_factory=By)
    is_director: bool = False

    @property
    def settings(self) -> SeriesSettings:
        """What the directors decided about the series."""
        return SeriesSettings.from_json(self.series.settings)

    def address(self, name: str, *args: object) -> str:
        """The address of one of the pages of the series."""
        return reverse(name, args=[self.series.pk, *args])


def series_director(view: View) -> View:
    """Declare a view for the directors of the club of a series; it gets a `SeriesVisit`."""

    @wraps(view)
    def guarded(request: HttpRequest, series_id: int, **kwargs: object) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path(), reverse("sign_in"))
        directed = Series.objects.filter(club__in=clubs_of(request.user))
        series = directed.select_related("club", "final").filter(pk=series_id).first()
        if series is None:
            raise Http404
        visit = SeriesVisit(series, by_of(request), is_director=True)
        response = view(request, visit, **kwargs)
        remember_device(request, response, visit.by.device)
        keep_private(response)
        return response

    guarded.access = "series_director"  # type: ignore[attr-defined]
    return guarded


def public_series(view: View) -> View:
    """Declare a view of a published series that everybody may open; it gets a `SeriesVisit`.

    Directors see the pages of their own series before they are published.
    """

    @wraps(view)
    def guarded(request: HttpRequest, series_id: int, **kwargs: object) -> HttpResponseBase:
        found = Series.objects.select_related("club", "final").filter(pk=series_id)
        series = found.first()
        if series is None:
            raise Http404
        is_director = clubs_of(request.user).filter(pk=series.club_id).exists()
        if series.published_at is None and not is_director:
            raise Http404
        by = by_of(request) if is_director else By()
        response = view(request, SeriesVisit(series, by, is_director=is_director), **kwargs)
        if is_director:
            keep_private(response)
        return response

    guarded.access = "public_series"  # type: ignore[attr-defined]
    return guarded
