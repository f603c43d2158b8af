"""An event at which every address of the program names something."""

from __future__ import annotations

from functools import cached_property

from django.contrib.auth.models import User
from django.db import transaction
from django.urls import URLPattern, reverse

from formats.presets import PRESETS
from tests.events.states import drawn
from tournaments.events.draw.services.tables import open_tables, write_secret
from tournaments.events.results.queries.sheet_codes import PRINTED, short_name
from tournaments.events.results.services.results import settle_results
from tournaments.models import (
    Announcement,
    Event,
    EventChange,
    EventUpload,
    HouseRules,
    OldImport,
    Player,
    Protest,
    Round,
    Ruling,
    Series,
    TieDecision,
    TotalsVersion,
)
from tournaments.tables.queries import SheetReading
from tournaments.tables.services.hands import settle


class Stage:
    """A published event with a drawn round, and whatever an address may name of it."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.round = Round.objects.create(
            event=event,
            number=1,
            draw="manual",
            hands=4,
            **drawn(),
            plan={"tables": [[1, 2, 3, 4], [5, 6, 7, 8]], "out": []},
            published_at=event.made_at,
        )
        with transaction.atomic():
            open_tables(self.round)
        self.place = self.round.tables.get(number=1)
        self.other_place = self.round.tables.get(number=2)
        self.totals = TotalsVersion.objects.create(
            event_table=self.place, number=1, record={"points": [0, 0, 0, 0]}
        )
        with transaction.atomic():
            settle_results(settle(SheetReading(self.place.table)))
        self.series = Series.objects.create(
            club=event.club, title="Autumn", published_at=event.made_at
        )
        self.series.stages.create(event=event, number=1)
        self._decisions(event)
        event.state, event.frozen_at = Event.RUNNING, event.made_at
        event.starts_at = event.made_at
        event.save()

    def _decisions(self, event: Event) -> None:
        """What directors wrote down, and what they brought."""
        self.announcement = Announcement.objects.create(event=event, text="Coffee is ready")
        self.ruling = Ruling.objects.create(
            event=event, round=self.round, event_table=self.place, offence="Talking", kind="warning"
        )
        self.protest = Protest.objects.create(
            event=event, number=1, round=self.round, protester="Ben", matter="Late", wanted="−4"
        )
        self.tie = TieDecision.objects.create(event=event, kind="lot", order=[1, 2], after_round=1)
        director = User.objects.filter(memberships__club=event.club).earliest("pk")
        self.upload = EventUpload.objects.create(club=event.club, user=director, event=event)
        EventChange.objects.create(
            event=event,
            kind=PRINTED,
            round_number=1,
            before=short_name(1),
            after=short_name(1),
            event_version=1,
        )
        self.old = OldImport.objects.create(club=event.club, kind=OldImport.HANDS)
        self.rules = HouseRules.objects.create(club=event.club, name="Lamm", ruleset="saskop")

    def address(self, pattern: URLPattern) -> str:
        """The address of a page, with what it names; an unknown name fails the test."""
        names = pattern.pattern.converters
        return reverse(str(pattern.name), kwargs={name: self.known[name] for name in names})

    @cached_property
    def known(self) -> dict[str, object]:
        """What addresses name; looked up once, for some tests go to all of them."""
        return {
            "event_id": self.event.pk,
            "club_id": self.event.club_id,
            "series_id": self.series.pk,
            "preset": next(iter(PRESETS)),
            "number": 1,
            "entry_id": self.event.entries.get(number=1).pk,
            "claim_id": 1,
            "player_id": Player.objects.filter(club=self.event.club).earliest("pk").pk,
            "place": self.place.pk,
            "announcement": self.announcement.pk,
            "ruling": self.ruling.pk,
            "protest": self.protest.pk,
            "decision": self.tie.pk,
            "version": 1,
            "paper": "start-list",
            "wanted": "names",
            "listing": "standing",
            "ending": "csv",
            "upload": self.upload.pk,
            "secret": write_secret(self.place),
            "import_id": self.old.pk,
            "rules_id": self.rules.pk,
            "other_id": Player.objects.filter(club=self.event.club).latest("pk").pk,
            "table_id": self.place.table_id,
            "key": self.place.table.ruleset,
        }
