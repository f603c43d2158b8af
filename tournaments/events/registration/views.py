"""Registering for an event by oneself: the page, one’s own page, the code at the door, the desk."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.digests import network_digest
from accounts.networks import network_of
from tournaments.common.access import keep_private, open_to_all
from tournaments.common.actions import Attempt, read_form_token, typed_reason
from tournaments.common.codes import code_for
from tournaments.common.requests import (
    account_of,
    device_of,
    outside_address,
    read_key,
    registrations_known,
    remember_device,
    remember_registration,
    speak_as,
)
from tournaments.common.rights import Right
from tournaments.events.access import EventAccess, event_for, event_needs, public_event
from tournaments.events.check_in.queries.codes import LONGEST_SCAN
from tournaments.events.check_in.queries.entries import entry_lines, free_places
from tournaments.events.check_in.services import move_up
from tournaments.events.money.queries.cash import money_of
from tournaments.events.registration import queries, services
from tournaments.events.registration.forms import ChangeForm, RegisterForm, TermsForm
from tournaments.events.registration.payment import payment_of
from tournaments.models import Author, Entry, Registration
from tournaments.people.queries import own_player

# For everybody: the page on which one registers.


@public_event
@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Whether one can register, what one is told before, and the form."""
    event, terms = access.event, queries.terms_of(access.event)
    if request.method != "POST":
        own = own_player(account_of(request), event.club_id)
        return _register(request, access, RegisterForm(event, terms, own=own))
    device = device_of(request)
    form = RegisterForm(event, terms, request.POST)
    if form.is_valid():
        people = form.people
        submission = read_form_token(request.POST).submission
        with Attempt(form):
            services.register(
                event=event,
                people=people,
                by=Author(account_of(request), people[0][0], device),
                submission=submission,
                came=services.Came(
                    device, network_digest(network_of(request)), outside_address(request, "")
                ),
                message=form.cleaned_data.get("message", ""),
                team=form.cleaned_data.get("team", ""),
                groups=form.cleaned_data.get("groups", ()),
                reached=form.reached,
                mail=form.mail,
            )
            secret = services.own_secret(event, submission)
            own_page = redirect("own_registration", secret)
            remember_device(request, own_page, device)
            remember_registration(request, own_page, secret)
            return own_page
    return _register(request, access, form)


def _register(request: HttpRequest, access: EventAccess, form: RegisterForm) -> HttpResponse:
    event, terms = access.event, queries.terms_of(access.event)
    listed = queries.public_list(event, terms)
    context = {
        "form": form,
        "is_erased": request.GET.get("done") == "erased",
        "terms": terms,
        "listed": listed,
        "known": queries.known_here(event, registrations_known(request)),
        "free": free_places(event) if listed.counts is None else listed.free,
        "closed": queries.closed_because(event, terms) or queries.full_because(event, terms),
        "problems": form.all_problems() if form.is_bound else [],
        "opened": form.initial["opened"],
    }
    if form.is_bound:
        context["form_token"] = read_form_token(request.POST)
    return access.page(
        request, "register", "events/registration/register.html", context, wrong=form.is_bound
    )


# One's own page, by its secret.


def _mine(request: HttpRequest, secret: str) -> tuple[Registration, EventAccess]:
    """The registration of a secret; Http404 where there is none."""
    mine = queries.registration_of(secret)
    if mine is None:
        raise Http404
    speak_as(request, mine.entry.event.language)
    return mine, event_for(request, mine.entry.event_id)


@open_to_all
@require_safe
def own(request: HttpRequest, secret: str) -> HttpResponse:
    """How one's registration stands, the code for the door, and what can be done."""
    mine, access = _mine(request, secret)
    return _own(request, mine, access, secret)


def _own(
    request: HttpRequest,
    mine: Registration,
    access: EventAccess,
    secret: str,
    form: ChangeForm | None = None,
    *,
    refused: str = "",
) -> HttpResponse:
    page = queries.own_page(mine)
    terms, fee = queries.terms_of(mine.entry.event), access.settings.fee
    money = money_of(mine.entry, fee) if fee else None
    at_the_door = outside_address(request, reverse("registration_code", args=[secret]))
    context = {
        "mine": mine,
        "page": page,
        "form": form or _change_form(mine, access),
        "problems": form.all_problems() if form else [],
        "is_changing": form is not None,
        "refused": refused,
        "secret": secret,
        "address": outside_address(request, reverse("own_registration", args=[secret])),
        "code": code_for(at_the_door),
        "money": money,
        "payment": payment_of(mine, terms, money.open) if money else None,
        "pays_elsewhere": bool(terms.pay_iban or terms.pay_link),
    }
    wrong = refused or (form is not None and form.is_bound)
    response = access.page(request, "own", "events/registration/own.html", context, wrong=wrong)
    keep_private(response)
    return response


def _change_form(mine: Registration, access: EventAccess) -> ChangeForm:
    people = [(one.name, one.home) for one in queries.own_page(mine).persons]
    return ChangeForm(access.event, people, _message(mine))


def _message(mine: Registration) -> str | None:
    asks = queries.terms_of(mine.entry.event).asks_message
    return mine.message if asks or mine.message else None


def _by(request: HttpRequest, mine: Registration) -> Author:
    return Author(account_of(request), mine.entry.name, device_of(request))


