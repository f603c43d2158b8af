"""A club may have names in old events shortened; so far none does."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0021_roles")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="initials_after",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(("initials_after__gte", 1)),
                name="club_initials_after_from_one",
                violation_error_message="The initials after is 1 or more.",
            ),
        ),
    ]
