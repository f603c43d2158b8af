"""Static files, answered from memory: a page comes with two dozen of them, and none takes a thread.

WhiteNoise finds the files and says what there is to say about each; it is asked here instead of on
a thread. What is rare, such as a part of a file, is left to it as before.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import cast

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from config.refusals import Headers, Message, Scope

READING = frozenset({"GET", "HEAD"})


class Statics:
    """All static files of the site as they were at the start, each with its compressed variants."""

    def __init__(self, headers: Headers) -> None:
        noise = WhiteNoiseMiddleware(None)
        self._headers = headers
        self._files: Mapping[str, StaticFile] = {} if noise.autorefresh else noise.files
        self._bytes = {
            path: Path(path).read_bytes()
            for file in self._files.values()
            for _encoding, path, _headers in file.alternatives
        }

    def answer(self, scope: Scope) -> list[Message] | None:
        """The answer to a request for one of the files; None where a thread is to be asked."""
        file = self._files.get(scope["path"])
        if file is None or scope["method"] not in READING:
            return None
        request = ASGIRequest(scope, BytesIO())
        if "HTTP_RANGE" in request.META or (
            settings.SECURE_SSL_REDIRECT and not request.is_secure()
        ):
            return None
        response = file.get_response("HEAD", request.META)  # for GET it would open the file
        body = b""
        if request.method == "GET" and response.status == HTTPStatus.OK:
            path, _headers = file.get_path_and_headers(request.META)
            body = self._bytes[cast(str, path)]
        said = [(name.lower().encode(), value.encode()) for name, value in response.headers]
        return [
            {
                "type": "http.response.start",
                "status": int(response.status),
                "headers": [*said, *self._headers],
            },
            {"type": "http.response.body", "body": body, "more_body": False},
        ]
