"""Series: made, changed, shown to everybody, and which events belong to them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.season_finals import Finalist
from scoring.series import Person
from tournaments.common.actions import (
    ActionResult,
    ActionReused,
    Refused,
    compare_sent,
    keep_changes,
    run_action,
)
from tournaments.common.locks import lock_series
from tournaments.events.actions import perform
from tournaments.events.check_in.services import Details, first_round_for, make_entry
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
from tournaments.people.queries import main_records, people_in
from tournaments.series.queries.finals import (
    Due,
    SeasonFinals,
    brought_text,
    season_finals_of,
    tickets_of,
)
from tournaments.series.queries.ranking import names_of
from tournaments.settings.series import SeriesSettings, final_label

# The only way in which directors change a series, as `deeds` is that of an event.


SeriesDone = ActionResult[SeriesChange]


def perform_at_series(
    series: Series, by: Author, submission: UUID, write: Callable[[Series], SeriesChange | None]
) -> SeriesDone:
    """Do an action under the lock of the series and write down who did it.

    `write` gets the series, read anew. The same submission again changes nothing more; raises
    ActionReused where it was used at another series, SaidOtherwise where the form did something
    else.
    """

    def write_and_count(locked: Series) -> list[SeriesChange]:
        change = write(locked)
        if change is None:
            return []
        locked.version += 1
        locked.save(update_fields=["version"])
        return [change]

    return run_action(
        SeriesChange, series, lock=lock_series, write=write_and_count, by=by, submission=submission
    )


# A series: made, its rules, shown to everybody.


LONGEST = 300
"""The longest words of a change."""


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
) -> SeriesDone:
    """Change the title and the rules; what differs is written down in words.

    Refused where somebody else has changed the rules since the form was made.
    """

    def write(locked: Series) -> SeriesChange | None:
        if locked.changes.filter(kind="rules", series_version__gt=seen_version).exists():
            raise Refused(_("Somebody has changed the rules meanwhile. Look at them once more."))
        before, after = _differences(locked, title, settings)
        if not before:
            return None
        _refuse_other_finals(locked, settings)
        locked.title, locked.settings = title, settings.to_json()
        locked.save(update_fields=["title", "settings"])
        return SeriesChange(kind="rules", before=before[:LONGEST], after=after[:LONGEST])

    return perform_at_series(series, by, submission, write)


def _refuse_other_finals(series: Series, settings: SeriesSettings) -> None:
    """Once finals are made they are as many as they are; raises Refused."""
    before = series.format
    if series.final_id is None or before.has_final is False:
        return
    was, is_now = (
        (one.cuts_season, one.cuts_season and (one.finals("").count, one.final_events))
        for one in (before, settings)
    )
    if was != is_now:
        text = _("The finals are made already: their number and their events stay as they are.")
        raise Refused(text, field="final_sizes")


def _differences(series: Series, title: str, settings: SeriesSettings) -> tuple[str, str]:
    """What differs, before and after, in words; both empty where nothing does."""
    now = series.format
    found = [(_("Title"), series.title, title)] if series.title != title else []
    found += [
        (settings.label_of(name), now.said(name), settings.said(name))
        for name in settings.to_json()
        if getattr(now, name) != getattr(settings, name)
    ]
    before = "; ".join(f"{label}: {was}" for label, was, _is in found)
    after = "; ".join(f"{label}: {is_now}" for label, _was, is_now in found)
    return before, after


def publish_series(*, series: Series, by: Author, submission: UUID) -> SeriesDone:
    """Show the series to everybody."""

    def write(locked: Series) -> SeriesChange | None:
        if locked.published_at is not None:
            return None
        locked.published_at = timezone.now()
        locked.save(update_fields=["published_at"])
        return SeriesChange(kind="published", after=locked.title)

    return perform_at_series(series, by, submission, write)


def unpublish_series(*, series: Series, by: Author, submission: UUID) -> SeriesDone:
    """Show it to the directors alone again."""

    def write(locked: Series) -> SeriesChange | None:
        if locked.published_at is None:
            return None
        locked.published_at = None
        locked.save(update_fields=["published_at"])
        return SeriesChange(kind="unpublished", before=locked.title)

    return perform_at_series(series, by, submission, write)


# Its stages: added, taken out, and the next one made as the last one is set up.


MOST_STAGES = 100
LONGEST_TITLE = 80
A_WEEK = timedelta(days=7)
LAST_NUMBER = re.compile(r"(\d+)(?=\D*$)")


def add_stage(*, series: Series, event: Event, by: Author, submission: UUID) -> SeriesDone:
    """Make an event of the same club the last stage."""

    return perform_at_series(series, by, submission, lambda locked: append_stage(locked, event))


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


def remove_stage(
    *, series: Series, stage: int, reason: str, by: Author, submission: UUID
) -> SeriesDone:
    """Take a stage out of the series, with a reason; its event stays as it is."""

    def write(locked: Series) -> SeriesChange | None:
        found = locked.stages.filter(pk=stage).select_related("event").first()
        if found is None:
            return None
        if not reason:
            raise Refused(_("Say why this stage counts no more."), field="reason")
        found.delete()
        return SeriesChange(kind="stage_removed", before=found.event.title, reason=reason)

    return perform_at_series(series, by, submission, write)


def next_stage(*, series: Series, seen_version: int, by: Author, submission: UUID) -> Event:
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
            raise ActionReused
        title = next_title(stages[-1].title)
        event = _like(stages[-1], title, submission, starts_at=_next_day(stages))
        keep_event(event, by)
        return append_stage(locked, event)

    perform_at_series(series, by, submission, write)
    return Event.objects.get(submission=submission, club=series.club_id)


def _refuse_other_stages(series: Series, seen_version: int) -> None:
    if series.changes.filter(kind="stage_added", series_version__gt=seen_version).exists():
        raise Refused(_("Somebody has added a stage meanwhile. Look at the list once more."))


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


def like_the_last(
    last: Event, title: str, by: Author, submission: UUID, *, finals: int = 0
) -> Event:
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
        settings=last.format.to_json(),
        submission=submission,
        finals=finals,
    )


# Its final: places given by hand, and the event made with everybody who is qualified.


def give_place(
    *, series: Series, player: int, reason: str, by: Author, submission: UUID
) -> SeriesDone:
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

    return perform_at_series(series, by, submission, write)


def take_place_back(*, series: Series, player: int, by: Author, submission: UUID) -> SeriesDone:
    """Take a place that was given by hand back."""

    def write(locked: Series) -> SeriesChange | None:
        left = _without(locked.given, (player,))
        if left == locked.given:
            return None
        locked.given = left
        locked.save(update_fields=["given"])
        return SeriesChange(kind="place_taken", before=names_of([(player,)])[(player,)])

    return perform_at_series(series, by, submission, write)


def _without(listed: Sequence[Sequence[int]], person: Person) -> list[Sequence[int]]:
    """Those who are listed but for this person, under whatever record it is listed."""
    kept = main_records(key for one in listed for key in one)
    return [one for one in listed if tuple(kept[key] for key in one) != person]


def make_final(*, series: Series, title: str, by: Author, submission: UUID) -> Event:
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
    why = _("The stages are played by pairs and their partners qualify one by one: ")
    _refuse_others(stages[-1], [ticket.person for ticket in tickets], why)
    # Two directors who press at the same moment make the same event.
    event = made or like_the_last(stages[-1], title, by, uuid5(series.submission, "final"))
    _name_finals(series, [event], by, submission)
    _enter_all(series, event, by, uuid5(event.submission, "entries"))
    return event


def _enter_all(series: Series, event: Event, by: Author, submission: UUID) -> None:
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

    perform(event, by, submission, write, names_people=True)


# The finals of a season: made, brought up to date, and whoever cannot come makes room.


def make_season_finals(*, series: Series, title: str, by: Author, submission: UUID) -> Event:
    """Make the finals as the last stage is set up, with everybody who is in one entered.

    One event whose groups are drawn apart, or an event for each. Refused where there are finals
    already, where nobody has a place, and where single people would be entered for an event of
    pairs or the other way round. Whatever was cut off in the middle is completed when it is
    pressed again. Gives the event of the A final.
    """
    stages = [stage.event for stage in series.stages.select_related("event")]
    found = season_finals_of(series)
    is_repeat = series.changes.filter(submission=submission).exists()
    if series.final is not None and series.final.entries.exists() and not is_repeat:
        raise Refused(_("There is a final already."))
    if not stages or not found.playing:
        raise Refused(_("Nobody has a place in the season yet."))
    why = _("The stages are played by pairs and their partners are ranked one by one: ")
    _refuse_others(stages[-1], [one.person for one in found.playing], why)
    _refuse_carrying(stages[-1], found)
    last = stages[-1]
    has_one = found.settings.final_events == "one" or found.count == 1
    events = [
        like_the_last(
            last,
            title if has_one else _title_of(title, group, found.count),
            by,
            uuid5(series.submission, f"season final {group}"),
            finals=found.count if has_one and found.count > 1 else 0,
        )
        for group in range(1 if has_one else found.count)
    ]
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


def decline(
    *, series: Series, person: Person, reason: str, by: Author, submission: UUID
) -> SeriesDone:
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

    done = perform_at_series(series, by, submission, write)
    _follow(series, by, submission)
    return done


def take_decline_back(
    *, series: Series, person: Person, by: Author, submission: UUID
) -> SeriesDone:
    """Note that somebody comes to the finals after all."""

    def write(locked: Series) -> SeriesChange | None:
        left = _without(locked.declined, person)
        if left == locked.declined:
            return None
        locked.declined = left
        locked.save(update_fields=["declined"])
        return SeriesChange(kind="comes_after_all", before=names_of([person])[person])

    done = perform_at_series(series, by, submission, write)
    _follow(series, by, submission)
    return done


def move_by_hand(
    *, series: Series, who: Person, to: int, reason: str, by: Author, submission: UUID
) -> SeriesDone:
    """Put somebody into another final than the place of the season does; nobody else moves.

    Where the finals are made and not drawn yet, the entries follow.
    """

    def write(locked: Series) -> SeriesChange | None:
        found = season_finals_of(locked)
        _refuse_drawn(is_drawn=found.is_drawn)
        moved = check_move(found.movable_one(who), to, dict(found.places), reason)
        locked.moved = [*_moved_without(locked, who), [list(who), to]]
        locked.save(update_fields=["moved"])
        after = f"{moved.name}: {final_label(to, found.count)}"
        return SeriesChange(kind="moved_in_finals", after=after, reason=reason)

    done = perform_at_series(series, by, submission, write)
    _follow(series, by, submission)
    return done


def take_move_back(*, series: Series, person: Person, by: Author, submission: UUID) -> SeriesDone:
    """Let the place of the season decide again in which final somebody is."""

    def write(locked: Series) -> SeriesChange | None:
        _refuse_drawn(is_drawn=season_finals_of(locked).is_drawn)
        left = _moved_without(locked, person)
        if left == locked.moved:
            return None
        locked.moved = left
        locked.save(update_fields=["moved"])
        return SeriesChange(kind="move_taken_back", before=names_of([person])[person])

    done = perform_at_series(series, by, submission, write)
    _follow(series, by, submission)
    return done


def _moved_without(series: Series, person: Person) -> list[list[object]]:
    """Who was moved by hand, but for this one, under whatever name it was."""
    kept = main_records(one for listed, _group in series.moved for one in listed)
    return [one for one in series.moved if tuple(kept[each] for each in one[0]) != person]


def _follow(series: Series, by: Author, submission: UUID) -> None:
    """Let the entries follow as long as nothing is drawn."""
    fresh = Series.objects.select_related("final").get(pk=series.pk)
    if fresh.final is not None and not season_finals_of(fresh).is_drawn:
        _settle(fresh, by, submission)


def _title_of(title: str, group: int, count: int) -> str:
    name = final_label(group, count)
    return f"{title[: LONGEST_TITLE - len(name) - 3]} – {name}"


def _refuse_others(last: Event, persons: Iterable[Person], why: str) -> None:
    """Refuse to enter single people for an event of pairs, or the other way round."""
    size = 2 if last.format.is_pairs else 1
    if any(len(person) != size for person in persons):
        raise Refused(why + _("make the final by hand and enter the pairs."))


def _refuse_carrying(last: Event, found: SeasonFinals) -> None:
    if found.settings.carried == "none":
        return
    settings = last.format
    if settings.yields == "average":
        text = _("The finals rank by points per hand: the season’s points cannot be carried there.")
        raise Refused(text)
    if settings.rolling:
        raise Refused(_("Here tables open one by one: nothing can be carried there."))


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
        return SeriesChange(kind="final_made", after=titles[:LONGEST])

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
            words = " ".join(one.sentence for one in due)
            return EventChange(kind="season_final", after=words[:LONGEST])

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
        _enter(event, due.finalist)
        return
    if due.kind == "in" and entry.status == Entry.LEFT:
        entry.status = Entry.REGISTERED if entry.number is None else Entry.HERE
        entry.last_round, entry.first_round = None, first_round_for(event, entry)
    _note(entry, due.finalist)
    entry.save()


def _enter(event: Event, finalist: Finalist) -> None:
    known = Player.objects.in_bulk(finalist.person)
    players = [known[player] for player in finalist.person]
    entry = make_entry(event, players, Details(), is_paid=False, waits=False)
    _note(entry, finalist)
    entry.save()
    Member.objects.bulk_create(
        Member(entry=entry, player=player, place=place) for place, player in enumerate(players)
    )


def _note(entry: Entry, finalist: Finalist) -> None:
    entry.final, entry.season_place = finalist.group, finalist.place
    entry.brought = brought_text(finalist)
