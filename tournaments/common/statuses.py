"""Stands in `tournaments.common.actions`."""

from tournaments.common.actions import CONFLICT as CONFLICT
from tournaments.common.actions import UNPROCESSABLE as UNPROCESSABLE
