"""The games and their rules."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring import RULESETS
from tournaments.common.access import searched
from tournaments.formats.wording import option_in_words
from tournaments.tables.queries.games import games_by_family


@searched
@require_safe
def rulesets(request: HttpRequest) -> HttpResponse:
    """All games, by family."""
    return render(request, "rulesets/rulesets.html", {"families": games_by_family()})


@searched
@require_safe
def ruleset(request: HttpRequest, key: str) -> HttpResponse:
    """One game: its house rules, what is entered, its sources, and how well each figure stands."""
    found = RULESETS.get(key)
    if found is None:
        raise Http404
    options = [(option, option_in_words(option, option.default)) for option in found.options]
    return render(request, "rulesets/ruleset.html", {"ruleset": found, "options": options})
