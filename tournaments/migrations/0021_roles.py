"""What somebody is in a club has more words, and may be for one event alone."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0020_members"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="invitation", name="invitation_role_is_known"),
        migrations.RemoveConstraint(model_name="membership", name="membership_role_is_known"),
        migrations.RemoveConstraint(model_name="membership", name="one_membership_per_club"),
        migrations.AddField(
            model_name="invitation",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="invitations",
                to="tournaments.event",
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="members",
                to="tournaments.event",
            ),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="role",
            field=models.CharField(
                choices=[
                    ("owner", "Owner"),
                    ("director", "Director"),
                    ("door", "Door"),
                    ("keyer", "Results"),
                    ("cashier", "Cash desk"),
                    ("auditor", "Auditor"),
                    ("statistician", "Record book"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="membership",
            name="role",
            field=models.CharField(
                choices=[
                    ("owner", "Owner"),
                    ("director", "Director"),
                    ("door", "Door"),
                    ("keyer", "Results"),
                    ("cashier", "Cash desk"),
                    ("auditor", "Auditor"),
                    ("statistician", "Record book"),
                ],
                default="director",
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "role__in",
                        [
                            "owner",
                            "director",
                            "door",
                            "keyer",
                            "cashier",
                            "auditor",
                            "statistician",
                        ],
                    )
                ),
                name="invitation_role_is_known",
                violation_error_message="The role is a word that nobody knows.",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("event", None),
                    models.Q(("role__in", ["owner", "statistician"]), _negated=True),
                    _connector="OR",
                ),
                name="invitation_of_an_event_is_of_its_day",
                violation_error_message="Nobody is that at one event alone.",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "role__in",
                        [
                            "owner",
                            "director",
                            "door",
                            "keyer",
                            "cashier",
                            "auditor",
                            "statistician",
                        ],
                    )
                ),
                name="membership_role_is_known",
                violation_error_message="The role is a word that nobody knows.",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                condition=models.Q(("event", None), ("until", None)),
                fields=("club", "user"),
                name="one_membership_per_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                condition=models.Q(("until", None)),
                fields=("event", "user"),
                name="one_membership_per_event",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("event", None),
                    models.Q(("role__in", ["owner", "statistician"]), _negated=True),
                    _connector="OR",
                ),
                name="membership_of_an_event_is_of_its_day",
                violation_error_message="Nobody is that at one event alone.",
            ),
        ),
    ]
