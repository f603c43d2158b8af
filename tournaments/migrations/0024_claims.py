"""Somebody with an account says which player he is, and directors confirm it."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0023_sites_of_clubs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Claim",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("confirmed", "Confirmed"),
                            ("declined", "Declined"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("note", models.CharField(blank=True, max_length=200)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("submission", models.UUIDField(unique=True)),
            ],
        ),
        migrations.RemoveConstraint(model_name="playerchange", name="player_change_kind_is_known"),
        migrations.AlterField(
            model_name="playerchange",
            name="kind",
            field=models.CharField(
                choices=[
                    ("added", "Added"),
                    ("renamed", "Renamed"),
                    ("home", "Home"),
                    ("groups", "Groups"),
                    ("alias_added", "Alias Added"),
                    ("alias_removed", "Alias Removed"),
                    ("shown", "Shown"),
                    ("merged", "Merged"),
                    ("merged_along", "Merged Along"),
                    ("unmerged", "Unmerged"),
                    ("took_in", "Took In"),
                    ("let_go", "Let Go"),
                    ("different", "Different"),
                    ("claimed", "Claimed"),
                    ("declined", "Declined"),
                    ("unclaimed", "Unclaimed"),
                    ("erased", "Erased"),
                ],
                max_length=24,
            ),
        ),
        migrations.AddConstraint(
            model_name="playerchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "added",
                            "renamed",
                            "home",
                            "groups",
                            "alias_added",
                            "alias_removed",
                            "shown",
                            "merged",
                            "merged_along",
                            "unmerged",
                            "took_in",
                            "let_go",
                            "different",
                            "claimed",
                            "declined",
                            "unclaimed",
                            "erased",
                        ],
                    )
                ),
                name="player_change_kind_is_known",
                violation_error_message="The kind is a word that nobody knows.",
            ),
        ),
        migrations.AddField(
            model_name="claim",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="claims",
                to="tournaments.club",
            ),
        ),
        migrations.AddField(
            model_name="claim",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="claims",
                to="tournaments.player",
            ),
        ),
        migrations.AddField(
            model_name="claim",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="claims",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["waiting", "confirmed", "declined"])),
                name="claim_state_is_known",
                violation_error_message="The state is a word that nobody knows.",
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "declined"), _negated=True),
                fields=("club", "user"),
                name="one_player_per_account_and_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "confirmed")),
                fields=("player",),
                name="one_account_per_player",
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_at", None), ("state", "waiting")),
                    models.Q(
                        models.Q(("state", "waiting"), _negated=True), ("decided_at__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="claim_waits_until_it_is_decided",
                violation_error_message="What waits is not decided, and all else is.",
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state", "declined"), models.Q(("reason", ""), _negated=True)),
                    models.Q(models.Q(("state", "declined"), _negated=True), ("reason", "")),
                    _connector="OR",
                ),
                name="claim_declined_with_reason",
                violation_error_message="Whoever declines says why, and only then.",
            ),
        ),
    ]
