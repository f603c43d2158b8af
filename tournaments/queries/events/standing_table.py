"""The standing as rows for a spreadsheet."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.ranking import Value
from tournaments.queries.events.standing_page import StandingPage
from tournaments.queries.exports import safe_text


def csv_rows(page: StandingPage) -> list[list[str | int | float]]:
    """A head, and a line for each entry: place, who, every round, the total, the tie-breaks."""
    rounds = [_("Round %(number)s") % {"number": one.number} for one in page.standing.counted]
    head = [_("Place"), _("No."), _("Name"), _("Team"), *rounds, _("Total")]
    rows: list[list[str | int | float]] = [[safe_text(text) for text in head]]
    if page.is_hidden:
        return rows
    rows[0] += [safe_text(key.label) for key in page.keys]
    names = [key.name for key in page.keys]
    for row in page.rows:
        values = {key.name: key.value for key in row.keys}
        rows.append(
            [
                "" if row.place is None else row.place,
                row.entry.number,
                safe_text(row.entry.name),
                safe_text(row.entry.team),
                *(_plain(cell.value) for cell in row.cells),
                _plain(row.total),
                *(_plain(values[name]) for name in names),
            ]
        )
    return rows


def _plain(value: Value | None) -> str | int | float:
    """A number that a spreadsheet can reckon with."""
    if value is None:
        return ""
    return round(float(value), 4) if isinstance(value, Fraction) else value
