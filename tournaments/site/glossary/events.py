"""The words of events: what a director, a player and a screen say."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.site.glossary.entries import HERE, Entry

TOURNAMENTS = _("tournaments")

EVENT_WORDS = (
    Entry(
        "event",
        _("Event"),
        HERE,
        _("One tournament, club night or day of play, with its own rule card and standing."),
    ),
    Entry(
        "event-entry",
        _("Entry"),
        TOURNAMENTS,
        _(
            "Who takes part: one player or a fixed pair. The entry owns the points, also when a "
            "substitute plays for it."
        ),
    ),
    Entry(
        "start-number",
        _("Start number"),
        TOURNAMENTS,
        _("Given at the door in the order of arrival; nobody else ever gets it at this event."),
    ),
    Entry(
        "check-in",
        _("Check-in"),
        TOURNAMENTS,
        _("Saying at the door that somebody is here, and whether the fee is paid."),
    ),
    Entry(
        "round",
        _("Round"),
        TOURNAMENTS,
        _("The hands between two draws; also called a session, a series or a Runde."),
    ),
    Entry(
        "draw",
        _("Draw"),
        TOURNAMENTS,
        _("Deciding who sits where. Its result, the seating, can be drawn again from its seed."),
    ),
    Entry(
        "odd-table",
        _("Odd table"),
        TOURNAMENTS,
        _("A table of another size than usual, because the number does not come out even."),
    ),
    Entry(
        "bye",
        _("Bye"),
        TOURNAMENTS,
        _(
            "Sitting out a round; the rule card says what it is worth. Nobody gets two before "
            "everybody had one."
        ),
    ),
    Entry(
        "house-player",
        _("House player"),
        TOURNAMENTS,
        _("Plays along to fill a table and is not in the standing."),
    ),
    Entry(
        "standing",
        _("Standing"),
        TOURNAMENTS,
        _(
            "One line of the ranking: the place, the total, and what decided where totals are "
            "equal."
        ),
    ),
    Entry(
        "tie-break",
        _("Tie-break"),
        TOURNAMENTS,
        _(
            "What puts equal totals in order, such as won solos or the best round; the list is on "
            "the rule card."
        ),
    ),
    Entry(
        "lot",
        _("Lot"),
        TOURNAMENTS,
        _(
            "The last tie-break: drawn once, with a seed that is kept, so that anybody can draw it "
            "again."
        ),
    ),
    Entry(
        "buchholz",
        _("Buchholz"),
        TOURNAMENTS,
        _("The sum of the totals of all opponents: whoever met stronger ones is ahead."),
    ),
    Entry(
        "berger",
        _("Berger"),
        TOURNAMENTS,
        _("The totals of the opponents beaten, and half of those with whom one drew."),
    ),
    Entry(
        "substitute",
        _("Substitute"),
        TOURNAMENTS,
        _("Plays on for somebody else’s entry, which keeps the points."),
    ),
    Entry(
        "protest",
        _("Protest"),
        TOURNAMENTS,
        _(
            "What a captain or a player does not accept, written down at the desk. It is upheld, "
            "dismissed or withdrawn before the final list is locked."
        ),
    ),
    Entry(
        "time-for-sheets",
        _("Time for sheets"),
        TOURNAMENTS,
        _("Until when the sheets have to be in; a sheet that comes after it is late."),
    ),
    Entry(
        "contact",
        _("Contact"),
        TOURNAMENTS,
        _(
            "A phone number or e-mail address by which somebody with several tickets is known "
            "again. Only directors see it, and it is not kept for long."
        ),
    ),
)
