"""Hands in which nobody took the game on: the leaster and its cousins.

What everybody took may be counted, or the table says by itself who has won; both come to the same.

Sources: leaster and moster in Wikipedia, “Sheepshead (card game)”; mittler and schneidster in the
design document of cardquorum.
"""

from scoring.errors import HandProblem
from scoring.outcome import require
from scoring.ruleset import Deal, Hand, Reason, interpretation
from scoring.settle import against_each
from scoring.shares import Shares, require_tricks
from scoring.words import Side, Sides, _

Award = tuple[list[int], list[Reason]]
NOBODYS = -1
"""Card points that nobody can have."""

TRICKLESS = _("All passed, a leaster: %(side)s took no trick.")
TRICKLESS_TIE = _("All passed, a leaster: %(sides)s took no trick, and so they tie.")
EVERY_TRICK = _("All passed, a moster: %(side)s took every trick and wins.")

TWO_TRICKLESS = interpretation(
    _("Two without a trick in a leaster tie, and nothing changes hands"),
    _("The text pays one player without a trick, and does not say what two of them get."),
)
"""Of a game in which a player without a trick may win."""


def leaster(shares: Shares, deal: Deal, trick_count: int, *, splits_ties: bool) -> Award:
    """The fewest card points win from everybody else.

    With option `must_take_trick` a player without a trick cannot win. A tie pays nothing, or
    (`splits_ties`) what the others pay is split, the remainder to the first.
    """
    require_tricks(shares, 0)
    options = deal.options
    places = [
        place
        for place in range(len(shares.seats))
        if shares.has_trick(place) or not options["must_take_trick"]
    ]
    fewest = min(shares.points[place] for place in places)
    best = [place for place in places if shares.points[place] == fewest]
    if len(best) > 1 and options["no_trick_breaks_tie"]:
        best = [place for place in best if not shares.has_trick(place)] or best
    plain, trickless = prices(options["leaster"])
    price = plain if any(shares.has_trick(place) for place in best) else trickless
    unit = options["leaster_unit"] * price
    is_barred = len(places) < len(shares.seats)
    if len(best) > 1:
        tie = _tie_reason(shares, best, is_barred=is_barred)
        tied = [shares.seats[place] for place in best]
        return _tied_leaster(deal, tied, unit, tie, splits_ties=splits_ties)
    seat = shares.seats[best[0]]
    has_trick = shares.has_trick(best[0])
    why = _least_reason(seat, fewest, has_trick=has_trick, is_barred=is_barred)
    return _won_leaster(deal, seat, unit, why)


def told_leaster(hand: Hand, deal: Deal, *, splits_ties: bool) -> Award:
    """The same by who is said to have won; `no_trick` names those of them who took none."""
    options = deal.options
    if options["must_take_trick"]:
        winners, trickless = _told(hand), hand.get("no_trick") or []
        for seat in winners:
            if seat in trickless:
                text = _("It takes a trick to win here, and %(side)s has none.")
                raise HandProblem("needs_trick", "winners", text, side=Side(seat))
        trickless = []
    else:
        winners, trickless = told_least(hand, deal)
    if options["no_trick_breaks_tie"] and 0 < len(trickless) < len(winners):
        raise tie_is_broken(trickless[0])
    is_trickless = len(trickless) == len(winners)
    unit = options["leaster_unit"] * prices(options["leaster"])[is_trickless]
    if len(winners) > 1:
        text = _("All passed, a leaster: %(sides)s tie for the fewest card points.")
        tie = Reason("tie", TRICKLESS_TIE if is_trickless else text, sides=Sides(winners))
        return _tied_leaster(deal, winners, unit, tie, splits_ties=splits_ties)
    text = TRICKLESS if is_trickless else _("All passed, a leaster: %(side)s won it.")
    code = "trickless" if is_trickless else "leaster"
    return _won_leaster(deal, winners[0], unit, Reason(code, text, side=Side(winners[0])))


