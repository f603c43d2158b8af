"""Which version of the totals from paper a second director confirmed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_figures_of_reopened_sheets")]

    operations = [
        migrations.AddField(
            model_name="eventtable",
            name="confirmed_totals",
            field=models.PositiveIntegerField(blank=True, null=True),
        )
    ]
