"""Old records: a file that waits, is taken in, taken back as a whole, and brought back.

What a director decides is one short transaction. The evenings follow, each in a transaction of
its own and for less than a second at a time, so that nobody who enters a hand waits for longer
than one evening takes, and whatever stops in the middle goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, time, timedelta
from time import monotonic
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import find_ruleset, read_record
from tournaments.common.actions import Refused, keep_changes, run_action
from tournaments.common.locks import count_change, lock_club, lock_old_import, lock_table
from tournaments.models import (
    Author,
    Club,
    KeptEvening,
    KeptTotal,
    OldImport,
    OldImportChange,
    Player,
    PlayerChange,
    Seat,
    Table,
    hash_secret,
)
from tournaments.people.queries import (
    NamedPlayer,
    main_records,
    people_in,
    players_at,
    players_named,
)
from tournaments.people.services.erasing import Erased, Replacing
from tournaments.people.services.people import NotSaid, count_anew, say_who
from tournaments.records.queries.old_imports import OldEvening, Reading, same_file
from tournaments.records.services.counting import uncount_sheet
from tournaments.tables.services.hands import record_all
from tournaments.tables.services.tables import open_table, secret_for

# Making an old evening a sheet of the club, taking it out of the record book, and back in.
#
# Each deed is inside a transaction that has locked the import of the evening.

BEGINS_AT = time(19)
"""When an evening began of which only the day is known."""


def take_evening_in(
    evening: KeptEvening, imported: OldImport, by: Author, submission: UUID
) -> None:
    """Make a sheet of what the file says, or let the one that was made count again."""
    if evening.table is None:
        own = uuid5(submission, f"evening {evening.place}")
        make = _table_of_totals if imported.kind == OldImport.TOTALS else _table_of_hands
        evening.table = make(evening, imported, own, by)
        evening.content = {}
    else:
        _put_back(evening.table, imported)
    evening.is_in = True
    evening.save(update_fields=["table", "content", "is_in"])


def take_evening_out(evening: KeptEvening) -> None:
    """Let a sheet count no more: it belongs to no club; who sat there is not forgotten."""
    if evening.table is not None:
        locked = lock_table(evening.table, even_if_ended=True)
        uncount_sheet(locked)
        locked.club = None
        count_change(locked, "club")
    evening.is_in = False
    evening.save(update_fields=["is_in"])


def _put_back(table: Table, imported: OldImport) -> None:
    """Let a sheet belong to the club again; people who were unknown may be known by now."""
    locked = lock_table(table, even_if_ended=True)
    locked.club_id = imported.club_id
    seats = list(Seat.objects.filter(table=locked).order_by("index"))
    named = players_at(imported.club_id, [seat.name for seat in seats])
    there = set(main_records(seat.player_id for seat in seats if seat.player_id).values())
    for seat, player in zip(seats, named, strict=True):
        if seat.player_id is None and player not in there:
            seat.player_id = player
    Seat.objects.bulk_update(seats, ["player"])
    count_change(locked, "club")
    count_anew(locked)


def _table_of_hands(
    evening: KeptEvening, imported: OldImport, submission: UUID, by: Author
) -> Table:
    record = read_record(evening.content)
    assert record.names is not None
    opened = open_table(
        ruleset_key=record.ruleset.key,
        options=record.options,
        names=record.names[: record.players],
        newcomers=record.names[record.players :],
        title=evening.title,
        club=imported.club,
        submission=submission,
        hands=record.hands,
    )
    table = opened.table
    table.opened_at = _began(evening.day)
    table.save(update_fields=["opened_at"])
    record_all(table=table, records=record.hands, by=by, submission=submission)
    table.ended_at = table.opened_at
    table.save(update_fields=["ended_at"])
    return table


def _table_of_totals(
    evening: KeptEvening, imported: OldImport, submission: UUID, by: Author
) -> Table:
    ruleset = find_ruleset(evening.ruleset)
    began = _began(evening.day)
    table = Table.objects.create(
        club=imported.club,
        title=evening.title,
        ruleset=ruleset.key,
        options=ruleset.defaults(),
        players=ruleset.tables[0],
        opened_at=began,
        ended_at=began,
        opened_under=hash_secret(f"opened under {secret_for(submission, ['totals'])}"),
        is_totals=True,
    )
    totals = evening.content["totals"]
    known = players_at(imported.club_id, [name for name, *_rest in totals])
    seats = Seat.objects.bulk_create(
        Seat(table=table, index=index, name=name, points=points, player_id=player)
        for index, ((name, points, *_rest), player) in enumerate(zip(totals, known, strict=True))
    )
    KeptTotal.objects.bulk_create(
        KeptTotal(seat=seat, points=points, hands=hands, games=games)
        for seat, (_name, points, hands, games) in zip(seats, totals, strict=True)
    )
    count_anew(table)
    return table


def _began(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, BEGINS_AT))


KEPT = timedelta(days=1)
"""How long a file waits that nobody takes in."""

A_WHILE = 0.6
"""Seconds for which evenings follow at a time."""


def keep_old_file(
    *, club: Club, by: Author, kind: str, text: str, ruleset: str, named: str = ""
) -> OldImport:
    """Keep what was sent until somebody has looked at it; long forgotten files are let go."""
    waiting = OldImport.objects.filter(begun_at=None)
    waiting.filter(sent_at__lt=timezone.now() - KEPT).delete()
    imported = OldImport(club=club, user=by.user, kind=kind, ruleset=ruleset, named=named[:80])
    put_text(imported, text)
    imported.save()
    return imported


def put_text(imported: OldImport, text: str) -> None:
    """Put another text in the place of what was sent; nothing is saved."""
    imported.packed = zlib.compress(text.encode())
    imported.digest = hashlib.sha256("\n".join(text.split()).encode()).hexdigest()


def text_of(imported: OldImport) -> str:
    """What was sent; empty after all of it has been taken in."""
    packed = bytes(imported.packed)
    return zlib.decompress(packed).decode() if packed else ""


def erase_in_waiting(erased: Erased) -> None:
    """Take a person's names out of the files of a club that wait; under the club's lock.

    A form that shows such a file as it was takes it in no more.
    """
    for imported in OldImport.objects.filter(club=erased.club, begun_at=None).order_by("pk"):
        text, named = text_of(imported), erased.words.text(imported.named, 80)
        put_text(imported, _without_names(text, imported.kind, erased.words))
        imported.named = named
        imported.save(update_fields=["packed", "digest", "named"])


def _without_names(text: str, kind: str, replacing: Replacing) -> str:
    """The same text without the names; in a record of hands they may be spelt with escapes."""
    if kind == OldImport.HANDS:
        try:
            return json.dumps(replacing.value(json.loads(text)), ensure_ascii=False)
        except ValueError:
            pass  # what is no record is shown as it stands, and nothing of it is taken in
    return replacing.text(text)


def drop_old_file(imported: OldImport) -> None:
    """Let a file go that nobody wants, unless it was taken in."""
    OldImport.objects.filter(pk=imported.pk, begun_at=None).delete()


def take_in(
    *,
    imported: OldImport,
    reading: Reading,
    said: Sequence[NamedPlayer],
    are_others_new: bool,
    by: Author,
    submission: UUID,
) -> None:
    """Begin to take a file in: whom its names mean, and its evenings, which then follow.

    `are_others_new`: names that mean nobody and about which nothing was said become players.
    Raises Refused or NotSaid, and then nothing is kept.
    """

    def write(locked: OldImport) -> str:
        if locked.begun_at is not None:
            return ""
        if locked.digest != imported.digest:
            raise Refused(_("The file was changed meanwhile. Look it over again."))
        if not reading.evenings:
            raise Refused(_("There is no evening in it that could be taken in."))
        _refuse_twice(locked)
        told = [one for one in said if one.player is not None]
        say_who(club=locked.club, said=told, by=by, submission=uuid5(submission, "who"))
        new = [one.name for one in said if one.player is None]
        _add_new(locked.club, new, by, submission)
        if are_others_new:
            names = list(reading.names)
            known = players_named(locked.club_id, names)
            borne = _borne(locked.club)
            left = [name for name in names if name not in known and name.casefold() not in borne]
            _add_new(locked.club, left, by, uuid5(submission, "others"))
        KeptEvening.objects.bulk_create(_kept(locked, reading.evenings), batch_size=500)
        locked.evening_count, locked.left_out = len(reading.evenings), len(reading.faults)
        locked.begun_at, locked.packed = timezone.now(), b""
        return OldImportChange.TAKEN_IN

    _do(imported, by, submission, write)


def take_back(*, imported: OldImport, reason: str, by: Author, submission: UUID) -> None:
    """Take all evenings of a file back; they stay listed and count no more. Raises Refused."""

    def write(locked: OldImport) -> str:
        if locked.begun_at is None or not locked.is_wanted:
            return ""
        if not reason.strip():
            raise Refused(_("Say why, such as: it was the wrong file."), field="reason")
        locked.is_wanted = False
        return OldImportChange.TAKEN_BACK

    _do(imported, by, submission, write, reason)


def bring_back(*, imported: OldImport, reason: str, by: Author, submission: UUID) -> None:
    """Let the evenings of a file that was taken back count again. Raises Refused."""

    def write(locked: OldImport) -> str:
        if locked.is_wanted:
            return ""
        _refuse_twice(locked)
        locked.is_wanted = True
        return OldImportChange.BROUGHT_BACK

    _do(imported, by, submission, write, reason)


def carry_on(imported: OldImport, *, seconds: float = A_WHILE, most: int | None = None) -> int:
    """Let evenings follow what was decided, for so long or so many; how many are left."""
    until = monotonic() + seconds
    moved = 0
    while (most is None or moved < most) and _move_one(imported):
        moved += 1
        if monotonic() > until:
            break
    imported.refresh_from_db(fields=["is_wanted", "begun_at"])
    return KeptEvening.objects.filter(imported=imported).exclude(is_in=imported.is_wanted).count()


@transaction.atomic
def _move_one(imported: OldImport) -> bool:
    """Let the next evening follow; whether there was one."""
    lock_club(imported.club_id)  # names on the sheets find whom they mean
    locked = lock_old_import(imported)
    waiting = KeptEvening.objects.filter(imported=locked, is_in=not locked.is_wanted)
    evening = waiting.order_by("place").select_related("table").first()
    if evening is None:
        return False
    if locked.is_wanted:
        begun = locked.changes.get(kind=OldImportChange.TAKEN_IN)
        locked.club = imported.club
        take_evening_in(evening, locked, Author(begun.user, begun.who), begun.submission)
    else:
        take_evening_out(evening)
    return True


def _kept(imported: OldImport, evenings: Iterable[OldEvening]) -> Iterable[KeptEvening]:
    for place, evening in enumerate(evenings):
        yield KeptEvening(
            imported=imported,
            place=place,
            day=evening.day,
            title=evening.title,
            ruleset=evening.ruleset,
            people=len(evening.names),
            hands=evening.hands,
            content=evening.record or {"totals": [list(total) for total in evening.totals]},
        )


def _refuse_twice(imported: OldImport) -> None:
    if same_file(imported) is not None:
        raise Refused(_("This very file counts already. Take that one back first."))


def _borne(club: Club) -> set[str]:
    """The names of the club's players; what stands for an erased one is nobody new either."""
    names = set(people_in(club.pk).values_list("name", flat=True))
    erased = Player.objects.filter(club=club, erased_at__isnull=False)
    return {name.casefold() for name in names | set(erased.values_list("name", flat=True))}


