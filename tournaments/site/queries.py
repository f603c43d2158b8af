"""The events of a club, and those that everybody may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.models import Letter, SecurityEvent
from scoring import RULESETS
from scoring.labels import side_names, side_of
from scoring.ruleset import Ruleset
from sheets.words import spoken
from tournaments.common.access import clubs_of, clubs_with
from tournaments.common.history import HistoryLine, history_line
from tournaments.common.rights import Right, first_page, rights_of
from tournaments.events.desk.queries.history import sentence_of
from tournaments.events.registration.queries import closed_because
from tournaments.events.results.queries.at_tables import sentence_at_table
from tournaments.models import (
    Claim,
    Club,
    ClubRequest,
    Entry,
    Event,
    EventChange,
    EventTable,
    Membership,
    OldImportChange,
    PlayerChange,
    Seat,
    SeriesChange,
    Table,
    TableChange,
    TableLink,
    hash_secret,
)
from tournaments.people.queries import OPEN_CLAIMS, claims_of, is_old, person_sentence, veils_of
from tournaments.records.queries.old_imports import old_import_sentence
from tournaments.series.queries.ranking import series_sentence
from tournaments.tables.queries import known_as, links_of

# The evenings of public clubs.

COUNTED = Q(hands__versions__number=F("hands__version"), hands__versions__is_withdrawn=False)
BETWEEN_HANDS = Q(hands__versions__record__has_any_keys=["adjustment", "seated"])
# A penalty and a change of people are lines of the sheet, but no hands.
HAND_COUNT = Count("hands__versions", filter=COUNTED & ~BETWEEN_HANDS)


@dataclass(frozen=True)
class Evening:
    """A table that everybody may watch: its game, its hands, and its sides' points, best first."""

    table: Table
    ruleset: Ruleset
    standing: list[tuple[str, int]]
    hands: int

    @property
    def is_running(self) -> bool:
        """Whether hands are still entered."""
        return self.table.ended_at is None

    @property
    def began_today(self) -> bool:
        """Whether it began on this day of the server's calendar."""
        return timezone.localdate(self.table.opened_at) == timezone.localdate()

    @property
    def leaders(self) -> list[tuple[str, int]]:
        """Those with the most points."""
        return [entry for entry in self.standing if entry[1] == self.standing[0][1]]

    @property
    def others(self) -> list[tuple[str, int]]:
        """Those behind them."""
        return self.standing[len(self.leaders) :]


def public_evenings() -> list[Evening]:
    """The tables of public clubs with the names that everybody may see, in three SQL queries.

    First the running ones as they were opened, then the ended ones, the latest first. Evenings
    that came in with old records are found in the record book.
    """
    tables = (
        Table.objects.filter(club__is_public=True, ruleset__in=RULESETS, kept_evening=None)
        .select_related("club")
        .annotate(hand_count=HAND_COUNT)
        .order_by(F("ended_at").desc(nulls_first=True), "pk")
    )
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__club__is_public=True).order_by("index"):
        seats.setdefault(seat.table_id, []).append(seat)
    own = {table.club_id for table in tables if table.club_id is not None}
    veils = {False: veils_of(own)}
    if any(table.club and table.club.initials_after for table in tables):
        veils[True] = veils_of(own, is_old=True)
    found = []
    for table in tables:
        ruleset, columns = RULESETS[table.ruleset], seats[table.pk]
        old = table.club is not None and is_old(table.club, table.opened_at)
        veil = veils[old][table.club_id or 0]
        table.title = veil.words.text(table.title)
        names = veil.names((seat.player_id, seat.name) for seat in columns)
        found.append(Evening(table, ruleset, _standing(ruleset, columns, names), table.hand_count))
    return found


@dataclass(frozen=True)
class OwnTable:
    """A table to which this device has come by a link, which stands at its address.

    `again`: where the same people begin anew under the same house rules; empty where they do not.
    """

    evening: Evening
    address: str
    again: str
    can_write: bool

    @property
    def known_as(self) -> str:
        """Under what a phone keeps it."""
        return known_as(self.evening.table)

    @property
    def is_entered(self) -> bool:
        """Whether hands may be entered from here, now."""
        return self.can_write and self.evening.is_running

    @property
    def next_hand(self) -> int:
        """What the coming hand will be called."""
        return self.evening.hands + 1


