"""The second factor of an account: asked for after the password, switched on and off."""

from __future__ import annotations

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import second_factor as factors
from accounts.events import Kind, note
from accounts.letting_in import say_held
from accounts.networks import network_of
from accounts.passkeys import (
    MOST,
    NoPasskey,
    add_passkey,
    asked_for_new,
    asked_for_one,
    take_passkey,
    why_not,
)
from accounts.passkeys import remove_passkey as remove
from accounts.saying import kept_what
from accounts.second_factor import PAPER, Waiting, WrongCode, second_factor_of, who_waits
from accounts.sign_ins import sign_out
from tournaments.common.access import keep_private, open_to_all, signed_in
from tournaments.common.actions import UNPROCESSABLE
from tournaments.common.asked_again import WRONG_CODE, asked_again, asked_to_look
from tournaments.common.codes import code_for
from tournaments.common.requests import read_key
from tournaments.site.factor_first import WANTED, is_asked_of
from tournaments.site.forms import AppForm, CodeForm, PasskeyForm
from tournaments.site.views.pages import greet, note_wrong

# Signing in: the code, after the password.


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """Asks whose password was right for a code; then he is signed in."""
    waiting = who_waits(request)
    if request.user.is_authenticated or waiting is None:
        return redirect("sign_in")
    response = _let_in(request, waiting)
    keep_private(response)
    return response


def _let_in(request: HttpRequest, waiting: Waiting) -> HttpResponse:
    user = waiting.user
    form = CodeForm(request, user)
    if form.is_valid():
        left = second_factor_of(user).codes_left
        what = kept_what("recovery code", count=left) if form.kind == PAPER else ""
        return _signed_in(request, waiting, what)
    if form.wrong is not None:
        note_wrong(request, Kind.WRONG_CODE, user, form.wrong)
    return _code_page(request, user, form)


def _code_page(
    request: HttpRequest, user: User, form: CodeForm, *, is_refused: bool = False
) -> HttpResponse:
    has_passkeys = bool(second_factor_of(user).passkeys) and not why_not(request)
    context = {
        "form": form,
        "asked_for": asked_for_one(user) if has_passkeys else "",
        "is_refused": is_refused,
    }
    status = UNPROCESSABLE if form.is_bound or is_refused else 200
    response = render(request, "site/sign_in_code.html", context, status=status)
    say_held(response, form.held)
    return response


def _signed_in(request: HttpRequest, waiting: Waiting, what: str) -> HttpResponse:
    factors.waits_no_more(request)
    login(request, waiting.user)
    response = redirect(waiting.leads)
    greet(request, response, waiting.user, what=what)
    return response


@open_to_all
@require_POST
def sign_in_passkey(request: HttpRequest) -> HttpResponse:
    """Sign in whoever shows a passkey after the password, in the place of a code."""
    waiting = who_waits(request)
    if request.user.is_authenticated or waiting is None:
        return redirect("sign_in")
    try:
        take_passkey(waiting.user, request.POST.get("said", ""))
    except NoPasskey:
        note(Kind.WRONG_CODE, account=waiting.user, network=network_of(request))
        response = _code_page(
            request, waiting.user, CodeForm(request, waiting.user, is_sent=False), is_refused=True
        )
    else:
        response = _signed_in(request, waiting, kept_what("passkey"))
    keep_private(response)
    return response


# The account's own pages.


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
@asked_to_look
def second_factor(request: HttpRequest) -> HttpResponse:
    """How to switch it on, with the first code of the app; what there is once it is on."""
    user = _user(request)
    second, is_asked = second_factor_of(user), is_asked_of(user)
    if second.app is not None:
        context: dict[str, object] = {"second": second, "is_asked": is_asked}
        return render(request, "account/second_factor.html", context)
    secret = factors.new_secret(request)
    form = AppForm(request.POST or None)
    if form.is_valid():
        try:
            factors.add_app(request, user, form.cleaned_data["code"])
        except WrongCode:
            form.add_error("code", WRONG_CODE)
        else:
            _end_others(request, Kind.FACTOR_ON)
            return redirect(f"{reverse('recovery_codes')}?done=on")
    address = factors.address_of(user, secret)
    context = {
        "form": form,
        "is_asked": is_asked,
        "address": address,
        "code": code_for(address),
        "groups": [secret[first : first + 4] for first in range(0, len(secret), 4)],
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "account/second_factor_on.html", context, status=status)


@signed_in
@require_POST
@asked_again
def switch_off(request: HttpRequest) -> HttpResponse:
    """Let the password alone be enough; pressed twice it is the same."""
    if factors.remove_all(_user(request)):
        _end_others(request, Kind.FACTOR_OFF)
    return redirect(f"{reverse('account')}?done=factor_off")


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
@asked_to_look
def passkeys(request: HttpRequest) -> HttpResponse:
    """Those of the account, and another one where the address allows it."""
    user = _user(request)
    second = second_factor_of(user)
    if second.app is None:
        return redirect("second_factor")
    reason, is_full = why_not(request), len(second.passkeys) >= MOST
    form = PasskeyForm(request.POST or None)
    if form.is_valid() and not reason:
        try:
            add_passkey(user, form.cleaned_data["name"], form.cleaned_data["said"])
        except NoPasskey:
            form.add_error(None, _("The browser made no passkey. Try it once more."))
        else:
            _note_passkey(request, Kind.FACTOR_ON)
            return redirect(f"{reverse('passkeys')}?done=added")
    context = {
        "form": form,
        "passkeys": second.passkeys,
        "reason": reason,
        "asked_for": "" if reason or is_full else asked_for_new(user),
        "is_full": is_full,
        "done": request.GET.get("done", ""),
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "account/passkeys.html", context, status=status)


def _note_passkey(request: HttpRequest, kind: Kind) -> None:
    what, network = kept_what("passkey"), network_of(request)
    note(kind, account=_user(request), what=what, network=network)


@signed_in
@require_POST
@asked_again
def remove_passkey(request: HttpRequest) -> HttpResponse:
    """Let one be worth nothing; pressed twice it is the same."""
    user = _user(request)
    key = read_key(request.POST.get("key"))
    if key is not None and remove(user, key):
        _note_passkey(request, Kind.FACTOR_OFF)
    return redirect(f"{reverse('passkeys')}?done=removed")


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
@asked_to_look
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """The codes on paper that are left; with a press others in their place."""
    user = _user(request)
    if second_factor_of(user).app is None:
        return redirect("account")
    if request.method == "POST":
        factors.new_codes_on_paper(user)
        note(Kind.RECOVERY_CODES, account=user, network=network_of(request))
        return redirect(f"{reverse('recovery_codes')}?done=new")
    done = request.GET.get("done", "")
    leads = request.session.get(WANTED, "") if done == "on" else ""
    context = {"codes": factors.codes_on_paper(user), "done": done, "leads": leads}
    return render(request, "account/recovery_codes.html", context)


def _end_others(request: HttpRequest, kind: Kind) -> None:
    """Sign out everywhere else, as what it is written down: others may be there unasked."""
    here = request.session.session_key or ""
    sign_out(kind, user=_user(request), keep=here, network=network_of(request))


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
