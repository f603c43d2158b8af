"""Series at the desk: made, their stages, their rules, shown to everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scoring.series import rank_series
from tournaments.common.access import ClubVisit, club_director
from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.series import services
from tournaments.series.access import SeriesVisit, series_director
from tournaments.series.forms import AddStageForm, NewSeriesForm, RemoveStageForm, SeriesForm
from tournaments.series.queries.series import names_of, series_ranking
from tournaments.series.queries.series_desk import can_be_stages, series_history, unlike
from tournaments.series.queries.series_page import series_page
from tournaments.series.queries.series_stages import stages_of
from tournaments.settings.series import SERIES_PRESETS, SeriesSettings, sentences

OK = 200
FIRST_SHOWN = 10
PREVIEWED = 5


@club_director
@require_http_methods(["GET", "HEAD", "POST"])
def new_series(request: HttpRequest, visit: ClubVisit) -> HttpResponse:
    """What it is called, and how it is added up; every number can be changed afterwards."""
    form = NewSeriesForm(request.POST or None, auto_id="q-%s")
    envelope = new_envelope(0)
    if request.method == "POST":
        envelope = read_envelope(request.POST)
        form = NewSeriesForm(request.POST, auto_id="q-%s")
        if form.is_valid():
            preset = SERIES_PRESETS[form.cleaned_data["preset"]]
            made = services.create_series(
                club=visit.club,
                title=form.cleaned_data["title"],
                settings=preset.settings,
                preset=preset.key,
                by=visit.by,
                submission=envelope.submission,
            )
            return redirect("series_desk", made.pk)
    context = {
        "visit": visit,
        "form": form,
        "presets": SERIES_PRESETS.values(),
        "chosen": request.POST.get("preset", ""),
        "envelope": envelope,
    }
    status = UNPROCESSABLE if form.is_bound else OK
    return render(request, "events/series_new.html", context, status=status)


@series_director
@require_http_methods(["GET", "HEAD"])
def series_desk(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """Its stages and what comes next, with the first of the ranking."""
    return _desk(request, visit)


@series_director
@require_http_methods(["GET", "HEAD", "POST"])
def series_rules(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """Every number of the rules, with what they lead to."""
    series = visit.series
    posted = request.POST.dict() if request.method == "POST" else None
    form = SeriesForm(series.title, visit.settings, posted)
    if posted is not None and "preview" in posted:
        return render(request, "events/series_follows.html", _follows(visit, form))
    envelope = read_envelope(request.POST) if posted else new_envelope(series.version)
    if posted is not None and form.is_valid():
        try:
            services.change_series(
                series=series,
                title=form.cleaned_data["title"],
                settings=form.settings,
                seen_version=envelope.seen_version,
                by=visit.by,
                submission=envelope.submission,
            )
        except Refused as refused:
            form.refuse(refused.sentence)
            envelope = new_envelope(series.version)
        else:
            return redirect(f"{visit.address('series_rules')}?saved=1")
    context = {
        "visit": visit,
        "form": form,
        "envelope": envelope,
        "here": "series_rules",
        "is_saved": "saved" in request.GET and not form.is_bound,
        **_follows(visit, form),
    }
    status = UNPROCESSABLE if form.is_bound else OK
    return render(request, "events/series_rules.html", context, status=status)


@series_director
@require_POST
def add_stage(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """An event becomes a stage."""
    submission = read_envelope(request.POST).submission
    form = AddStageForm(can_be_stages(visit.series), request.POST)
    if form.is_valid():
        try:
            services.add_stage(
                series=visit.series, event=form.chosen, by=visit.by, submission=submission
            )
        except Refused as refused:
            form.refuse(refused.sentence, refused.field)
        else:
            return redirect(visit.address("series_desk"))
    if visit.series.changes.filter(submission=submission).exists():
        return redirect(visit.address("series_desk"))  # sent twice: it is a stage by now
    return _desk(request, visit, adding=form)


@series_director
@require_POST
def remove_stage(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """A stage counts no more."""
    submission = read_envelope(request.POST).submission
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
def next_stage(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """The next event as the last one is set up; its settings are looked over then."""
    submission, seen_version = read_envelope(request.POST)
    try:
        event = services.next_stage(
            series=visit.series, seen_version=seen_version, by=visit.by, submission=submission
        )
    except Refused as refused:
        return _desk(request, visit, problem=refused.sentence)
    return redirect("event_settings", event.pk)


@series_director
@require_POST
def publish(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """Show it to everybody."""
    submission = read_envelope(request.POST).submission
    services.publish_series(series=visit.series, by=visit.by, submission=submission)
    return redirect(visit.address("series_desk"))


@series_director
@require_POST
def unpublish(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """Take it back."""
    submission = read_envelope(request.POST).submission
    services.unpublish_series(series=visit.series, by=visit.by, submission=submission)
    return redirect(visit.address("series_desk"))


def _desk(
    request: HttpRequest,
    visit: SeriesVisit,
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
        "remove_envelope": new_envelope(version),
        "publish_envelope": new_envelope(version),
        "next_envelope": new_envelope(version),
        "add_envelope": new_envelope(version),
    }
    status = UNPROCESSABLE if problems else OK
    return render(request, "events/series_desk.html", context, status=status)


def _follows(visit: SeriesVisit, form: SeriesForm) -> dict[str, object]:
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
