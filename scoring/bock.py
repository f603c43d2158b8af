"""Bock: after certain hands the next ones count twice; one mechanism for every game that has it.

A hand counts `factor` times for every Bock that runs when it begins. A scored hand takes one from
each of them, a hand that was thrown in takes none; then what the hand itself has started begins.
Sources: github uncaught/doko (triggers, and four ways for a second Bock: `stack`, `extend`,
`restart`, `ignore`); schwarzkohl.de, Doko rules of Hennef.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.errors import HandProblem
from scoring.options import ANY, Choice, Option, Options, where
from scoring.ruleset import Deal, Field, Reason
from scoring.words import Words, _

CALLED = Choice("called", _("When the table says so"))
MOST_FACTOR = 1024
"""Ten Bocks of two on one hand; more is somebody's mistake."""

STACK, EXTEND, RESTART, IGNORE = "stack", "extend", "restart", "ignore"


def bock_options(*triggers: Choice) -> tuple[Option, ...]:
    """The house rules of a game in which these hands start a Bock."""
    played = where("bock", ANY)
    return (
        Option(
            "bock",
            "set",
            _("What starts a Bock"),
            _("After such a hand the next ones count more."),
            [],
            (*triggers, CALLED),
            group="bock",
        ),
        Option(
            "bock_hands",
            "number",
            _("Hands of a Bock"),
            _("How many scored hands it lasts; empty: as many as sit at the table."),
            None,
            high=20,
            group="bock",
            needs=played,
            empty=_("as many as sit at the table"),
        ),
        Option(
            "bock_factor",
            "number",
            _("A Bock counts"),
            _("How many times a hand of a Bock counts; two at once multiply."),
            2,
            low=2,
            high=4,
            group="bock",
            needs=played,
        ),
        Option(
            "bock_stack",
            "choice",
            _("A second Bock"),
            _("What happens when one starts while another is running."),
            STACK,
            (
                Choice(STACK, _("Both run at once")),
                Choice(EXTEND, _("The hands are added")),
                Choice(RESTART, _("The count starts again")),
                Choice(IGNORE, _("Nothing")),
            ),
            group="bock",
            needs=played,
        ),
    )


BOCK_CALLED = Field(
    "bock_called",
    "flag",
    _("A Bock begins"),
    _("The table has called a Bock: it begins with the next hand."),
    needs=where("bock", CALLED.value),
    place="rare",
)


class Bock(NamedTuple):
    """How a table plays it: `hands` None stands for as many as sit there."""

    triggers: Sequence[str]
    hands: int | None
    factor: int
    stack: str

    @classmethod
    def of(cls, options: Options) -> "Bock":
        """As its house rules say."""
        return cls(
            options["bock"], options["bock_hands"], options["bock_factor"], options["bock_stack"]
        )

    def counts(self, deal: Deal, why: list[Reason]) -> int:
        """How many times this hand counts, for the Bocks that run when it begins."""
        running = deal.carried.bock
        if not running:
            return 1
        factor: int = self.factor ** len(running)
        left = " + ".join(str(hands - 1) for hands in running)
        text = _("Bock: %(factor)s times. Hands of it still to come: %(left)s.")
        why.append(Reason("bock", text, factor=factor, left=left))
        return factor

    def after(
        self, deal: Deal, started: Sequence[Choice], why: list[Reason], *, is_scored: bool
    ) -> tuple[int, ...]:
        """The hands left of each Bock when this one is over; `started`: what starts one in it."""
        before = deal.carried.bock
        running = tuple(hands - is_scored for hands in before if hands > is_scored)
        begun = [choice for choice in started if choice.value in self.triggers]
        if not begun or (self.stack == IGNORE and before):
            return running
        hands = self.hands or len(deal.circle) or deal.seats
        if self.stack == STACK:
            running += (hands,) * len(begun)
        elif self.stack == EXTEND:
            running = (sum(running) + hands,)
        else:
            running = (hands,)
        if self.factor ** len(running) > MOST_FACTOR:
            raise HandProblem(
                "too_many_bocks",
                "hands",
                _("More than %(most)s times a hand cannot count: too many Bocks run at once."),
                most=MOST_FACTOR,
            )
        text = _("A Bock begins (%(why)s). Hands to come: %(hands)s.")
        labels = Words(choice.label for choice in begun)
        why.append(Reason("bock_begins", text, why=labels, hands=" + ".join(map(str, running))))
        return running
