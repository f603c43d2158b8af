"""Hands in which nobody took the game on: the leaster and its cousins.

Sources: leaster and moster in Wikipedia, “Sheepshead (card game)”; mittler and schneidster in the
design document of cardquorum.
"""

from scoring.ruleset import Deal, Reason, interpretation
from scoring.settle import against_each
from scoring.shares import Shares, require_tricks
from scoring.words import Side, Sides, _

Award = tuple[list[int], list[Reason]]
NOBODYS = -1
"""Card points that nobody can have."""

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
        return _tied_leaster(shares, deal, best, unit, tie, splits_ties=splits_ties)
    seat = shares.seats[best[0]]
    has_trick = shares.has_trick(best[0])
    return against_each(deal.seats, deal.active, seat, None, unit), [
        _least_reason(seat, fewest, has_trick=has_trick, is_barred=is_barred),
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
        text = _("All passed, a leaster: %(side)s took no trick.")
    return Reason("leaster", text, side=Side(seat), points=fewest)


def _tied_leaster(
    shares: Shares, deal: Deal, best: list[int], unit: int, tie: Reason, *, splits_ties: bool
) -> Award:
    others = len(shares.seats) - len(best)
    tied = [shares.seats[place] for place in best]
    if not splits_ties or not others:
        return [0] * deal.seats, [tie, Reason("wash", _("Nothing changes hands."))]
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
    return points, [tie, Reason("split", text, unit=unit, rest=rest, side=Side(tied[0]))]


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
    return Reason("tie", text, sides=sides, points=shares.points[best[0]])


def _one_against_all(
    code: str, text: str, shares: Shares, deal: Deal, points: int, sign: int = 1
) -> Award:
    """Who has so many points gets from (sign 1) or pays (-1) everybody; a tie pays nothing."""
    best = [seat for seat, own in zip(shares.seats, shares.points, strict=True) if own == points]
    if len(best) != 1:
        return [0] * deal.seats, [
            Reason("wash", _("All passed, and nobody is alone in it: nothing is paid."))
        ]
    unit = deal.options["leaster_unit"] * prices(deal.options["leaster"])[0]
    return against_each(deal.seats, deal.active, best[0], None, sign * unit), [
        Reason(code, text, side=Side(best[0]), points=points),
        Reason("each_pays", _("%(unit)s for each of the others."), unit=unit),
    ]


def moster(shares: Shares, deal: Deal, trick_count: int) -> Award:
    """The most card points lose to everybody else; who takes every trick wins instead."""
    require_tricks(shares, sum(shares.points))
    most = max(shares.points)
    if shares.sweeper(trick_count) is not None:
        text = _("All passed, a moster: %(side)s took every trick and wins.")
        return _one_against_all("moster", text, shares, deal, most)
    text = _("All passed, a moster: %(side)s has the most card points, %(points)s, and pays.")
    return _one_against_all("moster", text, shares, deal, most, -1)


def mittler(shares: Shares, deal: Deal, trick_count: int) -> Award:
    """The one in the middle wins; an even number of players has nobody in the middle."""
    count = len(shares.points)
    median = sorted(shares.points)[count // 2] if count % 2 else NOBODYS
    text = _("All passed, a mittler: %(side)s is in the middle with %(points)s card points.")
    return _one_against_all("mittler", text, shares, deal, median)


def schneidster(shares: Shares, deal: Deal, trick_count: int) -> Award:
    """The one closest to 30 from below wins, 30 included; all above 30: nothing."""
    closest = max((points for points in shares.points if points <= 30), default=NOBODYS)
    text = _("All passed, a schneidster: %(side)s is closest to 30 with %(points)s card points.")
    return _one_against_all("schneidster", text, shares, deal, closest)


COUSINS = {"moster": moster, "mittler": mittler, "schneidster": schneidster}
