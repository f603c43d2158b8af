"""A person of a club: as whom shown, which records are one person's, what was done about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, F, Max, Min, Q, QuerySet, Sum
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.common.history import HistoryLine, history_line
from tournaments.common.names import Called, told_apart
from tournaments.models import (
    Club,
    Event,
    Member,
    Player,
    PlayerAlias,
    PlayerChange,
    Result,
    Round,
    Seat,
    Table,
    YearTally,
)
from tournaments.people.queries.names import PLAYING, names_of_person, records_of

# What was done about a person, each kind of deed with its sentence.

PERSON_KINDS: Mapping[str, str | Promise] = {
    "added": gettext_lazy("Taken into the list as “%(after)s”, from a sheet"),
    "renamed": gettext_lazy("“%(before)s” was renamed to “%(after)s”"),
    "home": gettext_lazy("Where from: %(before)s became %(after)s"),
    "groups": gettext_lazy("Groups: %(before)s became %(after)s"),
    "alias_added": gettext_lazy("“%(after)s” on a sheet means this person"),
    "alias_removed": gettext_lazy("“%(before)s” on a sheet does not mean this person any more"),
    "shown": gettext_lazy("Shown to everybody: %(before)s became %(after)s"),
    "merged": gettext_lazy("Merged into %(after)s"),
    "merged_along": gettext_lazy(
        "Came along from %(before)s to %(after)s, which it was merged into"
    ),
    "unmerged": gettext_lazy("Is a person of its own again, apart from %(before)s"),
    "took_in": gettext_lazy("%(after)s was merged into this record"),
    "let_go": gettext_lazy("%(before)s was taken out of this record again"),
    "different": gettext_lazy("%(after)s is somebody else"),
    "erased": gettext_lazy("The name was erased everywhere"),
}
"""Every kind of deed that a service writes down about a person."""

NAMES_OTHERS = ("merged", "merged_along", "unmerged", "took_in", "let_go", "different")
"""Where before and after are the keys of other records, so that no name stands in them."""

SHOWN: Mapping[str, str | Promise] = {
    Player.NAME: gettext_lazy("with the name"),
    Player.INITIALS: gettext_lazy("with initials only"),
    Player.HIDDEN: gettext_lazy("not at all"),
}
"""As what everybody but the directors sees somebody."""

MOST = 100


def person_history(player: Player) -> list[HistoryLine]:
    """What was done about a person lately, the newest first; two SQL queries."""
    changes = list(player.changes.order_by("-pk")[:MOST])
    names = _others(changes)
    return [history_line(change, _sentence(change, names)) for change in changes]


def person_sentence(change: PlayerChange) -> str:
    """What was done, in a sentence."""
    return _sentence(change, _others([change]))


def _others(changes: Sequence[PlayerChange]) -> dict[str, str]:
    keys = {
        key
        for change in changes
        if change.kind in NAMES_OTHERS
        for key in (change.before, change.after)
        if key.isdecimal()
    }
    if not keys:
        return {}
    return {str(other.pk): other.name for other in Player.objects.filter(pk__in=keys)}


def _sentence(change: PlayerChange, names: Mapping[str, str]) -> str:
    values = {"before": change.before or "–", "after": change.after or "–"}
    if change.kind in NAMES_OTHERS:
        values = {name: names.get(key, _("somebody")) for name, key in values.items()}
    if change.kind == "shown":
        values = {name: str(SHOWN.get(code, code)) for name, code in values.items()}
    return str(PERSON_KINDS[change.kind]) % values


@dataclass(frozen=True)
class People:
    """The players of a club as somebody may see them.

    `names`: by key, of everybody who may be named; `kept`: by the key of a record that was merged
    the key of the one that stands for it; `pages`: the keys of those whose page may be opened.
    """

    names: dict[int, str]
    kept: dict[int, int]
    pages: frozenset[int]

    def of(self, key: int) -> int:
        """The key of the person to whom a record belongs."""
        return self.kept.get(key, key)

    def name(self, key: int) -> str:
        """What to call somebody."""
        return self.names.get(self.of(key)) or _("Somebody")


def people_of(club: Club, *, is_director: bool) -> People:
    """Everybody of a club; one SQL query."""
    called: list[Called] = []
    kept: dict[int, int] = {}
    pages: set[int] = set()
    rows = Player.objects.filter(club=club).order_by()
    for key, name, home, shown, erased_at, merged_into in rows.order_by("pk").values_list(
        "pk", "name", "home", "shown", "erased_at", "merged_into_id"
    ):
        if merged_into is not None:
            kept[key] = merged_into
            continue
        is_erased = erased_at is not None
        said = _shown_as(name, shown, is_erased=is_erased, is_director=is_director)
        if said:
            # Where somebody is from is told with the name alone.
            called.append(Called(key, key, said, home if said == name else ""))
        if is_director or said:
            pages.add(key)
    return People(told_apart(called), kept, frozenset(pages))


def shown_name(player: Player, *, is_director: bool) -> str:
    """What somebody may call a player; empty where the player must not be named.

    >>> shown_name(Player(name="Anna Maria Berg", shown="initials"), is_director=False)
    'A. M. B.'
    >>> shown_name(Player(name="Anna Berg", shown="hidden"), is_director=False)
    ''
    >>> shown_name(Player(name="Anna Berg", shown="hidden"), is_director=True)
    'Anna Berg'
    """
    is_erased = player.erased_at is not None
    return _shown_as(player.name, player.shown, is_erased=is_erased, is_director=is_director)


def _shown_as(name: str, shown: str, *, is_erased: bool, is_director: bool) -> str:
    if is_erased:
        return _("Erased") if is_director else ""
    return name if is_director else veiled(name, shown)


def veiled(name: str, shown: str) -> str:
    """A name as everybody sees somebody who is `shown` so; empty where that is not at all.

    >>> veiled("Anna Berg", "name"), veiled("Anna Berg", "initials"), veiled("Anna Berg", "hidden")
    ('Anna Berg', 'A. B.', '')
    """
    if shown == Player.NAME:
        return name
    if shown == Player.INITIALS:
        return " ".join(f"{word[0]}." for word in name.split())
    return ""


# What would come together if two records were one person's, and whether they can be.


class Brought(NamedTuple):
    """What one record brings: sheets and hands, over which years, events, other names."""

    player: Player
    sheets: int
    hands: int
    first: int | None
    last: int | None
    events: int
    aliases: list[str]


def brought_by(player: Player) -> Brought:
    """What stands under a record, with those merged into it; four SQL queries."""
    records = records_of(player)
    years = YearTally.objects.filter(player__in=records, sheets__gt=0)
    sums = years.aggregate(
        sheets=Sum("sheets"), hands=Sum("hands"), first=Min("year"), last=Max("year")
    )
    events = Event.objects.filter(entries__members__player__in=records).distinct().count()
    aliases = PlayerAlias.objects.filter(player__in=records).values_list("name", flat=True)
    merged = Player.objects.filter(merged_into=player).values_list("name", flat=True)
    return Brought(
        player,
        sums["sheets"] or 0,
        sums["hands"] or 0,
        sums["first"],
        sums["last"],
        events,
        list(dict.fromkeys([*merged, *aliases])),
    )


def why_two(one: Player, other: Player) -> str:
    """Why two records cannot be one person's, saying where; empty where they may be.

    Five SQL queries, whatever they played.
    """
    mine, theirs = records_of(one), records_of(other)
    names = {"one": one.name, "other": other.name}
    table = Table.objects.filter(seats__player__in=mine).filter(seats__player__in=theirs).first()
    if table is not None:
        day = date_format(timezone.localtime(table.opened_at), "j M Y")
        words = _("%(one)s and %(other)s sat at the same table: %(table)s, %(day)s.")
        return words % {**names, "table": table.title or _("a sheet without a name"), "day": day}
    both = set(_played(mine)) & set(_played(theirs))
    if both:
        found = Round.objects.select_related("event").get(pk=min(both))
        words = _("%(one)s and %(other)s both played in round %(round)s of %(event)s.")
        return words % {**names, "round": found.number, "event": found.event.title}
    event = Event.objects.filter(pk__in=_entered(mine)).filter(pk__in=_entered(theirs)).first()
    if event is not None:
        words = _("%(one)s and %(other)s are both entered for %(event)s. Withdraw one entry first.")
        return words % {**names, "event": event.title}
    return ""


def _played(records: Sequence[int]) -> QuerySet[Result, int]:
    """The keys of the rounds in which one of these sat at a table."""
    number = F("round__number")
    until = Q(entry__members__until_round=None) | Q(entry__members__until_round__gte=number)
    own = Q(entry__members__player__in=records, entry__members__from_round__lte=number)
    results = Result.objects.filter(own & until).exclude(round__state=Round.CANCELLED)
    return results.exclude(event_table=None).order_by().values_list("round_id", flat=True)


def _entered(records: Sequence[int]) -> QuerySet[Member, int]:
    """The keys of the events that are not over for which one of these is entered now."""
    members = Member.objects.filter(player__in=records, until_round=None, entry__status__in=PLAYING)
    open_ones = members.exclude(entry__event__state=Event.FINAL)
    return open_ones.order_by().values_list("entry__event_id", flat=True)


class OtherName(NamedTuple):
    """Another name of a person, and on how many of the club's own sheets it stands."""

    name: str
    sheets: int


