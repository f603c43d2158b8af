"""A browser without JavaScript, straight into the program: every middleware, CSRF included."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.test import Client

from tournaments.play.pages import Form, Page, read_page

MOST_REDIRECTS = 5


class Lost(Exception):
    """A page is not there, has broken, or lacks the form that somebody would need."""


class Browser:
    """Somebody's browser; `requests` counts what it asked."""

    def __init__(self) -> None:
        hosts = [host for host in settings.ALLOWED_HOSTS if "*" not in host]
        host = hosts[0].lstrip(".") if hosts else "localhost"
        self.client = Client(enforce_csrf_checks=True, SERVER_NAME=host)
        self.is_secure = bool(settings.SECURE_SSL_REDIRECT)
        self.requests = 0

    def get(self, address: str) -> Page:
        """Open a page; raises Lost where there is none."""
        page = self.look(address)
        if page.status != 200:
            raise Lost(f"{address} answers {page.status}.")
        return page

    def look(self, address: str) -> Page:
        """Open a page, whatever comes."""
        self.requests += 1
        response = self.client.get(address, secure=self.is_secure)
        hops = 0
        while response.status_code in (301, 302) and hops < MOST_REDIRECTS:
            address, hops = response["Location"], hops + 1
            self.requests += 1
            response = self.client.get(address, secure=self.is_secure)
        return self._page(address, response)

    def sends(self, form: Form, button: tuple[str, str] | None = None, **answers: object) -> Page:
        """Fill a form in, press its button, and see what comes; Lost where the program breaks."""
        sent = form.filled(answers)
        if button is not None:
            sent[button[0]] = [button[1]]
        return self.posts(form.action, sent)

    def posts(self, address: str, sent: Mapping[str, list[str]]) -> Page:
        """Send what was filled in: the answer's own status, or the page that it leads to."""
        self.requests += 1
        headers = {"HTTP_REFERER": f"https://{self.client.defaults['SERVER_NAME']}/"}
        response = self.client.post(address, sent, secure=self.is_secure, **headers)  # type: ignore[arg-type]
        if response.status_code in (301, 302, 303):
            return self.get(response["Location"])
        page = self._page(address, response)
        if page.status not in (200, 409, 422):
            raise Lost(f"{address} answers {page.status} to a form. {page.refusal}")
        return page

    def form(self, address: str, action: str) -> Form:
        """The form of a page that is sent to an address; raises Lost where it has none."""
        form = self.get(address).form_to(action)
        if form is None:
            raise Lost(f"{address} has no form for {action}.")
        return form

    @staticmethod
    def _page(address: str, response: object) -> Page:
        content = getattr(response, "content", b"").decode(errors="replace")
        status = int(getattr(response, "status_code", 0))
        return read_page(address, status, content)
