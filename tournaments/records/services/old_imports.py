"""Old records: a file that waits, is taken in, taken back as a whole, and brought back.

What a director decides is one short transaction. The evenings follow, each in a transaction of
its own and for less than a second at a time, so that nobody who enters a hand waits for longer
than one evening takes, and whatever stops in the middle goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Sequence
from datetime import datetime, time, timedelta
from time import monotonic
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring import find_ruleset, read_record
from tournaments.common.actions import Refused, keep_changes, run_action
from tournaments.common.locks import count_change, lock_club, lock_row, lock_table
from tournaments.common.names import Replacing
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
from tournaments.people.services.erasing import Erased
from tournaments.people.services.people import NotSaid, count_anew, say_who
from tournaments.records.queries.old_imports import Reading, same_file
from tournaments.records.services.counting import uncount_sheet
from tournaments.tables.services.hands import record_all
from tournaments.tables.services.tables import open_table, secret_for

# Making an old evening a sheet of the club, in a transaction that has locked its import.

BEGINS_AT = time(19)
"""When an evening began of which only the day is known."""


def _table_of_hands(
    evening: KeptEvening, imported: OldImport, submission: UUID, by: Author
) -> Table:
    record = read_record(evening.content)
    assert record.names is not None
    with imported.club.spoken():
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
    table.opened_at = timezone.make_aware(datetime.combine(evening.day, BEGINS_AT))
    table.save(update_fields=["opened_at"])
    record_all(table=table, records=record.hands, by=by, submission=submission)
    table.ended_at = table.opened_at
    table.save(update_fields=["ended_at"])
    return table


def _table_of_totals(
    evening: KeptEvening, imported: OldImport, submission: UUID, by: Author
) -> Table:
    ruleset = find_ruleset(evening.ruleset)
    began = timezone.make_aware(datetime.combine(evening.day, BEGINS_AT))
    table = Table.objects.create(
        club=imported.club,
        title=evening.title,
        language=imported.club.language,
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


KEPT = timedelta(days=1)
"""How long a file waits that nobody takes in."""

COUNTS_ALREADY = gettext_noop("This very file counts already. Take that one back first.")

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

    def write(locked: OldImport) -> list[OldImportChange]:
        if locked.begun_at is not None:
            return []
        if locked.digest != imported.digest:
            raise Refused(_("The file was changed meanwhile. Look it over again."))
        if not reading.evenings:
            raise Refused(_("There is no evening in it that could be taken in."))
        if same_file(locked) is not None:
            raise Refused(_(COUNTS_ALREADY))
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
        evenings = (
            KeptEvening(
                imported=locked,
                place=place,
                day=evening.day,
                title=evening.title,
                ruleset=evening.ruleset,
                people=len(evening.names),
                hands=evening.hands,
                content=evening.record or {"totals": [list(total) for total in evening.totals]},
            )
            for place, evening in enumerate(reading.evenings)
        )
        KeptEvening.objects.bulk_create(evenings, batch_size=500)
        locked.evening_count, locked.left_out = len(reading.evenings), len(reading.faults)
        locked.begun_at, locked.packed = timezone.now(), b""
        locked.save()
        return [OldImportChange(kind=OldImportChange.TAKEN_IN)]

    run_action(OldImportChange, imported, lock=_lock, write=write, by=by, submission=submission)


def set_wanted(
    *, imported: OldImport, is_wanted: bool, reason: str, by: Author, submission: UUID
) -> None:
    """Take all evenings of a file, which stays listed, back or in again; raises Refused."""

    def write(locked: OldImport) -> list[OldImportChange]:
        if locked.begun_at is None or locked.is_wanted == is_wanted:
            return []
        if not is_wanted and not reason.strip():
            raise Refused(_("Say why, such as: it was the wrong file."), field="reason")
        if is_wanted and same_file(locked) is not None:
            raise Refused(_(COUNTS_ALREADY))
        locked.is_wanted = is_wanted
        locked.save()
        kind = OldImportChange.BROUGHT_BACK if is_wanted else OldImportChange.TAKEN_BACK
        return [OldImportChange(kind=kind, reason=reason.strip())]

    run_action(OldImportChange, imported, lock=_lock, write=write, by=by, submission=submission)


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
    locked = _lock(imported)  # of the club too: names on the sheets find whom they mean
    waiting = KeptEvening.objects.filter(imported=locked, is_in=not locked.is_wanted)
    evening = waiting.order_by("place").select_related("table").first()
    if evening is None:
        return False
    if evening.table is not None:
        _move_table(evening.table, locked)
    elif locked.is_wanted:
        begun = locked.changes.get(kind=OldImportChange.TAKEN_IN)
        by, own = Author(begun.user, begun.who), uuid5(begun.submission, f"evening {evening.place}")
        locked.club = imported.club
        make = _table_of_totals if locked.kind == OldImport.TOTALS else _table_of_hands
        evening.table = make(evening, locked, own, by)
        evening.content = {}
    evening.is_in = locked.is_wanted
    evening.save(update_fields=["table", "content", "is_in"])
    return True


def _move_table(table: Table, imported: OldImport) -> None:
    """Let a sheet count no more, or again, as somebody wants it of its file.

    While it counts no more it belongs to no club, and who sat there is not forgotten. When it
    counts again, people who were unknown may be known.
    """
    locked = lock_table(table, even_if_ended=True)
    if not imported.is_wanted:
        uncount_sheet(locked)
        locked.club = None
        count_change(locked, "club")
        return
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
        change = PlayerChange(kind="added", after=name)
        own = uuid5(submission, f"new {name}")
        keep_changes([change], thing=player, by=by, submission=own)


def _lock(imported: OldImport) -> OldImport:
    lock_club(imported.club_id)
    return lock_row(imported)
