"""The certificates that `start --https` makes: for whom, how long, and who may read their keys."""

from __future__ import annotations

import socket
import ssl
import stat
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.x509.oid import ExtendedKeyUsageOID

from config.authority import AUTHORITY, authority_file, fingerprint
from project_tools.certificates import (
    SITE,
    Files,
    files_of,
    kept_certificate,
    names_of,
    vouches_for,
)

HOSTS = ["localhost", "127.0.0.1", "[::1]", "hall", "hall.local", "192.168.1.20"]


def read(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def test_it_is_for_every_name_under_which_the_site_answers_and_lasts_397_days(
    tmp_path: Path,
) -> None:
    site = read(kept_certificate(tmp_path, HOSTS).certificate)
    assert names_of(site) == ["localhost", "127.0.0.1", "::1", "hall", "hall.local", "192.168.1.20"]
    assert site.not_valid_after_utc - site.not_valid_before_utc == timedelta(days=397)


def test_its_fingerprint_is_written_as_phones_write_it(tmp_path: Path) -> None:
    kept_certificate(tmp_path, HOSTS)
    shown = fingerprint(authority_file(tmp_path).read_text())
    digest = read(authority_file(tmp_path)).fingerprint(hashes.SHA256())
    assert shown == digest.hex(":").upper()
    assert shown.count(":") == 31


def test_nobody_else_on_the_machine_can_read_a_key(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    kept_certificate(folder, HOSTS)
    made = list((folder / "https").iterdir())
    assert len(made) == 4
    for path in (folder, folder / "https", *made):
        assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path


def test_the_next_start_finds_what_was_made(tmp_path: Path) -> None:
    kept_certificate(tmp_path, HOSTS)
    before = {path: path.read_bytes() for path in (tmp_path / "https").iterdir()}
    kept_certificate(tmp_path, HOSTS)
    assert {path: path.read_bytes() for path in (tmp_path / "https").iterdir()} == before


@pytest.mark.parametrize(
    ("hosts", "later"),
    [
        ([*HOSTS[:-1], "10.0.0.7"], timedelta()),
        (HOSTS, timedelta(days=380)),
        (HOSTS, timedelta(days=900)),
    ],
)
def test_another_address_or_its_end_makes_it_anew_and_phones_trust_it_still(
    tmp_path: Path, hosts: list[str], later: timedelta
) -> None:
    first = read(kept_certificate(tmp_path, HOSTS).certificate)
    authority = read(authority_file(tmp_path))
    moment = datetime.now(UTC) + later
    second = read(kept_certificate(tmp_path, hosts, moment).certificate)
    assert second != first
    assert names_of(second) == [host.strip("[]") for host in hosts]
    assert second.not_valid_before_utc < moment < second.not_valid_after_utc
    assert read(authority_file(tmp_path)) == authority
    second.verify_directly_issued_by(authority)


def test_an_authority_that_runs_out_is_made_anew_together_with_what_it_signed(
    tmp_path: Path,
) -> None:
    kept_certificate(tmp_path, HOSTS)
    before = read(authority_file(tmp_path))
    moment = datetime.now(UTC) + timedelta(days=3640)
    site = read(kept_certificate(tmp_path, HOSTS, moment).certificate)
    authority = read(authority_file(tmp_path))
    assert authority != before
    site.verify_directly_issued_by(authority)


def test_a_key_that_was_lost_is_made_anew(tmp_path: Path) -> None:
    first = read(kept_certificate(tmp_path, HOSTS).certificate)
    files_of(tmp_path, SITE).key.unlink()
    assert read(kept_certificate(tmp_path, HOSTS).certificate) != first
    files_of(tmp_path, AUTHORITY).key.unlink()
    site = read(kept_certificate(tmp_path, HOSTS).certificate)
    site.verify_directly_issued_by(read(authority_file(tmp_path)))


def test_it_vouches_for_this_machine_and_local_networks_alone(tmp_path: Path) -> None:
    kept_certificate(tmp_path, HOSTS)
    authority = read(authority_file(tmp_path))
    for host in ("hall", "hall.local", "another.local", "192.168.178.3", "10.1.2.3", "fd00::1"):
        assert vouches_for(authority, host), host
    for host in ("bank.example", "hall.example", "notlocal", "93.184.216.34", "2001:db8::1"):
        assert not vouches_for(authority, host), host
    site = read(kept_certificate(tmp_path, [*HOSTS, "club.example"]).certificate)
    assert "club.example" not in names_of(site)


def test_it_vouches_for_sites_alone_and_not_for_who_sends_mail_or_makes_programs(
    tmp_path: Path,
) -> None:
    kept_certificate(tmp_path, HOSTS)
    uses = read(authority_file(tmp_path)).extensions.get_extension_for_class(x509.ExtendedKeyUsage)
    assert list(uses.value) == [ExtendedKeyUsageOID.SERVER_AUTH]


def test_a_machine_with_an_address_of_the_internet_is_vouched_for_and_its_neighbours_not(
    tmp_path: Path,
) -> None:
    site = read(kept_certificate(tmp_path, ["hall.local", "93.184.216.34"]).certificate)
    assert names_of(site) == ["hall.local", "93.184.216.34"]
    assert not vouches_for(read(authority_file(tmp_path)), "93.184.216.35")


@pytest.mark.parametrize(
    ("name", "is_believed"), [("localhost", True), ("127.0.0.1", True), ("bank.example", False)]
)
def test_whoever_trusts_the_authority_is_connected_without_a_warning(
    tmp_path: Path, name: str, is_believed: bool
) -> None:
    files = kept_certificate(tmp_path, HOSTS)
    trusting = ssl.create_default_context(cafile=files_of(tmp_path, AUTHORITY).certificate)
    trusting.verify_flags |= ssl.VERIFY_X509_STRICT
    assert reaches(files, trusting, name) is is_believed
    assert not reaches(files, ssl.create_default_context(), "localhost")


def reaches(files: Files, client: ssl.SSLContext, name: str) -> bool:
    """Whether a client comes to an understanding with a server that shows this certificate."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(files.certificate, files.key)
    ours, theirs = socket.socketpair()

    def serve() -> None:
        try:
            server.wrap_socket(ours, server_side=True).close()
        except (ssl.SSLError, OSError):
            ours.close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        with client.wrap_socket(theirs, server_hostname=name):
            return True
    except ssl.SSLCertVerificationError:
        return False
    finally:
        theirs.close()
        thread.join(10)