@open_to_all
@require_POST
def change(request: HttpRequest, secret: str) -> HttpResponse:
    """Correct who comes and what was said."""
    mine, access = _mine(request, secret)
    people = [(one.name, one.home) for one in queries.own_page(mine).persons]
    form = ChangeForm(access.event, people, _message(mine), request.POST)
    if form.is_valid():
        with Attempt(form):
            services.change_registration(
                registration=mine,
                people=form.people,
                by=_by(request, mine),
                submission=read_form_token(request.POST).submission,
                message=form.cleaned_data.get("message", ""),
            )
            return redirect("own_registration", secret)
    return _own(request, mine, access, secret, form)


@open_to_all
@require_POST
def withdraw(request: HttpRequest, secret: str) -> HttpResponse:
    """Withdraw; pressed twice it is the same."""
    mine, access = _mine(request, secret)
    with Attempt() as attempt:
        services.withdraw(
            registration=mine,
            by=_by(request, mine),
            submission=read_form_token(request.POST).submission,
        )
        return redirect("own_registration", secret)
    return _own(request, mine, access, secret, refused=attempt.sentence)


@open_to_all
@require_POST
def erase(request: HttpRequest, secret: str) -> HttpResponse:
    """Erase what was typed; whoever presses twice is told that there is nothing any more."""
    mine, access = _mine(request, secret)
    with Attempt() as attempt:
        services.erase_own(
            registration=mine,
            by=Author(account_of(request), "", device_of(request)),
            submission=read_form_token(request.POST).submission,
        )
        return redirect(access.address("register") + "?done=erased")
    return _own(request, mine, access, secret, refused=attempt.sentence)


# The code at the door.


@open_to_all
@require_safe
def arrive(request: HttpRequest, secret: str) -> HttpResponse:
    """Where the code leads: whoever may at the door lets in, everybody else sees his own page."""
    mine, access = _mine(request, secret)
    if Right.DOOR in access.may:
        return redirect("arrival", access.event.pk, mine.entry_id)
    return redirect("own_registration", secret)


@event_needs(Right.DOOR)
@require_safe
def arrival(request: HttpRequest, access: EventAccess, entry_id: int) -> HttpResponse:
    """One entry whose code was scanned or typed at the door, and the one button for it.

    Where nothing is left to be pressed the field for the next one has the focus.
    """
    entry = get_object_or_404(access.event.entries, pk=entry_id)
    [line] = entry_lines(access.event, [entry.pk])
    free = free_places(access.event)
    is_coming = entry.status in (Entry.REGISTERED, Entry.NO_SHOW)
    arrived = entry.changes.filter(kind="arrived").order_by("pk").last()
    context = {
        "line": line,
        "settings": access.settings,
        "free": free,
        "is_asked": is_coming or (entry.status == Entry.WAITING and free != 0),
        "arrived": arrived if entry.arrived_at else None,
        "longest": LONGEST_SCAN,
    }
    return access.page(request, "door", "events/registration/arrival.html", context)


# The desk: the terms, and who registered.


@event_needs(Right.SET_UP, seen_with=Right.LOOK)
@require_safe
def desk(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """On which terms people register, the address for them, and who did."""
    return _desk(request, access)


def _asked(request: HttpRequest) -> str:
    """Which page of the list somebody is on; a form on it has that in its address."""
    return request.GET.get("page", "")


def _back(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """To the page of the list on which the form stood."""
    asked = read_key(_asked(request))
    return redirect(access.address("registration") + (f"?page={asked}" if asked else ""))


def _desk(
    request: HttpRequest, access: EventAccess, form: TermsForm | None = None, *, refused: str = ""
) -> HttpResponse:
    event, terms = access.event, queries.terms_of(access.event)
    address = outside_address(request, access.address("register"))
    context = {
        "form": form or TermsForm(terms),
        "problems": form.all_problems() if form else [],
        "terms": terms,
        "closed": queries.closed_because(event, terms),
        "address": address,
        "code": code_for(address),
        "page": Paginator(queries.registrations(event), queries.PAGE).get_page(_asked(request)),
        "many": queries.MANY,
        "refused": refused,
    }
    wrong = refused or form
    return access.page(
        request, "registration", "events/registration/desk.html", context, wrong=wrong
    )


@event_needs(Right.SET_UP)
@require_POST
def set_terms(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Say on which terms people register."""
    form = TermsForm(queries.terms_of(access.event), request.POST)
    if form.is_valid():
        with Attempt(form):
            services.set_terms(
                event=access.event, wanted=form.wanted, **access.signed(request.POST)
            )
            return redirect(access.address("registration"))
    return _desk(request, access, form)


@event_needs(Right.DOOR)
@require_POST
def accept(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Give somebody who waits a place, out of turn or because each is looked at."""
    with Attempt() as attempt:
        move_up(entry=_of_key(request, access).entry, **access.signed(request.POST))
        return _back(request, access)
    return _desk(request, access, refused=attempt.sentence)


def _of_key(request: HttpRequest, access: EventAccess) -> Registration:
    """The registration at the event of which a form has the key."""
    here = Registration.objects.filter(entry__event=access.event).select_related("entry")
    found = here.filter(pk=read_key(request.POST.get("key")) or 0).first()
    if found is None:
        raise BadRequest("key")
    return found


@event_needs(Right.RUN)
@require_POST
def withdraw_network(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Withdraw all registrations that came from the network of one of them."""
    with Attempt() as attempt:
        services.withdraw_network(
            event=access.event,
            network=_of_key(request, access).network,
            reason=typed_reason(request.POST),
            **access.signed(request.POST),
        )
        return _back(request, access)
    return _desk(request, access, refused=attempt.sentence)
