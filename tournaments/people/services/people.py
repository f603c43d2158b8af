"""What directors do about the people of a club.

Every deed is one transaction that locks the club's row, and is written down with who, when and
why. The same submission arriving again changes nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from accounts.events import Kind
from accounts.saying import kept_what
from tournaments.common.actions import Refused, compare_sent, keep_changes, note_action, run_action
from tournaments.common.followers import Followers
from tournaments.common.locks import announce_event, lock_club, lock_events, lock_table
from tournaments.models import (
    Author,
    Club,
    Entry,
    Event,
    Player,
    PlayerAlias,
    PlayerChange,
    Seat,
    Series,
    Table,
)
from tournaments.people.queries import (
    NamedPlayer,
    main_records,
    names_left,
    names_of_person,
    people_in,
    player_called,
    players_at,
    records_of,
    sheets_to_count,
    why_two,
)

# What happens to people that concerns the rooms above: each of them does its part of it.

seated: Followers[[Table]] = Followers()
"""The people of a club's own sheet, which is locked, are others now."""

given_up: Followers[[Table]] = Followers()
"""A sheet, which is locked, is about to be no club's any more."""

renamed: Followers[[Player, str, Author, UUID]] = Followers()
"""A player, who has the name of before, gets this one; by whom, with which submission. The club is
locked."""


# The one way to do something about a person, and its simple uses: other names, as what shown.

Write = Callable[[Player], Sequence[PlayerChange]]


def perform_at_person(player: Player, by: Author, submission: UUID, write: Write) -> None:
    """Do an action about a person under the club's lock, and keep what `write` gives.

    `write` gets the record, read anew. Raises Refused, also where the person was erased.
    """

    def lock(player: Player) -> Player:
        lock_club(player.club_id)
        return Player.objects.get(pk=player.pk)

    def write_unless_erased(locked: Player) -> Sequence[PlayerChange]:
        if locked.erased_at is not None:
            raise Refused(_("This person was erased: nothing can be changed any more."))
        return write(locked)

    done = run_action(
        PlayerChange, player, lock=lock, write=write_unless_erased, by=by, submission=submission
    )
    if not done.is_repeat:  # the pages of events are drawn anew on which the person is named
        entries = Entry.objects.filter(members__player__in=records_of(player))
        Event.objects.filter(pk__in=entries.values("event")).update(version=F("version") + 1)


def add_alias(*, player: Player, name: str, by: Author, submission: UUID) -> None:
    """Let another name on a sheet mean this person; raises Refused.

    The sheets that bear it and belong to nobody yet are counted by `catch_up`.
    """

    def write(locked: Player) -> Sequence[PlayerChange]:
        refuse_alias(locked, name)
        PlayerAlias.objects.create(player=locked, club_id=locked.club_id, name=name)
        return [PlayerChange(kind="alias_added", after=name)]

    perform_at_person(player, by, submission, write)


def refuse_alias(player: Player, name: str) -> None:
    """Refuse another name that means somebody already; inside a deed."""
    folded = name.casefold()
    aliases = PlayerAlias.objects.filter(club=player.club_id).select_related("player")
    taken = next((alias for alias in aliases if alias.name.casefold() == folded), None)
    if taken is not None:
        words = _("“%(name)s” is written down as another name already: %(player)s.")
        raise Refused(words % {"name": name, "player": taken.player.name}, field="name")
    if folded in names_of_person(records_of(player)):
        return
    bearers = [one for one in people_in(player.club_id) if one.name.casefold() == folded]
    if len(bearers) == 1:
        words = _("%(name)s is somebody of that name in the list. If both are one, merge them.")
        raise Refused(words % {"name": bearers[0].name}, field="name")


def remove_alias(*, player: Player, name: str, by: Author, submission: UUID) -> None:
    """Let another name mean this person no more; `match_anew` sees to the sheets that bear it."""

    def write(locked: Player) -> Sequence[PlayerChange]:
        found = PlayerAlias.objects.filter(player__in=records_of(locked), name=name).first()
        if found is None:
            return []
        found.delete()
        return [PlayerChange(kind="alias_removed", before=name)]

    perform_at_person(player, by, submission, write)


