"""What would come together if two records were one person's, and whether they can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, F, Max, Min, Q, QuerySet, Sum
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import (
    Event,
    Member,
    Player,
    PlayerAlias,
    Result,
    Round,
    Seat,
    Table,
    YearTally,
)
from tournaments.people.queries.naming import names_of_person
from tournaments.people.queries.people import records_of
from tournaments.people.queries.players import PLAYING


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
