"""Tables with their seats, the links that open them, their changes and their hands."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import (
    Change,
    Kept,
    Language,
    PlayedUnder,
    Row,
    Speaking,
    from_one,
    is_known,
)
from tournaments.models.club import Club, Player

if TYPE_CHECKING:
    from django.contrib.auth.models import User


# Tables and their seats.


def unlike_any() -> str:
    """A mark that no submission leads to."""
    return secrets.token_hex(32)


class Table(PlayedUnder, Speaking):
    """One table with its game, its house rules and its people: what one sheet of paper is for.

    `options` is the full set under which it was opened, so that later defaults change nothing.
    `players` is how many sat down at first. `version` counts the changes of whatever the table's
    pages show; every change locks this row first. `opened_under` is the hash of the submission
    that opened it, so that the same form never opens two. An ended sheet takes no changes.
    `is_totals`: an old evening of which nothing but totals is known (`KeptTotal`); its seats are
    whoever was there, and it never has a hand. `opened_by` and `opened_device` are the account and
    the device that opened it, where it was not opened for an event; its language is that in which
    it was opened.
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
            *PlayedUnder.versions("table"),
            is_known("table", "language", Language),
            models.CheckConstraint(
                condition=Q(first_dealer__lt=F("players")),
                name="table_first_dealer_sits_there",
                violation_error_message=_("Whoever deals first is one of those who sat down."),
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
            models.UniqueConstraint(fields=["table", "index"], name="one_seat_per_place")
        ]
        ordering = ["index"]

    def __str__(self) -> str:
        return self.name


# Links that open a table to whoever holds them.


def hash_secret(secret: str) -> str:
    """What is kept of a link's secret; with 128 random bits and more one round is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


class SwitchedOff(Exception):
    """The link by which something was to be done was switched off meanwhile."""


class LinkRights(models.TextChoices):
    """What a link opens a table for."""

    WRITE = "write"
    WATCH = "watch"


class TableLink(Row):
    """A link to one table: to write its hands, or only to watch. The secret itself is not kept.

    `is_owners`: the table was opened with it, or taken back by whoever opened it.
    """

    WRITE, WATCH = LinkRights

    table = models.ForeignKey(Table, models.CASCADE, related_name="links")
    rights = models.CharField(max_length=8, choices=LinkRights.choices)
    secret_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True, blank=True)
    is_owners = models.BooleanField(default=False)

    class Meta:
        constraints = [
            is_known("table_link", "rights", LinkRights),
            models.CheckConstraint(
                condition=Q(is_owners=False) | Q(rights="write"),
                name="table_link_of_owner_writes",
                violation_error_message=_("The link of whoever opened the table writes."),
            ),
        ]


LONGEST_ACCOUNT = 80


def called(user: User) -> str:
    """The name of an account, as histories say it."""
    return user.get_full_name() or user.get_username()


class Author(NamedTuple):
    """Who does something: the account that is signed in, the name, the device, the table's link.

    `who` is the name of the account, or at a table what somebody typed, which proves nothing.
    """

    user: User | None = None
    who: str = ""
    device: str = ""
    link: TableLink | None = None

    @property
    def account(self) -> str:
        """The name of the account, as histories say it; empty where nobody is signed in."""
        return called(self.user)[:LONGEST_ACCOUNT] if self.user else ""

    def kept_in(self, model: type[models.Model]) -> dict[str, Any]:
        """The same by the fields that a row of that model has for it, each text as long as may be.

        >>> from tournaments.models import CashLine
        >>> Author(who="Dora", device="77aa").kept_in(CashLine)
        {'user': None, 'who': 'Dora', 'account': ''}
        """
        own = {field.name: field for field in model._meta.concrete_fields}
        values = {**self._asdict(), "account": self.account}
        return {
            name: value[: own[name].max_length] if isinstance(value, str) else value
            for name in ("user", "who", "account", "device", "link")
            if name in own
            for value in [values[name]]
        }


# Changes of a table that are no lines of its sheet.


class TableChangeKind(models.TextChoices):
    """What may be done to a table beside its lines."""

    RENAME = "rename"
    END = "end"
    REOPEN = "reopen"
    CONFIRM = "confirm"
    NEW_LINKS = "new_links"
    LINKS_OFF = "links_off"
    TAKEN_BACK = "taken_back"
    CLUB_IN = "club_in"
    CLUB_OUT = "club_out"


class TableChange(Change):
    """Who changed a table, when, and from what to what."""

    RENAME, END, REOPEN, CONFIRM, NEW_LINKS, LINKS_OFF, TAKEN_BACK, CLUB_IN, CLUB_OUT = (
        TableChangeKind
    )

    SUBJECT = "table"

    BY_ACCOUNT = "account"
    """What is kept `after` an evening was taken back by an account, and not by a link."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=16, choices=TableChangeKind.choices)
    before = models.CharField(max_length=80, blank=True)
    after = models.CharField(max_length=80, blank=True)
    table_version = models.PositiveIntegerField()
    link = models.ForeignKey(
        TableLink, models.SET_NULL, null=True, blank=True, related_name="changes"
    )
    device = models.CharField(max_length=16, blank=True)
    who = models.CharField(max_length=40, blank=True)

    class Meta(Change.Meta):
        constraints = [
            is_known("table_change", "kind", TableChangeKind),
            *from_one("table_change", "table_version"),
        ]


# Hands, their versions, and their points.


class Hand(Row):
    """One line of a sheet: a hand, an adjustment, or a change of who sits at the table.

    `version` is the number of its latest version.

    Only `tournaments.tables.services.hands` writes here.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_hand_per_number"),
            *from_one("hand", "number", "version"),
        ]


class HandVersion(Kept):
    """What was declared about a hand, by whom and why; never changed, only followed by another.

    `record` is the hand in the form of the scoring contract. A withdrawn version is shown and
    does not count. `submission` is made with the form and kept for ever: whatever arrives under
    it again is the same deed. `table_version` is the state of the sheet that this version led to.
    """

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    record = models.JSONField()
    is_withdrawn = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)
    submission = models.UUIDField(unique=True)
    table_version = models.PositiveIntegerField()
    link = models.ForeignKey(
        TableLink, models.SET_NULL, null=True, blank=True, related_name="versions"
    )
    device = models.CharField(max_length=16, blank=True)
    who = models.CharField(max_length=40, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand", "number"], name="one_version_per_number"),
            *from_one("hand_version", "number", "table_version"),
        ]
        ordering = ["number"]


class HandPoints(Row):
    """What one side won or lost in a hand: a cache of the replay."""

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="points")
    side = models.PositiveSmallIntegerField()
    points = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["hand", "side"], name="one_row_per_side")]
