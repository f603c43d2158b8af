"""Asking for the password again before what cannot be undone or lets others in.

Whoever finds a browser open, or has taken its cookie along, does not know the password. A view
that is `asked_again` gets the form only from somebody who has signed in or typed it a short time
ago. Everybody else is asked first: the page that asks carries along all that was sent, unseen, and
sends it to the same address once more, so that it is done then, and once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters

from accounts.letting_in import LettingInForm, password_field, say_held
from accounts.models import SignInTry
from accounts.networks import network_of
from accounts.proofs import has_proved, note_proof
from accounts.second_factor import has_second_factor, take_code
from accounts.tries import count_factor, count_try, factor_browser, was_right
from tournaments.common.actions import UNPROCESSABLE
from tournaments.common.browsers import known_browser
from tournaments.common.requests import own_page, page_before

View = Callable[..., HttpResponseBase]

PROOF, BACK, LOOKS = "proof", "proof_back", "proof_to_look"
"""What the page that asks sends of its own: the password, where somebody came from, and whether it
stands before a page that is only looked at."""

CODE = re.compile(r"\s*\d{3}\s?\d{3}\s*|\s*\d{4}\s?\d{4}\s*", re.ASCII)
"""A code of an app or on paper; no password has digits alone."""

WRONG_CODE = _("This code is not right, or it was used already.")

UNSENT = frozenset({"csrfmiddlewaretoken", PROOF, BACK, LOOKS})
"""What belongs to no form, and is neither compared nor carried along."""


def check_proof(form: LettingInForm, request: HttpRequest, user: User, typed: str) -> None:
    """Take a password as proof; ValidationError where it is wrong or there were too many tries.

    Nobody guesses faster here than at the door.
    """
    browser = known_browser(request, user.username)
    tried = form.counted(
        count_try, name=user.username, network=network_of(request), browser=browser
    )
    if not user.check_password(typed):
        raise ValidationError(_("This is not your password."), code="wrong")
    was_right(tried, browser=browser)
    note_proof(request)


def check_code(form: LettingInForm, request: HttpRequest, user: User, typed: str) -> str:
    """Take a code of the second factor as proof, and say of which kind it is; else as above.

    It is counted beside passwords, so that whoever knows that guesses no more codes for it.
    """
    browser = known_browser(request, user.username)
    tried = form.counted(
        count_factor, name=user.username, network=network_of(request), browser=browser
    )
    kind = take_code(user, typed)
    if not kind:
        raise WrongCodeTyped(tried)
    was_right(tried, browser=factor_browser(browser))
    return kind


class WrongCodeTyped(ValidationError):
    """The code is none; `tried` is the try that was counted."""

    def __init__(self, tried: SignInTry) -> None:
        super().__init__(WRONG_CODE, code="wrong")
        self.tried = tried


class ProofForm(LettingInForm):
    """Asks for the password of whoever is signed in; a code of his second factor will do."""

    proof = password_field(_("Your password"), is_new=False)
    begins_with = PROOF

    def __init__(self, request: HttpRequest, user: User) -> None:
        super().__init__(request.POST if PROOF in request.POST else None)
        self.request, self.user = request, user
        self.takes_codes = has_second_factor(user)
        if self.takes_codes:
            self.fields[PROOF].label = _("Your password, or a code of the second factor")

    def clean_proof(self) -> str:
        """What proves it."""
        typed: str = self.cleaned_data[PROOF]
        if self.takes_codes and CODE.fullmatch(typed):
            check_code(self, self.request, self.user, typed)
            note_proof(self.request)
        else:
            check_proof(self, self.request, self.user, typed)
        return typed


def asked_again(view: View) -> View:
    """Declare a view that does something only for whoever has just proved who he is.

    It stands behind what guards the view: nobody is asked for what is not his.
    """
    return _asked(view, to_look=False)


def asked_to_look(view: View) -> View:
    """Declare the same of a view that shows what is secret, so that it is asked before as well."""
    return _asked(view, to_look=True)


def _asked(view: View, *, to_look: bool) -> View:
    @wraps(view)
    @sensitive_post_parameters()
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:  # noqa: ANN401
        is_sent = request.method == "POST"
        if not has_proved(request) and (is_sent or to_look):
            user = request.user
            assert isinstance(user, User)
            form = ProofForm(request, user)
            if not form.is_valid():
                return _ask(request, form)
        if is_sent and LOOKS in request.POST:
            return redirect(request.get_full_path())
        if is_sent and PROOF in request.POST:
            said = request.POST.copy()
            for name in (PROOF, BACK):
                said.pop(name, None)
            request.POST = said  # type: ignore[assignment]  # no view is shown the password
        return view(request, *args, **kwargs)

    return guarded


def _ask(request: HttpRequest, form: ProofForm) -> HttpResponse:
    """The page that asks, with everything that was sent."""
    came = request.POST.get(BACK)
    back = page_before(request)
    if came is not None:
        back = own_page(came, host=request.get_host(), request=request)
    looks = request.method != "POST" or LOOKS in request.POST
    context = {
        "form": form,
        "address": request.get_full_path(),
        "back": back,
        "looks": looks,
        "sent": [
            (name, value)
            for name, values in request.POST.lists()
            for value in values
            if name not in UNSENT
        ],
    }
    status = 200 if looks and not form.is_bound else UNPROCESSABLE
    response = render(request, "account/ask_again.html", context, status=status)
    say_held(response, form.held)
    if request.htmx:  # type: ignore[attr-defined]
        response.headers["HX-Retarget"] = "body"
        response.headers["HX-Reswap"] = "innerHTML show:top"
    return response
