"""House rules to which a club has given a name, and their versions."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring import RULESETS
from tournaments.models.base import Change, from_one, is_known
from tournaments.models.club import Club

LONGEST_RULES_NAME = 60


class HouseRules(models.Model):
    """What a club plays under a name: a game, and in what it differs from the game's usual rules.

    `version` counts what was written into it; tables and events keep a copy of what they are played
    under, and name the version. Put away it is offered to nobody, and stays to be read.
    `is_usual`: the club's tables of this game begin with it.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="house_rules")
    name = models.CharField(max_length=LONGEST_RULES_NAME)
    ruleset = models.CharField(max_length=64)
    options = models.JSONField(default=dict)
    version = models.PositiveSmallIntegerField(default=1)
    is_put_away = models.BooleanField(default=False)
    is_usual = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_set_of_rules_per_name"),
            models.UniqueConstraint(
                fields=["club", "ruleset"],
                condition=Q(is_usual=True),
                name="one_usual_set_of_rules_per_game",
            ),
            models.CheckConstraint(
                condition=~Q(is_usual=True, is_put_away=True),
                name="house_rules_usual_or_put_away",
                violation_error_message=_("What is put away is not what the club usually plays."),
            ),
            *from_one("house_rules", "version"),
        ]
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    @property
    def game_name(self) -> str:
        """What the game is called."""
        return RULESETS[self.ruleset].name


class HouseRulesChangeKind(models.TextChoices):
    """What directors may do about house rules."""

    WRITTEN = "written"
    PUT_AWAY = "put_away"
    BROUGHT_BACK = "brought_back"
    USUAL = "usual"
    NOT_USUAL = "not_usual"
    RENAMED = "renamed"


class HouseRulesChange(Change):
    """Who wrote, renamed or put away house rules, and when.

    `options`: what was written; `before`, `after`: the old and the new name.
    """

    WRITTEN, PUT_AWAY, BROUGHT_BACK, USUAL, NOT_USUAL, RENAMED = HouseRulesChangeKind

    SUBJECT = "house_rules"

    house_rules = models.ForeignKey(HouseRules, models.CASCADE, related_name="changes")
    house_rules_version = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=16, choices=HouseRulesChangeKind.choices)
    options = models.JSONField(default=dict)
    before = models.CharField(max_length=LONGEST_RULES_NAME, blank=True)
    after = models.CharField(max_length=LONGEST_RULES_NAME, blank=True)

    class Meta(Change.Meta):
        constraints = [
            is_known("house_rules_change", "kind", HouseRulesChangeKind),
            *from_one("house_rules_change", "house_rules_version"),
        ]
