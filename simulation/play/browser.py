"""A browser without JavaScript, straight into the program: every middleware, CSRF included.

It reads English, whatever the language of the site is.
"""

from __future__ import annotations

from functools import cached_property
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from simulation.play.pages import Form, Page

MOST_REDIRECTS = 5
FORM_TYPE = "application/x-www-form-urlencoded"
REDIRECTS = (301, 302, 303)
SAVED = "?saved="
"""What a page's address has behind it where the page also says that something was saved."""


class Lost(Exception):
    """A page is not there, has broken, or lacks the form that somebody would need."""


class Ahead(Page):
    """The page to which an answer leads; it is opened when somebody reads it."""

    def __init__(self, browser: Browser, address: str) -> None:
        super().__init__(address, 200)
        self.browser = browser

    @cached_property
    def text(self) -> str:
        """The page as it is sent now; raises Lost where there is none."""
        return self.browser.get(self.address).text


class Browser:
    """Somebody's browser; `requests` counts what it asked.

    Where it `looks_back`, it opens each page to which an answer leads, as people's browsers do;
    else only those that are read.
    """

    def __init__(self, *, looks_back: bool = True) -> None:
        hosts = [host for host in settings.ALLOWED_HOSTS if "*" not in host]
        host = hosts[0].lstrip(".") if hosts else "localhost"
        self.client = Client(
            enforce_csrf_checks=True, SERVER_NAME=host, headers={"Accept-Language": "en"}
        )
        self.is_secure = bool(settings.SECURE_SSL_REDIRECT)
        self.looks_back = looks_back
        self.requests = 0
        self.shown: Page | None = None

    @classmethod
    def of(cls, user: User, *, looks_back: bool = True) -> Browser:
        """The browser of somebody who signed in some days ago."""
        browser = cls(looks_back=looks_back)
        browser.client.force_login(user)
        return browser

    def get(self, address: str) -> Page:
        """Open a page; raises Lost where there is none."""
        page = self.look(address)
        if page.status != 200:
            raise Lost(f"{address} answers {page.status}.")
        return page

    def still(self, address: str) -> Page:
        """A page as the browser shows it, opened where it shows another."""
        shown = self.shown
        if shown is None or shown.status != 200 or shown.address.split(SAVED)[0] != address:
            return self.get(address)
        return shown

    def look(self, address: str) -> Page:
        """Open a page, whatever comes."""
        self.requests += 1
        response = self.client.get(address, secure=self.is_secure)
        hops = 0
        while response.status_code in REDIRECTS and hops < MOST_REDIRECTS:
            address, hops = response["Location"], hops + 1
            self.requests += 1
            response = self.client.get(address, secure=self.is_secure)
        return self._shows(address, response)

    def sends(
        self, form: Form, button: tuple[str, str] | None = None, /, **answers: object
    ) -> Page:
        """Fill a form in, press its button, and see what comes; Lost where the program breaks.

        It has the answer's own status, or is the page that the answer leads to.
        """
        address, sent = form.action, form.filled(answers)
        if button is not None:
            sent[button[0]] = [button[1]]
        self.requests += 1
        headers = {"referer": f"https://{self.client.defaults['SERVER_NAME']}/"}
        response = self.client.post(
            address, urlencode(sent, doseq=True), FORM_TYPE, secure=self.is_secure, headers=headers
        )
        if response.status_code in REDIRECTS:
            where = response["Location"].split("#")[0]
            if self.looks_back:
                return self.get(where)
            self.shown = Ahead(self, where)
            return self.shown
        page = self._shows(address, response)
        if page.status not in (200, 409, 422):
            raise Lost(f"{address} answers {page.status} to a form. {page.refusal}")
        return page

    def must(self, what: str, form: Form, /, **answers: object) -> Page:
        """Fill in a form that is to be taken; raises Lost, with what cannot be and why, else."""
        page = self.sends(form, **answers)
        if page.status != 200:
            raise Lost(f"{what}: {page.refusal}")
        return page

    def form(self, address: str, action: str) -> Form:
        """The form of a page that is sent to an address; raises Lost where it has none."""
        form = self.get(address).form_to(action)
        if form is None:
            raise Lost(f"{address} has no form for {action}.")
        return form

    def _shows(self, address: str, response: object) -> Page:
        content = getattr(response, "content", b"").decode(errors="replace")
        status = int(getattr(response, "status_code", 0))
        self.shown = Page(address, status, content)
        return self.shown


def signed_in(name: str, password: str) -> Browser:
    """A browser in which somebody has signed in through the page; raises Lost where refused."""
    browser, address = Browser(), reverse("sign_in")
    page = browser.get(address)
    form = next((form for form in page.forms if "password" in form.fields), None)
    if form is None:
        raise Lost("There is no form to sign in.")
    form.action = form.action or address
    answer = browser.sends(form, username=name, password=password)
    if answer.status != 200 or any("password" in form.fields for form in answer.forms):
        raise Lost(f"{name} cannot sign in: {answer.refusal}")
    return browser
