"""Events that belong together: their order, how they are added up, and who changed what."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone

from formats.series import SERIES_PRESETS, SeriesSettings
from tournaments.models.base import Change, Row, from_one, is_known
from tournaments.models.club import Club
from tournaments.models.event import Event


class Series(models.Model):
    """A league, a season of stages, or preliminaries with a final.

    `settings` are its `format` as JSON. No total is kept: the ranking is reckoned from the
    standings of the events. `given` are persons who were given a place in the final by hand, each
    as the keys of its players, `declined` those who cannot come to it, `moved` those whom
    directors put into another of a season's finals, each with its group. `final` is the event
    that was made for those who qualified, of several the A final. `version` counts what directors
    do to the series itself.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="series")
    title = models.CharField(max_length=80)
    preset = models.CharField(max_length=40, blank=True)
    settings = models.JSONField(default=dict)
    given = models.JSONField(default=list, blank=True)
    declined = models.JSONField(default=list, blank=True)
    moved = models.JSONField(default=list, blank=True)
    final = models.ForeignKey(
        Event, models.SET_NULL, null=True, blank=True, related_name="final_of"
    )
    published_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now)
    submission = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.title

    @property
    def format(self) -> SeriesSettings:
        """What the directors decided about the series, as one value."""
        return SeriesSettings.from_json(self.settings)

    @property
    def kind(self) -> str:
        """As what kind of series it was made."""
        made_as = SERIES_PRESETS.get(self.preset)
        return str(made_as.name) if made_as else ""


class SeriesStage(Row):
    """An event of a series; `number` says in which order they stand, and may have gaps."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="stages")
    event = models.ForeignKey(Event, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["series", "event"], name="one_stage_per_event"),
            *from_one("series_stage", "number"),
        ]
        ordering = ["number", "pk"]


class SeriesFinal(Row):
    """A final of a season below the A final, with an event of its own; `group` 1 is the B final."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="lower_finals")
    event = models.ForeignKey(Event, models.CASCADE, related_name="lower_final_of")
    group = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["series", "group"], name="one_final_per_group"),
            *from_one("series_final", "group"),
        ]
        ordering = ["group"]


class SeriesChangeKind(models.TextChoices):
    """What directors may do to a series."""

    MADE = "made"
    RULES = "rules"
    STAGE_ADDED = "stage_added"
    STAGE_REMOVED = "stage_removed"
    PUBLISHED = "published"
    UNPUBLISHED = "unpublished"
    FINAL_MADE = "final_made"
    DECLINED = "declined"
    COMES_AFTER_ALL = "comes_after_all"
    MOVED_IN_FINALS = "moved_in_finals"
    MOVE_TAKEN_BACK = "move_taken_back"
    PLACE_GIVEN = "place_given"
    PLACE_TAKEN = "place_taken"


class SeriesChange(Change):
    """Who did what to a series, when and why; `kind` is a word of `series.queries.ranking`."""

    SUBJECT = "series"

    series = models.ForeignKey(Series, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=32, choices=SeriesChangeKind.choices)
    before = models.CharField(max_length=300, blank=True)
    after = models.CharField(max_length=300, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    series_version = models.PositiveIntegerField()
    device = models.CharField(max_length=16, blank=True)

    class Meta(Change.Meta):
        constraints = [is_known("series_change", "kind", SeriesChangeKind)]
