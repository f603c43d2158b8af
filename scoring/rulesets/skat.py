"""Skat, counted as at tournaments: only the soloist's game is written down, won or lost.

Sources: preisskat.org (values, what each level adds, an announcement that is missed);
isar-interaktiv.com (the levels); Penguin Book of Card Games, Skat (tops, announcements);
pokerwiner.com, Skat (an overbid game, all pass); de.wiki.li, Skatabrechnung (Seeger and, extended,
Seeger–Fabian).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring import house_rules
from scoring.errors import HandProblem
from scoring.neighbours.skat_fields import FIELDS
from scoring.neighbours.skat_game import PILE, played
from scoring.options import Choice, Options
from scoring.outcome import refuse_fields
from scoring.ruleset import Deal, Figure, Hand, HandScore, Reason, Ruleset, Source, Verdict
from scoring.words import Sentence, _, signed

PREISSKAT = Source("preisskat.org", _("Values, announced levels, counting at tournaments"))
LEVELS = Source("isar-interaktiv.com, Skat reizen", _("The levels of a game from the hand"))
PENGUIN = Source("Penguin Book of Card Games, Skat", _("Tops, and what may be announced"))
POKERWINER = Source("pokerwiner.com, Skat", _("An overbid game, and all pass"))
SEEGER = Source("de.wiki.li, Skatabrechnung", _("Seeger, and extended by Fabian"))

WON_OR_LOST = 50
SHARES = {3: 40, 4: 30}
"""What each of the others at a table of so many gets for a lost game, the idle dealer too."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Skat(Ruleset):
    """The soloist gets the value of his game, or loses twice of it."""

    blind: int = PILE.buried

    def sitting_out_scores(self, options: Options) -> bool:
        """Whether the dealer of four shares in what a lost game gives the others."""
        return bool(options["counting"] == "seeger_fabian")

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Points of everybody, and why."""
        if "declarer" not in hand:
            raise HandProblem(
                "missing", "declarer", _("Say who the soloist was, or that everybody passed.")
            )
        declarer = hand["declarer"]
        if declarer is None:
            return _passed(hand, deal)
        if "contract" not in hand:
            raise HandProblem("missing", "contract", _("Say what was played."))
        game = played(hand)
        points = [0] * deal.seats
        points[declarer] = game.points
        reasons = [*game.reasons, *_counting(points, declarer, game.outcome.won, deal)]
        roles = ["defender" if seat in deal.active else "out" for seat in range(deal.seats)]
        roles[declarer] = "picker"
        verdict = Verdict(game.outcome.won, game.outcome.tier, hand["contract"])
        return HandScore(points, reasons, roles, verdict=verdict)


def _passed(hand: Hand, deal: Deal) -> HandScore:
    names = tuple(field.name for field in FIELDS if field.when == "played")
    text = _("Everybody passed, so nothing was played.")
    refuse_fields(hand, text, marks=names)
    text = _("Everybody passed: nobody scores, and the next one deals.")
    roles = ["player" if seat in deal.active else "out" for seat in range(deal.seats)]
    return HandScore([0] * deal.seats, [Reason("passed", Sentence(text))], roles)


def _counting(points: list[int], declarer: int, won: bool, deal: Deal) -> Iterator[Reason]:
    """Add what Seeger and Fabian give, and say so."""
    counting = deal.options["counting"]
    if counting == "plain":
        return
    more = WON_OR_LOST if won else -WON_OR_LOST
    points[declarer] += more
    text = _("For the won game: %(more)s.") if won else _("For the lost game: %(more)s.")
    yield Reason("seeger", Sentence(text, more=signed(more)))
    if won or counting == "seeger":
        return
    at_table = deal.circle or tuple(range(deal.seats))
    share = SHARES[len(at_table)]
    for seat in at_table:
        if seat != declarer:
            points[seat] += share
    text = _("Each of the others at the table of %(count)s gets %(share)s.")
    if len(at_table) > len(deal.active):
        text = _("Each of the others, the dealer too, gets %(share)s at a table of %(count)s.")
    yield Reason("fabian", Sentence(text, count=len(at_table), share=share))


RULESETS = (
    Skat(
        key="skat",
        name="Skat",
        family="Neighbours",
        summary=_("One soloist against two; the value of the game, lost twice; three or four."),
        seats=3,
        tables=(3, 4),
        scores="seats",
        is_zero_sum=False,
        options=(
            house_rules.choice_option(
                "counting",
                _("Counting"),
                _("What a won or lost game brings beside its value."),
                "plain",
                (
                    Choice("plain", _("The value alone")),
                    Choice("seeger", _("Seeger: 50 for a game won, 50 off for one lost")),
                    Choice(
                        "seeger_fabian",
                        _("Seeger–Fabian: and 40 or 30 to each of the others for a game lost"),
                    ),
                ),
            ),
        ),
        fields=FIELDS,
        sources=(PREISSKAT, LEVELS, PENGUIN, POKERWINER, SEEGER),
        figures=(
            Figure(
                _("Bases 9, 10, 11, 12 and 24; lost is minus double"), "sourced", "preisskat.org"
            ),
            Figure(_("Null 23, hand 35, ouvert 46, ouvert hand 59"), "sourced", "preisskat.org"),
            Figure(_("Tops: up to 11 in a suit, 4 in a grand"), "sourced", PENGUIN.title),
            Figure(
                _("One more each for hand, Schneider, Schwarz, both announced, ouvert"),
                "sourced",
                LEVELS.title,
            ),
            Figure(
                _("Schneider from 90 and up to 30, for either side"),
                "sourced",
                _("skatregeln.net, Gewinnstufen; a Preisskat of 2015 says 30 for both sides."),
            ),
            Figure(
                _("An announced level that is missed is lost and counts all the same"),
                "sourced",
                _("preisskat.org, Angesagte Gewinnstufe; the doubling is the rule of today."),
            ),
            Figure(
                _("Seeger 50 for won and lost; Fabian 40 at three, 30 at four, the dealer too"),
                "sourced",
                "preisskat.org; de.wiki.li, Skatabrechnung",
            ),
            Figure(
                _("An overbid game counts the next multiple of its base"),
                "sourced",
                POKERWINER.title,
            ),
            Figure(
                _("All pass: nobody scores, the deal moves on, and the hand counts as played"),
                "sourced",
                _("A Preisskat of 2015; pokerwiner.com has the same."),
            ),
            Figure(
                _("An overbid Null, Kontra, Ramsch and Bock rounds are not offered"),
                "sourced",
                _("No source that we have gives their figures for tournaments."),
            ),
        ),
    ),
)
