"""What the tests of series share: stages that the same people play, series made and published."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import uuid4

from formats.series import SeriesSettings
from tests.events.played import keys, starts
from tournaments.events.results.services.sheets import close_round
from tournaments.events.standings.services import lock_final
from tournaments.models import Author, Club, Entry, Event, Member, Player, Series
from tournaments.series import services
from tournaments.series.queries.ranking import names_of, series_ranking

FOUR = ("Anna", "Ben", "Cora", "Dora")


def known(club: Club, *names: str) -> list[Player]:
    """Players of the club by these names, the same ones every time."""
    return [Player.objects.get_or_create(club=club, name=name)[0] for name in names]


def sits(event: Event, *entries: Sequence[Player]) -> None:
    """Let these people (or pairs) arrive in this order."""
    for number, players in enumerate(entries, event.next_number):
        entry = Entry.objects.create(
            event=event,
            number=number,
            name=" / ".join(player.name for player in players),
            status=Entry.HERE,
            arrived_at=event.made_at,
        )
        for place, player in enumerate(players):
            Member.objects.create(entry=entry, player=player, place=place)
    event.next_number += len(entries)
    event.save(update_fields=["next_number"])


def plays_out(event: Event, by: Author, *points: int, final: bool = True) -> Event:
    """The one round with one table: the points in seat order; then the list is locked."""
    played = starts(event, by)
    keys(played.tables.get(), by, *points)
    close_round(event=event, number=1, by=by, submission=uuid4())
    if final:
        lock_final(event=event, by=by, submission=uuid4())
    return Event.objects.get(pk=event.pk)


def evening(
    new_event: Callable[..., Event], by: Author, title: str, names: Sequence[str], *points: int
) -> Event:
    """A final evening at one table of those people, with these points."""
    event = new_event(hands=4, rounds=1)
    Event.objects.filter(pk=event.pk).update(title=title)
    event.title = title
    sits(event, *([player] for player in known(event.club, *names)))
    return plays_out(event, by, *points)


def three_evenings(new_event: Callable[..., Event], by: Author) -> list[Event]:
    """Three evenings of the same four: in all Ben has 11, Anna 1, Cora −3, Dora −9."""
    return [
        evening(new_event, by, "Evening 1", FOUR, 12, -4, -4, -4),
        evening(new_event, by, "Evening 2", FOUR, -9, 9, 3, -3),
        evening(new_event, by, "Evening 3", FOUR, -2, 6, -2, -2),
    ]


def series_of(
    club: Club, by: Author, *events: Event, published: bool = True, **rules: object
) -> Series:
    """A series of these events, by these rules."""
    series = services.create_series(
        club=club,
        title="Autumn cup",
        settings=SeriesSettings(**rules),  # type: ignore[arg-type]
        preset="evenings",
        by=by,
        submission=uuid4(),
    )
    for event in events:
        services.add_stage(series=series, event=event, by=by, submission=uuid4())
    if published:
        services.publish_series(series=series, by=by, submission=uuid4())
    return Series.objects.get(pk=series.pk)


def ranked(series: Series, *, is_public: bool = True) -> list[tuple[int | None, str, object]]:
    """Place, name and total of everybody."""
    rows = series_ranking(series, is_public=is_public).rows
    names = names_of([row.person for row in rows])
    return [(row.place, names[row.person], row.total) for row in rows]