def own_tables(secrets: list[str]) -> list[OwnTable]:
    """The tables of these links that still work, in four SQL queries.

    First those at which hands are entered from here, then the other running ones.
    """
    links = [each for each in links_of(secrets) if each[1].table.ruleset in RULESETS]
    if not links:
        return []
    tables = [link.table_id for _secret, link in links]
    counted = Table.objects.filter(pk__in=tables).annotate(hand_count=HAND_COUNT)
    hands = dict(counted.values_list("pk", "hand_count"))
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__in=tables).order_by("index"):
        seats.setdefault(seat.table_id, []).append(seat)
    at_events = set(EventTable.objects.filter(table__in=tables).values_list("table", flat=True))
    found = []
    for secret, link in links:
        ruleset = RULESETS[link.table.ruleset]
        names = [seat.name for seat in seats[link.table_id]]
        standing = _standing(ruleset, seats[link.table_id], names)
        evening = Evening(link.table, ruleset, standing, hands[link.table_id])
        address = reverse("table", args=[secret])
        can_write = link.rights == TableLink.WRITE
        is_own = can_write and link.table_id not in at_events
        again = reverse("play_again", args=[secret]) if is_own and not evening.is_running else ""
        found.append(OwnTable(evening, address, again, can_write))
    return sorted(found, key=lambda own: (not own.is_entered, not own.evening.is_running))


def _standing(ruleset: Ruleset, seats: list[Seat], names: Sequence[str]) -> list[tuple[str, int]]:
    points = {side_of(ruleset, seat.index): seat.points for seat in seats}
    standing = [(name, points[side]) for side, name in enumerate(side_names(ruleset, names))]
    return sorted(standing, key=lambda entry: -entry[1])


# Where somebody helps who is nothing else in the club.


@dataclass(frozen=True)
class Helping:
    """An event at which somebody helps, as what, and where he begins there."""

    event: Event
    role: str
    address: str


def events_of_helper(user: User | AnonymousUser) -> list[Helping]:
    """The events that somebody may open by what he is there alone, the latest first; one query."""
    if not user.is_authenticated or not user.is_active:
        return []
    present = Membership.objects.present().filter(user=user, event__isnull=False)
    latest = present.select_related("event__club").order_by("-event__starts_at", "-event")
    return [
        Helping(
            each.event,
            each.get_role_display(),
            reverse(first_page(rights_of([each.role])), args=[each.event_id]),
        )
        for each in latest
        if each.event is not None
    ]


def is_something(user: User) -> bool:
    """Whether somebody runs or helps anywhere, or says who he is there."""
    helps = Membership.objects.present().filter(user=user)
    return user.is_superuser or helps.exists() or claims_of(user).exists()


# What those who answer for clubs read of sign-ins, and of deeds that cannot be undone.


def security_events(user: User) -> QuerySet[SecurityEvent]:
    """Those of the reader's clubs and of who directs them; all of them for an administrator."""
    if user.is_superuser:
        return SecurityEvent.objects.all()
    clubs = clubs_of(user)
    members = Membership.objects.present().filter(club__in=clubs).values("user")
    return SecurityEvent.objects.filter(
        Q(club_id__in=clubs) | Q(club_id=None, account__in=members) | Q(club_id=None, account=user)
    )


def letters_of(user: User) -> QuerySet[Letter] | None:
    """The letters of the reader's clubs, all for an administrator; None for everybody else."""
    if user.is_superuser:
        return Letter.objects.all()
    clubs = [club.pk for club in clubs_with(user, Right.CLUB)]
    return Letter.objects.filter(club_id__in=clubs) if clubs else None


# What a form led to, in the sentences of the histories, for whoever may read them.


def kept_actions(
    submission: UUID, user: User | AnonymousUser, secret: str = ""
) -> list[HistoryLine]:
    """What was done under that submission, as far as this user, or a table's link, may know."""
    return [*_of_clubs(submission, user), *_at_table(submission, secret)]


def _of_clubs(submission: UUID, user: User | AnonymousUser) -> Iterator[HistoryLine]:
    clubs = set(clubs_of(user).values_list("pk", flat=True))
    if not clubs:
        return
    events = EventChange.objects.select_related("entry").filter(event__club__in=clubs)
    for action in events.filter(submission=submission):
        yield history_line(action, sentence_of(action))
    for of in SeriesChange.objects.filter(series__club__in=clubs, submission=submission):
        yield history_line(of, series_sentence(of))
    for about in PlayerChange.objects.filter(player__club__in=clubs, submission=submission):
        yield history_line(about, person_sentence(about))
    for file in OldImportChange.objects.filter(imported__club__in=clubs, submission=submission):
        yield history_line(file, old_import_sentence(file))


def _at_table(submission: UUID, secret: str) -> Iterator[HistoryLine]:
    if not secret:
        return
    changes = TableChange.objects.filter(
        submission=submission,
        table__links__secret_hash=hash_secret(secret),
        table__links__revoked_at=None,
    )
    for change in changes:
        yield history_line(change, sentence_at_table(change))


