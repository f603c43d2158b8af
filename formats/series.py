"""What directors decide about a series: one frozen value, known ways to begin, and all in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from formats.options import Settings, by_value, setting
from scoring.options import Choice
from scoring.qualifying import QualifyingRules
from scoring.season_finals import FinalsRules
from scoring.series import TIES, SeriesRules
from scoring.words import _

Rules = TypeVar("Rules", SeriesRules, QualifyingRules, FinalsRules)

SECTIONS: dict[str, str] = {
    "stage": _("What a stage is worth"),
    "sum": _("What counts in the end"),
    "missed": _("Missed stages"),
    "ties": _("If totals are equal"),
    "showing": _("What is shown"),
    "final": _("The final"),
    "stages": _("Who qualifies at the stages"),
    "season": _("Groups by the place over the season"),
}
"""The sections of the form."""

TIE_WORDS = by_value(
    Choice("best", _("Best, then next best")),
    Choice("wins", _("Stages won")),
    Choice("latest", _("Latest stage")),
)
CARRIED = by_value(
    Choice("full", _("count in full")),
    Choice("half", _("count by half")),
    Choice("none", _("do not count: all begin at nothing")),
)
"""What becomes in a final of the points that were won before it."""

MOST_STAGES = 100


_of_stage = partial(setting, section="stage")
_of_season = partial(setting, section="season")


def _number(label: str, meaning: str, *, default: int = 0, **more: Any) -> int:  # noqa: ANN401
    return setting(default, label, meaning, none=_("none"), **more)


def _ties_said(settings: SeriesSettings) -> str:
    labels = [gettext(TIE_WORDS[tie].label) for tie in settings.ties]
    return " → ".join(labels) or gettext("shared places")


@dataclass(frozen=True, kw_only=True)
class SeriesSettings(Settings):
    """Every number of a series.

    Those of a stage and of the sum are as `scoring.series.SeriesRules` has them, those of who
    qualifies as `scoring.qualifying.QualifyingRules`, those of the groups by the place over the
    season as `scoring.season_finals.FinalsRules`.

    >>> SeriesSettings.from_json(SeriesSettings(best_of=5).to_json()).best_of
    5
    >>> settings = SeriesSettings(absence=(80, 60))
    >>> settings.said("best_of"), settings.said("absence")
    ('none', '80 60')
    """

    value: str = _of_stage(
        "points",
        _("A stage is worth"),
        choices=(
            Choice("points", _("its points")),
            Choice("places", _("points for the place")),
            Choice("place", _("the place itself, few are good")),
        ),
    )
    place_points: tuple[int, ...] = _of_stage(
        (25, 18, 15, 12, 10, 8, 6, 4, 2, 1),
        _("Points for the places"),
        _("First place first, such as 25 18 15; nothing below."),
        most=100,
        between=" ",
    )
    adding: str = setting(
        "sum",
        _("The stages are"),
        choices=(
            Choice("sum", _("added up")),
            Choice("average_stage", _("average of the stages")),
            Choice("average_round", _("average of the rounds played")),
        ),
        section="sum",
    )
    best_of: int = _number(
        _("Best stages that count"), _("0 means all."), section="sum", high=MOST_STAGES
    )
    drop: int = _number(
        _("Worst stages that are dropped"), _("0 means none."), section="sum", high=MOST_STAGES
    )
    fewest: int = _number(
        _("Fewest for a place"),
        _("Stages, or rounds where rounds are averaged; 0 for none."),
        section="sum",
        high=1_000,
    )
    bonus: int = _number(
        _("For taking part in a stage"),
        _("Points for every stage; 0 for none."),
        section="stage",
        high=9_999,
    )
    absence: tuple[int, ...] = setting(
        (),
        _("Per cent for missed stages"),
        _("Of the own average: first absence first, such as 80 60 40 20."),
        most=20,
        between=" ",
        section="missed",
    )
    absence_after: int = _number(
        _("Only after so many stages"),
        _("Before that a missed stage brings nothing."),
        section="missed",
        high=MOST_STAGES,
        default=3,
    )
    ties: tuple[str, ...] = setting(
        TIES,
        _("If totals are equal"),
        choices=tuple(TIE_WORDS.values()),
        section="ties",
        says=_ties_said,
    )
    counts_for: str = _of_stage(
        "person",
        _("Where pairs play, who is ranked"),
        choices=(
            Choice("person", _("each of the two, with the pair’s result")),
            Choice("pair", _("the pair: the same two every time")),
        ),
    )
    shows_running: bool = setting(
        True, _("Stages that are not over yet count as they stand"), section="showing"
    )
    has_final: bool = setting(False, _("There is a final for those who qualify"), section="final")
    top: int = _number(
        _("First places of each stage"), _("0 for none."), section="stages", high=100, default=3
    )
    moves_up: bool = setting(
        True, _("Who is qualified already makes room for the next"), at=1, section="stages"
    )
    wild_cards: int = _number(
        _("For the best totals besides"),
        _("How many places; 0 for none."),
        section="stages",
        high=500,
    )
    frequent: int = _number(
        _("For those who came most often"),
        _("How many places; 0 for none."),
        section="stages",
        high=500,
    )
    final_by: str = setting(
        "stages",
        _("Who plays it"),
        choices=(
            Choice("stages", _("who qualifies at the stages")),
            Choice("season", _("A, B … groups by the place over the whole season")),
        ),
        section="final",
    )
    final_sizes: tuple[int, ...] = _of_season(
        (8,),
        _("So many in the A final, the B final …"),
        _("Such as 8, or 8 8 for two finals and reserves."),
        most=8,
        between=" ",
    )
    rest_plays: bool = _of_season(True, _("All others play one more final, the lowest"))
    carried: str = _of_season(
        "none", _("The points of the season"), choices=tuple(CARRIED.values())
    )
    final_events: str = _of_season(
        "one",
        _("The finals are"),
        choices=(
            Choice("one", _("one event, its groups drawn apart")),
            Choice("each", _("an event for each group")),
        ),
    )

    def rules(self) -> SeriesRules:
        """How the stages are added up.

        >>> SeriesSettings(drop=2).rules().counting(6)
        4
        """
        return self._as(SeriesRules)

    def qualifying(self, lot_seed: str) -> QualifyingRules:
        """Who goes to the final."""
        return self._as(QualifyingRules, lot_seed=lot_seed)

    @property
    def cuts_season(self) -> bool:
        """Whether the finals are made by the place over the whole season."""
        return self.has_final and self.final_by == "season"

    def finals(self, lot_seed: str) -> FinalsRules:
        """How the season is cut into finals.

        >>> SeriesSettings(final_sizes=(8, 8)).finals("a seed").count
        3
        """
        return self._as(FinalsRules, sizes=self.final_sizes, lot_seed=lot_seed)

    def _as(self, rules: type[Rules], **more: Any) -> Rules:  # noqa: ANN401
        """Those of the engine's rules that the settings have under the same names, and more."""
        names = {field.name for field in fields(rules)} - more.keys()
        return rules(**{name: getattr(self, name) for name in names}, **more)


