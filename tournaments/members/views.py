"""The pages of those who run a club, or help at an event, and the page on which one joins them."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.core.exceptions import BadRequest
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.letters import are_sent
from tournaments.common.access import ClubAccess, club_needs, keep_private, open_to_all
from tournaments.common.actions import UNPROCESSABLE, Attempt, new_form_token
from tournaments.common.asked_again import asked_again
from tournaments.common.codes import code_for
from tournaments.common.fields import MailForm
from tournaments.common.requests import account_of, outside_address, read_key, speak_as
from tournaments.common.rights import FOR_ONE_EVENT, RIGHTS, SAYS, Right, first_page, rights_of
from tournaments.events.access import EventAccess, event_needs
from tournaments.members import services
from tournaments.members.forms import JoinForm
from tournaments.members.queries import (
    helpers_of,
    invitation_of,
    is_in,
    members_of,
    open_in,
    open_invitations,
)
from tournaments.models import Invitation, Membership, Role
from tournaments.site.views.pages import greet

# Those who run a club.


@club_needs(Right.BE_IN)
@require_safe
def members(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Who runs the club, for all of them; its owners decide there who does."""
    return _members(request, access)


def _members(request: HttpRequest, access: ClubAccess, wrong: str = "") -> HttpResponse:
    context = {
        "access": access,
        "members": members_of(access.club),
        "is_owner": Right.CLUB in access.may,
        "invitations": open_invitations(access.club),
        "roles": [(role, SAYS[role]) for role in Role],
        "table": [(right, [role for role in Role if right in RIGHTS[role]]) for right in Right],
        "form_token": new_form_token(0),
        "wrong": wrong,
    }
    status = UNPROCESSABLE if wrong else 200
    return render(request, "members/members.html", context, status=status)


