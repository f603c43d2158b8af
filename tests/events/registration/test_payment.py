"""Anna pays before the day: an account that there can be, and a code that her bank's app reads."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
import zxingcpp
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from segno import QRCode

from tests.answers import Answer
from tests.events.browser_form import fields_of
from tests.events.registration.registering import opens, own_address, page_of, registers
from tests.tables.conftest import words_of
from tournaments.events.money.services import pay_part
from tournaments.events.registration.forms import LONGEST_HOLDER, LONGEST_LINK
from tournaments.events.registration.payment import (
    LENGTHS,
    LENGTHS_OUTSIDE,
    epc_code,
    read_iban,
    read_link,
    transfer_text,
)
from tournaments.models import Author, Entry, Event, Registration, RegistrationTerms

Makes = Callable[..., Event]

HOLDER, IBAN = "Kartenrunde Öttingen e.V.", "DE02120300000000202051"
VALID = (
    "DE02 1203 0000 0000 2020 51",
    "DE89370400440532013000",
    "de89 3704 0044 0532 0130 00",
    "AT61 1904 3002 3457 3201",
    "CH93 0076 2011 6238 5295 7",
    "EE38 2200 2210 2014 5685",
    "FI21 1234 5600 0007 85",
)
INVALID = (
    # One digit is another.
    *("DE02120300000000202052", "DE02120300000000212051", "DE12120300000000202051"),
    *("AT611904300234573202", "CH9300762011623852958", "EE382200221020145684"),
    # Two neighbours have changed places.
    *("DE02120300000000200251", "AT611904300234753201", "FI2112345600000758"),
    # One is missing, or one too many; the check digits would fit another length.
    *("DE0212030000000020205", "AT61190430023457320", "CH930076201162385295"),
    *("DE021203000000002020510", "EE3822002210201456850", "FI21123456000007850"),
    # The same remainder, by check digits that are never given.
    *("DE99120300000000202051", "DE00370400440532000052", "DE01370400440532000034"),
    # A country of no such transfers, or none.
    *("TR330006100519786457841326", "BR1800360305000010009795493C1", "ZZ02120300000000202051"),
    "US02120300000000202051",
    # Something else.
    *("120300000000202051", "DE", "DE02", "DE02-1203-0000-0000-2020-51", "IBAN"),
    *("DEO2120300000000202051", "DE02120300000000202051!", "ДЕ02120300000000202051"),
    "DE０２120300000000202051",
)


@pytest.mark.parametrize("typed", VALID)
def test_an_account_that_there_can_be(typed: str) -> None:
    assert read_iban(typed) == typed.replace(" ", "").upper()


@pytest.mark.parametrize("typed", INVALID)
def test_an_account_that_there_cannot_be(typed: str) -> None:
    assert len(set(INVALID)) >= 30
    with pytest.raises(ValidationError):
        read_iban(typed)


def test_what_is_wrong_with_it_is_said() -> None:
    said = {}
    for typed in ("DE02120300000000202052", "DE0212", "TR330006100519786457841326", "account 7"):
        with pytest.raises(ValidationError) as refused:
            read_iban(typed)
        said[typed] = refused.value.messages[0]
    assert list(said.values()) == [
        "The check digits do not fit: something in it is typed wrong.",
        "An IBAN that begins with DE has 22 letters and digits; these are 6.",
        "Euros cannot be sent to an IBAN that begins with TR.",
        "Two letters, two digits, then the account, such as DE02 1203 0000 0000 2020 51.",
    ]
    assert not LENGTHS.keys() & LENGTHS_OUTSIDE.keys()


@pytest.mark.parametrize(
    "typed",
    [
        *("http://pay.example/", "javascript:alert(1)", "pay.example", "https://", "https:pay"),
        *("https://bank.example@pay.example/", "https://pay.example/a b", "https://[pay.example/"),
        *(
            "https://pay.example:x/",
            'https://pay.example/"onclick',
            "//pay.example/",
            "https://pay",
        ),
        "https://pаy.example/",
    ],
)
def test_an_address_of_no_such_page(typed: str) -> None:
    with pytest.raises(ValidationError):
        read_link(typed)


# The code, as a camera reads it.


def scanned(code: QRCode) -> zxingcpp.Barcode:
    """What a decoder that is none of ours reads from the picture of a code."""
    dots = 4
    rows = [
        bytes(0 if dark else 255 for dark in row for _dot in range(dots))
        for row in code.matrix_iter(border=4)
        for _dot in range(dots)
    ]
    picture = memoryview(b"".join(rows)).cast("B", (len(rows), len(rows)))
    [read] = zxingcpp.read_barcodes(picture)
    return read


@pytest.mark.parametrize(
    ("holder", "iban", "cents", "title"),
    [
        (HOLDER, IBAN, 1250, "Autumn cup"),
        ("Sasku & sõbrad (Võru)", "EE382200221020145685", 1, "Õunaõhtu 2026/27"),
        ("A", "FI2112345600000785", 99_999_999, "A"),
        ("Ö" * LONGEST_HOLDER, "MT84MALT011000012345MTLCAST001S", 99_999_999, "ü" * 80),
    ],
)
def test_the_code_says_the_fields_of_the_guideline(
    holder: str, iban: str, cents: int, title: str
) -> None:
    text = transfer_text(title, "BCDFGHJK")
    code = epc_code(holder, read_iban(iban), cents, text)
    read = scanned(code)
    tag, version, letters, what, bic, name, account, amount, *rest = read.text.split("\n")
    assert (tag, version, letters, what, bic) == ("BCD", "002", "1", "SCT", "")
    assert (name, account) == (holder, iban)
    assert amount.startswith("EUR")
    assert round(float(amount.removeprefix("EUR")) * 100) == cents
    assert rest == ["", "", text]
    assert text.endswith(", BCDFGHJK")
    assert len(text) <= 140
    assert len(read.text.encode()) <= 331
    assert read.ec_level == "M"
    assert not code.is_micro
    assert int(code.version) <= 13


# On the desk, and on Anna's own page.


@pytest.fixture
def event(new_event: Makes) -> Event:
    """An evening for two, at 12.50 each."""
    return opens(new_event(capacity=2, fee=1250))


def says_how(director: Client, event: Event, **typed: str) -> Answer:
    """The director fills in how the fee is paid."""
    page, where = (
        reverse(name, args=[event.pk]) for name in ("registration", "registration_terms")
    )
    form = fields_of(director.get(page).content.decode(), where)
    return director.post(where, form | typed)


@pytest.mark.django_db
def test_who_has_a_place_reads_how_to_pay(event: Event, director: Client) -> None:
    own = own_address(registers(event, "Anna"))
    assert "Entry fee, to be paid at the door: 12.50" in words_of(Client().get(own))
    account = {"pay_holder": HOLDER, "pay_iban": "de02 1203 0000 0000 2020 51"}
    assert says_how(director, event, **account).status_code == 302
    assert RegistrationTerms.objects.get().pay_iban == IBAN
    assert "At the door, or before: your own page says how." in words_of(
        Client().get(page_of(event))
    )
    page = Client().get(own)
    said = words_of(page)
    assert f"To {HOLDER} IBAN DE02 1203 0000 0000 2020 51 Amount 12.50 EUR" in said
    assert f"Text {event.title}, {Registration.objects.get().code}" in said
    assert "QR code for the app of your bank" in page.content.decode()
    assert "another site" not in said
    desk = words_of(director.get(reverse("history", args=[event.pk])))
    assert f"Whose account it is: {HOLDER}" in desk


@pytest.mark.django_db
def test_what_is_paid_is_not_asked_for_again(event: Event, by: Author) -> None:
    RegistrationTerms.objects.update(pay_holder=HOLDER, pay_iban=IBAN)
    own = own_address(registers(event, "Anna"))
    pay_part(entry=Entry.objects.get(), cents=250, by=by, submission=uuid4())
    assert "Amount 10 EUR" in words_of(Client().get(own))
    pay_part(entry=Entry.objects.get(), cents=1000, by=by, submission=uuid4())
    said = words_of(Client().get(own))
    assert "The entry fee is paid." in said
    assert "IBAN" not in said


@pytest.mark.django_db
def test_who_waits_for_a_place_pays_when_he_has_one(event: Event) -> None:
    RegistrationTerms.objects.update(pay_holder=HOLDER, pay_iban=IBAN)
    for name in ("Anna", "Ben"):
        registers(event, name)
    own = own_address(registers(event, "Cora"))
    said = words_of(Client().get(own))
    assert "Once you have a place this page says how it can be paid before." in said
    assert "IBAN" not in said


@pytest.mark.django_db
def test_outside_of_the_area_a_bank_asks_for_more_than_the_code_has(event: Event) -> None:
    RegistrationTerms.objects.update(pay_holder=HOLDER, pay_iban="CH9300762011623852957")
    page = Client().get(own_address(registers(event, "Anna")))
    assert "IBAN CH93 0076 2011 6238 5295 7" in words_of(page)
    assert "QR code for the app of your bank" not in page.content.decode()


@pytest.mark.django_db
def test_a_page_elsewhere_is_shown_as_what_it_is(event: Event, director: Client) -> None:
    link = "https://pay.example/cup?of=autumn&b=1"
    assert says_how(director, event, pay_link=link).status_code == 302
    page = Client().get(own_address(registers(event, "Anna")))
    assert "Pay on another site: pay.example" in words_of(page)
    assert 'href="https://pay.example/cup?of=autumn&amp;b=1" rel="noopener' in page.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"pay_iban": IBAN}, "Whose account is it? Banks compare the name."),
        ({"pay_holder": HOLDER}, "Which account is it?"),
        ({"pay_holder": "Cup 🐑", "pay_iban": IBAN}, "Banks do not take this: 🐑"),
        ({"pay_holder": "A" * (LONGEST_HOLDER + 1)}, "At most 70 letters; these are 71."),
        ({"pay_holder": HOLDER, "pay_iban": IBAN[:-1] + "2"}, "The check digits do not fit"),
        ({"pay_link": "http://pay.example/"}, "A whole address that begins with https://"),
        ({"pay_link": "https://pay.example/" + "a" * LONGEST_LINK}, "At most 300 letters"),
    ],
)
def test_what_is_wrong_stands_at_its_field_and_nothing_is_lost(
    event: Event, director: Client, typed: dict[str, str], said: str
) -> None:
    refused = says_how(director, event, text="Bring cards", **typed)
    assert refused.status_code == 422
    page = refused.content.decode()
    assert said in words_of(refused)
    assert "Bring cards" in page
    for value in typed.values():
        assert value in page
    assert RegistrationTerms.objects.get().pay_iban == ""


@pytest.mark.django_db
def test_where_nothing_is_paid_nobody_is_asked_how(new_event: Makes, director: Client) -> None:
    event = opens(new_event())
    assert "IBAN" not in words_of(director.get(reverse("registration", args=[event.pk])))
    assert says_how(director, event, text="Bring cards").status_code == 302
