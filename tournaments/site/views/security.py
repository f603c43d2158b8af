"""The page on which directors see who signed in to what is theirs."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.networks import network_of
from tournaments.common.access import signed_in
from tournaments.site.queries import security_page


@signed_in
@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Who signed in or tried to, and what cannot be undone, in one's clubs; newest first."""
    user = request.user
    assert isinstance(user, User)
    page, lines = security_page(user, network_of(request), request.GET.get("page"))
    return render(request, "events/security.html", {"page": page, "lines": lines})
