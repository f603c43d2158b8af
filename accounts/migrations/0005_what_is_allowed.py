"""The database knows every kind of security event, and by what a try at a password is counted."""

from django.db import migrations, models

from accounts.adding_constraints import AddConstraints, Constraints

CONSTRAINTS: Constraints = {
    "SecurityEvent": [
        models.CheckConstraint(
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
                        "erased",
                        "merged",
                        "unmerged",
                        "reopened",
                        "new_codes",
                        "backup",
                    ],
                )
            ),
            name="security_event_kind_is_known",
            violation_error_message="The kind is a word that nobody knows.",
        )
    ],
    "SignInTry": [
        models.CheckConstraint(
            condition=models.Q(
                models.Q(("browser", ""), models.Q(("name", ""), _negated=True)),
                models.Q(models.Q(("browser", ""), _negated=True), ("name", ""), ("network", "")),
                _connector="OR",
            ),
            name="try_of_a_browser_or_a_name",
            violation_error_message="A try is counted by its browser, or else by a name.",
        )
    ],
}


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_first_sign_ins")]

    operations = [
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
                    ("erased", "Erased a person"),
                    ("merged", "Merged two records"),
                    ("unmerged", "Took two records apart"),
                    ("reopened", "Opened the final list again"),
                    ("new_codes", "Made new codes"),
                    ("backup", "Copied the database"),
                ],
                max_length=24,
            ),
        ),
        AddConstraints(CONSTRAINTS),
    ]
