"""Deeds about protests, about the time until which sheets are due, and about who is who."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PROTESTS: dict[str, tuple[str, str | Promise]] = {
    "protest_made": ("rulings", _("Protest %(after)s")),
    "protest_changed": ("rulings", _("Put right: protest %(after)s")),
    "protest_decided": ("rulings", _("Protest decided, %(after)s: %(before)s")),
    "protest_reopened": ("rulings", _("Opened again, it was %(before)s: protest %(after)s")),
}
"""By kind: its group and its sentence."""

DUE: dict[str, tuple[str, str | Promise]] = {
    "sheets_due": ("results", _("Sheets have to be in by %(after)s (before: %(before)s)")),
    "sheets_due_off": (
        "results",
        _("Sheets need not be in by a certain time any more: %(before)s"),
    ),
}
"""The same for the time until which sheets have to be in."""

PERSONS: dict[str, tuple[str, str | Promise]] = {
    "contact": ("door", _("How to reach %(entry)s was noted or changed")),
    "contact_erased": ("door", _("How to reach %(entry)s was erased")),
    "contacts_erased": (
        "door",
        _("Phone numbers and e-mail addresses were erased, entries: %(after)s"),
    ),
    "same_person": ("door", _("%(entry)s is the same as %(after)s")),
    "other_person": ("door", _("%(entry)s is somebody else than %(after)s")),
    "person_open": (
        "door",
        _("It was taken back whether %(entry)s is the same as %(after)s"),
    ),
}
"""The same for people with several entries."""

OTHERS = {**PROTESTS, **DUE, **PERSONS}
