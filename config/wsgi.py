"""The WSGI door, for servers that speak it; its settings are those of a public server."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("SHEEPFOLD_LOCAL", "0")

application = get_wsgi_application()
