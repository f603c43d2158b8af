"""The finals of a season: who is in which, who cannot come, and their events."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.deed import DeedForm
from tournaments.series import services
from tournaments.series.access import SeriesVisit, series_director
from tournaments.series.forms import DeclineForm, GivePlaceForm, MakeFinalForm, MoveForm, PersonForm
from tournaments.series.queries.series import series_ranking
from tournaments.series.queries.series_desk import not_qualified
from tournaments.series.queries.series_groups import SeasonFinals, finals_from, season_finals_of

OK = 200
LONGEST_TITLE = 80
ENVELOPES = ("declining", "giving", "moving", "update")


@series_director
@require_POST
def decline(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """Somebody cannot come: everybody below moves up."""
    submission = read_envelope(request.POST).submission
    is_repeat = visit.series.changes.filter(submission=submission).exists()
    if is_repeat or not visit.settings.cuts_season:
        return redirect(visit.address("series_final"))
    form = _declining(season_finals_of(visit.series), request)
    if form.is_valid():
        services.decline(
            series=visit.series,
            person=form.chosen,
            reason=form.cleaned_data["reason"],
            by=visit.by,
            submission=submission,
        )
        return redirect(visit.address("series_final"))
    return finals_page(request, visit, declining=form)


@series_director
@require_POST
def comes(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """Somebody comes after all."""
    submission = read_envelope(request.POST).submission
    form = PersonForm(request.POST)
    if form.is_valid() and visit.settings.cuts_season:
        services.take_decline_back(
            series=visit.series, person=form.chosen, by=visit.by, submission=submission
        )
    return redirect(visit.address("series_final"))


@series_director
@require_POST
def move(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """Somebody is in another final than the place of the season says."""
    submission = read_envelope(request.POST).submission
    is_repeat = visit.series.changes.filter(submission=submission).exists()
    if is_repeat or not visit.settings.cuts_season:
        return redirect(visit.address("series_final"))
    form = _moving(season_finals_of(visit.series), request)
    if form.is_valid():
        try:
            services.move_by_hand(
                series=visit.series,
                person=form.chosen,
                group=int(form.cleaned_data["group"]),
                reason=form.cleaned_data["reason"],
                by=visit.by,
                submission=submission,
            )
        except Refused as refused:
            form.refuse(refused.sentence, refused.field)
        else:
            return redirect(visit.address("series_final"))
    return finals_page(request, visit, moving=form)


@series_director
@require_POST
def move_back(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """The place of the season decides again."""
    submission = read_envelope(request.POST).submission
    form = PersonForm(request.POST)
    if form.is_valid() and visit.settings.cuts_season:
        try:
            services.take_move_back(
                series=visit.series, person=form.chosen, by=visit.by, submission=submission
            )
        except Refused as refused:
            return finals_page(request, visit, problem=refused.sentence)
    return redirect(visit.address("series_final"))


@series_director
@require_POST
def update(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """Bring the entries of the finals to what the season says now."""
    submission = read_envelope(request.POST).submission
    if not visit.settings.cuts_season:
        return redirect(visit.address("series_final"))
    try:
        services.bring_up_to_date(series=visit.series, by=visit.by, submission=submission)
    except Refused as refused:
        return finals_page(request, visit, problem=refused.sentence)
    return redirect(visit.address("series_final"))


def _declining(found: SeasonFinals, request: HttpRequest | None = None) -> DeclineForm:
    people = [(one.person, found.names[one.person]) for one in (*found.playing, *found.reserves)]
    return DeclineForm(people, request.POST if request is not None else None)


def _moving(found: SeasonFinals, request: HttpRequest | None = None) -> MoveForm:
    people = [(one.person, found.names[one.person]) for one in (*found.playing, *found.reserves)]
    names = [group.name for group in found.groups]
    return MoveForm(people, names, request.POST if request is not None else None)


def _problems(forms: Mapping[str, DeedForm]) -> list[tuple[str, str, str]]:
    """What is wrong with the forms, each with what its fields' places on the page begin with."""
    return [
        (start + name if name else "", label, text)
        for start, form in forms.items()
        for name, label, text in form.all_problems()
    ]


def finals_page(
    request: HttpRequest,
    visit: SeriesVisit,
    *,
    making: MakeFinalForm | None = None,
    declining: DeclineForm | None = None,
    giving: GivePlaceForm | None = None,
    moving: MoveForm | None = None,
    problem: str = "",
) -> HttpResponse:
    """The page of the finals, with what was wrong with one of its forms."""
    ranking = series_ranking(visit.series, is_public=False)
    found = finals_from(ranking)
    title = _("Final of %(series)s") % {"series": visit.series.title}
    making = making or MakeFinalForm(initial={"title": title[:LONGEST_TITLE]}, auto_id="q-%s")
    declining = declining or _declining(found)
    taken = [one.person for one in found.playing]
    giving = giving or GivePlaceForm(not_qualified(ranking, taken))
    moving = moving or _moving(found)
    problems = _problems({"": making, "decline-": declining, "give-": giving, "move-": moving})
    problems += [("", "", problem)] if problem else []
    version = visit.series.version
    context = {
        "visit": visit,
        "here": "series_final",
        "found": found,
        "form": making,
        "declining": declining,
        "giving": giving,
        "moving": moving,
        "problems": problems,
        "envelope": new_envelope(version),
        **{f"{name}_envelope": new_envelope(version) for name in ENVELOPES},
        "given": [(person, new_envelope(version)) for person in found.given],
        "moved": [(person, new_envelope(version)) for person in found.moved],
        "lines": [(person, new_envelope(version)) for person in found.declined],
    }
    status = UNPROCESSABLE if problems else OK
    return render(request, "events/series_groups.html", context, status=status)
