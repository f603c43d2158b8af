"""House rules that get another name: who did it, and what they were called before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_house_rules")]

    operations = [
        migrations.RemoveConstraint("houseruleschange", "house_rules_change_kind_is_known"),
        migrations.AddField(
            "houseruleschange",
            "before",
            models.CharField(blank=True, default="", max_length=60),
            preserve_default=False,
        ),
        migrations.AddField(
            "houseruleschange",
            "after",
            models.CharField(blank=True, default="", max_length=60),
            preserve_default=False,
        ),
        migrations.AlterField(
            "houseruleschange",
            "kind",
            models.CharField(
                choices=[
                    ("written", "Written"),
                    ("put_away", "Put Away"),
                    ("brought_back", "Brought Back"),
                    ("usual", "Usual"),
                    ("not_usual", "Not Usual"),
                    ("renamed", "Renamed"),
                ],
                max_length=16,
            ),
        ),
        migrations.AddConstraint(
            "houseruleschange",
            models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        ["written", "put_away", "brought_back", "usual", "not_usual", "renamed"],
                    )
                ),
                name="house_rules_change_kind_is_known",
                violation_error_message="The kind is a word that nobody knows.",
            ),
        ),
    ]
