"""The words of a club's record book."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.site.glossary.entries import HERE, Entry

RECORD_WORDS = (
    Entry(
        "record-book",
        _("Record book"),
        HERE,
        _("What a club’s people did over the years, added up from the sheets."),
    ),
    Entry(
        "rating",
        _("Rating"),
        HERE,
        _("Points per hand above the average of the table, with luck allowed for."),
    ),
    Entry(
        "other-name",
        _("Other name"),
        HERE,
        _("A name on sheets that means a player, as a director said."),
    ),
    Entry(
        "merged-record",
        _("Merged record"),
        HERE,
        _("A second record of the same person, read as part of the one that was kept."),
    ),
    Entry(
        "erased",
        _("Erased"),
        HERE,
        _("Somebody whose name was taken out everywhere; the hands and the standings stay."),
    ),
)
