"""What is in a file, before it is brought in."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring import find_ruleset
from tournaments.archive.bringing import same_event
from tournaments.archive.people import Match, matches
from tournaments.archive.reading import Archive
from tournaments.models import Club, Event, Round


@dataclass(frozen=True)
class Preview:
    """An event as its file has it; `here` is the same event where it is in this installation."""

    archive: Archive
    here: Event | None
    matches: list[Match]
    others: Collection[int] = ()

    @property
    def title(self) -> str:
        """What the event is called."""
        title: str = self.archive.event("title")
        return title

    @property
    def place(self) -> str:
        """Where it is held."""
        return str(self._said("place") or "")

    @property
    def starts_at(self) -> datetime | None:
        """When it begins."""
        found: Any = self._said("starts_at")
        return found if isinstance(found, datetime) else None

    @property
    def is_published(self) -> bool:
        """Whether everybody sees it as soon as it is here."""
        return self._said("published_at") is not None

    @property
    def state(self) -> str:
        """Set up, running, or final."""
        return str(self._said("state") or Event.SETUP)

    @property
    def game(self) -> str:
        """The name of the game."""
        return find_ruleset(self.archive.event("ruleset")).name

    @property
    def program(self) -> str:
        """The version of the program that wrote the file."""
        return self.archive.program

    @property
    def people(self) -> int:
        """How many persons took part."""
        return self.archive.count("Player")

    @property
    def new_people(self) -> int:
        """How many of them the club does not know."""
        return self.people - len(self.matches)

    @property
    def sure(self) -> list[Match]:
        """Those who bear the name of somebody from the same place."""
        return [match for match in self.matches if match.has_same_home]

    @property
    def doubtful(self) -> list[Match]:
        """Those who bear the name of somebody from another place, or from nobody knows where."""
        return [match for match in self.matches if not match.has_same_home]

    @property
    def entries(self) -> int:
        """How many entries there are."""
        return self.archive.count("Entry")

    @property
    def rounds(self) -> int:
        """How many rounds there are that were not called off."""
        rows = self.archive.rows["Round"]
        if not rows.rows:
            return 0
        return sum(state != Round.CANCELLED for state in rows.column("state"))

    @property
    def hands(self) -> int:
        """How many lines stand on its sheets."""
        return self.archive.count("Hand")

    @property
    def deeds(self) -> int:
        """How many lines its history has."""
        return self.archive.count("EventChange")

    def _said(self, name: str) -> object:
        has = any(field.name == name for field in self.archive.rows["Event"].fields)
        return self.archive.event(name) if has else None


def preview_of(archive: Archive, club: Club, others: Collection[int] = ()) -> Preview:
    """What would be brought into that club; two SQL queries."""
    return Preview(archive, same_event(archive), matches(archive, club), others)
