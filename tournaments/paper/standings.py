"""The standings on paper: the whole field, then each group, then the teams."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.ranking import TeamStanding, Value
from tournaments.events.results.queries.gone_sheets import LONG
from tournaments.events.standings.queries.entry_page import sheets_words
from tournaments.events.standings.queries.snapshots import Snapshot
from tournaments.events.standings.queries.standing_page import (
    StandingAsked,
    StandingPage,
    standing_page,
)
from tournaments.events.standings.queries.standings import Cell, Row
from tournaments.models import Entry, Event
from tournaments.paper.press import Part
from tournaments.settings.event import EventSettings
from tournaments.settings.labels import amount

SIGNED = ("points", "average")
MOST_ROUNDS = 18
"""So many rounds with totals of five digits fit on a page."""

UPRIGHT_COLUMNS = 8
"""More columns of figures than this, and the page is turned."""


def standing_part(snapshot: Snapshot, *, is_director: bool) -> Part:
    """The standing as the public page shows it to the same person, with every line.

    While it is hidden, nothing but the sentence that says so.
    """
    page = standing_page(snapshot, StandingAsked(), is_director=is_director, everything=True)
    part: Part = {"kind": "standings", "wide": False, "small": False, "notes": [], "views": []}
    if page.is_hidden:
        return part | {
            "title": _("The standings are hidden for now"),
            "note": _("Nobody sees them until the final list is there."),
        }
    views = [_view(page, "")]
    for group in page.standing.groups:
        asked = StandingAsked(group=group)
        among = standing_page(snapshot, asked, is_director=is_director, everything=True)
        views.append(_view(among, group[:1].upper() + group[1:]))
    if page.standing.teams:
        views.append(_teams(page))
    columns = len(views[0]["columns"])
    return part | {
        "title": _title(snapshot, page),
        "note": _note(snapshot, page),
        "views": views,
        "notes": _notes(page),
        "wide": columns > UPRIGHT_COLUMNS,
        "small": columns > 2 * UPRIGHT_COLUMNS,
    }


def _title(snapshot: Snapshot, page: StandingPage) -> str:
    if snapshot.event.state == Event.FINAL:
        return _("Final standings")
    if page.standing.is_provisional:
        return _("If it ended now")
    if snapshot.closed:
        return _("Standings after round %(number)s") % {"number": snapshot.closed}
    return _("Who takes part")


def _note(snapshot: Snapshot, page: StandingPage) -> str | None:
    if page.only_you:
        return _("Not for the wall: the standings are hidden until the final list.")
    if snapshot.event.state == Event.FINAL:
        return _("Revision %(number)s") % {"number": snapshot.event.revision}
    if page.standing.is_provisional and snapshot.settings.rolling:
        return _("With the tables that still play, as they stand.")
    if page.standing.is_provisional and snapshot.current is not None:
        text = _("With round %(number)s as it stands: %(sheets)s.")
        return text % {"number": snapshot.current.number, "sheets": sheets_words(snapshot)}
    return None


def _notes(page: StandingPage) -> list[str]:
    notes = []
    if len(page.columns) > MOST_ROUNDS:
        text = _("Only the last %(count)s rounds have columns; the total has all of them.")
        notes.append(text % {"count": MOST_ROUNDS})
    if page.has_corrections:
        notes.append(
            _("* Corrected after the next draw: the totals are right, the draw stands as it was.")
        )
    notes += [_("† Decided. %(how)s") % {"how": LONG[way]} for way in page.decided]
    if page.standing.snapshot.settings.best_of:
        notes.append(_("What is crossed out does not count."))
    if page.keys:
        labels = ", ".join(key.label for key in page.keys)
        notes.append(_("Between equal totals decide, in this order: %(keys)s.") % {"keys": labels})
    if page.seed:
        text = _("The lots are drawn from “%(seed)s”, which was fixed when the event was made.")
        notes.append(text % {"seed": page.seed})
    return notes


def _view(page: StandingPage, title: str) -> dict[str, Any]:
    settings = page.standing.snapshot.settings
    has_results = page.standing.has_results
    rounds = page.columns[-MOST_ROUNDS:]
    columns = [_("R%(number)s") % {"number": one.number} for one in rounds]
    columns += [_("Total"), *(key.label for key in page.keys)] if has_results else []
    return {
        "title": title,
        "head": [_("Pl."), _("No."), _("Name")],
        "columns": columns,
        "lines": [_line(row, page, settings, has_results=has_results) for row in page.rows],
    }


def _line(
    row: Row, page: StandingPage, settings: EventSettings, *, has_results: bool
) -> dict[str, Any]:
    shown = row.cells[-MOST_ROUNDS:] if page.columns else ()
    cells = [_cell(cell, settings) for cell in shown]
    if has_results:
        values = {key.name: key.value for key in row.keys}
        cells.append(_figure(_worth(row.total, settings), is_total=True))
        cells += [_figure(amount(values.get(key.name)).removeprefix("+")) for key in page.keys]
    return {
        "place": f"{row.place}." if row.place else "",
        "number": str(row.entry.number),
        "name": row.entry.name,
        "note": ", ".join([*_final(row, page, settings), *_said(row)]),
        "cells": cells,
    }


def _final(row: Row, page: StandingPage, settings: EventSettings) -> list[str]:
    """The final that somebody is in, and what was brought into it."""
    label, carried = page.final_of(row)
    if not label:
        return []
    return [label, _("%(points)s carried") % {"points": _worth(carried, settings)}]


def _said(row: Row) -> list[str]:
    """What stands behind a name."""
    states: dict[str, str] = {
        Entry.LEFT: _("has left"),
        Entry.NO_SHOW: _("did not come"),
        Entry.OUT: _("disqualified"),
    }
    said = [row.entry.team, states.get(row.entry.status, "")]
    if row.entry.brought and row.final is None:
        said.append(_("%(points)s from the season") % {"points": amount(row.entry.from_season)})
    if row.substitute:
        said.append(_("%(name)s plays") % {"name": row.substitute})
    if row.ruled:
        said.append(_("ruling: %(points)s") % {"points": amount(row.ruled)})
    return [text for text in said if text]


def _cell(cell: Cell, settings: EventSettings) -> dict[str, Any]:
    text = "–" if cell.value is None else _worth(cell.value, settings)
    text += "*" if cell.is_corrected else ""
    text += "†" if cell.decided else ""
    if cell.kind in ("bye", "late"):
        text += " " + {"bye": _("bye"), "late": _("late")}[cell.kind]
    return _figure(text, is_dropped=cell.is_dropped and cell.value is not None)


def _figure(text: str, *, is_total: bool = False, is_dropped: bool = False) -> dict[str, Any]:
    return {"text": text, "total": is_total, "dropped": is_dropped}


def _worth(value: Value | None, settings: EventSettings) -> str:
    text = amount(value)
    return text if settings.yields in SIGNED else text.removeprefix("+")


def _team_total(value: Value, page: StandingPage) -> str:
    settings = page.standing.snapshot.settings
    return amount(value).removeprefix("+") if page.has_series else _worth(value, settings)


def _teams(page: StandingPage) -> dict[str, Any]:
    def line(team: TeamStanding) -> dict[str, Any]:
        names = [page.standing.by_number[number].name for number in team.members]
        return {
            "place": f"{team.place}.",
            "number": "",
            "name": team.team,
            "note": ", ".join(names),
            "cells": [_figure(_team_total(team.total, page), is_total=True)],
        }

    return {
        "title": _("Teams"),
        "head": [_("Pl."), "", _("Team")],
        "columns": [_("Total")],
        "lines": [line(team) for team in page.standing.teams],
    }