def aliases_of(player: Player) -> list[OtherName]:
    """The other names of a person, those of merged records too; three SQL queries."""
    aliases = PlayerAlias.objects.filter(player__in=records_of(player)).order_by("name")
    counts = _on_sheets(player)
    return [
        OtherName(alias.name, counts.get(alias.name.casefold(), OtherName("", 0)).sheets)
        for alias in aliases
    ]


def names_left(player: Player) -> list[OtherName]:
    """The names under which a person sits at the club's sheets that are not his any more."""
    own = names_of_person(records_of(player))
    return [left for name, left in _on_sheets(player).items() if name not in own]


def _on_sheets(player: Player) -> dict[str, OtherName]:
    """By name in small letters, on how many of the club's own sheets a person has it."""
    seats = Seat.objects.filter(player__in=records_of(player), table__club=player.club_id)
    rows = seats.order_by("name").values_list("name").annotate(sheets=Count("table_id"))
    found: dict[str, OtherName] = {}
    for name, sheets in rows:
        before = found.get(name.casefold(), OtherName(name, 0))
        found[name.casefold()] = OtherName(before.name, before.sheets + sheets)
    return found


def merged_records(player: Player) -> list[Brought]:
    """What each record brought that was merged into a person; five SQL queries for each."""
    return [brought_by(record) for record in Player.objects.filter(merged_into=player)]


