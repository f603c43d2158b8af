"""Who runs a demo event: every deed goes through the same doors as a real one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from random import Random
from uuid import UUID

from scoring import find_ruleset
from tournaments.demo.people import Known
from tournaments.demo_hands import plausible_hand
from tournaments.formats.presets import PRESETS
from tournaments.models import Actor, By, Club, Entry, Event, EventTable, Player, Round
from tournaments.queries.events.details import EventDetails
from tournaments.queries.events.drawing import ground_for
from tournaments.queries.replays import coming_hand, latest_versions, replay_table, seat_names
from tournaments.services.accounts import DEMO_DIRECTOR
from tournaments.services.events.announcements import announce
from tournaments.services.events.check_in import arrive
from tournaments.services.events.clock import start_clock
from tournaments.services.events.closing import close_round
from tournaments.services.events.confirming import confirm_sheet
from tournaments.services.events.draws import accept_draw, draw_round
from tournaments.services.events.entries import enter
from tournaments.services.events.final import lock_final
from tournaments.services.events.persons import Person
from tournaments.services.events.publishing import publish_event
from tournaments.services.events.rounds import publish_round, start_round
from tournaments.services.events.setup import set_up_event
from tournaments.services.events.totals import key_totals
from tournaments.services.hands import record_hand

BY = By(None, DEMO_DIRECTOR)
A_SWING = 16  # points, how far totals of a sheet usually are from nothing


class Director:
    """Runs one event of a club, always in the same way: its chance comes from its title."""

    def __init__(
        self, club: Club, preset: str, title: str, place: str, starts_at: datetime, **more: object
    ) -> None:
        chosen = PRESETS[preset]
        self.chance = Random(title)
        self.ruleset = find_ruleset(chosen.rulesets[0])
        details = EventDetails(
            title=title,
            place=place,
            starts_at=starts_at,
            ruleset=self.ruleset.key,
            options=self.ruleset.defaults(),
            settings=replace(chosen.settings, **more),  # type: ignore[arg-type]
        )
        self.event: Event = set_up_event(
            club=club, details=details, preset=preset, by=BY, submission=self._new_id()
        )
        self.settings = details.settings

    def publishes(self) -> None:
        """Show the event to everybody."""
        publish_event(event=self.event, by=BY, submission=self._new_id())

    def enters(self, people: Sequence[Known]) -> None:
        """Enter players, or pairs of two neighbours, as they register."""
        size = 2 if self.settings.is_pairs else 1
        known = Player.objects.filter(club=self.event.club_id).in_bulk(field_name="pk")
        by_name = {player.name: player.pk for player in known.values()}
        for first in range(0, len(people), size):
            persons = [
                Person(by_name.get(each.name), each.name, each.home)
                for each in people[first : first + size]
            ]
            enter(event=self.event, people=persons, by=BY, submission=self._new_id())

    def lets_in(self, *, but: int = 0, unpaid: int = 0) -> None:
        """Let all but the last ones arrive, in any order; a few pay later."""
        coming = list(self.event.entries.order_by("pk"))
        coming = coming[: len(coming) - but]
        self.chance.shuffle(coming)
        for place, entry in enumerate(coming):
            self._lets_in(entry, is_paid=bool(self.settings.fee) and place >= unpaid)

    def begins(self, number: int) -> Round:
        """Draw a round, accept and publish it, and give the signal."""
        choice = ground_for(self.event, number).choice
        draw_round(event=self.event, number=number, choice=choice, by=BY, submission=self._new_id())
        accept_draw(event=self.event, number=number, anyway=True, by=BY, submission=self._new_id())
        publish_round(event=self.event, number=number, by=BY, submission=self._new_id())
        start_round(event=self.event, number=number, by=BY, submission=self._new_id())
        played = self.event.rounds.get(number=number, state=Round.DRAWN)
        if self.settings.minutes:
            start_clock(
                event=self.event,
                number=number,
                minutes=self.settings.minutes,
                by=BY,
                submission=self._new_id(),
            )
        return played

    def keys(self, places: Iterable[EventTable]) -> None:
        """Key the totals of paper sheets."""
        for place in places:
            self._keys(place, self._match(place) if self.settings.is_pairs else self._sheet(place))

    def corrects(self, place: EventTable) -> None:
        """A point was read wrong: it belongs to the neighbour."""
        record = dict(place.totals.latest("number").record)
        first, second, *others = record["points"]
        record["points"] = [first + 1, second - 1, *others]
        self._keys(place, record, reason="A 7 that was read as a 1")

    def plays(self, places: Sequence[EventTable], hands: Sequence[int] | None = None) -> None:
        """Hands from the phones of some tables: so many at each, or until the sheet is complete."""
        most = hands or [place.hands_due or 1_000 for place in places]
        actors = [self._scorer(place) for place in places]
        for number in range(max(most)):
            for place, actor, last in zip(places, actors, most, strict=True):
                if number < last and not (hands is None and self._is_over(place)):
                    self._plays(place, actor)
            if hands is None and all(self._is_over(place) for place in places):
                break

    def confirms(self, places: Iterable[EventTable]) -> None:
        """Somebody else at the table looks the sheet over."""
        for place in places:
            place.table.refresh_from_db()
            names = seat_names(place.table)
            confirm_sheet(
                place=place,
                who=names[1],
                entered_by=names[0],
                seen_version=place.table.version,
                by=self._scorer(place),
                submission=self._new_id(),
            )

    def closes(self, played: Round) -> None:
        """Close a round."""
        close_round(event=self.event, number=played.number, by=BY, submission=self._new_id())

    def locks(self) -> None:
        """Lock the final list."""
        lock_final(event=self.event, by=BY, submission=self._new_id())

    def says(self, text: str) -> None:
        """Announce something."""
        announce(event=self.event, text=text, by=BY, submission=self._new_id())

    def _new_id(self) -> UUID:
        return UUID(int=self.chance.getrandbits(128), version=4)

    def _lets_in(self, entry: Entry, *, is_paid: bool) -> None:
        arrive(entry=entry, is_paid=is_paid, by=BY, submission=self._new_id())

    def _keys(self, place: EventTable, record: dict[str, object], reason: str = "") -> None:
        key_totals(
            event=self.event,
            place=place,
            record=record,
            seen_number=place.totals.count(),
            by=BY,
            submission=self._new_id(),
            reason=reason,
        )

    def _sheet(self, place: EventTable) -> dict[str, object]:
        """Totals that come to nothing."""
        sides = place.results.count()
        swings = [round(self.chance.gauss(0, A_SWING)) for _side in range(sides)]
        each, rest = divmod(sum(swings), sides)
        points = [swing - each - (side < rest) for side, swing in enumerate(swings)]
        record: dict[str, object] = {"points": points, "hands": place.hands_due}
        if self.settings.counted == "solos":
            record["solos"] = [self.chance.choice((0, 0, 1, 1, 2, 3)) for _side in range(sides)]
        return record

    def _match(self, place: EventTable) -> dict[str, object]:
        """A match that one of the pairs has won."""
        target = self.ruleset.target(self.ruleset.defaults()) or 0
        winner = self.chance.randrange(2)
        loser = self.chance.randrange(target - 1)
        points = [loser, loser]
        points[winner] = target
        return {"points": points, "games": [int(side == winner) for side in range(2)]}

    def _scorer(self, place: EventTable) -> Actor:
        table = f"{self.event.title}, {place.round.number}, {place.number}"
        device = Random(table).getrandbits(64)
        return Actor(
            place.table.links.get(revoked_at=None), f"{device:016x}", seat_names(place.table)[0]
        )

    def _plays(self, place: EventTable, actor: Actor) -> None:
        versions = latest_versions(place.table)
        deal = coming_hand(place.table, versions).deal(place.table)
        record = plausible_hand(self.chance, self.ruleset, deal)
        record_hand(table=place.table, record=record, by=actor, submission=self._new_id())

    def _is_over(self, place: EventTable) -> bool:
        """Whether the sheet has all its hands, or the match its games."""
        versions = latest_versions(place.table)
        if place.hands_due:
            return len(versions) >= place.hands_due
        return len(replay_table(place.table, versions).games) >= self.settings.games_due
