"""Ramsch: nobody took the game on, and whoever takes the most card points pays everybody.

Sources: github redevening/schafkopftarif and phimuemue/openschafkopf (Ramsch, Jungfrau three ways,
Durchmarsch from 75 or 91, price 10 to 20); github PanchoVarallo/Schafkopf-Application (a
Durchmarsch at a price of its own); Wikipedia, “Schafkopf” (two who lose).
"""

from scoring.all_passed import Award
from scoring.bavarian.contracts import PACKS
from scoring.bavarian.tariff import Tariff
from scoring.errors import HandProblem
from scoring.outcome import require
from scoring.ruleset import Deal, Hand, Reason
from scoring.settle import against_each
from scoring.shares import Shares, check_told, contradiction, read_shares, require_tricks
from scoring.words import Side, Sides, _

NOBODY_LOSES = _("A Durchmarsch has a winner: nobody else loses it.")
NOT_SAID = _("Say who lost, or enter the card points of each player.")
JUNGFRAU_TEXTS = {
    "all": _("%(side)s took no trick (Jungfrau): every payment is doubled."),
    "hers": _("%(side)s took no trick (Jungfrau) and gets twice as much."),
    "hers_each": _("%(side)s took no trick (Jungfrau): twice as much for each of them."),
}
TOLD_FIELDS = ("loser", "no_trick", "sweeper")
COUNTED_FIELDS = ("card_points", "tricks")


def score_ramsch(hand: Hand, deal: Deal, tariff: Tariff) -> Award:
    """Who pays whom in a Ramsch before the knocks, and why: by the card points, or as told.

    Refuses shares that cannot be, a loser who is none, and two stories that do not agree.
    """
    if not any(name in hand for name in COUNTED_FIELDS):
        return _told(hand, deal, tariff)
    award = _counted(hand, deal, tariff)
    if hand.get("sweeper") is not None and _told(hand, deal, tariff)[0] != award[0]:
        raise contradiction("sweeper")
    return award


def _told(hand: Hand, deal: Deal, tariff: Tariff) -> Award:
    """By who is said to have lost, or to have marched through; and who took no trick."""
    sweeper, trickless = hand.get("sweeper"), hand.get("no_trick", [])
    if sweeper is not None:
        if tariff.durchmarsch == "off":
            raise HandProblem("not_here", "sweeper", _("A Durchmarsch is not played here."))
        if hand.get("loser") is not None:
            raise HandProblem("not_here", "loser", NOBODY_LOSES)
        if sweeper in trickless:
            raise HandProblem("infeasible_tricks", "no_trick", _("Somebody took the tricks."))
        return _marched_through(sweeper, deal, tariff)
    if tariff.ramsch_losers == "two":
        text = _("Two lose a Ramsch here: enter the card points of each player.")
        raise HandProblem("missing", "card_points", text)
    require(hand, loser=NOT_SAID)
    loser = hand["loser"]
    if loser is None:
        raise HandProblem("missing", "loser", NOT_SAID)
    if loser in trickless:
        text = _("%(side)s took no trick, and cannot have the most card points.")
        raise HandProblem("infeasible_tricks", "no_trick", text, side=Side(loser))
    if len(trickless) == len(deal.active) - 1 and tariff.durchmarsch != "off":
        text = _("Then %(side)s took every trick: that is a Durchmarsch.")
        raise HandProblem("swept", "no_trick", text, side=Side(loser))
    price = tariff.ramsch
    text = _("Ramsch: %(side)s lost and pays %(price)s to each.")
    why = Reason("ramsch", text, side=Side(loser), price=price)
    return _paid([loser], trickless, deal, tariff, why)


