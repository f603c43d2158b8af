"""Who sends a request: from which address, and with which pass."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple

from config.passes import SIGNED_IN, Pass, Passes
from config.refusals import Scope

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
    """Who sends it; `scope` then names his address as well, for whoever asks later."""
    peer = scope["client"][0] if scope.get("client") else ""
    header = scope["headers"]
    address = peer
    if _is_within(peer, proxies):
        chain = b",".join(value for name, value in header if name == b"x-forwarded-for")
        address = _first_outside(chain.decode("latin-1").split(","), proxies) or peer
        scope["client"] = (address, 0)
    cookies = b"; ".join(value for name, value in header if name == b"cookie")
    return Visitor(network_of(address), passes.of_header(cookies.decode("latin-1")))


def network_of(address: str) -> str:
    """The address itself; of the newer kind everybody has many, so only their beginning.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3::4"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::', '192.0.2.7')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> 64 << 64))


def _first_outside(chain: list[str], proxies: Networks) -> str:
    """The last address that no proxy of ours put there: whoever is before it may say anything."""
    for each in reversed(chain):
        address = each.strip()
        if not _is_address(address):
            return ""
        if not _is_within(address, proxies):
            return address
    return ""


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _is_within(address: str, networks: Networks) -> bool:
    if not networks or not _is_address(address):
        return False
    found = ip_address(address)
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return any(found in network for network in networks)
