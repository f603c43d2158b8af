"""Where names of people stand in the rows of a club, and replacing one person's names there.

Names that belong to a row by themselves (a seat, an entry, a stand-in) are replaced where the row
is this person's. In sentences that somebody typed, and in what the history says, every name of the
person is replaced as a whole word, even where another person of exactly that name may be meant:
it is better to take one name too many. Longer names of others of the club that contain it stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Field, Model, Q, QuerySet

from tournaments import models as all_models

DECIDED = ("decided_by", "who", "account")
WITHDRAWN = ("withdrawn_by", "withdrawn_account", "withdrawn_why")

FREE_TEXTS: Mapping[str, tuple[str, ...]] = {
    "Announcement": ("text",),
    "CashLine": ("note", "who", "account", "prize"),
    "Entry": ("team", "free_reason"),
    "EventChange": ("before", "after", "reason", "who", "account"),
    "EventTable": ("confirmed_by", "confirmed_account"),
    "HandVersion": ("record", "reason", "who"),
    "KeptEvening": ("title", "content"),
    "KeptPrizes": ("record",),
    "Leaving": ("stand_in", "reason", *WITHDRAWN),
    "NamedHighest": ("words", *DECIDED, *WITHDRAWN),
    "OldImportChange": ("reason",),
    "PlayerChange": ("before", "after", "reason"),
    "Protest": ("protester", "matter", "wanted", "reason", *DECIDED, "decided_account"),
    "Ruling": ("offence", "reason", *DECIDED, *WITHDRAWN),
    "SamePerson": ("who", "account", "withdrawn_by", "withdrawn_account"),
    "SeriesChange": ("before", "after", "reason", "who", "account"),
    "Table": ("title",),
    "TableChange": ("before", "after", "who"),
    "TieDecision": (*DECIDED, *WITHDRAWN),
    "TotalsVersion": ("reason", "who", "account"),
}
"""By model the fields in which a name may stand among other words."""

BY_ROW: Mapping[str, tuple[str, ...]] = {
    "Contact": ("phone", "mail"),
    "Entry": ("name",),
    "Player": ("name", "home", "groups"),
    "PlayerAlias": ("name",),
    "Seat": ("name",),
}
"""By model the fields that are replaced, or go with the row, where it is the person's."""

LEFT_ALONE: Mapping[str, str] = {
    "Event": "a title or a place is changed by a director; the rest are rules of the event",
    "EventChange.figures": "names nobody: everybody stands there by start number",
    "HandVersion.account": "the account of whoever was signed in, who did it",
    "TableChange.account": "the account of whoever was signed in, who did it",
    "OldImport": "a file that waits is rewritten by `old_imports`; of one that was taken in stays "
    "the name of the file alone",
    "OldImportChange.account": "the account of a director, who did it",
    "OldImportChange.who": "the account of a director, who did it",
    "PlayerChange.account": "the account of a director, who did it",
    "PlayerChange.who": "the account of a director, who did it",
    "Result.decided": "a word of the program: how a sheet that is gone was decided",
    "Round": "names nobody: everybody stands there by start number",
    "SentForm": "what a form said is kept as a digest; its answer is an address with numbers",
    "Series": "a title is changed by a director",
}
"""Texts that stay, by model or by model and field, and why."""


class Scope(NamedTuple):
    """The rows in which the names of a person are looked for: keys of events, tables, series."""

    club: int
    events: Sequence[int]
    tables: Sequence[int]
    series: Sequence[int]


def _paths(model: str) -> dict[str, str]:
    """How a model's rows are found from the events, tables and series of a scope."""
    return {
        "CashLine": {"event__in": "events"},
        "Announcement": {"event__in": "events"},
        "Entry": {"event__in": "events"},
        "EventChange": {"event__in": "events"},
        "EventTable": {"round__event__in": "events"},
        "HandVersion": {
            "hand__table__event_table__round__event__in": "events",
            "hand__table__in": "tables",
        },
        "KeptEvening": {"imported__club": "club"},
        "KeptPrizes": {"event__in": "events"},
        "Leaving": {"result__event__in": "events"},
        "NamedHighest": {"event__in": "events"},
        "OldImportChange": {"imported__club": "club"},
        "PlayerChange": {"player__club": "club"},
        "Protest": {"event__in": "events"},
        "Ruling": {"event__in": "events"},
        "SamePerson": {"event__in": "events"},
        "SeriesChange": {"series__in": "series"},
        "Table": {"pk__in": "tables"},
        "TableChange": {"table__event_table__round__event__in": "events", "table__in": "tables"},
        "TieDecision": {"event__in": "events"},
        "TotalsVersion": {"event_table__round__event__in": "events"},
    }[model]