def show_as(*, player: Player, shown: str, reason: str, by: Author, submission: UUID) -> None:
    """Show somebody to everybody with the name, with initials only, or not at all."""

    def write(locked: Player) -> Sequence[PlayerChange]:
        if locked.shown == shown:
            return []
        before = locked.shown
        locked.shown = shown
        locked.save(update_fields=["shown"])
        return [PlayerChange(kind="shown", before=before, after=shown, reason=reason)]

    perform_at_person(player, by, submission, write)


def tell_apart(*, player: Player, other: Player, by: Author, submission: UUID) -> None:
    """Write down that two who look alike are two, so that they are not proposed again."""

    def write(locked: Player) -> Sequence[PlayerChange]:
        if other.club_id != locked.club_id or other.pk == locked.pk:
            raise Refused(_("The club does not know this player any more."))
        return [PlayerChange(kind="different", after=str(other.pk))]

    perform_at_person(player, by, submission, write)


# Players are taken into the list, and written in another way.


def add_player(*, club: Club, name: str, home: str = "", groups: Sequence[str] = ()) -> Player:
    """Take somebody in whom the club does not know yet.

    Refused where somebody of that name from that place is there already; so the same form, sent
    twice, adds nobody twice.
    """
    with transaction.atomic():
        lock_club(club.pk)
        refuse_same(club.pk, name, home)
        return Player.objects.create(club=club, name=name, home=home, groups=list(groups))


def change_player(
    *, player: Player, name: str, home: str, groups: Sequence[str], by: Author, submission: UUID
) -> None:
    """Write somebody's name, home place or groups in another way.

    Where he is entered for an event that is not final, the entry's name and those on open sheets
    change too; the sheets of closed rounds stay as they were. On the club's own sheets the old name
    goes on meaning him. All of it is one transaction.
    """

    def write(locked: Player) -> Sequence[PlayerChange]:
        refuse_same(locked.club_id, name, home, besides=locked.pk)
        before = (locked.name, locked.home, ", ".join(locked.groups))
        after = (name, home, ", ".join(groups))
        changes = [
            PlayerChange(kind=kind, before=was, after=now)
            for kind, was, now in zip(("renamed", "home", "groups"), before, after, strict=True)
            if was != now
        ]
        if name.casefold() != locked.name.casefold():
            _keep_old_name(locked)
        Player.objects.filter(pk=locked.pk).update(name=name, home=home, groups=list(groups))
        if name != locked.name:
            renamed.tell(locked, name, by, submission)
        return changes

    perform_at_person(player, by, submission, write)


def _keep_old_name(player: Player) -> None:
    """Let the name so far be another name, where it stands on sheets and means nobody else."""
    old = player.name.casefold()
    on_sheets = Seat.objects.filter(player=player).order_by().values_list("name", flat=True)
    aliases = PlayerAlias.objects.filter(club=player.club_id).values_list("name", flat=True)
    others = people_in(player.club_id).exclude(pk=player.pk).values_list("name", flat=True)
    taken = {name.casefold() for name in [*aliases, *others]}
    if old not in taken and old in {name.casefold() for name in on_sheets.distinct()}:
        PlayerAlias.objects.create(player=player, club_id=player.club_id, name=player.name)


def refuse_same(club_id: int, name: str, home: str, *, besides: int = 0) -> None:
    """Refuse a second player of the same name from the same place."""
    same = people_in(club_id).filter(name__iexact=name, home__iexact=home)
    if same.exclude(pk=besides).exists():
        if home:
            words = _("%(name)s (%(home)s) is in the list already.")
        else:
            words = _("%(name)s is in the list already. If it is somebody else, say where from.")
        raise Refused(words % {"name": name, "home": home}, field="name")


# Two records that are one person's: merged, and taken apart again.
#
# A merge moves nothing: the figures of both records are read together, and undoing it leaves no
# trace in them. What keeps names of people by the state of an event learns of it by its version.


