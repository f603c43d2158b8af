"""From where somebody comes."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

from django.http import HttpRequest


def network_of(request: HttpRequest) -> str:
    """The network that a request comes from."""
    return network_of_address(request.META.get("REMOTE_ADDR", ""))


def network_of_address(address: str) -> str:
    """The address itself; of the newer kind everybody has many, so only their beginning.

    >>> [network_of_address(each) for each in ("192.0.2.7", "2001:db8:1:2:3::4", "no address")]
    ['192.0.2.7', '2001:db8:1:2::', 'no address']
    >>> network_of_address("::ffff:192.0.2.7")
    '192.0.2.7'
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