@club_needs(Right.CLUB)
@require_POST
@asked_again
def invite(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Make an invitation and show its link, this once."""
    role = _role(request, Role)
    with Attempt() as attempt:
        made, secret = services.invite(access.club, role, **access.signed(request.POST))
    if attempt.refused:
        return _members(request, access, attempt.sentence)
    if not open_invitations(access.club).filter(pk=made.pk).exists():
        return _to_members(access)
    return _invited(request, made, secret)


def _invited(
    request: HttpRequest,
    made: Invitation,
    secret: str,
    form: MailForm | None = None,
    *,
    sent_to: str = "",
) -> HttpResponse:
    address = _link(request, secret)
    context = {
        "form": (form or MailForm()) if are_sent() else None,
        "sent_to": sent_to,
        "made": made,
        "says": SAYS[Role(made.role)],
        "address": address,
        "code": code_for(address),
    }
    status = UNPROCESSABLE if form is not None and form.errors else 200
    return render(request, "members/invited.html", context, status=status)


def _link(request: HttpRequest, secret: str) -> str:
    return outside_address(request, reverse("join", args=[secret]))


@club_needs(Right.CLUB)
@require_POST
@asked_again
def mail_invitation(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Mail the link of an invitation that waits; pressed twice one letter goes out."""
    return _mailed(request, open_invitations(access.club))


def _mailed(request: HttpRequest, waiting: QuerySet[Invitation]) -> HttpResponse:
    key = _key(request)
    if not are_sent():
        raise Http404
    made = get_object_or_404(waiting.select_related("club", "event"), pk=key)
    form = MailForm(request.POST)
    to = form.cleaned_data["mail"] if form.is_valid() else ""
    secret, is_written = services.secret_of(made), False
    if to:
        is_written = services.mail_invitation(made, to=to, address=_link(request, secret))
        if not is_written:
            form.say_many()
    return _invited(request, made, secret, form, sent_to=to if is_written else "")


@club_needs(Right.CLUB)
@require_POST
def withdraw(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Let an invitation be worth nothing; pressed twice it is the same."""
    services.withdraw(access.club, _key(request), by=access.by)
    return _to_members(access)


@club_needs(Right.CLUB)
@require_POST
@asked_again
def change_role(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Let a member be something else; pressed twice it is the same."""
    with Attempt() as attempt:
        services.change_role(access.club, _key(request), _role(request, Role), by=access.by)
    return _members(request, access, attempt.sentence) if attempt.refused else _to_members(access)


@club_needs(Right.BE_IN)
@require_POST
@asked_again
def end_membership(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Take a member out of the club, by an owner, or leave it oneself; twice is the same."""
    key = _key(request)
    is_own = Membership.objects.filter(pk=key, club=access.club, user=access.by.user).exists()
    if not (is_own or Right.CLUB in access.may):
        raise Http404
    with Attempt() as attempt:
        services.end_membership(access.club, key, by=access.by)
    if attempt.refused:
        return _members(request, access, attempt.sentence)
    return redirect("clubs") if is_own else _to_members(access)


def _to_members(access: ClubAccess) -> HttpResponse:
    return redirect("members", access.club.pk)


def _role(request: HttpRequest, offered: Iterable[Role]) -> Role:
    role = request.POST.get("role", "")
    if role not in set(offered):
        raise BadRequest(role)
    return Role(role)


def _key(request: HttpRequest) -> int:
    key = read_key(request.POST.get("key"))
    if key is None:
        raise BadRequest("key")
    return key


# Those who help at one event.


@event_needs(Right.HELPERS, seen_with=Right.LOOK)
@require_safe
def helpers(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Who helps at the event and is nothing else in the club, and asking others to."""
    return _helpers(request, access)


def _helpers(request: HttpRequest, access: EventAccess, wrong: str = "") -> HttpResponse:
    context = {
        "helpers": helpers_of(access.event),
        "invitations": open_invitations(access.event.club, access.event),
        "roles": [(role, SAYS[role]) for role in FOR_ONE_EVENT],
        "wrong": wrong,
        "form_token": new_form_token(0),
    }
    return access.page(request, "helpers", "members/helpers.html", context, wrong=wrong)


@event_needs(Right.HELPERS)
@require_POST
@asked_again
def invite_helper(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Make an invitation to help at the event, and show its link, this once."""
    role, event = _role(request, FOR_ONE_EVENT), access.event
    with Attempt() as attempt:
        made, secret = services.invite(event.club, role, event=event, **access.signed(request.POST))
    if attempt.refused:
        return _helpers(request, access, attempt.sentence)
    if not open_invitations(event.club, event).filter(pk=made.pk).exists():
        return redirect(access.address("helpers"))
    return _invited(request, made, secret)


@event_needs(Right.HELPERS)
@require_POST
@asked_again
def mail_helper(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Mail the link of an invitation to help; pressed twice one letter goes out."""
    return _mailed(request, open_invitations(access.event.club, access.event))


@event_needs(Right.HELPERS)
@require_POST
def withdraw_helper(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Let an invitation to help be worth nothing; pressed twice it is the same."""
    event = access.event
    services.withdraw(event.club, _key(request), event=event, by=access.by)
    return redirect(access.address("helpers"))


@event_needs(Right.HELPERS)
@require_POST
@asked_again
def end_helping(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Let somebody help at the event no more; pressed twice it is the same."""
    services.end_helping(access.event, _key(request), by=access.by)
    return redirect(access.address("helpers"))


# Joining them.


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password", "again")
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """What somebody is asked to be in which club: he says yes, with an account or a new one."""
    invitation = invitation_of(secret)
    if invitation is None:
        raise Http404
    speak_as(request, invitation.club.language)
    user = account_of(request)
    try:
        response = _joined(request, invitation, user)
    except services.InvitationOver:
        response = _over(request, invitation, user)
    keep_private(response)
    return response


def _joined(request: HttpRequest, invitation: Invitation, user: User | None) -> HttpResponse:
    if not open_in(invitation.club).filter(pk=invitation.pk).exists():
        raise services.InvitationOver
    role = Role(invitation.role)
    context: dict[str, object] = {
        "invitation": invitation,
        "says": SAYS[role],
        "there": _there(invitation),
    }
    if user is not None:
        nothing_new = is_in(invitation, user)
        if nothing_new or request.method != "POST":
            return render(request, "members/join.html", context | {"is_in": nothing_new})
        services.join(invitation, user)
        return redirect(_there(invitation))
    form = JoinForm(invitation.club, request.POST or None)
    if form.is_valid():
        typed = form.cleaned_data
        with Attempt(form):
            made = services.join_anew(
                invitation, name=typed["username"], password=typed["password"]
            )
            login(request, made)
            welcome = redirect(_there(invitation))
            greet(request, welcome, made)
            return welcome
    context |= {"form": form}
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "members/join.html", context, status=status)


def _there(invitation: Invitation) -> str:
    """Where somebody begins who has joined."""
    if invitation.event_id is None:
        return reverse("club", args=[invitation.club_id])
    return reverse(first_page(rights_of([invitation.role])), args=[invitation.event_id])


def _over(request: HttpRequest, invitation: Invitation, user: User | None) -> HttpResponse:
    if user is not None and invitation.used_by_id == user.pk:
        return redirect(_there(invitation))
    context = {"invitation": invitation}
    return render(request, "members/join_over.html", context, status=HTTPStatus.GONE)
