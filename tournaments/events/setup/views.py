"""Setting an event up from a preset, and changing its settings."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from formats.awards import previews
from formats.checks import law_note
from formats.presets import FAMILIES, PRESETS
from scoring import RULESETS
from sheets.prices import prices
from tournaments.common.access import ClubAccess, club_needs
from tournaments.common.actions import (
    UNPROCESSABLE,
    ActionReused,
    Attempt,
    FormToken,
    new_form_token,
    read_form_token,
)
from tournaments.common.codes import code_for
from tournaments.common.history import said_by
from tournaments.common.requests import outside_address
from tournaments.common.rights import Right
from tournaments.events.access import EventAccess, event_needs, public_event
from tournaments.events.actions import Done
from tournaments.events.setup import queries, services
from tournaments.events.setup.calendar import calendar_answer, events_with_a_day
from tournaments.events.setup.forms import SetUpForm, merge
from tournaments.models import Event
from tournaments.rules.queries import SentRules, rules_of
from tournaments.tables.queries import rules_to_begin_with

OK = 200


@event_needs(Right.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def publish_event(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """What is missing, and the button; afterwards the link for the players."""
    return _publishing_page(request, access, services.publish_event)


@event_needs(Right.SET_UP)
@require_POST
def unpublish_event(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Take it back."""
    return _publishing_page(request, access, services.unpublish_event)


def _publishing_page(
    request: HttpRequest, access: EventAccess, action: Callable[..., Done]
) -> HttpResponse:
    """The page as it is now; where a button was pressed that is done first."""
    attempt = Attempt()
    if request.method == "POST":
        sent = access.signed(request.POST)
        with attempt:
            action(event=access.event, **sent)
            return redirect(access.address("publish_event"))
    address = outside_address(request, access.address("event"))
    context = {
        "access": access,
        "here": "event_settings",
        "missing": queries.missing_for_publication(access.event),
        "problems": [("", "", attempt.sentence)] if attempt.refused else [],
        "can_unpublish": not queries.public_rounds(access.event),
        "address": address,
        "embed": outside_address(request, access.address("event_embed")),
        "code": code_for(address),
        "form_token": new_form_token(access.event.version),
    }
    status = UNPROCESSABLE if attempt.refused else OK
    return render(request, "events/setup/publish.html", context, status=status)


