"""The words of the table and of the sheet."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.site.glossary.entries import ALL_GAMES, HERE, SHEEPSHEAD, Entry

TABLE = (
    Entry(
        "hand",
        _("Hand"),
        ALL_GAMES,
        _("One deal, played out and scored; here it never means the cards that somebody holds."),
    ),
    Entry(
        "table",
        _("Table"),
        ALL_GAMES,
        _("The people who sit together and play one game by the same house rules."),
    ),
    Entry(
        "seat",
        _("Seat"),
        ALL_GAMES,
        _("Somebody’s place at the table; the order of the seats is the order of dealing."),
    ),
    Entry(
        "side",
        _("Side"),
        ALL_GAMES,
        _("Who wins or loses points together on the sheet: one player, or a fixed pair."),
    ),
    Entry(
        "dealer",
        _("Dealer"),
        ALL_GAMES,
        _("Whoever deals a hand. The deal passes clockwise, and stays where a hand is void."),
    ),
    Entry(
        "sits-out",
        _("Sits out"),
        SHEEPSHEAD,
        _(
            "Gets no cards in this hand because more sit at the table than play; usually the "
            "dealer does."
        ),
    ),
    Entry(
        "house-rule",
        _("House rule"),
        ALL_GAMES,
        _(
            "What a club may settle differently within the same game; a table chooses its own when "
            "it is opened."
        ),
    ),
    Entry(
        "ruleset",
        _("Rules of a game"),
        HERE,
        _("A game as one source or club plays it, with its prices and house rules."),
    ),
    Entry(
        "trick",
        _("Trick"),
        ALL_GAMES,
        _(
            "One card from everybody who plays. The highest trump takes it, or without a trump the "
            "highest card of the suit that was led."
        ),
    ),
    Entry(
        "void",
        _("Void hand"),
        ALL_GAMES,
        _("A hand that decided nothing; the same dealer deals again."),
    ),
)

SHEET = (
    Entry(
        "sheet",
        _("Sheet"),
        HERE,
        _("The hands of one table in their order, with the points of each."),
    ),
    Entry(
        "points",
        _("Points"),
        ALL_GAMES,
        _("What a side wins or loses by a hand and what goes on the sheet; not the card points."),
    ),
    Entry(
        "coins",
        _("Coins"),
        SHEEPSHEAD,
        _(
            "Points that change hands: what one player gets, others have paid. Also chips or "
            "tokens."
        ),
    ),
    Entry(
        "target",
        _("Target"),
        ALL_GAMES,
        _("The points at which a game is won; then the next one begins at nothing."),
    ),
    Entry(
        "adjustment",
        _("Adjustment"),
        HERE,
        _("Points added or taken with a reason and outside any hand, for a misplay or a penalty."),
    ),
    Entry(
        "correction",
        _("Correction"),
        HERE,
        _("A new version of a hand. The old one is kept, and everybody can see both."),
    ),
    Entry(
        "withdrawn",
        _("Withdrawn"),
        HERE,
        _(
            "Said of a hand that was entered by mistake: it stays on the sheet, struck through, "
            "and counts for nothing."
        ),
    ),
    Entry(
        "link",
        _("Link"),
        HERE,
        _("The secret address of a table. One lets you write, the other only watch."),
    ),
    Entry(
        "figure",
        _("Figure"),
        HERE,
        _(
            "A number in the rules, marked by how well it is attested: sourced, restored, our own "
            "reading (interpretation), a proposal, or to be decided by whoever plays."
        ),
    ),
    Entry(
        "carried",
        _("Carried over"),
        ALL_GAMES,
        _("What one hand leaves to the next: a doubled hand, or strokes that wait for a winner."),
    ),
)
