"""Stands in `tournaments.common.actions`."""

from tournaments.common.actions import note_deed as note_deed
