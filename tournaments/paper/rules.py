"""The rule card on paper."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from tournaments.events.setup.queries import HouseRuleOnCard, rule_card
from tournaments.models import Event
from tournaments.paper.codes import drawing
from tournaments.paper.press import Part
from tournaments.settings.games import GameOf


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
