"""Pages are compressed on their way: a sheet of forty hands takes a twelfth of the bytes.

What comes compressed is as long as it is repetitive, and that tells something. Whoever can have a
browser ask for an address of his choosing, and measure the answers on their way, guesses a secret
in a page letter by letter, where the page also repeats something of the address (BREACH). Such
pages are not compressed: those with a query, for a browser that is signed in or knows tables. A
table's own pages are: whoever can ask for one knows its secret. The tokens of forms are masked anew
in each answer, and each answer is lengthened by chance.
"""

from __future__ import annotations

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip

from tournaments.common.requests import TABLES_COOKIE

WORTH_IT = ("text/", "application/json", "application/manifest+json", "application/xml")
"""Kinds of content that become smaller; what is printed, and workbooks, are compressed already."""

OF_A_TABLE = "/t/"
INDENT = re.compile(rb"\n\s+")
AS_TYPED = re.compile(rb"<(?:textarea|pre)\b")
"""Where spaces at the beginning of a line belong to what is shown."""


class CompressedPages(GZipMiddleware):
    """Django's, for whole answers alone: a stream is sent as it comes."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Compress the answer, where it is worth it and tells nobody anything."""
        kind = response.get("Content-Type", "")
        if (
            not isinstance(response, HttpResponse)
            or not kind.startswith(WORTH_IT)
            or tells_a_secret(request)
        ):
            return response
        if kind.startswith("text/html") and re_accepts_gzip.search(
            request.headers.get("Accept-Encoding", "")
        ):
            response.content = without_indents(response.content)
            response.headers["Content-Length"] = str(len(response.content))
        return super().process_response(request, response)


def tells_a_secret(request: HttpRequest) -> bool:
    """Whether the length of the compressed answer might be used to guess what is in it."""
    if request.path_info.startswith(OF_A_TABLE) or not request.META.get("QUERY_STRING"):
        return False
    return not request.COOKIES.keys().isdisjoint({settings.SESSION_COOKIE_NAME, TABLES_COOKIE})


def without_indents(page: bytes) -> bytes:
    r"""The same page, an eighth smaller when it is compressed.

    >>> without_indents(b"<p>\n  <b>7</b>\n\n</p>\n")
    b'<p>\n<b>7</b>\n</p>\n'
    >>> without_indents(b"<textarea>\n  7</textarea>")
    b'<textarea>\n  7</textarea>'
    """
    return page if AS_TYPED.search(page) else INDENT.sub(b"\n", page)
