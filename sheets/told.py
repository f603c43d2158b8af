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
        "partner": "" if partner is None else names[partner],
        "game": _game(sheet.ruleset, row.verdict.contract, record),
        "bid": _bid(sheet.ruleset, record),
    }
    others = [side for side in there if side not in mine]
    return _("%(who)s %(ending)s: %(points)s, %(others)s.") % {
        "who": _took_on(sheet, partner is not None, words),
        "ending": _ending(row.verdict) + _cards(sheet.ruleset, record, taker),
        "points": _of_takers([row.points[side] for side in mine]),
        "others": _of_others(others, row.points, names),
    }


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
    """What was played, with the number that belongs to it, as in “Clubs with or without 2”."""
    game = contract_words(ruleset, contract)
    numbers = [
        _(field.said) % {"number": record[field.name]}
        for field in ruleset.fields
        if field.said and record.get(field.name) is not None
    ]
    return " ".join([game, *numbers])


def _took_on(sheet: Sheet, has_partner: bool, words: Mapping[str, str]) -> str:
    if words["bid"]:
        text = _("%(taker)s bid %(bid)s")
    elif sheet.is_by_pairs:
        text = _("%(taker)s played %(game)s") if words["game"] else _("%(taker)s played")
    elif words["game"] and has_partner:
        text = _("%(taker)s played %(game)s with %(partner)s")
    elif words["game"]:
        text = _("%(taker)s played %(game)s alone")
    elif any(field.name == "picker" for field in sheet.ruleset.fields):
        text = _("%(taker)s picked alone")
        if has_partner:
            text = _("%(taker)s picked with %(partner)s")
    elif has_partner:
        text = _("%(taker)s played with %(partner)s")
    else:
        text = _("%(taker)s played alone")
    return text % words


def _ending(verdict: Verdict) -> str:
    if verdict.won:
        endings = (_("and won"), _("and won with schneider"), _("and won with every trick"))
    else:
        endings = (_("and lost"), _("and lost with schneider"), _("and lost without a trick"))
    return endings[min(max(verdict.tier, 1), 3) - 1]


def _bid(ruleset: Ruleset, record: Mapping[str, Any]) -> str:
    """What was bid, where players say only by how much it is over another number."""
    for field in ruleset.fields:
        if field.over and record.get(field.name) is not None:
            whole = field.whole(record[field.name])
            said = {"whole": whole, "said": whole - field.over}
            return _("%(whole)s (%(said)s over)") % said
    return ""


def _cards(ruleset: Ruleset, record: Mapping[str, Any], taker: int) -> str:
    """The card points of both sides, where those of one were counted."""
    for field in ruleset.fields:
        own = record.get(field.name)
        if own is None or field.kind not in ("points", "pair_points"):
            continue
        if field.kind == "pair_points":
            own = own[taker]
        return _(" (%(own)s to %(others)s)") % {"own": own, "others": field.high - own}
    return ""


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
    return ", ".join(f"{names[side]} {signed(points[side])}" for side in others)


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
    text = {
        1: _("%(who)s won: %(points)s, %(others)s."),
        2: _("%(who)s won with schneider: %(points)s, %(others)s."),
        3: _("%(who)s won with every trick: %(points)s, %(others)s."),
    }[tier]
    if few < 0:
        text = _("%(who)s lost: %(points)s, %(others)s.")
    if is_passed:
        text = _("Everybody passed; %(sentence)s") % {"sentence": text}
    own = signed(few)
    return text % {
        "who": _(" and ").join(names[side] for side in mine),
        "points": own if len(mine) == 1 else _("%(points)s each") % {"points": own},
        "others": _of_others(others, points, names),
    }
