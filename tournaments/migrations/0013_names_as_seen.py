"""Names are kept as they are seen, those too that were written down before this was the rule.

Composed, on even blanks, without signs that nobody sees: as a name is kept that is typed today.
Nobody becomes somebody else by it: where two would then have one name on a sheet, in an event or in
a club, both stay as they are. What was written down as evidence stays as well: versions of
hands, changes, and who made them.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

BLANKS = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
MARKS = re.compile("([\u0300-\u036f]{2})[\u0300-\u036f]+")
JOINERS = "\u200c\u200d"
SOME = 1_000

KINDS = {
    "Player": ("club_id", "players of a club"),
    "PlayerAlias": ("club_id", "other names of players"),
    "Entry": ("event_id", "entries of an event"),
    "Seat": ("table_id", "columns of a sheet"),
}
"""By model what a name must be the only one of, and what it is called."""


def as_seen(name: str) -> str:
    """A name as it is kept when it is typed."""
    signs = [
        sign
        for place, sign in enumerate(name)
        if unicodedata.category(sign) != "Cf" or (sign in JOINERS and joins(name, place))
    ]
    seen = unicodedata.normalize("NFC", UNSEEN.sub("", "".join(signs)))
    return MARKS.sub(r"\1", BLANKS.sub(" ", seen)).strip()


def joins(name: str, place: int) -> bool:
    """Whether a script needs the joiner at that place."""
    around = name[place - 1 : place] + name[place + 1 : place + 2]
    return len(around) == 2 and all("\u0600" <= sign <= "\u0dff" for sign in around)


def clean_names(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for kind, (owner, called) in KINDS.items():
        objects = apps.get_model("tournaments", kind).objects
        extra = ["home"] if kind == "Player" else []
        changed, doubles = found(objects.values_list("pk", owner, "name", *extra).iterator(SOME))
        for key, texts in changed.items():
            objects.filter(pk=key).update(**dict(zip(["name", *extra], texts, strict=True)))
        if changed or doubles:
            print(
                f"\n  Names, {called}: {len(changed)} written anew, {doubles} left as they are",
                end="",
            )


def found(rows: Iterable[tuple[int, int, *tuple[str, ...]]]) -> tuple[dict[int, list[str]], int]:
    """By key the texts that are written anew; and how many would then be those of somebody else.

    Of what would vanish nothing is taken.
    """
    groups: dict[tuple[object, ...], list[tuple[int, list[str]]]] = defaultdict(list)
    were: dict[int, list[str]] = {}
    for key, owner, *texts in rows:
        clean = [as_seen(text) for text in texts]
        were[key] = texts
        if clean[0]:
            groups[owner, *(text.casefold() for text in clean)].append((key, clean))
    changed: dict[int, list[str]] = {}
    doubles = 0
    for those in groups.values():
        differ = [(key, clean) for key, clean in those if clean != were[key]]
        if len({" ".join(were[key]).casefold() for key, _clean in those}) > 1:
            doubles += len(differ)
        else:
            changed.update(differ)
    return changed, doubles


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_forgotten_columns")]

    operations = [migrations.RunPython(clean_names, migrations.RunPython.noop, elidable=True)]
