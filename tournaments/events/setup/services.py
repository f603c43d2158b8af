"""Setting an event up, and changing what is still open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from formats.checks import unfit
from formats.event import EventSettings
from scoring import HandProblem, find_ruleset, resolve_options
from tournaments.common.actions import ActionReused, Refused, compare_sent
from tournaments.events.actions import Done, keep_beside, keep_change, perform
from tournaments.events.setup.queries import (
    Difference,
    differences,
    kept_setting,
    missing_for_publication,
    public_rounds,
)
from tournaments.models import Author, Event, EventChange, Round
from tournaments.rules.queries import played_rules


def save_event(event: Event, by: Author) -> Event:
    """Keep an event that is new; the one that was kept under its submission before, if there is."""
    try:
        with transaction.atomic(durable=True):
            keep_event(event, by)
    except IntegrityError:
        compare_sent()
        made = Event.objects.filter(submission=event.submission, club=event.club_id).first()
        if made is None:
            raise ActionReused from None
        return made
    return event


def keep_event(event: Event, by: Author) -> None:
    """The same inside a transaction; nothing is kept under its submission yet."""
    event.save()
    keep_change(event, EventChange(kind="made", after=event.title), by, event.submission)


class Incomplete(Refused):
    """An event that cannot be published yet, with everything that is missing."""

    def __init__(self, missing: list[str]) -> None:
        super().__init__(_("It cannot be published yet: something is missing."))
        self.missing = missing


def publish_event(*, event: Event, by: Author, submission: UUID) -> Done:
    """Show an event to everybody; raises Incomplete where something is missing."""

    def write(locked: Event) -> EventChange | None:
        if locked.published_at is not None:
            return None
        missing = missing_for_publication(locked)
        if missing:
            raise Incomplete(missing)
        locked.published_at = timezone.now()
        locked.save(update_fields=["published_at"])
        return EventChange(kind="published", after=locked.title)

    return perform(event, by, submission, write)


def unpublish_event(*, event: Event, by: Author, submission: UUID) -> Done:
    """Show an event to its directors alone again; refused once players look up their seats."""

    def write(locked: Event) -> EventChange | None:
        if locked.published_at is None:
            return None
        if public_rounds(locked):
            raise Refused(_("Players look up their seats here: it stays public."))
        locked.published_at = None
        locked.save(update_fields=["published_at"])
        return EventChange(kind="unpublished", before=locked.title)

    return perform(event, by, submission, write)


CHANGED = "settings"
SET = ("title", "place", "starts_at", "language", "ruleset", "settings")
"""What a director sets about an event beside its house rules."""
LONGEST = 300


class SettingsMoved(Exception):
    """Somebody else has changed the settings since the form was made."""

    def __init__(self, changes: Sequence[EventChange]) -> None:
        super().__init__()
        self.changes = changes


def set_up_event(*, event: Event, by: Author, submission: UUID) -> Event:
    """Make an event as it was typed; the same submission leads to the same event.

    Raises Refused for what does not fit together, and ActionReused for a submission that was used
    for something else.
    """
    event.options = _checked_options(event)
    _name_rules(event)
    event.submission = submission
    return save_event(event, by)


def change_settings(
    *, event: Event, wanted: Event, seen_version: int, by: Author, submission: UUID
) -> Done:
    """Change what is set about an event to what is `wanted`; the differences are written down.

    Raises Refused for what is frozen since the first draw or does not fit, and SettingsMoved if
    the settings are not those of `seen_version` any more.
    """

    def write(locked: Event) -> EventChange | None:
        moved = locked.changes.filter(kind=CHANGED, event_version__gt=seen_version)
        if moved.exists():
            raise SettingsMoved(list(moved))
        found = differences(locked, wanted)
        if not found:
            return None
        fixed = [each for each in found if not each.stays_open]
        if locked.frozen_at is not None and fixed:
            text = _("This is fixed since the first draw: %(what)s.")
            what = ", ".join(each.label for each in fixed)
            raise Refused(text % {"what": what}, field=fixed[0].name)
        _refuse_fewer_rounds(locked, wanted.format)
        first, *more = _changes(locked, wanted, found)
        locked.options = _checked_options(wanted)
        for name in SET:
            setattr(locked, name, getattr(wanted, name))
        if locked.frozen_at is None:
            _name_rules(locked)
        locked.save(update_fields=["options", "rules_name", "rules_version", *SET])
        for change in more:
            keep_beside(locked, change, by)
        return first

    return perform(event, by, submission, write)


def _checked_options(wanted: Event) -> dict[str, Any]:
    """The whole house rules; raises Refused where anything that is set does not fit together."""
    ruleset = find_ruleset(wanted.ruleset)
    for problem in unfit(wanted.format, ruleset, wanted.options):
        raise Refused(problem.sentence, field=problem.field)
    try:
        return resolve_options(ruleset, dict(wanted.options))
    except HandProblem as problem:
        raise Refused(str(problem.text)) from problem


def _name_rules(event: Event) -> None:
    """Note what the club calls the house rules that are played, if it has a name for them."""
    played = played_rules(event.club_id, find_ruleset(event.ruleset), event.options)
    event.rules_name, event.rules_version = played


def _refuse_fewer_rounds(locked: Event, settings: EventSettings) -> None:
    rounds = locked.rounds.exclude(state=Round.CANCELLED)
    drawn: int = rounds.aggregate(last=Max("number"))["last"] or 0
    if settings.rounds < drawn and not settings.rolling:
        text = _("Round %(number)s has been drawn already.")
        raise Refused(text % {"number": drawn}, field="rounds")


def _changes(was: Event, wanted: Event, found: Sequence[Difference]) -> list[EventChange]:
    """What differs as lines of the history, as few as can hold it."""
    rows: list[tuple[str, str]] = []
    for each in found:
        before, after = kept_setting(was, each.name), kept_setting(wanted, each.name)
        if rows:
            joined = f"{rows[-1][0]}\n{before}", f"{rows[-1][1]}\n{after}"
            if max(map(len, joined)) <= LONGEST:
                rows[-1] = joined
                continue
        rows.append((before, after))
    return [EventChange(kind=CHANGED, before=before, after=after) for before, after in rows]
