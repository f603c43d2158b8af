"""The clock of a round: started, paused, let go on, set to more or less, taken away."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.common.deeds import Refused
from tournaments.common.doers import doer_of
from tournaments.events.deeds import Done, do
from tournaments.events.desk.queries.clock import Clock, clock_of
from tournaments.models import By, Event, EventChange, Round

KEPT = ("started_at", "ends_at", "seconds_left")
TURNS = (
    "round_started",
    "clock_started",
    "clock_paused",
    "clock_resumed",
    "clock_shifted",
    "clock_stopped",
)
A_MINUTE = 60  # seconds

Turn = Callable[[Round, Clock, datetime], None]
"""Sets a clock, given what it shows at that moment."""


def start_clock(
    *, event: Event, number: int, minutes: int, by: By, submission: UUID, seen: str | None = None
) -> Done:
    """Let the clock of a round run from now on, for so many minutes, whatever it showed before.

    Refused where `seen` (`Clock.seen`) is given and the clock was set by somebody else since.
    """

    def turn(played: Round, clock: Clock, now: datetime) -> None:
        _refuse_unseen(played, clock, seen)
        run_clock(played, timedelta(minutes=minutes), now)

    return _turned(event, number, by, submission, "clock_started", turn)


def pause_clock(*, event: Event, number: int, by: By, submission: UUID) -> Done:
    """Hold the clock; it keeps what is left."""

    def turn(played: Round, clock: Clock, _now: datetime) -> None:
        if clock.is_running:
            played.ends_at, played.seconds_left = None, clock.seconds_left

    return _turned(event, number, by, submission, "clock_paused", turn)


def resume_clock(*, event: Event, number: int, by: By, submission: UUID) -> Done:
    """Let a clock that is held go on."""

    def turn(played: Round, clock: Clock, now: datetime) -> None:
        if clock.is_paused:
            run_clock(played, timedelta(seconds=clock.seconds_left or 0), now)

    return _turned(event, number, by, submission, "clock_resumed", turn)


def shift_clock(
    *, event: Event, number: int, minutes: int, by: By, submission: UUID, seen: str | None = None
) -> Done:
    """Give so many minutes more, or less; a clock that ran out goes on from now.

    Refused where `seen` (`Clock.seen`) is given and the clock was set by somebody else since:
    two directors who hear the same request give the minutes once.
    """

    def turn(played: Round, clock: Clock, now: datetime) -> None:
        _refuse_unseen(played, clock, seen)
        if clock.seconds_left is None:
            raise Refused(_("The clock is not set. Start it first."))
        change = timedelta(minutes=minutes)
        if clock.ends_at is not None:
            played.ends_at = max(max(clock.ends_at, now) + change, now)
        else:
            left = timedelta(seconds=clock.seconds_left) + change
            played.seconds_left = max(0, int(left.total_seconds()))

    return _turned(event, number, by, submission, "clock_shifted", turn)


def stop_clock(*, event: Event, number: int, by: By, submission: UUID) -> Done:
    """Take the clock of a round away; the round goes on without."""

    def turn(played: Round, _clock: Clock, _now: datetime) -> None:
        played.ends_at = played.seconds_left = None

    return _turned(event, number, by, submission, "clock_stopped", turn)


def run_clock(played: Round, left: timedelta, now: datetime) -> None:
    """Let the clock of a round run for that long, and the round have begun; without saving it."""
    played.ends_at, played.seconds_left = now + left, None
    played.started_at = played.started_at or now


def _turned(event: Event, number: int, by: By, submission: UUID, kind: str, turn: Turn) -> Done:
    """Turn the clock of a round, and write down what it showed before and after."""

    def write(locked: Event) -> EventChange | None:
        played = _round(locked, number)
        now = timezone.now()
        before = clock_of(played, now)
        turn(played, before, now)
        after = clock_of(played, now)
        if after == before:
            return None
        played.save(update_fields=KEPT)
        return EventChange(
            kind=kind, round_number=number, before=before.reading, after=after.reading
        )

    return do(event, by, submission, write)


def _refuse_unseen(played: Round, clock: Clock, seen: str | None) -> None:
    """Refuse what was asked of another clock than the one that there is, and say what became."""
    if seen is None or seen == clock.seen or not clock.is_set:
        return
    turned = EventChange.objects.filter(event=played.event_id, round_number=played.number)
    last = turned.filter(kind__in=TURNS).order_by("-pk").first()
    minutes, seconds = divmod(abs(clock.seconds_since(seen) or 0), A_MINUTE)
    if last is None or last.kind != "clock_shifted" or seconds or not minutes:
        text = _(
            "The clock was set meanwhile (%(who)s). It shows %(now)s; nothing was changed now."
        )
    elif (clock.seconds_since(seen) or 0) > 0:
        text = _(
            "%(minutes)s minutes were just added (%(who)s). The clock shows %(now)s; nothing was "
            "added a second time."
        )
    else:
        text = _(
            "%(minutes)s minutes were just taken off (%(who)s). The clock shows %(now)s; nothing "
            "was taken off a second time."
        )
    who = doer_of(last).plain if last else _("somebody else")
    raise Refused(text % {"who": who, "now": clock.reading, "minutes": minutes})


def _round(locked: Event, number: int) -> Round:
    played = locked.rounds.filter(number=number).exclude(state=Round.CANCELLED).first()
    if played is None or played.state == Round.PROPOSED:
        raise Refused(_("Round %(number)s is not drawn yet.") % {"number": number})
    if played.state == Round.CLOSED:
        raise Refused(_("Round %(number)s is closed.") % {"number": number})
    if played.published_at is None:
        raise Refused(_("Publish the round first, so that everybody knows where to sit."))
    return played
