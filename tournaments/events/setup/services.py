"""Setting an event up, and changing what is still open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import HandProblem, find_ruleset, resolve_options
from tournaments.common.actions import ActionReused, Refused, compare_sent
from tournaments.events.actions import Done, keep_change, perform
from tournaments.events.setup.queries import (
    Difference,
    EventDetails,
    details_of,
    differences,
    missing_for_publication,
    public_rounds,
)
from tournaments.models import Author, Club, Event, EventChange, Round
from tournaments.settings.checks import unfit
from tournaments.settings.event import EventSettings

# Making events.


def create_event(
    *,
    club: Club,
    title: str,
    ruleset: str,
    settings: EventSettings,
    by: Author,
    submission: UUID,
    options: dict[str, Any] | None = None,
    preset: str = "",
    place: str = "",
    starts_at: datetime | None = None,
    finals: int = 0,
) -> Event:
    """Make an event; the same submission leads to the same event.

    `options`: only what differs from the ruleset's defaults; `finals`: as `Event` has it. Raises
    HandProblem for options that the ruleset does not know, and ActionReused for a submission
    that was used for something else.
    """
    event = Event(
        club=club,
        title=title,
        place=place,
        starts_at=starts_at,
        preset=preset,
        ruleset=ruleset,
        options=resolve_options(find_ruleset(ruleset), options or {}),
        settings=settings.to_json(),
        submission=submission,
        finals=finals,
    )
    return save_event(event, by)


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


# Showing an event to everybody, and taking it back while nobody needs it yet.


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


# Setting an event up, and changing what is set about it.

CHANGED = "settings"
LONGEST = 300
LONGEST_PART = 140


class SettingsMoved(Exception):
    """Somebody else has changed the settings since the form was made."""

    def __init__(self, changes: Sequence[EventChange]) -> None:
        super().__init__()
        self.changes = changes


def set_up_event(
    *, club: Club, details: EventDetails, preset: str, by: Author, submission: UUID
) -> Event:
    """Make an event with these settings; raises Refused for what does not fit together."""
    _check(details)
    return create_event(
        club=club,
        title=details.title,
        place=details.place,
        starts_at=details.starts_at,
        ruleset=details.ruleset,
        options=dict(details.options),
        settings=details.settings,
        preset=preset,
        by=by,
        submission=submission,
    )


def change_settings(
    *, event: Event, details: EventDetails, seen_version: int, by: Author, submission: UUID
) -> Done:
    """Change what is set about an event; what it differs in is written down in words.

    Raises Refused for what is frozen since the first draw or does not fit, and SettingsMoved if
    the settings are not those of `seen_version` any more.
    """

    def write(locked: Event) -> EventChange | None:
        moved = locked.changes.filter(kind=CHANGED, event_version__gt=seen_version)
        if moved.exists():
            raise SettingsMoved(list(moved))
        found = differences(details_of(locked), details)
        if not found:
            return None
        if locked.frozen_at is not None:
            _refuse_frozen(found)
        _refuse_fewer_rounds(locked, details)
        _check(details)
        _save(locked, details)
        first, *more = _changes(found)
        for change in more:
            keep_beside(locked, change, by)
        return first

    return perform(event, by, submission, write)


def _check(details: EventDetails) -> None:
    ruleset = find_ruleset(details.ruleset)
    for problem in unfit(details.settings, ruleset, details.options):
        raise Refused(problem.sentence, field=problem.field)
    _options(details)


def _options(details: EventDetails) -> dict[str, Any]:
    try:
        return resolve_options(find_ruleset(details.ruleset), dict(details.options))
    except HandProblem as problem:
        raise Refused(str(problem.text)) from problem


def _refuse_frozen(found: Sequence[Difference]) -> None:
    fixed = [each for each in found if not each.stays_open]
    if fixed:
        text = _("This is fixed since the first draw: %(what)s.")
        what = ", ".join(each.label for each in fixed)
        raise Refused(text % {"what": what}, field=fixed[0].name)


def _refuse_fewer_rounds(locked: Event, details: EventDetails) -> None:
    rounds = locked.rounds.exclude(state=Round.CANCELLED)
    drawn: int = rounds.aggregate(last=Max("number"))["last"] or 0
    if details.settings.rounds < drawn and not details.settings.rolling:
        text = _("Round %(number)s has been drawn already.")
        raise Refused(text % {"number": drawn}, field="rounds")


def _save(locked: Event, details: EventDetails) -> None:
    locked.title, locked.place = details.title, details.place
    locked.starts_at = details.starts_at
    locked.ruleset, locked.options = details.ruleset, _options(details)
    locked.settings = details.settings.to_json()
    locked.save(update_fields=["title", "place", "starts_at", "ruleset", "options", "settings"])


def _changes(found: Sequence[Difference]) -> list[EventChange]:
    """What differs as lines of the history, as few as can hold it."""
    rows: list[tuple[str, str]] = []
    for before, after in _parts(found):
        if rows and _fits(rows[-1], before, after):
            rows[-1] = (f"{rows[-1][0]}; {before}", f"{rows[-1][1]}; {after}")
        else:
            rows.append((before, after))
    return [
        EventChange(kind=CHANGED, before=before[:LONGEST], after=after[:LONGEST])
        for before, after in rows
    ]


def _fits(row: tuple[str, str], before: str, after: str) -> bool:
    return max(len(row[0]) + len(before), len(row[1]) + len(after)) + 2 <= LONGEST


def _parts(found: Sequence[Difference]) -> Iterator[tuple[str, str]]:
    for each in found:
        yield f"{each.label}: {_short(each.before)}", f"{each.label}: {_short(each.after)}"


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_PART else f"{text[: LONGEST_PART - 1]}…"


def keep_beside(locked: Event, change: EventChange, by: Author) -> None:
    """A further line of the same deed, which gets the version that the deed will have."""
    change.complete(locked, by, uuid4())
    change.event_version += 1
    change.save()
