"""It is written down when the second factor of an account is switched on or off, and tried."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_members")]

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
                    ("wrong_code", "Wrong code of the second factor"),
                    ("held", "Too many wrong tries"),
                    ("sign_out", "Signed out"),
                    ("password", "Password changed"),
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
                            "wrong_code",
                            "held",
                            "sign_out",
                            "password",
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
