"""Stands in `tournaments.common.actions`."""

from tournaments.common.actions import ReasonForm as ReasonForm
