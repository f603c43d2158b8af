"""Tables and their seats."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from tournaments.models.club import Club, Player


def unlike_any() -> str:
    """A mark that no submission leads to."""
    return secrets.token_hex(32)


class Table(models.Model):
    """One table with its game, its house rules and its people: what one sheet of paper is for.

    `options` is the full set under which it was opened, so that later defaults change nothing.
    `players` is how many sat down at first. `version` counts the changes of whatever the table's
    pages show; every change locks this row first. `opened_under` is the hash of the submission
    that opened it, so that the same form never opens two. An ended sheet takes no changes.
    `is_totals`: an old evening of which nothing but totals is known (`KeptTotal`); its seats are
    whoever was there, and it never has a hand. `opened_by` and `opened_device` are the account and
    the device that opened it, where it was not opened for an event.
    """

    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="tables")
    title = models.CharField(max_length=80, blank=True)
    ruleset = models.CharField(max_length=64)
    options = models.JSONField()
    players = models.PositiveSmallIntegerField()
    first_dealer = models.PositiveSmallIntegerField(default=0)
    opened_at = models.DateTimeField(default=timezone.now)
    opened_under = models.CharField(max_length=64, unique=True, default=unlike_any, editable=False)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="opened"
    )
    opened_device = models.CharField(max_length=16, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    is_totals = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(first_dealer__lt=F("players")),
                name="table_first_dealer_sits_there",
                violation_error_message="Whoever deals first is one of those who sat down.",
            ),
        ]

    def __str__(self) -> str:
        return self.title or f"{self.ruleset} {self.pk}"


class Seat(models.Model):
    """A column of a sheet: who it is for, and the points of this person over the whole sheet.

    Whoever leaves keeps the column, whoever joins later gets the next one. Where pairs score,
    both seats of a pair hold the points of the pair. The points are a cache of the replay, so
    that rankings need not look at hands. `player` is whom of the club's players the name means, at
    a club's own tables; at those of an event the entry says it.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    points = models.IntegerField(default=0)
    player = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="seats")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="one_seat_per_place"),
        ]
        ordering = ["index"]

    def __str__(self) -> str:
        return self.name
