"""Who plays with the declarer: the holder of the called ace, whoever sits opposite, or nobody."""

from scoring.bavarian.contracts import KREUZ, TWO_AGAINST_TWO
from scoring.errors import HandProblem
from scoring.ruleset import Deal, Hand
from scoring.words import Side, _


def partner_of(hand: Hand, deal: Deal) -> int | None:
    """The declarer's partner, None in a game of one against three; refuses who cannot be it.

    `hand` has a contract and a declarer. Über Kreuz the partner follows from the seats.
    """
    contract, declarer, partner = hand["contract"], hand["declarer"], hand.get("partner")
    if contract not in TWO_AGAINST_TWO:
        if partner is not None:
            raise HandProblem(
                "no_partner",
                "partner",
                _("Only in a Rufspiel is there a partner; this one is played alone."),
            )
        return None
    if partner is not None and partner == declarer:
        raise HandProblem(
            "partner_is_picker",
            "partner",
            _("The declarer cannot be the own partner: say who held the called ace."),
        )
    if contract == KREUZ:
        around = deal.bidding_order
        opposite = around[(around.index(declarer) + 2) % len(around)]
        if partner not in (None, opposite):
            raise HandProblem(
                "not_opposite",
                "partner",
                _("Über Kreuz the partner sits opposite: that is %(side)s."),
                side=Side(opposite),
            )
        return opposite
    if partner is None:
        raise HandProblem(
            "missing", "partner", _("A Rufspiel has a partner: say who held the called ace.")
        )
    return int(partner)


def roles_of(deal: Deal, declarer: int, partner: int | None) -> list[str]:
    """The role of every seat in a hand that somebody took on."""
    roles = ["defender" if seat in deal.active else "out" for seat in range(deal.seats)]
    roles[declarer] = "picker"
    if partner is not None:
        roles[partner] = "partner"
    return roles
