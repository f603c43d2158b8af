"""The rounds of an event, drawn and repaired; and the cut for the finals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from seating.model import Impossible
from tournaments.common.actions import ActionForm, Attempt, Refused, new_form_token, read_form_token
from tournaments.common.asked_again import asked_again
from tournaments.common.names import found_by
from tournaments.common.requests import PLACE, read_key
from tournaments.common.rights import Right
from tournaments.events.access import EventAccess, event_needs
from tournaments.events.actions import Done
from tournaments.events.draw import forms
from tournaments.events.draw.queries import finals, repairing
from tournaments.events.draw.queries.cuts import cuts_before, table_head
from tournaments.events.draw.queries.drawing import Ground, ground_for
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
from tournaments.events.freshness import follows_actions, follows_all
from tournaments.events.setup.queries import game_of
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.models import Round

PACE = 3  # seconds
LONGEST_SEARCH = 84

Problems = Sequence[tuple[str, str, str]]


@event_needs(Right.LOOK)
@require_safe
def rounds(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """All rounds, how far they are, and the one thing to do next."""
    if access.settings.rolling:
        return redirect(access.address("rolling"))
    rows = rounds_of(access.event)
    step, hint = next_step(access.event, rows)
    context = {
        "live": follows_actions(access, access.address("rounds")),
        "rows": rows,
        "step": step,
        "hint": hint,
    }
    return access.page(request, "rounds", "events/draw/rounds.html", context)


@event_needs(Right.LOOK)
@require_safe
def round_page(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """One round: to be drawn, to be looked at, to be published, started or repaired."""
    return show_round(request, access, number)


def show_round(
    request: HttpRequest, access: EventAccess, number: int, problems: Problems = (), **typed: object
) -> HttpResponse:
    """The page of a round as it is now, with what was wrong and what was typed."""
    played = access.event.rounds.filter(number=number).exclude(state=Round.CANCELLED).first()
    if played is None and access.settings.rolling:
        return redirect(access.address("rolling"))
    if played is None and not 1 <= number <= access.settings.rounds:
        raise Http404
    context: dict[str, Any] = {
        "number": number,
        "round": played,
        "settings": access.settings,
        "problems": problems,
    }
    if played is None:
        template, more = "events/draw/round_open.html", _before_the_draw(access, number)
        context["live"] = follows_actions(access, access.address("round", number))
    elif played.state == Round.PROPOSED:
        played.event = access.event
        page = draw_page(played)
        form = forms.DrawForm(access.event, number, initial=page["choice"]._asdict())
        template, more = "events/draw/draw.html", {"page": page, "form": form}
        more["accept"] = forms.AcceptForm()
    else:
        played.event = access.event
        context["live"] = follows_all(access, access.address("round", number), seconds=PACE)
        seated, cuts = seated_round(played), cuts_before(access.event, number)
        template = "events/draw/round.html"
        more = {
            "seated": seated,
            "tables": [(table, table_head(cuts, table.people)) for table in seated.tables],
            "season": season_words(played.report),
            "stage": stage_of(played),
            "cancel": forms.CancelForm(),
            "next": number + 1,
        }
    context |= more | typed
    return access.page(request, "rounds", template, context, wrong=problems)


def _before_the_draw(access: EventAccess, number: int) -> dict[str, Any]:
    ground = ground_for(access.event, number)
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
        "form": forms.DrawForm(access.event, number, initial=ground.choice._asdict()),
        "is_open": number == 1 or (before is not None and before.state == Round.CLOSED),
        "before": number - 1,
    }


@event_needs(Right.CALL)
@require_POST
@asked_again
def renew_codes(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """Make new codes for one table, or for all, and show their cards; the old ones stop."""
    one = request.POST.get("table")
    table = forms.read_table(one) if one else None
    cards = access.address("round_cards", number) + (f"?table={table}" if table else "")
    return _act(request, access, number, services.renew_codes, then=cards, table=table)


@event_needs(Right.RUN)
@require_POST
def draw_round(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """Draw the round, or draw it again."""
    form = forms.DrawForm(access.event, number, request.POST)
    choice = form.choice if form.is_valid() else None
    show = partial(show_round, form=form)
    return _act(request, access, number, services.draw_round, form, show=show, choice=choice)


@event_needs(Right.RUN)
@require_POST
def lock_table(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """Keep a table in the next draw, or let it go."""
    table = forms.read_table(request.POST.get("keep") or request.POST.get("free"))
    here = access.address("round", number) + f"#table-{table}"
    is_locked = "keep" in request.POST
    lock = services.lock_table
    return _act(request, access, number, lock, then=here, table=table, is_locked=is_locked)


@event_needs(Right.RUN)
@require_POST
def swap_seats(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """Put the two people who are ticked in each other's place."""
    ticked = request.POST.getlist("swap")
    couple = [read_key(who, PLACE) for who in ticked]
    if len(couple) != 2 or None in couple:
        text = _("Tick exactly two people, then they change places.")
        return show_round(request, access, number, [("", "", text)], ticked=ticked)
    here = access.address("round", number) + "#swapped"
    one, other = couple
    return _act(request, access, number, services.swap_seats, then=here, one=one, other=other)


