"""Stands in `tournaments.common.history`."""

from tournaments.common.history import NAMELESS as NAMELESS
from tournaments.common.history import Doer as Doer
from tournaments.common.history import doer_of as doer_of
from tournaments.common.history import named as named
