"""Clubs, events and tables have a language; those that are there get that of the site."""

from django.db import migrations, models

import tournaments.models.base


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_house_rules_renamed")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="language",
            field=models.CharField(
                choices=[("en", "English"), ("de", "Deutsch"), ("et", "Eesti")],
                default=tournaments.models.base.site_language,
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="language",
            field=models.CharField(
                choices=[("en", "English"), ("de", "Deutsch"), ("et", "Eesti")],
                default=tournaments.models.base.site_language,
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="language",
            field=models.CharField(
                choices=[("en", "English"), ("de", "Deutsch"), ("et", "Eesti")],
                default=tournaments.models.base.site_language,
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(("language__in", ["en", "de", "et"])),
                name="club_language_is_known",
                violation_error_message="The language is a word that nobody knows.",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("language__in", ["en", "de", "et"])),
                name="event_language_is_known",
                violation_error_message="The language is a word that nobody knows.",
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(("language__in", ["en", "de", "et"])),
                name="table_language_is_known",
                violation_error_message="The language is a word that nobody knows.",
            ),
        ),
    ]
