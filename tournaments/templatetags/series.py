"""The lines and figures of a series' ranking, put together here for the speed of it."""

from __future__ import annotations

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from formats.figures import amount
from formats.series import TIE_WORDS, SeriesSettings, final_label
from scoring.qualifying import Ticket
from scoring.ranking import Value
from scoring.season_finals import Finalist
from scoring.series import Person, SeriesCell, SeriesStanding
from tournaments.events.results.queries.sheets import SheetsIn, sheets_in
from tournaments.models import Event, Series
from tournaments.series.queries.finals import SeasonFinals, Tickets
from tournaments.series.queries.ranking import SeriesPage, StageLine, series_with
from tournaments.templatetags.records import book_links, book_sentences

register = template.Library()

NOTHING = "–"


@register.filter
def series_worth(value: Value | None, settings: SeriesSettings) -> str:
    """A total or what a stage is worth: points with their sign, other things without.

    >>> series_worth(7, SeriesSettings()), series_worth(7, SeriesSettings(value="places"))
    ('+7', '7')
    """
    text = amount(value)
    return text if settings.value == "points" else text.removeprefix("+")


@register.filter
def called(names: dict[Person, str], person: Person) -> str:
    """What somebody is called."""
    return names.get(person, "")


@register.simple_tag
def sheets_of_stages(page: SeriesPage) -> dict[int, SheetsIn]:
    """How the sheets of each stage stand to their time, by the key of the event."""
    return sheets_in(line.event for line in page.ranking.lines)


@register.filter
def stage_state(line: StageLine) -> str:
    """How far a stage is, in words."""
    return {
        "final": pgettext("state", "final"),
        "running": _("so far"),
        "open_again": _("being corrected"),
        "hidden": _("not shown yet"),
        "coming": _("to come"),
    }[line.state]


@register.filter
def won_by(ticket: Ticket, found: Tickets) -> str:
    """By what a place in the final was won, in words."""
    line = found.stage_of(ticket)
    title = line.event.title if line else ""
    values = {"title": title, "place": ticket.place, "total": amount(ticket.total)}
    if ticket.by == "stage":
        said = [_("%(title)s: place %(place)s") % values]
        return " · ".join([*said, _("moved up")] if ticket.has_moved_up else said)
    if ticket.by == "wild":
        said = [_("one of the best totals besides: %(total)s (%(title)s)") % values]
    elif ticket.by == "frequent":
        words = ngettext("took part %(number)s time", "took part %(number)s times", ticket.attended)
        said = [words % {"number": ticket.attended}]
    else:
        return _("given by hand")
    return " · ".join([*said, _("by lot")] if ticket.by_lot else said)


@register.filter
def in_final(one: Finalist, found: SeasonFinals) -> str:
    """What stands below somebody's name in a final of a season."""
    said = []
    if found.settings.carried != "none":
        text = _("begins with %(points)s")
        said.append(text % {"points": series_worth(one.brought, found.settings)})
    if one.place is None:
        said.append(_("given by hand"))
    elif one.by_hand:
        said.append(_("moved by hand"))
    elif one.has_moved and one.moved_from is not None:
        text = _("moved up (from: %(final)s)")
        said.append(text % {"final": final_label(one.moved_from, found.count)})
    elif one.has_moved:
        said.append(_("moved up, was next in line"))
    if one.by_lot:
        said.append(_("by lot"))
    return " · ".join(said)


class SeriesRowWriter:
    """Writes the lines of a ranking; every word is looked up once, not per line."""

    def __init__(self, page: SeriesPage) -> None:
        self.page = page
        self.settings = page.ranking.settings
        self.lines = page.ranking.counted
        not_counted, missed, out = _("does not count"), _("missed"), _("disqualified")
        self.not_counted = f'<span class="unseen"> ({not_counted})</span>'
        self.missed = f" <small>{missed}</small>"
        self.out = f"<small>{out}</small>"
        self.stages = _("Stages")
        self.place_before: int | None = None

    def row(self, row: SeriesStanding) -> str:
        """One line, with the stages for a phone, where it is tapped."""
        name = escape(self.page.names[row.person])
        books = self.page.books
        figures = {line.key: self.figure(row.cells[line.key]) for line in self.lines}
        cells = "".join(f'<td class="figure">{figures[line.key]}</td>' for line in self.lines)
        stages = " ".join(
            f"<span>{line.number}: <b>{figures[line.key]}</b></span>"
            for line in self.lines
            if row.cells[line.key].value is not None
        )
        place = f"{row.place}." if row.place else NOTHING
        return (
            f'<tr><td class="figure">{place}</td><th scope="row">'
            f"<span>{name}</span>{book_links(books, row.person)}"
            f"<details><summary>{name}</summary>"
            f"<p>{self.stages} {stages}</p>"
            f"{book_sentences(books, row.person)}</details>{self._notes(row)}</th>"
            f"{cells}"
            f'<td class="figure"><b>{series_worth(row.total, self.settings)}</b>'
            f"{self._why(row)}</td></tr>"
        )

    def figure(self, cell: SeriesCell) -> str:
        """What a stage is worth, and whether it counts."""
        if cell.value is None:
            return self.out if cell.kind == "out" else NOTHING
        text = series_worth(cell.value, self.settings)
        if cell.kind == "missed":
            text = f"<i>{text}</i>{self.missed}"
        return text if cell.counts else f"<s>{text}</s>{self.not_counted}"

    def _notes(self, row: SeriesStanding) -> str:
        bonus = ""
        if row.bonus:
            words = _("%(bonus)s for taking part") % {"bonus": amount(row.bonus)}
            bonus = f"<small>{words}</small>"
        return bonus + self._lacking(row)

    def _lacking(self, row: SeriesStanding) -> str:
        if not row.lacking:
            return ""
        if self.settings.adding == "average_round":
            words = ngettext("%(n)s round short", "%(n)s rounds short", row.lacking)
        else:
            words = ngettext("%(n)s stage short", "%(n)s stages short", row.lacking)
        return f"<small>{words % {'n': row.lacking}}</small>"

    def _why(self, row: SeriesStanding) -> str:
        is_first = row.place != self.place_before
        self.place_before = row.place
        if row.decided_by not in TIE_WORDS or not is_first:
            return ""
        return f"<small>{escape(_(TIE_WORDS[row.decided_by].label))}</small>"


@register.simple_tag
def series_rows(page: SeriesPage) -> SafeString:
    """The lines of a page of the ranking."""
    writer = SeriesRowWriter(page)
    return mark_safe("\n".join(writer.row(row) for row in page.shown))


@register.simple_tag
def series_with_event(event: Event) -> list[Series]:
    """The series of which an event is a stage or the final; one SQL query."""
    return series_with(event)
