"""It is written down who was invited to run a club, what he is there, and who left."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_languages_of_clubs")]

    operations = [
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
                    ("held", "Too many wrong tries"),
                    ("sign_out", "Signed out"),
                    ("password", "Password changed"),
                    ("sign_out_others", "Signed out everywhere else"),
                    ("sign_out_all", "Signed out everywhere"),
                    ("directs", "Became a director"),
                    ("invited", "Invited somebody"),
                    ("invitation_withdrawn", "Withdrew an invitation"),
                    ("role", "Changed what somebody is in the club"),
                    ("left", "Took somebody out of the club"),
                    ("erased", "Erased a person"),
                    ("merged", "Merged two records"),
                    ("unmerged", "Took two records apart"),
                    ("reopened", "Opened the final list again"),
                    ("new_codes", "Made new codes"),
                    ("language", "Changed the club’s language"),
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
                            "held",
                            "sign_out",
                            "password",
                            "sign_out_others",
                            "sign_out_all",
                            "directs",
                            "invited",
                            "invitation_withdrawn",
                            "role",
                            "left",
                            "erased",
                            "merged",
                            "unmerged",
                            "reopened",
                            "new_codes",
                            "language",
                            "backup",
                        ],
                    )
                ),
                name="security_event_kind_is_known",
                violation_error_message="The kind is a word that nobody knows.",
            ),
        ),
    ]
