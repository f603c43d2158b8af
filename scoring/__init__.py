"""What a hand is worth: the rules of the Schafkopf family, without a clock, chance or a web.

`replay` plays a table's hands through, `play` so that one more can follow; `read_record` reads a
whole record, `score_record` answers it; `around` says who plays when somebody deals; `RULESETS`
holds every game by its key.
"""

from scoring.answer import Record, describe, find_ruleset, read_record, score_record
from scoring.circle import MOST_COLUMNS, Around, around, dealer_after_change
from scoring.errors import HandProblem
from scoring.labels import side_names
from scoring.reading_options import resolve_options
from scoring.rulesets import RULESETS
from scoring.table import Played, Replay, play, replay

__all__ = [
    "MOST_COLUMNS",
    "RULESETS",
    "Around",
    "HandProblem",
    "Played",
    "Record",
    "Replay",
    "around",
    "dealer_after_change",
    "describe",
    "find_ruleset",
    "play",
    "read_record",
    "replay",
    "resolve_options",
    "score_record",
    "side_names",
]
