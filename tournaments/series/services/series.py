"""Series: made, changed, shown to everybody, and which events belong to them."""

from __future__ import annotations

from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.common.deeds import DeedReused, Refused
from tournaments.common.sent import compare_sent
from tournaments.formats.series import SeriesSettings
from tournaments.formats.series_wording import LABELS, said_of
from tournaments.models import By, Club, Event, Series, SeriesChange, SeriesStage
from tournaments.people.queries.naming import main_records
from tournaments.people.queries.players import people_in
from tournaments.series.queries.series import names_of
from tournaments.series.services.series_deeds import SeriesDone, do_at_series, keep_series_change

LONGEST = 300
MOST_STAGES = 100


def create_series(
    *, club: Club, title: str, settings: SeriesSettings, preset: str, by: By, submission: UUID
) -> Series:
    """Make a series; the same submission leads to the same series."""
    series = Series(
        club=club, title=title, preset=preset, settings=settings.to_json(), submission=submission
    )
    try:
        with transaction.atomic(durable=True):
            series.save()
            keep_series_change(series, SeriesChange(kind="made", after=title), by, submission)
    except IntegrityError:
        compare_sent()
        made = Series.objects.filter(submission=submission, club=club).first()
        if made is None:
            raise DeedReused from None
        return made
    return series


def change_series(
    *,
    series: Series,
    title: str,
    settings: SeriesSettings,
    seen_version: int,
    by: By,
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

    return do_at_series(series, by, submission, write)


def add_stage(*, series: Series, event: Event, by: By, submission: UUID) -> SeriesDone:
    """Make an event of the same club the last stage."""

    return do_at_series(series, by, submission, lambda locked: append_stage(locked, event))


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
    *, series: Series, stage: int, reason: str, by: By, submission: UUID
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

    return do_at_series(series, by, submission, write)


def publish_series(*, series: Series, by: By, submission: UUID) -> SeriesDone:
    """Show the series to everybody."""

    def write(locked: Series) -> SeriesChange | None:
        if locked.published_at is not None:
            return None
        locked.published_at = timezone.now()
        locked.save(update_fields=["published_at"])
        return SeriesChange(kind="published", after=locked.title)

    return do_at_series(series, by, submission, write)


def unpublish_series(*, series: Series, by: By, submission: UUID) -> SeriesDone:
    """Show it to the directors alone again."""

    def write(locked: Series) -> SeriesChange | None:
        if locked.published_at is None:
            return None
        locked.published_at = None
        locked.save(update_fields=["published_at"])
        return SeriesChange(kind="unpublished", before=locked.title)

    return do_at_series(series, by, submission, write)


def give_place(*, series: Series, player: int, reason: str, by: By, submission: UUID) -> SeriesDone:
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

    return do_at_series(series, by, submission, write)


def take_place_back(*, series: Series, player: int, by: By, submission: UUID) -> SeriesDone:
    """Take a place that was given by hand back."""

    def write(locked: Series) -> SeriesChange | None:
        kept = main_records(one for person in locked.given for one in person)
        left = [person for person in locked.given if [kept[one] for one in person] != [player]]
        if left == locked.given:
            return None
        locked.given = left
        locked.save(update_fields=["given"])
        return SeriesChange(kind="place_taken", before=names_of([(player,)])[(player,)])

    return do_at_series(series, by, submission, write)


def _refuse_other_finals(series: Series, settings: SeriesSettings) -> None:
    """Once finals are made they are as many as they are; raises Refused."""
    before = SeriesSettings.from_json(series.settings)
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
    now = SeriesSettings.from_json(series.settings)
    found = [(LABELS["title"], series.title, title)] if series.title != title else []
    found += [
        (LABELS[name], said_of(name, now), said_of(name, settings))
        for name in settings.to_json()
        if getattr(now, name) != getattr(settings, name)
    ]
    before = "; ".join(f"{label}: {was}" for label, was, _is in found)
    after = "; ".join(f"{label}: {is_now}" for label, _was, is_now in found)
    return before, after
