"""People register for an event by themselves; at first no event has that on."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0024_claims")]

    operations = [
        migrations.CreateModel(
            name="Registration",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("secret_hash", models.CharField(max_length=64, unique=True)),
                ("code", models.CharField(max_length=8, unique=True)),
                ("submission", models.UUIDField(unique=True)),
                ("message", models.CharField(blank=True, max_length=200)),
                ("read_version", models.PositiveIntegerField(default=1)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("device", models.CharField(blank=True, max_length=16)),
                ("network", models.CharField(blank=True, max_length=64)),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="registration",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("read_version__gte", 1)),
                        name="registration_read_version_from_one",
                        violation_error_message="The read version is 1 or more.",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="RegistrationTerms",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_on", models.BooleanField(default=False)),
                ("opens_at", models.DateTimeField(blank=True, null=True)),
                ("closes_at", models.DateTimeField(blank=True, null=True)),
                ("has_waiting_list", models.BooleanField(default=True)),
                ("accepts_each", models.BooleanField(default=False)),
                (
                    "listed",
                    models.CharField(
                        choices=[
                            ("number", "how many are registered"),
                            ("names", "who is registered, as each is shown"),
                            ("nothing", "nothing of it"),
                        ],
                        default="number",
                        max_length=8,
                    ),
                ),
                ("asks_message", models.BooleanField(default=False)),
                ("asks_of_age", models.BooleanField(default=False)),
                ("text", models.CharField(blank=True, max_length=1000)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="registration_terms",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("listed__in", ["number", "names", "nothing"])),
                        name="registration_terms_listed_is_known",
                        violation_error_message="The listed is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)),
                        name="registration_terms_version_from_one",
                        violation_error_message="The version is 1 or more.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("opens_at", None),
                            ("closes_at", None),
                            ("closes_at__gt", models.F("opens_at")),
                            _connector="OR",
                        ),
                        name="registration_closes_after_it_opens",
                        violation_error_message="Registration closes after it opens.",
                    ),
                ]
            },
        ),
    ]
