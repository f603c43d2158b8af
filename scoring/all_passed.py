"""Hands in which nobody took the game on: the leaster and its cousins.

Sources: leaster and moster in Wikipedia, “Sheepshead (card game)”; mittler and schneidster in the
design document of cardquorum.
"""

from scoring.ruleset import Deal, Figure, Reason
from scoring.settle import against_each
from scoring.shares import Shares, require_tricks
from scoring.words import Sentence, Side, Sides, _

Award = tuple[list[int], list[Reason]]

TWO_TRICKLESS = Figure(
    _("Two without a trick in a leaster tie, and nothing changes hands"),
    "interpretation",
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
        return _tied_leaster(shares, deal, best, unit, tie, splits_ties=splits_ties)
    seat = shares.seats[best[0]]
    has_trick = shares.has_trick(best[0])
    return against_each(deal.seats, deal.active, seat, None, unit), [
        _least_reason(seat, fewest, has_trick=has_trick, is_barred=is_barred),
        Reason("each_pays", Sentence(_("Each of the others pays %(unit)s."), unit=unit)),
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
        text = _("All passed, a leaster: %(side)s took no trick.")
    return Reason("leaster", Sentence(text, side=Side(seat), points=fewest))


def _tied_leaster(
    shares: Shares, deal: Deal, best: list[int], unit: int, tie: Reason, *, splits_ties: bool
) -> Award:
    others = len(shares.seats) - len(best)
    tied = [shares.seats[place] for place in best]
    if not splits_ties or not others:
        return [0] * deal.seats, [tie, Reason("wash", Sentence(_("Nothing changes hands.")))]
    share, rest = divmod(others * unit, len(best))
    points = [0] * deal.seats
    for seat in shares.seats:
        points[seat] = share if seat in tied else -unit
    points[tied[0]] += rest
    text = _("The others pay %(unit)s each; it is split.")
    if rest:
        text = _(
            "The others pay %(unit)s each; it is split, and the %(rest)s left over goes to "
            "%(side)s, who stands first on the sheet."
        )
    split = Sentence(text, unit=unit, rest=rest, side=Side(tied[0]))
    return points, [tie, Reason("split", split)]


def _tie_reason(shares: Shares, best: list[int], *, is_barred: bool) -> Reason:
    text = _("All passed, a leaster: %(sides)s tie on %(points)s card points.")
    if is_barred:
        text = _(
            "All passed, a leaster: it takes a trick to win, and of those who have one %(sides)s "
            "tie on %(points)s card points."
        )
    elif not any(shares.has_trick(place) for place in best):
        text = _("All passed, a leaster: %(sides)s took no trick, and so they tie.")
    sides = Sides(shares.seats[place] for place in best)
    return Reason("tie", Sentence(text, sides=sides, points=shares.points[best[0]]))


def _one_against_all(
    shares: Shares, deal: Deal, best: list[int], sign: int, reason: Reason
) -> Award:
    """One player gets from (sign 1) or pays (sign -1) everybody; a tie pays nothing."""
    if len(best) != 1:
        return [0] * deal.seats, [
            Reason("wash", Sentence(_("All passed, and nobody is alone in it: nothing is paid.")))
        ]
    unit = deal.options["leaster_unit"] * prices(deal.options["leaster"])[0]
    return against_each(deal.seats, deal.active, shares.seats[best[0]], None, sign * unit), [
        reason,
        Reason("each_pays", Sentence(_("%(unit)s for each of the others."), unit=unit)),
    ]


def moster(shares: Shares, deal: Deal, trick_count: int) -> Award:
    """The most card points lose to everybody else; who takes every trick wins instead."""
    require_tricks(shares, sum(shares.points))
    swept = shares.sweeper(trick_count)
    if swept is not None:
        text = _("All passed, a moster: %(side)s took every trick and wins.")
        reason = Reason("moster", Sentence(text, side=Side(shares.seats[swept])))
        return _one_against_all(shares, deal, [swept], 1, reason)
    most = max(shares.points)
    best = [place for place, points in enumerate(shares.points) if points == most]
    text = _("All passed, a moster: %(side)s has the most card points, %(points)s, and pays.")
    side = Side(shares.seats[best[0]])
    return _one_against_all(
        shares, deal, best, -1, Reason("moster", Sentence(text, side=side, points=most))
    )


def mittler(shares: Shares, deal: Deal, trick_count: int) -> Award:
    """The one in the middle wins; an even number of players has nobody in the middle."""
    best: list[int] = []
    count = len(shares.points)
    median = sorted(shares.points)[count // 2]
    if count % 2:
        best = [place for place, points in enumerate(shares.points) if points == median]
    side = Side(shares.seats[best[0]]) if best else None
    text = _("All passed, a mittler: %(side)s is in the middle with %(points)s card points.")
    return _one_against_all(
        shares, deal, best, 1, Reason("mittler", Sentence(text, side=side, points=median))
    )


def schneidster(shares: Shares, deal: Deal, trick_count: int) -> Award:
    """The one closest to 30 from below wins, 30 included; all above 30: nothing."""
    below = [points for points in shares.points if points <= 30]
    closest = max(below, default=-1)
    best = [place for place, points in enumerate(shares.points) if points == closest]
    side = Side(shares.seats[best[0]]) if best else None
    text = _("All passed, a schneidster: %(side)s is closest to 30 with %(points)s card points.")
    return _one_against_all(
        shares, deal, best, 1, Reason("schneidster", Sentence(text, side=side, points=closest))
    )


COUSINS = {"moster": moster, "mittler": mittler, "schneidster": schneidster}
