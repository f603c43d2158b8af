"""Static files, answered from memory: a page comes with two dozen of them, and none takes a thread.

WhiteNoise finds the files and says what there is to say about each; it is asked here instead of on
a thread. What is rare, such as a part of a file, is left to it as before.

A file that lies there compressed only, as `name.gz`, is answered at the address of `name`, with the
type of `name`, as it lies: it is never unpacked, and every browser understands it. Where names are
hashed it is kept by browsers for ever, like those, because its path says its version. Of a file
that is kept for ever nothing is told by which to ask whether it has changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus
from io import BytesIO
from os import stat_result
from pathlib import Path
from typing import cast
from wsgiref.headers import Headers as FileHeaders

from csp.constants import HEADER, SELF, WASM_UNSAFE_EVAL
from csp.utils import build_policy
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from config.refusals import Headers, Message, Scope

FOUND = frozenset({HTTPStatus.OK, HTTPStatus.PARTIAL_CONTENT, HTTPStatus.NOT_MODIFIED})
READING = frozenset({"GET", "HEAD"})
COMPRESSED = ".gz"
ASKED_BY = frozenset({"ETag", "Last-Modified"})
ENGINE = re.compile(r"/kit/worker(\.[0-9a-f]+)?\.mjs$")
"""The one script that may run a program compiled beforehand: in a worker it is ruled by the policy
that it is sent with itself, and no page by that."""

PART_OF_A_PAGE = re.compile(r"\.(css|js|mjs)$")
RULES = frozenset(
    {
        "content-security-policy",
        "cross-origin-opener-policy",
        "permissions-policy",
        "referrer-policy",
        "x-frame-options",
    }
)
"""What is told to documents. Style sheets and scripts are ruled by the page that loads them."""

StatCache = dict[str, stat_result]


class StaticMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise, which also answers with files that lie there compressed only."""

    def add_file_to_dictionary(
        self, url: str, path: str, stat_cache: StatCache | None = None
    ) -> None:
        """Know a file; a compressed one by its address without the ending."""
        if path.endswith(COMPRESSED) and not self.is_compressed_variant(path, stat_cache):
            url = url.removesuffix(COMPRESSED)
            self.files[url] = self.get_static_file(path, url, stat_cache)
        else:
            super().add_file_to_dictionary(url, path, stat_cache)

    def find_file(self, url: str) -> StaticFile | None:
        """Look for a file, and then for its compressed one, where files are being worked on."""
        return super().find_file(url) or super().find_file(url + COMPRESSED)

    def get_static_file(
        self, path: str, url: str, stat_cache: StatCache | None = None
    ) -> StaticFile:
        """What is answered with the file at that path."""
        if path.endswith(COMPRESSED):
            headers = FileHeaders([])
            self.add_mime_headers(headers, path.removesuffix(COMPRESSED), url)
            self.add_cache_headers(headers, path, url)
            headers["Content-Encoding"] = "gzip"
            file = StaticFile(path, headers.items(), stat_cache=stat_cache)
        else:
            file = super().get_static_file(path, url, stat_cache)
        return unasked(file) if self.immutable_file_test(path, url) else file

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponseBase:
        """Answer with a file, and say what the worker that holds the phones' engine may do."""
        response: HttpResponseBase = WhiteNoiseMiddleware.serve(static_file, request)
        for name, value in own_policy(request.path).items():
            response.headers[name] = value
        return response

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Whether what is at that address stays the same for ever."""
        if path.endswith(COMPRESSED):
            return not self.use_finders
        return bool(super().immutable_file_test(path, url))


def unasked(file: StaticFile) -> StaticFile:
    """The same file, about which nobody asks whether it has changed."""
    file.etag = file.last_modified = None
    file.alternatives = [
        (encoding, path, [header for header in headers if header[0] not in ASKED_BY])
        for encoding, path, headers in file.alternatives
    ]
    return file


def is_ruled_by_its_page(path: str, status: int) -> bool:
    """Whether what is answered there is a style sheet or a script of pages, and not a worker.

    What rules documents alone is not said with it: it would be a tenth of all that a page takes.

    >>> is_ruled_by_its_page("/static/css/base.css", 200)
    True
    >>> is_ruled_by_its_page("/static/css/none.css", 404), is_ruled_by_its_page("/sw.js", 200)
    (False, False)
    """
    return (
        path.startswith(f"/{settings.STATIC_URL.strip('/')}/")
        and PART_OF_A_PAGE.search(path) is not None
        and not ENGINE.search(path)
        and status in FOUND
    )


def own_policy(path: str) -> dict[str, str]:
    """The header that rules a worker; nothing for any other file, which is ruled by its page.

    It comes with each answer, also where nothing has changed: browsers take the headers of that.
    """
    if not ENGINE.search(path):
        return {}
    return {HEADER: build_policy(replace={"script-src": [SELF, WASM_UNSAFE_EVAL]})}


class Statics:
    """All static files of the site as they were at the start, each with its compressed variants."""

    def __init__(self, headers: Headers) -> None:
        noise = StaticMiddleware(None)
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
        headers = [*response.headers, *own_policy(scope["path"]).items()]
        said = [(name.lower().encode(), value.encode()) for name, value in headers]
        own = {name for name, _value in said}
        if is_ruled_by_its_page(scope["path"], response.status):
            own |= {name.encode() for name in RULES}
        said += [header for header in self._headers if header[0] not in own]
        return [
            {"type": "http.response.start", "status": int(response.status), "headers": said},
            {"type": "http.response.body", "body": body, "more_body": False},
        ]