TAKING_PART = Q(entries__is_house=False) & ~Q(
    entries__status__in=(Entry.WAITING, Entry.NO_SHOW, Entry.OUT)
)
ON_HOME = 6
FINISHED_SHOWN = 50


@dataclass(frozen=True)
class EventCard:
    """An event in a list: what it is, and how many take part."""

    event: Event
    entries: int

    @property
    def game(self) -> str:
        """The name of the game."""
        ruleset = RULESETS.get(self.event.ruleset)
        return spoken(ruleset.name) if ruleset else self.event.ruleset

    @property
    def is_pairs(self) -> bool:
        """Whether pairs take part."""
        return self.event.format.is_pairs

    @property
    def state(self) -> str:
        """`running`, `coming` or `finished`."""
        words: dict[str, str] = {Event.RUNNING: "running", Event.FINAL: "finished"}
        return words.get(self.event.state, "coming")

    @property
    def takes_people(self) -> bool:
        """Whether people register for it by themselves now."""
        terms = getattr(self.event, "registration_terms", None)
        return terms is not None and not closed_because(self.event, terms)


ClubEvents = dict[str, list[EventCard]]
"""The events of a club: what is `running`, what is `coming` (the next one first), what is over
(`finished`)."""


def club_events(club: Club) -> ClubEvents:
    """All events of a club in one SQL query."""
    return _grouped(_cards(Event.objects.filter(club=club)))


def public_events() -> ClubEvents:
    """The published events of public clubs, in one SQL query; of the finished the latest."""
    shown = Event.objects.filter(published_at__isnull=False, club__is_public=True)
    found = _grouped(_cards(shown.select_related("club")))
    return {**found, "finished": found["finished"][:FINISHED_SHOWN]}


def events_for_home() -> list[EventCard]:
    """The few events of public clubs of today, and the next ones; in one SQL query."""
    since = timezone.now() - timedelta(hours=18)
    shown = Event.objects.filter(published_at__isnull=False, club__is_public=True)
    soon = shown.filter(Q(state=Event.RUNNING) | Q(starts_at__gte=since))
    found = _grouped(_cards(soon.select_related("club")))
    return [card for cards in found.values() for card in cards][:ON_HOME]


def _cards(events: QuerySet[Event]) -> list[EventCard]:
    counted = events.select_related("registration_terms").annotate(
        taking_part=Count("entries", filter=TAKING_PART)
    )
    in_order = counted.order_by(F("starts_at").asc(nulls_last=True), "pk")
    return [EventCard(event, event.taking_part) for event in in_order]


def _grouped(cards: list[EventCard]) -> ClubEvents:
    by_state: ClubEvents = {"running": [], "coming": [], "finished": []}
    for card in cards:
        by_state[card.state].append(card)
    by_state["finished"].sort(
        key=lambda card: card.event.starts_at or card.event.made_at, reverse=True
    )
    return by_state


def accounts_answered_for(owner: User) -> QuerySet[User]:
    """The other accounts that are something in no clubs but those that this one owns, from A to Z.

    They run or help there, or are players.
    """
    present, claims = Membership.objects.present(), Claim.objects.filter(OPEN_CLAIMS)
    own = clubs_with(owner, Right.CLUB).values("pk")
    helping = present.filter(club__in=own).values("user")
    playing = claims.filter(club__in=own, state=Claim.CONFIRMED).values("user")
    found = User.objects.filter(Q(pk__in=helping) | Q(pk__in=playing)).exclude(pk=owner.pk)
    found = found.exclude(pk__in=present.exclude(club__in=own).values("user"))
    found = found.exclude(pk__in=claims.exclude(club__in=own).values("user"))
    return found.filter(is_active=True, is_superuser=False).order_by("username")


# Who wants a club.

ANSWERED_SHOWN = 20


def requests_of(user: User) -> list[ClubRequest]:
    """What somebody asked for, the latest first, as far as it is kept."""
    return list(user.club_requests.select_related("club").order_by("-pk"))


def waiting_requests() -> QuerySet[ClubRequest]:
    """Those without an answer, the oldest first."""
    return ClubRequest.objects.filter(state=ClubRequest.WAITING).select_related("user")


def answered_requests() -> QuerySet[ClubRequest]:
    """Those that were answered last."""
    answered = ClubRequest.objects.exclude(state=ClubRequest.WAITING)
    return answered.select_related("user", "answered_by").order_by("-answered_at")[:ANSWERED_SHOWN]
