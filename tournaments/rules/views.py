"""The house rules of a club, for its directors; and house rules as a code, for everybody."""

from __future__ import annotations

from dataclasses import dataclass, field

import segno
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import RULESETS
from scoring.ruleset import Ruleset
from sheets.prices import prices
from tournaments.common.access import (
    ClubAccess,
    Guard,
    Rights,
    Signs,
    club_needs,
    clubs_of,
    open_to_all,
)
from tournaments.common.actions import UNPROCESSABLE, Attempt, new_form_token, read_form_token
from tournaments.common.requests import outside_address
from tournaments.common.rights import Right
from tournaments.common.rows import Joined
from tournaments.models import Author, HouseRules
from tournaments.rules.forms import BringInForm, NamedRulesForm, RulesNameForm
from tournaments.rules.queries import (
    SentRules,
    UnreadRules,
    history_of,
    put_away_of,
    read_rules,
    rules_of,
)
from tournaments.rules.services import (
    bring_back,
    make_usual,
    put_away,
    rename_rules,
    rewrite_rules,
    write_rules,
)


@dataclass(frozen=True)
class RulesAccess(Signs):
    """House rules of a club that somebody was let in to."""

    rules: HouseRules
    by: Author = field(default_factory=Author)
    may: Rights = frozenset()

    @property
    def ruleset(self) -> Ruleset:
        """The game that is played under them."""
        return RULESETS[self.rules.ruleset]

    @property
    def sent(self) -> SentRules:
        """As they travel."""
        return SentRules(self.rules.name, self.ruleset, self.rules.options)


RULES = Guard(
    kind="rules",
    key="rules_id",
    rows=Joined(HouseRules, "thing", "club"),
    access=RulesAccess,
    is_public=lambda rules: False,
    language=lambda rules: rules.club.language,
    is_known=lambda rules: rules.ruleset in RULESETS,
)

rules_needs = RULES.needs
"""Declares a view for those who have a right in the club; it gets a `RulesAccess`."""

# What a club has.


