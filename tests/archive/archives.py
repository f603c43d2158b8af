"""What the tests of taking events away share: files, and an empty installation for them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

from tournaments.archive.reading import read_archive
from tournaments.archive.services import bring_in
from tournaments.archive.writing import Digest, write_event
from tournaments.models import CashLine, Club, Entry, Event, Member, Player, Protest, Ruling


def taken(event: Event) -> bytes:
    """The event's file."""
    out = io.BytesIO()
    write_event(event, out)
    return out.getvalue()


def forget_everything() -> None:
    """Delete every event, player and club: the installation is empty."""
    CashLine.objects.exclude(reverses=None).delete()
    for model in (CashLine, Ruling, Protest, Member):
        model.objects.all().delete()
    for event in Event.objects.all():
        event.results.all().delete()
        for played in event.rounds.all():
            for place in played.tables.select_related("table"):
                place.table.delete()
        event.delete()
    Entry.objects.all().delete()
    Player.objects.all().delete()
    Club.objects.all().delete()


def brought(raw: bytes, club: Club | None = None) -> Event:
    """The event of a file, brought into a club; without one into a new one."""
    here = club or Club.objects.create(name="The new club")
    return bring_in(read_archive(raw), here)


def changed(raw: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """The same file after somebody has changed it, with the checksum of its new content."""
    whole = json.loads(raw)
    change(whole)
    digest = Digest()
    for name in ("format", "version", "program", "standing"):
        digest.add(name)
        digest.add(whole[name])
    for name, part in whole["parts"].items():
        digest.add(name)
        digest.add(part["fields"])
        for row in part["rows"]:
            digest.add(row)
    whole["sha256"] = digest.text
    return json.dumps(whole).encode()


def set_value(
    part: str, number: int, field: str, value: object
) -> Callable[[dict[str, Any]], None]:
    """The change of one value in a file; rows count from 1."""

    def change(whole: dict[str, Any]) -> None:
        rows = whole["parts"][part]
        rows["rows"][number - 1][rows["fields"].index(field)] = value

    return change
