"""Clubs and their players."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import Change, Language, Row, Speaking, from_one, is_known


class Club(Speaking):
    """A group of people who play together; the tables of a public club may be watched by all.

    Its events begin with its language. What is older than `initials_after` months is shown to
    everybody with initials; empty: never. The pages of `sites`, each kept as "https://club.example",
    may show the standings of its events in a frame.
    """

    name = models.CharField(max_length=80, unique=True)
    is_public = models.BooleanField(default=False)
    initials_after = models.PositiveSmallIntegerField(null=True, blank=True)
    sites = models.JSONField(default=list, blank=True)

    class Meta:
        constraints = [is_known("club", "language", Language), *from_one("club", "initials_after")]

    def __str__(self) -> str:
        return self.name


class Shown(models.TextChoices):
    """As what everybody but the directors sees a player."""

    NAME = "name"
    INITIALS = "initials"
    HIDDEN = "hidden"


class Player(models.Model):
    """A person whom the club knows. Two may bear the same name; the home place tells them apart.

    `shown` says as what everybody but the directors sees the person. Who was found to be somebody
    else's second record is `merged_into` that one: the figures of both are read together, and the
    merge can be taken back. Whoever was erased keeps the figures and has no name any more.
    """

    NAME, INITIALS, HIDDEN = Shown

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)
    home = models.CharField(max_length=40, blank=True)
    groups = models.JSONField(default=list, blank=True)
    added_at = models.DateTimeField(default=timezone.now)
    shown = models.CharField(max_length=8, choices=Shown.choices, default=NAME)
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="merged"
    )
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            is_known("player", "shown", Shown),
            models.CheckConstraint(
                condition=Q(merged_into=None) | ~Q(merged_into=F("id")),
                name="player_not_merged_into_itself",
                violation_error_message=_("Nobody is merged into himself."),
            ),
        ]
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class PlayerAlias(Row):
    """Another name under which a player stands on sheets of the club."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="aliases")
    club = models.ForeignKey(Club, models.CASCADE, related_name="aliases")
    name = models.CharField(max_length=40)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_player_per_alias")
        ]
        ordering = ["name"]


class ClaimState(models.TextChoices):
    """Whether directors have said that an account is a player."""

    WAITING = "waiting"
    CONFIRMED = "confirmed"
    DECLINED = "declined"


class Claim(Row):
    """Somebody with an account says which player of a club he is; a director says whether it is so.

    It stays with the record that it was made for, also where that is merged. One that ends is
    deleted; one that was declined a while later, so that whoever made it can read why.
    """

    WAITING, CONFIRMED, DECLINED = ClaimState

    club = models.ForeignKey(Club, models.CASCADE, related_name="claims")
    player = models.ForeignKey(Player, models.CASCADE, related_name="claims")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="claims")
    state = models.CharField(max_length=10, choices=ClaimState.choices, default=WAITING)
    note = models.CharField(max_length=200, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    decided_at = models.DateTimeField(null=True, blank=True)
    submission = models.UUIDField(unique=True)

    class Meta:
        constraints = [
            is_known("claim", "state", ClaimState),
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=~Q(state="declined"),
                name="one_player_per_account_and_club",
            ),
            models.UniqueConstraint(
                fields=["player"], condition=Q(state="confirmed"), name="one_account_per_player"
            ),
            models.CheckConstraint(
                condition=Q(state="waiting", decided_at=None)
                | (~Q(state="waiting") & Q(decided_at__isnull=False)),
                name="claim_waits_until_it_is_decided",
                violation_error_message=_("What waits is not decided, and all else is."),
            ),
            models.CheckConstraint(
                condition=(Q(state="declined") & ~Q(reason=""))
                | (~Q(state="declined") & Q(reason="")),
                name="claim_declined_with_reason",
                violation_error_message=_("Whoever declines says why, and only then."),
            ),
        ]

    @property
    def person(self) -> Player:
        """Who it is about: the record that was kept."""
        return self.player.merged_into or self.player


class PlayerChangeKind(models.TextChoices):
    """What may be done about a player."""

    ADDED = "added"
    RENAMED = "renamed"
    HOME = "home"
    GROUPS = "groups"
    ALIAS_ADDED = "alias_added"
    ALIAS_REMOVED = "alias_removed"
    SHOWN = "shown"
    MERGED = "merged"
    MERGED_ALONG = "merged_along"
    UNMERGED = "unmerged"
    TOOK_IN = "took_in"
    LET_GO = "let_go"
    DIFFERENT = "different"
    CLAIMED = "claimed"
    DECLINED = "declined"
    UNCLAIMED = "unclaimed"
    ERASED = "erased"


class PlayerChange(Change):
    """Who changed what about a player, when and why.

    `kind` is a word of `tournaments.people.queries`. Where somebody was erased, names are
    erased here too.
    """

    SUBJECT = "player"

    player = models.ForeignKey(Player, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=24, choices=PlayerChangeKind.choices)
    before = models.CharField(max_length=120, blank=True)
    after = models.CharField(max_length=120, blank=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta(Change.Meta):
        constraints = [is_known("player_change", "kind", PlayerChangeKind)]
