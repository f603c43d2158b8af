"""The lists of an event's people and figures: who is entered, results, standing, teams, groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.common.alike import name_order
from tournaments.common.doers import doer_of
from tournaments.common.listing import (
    Column,
    Kind,
    Listing,
    Value,
    moment,
    money,
    number,
    points,
    text,
)
from tournaments.events.desk.queries.history import PAGE as LINES
from tournaments.events.desk.queries.history import sentence_of
from tournaments.events.money.queries.money import parts_paid
from tournaments.events.results.queries.gone_sheets import SHORT
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.events.standings.queries.standing_listing import standing_listing
from tournaments.events.standings.queries.standing_page import StandingAsked, standing_page
from tournaments.events.standings.queries.standings import EventStanding, event_standing
from tournaments.models import Club, Entry, Event, Member, Result, Round
from tournaments.people.queries.players import people_in

STATUSES: dict[str, str | Promise] = {
    Entry.REGISTERED: gettext_lazy("registered"),
    Entry.WAITING: gettext_lazy("on the waiting list"),
    Entry.HERE: gettext_lazy("here"),
    Entry.LEFT: gettext_lazy("has left"),
    Entry.NO_SHOW: gettext_lazy("did not come"),
    Entry.OUT: gettext_lazy("disqualified"),
}
NAME, LONG = 28, 50

Rows = Iterator[Sequence[Value]]


def start_list(event: Event) -> Listing:
    """Everybody who is entered, with what the door knows."""

    def rows() -> Rows:
        homes, fee = _homes(event), event.format.fee
        parts = parts_paid(event)
        for entry in event.entries.order_by("number", "pk"):
            yield (
                entry.number,
                entry.name,
                homes.get(entry.pk, ""),
                entry.team,
                ", ".join(entry.groups),
                str(STATUSES.get(entry.status, entry.status)),
                _("yes") if entry.is_paid else _("in part") if entry.pk in parts else _("no"),
                entry.start_points,
                entry.first_round,
                entry.last_round,
                entry.arrived_at,
                fee if entry.is_paid else parts.get(entry.pk, 0),
                0 if has_no_fee(entry) else fee - parts.get(entry.pk, 0),
            )

    columns = (
        number(_("No."), 6),
        text(_("Name"), NAME),
        text(_("Home"), 18),
        text(_("Team"), 18),
        text(_("Groups"), 18),
        text(_("Status"), 16),
        text(_("Paid"), 6),
        points(_("Points at the start"), 18),
        number(_("First round")),
        number(_("Last round")),
        moment(_("Arrived")),
        money(_("Paid so far")),
        money(_("Still open")),
    )
    return Listing("start-list", _("Start list"), columns, rows)


def has_no_fee(entry: Entry) -> bool:
    """Whether nothing is open of an entry: it has paid, plays for nothing, or fills a table."""
    return entry.is_paid or entry.is_house or bool(entry.free_reason)


def seats(event: Event) -> Listing:
    """Who sat where in each round; without a table somebody sat out."""

    def rows() -> Rows:
        for result in _results(event):
            table = result.event_table.number if result.event_table else None
            seat = None if result.side is None else result.side + 1
            yield (result.round.number, table, seat, result.entry.number, result.entry.name)

    columns = (
        number(_("Round"), 8),
        number(_("Table"), 8),
        number(_("Seat"), 8),
        number(_("No."), 6),
        text(_("Name"), NAME),
    )
    return Listing("seats", _("Seats"), columns, rows)


def results(event: Event) -> Listing:
    """What everybody has from each round: the whole of what the standing is reckoned from."""

    def rows() -> Rows:
        for result in _results(event):
            yield (
                result.round.number,
                result.event_table.number if result.event_table else None,
                result.entry.number,
                result.entry.name,
                result.points,
                result.hands,
                result.solos,
                result.solos_played,
                result.games,
                result.lost,
                _("yes") if result.is_in else _("no"),
                str(SHORT.get(result.decided, "")),
            )

    columns = (
        number(_("Round"), 8),
        number(_("Table"), 8),
        number(_("No."), 6),
        text(_("Name"), NAME),
        points(_("Points")),
        number(_("Hands")),
        number(_("Solos")),
        number(_("Solos played"), 8),
        number(_("Games")),
        number(_("Lost")),
        text(_("Complete"), 10),
        text(_("Decided"), 10),
    )
    return Listing("results", _("Results"), columns, rows)


def standing(event: Event) -> Listing:
    """The standing as a director sees it."""
    page = standing_page(snapshot_of(event), StandingAsked(), is_director=True, everything=True)
    return standing_listing(page)


def teams(event: Event) -> Listing:
    """The ranking of the teams, with those who count for each, and what each round gave them."""
    has_series = event.format.team_yields == "places"
    played = [one.number for one in event_standing(event).counted] if has_series else []

    def rows() -> Rows:
        now = event_standing(event)
        for team in now.teams:
            names = ", ".join(now.by_number[member].name for member in team.members)
            series = (team.rounds.get(each) for each in played)
            yield (team.place, team.team, *series, team.total, names)

    columns = (
        number(_("Place"), 8),
        text(_("Team"), 24),
        *(points(_("Round %(number)s") % {"number": each}) for each in played),
        points(_("Total")),
        text(_("Who counts"), LONG),
    )
    return Listing("teams", _("Teams"), columns, rows)


def groups(event: Event) -> Listing:
    """The side rankings: each group with its places among themselves."""

    def rows() -> Rows:
        now: EventStanding = event_standing(event)
        for group in now.groups:
            for row in now.rows(now.of_group(group)):
                yield (group, row.place, row.entry.number, row.entry.name, row.total)

    columns = (
        text(_("Group"), 18),
        number(_("Place"), 8),
        number(_("No."), 6),
        text(_("Name"), NAME),
        points(_("Total")),
    )
    return Listing("groups", _("Groups"), columns, rows)


def history(event: Event) -> Listing:
    """Everything that directors did, the first deed first."""

    def rows() -> Rows:
        changes = event.changes.select_related("entry").order_by("pk")
        for change in changes.iterator(chunk_size=LINES * 40):
            said = (change.before, change.after, change.reason)
            yield (change.made_at, *doer_of(change), sentence_of(change), *said)

    columns = (
        moment(_("When")),
        text(_("Said to be"), 18),
        text(_("Account"), 18),
        text(_("What"), LONG),
        text(_("Before"), 24),
        text(_("After"), 24),
        text(_("Why"), 24),
    )
    return Listing("history", _("History"), columns, rows)


def players(club: Club) -> Listing:
    """Everybody whom the club knows."""

    def rows() -> Rows:
        everybody = people_in(club.pk).order_by("pk")
        for player in sorted(everybody, key=lambda one: (*name_order(one.name), one.home)):
            yield (player.name, player.home, ", ".join(player.groups), player.added_at)

    columns = (
        text(_("Name"), NAME),
        text(_("Home"), 18),
        text(_("Groups"), 24),
        Column(_("Since"), Kind.DATE, 12),
    )
    return Listing("players", _("Players"), columns, rows)


def has_teams(event: Event) -> bool:
    """Whether teams are ranked."""
    return event.format.team_size > 0


def has_groups(event: Event) -> bool:
    """Whether there are side rankings."""
    return bool(event_standing(event).groups)


def _results(event: Event) -> Iterator[Result]:
    rows = (
        Result.objects.filter(event=event)
        .exclude(round__state=Round.CANCELLED)
        .select_related("round", "entry", "event_table")
        .order_by("round__number", "event_table__number", "side", "entry__number")
    )
    yield from rows.iterator(chunk_size=2_000)


def _homes(event: Event) -> dict[int, str]:
    homes: dict[int, list[str]] = {}
    members = Member.objects.filter(entry__event=event).order_by("place", "from_round")
    for entry, home in members.values_list("entry_id", "player__home"):
        if home and home not in homes.setdefault(entry, []):
            homes[entry].append(home)
    return {entry: ", ".join(found) for entry, found in homes.items()}
