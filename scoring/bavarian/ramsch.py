"""Ramsch: nobody took the game on, and whoever takes the most card points pays everybody.

Source: github redevening/schafkopftarif and phimuemue/openschafkopf (Ramsch, Jungfrau,
Durchmarsch, price 10 to 20).
"""

from scoring.all_passed import Award
from scoring.bavarian.contracts import Pack
from scoring.errors import HandProblem
from scoring.ruleset import Deal, Hand, Reason
from scoring.settle import against_each
from scoring.shares import Shares, read_shares, require_tricks
from scoring.words import Side, _

DURCHMARSCH_POINTS = 91


def score_ramsch(hand: Hand, deal: Deal, pack: Pack) -> Award:
    """Who pays whom in a Ramsch before the knocks, and why.

    Refuses shares that cannot be, and a loser who is none.
    """
    shares = read_shares(hand, deal, pack.pile, "none")
    options = deal.options
    if options["jungfrau"] != "off":
        require_tricks(shares, 0)
    if options["durchmarsch"] == "all_tricks":
        require_tricks(shares, 120)
    most = max(shares.points)
    place = None
    if options["durchmarsch"] == "all_tricks":
        place = shares.sweeper(pack.tricks)
    elif options["durchmarsch"] == "from_91" and most >= DURCHMARSCH_POINTS:
        place = shares.points.index(most)
    if place is not None:
        if hand.get("loser") is not None:
            raise HandProblem(
                "not_here", "loser", _("A Durchmarsch has a winner: nobody else loses it.")
            )
        winner, price = shares.seats[place], options["ramsch"]
        text = _("Ramsch: %(side)s marched through (Durchmarsch) and gets %(price)s from each.")
        points = against_each(deal.seats, deal.active, winner, None, price)
        reason = Reason("durchmarsch", text, side=Side(winner), price=price)
        return points, [reason]
    return _paid(_loser(hand, shares), shares, deal)


def _loser(hand: Hand, shares: Shares) -> int:
    """Who has the most card points; of several the one whom the table names."""
    most = max(shares.points)
    tied = [seat for seat, own in zip(shares.seats, shares.points, strict=True) if own == most]
    named = hand.get("loser")
    if named is None:
        if len(tied) > 1:
            raise HandProblem(
                "missing",
                "loser",
                _("%(one)s and %(other)s have %(points)s card points each: say who loses."),
                one=Side(tied[0]),
                other=Side(tied[1]),
                points=most,
            )
        return tied[0]
    if named not in tied:
        raise HandProblem(
            "not_most",
            "loser",
            _("Whoever has the most card points loses a Ramsch: that is %(side)s."),
            side=Side(tied[0]),
        )
    return int(named)


def _paid(loser: int, shares: Shares, deal: Deal) -> Award:
    mode, price = deal.options["jungfrau"], deal.options["ramsch"]
    virgins = [
        seat
        for place, seat in enumerate(shares.seats)
        if mode != "off" and not shares.has_trick(place)
    ]
    most = max(shares.points)
    text = _("Ramsch: %(side)s has the most card points, %(points)s, and pays %(price)s to each.")
    reasons = [Reason("ramsch", text, side=Side(loser), points=most, price=price)]
    points = [0] * deal.seats
    for seat in deal.active:
        doubled = len(virgins) if mode == "all" else int(seat in virgins)
        if seat != loser:
            points[seat] = price * 2**doubled
    points[loser] = -sum(points)
    for seat in virgins:
        text = (
            _("%(side)s took no trick (Jungfrau): every payment is doubled.")
            if mode == "all"
            else _("%(side)s took no trick (Jungfrau) and gets twice as much.")
        )
        reasons.append(Reason("jungfrau", text, side=Side(seat)))
    return points, reasons
