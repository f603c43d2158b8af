"""Signing in and out: Django's own, in our look."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpResponse

from tournaments.access import open_to_all
from tournaments.forms.events.sign_in import SignInForm
from tournaments.queries.events.sheet_codes import is_sheet_code
from tournaments.services.accounts import nobody_has_an_account
from tournaments.views.openings import TOO_MANY_REQUESTS
from tournaments.views.pages import UNPROCESSABLE


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

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """The form again, as everywhere when something is wrong with it."""
        response: HttpResponse = super().form_invalid(form)
        response.status_code = UNPROCESSABLE
        return response


def say_held(response: HttpResponse, seconds: int) -> None:
    """Say when the next try is looked at, if that is not now."""
    if seconds:
        response.status_code = TOO_MANY_REQUESTS
        response.headers["Retry-After"] = str(seconds)


sign_in = open_to_all(SignIn.as_view())
sign_out = open_to_all(LogoutView.as_view())
