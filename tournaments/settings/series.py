"""What directors decide about a series: one frozen value, its presets, and all of it in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.qualifying import QualifyingRules
from scoring.season_finals import FinalsRules
from scoring.series import TIES, SeriesRules
from tournaments.settings.labels import CARRIED


@dataclass(frozen=True, kw_only=True)
class SeriesSettings:
    """Every number of a series.

    `value` to `ties` are those of `scoring.series.SeriesRules`. `counts_for`: where pairs play,
    each of the two gets the pair's result (`person`), or the pair is ranked (`pair`).
    `shows_running`: stages that are not final count as they stand now. `has_final`: there is a
    final: for those who qualify at the stages, by `top`, `moves_up`, `wild_cards` and `frequent`
    of `scoring.qualifying.QualifyingRules`; or, `final_by` the season, for A, B … groups by the
    place over all, with `final_sizes`, `rest_plays` and `carried` of
    `scoring.season_finals.FinalsRules`, in `one` event or in an event for `each` group.
    """

    value: str = "points"
    place_points: tuple[int, ...] = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
    adding: str = "sum"
    best_of: int = 0
    drop: int = 0
    fewest: int = 0
    bonus: int = 0
    absence: tuple[int, ...] = ()
    absence_after: int = 3
    ties: tuple[str, ...] = TIES
    counts_for: str = "person"
    shows_running: bool = True
    has_final: bool = False
    top: int = 3
    moves_up: bool = True
    wild_cards: int = 0
    frequent: int = 0
    final_by: str = "stages"
    final_sizes: tuple[int, ...] = (8,)
    rest_plays: bool = True
    carried: str = "none"
    final_events: str = "one"

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> SeriesSettings:
        """The settings that `to_json` kept; what a later version added has its default.

        >>> SeriesSettings.from_json(SeriesSettings(best_of=5).to_json()).best_of
        5
        """
        known = {field.name for field in fields(cls)}
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in kept.items()
            if name in known
        }
        return cls(**values)

    def to_json(self) -> dict[str, Any]:
        """The settings as JSON has them: tuples are lists."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
        }

    def rules(self) -> SeriesRules:
        """How the stages are added up.

        >>> SeriesSettings(drop=2).rules().counting(6)
        4
        """
        names = {field.name for field in fields(SeriesRules)}
        return SeriesRules(**{name: getattr(self, name) for name in names})

    def qualifying(self, lot_seed: str) -> QualifyingRules:
        """Who goes to the final."""
        return QualifyingRules(
            top=self.top,
            moves_up=self.moves_up,
            wild_cards=self.wild_cards,
            frequent=self.frequent,
            lot_seed=lot_seed,
        )

    @property
    def cuts_season(self) -> bool:
        """Whether the finals are made by the place over the whole season."""
        return self.has_final and self.final_by == "season"

    def finals(self, lot_seed: str) -> FinalsRules:
        """How the season is cut into finals.

        >>> SeriesSettings(final_sizes=(8, 8)).finals("a seed").count
        3
        """
        return FinalsRules(
            sizes=self.final_sizes,
            rest_plays=self.rest_plays,
            carried=self.carried,
            lot_seed=lot_seed,
        )


@dataclass(frozen=True)
class SeriesPreset:
    """A known way of adding events up: its name, what it is in a line, whose rule it follows."""

    key: str
    name: str | Promise
    summary: str | Promise
    source: str | Promise
    settings: SeriesSettings


_PRESETS = (
    SeriesPreset(
        "evenings",
        gettext_lazy("Several evenings, one total"),
        gettext_lazy(
            "The points of all evenings are added up; who stays away gets nothing for that evening."
        ),
        gettext_lazy(
            "As in Meckenbeuren: three evenings, a winner each time, and one for all together."
        ),
        SeriesSettings(),
    ),
    SeriesPreset(
        "best_of",
        gettext_lazy("The best evenings count"),
        gettext_lazy(
            "Of all evenings the best five of each player count; the others are struck out."
        ),
        gettext_lazy("As club championships over a season do; how many count is yours to say."),
        SeriesSettings(best_of=5, fewest=3),
    ),
    SeriesPreset(
        "stages",
        gettext_lazy("Stages with points for places"),
        gettext_lazy(
            "Each stage gives points for the places, and these are added up; partners may change."
        ),
        gettext_lazy(
            "As the monthly Sasku stages on Saaremaa add up stage points; the table of points "
            "is our proposal."
        ),
        SeriesSettings(value="places"),
    ),
    SeriesPreset(
        "league",
        gettext_lazy("Weekly league"),
        gettext_lazy(
            "All nights are added up; a missed one brings a falling share of the own average, "
            "and the worst two are dropped. Then A and B finals."
        ),
        gettext_lazy(
            "As a Wisconsin league does: 80, 60, 40 and 20 per cent for the first four absences, "
            "after three nights."
        ),
        SeriesSettings(
            drop=2, absence=(80, 60, 40, 20), has_final=True, final_by="season", final_sizes=(8,)
        ),
    ),
    SeriesPreset(
        "qualifiers",
        gettext_lazy("Preliminaries with a final"),
        gettext_lazy(
            "The first three of each evening play the final; who is qualified already makes room."
        ),
        gettext_lazy(
            "As the big Bavarian series do: evenings in many inns, and more places for the best "
            "totals and for those who came most often."
        ),
        SeriesSettings(has_final=True, top=3, frequent=0),
    ),
    SeriesPreset(
        "venues",
        gettext_lazy("Many venues, one ranking"),
        gettext_lazy(
            "Each place plays its own event by the same rules; one ranking has everybody."
        ),
        gettext_lazy(
            "Who plays at two places is ranked with the better result. The rule is our proposal."
        ),
        SeriesSettings(best_of=1),
    ),
)

