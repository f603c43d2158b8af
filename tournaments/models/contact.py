"""How somebody with several tickets is known again, and what a director said about it."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from tournaments.models.entry import Entry
from tournaments.models.event import Event


class Contact(models.Model):
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
                violation_error_message="A contact has a phone number or an e-mail address.",
            ),
        ]

    def __str__(self) -> str:
        return f"contact of entry {self.entry_id}"


class SamePerson(models.Model):
    """A director's word that two entries are of the same people, or (`is_same` False) of others.

    `first` was entered before `later`. It holds until it is withdrawn, and nothing of it is ever
    deleted.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="same_persons")
    first = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    later = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    is_same = models.BooleanField()
    submission = models.UUIDField(unique=True, default=uuid.uuid4)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    who = models.CharField(max_length=80, blank=True)
    account = models.CharField(max_length=80, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.CharField(max_length=80, blank=True)
    withdrawn_account = models.CharField(max_length=80, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(first__lt=F("later")),
                name="same_person_in_order",
                violation_error_message="The first of two entries was entered before the later.",
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=False) | Q(withdrawn_by=""),
                name="same_person_withdrawn_with_moment",
                violation_error_message="Whoever withdraws what was said does it at a moment.",
            ),
        ]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"entries {self.first_id} and {self.later_id} of event {self.event_id}"
