"""Setting an event up from a preset, and changing its settings."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import RULESETS
from tournaments.common.access import ClubAccess, club_director
from tournaments.common.actions import (
    UNPROCESSABLE,
    ActionReused,
    Attempt,
    FormToken,
    new_form_token,
    read_form_token,
)
from tournaments.common.requests import outside_address
from tournaments.events.access import EventAccess, event_director, public_event
from tournaments.events.setup import services
from tournaments.events.setup.forms import SetUpForm, merge
from tournaments.events.setup.queries import (
    EventDetails,
    consequences,
    details_of,
    families,
    games_of,
    missing_for_publication,
    public_rounds,
    rounded_up,
    rule_card,
)
from tournaments.models import Event, EventChange
from tournaments.settings.awards import previews
from tournaments.settings.checks import law_note
from tournaments.settings.presets import FAMILIES, PRESETS, Preset
from tournaments.tables.views.tables import code_for

# Showing an event to everybody.

OK = 200


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def publish_event(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """What is missing, and the button; afterwards the link for the players."""
    if request.method != "POST":
        return _publishing_page(request, visit)
    submission = read_form_token(request.POST).submission
    with Attempt() as attempt:
        services.publish_event(event=visit.event, by=visit.by, submission=submission)
        return redirect(visit.address("publish_event"))
    return _publishing_page(request, visit, attempt.sentence)


@event_director
@require_POST
def unpublish_event(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Take it back."""
    submission = read_form_token(request.POST).submission
    with Attempt() as attempt:
        services.unpublish_event(event=visit.event, by=visit.by, submission=submission)
        return redirect(visit.address("publish_event"))
    return _publishing_page(request, visit, attempt.sentence)


def _publishing_page(request: HttpRequest, visit: EventAccess, refused: str = "") -> HttpResponse:
    address = outside_address(request, visit.address("event"))
    context = {
        "visit": visit,
        "here": "event_settings",
        "missing": missing_for_publication(visit.event),
        "problems": [("", "", refused)] if refused else [],
        "can_unpublish": not public_rounds(visit.event),
        "address": address,
        "code": code_for(address),
        "form_token": new_form_token(visit.event.version),
    }
    status = UNPROCESSABLE if refused else OK
    return render(request, "events/setup/publish.html", context, status=status)


# The rules of an event, for everybody at the tables.


