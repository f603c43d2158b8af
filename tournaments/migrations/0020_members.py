"""Who directs a club is a member with a role, since and until when; those who are there own theirs."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

ROLES = [("owner", "Owner"), ("director", "Director")]


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0019_languages"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="clubdirector", name="one_director_per_club"),
        migrations.RenameModel(old_name="ClubDirector", new_name="Membership"),
        migrations.AlterField(
            model_name="membership",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="members",
                to="tournaments.club",
            ),
        ),
        migrations.AlterField(
            model_name="membership",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="memberships",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="role",
            field=models.CharField(choices=ROLES, default="owner", max_length=12),
        ),
        migrations.AlterField(
            model_name="membership",
            name="role",
            field=models.CharField(choices=ROLES, default="director", max_length=12),
        ),
        migrations.AddField(
            model_name="membership", name="until", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField(
            model_name="membership",
            name="invited_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("role", models.CharField(choices=ROLES, max_length=12)),
                ("secret_hash", models.CharField(max_length=64, unique=True)),
                ("submission", models.UUIDField(unique=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="tournaments.club",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "used_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"abstract": False},
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["owner", "director"])),
                name="invitation_role_is_known",
                violation_error_message="The role is a word that nobody knows.",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("used_at", None), ("withdrawn_at", None), _connector="OR"),
                name="invitation_is_used_or_withdrawn",
                violation_error_message="An invitation is used or withdrawn, not both.",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["owner", "director"])),
                name="membership_role_is_known",
                violation_error_message="The role is a word that nobody knows.",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                condition=models.Q(("until", None)),
                fields=("club", "user"),
                name="one_membership_per_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("until", None), ("until__gte", models.F("since")), _connector="OR"
                ),
                name="membership_ends_after_it_began",
                violation_error_message="Nothing ends before it began.",
            ),
        ),
    ]
