"""Signing in and out: Django's own, in our look."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse

from accounts.events import Kind, note
from accounts.letting_in import say_held
from accounts.networks import network_of
from accounts.tries import wait_after
from tournaments.common.access import open_to_all
from tournaments.common.remembered import account_of
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.results.queries.sheet_codes import is_sheet_code
from tournaments.site.forms import SignInForm
from tournaments.site.known_browsers import know_browser
from tournaments.site.services import nobody_has_an_account


class SignIn(LoginView):
    """Asks for name and password; whoever has signed in already goes on."""

    form_class = SignInForm
    template_name = "events/sign_in.html"
    redirect_authenticated_user = True

    def get_context_data(self, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - as Django has it
        """Whether there is anybody who could, and whether the code of a score sheet led here."""
        context: dict[str, Any] = super().get_context_data(**more)
        asked = parse_qs(urlsplit(self.get_redirect_url()).query).get("table", [""])[0]
        return context | {
            "nobody_yet": nobody_has_an_account(),
            "is_of_a_sheet": is_sheet_code(asked),
        }

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Whoever signs in goes on, and is no stranger in this browser any more."""
        response: HttpResponse = super().form_valid(form)
        greet(self.request, response, form.get_user())
        return response

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """The form again, as everywhere when something is wrong with it."""
        assert isinstance(form, SignInForm)
        note_refusal(self.request, form)
        response: HttpResponse = super().form_invalid(form)
        response.status_code = UNPROCESSABLE
        say_held(response, form.held)
        return response


class SignOut(LogoutView):
    """Signs out, and writes down who it was."""

    def post(self, request: HttpRequest, *args: object, **more: object) -> HttpResponse:
        """Sign out with a press of a button."""
        user = account_of(request)
        response: HttpResponse = super().post(request, *args, **more)
        if user is not None:
            note(Kind.SIGN_OUT, account=user, network=network_of(request))
        return response


def greet(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Know the browser of whoever has signed in, and write it down."""
    know_browser(request, response, user)
    note(Kind.SIGN_IN, account=user, network=network_of(request))


def note_refusal(request: HttpRequest, form: SignInForm) -> None:
    """Write down that a password was wrong, and that the next try has to wait.

    What was typed as a name that nobody has is not kept: it might be a password.
    """
    if form.tried is None:
        return
    user = User.objects.filter(username=form.cleaned_data["username"]).first()
    whose = "" if user else "a name that nobody has here"
    note(Kind.REFUSED, account=user, what=whose, network=network_of(request))
    seconds = wait_after(form.tried)
    if seconds:
        what = f"the next try in {seconds} seconds"
        note(Kind.HELD, account=user, what=what, network=network_of(request))


sign_in = open_to_all(SignIn.as_view())
sign_out = open_to_all(SignOut.as_view())
