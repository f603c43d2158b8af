"""House rules with a name: which a club has, which are played, and how they travel as a text."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring import RULESETS, HandProblem, resolve_options
from scoring.options import Option
from scoring.ruleset import Ruleset
from sheets.words import spoken
from tournaments.common.names import from_a_to_z
from tournaments.models import LONGEST_RULES_NAME, Club, HouseRules, HouseRulesChange

# What a club has.


def rules_of(clubs: Iterable[Club], ruleset: str = "") -> list[HouseRules]:
    """The house rules of these clubs that are offered, of one game or of all; one SQL query.

    What a club usually plays comes first.
    """
    wanted = list(clubs)
    if not wanted:
        return []
    found = HouseRules.objects.filter(club__in=wanted, is_put_away=False, ruleset__in=RULESETS)
    if ruleset:
        found = found.filter(ruleset=ruleset)
    named = from_a_to_z(found.select_related("club").order_by("pk"))
    return sorted(named, key=lambda rules: not rules.is_usual)


def put_away_of(club: Club) -> list[HouseRules]:
    """Those of a club that are offered to nobody any more."""
    found = HouseRules.objects.filter(club=club, is_put_away=True, ruleset__in=RULESETS)
    return from_a_to_z(found)


def known_elsewhere(ruleset: Ruleset) -> list[SentRules]:
    """House rules of this game to which other known games come, each under its name."""
    found = []
    for each in RULESETS.values():
        options = each.in_terms_of(ruleset, each.defaults())
        if options is not None:
            found.append(SentRules(each.name, ruleset, differing(ruleset, options)))
    return found


def known_in_part(ruleset: Ruleset) -> list[SentRules]:
    """House rules of which not all is stated; their note says what whoever plays has to decide."""
    return [
        SentRules(_(house.name), ruleset, {**house.options, "note": _(house.unstated)})
        for house in ruleset.known
    ]


def wider_game(ruleset: Ruleset, options: Mapping[str, Any]) -> SentRules | None:
    """The same house rules in a game that leaves more open; None where there is none."""
    house = ruleset.defaults() | dict(options)
    for other in RULESETS.values():
        said = ruleset.in_terms_of(other, house)
        if said is not None:
            return SentRules("", other, differing(other, said))
    return None


class PlayedRules(NamedTuple):
    """The name and version of house rules that are played exactly so; empty without a name."""

    rules_name: str = ""
    rules_version: int | None = None


def played_rules(club_id: int | None, ruleset: Ruleset, options: Mapping[str, Any]) -> PlayedRules:
    """What the club calls exactly these house rules; `options`: all of them, or what differs."""
    if club_id is None:
        return PlayedRules()
    played = differing(ruleset, options)
    for each in HouseRules.objects.filter(
        club=club_id, ruleset=ruleset.key, is_put_away=False
    ).order_by("-is_usual", "name"):
        if each.options == played:
            return PlayedRules(each.name, each.version)
    return PlayedRules()


def differing(ruleset: Ruleset, options: Mapping[str, Any]) -> dict[str, Any]:
    """In what house rules differ from the usual ones; what the game does not know is left out."""
    usual = ruleset.defaults()
    return {
        name: value for name, value in options.items() if name in usual and value != usual[name]
    }


class Difference(NamedTuple):
    """A house rule that is another one now, in words."""

    label: str
    before: str
    after: str


def differences(
    ruleset: Ruleset, before: Mapping[str, Any], after: Mapping[str, Any]
) -> list[Difference]:
    """What differs between two sets of house rules of one game, option by option."""
    usual = ruleset.defaults()
    old, new = usual | dict(before), usual | dict(after)
    return [
        Difference(spoken(option.label), *_said(option, old[option.name], new[option.name]))
        for option in ruleset.options
        if old[option.name] != new[option.name]
    ]


def _said(option: Option, before: Any, after: Any) -> tuple[str, str]:  # noqa: ANN401 - of its kind
    """Both values in words; of a price table only the rows that differ."""
    if option.kind != "table":
        return option.said(before, spoken), option.said(after, spoken)
    rows = [row for row in option.rows if before[row.key] != after[row.key]]
    said = [
        "; ".join(
            f"{spoken(row.label)} "
            + (
                spoken(row.empty)
                if prices[row.key] is None
                else " – ".join(map(str, prices[row.key]))
            )
            for row in rows
        )
        for prices in (before, after)
    ]
    return said[0], said[1]


class Version(NamedTuple):
    """One entry of the history of house rules: who did what when, and what differs since before."""

    change: HouseRulesChange
    differences: list[Difference]


def history_of(rules: HouseRules) -> list[Version]:
    """What was done about house rules, the latest first."""
    ruleset = RULESETS[rules.ruleset]
    found: list[Version] = []
    before: Mapping[str, Any] = {}
    for change in rules.changes.order_by("pk"):
        is_written = change.kind == HouseRulesChange.WRITTEN
        found.append(
            Version(change, differences(ruleset, before, change.options) if is_written else [])
        )
        before = change.options if is_written else before
    return found[::-1]


# House rules as a text that can be sent, printed and read in again.

MOST_LETTERS = 6_000
MOST_BYTES = 20_000


class SentRules(NamedTuple):
    """House rules as they travel: a name (perhaps none), a game, in what it differs."""

    name: str
    ruleset: Ruleset
    options: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """As a program is given them.

        >>> SentRules("Thursday", RULESETS["saskop"], {"target": 12}).as_json()
        {'name': 'Thursday', 'ruleset': 'saskop', 'options': {'target': 12}}
        """
        return {"name": self.name, "ruleset": self.ruleset.key, "options": self.options}

    @property
    def code(self) -> str:
        """The same as letters for an address."""
        text = json.dumps(self.as_json(), ensure_ascii=False, separators=(",", ":"))
        return urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


class UnreadRules(Exception):
    """A text that is no house rules, with a sentence that says why."""


def read_rules(text: str) -> SentRules:
    """House rules from a code or from JSON, refused like a record; raises UnreadRules.

    >>> sent = SentRules("Thursday", RULESETS["saskop"], {"target": 12})
    >>> read_rules(sent.code) == read_rules(json.dumps(sent.as_json())) == sent
    True
    """
    text = text.strip()
    if len(text) > MOST_LETTERS:
        raise UnreadRules(_("That is longer than any house rules are."))
    try:
        found = json.loads(text if text.startswith("{") else _unpacked(text))
    except (ValueError, NotBase64, zlib.error, RecursionError):
        raise UnreadRules(_("These are no house rules: part of the text is missing.")) from None
    if not isinstance(found, dict) or not isinstance(found.get("ruleset"), str):
        raise UnreadRules(_("These are no house rules: no game is named in them."))
    ruleset = RULESETS.get(found["ruleset"])
    if ruleset is None:
        raise UnreadRules(_("The game of these house rules is not known here."))
    name = found.get("name", "")
    if not isinstance(name, str) or len(name) > LONGEST_RULES_NAME or not name.isprintable():
        raise UnreadRules(_("The name of these house rules cannot be read."))
    try:
        options = resolve_options(ruleset, found.get("options", {}))
    except HandProblem as problem:
        raise UnreadRules(spoken(problem.text)) from None
    return SentRules(name.strip(), ruleset, differing(ruleset, options))


def _unpacked(code: str) -> str:
    packed = urlsafe_b64decode(code.encode("ascii") + b"=" * (-len(code) % 4))
    opened = zlib.decompressobj()
    text = opened.decompress(packed, MOST_BYTES)
    if opened.unconsumed_tail or not opened.eof:
        raise ValueError
    return text.decode()
