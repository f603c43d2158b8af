"""The next event of a series in one step: a further stage, or the final with who qualified."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.common.deeds import DeedReused, Refused
from tournaments.events.check_in.services.entries import Details, make_entry
from tournaments.events.deeds import do
from tournaments.events.setup.services import keep_event, save_event
from tournaments.formats.settings import EventSettings
from tournaments.models import By, Entry, Event, EventChange, Member, Player, Series, SeriesChange
from tournaments.series.queries.series_page import tickets_of
from tournaments.series.services.series import append_stage
from tournaments.series.services.series_deeds import do_at_series

LONGEST_TITLE = 80
A_WEEK = timedelta(days=7)
LAST_NUMBER = re.compile(r"(\d+)(?=\D*$)")


def next_stage(*, series: Series, seen_version: int, by: By, submission: UUID) -> Event:
    """Make the next event as the last one is set up, without its people, and add it as a stage.

    Its title has the next number, its day is as far from the last one as that from the one before.
    Refused before there is a stage, and where another one was added after `seen_version`. The same
    submission leads to the same event.
    """

    def write(locked: Series) -> SeriesChange | None:
        _refuse_other_stages(locked, seen_version)
        stages = [stage.event for stage in locked.stages.select_related("event")]
        if not stages:
            raise Refused(_("There is no stage yet whose settings could be taken over."))
        if Event.objects.filter(submission=submission).exists():
            raise DeedReused
        title = next_title(stages[-1].title)
        event = _like(stages[-1], title, submission, starts_at=_next_day(stages))
        keep_event(event, by)
        return append_stage(locked, event)

    do_at_series(series, by, submission, write)
    return Event.objects.get(submission=submission, club=series.club_id)


def _refuse_other_stages(series: Series, seen_version: int) -> None:
    if series.changes.filter(kind="stage_added", series_version__gt=seen_version).exists():
        raise Refused(_("Somebody has added a stage meanwhile. Look at the list once more."))


def make_final(*, series: Series, title: str, by: By, submission: UUID) -> Event:
    """Make the final as the last stage is set up, with everybody who is qualified entered.

    Refused where there is a final already, where nobody is qualified, and where pairs would be
    entered for an event of single players or the other way round. Whatever was cut off in the
    middle is completed when it is pressed again.
    """
    stages = [stage.event for stage in series.stages.select_related("event")]
    tickets = tickets_of(series).tickets
    made = series.final
    is_repeat = series.changes.filter(submission=submission).exists()
    if made is not None and made.entries.exists() and not is_repeat:
        raise Refused(_("There is a final already."))
    if not tickets or not stages:
        raise Refused(_("Nobody is qualified yet."))
    persons = [ticket.person for ticket in tickets]
    size = 2 if EventSettings.from_json(stages[-1].settings).is_pairs else 1
    if any(len(person) != size for person in persons):
        raise Refused(
            _("The stages are played by pairs and their partners qualify one by one: ")
            + _("make the final by hand and enter the pairs.")
        )
    # Two directors who press at the same moment make the same event.
    event = made or like_the_last(stages[-1], title, by, uuid5(series.submission, "final"))
    _name_final(series, event, by, submission)
    _enter_all(series, event, by, uuid5(event.submission, "entries"))
    return event


def next_title(title: str) -> str:
    """The title of the stage after one of that title: its last number is one more.

    >>> next_title("Stage 9, Orissaare"), next_title("Thursday cup")
    ('Stage 10, Orissaare', 'Thursday cup 2')
    """
    found = LAST_NUMBER.search(title)
    if found is None:
        return f"{title[: LONGEST_TITLE - 2]} 2"
    counted = f"{title[: found.start()]}{int(found[0]) + 1}{title[found.end() :]}"
    return counted[:LONGEST_TITLE]


def _next_day(stages: list[Event]) -> datetime | None:
    """As far from the last day as that is from the one before it, a week where there is none."""
    days = [event.starts_at for event in stages if event.starts_at is not None]
    if not days:
        return None
    between = days[-1] - days[-2] if len(days) > 1 and days[-1] > days[-2] else A_WEEK
    # The clock on the wall counts: an evening at seven is at seven after the change to winter time.
    wall = timezone.localtime(days[-1]).replace(tzinfo=None) + timedelta(days=between.days or 7)
    return timezone.make_aware(wall)


def like_the_last(last: Event, title: str, by: By, submission: UUID, *, finals: int = 0) -> Event:
    """Another event set up as that one is, without its people and its day.

    `finals`: with so many groups it begins that are drawn apart.
    """
    return save_event(_like(last, title, submission, finals=finals), by)


def _like(
    last: Event,
    title: str,
    submission: UUID,
    *,
    starts_at: datetime | None = None,
    finals: int = 0,
) -> Event:
    return Event(
        club=last.club,
        title=title,
        place=last.place,
        starts_at=starts_at,
        preset=last.preset,
        ruleset=last.ruleset,
        options=dict(last.options),
        settings=EventSettings.from_json(last.settings).to_json(),
        submission=submission,
        finals=finals,
    )


def _name_final(series: Series, event: Event, by: By, submission: UUID) -> None:
    def write(locked: Series) -> SeriesChange | None:
        if locked.final_id is not None:
            if locked.final_id != event.pk:
                raise Refused(_("There is a final already."))
            return None
        locked.final = event
        locked.save(update_fields=["final"])
        return SeriesChange(kind="final_made", after=event.title)

    do_at_series(series, by, submission, write)


def _enter_all(series: Series, event: Event, by: By, submission: UUID) -> None:
    """Register everybody in the order of the tickets as they are now, in one deed."""

    def write(locked: Event) -> EventChange | None:
        if locked.entries.exists():
            return None
        persons = [ticket.person for ticket in tickets_of(Series.objects.get(pk=series.pk)).tickets]
        known = Player.objects.in_bulk({player for person in persons for player in person})
        players = [[known[player] for player in person] for person in persons]
        entries = [
            make_entry(locked, each, Details(), is_paid=False, waits=False) for each in players
        ]
        Entry.objects.bulk_create(entries)
        Member.objects.bulk_create(
            Member(entry=entry, player=player, place=place)
            for entry, each in zip(entries, players, strict=True)
            for place, player in enumerate(each)
        )
        words = _("%(number)s who qualified in the series") % {"number": len(entries)}
        return EventChange(kind="imported", after=words)

    do(event, by, submission, write, names_people=True)
