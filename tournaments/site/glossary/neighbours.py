"""Words of the neighbours, Skat and Doppelkopf."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.site.glossary.entries import DOPPELKOPF, SKAT, Entry

SKAT_WORDS = (
    Entry("soloist", _("Soloist"), SKAT, _("Who won the bidding: alone against the two others.")),
    Entry(
        "tops",
        _("Tops, with or without"),
        SKAT,
        _(
            "The highest trumps in a row from the jack of clubs down: with those that the soloist "
            "had, without those that he lacked. Both count alike."
        ),
    ),
    Entry(
        "levels",
        _("Levels"),
        SKAT,
        _(
            "Tops, one for the game, and one more each for hand, Schneider, Schwarz, what was "
            "announced, and ouvert: so many times the base is the value of the game."
        ),
    ),
    Entry("hand-game", _("Hand"), SKAT, _("Played without looking at the two cards of the skat.")),
    Entry("ouvert", _("Ouvert"), SKAT, _("Played with the cards open on the table.")),
    Entry("grand", _("Grand"), SKAT, _("Only the four jacks are trumps.")),
    Entry("null", _("Null"), SKAT, _("No trumps at all; the soloist must not take a trick.")),
    Entry(
        "overbid",
        _("Overbid"),
        SKAT,
        _("The game turned out to be worth less than was bid: it is lost."),
    ),
    Entry(
        "seeger-fabian",
        _("Seeger, Seeger–Fabian"),
        SKAT,
        _(
            "How tournaments count: 50 beside the value for a game won and off for one lost "
            "(Seeger), and to each of the others for a lost one 40 at a table of three, 30 at one "
            "of four, the dealer too (Fabian)."
        ),
    ),
)

DOPPELKOPF_WORDS = (
    Entry(
        "re",
        _("Re"),
        DOPPELKOPF,
        _("The two with the queens of clubs (the old ones), or a soloist; also what they say."),
    ),
    Entry(
        "kontra-side",
        _("Kontra"),
        DOPPELKOPF,
        _("The others; also what they announce."),
    ),
    Entry(
        "no-ninety",
        _("“No 90”"),
        DOPPELKOPF,
        _("Announced, and then no 60, no 30, Schwarz: the others stay under it, or it is lost."),
    ),
    Entry(
        "resistance",
        _("Resistance"),
        DOPPELKOPF,
        _("To reach a level more than was denied, such as 120 against “no 90”: one point more."),
    ),
    Entry(
        "doppelkopf-trick", _("A Doppelkopf"), DOPPELKOPF, _("A trick of 40 card points or more.")
    ),
    Entry("fox", _("Fox"), DOPPELKOPF, _("The ace of diamonds; caught from the others, a point.")),
    Entry("charlie", _("Charlie"), DOPPELKOPF, _("The jack of clubs that takes the last trick.")),
)
