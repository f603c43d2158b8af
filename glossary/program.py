"""The words of this program: on the sheet, at an event, in the record book."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _
from django.utils.translation import pgettext_lazy

from glossary.games import ALL_GAMES, HERE, SHEEPSHEAD, words_of

# The words of the table and of the sheet.

TABLE = words_of(
    ALL_GAMES,
    {
        "Hand": _(
            "One deal, played out and scored; here it never means the cards that somebody holds."
        ),
        _("Table"): _("The people who sit together and play one game by the same house rules."),
        "Seat": _("Somebody’s place at the table; the order of the seats is the order of dealing."),
        _("Side"): _(
            "Who wins or loses points together on the sheet: one player, or a fixed pair."
        ),
        _("Dealer"): _(
            "Whoever deals a hand. The deal passes clockwise, and stays where a hand is void."
        ),
        _("Sits out"): _(
            "Gets no cards in this hand because more sit at the table than play; usually the "
            "dealer does."
        ),
        _("House rule"): _(
            "What a club may settle differently within the same game; a table chooses its own when "
            "it is opened."
        ),
        _("Rules of a game"): _(
            "A game as one source or club plays it, with its prices and house rules."
        ),
        _("Trick"): _(
            "One card from everybody who plays. The highest trump takes it, or without a trump the "
            "highest card of the suit that was led."
        ),
        _("Void hand"): _("A hand that decided nothing; the same dealer deals again."),
    },
    called={"Hand": pgettext_lazy("one deal", "Hand"), "Seat": pgettext_lazy("at a table", "Seat")},
    elsewhere={"Sits out": SHEEPSHEAD, "Rules of a game": HERE},
    anchors={"Rules of a game": "ruleset", "Void hand": "void"},
)

SHEET = words_of(
    HERE,
    {
        _("Sheet"): _("The hands of one table in their order, with the points of each."),
        _("Points"): _(
            "What a side wins or loses by a hand and what goes on the sheet; not the card points."
        ),
        _("Coins"): _(
            "Points that change hands: what one player gets, others have paid. Also chips or "
            "tokens."
        ),
        _("Target"): _("The points at which a game is won; then the next one begins at nothing."),
        _("Adjustment"): _(
            "Points added or taken with a reason and outside any hand, for a misplay or a penalty."
        ),
        _("Correction"): _(
            "A new version of a hand. The old one is kept, and everybody can see both."
        ),
        _("Withdrawn"): _(
            "Said of a hand that was entered by mistake: it stays on the sheet, struck through, "
            "and counts for nothing."
        ),
        _("Link"): _("The secret address of a table. One lets you write, the other only watch."),
        _("Figure"): _(
            "A number in the rules, marked by how well it is attested: sourced, restored, our own "
            "reading (interpretation), a proposal, or to be decided by whoever plays."
        ),
        _("Carried over"): _(
            "What one hand leaves to the next: a doubled hand, or strokes that wait for a winner."
        ),
    },
    elsewhere={
        "Points": ALL_GAMES,
        "Coins": SHEEPSHEAD,
        "Target": ALL_GAMES,
        "Carried over": ALL_GAMES,
    },
    anchors={"Carried over": "carried"},
)


# The words of events: what a director, a player and a screen say.

TOURNAMENTS = _("tournaments")

EVENT_WORDS = words_of(
    TOURNAMENTS,
    {
        _("Event"): _(
            "One tournament, club night or day of play, with its own rule card and standing."
        ),
        _("Entry"): _(
            "Who takes part: one player or a fixed pair. The entry owns the points, also when a "
            "substitute plays for it."
        ),
        _("Start number"): _(
            "Given at the door in the order of arrival; nobody else ever gets it at this event."
        ),
        _("Check-in"): _("Saying at the door that somebody is here, and whether the fee is paid."),
        "Round": _("The hands between two draws; also called a session, a series or a Runde."),
        "Draw": _(
            "Deciding who sits where. Its result, the seating, can be drawn again from its seed."
        ),
        _("Odd table"): _(
            "A table of another size than usual, because the number does not come out even."
        ),
        _("Bye"): _(
            "Sitting out a round; the rule card says what it is worth. Nobody gets two before "
            "everybody had one."
        ),
        _("House player"): _("Plays along to fill a table and is not in the standing."),
        _("Standing"): _(
            "One line of the ranking: the place, the total, and what decided where totals are "
            "equal."
        ),
        _("Tie-break"): _(
            "What puts equal totals in order, such as won solos or the best round; the list is on "
            "the rule card."
        ),
        _("Lot"): _(
            "The last tie-break: drawn once, with a seed that is kept, so that anybody can draw it "
            "again."
        ),
        _("Buchholz"): _(
            "The sum of the totals of all opponents: whoever met stronger ones is ahead."
        ),
        _("Berger"): _("The totals of the opponents beaten, and half of those with whom one drew."),
        _("Substitute"): _("Plays on for somebody else’s entry, which keeps the points."),
        _("Protest"): _(
            "What a captain or a player does not accept, written down at the desk. It is upheld, "
            "dismissed or withdrawn before the final list is locked."
        ),
        _("Time for sheets"): _(
            "Until when the sheets have to be in; a sheet that comes after it is late."
        ),
        _("Contact"): _(
            "A phone number or e-mail address by which somebody with several tickets is known "
            "again. Only directors see it, and it is not kept for long."
        ),
    },
    called={"Round": pgettext_lazy("of an event", "Round"), "Draw": pgettext_lazy("noun", "Draw")},
    elsewhere={"Event": HERE},
    anchors={"Entry": "event-entry"},
)


# The words of a club's record book.

RECORD_WORDS = words_of(
    HERE,
    {
        _("Record book"): _("What a club’s people did over the years, added up from the sheets."),
        _("Rating"): _("Points per hand above the average of the table, with luck allowed for."),
        _("Other name"): _("A name on sheets that means a player, as a director said."),
        _("Merged record"): _(
            "A second record of the same person, read as part of the one that was kept."
        ),
        _("Erased"): _(
            "Somebody whose name was taken out everywhere; the hands and the standings stay."
        ),
    },
)
