"""The page of ratings: its rows in the order asked for, with whiskers, and as a list to keep."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.common import listing
from tournaments.common.listing import Listing, Value
from tournaments.people.queries.alike import name_order
from tournaments.records.queries.charts import Bar, BarRow, bar_chart, figure_text, interval_text
from tournaments.records.queries.ratings import Rated, Ratings, Unrated

SORTS: dict[str, Callable[[Rated], Any]] = {
    "rating": lambda each: each.rating.value,
    "name": lambda each: name_order(each.name),
    "rounds": lambda each: each.sums.sheets,
    "change": lambda each: each.change or 0.0,
}
"""By the word in the address what is sorted by; a minus before it: the largest first."""
USUAL = "-rating"
PER_PAGE = 100
MOST_UNRATED = 100
"""Of those who miss rounds so many are shown, those first who miss fewest."""
ABOUT_SAME = 0.005
"""A smaller change is none that could be shown."""


@dataclass(frozen=True)
class RatedRow:
    """A line of the table; `bar` says where its whiskers stand, `mark` where its figure."""

    rated: Rated
    bar: BarRow
    value: str
    interval: str
    change: str

    @property
    def mark(self) -> int:
        """Where the figure stands along the whiskers."""
        return self.bar.start if self.bar.is_negative else self.bar.start + self.bar.length


@dataclass(frozen=True)
class RatingsPage:
    """What the page shows: `rows`, those of the page `shown`, or `why` there are none; `zero` is
    where nought stands in every line's whiskers."""

    ratings: Ratings
    rows: Sequence[RatedRow]
    shown: Page[Rated]
    zero: int
    why: str

    @property
    def unrated(self) -> Sequence[Unrated]:
        """The first of those who miss rounds."""
        return self.ratings.unrated[:MOST_UNRATED]

    @property
    def more_unrated(self) -> int:
        """How many more of them there are."""
        return max(0, len(self.ratings.unrated) - MOST_UNRATED)


def sort_asked(asked: str) -> str:
    """A way of sorting that there is; what makes no sense is the usual one.

    >>> sort_asked("-rounds"), sort_asked("height")
    ('-rounds', '-rating')
    """
    return asked if asked.removeprefix("-") in SORTS else USUAL


def ratings_page(ratings: Ratings, sort: str, page: str | None) -> RatingsPage:
    """A page of the list in the order of `sort`."""
    by = SORTS[sort.removeprefix("-")]
    rated = ratings.rated if ratings.tells_apart else []
    ordered = sorted(rated, key=by, reverse=sort.startswith("-"))
    shown = Paginator(ordered, PER_PAGE).get_page(page)
    # The ends of the whole list are drawn too, and left away: every page has the same scale.
    chart = bar_chart([_bar(each) for each in [*shown, *_ends(rated)]], title="")
    bars = chart.bars[: len(shown)] if chart else []
    rows = [_row(each, bar) for each, bar in zip(shown, bars, strict=True)]
    return RatingsPage(ratings, rows, shown, chart.zero if chart else 0, _why_none(ratings))


def _ends(rated: Sequence[Rated]) -> list[Rated]:
    if not rated:
        return []
    return [
        min(rated, key=lambda each: each.rating.low),
        max(rated, key=lambda each: each.rating.high),
    ]


def _why_none(ratings: Ratings) -> str:
    if not ratings.people:
        return _("Nothing has been played here that could be rated.")
    if not ratings.rated and all(each.missing for each in ratings.unrated):
        return ngettext(
            "Nobody has %(rounds)s round yet.",
            "Nobody has %(rounds)s rounds yet.",
            ratings.fewest,
        ) % {"rounds": ratings.fewest}
    if ratings.population is None:
        return _(
            "Too few people have played this game more than once: nobody can say yet what is luck "
            "and what is not."
        )
    if not ratings.tells_apart:
        return _(
            "So far the results differ by no more than luck alone makes them differ, so nobody is "
            "rated."
        )
    return ""


def ratings_listing(ratings: Ratings, *, of_pairs: bool) -> Listing:
    """The same as a list: first everybody who is rated, then those who miss rounds."""
    columns = (
        listing.number(_("Place"), 7),
        listing.text(_("Pair") if of_pairs else _("Player"), 32),
        listing.points(_("Rating"), 9),
        listing.points(_("Likely from"), 12),
        listing.points(_("Likely to"), 12),
        listing.number(_("Rounds"), 8),
        listing.number(_("Hands"), 8),
        listing.points(_("Change"), 9),
        listing.number(_("Rounds missing"), 15),
    )
    title = _("Ratings of pairs") if of_pairs else _("Ratings")
    name = "ratings-of-pairs" if of_pairs else "ratings"
    return Listing(name, title, columns, lambda: _lines(ratings))


def _lines(ratings: Ratings) -> Iterable[Sequence[Value]]:
    for each in ratings.rated if ratings.tells_apart else ():
        found = each.rating
        change = None if each.change is None else round(each.change, 4)
        rounded = [round(figure, 4) for figure in (found.value, found.low, found.high)]
        yield [each.place, each.name, *rounded, each.sums.sheets, each.sums.hands, change, 0]
    for few in ratings.unrated:
        yield [None, few.name, None, None, None, few.rounds, None, None, few.missing]


def _bar(each: Rated) -> Bar:
    return Bar(each.name, each.rating.value, each.rating.low, each.rating.high, each.sums.sheets)


def _row(each: Rated, bar: BarRow) -> RatedRow:
    if each.change is None:
        change = _("new")
    elif abs(each.change) < ABOUT_SAME:
        change = _("the same")
    else:
        change = figure_text(each.change)
    rating = each.rating
    interval = interval_text(rating.low, rating.high)
    return RatedRow(each, bar, figure_text(rating.value), interval, change)
