"""What is played in a round of an event."""

from __future__ import annotations

from tournaments.formats.round_game_of import GameOf, game_at
from tournaments.formats.settings import EventSettings
from tournaments.models import Event


def game_of(event: Event, number: int) -> GameOf:
    """What is played in the round of that number."""
    settings = EventSettings.from_json(event.settings)
    return game_at(settings, event.ruleset, event.options, number)
