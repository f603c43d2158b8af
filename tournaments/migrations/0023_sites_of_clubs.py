"""Other sites may show the standings of a club; so far none does."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0022_initials_in_old_events")]

    operations = [
        migrations.AddField(
            model_name="club", name="sites", field=models.JSONField(blank=True, default=list)
        )
    ]
