"""What the tariffs of tournaments have in common beside their prices, and how sure that is."""

from scoring.ruleset import Figure
from scoring.words import _

FAMILY = "Schafkopf, tournaments"
TABLES = (4, 5)

MIRRORED = Figure(
    _("What a won game brings, a lost one costs"),
    "interpretation",
    _("The table of the page lists won games; plus and minus are equal."),
)
SAME_AS_CALLED = Figure(
    _("Über Kreuz and Muss: priced as a Rufspiel"),
    "interpretation",
    _("The page names no price of their own."),
)
FIVE_AT_TABLE = Figure(
    _("At a table of five the dealer sits out"),
    "interpretation",
    _("As usual where the players do not come out even."),
)
TIE_OF_KREUZ = Figure(
    _("60 to 60 über Kreuz: the table says who won; a replayed hand is not written"),
    "interpretation",
    _("The page does not say; some tournaments play such a hand again."),
)
