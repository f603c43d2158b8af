"""Stands in `tournaments.common.actions`."""

from tournaments.common.actions import REASON as REASON
from tournaments.common.actions import typed_reason as typed_reason
