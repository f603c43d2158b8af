"""Replay of a table's hands: what each is worth and carries on, who deals, when a game ends."""

from __future__ import annotations

from collections.abc import Container, Sequence
from copy import copy
from operator import add
from typing import NamedTuple

from scoring.circle import (
    Circle,
    count_columns,
    dealer_after_change,
    each_dealer,
    read_seated,
    reasons_of_change,
)
from scoring.errors import HandProblem, unknown_field
from scoring.options import Options
from scoring.reading import is_number, read_hand, read_hands, read_players
from scoring.reading_options import resolve_options
from scoring.ruleset import (
    NOTHING_CARRIED,
    Carried,
    Deal,
    Hand,
    HandScore,
    Reason,
    Ruleset,
    Verdict,
)
from scoring.words import Side, _


class Row(NamedTuple):
    """One entry of a sheet: a hand, or (`dealer` None) an adjustment or a change of seats.

    Points and roles have one number or word for every column of the whole sheet, those who join
    later included; `roles` is empty where nothing was played. `seated`: who sits at the table,
    clockwise; after a change of seats the new circle. `verdict`: how the hand came out.
    """

    points: list[int]
    reasons: list[Reason]
    is_void: bool
    multiplier: int
    dealer: int | None
    sitting_out: tuple[int, ...]
    carries: Carried
    roles: list[str]
    seated: Circle
    verdict: Verdict | None = None


class Game(NamedTuple):
    """A game that ended: first and last entry, totals within it, who won, how it is called."""

    first: int
    last: int
    totals: list[int]
    winners: list[int]
    special: str | None


class Next(NamedTuple):
    """What the coming hand must be."""

    dealer: int
    sitting_out: tuple[int, ...]
    carried: Carried
    seated: Circle


class Replay(NamedTuple):
    """A table's whole sheet, computed from its hands alone."""

    options: Options
    rows: list[Row]
    totals: list[int]
    games: list[Game]
    next: Next


class _Sheet:
    """The state between two hands while a table is replayed."""

    game_first: int
    game_totals: list[int]
    game_played: list[int]

    def __init__(self, ruleset: Ruleset, options: Options, players: int, columns: int) -> None:
        self.ruleset = ruleset
        self.options = options
        self.columns = columns
        self.known = players
        self.fields = ruleset.said_fields(options)
        self.target = ruleset.target(options)
        self.sides = ruleset.sides(columns)
        self._sit_down(tuple(range(players)))
        self.dealer = 0
        self.knows_dealer = False
        self.carried = NOTHING_CARRIED
        self.rows: list[Row] = []
        self.games: list[Game] = []
        self.totals = [0] * self.sides
        self._begin_game(0)

    def copied(self) -> _Sheet:
        """The same state once more: what is entered there changes nothing here."""
        other = copy(self)
        other.rows, other.games, other.totals = [*self.rows], [*self.games], [*self.totals]
        other.game_totals, other.game_played = [*self.game_totals], [*self.game_played]
        return other

    def _sit_down(self, circle: Circle) -> None:
        self.circle = circle
        self.known = max(self.known, *(column + 1 for column in circle))
        self.around = each_dealer(self.ruleset, circle)
        self.away = [column for column in range(self.columns) if column not in circle]

    def enter(self, entry: object, *, stands: bool) -> None:
        """Take the next entry of the record: a hand, an adjustment or a change of seats.

        `stands`: it was on the sheet before, and nothing is asked that was not asked then.
        """
        if not isinstance(entry, dict):
            raise HandProblem("wrong_type", "hands", _("A hand must be an object with fields."))
        wins_game, special = None, None
        if "adjustment" in entry:
            row = self._adjustment(entry)
        elif "seated" in entry:
            row = self._change_of_seats(entry)
        else:
            row, score = self._hand(entry, stands=stands)
            wins_game, special = score.wins_game, score.special
        self.rows.append(row)
        self.totals = list(map(add, self.totals, row.points))
        if self.target is not None:
            self._count_in_game(len(self.rows) - 1, row, wins_game, special)

    def _hand(self, entry: Hand, *, stands: bool) -> tuple[Row, HandScore]:
        dealer = entry.get("dealer", self.dealer)
        if not is_number(dealer) or not 0 <= dealer < self.known:
            text = _("The dealer must be a seat from 0 to %(last)s.")
            raise HandProblem("bad_seat", "dealer", text, last=self.known - 1)
        if dealer not in self.around:
            text = _("The dealer does not sit at the table now.")
            raise HandProblem("not_seated", "dealer", text)
        active, out, left = self.around[dealer]
        read_hand(entry, self.fields, active=active, seated=self.circle, known=self.known)
        deal = Deal(
            dealer, active, self.columns, self.options, self.carried, self.circle, self.totals
        )
        score = self.ruleset.score(entry, deal)
        self.knows_dealer = self.knows_dealer or "dealer" in entry
        if self.knows_dealer and not stands:
            self.ruleset.refuse_new(entry, deal)
        for column in self.away:
            score.roles[column] = "away"
        self.carried = score.carries
        self.dealer = dealer if score.is_void or score.deals_again else left
        row = Row(
            score.points,
            score.reasons,
            score.is_void,
            score.multiplier,
            dealer,
            out,
            score.carries,
            score.roles,
            self.circle,
            score.verdict,
        )
        return row, score

    def _change_of_seats(self, entry: Hand) -> Row:
        old = self.circle
        new = read_seated(entry, self.ruleset, old, self.known)
        reasons = reasons_of_change(entry, old, new)
        self.dealer = dealer_after_change(old, new, self.dealer)
        self._sit_down(new)
        return self._row_between_hands([0] * self.sides, reasons)

    def _row_between_hands(self, points: list[int], reasons: list[Reason]) -> Row:
        return Row(points, reasons, False, 1, None, (), self.carried, [], self.circle)

    def _adjustment(self, entry: Hand) -> Row:
        for name in entry:
            if name not in ("adjustment", "reason"):
                raise unknown_field(name, "hands", _("An adjustment has only points and a reason."))
        points = entry["adjustment"]
        sides = self.ruleset.sides(self.known)
        if (
            not isinstance(points, list)
            or len(points) != sides
            or not all(is_number(number) and abs(number) <= 99_999 for number in points)
        ):
            raise HandProblem(
                "bad_adjustment",
                "adjustment",
                _("An adjustment needs %(sides)s whole numbers, one for each side."),
                sides=sides,
            )
        reason = entry.get("reason")
        if not isinstance(reason, str) or not reason.strip():
            raise HandProblem("missing", "reason", _("Say why the points are adjusted."))
        why = Reason("adjustment", _("Adjusted: %(why)s"), why=reason.strip())
        return self._row_between_hands(points + [0] * (self.sides - sides), [why])

    def _count_in_game(
        self, index: int, row: Row, wins_game: int | None, special: str | None
    ) -> None:
        """Count the row; close the game when a side has reached the target, or won it outright."""
        self.game_totals = list(map(add, self.game_totals, row.points))
        if row.dealer is not None:
            self.game_played = list(map(add, self.game_played, row.points))
        best = max(self.game_totals)
        if wins_game is not None:
            winners = [wins_game]
        elif self.target is not None and best >= self.target:
            winners = [side for side, total in enumerate(self.game_totals) if total == best]
            # Strokes for a misdeal or the like may end a game, but they shame nobody.
            is_by_hands = min(self.game_played) == 0 and max(self.game_played) >= self.target
            if self.ruleset.scores == "pairs" and min(self.game_totals) == 0 and is_by_hands:
                special = "shutout"
        else:
            return
        self.games.append(Game(self.game_first, index, self.game_totals, winners, special))
        row.reasons.append(_game_reason(winners, special))
        self._begin_game(index + 1)

    def _begin_game(self, first: int) -> None:
        self.game_totals = [0] * self.sides
        self.game_played = [0] * self.sides
        self.game_first = first


