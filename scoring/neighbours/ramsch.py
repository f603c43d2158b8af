"""Ramsch at Skat: everybody passed, and whoever takes the most card points has lost.

Order: what the loser writes → Jungfrau; what was passed on unseen and a Bock multiply afterwards.
Sources: kneipenskat.blogspot.com, Regeln (minus the card points, Jungfrau, Durchmarsch);
skatspielen.info, Spielvarianten (a fixed loss, a shared one); koelln-reisiek.de, Spielregeln (20
for the fewest); raschesspiele.de, Ramschspiel (the last trick and the skat).
"""

from collections.abc import Sequence

from scoring.errors import HandProblem
from scoring.neighbours.skat_rules import BOTH, FIXED, LAST_TRICK, LOSER, LOWEST, NAMED, POINTS
from scoring.outcome import Pile, require
from scoring.ruleset import Deal, Hand, Reason
from scoring.settle import one_side
from scoring.shares import Shares, check_told, contradiction, read_shares, require_tricks
from scoring.words import Side, Sides, _, signed

TRICKS = 10
PILE = Pile(TRICKS, 3, buried=2)


def score_ramsch(hand: Hand, deal: Deal, why: list[Reason]) -> list[int]:
    """What everybody writes before anything multiplies it; the steps are added to `why`."""
    options, scoring = deal.options, deal.options["ramsch_scoring"]
    if not any(name in hand for name in COUNTED_FIELDS):
        if scoring == LOWEST:
            return _told_winners(hand, deal, why)
        if scoring == FIXED or hand.get("sweeper") is not None:
            return _told_loser(hand, deal, why)
    beside = _beside(hand, options["ramsch_skat"])
    blind = "last_trick" if options["ramsch_skat"] == LAST_TRICK else "none"
    shares = read_shares(hand, deal, PILE, blind)
    check_told(hand, shares)
    if scoring == LOWEST:
        return _fewest(hand, shares, deal, why)
    trickless = _trickless(hand, shares, deal)
    if options["durchmarsch"]:
        place = shares.sweeper(TRICKS)
        if place is not None:
            if hand.get("sweeper", shares.seats[place]) != shares.seats[place]:
                raise contradiction("sweeper")
            return _marched_through(hand, shares.seats[place], deal, why)
    if hand.get("sweeper") is not None:
        raise contradiction("sweeper")
    most = max(shares.points)
    tied = [seat for seat, own in _each(shares) if own == most]
    is_one = options["ramsch_tie"] == NAMED or len(tied) == 1
    losers = [_named(hand, tied, most)] if is_one else tied
    if not is_one and hand.get("loser") is not None:
        raise contradiction("loser")
    text = _("Ramsch: %(sides)s with the most card points, %(points)s.")
    why.append(Reason("ramsch", text, sides=Sides(losers), points=most))
    if scoring == POINTS:
        loss = most
        if options["ramsch_skat"] == LOSER:
            loss += beside
            text = _("The card points in the skat come on top: %(points)s.")
            why.append(Reason("skat", text, points=beside))
    else:
        loss = _price(deal, len(trickless), why)
    if len(losers) > 1 and options["ramsch_tie"] != BOTH:
        loss //= len(losers)
        why.append(Reason("split", _("They share the loss: each writes %(loss)s."), loss=loss))
    if scoring == POINTS and options["jungfrau"]:
        for seat in trickless:
            text = _("%(side)s took no trick (Jungfrau): twice.")
            why.append(Reason("jungfrau", text, side=Side(seat)))
        loss *= 2 ** len(trickless)
    return one_side(deal.seats, losers, -loss)


def written(points: Sequence[int]) -> Reason:
    """What is written in the end, by whom."""
    sides = Sides(seat for seat, own in enumerate(points) if own)
    if not sides:
        return Reason("written", _("Nobody writes anything."))
    text = _("%(sides)s: %(points)s.")
    return Reason("written", text, sides=sides, points=signed(points[sides[0]]))


def _beside(hand: Hand, whose: str) -> int:
    """The card points in the skat, where they are counted apart from what was taken."""
    if whose == LAST_TRICK:
        return 0
    points: int | None = hand.get("blind_points")
    if points is None:
        raise HandProblem("missing", "blind_points", _("Enter the card points in the skat."))
    return points


def _each(shares: Shares) -> list[tuple[int, int]]:
    return list(zip(shares.seats, shares.points, strict=True))


def _trickless(hand: Hand, shares: Shares, deal: Deal) -> list[int]:
    """Who took no trick: by the tricks, or as it is said where card points alone are written."""
    options = deal.options
    if shares.tricks is None and "no_trick" in hand:
        said: list[int] = hand["no_trick"]
        most = max(_each(shares), key=lambda each: each[1])
        _refuse_swept(said, most[0], deal)
        return said
    if options["ramsch_scoring"] == FIXED or options["jungfrau"]:
        require_tricks(shares, 0)
    if options["durchmarsch"]:
        require_tricks(shares, sum(shares.points))
    return [seat for place, seat in enumerate(shares.seats) if not shares.has_trick(place)]