def told_least(hand: Hand, deal: Deal) -> tuple[list[int], list[int]]:
    """Who is said to have the fewest card points, and which of them without a trick.

    Raises HandProblem where nobody has all the tricks, and for a player without one who is not
    said to have won: nobody can have fewer.
    """
    winners, trickless = _told(hand), hand.get("no_trick") or []
    if len(trickless) == len(deal.active):
        raise HandProblem("infeasible_tricks", "no_trick", _("Somebody took the tricks."))
    for seat in trickless:
        if seat not in winners:
            text = _("%(side)s took no trick, and nobody can have fewer card points.")
            raise HandProblem("trickless_wins", "winners", text, side=Side(seat))
    return winners, trickless


def _told(hand: Hand) -> list[int]:
    require(hand, winners=_("Say who won, or enter the card points of each player."))
    return list(hand["winners"])


def tie_is_broken(seat: int) -> HandProblem:
    """The refusal of a tie in which one player without a trick is before the others."""
    text = _("No trick breaks a tie here: of those who tie, %(side)s has won.")
    return HandProblem("no_trick_wins_tie", "winners", text, side=Side(seat))


def _won_leaster(deal: Deal, seat: int, unit: int, why: Reason) -> Award:
    return against_each(deal.seats, deal.active, seat, None, unit), [
        why,
        Reason("each_pays", _("Each of the others pays %(unit)s."), unit=unit),
    ]


def prices(option: str) -> tuple[int, int]:
    """The two prices of option `leaster`: plain, and without a trick.

    >>> prices("2-4")
    (2, 4)
    """
    plain, trickless = option.split("-")
    return int(plain), int(trickless)


def _least_reason(seat: int, fewest: int, *, has_trick: bool, is_barred: bool) -> Reason:
    """Why a seat has won; `is_barred`: somebody else cannot, for want of a trick."""
    if is_barred:
        text = _(
            "All passed, a leaster: it takes a trick to win, and of those who have one %(side)s "
            "has the fewest card points, %(points)s."
        )
    elif has_trick:
        text = _("All passed, a leaster: %(side)s has the fewest card points, %(points)s.")
    else:
        return Reason("trickless", TRICKLESS, side=Side(seat))
    return Reason("leaster", text, side=Side(seat), points=fewest)


def _tied_leaster(
    deal: Deal, tied: list[int], unit: int, tie: Reason, *, splits_ties: bool
) -> Award:
    others = len(deal.active) - len(tied)
    if not splits_ties or not others:
        return [0] * deal.seats, [tie, Reason("wash", _("Nothing changes hands."))]
    share, rest = divmod(others * unit, len(tied))
    points = [0] * deal.seats
    for seat in deal.active:
        points[seat] = share if seat in tied else -unit
    points[tied[0]] += rest
    text = _("The others pay %(unit)s each; it is split.")
    if rest:
        text = _(
            "The others pay %(unit)s each; it is split, and the %(rest)s left over goes to "
            "%(side)s, who stands first on the sheet."
        )
    return points, [tie, Reason("split", text, unit=unit, rest=rest, side=Side(tied[0]))]


def _tie_reason(shares: Shares, best: list[int], *, is_barred: bool) -> Reason:
    text = _("All passed, a leaster: %(sides)s tie on %(points)s card points.")
    if is_barred:
        text = _(
            "All passed, a leaster: it takes a trick to win, and of those who have one %(sides)s "
            "tie on %(points)s card points."
        )
    elif not any(shares.has_trick(place) for place in best):
        text = TRICKLESS_TIE
    sides = Sides(shares.seats[place] for place in best)
    return Reason("tie", text, sides=sides, points=shares.points[best[0]])


def _one_against_all(
    code: str, text: str, shares: Shares, deal: Deal, points: int, sign: int = 1
) -> Award:
    """Who has so many points gets from (sign 1) or pays (-1) everybody; a tie pays nothing."""
    best = [seat for seat, own in zip(shares.seats, shares.points, strict=True) if own == points]
    alone = best[0] if len(best) == 1 else None
    return _alone_against_all(code, text, deal, alone, sign, points=points)