def _act(
    request: HttpRequest,
    access: EventAccess,
    number: int,
    action: Callable[..., Done],
    form: ActionForm | None = None,
    *,
    show: Callable[..., HttpResponse] = show_round,
    then: str = "",
    **how: object,
) -> HttpResponse:
    """Do something with a round and show it, or what follows `then`; `show` why it cannot be."""
    attempt = Attempt(form)
    if form is None or form.is_valid():
        with attempt:
            form_token = read_form_token(request.POST)._asdict()
            action(event=access.event, number=number, by=access.by, **form_token, **how)
            return redirect(then or access.address("round", number))
    problems = [("", "", attempt.sentence)] if form is None else form.all_problems()
    return show(request, access, number, problems)


def _round_action(
    service: Callable[..., Done], asks: type[ActionForm] | None = None, called: str = ""
) -> Callable[..., HttpResponseBase]:
    """A view that does this with a round, as a form says if it `asks` with one.

    `called`: the name of that form on the page of the round.
    """

    @event_needs(Right.RUN)
    @require_POST
    def view(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
        form = asks(request.POST) if asks else None
        how = form.cleaned_data if form and form.is_valid() else {}
        typed: dict[str, Any] = {called: form} if form else {}
        show = partial(show_round, **typed)
        return _act(request, access, number, service, form, show=show, **how)

    return view


publish_round = _round_action(services.publish_round)
start_round = _round_action(services.start_round)
drop_draw = _round_action(services.drop_draw)
accept_draw = _round_action(services.accept_draw, forms.AcceptForm, "accept")
cancel_round = _round_action(services.cancel_round, forms.CancelForm, "cancel")


@event_needs(Right.RUN, seen_with=Right.LOOK)
@require_safe
def repair_round(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """What can be repaired; with a question in the address, what would be done."""
    form = forms.RepairForm(request.GET) if "kind" in request.GET else None
    return _show_repair(request, access, number, form)


@event_needs(Right.RUN)
@require_POST
def do_repair(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """Do what was shown."""
    form = forms.RepairForm(request.POST)
    if not form.is_valid():
        return _show_repair(request, access, number, form)
    with Attempt(form):
        services.repair_round(
            event=access.event,
            number=number,
            ask=form.ask,
            mark=form.cleaned_data["mark"],
            comes_no_more=form.cleaned_data["comes_no_more"],
            **access.signed(request.POST),
        )
        return redirect(access.address("round", number))
    return _show_repair(request, access, number, form)


def _show_repair(
    request: HttpRequest, access: EventAccess, number: int, form: forms.RepairForm | None
) -> HttpResponse:
    played = access.event.rounds.filter(number=number, state=Round.DRAWN).first()
    if played is None:
        if form is None or not form.errors:
            raise Http404
        return show_round(request, access, number, form.all_problems())
    played.event = access.event
    ground, seated = ground_for(access.event, number), seated_round(played)
    change = _asked_change(ground, played, seated, form) if form is not None else None
    problems = form.all_problems() if form is not None else []
    late = frozenset(repairing.newcomers(ground, seated.seating))
    idle = late.union(repairing.idle_house(ground, seated.seating))
    # Who is chosen already in the page's forms: as asked, or as tapped among the tables.
    asked = form.cleaned_data if form is not None else {}
    person = read_key(request.GET.get("person"), PLACE)
    who: tuple[int, ...] = asked.get("who") or (() if person is None else (person,))
    typed = " ".join(request.GET.get("q", "").split())[:LONGEST_SEARCH]
    people = repairing.concerned(ground, seated)
    found = found_by(typed, people, attrgetter("name"), attrgetter("number")) if typed else []
    about = [one for one in people if one.number in who[:1]] or (found if len(found) == 1 else [])
    context = {
        "number": number,
        "round": played,
        "seated": seated,
        "form": form,
        "change": change,
        "problems": problems,
        "cancel": forms.CancelForm(),
        "typed": typed,
        "found": found,
        "about": about[0] if about else None,
        "sitters": [one for one in people if one.is_seated],
        "newcomers": [entry for entry in ground.entries if entry.number in late],
        "stand_ins": [*seated.out, *(entry for entry in ground.entries if entry.number in idle)],
        "chosen_other": who[1] if len(who) > 1 else None,
        "chosen_by": asked.get("by"),
        "ticked": late if form is None else who,  # who came late, unless somebody says otherwise
    }
    return access.page(request, "rounds", "events/draw/repair.html", context, wrong=problems)


def _asked_change(
    ground: Ground, played: Round, seated: SeatedRound, form: forms.RepairForm
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


# The cut for the finals: chosen, looked at, made, changed by hand and taken back.


@event_needs(Right.RUN, seen_with=Right.LOOK)
@require_http_methods(["GET", "HEAD", "POST"])
def cut(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """Who would be in the finals, as it is chosen in the address; or the cut that was made."""
    _find_round(access, number)
    is_posted = request.method == "POST"
    if not is_posted and finals.kept_cut(access.event, number) is not None:
        return _show_cut(request, access, number)
    there = len(finals.candidates(snapshot_of(access.event), number))
    settings = game_of(access.event, number + 1).settings
    sizes = finals.proposed_sizes(there, settings.size)
    form = forms.CutForm(settings, sizes, request.POST if is_posted else request.GET or None)
    attempt = Attempt()
    if is_posted and form.is_valid():
        with attempt:
            cutting.make_cut(
                event=access.event,
                number=number,
                choice=form.choice,
                mark=request.POST.get("mark", ""),
                lots=form.cleaned_data["lots"],
                **access.signed(request.POST),
            )
            return redirect(access.address("cut", number))
        if finals.kept_cut(access.event, number) is not None:
            return _show_cut(request, access, number, [("", "", attempt.sentence)])
    return _choose_cut(request, access, number, form, attempt.refused)


def _cut_action(service: Callable[..., Done]) -> Callable[..., HttpResponseBase]:
    """A view for those who run the event that does this with a cut."""

    @event_needs(Right.RUN)
    @require_POST
    def view(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
        _find_round(access, number)
        then = access.address("cut", number)
        return _act(request, access, number, service, show=_show_cut, then=then)

    return view


take_cut_back = _cut_action(cutting.take_cut_back)
take_move_back = _cut_action(cutting.take_move_back)


@event_needs(Right.RUN)
@require_POST
def move_finalist(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """Somebody plays another final than the one of the cut."""
    _find_round(access, number)
    submission = read_form_token(request.POST).submission
    kept = finals.kept_cut(access.event, number)
    if kept is None or access.event.changes.filter(submission=submission).exists():
        return redirect(access.address("cut", number))
    people = finals.movable(snapshot_of(access.event), kept)
    form = forms.MoveForm(people, finals.places_of(kept), request.POST)
    if form.is_valid():
        with Attempt(form):
            cutting.move_finalist(
                event=access.event,
                number=number,
                **form.chosen,
                by=access.by,
                submission=submission,
            )
            return redirect(access.address("cut", number))
    return _show_cut(request, access, number, form.all_problems(), moving=form)


def _find_round(access: EventAccess, number: int) -> None:
    played = access.event.rounds.filter(number=number).exclude(state=Round.CANCELLED)
    if not played.exists():
        raise Http404


def _choose_cut(
    request: HttpRequest,
    access: EventAccess,
    number: int,
    form: forms.CutForm,
    refused: Refused | None = None,
) -> HttpResponse:
    snapshot = snapshot_of(access.event)
    found: finals.CutPreview | None = None
    with Attempt() as closed:
        finals.refuse_cut(snapshot, number)
    if closed.refused is None and (not form.is_bound or form.is_valid()):
        with Attempt(form if form.is_bound else None):
            found = finals.preview(access.event, number, form.choice)
    chosen = form.chosen if found else []
    if refused is not None and not form.errors:
        form.refuse(refused.sentence, refused.field)
    context = {
        **_cut_context(access, number),
        "form": form,
        "preview": found,
        "chosen": chosen,
        "closed_to": closed.sentence,
        "there": len(finals.candidates(snapshot, number)),
        "problems": form.all_problems() if form.is_bound else [],
    }
    wrong = request.method == "POST"
    return access.page(request, "rounds", "events/draw/cut.html", context, wrong=wrong)


def _show_cut(
    request: HttpRequest,
    access: EventAccess,
    number: int,
    problems: Problems = (),
    moving: forms.MoveForm | None = None,
) -> HttpResponse:
    snapshot, kept = snapshot_of(access.event), finals.kept_cut(access.event, number)
    if kept is None:
        return redirect(access.address("cut", number))
    version = access.event.version
    context = {
        **_cut_context(access, number),
        "kept": kept,
        "fields": finals.cut_fields(snapshot, kept),
        "skipped": finals.names_of(snapshot, kept.skipped),
        "differs": finals.would_differ(snapshot, kept),
        "later": finals.later_round(snapshot, number),
        "moves": finals.moves_of(snapshot, kept),
        "moving": moving or forms.MoveForm(finals.movable(snapshot, kept), finals.places_of(kept)),
        "moving_form_token": new_form_token(version),
        "move_back_form_token": new_form_token(version),
        "problems": problems,
    }
    return access.page(request, "rounds", "events/draw/cut_made.html", context, wrong=problems)


def _cut_context(access: EventAccess, number: int) -> dict[str, Any]:
    return {
        "number": number,
        "next_number": number + 1,
        "settings": game_of(access.event, number + 1).settings,
    }
