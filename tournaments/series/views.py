"""The pages of a series: for its directors, and for everybody once it is published."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from formats.series import SERIES_PRESETS, SeriesSettings, sentences
from scoring.series import rank_series
from tournaments.common.access import ClubAccess, Signed, club_needs
from tournaments.common.actions import (
    UNPROCESSABLE,
    ActionForm,
    Attempt,
    new_form_token,
    read_form_token,
)
from tournaments.common.listing import csv_answer
from tournaments.common.requests import PLACE, read_key, speak_for_all
from tournaments.common.rights import Right
from tournaments.events.draw.forms import MoveForm
from tournaments.events.freshness import SECONDS, LivePage
from tournaments.events.results.forms.tables import DueForm
from tournaments.events.results.queries.sheets import day_of, due_of, sheets_in
from tournaments.events.results.services.sheets import set_due_at_all
from tournaments.models import Event
from tournaments.series import services
from tournaments.series.access import SeriesAccess, public_series, series_needs
from tournaments.series.forms import (
    AddStageForm,
    DeclineForm,
    GivePlaceForm,
    MakeFinalForm,
    NewSeriesForm,
    PersonForm,
    RemoveStageForm,
    SeriesForm,
    TakePlaceForm,
)
from tournaments.series.queries.finals import finals_from, season_finals_of, tickets_from
from tournaments.series.queries.ranking import (
    can_be_stages,
    names_of,
    not_qualified,
    series_history,
    series_listing,
    series_page,
    series_ranking,
    stages_of,
    unlike,
)

OK = 200
FIRST_SHOWN = 10
PREVIEWED = 5


@club_needs(Right.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def new_series(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """What it is called, and how it is added up; every number can be changed afterwards."""
    is_sent = request.method == "POST"
    form = NewSeriesForm(request.POST if is_sent else None, auto_id="q-%s")
    form_token = read_form_token(request.POST) if is_sent else new_form_token(0)
    if form.is_valid():
        preset = SERIES_PRESETS[form.cleaned_data["preset"]]
        made = services.create_series(
            club=access.club,
            title=form.cleaned_data["title"],
            settings=preset.settings,
            preset=preset.key,
            **access.signed(request.POST),
        )
        return redirect("series_desk", made.pk)
    context = {
        "access": access,
        "form": form,
        "presets": SERIES_PRESETS.values(),
        "chosen": request.POST.get("preset", ""),
        "form_token": form_token,
    }
    status = UNPROCESSABLE if form.is_bound else OK
    return render(request, "series/new.html", context, status=status)


@series_needs(Right.LOOK)
@require_http_methods(["GET", "HEAD"])
def series_desk(request: HttpRequest, access: SeriesAccess) -> HttpResponse:
    """Its stages and what comes next, with the first of the ranking."""
    return _desk(request, access)


@series_needs(Right.SET_UP, seen_with=Right.LOOK)
@require_http_methods(["GET", "HEAD", "POST"])
def series_rules(request: HttpRequest, access: SeriesAccess) -> HttpResponse:
    """Every number of the rules, with what they lead to."""
    series = access.series
    posted = request.POST.dict() if request.method == "POST" else None
    form = SeriesForm(series.title, access.settings, posted)
    if posted is not None and "preview" in posted:
        return render(request, "series/rules.html#follows", _follows(access, form))
    form_token = read_form_token(request.POST) if posted else access.new_token()
    if posted is not None and form.is_valid():
        with Attempt(form):
            services.change_series(
                series=series,
                title=form.cleaned_data["title"],
                settings=form.settings,
                seen_version=form_token.seen_version,
                **access.signed(request.POST),
            )
            return redirect(f"{access.address('series_rules')}?saved=1")
        form_token = access.new_token()
    context = {
        "access": access,
        "form": form,
        "form_token": form_token,
        "here": "series_rules",
        "is_saved": "saved" in request.GET and not form.is_bound,
        **_follows(access, form),
    }
    status = UNPROCESSABLE if form.is_bound else OK
    return render(request, "series/rules.html", context, status=status)


@series_needs(Right.SET_UP)
@require_POST
def add_stage(request: HttpRequest, access: SeriesAccess) -> HttpResponse:
    """An event becomes a stage."""
    sent = access.signed(request.POST)
    form = AddStageForm(can_be_stages(access.series), request.POST)
    if form.is_valid():
        with Attempt(form):
            services.add_stage(series=access.series, event=form.chosen, **sent)
            return redirect(access.address("series_desk"))
    if _is_repeat(access, sent):
        return redirect(access.address("series_desk"))  # sent twice: it is a stage by now
    return _desk(request, access, adding=form)


@series_needs(Right.SET_UP)
@require_POST
def remove_stage(request: HttpRequest, access: SeriesAccess) -> HttpResponse:
    """A stage counts no more."""
    sent = access.signed(request.POST)
    if _is_repeat(access, sent):
        return redirect(access.address("series_desk"))  # sent twice: it is no stage by now
    stages = stages_of(access.series)
    form = RemoveStageForm([(one.pk, one.event.title) for one in stages], request.POST)
    if form.is_valid():
        services.remove_stage(
            series=access.series,
            stage=int(form.cleaned_data["stage"]),
            reason=form.cleaned_data["reason"],
            **sent,
        )
        return redirect(access.address("series_desk"))
    return _desk(request, access, removing=form)


@series_needs(Right.SET_UP)
@require_POST
def next_stage(request: HttpRequest, access: SeriesAccess) -> HttpResponse:
    """The next event as the last one is set up; its settings are looked over then."""
    submission, seen_version = read_form_token(request.POST)
    with Attempt() as attempt:
        event = services.next_stage(
            series=access.series, seen_version=seen_version, by=access.by, submission=submission
        )
        return redirect("event_settings", event.pk)
    return _desk(request, access, problem=attempt.sentence)


@series_needs(Right.SET_UP)
@require_POST
def publish(request: HttpRequest, access: SeriesAccess, *, is_public: bool) -> HttpResponse:
    """Show it to everybody, or take it back."""
    sent = access.signed(request.POST)
    services.publish_series(series=access.series, is_public=is_public, **sent)
    return redirect(access.address("series_desk"))


def _desk(
    request: HttpRequest,
    access: SeriesAccess,
    *,
    adding: AddStageForm | None = None,
    removing: RemoveStageForm | None = None,
    problem: str = "",
) -> HttpResponse:
    page = series_page(access.series, is_public=False)
    form = adding or AddStageForm(can_be_stages(access.series))
    stages = [(line.stage.pk, line.event.title) for line in page.ranking.lines]
    removing = removing or RemoveStageForm(stages)
    problems = [*form.all_problems(), *removing.all_problems()]
    problems += [("", "", problem)] if problem else []
    context = {
        "access": access,
        "here": "series_desk",
        "page": page,
        "shown": page.shown[:FIRST_SHOWN],
        "unlike": unlike(page.ranking.lines),
        "form": form,
        "problems": problems,
        "actions": series_history(access.series),
        "removing": removing,
    }
    status = UNPROCESSABLE if problems else OK
    return render(request, "series/desk.html", context, status=status)


def _follows(access: SeriesAccess, form: SeriesForm) -> dict[str, object]:
    """The rules in words, and who would be first by them."""
    settings: SeriesSettings = form.likely_settings
    ranking = series_ranking(access.series, is_public=False)
    # Whose result counts is decided when the stages are read: that is as it is saved.
    rows = rank_series(ranking.stages, settings.rules())[:PREVIEWED]
    return {
        "sentences": sentences(settings),
        "previewed": rows,
        "names": names_of([row.person for row in rows]),
        "previewed_settings": settings,
        "counted": len(ranking.stages),
    }


@series_needs(Right.RUN)
@require_http_methods(["GET", "HEAD", "POST"])
def series_sheets_due(request: HttpRequest, access: SeriesAccess) -> HttpResponse:
    """The same time for every event of the series that is not final, a deed at each."""
    events = [stage.event for stage in stages_of(access.series)]
    open_ones = [event for event in events if event.state != Event.FINAL]
    before = next((event.sheets_due_at for event in open_ones if event.sheets_due_at), None)
    form = DueForm(before, day=next((day_of(event) for event in open_ones), None))
    form_token = access.new_token()
    if request.method == "POST":
        form, form_token = DueForm(before, request.POST), read_form_token(request.POST)
        if form.is_valid():
            refused = set_due_at_all(
                events=open_ones,
                at=form.moment,
                **access.signed(request.POST),
                reason=form.cleaned_data["reason"],
            )
            if not refused:
                return redirect(access.address("series_desk"))
            text = _("It is over already, so say why it is another time now: %(titles)s")
            titles = ", ".join(event.title for event in refused)
            form.refuse(text % {"titles": titles}, "reason")
            form_token = access.new_token()
    context = {
        "access": access,
        "here": "series_desk",
        "form": form,
        "form_token": form_token,
        "events": open_ones,
        "sheets": sheets_in(events),
        "is_over": any((due := due_of(event)) and due.is_over for event in open_ones),
        "has_time": before is not None,
        "problems": form.all_problems() if form.is_bound else [],
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "series/sheets_due.html", context, status=status)


# The final of a series: who is qualified, places given by hand, and the event in one step.

LONGEST_TITLE = 80


@series_needs(Right.RUN, seen_with=Right.LOOK)
@require_http_methods(["GET", "HEAD", "POST"])
def series_final(request: HttpRequest, access: SeriesAccess) -> HttpResponse:
    """Who is qualified by what; and the final is made with them."""
    make = services.make_season_finals if access.settings.cuts_season else services.make_final
    if request.method != "POST":
        return _final_page(request, access)
    sent = access.signed(request.POST)
    form = MakeFinalForm(request.POST, auto_id="q-%s")
    if form.is_valid():
        with Attempt(form):
            title = form.cleaned_data["title"]
            event = make(series=access.series, title=title, **sent)
            return redirect("event_settings", event.pk)
    return _final_page(request, access, making=form)


@series_needs(Right.RUN)
@require_POST
def give_place(request: HttpRequest, access: SeriesAccess) -> HttpResponse:
    """Somebody gets a place by hand."""
    sent = access.signed(request.POST)
    if _is_repeat(access, sent):
        return _to_final(access)
    ranking = series_ranking(access.series, is_public=False)
    found = finals_from(ranking) if access.settings.cuts_season else tickets_from(ranking)
    form = GivePlaceForm(not_qualified(ranking, found.persons), request.POST)
    if form.is_valid():
        services.give_place(
            series=access.series,
            player=int(form.cleaned_data["player"]),
            reason=form.cleaned_data["reason"],
            **sent,
        )
        return _to_final(access)
    return _final_page(request, access, giving=form)


@series_needs(Right.RUN)
@require_POST
def take_place(request: HttpRequest, access: SeriesAccess) -> HttpResponse:
    """A place that was given by hand is taken back."""
    sent = access.signed(request.POST)
    form = TakePlaceForm(request.POST)
    if form.is_valid():
        player = form.cleaned_data["player"]
        services.take_back(series=access.series, decided="given", person=(player,), **sent)
    return _to_final(access)


def _is_repeat(access: SeriesAccess, sent: Signed) -> bool:
    """Whether the form did what it asks for already: then it does not fit any more."""
    return access.series.changes.filter(submission=sent["submission"]).exists()


def _to_final(access: SeriesAccess) -> HttpResponse:
    return redirect(access.address("series_final"))


def _final_page(
    request: HttpRequest,
    access: SeriesAccess,
    *,
    making: MakeFinalForm | None = None,
    giving: GivePlaceForm | None = None,
    declining: DeclineForm | None = None,
    moving: MoveForm | None = None,
    problem: str = "",
) -> HttpResponse:
    """The page of the final, or of the finals of a season, with what was wrong with a form."""
    ranking = series_ranking(access.series, is_public=False)
    title = _("Final: %(series)s") % {"series": access.series.title}
    making = making or MakeFinalForm(initial={"title": title[:LONGEST_TITLE]}, auto_id="q-%s")
    if access.settings.cuts_season:
        finals = finals_from(ranking)
        giving = giving or GivePlaceForm(not_qualified(ranking, finals.persons))
        declining = declining or DeclineForm((one.key, one.name) for one in finals.movable)
        moving = moving or MoveForm(finals.movable, finals.places)
        asked = {"": making, "decline-": declining, "give-": giving, "move-": moving}
        context = {
            "found": finals,
            "declining": declining,
            "moving": moving,
            "problems": [*_problems(asked), *([("", "", problem)] if problem else [])],
        }
        template = "series/groups.html"
    else:
        tickets = tickets_from(ranking)
        giving = giving or GivePlaceForm(not_qualified(ranking, tickets.persons))
        context = {
            "found": tickets,
            "names": names_of(tickets.persons),
            "problems": [*making.all_problems(), *giving.all_problems()],
        }
        template = "series/final.html"
    context |= {"access": access, "here": "series_final", "form": making, "giving": giving}
    return render(request, template, context, status=UNPROCESSABLE if context["problems"] else OK)


# The finals of a season: who is in which, who cannot come, and their events.


@series_needs(Right.RUN)
@require_POST
def decline(request: HttpRequest, access: SeriesAccess) -> HttpResponse:
    """Somebody cannot come: everybody below moves up."""
    sent = access.signed(request.POST)
    if _is_repeat(access, sent) or not access.settings.cuts_season:
        return _to_final(access)
    people = season_finals_of(access.series).movable
    form = DeclineForm(((one.key, one.name) for one in people), request.POST)
    if form.is_valid():
        services.decline(
            series=access.series, person=form.chosen, reason=form.cleaned_data["reason"], **sent
        )
        return _to_final(access)
    return _final_page(request, access, declining=form)


@series_needs(Right.RUN)
@require_POST
def move(request: HttpRequest, access: SeriesAccess) -> HttpResponse:
    """Somebody is in another final than the place of the season says."""
    sent = access.signed(request.POST)
    if _is_repeat(access, sent) or not access.settings.cuts_season:
        return _to_final(access)
    found = season_finals_of(access.series)
    form = MoveForm(found.movable, found.places, request.POST)
    if form.is_valid():
        with Attempt(form):
            services.move_by_hand(series=access.series, **form.chosen, **sent)
            return _to_final(access)
    return _final_page(request, access, moving=form)


@series_needs(Right.RUN)
@require_POST
def take_back(request: HttpRequest, access: SeriesAccess, *, decided: str) -> HttpResponse:
    """Somebody comes after all, or the place of the season decides again."""
    sent = access.signed(request.POST)
    form = PersonForm(request.POST)
    if not (form.is_valid() and access.settings.cuts_season):
        return _to_final(access)
    with Attempt() as attempt:
        services.take_back(series=access.series, decided=decided, person=form.chosen, **sent)
        return _to_final(access)
    return _final_page(request, access, problem=attempt.sentence)


@series_needs(Right.RUN)
@require_POST
def update(request: HttpRequest, access: SeriesAccess) -> HttpResponse:
    """Bring the entries of the finals to what the season says now."""
    sent = access.signed(request.POST)
    if not access.settings.cuts_season:
        return _to_final(access)
    with Attempt() as attempt:
        services.bring_up_to_date(series=access.series, **sent)
        return _to_final(access)
    return _final_page(request, access, problem=attempt.sentence)


def _problems(forms: Mapping[str, ActionForm]) -> list[tuple[str, str, str]]:
    """What is wrong with the forms, each with what its fields' places on the page begin with."""
    return [
        (start + name if name else "", label, text)
        for start, form in forms.items()
        for name, label, text in form.all_problems()
    ]


