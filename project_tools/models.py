"""What the program keeps about the database itself."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class Upkeep(models.Model):
    """The one row that says as what the database's sheets were counted last.

    `counting` is the `scoring.figures.COUNTING` of the program that did it. No row: nobody knows.
    """

    counting = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"counted by version {self.counting}"


class Opening(models.Model):
    """That somebody who was not let in to anything opened a table; forgotten after an hour.

    `network` is a digest of where it came from that only this installation can make. It is kept
    here and not in a process, so that several of them count together and a restart forgets none.
    """

    network = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["network", "at"], name="openings_of_a_network")]

    def __str__(self) -> str:
        return f"a table opened at {self.at}"
