"""The record book: what was counted, and evenings from before."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import Change, Row, from_one, is_known
from tournaments.models.club import Club, Player
from tournaments.models.event import Event
from tournaments.models.table import Seat, Table

# What the record book has counted: figures of players, added up by sheet and by year.
#
# All of it is a cache of sheets: `python3 manage.py recompute` finds and mends what differs. Only
# `tournaments.records.services` writes here.


class SheetTally(Row):
    """What a player has from one sheet.

    `figures` and `others` (by the key of the other player) are those of `scoring.figures`; `best`
    and `worst` are the points of single hands, with the hands' numbers; they and the runs are not
    for adding up, and are looked up here. While an event keeps its standings back, `counts` is
    false and no year knows of the sheet.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="sheet_tallies")
    player = models.ForeignKey(Player, models.CASCADE, related_name="sheet_tallies")
    table = models.ForeignKey(Table, models.CASCADE, related_name="tallies")
    event = models.ForeignKey(
        Event, models.CASCADE, null=True, blank=True, related_name="sheet_tallies"
    )
    ruleset = models.CharField(max_length=64)
    played_on = models.DateField()
    counts = models.BooleanField(default=True)
    hands = models.PositiveIntegerField()
    points = models.IntegerField()
    best = models.IntegerField(null=True, blank=True)
    best_hand = models.PositiveIntegerField(null=True, blank=True)
    worst = models.IntegerField(null=True, blank=True)
    worst_hand = models.PositiveIntegerField(null=True, blank=True)
    won_run = models.PositiveIntegerField(default=0)
    lost_run = models.PositiveIntegerField(default=0)
    figures = models.JSONField(default=dict)
    others = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "player"], name="one_tally_per_sheet"),
            *from_one("sheet_tally", "best_hand", "worst_hand"),
            models.CheckConstraint(
                condition=Q(best=None, best_hand=None, worst=None, worst_hand=None)
                | Q(
                    best__isnull=False,
                    best_hand__isnull=False,
                    worst__isnull=False,
                    worst_hand__isnull=False,
                ),
                name="sheet_tally_best_and_worst",
                violation_error_message=_("Whoever has a best hand has a worst one, with numbers."),
            ),
        ]
        indexes = [
            models.Index(fields=["player", "ruleset", "played_on"], name="tally_by_day"),
            # In the order of the club's records: of equals the oldest first.
            *(
                models.Index("club", "ruleset", F(name).desc(), "played_on", name=called)
                for name, called in (
                    ("best", "tally_by_best"),
                    ("points", "tally_by_points"),
                    ("won_run", "tally_by_run"),
                )
            ),
            models.Index(fields=["club", "ruleset", "worst", "played_on"], name="tally_by_worst"),
        ]


class YearTally(Row):
    """What a player has from all sheets of one ruleset in one year, added up.

    Pages of the record book read these, so that their cost does not grow with the hands. `rated_…`
    are the figures of that name, where a list of a whole club can be read from them at once;
    `rated_with`: the same four by the key of a fixed partner.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="year_tallies")
    player = models.ForeignKey(Player, models.CASCADE, related_name="year_tallies")
    ruleset = models.CharField(max_length=64)
    year = models.PositiveSmallIntegerField()
    sheets = models.PositiveIntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    points = models.IntegerField(default=0)
    rated_sheets = models.PositiveIntegerField(default=0)
    rated_hands = models.PositiveIntegerField(default=0)
    rated_sum = models.BigIntegerField(default=0)
    rated_squares = models.BigIntegerField(default=0)
    rated_with = models.JSONField(default=dict)
    figures = models.JSONField(default=dict)
    others = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "ruleset", "year"], name="one_tally_per_player_and_year"
            ),
            *from_one("year_tally", "year"),
        ]
        indexes = [
            # With the sums that lists of a whole club show, so that these read but the index.
            models.Index(
                fields=[
                    *("club", "ruleset", "year", "sheets", "player"),
                    *("rated_sheets", "rated_hands", "rated_sum", "rated_squares"),
                    *("hands", "points"),
                ],
                name="year_tally_of_club",
            )
        ]


class PairTally(Row):
    """What two partners have from all sheets of one ruleset in one year, added up.

    `one` is who has the smaller key. Counted are the hands in which they were partners, see
    `scoring.labels.together_of`; `points` are those of the pair, or of both added where each has
    his own. A list of all pairs of a club reads nothing but the index.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="pair_tallies", db_index=False)
    one = models.ForeignKey(Player, models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")
    ruleset = models.CharField(max_length=64)
    year = models.PositiveSmallIntegerField()
    hands = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    points = models.IntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["one", "other", "ruleset", "year"], name="one_tally_per_pair_and_year"
            ),
            *from_one("pair_tally", "year"),
            models.CheckConstraint(
                condition=Q(one__lt=F("other")),
                name="pair_tally_in_order",
                violation_error_message=_("Of a pair the smaller key comes first."),
            ),
        ]
        indexes = [
            models.Index(
                fields=["club", "ruleset", "one", "other", "year", "hands", "won", "points"],
                name="pair_tally_of_club",
            )
        ]


