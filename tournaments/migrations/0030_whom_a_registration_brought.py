"""A registration says whom the club came to know by it; of those so far, nobody."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0029_mail_of_registrations")]

    operations = [
        migrations.AddField(
            model_name="registration",
            name="brought",
            field=models.JSONField(blank=True, default=list),
        )
    ]
