"""The certificates of this installation: an authority made once, and one for where it answers.

The authority is for phones whose owners choose to trust it. It can vouch for nothing outside: its
own certificate names the machine and the addresses of local networks, and browsers hold it to that.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from config.authority import AUTHORITY, FOLDER
from config.environment import own_folder

SITE = "site"
LASTS = timedelta(days=397)
"""Phones take no certificate of a site that holds longer than that and 1 day."""
AUTHORITY_LASTS = timedelta(days=3650)
RENEWED_BEFORE = timedelta(days=30)
CLOCKS_DIFFER = timedelta(days=1)
FOR_SITES = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
LOCAL_NAMES = ("local", "localhost")
LOCAL_NETWORKS = tuple(
    ip_network(text)
    for text in (
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
)


class Signed(NamedTuple):
    """A certificate and its key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey


class Files(NamedTuple):
    """Where a certificate and its key lie."""

    certificate: Path
    key: Path


def files_of(folder: Path, name: str) -> Files:
    """Where the certificate of that name and its key are kept below the program's folder."""
    return Files(folder / FOLDER / f"{name}.crt", folder / FOLDER / f"{name}.key")


def kept_certificate(folder: Path, hosts: Iterable[str], now: datetime | None = None) -> Files:
    """The files of a certificate for those of these hosts that the authority may vouch for.

    Both are made on first use. The certificate is made anew when the hosts are others than it says
    and when it soon runs out; the authority, which phones would have to trust anew, only for that.
    """
    moment = now or datetime.now(UTC)
    asked = list(dict.fromkeys(host.strip("[]").lower() for host in hosts))
    authority = _kept(folder, AUTHORITY)
    if authority is None or _runs_out(authority.certificate, moment):
        authority = _new_authority(asked, moment)
        _keep(folder, AUTHORITY, authority)
    names = [host for host in asked if vouches_for(authority.certificate, host)]
    site = _kept(folder, SITE)
    if (
        site is None
        or _runs_out(site.certificate, moment)
        or names_of(site.certificate) != names
        or not _is_signed_by(site.certificate, authority.certificate)
    ):
        site = _new_site(authority, names, moment)
        _keep(folder, SITE, site)
    return files_of(folder, SITE)


def names_of(certificate: x509.Certificate) -> list[str]:
    """The hosts that a site's certificate is for."""
    found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return [str(name.value) for name in found]


def vouches_for(authority: x509.Certificate, host: str) -> bool:
    """Whether browsers would believe the authority about this host."""
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    permitted = [limit.value for limit in limits.permitted_subtrees or ()]
    address = _address(host)
    if address is not None:
        return any(address in each for each in permitted if not isinstance(each, str))
    names = [each for each in permitted if isinstance(each, str)]
    return any(host == name or host.endswith(f".{name}") for name in names)


def _new_authority(hosts: list[str], now: datetime) -> Signed:
    """An authority for these hosts and for every address of a local network."""
    key = ec.generate_private_key(ec.SECP256R1())
    addresses = [address for host in hosts if (address := _address(host)) is not None]
    names = [host for host in hosts if _address(host) is None]
    # Some halls have addresses of the internet: then the machine's own as well.
    own = [each for each in addresses if not any(each in local for local in LOCAL_NETWORKS)]
    permitted: list[x509.GeneralName] = [
        *(x509.DNSName(name) for name in dict.fromkeys([*LOCAL_NAMES, *names])),
        *(x509.IPAddress(network) for network in (*LOCAL_NETWORKS, *map(ip_network, own))),
    ]
    # A number of its own, so that whoever trusts two installations can tell them apart.
    called = f"Sheepfold {secrets.token_hex(3)}"
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, called)])
    certificate = (
        _begun(name, name, key, now, AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(is_authority=True), critical=True)
        .add_extension(FOR_SITES, critical=False)  # no mail and no programs, which have other names
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .sign(key, hashes.SHA256())
    )
    return Signed(certificate, key)


def _new_site(authority: Signed, names: list[str], now: datetime) -> Signed:
    """A certificate for the site under these names."""
    key = ec.generate_private_key(ec.SECP256R1())
    alternatives = [
        x509.DNSName(name) if (address := _address(name)) is None else x509.IPAddress(address)
        for name in names
    ]
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Sheepfold")])
    own = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    certificate = (
        _begun(subject, authority.certificate.subject, key, now, LASTS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(is_authority=False), critical=True)
        .add_extension(FOR_SITES, critical=False)
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(own, critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    return Signed(certificate, key)


def _begun(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    now: datetime,
    lasts: timedelta,
) -> x509.CertificateBuilder:
    """A certificate of which only what it may be used for has still to be said."""
    begins = now - CLOCKS_DIFFER
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + lasts)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _usage(*, is_authority: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not is_authority,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=is_authority,
        crl_sign=is_authority,
        encipher_only=False,
        decipher_only=False,
    )


def _runs_out(certificate: x509.Certificate, now: datetime) -> bool:
    return certificate.not_valid_after_utc - now < RENEWED_BEFORE


def _is_signed_by(certificate: x509.Certificate, authority: x509.Certificate) -> bool:
    try:
        certificate.verify_directly_issued_by(authority)
    except (ValueError, InvalidSignature):
        return False
    return True


def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _kept(folder: Path, name: str) -> Signed | None:
    """The certificate and its key, where both are there and belong to each other."""
    files = files_of(folder, name)
    if not (files.certificate.exists() and files.key.exists()):
        return None
    certificate = x509.load_pem_x509_certificate(files.certificate.read_bytes())
    key = serialization.load_pem_private_key(files.key.read_bytes(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        return None
    return Signed(certificate, key) if certificate.public_key() == key.public_key() else None


def _keep(folder: Path, name: str, signed: Signed) -> None:
    """Write both files, each whole or not at all, readable by their owner alone."""
    own_folder(folder)
    own_folder(folder / FOLDER)
    files = files_of(folder, name)
    key = signed.key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    _write(files.key, key)
    _write(files.certificate, signed.certificate.public_bytes(serialization.Encoding.PEM))


def _write(path: Path, content: bytes) -> None:
    handle, draft = tempfile.mkstemp(dir=path.parent)  # readable by its owner alone
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    os.replace(draft, path)
