"""Stands in `tournaments.common.actions`."""

from tournaments.common.actions import DeedForm as DeedForm
from tournaments.common.actions import OnceForm as OnceForm
