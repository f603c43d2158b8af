"""Hands dealt from a real pack and entered as they came out: all of them can have happened."""

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

from scoring.bavarian.contracts import PACKS
from scoring.circle import MOST_COLUMNS
from scoring.doublings import ALLOWED_MARKS, MARKS
from scoring.outcome import RESULTS
from scoring.picker import PickerGame
from scoring.ruleset import Ruleset
from tests.scoring.neighbour_hands import doppelkopf_hand, skat_hand
from tests.scoring.schafkopf_hands import schafkopf_hand
from tests.scoring.tariff_hands import tariff_hand
from tests.scoring.told import told, told_muck, told_of_pairs, who_ties

Hand = dict[str, Any]


COURTS_AND_TENS = (11, 10, 4, 3, 2)
SUITS = ("clubs", "spades", "hearts", "diamonds")


class Table:
    """A table at which hands are dealt one after another, each one entered as it came out.

    With `moves` people join, leave and change seats now and then, where the game lets them.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        chance: Random,
        options: dict[str, Any],
        players: int,
        way: "Way",
        *,
        moves: bool = False,
    ) -> None:
        self.ruleset, self.chance = ruleset, chance
        self.circle, self.known = list(range(players)), players
        self.moves = moves and ruleset.scores == "seats"
        self.way = way
        self.options = ruleset.defaults() | options
        self.fields = {field.name: field for field in ruleset.fields}
        self.dealer = 0
        self.dealers: list[int | None] = []
        self.is_void = False
        self.deals_again = False
        self.soloists: set[int] = set()
        """Who has played a mandatory solo."""
        self.kept: Hand | None = None
        """Makers and trumps of a tied hand that is replayed."""

        pack = PACKS.get(self.options.get("pack", ""))
        counts = [field.high for field in ruleset.fields if field.name.endswith("tricks")]
        self.trick_count = pack.tricks if pack else max(counts[:1], default=0)

    @property
    def active(self) -> list[int]:
        circle = self.circle
        out = self.ruleset.sitting_out(circle.index(self.dealer), len(circle))
        return sorted([seat for place, seat in enumerate(circle) if place not in out])

    @property
    def last_to_speak(self) -> int:
        """The dealer, or who of those that got cards sits closest to his right."""
        before, active = self.circle.index(self.dealer), self.active
        around = self.circle[before + 1 :] + self.circle[: before + 1]
        return [seat for seat in around if seat in active][-1]

    @property
    def blind(self) -> int:
        return getattr(self.ruleset, "blind", 0)

    def deal(self) -> tuple[list[int], int]:
        """Card points of every trick, in the order played, and of the buried cards."""
        size = self.ruleset.seats
        pack = [points for points in COURTS_AND_TENS for _suit in range(4)]
        pack += [0] * (self.trick_count * size + self.blind - len(pack))
        random = self.chance.random
        mood = random()
        if mood < 0.7:
            pack.sort(key=lambda _card: random())  # faster than to shuffle
        elif mood < 0.85:
            pack.reverse()
        buried, rest = pack[: self.blind], pack[self.blind :]
        cuts = range(0, len(rest) + 1, size)
        return [sum(rest[low:high]) for low, high in pairwise(cuts)], sum(buried)

    def side(self) -> tuple[int, int]:
        """Card points and tricks of one side; the buried cards are its own if the rules say so."""
        tricks, buried = self.deal()
        greed = self.chance.choice((0.0, 0.1, 0.4, 0.6, 0.9, 1.0))
        won = [points for points in tricks if self.chance.random() < greed]
        if self.options.get("bury_counts_for") == "opponents":
            buried = 0
        return sum(won) + buried, len(won)

    def entry(self) -> Hand:
        """The next entry of the record: a hand, or now and then something between two hands."""
        if self.moves and self.chance.random() < 0.2:
            self.dealers.append(None)
            return self.change_of_seats()
        if self.chance.random() < 0.05:
            sides = self.ruleset.sides(self.known)
            points = [self.chance.randint(-4, 4) for _side in range(sides)]
            self.dealers.append(None)
            return {"adjustment": points, "reason": "misplay"}
        given = self.chance.random() < 0.2
        if given:
            self.dealer = self.chance.choice(self.circle)
        self.is_void = self.deals_again = False
        hand = self.way(self)
        if given:
            hand["dealer"] = self.dealer
        self.dealers.append(self.dealer)
        if not self.is_void and not self.deals_again:
            self.dealer = self.left_of(self.dealer)
        return hand

    def left_of(self, seat: int) -> int:
        return self.circle[(self.circle.index(seat) + 1) % len(self.circle)]

    def change_of_seats(self) -> Hand:
        """Anybody who was here before and anybody new, on any chairs, but not all as they sat."""
        before = self.circle
        turns = [before[start:] + before[:start] for start in range(len(before))]
        new = before
        while new in turns:
            size = self.chance.choice(self.ruleset.tables)
            fewest = max(0, size - self.known)
            most = min(max(2, fewest), size, MOST_COLUMNS - self.known)
            joining = self.chance.randint(fewest, most)
            new = self.chance.sample(range(self.known), size - joining)
            new += range(self.known, self.known + joining)
            self.chance.shuffle(new)
        while not set(before).isdisjoint(new) and self.dealer not in new:
            self.dealer = self.left_of(self.dealer)
        self.dealer = self.dealer if self.dealer in new else new[0]
        self.circle, self.known = new, max(self.known, max(new) + 1)
        return {"seated": new}


def picker_hand(table: Table) -> Hand:
    chance = table.chance
    if chance.random() < 0.25 and table.options["all_pass"] != "forced_pick":
        return passed_hand(table)
    picker, partner = chance.sample(table.active, 2)
    points, tricks = table.side()
    hand: Hand = {"picker": picker, "picker_points": points}
    if "sixty" in table.options["next_doubled"] and chance.random() < 0.2:
        points, tricks = 60, table.trick_count // 2
        hand = {"picker": picker, **chance.choice(({"picker_points": 60}, {"tied": True}))}
    is_swept = tricks in (0, table.trick_count)
    if is_swept or chance.random() < 0.7:
        hand["picker_tricks"] = tricks if is_swept else chance.choice((tricks, None))
    has_partner = table.fields["partner"].asked and chance.random() < 0.7
    if "contract" in table.fields:
        solos = [choice.value for choice in table.fields["contract"].choices[1:]]
        hand["contract"] = "partner" if has_partner else chance.choice(solos)
    if has_partner:
        hand["partner"] = partner
    return hand | called_at(table, picker)


def called_at(table: Table, picker: int) -> Hand:
    """What is called in a hand, as far as the table plays it; nobody cracks the last to speak."""
    chance = table.chance
    called: Hand = {}
    allowed = MARKS[: ALLOWED_MARKS[table.options["cracking"]]]
    if picker == table.last_to_speak:
        allowed = ()
    for mark in allowed[: chance.randint(0, len(allowed))]:
        called[mark] = True
    if table.options["blitzing"]:
        called["blitzes"] = chance.randint(0, 4)
    for mark in ("blind_doubler", "blind_pick"):
        if table.options.get(mark) and chance.random() < 0.3:
            called[mark] = True
    for mark in ("called_all", "last_hand"):
        if chance.random() < 0.1:
            called[mark] = True
    return called


def passed_hand(table: Table) -> Hand:
    """Everybody passed: thrown in, or played by everybody for himself."""
    mode = table.options["all_pass"]
    if mode in ("doubler", "redeal", "pot"):
        table.is_void = True
        return {"picker": None}
    chance = table.chance
    if mode in ("schwanzer", "mauer"):
        return shown_hand(table, is_mauer=mode == "mauer")
    if mode == "mauer_check":
        return {"picker": None, "loser": chance.choice(table.active)}
    if mode == "leaster" and table.options.get("leaster_wins") == "jack_of_diamonds":
        return {"picker": None, "leaster_winner": chance.choice(table.active)}
    points, blind_points = table.deal()
    greed = [chance.choice((0.0, 1.0, 1.0, 5.0)) for _seat in table.active]
    greed[chance.randrange(len(greed))] += 0.1
    winners = chance.choices(range(len(greed)), greed, k=len(points))
    shares = [0] * len(greed)
    for winner, taken in zip(winners, points, strict=True):
        shares[winner] += taken
    hand: Hand = {
        "picker": None,
        "card_points": shares,
        "tricks": [winners.count(place) for place in range(len(greed))],
        "last_trick_won": [
            max((trick for trick, winner in enumerate(winners, 1) if winner == place), default=0)
            for place in range(len(greed))
        ],
    }
    blind = table.options.get("blind")
    if blind == "none":
        hand["blind_points"] = blind_points
    elif blind is not None:
        shares[winners[-1] if blind == "last_trick" else chance.choice(winners)] += blind_points
    if chance.random() < 0.1:
        hand["last_hand"] = True
    if mode == "leaster" and table.options.get("leaster_tie") == "named":
        tied = who_ties(hand, table.options, table.active)
        if len(tied) > 1 or chance.random() < 0.3:
            hand["leaster_winner"] = chance.choice(tied)
    if isinstance(table.ruleset, PickerGame) and chance.random() < 0.3:
        return told(hand, table.ruleset, table.options, table.active, table.last_to_speak)
    return hand


def shown_hand(table: Table, *, is_mauer: bool) -> Hand:
    """Everybody passed and shows what the hand is worth, or the table says whose is the most."""
    chance, cards = table.chance, table.trick_count
    pack = [3] * 4 + [2] * 3 + [-1 if is_mauer else 2] + [1] * 6 + [0] * 18
    chance.shuffle(pack)
    places = range(len(table.active))
    strength = [sum(pack[place * cards : place * cards + cards]) for place in places]
    most = [seat for seat, own in zip(table.active, strength, strict=True) if own == max(strength)]
    said: Hand = {"losers": most} if is_mauer else {"loser": chance.choice(most)}
    if chance.random() < 0.3:
        return {"picker": None, **said}
    if chance.random() < 0.5 and (is_mauer or len(most) == 1):
        said = {}
    return {"picker": None, "strength": strength, **said}


def makers_hand(table: Table) -> Hand:
    chance = table.chance
    makers = chance.choice((0, 1, 0, 1, None))
    trump = "diamonds" if makers is None else chance.choice(SUITS)
    points, tricks = table.side()
    if chance.random() < 0.1:
        points, tricks = 60, 4
    hand: Hand = {"card_points": [points, 120 - points]}
    is_swept = tricks in (0, table.trick_count)
    if is_swept or chance.random() < 0.5:
        hand["tricks"] = [tricks, table.trick_count - tricks]
    if table.kept is not None:
        hand |= chance.choice(({}, table.kept))
    else:
        hand |= {"makers": makers, "trump": trump}
        if table.options["blind_diamonds"] and makers is not None and trump == "diamonds":
            hand["blind_diamonds"] = chance.random() < 0.5
    if table.kept is not None:
        makers = table.kept["makers"]
    if chance.random() < 0.3:
        hand = told_of_pairs(hand, makers, table.options)
    replayed = points == 60 and table.options["tie"] == "replay"
    table.is_void = replayed
    table.kept = (table.kept or {"makers": makers, "trump": trump}) if replayed else None
    return hand


def muck_hand(table: Table) -> Hand:
    chance, options = table.chance, table.options
    if chance.random() < 0.1:
        table.is_void = True
        return {"makers": None}
    choices = table.fields["contract"].choices
    played = [choice.value for choice in choices if choice.is_played(options)]
    points, tricks = table.side()
    is_swept = tricks in (0, table.trick_count)
    hand: Hand = {
        "makers": chance.randrange(2),
        "contract": chance.choice(played),
        "makers_points": points,
        "makers_tricks": tricks if is_swept else chance.choice((tricks, None)),
    }
    if chance.random() < 0.3:
        hand["announced"] = chance.choice(("normal", "schneider", "schwarz"))
    if chance.random() < 0.3:
        hand["kontra"] = chance.randint(0, options["kontra_most"])
    return told_muck(hand, options, table.trick_count) if chance.random() < 0.3 else hand


def pair_hand(table: Table) -> Hand:
    points, tricks = table.side()
    return {"card_points": [points, 120 - points], "tricks": [tricks, table.trick_count - tricks]}


def bid_hand(table: Table) -> Hand:
    chance = table.chance
    if chance.random() < 0.1:
        table.is_void = True
        return {"bidders": None}
    points, tricks = table.side()
    less = 60 if table.options["bid_entry"] == "over_60" else 0
    return {
        "bidders": chance.randrange(2),
        "bid": chance.randint(61, 120) - less,
        "trump": chance.choice(SUITS),
        "bidder_points": points,
        "bidder_tricks": tricks,
    } | cracked(table)


def cracked(table: Table) -> Hand:
    """How far it was cracked, as far as the table plays it."""
    allowed = MARKS[: ALLOWED_MARKS[table.options["cracking"]]]
    if not allowed:
        return {}
    return dict.fromkeys(allowed[: table.chance.randint(0, len(allowed))], True)


def declared_hand(table: Table) -> Hand:
    chance = table.chance
    if table.options["all_pass"] != "forced" and chance.random() < 0.1:
        table.is_void = True
        return {"declarer": None}
    declarer = chance.choice(table.active)
    points, tricks = table.side()
    return {
        "declarer": declarer,
        "contract": chance.choice(table.fields["contract"].choices).value,
        "trump": chance.choice(SUITS),
        "declarer_points": points,
        "declarer_tricks": tricks,
        "doubled": declarer != table.dealer and chance.random() < 0.4,
    } | cracked(table)


def called_hand(table: Table) -> Hand:
    chance = table.chance
    if chance.random() < 0.1:
        table.is_void = True
        return {"declarer": None}
    declarer, partner = chance.sample(table.active, 2)
    contract = chance.choice(("call", "call", "side_solo", "best"))
    priced = [name for name, (won, _tier) in RESULTS.items() if won or contract != "best"]
    result = chance.choice(priced)
    hand: Hand = {"declarer": declarer, "contract": contract, "result": result}
    return hand | ({"partner": partner} if contract == "call" else {})


Way = Callable[[Table], Hand]

WAYS: tuple[tuple[set[str], Way], ...] = (
    ({"declarer", "tops", "announced", "declarer_tricks"}, skat_hand),
    ({"declarer", "partner", "taken", "re_said", "kontra_said"}, doppelkopf_hand),
    ({"picker", "picker_points", "picker_tricks"}, picker_hand),
    ({"makers", "trump", "card_points", "tricks"}, makers_hand),
    ({"makers", "contract", "makers_points", "makers_tricks"}, muck_hand),
    ({"bidders", "bid", "bidder_points", "bidder_tricks"}, bid_hand),
    ({"declarer", "trump", "declarer_points", "declarer_tricks", "doubled"}, declared_hand),
    ({"declarer", "contract", "runners", "knocks", "declarer_points"}, schafkopf_hand),
    ({"declarer", "partner", "contract", "announced", "result"}, tariff_hand),
    ({"declarer", "partner", "contract", "result"}, called_hand),
    ({"card_points", "tricks"}, pair_hand),
)
"""The fields by which a shape of game is known, and how its hands are dealt."""


def way_of(ruleset: Ruleset) -> Way | None:
    """How a hand of this ruleset is dealt and entered; None for a shape that is not known."""
    names = {field.name for field in ruleset.fields}
    return next((way for wanted, way in WAYS if wanted <= names), None)
