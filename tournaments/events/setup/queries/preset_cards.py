"""The formats to choose from, by family, each with what a director compares first."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import RULESETS
from scoring.ruleset import Ruleset
from tournaments.events.draw.queries.all_play_all import follows_pairs
from tournaments.events.setup.queries.presets import table_sizes_of
from tournaments.formats.presets import FAMILIES, PRESETS, Preset
from tournaments.formats.settings import EventSettings
from tournaments.formats.wording import money


class PresetCard(NamedTuple):
    """A format with its facts: how long it is, its tables, who takes part, what it costs."""

    preset: Preset
    facts: list[str]


class Family(NamedTuple):
    """Formats that belong together."""

    key: str
    name: str | Promise
    cards: list[PresetCard]


def families(wanted: str = "") -> list[Family]:
    """The formats by family; only the wanted one where there is one of that name.

    >>> [family.key for family in families("pairs")]
    ['pairs']
    >>> len(families("nonsense")) == len(FAMILIES)
    True
    """
    keys = [wanted] if wanted in FAMILIES else list(FAMILIES)
    return [
        Family(
            key,
            FAMILIES[key],
            [PresetCard(each, facts_of(each)) for each in PRESETS.values() if each.family == key],
        )
        for key in keys
    ]


def facts_of(preset: Preset) -> list[str]:
    """What a format comes to with its first game, each in a few words.

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
        if follows_pairs(settings):
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
