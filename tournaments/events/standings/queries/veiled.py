"""An event as everybody may see it: whoever is shown with initials, or not at all, is so here too.

Public pages ask for `public_snapshot`, directors' pages for `snapshot_of`. Who is not shown keeps
the start number, by which seat and place are found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from tournaments.common.kept import kept
from tournaments.events.standings.queries.snapshots import Snapshot, snapshot_of
from tournaments.models import Event, Member, Player, Round
from tournaments.people.queries.people import veiled

BETWEEN = " / "


class _Veil(NamedTuple):
    """A person of an entry whose name not everybody sees."""

    entry: int
    place: int
    from_round: int
    first_round: int
    person: str
    shown: str
    name: str
    number: int | None


class _Names(NamedTuple):
    """What to call entries, "" where that is nothing; and substitutes by entry, round and name."""

    entries: Mapping[int, str]
    substitutes: Mapping[tuple[int, int, str], str]


def public_snapshot(event: Event, rounds: list[Round] | None = None) -> Snapshot:
    """The event as it is now, with the names that everybody may see.

    One SQL query more than `snapshot_of` after a deed.
    """
    snapshot = snapshot_of(event, rounds)
    key = (event.pk, event.submission)
    names = kept((*key, "veiled"), event.version, lambda: _names(event))
    if not names.entries and not names.substitutes:
        return snapshot
    return kept((*key, "public"), snapshot.state, lambda: _with(snapshot, names))


def _with(snapshot: Snapshot, names: _Names) -> Snapshot:
    entries = {
        pk: line._replace(name=names.entries.get(pk, line.name))
        for pk, line in snapshot.entries.items()
    }
    substitutes = tuple(
        one._replace(name=names.substitutes.get((one.entry, one.from_round, one.name), one.name))
        for one in snapshot.substitutes
    )
    expected = [one._replace(name=names.entries.get(one.pk, one.name)) for one in snapshot.expected]
    return replace(
        snapshot,
        entries=entries,
        substitutes=substitutes,
        expected=tuple(one for one in expected if one.name),
        is_public=True,
    )


def _names(event: Event) -> _Names:
    """One SQL query; nothing where everybody is shown with the name."""
    members = Member.objects.filter(entry__event=event).annotate(
        as_shown=Coalesce("player__merged_into__shown", "player__shown"),
        starts=F("entry__first_round"),
    )
    fields = ("entry_id", "place", "from_round", "starts", "player__name", "as_shown")
    rows = members.exclude(as_shown=Player.NAME).order_by("entry_id", "place", "pk")
    veils = [_Veil(*row) for row in rows.values_list(*fields, "entry__name", "entry__number")]
    parts: dict[int, list[str]] = {}
    numbers: dict[int, int | None] = {}
    substitutes: dict[tuple[int, int, str], str] = {}
    for one in veils:
        if one.from_round > one.first_round:
            said = veiled(one.person, one.shown) or _("Somebody")
            substitutes[one.entry, one.from_round, one.person] = said
            continue
        own = parts.setdefault(one.entry, one.name.split(BETWEEN))
        own[min(one.place, len(own) - 1)] = veiled(own[min(one.place, len(own) - 1)], one.shown)
        numbers[one.entry] = one.number
    return _Names(_apart(parts, numbers), substitutes)


def _apart(parts: Mapping[int, list[str]], numbers: Mapping[int, int | None]) -> dict[int, str]:
    """By entry the name, with the start number where several have the same or none is left."""
    names = {
        key: BETWEEN.join(part or _("Somebody") for part in own) if any(own) else ""
        for key, own in parts.items()
    }
    count = Counter(names.values())
    for key, name in names.items():
        number = numbers[key]
        said = _("No. %(number)s") % {"number": number} if number else ""
        if not name:
            names[key] = said
        elif count[name] > 1 and said:
            names[key] = f"{name} ({said})"
    return names
