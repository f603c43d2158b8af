"""Pages that belong to no room: home, words, rules, signing in, an account and its clubs."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.contrib.auth import login, logout
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView
from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language

from accounts import sign_ins
from accounts.addresses import address_of
from accounts.digests import network_digest
from accounts.events import Kind, note
from accounts.letters import are_sent
from accounts.letting_in import say_held
from accounts.models import SignInTry
from accounts.networks import network_of
from accounts.saying import kept_what
from accounts.second_factor import has_second_factor, second_factor_of, wait_for_code
from accounts.sign_ins import ended_sign_ins, open_sign_ins, sign_in_of, was_told
from accounts.tries import wait_after
from glossary import GROUPS
from scoring import RULESETS
from sheets.prices import prices
from sheets.words import spoken
from tournaments.common.access import (
    ClubAccess,
    club_needs,
    clubs_with,
    keep_private,
    open_to_all,
    searched,
    signed_in,
)
from tournaments.common.actions import UNPROCESSABLE
from tournaments.common.browsers import know_browser
from tournaments.common.names import from_a_to_z
from tournaments.common.requests import account_of, keep_links, links_known, read_key, who_uses
from tournaments.common.rights import Right, first_page
from tournaments.events.results.queries.sheet_codes import is_sheet_code
from tournaments.models import Language, TableLink, hash_secret
from tournaments.people.queries import claims_in, claims_of
from tournaments.records.queries.club_page import public_clubs
from tournaments.series.queries.ranking import club_series, published_series
from tournaments.site.forms import FirstForm, PasswordForm, SignInForm, SitesForm
from tournaments.site.queries import (
    club_events,
    events_for_home,
    events_of_helper,
    is_something,
    own_tables,
    public_evenings,
    public_events,
    security_events,
    waiting_requests,
)
from tournaments.site.retention import cookies, retention
from tournaments.site.services import (
    NotTheFirst,
    change_language,
    change_sites,
    make_first_director,
    nobody_has_an_account,
    shorten_names,
)
from tournaments.tables.queries import grouped_games

# Signing in and out: Django's own, in our look.


class SignIn(LoginView):
    """Asks for name and password; whoever has signed in already goes on."""

    form_class = SignInForm
    template_name = "site/sign_in.html"
    redirect_authenticated_user = True

    def get_context_data(self, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - as Django has it
        """Whether there is anybody who could, and whether the code of a score sheet led here."""
        context: dict[str, Any] = super().get_context_data(**more)
        asked = parse_qs(urlsplit(self.get_redirect_url()).query).get("table", [""])[0]
        return context | {
            "nobody_yet": nobody_has_an_account(),
            "is_of_a_sheet": is_sheet_code(asked),
            "has_mail": are_sent(),
        }

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Whoever signs in goes on, and is no stranger in this browser any more.

        Where there is a second factor he is asked for it first.
        """
        user = form.get_user()
        if has_second_factor(user):
            wait_for_code(self.request, user, self.get_success_url())
            return redirect("sign_in_code")
        response: HttpResponse = super().form_valid(form)
        greet(self.request, response, user)
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


def greet(request: HttpRequest, response: HttpResponse, user: User, *, what: str = "") -> None:
    """Know the browser of whoever has signed in, and write it down."""
    know_browser(request, response, user)
    note(Kind.SIGN_IN, account=user, what=what, network=network_of(request))


def note_refusal(request: HttpRequest, form: SignInForm) -> None:
    """Write down that a password was wrong, and that the next try has to wait.

    What was typed as a name that nobody has is not kept: it might be a password.
    """
    if form.tried is None:
        return
    user = User.objects.filter(username=form.cleaned_data["username"]).first()
    note_wrong(request, Kind.REFUSED, user, form.tried)


def note_wrong(request: HttpRequest, kind: Kind, user: User | None, tried: SignInTry) -> None:
    """Write down what was wrong, and that the next try has to wait."""
    whose = "" if user else kept_what("unknown name")
    note(kind, account=user, what=whose, network=network_of(request))
    seconds = wait_after(tried)
    if seconds:
        what = kept_what("wait", seconds=seconds)
        note(Kind.HELD, account=user, what=what, network=network_of(request))


sign_in = open_to_all(SignIn.as_view())
sign_out = open_to_all(SignOut.as_view())


# The way into an empty installation: the first account and its club.

