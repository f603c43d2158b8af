"""What databases lack, or have wrong, that an early version made and a later one brought on."""

from django.db import migrations

from tournaments.forgotten_columns import add_if_missing, forget_names


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_who_is_who_says")]

    operations = [
        add_if_missing("round", "version"),
        add_if_missing("result", "solos_played"),
        add_if_missing("series", "moved"),
        forget_names("round", "version"),
        forget_names("result", "solos_played"),
    ]
