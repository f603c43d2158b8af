"""Whoever registers by himself may leave an e-mail address, and is written to."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0028_booked_transfers")]

    operations = [
        migrations.AddField(
            model_name="registration",
            name="mail",
            field=models.CharField(blank=True, max_length=120),
        ),
        migrations.AddField(
            model_name="registration",
            name="site",
            field=models.CharField(blank=True, max_length=200),
        ),
    ]
