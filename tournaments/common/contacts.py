"""Phone numbers and e-mail addresses as they are kept and compared."""

from __future__ import annotations

import re
from typing import NamedTuple

SHORTEST, LONGEST_PHONE, LONGEST_MAIL = 6, 15, 120
SAME_DIGITS = 9
"""So many last digits are the same however a number was written, with or without the country."""

_BETWEEN = re.compile(r"[\s()/.\-–]+")
_PHONE = re.compile(rf"\+?[0-9]{{{SHORTEST},{LONGEST_PHONE}}}")
_MAIL = re.compile(r"[^@\s,;<>\"]+@[^@\s,;<>\"]+\.[^@\s,;<>\".]{2,}")


class Reached(NamedTuple):
    """How somebody is reached: a phone number, an e-mail address, "" where there is none."""

    phone: str = ""
    mail: str = ""


def read_phone(typed: str) -> str | None:
    """A phone number in digits, None where it is none.

    >>> read_phone("0151 / 234-5678"), read_phone("0049 (151) 2345678"), read_phone("call me")
    ('01512345678', '+491512345678', None)
    """
    digits = _BETWEEN.sub("", typed)
    if digits.startswith("00"):
        digits = f"+{digits[2:]}"
    return digits if _PHONE.fullmatch(digits) else None


def read_mail(typed: str) -> str | None:
    """An e-mail address in small letters, None where it is none.

    >>> read_mail(" Anna@Example.org "), read_mail("anna@home")
    ('anna@example.org', None)
    """
    mail = typed.strip().casefold()
    return mail if len(mail) <= LONGEST_MAIL and _MAIL.fullmatch(mail) else None


def read_either(typed: str) -> Reached | None:
    """Whichever of the two somebody typed, None where it is neither.

    >>> read_either("0151 2345678"), read_either("anna@example.org"), read_either("?")
    (Reached(phone='01512345678', mail=''), Reached(phone='', mail='anna@example.org'), None)
    """
    if not typed.strip():
        return Reached()
    if "@" in typed:
        mail = read_mail(typed)
        return None if mail is None else Reached(mail=mail)
    phone = read_phone(typed)
    return None if phone is None else Reached(phone=phone)


def marks_of(reached: Reached) -> frozenset[str]:
    """By what two are compared: equal marks are the same phone or the same address.

    >>> marks_of(Reached("01512345678")) == marks_of(Reached("+491512345678"))
    True
    """
    marks = [f"phone {reached.phone[-SAME_DIGITS:]}"] if reached.phone else []
    return frozenset(marks + ([f"mail {reached.mail}"] if reached.mail else []))
