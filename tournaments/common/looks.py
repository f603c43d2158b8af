"""Stands in `tournaments.common.names`."""

from tournaments.common.names import claims_office as claims_office
from tournaments.common.names import cleaned as cleaned
from tournaments.common.names import look_of as look_of
from tournaments.common.names import looks_taken as looks_taken
