"""The money of an event: its cash book, what each entry pays, its prizes."""

from __future__ import annotations

from typing import Any, TypedDict
from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.common.actions import (
    REASON,
    UNPROCESSABLE,
    ActionForm,
    Attempt,
    OnceForm,
    Refused,
    new_form_token,
    read_form_token,
    typed_reason,
)
from tournaments.common.requests import PLACE, read_key
from tournaments.events.access import EventAccess, event_director, public_event
from tournaments.events.check_in.queries.entries import drawn_rounds
from tournaments.events.check_in.services import set_paid
from tournaments.events.freshness import answer_if_new
from tournaments.events.money import services
from tournaments.events.money.forms import (
    CountForm,
    FreeForm,
    LineForm,
    LostForm,
    PartForm,
    RefundForm,
)
from tournaments.events.money.queries.cash import (
    cash_book,
    entry_page,
    lost_games,
    lost_lists,
    money_of,
)
from tournaments.events.money.queries.prizes import prize_list, receipts
from tournaments.events.rulings.forms import WithdrawForm
from tournaments.events.standings.forms import HighestForm
from tournaments.events.standings.queries.snapshots import event_rounds, public_snapshot, state_of
from tournaments.events.standings.views import common
from tournaments.models import Author, CashLine, Entry
from tournaments.settings.awards import previews
from tournaments.settings.prizes import has_prizes

# The cash book, and the money of one entry.


class _Deed(TypedDict):
    """What every deed with the money of an entry names."""

    entry: Entry
    by: Author
    submission: UUID