def merge(*, player: Player, into: Player, by: Author, submission: UUID, reason: str = "") -> None:
    """Read a record, and those merged into it, as the person of another; raises Refused."""

    def write(locked: Player) -> Sequence[PlayerChange]:
        kept = Player.objects.filter(pk=into.pk, club=locked.club_id).first()
        if kept is None or kept.pk == locked.pk or kept.erased_at is not None:
            raise Refused(_("Choose another person of the club."), field="into")
        if kept.merged_into_id is not None or locked.merged_into_id is not None:
            raise Refused(_("One of the two has been merged meanwhile. Look again."), field="into")
        problem = why_two(locked, kept)
        if problem:
            raise Refused(problem, field="into")
        along = list(locked.merged.all())
        Player.objects.filter(Q(pk=locked.pk) | Q(merged_into=locked)).update(merged_into=kept)
        people_changed(records_of(kept))
        what = kept_what("merged", one=locked.pk, other=kept.pk)
        note_action(Kind.MERGED, club=locked.club, by=by, what=what)
        return [
            PlayerChange(kind="merged", after=str(kept.pk), reason=reason),
            PlayerChange(player=kept, kind="took_in", after=str(locked.pk), reason=reason),
            *(
                PlayerChange(
                    player=each, kind="merged_along", before=str(locked.pk), after=str(kept.pk)
                )
                for each in along
            ),
        ]

    perform_at_person(player, by, submission, write)


def unmerge(*, player: Player, by: Author, submission: UUID, reason: str = "") -> list[str]:
    """Let a merged record be a person of its own again, with those that came along with it.

    Gives back under which names it sits at sheets that were opened meanwhile: those are still
    the other's, until `match_anew` has gone through them.
    """

    def write(locked: Player) -> Sequence[PlayerChange]:
        kept = locked.merged_into
        if kept is None:
            return []
        people_changed(records_of(kept))
        what = kept_what("unmerged", one=locked.pk, other=kept.pk)
        note_action(Kind.UNMERGED, club=locked.club, by=by, what=what)
        along = [each for each in kept.merged.exclude(pk=locked.pk) if _came_with(each, locked)]
        locked.merged_into = None
        locked.save(update_fields=["merged_into"])
        Player.objects.filter(pk__in=[each.pk for each in along]).update(merged_into=locked)
        before = str(kept.pk)
        return [
            PlayerChange(kind="unmerged", before=before, reason=reason),
            PlayerChange(player=kept, kind="let_go", before=str(locked.pk), reason=reason),
            *(
                PlayerChange(player=each, kind="merged_along", before=before, after=str(locked.pk))
                for each in along
            ),
        ]

    kept = player.merged_into
    perform_at_person(player, by, submission, write)
    if kept is None:
        return []
    own = names_of_person(records_of(player))
    return [left.name for left in names_left(kept) if left.name.casefold() in own]


def people_changed(records: Iterable[int]) -> None:
    """Count a change of all events and series in which these stand; inside a transaction.

    Their pages are kept in memory under that count.
    """
    keys = list(records)
    events = Event.objects.filter(entries__members__player__in=keys).distinct()
    found = [event.pk for event in lock_events(events.order_by().values_list("pk", flat=True))]
    Event.objects.filter(pk__in=found).update(version=F("version") + 1)
    Series.objects.filter(stages__event__in=found).update(version=F("version") + 1)
    for event in found:
        announce_event(event)


def _came_with(player: Player, merged: Player) -> bool:
    """Whether a record came along when that one was merged."""
    latest = player.changes.filter(kind__in=("merged", "merged_along")).order_by("pk").last()
    return latest is not None and (latest.kind, latest.before) == ("merged_along", str(merged.pk))


# Whom the columns of a club's own sheets belong to; inside a transaction that locked the table.


def count_anew(locked: Table) -> None:
    """Count a sheet of no event whose people are others now; one of no club is not counted."""
    if locked.club_id is not None:
        seated.tell(locked)


def match_seat(locked: Table, seat: Seat) -> None:
    """Find anew whom the name over a column means."""
    others = Seat.objects.filter(table=locked).exclude(pk=seat.pk)
    besides = list(others.values_list("player_id", flat=True))
    seat.player_id = player_called(locked.club_id, seat.name, besides)
    seat.save(update_fields=["player"])


def give_to_club(locked: Table, club: Club) -> None:
    """Make a sheet one of the club's evenings: its people are found, and it is counted."""
    locked.club = club
    seats = list(Seat.objects.filter(table=locked).order_by("index"))
    known = players_at(club.pk, [seat.name for seat in seats])
    for seat, player in zip(seats, known, strict=True):
        seat.player_id = player
    Seat.objects.bulk_update(seats, ["player"])
    count_anew(locked)