def _game_reason(winners: Sequence[int], special: str | None) -> Reason:
    if len(winners) > 1:
        return Reason("game_shared", _("The game ends here and is shared."))
    side = Side(winners[0])
    if special == "lambapea":
        text = _("The whole game won by a lambapea (sheep's head): %(side)s.")
    elif special == "shutout":
        text = _("Game won, and the others have not one stroke: %(side)s.")
    else:
        text = _("Game won by: %(side)s.")
    return Reason("game_won", text, side=side)


class Played:
    """A table's record that was played through; one entry more is played on from here.

    `replay` is what it comes to.
    """

    def __init__(self, sheet: _Sheet) -> None:
        self._sheet = sheet
        out = sheet.around[sheet.dealer].out
        coming = Next(sheet.dealer, out, sheet.carried, sheet.circle)
        self.replay = Replay(sheet.options, sheet.rows, sheet.totals, sheet.games, coming)

    def on(self, entry: Hand) -> Played:
        """The record with a new hand or adjustment below all others, which is checked as such.

        After a change of seats the whole record is played anew: the sheet may get a column more.
        Raises HandProblem as `play` does.
        """
        sheet = self._sheet.copied()
        read_hands([*sheet.rows, entry])  # one may be too many
        _enter(sheet, entry, len(sheet.rows), stands=False)
        return Played(sheet)


def play(
    ruleset: Ruleset,
    options: object,
    players: object,
    hands: object,
    *,
    standing: Container[int] = (),
) -> Played:
    """Play the record of a table through, to play on from there; all else is as in `replay`."""
    players = read_players(ruleset, players)
    resolved = resolve_options(ruleset, options)
    entries = read_hands(hands)
    sheet = _Sheet(ruleset, resolved, players, count_columns(ruleset, players, entries))
    for index, entry in enumerate(entries):
        _enter(sheet, entry, index, stands=index in standing)
    return Played(sheet)


def _enter(sheet: _Sheet, entry: object, index: int, *, stands: bool) -> None:
    """Enter it; a problem says which entry is refused."""
    try:
        sheet.enter(entry, stands=stands)
    except HandProblem as problem:
        problem.hand = index
        raise


def replay(
    ruleset: Ruleset,
    options: object,
    players: object,
    hands: object,
    *,
    standing: Container[int] = (),
) -> Replay:
    """Play the record of a table through and return its sheet.

    `options`: only what differs from the defaults; `players`: how many sit at the table at the
    start, None for the ruleset's own number; `hands`: hands, adjustments and changes of seats in
    their order; `standing`: the indexes of those that were on the sheet before. Who dealt is known
    from the first hand that says it. Raises HandProblem, its `hand` set to the index of the entry
    that is refused.

    >>> from scoring.rulesets import RULESETS
    >>> hand = {"picker": 2, "picker_points": 61, "picker_tricks": None}
    >>> replay(RULESETS["sheepshead3-coins"], {}, 3, [hand]).totals
    [-1, -1, 2]
    """
    return play(ruleset, options, players, hands, standing=standing).replay