def _counted(hand: Hand, deal: Deal, tariff: Tariff) -> Award:
    pack = PACKS[tariff.pack]
    shares = read_shares(hand, deal, pack.pile, "none")
    if tariff.jungfrau != "off":
        require_tricks(shares, 0)
    if tariff.durchmarsch == "all_tricks":
        require_tricks(shares, 120)
    check_told(hand, shares)
    most = max(shares.points)
    place = None
    if tariff.durchmarsch == "all_tricks":
        place = shares.sweeper(pack.tricks)
    elif tariff.durchmarsch == "points" and most >= tariff.durchmarsch_from:
        place = shares.points.index(most)
    if place is not None:
        if hand.get("loser") is not None:
            raise HandProblem("not_here", "loser", NOBODY_LOSES)
        return _marched_through(shares.seats[place], deal, tariff)
    price = tariff.ramsch
    trickless = [seat for place, seat in enumerate(shares.seats) if not shares.has_trick(place)]
    if tariff.ramsch_losers == "two":
        losers = _two_losers(hand, shares)
        text = _("Ramsch: %(sides)s have the most card points, and each of them pays %(price)s.")
        why = Reason("ramsch", text, sides=Sides(losers), price=price)
        return _paid(losers, trickless, deal, tariff, why)
    loser = _loser(hand, shares)
    text = _("Ramsch: %(side)s has the most card points, %(points)s, and pays %(price)s to each.")
    why = Reason("ramsch", text, side=Side(loser), points=most, price=price)
    return _paid([loser], trickless, deal, tariff, why)


def _marched_through(winner: int, deal: Deal, tariff: Tariff) -> Award:
    price = tariff.ramsch if tariff.durchmarsch_price is None else tariff.durchmarsch_price
    text = _("Ramsch: %(side)s marched through (Durchmarsch) and gets %(price)s from each.")
    points = against_each(deal.seats, deal.active, winner, None, price)
    return points, [Reason("durchmarsch", text, side=Side(winner), price=price)]


def _loser(hand: Hand, shares: Shares) -> int:
    """Who has the most card points; of several the one whom the table names."""
    most = max(shares.points)
    return _named(hand, [seat for seat, own in _each(shares) if own == most], most)


def _two_losers(hand: Hand, shares: Shares) -> list[int]:
    """The two with the most card points; of several who tie for second the one who is named."""
    first, second = sorted(shares.points, reverse=True)[:2]
    highest = [seat for seat, own in _each(shares) if own == first]
    if len(highest) > 2:
        text = _(
            "%(sides)s have %(points)s card points each, and two of them lose: the sheet cannot "
            "say which. Enter what they pay as an adjustment."
        )
        raise HandProblem("tied", "card_points", text, sides=Sides(highest), points=first)
    if len(highest) == 2:
        if hand.get("loser") is not None:
            _named(hand, highest, first)
        return highest
    tied = [seat for seat, own in _each(shares) if own == second]
    named = hand if hand.get("loser") not in highest else {}
    return sorted([*highest, _named(named, tied, second)])


def _each(shares: Shares) -> list[tuple[int, int]]:
    return list(zip(shares.seats, shares.points, strict=True))


def _named(hand: Hand, tied: list[int], points: int) -> int:
    """The one of those who tie with so many card points whom the table names as the loser."""
    named = hand.get("loser")
    if named is None:
        if len(tied) > 1:
            raise HandProblem(
                "missing",
                "loser",
                _("%(one)s and %(other)s have %(points)s card points each: say who loses."),
                one=Side(tied[0]),
                other=Side(tied[1]),
                points=points,
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


def _paid(
    losers: list[int], trickless: list[int], deal: Deal, tariff: Tariff, why: Reason
) -> Award:
    """What the losers pay; `trickless`: who took no trick, which counts where it is played so.

    Of two who lose each pays the price once, to one of the other two.
    """
    mode, price = tariff.jungfrau, tariff.ramsch
    virgins = trickless if mode != "off" else []
    reasons = [why]
    points = [0] * deal.seats
    for seat in deal.active:
        if mode == "all":
            doubled = len(virgins)
        elif mode == "hers_each":
            doubled = len(virgins) if seat in virgins else 0
        else:
            doubled = int(seat in virgins)
        if seat not in losers:
            points[seat] = price * 2**doubled
    paid = sum(points) // len(losers)
    for seat in losers:
        points[seat] = -paid
    for seat in virgins:
        reasons.append(Reason("jungfrau", JUNGFRAU_TEXTS[mode], side=Side(seat)))
    return points, reasons