# From a sheet or from an event to the pages of the people on it.


class InTheBook(NamedTuple):
    """Somebody whose page in a club's record book may be opened."""

    club: int
    player: int
    name: str


def at_table(table: Table) -> list[InTheBook]:
    """Whom of a public club's players a sheet is of; one SQL query, none at tables of no club."""
    if table.club_id is None:
        return []
    seats = Seat.objects.filter(table=table, table__club__is_public=True, player__isnull=False)
    players = [seat.player for seat in seats.select_related("player__merged_into")]
    return _linked((player for player in players if player is not None), is_director=False)


def of_entry(event: Event, entry: int, *, is_director: bool) -> list[InTheBook]:
    """The persons of an entry, as far as the visitor may know of them; one SQL query at most."""
    if not (is_director or event.club.is_public):
        return []
    members = Member.objects.filter(entry=entry).select_related("player__merged_into")
    return _linked((member.player for member in members), is_director=is_director)


def of_entries(
    event: Event, numbers: Iterable[int], *, is_director: bool
) -> dict[int, list[InTheBook]]:
    """The same for many entries, by their start numbers; one SQL query at most."""
    if not (is_director or event.club.is_public):
        return {}
    members = Member.objects.filter(entry__event=event, entry__number__in=set(numbers))
    found: dict[int, list[Player]] = {}
    rows = members.select_related("player__merged_into", "entry").order_by("place", "pk")
    for member in rows:
        found.setdefault(member.entry.number or 0, []).append(member.player)
    return {number: _linked(players, is_director=is_director) for number, players in found.items()}


def of_persons(
    club: Club, persons: Iterable[tuple[int, ...]], *, is_director: bool
) -> dict[tuple[int, ...], list[InTheBook]]:
    """The same for those who are ranked in a series, by their players; one SQL query at most."""
    if not (is_director or club.is_public):
        return {}
    wanted = list(persons)
    rows = Player.objects.filter(pk__in={player for person in wanted for player in person})
    players = {player.pk: player for player in rows.select_related("merged_into")}
    return {
        person: _linked((players[pk] for pk in person if pk in players), is_director=is_director)
        for person in wanted
    }


def named_otherwise(event: Event) -> list[tuple[object, ...]]:
    """Whose page of the entries' persons cannot be opened, or not under the name; one SQL query."""
    plain = Q(player__shown=Player.NAME, player__erased_at=None, player__merged_into=None)
    members = Member.objects.filter(entry__event=event).exclude(plain).order_by("pk")
    return list(
        members.values_list("pk", "player__shown", "player__erased_at", "player__merged_into")
    )


def _linked(players: Iterable[Player], *, is_director: bool) -> list[InTheBook]:
    """Each person once, under the record that was kept."""
    found: dict[int, InTheBook] = {}
    for player in players:
        kept = player.merged_into or player
        name = shown_name(kept, is_director=is_director)
        if name:
            found[kept.pk] = InTheBook(kept.club_id, kept.pk, name)
    return list(found.values())
