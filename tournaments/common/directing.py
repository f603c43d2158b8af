"""Stands in `tournaments.common.access`."""

from tournaments.common.access import clubs_of as clubs_of
from tournaments.common.access import directed_by as directed_by
from tournaments.common.access import names_of_directors as names_of_directors