def _add_new(club: Club, names: Sequence[str], by: Author, submission: UUID) -> None:
    """Add players whose names nobody bears; raises NotSaid."""
    borne = _borne(club)
    words = _("Somebody is called so already: choose who it is.")
    problems = {name: words for name in names if name.casefold() in borne}
    if problems:
        raise NotSaid(problems)
    for name in names:
        player = Player.objects.create(club=club, name=name)
        change = PlayerChange(player=player, kind="added", after=name)
        own = uuid5(submission, f"new {name}")
        keep_changes([change], thing=player, by=by, submission=own)


def _do(
    imported: OldImport,
    by: Author,
    submission: UUID,
    write: Callable[[OldImport], str],
    reason: str = "",
) -> None:
    """Do an action under the locks of the club and of the import, and write down who did it.

    `write` gives the kind of the change, or nothing where nothing was to be done.
    """

    def lock(imported: OldImport) -> OldImport:
        lock_club(imported.club_id)
        return lock_old_import(imported)

    def write_and_save(locked: OldImport) -> list[OldImportChange]:
        kind = write(locked)
        if not kind:
            return []
        locked.save()
        return [OldImportChange(kind=kind, reason=reason.strip())]

    run_action(
        OldImportChange, imported, lock=lock, write=write_and_save, by=by, submission=submission
    )
