"""What the program keeps about the database itself."""

from __future__ import annotations

from django.db import models


class Upkeep(models.Model):
    """The one row that says as what the database's sheets were counted last.

    `counting` is the `scoring.figures.COUNTING` of the program that did it. No row: nobody knows.
    """

    counting = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"counted by version {self.counting}"
