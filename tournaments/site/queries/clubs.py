"""The events of a club, and those that everybody may see."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from scoring import RULESETS
from tournaments.formats.settings import EventSettings
from tournaments.models import Club, Entry, Event

TAKING_PART = Q(entries__is_house=False) & ~Q(
    entries__status__in=(Entry.WAITING, Entry.NO_SHOW, Entry.OUT)
)
ON_HOME = 6
FINISHED_SHOWN = 50


@dataclass(frozen=True)
class EventCard:
    """An event in a list: what it is, and how many take part."""

    event: Event
    entries: int

    @property
    def game(self) -> str:
        """The name of the game."""
        ruleset = RULESETS.get(self.event.ruleset)
        return ruleset.name if ruleset else self.event.ruleset

    @property
    def is_pairs(self) -> bool:
        """Whether pairs take part."""
        return EventSettings.from_json(self.event.settings).is_pairs

    @property
    def state(self) -> str:
        """`running`, `coming` or `finished`."""
        return {Event.RUNNING: "running", Event.FINAL: "finished"}.get(self.event.state, "coming")


@dataclass(frozen=True)
class ClubEvents:
    """The events of a club: what runs, what comes (the next one first), what is over."""

    running: list[EventCard]
    coming: list[EventCard]
    finished: list[EventCard]


def club_events(club: Club) -> ClubEvents:
    """All events of a club in one SQL query."""
    return _grouped(_cards(Event.objects.filter(club=club)))


def public_events(*, finished: int = FINISHED_SHOWN) -> ClubEvents:
    """The published events of public clubs, in one SQL query; of the finished the latest."""
    shown = Event.objects.filter(published_at__isnull=False, club__is_public=True)
    found = _grouped(_cards(shown.select_related("club")))
    return ClubEvents(found.running, found.coming, found.finished[:finished])


def events_for_home() -> list[EventCard]:
    """The few events of public clubs of today, and the next ones; in one SQL query."""
    since = timezone.now() - timedelta(hours=18)
    shown = Event.objects.filter(published_at__isnull=False, club__is_public=True)
    soon = shown.filter(Q(state=Event.RUNNING) | Q(starts_at__gte=since))
    found = _grouped(_cards(soon.select_related("club")))
    return [*found.running, *found.coming, *found.finished][:ON_HOME]


def _cards(events: QuerySet[Event]) -> list[EventCard]:
    counted = events.annotate(taking_part=Count("entries", filter=TAKING_PART))
    in_order = counted.order_by(F("starts_at").asc(nulls_last=True), "pk")
    return [EventCard(event, event.taking_part) for event in in_order]


def _grouped(cards: list[EventCard]) -> ClubEvents:
    by_state: dict[str, list[EventCard]] = {"running": [], "coming": [], "finished": []}
    for card in cards:
        by_state[card.state].append(card)
    by_state["finished"].sort(key=_when, reverse=True)
    return ClubEvents(**by_state)


def _when(card: EventCard) -> datetime:
    return card.event.starts_at or card.event.made_at
