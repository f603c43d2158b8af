"""Stands in `tournaments.common.requests`."""

from tournaments.common.requests import outside_address as outside_address
