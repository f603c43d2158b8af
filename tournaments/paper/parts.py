"""What is printed of an event, as data for the press: lists, standings, prizes, rules, protests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.ranking import TeamStanding, Value
from tournaments.common.history import doer_of
from tournaments.events.check_in.queries.entries import StartLine
from tournaments.events.draw.queries.rounds import Letter, Person, TableList
from tournaments.events.draw.queries.seatings import Sitter
from tournaments.events.money.queries.prizes import PrizeList, Receipt
from tournaments.events.results.queries.progress import LONG
from tournaments.events.rulings.queries import ProtestLine
from tournaments.events.setup.queries import HouseRuleOnCard, rule_card
from tournaments.events.standings.queries.entry_page import sheets_words
from tournaments.events.standings.queries.snapshots import Snapshot
from tournaments.events.standings.queries.standing_page import (
    StandingAsked,
    StandingPage,
    standing_page,
)
from tournaments.events.standings.queries.standings import Cell, Row
from tournaments.models import Entry, Event, Protest, Round
from tournaments.paper.press import Part, drawing
from tournaments.settings.event import EventSettings, GameOf
from tournaments.settings.figures import amount, money

SPARE_LINES = 12
"""Empty lines at the end of a start list, for those who come without being on it."""


def names_list(played: Round, letters: Sequence[Letter]) -> Part:
    """Everybody from A to Z with table and seat."""
    people = [
        {"letter": one.letter, "people": [_who(who) for who in one.people]} for one in letters
    ]
    return {
        "kind": "by-name",
        "title": _("Round %(number)s") % {"number": played.number},
        "note": _("Where you sit: table and seat"),
        "letters": people,
        "words": {"out": _("out")},
    }


def tables_list(played: Round, tables: Sequence[TableList], out: Sequence[Sitter]) -> Part:
    """The tables with their people."""
    return {
        "kind": "by-table",
        "title": _("Round %(number)s") % {"number": played.number},
        "note": _("Who sits at which table"),
        "tables": [
            {"table": each.table.number, "people": [_who(who) for who in each.people]}
            for each in tables
        ],
        "out": ", ".join(f"{sitter.name} ({sitter.number})" for sitter in out),
        "words": {"out": _("Sitting out")},
    }


def start_list_part(lines: Sequence[StartLine], *, by_number: bool = False) -> Part:
    """The list for the door, with boxes for who has paid and who is here, and empty lines.

    Who has paid only a part of the fee has no tick, but how much it is.
    """
    has_more = any(line.homes or line.team or line.is_waiting for line in lines)
    count = ngettext("%(count)s entry", "%(count)s entries", len(lines)) % {"count": len(lines)}
    order = _("by start number") if by_number else _("by name")
    return {
        "kind": "start-list",
        "title": _("Start list"),
        "note": f"{count}, {order}" if lines else _("Fill it in by hand"),
        "columns": [_("From, team")] if has_more else [],
        "lines": [
            *(_start_line(line) for line in lines),
            *(_start_line(NOBODY) for _spare in range(SPARE_LINES if lines else 2 * SPARE_LINES)),
        ],
        "words": {
            "number": _("No."),
            "name": _("Name"),
            "paid": _("Paid"),
            "here": _("Here"),
        },
    }


NOBODY = StartLine(None, "", "", "", is_paid=False, is_here=False, is_waiting=False)


def _start_line(line: StartLine) -> dict[str, Any]:
    part = _("%(part)s of %(fee)s") % {"part": money(line.part), "fee": money(line.fee)}
    waiting = [_("waiting list")] if line.is_waiting else []
    return {
        "number": str(line.number or ""),
        "name": line.name,
        "more": ", ".join([*filter(None, [line.homes, line.team]), *waiting]),
        "paid": line.is_paid,
        "part": part if line.part and not line.is_paid else "",
        "here": line.is_here,
    }


def _who(person: Person) -> dict[str, Any]:
    return person._asdict()


# The standings on paper: the whole field, then each group, then the teams.

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
        "lines": [
            _standing_line(row, page, settings, has_results=has_results) for row in page.rows
        ],
    }


def _standing_line(
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


# The prize list, and receipts to be signed.


def prizes_part(listed: PrizeList) -> Part:
    """The prizes, places first, with a box for each that is handed over."""
    if listed.is_final:
        note = _("Final list, revision %(number)s") % {"number": listed.revision}
    else:
        note = _("If it ended now: the final list is not locked.")
    return {
        "kind": "prizes",
        "title": _("Prize list"),
        "note": note,
        "lines": [
            {
                "title": one.title,
                "number": ", ".join(map(str, one.numbers)),
                "name": one.name,
                "more": "; ".join(filter(None, (", ".join(one.members), one.why))),
                "total": amount(one.total),
                "money": money(one.cents) if one.cents else "",
                "goods": one.goods,
                "note": _("fee not paid") if one.owes else "",
                "given": one.given is not None,
            }
            for one in listed.prizes
        ],
        "sum": money(sum(one.cents for one in listed.prizes)),
        "words": {
            "prize": _("Prize"),
            "number": _("No."),
            "name": _("Name"),
            "total": _("Total"),
            "money": _("Money"),
            "goods": _("Goods"),
            "given": _("Given"),
            "sum": _("Together"),
            "nothing": _("There is nothing to give yet."),
        },
    }


def receipts_part(receipts: Sequence[Receipt]) -> Part:
    """A receipt for each winner of money, three to a page, to be cut."""
    return {
        "kind": "receipts",
        "title": _("Receipts"),
        "receipts": [
            {
                "number": ", ".join(map(str, one.numbers)),
                "name": one.name,
                "members": ", ".join(one.members),
                "lines": [{"for": title, "money": money(cents)} for title, cents in one.lines],
                "sum": money(one.cents),
            }
            for one in receipts
        ],
        "words": {
            "receipt": _("Receipt"),
            "number": _("No."),
            "team": _("Team"),
            "sum": _("Received"),
            "day": _("Day"),
            "signature": _("Signature"),
            "nothing": _("Nobody has won money yet."),
        },
    }


# The rule card on paper.


def rules_part(event: Event, address: str = "", played: GameOf | None = None) -> Part:
    """The rule card; `address`: where it is to be read, as a code (none without one).

    `played`: a round's game, where the card is for that round alone.
    """
    card = rule_card(event, played)
    settings = event.format
    of_event = [
        _section(_("This event"), 2, card.follows, _pairs(card.facts)),
        _section(_("If totals are equal"), 3, ties=card.ties),
        _section(_("Misplays and penalties"), 3, settings.penalties.splitlines()),
    ]
    of_game = [
        _section(_(card.ruleset.name), 2, [_(card.ruleset.summary)]),
        *(_section(title, 3, pairs=_house(rules)) for title, rules in card.parts),
        _section(_("The figures"), 3, [_(figure.what) for figure in card.figures]),
    ]
    return {
        "kind": "rules",
        "title": _("Rule card"),
        "qr": drawing(address) if address else "",
        "columns": [
            [each for each in column if each is not None] for column in (of_event, of_game)
        ],
        "words": {"kind": _("Rule card")},
    }


def _section(
    title: str,
    level: int,
    sentences: Iterable[str] = (),
    pairs: Iterable[dict[str, Any]] = (),
    ties: Iterable[tuple[str, str]] = (),
) -> dict[str, Any] | None:
    """A section of the card, None where there is nothing to say."""
    section = {
        "title": title,
        "level": level,
        "sentences": [text for text in sentences if text.strip()],
        "pairs": list(pairs),
        "ties": [{"label": label, "value": meaning} for label, meaning in ties],
    }
    is_said = section["sentences"] or section["pairs"] or section["ties"]
    return section if is_said else None


def _pairs(facts: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
    return [{"label": label, "value": value, "strong": False} for label, value in facts]


def _house(rules: Iterable[HouseRuleOnCard]) -> list[dict[str, Any]]:
    return [{"label": rule.label, "value": rule.value, "strong": rule.differs} for rule in rules]


# The form of a protest: empty for the pencil, or filled in to be signed.


def protest_part(event: Event, line: ProtestLine | None = None) -> Part:
    """One page: who protests, about what, what is wanted, the decision, the signatures.

    Without a protest every answer is a line to write on.
    """
    protest = line.protest if line else Protest(event=event)
    decided = protest.decision
    title = _("Protest %(number)s") % {"number": protest.number} if line else _("Protest")
    return {
        "kind": "protest",
        "title": title,
        "note": _("To be handed in at the desk, before the list is locked."),
        "about": _about(protest, is_filled=line is not None),
        "long": [
            {"label": _("What happened"), "value": protest.matter, "lines": 9},
            {"label": _("What is wanted"), "value": protest.wanted, "lines": 3},
        ],
        "decisions": [
            {"label": words, "is_ticked": decided == kind}
            for kind, words in (
                (Protest.UPHELD, _("upheld")),
                (Protest.DISMISSED, _("dismissed")),
                (Protest.WITHDRAWN, _("withdrawn")),
            )
        ],
        "fee": [
            {"label": _("fee given back"), "is_ticked": bool(decided) and protest.is_fee_back},
            {
                "label": _("fee kept"),
                "is_ticked": bool(decided and protest.fee) and not protest.is_fee_back,
            },
        ],
        "reason": {"label": _("Reason"), "value": protest.reason, "lines": 3},
        "rulings": [
            words for ruling, words in (line.rulings if line else ()) if ruling.withdrawn_at is None
        ],
        "signatures": _signatures(protest),
        "words": {"decision": _("Decision"), "ruling": _("Ruling")},
    }


def _about(protest: Protest, *, is_filled: bool) -> list[dict[str, str]]:
    """The short answers, two or three to a line."""
    played, place, entry = protest.round, protest.event_table, protest.entry
    whole = _("the whole event") if is_filled and played is None else ""
    made = date_format(timezone.localtime(protest.made_at), "j M Y, H:i") if is_filled else ""
    return [
        {"label": _("Who protests"), "value": protest.protester},
        {"label": _("Start number"), "value": str(entry.number or "") if entry else ""},
        {"label": _("Handed in"), "value": made},
        {"label": _("Round"), "value": str(played.number) if played else whole},
        {"label": _("Table"), "value": str(place.number) if place else ""},
        {"label": _("Hand"), "value": str(protest.hand or "")},
        {"label": _("Fee paid"), "value": money(protest.fee) if protest.fee else ""},
        {"label": _("Taken in by"), "value": doer_of(protest).plain if is_filled else ""},
    ]


def _signatures(protest: Protest) -> list[dict[str, str]]:
    when = protest.decided_at
    return [
        {"label": _("Who protests"), "value": ""},
        {"label": _("Decided by"), "value": doer_of(protest, "decided").plain},
        {
            "label": _("Day and time"),
            "value": date_format(timezone.localtime(when), "j M Y, H:i") if when else "",
        },
    ]


# Everything for a round in one pile, in the order in which it is laid out.


def cover(played: Round, tables: int) -> Part:
    """The page on top: what lies below, and what to do with it, with boxes to tick."""
    count = ngettext("%(count)s table", "%(count)s tables", tables) % {"count": tables}
    steps = [
        _("Hang up who sits where: by name at the door, by table at the front."),
        _("Cut the cards, four to a page, and lay one on each table."),
        _("Lay the sheet of each table beside its card, with a pencil."),
        _("Lay out the rule card."),
        _("Go round once more: the numbers on card, sheet and table are the same."),
    ]
    return {
        "kind": "words",
        "title": _("Round %(number)s: everything") % {"number": played.number},
        "ticks": True,
        "sections": [{"title": "", "lead": [count], "steps": steps}],
    }


def round_pack(
    played: Round, lists: Sequence[Part], cards: Part, sheets: Part, rules: Part
) -> list[Part]:
    """The pile of a round: its cover, the lists for the wall, cards, sheets, the rule card."""
    return [cover(played, len(cards["cards"])), *lists, cards, sheets, rules]