def _refuse_swept(trickless: Sequence[int], other: int, deal: Deal) -> None:
    """Refuse that nobody but one player has a trick, where that is no loss but a Durchmarsch."""
    if len(trickless) == len(deal.active) - 1 and deal.options["durchmarsch"]:
        text = _("Then %(side)s took every trick: that is a Durchmarsch.")
        raise HandProblem("swept", "no_trick", text, side=Side(other))


def _price(deal: Deal, trickless: int, why: list[Reason]) -> int:
    """The fixed minus, where so many took no trick."""
    price: int = deal.options["ramsch_prices"][trickless]
    text = _("A Ramsch costs %(price)s. Without a trick: %(count)s.")
    why.append(Reason("price", text, price=price, count=trickless))
    return price


def _fewest(hand: Hand, shares: Shares, deal: Deal, why: list[Reason]) -> list[int]:
    """A plus for the fewest card points; several who tie share it."""
    least, price = min(shares.points), deal.options["ramsch_lowest"]
    winners = [seat for seat, own in _each(shares) if own == least]
    if hand.get("winners", winners) != winners:
        raise contradiction("winners")
    text = _("Ramsch: %(sides)s with the fewest card points, %(points)s. That brings %(price)s.")
    why.append(Reason("ramsch", text, sides=Sides(winners), points=least, price=price))
    return _shared(winners, deal, why)


def _shared(winners: list[int], deal: Deal, why: list[Reason]) -> list[int]:
    price: int = deal.options["ramsch_lowest"]
    if len(winners) > 1:
        price //= len(winners)
        why.append(Reason("split", _("They share it: each writes %(price)s."), price=price))
    return one_side(deal.seats, winners, price)


def _marched_through(hand: Hand, seat: int, deal: Deal, why: list[Reason]) -> list[int]:
    if hand.get("loser") is not None:
        text = _("Somebody took every trick, so nobody has lost the Ramsch.")
        raise HandProblem("not_here", "loser", text)
    price = deal.options["durchmarsch"]
    text = _("Ramsch: %(side)s took every trick (Durchmarsch) and writes %(price)s.")
    why.append(Reason("durchmarsch", text, side=Side(seat), price=price))
    return one_side(deal.seats, (seat,), price)


def _named(hand: Hand, tied: list[int], points: int) -> int:
    """Who of those with the most card points has lost: the one whom the table names."""
    named: int | None = hand.get("loser")
    if named is None:
        if len(tied) == 1:
            return tied[0]
        text = _(
            "%(sides)s have %(points)s card points each: say who took the last trick and lost."
        )
        raise HandProblem("missing", "loser", text, sides=Sides(tied), points=points)
    if named not in tied:
        text = _("The most card points lose a Ramsch: %(sides)s.")
        raise HandProblem("not_most", "loser", text, sides=Sides(tied))
    return named


# Told in place of counted, where no card points are written.


def _told_loser(hand: Hand, deal: Deal, why: list[Reason]) -> list[int]:
    """A plus for every trick, or a fixed minus for whoever is said to have lost."""
    sweeper, trickless = hand.get("sweeper"), hand.get("no_trick", [])
    if sweeper is not None:
        if sweeper in trickless:
            raise HandProblem("infeasible_tricks", "no_trick", _("Somebody took the tricks."))
        return _marched_through(hand, sweeper, deal, why)
    loser = hand.get("loser")
    if loser is None:
        text = _("Say who lost, or enter the card points of each player.")
        raise HandProblem("missing", "loser", text)
    if loser in trickless:
        text = _("%(side)s took no trick, and cannot have the most card points.")
        raise HandProblem("infeasible_tricks", "no_trick", text, side=Side(loser))
    _refuse_swept(trickless, loser, deal)
    why.append(Reason("ramsch", _("Ramsch: %(side)s lost it."), side=Side(loser)))
    return one_side(deal.seats, (loser,), -_price(deal, len(trickless), why))


def _told_winners(hand: Hand, deal: Deal, why: list[Reason]) -> list[int]:
    """A plus for those who are said to have the fewest card points."""
    require(hand, winners=_("Say who has the fewest card points, or enter those of each player."))
    winners: list[int] = hand["winners"]
    text = _("Ramsch: %(sides)s with the fewest card points. That brings %(price)s.")
    price = deal.options["ramsch_lowest"]
    why.append(Reason("ramsch", text, sides=Sides(winners), price=price))
    return _shared(winners, deal, why)


COUNTED_FIELDS = ("card_points", "tricks", "blind_points")