SERIES_PRESETS: dict[str, SeriesPreset] = {preset.key: preset for preset in _PRESETS}
"""By key; the plainest one first."""


# The settings of a series in words: labels, choices, and sentences that say what they mean.

VALUE: dict[str, str | Promise] = {
    "points": gettext_lazy("its points"),
    "places": gettext_lazy("points for the place"),
    "place": gettext_lazy("the place itself, few are good"),
}
ADDING: dict[str, str | Promise] = {
    "sum": gettext_lazy("added up"),
    "average_stage": gettext_lazy("average of the stages"),
    "average_round": gettext_lazy("average of the rounds played"),
}
COUNTS_FOR: dict[str, str | Promise] = {
    "person": gettext_lazy("each of the two, with the pair’s result"),
    "pair": gettext_lazy("the pair: the same two every time"),
}
TIE_WORDS: dict[str, str | Promise] = {
    "best": gettext_lazy("Best, then next best"),
    "wins": gettext_lazy("Stages won"),
    "latest": gettext_lazy("Latest stage"),
}
FINAL_BY: dict[str, str | Promise] = {
    "stages": gettext_lazy("who qualifies at the stages"),
    "season": gettext_lazy("A, B … groups by the place over the whole season"),
}
FINAL_EVENTS: dict[str, str | Promise] = {
    "one": gettext_lazy("one event, its groups drawn apart"),
    "each": gettext_lazy("an event for each group"),
}

LABELS: dict[str, str | Promise] = {
    "title": gettext_lazy("Title"),
    "value": gettext_lazy("A stage is worth"),
    "place_points": gettext_lazy("Points for the places"),
    "adding": gettext_lazy("The stages are"),
    "best_of": gettext_lazy("Best stages that count"),
    "drop": gettext_lazy("Worst stages that are dropped"),
    "fewest": gettext_lazy("Fewest for a place"),
    "bonus": gettext_lazy("For taking part in a stage"),
    "absence": gettext_lazy("Per cent for missed stages"),
    "absence_after": gettext_lazy("Only after so many stages"),
    "ties": gettext_lazy("If totals are equal"),
    "counts_for": gettext_lazy("Where pairs play, who is ranked"),
    "shows_running": gettext_lazy("Stages that are not over yet count as they stand"),
    "has_final": gettext_lazy("There is a final for those who qualify"),
    "top": gettext_lazy("First places of each stage"),
    "moves_up": gettext_lazy("Who is qualified already makes room for the next"),
    "wild_cards": gettext_lazy("For the best totals besides"),
    "frequent": gettext_lazy("For those who came most often"),
    "final_by": gettext_lazy("Who plays it"),
    "final_sizes": gettext_lazy("So many in the A final, the B final …"),
    "rest_plays": gettext_lazy("All others play one more final, the lowest"),
    "carried": gettext_lazy("The points of the season"),
    "final_events": gettext_lazy("The finals are"),
}
"""What the form and the history of a series call each setting."""

HINTS: dict[str, str | Promise] = {
    "place_points": gettext_lazy("First place first, such as 25 18 15; nothing below."),
    "best_of": gettext_lazy("0 means all."),
    "drop": gettext_lazy("0 means none."),
    "fewest": gettext_lazy("Stages, or rounds where rounds are averaged; 0 for none."),
    "bonus": gettext_lazy("Points for every stage; 0 for none."),
    "absence": gettext_lazy("Of the own average: first absence first, such as 80 60 40 20."),
    "absence_after": gettext_lazy("Before that a missed stage brings nothing."),
    "top": gettext_lazy("0 for none."),
    "wild_cards": gettext_lazy("How many places; 0 for none."),
    "frequent": gettext_lazy("How many places; 0 for none."),
    "final_sizes": gettext_lazy("Such as 8, or 8 8 for two finals and reserves."),
}


