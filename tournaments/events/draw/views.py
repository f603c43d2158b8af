"""The rounds of an event, drawn and repaired; and the cut for the finals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from seating.model import Impossible
from tournaments.common.actions import (
    UNPROCESSABLE,
    ActionForm,
    Attempt,
    Refused,
    new_form_token,
    read_form_token,
)
from tournaments.common.names import name_order
from tournaments.common.requests import PLACE, read_key
from tournaments.events.access import EventAccess, event_director
from tournaments.events.actions import Done
from tournaments.events.draw.forms import (
    AcceptForm,
    CancelForm,
    CutForm,
    DrawForm,
    MoveForm,
    RepairForm,
    read_couple,
    read_table,
)
from tournaments.events.draw.queries import repairing
from tournaments.events.draw.queries.cuts import cuts_before, table_head
from tournaments.events.draw.queries.drawing import Ground, ground_for
from tournaments.events.draw.queries.finals import (
    CutPreview,
    candidates,
    cut_fields,
    kept_cut,
    later_round,
    movable,
    moves_of,
    names_of,
    places_of,
    preview,
    proposed_sizes,
    refuse_cut,
    would_differ,
)
from tournaments.events.draw.queries.proposals import draw_page, finals_words
from tournaments.events.draw.queries.report import before_the_draw, season_words, sentence_for
from tournaments.events.draw.queries.rounds import (
    next_step,
    odd_words,
    rounds_of,
    stage_of,
    team_words,
)
from tournaments.events.draw.queries.seatings import SeatedRound, seated_round
from tournaments.events.draw.services import cutting
from tournaments.events.draw.services import rounds as services
from tournaments.events.freshness import follows_all, follows_deeds
from tournaments.events.setup.queries import game_of
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.models import Round

# The rounds of an event: all of them, and the page of one, which shows what comes next for it.


PACE = 3  # seconds

Problems = Sequence[tuple[str, str, str]]


@event_director
@require_safe
def rounds(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """All rounds, how far they are, and the one thing to do next."""
    if visit.settings.rolling:
        return redirect(visit.address("rolling"))
    rows = rounds_of(visit.event)
    step = next_step(rows)
    context = {
        "visit": visit,
        "here": "rounds",
        "live": follows_deeds(visit, visit.address("rounds")),
        "rows": rows,
        "step": step,
        "step_address": visit.address(step.page, *step.args),
    }
    return render(request, "events/draw/rounds.html", context)


@event_director
@require_safe
def round_page(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """One round: to be drawn, to be looked at, to be published, started or repaired."""
    return show_round(request, visit, number)


def show_round(
    request: HttpRequest,
    visit: EventAccess,
    number: int,
    problems: Problems = (),
    **forms: object,
) -> HttpResponse:
    """The page of a round as it is now, with what was wrong and what was typed."""
    played = visit.event.rounds.filter(number=number).exclude(state=Round.CANCELLED).first()
    if played is None and visit.settings.rolling:
        return redirect(visit.address("rolling"))
    if played is None and not 1 <= number <= visit.settings.rounds:
        raise Http404
    context: dict[str, Any] = {
        "visit": visit,
        "here": "rounds",
        "number": number,
        "round": played,
        "settings": visit.settings,
        "problems": problems,
        "form_token": new_form_token(visit.event.version),
    }
    if played is None:
        template, more = "events/draw/round_open.html", _before_the_draw(visit, number)
        context["live"] = follows_deeds(visit, visit.address("round", number))
    elif played.state == Round.PROPOSED:
        played.event = visit.event
        template, more = "events/draw/draw.html", _proposal(visit, played)
    else:
        played.event = visit.event
        context["live"] = follows_all(visit, visit.address("round", number), seconds=PACE)
        template, more = "events/draw/round.html", _drawn(played)
    status = UNPROCESSABLE if problems else 200
    return render(request, template, context | more | forms, status=status)


def _before_the_draw(visit: EventAccess, number: int) -> dict[str, Any]:
    ground = ground_for(visit.event, number)
    players = len([entry for entry in ground.here if not entry.is_house])
    before = ground.before(number - 1)
    return {
        "ground": ground,
        "players": players,
        "house": len(ground.here) - players,
        "odd_words": odd_words(players, ground),
        "teams": team_words(ground, ground.choice.odd),
        "finals": finals_words(ground),
        "season": before_the_draw(ground),
        "form": DrawForm(visit.event, number, initial=ground.choice._asdict()),
        "is_open": number == 1 or (before is not None and before.state == Round.CLOSED),
        "before": number - 1,
    }


def _proposal(visit: EventAccess, played: Round) -> dict[str, Any]:
    page = draw_page(played)
    return {
        "page": page,
        "form": DrawForm(visit.event, played.number, initial=page.choice._asdict()),
        "accept": AcceptForm(),
    }


def _drawn(played: Round) -> dict[str, Any]:
    seated = seated_round(played)
    cuts = cuts_before(played.event, played.number)
    return {
        "seated": seated,
        "tables": [(table, table_head(cuts, table.people)) for table in seated.tables],
        "season": season_words(played.report),
        "stage": stage_of(played),
        "cancel": CancelForm(),
        "next": played.number + 1,
    }


@event_director
@require_POST
def publish_round(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """Let everybody see who sits where."""
    return _act(request, visit, number, services.publish_round)


@event_director
@require_POST
def start_round(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """Give the signal to begin."""
    return _act(request, visit, number, services.start_round)


@event_director
@require_POST
def renew_codes(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """Make new codes for one table, or for all, and show their cards; the old ones stop."""
    one = request.POST.get("table")
    table = read_table(one) if one else None
    cards = visit.address("round_cards", number) + (f"?table={table}" if table else "")
    return _act(request, visit, number, services.renew_codes, then=cards, table=table)


@event_director
@require_POST
def cancel_round(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """Take a drawn round back."""
    form = CancelForm(request.POST)
    how = form.cleaned_data if form.is_valid() else {}
    return _act(request, visit, number, services.cancel_round, form, name="cancel", **how)


# Drawing a round, changing the proposal by hand, accepting it or throwing it away.


@event_director
@require_POST
def draw_round(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """Draw the round, or draw it again."""
    form = DrawForm(visit.event, number, request.POST)
    choice = form.choice if form.is_valid() else None
    return _act(request, visit, number, services.draw_round, form, choice=choice)


@event_director
@require_POST
def lock_table(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """Keep a table in the next draw, or let it go."""
    table = read_table(request.POST.get("keep") or request.POST.get("free"))
    here = visit.address("round", number) + f"#table-{table}"
    is_locked = "keep" in request.POST
    lock = services.lock_table
    return _act(request, visit, number, lock, then=here, table=table, is_locked=is_locked)


@event_director
@require_POST
def swap_seats(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """Put the two people who are ticked in each other's place."""
    ticked = request.POST.getlist("swap")
    couple = read_couple(ticked)
    if couple is None:
        text = _("Tick exactly two people, then they change places.")
        return show_round(request, visit, number, [("", "", text)], ticked=ticked)
    here = visit.address("round", number) + "#swapped"
    one, other = couple
    return _act(request, visit, number, services.swap_seats, then=here, one=one, other=other)


