"""Hands in which nobody took the game on: the leaster and its cousins.

What everybody took may be counted, or the table says by itself who has won; both come to the same.

Sources: leaster and moster in Wikipedia, “Sheepshead (card game)”; mittler and schneidster in the
design document of cardquorum; ways to break a tie in the programs of playsheepshead.org (split) and
github adamanthil/sheepsheadai (a lot), in catsatcards.com (the earliest last trick) and in “You
Should Play Sheepshead” (each is paid).
"""

from scoring.errors import HandProblem
from scoring.house_rules import OWN
from scoring.options import Options
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
TOLD_TIE = _("All passed, a leaster: %(sides)s tie for the fewest card points.")
EVERY_TRICK = _("All passed, a moster: %(side)s took every trick and wins.")

TWO_TRICKLESS = interpretation(
    _("Two without a trick in a leaster tie, and nothing changes hands"),
    _("The text pays one player without a trick, and does not say what two of them get."),
)
"""Of a game in which a player without a trick may win."""


NOTHING, SPLIT, EACH, EARLIEST, LATEST, NAMED = (
    "nothing",
    "split",
    "each",
    "earliest",
    "latest",
    "named",
)
"""The values of option `leaster_tie`."""
BY_LAST_TRICK = (EARLIEST, LATEST)


