"""Letters by e-mail, the addresses of accounts, and that the security log knows of them."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0011_claims"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
            options={"ordering": ["-made_at", "-pk"]},
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
            ],
        ),
        migrations.RemoveConstraint(
            model_name="securityevent", name="security_event_kind_is_known"
        ),
        migrations.AlterField(
            model_name="securityevent",
            name="kind",
            field=models.CharField(
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
                    ("backup", "Copied the database"),
                ],
                max_length=24,
            ),
        ),
        migrations.AddConstraint(
            model_name="securityevent",
            constraint=models.CheckConstraint(
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
                            "backup",
                        ],
                    )
                ),
                name="security_event_kind_is_known",
                violation_error_message="The kind is a word that nobody knows.",
            ),
        ),
        migrations.AddIndex(
            model_name="letter", index=models.Index(fields=["due_at"], name="letters_that_are_due")
        ),
        migrations.AddIndex(
            model_name="letter",
            index=models.Index(fields=["club_id", "made_at"], name="letters_of_a_club"),
        ),
        migrations.AddIndex(
            model_name="letter",
            index=models.Index(fields=["to", "made_at"], name="letters_to_somebody"),
        ),
        migrations.AddConstraint(
            model_name="letter",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind__in", ["address", "password", "invitation", "registered", "moved_up"])
                ),
                name="letter_kind_is_known",
                violation_error_message="The kind is a word that nobody knows.",
            ),
        ),
        migrations.AddConstraint(
            model_name="letter",
            constraint=models.CheckConstraint(
                condition=models.Q(("due_at__isnull", False), ("body", ""), _connector="OR"),
                name="letter_that_is_done_has_no_text",
                violation_error_message="Of a letter that is sent or given up the text is gone.",
            ),
        ),
        migrations.AddConstraint(
            model_name="letter",
            constraint=models.CheckConstraint(
                condition=models.Q(("sent_at", None), ("due_at", None), _connector="OR"),
                name="letter_is_sent_once",
                violation_error_message="A letter that was sent is not sent again.",
            ),
        ),
        migrations.AddField(
            model_name="mailaddress",
            name="user",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="mail_address",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
