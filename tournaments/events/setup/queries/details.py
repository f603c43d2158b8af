"""What directors have decided about an event, as one value, and in what two of them differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring import find_ruleset
from tournaments.formats.fitting import unfit
from tournaments.formats.prize_words import PRIZE_SETTINGS
from tournaments.formats.round_game_of import GameOf, game_at
from tournaments.formats.settings import EventSettings
from tournaments.formats.undecided import still_to_decide
from tournaments.formats.wording import label_of, option_in_words, said
from tournaments.models import Event

# What an event still needs before everybody may see it.


def missing_for_publication(event: Event) -> list[str]:
    """What is missing, in sentences; nothing if the event can be published."""
    found = []
    if event.starts_at is None:
        found.append(_("Say on which day and when it begins."))
    if not event.place:
        found.append(_("Say where it is."))
    settings = EventSettings.from_json(event.settings)
    for problem in unfit(settings, find_ruleset(event.ruleset), event.options):
        found.append(f"{label_of(problem.field)}: {problem.sentence}")
    to_decide = still_to_decide(event.ruleset, event.options)
    if to_decide:
        found.append(to_decide)
    return found


def public_rounds(event: Event) -> int:
    """How many rounds everybody has been told about."""
    return event.rounds.exclude(published_at=None).exclude(state="cancelled").count()


# What is played in a round of an event.


def game_of(event: Event, number: int) -> GameOf:
    """What is played in the round of that number."""
    settings = EventSettings.from_json(event.settings)
    return game_at(settings, event.ruleset, event.options, number)


ALWAYS_OPEN = frozenset(
    {
        "title",
        "place",
        "starts_at",
        "rounds",
        "draws",
        "capacity",
        "payout",
        "round_prize",
        "minutes",
        "shows",
        "needs_confirmation",
        "confirms_paper",
        "groups",
        *PRIZE_SETTINGS,
    }
)
"""What may still be changed after the first draw was accepted; the rest is the rule card."""


@dataclass(frozen=True, kw_only=True)
class EventDetails:
    """All that can be set about an event; `options` are the whole house rules."""

    title: str
    place: str
    starts_at: datetime | None
    ruleset: str
    options: Mapping[str, Any]
    settings: EventSettings


class Difference(NamedTuple):
    """One thing that differs: its name, what it is called, and both values in words."""

    name: str
    label: str
    before: str
    after: str


def details_of(event: Event) -> EventDetails:
    """What is set now."""
    return EventDetails(
        title=event.title,
        place=event.place,
        starts_at=event.starts_at,
        ruleset=event.ruleset,
        options=event.options,
        settings=EventSettings.from_json(event.settings),
    )


def differences(before: EventDetails, after: EventDetails) -> list[Difference]:
    """In what they differ, in the order of the form; house rules are named `option-…`."""
    found = [
        Difference("title", label_of("title"), before.title, after.title),
        Difference(
            "starts_at",
            label_of("starts_at"),
            when_in_words(before.starts_at),
            when_in_words(after.starts_at),
        ),
        Difference("place", label_of("place"), before.place, after.place),
        Difference(
            "ruleset",
            label_of("ruleset"),
            _(find_ruleset(before.ruleset).name),
            _(find_ruleset(after.ruleset).name),
        ),
    ]
    found += [
        Difference(
            field.name,
            label_of(field.name),
            said(field.name, before.settings),
            said(field.name, after.settings),
        )
        for field in fields(EventSettings)
        if getattr(before.settings, field.name) != getattr(after.settings, field.name)
    ]
    if before.ruleset == after.ruleset:
        found += _rule_differences(before, after)
    return [each for each in found if each.before != each.after]


def when_in_words(moment: datetime | None) -> str:
    """A day and a time as the place of the event writes it."""
    if moment is None:
        return _("not yet known")
    return date_format(timezone.localtime(moment), "D j M Y, H:i")


def _rule_differences(before: EventDetails, after: EventDetails) -> list[Difference]:
    return [
        Difference(
            f"option-{option.name}",
            _(option.label),
            option_in_words(option, before.options.get(option.name, option.default)),
            option_in_words(option, after.options.get(option.name, option.default)),
        )
        for option in find_ruleset(after.ruleset).options
    ]
