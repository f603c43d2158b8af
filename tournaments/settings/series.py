"""What directors decide about a series: one frozen value, known ways to begin, and all in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from scoring.options import Choice
from scoring.qualifying import QualifyingRules
from scoring.season_finals import FinalsRules
from scoring.series import TIES, SeriesRules
from tournaments.settings.options import Settings, by_value, setting

SECTIONS: dict[str, str] = {
    "stage": gettext_noop("What a stage is worth"),
    "sum": gettext_noop("What counts in the end"),
    "missed": gettext_noop("Missed stages"),
    "ties": gettext_noop("If totals are equal"),
    "showing": gettext_noop("What is shown"),
    "final": gettext_noop("The final"),
    "stages": gettext_noop("Who qualifies at the stages"),
    "season": gettext_noop("Groups by the place over the season"),
}
"""The sections of the form."""

TIE_WORDS = by_value(
    Choice("best", gettext_noop("Best, then next best")),
    Choice("wins", gettext_noop("Stages won")),
    Choice("latest", gettext_noop("Latest stage")),
)
CARRIED = by_value(
    Choice("full", gettext_noop("count in full")),
    Choice("half", gettext_noop("count by half")),
    Choice("none", gettext_noop("do not count: all begin at nothing")),
)
"""What becomes in a final of the points that were won before it."""

MOST_STAGES = 100


def _number(label: str, meaning: str = "", *, section: str, high: int, default: int = 0) -> int:
    return setting(
        default, "number", label, meaning, high=high, section=section, none=gettext_noop("none")
    )


def _numbers(
    default: tuple[int, ...], label: str, meaning: str, *, section: str, most: int
) -> tuple[int, ...]:
    return setting(default, "numbers", label, meaning, most=most, section=section, between=" ")


def _ties_said(settings: SeriesSettings) -> str:
    labels = [_(TIE_WORDS[tie].label) for tie in settings.ties]
    return " → ".join(labels) or _("shared places")


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

    value: str = setting(
        "points",
        "choice",
        gettext_noop("A stage is worth"),
        choices=(
            Choice("points", gettext_noop("its points")),
            Choice("places", gettext_noop("points for the place")),
            Choice("place", gettext_noop("the place itself, few are good")),
        ),
        section="stage",
    )
    place_points: tuple[int, ...] = _numbers(
        (25, 18, 15, 12, 10, 8, 6, 4, 2, 1),
        gettext_noop("Points for the places"),
        gettext_noop("First place first, such as 25 18 15; nothing below."),
        section="stage",
        most=100,
    )
    adding: str = setting(
        "sum",
        "choice",
        gettext_noop("The stages are"),
        choices=(
            Choice("sum", gettext_noop("added up")),
            Choice("average_stage", gettext_noop("average of the stages")),
            Choice("average_round", gettext_noop("average of the rounds played")),
        ),
        section="sum",
    )
    best_of: int = _number(
        gettext_noop("Best stages that count"),
        gettext_noop("0 means all."),
        section="sum",
        high=MOST_STAGES,
    )
    drop: int = _number(
        gettext_noop("Worst stages that are dropped"),
        gettext_noop("0 means none."),
        section="sum",
        high=MOST_STAGES,
    )
    fewest: int = _number(
        gettext_noop("Fewest for a place"),
        gettext_noop("Stages, or rounds where rounds are averaged; 0 for none."),
        section="sum",
        high=1_000,
    )
    bonus: int = _number(
        gettext_noop("For taking part in a stage"),
        gettext_noop("Points for every stage; 0 for none."),
        section="stage",
        high=9_999,
    )
    absence: tuple[int, ...] = _numbers(
        (),
        gettext_noop("Per cent for missed stages"),
        gettext_noop("Of the own average: first absence first, such as 80 60 40 20."),
        section="missed",
        most=20,
    )
    absence_after: int = _number(
        gettext_noop("Only after so many stages"),
        gettext_noop("Before that a missed stage brings nothing."),
        section="missed",
        high=MOST_STAGES,
        default=3,
    )
    ties: tuple[str, ...] = setting(
        TIES,
        "ordered",
        gettext_noop("If totals are equal"),
        choices=tuple(TIE_WORDS.values()),
        section="ties",
        says=_ties_said,
    )
    counts_for: str = setting(
        "person",
        "choice",
        gettext_noop("Where pairs play, who is ranked"),
        choices=(
            Choice("person", gettext_noop("each of the two, with the pair’s result")),
            Choice("pair", gettext_noop("the pair: the same two every time")),
        ),
        section="stage",
    )
    shows_running: bool = setting(
        True,
        "flag",
        gettext_noop("Stages that are not over yet count as they stand"),
        section="showing",
    )
    has_final: bool = setting(
        False,
        "flag",
        gettext_noop("There is a final for those who qualify"),
        section="final",
    )
    top: int = _number(
        gettext_noop("First places of each stage"),
        gettext_noop("0 for none."),
        section="stages",
        high=100,
        default=3,
    )
    moves_up: bool = setting(
        True,
        "flag",
        gettext_noop("Who is qualified already makes room for the next"),
        section="stages",
        at=1,
    )
    wild_cards: int = _number(
        gettext_noop("For the best totals besides"),
        gettext_noop("How many places; 0 for none."),
        section="stages",
        high=500,
    )
    frequent: int = _number(
        gettext_noop("For those who came most often"),
        gettext_noop("How many places; 0 for none."),
        section="stages",
        high=500,
    )
    final_by: str = setting(
        "stages",
        "choice",
        gettext_noop("Who plays it"),
        choices=(
            Choice("stages", gettext_noop("who qualifies at the stages")),
            Choice("season", gettext_noop("A, B … groups by the place over the whole season")),
        ),
        section="final",
    )
    final_sizes: tuple[int, ...] = _numbers(
        (8,),
        gettext_noop("So many in the A final, the B final …"),
        gettext_noop("Such as 8, or 8 8 for two finals and reserves."),
        section="season",
        most=8,
    )
    rest_plays: bool = setting(
        True, "flag", gettext_noop("All others play one more final, the lowest"), section="season"
    )
    carried: str = setting(
        "none",
        "choice",
        gettext_noop("The points of the season"),
        choices=tuple(CARRIED.values()),
        section="season",
    )
    final_events: str = setting(
        "one",
        "choice",
        gettext_noop("The finals are"),
        choices=(
            Choice("one", gettext_noop("one event, its groups drawn apart")),
            Choice("each", gettext_noop("an event for each group")),
        ),
        section="season",
    )

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
        found.append(_("If totals are equal: %(ties)s.") % {"ties": ties})
    else:
        found.append(_("Who has the same total shares the place."))
    return [*found, *_finals(settings)]


def _finals(settings: SeriesSettings) -> Iterator[str]:
    if not settings.cuts_season:
        return
    places = final_labels(settings)
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


def final_label(final: int, count: int) -> str:
    """What a final of an event or a season is called: by its letter where there are several.

    >>> final_label(0, 1), final_label(1, 2)
    ('Final', 'B final')
    """
    if count == 1:
        return _("Final")
    return _("%(letter)s final") % {"letter": chr(ord("A") + final)}


def final_labels(settings: SeriesSettings) -> list[str]:
    """All finals of a season by name, the best first."""
    count = settings.finals("").count
    return [final_label(group, count) for group in range(count)]


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
