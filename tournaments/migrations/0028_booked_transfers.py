"""Fees that came by the bank: each line is booked once, and is not in the box."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0027_clubs_asked_for")]

    operations = [
        migrations.CreateModel(
            name="BookedTransfer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                (
                    "registration",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="transfers",
                        to="tournaments.registration",
                    ),
                ),
            ],
            options={"abstract": False},
        ),
        migrations.RemoveConstraint(model_name="cashline", name="cash_line_kind_is_known"),
        migrations.RemoveConstraint(model_name="cashline", name="cash_line_of_a_fee_names_entry"),
        migrations.AlterField(
            model_name="cashline",
            name="kind",
            field=models.CharField(
                choices=[
                    ("part", "Part"),
                    ("reentry", "Reentry"),
                    ("refund", "Refund"),
                    ("lost", "Lost"),
                    ("in", "Put In"),
                    ("out", "Taken Out"),
                    ("prize", "Prize"),
                    ("count", "Count"),
                    ("reversal", "Reversal"),
                    ("transfer", "Transfer"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="cashline",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "part",
                            "reentry",
                            "refund",
                            "lost",
                            "in",
                            "out",
                            "prize",
                            "count",
                            "reversal",
                            "transfer",
                        ],
                    )
                ),
                name="cash_line_kind_is_known",
                violation_error_message="The kind is a word that nobody knows.",
            ),
        ),
        migrations.AddConstraint(
            model_name="cashline",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("entry__isnull", False),
                    models.Q(
                        ("kind__in", ["part", "reentry", "refund", "transfer"]), _negated=True
                    ),
                    _connector="OR",
                ),
                name="cash_line_of_a_fee_names_entry",
                violation_error_message="A fee that is paid or given back is an entry's.",
            ),
        ),
    ]
