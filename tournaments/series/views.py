"""The pages of a series: for its directors, and for everybody once it is published."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.series import rank_series
from tournaments.common.access import ClubAccess, club_director
from tournaments.common.actions import (
    UNPROCESSABLE,
    ActionForm,
    Attempt,
    new_form_token,
    read_form_token,
)
from tournaments.common.listing import csv_answer
from tournaments.common.requests import PLACE, read_key
from tournaments.events.draw.forms import MoveForm
from tournaments.events.freshness import SECONDS, LivePage
from tournaments.events.results.forms.tables import DueForm
from tournaments.events.results.queries.sheets import day_of, due_of, sheets_in
from tournaments.events.results.services.sheets import set_due_at_all
from tournaments.models import Event
from tournaments.series import services
from tournaments.series.access import SeriesAccess, public_series, series_director
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
from tournaments.series.queries.finals import (
    SeasonFinals,
    finals_from,
    season_finals_of,
    tickets_from,
)
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
from tournaments.settings.series import SERIES_PRESETS, SeriesSettings, sentences

# At the desk: made, its stages, its rules, shown to everybody.

OK = 200
FIRST_SHOWN = 10
PREVIEWED = 5


@club_director
@require_http_methods(["GET", "HEAD", "POST"])
def new_series(request: HttpRequest, visit: ClubAccess) -> HttpResponse:
    """What it is called, and how it is added up; every number can be changed afterwards."""
    form = NewSeriesForm(request.POST or None, auto_id="q-%s")
    form_token = new_form_token(0)
    if request.method == "POST":
        form_token = read_form_token(request.POST)
        form = NewSeriesForm(request.POST, auto_id="q-%s")
        if form.is_valid():
            preset = SERIES_PRESETS[form.cleaned_data["preset"]]
            made = services.create_series(
                club=visit.club,
                title=form.cleaned_data["title"],
                settings=preset.settings,
                preset=preset.key,
                by=visit.by,
                submission=form_token.submission,
            )
            return redirect("series_desk", made.pk)
    context = {
        "visit": visit,
        "form": form,
        "presets": SERIES_PRESETS.values(),
        "chosen": request.POST.get("preset", ""),
        "form_token": form_token,
    }
    status = UNPROCESSABLE if form.is_bound else OK
    return render(request, "series/new.html", context, status=status)


@series_director
@require_http_methods(["GET", "HEAD"])
def series_desk(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """Its stages and what comes next, with the first of the ranking."""
    return _desk(request, visit)


@series_director
@require_http_methods(["GET", "HEAD", "POST"])
def series_rules(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """Every number of the rules, with what they lead to."""
    series = visit.series
    posted = request.POST.dict() if request.method == "POST" else None
    form = SeriesForm(series.title, visit.settings, posted)
    if posted is not None and "preview" in posted:
        return render(request, "series/rules.html#follows", _follows(visit, form))
    form_token = read_form_token(request.POST) if posted else new_form_token(series.version)
    if posted is not None and form.is_valid():
        with Attempt(form):
            services.change_series(
                series=series,
                title=form.cleaned_data["title"],
                settings=form.settings,
                seen_version=form_token.seen_version,
                by=visit.by,
                submission=form_token.submission,
            )
            return redirect(f"{visit.address('series_rules')}?saved=1")
        form_token = new_form_token(series.version)
    context = {
        "visit": visit,
        "form": form,
        "form_token": form_token,
        "here": "series_rules",
        "is_saved": "saved" in request.GET and not form.is_bound,
        **_follows(visit, form),
    }
    status = UNPROCESSABLE if form.is_bound else OK
    return render(request, "series/rules.html", context, status=status)


@series_director
@require_POST
def add_stage(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """An event becomes a stage."""
    submission = read_form_token(request.POST).submission
    form = AddStageForm(can_be_stages(visit.series), request.POST)
    if form.is_valid():
        with Attempt(form):
            services.add_stage(
                series=visit.series, event=form.chosen, by=visit.by, submission=submission
            )
            return redirect(visit.address("series_desk"))
    if visit.series.changes.filter(submission=submission).exists():
        return redirect(visit.address("series_desk"))  # sent twice: it is a stage by now
    return _desk(request, visit, adding=form)


@series_director
@require_POST
def remove_stage(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """A stage counts no more."""
    submission = read_form_token(request.POST).submission
    if visit.series.changes.filter(submission=submission).exists():
        return redirect(visit.address("series_desk"))  # sent twice: it is no stage by now
    form = RemoveStageForm(stages_of(visit.series), request.POST)
    if form.is_valid():
        services.remove_stage(
            series=visit.series,
            stage=int(form.cleaned_data["stage"]),
            reason=form.cleaned_data["reason"],
            by=visit.by,
            submission=submission,
        )
        return redirect(visit.address("series_desk"))
    return _desk(request, visit, removing=form)


@series_director
@require_POST
def next_stage(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """The next event as the last one is set up; its settings are looked over then."""
    submission, seen_version = read_form_token(request.POST)
    with Attempt() as attempt:
        event = services.next_stage(
            series=visit.series, seen_version=seen_version, by=visit.by, submission=submission
        )
        return redirect("event_settings", event.pk)
    return _desk(request, visit, problem=attempt.sentence)


@series_director
@require_POST
def publish(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """Show it to everybody."""
    submission = read_form_token(request.POST).submission
    services.publish_series(series=visit.series, by=visit.by, submission=submission)
    return redirect(visit.address("series_desk"))


@series_director
@require_POST
def unpublish(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """Take it back."""
    submission = read_form_token(request.POST).submission
    services.unpublish_series(series=visit.series, by=visit.by, submission=submission)
    return redirect(visit.address("series_desk"))


def _desk(
    request: HttpRequest,
    visit: SeriesAccess,
    *,
    adding: AddStageForm | None = None,
    removing: RemoveStageForm | None = None,
    problem: str = "",
) -> HttpResponse:
    page, version = series_page(visit.series, is_public=False), visit.series.version
    form = adding or AddStageForm(can_be_stages(visit.series))
    removing = removing or RemoveStageForm([line.stage for line in page.lines])
    problems = [*form.all_problems(), *removing.all_problems()]
    problems += [("", "", problem)] if problem else []
    context = {
        "visit": visit,
        "here": "series_desk",
        "page": page,
        "shown": page.rows[:FIRST_SHOWN],
        "unlike": unlike(page.lines),
        "form": form,
        "problems": problems,
        "deeds": series_history(visit.series),
        "removing": removing,
        "remove_form_token": new_form_token(version),
        "publish_form_token": new_form_token(version),
        "next_form_token": new_form_token(version),
        "add_form_token": new_form_token(version),
    }
    status = UNPROCESSABLE if problems else OK
    return render(request, "series/desk.html", context, status=status)


def _follows(visit: SeriesAccess, form: SeriesForm) -> dict[str, object]:
    """The rules in words, and who would be first by them."""
    settings: SeriesSettings = form.likely_settings
    ranking = series_ranking(visit.series, is_public=False)
    # Whose result counts is decided when the stages are read: that is as it is saved.
    rows = rank_series(ranking.stages, settings.rules())[:PREVIEWED]
    return {
        "sentences": sentences(settings),
        "previewed": rows,
        "names": names_of([row.person for row in rows]),
        "previewed_settings": settings,
        "counted": len(ranking.stages),
    }


# Until when the sheets of all venues of a series have to be in.


@series_director
@require_http_methods(["GET", "HEAD", "POST"])
def series_sheets_due(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """The same time for every event of the series that is not final, a deed at each."""
    events = [stage.event for stage in stages_of(visit.series)]
    open_ones = [event for event in events if event.state != Event.FINAL]
    before = next((event.sheets_due_at for event in open_ones if event.sheets_due_at), None)
    form = DueForm(before, day=next((day_of(event) for event in open_ones), None))
    form_token = new_form_token(visit.series.version)
    if request.method == "POST":
        form, form_token = DueForm(before, request.POST), read_form_token(request.POST)
        if form.is_valid():
            refused = set_due_at_all(
                events=open_ones,
                at=form.moment,
                by=visit.by,
                submission=form_token.submission,
                reason=form.cleaned_data["reason"],
            )
            if not refused:
                return redirect(visit.address("series_desk"))
            text = _("At these it is over already: say why it is another time now. %(titles)s")
            titles = ", ".join(event.title for event in refused)
            form.refuse(text % {"titles": titles}, "reason")
            form_token = new_form_token(visit.series.version)
    context = {
        "visit": visit,
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


@series_director
@require_http_methods(["GET", "HEAD", "POST"])
def series_final(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """Who is qualified by what; and the final is made with them."""
    make = services.make_season_finals if visit.settings.cuts_season else services.make_final
    if request.method != "POST":
        return _final_page(request, visit)
    submission = read_form_token(request.POST).submission
    form = MakeFinalForm(request.POST, auto_id="q-%s")
    if form.is_valid():
        with Attempt(form):
            title = form.cleaned_data["title"]
            event = make(series=visit.series, title=title, by=visit.by, submission=submission)
            return redirect("event_settings", event.pk)
    return _final_page(request, visit, making=form)


@series_director
@require_POST
def give_place(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """Somebody gets a place by hand."""
    submission = read_form_token(request.POST).submission
    if _is_repeat(visit, submission):
        return _to_final(visit)
    ranking = series_ranking(visit.series, is_public=False)
    found = finals_from(ranking) if visit.settings.cuts_season else tickets_from(ranking)
    form = GivePlaceForm(not_qualified(ranking, found.persons), request.POST)
    if form.is_valid():
        services.give_place(
            series=visit.series,
            player=int(form.cleaned_data["player"]),
            reason=form.cleaned_data["reason"],
            by=visit.by,
            submission=submission,
        )
        return _to_final(visit)
    return _final_page(request, visit, giving=form)


@series_director
@require_POST
def take_place(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """A place that was given by hand is taken back."""
    submission = read_form_token(request.POST).submission
    form = TakePlaceForm(request.POST)
    if form.is_valid():
        player = form.cleaned_data["player"]
        services.take_place_back(
            series=visit.series, player=player, by=visit.by, submission=submission
        )
    return _to_final(visit)


def _is_repeat(visit: SeriesAccess, submission: UUID) -> bool:
    """Whether the form did what it asks for already: then it does not fit any more."""
    return visit.series.changes.filter(submission=submission).exists()


def _to_final(visit: SeriesAccess) -> HttpResponse:
    return redirect(visit.address("series_final"))


def _final_page(
    request: HttpRequest,
    visit: SeriesAccess,
    *,
    making: MakeFinalForm | None = None,
    giving: GivePlaceForm | None = None,
    declining: DeclineForm | None = None,
    moving: MoveForm | None = None,
    problem: str = "",
) -> HttpResponse:
    """The page of the final, or of the finals of a season, with what was wrong with a form."""
    ranking = series_ranking(visit.series, is_public=False)
    title = _("Final of %(series)s") % {"series": visit.series.title}
    making = making or MakeFinalForm(initial={"title": title[:LONGEST_TITLE]}, auto_id="q-%s")
    if visit.settings.cuts_season:
        finals = finals_from(ranking)
        giving = giving or GivePlaceForm(not_qualified(ranking, finals.persons))
        declining = declining or DeclineForm(finals.movable)
        moving = moving or MoveForm(finals.movable, finals.places)
        asked = {"": making, "decline-": declining, "give-": giving, "move-": moving}
        context = {
            **_of_season(visit, finals),
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
            "taking_form_token": new_form_token(visit.series.version),
        }
        template = "series/final.html"
    context |= {
        "visit": visit,
        "here": "series_final",
        "form": making,
        "giving": giving,
        "form_token": new_form_token(visit.series.version),
        "giving_form_token": new_form_token(visit.series.version),
    }
    return render(request, template, context, status=UNPROCESSABLE if context["problems"] else OK)


# The finals of a season: who is in which, who cannot come, and their events.


@series_director
@require_POST
def decline(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """Somebody cannot come: everybody below moves up."""
    submission = read_form_token(request.POST).submission
    if _is_repeat(visit, submission) or not visit.settings.cuts_season:
        return _to_final(visit)
    form = DeclineForm(season_finals_of(visit.series).movable, request.POST)
    if form.is_valid():
        services.decline(
            series=visit.series,
            person=form.chosen,
            reason=form.cleaned_data["reason"],
            by=visit.by,
            submission=submission,
        )
        return _to_final(visit)
    return _final_page(request, visit, declining=form)


@series_director
@require_POST
def comes(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """Somebody comes after all."""
    submission = read_form_token(request.POST).submission
    form = PersonForm(request.POST)
    if form.is_valid() and visit.settings.cuts_season:
        services.take_decline_back(
            series=visit.series, person=form.chosen, by=visit.by, submission=submission
        )
    return _to_final(visit)


@series_director
@require_POST
def move(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """Somebody is in another final than the place of the season says."""
    submission = read_form_token(request.POST).submission
    if _is_repeat(visit, submission) or not visit.settings.cuts_season:
        return _to_final(visit)
    found = season_finals_of(visit.series)
    form = MoveForm(found.movable, found.places, request.POST)
    if form.is_valid():
        with Attempt(form):
            services.move_by_hand(
                series=visit.series, **form.chosen, by=visit.by, submission=submission
            )
            return _to_final(visit)
    return _final_page(request, visit, moving=form)


@series_director
@require_POST
def move_back(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """The place of the season decides again."""
    submission = read_form_token(request.POST).submission
    form = PersonForm(request.POST)
    if not (form.is_valid() and visit.settings.cuts_season):
        return _to_final(visit)
    with Attempt() as attempt:
        services.take_move_back(
            series=visit.series, person=form.chosen, by=visit.by, submission=submission
        )
        return _to_final(visit)
    return _final_page(request, visit, problem=attempt.sentence)


@series_director
@require_POST
def update(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """Bring the entries of the finals to what the season says now."""
    submission = read_form_token(request.POST).submission
    if not visit.settings.cuts_season:
        return _to_final(visit)
    with Attempt() as attempt:
        services.bring_up_to_date(series=visit.series, by=visit.by, submission=submission)
        return _to_final(visit)
    return _final_page(request, visit, problem=attempt.sentence)


def _of_season(visit: SeriesAccess, found: SeasonFinals) -> dict[str, Any]:
    """What the page of a season's finals shows besides its forms."""
    version = visit.series.version
    return {
        "found": found,
        "declining_form_token": new_form_token(version),
        "moving_form_token": new_form_token(version),
        "update_form_token": new_form_token(version),
        "given": [(person, new_form_token(version)) for person in found.given],
        "moved": [(person, new_form_token(version)) for person in found.moved],
        "lines": [(person, new_form_token(version)) for person in found.declined],
    }


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
def series(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """The ranking, with what amended final lists changed in it."""
    number = read_key(request.GET.get("page"), PLACE)
    page = series_page(
        visit.series,
        is_public=True,
        number=1 if number is None else number,
        words=request.GET.get("q", "").strip()[:LONGEST_SEARCH],
    )
    live = _live(visit, "series", page.ranking.state)
    context = {"visit": visit, "page": page, "here": "series", "live": live}
    return render(request, "series/series.html", context)


@public_series
@require_safe
def series_csv(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """The ranking for a spreadsheet."""
    page = series_page(visit.series, is_public=True, everything=True)
    return csv_answer(series_listing(page), f"series-{visit.series.pk}")


@public_series
@require_safe
def qualified(request: HttpRequest, visit: SeriesAccess) -> HttpResponse:
    """Who is qualified for the final, and by what."""
    ranking = series_ranking(visit.series, is_public=True)
    live = _live(visit, "series_qualified", ranking.state)
    context: dict[str, Any] = {"visit": visit, "here": "series_qualified", "live": live}
    if visit.settings.cuts_season:
        context["found"] = finals_from(ranking, is_public=True)
        return render(request, "series/finals.html", context)
    context["found"] = found = tickets_from(ranking)
    context["names"] = names_of(found.persons, is_public=True)
    return render(request, "series/qualified.html", context)


def _live(visit: SeriesAccess, name: str, state: int) -> LivePage:
    """A page that fetches itself: many look at it, so not with every hand."""
    return LivePage(str(state), visit.address(name), str(PACE * SECONDS))