CHOICES: dict[str, dict[str, str | Promise]] = {
    "value": VALUE,
    "adding": ADDING,
    "counts_for": COUNTS_FOR,
    "final_by": FINAL_BY,
    "final_events": FINAL_EVENTS,
    "carried": CARRIED,
}
"""What can be chosen, by setting."""


def said_of(name: str, settings: SeriesSettings) -> str:
    """One setting as people say it.

    >>> said_of("best_of", SeriesSettings()), said_of("absence", SeriesSettings(absence=(80, 60)))
    ('none', '80 60')
    """
    value = getattr(settings, name)
    choices = CHOICES.get(name)
    if choices is not None:
        return str(choices.get(value, value))
    if name == "ties":
        return " → ".join(str(TIE_WORDS[tie]) for tie in value) or _("shared places")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, tuple):
        return " ".join(map(str, value)) or _("none")
    return str(value) if value else _("none")


def sentences(settings: SeriesSettings) -> list[str]:
    """The rules of a series for its players, a sentence each."""
    found = [*_worth(settings), *_added(settings), *_missed(settings)]
    ties = said_of("ties", settings)
    if settings.ties:
        found.append(_("If totals are equal: %(ties)s.") % {"ties": ties})
    else:
        found.append(_("Who has the same total shares the place."))
    return [*found, *_finals(settings)]


def _finals(settings: SeriesSettings) -> Iterator[str]:
    if not settings.cuts_season:
        return
    places = group_names(settings)
    sizes = [
        ngettext("%(final)s: %(number)s place", "%(final)s: %(number)s places", number)
        % {"final": final, "number": number}
        for final, number in zip(places, settings.final_sizes, strict=False)
    ]
    if settings.rest_plays:
        sizes.append(_("%(final)s: all others") % {"final": places[-1]})
    yield _("After the season the places decide who plays where. %(finals)s.") % {
        "finals": "; ".join(sizes)
    }
    yield {
        "full": _("In the finals the points of the season count in full."),
        "half": _("In the finals the points of the season count by half."),
        "none": _("In the finals all begin at nothing."),
    }[settings.carried]


def group_name(group: int, count: int) -> str:
    """What a final of a season is called: by its letter where there are several.

    >>> group_name(0, 1), group_name(1, 2)
    ('Final', 'B final')
    """
    if count == 1:
        return _("Final")
    return _("%(letter)s final") % {"letter": chr(ord("A") + group)}


def group_names(settings: SeriesSettings) -> list[str]:
    """All finals of a season by name, the best first."""
    count = settings.finals("").count
    return [group_name(group, count) for group in range(count)]


def _worth(settings: SeriesSettings) -> Iterator[str]:
    if settings.value == "points":
        yield _("Every stage is worth its points.")
    elif settings.value == "place":
        yield _("Every stage is worth its place: the fewest win. Equal places share their mean.")
    else:
        table = " · ".join(map(str, settings.place_points)) or "0"
        yield _("Every stage gives points for the places: %(table)s.") % {"table": table}
        yield _("Who shares a place shares the mean of the points.")
    if settings.bonus:
        text = _("Whoever takes part in a stage gets %(bonus)s besides.")
        yield text % {"bonus": settings.bonus}


def _added(settings: SeriesSettings) -> Iterator[str]:
    best, drop, fewest = settings.best_of, settings.drop, settings.fewest
    if best:
        text = ngettext(
            "The best stage of everybody counts.",
            "The best %(number)s stages of everybody count.",
            best,
        )
        yield text % {"number": best}
    if drop:
        text = ngettext(
            "The worst stage of all is dropped; a missed one is dropped first.",
            "The worst %(number)s stages of all are dropped; missed ones are dropped first.",
            drop,
        )
        yield text % {"number": drop}
    if settings.adding == "average_stage":
        yield _("The average of the stages in which somebody took part decides.")
    elif settings.adding == "average_round":
        yield _("The average of the rounds that somebody played decides.")
    elif not best and not drop:
        yield _("All stages are added up.")
    if fewest:
        is_rounds = settings.adding == "average_round"
        text = (
            _("A place takes at least %(number)s rounds.")
            if is_rounds
            else _("A place takes at least %(number)s stages.")
        )
        yield text % {"number": fewest}


def _missed(settings: SeriesSettings) -> Iterator[str]:
    if settings.adding != "sum":
        return
    if settings.value == "place":
        yield _("A missed stage costs one place more than there were at that stage.")
    elif settings.absence:
        text = _(
            "Missed stages bring %(shares)s per cent of the own average, then nothing; "
            "only to whoever has taken part in %(after)s."
        )
        shares = ", ".join(map(str, settings.absence))
        yield text % {"shares": shares, "after": settings.absence_after}
    else:
        yield _("A missed stage brings nothing.")