@dataclass(frozen=True)
class Replacing:
    """What takes the place of a person's names; `others` are other people's that contain one."""

    own: frozenset[str]
    others: frozenset[str]
    instead: str

    def text(self, text: str, most: int | None = None) -> str:
        """A text without the names, cut where it gets too long.

        >>> replacing(["Anna", "Groß"], ["Anna Huber"], "Erased 7").text(
        ...     "Anna and Anna Huber, ANNA's hand, Hanna, GROSS"
        ... )
        "Erased 7 and Anna Huber, Erased 7's hand, Hanna, Erased 7"
        """
        if not text or not self.own:
            return text
        return self._pattern().sub(self._one, text)[:most]

    def value(self, value: Any, most: int | None = None) -> Any:  # noqa: ANN401 - JSON
        """The same for whatever a field holds: a text, or texts inside of JSON."""
        if isinstance(value, str):
            return self.text(value, most)
        if isinstance(value, list):
            return [self.value(each) for each in value]
        if isinstance(value, dict):
            return {name: self.value(each) for name, each in value.items()}
        return value

    def _pattern(self) -> re.Pattern[str]:
        spelt = {each for name in self.own | self.others for each in (name, name.casefold())}
        longest_first = sorted(spelt, key=lambda name: (-len(name), name))
        names = "|".join(map(re.escape, longest_first))
        return re.compile(rf"(?<!\w)(?:{names})(?!\w)", re.IGNORECASE)

    def _one(self, found: re.Match[str]) -> str:
        own = {name.casefold() for name in self.own}
        return self.instead if found[0].casefold() in own else found[0]


def replacing(names: Iterable[str], others: Iterable[str], instead: str) -> Replacing:
    """What takes the place of these names, where the club has others of those names.

    A name of a single letter would be found in too many sentences.
    """
    own = frozenset(name for name in names if len(name.strip()) > 1)
    folded = {name.casefold() for name in own}
    longer = {
        other
        for other in others
        if other.casefold() not in folded and any(name in other.casefold() for name in folded)
    }
    return Replacing(own, frozenset(longer), instead)


def replace_in_texts(scope: Scope, replacing: Replacing) -> int:
    """Take the names out of all free texts in these rows; how many rows it changed.

    Rows that are otherwise never changed are changed here too.
    """
    return sum(
        _replace(rows, fields, replacing)
        for name, fields in FREE_TEXTS.items()
        for rows in [_rows(name, scope)]
    )


def _rows(name: str, scope: Scope) -> QuerySet[Model]:
    wanted = Q()
    for path, part in _paths(name).items():
        wanted |= Q(**{path: getattr(scope, part)})
    model: type[Model] = getattr(all_models, name)
    return model._default_manager.filter(wanted)


def _replace(rows: QuerySet[Model], fields: Sequence[str], replacing: Replacing) -> int:
    own = {field: rows.model._meta.get_field(field) for field in fields}
    changed = 0
    for row in _with_a_name(rows, fields, replacing).iterator(chunk_size=1000):
        moved = {
            name: after
            for name, field in own.items()
            if (after := replacing.value(before := getattr(row, name), _most(field))) != before
        }
        if moved:
            rows.model._default_manager.filter(pk=row.pk).update(**moved)
            changed += 1
    return changed


def _most(field: Any) -> int | None:  # noqa: ANN401 - a field of any model
    return field.max_length if isinstance(field, Field) else None


def _with_a_name(
    rows: QuerySet[Model], fields: Sequence[str], replacing: Replacing
) -> QuerySet[Model]:
    """Those rows in which one of the names may stand: the database looks for a part of it."""
    parts = {_plain_part(name.lower()) for name in replacing.own}
    if "" in parts:
        return rows.distinct()
    wanted = Q()
    for field in fields:
        for part in parts:
            wanted |= Q(**{f"{field}__icontains": part})
    return rows.filter(wanted).distinct()


def _plain_part(name: str) -> str:
    """The longest run of plain letters of a name: these every database finds in any case.

    >>> _plain_part("jörg müller"), _plain_part("ü")
    ('ller', '')
    """
    runs = re.findall(r"[a-z0-9]+", name)
    return max(runs, key=len, default="")
