"""The models of the library openskill, which rate teams of any number by their order.

Source: R. C. Weng, C.-J. Lin, “A Bayesian Approximation Method for Online Ranking”, Journal of
Machine Learning Research 12 (2011); https://openskill.me.
"""

from __future__ import annotations

from typing import Any

from openskill.models import BradleyTerryFull, PlackettLuce, ThurstoneMostellerFull

from scoring.ratings.sheets import Sheet, Side

MODELS: dict[str, Any] = {
    "PlackettLuce": PlackettLuce,
    "BradleyTerryFull": BradleyTerryFull,
    "ThurstoneMostellerFull": ThurstoneMostellerFull,
}
SIGMA = 25 / 3
"""The library's spread of skill among people who are not known yet."""


class OpenSkill:
    """The method for `evaluation`: a model of `MODELS`.

    `luck`: how many times wider than skill the luck of one sheet spreads, None for the library's
    own setting (half as wide, and skill that drifts from sheet to sheet).
    """

    def __init__(self, model: str, luck: float | None = None) -> None:
        setting = "as delivered" if luck is None else f"luck {luck:g} × skill"
        self.name = f"openskill {model}, {setting}"
        settings = {} if luck is None else {"beta": luck * SIGMA, "tau": 0.0}
        self.model = MODELS[model](**settings)
        self.ratings: dict[int, Any] = {}

    def chance(self, one: Side, other: Side, _sheet: Sheet) -> float:
        """How likely `one` makes more points per hand than `other`, 0 to 1."""
        ahead, _behind = self.model.predict_win([self._team(one), self._team(other)])
        return float(ahead)

    def learn(self, sheet: Sheet) -> None:
        """Take a sheet in; one side alone says nothing to it."""
        if len(sheet.sides) < 2:
            return
        teams = [self._team(side) for side in sheet.sides]
        scores = [side.per_hand for side in sheet.sides]
        for side, team in zip(sheet.sides, self.model.rate(teams, scores=scores), strict=True):
            self.ratings.update(zip(side.people, team, strict=True))

    def _team(self, side: Side) -> list[Any]:
        return [self.ratings.setdefault(who, self.model.rating()) for who in side.people]
