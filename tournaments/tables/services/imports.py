"""Taking a whole sheet in."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from scoring import Record
from scoring.circle import count_columns
from tournaments.models import Actor
from tournaments.tables.services.hands import record_all
from tournaments.tables.services.tables import OpenedTable, open_table


def import_sheet(*, record: Record, by: Actor, submission: UUID) -> OpenedTable:
    """Open a table with all the hands of a record, which the engine has accepted.

    The same record under the same submission leads to the same table. People without a name are
    numbered. Raises ImpossibleHand for points that no sheet holds, and then nothing is kept.
    """
    columns = count_columns(record.ruleset, record.players, record.hands)
    names = record.names or [
        _("Player %(place)s") % {"place": column + 1} for column in range(columns)
    ]
    with transaction.atomic(durable=True):
        opened = open_table(
            ruleset_key=record.ruleset.key,
            options=record.options,
            names=names[: record.players],
            newcomers=names[record.players :],
            title=record.title,
            submission=submission,
            hands=record.hands,
            by=by,
        )
        if opened.is_new:
            record_all(table=opened.table, records=record.hands, by=by, submission=submission)
    return opened
