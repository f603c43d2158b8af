"""The words of the family, each in a sentence of our own: what the page of words shows."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from glossary.games import (
    ALL_PASSED,
    CARDS,
    COUNTING,
    DOPPELKOPF_WORDS,
    PICKING,
    PRICES,
    SASKOP_WORDS,
    SCHAFKOPF_WORDS,
    SKAT_WORDS,
    TALK,
    Group,
)
from glossary.program import EVENT_WORDS, RECORD_WORDS, SHEET, TABLE

GROUPS = (
    Group("at-the-table", _("At the table"), TABLE),
    Group("the-cards", _("The cards"), CARDS),
    Group("counting", _("Counting the tricks"), COUNTING),
    Group("picking", _("Picking and partners"), PICKING),
    Group("all-passed", _("Everybody passes"), ALL_PASSED),
    Group("dearer", _("Dearer hands"), PRICES),
    Group("talk", _("Talk across the table"), TALK),
    Group("saskop", _("Saskop and Sasku"), SASKOP_WORDS),
    Group("schafkopf", _("Schafkopf proper"), SCHAFKOPF_WORDS),
    Group("skat", _("Skat, a neighbour"), SKAT_WORDS),
    Group("doppelkopf", _("Doppelkopf, a neighbour"), DOPPELKOPF_WORDS),
    Group("on-the-sheet", _("On the sheet"), SHEET),
    Group("at-an-event", _("At an event"), EVENT_WORDS),
    Group("in-the-record-book", _("In the record book"), RECORD_WORDS),
)
