"""The tables of a new database, made at once: whoever has an older one goes the single steps."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from accounts.creating_tables import CreateTables


class Migration(migrations.Migration):
    replaces = [
        ("accounts", "0001_security_events"),
        ("accounts", "0002_sign_ins"),
        ("accounts", "0003_sign_in_tries"),
        ("accounts", "0004_first_sign_ins"),
        ("accounts", "0005_what_is_allowed"),
        ("accounts", "0006_languages_of_clubs"),
        ("accounts", "0007_members"),
        ("accounts", "0008_second_factor"),
        ("accounts", "0009_password_links"),
        ("accounts", "0010_sites_of_clubs"),
        ("accounts", "0011_claims"),
        ("accounts", "0012_letters"),
        ("accounts", "0013_clubs_by_themselves"),
    ]

    initial = True

    dependencies = [
        ("sessions", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    tables = [
        migrations.CreateModel(
            name="Letter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("address", "To confirm an e-mail address"),
                            ("password", "A link for a new password"),
                            ("invitation", "An invitation"),
                            ("registered", "One’s own page after registering"),
                            ("moved_up", "A place after waiting"),
                        ],
                        max_length=12,
                    ),
                ),
                ("to", models.CharField(max_length=120)),
                ("subject", models.CharField(max_length=200)),
                ("body", models.TextField(blank=True)),
                ("language", models.CharField(max_length=8)),
                ("club_id", models.PositiveBigIntegerField(blank=True, null=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "due_at",
                    models.DateTimeField(blank=True, default=django.utils.timezone.now, null=True),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                ("problem", models.CharField(blank=True, max_length=24)),
            ],
            options={
                "ordering": ["-made_at", "-pk"],
                "indexes": [
                    models.Index(fields=["due_at"], name="letters_that_are_due"),
                    models.Index(fields=["club_id", "made_at"], name="letters_of_a_club"),
                    models.Index(fields=["to", "made_at"], name="letters_to_somebody"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                ["address", "password", "invitation", "registered", "moved_up"],
                            )
                        ),
                        name="letter_kind_is_known",
                        violation_error_message="The kind is a word that nobody knows.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("due_at__isnull", False), ("body", ""), _connector="OR"
                        ),
                        name="letter_that_is_done_has_no_text",
                        violation_error_message="Of a letter that is sent or given up the text is gone.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("sent_at", None), ("due_at", None), _connector="OR"),
                        name="letter_is_sent_once",
                        violation_error_message="A letter that was sent is not sent again.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MailAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.CharField(blank=True, max_length=120)),
                ("wanted", models.CharField(blank=True, max_length=120)),
                ("secret_hash", models.CharField(blank=True, max_length=64)),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mail_address",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PasswordLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("secret_hash", models.CharField(max_length=64, unique=True)),
                ("password_mark", models.CharField(max_length=64)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="password_link",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SignIn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password_mark", models.CharField(max_length=64)),
                ("began_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("seen_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("browser", models.CharField(blank=True, max_length=20)),
                ("system", models.CharField(blank=True, max_length=20)),
                ("network", models.CharField(blank=True, max_length=64)),
                ("known_as", models.CharField(blank=True, max_length=64)),
                ("known_since", models.DateTimeField(blank=True, null=True)),
                ("is_first", models.BooleanField(default=False)),
                ("told_at", models.DateTimeField(blank=True, null=True)),
                (
                    "session",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sign_in",
                        to="sessions.session",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sign_ins",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ["-seen_at", "-pk"]},
        ),
        migrations.CreateModel(
            name="SignInTry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=64)),
                ("browser", models.CharField(blank=True, max_length=64)),
                ("network", models.CharField(blank=True, max_length=64)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["name", "at"], name="tries_of_a_name"),
                    models.Index(fields=["browser", "at"], name="tries_of_a_browser"),
                    models.Index(fields=["network", "at"], name="tries_of_a_network"),
                    models.Index(fields=["at"], name="tries_by_time"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("browser", ""), models.Q(("name", ""), _negated=True)),
                            models.Q(
                                models.Q(("browser", ""), _negated=True),
                                ("name", ""),
                                ("network", ""),
                            ),
                            _connector="OR",
                        ),
                        name="try_of_a_browser_or_a_name",
                        violation_error_message="A try is counted by its browser, or else by a name.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SecurityEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("sign_in", "Signed in"),
                            ("refused", "Wrong password"),
                            ("wrong_code", "Wrong code of the second factor"),
                            ("held", "Too many wrong tries"),
                            ("sign_out", "Signed out"),
                            ("password", "Password changed"),
                            ("password_link", "Made a link for a new password"),
                            ("mail", "Changed the e-mail address"),
                            ("factor_on", "Switched the second factor on"),
                            ("factor_off", "Switched the second factor off"),
                            ("recovery_codes", "Made new recovery codes"),
                            ("sign_out_others", "Signed out everywhere else"),
                            ("sign_out_all", "Signed out everywhere"),
                            ("directs", "Became a director"),
                            ("invited", "Invited somebody"),
                            ("invitation_withdrawn", "Withdrew an invitation"),
                            ("role", "Changed what somebody is in the club"),
                            ("left", "Took somebody out of the club"),
                            ("claimed", "Confirmed whose account it is"),
                            ("unclaimed", "Took an account away from a player"),
                            ("persons_file", "Took what is kept about a person"),
                            ("erased", "Erased a person"),
                            ("merged", "Merged two records"),
                            ("unmerged", "Took two records apart"),
                            ("reopened", "Opened the final list again"),
                            ("new_codes", "Made new codes"),
                            ("language", "Changed the club’s language"),
                            ("sites", "Changed which sites show the club’s standings"),
                            ("old_names", "Changed how long names are shown in full"),
                            ("account", "Made an account"),
                            ("club_asked", "Asked for a club"),
                            ("club_made", "Made a club"),
                            ("club_declined", "Declined a club"),
                            ("backup", "Copied the database"),
                        ],
                        max_length=24,
                    ),
                ),
                ("account_name", models.CharField(blank=True, max_length=150)),
                ("club_id", models.BigIntegerField(blank=True, null=True)),
                ("club_name", models.CharField(blank=True, max_length=80)),
                ("what", models.CharField(blank=True, max_length=200)),
                ("network", models.CharField(blank=True, max_length=64)),
                (
                    "account",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
                "indexes": [
                    models.Index(fields=["at"], name="security_events_by_time"),
                    models.Index(fields=["club_id", "at"], name="security_events_of_a_club"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "sign_in",
                                    "refused",
                                    "wrong_code",
                                    "held",
                                    "sign_out",
                                    "password",
                                    "password_link",
                                    "mail",
                                    "factor_on",
                                    "factor_off",
                                    "recovery_codes",
                                    "sign_out_others",
                                    "sign_out_all",
                                    "directs",
                                    "invited",
                                    "invitation_withdrawn",
                                    "role",
                                    "left",
                                    "claimed",
                                    "unclaimed",
                                    "persons_file",
                                    "erased",
                                    "merged",
                                    "unmerged",
                                    "reopened",
                                    "new_codes",
                                    "language",
                                    "sites",
                                    "old_names",
                                    "account",
                                    "club_asked",
                                    "club_made",
                                    "club_declined",
                                    "backup",
                                ],
                            )
                        ),
                        name="security_event_kind_is_known",
                        violation_error_message="The kind is a word that nobody knows.",
                    )
                ],
            },
        ),
    ]
    operations = [CreateTables(tables)]
