"""What a phone keeps of the site, and how it gets to know this machine."""

from __future__ import annotations

import json
from pathlib import Path

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.authority import authority_file, fingerprint
from config.release import HEADER, release, shell, worker
from tournaments.common.access import keep_private, open_to_all
from tournaments.common.requests import host_and_port, links_known, outside_address, who_uses
from tournaments.site.queries import own_tables

CERTIFICATE = "application/x-x509-ca-cert"
"""What phones take for a certificate to install, and for nothing else."""


ICONS = ((192, "any"), (512, "any"), (192, "maskable"), (512, "maskable"))
DEEP, TABLE = "#113b2b", "#e9e2d0"
"""The colours of the bar and of what pages lie on, by day, as in static/css/base.css."""
NO_TABLE = "-"
"""Stands in the page that is shown without a network in place of the table's secret."""


@open_to_all
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The worker by which a phone opens pages without a network, with the files of this release."""
    told = {
        "release": release(),
        "shell": shell(),
        "files": f"/{settings.STATIC_URL.strip('/')}/",
        "tables": reverse("own_tables"),
        "needed": reverse("needs_network"),
        "manifest": reverse("manifest"),
    }
    program = f"const TOLD = {json.dumps(told)};\n{worker()}"
    response = HttpResponse(program, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@open_to_all
@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone shows of the site on its home screen."""
    icons = [
        {
            "src": static(f"img/icon-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size, purpose in ICONS
    ]
    told = {
        "id": "/",
        "name": _("Sheepfold: the score sheet"),
        "short_name": "Sheepfold",
        "start_url": reverse("own_tables"),
        "scope": "/",
        "display": "standalone",
        "theme_color": DEEP,
        "background_color": TABLE,
        "icons": icons,
    }
    return JsonResponse(told, content_type="application/manifest+json")


@open_to_all
@require_safe
def tables_here(request: HttpRequest) -> HttpResponse:
    """The tables to which this device has come; a phone that keeps the page adds what it knows."""
    context = {"own_tables": own_tables(links_known(request)), "who": who_uses(request)}
    response = render(request, "site/tables.html", context)
    response[HEADER] = release()
    keep_private(response)
    return response


@open_to_all
@require_safe
def needs_network(request: HttpRequest) -> HttpResponse:
    """What a phone shows without a network in place of a page that it does not keep."""
    return render(request, "site/needs_network.html", {"sheet": reverse("table", args=[NO_TABLE])})


@open_to_all
@require_safe
def trust(request: HttpRequest) -> HttpResponse:
    """How a phone gets to know this machine, so that it is reached over https without a warning.

    Answered over plain http as well: whoever needs it cannot come by https yet. `?page=` is where
    somebody came from, and goes on to when the phone knows the machine.
    """
    certificate = _certificate()
    path = request.GET.get("page", "/")
    if not path.startswith("/") or not url_has_allowed_host_and_scheme(path, None):
        path = "/"
    context: dict[str, object] = {
        "is_own": certificate is not None,
        "is_secure": request.is_secure(),
    }
    if certificate is not None:
        address = outside_address(request, reverse("trust"))
        code = segno.make(address, error="m")
        name, _port = host_and_port(request)
        context |= {
            "address": address,
            "code": code.svg_inline(omitsize=True, border=2, svgclass=None, lineclass=None),
            "fingerprint": fingerprint(certificate.read_text()).split(":"),
            "everybody": outside_address(request, "/"),
            "secure": f"https://{name}:{settings.SHEEPFOLD_HTTPS_PORT}{path}",
        }
    return render(request, "site/trust.html", context)


@open_to_all
@require_safe
def certificate(request: HttpRequest) -> HttpResponse:
    """The certificate that phones install: public, and worth nothing without its key."""
    found = _certificate()
    if found is None:
        raise Http404
    response = HttpResponse(found.read_bytes(), content_type=CERTIFICATE)
    response["Content-Disposition"] = 'attachment; filename="sheepfold.crt"'
    return response


def _certificate() -> Path | None:
    """The file of the authority's certificate, while the site answers over https with it."""
    path = authority_file(settings.SHEEPFOLD_VAR)
    return path if settings.SHEEPFOLD_HTTPS_PORT and path.exists() else None
