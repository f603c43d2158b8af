"""Erasing a person: the name goes everywhere, what was played stays.

Figures, results, places and hands hang on the record of the player, which stays without a name.
It cannot be taken back, and nothing of what was replaced is kept.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, Field, Model, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.events import Kind
from accounts.letters import forget_address
from accounts.saying import kept_what
from tournaments import models as all_models
from tournaments.common.actions import Refused, note_action
from tournaments.common.followers import Followers
from tournaments.common.locks import announce, lock_tables
from tournaments.common.names import Replacing, replacing
from tournaments.models import (
    Author,
    Contact,
    Entry,
    EventChange,
    Member,
    Player,
    PlayerAlias,
    PlayerChange,
    Registration,
    Seat,
    Series,
    Table,
)
from tournaments.people.queries import BETWEEN_NAMES, records_of
from tournaments.people.services.claims import erase_claims
from tournaments.people.services.people import people_changed, perform_at_person

# Where names of people stand in the rows of a club, and replacing one person's names there.
#
# Names that belong to a row by themselves (a seat, an entry, a stand-in) are replaced where the row
# is this person's. In sentences that somebody typed, and in what the history says, every name of
# the person is replaced as a whole word, even where another person of exactly that name may be
# meant: it is better to take one name too many. Longer names of others of the club that contain it
# stay.

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

FOUND_BY: Mapping[str, Mapping[str, str]] = {
    "EventTable": {"round__event__in": "events"},
    "HandVersion": {
        "hand__table__event_table__round__event__in": "events",
        "hand__table__in": "tables",
    },
    "KeptEvening": {"imported__club": "club"},
    "Leaving": {"result__event__in": "events"},
    "OldImportChange": {"imported__club": "club"},
    "PlayerChange": {"player__club": "club"},
    "SeriesChange": {"series__in": "series"},
    "Table": {"pk__in": "tables"},
    "TableChange": {"table__event_table__round__event__in": "events", "table__in": "tables"},
    "TotalsVersion": {"event_table__round__event__in": "events"},
}
"""How a model's rows are found from the club, the events, tables and series of a person, where they
do not name the event itself."""


def replace_in_texts(scope: Mapping[str, object], replacing: Replacing) -> None:
    """Take the names out of all free texts, also of rows that are otherwise never changed.

    `scope`: the keys of the `club`, and of the `events`, `tables` and `series` that are looked at.
    """
    for name, fields in FREE_TEXTS.items():
        model: type[Model] = getattr(all_models, name)
        paths = FOUND_BY.get(name, {"event__in": "events"}).items()
        of_person = Q(*((path, scope[part]) for path, part in paths), _connector=Q.OR)
        rows = model._default_manager.filter(of_person, _may_stand_in(fields, replacing))
        for row in rows.distinct().iterator(chunk_size=1000):
            changed = {}
            for field in fields:
                before = getattr(row, field)
                after = replacing.value(before, _longest(model._meta.get_field(field)))
                if after != before:
                    changed[field] = after
            if changed:
                model._default_manager.filter(pk=row.pk).update(**changed)


def _longest(field: object) -> int | None:
    return field.max_length if isinstance(field, Field) else None


def _may_stand_in(fields: Sequence[str], replacing: Replacing) -> Q:
    """That one of the names may stand in a row: the database looks for a part of it."""
    parts = {_plain_part(name.lower()) for name in replacing.own}
    if "" in parts:
        return Q()
    found = ((f"{field}__icontains", part) for field in fields for part in parts)
    return Q(*found, _connector=Q.OR)


def _plain_part(name: str) -> str:
    """The longest run of plain letters of a name: these every database finds in any case.

    >>> _plain_part("jörg müller"), _plain_part("ü")
    ('ller', '')
    """
    runs = re.findall(r"[a-z0-9]+", name)
    return max(runs, key=len, default="")


# Erasing somebody here and, by those who follow, in the rooms above.


class Erased(NamedTuple):
    """Somebody whose name goes everywhere: keys of the club, of the records that are the person's
    and of the events entered, every name borne, what takes their place, in texts as well."""

    club: int
    records: Sequence[int]
    events: Sequence[int]
    names: Collection[str]
    instead: str
    words: Replacing


erased: Followers[[Erased]] = Followers()
"""Somebody is being erased. The club, the events entered and the sheets are locked."""


def erase(*, player: Player, typed: str, reason: str, by: Author, submission: UUID) -> None:
    """Erase a person for good, with the records merged into it.

    `typed` is the name as whoever does it typed it, so that nobody else is erased by a slip.
    Raises Refused.
    """

    def write(locked: Player) -> Sequence[PlayerChange]:
        if locked.merged_into_id is not None:
            raise Refused(_("This record was merged. Erase the person as whom it is kept."))
        if not reason.strip():
            raise Refused(_("Say why, such as: asked for it."), field="reason")
        if typed.strip().casefold() != locked.name.casefold():
            raise Refused(_("Type the name exactly as it stands here."), field="typed")
        instead = erased_name(locked)
        words = _erase(locked, instead)
        note_action(
            Kind.ERASED, club=locked.club, by=by, what=kept_what("player", player=locked.pk)
        )
        return [PlayerChange(kind="erased", after=instead, reason=words.text(reason))]

    perform_at_person(player, by, submission, write)


def erased_name(player: Player) -> str:
    """What stands where the name stood: the same everywhere, and nobody else's."""
    with player.club.spoken():
        return _("Erased %(number)s") % {"number": player.pk}


