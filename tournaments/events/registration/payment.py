"""Paying the fee before the day: the account, the code that a bank's app reads, a page elsewhere.

The code is that of the European Payments Council (EPC069-12, version 002), which knows euros alone.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from segno import QRCode
from segno.helpers import make_epc_qr

from tournaments.common.codes import drawn
from tournaments.models import Entry, Registration, RegistrationTerms

LENGTHS = {
    **{"AT": 20, "BE": 16, "BG": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20, "ES": 24},
    **{"FI": 18, "FR": 27, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26, "IT": 27, "LI": 21},
    **{"LT": 20, "LU": 20, "LV": 21, "MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "RO": 24},
    **{"SE": 24, "SI": 19, "SK": 24},
}
"""How many letters and digits an IBAN has, by country of the European Economic Area."""

LENGTHS_OUTSIDE = {
    **{"AD": 24, "AL": 28, "CH": 21, "GB": 22, "GI": 23, "MC": 27, "MD": 24, "ME": 22, "MK": 19},
    **{"RS": 22, "SM": 27, "VA": 22},
}
"""The same by country outside of it to which euros can be sent; there a bank asks for a BIC too."""

IBAN = re.compile(r"[A-Z]{2}(?:0[2-9]|[1-8][0-9]|9[0-8])[A-Z0-9]+")
"""Check digits are 02 to 98: of those with the same remainder the others are never given."""

MOST_OF_TITLE = 50
"""Letters: with a holder of 70, each of two bytes, the code stays below its 331 bytes."""

BESIDE_LETTERS = " /-?:().,'+&"
"""What banks take besides letters and digits."""

LAST_LATIN = "\u017f"


def read_iban(typed: str) -> str:
    """An IBAN without its blanks; ValidationError, with what is wrong, where it is none.

    >>> read_iban("de02 1203 0000 0000 2020 51")
    'DE02120300000000202051'
    """
    iban = "".join(typed.split()).upper()
    if not iban:
        return ""
    country = iban[:2]
    length = (LENGTHS | LENGTHS_OUTSIDE).get(country)
    if not IBAN.fullmatch(iban):
        text = _("Two letters, two digits, then the account, such as DE02 1203 0000 0000 2020 51.")
        raise ValidationError(text)
    if length is None:
        text = _("Euros cannot be sent to an IBAN that begins with %(country)s.")
        raise ValidationError(text, params={"country": country})
    if len(iban) != length:
        text = _(
            "An IBAN that begins with %(country)s has %(length)s letters and digits; these are "
            "%(found)s."
        )
        found = {"country": country, "length": length, "found": len(iban)}
        raise ValidationError(text, params=found)
    if int("".join(str(int(sign, 36)) for sign in iban[4:] + iban[:4])) % 97 != 1:
        text = _("The check digits do not fit: something in it is typed wrong.")
        raise ValidationError(text)
    return iban


def in_fours(iban: str) -> str:
    """An IBAN as it is read out.

    >>> in_fours("EE382200221020145685")
    'EE38 2200 2210 2014 5685'
    """
    return " ".join(iban[at : at + 4] for at in range(0, len(iban), 4))


def banks_take(sign: str) -> bool:
    """Whether a sign may stand in a transfer.

    >>> [banks_take(sign) for sign in "Äõ&🐑“"]
    [True, True, True, False, False]
    """
    return sign in BESIDE_LETTERS or ((sign.isalpha() or sign.isdecimal()) and sign <= LAST_LATIN)


def read_link(typed: str) -> str:
    """An address of a page; ValidationError where it is none, or not by https.

    >>> read_link(" https://pay.example/cup?a=1 ")
    'https://pay.example/cup?a=1'
    """
    link = typed.strip()
    if not link:
        return ""
    try:
        found = urlsplit(link)
        host, _port = found.hostname or "", found.port
    except ValueError:
        host = ""
    is_plain = link.isascii() and link.isprintable() and not re.search(r"[\s\"<>\\^`{|}]", link)
    if not (is_plain and host and "." in host and found.scheme == "https" and "@" not in link):
        raise ValidationError(_("A whole address that begins with https:// and has no @."))
    return link


class Transfer(NamedTuple):
    """What is typed into a bank's form; `code` is the same as a picture, perhaps empty."""

    holder: str
    iban: str
    text: str
    code: str


class Payment(NamedTuple):
    """The ways to pay besides the door: by transfer, on a page elsewhere at some host."""

    transfer: Transfer | None
    link: str
    host: str


def payment_of(mine: Registration, terms: RegistrationTerms, cents: int) -> Payment | None:
    """How somebody who has a place can pay so much, None where only at the door."""
    has_place = mine.entry.status in (Entry.REGISTERED, Entry.HERE)
    if not (has_place and cents and (terms.pay_iban or terms.pay_link)):
        return None
    transfer = None
    if terms.pay_iban:
        text = transfer_text(mine.entry.event.title, mine.code)
        code = ""
        if terms.pay_iban[:2] in LENGTHS:
            code = drawn(epc_code(terms.pay_holder, terms.pay_iban, cents, text))
        transfer = Transfer(terms.pay_holder, in_fours(terms.pay_iban), text, code)
    return Payment(transfer, terms.pay_link, urlsplit(terms.pay_link).hostname or "")


def transfer_text(title: str, code: str) -> str:
    """The text of a transfer: which event, and whose code.

    >>> transfer_text("Herbst 🐑 “Cup”", "BCDFGHJK")
    'Herbst Cup, BCDFGHJK'
    """
    plain = "".join(sign if banks_take(sign) else " " for sign in title)
    event = " ".join(plain.split())
    if len(event) > MOST_OF_TITLE:
        cut = event[:MOST_OF_TITLE]
        event = cut.rpartition(" ")[0] or cut
    return ", ".join(filter(None, (event, code)))


def epc_code(holder: str, iban: str, cents: int, text: str) -> QRCode:
    """The same as a code that the app of a bank reads."""
    amount = Decimal(cents) / 100
    return make_epc_qr(name=holder, iban=iban, amount=amount, text=text, encoding="utf-8")
