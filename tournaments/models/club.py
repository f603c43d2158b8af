"""Clubs, who directs them, and their players."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class Club(models.Model):
    """A group of people who play together; the tables of a public club may be watched by all."""

    name = models.CharField(max_length=80, unique=True)
    is_public = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name


class ClubDirector(models.Model):
    """Somebody with an account who runs the events of a club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="directors")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="directs")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_director_per_club"),
        ]

    def __str__(self) -> str:
        return f"user {self.user_id} directs club {self.club_id}"


class Player(models.Model):
    """A person whom the club knows. Two may bear the same name; the home place tells them apart."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)
    home = models.CharField(max_length=40, blank=True)
    groups = models.JSONField(default=list, blank=True)
    added_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name
