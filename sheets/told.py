"""What a hand came to, in one sentence that names people: before it is saved, and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset, Verdict
from scoring.table import Row
from sheets.answers import deciding_field
from sheets.sheet import Sheet, SheetLine
from sheets.words import signed, spoken

TAKERS, PARTNER = ("picker", "makers"), "partner"


def told(sheet: Sheet, row: Row, record: Mapping[str, Any]) -> str:
    """A hand in a sentence: who took it on, with whom, how it ended and who gets what."""
    names = [short for _name, short in sheet.heads]
    there = [
        side
        for side, role in enumerate(row.roles)
        if role not in ("out", "away") or row.points[side]
    ]
    taker = next((side for side in there if row.roles[side] in TAKERS), None)
    if row.is_void or not any(row.points):
        return _("Nothing was won or lost: 0 for everybody.")
    if taker is None or row.verdict is None:
        return _passed(sheet.ruleset, record, row, there, names)
    partner = next((side for side in there if row.roles[side] == PARTNER), None)
    mine = [taker] if partner is None else [taker, partner]
    words = {
        "taker": names[taker],
        "game": _game(sheet.ruleset, row.verdict.contract, record),
        **_bid(sheet.ruleset, record),
    }
    own = _of_takers([row.points[side] for side in mine])
    others = _of_others([side for side in there if side not in mine], row.points, names)
    ended = _ended(row.verdict, _cards(sheet.ruleset, record, taker), f"{own}, {others}")
    took_on = [_took_on(sheet, partner is not None, words)]
    if partner is not None:
        took_on.append(_as_role(sheet, PARTNER, names[partner]))
    return " · ".join([*took_on, ended])


def told_on(line: SheetLine, sheet: Sheet) -> str:
    """The same of a line of the sheet; nothing where it is no hand that counts."""
    if not line.is_counted or line.row is None:
        return ""
    return told(sheet, line.row, line.entry.record)


def contract_words(ruleset: Ruleset, contract: str) -> str:
    """What was played, without what explains it; empty where the game has only one contract."""
    labels = [
        choice.label
        for field in ruleset.fields
        if field.name in ("contract", "trump")
        for choice in field.choices
        if choice.value == contract
    ]
    return spoken(labels[0]).split(" (")[0] if labels else ""


def _game(ruleset: Ruleset, contract: str, record: Mapping[str, Any]) -> str:
    """What was played, with the number that belongs to it, as in “Clubs, with or without 2”."""
    game = contract_words(ruleset, contract)
    numbers = [
        _(field.said) % {"number": record[field.name]}
        for field in ruleset.fields
        if field.said and record.get(field.name) is not None
    ]
    return ", ".join([game, *numbers])


def _took_on(sheet: Sheet, has_partner: bool, words: Mapping[str, object]) -> str:
    """Who took the hand on, alone or with whom, so that no name needs an ending."""
    if "bid" in words:
        text = _("Bid %(bid)s (%(over)s over): %(taker)s")
    elif sheet.is_by_pairs:
        pair = _as_role(sheet, "makers", str(words["taker"]))
        return f"{pair}, {words['game']}" if words["game"] else pair
    elif words["game"] and has_partner:
        text = _("%(taker)s played: %(game)s")
    elif words["game"]:
        text = _("%(taker)s played alone: %(game)s")
    elif any(field.name == "picker" for field in sheet.ruleset.fields):
        text = _("%(taker)s picked alone")
        if has_partner:
            text = _("%(taker)s picked")
    elif has_partner:
        text = _("%(taker)s played")
    else:
        text = _("%(taker)s played alone")
    return text % words


def _as_role(sheet: Sheet, role: str, name: str) -> str:
    """Somebody as what the game calls the role, without what explains it."""
    return f"{sheet.role_words[role].split(' (')[0]}: {name}"


def _ended(verdict: Verdict, cards: Mapping[str, int], points: str) -> str:
    """How it ended, with the card points of both sides where they were counted, and who gets what.

    Each way has a whole sentence, so that every language can say it in its own order.
    """
    if verdict.won and cards:
        ways = (
            _("Won (%(own)s to %(others)s): %(points)s."),
            _("Won with schneider (%(own)s to %(others)s): %(points)s."),
            _("Won with every trick (%(own)s to %(others)s): %(points)s."),
        )
    elif verdict.won:
        ways = (
            _("Won: %(points)s."),
            _("Won with schneider: %(points)s."),
            _("Won with every trick: %(points)s."),
        )
    elif cards:
        ways = (
            _("Lost (%(own)s to %(others)s): %(points)s."),
            _("Lost with schneider (%(own)s to %(others)s): %(points)s."),
            _("Lost without a trick (%(own)s to %(others)s): %(points)s."),
        )
    else:
        ways = (
            _("Lost: %(points)s."),
            _("Lost with schneider: %(points)s."),
            _("Lost without a trick: %(points)s."),
        )
    return ways[min(max(verdict.tier, 1), 3) - 1] % {**cards, "points": points}


def _bid(ruleset: Ruleset, record: Mapping[str, Any]) -> dict[str, int]:
    """What was bid, where players say only by how much it is over another number."""
    for field in ruleset.fields:
        if field.over and record.get(field.name) is not None:
            whole = field.whole(record[field.name])
            return {"bid": whole, "over": whole - field.over}
    return {}


def _cards(ruleset: Ruleset, record: Mapping[str, Any], taker: int) -> dict[str, int]:
    """The card points of both sides, where those of one were counted."""
    for field in ruleset.fields:
        own = record.get(field.name)
        if own is None or field.kind not in ("points", "pair_points"):
            continue
        if field.kind == "pair_points":
            own = own[taker]
        return {"own": own, "others": field.high - own}
    return {}


def _of_takers(points: Sequence[int]) -> str:
    if len(points) == 1:
        return signed(points[0])
    if points[0] == points[1]:
        return _("%(points)s each") % {"points": signed(points[0])}
    return _("%(first)s and %(second)s") % {"first": signed(points[0]), "second": signed(points[1])}


def _of_others(others: Sequence[int], points: Sequence[int], names: Sequence[str]) -> str:
    """What the others get: in one figure where it is the same for all."""
    if len(others) > 1 and len({points[side] for side in others}) == 1:
        return _("the others %(points)s each") % {"points": signed(points[others[0]])}
    return _of_each(others, points, names)


def _of_each(sides: Sequence[int], points: Sequence[int], names: Sequence[str]) -> str:
    return ", ".join(f"{names[side]} {signed(points[side])}" for side in sides)


def _passed(
    ruleset: Ruleset,
    record: Mapping[str, Any],
    row: Row,
    there: Sequence[int],
    names: Sequence[str],
) -> str:
    """Nobody took it on: who stands out won or lost, alone or with others."""
    points, tier = row.points, row.verdict.tier if row.verdict else 1
    deciding = deciding_field(ruleset.fields)
    is_passed = deciding is not None and record.get(deciding.name, "") is None
    groups = {points[side] for side in there if points[side]}
    few = min(groups, key=lambda figure: ([points[s] for s in there].count(figure), -figure))
    mine = [side for side in there if points[side] == few]
    others = [side for side in there if points[side] != few]
    ended = _ended(
        Verdict(won=few > 0, tier=tier if few > 0 else 1),
        {},
        f"{_of_each(mine, points, names)}, {_of_others(others, points, names)}",
    )
    passed = _("Everybody passed")
    return f"{passed} · {ended}" if is_passed else ended
