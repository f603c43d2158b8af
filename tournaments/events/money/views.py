"""The money of an event: its cash book, what each entry pays, its prizes."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from formats.awards import previews
from formats.prizes import has_prizes, lost_money
from tournaments.common.access import Signed
from tournaments.common.actions import (
    REASON,
    UNPROCESSABLE,
    ActionForm,
    Attempt,
    Refused,
    new_form_token,
    read_form_token,
    typed_reason,
)
from tournaments.common.requests import PLACE, read_key
from tournaments.common.rights import Right
from tournaments.events.access import EventAccess, event_needs, public_event
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
    StatementForm,
)
from tournaments.events.money.queries.cash import (
    cash_book,
    entry_page,
    last_count,
    lost_games,
    lost_lists,
    lost_note,
    money_of,
)
from tournaments.events.money.queries.prizes import prize_list, receipts
from tournaments.events.money.queries.transfers import (
    Proposal,
    Statement,
    has_registrations,
    statement_of,
)
from tournaments.events.rulings.forms import WithdrawForm
from tournaments.events.standings.forms import HighestForm
from tournaments.events.standings.queries.snapshots import event_rounds, public_snapshot, state_of
from tournaments.events.standings.views import common
from tournaments.models import CashLine, Entry

# The cash book, and the money of one entry.


class _Signed(Signed):
    """What every action with the money of an entry is told."""

    entry: Entry


@event_needs(Right.MONEY, seen_with=Right.LOOK)
@require_safe
def cash(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """What must be in the box, what was counted, and every line."""
    return _cash_page(request, access)


@event_needs(Right.MONEY)
@require_POST
def write_line(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Write down what else was put into the box or taken out of it."""
    sent, form = access.signed(request.POST), LineForm(request.POST)
    if form.is_valid():
        with Attempt(form):
            typed = form.cleaned_data
            is_sure = typed.pop("is_sure")
            line = CashLine(**typed)
            services.write_line(event=access.event, line=line, is_sure=is_sure, **sent)
            return redirect(access.address("cash"))
    return _cash_page(request, access, line_form=form)


