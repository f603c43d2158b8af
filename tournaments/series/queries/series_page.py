"""The ranking of a series as its pages and a spreadsheet show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.ranking import Value
from scoring.series import Person, SeriesStanding
from tournaments.common.alike import found_by
from tournaments.common.listing import safe_text
from tournaments.formats.series_wording import sentences
from tournaments.models import Series
from tournaments.people.queries.player_page_links import InTheBook, of_persons
from tournaments.series.queries.series import SeriesRanking, StageLine, names_of, series_ranking
from tournaments.series.queries.series_amended import Amendment, amendments_of

PAGE = 100  # people


@dataclass(frozen=True)
class SeriesPage:
    """A part of the ranking: `rows` of all `found`, with everybody's name.

    `books`: whose page in the record book may be opened. `number` is the page, from 1, of `of`.
    `amended`: what corrections of final lists moved.
    """

    ranking: SeriesRanking
    names: dict[Person, str]
    rows: Sequence[SeriesStanding]
    books: dict[Person, list[InTheBook]]
    amended: list[Amendment]
    found: int
    number: int = 1
    words: str = ""

    @property
    def of(self) -> int:
        """How many pages there are."""
        return max(-(-self.found // PAGE), 1)

    @property
    def first(self) -> int:
        """Which line of all the page begins with."""
        return (self.number - 1) * PAGE + 1

    @property
    def last(self) -> int:
        """Which line of all it ends with."""
        return min(self.number * PAGE, self.found)

    @property
    def lines(self) -> tuple[StageLine, ...]:
        """All stages."""
        return self.ranking.lines

    @property
    def sentences(self) -> list[str]:
        """The rules in words."""
        return sentences(self.ranking.settings)


def series_page(
    series: Series, *, is_public: bool, number: int = 1, words: str = "", everything: bool = False
) -> SeriesPage:
    """A page of the ranking, or those in whose name the words stand; five SQL queries.

    They do not grow with the number of stages and of people while nothing changes.
    """
    ranking = series_ranking(series, is_public=is_public)
    amended = amendments_of(ranking)
    names = names_of([row.person for row in ranking.rows], is_public=is_public)
    found = found_by(words, ranking.rows, said=lambda row: names[row.person])
    of = max(-(-len(found) // PAGE), 1)
    page = min(max(number, 1), of)
    shown = found if everything else found[(page - 1) * PAGE : page * PAGE]
    persons = [row.person for row in shown]
    books = of_persons(series.club, persons, is_director=not is_public)
    return SeriesPage(ranking, names, shown, books, amended, len(found), page, words)


def series_csv(page: SeriesPage) -> list[list[str | int | float]]:
    """A head, and a line for each person: place, name, every stage, the rest, the total.

    A value that does not count stands in brackets.
    """
    titles = [safe_text(line.event.title) for line in page.ranking.counted]
    head = [_("Place"), _("Name"), *titles, _("Stages"), _("Besides"), _("Total")]
    rows: list[list[str | int | float]] = [list(head)]
    for row in page.rows:
        cells = [_cell(row, line) for line in page.ranking.counted]
        name = safe_text(page.names[row.person])
        rows.append([row.place or "", name, *cells, row.attended, row.bonus, _plain(row.total)])
    return rows


def _cell(row: SeriesStanding, line: StageLine) -> str | int | float:
    cell = row.cells[line.key]
    value = _plain(cell.value)
    return value if cell.counts or cell.value is None else f"({value})"


def _plain(value: Value | None) -> str | int | float:
    if value is None:
        return ""
    return round(float(value), 4) if isinstance(value, Fraction) else value