def _erase(player: Player, instead: str) -> Replacing:
    """Replace the names everywhere; what replaces them in a text."""
    records = records_of(player)
    members = Member.objects.filter(player__in=records).order_by()
    events = sorted(set(members.values_list("entry__event_id", flat=True)))
    seats = Seat.objects.filter(player__in=records).order_by()
    tables = sorted(set(seats.values_list("table_id", flat=True)))
    series = set(Series.objects.filter(stages__event__in=events).values_list("pk", flat=True))
    series |= set(Series.objects.filter(final__in=events).values_list("pk", flat=True))
    people_changed(records)  # locks the events, and the sheets after them, before any of their rows
    lock_tables(Table.objects.filter(Q(pk__in=tables) | Q(event_table__round__event__in=events)))
    names = _names(records, seats)
    others = Player.objects.filter(club=player.club_id).exclude(pk__in=records)
    words = replacing(names, others.values_list("name", flat=True), instead)
    seats.update(name=instead)
    _erase_entries(records, names, instead)
    scope = {"club": player.club_id, "events": events, "tables": tables, "series": series}
    replace_in_texts(scope, words)
    erased.tell(Erased(player.club_id, records, events, names, instead, words))
    Table.objects.filter(pk__in=tables).update(version=F("version") + 1)
    for table in tables:
        announce(table)
    about = PlayerChange.objects.filter(player__in=records, kind__in=("home", "groups"))
    about.update(before="", after="")
    PlayerAlias.objects.filter(player__in=records).delete()
    erase_claims(records, instead)
    Player.objects.filter(pk__in=records).update(
        name=instead, home="", groups=[], shown=Player.HIDDEN, erased_at=timezone.now()
    )
    return words


def _names(records: Sequence[int], seats: Iterable[Seat]) -> set[str]:
    """Every name that the person bears or bore."""
    found = set(Player.objects.filter(pk__in=records).values_list("name", flat=True))
    found |= set(PlayerAlias.objects.filter(player__in=records).values_list("name", flat=True))
    found |= {seat.name for seat in seats}
    named = ("added", "renamed", "alias_added", "alias_removed")
    changes = PlayerChange.objects.filter(player__in=records, kind__in=named).order_by()
    found |= {name for pair in changes.values_list("before", "after") for name in pair}
    # The entries that never were anybody else's.
    with_others = Member.objects.exclude(player__in=records).values("entry_id")
    own = Entry.objects.filter(members__player__in=records).exclude(pk__in=with_others)
    own = own.order_by().distinct()
    found |= {entry.name for entry in own}
    actions = EventChange.objects.filter(entry__in=own, kind="renamed").order_by()
    found |= {name for pair in actions.values_list("before", "after") for name in pair}
    return {name for name in found if name}


def _erase_entries(records: Sequence[int], names: Iterable[str], instead: str) -> None:
    """Take the names off the entries that the person is or was in, and how to reach them."""
    folded = {name.casefold() for name in names}
    members = Member.objects.filter(entry__members__player__in=records).distinct()
    places: dict[int, dict[int, set[int]]] = {}
    for key, place, player in members.values_list("entry_id", "place", "player_id"):
        places.setdefault(key, {}).setdefault(place, set()).add(player)
    entries = list(Entry.objects.filter(pk__in=places))
    for entry in entries:
        parts = entry.name.split(BETWEEN_NAMES)
        for place, players in places[entry.pk].items():
            is_his = players <= set(records) and place < len(parts)
            is_called = place < len(parts) and parts[place].casefold() in folded
            if is_his or (is_called and players & set(records)):
                parts[place] = instead
        entry.name = BETWEEN_NAMES.join(parts)
    Entry.objects.bulk_update(entries, ["name"], batch_size=500)
    forget_address(Registration.objects.filter(entry__in=places).values_list("mail", flat=True))
    Contact.objects.filter(entry__in=places).delete()
    Registration.objects.filter(entry__in=places).delete()
