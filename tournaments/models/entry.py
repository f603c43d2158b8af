"""Entries of an event: who plays for them, how they are reached, who is whom."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import Row, Signed, from_one, is_known
from tournaments.models.club import Player
from tournaments.models.event import Event

# Entries of an event and the persons they stand for.


class EntryStatus(models.TextChoices):
    """Whether a participant comes, is here, or plays no more."""

    REGISTERED = "registered"
    WAITING = "waiting"
    HERE = "here"
    LEFT = "left"
    NO_SHOW = "no_show"
    OUT = "out"


class Entry(models.Model):
    """A participant of an event: one player or a fixed pair. It owns the points.

    `number` is the start number: given when somebody arrives, never given to anybody else.
    `party` marks those who came together and are kept apart; `groups` are the side rankings it
    belongs to. A `house` entry fills a table and is not ranked. `first_round` is the first one
    that a latecomer plays, `last_round` the last one of somebody who has left. With a `free_reason`
    no fee is due.

    In a final of a season `brought` are the points that come from the season, as `33` or `33/2`
    (empty: none), `season_place` is the place there, and `final` the group in which it plays from
    the first round on, 0 for A; None without groups, and for who came in beside the season.
    """

    REGISTERED, WAITING, HERE, LEFT, NO_SHOW, OUT = EntryStatus

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField(null=True, blank=True)
    name = models.CharField(max_length=84)
    status = models.CharField(max_length=12, choices=EntryStatus.choices, default=REGISTERED)
    is_paid = models.BooleanField(default=False)
    free_reason = models.CharField(max_length=80, blank=True)
    is_house = models.BooleanField(default=False)
    is_guest = models.BooleanField(default=False)
    party = models.CharField(max_length=40, blank=True)
    team = models.CharField(max_length=40, blank=True)
    groups = models.JSONField(default=list, blank=True)
    pinned_table = models.PositiveSmallIntegerField(null=True, blank=True)
    pinned_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    start_points = models.IntegerField(default=0)
    brought = models.CharField(max_length=24, blank=True)
    season_place = models.PositiveSmallIntegerField(null=True, blank=True)
    final = models.PositiveSmallIntegerField(null=True, blank=True)
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    registered_at = models.DateTimeField(default=timezone.now)
    arrived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_entry_per_number"),
            is_known("entry", "status", EntryStatus),
            *from_one("entry", "number", "pinned_table", "season_place", "first_round"),
            models.CheckConstraint(
                condition=~Q(status="here") | Q(number__isnull=False),
                name="entry_here_has_number",
                violation_error_message=_("Whoever is here has a start number."),
            ),
            models.CheckConstraint(
                condition=Q(is_paid=False) | Q(free_reason=""),
                name="entry_free_is_not_paid",
                violation_error_message=_("Whoever plays for nothing has not paid."),
            ),
        ]
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class Member(Row):
    """A person of an entry, in the rounds from `from_round` to `until_round`: substitutes come
    and go, and the entry keeps the points."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, models.PROTECT, related_name="memberships")
    place = models.PositiveSmallIntegerField(default=0)
    from_round = models.PositiveSmallIntegerField(default=1)
    until_round = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "place"],
                condition=Q(until_round=None),
                name="one_member_plays_per_place",
                violation_error_message=_("One person plays at each place of an entry."),
            ),
            models.CheckConstraint(
                condition=Q(place__lte=1),
                name="member_place_of_a_pair",
                violation_error_message=_("An entry has two places at most, 0 and 1."),
            ),
            *from_one("member", "from_round"),
        ]
        ordering = ["place", "from_round", "pk"]


# How somebody with several tickets is known again, and what a director said about it.


class Contact(Row):
    """A phone number and an e-mail address that came with an entry, for directors alone.

    Both are normalised, "" where there is none. The row is deleted when the person is erased, when
    a director says so, and some time after the final list was locked: this alone of an event is
    not kept.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="contact")
    phone = models.CharField(max_length=20, blank=True)
    mail = models.CharField(max_length=120, blank=True)
    noted_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(phone="", mail=""),
                name="contact_says_something",
                violation_error_message=_("A contact has a phone number or an e-mail address."),
            )
        ]


class SamePerson(Signed):
    """A director's word that two entries are of the same people, or (`is_same` False) of others.

    `first` was entered before `later`. It holds until it is withdrawn, and nothing of it is ever
    deleted.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="same_persons")
    first = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    later = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    is_same = models.BooleanField()
    submission = models.UUIDField(unique=True, default=uuid.uuid4)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.CharField(max_length=80, blank=True)
    withdrawn_account = models.CharField(max_length=80, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(first__lt=F("later")),
                name="same_person_in_order",
                violation_error_message=_("The first of two entries was entered before the later."),
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=False) | Q(withdrawn_by=""),
                name="same_person_withdrawn_with_moment",
                violation_error_message=_("Whoever withdraws what was said does it at a moment."),
            ),
        ]
        ordering = ["pk"]
