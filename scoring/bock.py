"""Bock: after certain hands the next ones count twice; one mechanism for every game that has it.

A hand counts `factor` times for every Bock that runs when it begins. A scored hand takes one from
each of them, a hand that was thrown in takes none; then what the hand itself has started begins,
or (at once) it has begun with that hand.
Sources: github uncaught/doko (triggers, and four ways for a second Bock: `stack`, `extend`,
`restart`, `ignore`); schwarzkohl.de, Doko rules of Hennef; skatspielen.info (with the hand itself).
"""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.errors import HandProblem
from scoring.house_rules import choice_option
from scoring.options import ANY, Choice, Option, Options, where
from scoring.ruleset import Deal, Field, Reason
from scoring.words import Words, _

CALLED = Choice("called", _("When the table says so"))
MOST_FACTOR = 1024
"""Ten Bocks of two on one hand; more is somebody's mistake."""

STACK, EXTEND, RESTART, IGNORE = "stack", "extend", "restart", "ignore"
BEGINS_NEXT, BEGINS_AT_ONCE = "next", "this"


def bock_options(*triggers: Choice, may_begin_at_once: bool = False) -> tuple[Option, ...]:
    """The house rules of a game in which these hands start a Bock.

    `may_begin_at_once`: a table can let the hand that starts it be the first of it.
    """
    played = where("bock", ANY)
    begins = choice_option(
        "bock_from",
        _("A Bock begins"),
        _("Whether the hand that starts it already counts by it."),
        BEGINS_NEXT,
        (
            Choice(BEGINS_NEXT, _("With the next hand")),
            Choice(BEGINS_AT_ONCE, _("With the hand that starts it")),
        ),
        group="bock",
        needs=played,
    )
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
        *((begins,) if may_begin_at_once else ()),
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
    """How a table plays it: `hands` None stands for as many as sit there.

    `at_once`: the hand that starts one is the first of it.
    """

    triggers: Sequence[str]
    hands: int | None
    factor: int
    stack: str
    at_once: bool = False

    @classmethod
    def of(cls, options: Options) -> "Bock":
        """As its house rules say."""
        return cls(
            options["bock"],
            options["bock_hands"],
            options["bock_factor"],
            options["bock_stack"],
            options.get("bock_from") == BEGINS_AT_ONCE,
        )

    def counts(self, deal: Deal, why: list[Reason], started: Sequence[Choice] = ()) -> int:
        """How many times this hand counts, for the Bocks that run when it begins.

        `started`: what starts one in it, which is asked for where that begins at once.
        """
        running = deal.carried.bock
        if self.at_once:
            running = self._joined(running, running, self._begun(started), deal)
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
        before, begun = deal.carried.bock, self._begun(started)
        if self.at_once:
            running = _used(self._joined(before, before, begun, deal), is_scored=is_scored)
        else:
            running = self._joined(before, _used(before, is_scored=is_scored), begun, deal)
        if begun and not (self.stack == IGNORE and before):
            text = _("A Bock begins (%(why)s). Hands to come: %(hands)s.")
            labels, hands = Words(choice.label for choice in begun), " + ".join(map(str, running))
            why.append(Reason("bock_begins", text, why=labels, hands=hands or "0"))
        return running

    def _begun(self, started: Sequence[Choice]) -> list[Choice]:
        return [choice for choice in started if choice.value in self.triggers]

    def _joined(
        self, before: tuple[int, ...], running: tuple[int, ...], begun: Sequence[Choice], deal: Deal
    ) -> tuple[int, ...]:
        """What runs with those that have begun; `before`: what ran when the hand began."""
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
        return running


def _used(running: tuple[int, ...], *, is_scored: bool) -> tuple[int, ...]:
    """What is left when a hand is over: a scored one takes one from each Bock."""
    if not (running and is_scored):
        return running
    return tuple(hands - 1 for hands in running if hands > 1)