@public_event
@require_safe
def event_rules(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """The rule card, on a phone and on paper, with the code that leads to it."""
    address = outside_address(request, visit.address("event_rules"))
    context = {
        "visit": visit,
        "card": rule_card(visit.event),
        "address": address,
        "code": code_for(address),
    }
    return render(request, "events/setup/rule_card.html", context)


# Setting an event up, and changing its settings.


class Conflict(NamedTuple):
    """What another director has changed meanwhile, and how it goes with what was typed.

    `taken`: labels of what is taken over; `both`: label and the other's value where both changed
    the same.
    """

    changes: list[EventChange]
    taken: list[str]
    both: list[tuple[str, str]]


@club_director
@require_safe
def new_event(request: HttpRequest, visit: ClubAccess) -> HttpResponse:
    """The first step: which format."""
    wanted = request.GET.get("family", "")
    context = {
        "visit": visit,
        "families": families(wanted),
        "names": FAMILIES,
        "wanted": wanted if wanted in FAMILIES else "",
    }
    return render(request, "events/setup/choose_preset.html", context)


@club_director
@require_http_methods(["GET", "HEAD", "POST"])
def set_up_event(request: HttpRequest, visit: ClubAccess, preset: str) -> HttpResponse:
    """The second step: title, day, place, and the numbers of the format."""
    found = PRESETS.get(preset)
    if found is None:
        raise Http404
    form = SetUpForm(_from_preset(found, _game(request, found.rulesets)), _posted(request))
    if form.is_bound and "preview" in request.POST:
        return _follows(request, form, found.key)
    form_token = read_form_token(request.POST) if form.is_bound else new_form_token(0)
    if form.is_bound and form.is_valid():
        try:
            with Attempt(form):
                event = services.set_up_event(
                    club=visit.club,
                    details=form.details,
                    preset=found.key,
                    by=visit.by,
                    submission=form_token.submission,
                )
                return redirect("publish_event", event.pk)
        except ActionReused:
            form_token = _once_more(form, form_token)
    context = {"visit": visit, "preset": found, "games": games_of(found)}
    return _page(
        request, "events/setup/set_up.html", form, form_token, context | _law(form, found.key)
    )


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def event_settings(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """The same form later; what the first draw has fixed is only shown."""
    form = _settings_form(request, visit.event)
    if form.is_bound and "preview" in request.POST:
        return _follows(request, form, visit.event.preset)
    form_token = (
        read_form_token(request.POST) if form.is_bound else new_form_token(visit.event.version)
    )
    conflict = None
    if form.is_bound and form.is_valid():
        try:
            with Attempt(form):
                services.change_settings(
                    event=visit.event,
                    details=form.details,
                    seen_version=form_token.seen_version,
                    by=visit.by,
                    submission=form_token.submission,
                )
                return redirect(f"{visit.address('event_settings')}?saved=1")
        except services.SettingsMoved as moved:
            form, conflict = _merged(request, visit.event, moved)
            form_token = new_form_token(visit.event.version)
        except ActionReused:
            form_token = _once_more(form, form_token)
    context = {
        "visit": visit,
        "here": "event_settings",
        "games": games_of(PRESETS.get(visit.event.preset, PRESETS["own"])),
        "card": rule_card(visit.event),
        "conflict": conflict,
        "is_saved": "saved" in request.GET and not form.is_bound,
    }
    context |= _law(form, visit.event.preset)
    return _page(request, "events/setup/settings.html", form, form_token, context)


def _page(
    request: HttpRequest,
    template: str,
    form: SetUpForm,
    form_token: FormToken,
    context: dict[str, object],
) -> HttpResponse:
    is_again = form.is_bound and context.get("conflict") is None
    context |= {
        "form": form,
        "form_token": form_token,
        "seen": request.POST.get("seen", "") if is_again else form.seen(),
        **_what_follows(form),
    }
    return render(request, template, context, status=UNPROCESSABLE if form.is_bound else OK)


def _follows(request: HttpRequest, form: SetUpForm, preset: str) -> HttpResponse:
    """Only what the typed settings lead to; nothing is saved."""
    form.is_valid()
    context = _what_follows(form) | _law(form, preset)
    return render(request, "events/setup/setup_form.html#what_follows", context)


def _law(form: SetUpForm, preset: str) -> dict[str, object]:
    return {"law_note": law_note(form.likely_settings, preset)}


def _what_follows(form: SetUpForm) -> dict[str, object]:
    settings = form.likely_settings
    return {
        "sentences": [
            *rounded_up(settings, form.ruleset),
            *consequences(settings, form.ruleset, form.likely_options),
        ],
        "payouts": previews(settings),
    }


def _posted(request: HttpRequest) -> dict[str, str] | None:
    return request.POST.dict() if request.method == "POST" else None


def _game(request: HttpRequest, rulesets: tuple[str, ...]) -> str:
    asked = request.POST.get("game") or request.GET.get("game", "")
    return asked if asked in rulesets else rulesets[0]


def _from_preset(preset: Preset, game: str) -> EventDetails:
    return EventDetails(
        title="",
        place="",
        starts_at=None,
        ruleset=game,
        options=preset.options_of(game),
        settings=preset.settings,
    )


def _settings_form(request: HttpRequest, event: Event) -> SetUpForm:
    is_frozen = event.frozen_at is not None
    before = details_of(event)
    if not is_frozen:
        before = _with_game(before, _game(request, (event.ruleset, *RULESETS)))
    return SetUpForm(before, _posted(request), is_frozen=is_frozen)


def _with_game(details: EventDetails, game: str) -> EventDetails:
    if game == details.ruleset:
        return details
    return replace(details, ruleset=game, options=RULESETS[game].defaults())


def _merged(
    request: HttpRequest, event: Event, moved: services.SettingsMoved
) -> tuple[SetUpForm, Conflict]:
    """The form with what was typed, on top of what another director has saved."""
    event.refresh_from_db()
    is_frozen = event.frozen_at is not None
    theirs = SetUpForm(details_of(event), is_frozen=is_frozen)
    merged = merge(request.POST, theirs.texts())
    before = _with_game(details_of(event), merged.texts["game"])
    form = SetUpForm(before, merged.texts, is_frozen=is_frozen)
    both = [(theirs.label(name), theirs.value(name)) for name in merged.both]
    taken = [theirs.label(name) for name in merged.taken]
    return form, Conflict(list(moved.changes), taken, both)


def _once_more(form: SetUpForm, form_token: FormToken) -> FormToken:
    """Say at the form that its token was used for something else; gives the one to use now."""
    form.refuse(_("This form has been used for something else. Save it once more."))
    return new_form_token(form_token.seen_version)
