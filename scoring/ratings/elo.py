"""Elo's numbers for tables of several: each sheet is a game against each of the others at it.

A sheet moves a rating by `k` at most: each of the n-1 games by k / (n-1). The one with more points
per hand wins the game, equal points are a draw; by how much does not matter. A pair's rating is
the mean of its people's.

Source: A. E. Elo, “The Rating of Chessplayers, Past and Present” (1978), 1.6, with the logistic
curve in use today (400 points: 10 to 1).
"""

from __future__ import annotations

from itertools import combinations

from scoring.ratings.sheets import Sheet, Side

START = 1500.0
SCALE = 400.0


class Elo:
    """The method for `evaluation`. `k`: how many points a sheet can move a rating at most."""

    def __init__(self, k: float) -> None:
        self.name = f"Elo, K = {k:g}"
        self.k = k
        self.ratings: dict[int, float] = {}

    def chance(self, one: Side, other: Side, _sheet: Sheet) -> float:
        """How likely `one` makes more points per hand than `other`, 0 to 1."""
        return 1 / (1 + 10 ** ((self._rating(other) - self._rating(one)) / SCALE))

    def learn(self, sheet: Sheet) -> None:
        """Take a sheet in; all its games start from the ratings before it."""
        moves = [0.0] * len(sheet.sides)
        weight = self.k / (sheet.size - 1)
        for (a, one), (b, other) in combinations(enumerate(sheet.sides), 2):
            won = (one.per_hand > other.per_hand) + (one.per_hand == other.per_hand) / 2
            move = weight * (won - self.chance(one, other, sheet))
            moves[a] += move
            moves[b] -= move
        for side, move in zip(sheet.sides, moves, strict=True):
            for who in side.people:
                self.ratings[who] = self.ratings.get(who, START) + move

    def _rating(self, side: Side) -> float:
        return sum(self.ratings.get(who, START) for who in side.people) / len(side.people)
