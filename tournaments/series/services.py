"""Series: made, changed, shown to everybody, and which events belong to them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from formats.series import SeriesSettings, final_label
from scoring.season_finals import Finalist
from scoring.series import Person
from tournaments.common.actions import ActionReused, Refused, compare_sent, keep_changes, run_action
from tournaments.common.history import kept_values
from tournaments.common.locks import lock_row
from tournaments.events.actions import perform
from tournaments.events.check_in.services import first_round_for, make_entry
from tournaments.events.draw.queries.finals import check_move
from tournaments.events.setup.services import keep_event, save_event
from tournaments.models import (
    Author,
    Club,
    Entry,
    Event,
    EventChange,
    Member,
    Player,
    Round,
    Series,
    SeriesChange,
    SeriesFinal,
    SeriesStage,
)
from tournaments.people.queries import people_in
from tournaments.series.queries.finals import (
    Due,
    brought_text,
    main_persons,
    season_finals_of,
    tickets_of,
)
from tournaments.series.queries.ranking import TITLE, kept_setting, names_of

# The only way in which directors change a series, as `deeds` is that of an event.


def perform_at_series(
    series: Series,
    by: Author,
    submission: UUID,
    write: Callable[[Series], SeriesChange | None],
    *,
    entries_follow: bool = False,
) -> None:
    """Do an action under the lock of the series and write down who did it.

    `write` gets the series, read anew. The same submission again changes nothing more; raises
    ActionReused where it was used at another series, SaidOtherwise where the form did something
    else. `entries_follow`: so do those of the finals, as long as they are made and not drawn.
    """

    def write_and_count(locked: Series) -> list[SeriesChange]:
        change = write(locked)
        if change is None:
            return []
        locked.version += 1
        locked.save(update_fields=["version"])
        return [change]

    run_action(
        SeriesChange, series, lock=lock_row, write=write_and_count, by=by, submission=submission
    )
    if entries_follow:
        fresh = Series.objects.select_related("final").get(pk=series.pk)
        if fresh.final is not None and not season_finals_of(fresh).is_drawn:
            _settle(fresh, by, submission)


# A series: made, its rules, shown to everybody.


TAKEN_BACK = {"given": "place_taken", "declined": "comes_after_all", "moved": "move_taken_back"}
"""By the field of a series what it is called when somebody is taken out of it."""


def create_series(
    *, club: Club, title: str, settings: SeriesSettings, preset: str, by: Author, submission: UUID
) -> Series:
    """Make a series; the same submission leads to the same series."""
    series = Series(
        club=club, title=title, preset=preset, settings=settings.to_json(), submission=submission
    )
    try:
        with transaction.atomic(durable=True):
            series.save()
            made_now = SeriesChange(kind="made", after=title)
            keep_changes([made_now], thing=series, by=by, submission=submission)
    except IntegrityError:
        compare_sent()
        made = Series.objects.filter(submission=submission, club=club).first()
        if made is None:
            raise ActionReused from None
        return made
    return series


def change_series(
    *,
    series: Series,
    title: str,
    settings: SeriesSettings,
    seen_version: int,
    by: Author,
    submission: UUID,
) -> None:
    """Change the title and the rules; what differs is written down.

    Refused where somebody else has changed the rules since the form was made.
    """

    def write(locked: Series) -> SeriesChange | None:
        if locked.changes.filter(kind="rules", series_version__gt=seen_version).exists():
            raise Refused(_("Somebody has changed the rules meanwhile. Look at them once more."))
        before, after = _differences(locked, title, settings)
        if not before:
            return None
        was, is_now = (
            (one.cuts_season, one.cuts_season and (one.finals("").count, one.final_events))
            for one in (locked.format, settings)
        )
        if locked.final_id is not None and locked.format.has_final and was != is_now:
            text = _("The finals are made already: their number and their events stay as they are.")
            raise Refused(text, field="final_sizes")
        locked.title, locked.settings = title, settings.to_json()
        locked.save(update_fields=["title", "settings"])
        return SeriesChange(kind="rules", before=before, after=after)

    perform_at_series(series, by, submission, write)


def _differences(series: Series, title: str, settings: SeriesSettings) -> tuple[str, str]:
    """What differs, before and after, as the history keeps it; both empty where nothing does."""
    was, is_now = series.format.to_json(), settings.to_json()
    differs = [name for name in is_now if was[name] != is_now[name]]
    before, after = ([kept_setting(name, each[name]) for name in differs] for each in (was, is_now))
    if series.title != title:
        before.insert(0, kept_setting(TITLE, series.title))
        after.insert(0, kept_setting(TITLE, title))
    return kept_values(*before), kept_values(*after)


def publish_series(*, series: Series, by: Author, submission: UUID, is_public: bool = True) -> None:
    """Show the series to everybody, or to the directors alone again."""

    def write(locked: Series) -> SeriesChange | None:
        if (locked.published_at is not None) == is_public:
            return None
        locked.published_at = timezone.now() if is_public else None
        locked.save(update_fields=["published_at"])
        if is_public:
            return SeriesChange(kind="published", after=locked.title)
        return SeriesChange(kind="unpublished", before=locked.title)

    perform_at_series(series, by, submission, write)


# Its stages: added, taken out, and the next one made as the last one is set up.


MOST_STAGES = 100
LONGEST_TITLE = 80
A_WEEK = timedelta(days=7)
LAST_NUMBER = re.compile(r"(\d+)(?=\D*$)")


def add_stage(*, series: Series, event: Event, by: Author, submission: UUID) -> None:
    """Make an event of the same club the last stage."""
    perform_at_series(series, by, submission, lambda locked: append_stage(locked, event))


def append_stage(locked: Series, event: Event) -> SeriesChange | None:
    """The same inside a deed."""
    if event.club_id != locked.club_id:
        raise Refused(_("The event belongs to another club."), field="event")
    if locked.stages.filter(event=event).exists():
        return None
    is_lower = locked.lower_finals.filter(event=event).exists()
    if locked.final_id == event.pk or is_lower:
        raise Refused(_("The final is no stage."), field="event")
    if locked.stages.count() >= MOST_STAGES:
        text = _("A series has at most %(most)s stages.")
        raise Refused(text % {"most": MOST_STAGES}, field="event")
    last: int = locked.stages.aggregate(last=Max("number"))["last"] or 0
    SeriesStage.objects.create(series=locked, event=event, number=last + 1)
    return SeriesChange(kind="stage_added", after=event.title)


def remove_stage(*, series: Series, stage: int, reason: str, by: Author, submission: UUID) -> None:
    """Take a stage out of the series, with a reason; its event stays as it is."""

    def write(locked: Series) -> SeriesChange | None:
        found = locked.stages.filter(pk=stage).select_related("event").first()
        if found is None:
            return None
        if not reason:
            raise Refused(_("Say why this stage counts no more."), field="reason")
        found.delete()
        return SeriesChange(kind="stage_removed", before=found.event.title, reason=reason)

    perform_at_series(series, by, submission, write)


def next_stage(*, series: Series, seen_version: int, by: Author, submission: UUID) -> Event:
    """Make the next event as the last one is set up, without its people, and add it as a stage.

    Its title has the next number, its day is as far from the last one as that from the one before.
    Refused before there is a stage, and where another one was added after `seen_version`. The same
    submission leads to the same event.
    """

    def write(locked: Series) -> SeriesChange | None:
        if locked.changes.filter(kind="stage_added", series_version__gt=seen_version).exists():
            text = _("Somebody has added a stage meanwhile. Look at the list once more.")
            raise Refused(text)
        stages = [stage.event for stage in locked.stages.select_related("event")]
        if not stages:
            raise Refused(_("There is no stage yet whose settings could be taken over."))
        if Event.objects.filter(submission=submission).exists():
            raise ActionReused
        title = next_title(stages[-1].title)
        event = _like(stages[-1], title, submission, starts_at=_next_day(stages))
        keep_event(event, by)
        return append_stage(locked, event)

    perform_at_series(series, by, submission, write)
    return Event.objects.get(submission=submission, club=series.club_id)


def next_title(title: str) -> str:
    """The title of the stage after one of that title: its last number is one more.

    >>> next_title("Stage 9, Orissaare"), next_title("Thursday cup")
    ('Stage 10, Orissaare', 'Thursday cup 2')
    """
    counted, is_counted = LAST_NUMBER.subn(lambda found: str(int(found[0]) + 1), title)
    return counted[:LONGEST_TITLE] if is_counted else f"{title[: LONGEST_TITLE - 2]} 2"


def _next_day(stages: list[Event]) -> datetime | None:
    """As far from the last day as that is from the one before it, a week where there is none."""
    days = [event.starts_at for event in stages if event.starts_at is not None]
    if not days:
        return None
    between = days[-1] - days[-2] if len(days) > 1 and days[-1] > days[-2] else A_WEEK
    # The clock on the wall counts: an evening at seven is at seven after the change to winter time.
    wall = timezone.localtime(days[-1]).replace(tzinfo=None) + timedelta(days=between.days or 7)
    return timezone.make_aware(wall)


def _like(
    last: Event, title: str, submission: UUID, *, starts_at: datetime | None = None, finals: int = 0
) -> Event:
    """An event set up as that one is, with so many `finals` and nobody in it; it is not saved."""
    return Event(
        club=last.club,
        title=title,
        place=last.place,
        language=last.language,
        starts_at=starts_at,
        preset=last.preset,
        ruleset=last.ruleset,
        options=dict(last.options),
        settings=last.format.to_json(),
        submission=submission,
        finals=finals,
    )


# Its final: places given by hand, and the event made with everybody who is qualified.


def give_place(*, series: Series, player: int, reason: str, by: Author, submission: UUID) -> None:
    """Give somebody a place in the final by hand, with a reason."""

    def write(locked: Series) -> SeriesChange | None:
        found = people_in(locked.club_id).filter(pk=player).first()
        if found is None:
            raise Refused(_("The club does not know this player."), field="player")
        if [player] in locked.given:
            return None
        locked.given = [*locked.given, [player]]
        locked.save(update_fields=["given"])
        return SeriesChange(kind="place_given", after=found.name, reason=reason)

    perform_at_series(series, by, submission, write)


def _last_stage(
    series: Series, submission: UUID, persons: Sequence[Person], *, nobody: str, ranked: str
) -> Event:
    """The event as which the final, or the finals, for these persons are set up.

    Raises Refused where there is a final already, with `nobody` where nobody plays it, and with
    what is `ranked` where single people would be entered for an event of pairs or the other way
    round. Whatever was cut off in the middle is completed when it is pressed again.
    """
    last = series.stages.select_related("event").last()
    is_repeat = series.changes.filter(submission=submission).exists()
    if series.final is not None and series.final.entries.exists() and not is_repeat:
        raise Refused(_("There is a final already."))
    if last is None or not persons:
        raise Refused(nobody)
    size = 2 if last.event.format.is_pairs else 1
    if any(len(person) != size for person in persons):
        raise Refused(ranked)
    return last.event


def make_final(*, series: Series, title: str, by: Author, submission: UUID) -> Event:
    """Make the final as the last stage is set up, with all who are qualified; see `_last_stage`."""
    last = _last_stage(
        series,
        submission,
        tickets_of(series).persons,
        nobody=_("Nobody is qualified yet."),
        ranked=_(
            "The stages are played by pairs and their partners qualify one by one: make the final "
            "by hand and enter the pairs."
        ),
    )
    # Two directors who press at the same moment make the same event.
    event = series.final or save_event(_like(last, title, uuid5(series.submission, "final")), by)
    _name_finals(series, [event], by, submission)

    def write(locked: Event) -> EventChange | None:
        if locked.entries.exists():
            return None
        # In the order of the tickets as they are now.
        persons = tickets_of(Series.objects.get(pk=series.pk)).persons
        _enter(locked, [(person, None) for person in persons])
        return EventChange(kind="qualified", after=str(len(persons)))

    perform(event, by, uuid5(event.submission, "entries"), write, names_people=True)
    return event


# The finals of a season: made, brought up to date, and whoever cannot come makes room.


def make_season_finals(*, series: Series, title: str, by: Author, submission: UUID) -> Event:
    """Make the finals as the last stage is set up, with everybody who is in one entered.

    One event whose groups are drawn apart, or an event for each. Refused as `_last_stage` says,
    and where the points of the season cannot be carried there. Gives the event of the A final.
    """
    found = season_finals_of(series)
    last = _last_stage(
        series,
        submission,
        found.persons,
        nobody=_("Nobody has a place in the season yet."),
        ranked=_(
            "The stages are played by pairs and their partners are ranked one by one: make the "
            "final by hand and enter the pairs."
        ),
    )
    if found.settings.carried != "none":
        if last.format.yields == "average":
            text = _(
                "The finals rank by points per hand: the season’s points cannot be carried there."
            )
            raise Refused(text)
        if last.format.rolling:
            raise Refused(_("Here tables open one by one: nothing can be carried there."))
    has_one = found.settings.final_events == "one" or found.count == 1
    events = []
    for group in range(1 if has_one else found.count):
        name = final_label(group, found.count)
        own = title if has_one else f"{title[: LONGEST_TITLE - len(name) - 3]} – {name}"
        number = uuid5(series.submission, f"season final {group}")
        finals = found.count if has_one and found.count > 1 else 0
        events.append(save_event(_like(last, own, number, finals=finals), by))
    _name_finals(series, events, by, submission)
    _settle(Series.objects.select_related("final").get(pk=series.pk), by, submission)
    return events[0]


def bring_up_to_date(*, series: Series, by: Author, submission: UUID) -> bool:
    """Enter, move and take out whom the season says now; whether anything was to be done.

    Refused once a round of a final is drawn: then who is in stands.
    """
    found = season_finals_of(series)
    if found.due:
        _refuse_drawn(is_drawn=found.is_drawn)
    return _settle(series, by, submission)


def _refuse_drawn(*, is_drawn: bool) -> None:
    if is_drawn:
        raise Refused(_("A round of the finals is drawn: who is in them stands."))


def decline(*, series: Series, person: Person, reason: str, by: Author, submission: UUID) -> None:
    """Note that somebody cannot come to the finals: everybody below moves up by one.

    Where the finals are made and not drawn yet, their entries follow.
    """

    def write(locked: Series) -> SeriesChange | None:
        if list(person) in locked.declined:
            return None
        if not reason:
            raise Refused(_("Say why, for the others will ask."), field="reason")
        locked.declined = [*locked.declined, list(person)]
        locked.save(update_fields=["declined"])
        name = names_of([person])[person]
        return SeriesChange(kind="declined", after=name, reason=reason)

    perform_at_series(series, by, submission, write, entries_follow=True)


def move_by_hand(
    *, series: Series, who: Person, to: int, reason: str, by: Author, submission: UUID
) -> None:
    """Put somebody into another final than the place of the season does; nobody else moves.

    Where the finals are made and not drawn yet, the entries follow.
    """

    def write(locked: Series) -> SeriesChange | None:
        found = season_finals_of(locked)
        _refuse_drawn(is_drawn=found.is_drawn)
        moved = check_move(found.movable_one(who), to, dict(found.places), reason)
        locked.moved = [*_without(locked.moved, who), [list(who), to]]
        locked.save(update_fields=["moved"])
        after = kept_values(to, found.count, moved.name)
        return SeriesChange(kind="moved_in_finals", after=after, reason=reason)

    perform_at_series(series, by, submission, write, entries_follow=True)


def take_back(
    *, series: Series, decided: str, person: Person, by: Author, submission: UUID
) -> None:
    """Take back what was decided by hand about somebody and the finals.

    `decided` is one of `TAKEN_BACK`. Where the finals are made and not drawn yet, the entries
    follow.
    """

    def write(locked: Series) -> SeriesChange | None:
        if decided == "moved":
            _refuse_drawn(is_drawn=season_finals_of(locked).is_drawn)
        before = getattr(locked, decided)
        setattr(locked, decided, _without(before, person))
        if getattr(locked, decided) == before:
            return None
        locked.save(update_fields=[decided])
        return SeriesChange(kind=TAKEN_BACK[decided], before=names_of([person])[person])

    perform_at_series(series, by, submission, write, entries_follow=decided != "given")


def _without(listed: Sequence[Any], person: Person) -> list[Any]:
    """What is listed but for this person, under whatever record it is listed.

    Each is the keys of a person, or these and the final into which it was moved.
    """
    persons = main_persons([one[0] if isinstance(one[0], list) else one for one in listed])
    return [one for one, who in zip(listed, persons, strict=True) if who != person]


def _name_finals(series: Series, events: Sequence[Event], by: Author, submission: UUID) -> None:
    def write(locked: Series) -> SeriesChange | None:
        if locked.final_id is not None:
            if locked.final_id != events[0].pk:
                raise Refused(_("There is a final already."))
            return None
        locked.final = events[0]
        locked.save(update_fields=["final"])
        SeriesFinal.objects.bulk_create(
            SeriesFinal(series=locked, event=event, group=group)
            for group, event in enumerate(events)
            if group
        )
        titles = ", ".join(event.title for event in events)
        return SeriesChange(kind="final_made", after=titles)

    perform_at_series(series, by, submission, write)


def _settle(series: Series, by: Author, submission: UUID) -> bool:
    """Bring each event to what the season says, a deed for each."""
    events = {event.pk: event for event in season_finals_of(series).events.values()}
    changed = False
    for key, event in events.items():

        def write(locked: Event, key: int = key) -> EventChange | None:
            _refuse_drawn(is_drawn=locked.rounds.exclude(state=Round.CANCELLED).exists())
            found = season_finals_of(series)  # read again, under the lock
            due = [one for one in found.due if one.event.pk == key]
            if not due:
                return None
            for one in due:
                _apply(locked, one)
            return EventChange(kind="season_final", after="\n".join(one.kept for one in due))

        done = perform(event, by, uuid5(submission, f"entries of {key}"), write, names_people=True)
        changed = changed or done.change is not None
    return changed


def _apply(event: Event, due: Due) -> None:
    """Bring one entry to what it is to be; inside a deed."""
    entry = due.entry
    if due.kind == "out" or due.finalist is None:
        assert entry is not None
        entry.status, entry.last_round, entry.final, entry.brought = Entry.LEFT, 0, None, ""
        entry.save(update_fields=["status", "last_round", "final", "brought"])
        return
    if entry is None:
        _enter(event, [(due.person, due.finalist)])
        return
    if due.kind == "in" and entry.status == Entry.LEFT:
        entry.status = Entry.REGISTERED if entry.number is None else Entry.HERE
        entry.last_round, entry.first_round = None, first_round_for(event, entry)
    _note(entry, due.finalist)
    entry.save()


def _enter(event: Event, whom: Sequence[tuple[Person, Finalist | None]]) -> None:
    """Register people in this order, in the final that they are in, if they are in one."""
    known = Player.objects.in_bulk({player for person, _finalist in whom for player in person})
    entries, members = [], []
    for person, finalist in whom:
        players = [known[player] for player in person]
        entry = make_entry(event, players)
        if finalist is not None:
            _note(entry, finalist)
        entries.append(entry)
        members += [
            Member(entry=entry, player=player, place=place) for place, player in enumerate(players)
        ]
    Entry.objects.bulk_create(entries)
    Member.objects.bulk_create(members)


def _note(entry: Entry, finalist: Finalist) -> None:
    entry.final, entry.season_place = finalist.group, finalist.place
    entry.brought = brought_text(finalist)
