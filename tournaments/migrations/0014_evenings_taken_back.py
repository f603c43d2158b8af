import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import Exists, OuterRef


def the_first_links_are_the_openers(apps: StateApps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Whoever opened an evening before this was kept has the link that was made first."""
    links = apps.get_model("tournaments", "TableLink").objects
    older = links.filter(table=OuterRef("table"), rights="write", pk__lt=OuterRef("pk"))
    of_events = apps.get_model("tournaments", "EventTable").objects.filter(table=OuterRef("table"))
    first = links.filter(~Exists(older), ~Exists(of_events), rights="write")
    links.filter(pk__in=first.values("pk")).update(is_owners=True)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0013_names_as_seen"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="opened_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="opened",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="opened_device",
            field=models.CharField(blank=True, max_length=16),
        ),
        migrations.AddField(
            model_name="tablelink", name="is_owners", field=models.BooleanField(default=False)
        ),
        migrations.RunPython(the_first_links_are_the_openers, migrations.RunPython.noop),
    ]
