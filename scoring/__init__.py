"""What a hand is worth: the rules of the Schafkopf family, without a clock, chance or a web.

`replay` plays a table's hands through; `score_record` answers the scoring contract;
`RULESETS` holds every game by its key.
"""

from scoring.answer import describe, find_ruleset, score_record
from scoring.errors import HandProblem
from scoring.reading import resolve_options
from scoring.rulesets import RULESETS
from scoring.table import Replay, replay

__all__ = [
    "RULESETS",
    "HandProblem",
    "Replay",
    "describe",
    "find_ruleset",
    "replay",
    "resolve_options",
    "score_record",
]
