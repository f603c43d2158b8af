"""What everybody had at a sheet that was opened again, in figures; so far the sentence was read."""

import re

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

EACH = re.compile(r"(?:^|, )(\d+): ([-−]?\d+)(?: \((\d+)/(\d+)\))?(?=, |$)")


def read(sentence: str) -> list[list[int]]:
    """The figures of a sentence such as “1: 12, 2: −4 (1/0)”."""
    return [
        [int(number), int(points.replace("−", "-")), int(solos or 0), int(games or 0)]
        for number, points, solos, games in EACH.findall(sentence)
    ]


def keep_figures(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    changes = apps.get_model("tournaments", "EventChange").objects
    for change in changes.filter(kind="sheet_reopened").iterator():
        change.figures = read(change.before)
        change.save(update_fields=["figures"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_same_form")]

    operations = [
        migrations.AddField(
            model_name="eventchange",
            name="figures",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.RunPython(keep_figures, migrations.RunPython.noop, elidable=True),
    ]
