"""What is set about an event: as one value, in words, on its rule card, and what it leads to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from config.formats.dates import dated
from formats.awards import Payout, paid_out, previews
from formats.checks import unfit
from formats.event import EventSettings, GameOf, game_at, key_words
from formats.figures import money
from formats.games import still_to_decide
from formats.presets import FAMILIES, Preset
from formats.prizes import special_prizes
from scoring import RULESETS, find_ruleset
from scoring.options import Option, Options
from scoring.ruleset import Figure, Ruleset
from sheets.prices import Prices, prices
from sheets.words import spoken
from tournaments.common.history import BETWEEN
from tournaments.models import Event, Language


def missing_for_publication(event: Event) -> list[str]:
    """What is missing, in sentences; nothing if the event can be published."""
    found = []
    if event.starts_at is None:
        found.append(_("Say on which day and when it begins."))
    if not event.place:
        found.append(_("Say where it is."))
    settings = event.format
    for problem in unfit(settings, find_ruleset(event.ruleset), event.options):
        option = settings.options().get(problem.field)
        label = _(option.label) if option else DETAILS["ruleset"]
        found.append(f"{label}: {problem.sentence}")
    to_decide = still_to_decide(event.ruleset, event.options)
    if to_decide:
        found.append(to_decide)
    return found


def public_rounds(event: Event) -> int:
    """How many rounds everybody has been told about."""
    return event.rounds.exclude(published_at=None).exclude(state="cancelled").count()


def game_of(event: Event, number: int) -> GameOf:
    """What is played in the round of that number."""
    settings = event.format
    return game_at(settings, event.ruleset, event.options, number)


DETAILS = {
    "title": gettext_lazy("Title"),
    "starts_at": gettext_lazy("Date and time"),
    "place": pgettext_lazy("where", "Place"),
    "language": gettext_lazy("Language of paper and screens"),
    "ruleset": pgettext_lazy("kind of game", "Game"),
}
"""What is set about an event besides its settings, and what it is called."""


class Difference(NamedTuple):
    """One thing that differs: its name, what it is called, and both values in words.

    `stays_open`: it may still be changed after the first draw; the rest is the rule card.
    """

    name: str
    label: str
    before: str
    after: str
    stays_open: bool = False


def differences(before: Event, after: Event) -> list[Difference]:
    """In what they differ, in the order of the form; house rules are named `option-…`."""
    was, now = before.format, after.format
    old, new = find_ruleset(before.ruleset), find_ruleset(after.ruleset)
    details = [
        ("title", before.title, after.title),
        ("starts_at", when_in_words(before.starts_at), when_in_words(after.starts_at)),
        ("place", before.place, after.place),
        ("language", before.get_language_display(), after.get_language_display()),
        ("ruleset", spoken(old.name), spoken(new.name)),
    ]
    found = [
        Difference(name, str(DETAILS[name]), first, then, stays_open=name != "ruleset")
        for name, first, then in details
    ]
    found += [
        Difference(name, spoken(option.label), was.said(name), now.said(name), option.stays_open)
        for name, option in was.options().items()
        if getattr(was, name) != getattr(now, name)
    ]
    if old == new:
        found += [
            Difference(
                f"{HOUSE_RULE}{option.name}",
                spoken(option.label),
                option.said(before.options.get(option.name, option.default), spoken),
                option.said(after.options.get(option.name, option.default), spoken),
            )
            for option in new.options
        ]
    return [each for each in found if each.before != each.after]


def when_in_words(moment: datetime | None) -> str:
    """A day and a time as the place of the event writes it."""
    if moment is None:
        return _("not yet known")
    return dated(moment, "weekday, time")


# What was set, as the history keeps it: a line for each thing, with its value as JSON.

HOUSE_RULE = "option-"
LONGEST_VALUE = 140
TO_MEET = "to_meet"
"""The line that says why there are so many rounds, where all play all."""


def kept_setting(event: Event, name: str) -> str:
    """One thing that is set about an event, named as in `differences`; what is long is cut."""
    value: Any
    if name == "starts_at":
        value = event.starts_at.isoformat() if event.starts_at else ""
    elif name in DETAILS:
        value = getattr(event, name)
    elif name.startswith(HOUSE_RULE):
        options = find_ruleset(event.ruleset).defaults() | dict(event.options)
        value = options[name.removeprefix(HOUSE_RULE)]
        name = f"{name}@{event.ruleset}"
    else:
        value = event.format.to_json()[name]
    cut = ""
    while len(kept := json.dumps(value, ensure_ascii=False)) > LONGEST_VALUE:
        value, cut = value[:-1], "…"
    return BETWEEN.join((name, cut, kept))


def settings_said(kept: str) -> str:
    """What was set, on one line.

    >>> settings_said('rounds\\t\\t3\\nfee\\t\\t2500\\noption-target@saskop\\t\\t12')
    'Rounds: 3; Entry fee: 25; A game ends at: 12'
    """
    said = []
    for line in kept.split("\n"):
        if line == TO_MEET:
            said.append(_("as many as it takes for all to meet"))
            continue
        name, cut, value = line.split(BETWEEN)
        label, words = _setting_said(name, json.loads(value))
        said.append(f"{label}: {words}{cut}")
    return "; ".join(said)


def _setting_said(name: str, value: Any) -> tuple[str, str]:  # noqa: ANN401 - of any setting
    """What a thing is called, and its value in words."""
    if name in DETAILS:
        words = value
        if name == "starts_at":
            words = when_in_words(datetime.fromisoformat(value) if value else None)
        elif name == "ruleset":
            words = spoken(RULESETS[value].name)
        elif name == "language":
            words = Language(value).label
        return str(DETAILS[name]), words
    if name.startswith(HOUSE_RULE):
        rule, _at, game = name.removeprefix(HOUSE_RULE).partition("@")
        option = {each.name: each for each in RULESETS[game].options}[rule]
        return spoken(option.label), option.said(value, spoken)
    settings = EventSettings.from_json({name: value})
    return spoken(settings.options()[name].label), settings.said(name)


# What settings lead to, in words, and the games of a format.


def games_of(preset: Preset) -> dict[str, list[Ruleset]]:
    """The games of a format, by family."""
    families: dict[str, list[Ruleset]] = {}
    for key, ruleset in RULESETS.items():
        if key in preset.rulesets:
            families.setdefault(ruleset.family, []).append(ruleset)
    return families


def consequences(
    settings: EventSettings, ruleset: Ruleset, options: Mapping[str, Any]
) -> list[str]:
    """What the settings lead to, in sentences; for settings that fit the game."""
    return [
        *_hands(settings, ruleset, options),
        *_drawing(settings),
        *_counting(settings),
        *_rolling(settings),
        *_money(settings),
    ]


def rounded_up(settings: EventSettings, ruleset: Ruleset) -> list[str]:
    """That everybody plays more hands than were asked for, said to the director; or nothing."""
    if settings.is_pairs or not settings.hands:
        return []
    each = _each(settings.hands_at(settings.size, playing=ruleset.seats), settings.size, ruleset)
    if each == settings.hands:
        return []
    text = _("%(asked)s would not be whole deal cycles, so it becomes %(each)s.")
    return [text % {"asked": settings.hands, "each": each}]


def table_sizes_of(settings: EventSettings) -> list[int]:
    """How many entries may sit at one table of the event, the usual number first."""
    odd = {"up": [settings.size + 1], "down": [settings.size - 1]}
    return [settings.size, *odd.get(settings.odd, [])]


def _hands(settings: EventSettings, ruleset: Ruleset, options: Mapping[str, Any]) -> Iterator[str]:
    if not settings.hands:
        target = ruleset.target({**ruleset.defaults(), **options})
        if target is None:
            yield _("Every table plays as many hands as it likes.")
        else:
            yield ngettext(
                "A match is one game to %(target)s.",
                "A match is %(games)s games to %(target)s.",
                settings.games_due,
            ) % {"games": settings.games_due, "target": target}
        return
    sizes = table_sizes_of(settings)
    at = [settings.hands_at(size, playing=ruleset.seats) for size in sizes]
    each = settings.hands if settings.is_pairs else _each(at[0], sizes[0], ruleset)
    if settings.is_pairs:
        yield _("Hands at every table: %(hands)s.") % {"hands": at[0]}
    else:
        by_size = " · ".join(f"{size} → {hands}" for size, hands in zip(sizes, at, strict=True))
        # Translators: behind the colon stands “4 → 32 · 5 → 40”: how many sit there → hands.
        yield _("Hands by table size: %(tables)s.") % {"tables": by_size}
        if not settings.equal_hands and len(sizes) > 1:
            yield _("So not everybody plays equally many.")
            return
        yield _("Hands for everybody in a round: %(each)s.") % {"each": each}
    if settings.rounds > 1 and not settings.round_games:
        text = _("Hands for everybody in all: %(hands)s (%(rounds)s rounds).")
        yield text % {"rounds": settings.rounds, "hands": settings.rounds * each}


def _each(hands: int, size: int, ruleset: Ruleset) -> int:
    return hands * min(size, ruleset.seats) // size


def _drawing(settings: EventSettings) -> Iterator[str]:
    if settings.follows_pairs:
        yield _("With the first draw there are as many rounds as it takes for all to meet.")
    if settings.odd == "bye":
        text = _("Who is left over has a bye, worth %(value)s.")
        yield text % {"value": settings.said("bye_value")}
    elif settings.odd == "up" and not settings.is_pairs:
        text = _("Who is left over joins a table: then %(size)s sit there and the dealer is out.")
        yield text % {"size": settings.size + 1}


def _counting(settings: EventSettings) -> Iterator[str]:
    if settings.yields == "match":
        win, draw, loss = settings.match_points
        text = _("A won match is worth %(win)s, a draw %(draw)s, a lost one %(loss)s.")
        yield text % {"win": win, "draw": draw, "loss": loss}
    elif settings.yields == "places":
        worth = " – ".join(map(str, settings.place_points))
        yield _("The places at a table are worth %(worth)s.") % {"worth": worth}
    elif settings.yields == "average":
        yield _("The points are divided by the hands played.")
    if settings.best_of:
        text = ngettext(
            "The best round counts (rounds in all: %(rounds)s).",
            "The best %(best)s rounds count (rounds in all: %(rounds)s).",
            settings.best_of,
        )
        yield text % {"rounds": settings.rounds, "best": settings.best_of}


def _rolling(settings: EventSettings) -> Iterator[str]:
    if settings.rolling:
        text = _("As soon as %(size)s wait, their table opens; nothing is drawn for all at once.")
        yield text % {"size": settings.size}
    if settings.ticket_rounds:
        yield ngettext(
            "An entry is good for %(count)s start; who starts again pays again.",
            "An entry is good for %(count)s starts; who starts again pays again.",
            settings.ticket_rounds,
        ) % {"count": settings.ticket_rounds}
    if settings.persons == "sum":
        yield _("All entries of a person are added up.")
    elif settings.persons:
        yield ngettext(
            "The best entry of each person counts.",
            "The best %(count)s entries of each person count.",
            settings.persons_best,
        ) % {"count": settings.persons_best}
    if settings.only_good:
        text = _("Nobody writes a minus; totals are multiples of %(step)s.")
        yield text % {"step": settings.good_step}


def _money(settings: EventSettings) -> Iterator[str]:
    share = paid_out(settings)
    is_mixed = settings.reserve or settings.sponsored
    is_mixed = is_mixed or any(what.cents for what in special_prizes(settings))
    if settings.reserve:
        text = _("Kept back from the fees first: %(amount)s.")
        yield text % {"amount": settings.said("reserve")}
    if settings.sponsored:
        yield _("On top of the fees: %(amount)s.") % {"amount": settings.said("sponsored")}
    if settings.fee and share and is_mixed:
        yield _("Given out in shares: %(share)s %% of the prize money.") % {"share": share}
    elif settings.fee and share == 100:
        yield _("All fees are paid out.")
    elif settings.fee and share:
        text = _("Paid out: %(share)s %% of the fees. Kept by the club: %(rest)s %%.")
        yield text % {"share": share, "rest": 100 - share}


def families(wanted: str = "") -> list[dict[str, Any]]:
    """The formats by family, each with its facts; only the wanted family if there is one so called.

    >>> [family["key"] for family in families("pairs")]
    ['pairs']
    >>> len(families("nonsense")) == len(FAMILIES)
    True
    """
    keys = [wanted] if wanted in FAMILIES else list(FAMILIES)
    return [
        {
            "key": key,
            "name": FAMILIES[key].name,
            "cards": [(each, facts_of(each)) for each in FAMILIES[key].presets],
        }
        for key in keys
    ]


def facts_of(preset: Preset) -> list[str]:
    """What a format comes to with its first game, each in a few words.

    >>> from formats.presets import PRESETS
    >>> facts_of(PRESETS["wisconsin"])
    ['3 rounds of 20 hands', 'Tables of 5 or 6', 'Single players', 'Entry fee 25']
    >>> facts_of(PRESETS["free_night"])[0]
    'Tables open one by one, any number of hands'
    """
    settings, ruleset = preset.settings, RULESETS[preset.rulesets[0]]
    facts = [_length(settings, ruleset), _tables(settings), _people(settings)]
    if settings.round_games:
        rounds = ngettext("%(count)s round", "%(count)s rounds", settings.rounds)
        facts[:2] = [rounds % {"count": settings.rounds}, _("Another game in each round")]
    if settings.fee:
        facts.append(_("Entry fee %(fee)s") % {"fee": money(settings.fee)})
    return facts


def _length(settings: EventSettings, ruleset: Ruleset) -> str:
    each = settings.hands_each(ruleset.seats) if settings.hands else 0
    said = {"hands": each, "rounds": settings.rounds}
    if settings.rolling and not each:
        return _("Tables open one by one, any number of hands")
    if settings.rolling:
        return _("Tables open one by one, %(hands)s hands each") % said
    if not each:
        said["target"] = ruleset.target(ruleset.defaults()) or 0
        if settings.follows_pairs:
            return _("Matches to %(target)s, everybody against everybody") % said
        text = ngettext(
            "%(rounds)s match to %(target)s", "%(rounds)s matches to %(target)s", settings.rounds
        )
        return text % said
    text = ngettext(
        "%(rounds)s round of %(hands)s hands",
        "%(rounds)s rounds of %(hands)s hands",
        settings.rounds,
    )
    return text % said


def _tables(settings: EventSettings) -> str:
    if settings.is_pairs:
        return _("Two pairs at a table")
    sizes = sorted(table_sizes_of(settings))
    if len(sizes) == 1:
        return _("Tables of %(size)s") % {"size": sizes[0]}
    return _("Tables of %(low)s or %(high)s") % {"low": sizes[0], "high": sizes[-1]}


def _people(settings: EventSettings) -> str:
    if settings.team_size:
        return _("Teams of %(size)s beside the players") % {"size": settings.team_size}
    return _("Fixed pairs") if settings.is_pairs else _("Single players")


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
    prices: Prices

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

    @property
    def unusual_parts(self) -> list[tuple[str, list[HouseRuleOnCard]]]:
        """The same without what is as usual: paper has little room, and prices are in the chart."""
        return [(title, rules) for title, rules in self.parts if not _is_usual(rules)]

    @property
    def is_usual(self) -> bool:
        """Whether some house rule is as usual, so that a card may say it of all the others."""
        return any(_is_usual(rules) for _title, rules in self.parts)


def _is_usual(rules: Iterable[HouseRuleOnCard]) -> bool:
    return not any(rule.differs or rule.is_decided is not None for rule in rules)


def rule_card(event: Event, played: GameOf | None = None) -> RuleCard:
    """The rule card of an event; asks the database nothing.

    `played`: a round's game, where the card is for that round; else it is the event's own.
    """
    settings = event.format
    ruleset, options, here = played or GameOf(find_ruleset(event.ruleset), event.options, settings)
    house = ruleset.defaults() | dict(options)
    return RuleCard(
        ruleset=ruleset,
        follows=consequences(here, ruleset, options),
        house_rules=[
            _house_rule(option, options)
            for option in ruleset.options
            if option.to_decide or option.matters(house)
        ],
        figures=tuple(figure for figure in ruleset.figures if figure.status != "open"),
        ties=[
            (words.label, words.meaning)
            for words in map(key_words, settings.tie_breaks)
            if words.meaning
        ],
        facts=settings.card_lines(),
        payouts=previews(settings),
        prices=prices(ruleset, house),
    )


def _house_rule(option: Option, options: Options) -> HouseRuleOnCard:
    value = options.get(option.name, option.default)
    words = option.said(value, spoken)
    is_decided = (value is not None) if option.to_decide else None
    return HouseRuleOnCard(spoken(option.label), words, value != option.default, is_decided)
