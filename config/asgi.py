"""The ASGI door: Django's WSGI handler on a fixed number of threads.

Django's own ASGI handler changes threads for every middleware and view that is not async, which
costs most of its speed; this way each thread answers a request from beginning to end.
"""

from __future__ import annotations

from typing import cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp
from django.conf import settings

from config.wsgi import application as wsgi_application

application = WSGIMiddleware(cast(WSGIApp, wsgi_application), workers=settings.SHEEPFOLD_THREADS)
