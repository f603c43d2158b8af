"""The formats to start from with their games, and what settings lead to, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import RULESETS
from scoring.ruleset import Ruleset
from tournaments.events.draw.queries.drawing import follows_pairs
from tournaments.formats.awards import paid_out
from tournaments.formats.presets import FAMILIES, PRESETS, Preset
from tournaments.formats.prizes import special_prizes
from tournaments.formats.settings import EventSettings
from tournaments.formats.wording import money, said


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
        *_all_play_all(settings),
        *_remainder(settings),
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
        yield _until_won(settings, ruleset, options)
        return
    sizes = table_sizes_of(settings)
    at = [settings.hands_at(size, playing=ruleset.seats) for size in sizes]
    each = settings.hands if settings.is_pairs else _each(at[0], sizes[0], ruleset)
    if settings.is_pairs:
        yield _("%(hands)s hands at every table.") % {"hands": at[0]}
    else:
        tables = ", ".join(
            _("%(hands)s hands at a table of %(size)s") % {"hands": hands, "size": size}
            if number == 0
            else _("%(hands)s at a table of %(size)s") % {"hands": hands, "size": size}
            for number, (hands, size) in enumerate(zip(at, sizes, strict=True))
        )
        if not settings.equal_hands and len(sizes) > 1:
            text = _("%(tables)s, so that not everybody plays as many.")
            yield text % {"tables": tables}
            return
        yield _("%(tables)s: everybody plays %(each)s.") % {"tables": tables, "each": each}
    if settings.rounds > 1 and not settings.round_games:
        text = _("%(rounds)s rounds make %(hands)s hands for everybody.")
        yield text % {"rounds": settings.rounds, "hands": settings.rounds * each}


def _all_play_all(settings: EventSettings) -> Iterator[str]:
    if follows_pairs(settings):
        yield _("With the first draw there are as many rounds as it takes for all to meet.")


def _each(hands: int, size: int, ruleset: Ruleset) -> int:
    return hands * min(size, ruleset.seats) // size


def _until_won(settings: EventSettings, ruleset: Ruleset, options: Mapping[str, Any]) -> str:
    target = ruleset.target({**ruleset.defaults(), **options})
    if target is None:
        return _("Every table plays as many hands as it likes.")
    return ngettext(
        "A match is one game to %(target)s.",
        "A match is %(games)s games to %(target)s.",
        settings.games_due,
    ) % {"games": settings.games_due, "target": target}


def _remainder(settings: EventSettings) -> Iterator[str]:
    if settings.odd == "bye":
        text = _("Who is left over has a bye, worth %(value)s.")
        yield text % {"value": said("bye_value", settings)}
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
        text = _("Of %(rounds)s rounds the best %(best)s count.")
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
        text = _("Of the fees %(amount)s are kept back first.")
        yield text % {"amount": said("reserve", settings)}
    if settings.sponsored:
        yield _("%(amount)s come on top of the fees.") % {"amount": said("sponsored", settings)}
    if settings.fee and share and is_mixed:
        yield _("%(share)s per cent of the prize money go out in shares.") % {"share": share}
    elif settings.fee and share == 100:
        yield _("All fees are paid out.")
    elif settings.fee and share:
        text = _("%(share)s per cent of the fees are paid out, %(rest)s stay with the club.")
        yield text % {"share": share, "rest": 100 - share}


# The formats to choose from, by family, each with what a director compares first.


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