# What everybody sees of a series: the ranking over all stages, and who is in the final.

LONGEST_SEARCH = 84
PACE = 10  # seconds between two looks at what phones enter


@public_series
@require_safe
def series(request: HttpRequest, access: SeriesAccess) -> HttpResponse:
    """The ranking, with what amended final lists changed in it."""
    number = read_key(request.GET.get("page"), PLACE)
    page = series_page(
        access.series,
        is_public=True,
        number=1 if number is None else number,
        words=request.GET.get("q", "").strip()[:LONGEST_SEARCH],
    )
    live = _live(access, "series", page.ranking.state)
    context = {"access": access, "page": page, "here": "series", "live": live}
    return render(request, "series/series.html", context)


@public_series
@require_safe
def series_csv(request: HttpRequest, access: SeriesAccess) -> HttpResponse:
    """The ranking for a spreadsheet."""
    speak_for_all(request, access.series.club)
    page = series_page(access.series, is_public=True, everything=True)
    return csv_answer(series_listing(page), f"series-{access.series.pk}")


@public_series
@require_safe
def qualified(request: HttpRequest, access: SeriesAccess) -> HttpResponse:
    """Who is qualified for the final, and by what."""
    ranking = series_ranking(access.series, is_public=True)
    live = _live(access, "series_qualified", ranking.state)
    context: dict[str, Any] = {"access": access, "here": "series_qualified", "live": live}
    if access.settings.cuts_season:
        context["found"] = finals_from(ranking, is_public=True)
        return render(request, "series/finals.html", context)
    context["found"] = found = tickets_from(ranking)
    context["names"] = names_of(found.persons, is_public=True, is_old=ranking.is_old)
    return render(request, "series/qualified.html", context)


def _live(access: SeriesAccess, name: str, state: int) -> LivePage:
    """A page that fetches itself: many look at it, so not with every hand."""
    return LivePage(str(state), access.address(name), str(PACE * SECONDS))
