"""How a sheet that is gone was decided."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_confirmed_totals")]

    operations = [
        migrations.AddField(
            model_name="result",
            name="decided",
            field=models.CharField(blank=True, default="", max_length=8),
        )
    ]