# The known ways to begin.


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


# The rules of a series in sentences, for its players.


def sentences(settings: SeriesSettings) -> list[str]:
    """The rules of a series for its players, a sentence each."""
    found = [*_worth(settings), *_added(settings), *_missed(settings)]
    ties = settings.said("ties")
    if settings.ties:
        found.append(gettext("If totals are equal: %(ties)s.") % {"ties": ties})
    else:
        found.append(gettext("Who has the same total shares the place."))
    return [*found, *_finals(settings)]


def _finals(settings: SeriesSettings) -> Iterator[str]:
    if not settings.cuts_season:
        return
    places = final_labels(settings)
    sizes = [
        ngettext("%(number)s place", "%(number)s places", number) % {"number": number}
        for number in settings.final_sizes
    ]
    if settings.rest_plays:
        sizes.append(gettext("all others"))
    finals = [f"{final}: {size}" for final, size in zip(places, sizes, strict=False)]
    text = gettext("After the season the places decide who plays where: %(finals)s.")
    yield text % {"finals": "; ".join(finals)}
    yield {
        "full": gettext("In the finals the points of the season count in full."),
        "half": gettext("In the finals the points of the season count by half."),
        "none": gettext("In the finals all begin at nothing."),
    }[settings.carried]


def final_label(final: int, count: int) -> str:
    """What a final of an event or a season is called: by its letter where there are several.

    >>> final_label(0, 1), final_label(1, 2)
    ('Final', 'B final')
    """
    if count == 1:
        return gettext("Final")
    return gettext("%(letter)s final") % {"letter": chr(ord("A") + final)}


def final_labels(settings: SeriesSettings) -> list[str]:
    """All finals of a season by name, the best first."""
    count = settings.finals("").count
    return [final_label(group, count) for group in range(count)]


def _worth(settings: SeriesSettings) -> Iterator[str]:
    if settings.value == "points":
        yield gettext("Every stage is worth its points.")
    elif settings.value == "place":
        yield gettext(
            "Every stage is worth its place: the fewest win. Equal places share their mean."
        )
    else:
        table = " · ".join(map(str, settings.place_points)) or "0"
        yield gettext("Every stage gives points for the places: %(table)s.") % {"table": table}
        yield gettext("Who shares a place shares the mean of the points.")
    if settings.bonus:
        text = gettext("Whoever takes part in a stage gets %(bonus)s besides.")
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
        yield gettext("The average of the stages in which somebody took part decides.")
    elif settings.adding == "average_round":
        yield gettext("The average of the rounds that somebody played decides.")
    elif not best and not drop:
        yield gettext("All stages are added up.")
    if fewest:
        if settings.adding == "average_round":
            text = ngettext(
                "A place takes at least %(number)s round.",
                "A place takes at least %(number)s rounds.",
                fewest,
            )
        else:
            text = ngettext(
                "A place takes at least %(number)s stage.",
                "A place takes at least %(number)s stages.",
                fewest,
            )
        yield text % {"number": fewest}


def _missed(settings: SeriesSettings) -> Iterator[str]:
    if settings.adding != "sum":
        return
    if settings.value == "place":
        yield gettext("A missed stage costs one place more than there were at that stage.")
    elif settings.absence:
        shares = ", ".join(map(str, settings.absence))
        text = gettext(
            "Missed stages bring a share of the own average, in per cent: %(shares)s; then nothing."
        )
        yield text % {"shares": shares}
        if settings.absence_after:
            yield ngettext(
                "Only who has taken part in at least %(after)s stage gets that.",
                "Only who has taken part in at least %(after)s stages gets that.",
                settings.absence_after,
            ) % {"after": settings.absence_after}
    else:
        yield gettext("A missed stage brings nothing.")
