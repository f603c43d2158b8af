"""The final of a series: who is qualified, places given by hand, and the event in one step."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.series import services
from tournaments.series.access import SeriesVisit, series_director
from tournaments.series.forms import GivePlaceForm, MakeFinalForm, TakePlaceForm
from tournaments.series.queries.series import names_of, series_ranking
from tournaments.series.queries.series_desk import not_qualified
from tournaments.series.queries.series_groups import finals_from
from tournaments.series.queries.series_page import tickets_from
from tournaments.series.views import series_groups

OK = 200
LONGEST_TITLE = 80


@series_director
@require_http_methods(["GET", "HEAD", "POST"])
def series_final(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """Who is qualified by what; and the final is made with them."""
    cuts = visit.settings.cuts_season
    page = series_groups.finals_page if cuts else _page
    make = services.make_season_finals if cuts else services.make_final
    if request.method != "POST":
        return page(request, visit)
    submission = read_envelope(request.POST).submission
    form = MakeFinalForm(request.POST, auto_id="q-%s")
    if form.is_valid():
        try:
            event = make(
                series=visit.series,
                title=form.cleaned_data["title"],
                by=visit.by,
                submission=submission,
            )
        except Refused as refused:
            form.refuse(refused.sentence)
        else:
            return redirect("event_settings", event.pk)
    return page(request, visit, making=form)


@series_director
@require_POST
def give_place(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """Somebody gets a place by hand."""
    submission = read_envelope(request.POST).submission
    if visit.series.changes.filter(submission=submission).exists():
        return redirect(visit.address("series_final"))  # sent twice
    ranking = series_ranking(visit.series, is_public=False)
    if visit.settings.cuts_season:
        taken = [one.person for one in finals_from(ranking).playing]
    else:
        taken = [ticket.person for ticket in tickets_from(ranking).tickets]
    form = GivePlaceForm(not_qualified(ranking, taken), request.POST)
    if form.is_valid():
        services.give_place(
            series=visit.series,
            player=int(form.cleaned_data["player"]),
            reason=form.cleaned_data["reason"],
            by=visit.by,
            submission=submission,
        )
        return redirect(visit.address("series_final"))
    if visit.settings.cuts_season:
        return series_groups.finals_page(request, visit, giving=form)
    return _page(request, visit, giving=form)


@series_director
@require_POST
def take_place(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """A place that was given by hand is taken back."""
    submission = read_envelope(request.POST).submission
    form = TakePlaceForm(request.POST)
    if form.is_valid():
        services.take_place_back(
            series=visit.series,
            player=form.cleaned_data["player"],
            by=visit.by,
            submission=submission,
        )
    return redirect(visit.address("series_final"))


def _page(
    request: HttpRequest,
    visit: SeriesVisit,
    *,
    making: MakeFinalForm | None = None,
    giving: GivePlaceForm | None = None,
) -> HttpResponse:
    ranking = series_ranking(visit.series, is_public=False)
    found = tickets_from(ranking)
    title = _("Final of %(series)s") % {"series": visit.series.title}
    making = making or MakeFinalForm(initial={"title": title[:LONGEST_TITLE]}, auto_id="q-%s")
    taken = [ticket.person for ticket in found.tickets]
    giving = giving or GivePlaceForm(not_qualified(ranking, taken))
    problems = [*making.all_problems(), *giving.all_problems()]
    context = {
        "visit": visit,
        "here": "series_final",
        "found": found,
        "names": names_of([ticket.person for ticket in found.tickets]),
        "form": making,
        "giving": giving,
        "problems": problems,
        "envelope": new_envelope(visit.series.version),
        "giving_envelope": new_envelope(visit.series.version),
        "taking_envelope": new_envelope(visit.series.version),
    }
    status = UNPROCESSABLE if problems else OK
    return render(request, "events/series_final.html", context, status=status)