@event_needs(Right.MONEY)
@require_POST
def write_lost(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Write down the lost-game money of a table."""
    sent = access.signed(request.POST)
    form = LostForm(_rounds(access), access.settings.lost_games, request.POST)
    if form.is_valid():
        with Attempt(form):
            line, is_sure = _lost_line(access, form), form.cleaned_data["is_sure"]
            services.write_line(event=access.event, line=line, is_sure=is_sure, **sent)
            return redirect(access.address("cash"))
    return _cash_page(request, access, lost_form=form)


@event_needs(Right.MONEY)
@require_POST
def count(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Keep what was counted in the box."""
    sent, form = access.signed(request.POST), CountForm(request.POST)
    if not form.is_valid():
        return _cash_page(request, access, count_form=form)
    typed = form.cleaned_data
    services.count_cash(event=access.event, cents=typed["amount"], note=typed["note"], **sent)
    return redirect(access.address("cash"))


@event_needs(Right.MONEY)
@require_POST
def reverse(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Reverse a line, with a reason."""
    sent = access.signed(request.POST)
    line = get_object_or_404(access.event.cash, pk=read_key(request.POST.get("line")) or 0)
    with Attempt() as attempt:
        reason = typed_reason(request.POST)
        services.reverse_line(event=access.event, line=line.pk, reason=reason, **sent)
        return redirect(access.address("cash"))
    answered = {"refused_at": line.pk, "typed_reason": request.POST.get(REASON, "")}
    return _cash_page(request, access, refused=attempt.sentence, **answered)


@event_needs(Right.MONEY, seen_with=Right.LOOK)
@require_safe
def cash_entries(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """What each entry owes, paid, paid again and got back."""
    number = read_key(request.GET.get("page"), PLACE)
    rows, page = entry_page(access.event, 1 if number is None else number)
    context = {
        "access": access,
        "here": "prizes",
        "rows": rows,
        "page": page,
        "has_exceptions": any(row.again or row.refunded for row in rows),
    }
    return render(request, "events/money/cash_entries.html", context)


@event_needs(Right.DOOR, seen_with=Right.LOOK)
@require_http_methods(["GET", "HEAD", "POST"])
def entry_money(request: HttpRequest, access: EventAccess, entry_id: int) -> HttpResponse:
    """The money of one entry: playing for nothing, a refund, a second fee."""
    entry = get_object_or_404(access.event.entries, pk=entry_id)
    if request.method != "POST":
        return _entry_page(request, access, entry)
    sent: _Signed = {"entry": entry, **access.signed(request.POST)}
    seen = read_form_token(request.POST).seen_version
    action = request.POST.get("deed", "")
    forms = {"free": FreeForm, "refund": RefundForm, "part": PartForm}
    form = forms.get(action, FreeForm)(request.POST)
    if action in forms and not form.is_valid():
        return _entry_page(request, access, entry, **{action: form})
    typed = form.cleaned_data if action in forms else {}
    with Attempt() as attempt:
        if action == "free":
            services.free_entry(**typed, **sent)
        elif action == "refund":
            cents, reason = typed["amount"], typed["refund_reason"]
            services.refund(cents=cents, reason=reason, seen_version=seen, **sent)
        elif action == "part":
            cents, keeps_rest = typed["part"], typed["keeps_rest"]
            services.pay_part(cents=cents, keeps_rest=keeps_rest, seen_version=seen, **sent)
        elif action == "paid":
            set_paid(is_paid=True, **sent)
        elif action == "charge":
            services.charge_entry(**sent)
        elif action == "again":
            services.reenter(seen_version=seen, **sent)
        else:
            raise BadRequest("Nobody knows how to do that with money.")
        return redirect(access.address("entry_money", entry.pk))
    if attempt.refused_field:
        form.refuse(attempt.sentence, attempt.refused_field)
        return _entry_page(request, access, entry, **{action: form})
    return _entry_page(request, access, entry, refused=attempt.sentence)


@event_needs(Right.MONEY, seen_with=Right.LOOK)
@require_http_methods(["GET", "HEAD", "POST"])
def transfers(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The lines of a bank: which are fees, and one press that books those that are ticked."""
    if request.method != "POST":
        return _transfers_page(request, access, StatementForm())
    form = StatementForm(request.POST, request.FILES)
    if not form.is_valid():
        return _transfers_page(request, access, form)
    statement = statement_of(access.event, form.cleaned_data["lines"])
    if request.POST.get("deed") != "book":
        return _transfers_page(request, access, form, statement)
    ticked = {_number(number) for number in request.POST.getlist("take")}
    with Attempt() as attempt:
        bookings = [
            _booking(request, proposal)
            for proposal in statement.proposals
            if proposal.line.number in ticked
        ]
        services.book_transfers(
            event=access.event, bookings=bookings, **access.signed(request.POST)
        )
        return redirect(access.address("cash"))
    return _transfers_page(request, access, form, statement, refused=attempt.sentence)


def _booking(request: HttpRequest, proposal: Proposal) -> services.Booking:
    """What is booked of a line that was ticked; Refused where it cannot be any more."""
    if not proposal.may_be_booked or proposal.registration is None:
        raise Refused(proposal.remark)
    seen = _number(request.POST.get(f"seen-{proposal.line.number}"))
    cents = proposal.line.cents or 0
    return services.Booking(proposal.registration.pk, proposal.digest, cents, seen)


def _transfers_page(
    request: HttpRequest,
    access: EventAccess,
    form: StatementForm,
    statement: Statement | None = None,
    *,
    refused: str = "",
) -> HttpResponse:
    """The same page; what was ticked stays so where it was refused."""
    taken = request.POST.getlist("take")
    context = {
        "form": form,
        "problems": form.all_problems(),
        "statement": statement,
        "proposals": [
            (one, str(one.line.number) in taken if refused else one.is_sure)
            for one in (statement.proposals if statement else ())
        ],
        "refused": refused,
    }
    is_wrong = refused or (form.is_bound and statement is None)
    page = "events/money/transfers.html"
    return access.page(request, "prizes", page, context, wrong=is_wrong)


def _cash_page(request: HttpRequest, access: EventAccess, **answered: object) -> HttpResponse:
    """The cash book; `answered` are the forms that came back with a problem."""
    if answered:
        access.event.refresh_from_db()
    version = access.event.version
    listed = prize_list(access.event)
    context = {
        "access": access,
        "here": "prizes",
        "takings": listed.takings,
        "counted": last_count(access.event),
        "has_transfers": has_registrations(access.event),
        "awarded": listed.awarded,
        "lines": [(line, new_form_token(version)) for line in cash_book(access.event)],
        "lost_lists": [(one, new_form_token(version)) for one in lost_lists(access.event)],
        "line_form": LineForm(),
        "lost_form": LostForm(_rounds(access), access.settings.lost_games),
        "count_form": CountForm(),
        "form_tokens": [new_form_token(version) for _each in range(3)],
        **answered,
    }
    status = UNPROCESSABLE if answered else 200
    return render(request, "events/money/cash.html", context, status=status)


def _entry_page(
    request: HttpRequest, access: EventAccess, entry: Entry, **answered: object
) -> HttpResponse:
    entry.refresh_from_db()
    money = money_of(entry, access.settings.fee)
    context = {
        "access": access,
        "here": "door",
        "entry": entry,
        "money": money,
        "free": FreeForm(),
        "part": PartForm(),
        "refund": RefundForm(initial={"amount": money.sum}),
        "form_tokens": [new_form_token(access.event.version) for _each in range(4)],
        **answered,
    }
    status = UNPROCESSABLE if answered else 200
    return render(request, "events/money/cash_entry.html", context, status=status)


def _lost_line(access: EventAccess, form: LostForm) -> CashLine:
    """The line to be written: as typed, or reckoned from the lost games, which it then names."""
    typed, lost = form.cleaned_data, list(form.cleaned_data.get("games") or ())
    if form.prices and not typed["amount"] and not lost:
        counted = lost_games(access.event, typed["round"], typed["table"])
        if counted is None:
            text = _("No hands were entered at this table: type the amount, or the lost games.")
            raise Refused(text, field="games")
        lost = counted
    note = typed["note"]
    if lost and not note:
        note = lost_note(lost)
    cents = typed["amount"] or lost_money(lost, form.prices)
    if lost and not cents:
        raise Refused(_("Nobody lost a game there: nothing is to be paid."), field="amount")
    at = {"round_number": typed["round"], "table_number": typed["table"]}
    return CashLine(kind=CashLine.LOST, amount=cents, note=note, **at)


def _rounds(access: EventAccess) -> int:
    return max(1, drawn_rounds(access.event))


# The prize list: looked at, read out, handed over, receipts; and what everybody sees of it.

LONGEST_KEY = 60


@event_needs(Right.MONEY, seen_with=Right.LOOK)
@require_safe
def prizes(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Who gets what, who has it, and where the rest of the money stays."""
    return _prizes_page(request, access)


@event_needs(Right.MONEY)
@require_POST
def hand_over(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Note that a prize was handed over; back to the list, or on to the next one to be read."""
    sent, key = access.signed(request.POST), request.POST.get("key", "")[:LONGEST_KEY]
    entry = _number(request.POST.get("entry"))
    with Attempt() as attempt:
        cents = _number(request.POST.get("cents"))
        services.hand_over(event=access.event, key=key, entry=entry, seen_cents=cents, **sent)
        if "at" in request.POST:
            query = urlencode({"at": _number(request.POST["at"]) + 1})
            return redirect(f"{access.address('read_prizes')}?{query}")
        return redirect(f"{access.address('prizes')}#prize-{_number(request.POST.get('row'))}")
    return _prizes_page(request, access, refused=attempt.sentence)


@event_needs(Right.MONEY)
@require_POST
def take_back(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Note that a prize was not handed over after all, and why."""
    sent, handed = access.signed(request.POST), access.event.cash.filter(kind=CashLine.PRIZE)
    line = get_object_or_404(handed, pk=_number(request.POST.get("line")))
    with Attempt() as attempt:
        reason = typed_reason(request.POST)
        services.reverse_line(event=access.event, line=line.pk, reason=reason, **sent)
        return redirect(access.address("prizes"))
    return _prizes_page(request, access, refused=attempt.sentence, refused_at=line.pk)


@event_needs(Right.MONEY)
@require_POST
def name_highest(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Name who had the highest game."""
    sent, form = access.signed(request.POST), HighestForm(request.POST)
    if form.is_valid():
        with Attempt(form):
            numbers, words = form.cleaned_data["winners"], form.cleaned_data["words"]
            services.name_highest(event=access.event, numbers=numbers, words=words, **sent)
            return redirect(f"{access.address('prizes')}#highest")
    return _prizes_page(request, access, naming=form)


@event_needs(Right.MONEY)
@require_POST
def forget_highest(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Take back who was named for the highest game, and say why."""
    sent, form = access.signed(request.POST), WithdrawForm(request.POST)
    if form.is_valid():
        with Attempt(form):
            services.forget_highest(event=access.event, **form.cleaned_data, **sent)
            return redirect(f"{access.address('prizes')}#highest")
    return _prizes_page(request, access, forgetting=form)


@event_needs(Right.MONEY, seen_with=Right.LOOK)
@require_safe
def read_prizes(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """One prize after the other for the microphone, from the last to the first."""
    listed = prize_list(access.event)
    last = len(listed.prizes)
    at = min(max(1, _number(request.GET.get("at", "1"))), last + 1)
    context = {
        "access": access,
        "here": "prizes",
        "list": listed,
        "at": at,
        "last": last,
        "prize": listed.prizes[-at] if at <= last else None,
        "form_token": new_form_token(access.event.version),
    }
    return render(request, "events/money/prize_reading.html", context)


@event_needs(Right.MONEY, seen_with=Right.LOOK)
@require_safe
def print_receipts(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """A page to sign for each winner of money, or for one of them."""
    only = _number(request.GET.get("number", "0"))
    found = receipts(access.event, only or None)
    if only and not found:
        raise Http404
    return render(request, "events/money/receipts.html", {"access": access, "receipts": found})


@public_event
@require_safe
def event_prizes(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """What everybody sees: what there is to win, and the prizes once the final list is locked."""
    rounds = event_rounds(access.event)

    def draw() -> HttpResponse:
        snapshot = public_snapshot(access.event, rounds)
        listed = prize_list(access.event, is_public=True)
        context = {
            **common(access, snapshot),
            "here": "event_prizes",
            "list": listed,
            "is_shown": listed.is_final and access.settings.prizes_public,
            "payouts": previews(access.settings),
        }
        return render(request, "events/money/prize_public.html", context)

    return answer_if_new(request, access, state_of(access.event, rounds), draw)


def _prizes_page(request: HttpRequest, access: EventAccess, **answered: Any) -> HttpResponse:  # noqa: ANN401
    """The prize list; `answered` is what was refused, or the form that came back with a problem."""
    form: ActionForm | None = answered.get("naming") or answered.get("forgetting")
    refused = answered.get("refused", "")
    if answered:
        access.event.refresh_from_db()
    listed = prize_list(access.event)
    version = access.event.version
    context = {
        "access": access,
        "here": "prizes",
        "list": listed,
        "has_prizes": has_prizes(access.settings),
        "rows": [(prize, new_form_token(version)) for prize in listed.prizes],
        "overtaken": [(each, new_form_token(version)) for each in listed.overtaken],
        "typed_reason": request.POST.get(REASON, ""),
        "naming": HighestForm(),
        "naming_form_token": new_form_token(version),
        "problems": form.all_problems() if form else [("", "", refused)] if refused else [],
        **answered,
    }
    status = UNPROCESSABLE if answered else 200
    return render(request, "events/money/prizes.html", context, status=status)


def _number(text: str | None) -> int:
    """A number that a form or an address carries; BadRequest for anything else."""
    number = read_key(text)
    if number is None:
        raise BadRequest("The form came without its number.")
    return number