@event_director
@require_safe
def cash(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """What must be in the box, what was counted, and every line."""
    return _cash_page(request, visit)


@event_director
@require_POST
def write_line(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Write down what else was put into the box or taken out of it."""
    submission = read_form_token(request.POST).submission
    form = LineForm(request.POST)
    if form.is_valid():
        typed = form.cleaned_data
        line = services.NewLine(typed["kind"], typed["amount"], typed["note"])
        with Attempt(form):
            _write(visit, form, line, submission)
            return redirect(visit.address("cash"))
    return _cash_page(request, visit, line_form=form)


@event_director
@require_POST
def write_lost(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Write down the lost-game money of a table."""
    submission = read_form_token(request.POST).submission
    form = LostForm(_rounds(visit), visit.settings.lost_games, request.POST)
    if form.is_valid():
        with Attempt(form):
            _write(visit, form, _lost_line(visit, form), submission)
            return redirect(visit.address("cash"))
    return _cash_page(request, visit, lost_form=form)


@event_director
@require_POST
def count(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Keep what was counted in the box."""
    submission = read_form_token(request.POST).submission
    form = CountForm(request.POST)
    if not form.is_valid():
        return _cash_page(request, visit, count_form=form)
    services.count_cash(
        event=visit.event,
        cents=form.cleaned_data["amount"],
        note=form.cleaned_data["note"],
        by=visit.by,
        submission=submission,
    )
    return redirect(visit.address("cash"))


@event_director
@require_POST
def reverse(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Reverse a line, with a reason."""
    submission = read_form_token(request.POST).submission
    key = read_key(request.POST.get("line"))
    line = get_object_or_404(visit.event.cash, pk=key or 0)
    with Attempt() as attempt:
        services.reverse_line(
            event=visit.event,
            line=line.pk,
            reason=typed_reason(request.POST),
            by=visit.by,
            submission=submission,
        )
        return redirect(visit.address("cash"))
    answered = {"refused_at": line.pk, "typed_reason": request.POST.get(REASON, "")}
    return _cash_page(request, visit, refused=attempt.sentence, **answered)


@event_director
@require_safe
def cash_entries(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """What each entry owes, paid, paid again and got back."""
    number = read_key(request.GET.get("page"), PLACE)
    page = entry_page(visit.event, 1 if number is None else number)
    context = {"visit": visit, "here": "prizes", "page": page}
    return render(request, "events/money/cash_entries.html", context)


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def entry_money(request: HttpRequest, visit: EventAccess, entry_id: int) -> HttpResponse:
    """The money of one entry: playing for nothing, a refund, a second fee."""
    entry = get_object_or_404(visit.event.entries, pk=entry_id)
    if request.method != "POST":
        return _entry_page(request, visit, entry)
    submission, seen = read_form_token(request.POST)
    deed = request.POST.get("deed", "")
    forms = {"free": FreeForm, "refund": RefundForm, "part": PartForm}
    form = forms.get(deed, FreeForm)(request.POST)
    if deed in forms and not form.is_valid():
        return _entry_page(request, visit, entry, **{deed: form})
    more: _Deed = {"entry": entry, "by": visit.by, "submission": submission}
    with Attempt() as attempt:
        if deed == "free":
            services.free_entry(reason=form.cleaned_data["reason"], **more)
        elif deed == "refund":
            typed = form.cleaned_data
            cents, reason = typed["amount"], typed["refund_reason"]
            services.refund(cents=cents, reason=reason, seen_version=seen, **more)
        elif deed == "part":
            typed = form.cleaned_data
            cents, keeps_rest = typed["part"], typed["keeps_rest"]
            services.pay_part(cents=cents, keeps_rest=keeps_rest, seen_version=seen, **more)
        elif deed == "paid":
            set_paid(is_paid=True, **more)
        elif deed == "charge":
            services.charge_entry(**more)
        elif deed == "again":
            services.reenter(seen_version=seen, **more)
        else:
            raise BadRequest("Nobody knows how to do that with money.")
        return redirect(visit.address("entry_money", entry.pk))
    if attempt.refused_field:
        form.refuse(attempt.sentence, attempt.refused_field)
        return _entry_page(request, visit, entry, **{deed: form})
    return _entry_page(request, visit, entry, refused=attempt.sentence)


def _cash_page(request: HttpRequest, visit: EventAccess, **answered: Any) -> HttpResponse:  # noqa: ANN401
    """The cash book; `answered` are the forms that came back with a problem."""
    if answered:
        visit.event.refresh_from_db()
    version = visit.event.version
    book = cash_book(visit.event)
    context = {
        "visit": visit,
        "here": "prizes",
        "book": book,
        "awarded": prize_list(visit.event).awarded,
        "lines": [(line, new_form_token(version)) for line in book.lines],
        "lost_lists": [(one, new_form_token(version)) for one in lost_lists(visit.event)],
        "line_form": LineForm(),
        "lost_form": LostForm(_rounds(visit), visit.settings.lost_games),
        "count_form": CountForm(),
        "form_tokens": [new_form_token(version) for _each in range(3)],
        **answered,
    }
    status = UNPROCESSABLE if answered else 200
    return render(request, "events/money/cash.html", context, status=status)


def _entry_page(
    request: HttpRequest,
    visit: EventAccess,
    entry: Entry,
    **answered: Any,  # noqa: ANN401
) -> HttpResponse:
    entry.refresh_from_db()
    money = money_of(entry, visit.settings.fee)
    context = {
        "visit": visit,
        "here": "door",
        "entry": entry,
        "money": money,
        "free": FreeForm(),
        "part": PartForm(),
        "refund": RefundForm(has=money.sum),
        "form_tokens": [new_form_token(visit.event.version) for _each in range(4)],
        **answered,
    }
    status = UNPROCESSABLE if answered else 200
    return render(request, "events/money/cash_entry.html", context, status=status)


def _write(visit: EventAccess, form: OnceForm, line: services.NewLine, submission: UUID) -> None:
    services.write_line(
        event=visit.event,
        line=line,
        by=visit.by,
        submission=submission,
        is_sure=form.cleaned_data["is_sure"],
    )


def _lost_line(visit: EventAccess, form: LostForm) -> services.NewLine:
    """The line to be written: as typed, or reckoned from the lost games, which it then names."""
    typed, lost = form.cleaned_data, list(form.lost)
    if form.prices and not typed["amount"] and not lost:
        counted = lost_games(visit.event, typed["round"], typed["table"])
        if counted is None:
            text = _("No hands were entered at this table: type the amount, or the lost games.")
            raise Refused(text, field="games")
        lost = counted
    note = typed["note"]
    if lost and not note:
        note = _("Lost games: %(lost)s") % {"lost": ", ".join(map(str, lost))}
    cents = form.cents_for(lost)
    if lost and not cents:
        raise Refused(_("Nobody lost a game there: nothing is to be paid."), field="amount")
    return services.NewLine(CashLine.LOST, cents, note, typed["round"], typed["table"])


def _rounds(visit: EventAccess) -> int:
    return max(1, drawn_rounds(visit.event))


# The prize list: looked at, read out, handed over, receipts; and what everybody sees of it.

LONGEST_KEY = 60


@event_director
@require_safe
def prizes(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Who gets what, who has it, and where the rest of the money stays."""
    return _prizes_page(request, visit)


@event_director
@require_POST
def hand_over(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Note that a prize was handed over; back to the list, or on to the next one to be read."""
    submission = read_form_token(request.POST).submission
    key, entry = request.POST.get("key", "")[:LONGEST_KEY], _number(request.POST.get("entry"))
    with Attempt() as attempt:
        services.hand_over(
            event=visit.event,
            key=key,
            entry=entry,
            seen_cents=_number(request.POST.get("cents")),
            by=visit.by,
            submission=submission,
        )
        if "at" in request.POST:
            query = urlencode({"at": _number(request.POST["at"]) + 1})
            return redirect(f"{visit.address('read_prizes')}?{query}")
        return redirect(f"{visit.address('prizes')}#prize-{_number(request.POST.get('row'))}")
    return _prizes_page(request, visit, refused=attempt.sentence)


@event_director
@require_POST
def take_back(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Note that a prize was not handed over after all, and why."""
    submission = read_form_token(request.POST).submission
    handed = visit.event.cash.filter(kind=CashLine.PRIZE)
    line = get_object_or_404(handed, pk=_number(request.POST.get("line")))
    with Attempt() as attempt:
        services.reverse_line(
            event=visit.event,
            line=line.pk,
            reason=typed_reason(request.POST),
            by=visit.by,
            submission=submission,
        )
        return redirect(visit.address("prizes"))
    return _prizes_page(request, visit, refused=attempt.sentence, refused_at=line.pk)


@event_director
@require_POST
def name_highest(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Name who had the highest game."""
    submission = read_form_token(request.POST).submission
    form = HighestForm(request.POST)
    if form.is_valid():
        with Attempt(form):
            services.name_highest(
                event=visit.event,
                numbers=form.cleaned_data["winners"],
                words=form.cleaned_data["words"],
                by=visit.by,
                submission=submission,
            )
            return redirect(f"{visit.address('prizes')}#highest")
    return _prizes_page(request, visit, naming=form)


@event_director
@require_POST
def forget_highest(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Take back who was named for the highest game, and say why."""
    submission = read_form_token(request.POST).submission
    form = WithdrawForm(request.POST)
    if form.is_valid():
        with Attempt(form):
            services.forget_highest(
                event=visit.event,
                reason=form.cleaned_data["reason"],
                by=visit.by,
                submission=submission,
            )
            return redirect(f"{visit.address('prizes')}#highest")
    return _prizes_page(request, visit, forgetting=form)


@event_director
@require_safe
def read_prizes(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """One prize after the other for the microphone, from the last to the first."""
    listed = prize_list(visit.event)
    last = len(listed.reading)
    at = min(max(1, _number(request.GET.get("at", "1"))), last + 1)
    context = {
        "visit": visit,
        "here": "prizes",
        "list": listed,
        "at": at,
        "last": last,
        "prize": listed.reading[at - 1] if at <= last else None,
        "form_token": new_form_token(visit.event.version),
    }
    return render(request, "events/money/prize_reading.html", context)


@event_director
@require_safe
def print_receipts(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """A page to sign for each winner of money, or for one of them."""
    only = _number(request.GET.get("number", "0"))
    found = receipts(visit.event, only or None)
    if only and not found:
        raise Http404
    context = {"visit": visit, "receipts": found}
    return render(request, "events/money/receipts.html", context)


@public_event
@require_safe
def event_prizes(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """What everybody sees: what there is to win, and the prizes once the final list is locked."""
    rounds = event_rounds(visit.event)

    def draw() -> HttpResponse:
        snapshot = public_snapshot(visit.event, rounds)
        listed = prize_list(visit.event, is_public=True)
        context = {
            **common(visit, snapshot),
            "here": "event_prizes",
            "list": listed,
            "is_shown": listed.is_final and visit.settings.prizes_public,
            "payouts": previews(visit.settings),
        }
        return render(request, "events/money/prize_public.html", context)

    return answer_if_new(request, visit, state_of(visit.event, rounds), draw)


def _prizes_page(
    request: HttpRequest,
    visit: EventAccess,
    *,
    refused: str = "",
    refused_at: int = 0,
    naming: HighestForm | None = None,
    forgetting: WithdrawForm | None = None,
) -> HttpResponse:
    form: ActionForm | None = naming or forgetting
    if refused or form:
        visit.event.refresh_from_db()
    listed = prize_list(visit.event)
    version = visit.event.version
    context: dict[str, Any] = {
        "visit": visit,
        "here": "prizes",
        "list": listed,
        "has_prizes": has_prizes(visit.settings),
        "rows": [(prize, new_form_token(version)) for prize in listed.prizes],
        "overtaken": [(each, new_form_token(version)) for each in listed.overtaken],
        "refused": refused,
        "refused_at": refused_at,
        "typed_reason": request.POST.get(REASON, ""),
        "naming": naming or HighestForm(),
        "forgetting": forgetting,
        "naming_form_token": new_form_token(version),
        "problems": form.all_problems() if form else [("", "", refused)] if refused else [],
    }
    status = UNPROCESSABLE if refused or form else 200
    return render(request, "events/money/prizes.html", context, status=status)


def _number(text: str | None) -> int:
    """A number that a form or an address carries; BadRequest for anything else."""
    number = read_key(text)
    if number is None:
        raise BadRequest("The form came without its number.")
    return number