@public_event
@require_safe
def event_rules(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The rule card, on a phone and on paper, with the code that leads to it."""
    address = outside_address(request, access.address("event_rules"))
    context = {
        "access": access,
        "card": queries.rule_card(access.event),
        "address": address,
        "code": code_for(address),
    }
    return render(request, "events/setup/rule_card.html", context)


@public_event
@require_safe
def event_calendar(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The event for one's own calendar; there is none before its day is known."""
    found = events_with_a_day(Event.objects.filter(pk=access.event.pk))
    if not found:
        raise Http404
    address = outside_address(request, access.address("event"))
    return calendar_answer(found, lambda _event: address, name=f"event-{access.event.pk}")


# Setting an event up, and changing its settings.


@club_needs(Right.SET_UP)
@require_safe
def new_event(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """The first step: which format."""
    wanted = request.GET.get("family", "")
    context = {
        "access": access,
        "families": queries.families(wanted),
        "names": FAMILIES,
        "wanted": wanted if wanted in FAMILIES else "",
    }
    return render(request, "events/setup/choose_preset.html", context)


@club_needs(Right.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def set_up_event(request: HttpRequest, access: ClubAccess, preset: str) -> HttpResponse:
    """The second step: title, day, place, and the numbers of the format."""
    found = PRESETS.get(preset)
    if found is None:
        raise Http404
    game = _game(request, found.rulesets)
    with access.club.spoken():
        settings = found.begun()
    before = Event(
        club=access.club,
        language=access.club.language,
        preset=found.key,
        ruleset=game,
        options=found.options_of(game),
        settings=settings.to_json(),
    )
    form = SetUpForm(_with_rules(request, before), _posted(request))
    if form.is_bound and "preview" in request.POST:
        return _follows(request, form)
    form_token = read_form_token(request.POST) if form.is_bound else new_form_token(0)
    if form.is_bound and form.is_valid():
        try:
            with Attempt(form):
                event = services.set_up_event(event=form.event, **access.signed(request.POST))
                return redirect("publish_event", event.pk)
        except ActionReused:
            form_token = _once_more(form, form_token)
    context = {"access": access, "preset": found, "games": queries.games_of(found)}
    return _page(request, "events/setup/set_up.html", form, form_token, context)


@event_needs(Right.SET_UP, seen_with=Right.LOOK)
@require_http_methods(["GET", "HEAD", "POST"])
def event_settings(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The same form later; what the first draw has fixed is only shown."""
    event, is_frozen = access.event, access.event.frozen_at is not None
    game = event.ruleset if is_frozen else _game(request, (event.ruleset, *RULESETS))
    before = event if is_frozen else _with_rules(request, _with_game(event, game))
    form = SetUpForm(before, _posted(request), is_frozen=is_frozen)
    if form.is_bound and "preview" in request.POST:
        return _follows(request, form)
    form_token = (
        read_form_token(request.POST) if form.is_bound else new_form_token(access.event.version)
    )
    conflict = None
    if form.is_bound and form.is_valid():
        try:
            with Attempt(form):
                services.change_settings(
                    event=access.event,
                    wanted=form.event,
                    seen_version=form_token.seen_version,
                    **access.signed(request.POST),
                )
                return redirect(f"{access.address('event_settings')}?saved=1")
        except services.SettingsMoved as moved:
            form, conflict = _merged(request, access.event, moved)
            form_token = new_form_token(access.event.version)
        except ActionReused:
            form_token = _once_more(form, form_token)
    context = {
        "access": access,
        "here": "event_settings",
        "games": queries.games_of(PRESETS.get(access.event.preset, PRESETS["own"])),
        "card": queries.rule_card(access.event),
        "conflict": conflict,
        "is_saved": "saved" in request.GET and not form.is_bound,
    }
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
        "named_rules": [
            (rules, SentRules(rules.name, form.ruleset, rules.options).code)
            for rules in rules_of([form.before.club], form.ruleset.key)
        ],
        **_what_follows(form),
    }
    return render(request, template, context, status=UNPROCESSABLE if form.is_bound else OK)


def _follows(request: HttpRequest, form: SetUpForm) -> HttpResponse:
    """Only what the typed settings lead to; nothing is saved."""
    form.is_valid()
    return render(request, "events/setup/setup_form.html#what_follows", _what_follows(form))


def _what_follows(form: SetUpForm) -> dict[str, object]:
    settings, house = form.likely_settings, form.house
    return {
        "sentences": [
            *queries.rounded_up(settings, form.ruleset),
            *queries.consequences(settings, form.ruleset, form.likely_options),
        ],
        "payouts": previews(settings),
        "prices": house and prices(form.ruleset, house),
        "law_note": law_note(settings, form.before.preset),
    }


def _posted(request: HttpRequest) -> dict[str, str] | None:
    return request.POST.dict() if request.method == "POST" else None


def _game(request: HttpRequest, rulesets: tuple[str, ...]) -> str:
    asked = request.POST.get("game") or request.GET.get("game", "")
    return asked if asked in rulesets else rulesets[0]


def _with_game(event: Event, game: str) -> Event:
    """The event, with another game for the form where that is chosen; not to be saved."""
    if game != event.ruleset:
        event = copy(event)
        event.ruleset, event.options = game, RULESETS[game].defaults()
    return event


def _with_rules(request: HttpRequest, event: Event) -> Event:
    """The event with the house rules of a code that the form shall begin with; not to be saved."""
    ruleset = RULESETS[event.ruleset]
    begin = rules_to_begin_with(ruleset, request.GET.get("with"), None)
    if begin.code:
        event = copy(event)
        event.options = ruleset.defaults() | begin.options
    return event


def _merged(
    request: HttpRequest, event: Event, moved: services.SettingsMoved
) -> tuple[SetUpForm, dict[str, object]]:
    """The form with what was typed, on top of what another director has saved; and what that was.

    `taken`: labels of what is taken over; `both`: label and the other's value where both changed
    the same.
    """
    event.refresh_from_db()
    is_frozen = event.frozen_at is not None
    theirs = SetUpForm(event, is_frozen=is_frozen)
    texts, taken, both = merge(request.POST, theirs.texts())
    return SetUpForm(_with_game(event, texts["game"]), texts, is_frozen=is_frozen), {
        "changes": [
            (
                change,
                *(said_by(queries.settings_said, kept) for kept in (change.before, change.after)),
            )
            for change in moved.changes
        ],
        "taken": [theirs.label(name) for name in taken],
        "both": [(theirs.label(name), theirs.value(name)) for name in both],
    }


def _once_more(form: SetUpForm, form_token: FormToken) -> FormToken:
    """Say at the form that its token was used for something else; gives the one to use now."""
    form.refuse(_("This form has been used for something else. Save it once more."))
    return new_form_token(form_token.seen_version)
