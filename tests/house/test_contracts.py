"""The shape of the program: who imports whom, and who may open which address."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

from house.steps import ROOT, script

ACCESS = {
    "open",
    "signed_in",
    "club_director",
    "event_director",
    "public_event",
    "series_director",
    "public_series",
    "record_book",
    "table_link",
    "table_write",
    "worthless_link",
    "table_account",
    "operator",
}


def test_import_contracts_hold() -> None:
    done = subprocess.run(script("lint-imports"), cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_scoring_is_used_without_django() -> None:
    program = "import sys, scoring.command; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT).returncode == 0


def addresses(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every address of the site with the pattern that answers it."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, prefix + str(pattern.pattern))
        else:
            yield prefix + str(pattern.pattern), pattern


def test_every_address_declares_who_may_open_it() -> None:
    declared = {
        address: getattr(pattern.callback, "access", None)
        for address, pattern in addresses(get_resolver())
    }
    assert declared
    assert not {address: access for address, access in declared.items() if access not in ACCESS}
