"""Stands in `tournaments.common.actions`."""

from tournaments.common.actions import DeedReused as DeedReused
from tournaments.common.actions import Refused as Refused