@club_needs(Right.SET_UP, seen_with=Right.LOOK)
@require_safe
def club_rules(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """The house rules to which the club has given a name, and those that are put away."""
    context = {
        "access": access,
        "sets": rules_of([access.club]),
        "put_away": put_away_of(access.club),
        "games": RULESETS.values(),
    }
    return render(request, "rules/club_rules.html", context)


@club_needs(Right.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def new_rules(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Type in house rules of a game and give them a name; perhaps beginning with some that came."""
    is_sent = request.method == "POST"
    asked = request.POST if is_sent else request.GET
    begin = _begun_with(asked.get("with", ""), asked.get("ruleset", ""))
    if begin is None:
        return redirect("club_rules", access.club.pk)
    data = request.POST if is_sent else None
    form = NamedRulesForm(begin.ruleset, begin.options, data, name=begin.name)
    if form.is_valid():
        with Attempt(form):
            made = write_rules(
                club=access.club,
                name=form.cleaned_data["name"],
                ruleset=begin.ruleset.key,
                options=form.options,
                **access.signed(request.POST),
            )
            return redirect("house_rules", made.pk)
    return _form_page(request, form, {"access": access, "club": access.club}, 0)


def _begun_with(code: str, key: str) -> SentRules | None:
    """The house rules of a code, or the usual ones of a game; None for neither."""
    if code:
        try:
            return read_rules(code)
        except UnreadRules:
            return None
    ruleset = RULESETS.get(key)
    return None if ruleset is None else SentRules("", ruleset, {})


def _form_page(
    request: HttpRequest, form: NamedRulesForm, more: dict[str, object], version: int
) -> HttpResponse:
    house = form.house
    context = {
        "form": form,
        "ruleset": form.ruleset,
        "prices": house and prices(form.ruleset, house),
        "form_token": read_form_token(request.POST) if form.is_bound else new_form_token(version),
        **more,
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "rules/rules_form.html", context, status=status)


@club_needs(Right.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def bring_rules_in(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Read house rules from a text; the form that follows shows them before anything is kept."""
    form = BringInForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and form.sent is not None:
        address = reverse("new_rules", args=[access.club.pk])
        return redirect(f"{address}?{urlencode({'with': form.sent.code})}")
    context = {"access": access, "form": form, "form_token": new_form_token(0)}
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "rules/bring_in.html", context, status=status)


# House rules with a name.


@rules_needs(Right.SET_UP, seen_with=Right.LOOK)
@require_safe
def house_rules(request: HttpRequest, access: RulesAccess) -> HttpResponse:
    """What is played under a name, every version of it, and how to take it along."""
    return _rules_page(request, access)


def _rules_page(
    request: HttpRequest,
    access: RulesAccess,
    refused: str = "",
    naming: RulesNameForm | None = None,
) -> HttpResponse:
    context = {
        "access": access,
        "rules": access.rules,
        "club": access.rules.club,
        "history": history_of(access.rules),
        **shown(request, access.sent),
        "form_token": new_form_token(access.rules.version),
        "refused": refused,
        "naming": naming or RulesNameForm(initial={"name": access.rules.name}, auto_id="q-%s"),
    }
    status = UNPROCESSABLE if refused or naming is not None else 200
    return render(request, "rules/house_rules_page.html", context, status=status)


def shown(request: HttpRequest, sent: SentRules) -> dict[str, object]:
    """What pages show of house rules: the chart, and the code with which they travel."""
    code = sent.code
    address = outside_address(request, f"{reverse('rules_as_code')}?{urlencode({'with': code})}")
    picture = segno.make(address, error="l")
    return {
        "ruleset": sent.ruleset,
        "prices": prices(sent.ruleset, sent.ruleset.defaults() | sent.options),
        "code": code,
        "address": address,
        "picture": picture.svg_inline(omitsize=True, border=2, svgclass="code", lineclass=None),
    }


@rules_needs(Right.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def change_rules(request: HttpRequest, access: RulesAccess) -> HttpResponse:
    """Write another version."""
    rules = access.rules
    data = request.POST if request.method == "POST" else None
    form = NamedRulesForm(access.ruleset, rules.options, data, has_name=True)
    if form.is_valid():
        with Attempt(form):
            seen = read_form_token(request.POST).seen_version
            rewrite_rules(
                rules=rules, options=form.options, seen_version=seen, **access.signed(request.POST)
            )
            return redirect("house_rules", rules.pk)
    return _form_page(
        request, form, {"access": access, "rules": rules, "club": rules.club}, rules.version
    )


@rules_needs(Right.SET_UP)
@require_POST
def rename(request: HttpRequest, access: RulesAccess) -> HttpResponse:
    """Give them another name."""
    form = RulesNameForm(request.POST, auto_id="q-%s")
    if form.is_valid():
        with Attempt(form):
            name = form.cleaned_data["name"]
            rename_rules(rules=access.rules, name=name, **access.signed(request.POST))
            return redirect("house_rules", access.rules.pk)
    return _rules_page(request, access, naming=form)


@rules_needs(Right.SET_UP)
@require_POST
def put_rules_away(request: HttpRequest, access: RulesAccess) -> HttpResponse:
    """Offer them to nobody any more."""
    put_away(rules=access.rules, **access.signed(request.POST))
    return redirect("house_rules", access.rules.pk)


@rules_needs(Right.SET_UP)
@require_POST
def bring_rules_back(request: HttpRequest, access: RulesAccess) -> HttpResponse:
    """Offer them again."""
    bring_back(rules=access.rules, **access.signed(request.POST))
    return redirect("house_rules", access.rules.pk)


@rules_needs(Right.SET_UP)
@require_POST
def usual_rules(request: HttpRequest, access: RulesAccess) -> HttpResponse:
    """Let the club's tables of this game begin with them, or no more."""
    is_usual = request.POST.get("is_usual") == "yes"
    with Attempt() as attempt:
        make_usual(rules=access.rules, is_usual=is_usual, **access.signed(request.POST))
        return redirect("house_rules", access.rules.pk)
    return _rules_page(request, access, attempt.sentence)


# House rules as a code: data alone, which opens no table by itself.


@open_to_all
@require_safe
def rules_as_code(request: HttpRequest) -> HttpResponse:
    """What a code of house rules holds, in words; from here a table can be opened with them."""
    try:
        sent = read_rules(request.GET.get("with", ""))
    except UnreadRules as problem:
        context = {"problem": str(problem)}
        return render(request, "rules/rules_code.html", context, status=UNPROCESSABLE)
    found = shown(request, sent) | {"name": sent.name, "clubs": clubs_of(request.user)}
    return render(request, "rules/rules_code.html", found)


@open_to_all
@require_safe
def rules_as_json(request: HttpRequest) -> HttpResponse:
    """The same for programs, with the refusal of what cannot be read."""
    try:
        sent = read_rules(request.GET.get("with", ""))
    except UnreadRules as problem:
        return JsonResponse({"error": {"message": str(problem)}}, status=UNPROCESSABLE)
    return JsonResponse(sent.as_json(), json_dumps_params={"ensure_ascii": False, "indent": 1})
