"""What is done at the desk: announcements, the checklist, small remedies, the clock of a round."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.common.actions import Refused
from tournaments.common.history import SWAPPED, Doer, doer_of, kept_reason
from tournaments.common.names import look_of
from tournaments.events.actions import Done, perform
from tournaments.events.desk.queries.checklist import DONE, OPEN, PHASES, ticks_of
from tournaments.events.desk.queries.concerns import concerns_of
from tournaments.events.desk.queries.desk import Clock, announcements_of, clock_of, desk_of
from tournaments.events.results.services.totals import key_totals, newest
from tournaments.models import Announcement, Author, Entry, Event, EventChange, EventTable, Round

# The same written down at two desks within a minute: whoever comes second is asked first.

MOMENT = timedelta(minutes=1)


def is_of_now(made_at: datetime) -> bool:
    """Whether something was written down so lately that the same again may be a mistake."""
    return timezone.now() - made_at < MOMENT


def ask_again(doer: Doer, made_at: datetime) -> Refused:
    """The question for whoever writes down what was written down a moment ago."""
    seconds = max(1, int((timezone.now() - made_at).total_seconds()))
    text = ngettext(
        "The same was written down %(seconds)s second ago (%(who)s). Write it again?",
        "The same was written down %(seconds)s seconds ago (%(who)s). Write it again?",
        seconds,
    )
    return Refused(text % {"seconds": seconds, "who": doer.plain}, field="is_sure")


# Announcements: a sentence on every screen of the event until it is taken down.

MOST_AT_ONCE = 5


def announce(
    *, event: Event, text: str, by: Author, submission: UUID, is_sure: bool = False
) -> Done:
    """Show a sentence on every screen; refused while too many are up to be read.

    Refused where it has been up for less than a minute, unless somebody `is_sure`: two directors
    may hear that the soup is ready.
    """

    def write(locked: Event) -> EventChange:
        up = [each for each in announcements_of(locked) if each.announcement.ended_at is None]
        for shown, doer in () if is_sure else up:
            if is_of_now(shown.made_at) and look_of(shown.text) == look_of(text):
                raise ask_again(doer, shown.made_at)
        if len(up) >= MOST_AT_ONCE:
            words = _("Nobody reads more than %(most)s announcements. Take one down first.")
            raise Refused(words % {"most": MOST_AT_ONCE}, field="text")
        Announcement.objects.create(event=locked, text=text)
        return EventChange(kind="announced", after=text)

    return perform(event, by, submission, write, even_if_final=True)


def end_announcement(*, event: Event, announcement: int, by: Author, submission: UUID) -> Done:
    """Take an announcement down; one that is down stays down."""

    def write(locked: Event) -> EventChange | None:
        shown = locked.announcements.filter(pk=announcement, ended_at=None).first()
        if shown is None:
            return None
        shown.ended_at = timezone.now()
        shown.save(update_fields=["ended_at"])
        return EventChange(kind="announcement_ended", before=shown.text)

    return perform(event, by, submission, write, even_if_final=True)


# Ticking what only people can know; every director of the event sees it.


def tick_item(*, event: Event, key: str, is_done: bool, by: Author, submission: UUID) -> Done:
    """Tick a line of the checklist, or take the tick away; possible when all is over as well."""

    def write(locked: Event) -> EventChange | None:
        desk = desk_of(locked)
        items = (item for phase in PHASES for item in concerns_of(desk, phase))
        by_hand = {item.key for item in items if item.ticked_by is not None}
        if key not in by_hand:
            raise Refused(_("This line is not on the list any more."))
        if (key in ticks_of(locked)) == is_done:
            return None
        return EventChange(kind=DONE if is_done else OPEN, before=key, after=key)

    return perform(event, by, submission, write, even_if_final=True)


# Small remedies for what goes wrong on a day, each in one deed.

MOST_NAMED = 280
ROWS = ("points", "solos", "games", "lost")


def all_absent(*, event: Event, by: Author, submission: UUID) -> Done:
    """Note of everybody who registered and is not here that they did not come.

    Whoever comes after all arrives at the door as before.
    """

    def write(locked: Event) -> EventChange | None:
        absent = locked.entries.filter(status=Entry.REGISTERED, is_house=False).order_by("pk")
        names = list(absent.values_list("name", flat=True))
        if not names:
            return None
        absent.update(status=Entry.NO_SHOW)
        after = Truncator(f"{len(names)}: {', '.join(names)}").chars(MOST_NAMED)
        return EventChange(kind="all_absent", after=after)

    return perform(event, by, submission, write)


def swap_rows(
    *,
    event: Event,
    place: EventTable,
    one: int,
    other: int,
    seen_number: int,
    reason: str,
    by: Author,
    submission: UUID,
) -> Done:
    """Give two sides of a keyed sheet each other's totals: they stood at the wrong names.

    Raises Refused, or TotalsMoved if the table was keyed anew meanwhile.
    """
    latest = newest(place)
    if latest is None or latest.is_withdrawn:
        raise Refused(_("There are no totals from paper."))
    sides = len(latest.record["points"])
    if one == other or not {one, other} <= set(range(sides)):
        raise Refused(_("Name two different people."))
    record = dict(latest.record)
    for name in ROWS:
        if record.get(name):
            row = list(record[name])
            row[one], row[other] = row[other], row[one]
            record[name] = row
    return key_totals(
        event=event,
        place=place,
        record=record,
        seen_number=seen_number,
        by=by,
        submission=submission,
        reason=kept_reason(reason) if reason else SWAPPED,
        is_sure=True,
    )


# The clock of a round: started, paused, let go on, set to more or less, taken away.

KEPT = ("started_at", "ends_at", "seconds_left")
TURNS = {
    "start": "clock_started",
    "pause": "clock_paused",
    "resume": "clock_resumed",
    "shift": "clock_shifted",
    "stop": "clock_stopped",
}
"""What may be done to a clock, with the kinds of these deeds."""


def turn_clock(
    *,
    event: Event,
    number: int,
    turn: str,
    by: Author,
    submission: UUID,
    minutes: int = 0,
    seen: str | None = None,
) -> Done:
    """Do one of the `TURNS` to the clock of a round.

    `start` lets it run from now on for so many minutes, whatever it showed before; `pause` holds
    it, and it keeps what is left; `resume` lets one that is held go on. `shift` gives so many
    minutes more, or less; a clock that ran out goes on from now. `stop` takes it away, and the
    round goes on without.

    Where minutes are given it is refused if `seen` (`Clock.seen`) is given and the clock was set by
    somebody else since: two directors who hear the same request give the minutes once.
    """

    def write(locked: Event) -> EventChange | None:
        played = _round(locked, number)
        now = timezone.now()
        clock = clock_of(played, now)
        if turn in ("start", "shift"):
            _refuse_unseen(played, clock, seen)
        if turn == "start":
            run_clock(played, timedelta(minutes=minutes), now)
        elif turn == "shift":
            _shift(played, clock, timedelta(minutes=minutes), now)
        elif turn == "stop":
            played.ends_at = played.seconds_left = None
        elif turn == "pause" and clock.is_running:
            played.ends_at, played.seconds_left = None, clock.seconds_left
        elif turn == "resume" and clock.is_paused:
            run_clock(played, timedelta(seconds=clock.seconds_left or 0), now)
        after = clock_of(played, now)
        if after == clock:
            return None
        played.save(update_fields=KEPT)
        return EventChange(
            kind=TURNS[turn], round_number=number, before=clock.reading, after=after.reading
        )

    return perform(event, by, submission, write)


def _shift(played: Round, clock: Clock, change: timedelta, now: datetime) -> None:
    if clock.seconds_left is None:
        raise Refused(_("The clock is not set. Start it first."))
    if clock.ends_at is not None:
        played.ends_at = max(max(clock.ends_at, now) + change, now)
    else:
        played.seconds_left = max(0, clock.seconds_left + int(change.total_seconds()))


def run_clock(played: Round, left: timedelta, now: datetime) -> None:
    """Let the clock of a round run for that long, and the round have begun; without saving it."""
    played.ends_at, played.seconds_left = now + left, None
    played.started_at = played.started_at or now


def _refuse_unseen(played: Round, clock: Clock, seen: str | None) -> None:
    """Refuse what was asked of another clock than the one that there is, and say what became."""
    if seen is None or seen == clock.seen or not clock.is_set:
        return
    turned = EventChange.objects.filter(event=played.event_id, round_number=played.number)
    last = turned.filter(kind__in=("round_started", *TURNS.values())).order_by("-pk").first()
    minutes, seconds = divmod(abs(clock.seconds_since(seen) or 0), 60)
    if last is None or last.kind != "clock_shifted" or seconds or not minutes:
        text = _(
            "The clock was set meanwhile (%(who)s). It shows %(now)s; nothing was changed now."
        )
    elif (clock.seconds_since(seen) or 0) > 0:
        text = ngettext(
            "%(minutes)s minute was just added (%(who)s). The clock shows %(now)s; nothing was "
            "added a second time.",
            "%(minutes)s minutes were just added (%(who)s). The clock shows %(now)s; nothing was "
            "added a second time.",
            minutes,
        )
    else:
        text = ngettext(
            "%(minutes)s minute was just taken off (%(who)s). The clock shows %(now)s; nothing "
            "was taken off a second time.",
            "%(minutes)s minutes were just taken off (%(who)s). The clock shows %(now)s; nothing "
            "was taken off a second time.",
            minutes,
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