class MonthTally(Row):
    """How much a club played of one ruleset in one month: sheets, and hands at them."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="month_tallies")
    ruleset = models.CharField(max_length=64)
    month = models.DateField()
    sheets = models.PositiveIntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "ruleset", "month"], name="one_tally_per_club_and_month"
            )
        ]


class CountedSheet(Row):
    """That the record book has counted a sheet, as what, and how many hands it had then."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="counted")
    club = models.ForeignKey(Club, models.CASCADE, related_name="counted_sheets")
    ruleset = models.CharField(max_length=64)
    played_on = models.DateField()
    hands = models.PositiveIntegerField()
    counts = models.BooleanField(default=True)

    class Meta:
        indexes = [models.Index(fields=["club", "played_on"], name="counted_by_day")]


class Feat(Row):
    """Something worth a toast, a `kind` of `scoring.figures`: who did it, at which hand."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="feats")
    player = models.ForeignKey(Player, models.CASCADE, related_name="feats")
    table = models.ForeignKey(Table, models.CASCADE, related_name="feats")
    hand = models.PositiveIntegerField()
    kind = models.CharField(max_length=24)
    played_on = models.DateField()
    counts = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "player", "hand", "kind"], name="one_feat_per_hand"
            ),
            *from_one("feat", "hand"),
        ]
        indexes = [models.Index(fields=["club", "played_on"], name="feat_by_day")]


# Old records of a club: what was played before anybody wrote it down here, and how it came in.


class OldImportKind(models.TextChoices):
    """What a file of old records has: the totals of evenings, or all hands of one."""

    TOTALS = "totals"
    HANDS = "hands"


class OldImport(Row):
    """A file of old records: looked at first, then taken in, taken back as a whole or brought back.

    `packed` is what was sent, until all of it has become evenings. `columns` is what a director
    said that the columns of a list mean. `digest` is the SHA-256 of the text. `is_wanted` says
    whether its evenings shall count; they follow one by one, see `KeptEvening.is_in`.
    """

    TOTALS, HANDS = OldImportKind

    club = models.ForeignKey(Club, models.CASCADE, related_name="old_imports")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    kind = models.CharField(max_length=8, choices=OldImportKind.choices)
    named = models.CharField(max_length=80, blank=True)
    ruleset = models.CharField(max_length=64)
    columns = models.JSONField(default=list)
    digest = models.CharField(max_length=64)
    packed = models.BinaryField(default=bytes)
    evening_count = models.PositiveIntegerField(default=0)
    left_out = models.PositiveIntegerField(default=0)
    is_wanted = models.BooleanField(default=True)
    sent_at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [is_known("old_import", "kind", OldImportKind)]


class OldImportChangeKind(models.TextChoices):
    """What may be done with a file of old records."""

    TAKEN_IN = "taken_in"
    TAKEN_BACK = "taken_back"
    BROUGHT_BACK = "brought_back"


class OldImportChange(Change):
    """Who took old records in, back, or in again, when and why."""

    TAKEN_IN, TAKEN_BACK, BROUGHT_BACK = OldImportChangeKind

    SUBJECT = "imported"

    imported = models.ForeignKey(OldImport, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=16, choices=OldImportChangeKind.choices)
    reason = models.CharField(max_length=200, blank=True)

    class Meta(Change.Meta):
        constraints = [
            is_known("old_import_change", "kind", OldImportChangeKind),
            models.UniqueConstraint(
                fields=["imported"],
                condition=Q(kind="taken_in"),
                name="one_taking_in_per_import",
                violation_error_message=_("A file of old records is taken in once."),
            ),
        ]


class KeptEvening(Row):
    """One evening of a file of old records, in the order of the file.

    `content` is what the file says, until `table` has been made of it. `hands` are those of the
    sheet, None where nobody knows. `is_in`: whether it counts now.
    """

    imported = models.ForeignKey(OldImport, models.CASCADE, related_name="evenings")
    place = models.PositiveIntegerField()
    day = models.DateField()
    title = models.CharField(max_length=80, blank=True)
    ruleset = models.CharField(max_length=64)
    people = models.PositiveSmallIntegerField()
    hands = models.PositiveIntegerField(null=True, blank=True)
    content = models.JSONField(default=dict)
    table = models.OneToOneField(
        Table, models.CASCADE, null=True, blank=True, related_name="kept_evening"
    )
    is_in = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["imported", "place"], name="one_evening_per_place"),
            models.CheckConstraint(
                condition=Q(is_in=False) | Q(table__isnull=False),
                name="kept_evening_in_has_sheet",
                violation_error_message=_("An evening that counts has its sheet."),
            ),
        ]
        indexes = [models.Index(fields=["imported", "is_in", "place"], name="evening_to_move")]
        ordering = ["place"]


class KeptTotal(Row):
    """What somebody had at the end of an evening of which no hand is known.

    `hands` and `games` are how many were played, None where nobody knows.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="kept_total")
    points = models.IntegerField()
    hands = models.PositiveIntegerField(null=True, blank=True)
    games = models.PositiveIntegerField(null=True, blank=True)
