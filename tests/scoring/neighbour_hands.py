"""Hands of Skat and Doppelkopf, dealt and entered as they came out."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scoring.neighbours.doppelkopf_rules import most_extras
from scoring.neighbours.skat_rules import KONTRA_MOST, RAMSCH
from scoring.rulesets.doppelkopf import BANDS, DENIED
from scoring.rulesets.skat import NULL, most_tops

if TYPE_CHECKING:
    from tests.scoring.hands import Table

Hand = dict[str, Any]

DOUBLE_PACK = [points for points in (11, 10, 4, 3, 2, 0) for _card in range(8)]
TRICK = 4


def skat_hand(table: "Table") -> Hand:
    """A soloist with his game, or everybody passed."""
    chance = table.chance
    if chance.random() < 0.1 or (table.options["all_pass"] == RAMSCH and chance.random() < 0.3):
        is_played = table.options["all_pass"] == RAMSCH
        return {"declarer": None} | (ramsch(table) if is_played else {}) | bock(table)
    declarer = chance.choice(table.active)
    contract = chance.choice(table.fields["contract"].choices).value
    hand: Hand = {"declarer": declarer, "contract": contract, "hand": chance.random() < 0.4}
    if chance.random() < 0.5:
        most = KONTRA_MOST[table.options["kontra"]]
        hand |= {"kontra": chance.randint(0, most)} if most else {}
    hand |= bock(table)
    if contract == NULL:
        ouvert = {"announced": "ouvert"} if chance.random() < 0.3 else {}
        return hand | ouvert | {"result": chance.choice(("won", "lost"))}
    hand["tops"] = chance.randint(1, most_tops(contract))
    if hand["hand"]:
        hand["announced"] = chance.choice(("nothing", "nothing", "schneider", "schwarz", "ouvert"))
    if chance.random() < 0.2:
        hand["bid"] = chance.choice((18, 20, 23, 36, 59, 264))
    points, tricks = table.side()
    is_swept = tricks in (0, table.trick_count)
    if is_swept or chance.random() < 0.5:
        hand["declarer_tricks"] = tricks
    return hand | {"declarer_points": points}


def bock(table: "Table") -> Hand:
    """That the table calls a Bock, now and then where that starts one."""
    is_called = "called" in table.options["bock"] and table.chance.random() < 0.1
    return {"bock_called": True} if is_called else {}


def ramsch(table: "Table") -> Hand:
    """Everybody for himself; who took the last trick is named where several tie."""
    chance, options = table.chance, table.options
    tricks, skat = table.deal()
    greed = [chance.choice((0.0, 1.0, 1.0, 3.0)) for _seat in table.active]
    greed[chance.randrange(len(greed))] += 0.1
    winners = chance.choices(range(len(greed)), greed, k=len(tricks))
    shares = [0] * len(greed)
    for winner, points in zip(winners, tricks, strict=True):
        shares[winner] += points
    hand: Hand = {}
    if options["ramsch_skat"] == "last_trick":
        shares[winners[-1]] += skat
    else:
        hand["blind_points"] = skat
    hand |= {"card_points": shares, "tricks": [winners.count(place) for place in range(len(greed))]}
    if chance.random() < 0.3:
        hand["pushes"] = chance.randint(0, 3)
    tied = [seat for seat, own in zip(table.active, shares, strict=True) if own == max(shares)]
    is_one = options["ramsch_scoring"] != "lowest" and options["ramsch_tie"] == "named"
    is_marched = options["durchmarsch"] and table.trick_count in hand["tricks"]
    if is_one and len(tied) > 1 and not is_marched:
        hand["loser"] = chance.choice(tied)
    if chance.random() < 0.4:
        return told_at_skat(hand, options, table.active)
    return hand


def told_at_skat(hand: Hand, options: dict[str, Any], active: Sequence[int]) -> Hand:
    """The same Ramsch by who lost or won it, where no card points are written."""
    points = dict(zip(active, hand["card_points"], strict=True))
    if "tricks" not in hand:
        return hand  # it was told so already
    tricks = dict(zip(active, hand["tricks"], strict=True))
    rest = {name: hand[name] for name in ("pushes", "loser") if name in hand}
    if options["ramsch_scoring"] == "lowest":
        return rest | {"winners": [seat for seat in active if points[seat] == min(points.values())]}
    losers = [seat for seat in active if points[seat] == max(points.values())]
    is_one = "loser" in hand or len(losers) == 1
    if options["durchmarsch"] and 10 in tricks.values():
        return rest | {"sweeper": losers[0]}
    trickless = [seat for seat in active if not tricks[seat]]
    if options["ramsch_scoring"] == "points" and options["jungfrau"] and trickless:
        return {name: hand[name] for name in hand if name != "tricks"} | {"no_trick": trickless}
    if options["ramsch_scoring"] != "fixed" or not is_one:
        return hand
    return {"loser": losers[0]} | rest | ({"no_trick": trickless} if trickless else {})


def doppelkopf_hand(table: "Table") -> Hand:
    """Re and Kontra, or a soloist, with what they said and took."""
    chance, options = table.chance, table.options
    declarer, partner = chance.sample(table.active, 2)
    is_solo = chance.random() < 0.2
    hand: Hand = {"declarer": declarer, "partner": None if is_solo else partner}
    for name, first in (("re_said", "re"), ("kontra_said", "kontra")):
        if chance.random() < 0.5:
            hand[name] = chance.choice((first, *DENIED))
    if not is_solo and chance.random() < 0.5:
        most = most_extras(options["extras"])
        kontra = chance.choice((0, 0, min(4, most)))
        hand |= {"re_extras": chance.randint(0, min(3, most - kontra)), "kontra_extras": kontra}
    if "hearts_trick" in options["bock"] and chance.random() < 0.1:
        hand["hearts_trick"] = True
    hand |= bock(table)
    if is_solo and options["mandatory_solo"] and declarer not in table.soloists:
        table.soloists.add(declarer)
        table.deals_again = options["solo_redeal"]
    return hand | re_took(table)


def re_took(table: "Table") -> Hand:
    """What Re took out of the pack of the table, chosen or counted."""
    chance = table.chance
    if chance.random() < 0.3:
        return {"taken": chance.choice(BANDS).value}
    pack = DOUBLE_PACK
    if table.options["pack"] == "without_nines":
        pack = [card for card in pack if card]
    count = len(pack) // TRICK
    cards = chance.sample(pack, len(pack))
    tricks = chance.choice((0, 1, 4, 6, 8, count - 1, count))
    hand: Hand = {"declarer_points": sum(cards[: tricks * TRICK])}
    if tricks in (0, count) or chance.random() < 0.5:
        hand["declarer_tricks"] = tricks
    return hand
