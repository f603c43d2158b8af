"""Who sends a request: from which address, and with which pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple

from django.conf import settings
from django.http import parse_cookie
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from accounts.networks import network_of_address
from config.passes import SIGNED_IN, Pass, Passes
from config.refusals import Scope

LET_IN_BEFORE = "sheepfold.let_in_before"
"""What a request is marked with when it comes with a pass that not everybody can get."""

Networks = tuple[IPv4Network | IPv6Network, ...]


class Visitor(NamedTuple):
    """The sender of one request: his network, and the pass he was given before."""

    network: str
    given: Pass | None = None

    @property
    def is_trusted(self) -> bool:
        """Whether he was let in to something that is not open to everybody."""
        return self.given is not None and self.given.is_trusted

    @property
    def is_signed_in(self) -> bool:
        """Whether he is a director."""
        return self.given is not None and self.given.kind == SIGNED_IN


def read_networks(texts: Iterable[str]) -> Networks:
    """The networks that the settings name; a single address is a network of one."""
    return tuple(ip_network(text.strip(), strict=False) for text in texts)


def visitor_of(scope: Scope, proxies: Networks, passes: Passes) -> Visitor:
    """Who sends it; `scope` then says his address and his pass, for whoever asks later."""
    peer = scope["client"][0] if scope.get("client") else ""
    header = scope["headers"]
    address = peer
    if _is_within(peer, proxies):
        chain = b",".join(value for name, value in header if name == b"x-forwarded-for")
        address = _first_outside(chain.decode("latin-1").split(","), proxies) or peer
        scope["client"] = (address, 0)
    visitor = Visitor(network_of_address(address), passes.of_header(cookies_of(scope)))
    scope[LET_IN_BEFORE] = visitor.is_trusted
    return visitor


def cookies_of(scope: Scope) -> str:
    """The cookies of a request, as one header."""
    cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    return cookies.decode("latin-1")


def _first_outside(chain: list[str], proxies: Networks) -> str:
    """The last address that no proxy of ours put there: whoever is before it may say anything."""
    for each in reversed(chain):
        address = each.strip()
        if _address(address) is None:
            return ""
        if not _is_within(address, proxies):
            return address
    return ""


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (isinstance(found, IPv6Address) and found.ipv4_mapped) or found


def _is_within(address: str, networks: Networks) -> bool:
    found = _address(address) if networks else None
    return found is not None and any(found in network for network in networks)


def language_among(cookies: Mapping[str, str], accepts: str) -> str:
    """The offered language that these cookies or this header ask for; empty for none."""
    named = parse_accept_lang_header(accepts)
    chosen = cookies.get(settings.LANGUAGE_COOKIE_NAME, "")
    for code in (chosen, *(code for code, weight in named if weight > 0)):
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return ""


def language_of(scope: Scope) -> str:
    """In which language whoever asks is answered at the door."""
    accepts = b",".join(value for name, value in scope["headers"] if name == b"accept-language")
    wished = language_among(parse_cookie(cookies_of(scope)), accepts.decode("latin-1"))
    return wished or settings.SHEEPFOLD_LANGUAGE
