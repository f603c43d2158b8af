"""Clubs."""

from __future__ import annotations

from django.db import models


class Club(models.Model):
    """A group of people who play together; the tables of a public club may be watched by all."""

    name = models.CharField(max_length=80, unique=True)
    is_public = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name
