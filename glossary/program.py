"""The words of this program: on the sheet, at an event, in the record book."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from glossary.games import ALL_GAMES, HERE, SHEEPSHEAD, Entry

# The words of the table and of the sheet.

TABLE = (
    Entry(
        _("Hand"),
        ALL_GAMES,
        _("One deal, played out and scored; here it never means the cards that somebody holds."),
    ),
    Entry(
        _("Table"),
        ALL_GAMES,
        _("The people who sit together and play one game by the same house rules."),
    ),
    Entry(
        _("Seat"),
        ALL_GAMES,
        _("Somebody’s place at the table; the order of the seats is the order of dealing."),
    ),
    Entry(
        _("Side"),
        ALL_GAMES,
        _("Who wins or loses points together on the sheet: one player, or a fixed pair."),
    ),
    Entry(
        _("Dealer"),
        ALL_GAMES,
        _("Whoever deals a hand. The deal passes clockwise, and stays where a hand is void."),
    ),
    Entry(
        _("Sits out"),
        SHEEPSHEAD,
        _(
            "Gets no cards in this hand because more sit at the table than play; usually the "
            "dealer does."
        ),
    ),
    Entry(
        _("House rule"),
        ALL_GAMES,
        _(
            "What a club may settle differently within the same game; a table chooses its own when "
            "it is opened."
        ),
    ),
    Entry(
        _("Rules of a game"),
        HERE,
        _("A game as one source or club plays it, with its prices and house rules."),
        own_anchor="ruleset",
    ),
    Entry(
        _("Trick"),
        ALL_GAMES,
        _(
            "One card from everybody who plays. The highest trump takes it, or without a trump the "
            "highest card of the suit that was led."
        ),
    ),
    Entry(
        _("Void hand"),
        ALL_GAMES,
        _("A hand that decided nothing; the same dealer deals again."),
        own_anchor="void",
    ),
)

SHEET = (
    Entry(_("Sheet"), HERE, _("The hands of one table in their order, with the points of each.")),
    Entry(
        _("Points"),
        ALL_GAMES,
        _("What a side wins or loses by a hand and what goes on the sheet; not the card points."),
    ),
    Entry(
        _("Coins"),
        SHEEPSHEAD,
        _(
            "Points that change hands: what one player gets, others have paid. Also chips or "
            "tokens."
        ),
    ),
    Entry(
        _("Target"),
        ALL_GAMES,
        _("The points at which a game is won; then the next one begins at nothing."),
    ),
    Entry(
        _("Adjustment"),
        HERE,
        _("Points added or taken with a reason and outside any hand, for a misplay or a penalty."),
    ),
    Entry(
        _("Correction"),
        HERE,
        _("A new version of a hand. The old one is kept, and everybody can see both."),
    ),
    Entry(
        _("Withdrawn"),
        HERE,
        _(
            "Said of a hand that was entered by mistake: it stays on the sheet, struck through, "
            "and counts for nothing."
        ),
    ),
    Entry(
        _("Link"),
        HERE,
        _("The secret address of a table. One lets you write, the other only watch."),
    ),
    Entry(
        _("Figure"),
        HERE,
        _(
            "A number in the rules, marked by how well it is attested: sourced, restored, our own "
            "reading (interpretation), a proposal, or to be decided by whoever plays."
        ),
    ),
    Entry(
        _("Carried over"),
        ALL_GAMES,
        _("What one hand leaves to the next: a doubled hand, or strokes that wait for a winner."),
        own_anchor="carried",
    ),
)


# The words of events: what a director, a player and a screen say.

TOURNAMENTS = _("tournaments")

EVENT_WORDS = (
    Entry(
        _("Event"),
        HERE,
        _("One tournament, club night or day of play, with its own rule card and standing."),
    ),
    Entry(
        _("Entry"),
        TOURNAMENTS,
        _(
            "Who takes part: one player or a fixed pair. The entry owns the points, also when a "
            "substitute plays for it."
        ),
        own_anchor="event-entry",
    ),
    Entry(
        _("Start number"),
        TOURNAMENTS,
        _("Given at the door in the order of arrival; nobody else ever gets it at this event."),
    ),
    Entry(
        _("Check-in"),
        TOURNAMENTS,
        _("Saying at the door that somebody is here, and whether the fee is paid."),
    ),
    Entry(
        _("Round"),
        TOURNAMENTS,
        _("The hands between two draws; also called a session, a series or a Runde."),
    ),
    Entry(
        _("Draw"),
        TOURNAMENTS,
        _("Deciding who sits where. Its result, the seating, can be drawn again from its seed."),
    ),
    Entry(
        _("Odd table"),
        TOURNAMENTS,
        _("A table of another size than usual, because the number does not come out even."),
    ),
    Entry(
        _("Bye"),
        TOURNAMENTS,
        _(
            "Sitting out a round; the rule card says what it is worth. Nobody gets two before "
            "everybody had one."
        ),
    ),
    Entry(
        _("House player"), TOURNAMENTS, _("Plays along to fill a table and is not in the standing.")
    ),
    Entry(
        _("Standing"),
        TOURNAMENTS,
        _(
            "One line of the ranking: the place, the total, and what decided where totals are "
            "equal."
        ),
    ),
    Entry(
        _("Tie-break"),
        TOURNAMENTS,
        _(
            "What puts equal totals in order, such as won solos or the best round; the list is on "
            "the rule card."
        ),
    ),
    Entry(
        _("Lot"),
        TOURNAMENTS,
        _(
            "The last tie-break: drawn once, with a seed that is kept, so that anybody can draw it "
            "again."
        ),
    ),
    Entry(
        _("Buchholz"),
        TOURNAMENTS,
        _("The sum of the totals of all opponents: whoever met stronger ones is ahead."),
    ),
    Entry(
        _("Berger"),
        TOURNAMENTS,
        _("The totals of the opponents beaten, and half of those with whom one drew."),
    ),
    Entry(
        _("Substitute"),
        TOURNAMENTS,
        _("Plays on for somebody else’s entry, which keeps the points."),
    ),
    Entry(
        _("Protest"),
        TOURNAMENTS,
        _(
            "What a captain or a player does not accept, written down at the desk. It is upheld, "
            "dismissed or withdrawn before the final list is locked."
        ),
    ),
    Entry(
        _("Time for sheets"),
        TOURNAMENTS,
        _("Until when the sheets have to be in; a sheet that comes after it is late."),
    ),
    Entry(
        _("Contact"),
        TOURNAMENTS,
        _(
            "A phone number or e-mail address by which somebody with several tickets is known "
            "again. Only directors see it, and it is not kept for long."
        ),
    ),
)


# The words of a club's record book.

RECORD_WORDS = (
    Entry(
        _("Record book"),
        HERE,
        _("What a club’s people did over the years, added up from the sheets."),
    ),
    Entry(
        _("Rating"),
        HERE,
        _("Points per hand above the average of the table, with luck allowed for."),
    ),
    Entry(_("Other name"), HERE, _("A name on sheets that means a player, as a director said.")),
    Entry(
        _("Merged record"),
        HERE,
        _("A second record of the same person, read as part of the one that was kept."),
    ),
    Entry(
        _("Erased"),
        HERE,
        _("Somebody whose name was taken out everywhere; the hands and the standings stay."),
    ),
)
