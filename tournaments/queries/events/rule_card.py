"""The rule card: everything that a player may want to know about the rules of an event."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import find_ruleset
from scoring.ruleset import Figure, Ruleset
from scoring.tiebreaks import TIE_BREAKS
from tournaments.formats.payouts import Payout, previews
from tournaments.formats.settings import EventSettings
from tournaments.formats.wording import money, option_in_words, said
from tournaments.models import Event
from tournaments.queries.events.presets import consequences


@dataclass(frozen=True)
class HouseRuleOnCard:
    """A house rule as it is played here, and whether that is unusual."""

    label: str
    value: str
    differs: bool


@dataclass(frozen=True)
class RuleCard:
    """The rules of an event in words."""

    ruleset: Ruleset
    follows: list[str]
    house_rules: list[HouseRuleOnCard]
    figures: tuple[Figure, ...]
    ties: list[tuple[str, str]]
    facts: list[tuple[str, str]]
    payouts: list[Payout]

    @property
    def different(self) -> list[HouseRuleOnCard]:
        """The house rules that are not the usual ones."""
        return [rule for rule in self.house_rules if rule.differs]

    @property
    def usual(self) -> list[HouseRuleOnCard]:
        """The house rules as the game usually has them."""
        return [rule for rule in self.house_rules if not rule.differs]


def rule_card(event: Event) -> RuleCard:
    """The rule card of an event; asks the database nothing."""
    ruleset = find_ruleset(event.ruleset)
    settings = EventSettings.from_json(event.settings)
    return RuleCard(
        ruleset=ruleset,
        follows=consequences(settings, ruleset, event.options),
        house_rules=[
            HouseRuleOnCard(
                _(option.label),
                option_in_words(option, event.options.get(option.name, option.default)),
                event.options.get(option.name, option.default) != option.default,
            )
            for option in ruleset.options
        ],
        figures=ruleset.figures,
        ties=[
            (_(TIE_BREAKS[key].label), _(TIE_BREAKS[key].meaning))
            for key in settings.tie_breaks
            if key in TIE_BREAKS
        ],
        facts=_facts(settings),
        payouts=previews(settings),
    )


def _facts(settings: EventSettings) -> list[tuple[str, str]]:
    """What is short enough to be a line: label and value."""
    facts = [
        (_("Rounds"), str(settings.rounds)),
        (_("Drawn"), said("draws", settings)),
        (_("Counts"), said("yields", settings)),
    ]
    if settings.counted:
        facts.append((_("Also counted"), said("counted", settings)))
    if settings.minutes:
        facts.append((_("Time"), _("%(minutes)s minutes a round") % {"minutes": settings.minutes}))
    if settings.late_value:
        text = _("%(value)s for each round missed")
        facts.append((_("Late entry"), text % {"value": said("late_value", settings)}))
    if settings.capacity:
        facts.append((_("Places"), str(settings.capacity)))
    facts.append((_("Entry fee"), money(settings.fee) if settings.fee else _("none")))
    if settings.payout:
        facts.append((_("Paid out"), " – ".join(f"{share} %" for share in settings.payout)))
    if settings.round_prize:
        text = _("%(share)s %% of the fees for the best of each")
        facts.append((_("Round prize"), text % {"share": settings.round_prize}))
    if settings.groups:
        facts.append((_("Groups"), ", ".join(settings.groups)))
    if settings.team_size:
        facts.append((_("Teams"), _("of %(size)s") % {"size": settings.team_size}))
    facts.append((_("Standings"), said("shows", settings)))
    return facts
