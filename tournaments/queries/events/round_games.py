"""What is played in a round of an event, and at a table of it."""

from __future__ import annotations

from scoring import find_ruleset
from tournaments.formats.round_game_of import GameOf, game_at
from tournaments.formats.settings import EventSettings
from tournaments.models import Event, EventTable


def game_of(event: Event, number: int) -> GameOf:
    """What is played in the round of that number."""
    settings = EventSettings.from_json(event.settings)
    return game_at(settings, event.ruleset, event.options, number)


def game_at_table(place: EventTable) -> GameOf:
    """What is played at a table that was opened: its own game, whatever is set now."""
    settings = EventSettings.from_json(place.round.event.settings)
    return GameOf(find_ruleset(place.table.ruleset), place.table.options, settings)