def take_from_club(locked: Table) -> None:
    """Make a sheet nobody's again: nothing of it is counted any more."""
    given_up.tell(locked)
    Seat.objects.filter(table=locked).update(player=None)
    locked.club = None


# Whose the names on a club's sheets are: said by a director, and counted sheet by sheet.
#
# What a director says is one short transaction: another name is written down. The sheets that it
# concerns are counted afterwards, each in a transaction of its own and so many at a time, so that
# nobody who enters a hand waits for longer than one sheet takes.

A_WHILE = 1.0
"""Seconds for which sheets are counted in one go."""


class NotSaid(Exception):
    """What cannot be said about some of the names: a sentence for each; nothing was kept."""

    def __init__(self, problems: dict[str, str]) -> None:
        super().__init__(problems)
        self.problems = problems


def say_who(*, club: Club, said: Sequence[NamedPlayer], by: Author, submission: UUID) -> None:
    """Write down whom names on the club's sheets mean, all of them or none; raises NotSaid.

    Each name becomes another name of its player, so that the next sheet knows it.
    """
    problems: dict[str, str] = {}
    with transaction.atomic():
        lock_club(club.pk)
        for one in said:
            try:
                _say(club, one, by, uuid5(submission, f"says {one.name}"))
            except Refused as refused:
                problems[one.name] = refused.sentence
        if problems:
            transaction.set_rollback(True)
    if problems:
        raise NotSaid(problems)


def _say(club: Club, said: NamedPlayer, by: Author, submission: UUID) -> None:
    if PlayerChange.objects.filter(submission=submission).exists():
        compare_sent()
        return
    changes = []
    if said.player is None:
        refuse_same(club.pk, said.name, "")
        player = Player.objects.create(club=club, name=said.name)
        changes = [PlayerChange(kind="added", after=said.name)]
    else:
        kept = main_records([said.player])[said.player]
        found = people_in(club.pk).filter(pk=kept).first()
        if found is None:
            raise Refused(_("The club does not know this player any more."))
        player = found
    refuse_alias(player, said.name)
    PlayerAlias.objects.create(player=player, club=club, name=said.name)
    changes.append(PlayerChange(kind="alias_added", after=said.name))
    keep_changes(changes, thing=player, by=by, submission=submission)


def catch_up(club: Club, *, most: int | None = None) -> int:
    """Count sheets on which stand names that a director has said something about, for a while.

    `most` of them, if that is said. Gives back how many are still to be counted.
    """

    def count(table: int) -> None:
        locked = lock_table(table, even_if_ended=True)
        if locked.club_id != club.pk:
            return
        for index, (name, player) in waiting[table].items():
            seat = Seat.objects.filter(table=locked, index=index, name=name, player=None)
            seat.update(player=player)
        count_anew(locked)

    waiting = sheets_to_count(club)
    return _for_a_while(list(waiting), count, most)


def match_anew(*, player: Player, name: str, most: int | None = None) -> int:
    """Give sheets back on which somebody stands under a name that is not his any more.

    They belong to whoever bears the name now, or to nobody. Works for a while, at `most` so many
    of them; gives back how many are still to do.
    """
    records = records_of(player)
    if name.casefold() in names_of_person(records):
        return 0
    seats = Seat.objects.filter(player__in=records, table__club=player.club_id).order_by("pk")
    spellings = {
        each
        for each in seats.order_by().values_list("name", flat=True).distinct()
        if each.casefold() == name.casefold()
    }

    def match(table: int) -> None:
        locked = lock_table(table, even_if_ended=True)
        for seat in seats.filter(table=locked, name__in=spellings):
            match_seat(locked, seat)
        count_anew(locked)

    tables = seats.filter(name__in=spellings).values_list("table_id", flat=True)
    return _for_a_while(list(dict.fromkeys(tables)), match, most)


def _for_a_while(tables: Sequence[int], action: Callable[[int], None], most: int | None) -> int:
    """Do something at each table, in a transaction of its own; how many are left to do."""
    ends = monotonic() + A_WHILE
    for done, table in enumerate(tables):
        if done == most or (done and monotonic() > ends):
            return len(tables) - done
        with transaction.atomic():
            action(table)
    return 0
