"""What directors do about finals."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FINALS: dict[str, tuple[str, str | Promise, tuple[str, ...]]] = {
    "cut_made": ("rounds", _("After round %(round)s the field was cut for the final"), ("after",)),
    "season_final": ("door", _("The entries were brought to the places of the season"), ("after",)),
    "finalist_moved": (
        "rounds",
        _("%(entry)s was moved by hand: %(after)s instead of %(before)s"),
        (),
    ),
    "move_taken_back": (
        "rounds",
        _("%(entry)s was moved back: %(before)s instead of %(after)s"),
        (),
    ),
    "cut_taken_back": ("rounds", _("The cut after round %(round)s was taken back"), ("before",)),
}
"""By kind: its group, its sentence, and what stands below."""
