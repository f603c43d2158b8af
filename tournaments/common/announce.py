"""Stands in `tournaments.common.locks`."""

from tournaments.common.locks import CHANNEL as CHANNEL
from tournaments.common.locks import announce as announce
from tournaments.common.locks import announce_event as announce_event
