"""Who may at a series: who runs its club, and everybody once it is published."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.urls import reverse

from formats.series import SeriesSettings
from tournaments.common.access import Guard, Rights, Signs
from tournaments.common.actions import FormToken, new_form_token
from tournaments.common.rows import Joined
from tournaments.models import Author, Series


@dataclass(frozen=True)
class SeriesAccess(Signs):
    """A series that somebody was let in to, and what he may there."""

    series: Series
    by: Author = field(default_factory=Author)
    may: Rights = frozenset()

    @property
    def settings(self) -> SeriesSettings:
        """What the directors decided about the series."""
        return self.series.format

    def new_token(self) -> FormToken:
        """A token for one more form of a page, made from the series as it is."""
        return new_form_token(self.series.version)

    def address(self, name: str, *args: object) -> str:
        """The address of one of the pages of the series."""
        return reverse(name, args=[self.series.pk, *args])


_guard = Guard(
    kind="series",
    key="series_id",
    rows=Joined(Series, "thing", "club", "final"),
    access=SeriesAccess,
    is_public=lambda series: series.published_at is not None,
    language=lambda series: series.club.language,
)

series_needs = _guard.needs
"""Declares a view for those who have a right in the club of a series; it gets a `SeriesAccess`."""

public_series = _guard.for_all("public_series")
"""Declares a view of a published series that everybody may open; it gets a `SeriesAccess`.

Whoever may look at the club's events sees its pages before they are published."""
