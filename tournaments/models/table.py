"""Tables and their seats."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from tournaments.models.club import Club


class Table(models.Model):
    """One table with its game, its house rules and its people: what one sheet of paper is for.

    `options` is the full set under which it was opened, so that later defaults change nothing.
    `version` counts the changes of the sheet; every change locks this row first.
    """

    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="tables")
    title = models.CharField(max_length=80, blank=True)
    ruleset = models.CharField(max_length=64)
    options = models.JSONField()
    players = models.PositiveSmallIntegerField()
    first_dealer = models.PositiveSmallIntegerField(default=0)
    opened_at = models.DateTimeField(default=timezone.now)
    version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.title or f"{self.ruleset} {self.pk}"


class Seat(models.Model):
    """A place at a table, who sits there, and the points of this seat over the whole sheet.

    Where pairs score, both seats of a pair hold the points of the pair. The points are a cache
    of the replay, so that rankings need not look at hands.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    points = models.IntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="one_seat_per_place"),
        ]
        ordering = ["index"]

    def __str__(self) -> str:
        return self.name
