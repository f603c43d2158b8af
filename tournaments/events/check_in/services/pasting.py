"""Taking in a list of people: all of it at once, or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.common.deeds import Refused
from tournaments.common.locks import lock_club
from tournaments.events.check_in.queries.entries import drawn_rounds, free_places
from tournaments.events.check_in.queries.lists import ASKED, TAKEN, Outcome, Wanted, outcomes
from tournaments.events.check_in.services.entries import Details, make_entry
from tournaments.events.deeds import Done, do
from tournaments.models import By, CashLine, Club, Entry, Event, EventChange, Member, Player


class Taken(NamedTuple):
    """How many of a list were new to the club, and how many it knew."""

    new: int
    known: int


def take_list(
    *,
    event: Event,
    lines: Sequence[Wanted],
    answers: Mapping[str, str],
    by: By,
    submission: UUID,
    arrive: bool = False,
) -> Done:
    """Enter everybody of a list who can be entered; the same submission enters nobody twice.

    Lines with a problem are left out, as the preview said. Refused where a line still asks who is
    meant: then nothing is kept. `arrive`: give start numbers in the order of the list.
    """

    def write(locked: Event) -> EventChange | None:
        wanted = _ready(outcomes(locked.club_id, lines, answers, event=locked))
        if not wanted:
            return None
        players, taken = _players(locked.club_id, wanted)
        entries = _entries(locked, wanted, players)
        if arrive:
            _let_in(locked, entries)
        Entry.objects.bulk_create(entries)
        Member.objects.bulk_create(
            Member(entry=entry, player=player, place=place)
            for entry, pair in zip(entries, players, strict=True)
            for place, player in enumerate(pair)
        )
        _note_parts(locked, wanted, entries, by)
        words = _("%(entries)s entries: %(new)s people new to the club, %(known)s known")
        values = {"entries": len(entries), "new": taken.new, "known": taken.known}
        return EventChange(kind="imported", after=words % values)

    return do(event, by, submission, write, names_people=True)


def take_players(*, club: Club, lines: Sequence[Wanted], answers: Mapping[str, str]) -> Taken:
    """Take the people of a list into the club; whom it knows stays as he is.

    The same list again takes in nobody more.
    """
    with transaction.atomic():
        lock_club(club.pk)
        wanted = _ready(outcomes(club.pk, lines, answers))
        return _players(club.pk, wanted)[1]


def _ready(read: Sequence[Outcome]) -> list[Outcome]:
    asked = next((outcome for outcome in read if outcome.kind == ASKED), None)
    if asked is not None:
        is_about_person = _("Line %(line)s: say whether it is the same person.")
        is_about_fee = _("Line %(line)s: say whether the fee is paid.")
        words = is_about_person if asked.questions else is_about_fee
        raise Refused(words % {"line": asked.line.number})
    return [outcome for outcome in read if outcome.kind == TAKEN]


def _players(club_id: int, wanted: Sequence[Outcome]) -> tuple[list[list[Player]], Taken]:
    """The players of each line, the new ones added to the club."""
    meant = [found for outcome in wanted for found in outcome.players]
    known = Player.objects.in_bulk({found for found in meant if found is not None})
    new: list[Player] = []
    players: list[list[Player]] = []
    for outcome in wanted:
        pair = []
        for found, name in zip(outcome.players, outcome.line.names, strict=True):
            if found is None:
                new.append(
                    Player(
                        club_id=club_id,
                        name=name,
                        home=outcome.line.home,
                        groups=list(outcome.line.groups),
                    )
                )
                pair.append(new[-1])
            else:
                pair.append(known[found])
        players.append(pair)
    Player.objects.bulk_create(new)
    return players, Taken(len(new), len(meant) - len(new))


def _entries(
    event: Event, wanted: Sequence[Outcome], players: Sequence[Sequence[Player]]
) -> list[Entry]:
    free = free_places(event)
    return [
        make_entry(
            event,
            pair,
            Details(team=outcome.line.team, groups=outcome.line.groups),
            is_paid=outcome.line.is_paid,
            waits=free is not None and place >= free,
        )
        for place, (outcome, pair) in enumerate(zip(wanted, players, strict=True))
    ]


def _note_parts(event: Event, wanted: Sequence[Outcome], entries: Sequence[Entry], by: By) -> None:
    """Write into the cash book what was paid of the fee, as somebody said of each."""
    CashLine.objects.bulk_create(
        CashLine(
            event=event,
            kind=CashLine.PART,
            amount=outcome.line.paid_part,
            entry=entry,
            **by.noted,
        )
        for outcome, entry in zip(wanted, entries, strict=True)
        if outcome.line.paid_part
    )


def _let_in(event: Event, entries: Sequence[Entry]) -> None:
    """Give start numbers in the order of the list to all who have a place."""
    first_round, now = drawn_rounds(event) + 1, timezone.now()
    for entry in entries:
        if entry.status == Entry.REGISTERED:
            entry.status, entry.arrived_at = Entry.HERE, now
            entry.number, entry.first_round = event.next_number, first_round
            event.next_number += 1
    event.save(update_fields=["next_number"])
