"""House rules to which a club gives a name, and which of them a table or an event is played under."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0016_what_is_allowed"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="HouseRules",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("ruleset", models.CharField(max_length=64)),
                ("options", models.JSONField(default=dict)),
                ("version", models.PositiveSmallIntegerField(default=1)),
                ("is_put_away", models.BooleanField(default=False)),
                ("is_usual", models.BooleanField(default=False)),
            ],
            options={"ordering": ["name"]},
        ),
        migrations.CreateModel(
            name="HouseRulesChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("who", models.CharField(blank=True, max_length=80)),
                ("account", models.CharField(blank=True, max_length=80)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("submission", models.UUIDField(unique=True)),
                ("house_rules_version", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("written", "Written"),
                            ("put_away", "Put Away"),
                            ("brought_back", "Brought Back"),
                            ("usual", "Usual"),
                            ("not_usual", "Not Usual"),
                        ],
                        max_length=16,
                    ),
                ),
                ("options", models.JSONField(default=dict)),
            ],
            options={"ordering": ["pk"], "abstract": False},
        ),
        migrations.AddField(
            model_name="event", name="rules_name", field=models.CharField(blank=True, max_length=60)
        ),
        migrations.AddField(
            model_name="event",
            name="rules_version",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="table", name="rules_name", field=models.CharField(blank=True, max_length=60)
        ),
        migrations.AddField(
            model_name="table",
            name="rules_version",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("rules_name", ""), ("rules_version", None)),
                    models.Q(
                        models.Q(("rules_name", ""), _negated=True),
                        ("rules_version__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="event_rules_version_beside_name",
                violation_error_message="House rules with a name have a version, and only these.",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("rules_version__gte", 1)),
                name="event_rules_version_from_one",
                violation_error_message="The rules version is 1 or more.",
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("rules_name", ""), ("rules_version", None)),
                    models.Q(
                        models.Q(("rules_name", ""), _negated=True),
                        ("rules_version__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="table_rules_version_beside_name",
                violation_error_message="House rules with a name have a version, and only these.",
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(("rules_version__gte", 1)),
                name="table_rules_version_from_one",
                violation_error_message="The rules version is 1 or more.",
            ),
        ),
        migrations.AddField(
            model_name="houserules",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="house_rules",
                to="tournaments.club",
            ),
        ),
        migrations.AddField(
            model_name="houseruleschange",
            name="house_rules",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="changes",
                to="tournaments.houserules",
            ),
        ),
        migrations.AddField(
            model_name="houseruleschange",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="houserules",
            constraint=models.UniqueConstraint(
                fields=("club", "name"), name="one_set_of_rules_per_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="houserules",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_usual", True)),
                fields=("club", "ruleset"),
                name="one_usual_set_of_rules_per_game",
            ),
        ),
        migrations.AddConstraint(
            model_name="houserules",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_put_away", True), ("is_usual", True), _negated=True),
                name="house_rules_usual_or_put_away",
                violation_error_message="What is put away is not what the club usually plays.",
            ),
        ),
        migrations.AddConstraint(
            model_name="houserules",
            constraint=models.CheckConstraint(
                condition=models.Q(("version__gte", 1)),
                name="house_rules_version_from_one",
                violation_error_message="The version is 1 or more.",
            ),
        ),
        migrations.AddConstraint(
            model_name="houseruleschange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind__in", ["written", "put_away", "brought_back", "usual", "not_usual"])
                ),
                name="house_rules_change_kind_is_known",
                violation_error_message="The kind is a word that nobody knows.",
            ),
        ),
        migrations.AddConstraint(
            model_name="houseruleschange",
            constraint=models.CheckConstraint(
                condition=models.Q(("house_rules_version__gte", 1)),
                name="house_rules_change_house_rules_version_from_one",
                violation_error_message="The house rules version is 1 or more.",
            ),
        ),
    ]
