"""The two sources of a table's result, hands and totals from paper, for many tables at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Max

from tournaments.events.results.queries.sheets import Totals, phone_totals
from tournaments.formats.settings import EventSettings
from tournaments.models import EventTable, HandVersion, Seat, TotalsVersion
from tournaments.tables.queries.replays import replay_table


@dataclass(frozen=True)
class Hands:
    """The hands that count at a table: how many, and when the last one was entered."""

    played: int = 0
    last_at: datetime | None = None


def differing(paper: Totals, phone: Totals, settings: EventSettings, sides: int) -> set[str]:
    """In which figures paper and phone differ: `points`, `hands`, `solos`, `games`, `lost`."""
    pairs = {"points": (paper.points, phone.points)}
    if paper.played and phone.played:
        pairs["hands"] = ([paper.played] * sides, [phone.played] * sides)
    if settings.counted == "solos":
        pairs["solos"] = (paper.solos, phone.solos)
    if _counts_games(settings):
        pairs["games"] = (paper.games, phone.games)
    if settings.counted == "won_lost":
        pairs["lost"] = (paper.lost, phone.lost)
    return {
        name for name, (one, other) in pairs.items() if _filled(one, sides) != _filled(other, sides)
    }


def _counts_games(settings: EventSettings) -> bool:
    return settings.counted in ("games", "won_lost") or settings.yields == "match"


def compares_more(settings: EventSettings) -> bool:
    """Whether more is compared than the points as they are stored with the hands."""
    return settings.only_good or settings.counted == "solos" or _counts_games(settings)


def _filled(figures: Sequence[int], sides: int) -> list[int]:
    return [*figures, *[0] * sides][:sides]


def hands_at(places: Iterable[EventTable]) -> dict[int, Hands]:
    """The hands that count, adjustments and changes of people left out."""
    versions = HandVersion.objects.filter(
        hand__table__in=[place.table_id for place in places],
        number=F("hand__version"),
        is_withdrawn=False,
    ).exclude(record__has_any_keys=["adjustment", "seated"])
    rows = versions.values_list("hand__table").annotate(played=Count("pk"), last=Max("made_at"))
    return {table: Hands(played, last) for table, played, last in rows}


def keyed_at(places: Iterable[EventTable]) -> dict[int, TotalsVersion]:
    """The latest totals from paper that were not withdrawn."""
    versions = TotalsVersion.objects.filter(event_table__in=[place.pk for place in places])
    latest = {version.event_table_id: version for version in versions.order_by("number")}
    return {place: version for place, version in latest.items() if not version.is_withdrawn}


def phones_at(
    places: Sequence[EventTable], hands: Mapping[int, Hands], *, replayed: bool
) -> dict[int, Totals]:
    """What the hands come to, where there are totals from paper besides.

    The stored points do, unless solos or games are compared too: those take a replay.
    """
    if replayed or any(not place.hands_due for place in places):
        return _replayed(places)
    seats = Seat.objects.filter(table__in=[place.table_id for place in places])
    points: dict[int, list[int]] = defaultdict(list)
    for seat in seats.order_by("index"):
        points[seat.table_id].append(seat.points)
    found = {}
    for place in places:
        played = hands[place.table_id].played
        is_complete = played >= place.hands_due
        found[place.pk] = Totals(points[place.table_id], [], [], [], played, is_complete)
    return found


def _replayed(places: Sequence[EventTable]) -> dict[int, Totals]:
    versions = (
        HandVersion.objects.filter(
            hand__table__in=[place.table_id for place in places], number=F("hand__version")
        )
        .select_related("hand")
        .order_by("hand__table", "hand__number")
    )
    lines: dict[int, list[HandVersion]] = defaultdict(list)
    for version in versions:
        lines[version.hand.table_id].append(version)
    return {
        place.pk: phone_totals(place, replay_table(place.table, lines[place.table_id]))
        for place in places
    }
