"""Ramsch: nobody took the game on, and whoever takes the most card points pays everybody.

Source: github redevening/schafkopftarif and phimuemue/openschafkopf (Ramsch, Jungfrau,
Durchmarsch, price 10 to 20).
"""

from scoring.all_passed import Award
from scoring.bavarian.contracts import Pack
from scoring.errors import HandProblem
from scoring.outcome import require
from scoring.ruleset import Deal, Hand, Reason
from scoring.settle import against_each
from scoring.shares import Shares, check_told, contradiction, read_shares, require_tricks
from scoring.words import Side, _

DURCHMARSCH_POINTS = 91
NOBODY_LOSES = _("A Durchmarsch has a winner: nobody else loses it.")
NOT_SAID = _("Say who lost, or enter the card points of each player.")
TOLD_FIELDS = ("loser", "no_trick", "sweeper")
COUNTED_FIELDS = ("card_points", "tricks")


def score_ramsch(hand: Hand, deal: Deal, pack: Pack) -> Award:
    """Who pays whom in a Ramsch before the knocks, and why: by the card points, or as told.

    Refuses shares that cannot be, a loser who is none, and two stories that do not agree.
    """
    if not any(name in hand for name in COUNTED_FIELDS):
        return _told(hand, deal)
    award = _counted(hand, deal, pack)
    if hand.get("sweeper") is not None and _told(hand, deal)[0] != award[0]:
        raise contradiction("sweeper")
    return award


def _told(hand: Hand, deal: Deal) -> Award:
    """By who is said to have lost, or to have marched through; and who took no trick."""
    sweeper, trickless = hand.get("sweeper"), hand.get("no_trick", [])
    if sweeper is not None:
        if deal.options["durchmarsch"] == "off":
            raise HandProblem("not_here", "sweeper", _("A Durchmarsch is not played here."))
        if hand.get("loser") is not None:
            raise HandProblem("not_here", "loser", NOBODY_LOSES)
        if sweeper in trickless:
            raise HandProblem("infeasible_tricks", "no_trick", _("Somebody took the tricks."))
        return _marched_through(sweeper, deal)
    require(hand, loser=NOT_SAID)
    loser = hand["loser"]
    if loser is None:
        raise HandProblem("missing", "loser", NOT_SAID)
    if loser in trickless:
        text = _("%(side)s took no trick, and cannot have the most card points.")
        raise HandProblem("infeasible_tricks", "no_trick", text, side=Side(loser))
    if len(trickless) == len(deal.active) - 1 and deal.options["durchmarsch"] != "off":
        text = _("Then %(side)s took every trick: that is a Durchmarsch.")
        raise HandProblem("swept", "no_trick", text, side=Side(loser))
    price = deal.options["ramsch"]
    text = _("Ramsch: %(side)s lost and pays %(price)s to each.")
    why = Reason("ramsch", text, side=Side(loser), price=price)
    return _paid(loser, trickless, deal, why)


def _counted(hand: Hand, deal: Deal, pack: Pack) -> Award:
    shares = read_shares(hand, deal, pack.pile, "none")
    options = deal.options
    if options["jungfrau"] != "off":
        require_tricks(shares, 0)
    if options["durchmarsch"] == "all_tricks":
        require_tricks(shares, 120)
    check_told(hand, shares)
    most = max(shares.points)
    place = None
    if options["durchmarsch"] == "all_tricks":
        place = shares.sweeper(pack.tricks)
    elif options["durchmarsch"] == "from_91" and most >= DURCHMARSCH_POINTS:
        place = shares.points.index(most)
    if place is not None:
        if hand.get("loser") is not None:
            raise HandProblem("not_here", "loser", NOBODY_LOSES)
        return _marched_through(shares.seats[place], deal)
    loser, price = _loser(hand, shares), options["ramsch"]
    text = _("Ramsch: %(side)s has the most card points, %(points)s, and pays %(price)s to each.")
    why = Reason("ramsch", text, side=Side(loser), points=most, price=price)
    trickless = [seat for place, seat in enumerate(shares.seats) if not shares.has_trick(place)]
    return _paid(loser, trickless, deal, why)


def _marched_through(winner: int, deal: Deal) -> Award:
    price = deal.options["ramsch"]
    text = _("Ramsch: %(side)s marched through (Durchmarsch) and gets %(price)s from each.")
    points = against_each(deal.seats, deal.active, winner, None, price)
    return points, [Reason("durchmarsch", text, side=Side(winner), price=price)]


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


def _paid(loser: int, trickless: list[int], deal: Deal, why: Reason) -> Award:
    """What the loser pays; `trickless`: who took no trick, which counts where it is played so."""
    mode, price = deal.options["jungfrau"], deal.options["ramsch"]
    virgins = trickless if mode != "off" else []
    reasons = [why]
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
