"""The ASGI door: live sheets in front, everything else to Django's WSGI handler on threads.

The front door lets in what is complete and within its limits.

Django's own ASGI handler changes threads for every middleware and view that is not async, which
costs most of its speed; this way each thread answers a request from beginning to end. Streams of
live sheets hold no thread at all.
"""

from __future__ import annotations

from importlib import import_module
from typing import cast

from a2wsgi.wsgi_typing import WSGIApp
from django.conf import settings
from django.db import connection

from config import figures
from config.collector import calm_the_collector
from config.front_door import FrontDoor
from config.heads import allow_many_files
from config.in_use import InUse, serving
from config.middleware import policy_headers, site_known_browsers, site_passes
from config.refusals import ASGIApp, Receive, Scope, Send
from config.statics import Statics
from config.threads import Pages
from config.two_doors import MarkedCookies, OwnCookies
from config.visitors import read_networks
from config.wsgi import application as wsgi_application
from project_tools.hourly import copier
from project_tools.sending import sender
from project_tools.tidying import tidier
from tournaments.live.asgi import streams

pages = cast(ASGIApp, Pages(cast(WSGIApp, wsgi_application), workers=settings.SHEEPFOLD_THREADS))

headers = policy_headers()
door = FrontDoor(
    streams.behind_answers(pages),
    streams,
    threads=settings.SHEEPFOLD_THREADS,
    limits=settings.SHEEPFOLD_LIMITS,
    passes=site_passes(),
    known=site_known_browsers(),
    proxies=read_networks(settings.SHEEPFOLD_PROXIES),
    headers=headers,
    from_memory=Statics(headers).answer,
)

figures.sources.append(door.figures)

# On a public server https alone is spoken, and its cookies have their mark from the application.
answer: ASGIApp = MarkedCookies(door) if settings.HTTPS else OwnCookies(door)

# A server that was started by hand as well.
allow_many_files()

# Every page's code is loaded now, not with the first page, and stays.
import_module(settings.ROOT_URLCONF)
calm_the_collector()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request, or follow the server's life."""
    if scope["type"] == "lifespan":
        await live(receive, send)
    elif scope["type"] == "http":
        await answer(scope, receive, send)
    else:
        await pages(scope, receive, send)


async def live(receive: Receive, send: Send) -> None:
    """Follow the server from its start to its end: copies, tidying up and letters go along."""
    try:
        with (
            serving(connection.settings_dict),
            copier.at_work(),
            tidier.at_work(),
            sender.at_work(),
        ):
            await streams.lifespan(receive, send)
    except InUse:
        await receive()
        sentence = "The database is being restored at this moment: start when that is done."
        await send({"type": "lifespan.startup.failed", "message": sentence})
