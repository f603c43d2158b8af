"""A round on paper: the lists for the wall, and a card for each table with its code."""

from __future__ import annotations

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.common.envelope import new_envelope
from tournaments.common.outside import outside_address
from tournaments.events.access import EventVisit, event_director
from tournaments.events.draw.queries.round_lists import TableList, by_name, by_table
from tournaments.events.draw.queries.seatings import SeatedRound, seated_round
from tournaments.events.draw.services.tables import persons_at, write_secret
from tournaments.events.results.queries.sheet_codes import typed_code
from tournaments.models import Round
from tournaments.tables.views.links import code_for


class Card(NamedTuple):
    """The card of a table: its people, and the way to its sheet as text and as a picture."""

    at: TableList
    address: str
    code: str
    typed: str
    typed_at: str


@event_director
@require_safe
def round_lists(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Everybody by name, or the tables one by one, to be printed."""
    played, seated = _drawn(visit, number)
    persons = persons_at(number, seated.entries)
    is_by_table = request.GET.get("by") == "table"
    context = {
        "visit": visit,
        "round": played,
        "seated": seated,
        "is_by_table": is_by_table,
        "tables": by_table(seated, persons) if is_by_table else [],
        "letters": [] if is_by_table else by_name(seated, persons),
    }
    return render(request, "events/lists.html", context)


@event_director
@require_safe
def round_cards(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """The cards of all tables, four to a page, or that of the one in the address."""
    played, seated = _drawn(visit, number)
    persons = persons_at(number, seated.entries)
    wanted = request.GET.get("table")
    tables = [t for t in by_table(seated, persons) if wanted in (None, str(t.table.number))]
    if not tables:
        raise Http404
    context = {
        "visit": visit,
        "round": played,
        "cards": [_card(request, table) for table in tables],
        "only": wanted,
        "envelope": new_envelope(visit.event.version),
    }
    return render(request, "events/cards.html", context)


def _card(request: HttpRequest, at: TableList) -> Card:
    path = reverse("table", args=[write_secret(at.table.place)])
    address = outside_address(request, path)
    typed_at = outside_address(request, reverse("typed_code")).split("://", 1)[1]
    typed = typed_code(at.table.place)
    return Card(at, address.split("://", 1)[1], code_for(address), typed, typed_at)


def _drawn(visit: EventVisit, number: int) -> tuple[Round, SeatedRound]:
    """The round and its tables; 404 where they have not been opened."""
    played = visit.event.rounds.filter(number=number, state__in=(Round.DRAWN, Round.CLOSED)).first()
    if played is None:
        raise Http404
    played.event = visit.event
    return played, seated_round(played)
