"""What directors decide about a series: one frozen value, kept as JSON, and known ways to begin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.qualifying import QualifyingRules
from scoring.season_finals import FinalsRules
from scoring.series import TIES, SeriesRules

COUNTS_FOR = ("person", "pair")
FINAL_BY = ("stages", "season")
FINAL_EVENTS = ("one", "each")


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
        _("Several evenings, one total"),
        _("The points of all evenings are added up; who stays away gets nothing for that evening."),
        _("As in Meckenbeuren: three evenings, a winner each time, and one for all together."),
        SeriesSettings(),
    ),
    SeriesPreset(
        "best_of",
        _("The best evenings count"),
        _("Of all evenings the best five of each player count; the others are struck out."),
        _("As club championships over a season do; how many count is yours to say."),
        SeriesSettings(best_of=5, fewest=3),
    ),
    SeriesPreset(
        "stages",
        _("Stages with points for places"),
        _("Each stage gives points for the places, and these are added up; partners may change."),
        _(
            "As the monthly Sasku stages on Saaremaa add up stage points; the table of points "
            "is our proposal."
        ),
        SeriesSettings(value="places"),
    ),
    SeriesPreset(
        "league",
        _("Weekly league"),
        _(
            "All nights are added up; a missed one brings a falling share of the own average, "
            "and the worst two are dropped. Then A and B finals."
        ),
        _(
            "As a Wisconsin league does: 80, 60, 40 and 20 per cent for the first four absences, "
            "after three nights."
        ),
        SeriesSettings(
            drop=2, absence=(80, 60, 40, 20), has_final=True, final_by="season", final_sizes=(8,)
        ),
    ),
    SeriesPreset(
        "qualifiers",
        _("Preliminaries with a final"),
        _("The first three of each evening play the final; who is qualified already makes room."),
        _(
            "As the big Bavarian series do: evenings in many inns, and more places for the best "
            "totals and for those who came most often."
        ),
        SeriesSettings(has_final=True, top=3, frequent=0),
    ),
    SeriesPreset(
        "venues",
        _("Many venues, one ranking"),
        _("Each place plays its own event by the same rules; one ranking has everybody."),
        _("Who plays at two places is ranked with the better result. The rule is our proposal."),
        SeriesSettings(best_of=1),
    ),
)

SERIES_PRESETS: dict[str, SeriesPreset] = {preset.key: preset for preset in _PRESETS}
"""By key; the plainest one first."""
