"""The lines and figures of a standing.

A page of it has a thousand figures. Its lines are put together here and not in a template, which
would take longer for them than everything else together.
"""

from __future__ import annotations

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.ranking import TeamStanding, Value
from scoring.tiebreaks import TIE_BREAKS
from tournaments.formats.settings import EventSettings
from tournaments.models import Entry
from tournaments.queries.events.public_seats import SeatOf
from tournaments.queries.events.standing_page import StandingPage
from tournaments.queries.events.standings import Cell, Decision, Row
from tournaments.templatetags.event_words import amount

register = template.Library()

SIGNED = ("points", "average")
NOTHING = "–"


@register.filter
def plain(value: Value | None) -> str:
    """A figure without a plus.

    >>> plain(3), plain(-3), plain(None)
    ('3', '−3', '–')
    """
    return amount(value).removeprefix("+")


@register.filter
def worth(value: Value | None, settings: EventSettings) -> str:
    """A total or what a round brought: points with their sign, other things without.

    >>> worth(7, EventSettings()), worth(7, EventSettings(yields="places"))
    ('+7', '7')
    """
    return amount(value) if settings.yields in SIGNED else plain(value)


class RowWriter:
    """Writes the lines of a page of the standing; every word is looked up once, not per line."""

    def __init__(self, page: StandingPage, address: str) -> None:
        self.page = page
        self.address = address
        self.place_before: int | None = None
        self.settings = page.standing.snapshot.settings
        self.notes = {"bye": f" <small>{_('bye')}</small>", "late": f" <small>{_('late')}</small>"}
        self.corrected = f'<abbr title="{_("corrected later")}">*</abbr>'
        self.rounds = {
            one.number: _("Round %(number)s") % {"number": one.number}
            for one in page.standing.counted
        }
        self.whole_day = _("The whole day")
        self.number = _("No.")
        self.marks = {
            Entry.LEFT: f'<small class="mark">{_("has left")}</small>',
            Entry.NO_SHOW: f'<small class="mark">{_("did not come")}</small>',
            Entry.OUT: f'<small class="mark mark-out">{_("disqualified")}</small>',
        }

    def row(self, row: Row) -> str:
        """One line, with what a phone shows of it when it is tapped."""
        number, decision = row.entry.number, row.decision
        if row.place == self.place_before:
            decision = None  # said already, where the place that they share begins
        self.place_before = row.place
        figures = [self._figure(cell) for cell in row.cells]
        why = f'<small class="why">{decided(decision)}</small>' if decision else ""
        return (
            f'<tr id="entry-{number}"><td class="place">{self._place(row)}</td>'
            f'<td class="number">{number}</td><th scope="row" class="who">'
            f"{self._who(row, figures)}</th>{self._cells(row, figures)}"
            f'<td class="total"><b>{worth(row.total, self.settings)}</b>{why}</td>'
            f"{self._keys(row)}</tr>"
        )

    @staticmethod
    def _place(row: Row) -> str:
        return f"{row.place}." if row.place else NOTHING

    def _who(self, row: Row, figures: list[str]) -> str:
        name, team = escape(row.entry.name), escape(row.entry.team)
        address = f"{self.address}entries/{row.entry.number}/"
        rounds = " · ".join(
            f"<span>{self.rounds[cell.number]} <b>{figure}</b></span>"
            for cell, figure in zip(row.cells, figures, strict=True)
            if cell.kind != "none"
        )
        facts = f"{self.number} {row.entry.number}" + (f" · {team}" if team else "")
        return (
            f'<a class="whole-day" href="{address}">{name}</a>'
            f'<details class="rest"><summary>{name}</summary><p>{facts}</p>'
            f'<p class="rest-rounds">{rounds}</p><p><a href="{address}">{self.whole_day}</a></p>'
            f"</details>{self.marks.get(row.entry.status, '')}{self._substitute(row)}"
        )

    @staticmethod
    def _substitute(row: Row) -> str:
        if not row.substitute:
            return ""
        words = _("%(name)s plays") % {"name": row.substitute}
        return f'<small class="mark">{escape(words)}</small>'

    def _cells(self, row: Row, figures: list[str]) -> str:
        return "".join(
            f'<td class="round{" unfinished" if cell.is_running else ""}">{figure}</td>'
            for cell, figure in zip(row.cells, figures, strict=True)
        )

    def _figure(self, cell: Cell) -> str:
        if cell.value is None:
            text = NOTHING
        else:
            text = worth(cell.value, self.settings)
            text = f"<s>{text}</s>" if cell.is_dropped else text
        if cell.is_corrected:
            text += self.corrected
        return text + self.notes.get(cell.kind, "")

    def _keys(self, row: Row) -> str:
        values = {key.name: key for key in row.keys}
        cells = []
        for column in self.page.keys:
            key = values[column.name]
            name = "key decided" if key.decided and row.decision else "key"
            cells.append(f'<td class="{name}">{plain(key.value)}</td>')
        return "".join(cells)


@register.simple_tag
def standing_rows(page: StandingPage, address: str) -> SafeString:
    """The lines of a page of the standing; `address` is that of the event."""
    writer = RowWriter(page, address)
    return mark_safe("\n".join(writer.row(row) for row in page.rows))


@register.filter
def decided(decision: Decision) -> SafeString:
    """Which tie-break put a row below the one before it, in words."""
    label = TIE_BREAKS[decision.name].label
    if decision.name == "lot":
        return format_html(_("the lot decided"))
    return format_html(
        _("{key}: {own} against {better}"),
        key=label,
        own=plain(decision.own),
        better=plain(decision.better),
    )


@register.filter
def key_label(name: str) -> str:
    """What a tie-break is called."""
    return str(TIE_BREAKS[name].label)


@register.filter
def seat_words(seat: SeatOf) -> str:
    """The seat of a player or the two seats of a pair."""
    if len(seat.seats) == 2:
        return _("seats %(first)s and %(second)s") % dict(
            zip(("first", "second"), seat.seats, strict=True)
        )
    return _("seat %(number)s") % {"number": seat.seats[0]} if seat.seats else ""


@register.filter
def member_names(team: TeamStanding, page: StandingPage) -> list[str]:
    """The members of a team that count, best first."""
    return [page.standing.by_number[number].name for number in team.members]


@register.filter
def others(seats: tuple[SeatOf, ...]) -> str:
    """The names of some at a table."""
    return ", ".join(seat.entry.name for seat in seats)
