"""What is printed of an event, as data for the press: lists, standings, prizes, rules, protests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from config.formats.dates import dated
from formats.event import GameOf
from formats.figures import amount, money, plain
from scoring.intervals import Estimate
from sheets.words import spoken
from tournaments.common.history import doer_of
from tournaments.common.listing import Column, Listing, Only
from tournaments.common.listing import Kind as ListKind
from tournaments.events.check_in.queries.entries import StartLine
from tournaments.events.draw.queries.rounds import Letter, TableList
from tournaments.events.draw.queries.seatings import Sitter
from tournaments.events.money.queries.prizes import PrizeList, Receipt, prize_listing
from tournaments.events.results.queries.progress import LONG
from tournaments.events.rulings.queries import ProtestLine
from tournaments.events.setup.queries import HouseRuleOnCard, rule_card
from tournaments.events.standings.queries.entry_page import sheets_words
from tournaments.events.standings.queries.snapshots import Snapshot
from tournaments.events.standings.queries.standing_page import (
    PRINTED_ROUNDS,
    StandingAsked,
    StandingPage,
    standing_listing,
    standing_page,
    team_listing,
)
from tournaments.models import Event, Protest, Round
from tournaments.paper.press import Part, drawing

SPARE_LINES = 12
"""Empty lines at the end of a start list, for those who come without being on it."""


def names_list(played: Round, letters: Sequence[Letter]) -> Part:
    """Everybody from A to Z with table and seat."""
    return {
        "kind": "by-name",
        "title": _("Round %(number)s") % {"number": played.number},
        "note": _("Where you sit: table and seat"),
        "letters": [
            {"letter": one.letter, "people": [who._asdict() for who in one.people]}
            for one in letters
        ],
        # Translators: in place of table and seat; whoever has none in this round.
        "words": {"out": pgettext("at a table", "out")},
    }


def tables_list(played: Round, tables: Sequence[TableList], out: Sequence[Sitter]) -> Part:
    """The tables with their people."""
    return {
        "kind": "by-table",
        "title": _("Round %(number)s") % {"number": played.number},
        "note": _("Who sits at which table"),
        "tables": [
            {"table": each.table.number, "people": [who._asdict() for who in each.people]}
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
    note = ngettext("%(count)s entry, by name", "%(count)s entries, by name", len(lines))
    if by_number:
        note = ngettext(
            "%(count)s entry, by start number", "%(count)s entries, by start number", len(lines)
        )
    return {
        "kind": "start-list",
        "title": _("Start list"),
        "note": note % {"count": len(lines)} if lines else _("Fill it in by hand"),
        # Translators: a column: where somebody is from, and the team.
        "columns": [_("From, team")] if has_more else [],
        "lines": [
            *(_start_line(line) for line in lines),
            *(_start_line(NOBODY) for _spare in range(SPARE_LINES if lines else 2 * SPARE_LINES)),
        ],
        # Translators: “Here” heads the boxes to be ticked when somebody has come.
        "words": {"number": _("No."), "name": _("Name"), "paid": _("Paid"), "here": _("Here")},
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


# Lists as their pages and files have them, on paper.

FIGURES = (ListKind.NUMBER, ListKind.POINTS, ListKind.SHARE, ListKind.MEAN, ListKind.MONEY)


def list_table(listing: Listing[Any], title: str = "") -> dict[str, Any]:
    """A list as a table of a part; texts share the width that figures, and texts in bold, leave."""

    def is_long(column: Column[Any]) -> bool:
        return column.kind is ListKind.TEXT and not column.is_bold

    columns = listing.columns_on(Only.PAPER)
    rows = [*listing.rows(), *([] if listing.foot is None else [listing.foot])]
    return {
        "title": title,
        "columns": [
            {
                "head": column.short or column.head,
                "is_figure": column.kind in FIGURES,
                "is_bold": column.is_bold,
                "is_soft": column.kind is ListKind.NUMBER and not column.is_bold,
                "share": (column.width or 12) if is_long(column) else 0,
            }
            for column in columns
        ],
        "rows": [[_list_cell(column, row) for column in columns] for row in rows],
    }


def _list_cell(column: Column[Any], row: object) -> dict[str, Any]:
    said = _written(column, row) if column.printed is None else column.printed(row)
    notes = () if column.notes is None else column.notes(row)
    return {
        "text": said if isinstance(said, str) else "",
        "tick": said if isinstance(said, bool) else None,
        "struck": column.struck is not None and column.struck(row),
        "notes": [_day(note) if isinstance(note, date) else note for note in notes],
    }


def _written(column: Column[Any], row: object) -> str:
    """The value of a cell as people write it."""
    value = column.of(row)
    assert not isinstance(value, Estimate), "how sure a figure is says its page"
    if isinstance(value, date):
        return _day(value)
    if isinstance(value, int | Fraction) and column.kind is ListKind.POINTS:
        return amount(value)
    if isinstance(value, int) and column.kind is ListKind.MONEY:
        return money(value)
    if isinstance(value, int) and column.kind is ListKind.NUMBER:
        return plain(value)
    return "–" if value is None else str(value)


def _day(day: date) -> str:
    return dated(day, "day, time" if isinstance(day, datetime) else "day")


UPRIGHT_COLUMNS = 8
"""More columns of figures than this, and the page is turned."""


def standing_part(snapshot: Snapshot, *, is_director: bool) -> Part:
    """The standing as the public page shows it to the same person, with every line.

    The whole field, then each group, then the teams. While it is hidden, nothing but the sentence
    that says so.
    """
    page = standing_page(snapshot, StandingAsked(), is_director=is_director, everything=True)
    if page.is_hidden:
        return {
            "kind": "list",
            "title": _("The standings are hidden for now"),
            "note": _("Nobody sees them until the final list is there."),
        }
    tables = [list_table(standing_listing(page))]
    for group in page.standing.groups:
        asked = StandingAsked(group=group)
        among = standing_page(snapshot, asked, is_director=is_director, everything=True)
        tables.append(list_table(standing_listing(among), group[:1].upper() + group[1:]))
    if page.standing.teams:
        teams = team_listing(page.standing)
        tables.append(list_table(teams, teams.title))
    figures = len(tables[0]["columns"]) - len(("place", "number", "name"))
    return {
        "kind": "list",
        "title": _title(snapshot, page),
        "note": _note(snapshot, page),
        "tables": tables,
        "notes": _notes(page),
        "wide": figures > UPRIGHT_COLUMNS,
        "small": figures > 2 * UPRIGHT_COLUMNS,
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
        return sheets_words(snapshot)
    return None


def _notes(page: StandingPage) -> list[str]:
    notes = []
    if len(page.columns) > PRINTED_ROUNDS:
        text = _("Only the last %(count)s rounds have columns; the total has all of them.")
        notes.append(text % {"count": PRINTED_ROUNDS})
    if page.has_corrections:
        notes.append(
            _("* Corrected after the next draw: the totals are right, the draw stands as it was.")
        )
    notes += [f"† {LONG[way]}" for way in page.decided]
    if page.standing.snapshot.settings.best_of:
        notes.append(_("What is crossed out does not count."))
    if page.keys:
        labels = ", ".join(_(key.label) for key in page.keys)
        notes.append(_("Between equal totals decide, in this order: %(keys)s.") % {"keys": labels})
    if page.seed:
        text = _("The lots are drawn from “%(seed)s”, which was fixed when the event was made.")
        notes.append(text % {"seed": page.seed})
    return notes


# The prize list, and receipts to be signed.


def prizes_part(listed: PrizeList) -> Part:
    """The prizes, places first, with a box for each that is handed over."""
    if listed.is_final:
        note = _("Final list, revision %(number)s") % {"number": listed.revision}
    else:
        note = _("If it ended now: the final list is not locked.")
    part = {"kind": "list", "title": _("Prize list"), "note": note}
    if not listed.prizes:
        return part | {"notes": [_("There is nothing to give yet.")]}
    total = money(sum(one.cents for one in listed.prizes))
    return part | {
        "tables": [list_table(prize_listing(listed))],
        "sum": {"label": _("Together"), "value": total},
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
    """The rule card, of one round's game where it is `played`, with the code of its `address`."""
    card = rule_card(event, played)
    settings = event.format
    as_usual = _("Whatever does not stand here is as usual in this game.")
    of_event = [
        _section(_("This event"), 2, card.follows, _pairs(card.facts)),
        _section(_("If totals are equal"), 3, ties=card.ties),
        _section(_("Misplays and penalties"), 3, settings.penalties.splitlines()),
    ]
    of_game = [
        _section(spoken(card.ruleset.name), 2, [spoken(card.ruleset.summary)]),
        _section(_("What is played for what"), 3, pairs=_pairs(card.prices.lines())),
        *(_section(title, 3, pairs=_house(rules)) for title, rules in card.unusual_parts),
        _section(_("House rules"), 3, [as_usual] if card.is_usual else []),
        _section(_("The figures"), 3, [spoken(figure.what) for figure in card.figures]),
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
    """One page for a protest; without one every answer is a line to write on."""
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
                (Protest.UPHELD, pgettext("protest", "upheld")),
                (Protest.DISMISSED, pgettext("protest", "dismissed")),
                (Protest.WITHDRAWN, pgettext("protest", "withdrawn")),
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
    made = dated(protest.made_at, "day, time") if is_filled else ""
    return [
        {"label": _("Who protests"), "value": protest.protester},
        {"label": _("Start number"), "value": str(entry.number or "") if entry else ""},
        {"label": _("Handed in"), "value": made},
        {
            "label": pgettext("of an event", "Round"),
            "value": str(played.number) if played else whole,
        },
        {"label": _("Table"), "value": str(place.number) if place else ""},
        {"label": pgettext("one deal", "Hand"), "value": str(protest.hand or "")},
        {"label": _("Fee paid"), "value": money(protest.fee) if protest.fee else ""},
        {"label": _("Taken in by"), "value": doer_of(protest).plain if is_filled else ""},
    ]


def _signatures(protest: Protest) -> list[dict[str, str]]:
    return [
        {"label": _("Who protests"), "value": ""},
        {"label": _("Decided by"), "value": doer_of(protest, "decided").plain},
        {"label": _("Day and time"), "value": dated(protest.decided_at, "day, time")},
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
