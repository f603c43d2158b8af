"""What everybody took in a hand that was played by everybody for himself, read and checked."""

from typing import NamedTuple

from scoring.cards import ALL_POINTS, totals_of
from scoring.errors import HandProblem
from scoring.outcome import Pile, require
from scoring.ruleset import Deal, Hand
from scoring.words import Side, Template, _, _n


class Shares(NamedTuple):
    """What each active seat took: card points, tricks (None: not entered), its last trick."""

    seats: tuple[int, ...]
    points: list[int]
    tricks: list[int] | None
    last_tricks: list[int] | None

    def has_trick(self, place: int) -> bool:
        """Whether the seat at that place took a trick; card points prove it."""
        return self.points[place] > 0 or (self.tricks is not None and self.tricks[place] > 0)

    def sweeper(self, trick_count: int) -> int | None:
        """The place of the player who took every trick, or None."""
        if self.tricks is None or trick_count not in self.tricks:
            return None
        return self.tricks.index(trick_count)


def read_shares(hand: Hand, deal: Deal, pile: Pile, blind: str) -> Shares:
    """The shares of a hand that was played out by everybody for himself, checked.

    `pile.buried` is the size of the blind here, which goes to the winner of the last or a named
    trick, or (`blind` = `none`) to nobody.
    """
    require(hand, card_points=_("Enter the card points of each player."))
    points, tricks = hand["card_points"], hand.get("tricks")
    expected = ALL_POINTS - _blind_points(hand, pile, blind)
    if sum(points) != expected:
        raise HandProblem(
            "wrong_sum",
            "card_points",
            _("The card points add up to %(sum)s; it must be %(expected)s."),
            sum=sum(points),
            expected=expected,
        )
    if tricks is not None and sum(tricks) != pile.trick_count:
        raise HandProblem(
            "wrong_sum",
            "tricks",
            _("The tricks add up to %(sum)s; it must be %(expected)s."),
            sum=sum(tricks),
            expected=pile.trick_count,
        )
    shares = Shares(deal.active, points, tricks, hand.get("last_trick_won"))
    _check_last_tricks(shares, pile)
    _check_shares(shares, pile, blind)
    return shares


def _blind_points(hand: Hand, pile: Pile, blind: str) -> int:
    points = hand.get("blind_points")
    if blind != "none" or not pile.buried:
        if points is not None:
            raise HandProblem(
                "not_here",
                "blind_points",
                _("The blind goes to a player here: count it with that player's cards."),
            )
        return 0
    if points is None:
        raise HandProblem("missing", "blind_points", _("Enter the card points in the blind."))
    if points not in totals_of(pile.buried, pile.pack):
        raise HandProblem(
            "infeasible_points",
            "blind_points",
            _("%(cards)s cards have %(low)s to %(high)s card points, and not %(points)s."),
            cards=pile.buried,
            points=points,
            low=min(totals_of(pile.buried, pile.pack)),
            high=max(totals_of(pile.buried, pile.pack)),
        )
    return int(points)


def _check_last_tricks(shares: Shares, pile: Pile) -> None:
    last = shares.last_tricks
    if last is None:
        return
    won = [number for number in last if number]
    if max(last) != pile.trick_count or len(set(won)) != len(won):
        raise HandProblem(
            "bad_last_tricks",
            "last_trick_won",
            _("One player won trick %(count)s, and no two players won the same trick."),
            count=pile.trick_count,
        )
    for place, number in enumerate(last):
        fits = number > 0 if shares.has_trick(place) else True
        if shares.tricks is not None:
            fits = (number > 0) == shares.has_trick(place) and number >= shares.tricks[place]
        if not fits:
            raise HandProblem(
                "bad_last_tricks",
                "last_trick_won",
                _("The last trick won does not fit what was taken: %(side)s."),
                side=Side(shares.seats[place]),
            )


OUT_OF_REACH = _n(
    "%(side)s: %(low)s to %(high)s card points with one trick.",
    "%(side)s: %(low)s to %(high)s card points with %(tricks)s tricks.",
    "tricks",
)


def _check_shares(shares: Shares, pile: Pile, blind: str) -> None:
    """Refuse card points that cannot be with so many tricks, the blind in one pile at most."""
    places = range(len(shares.seats))
    bare = [_fits(shares, place, pile) for place in places]
    if blind == "none" or not pile.buried:
        fits = all(bare)
    else:
        # The blind went to somebody with a trick, or to who took the last one where it is known.
        takers = [place for place in places if shares.tricks is None or shares.tricks[place]]
        if blind == "last_trick" and shares.last_tricks is not None:
            takers = [shares.last_tricks.index(pile.trick_count)]
        fits = any(
            _fits(shares, taker, pile, pile.buried)
            and all(bare[place] for place in places if place != taker)
            for taker in takers
        )
    if fits:
        return
    place = bare.index(False) if False in bare else 0
    tricks = None if shares.tricks is None else shares.tricks[place]
    low, high = 0, ALL_POINTS
    text: Template = _("%(side)s cannot have %(points)s card points with these tricks.")
    if tricks is not None:
        cards = tricks * pile.trick_size
        extra = pile.buried if tricks and blind != "none" else 0
        low = min(totals_of(cards, pile.pack))
        high = max(totals_of(cards + extra, pile.pack))
    if not low <= shares.points[place] <= high:
        text = OUT_OF_REACH if tricks else _("%(side)s: no card points without a trick.")
    raise HandProblem(
        "infeasible_points",
        "card_points",
        text,
        side=Side(shares.seats[place]),
        points=shares.points[place],
        tricks=tricks,
        low=low,
        high=high,
    )


def _fits(shares: Shares, place: int, pile: Pile, extra: int = 0) -> bool:
    """Whether the player can have those card points with the tricks and `extra` cards."""
    counts = range(pile.trick_count + 1) if shares.tricks is None else (shares.tricks[place],)
    for count in counts:
        cards = count * pile.trick_size + extra
        if (count or not extra) and shares.points[place] in totals_of(cards, pile.pack):
            return True
    return False


def check_told(hand: Hand, shares: Shares) -> None:
    """Refuse a player who is said to have no trick, and by what was counted has one."""
    for seat in hand.get("no_trick", []):
        if shares.has_trick(shares.seats.index(seat)):
            raise contradiction("no_trick")


def contradiction(field: str) -> HandProblem:
    """The refusal of what was tapped, where it is not what was counted."""
    text = _("What is tapped here and the card points do not agree: leave one of them out.")
    return HandProblem("contradicts", field, text)


def require_tricks(shares: Shares, points: int) -> None:
    """Refuse a hand without tricks where a player's `points` leave it open who took how many."""
    if shares.tricks is None and points in shares.points:
        raise HandProblem(
            "missing",
            "tricks",
            _("Enter the tricks too: a player with %(points)s card points decides this hand."),
            points=points,
        )