GONE = 410


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password", "again", "code")
def first_account(request: HttpRequest) -> HttpResponse:
    """Asked for while nobody has an account; then it says that it is over."""
    if request.user.is_authenticated:
        return redirect("clubs")
    if not nobody_has_an_account():
        return _over(request)
    form = FirstForm(request, request.POST or None)
    if not form.is_valid():
        can_be_made = not form.asks_for_code or bool(settings.SHEEPFOLD_FIRST_CODE)
        context = {"form": form, "can_be_made": can_be_made}
        status = UNPROCESSABLE if form.is_bound else 200
        response = render(request, "site/first.html", context, status=status)
        say_held(response, form.held)
        keep_private(response)
        return response
    typed = form.cleaned_data
    try:
        user, club = make_first_director(
            club_name=typed["club"],
            name=typed["username"],
            password=typed["password"],
            is_public=typed["is_public"],
        )
    except NotTheFirst:
        return _over(request)
    login(request, user)
    welcome = redirect("club", club.pk)
    greet(request, welcome, user)
    return welcome


def _over(request: HttpRequest) -> HttpResponse:
    response = render(request, "site/first_over.html", status=GONE)
    keep_private(response)
    return response


# The page on which directors see who signed in to what is theirs.

PAGE = 50


@signed_in
@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Who signed in or tried to, and what cannot be undone, in one's clubs; newest first."""
    page = Paginator(security_events(_user(request)), PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "here": network_digest(network_of(request))}
    return render(request, "site/security.html", context)


MOST_EARLIER = 20
OTHERS, ALL = "others", "all"


@signed_in
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Where one is signed in, and what one can do about it."""
    user, this = _user(request), sign_in_of(request)
    listed = sorted(open_sign_ins(user), key=lambda each: each.pk != this)
    context = {
        "sign_ins": listed,
        "this": this,
        "network": network_digest(network_of(request)),
        "has_others": any(each.pk != this for each in listed),
        "earlier": ended_sign_ins(user)[:MOST_EARLIER],
        "second": second_factor_of(user),
        "mail": address_of(user) if are_sent() else None,
        "is_nobody": not is_something(user),
        "done": request.GET.get("done", ""),
    }
    was_told(request)
    return render(request, "account/account.html", context)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def password(request: HttpRequest) -> HttpResponse:
    """Another password, asked for together with the one of now."""
    user = _user(request)
    form = PasswordForm(request, user)
    if form.is_valid():
        sign_ins.change_password(request, user=user, password=form.cleaned_data["new"])
        response = _done("password")
        know_browser(request, response, user)
        return response
    status = UNPROCESSABLE if form.is_bound else 200
    response = render(request, "account/password.html", {"form": form}, status=status)
    say_held(response, form.held)
    return response


@signed_in
@require_POST
def end_sign_ins(request: HttpRequest) -> HttpResponse:
    """Sign out in one browser, everywhere else, or everywhere.

    Whatever is pressed twice ends what is there to end, so that its form needs no number.
    """
    user, network = _user(request), network_of(request)
    which = request.POST.get("which", "")
    if which == ALL:
        sign_ins.sign_out(Kind.SIGN_OUT_ALL, user=user, network=network)
        logout(request)
        return redirect("sign_in")
    if which == OTHERS:
        here = request.session.session_key or ""
        sign_ins.sign_out(Kind.SIGN_OUT_OTHERS, user=user, keep=here, network=network)
        return _done("others")
    key = read_key(which)
    is_ended = key is not None and sign_ins.sign_out_one(user=user, key=key, network=network)
    return _done("one" if is_ended else "none")


def _done(what: str) -> HttpResponse:
    return redirect(f"{reverse('account')}?done={what}")


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


# The words of the family on one page.


@searched
@require_safe
def words(request: HttpRequest) -> HttpResponse:
    """What people say at the table, by groups."""
    return render(request, "site/words.html", {"groups": GROUPS})


# The games and their rules.


@searched
@require_safe
def rulesets(request: HttpRequest) -> HttpResponse:
    """All games, as people ask for them."""
    return render(request, "site/rulesets.html", {"groups": grouped_games()})


@searched
@require_safe
def ruleset(request: HttpRequest, key: str) -> HttpResponse:
    """One game: its house rules, what is entered, its sources, and how well each figure stands."""
    found = RULESETS.get(key)
    if found is None:
        raise Http404
    options = [(option, option.said(option.default, spoken)) for option in found.options]
    context = {"ruleset": found, "options": options, "prices": prices(found, found.defaults())}
    return render(request, "site/ruleset.html", context)


# The clubs that somebody directs, their events, and the events that everybody may see.


@signed_in
@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """The clubs in which one is something, and events at which; from a single one straight on."""
    mine = from_a_to_z(clubs_with(request.user, Right.BE_IN))
    helping = events_of_helper(request.user)
    asked = waiting_requests().count() if _user(request).is_superuser else 0
    if len(mine) == 1 and not (helping or asked):
        return redirect("club", mine[0].pk)
    if len(helping) == 1 and not mine:
        return redirect(helping[0].address)
    is_player = claims_of(_user(request)).exists()
    if is_player and not (mine or helping or asked):
        return redirect("me")
    context = {
        "clubs": mine,
        "helping": helping,
        "is_player": is_player,
        "asked": asked,
        "founding": settings.SHEEPFOLD_CLUBS,
    }
    return render(request, "site/clubs.html", context)


@club_needs(Right.BE_IN)
@require_safe
def club(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """The events of a club: what runs, what comes, what is over; and its series."""
    return _club_page(request, access, SitesForm(access.club))


def _club_page(request: HttpRequest, access: ClubAccess, form: SitesForm) -> HttpResponse:
    has_others = clubs_with(request.user, Right.BE_IN).exclude(pk=access.club.pk).exists()
    context = {
        "access": access,
        "events": club_events(access.club),
        "series": club_series(access.club),
        "has_others": has_others,
        "event_page": first_page(access.may),
        "series_page": "series_desk" if access.is_director else "series",
    }
    context["months"] = INITIALS_AFTER
    if Right.PEOPLE in access.may:
        context["claims"] = claims_in(access.club.pk).count()
    context["form"] = form
    context["has_letters"] = are_sent() and Right.CLUB in access.may
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "site/club.html", context, status=status)


@club_needs(Right.CLUB)
@require_POST
def club_language(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Change what language the club speaks; what is pressed twice changes nothing."""
    language = request.POST.get("language", "")
    if language not in Language.values:
        raise BadRequest(language)
    change_language(access.club, language, by=access.by)
    return redirect("club", access.club.pk)


