"""The rule card: everything that a player may want to know about the rules of an event."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import find_ruleset
from scoring.ruleset import Figure, Option, Options, Ruleset
from scoring.tiebreaks import TIE_BREAKS
from tournaments.events.setup.queries.presets import consequences
from tournaments.formats.awards import Payout, previews
from tournaments.formats.prize_rules import prize_facts
from tournaments.formats.round_game_of import GameOf
from tournaments.formats.round_game_words import game_words
from tournaments.formats.round_games import RoundGame
from tournaments.formats.settings import EventSettings
from tournaments.formats.wording import money, option_in_words, said
from tournaments.models import Event


@dataclass(frozen=True)
class HouseRuleOnCard:
    """A house rule as it is played here.

    `differs`: that is unusual. `is_decided`: no source says it, and the event does; None where a
    source says it, False as long as nobody has decided.
    """

    label: str
    value: str
    differs: bool
    is_decided: bool | None = None


@dataclass(frozen=True)
class RuleCard:
    """The rules of an event in words; what no source says stands with the house rules."""

    ruleset: Ruleset
    follows: list[str]
    house_rules: list[HouseRuleOnCard]
    figures: tuple[Figure, ...]
    ties: list[tuple[str, str]]
    facts: list[tuple[str, str]]
    payouts: list[Payout]

    @property
    def parts(self) -> list[tuple[str, list[HouseRuleOnCard]]]:
        """The house rules under their headings: what is unusual comes first."""
        sourced = [rule for rule in self.house_rules if rule.is_decided is None]
        different = [rule for rule in sourced if rule.differs]
        is_plain = len(sourced) == len(self.house_rules) and not different
        parts = [
            (_("Different here"), different),
            (_("Decided for this event"), [one for one in self.house_rules if one.is_decided]),
            (
                _("Still to be decided"),
                [one for one in self.house_rules if one.is_decided is False],
            ),
            (
                _("House rules, all as usual") if is_plain else _("As usual"),
                [rule for rule in sourced if not rule.differs],
            ),
        ]
        return [(title, rules) for title, rules in parts if rules]


def rule_card(event: Event, played: GameOf | None = None) -> RuleCard:
    """The rule card of an event; asks the database nothing.

    `played`: a round's game, where the card is for that round; else it is the event's own.
    """
    settings = EventSettings.from_json(event.settings)
    ruleset, options, here = played or GameOf(find_ruleset(event.ruleset), event.options, settings)
    return RuleCard(
        ruleset=ruleset,
        follows=consequences(here, ruleset, options),
        house_rules=[_house_rule(option, options) for option in ruleset.options],
        figures=tuple(figure for figure in ruleset.figures if figure.status != "open"),
        ties=[
            (_(TIE_BREAKS[key].label), _(TIE_BREAKS[key].meaning))
            for key in settings.tie_breaks
            if key in TIE_BREAKS
        ],
        facts=_facts(settings),
        payouts=previews(settings),
    )


def _house_rule(option: Option, options: Options) -> HouseRuleOnCard:
    value = options.get(option.name, option.default)
    words = option_in_words(option, value)
    is_decided = (value is not None) if option.to_decide else None
    return HouseRuleOnCard(_(option.label), words, value != option.default, is_decided)


def _late(settings: EventSettings) -> str:
    """What the rounds are worth that somebody missed who came later."""
    each = settings.late_value
    text = _("%(value)s for each round missed") if each else _("nothing for a round missed")
    if settings.yields == "match":
        win, draw, loss = settings.match_points
        if each == loss:
            text = _("a round missed counts as lost (%(value)s)")
        elif each == draw:
            text = _("a round missed counts as a draw (%(value)s)")
        elif each == win:
            text = _("a round missed counts as won (%(value)s)")
    return text % {"value": said("late_value", settings)}


def _facts(settings: EventSettings) -> list[tuple[str, str]]:
    """What is short enough to be a line: label and value."""
    facts = [
        (_("Rounds"), said("rounds", settings)),
        *([] if settings.rolling else [(_("Drawn"), said("draws", settings))]),
        (_("Counts"), said("yields", settings)),
    ]
    facts += [
        (_("Round %(number)s") % {"number": number}, game_words(game))
        for number, game in enumerate(settings.round_games, 1)
        if game != RoundGame()
    ]
    if settings.counted:
        facts.append((_("Also counted"), said("counted", settings)))
    if settings.minutes:
        facts.append((_("Time"), _("%(minutes)s minutes a round") % {"minutes": settings.minutes}))
    if settings.rounds > 1 and not settings.rolling:
        facts.append((_("Late entry"), _late(settings)))
    if settings.capacity:
        facts.append((_("Places"), str(settings.capacity)))
    facts.append((_("Entry fee"), money(settings.fee) if settings.fee else _("none")))
    if settings.payout:
        facts.append((_("Paid out"), " – ".join(f"{share} %" for share in settings.payout)))
    if settings.round_prize:
        text = _("%(share)s %% of the fees for the best of each")
        facts.append((_("Round prize"), text % {"share": settings.round_prize}))
    facts += prize_facts(settings)
    if settings.groups:
        facts.append((_("Groups"), ", ".join(settings.groups)))
    if settings.team_size:
        facts.append((_("Teams"), team_words(settings)))
    facts.append((_("Standings"), said("shows", settings)))
    if settings.confirms_paper:
        facts.append((_("From paper"), _("a second director confirms what one has keyed")))
    return facts


def team_words(settings: EventSettings) -> str:
    """How many are in a team, and what a team gets for its place in a round."""
    text = _("of %(size)s") % {"size": settings.team_size}
    if settings.team_yields != "places":
        return text
    values = {"size": text, "points": said("team_points", settings)}
    return _("%(size)s; %(points)s for their places in each round") % values
