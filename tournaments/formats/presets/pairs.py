"""Sasku: fixed pairs, two at a table."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from tournaments.formats.presets.preset import SASKU, Preset
from tournaments.formats.settings import EventSettings

SWISS = EventSettings(
    unit="pair",
    size=2,
    odd="bye",
    rounds=7,
    hands=0,
    draws=("swiss",),
    yields="match",
    bye_value=2,
    tie_breaks=("buchholz", "berger", "progressive", "shared"),
    minutes=60,
)

PRESETS = (
    Preset(
        key="sasku_all",
        family="pairs",
        name=_("Sasku pairs, all play all"),
        summary=_("Up to ten pairs, everybody against everybody; two for a win, one for a draw."),
        source=_(
            "Berger’s tables and the ties of the Estonian table games (koroona.ee): head-to-head, "
            "Berger, difference. Eight pairs play seven rounds, nine or ten play nine."
        ),
        rulesets=SASKU,
        settings=EventSettings(
            unit="pair",
            size=2,
            odd="bye",
            rounds=7,
            hands=0,
            draws=("berger",),
            yields="match",
            tie_breaks=("head_to_head", "berger", "difference", "shared"),
            capacity=10,
            minutes=60,
        ),
    ),
    Preset(
        key="sasku_swiss",
        family="pairs",
        name=_("Sasku pairs, Swiss system"),
        summary=_("Seven rounds against pairs of one’s own strength, never the same one twice."),
        source=_(
            "As the Estonian table games play with more than ten entries (koroona.ee): seven "
            "rounds, an hour each; Buchholz, Berger and progressive score decide ties. A bye "
            "counts as a win."
        ),
        rulesets=SASKU,
        settings=SWISS,
    ),
    Preset(
        key="sasku_stage",
        family="pairs",
        name=_("Stage of a Sasku series"),
        summary=_("A Friday evening of five rounds; the stages of the year are added up."),
        source=_(
            "As on Saaremaa: one stage a month, Friday from seven to midnight, the stage points "
            "added up until December. Five rounds of three quarters of an hour by the Swiss "
            "system are our reading."
        ),
        rulesets=SASKU,
        settings=replace(SWISS, rounds=5, minutes=45),
        after=_(
            "Make a series of the club and add each stage; where partners change, let it count "
            "people and not pairs."
        ),
    ),
)
