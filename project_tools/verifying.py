"""Everything that can be checked about a database, and what it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import DatabaseError, connection, transaction
from django.db.models import Count, F, Max, Q
from django.utils import timezone

from project_tools.upgrading import counted_as, has_pending_migrations
from scoring.figures import COUNTING
from sheets.coming import ImpossibleHand
from tournaments.common.locks import lock_table
from tournaments.events.results.services.results import result_differences
from tournaments.models import Club, Event, Hand, HandVersion, Table
from tournaments.records.services.counting import check_club


class Check(NamedTuple):
    """One thing that was looked at, and a sentence for each fault."""

    what: str
    faults: list[str]


def checks() -> Iterator[Check]:
    """Look at one thing after the other; where the file itself is broken, at nothing more."""
    for what, look in LOOKS:
        try:
            found = look()
        except DatabaseError as problem:
            found = [f"It cannot be read: {problem}."]
        yield Check(what, found)
        if found and look in (broken_structure, other_form):
            return


def broken_structure() -> list[str]:
    """What SQLite finds in its file; PostgreSQL looks after its own."""
    if connection.vendor != "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        return [said for (said,) in cursor.fetchall() if said != "ok"]


def texts_for_numbers() -> list[str]:
    """Where SQLite has taken a text for a number: it takes any value in any column."""
    if connection.vendor != "sqlite":
        return []
    quoted, found = connection.ops.quote_name, list[str]()
    with connection.cursor() as cursor:
        for model in apps.get_models():
            for field in model._meta.local_concrete_fields:
                kept_as = getattr(field, "target_field", field).get_internal_type()
                if kept_as not in connection.ops.integer_field_ranges:
                    continue
                table, column = model._meta.db_table, str(field.column)
                cursor.execute(
                    f"SELECT count(*) FROM {quoted(table)} "
                    f"WHERE typeof({quoted(column)}) NOT IN ('integer', 'null')"
                )
                if count := cursor.fetchone()[0]:
                    found.append(f"{table}: {column} is no number in {count} rows.")
    return found


def other_form() -> list[str]:
    """Whether it has the form that this program works with."""
    return ["It is not that of this program: run migrate."] if has_pending_migrations() else []


def broken_references() -> list[str]:
    """A row that belongs to one that is not there."""
    try:
        connection.check_constraints()
    except DatabaseError as problem:
        return [str(problem)]
    return []


def missing_versions() -> list[str]:
    """A hand of which not every version is there."""
    hands = Hand.objects.annotate(kept=Count("versions"), last=Max("versions__number"))
    wrong = hands.exclude(Q(kept=F("version")) & Q(last=F("version")))
    return [
        f"table {hand.table_id}, hand {hand.number}: {hand.kept} of {hand.version} versions"
        for hand in wrong.order_by("table", "number")
    ]


def other_points() -> list[str]:
    """Where stored points, results or figures are not what the hands come to."""
    found = list[str]()
    for key in Table.objects.order_by("pk").values_list("pk", flat=True):
        try:
            with transaction.atomic():
                table = lock_table(key, even_if_ended=True)
                found += result_differences(table)
        except ImpossibleHand as problem:
            found.append(f"table {key}, hand {problem.place}: the rules do not allow it.")
    return found


def other_record_book() -> list[str]:
    """Where the record book is not what the sheets add up to."""
    is_old = counted_as() != COUNTING and Table.objects.exists()
    found = ["It was counted by another version: run migrate."] if is_old else []
    for club in Club.objects.order_by("pk"):
        found += check_club(club, mend=False)
    return found


LOOKS: tuple[tuple[str, Callable[[], list[str]]], ...] = (
    ("the database itself", broken_structure),
    ("its form", other_form),
    ("numbers", texts_for_numbers),
    ("what belongs together", broken_references),
    ("versions of hands", missing_versions),
    ("stored points against a replay", other_points),
    ("the record book", other_record_book),
)


def contents() -> str:
    """What the database holds, in one sentence."""
    held = (
        f"It holds: clubs {Club.objects.count()}, accounts {get_user_model().objects.count()}, "
        f"events {Event.objects.count()}, sheets {Table.objects.count()}, "
        f"hands {Hand.objects.count()}"
    )
    last = HandVersion.objects.order_by("-made_at", "-pk").select_related("hand__table").first()
    if last is None:
        return f"{held}."
    when = timezone.localtime(last.made_at)
    return (
        f"{held}. The last was saved on {when:%Y-%m-%d} at {when:%H:%M:%S}: "
        f"line {last.hand.number} of sheet {last.hand.table_id}."
    )
