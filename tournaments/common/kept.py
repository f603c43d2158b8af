"""Stands in `tournaments.common.cache`."""

from tournaments.common.cache import afresh as afresh
from tournaments.common.cache import is_kept as is_kept
from tournaments.common.cache import kept as kept