def _alone_against_all(
    code: str, text: str, deal: Deal, seat: int | None, sign: int = 1, **values: int
) -> Award:
    """That seat gets from (sign 1) or pays (-1) everybody; None where nobody is alone in it."""
    if seat is None:
        return [0] * deal.seats, [
            Reason("wash", _("All passed, and nobody is alone in it: nothing is paid."))
        ]
    unit = deal.options["leaster_unit"] * prices(deal.options["leaster"])[0]
    return against_each(deal.seats, deal.active, seat, None, sign * unit), [
        Reason(code, text, side=Side(seat), **values),
        Reason("each_pays", _("%(unit)s for each of the others."), unit=unit),
    ]


def moster(shares: Shares, deal: Deal, trick_count: int) -> Award:
    """The most card points lose to everybody else; who takes every trick wins instead."""
    require_tricks(shares, sum(shares.points))
    most = max(shares.points)
    if shares.sweeper(trick_count) is not None:
        return _one_against_all("moster", EVERY_TRICK, shares, deal, most)
    text = _("All passed, a moster: %(side)s has the most card points, %(points)s, and pays.")
    return _one_against_all("moster", text, shares, deal, most, -1)


def told_moster(hand: Hand, deal: Deal) -> Award:
    """The same by who is said to have lost, or to have taken every trick."""
    sweeper = hand.get("sweeper")
    if sweeper is not None:
        if hand.get("loser") is not None:
            text = _("Whoever takes every trick wins a moster: nobody else has lost it.")
            raise HandProblem("not_here", "loser", text)
        return _alone_against_all("moster", EVERY_TRICK, deal, sweeper)
    require(hand, loser=_("Say who lost, or enter the card points of each player."))
    text = _("All passed, a moster: %(side)s has the most card points and pays.")
    return _alone_against_all("moster", text, deal, hand["loser"], -1)


def mittler(shares: Shares, deal: Deal, trick_count: int) -> Award:
    """The one in the middle wins; an even number of players has nobody in the middle."""
    count = len(shares.points)
    median = sorted(shares.points)[count // 2] if count % 2 else NOBODYS
    text = _("All passed, a mittler: %(side)s is in the middle with %(points)s card points.")
    return _one_against_all("mittler", text, shares, deal, median)


def told_mittler(hand: Hand, deal: Deal) -> Award:
    """The same by who is said to be in the middle, which of an even number is nobody."""
    is_even = len(deal.active) % 2 == 0
    winner = hand.get("winner") if is_even else _told_alone(hand)
    if winner is not None and is_even:
        text = _("With an even number of players nobody is in the middle.")
        raise HandProblem("nobody_in_the_middle", "winner", text)
    text = _("All passed, a mittler: %(side)s is in the middle.")
    return _alone_against_all("mittler", text, deal, winner)


def _told_alone(hand: Hand) -> int | None:
    require(hand, winner=_("Say who won, or enter the card points of each player."))
    winner: int | None = hand["winner"]
    return winner


def schneidster(shares: Shares, deal: Deal, trick_count: int) -> Award:
    """The one closest to 30 from below wins, 30 included; all above 30: nothing."""
    closest = max((points for points in shares.points if points <= 30), default=NOBODYS)
    text = _("All passed, a schneidster: %(side)s is closest to 30 with %(points)s card points.")
    return _one_against_all("schneidster", text, shares, deal, closest)


def told_schneidster(hand: Hand, deal: Deal) -> Award:
    """The same by who is said to be closest to 30."""
    text = _("All passed, a schneidster: %(side)s is closest to 30.")
    return _alone_against_all("schneidster", text, deal, _told_alone(hand))


COUSINS = {"moster": moster, "mittler": mittler, "schneidster": schneidster}
TOLD_COUSINS = {"moster": told_moster, "mittler": told_mittler, "schneidster": told_schneidster}
