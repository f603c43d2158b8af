"""Who has an account can ask for a club."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import tournaments.models.base


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0026_fee_by_transfer"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ClubRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        choices=[("en", "English"), ("de", "Deutsch"), ("et", "Eesti")],
                        default=tournaments.models.base.site_language,
                        max_length=8,
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("is_public", models.BooleanField(default=False)),
                ("about", models.CharField(blank=True, max_length=200)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("submission", models.UUIDField(unique=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournaments.club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="club_requests",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["waiting", "accepted", "declined"])),
                        name="club_request_state_is_known",
                        violation_error_message="The state is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("language__in", ["en", "de", "et"])),
                        name="club_request_language_is_known",
                        violation_error_message="The language is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("answered_at", None), ("state", "waiting")),
                            models.Q(
                                models.Q(("state", "waiting"), _negated=True),
                                ("answered_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="club_request_waits_until_answered",
                        violation_error_message="What waits has no answer yet, and all else has one.",
                    ),
                ],
            },
        )
    ]
