"""Erasing a person: the name goes everywhere, what was played stays.

Figures, results, places and hands hang on the record of the player, which stays without a name.
It cannot be taken back, and nothing of what was replaced is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.events import Kind
from tournaments.common.announce import announce
from tournaments.common.deeds import Refused
from tournaments.common.locks import lock_tables
from tournaments.common.noted import note_deed
from tournaments.models import (
    By,
    Contact,
    Entry,
    EventChange,
    Member,
    Player,
    PlayerAlias,
    PlayerChange,
    Seat,
    Series,
    Table,
)
from tournaments.people.queries.naming import BETWEEN_NAMES
from tournaments.people.queries.people import records_of
from tournaments.people.services.followers import Erased, erased
from tournaments.people.services.people import do_at_person
from tournaments.people.services.people_merging import people_changed
from tournaments.people.services.people_texts import Replacing, Scope, replace_in_texts, replacing


def erase(*, player: Player, typed: str, reason: str, by: By, submission: UUID) -> bool:
    """Erase a person for good, with the records merged into it; whether it was not done before.

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
        note_deed(Kind.ERASED, club=locked.club, by=by, what=f"player {locked.pk}")
        return [
            PlayerChange(player=locked, kind="erased", after=instead, reason=words.text(reason))
        ]

    return do_at_person(player, by, submission, write)


def erased_name(player: Player) -> str:
    """What stands where the name stood: the same everywhere, and nobody else's."""
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
    _erase_seats(records, instead)
    _erase_entries(records, names, instead)
    replace_in_texts(Scope(player.club_id, events, tables, sorted(series)), words)
    erased.tell(Erased(player.club_id, records, events, names, words))
    Table.objects.filter(pk__in=tables).update(version=F("version") + 1)
    for table in tables:
        announce(table)
    about = PlayerChange.objects.filter(player__in=records, kind__in=("home", "groups"))
    about.update(before="", after="")
    PlayerAlias.objects.filter(player__in=records).delete()
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
    own = _alone(records)
    found |= {entry.name for entry in own}
    deeds = EventChange.objects.filter(entry__in=own, kind="renamed").order_by()
    found |= {name for pair in deeds.values_list("before", "after") for name in pair}
    return {name for name in found if name}


def _alone(records: Sequence[int]) -> list[Entry]:
    """The entries that never were anybody else's."""
    with_others = Member.objects.exclude(player__in=records).values("entry_id")
    own = Entry.objects.filter(members__player__in=records).exclude(pk__in=with_others)
    return list(own.order_by().distinct())


def _erase_seats(records: Sequence[int], instead: str) -> None:
    """Take the names off the columns of the person's sheets."""
    Seat.objects.filter(player__in=records).update(name=instead)


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
    Contact.objects.filter(entry__in=places).delete()
