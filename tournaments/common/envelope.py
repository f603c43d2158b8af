"""Stands in `tournaments.common.actions`."""

from tournaments.common.actions import LARGEST_VERSION as LARGEST_VERSION
from tournaments.common.actions import Envelope as Envelope
from tournaments.common.actions import new_envelope as new_envelope
from tournaments.common.actions import read_envelope as read_envelope
from tournaments.common.actions import read_place as read_place
