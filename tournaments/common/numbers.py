"""Stands in `tournaments.common.requests`."""

from tournaments.common.requests import LONGEST as LONGEST
from tournaments.common.requests import PLACE as PLACE
from tournaments.common.requests import read_key as read_key
