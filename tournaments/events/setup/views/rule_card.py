"""The rules of an event, for everybody at the tables."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.common.outside import outside_address
from tournaments.events.access import EventVisit, public_event
from tournaments.events.setup.queries.rule_card import rule_card
from tournaments.tables.views.links import code_for


@public_event
@require_safe
def event_rules(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """The rule card, on a phone and on paper, with the code that leads to it."""
    address = outside_address(request, visit.address("event_rules"))
    context = {
        "visit": visit,
        "card": rule_card(visit.event),
        "address": address,
        "code": code_for(address),
    }
    return render(request, "events/rule_card.html", context)
