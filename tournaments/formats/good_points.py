"""Where nobody writes a minus: what a point of the game is worth on the sheet of the event."""

from __future__ import annotations

from scoring.ruleset import Ruleset
from tournaments.formats.settings import EventSettings


def worth_of_a_point(settings: EventSettings, ruleset: Ruleset) -> int:
    """By what the points of a hand are multiplied.

    A game that counts in ones is worth the step of the event; one that counts in fives or tens by
    itself is written as it is. Where minus is written too nothing is multiplied.

    >>> from scoring import RULESETS
    >>> fives = EventSettings(only_good=True, good_step=5)
    >>> worth_of_a_point(fives, RULESETS["sheepshead4-coins"])
    5
    >>> worth_of_a_point(fives, RULESETS["schafkopf-oberwallenstadt"])
    1
    """
    if not settings.only_good or ruleset.step > 1:
        return 1
    return settings.good_step
