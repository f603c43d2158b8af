"""How a phone gets to know this machine: a page that everybody can open, and the certificate."""

from __future__ import annotations

import re
import ssl
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from config.authority import authority_file, fingerprint
from project_tools.certificates import kept_certificate
from tests.tables.conftest import words_of

pytestmark = pytest.mark.django_db

TRUST, FILE = "/trust/", "/trust/sheepfold.crt"
HALL: Any = {"HTTP_HOST": "192.168.1.20:8000"}


@pytest.fixture
def both(settings: Settings, tmp_path: Path) -> Path:
    """The site as `start --https` serves it; the folder with what it made."""
    settings.SHEEPFOLD_VAR = tmp_path
    settings.SHEEPFOLD_HTTP_PORT, settings.SHEEPFOLD_HTTPS_PORT = 8000, 8443
    settings.ALLOWED_HOSTS = ["hall.local", "192.168.1.20", "localhost", "testserver"]
    kept_certificate(tmp_path, settings.ALLOWED_HOSTS)
    return tmp_path


def test_it_has_the_certificate_its_fingerprint_and_where_to_go_then(both: Path) -> None:
    page = Client().get(TRUST, **HALL)
    said = words_of(page)
    pairs = fingerprint(authority_file(both).read_text()).split(":")
    assert ":<wbr>".join(pairs) in page.content.decode()  # a line ends between two of them
    assert "http://192.168.1.20:8000/trust/" in said
    html = page.content.decode()
    assert 'href="https://192.168.1.20:8443/"' in html
    assert f'href="{FILE}"' in html
    assert "<svg" in html


def test_the_file_is_what_phones_install_and_holds_no_key(both: Path) -> None:
    answer = Client().get(FILE, **HALL)
    assert answer["Content-Type"] == "application/x-x509-ca-cert"
    assert 'filename="sheepfold.crt"' in answer["Content-Disposition"]
    sent = answer.content.decode()
    assert "PRIVATE" not in sent
    assert ssl.PEM_cert_to_DER_cert(sent) == ssl.PEM_cert_to_DER_cert(
        authority_file(both).read_text()
    )


@pytest.mark.parametrize(
    ("asked", "leads"),
    [
        ("/t/abc/", "/t/abc/"),
        ("//elsewhere.example/", "/"),
        ("https://elsewhere.example/", "/"),
        ("@elsewhere.example/", "/"),
        ("/\\elsewhere.example", "/"),
        ("", "/"),
    ],
)
def test_whoever_came_from_a_table_goes_on_to_it_and_nobody_to_another_site(
    both: Path, asked: str, leads: str
) -> None:
    html = Client().get(TRUST, {"page": asked}, **HALL).content.decode()
    assert f'href="https://192.168.1.20:8443{leads}"' in html
    assert "elsewhere" not in "".join(re.findall(r'href="[^"]*"', html))


def test_codes_of_whoever_works_over_https_lead_every_phone_somewhere_without_a_warning(
    both: Path, settings: Settings
) -> None:
    settings.SHEEPFOLD_NETWORK_ADDRESS = "192.168.1.20"
    for host in ("192.168.1.20:8443", "localhost:8443"):
        said = words_of(Client().get(TRUST, secure=True, HTTP_HOST=host))
        assert "http://192.168.1.20:8000/trust/" in said


def test_a_site_that_is_encrypted_anyway_has_nothing_to_install() -> None:
    page = Client().get(TRUST, secure=True)
    assert "nothing to install" in words_of(page)
    assert FILE not in page.content.decode()
    assert Client().get(FILE, secure=True).status_code == 404


def test_without_https_it_says_how_whoever_runs_it_can_change_that() -> None:
    assert "manage.py start --https" in words_of(Client().get(TRUST))
    assert Client().get(FILE).status_code == 404


def test_signing_in_without_encryption_leads_there_and_over_https_nothing_is_said() -> None:
    said = "sent without encryption"
    plain = Client().get("/sign-in/")
    assert said in words_of(plain)
    assert f'href="{TRUST}"' in plain.content.decode()
    assert said not in words_of(Client().get("/sign-in/", secure=True))