@event_director
@require_POST
def drop_draw(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """Throw the proposal away."""
    return _act(request, visit, number, services.drop_draw)


@event_director
@require_POST
def accept_draw(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """Take the draw as it is; its tables are opened."""
    form = AcceptForm(request.POST)
    how = form.cleaned_data if form.is_valid() else {}
    return _act(request, visit, number, services.accept_draw, form, name="accept", **how)


def _act(
    request: HttpRequest,
    visit: EventAccess,
    number: int,
    action: Callable[..., Done],
    form: ActionForm | None = None,
    *,
    name: str = "form",
    then: str = "",
    **how: object,
) -> HttpResponse:
    """Do something with a round and show it, or what follows `then`; where it cannot be, say why.

    The page of the round shows the `form`, with what was typed, by its `name`.
    """
    attempt = Attempt(form)
    if form is None or form.is_valid():
        with attempt:
            form_token = read_form_token(request.POST)._asdict()
            action(event=visit.event, number=number, by=visit.by, **form_token, **how)
            return redirect(then or visit.address("round", number))
    if form is None:
        return show_round(request, visit, number, [("", "", attempt.sentence)])
    return show_round(request, visit, number, form.all_problems(), **{name: form})


# Repairing a drawn round: what would change is shown in words first, then done.


@event_director
@require_safe
def repair_round(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """What can be repaired; with a question in the address, what would be done."""
    form = RepairForm(request.GET) if "kind" in request.GET else None
    return _show_repair(request, visit, number, form)


@event_director
@require_POST
def do_repair(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """Do what was shown."""
    form = RepairForm(request.POST)
    if not form.is_valid():
        return _show_repair(request, visit, number, form)
    with Attempt(form):
        services.repair_round(
            event=visit.event,
            number=number,
            ask=form.ask,
            mark=form.cleaned_data["mark"],
            comes_no_more=form.cleaned_data["comes_no_more"],
            by=visit.by,
            submission=read_form_token(request.POST).submission,
        )
        return redirect(visit.address("round", number))
    return _show_repair(request, visit, number, form)


def _show_repair(
    request: HttpRequest, visit: EventAccess, number: int, form: RepairForm | None
) -> HttpResponse:
    played = visit.event.rounds.filter(number=number, state=Round.DRAWN).first()
    if played is None:
        if form is None or not form.errors:
            raise Http404
        return show_round(request, visit, number, form.all_problems())
    played.event = visit.event
    ground, seated = ground_for(visit.event, number), seated_round(played)
    change = _asked_change(ground, played, seated, form) if form is not None else None
    problems = form.all_problems() if form is not None else []
    context = {
        "visit": visit,
        "here": "rounds",
        "number": number,
        "round": played,
        "seated": seated,
        "form": form,
        "change": change,
        "problems": problems,
        "cancel": CancelForm(),
        "form_token": new_form_token(visit.event.version),
        **_people_of(ground, seated),
        **_chosen_people(request, form),
    }
    if form is None:  # who came late is meant, unless somebody says otherwise
        context["ticked"] = [entry.number for entry in context["newcomers"]]
    status = UNPROCESSABLE if problems else 200
    return render(request, "events/draw/repair.html", context, status=status)


def _asked_change(
    ground: Ground, played: Round, seated: SeatedRound, form: RepairForm
) -> repairing.Change | None:
    """What would be done; None where it is refused, which the form then says."""
    if "kind" not in form.data or (not form.is_valid() and not form.cleaned_data.get("kind")):
        return None
    if any(name in form.errors for name in ("kind", "who", "by", "turn")):
        return None
    try:
        return repairing.change_for(ground, played, seated, form.ask)
    except Impossible as impossible:
        sentence = sentence_for(impossible.words, ground.names)
        if sentence not in form.non_field_errors():
            form.refuse(sentence)
        return None


def _chosen_people(request: HttpRequest, form: RepairForm | None) -> dict[str, Any]:
    """Who is chosen already in the page's forms: as asked, or as tapped among the tables."""
    person = read_key(request.GET.get("person"), PLACE)
    asked = form.cleaned_data.get("who", ()) if form is not None else ()
    who: tuple[int, ...] = asked or (() if person is None else (person,))
    return {
        "chosen": who[0] if who else None,
        "chosen_other": who[1] if len(who) > 1 else None,
        "chosen_by": form.cleaned_data.get("by") if form is not None else None,
        "ticked": who,
    }


def _people_of(ground: Ground, seated: SeatedRound) -> dict[str, Any]:
    """Those who can be chosen: at tables, out, and without a place."""
    before = seated.seating
    late = frozenset(repairing.newcomers(ground, before))
    house = frozenset(repairing.idle_house(ground, before))
    return {
        "sitters": sorted(seated.entries, key=lambda entry: name_order(entry.name)),
        "newcomers": [entry for entry in ground.entries if entry.number in late],
        "stand_ins": [
            *seated.out,
            *(entry for entry in ground.entries if entry.number in late | house),
        ],
    }


# The cut for the finals: chosen, looked at, made, changed by hand and taken back.


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def cut(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """Who would be in the finals, as it is chosen in the address; or the cut that was made."""
    _find_round(visit, number)
    if request.method != "POST":
        if kept_cut(visit.event, number) is not None:
            return _show_cut(request, visit, number)
        return _choose_cut(request, visit, number, _cut_form(visit, number, request.GET or None))
    form = _cut_form(visit, number, request.POST)
    attempt = Attempt()
    if form.is_valid():
        with attempt:
            cutting.make_cut(
                event=visit.event,
                number=number,
                choice=form.choice,
                mark=request.POST.get("mark", ""),
                lots=form.cleaned_data["lots"],
                by=visit.by,
                submission=read_form_token(request.POST).submission,
            )
            return redirect(visit.address("cut", number))
        if kept_cut(visit.event, number) is not None:
            return _show_cut(request, visit, number, [("", "", attempt.sentence)])
    return _choose_cut(request, visit, number, form, attempt.refused)


@event_director
@require_POST
def take_cut_back(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """Everybody plays on as if there had been no cut."""
    return _take_back(request, visit, number, cutting.take_cut_back)


@event_director
@require_POST
def take_move_back(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """The last move by hand is none."""
    return _take_back(request, visit, number, cutting.take_move_back)


def _take_back(
    request: HttpRequest, visit: EventAccess, number: int, action: Callable[..., Done]
) -> HttpResponse:
    _find_round(visit, number)
    with Attempt() as attempt:
        form_token = read_form_token(request.POST)._asdict()
        action(event=visit.event, number=number, by=visit.by, **form_token)
        return redirect(visit.address("cut", number))
    return _show_cut(request, visit, number, [("", "", attempt.sentence)])


@event_director
@require_POST
def move_finalist(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """Somebody plays another final than the one of the cut."""
    _find_round(visit, number)
    submission = read_form_token(request.POST).submission
    kept = kept_cut(visit.event, number)
    if kept is None or visit.event.changes.filter(submission=submission).exists():
        return redirect(visit.address("cut", number))
    form = MoveForm(movable(snapshot_of(visit.event), kept), places_of(kept), request.POST)
    if form.is_valid():
        with Attempt(form):
            cutting.move_finalist(
                event=visit.event,
                number=number,
                **form.chosen,
                by=visit.by,
                submission=submission,
            )
            return redirect(visit.address("cut", number))
    return _show_cut(request, visit, number, form.all_problems(), moving=form)


def _find_round(visit: EventAccess, number: int) -> None:
    played = visit.event.rounds.filter(number=number).exclude(state=Round.CANCELLED)
    if not played.exists():
        raise Http404


def _cut_form(visit: EventAccess, number: int, data: Any) -> CutForm:  # noqa: ANN401 - a QueryDict
    there = len(candidates(snapshot_of(visit.event), number))
    settings = game_of(visit.event, number + 1).settings
    return CutForm(settings, proposed_sizes(there, settings.size), data)


def _choose_cut(
    request: HttpRequest,
    visit: EventAccess,
    number: int,
    form: CutForm,
    refused: Refused | None = None,
) -> HttpResponse:
    snapshot = snapshot_of(visit.event)
    found: CutPreview | None = None
    closed_to = ""
    try:
        refuse_cut(snapshot, number)
    except Refused as cannot:
        closed_to = cannot.sentence
    if not closed_to and (not form.is_bound or form.is_valid()):
        found = _cut_preview(visit, number, form)
    chosen = form.chosen if found else []
    if refused is not None and not form.errors:
        form.refuse(refused.sentence, refused.field)
    context = {
        **_cut_context(visit, number),
        "form": form,
        "preview": found,
        "chosen": chosen,
        "closed_to": closed_to,
        "there": len(candidates(snapshot, number)),
        "problems": form.all_problems() if form.is_bound else [],
    }
    status = UNPROCESSABLE if request.method == "POST" else 200
    return render(request, "events/draw/cut.html", context, status=status)


def _cut_preview(visit: EventAccess, number: int, form: CutForm) -> CutPreview | None:
    try:
        return preview(visit.event, number, form.choice)
    except Refused as cannot:
        if form.is_bound:
            form.refuse(cannot.sentence, cannot.field)
        return None


def _show_cut(
    request: HttpRequest,
    visit: EventAccess,
    number: int,
    problems: Problems = (),
    moving: MoveForm | None = None,
) -> HttpResponse:
    snapshot, kept = snapshot_of(visit.event), kept_cut(visit.event, number)
    if kept is None:
        return redirect(visit.address("cut", number))
    version = visit.event.version
    context = {
        **_cut_context(visit, number),
        "kept": kept,
        "fields": cut_fields(snapshot, kept),
        "skipped": names_of(snapshot, kept.skipped),
        "differs": would_differ(snapshot, kept),
        "later": later_round(snapshot, number),
        "moves": moves_of(snapshot, kept),
        "moving": moving or MoveForm(movable(snapshot, kept), places_of(kept)),
        "moving_form_token": new_form_token(version),
        "move_back_form_token": new_form_token(version),
        "problems": problems,
    }
    status = UNPROCESSABLE if problems else 200
    return render(request, "events/draw/cut_made.html", context, status=status)


def _cut_context(visit: EventAccess, number: int) -> dict[str, Any]:
    return {
        "visit": visit,
        "here": "rounds",
        "number": number,
        "next_number": number + 1,
        "settings": game_of(visit.event, number + 1).settings,
        "form_token": new_form_token(visit.event.version),
    }