def leaster(shares: Shares, deal: Deal, hand: Hand) -> Award:
    """The fewest card points win from everybody else.

    With option `must_take_trick` a player without a trick cannot win. What a tie pays is said by
    option `leaster_tie`.
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
    trickless = [shares.seats[place] for place in best if not shares.has_trick(place)]
    is_barred = len(places) < len(shares.seats)
    tied = [shares.seats[place] for place in best]
    if len(best) > 1:
        tie = _tie_reason(shares, best, is_barred=is_barred)
        way = options["leaster_tie"]
        if way in BY_LAST_TRICK:
            place = _by_last_trick(shares, best, way)
            if place is not None:
                broken = Reason("last_trick", LAST_TRICK[way], side=Side(shares.seats[place]))
                return _broken_tie(deal, shares.seats[place], trickless, [tie, broken])
        return _tied_leaster(hand, deal, tied, trickless, tie)
    _check_named(hand, tied)
    has_trick = not trickless
    why = _least_reason(tied[0], fewest, has_trick=has_trick, is_barred=is_barred)
    return _won_leaster(deal, tied[0], price_of(options, is_trickless=not has_trick), why)


def told_leaster(hand: Hand, deal: Deal) -> Award:
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
    if len(winners) > 1:
        # Nobody knows of players without a trick whose last one is longer ago.
        if options["leaster_tie"] in BY_LAST_TRICK and not is_trickless:
            text = _("One player wins: the last tricks of those who tie say who.")
            raise HandProblem("one_wins", "winners", text)
        tie = Reason("tie", TRICKLESS_TIE if is_trickless else TOLD_TIE, sides=Sides(winners))
        return _tied_leaster(hand, deal, winners, trickless, tie)
    _check_named(hand, winners)
    text = TRICKLESS if is_trickless else _("All passed, a leaster: %(side)s won it.")
    code = "trickless" if is_trickless else "leaster"
    why = Reason(code, text, side=Side(winners[0]))
    return _won_leaster(deal, winners[0], price_of(options, is_trickless=is_trickless), why)


def leaster_for_jack(hand: Hand, deal: Deal) -> Award:
    """Whoever took the jack of diamonds wins from everybody else; nobody counts card points.

    Source: an open-source score keeper for Sheepshead.
    """
    seat = hand.get("leaster_winner")
    if seat is None:
        text = _("Say who took the jack of diamonds.")
        raise HandProblem("missing", "leaster_winner", text)
    text = _("All passed, a leaster: %(side)s took the jack of diamonds and wins it.")
    why = Reason("leaster", text, side=Side(seat))
    return _won_leaster(deal, seat, price_of(deal.options), why)


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


def price_of(options: Options, *, is_trickless: bool = False) -> int:
    """What each of the others pays for a leaster or a cousin of it.

    >>> price_of({"leaster": "2-4", "leaster_unit": 3}, is_trickless=True)
    12
    """
    if options["leaster"] == OWN:
        prices = options["leaster_price"]
    else:
        prices = [int(price) for price in options["leaster"].split("-")]
    price: int = options["leaster_unit"] * prices[is_trickless]
    return price


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


LAST_TRICK = {
    EARLIEST: _("Last trick longest ago among those: %(side)s."),
    LATEST: _("Latest trick among those: %(side)s."),
}
TIE_IS_NAMED = _("%(sides)s tie: draw a lot and say whom it names.")


def _by_last_trick(shares: Shares, tied: list[int], way: str) -> int | None:
    """The place whose last trick is the earliest or the latest of those who tie.

    No trick counts as the earliest (interpretation); None where it does not tell them apart.
    """
    trickless = [place for place in tied if not shares.has_trick(place)]
    if trickless and (way == EARLIEST or len(trickless) == len(tied)):
        return trickless[0] if len(trickless) == 1 else None
    last = shares.last_tricks
    if last is None:
        text = _("Several tie: enter which trick each player won last.")
        raise HandProblem("missing", "last_trick_won", text)
    return (min if way == EARLIEST else max)(tied, key=lambda place: last[place])


def _check_named(hand: Hand, winners: list[int]) -> None:
    """Refuse a lot that names somebody who is not among those who have won or tie."""
    named = hand.get("leaster_winner")
    if named is not None and named not in winners:
        text = _("%(side)s does not have the fewest card points: a lot names one of those who do.")
        raise HandProblem("not_tied", "leaster_winner", text, side=Side(named))


def _broken_tie(deal: Deal, seat: int, trickless: list[int], why: list[Reason]) -> Award:
    price = price_of(deal.options, is_trickless=seat in trickless)
    points, paid = _won_leaster(deal, seat, price, why[0])
    return points, [*why, *paid[1:]]


def _tied_leaster(
    hand: Hand, deal: Deal, tied: list[int], trickless: list[int], tie: Reason
) -> Award:
    """What a tie pays; `trickless`: who of the `tied` took no trick."""
    way = deal.options["leaster_tie"]
    if way == NAMED:
        _check_named(hand, tied)
        named = hand.get("leaster_winner")
        if named is None:
            raise HandProblem("missing", "leaster_winner", TIE_IS_NAMED, sides=Sides(tied))
        lot = Reason("lot", _("Named by the lot: %(side)s."), side=Side(named))
        return _broken_tie(deal, named, trickless, [tie, lot])
    others = [seat for seat in deal.active if seat not in tied]
    if way not in (SPLIT, EACH) or not others:
        return [0] * deal.seats, [tie, Reason("wash", _("Nothing changes hands."))]
    points = [0] * deal.seats
    if way == EACH:
        for winner in tied:
            price = price_of(deal.options, is_trickless=winner in trickless)
            points[winner] = price * len(others)
            for seat in others:
                points[seat] -= price
        text = _("Each of the others pays every one of them: %(unit)s in all.")
        return points, [tie, Reason("each_tied", text, unit=-points[others[0]])]
    unit = price_of(deal.options, is_trickless=len(trickless) == len(tied))
    share, rest = divmod(len(others) * unit, len(tied))
    for seat in deal.active:
        points[seat] = share if seat in tied else -unit
    points[tied[0]] += rest
    text = _("The others pay %(unit)s each; it is split.")
    if rest:
        text = _(
            "The others pay %(unit)s each; it is split. Left over: %(rest)s, for whoever stands "
            "first on the sheet (%(side)s)."
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
    return alone_against_all(code, text, deal, alone, sign, points=points)


def alone_against_all(
    code: str, text: str, deal: Deal, seat: int | None, sign: int = 1, **values: int
) -> Award:
    """That seat gets from (sign 1) or pays (-1) everybody; None where nobody is alone in it."""
    if seat is None:
        return [0] * deal.seats, [
            Reason("wash", _("All passed, and nobody is alone in it: nothing is paid."))
        ]
    unit = price_of(deal.options)
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
        return alone_against_all("moster", EVERY_TRICK, deal, sweeper)
    require(hand, loser=_("Say who lost, or enter the card points of each player."))
    text = _("All passed, a moster: %(side)s has the most card points and pays.")
    return alone_against_all("moster", text, deal, hand["loser"], -1)


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
    return alone_against_all("mittler", text, deal, winner)


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
    return alone_against_all("schneidster", text, deal, _told_alone(hand))


COUSINS = {"moster": moster, "mittler": mittler, "schneidster": schneidster}
TOLD_COUSINS = {"moster": told_moster, "mittler": told_mittler, "schneidster": told_schneidster}