INITIALS_AFTER = (6, 12, 24, 36, 60, 120)
"""After so many months names in old events can be shortened."""


@club_needs(Right.CLUB)
@require_POST
def club_names(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Let everybody read initials in what is older than so many months, or never."""
    typed = request.POST.get("initials_after", "")
    if typed not in ("", *map(str, INITIALS_AFTER)):
        raise BadRequest(typed)
    shorten_names(access.club, int(typed) if typed else None, by=access.by)
    return redirect("club", access.club.pk)


@club_needs(Right.CLUB)
@require_POST
def club_sites(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Let the pages of these sites show the club's standings; twice is the same."""
    form = SitesForm(access.club, request.POST)
    if not form.is_valid():
        return _club_page(request, access, form)
    change_sites(access.club, form.cleaned_data["sites"], by=access.by)
    return redirect(f"{reverse('club', args=[access.club.pk])}#sites")


@open_to_all
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """The published events and series of public clubs."""
    context = {"events": public_events(), "series": published_series()}
    return render(request, "site/events.html", context)


@open_to_all
@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept of people, why and how long, the cookies, and whom to ask."""
    contact = settings.SHEEPFOLD_CONTACT
    is_mail = "@" in contact and "/" not in contact
    context = {
        "operator": settings.SHEEPFOLD_OPERATOR,
        "contact": contact,
        "contact_link": f"mailto:{contact}" if is_mail else contact if "://" in contact else "",
        "kept": retention(),
        "cookies": cookies(),
    }
    return render(request, "site/privacy.html", context)


SEARCHED = (("home", "$"), ("rulesets", ""), ("words", ""), ("choose_game", "$"), ("counter", "$"))
"""Pages without people, by name, and whether those below belong to them."""


@searched
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, a way to open a table, events to come to, and evenings to watch."""
    evenings, events, clubs = public_evenings(), events_for_home(), public_clubs()
    own = own_tables(links_known(request))
    context = {
        "own_tables": own,
        "who": who_uses(request),
        "evenings": evenings,
        "events": events,
        "clubs": clubs,
        "is_empty": not (evenings or events or clubs) and nobody_has_an_account(),
        "founding": settings.SHEEPFOLD_CLUBS,
    }
    response = render(request, "site/home.html", context)
    if own:
        keep_private(response)
    return response


@open_to_all
@require_POST
def forget_tables(request: HttpRequest) -> HttpResponse:
    """Let this device forget one of its tables, or all; what is pressed twice changes nothing."""
    key = read_key(request.POST.get("which"))
    known = links_known(request)
    own = TableLink.objects.filter(table=key, secret_hash__in=[hash_secret(one) for one in known])
    gone = set(own.values_list("secret_hash", flat=True))
    response = redirect("home")
    keep_links(
        response, [] if key is None else [one for one in known if hash_secret(one) not in gone]
    )
    return response


@open_to_all
@csrf_exempt  # every page has it, and whoever is tricked into it presses once more
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Keep on this device in which language it is read, and go back to the page."""
    return set_language(request)


@searched
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines may keep: what this is and the rules, and no page with people on it."""
    allowed = [f"{reverse(name)}{end}" for name, end in SEARCHED]
    lines = ["User-agent: *", "Disallow: /", *(f"Allow: {address}" for address in allowed)]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
