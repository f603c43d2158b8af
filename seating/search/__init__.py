"""Search for a seating: everybody starts somewhere, and entries change places while it helps."""

from seating.search.budget import Budget
from seating.search.find import improve
from seating.search.puzzle import Puzzle, pose
from seating.search.start import fair_start
from seating.search.state import State

__all__ = ["Budget", "Puzzle", "State", "fair_start", "improve", "pose"]
