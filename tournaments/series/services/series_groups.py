"""The finals of a season: made, brought up to date, and whoever cannot come makes room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from scoring.season_finals import Finalist
from scoring.series import Person
from tournaments.common.deeds import Refused
from tournaments.events.check_in.services.check_in import first_round_for
from tournaments.events.check_in.services.entries import Details, make_entry
from tournaments.events.deeds import do
from tournaments.formats.series_wording import group_name
from tournaments.formats.settings import EventSettings
from tournaments.models import (
    By,
    Entry,
    Event,
    EventChange,
    Member,
    Player,
    Round,
    Series,
    SeriesChange,
    SeriesFinal,
)
from tournaments.people.queries.naming import main_records
from tournaments.series.queries.series import names_of
from tournaments.series.queries.series_groups import (
    Due,
    SeasonFinals,
    brought_text,
    season_finals_of,
)
from tournaments.series.services.series_deeds import SeriesDone, do_at_series
from tournaments.series.services.series_events import like_the_last

LONGEST_TITLE = 80
LONGEST_WORDS = 300


def make_season_finals(*, series: Series, title: str, by: By, submission: UUID) -> Event:
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
    _refuse_others(stages[-1], [one.person for one in found.playing])
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


def bring_up_to_date(*, series: Series, by: By, submission: UUID) -> bool:
    """Enter, move and take out whom the season says now; whether anything was to be done.

    Refused once a round of a final is drawn: then who is in stands.
    """
    found = season_finals_of(series)
    if found.due and found.is_drawn:
        raise Refused(_("A round of the finals is drawn: who is in them stands."))
    return _settle(series, by, submission)


def decline(*, series: Series, person: Person, reason: str, by: By, submission: UUID) -> SeriesDone:
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

    done = do_at_series(series, by, submission, write)
    _follow(series, by, submission)
    return done


def take_decline_back(*, series: Series, person: Person, by: By, submission: UUID) -> SeriesDone:
    """Note that somebody comes to the finals after all."""

    def write(locked: Series) -> SeriesChange | None:
        kept = main_records(one for listed in locked.declined for one in listed)
        left = [one for one in locked.declined if tuple(kept[each] for each in one) != person]
        if left == locked.declined:
            return None
        locked.declined = left
        locked.save(update_fields=["declined"])
        return SeriesChange(kind="comes_after_all", before=names_of([person])[person])

    done = do_at_series(series, by, submission, write)
    _follow(series, by, submission)
    return done


def move_by_hand(
    *, series: Series, person: Person, group: int, reason: str, by: By, submission: UUID
) -> SeriesDone:
    """Put somebody into another final than the place of the season does; nobody else moves.

    Where the finals are made and not drawn yet, the entries follow.
    """

    def write(locked: Series) -> SeriesChange | None:
        found = season_finals_of(locked)
        if found.is_drawn:
            raise Refused(_("A round of the finals is drawn: who is in them stands."))
        if not reason:
            raise Refused(_("Say why, for the others will ask."), field="reason")
        name, final = names_of([person])[person], group_name(group, found.count)
        if any(one.person == person and one.group == group for one in found.finalists):
            text = _("%(name)s is there already: %(final)s.")
            raise Refused(text % {"name": name, "final": final}, field="group")
        locked.moved = [*_moved_without(locked, person), [list(person), group]]
        locked.save(update_fields=["moved"])
        return SeriesChange(kind="moved_in_finals", after=f"{name}: {final}", reason=reason)

    done = do_at_series(series, by, submission, write)
    _follow(series, by, submission)
    return done


def take_move_back(*, series: Series, person: Person, by: By, submission: UUID) -> SeriesDone:
    """Let the place of the season decide again in which final somebody is."""

    def write(locked: Series) -> SeriesChange | None:
        if season_finals_of(locked).is_drawn:
            raise Refused(_("A round of the finals is drawn: who is in them stands."))
        left = _moved_without(locked, person)
        if left == locked.moved:
            return None
        locked.moved = left
        locked.save(update_fields=["moved"])
        return SeriesChange(kind="move_taken_back", before=names_of([person])[person])

    done = do_at_series(series, by, submission, write)
    _follow(series, by, submission)
    return done


def _moved_without(series: Series, person: Person) -> list[list[object]]:
    """Who was moved by hand, but for this one, under whatever name it was."""
    kept = main_records(one for listed, _group in series.moved for one in listed)
    return [one for one in series.moved if tuple(kept[each] for each in one[0]) != person]


def _follow(series: Series, by: By, submission: UUID) -> None:
    """Let the entries follow as long as nothing is drawn."""
    fresh = Series.objects.select_related("final").get(pk=series.pk)
    if fresh.final is not None and not season_finals_of(fresh).is_drawn:
        _settle(fresh, by, submission)


def _title_of(title: str, group: int, count: int) -> str:
    name = group_name(group, count)
    return f"{title[: LONGEST_TITLE - len(name) - 3]} – {name}"


def _refuse_others(last: Event, persons: Iterable[Person]) -> None:
    size = 2 if EventSettings.from_json(last.settings).is_pairs else 1
    if any(len(person) != size for person in persons):
        raise Refused(
            _("The stages are played by pairs and their partners are ranked one by one: ")
            + _("make the final by hand and enter the pairs.")
        )


def _refuse_carrying(last: Event, found: SeasonFinals) -> None:
    if found.settings.carried == "none":
        return
    settings = EventSettings.from_json(last.settings)
    if settings.yields == "average":
        text = _("The finals rank by points per hand: the season’s points cannot be carried there.")
        raise Refused(text)
    if settings.rolling:
        raise Refused(_("Here tables open one by one: nothing can be carried there."))


def _name_finals(series: Series, events: Sequence[Event], by: By, submission: UUID) -> None:
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
        return SeriesChange(kind="final_made", after=titles[:LONGEST_WORDS])

    do_at_series(series, by, submission, write)


def _settle(series: Series, by: By, submission: UUID) -> bool:
    """Bring each event to what the season says, a deed for each."""
    events = {event.pk: event for event in season_finals_of(series).events.values()}
    changed = False
    for key, event in events.items():

        def write(locked: Event, key: int = key) -> EventChange | None:
            if locked.rounds.exclude(state=Round.CANCELLED).exists():
                raise Refused(_("A round of the finals is drawn: who is in them stands."))
            found = season_finals_of(series)  # read again, under the lock
            due = [one for one in found.due if one.event.pk == key]
            if not due:
                return None
            for one in due:
                _apply(locked, one)
            words = " ".join(one.sentence for one in due)
            return EventChange(kind="season_final", after=words[:LONGEST_WORDS])

        done = do(event, by, uuid5(submission, f"entries of {key}"), write, names_people=True)
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
