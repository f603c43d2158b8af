"""Saskop, also Sasku or Lambapea: Estonia, four players in fixed pairs, strokes on paper.

Sources: pagat.com, “Saskop” (information from Eik Hermann), the stroke table and the text below
it; p2pcards, Sasku RULES.md, for `sasku-karvane12`; alarroa/sasku, README, for `sasku-karvane6`.
"""

from scoring import house_rules
from scoring.hand_fields import RESULT, SUITS
from scoring.ruleset import Field, Figure, Source
from scoring.sasku import TRICKS, Sasku
from scoring.words import _

PAGAT = Source("pagat.com, Saskop", _("The score, after information from Eik Hermann"))
P2PCARDS = Source("p2pcards, Sasku", _("RULES.md, scoring"))
ALARROA = Source("github.com/alarroa/sasku", _("README, scoring"))

FIELDS = (
    Field(
        "makers",
        "pair",
        _("Makers"),
        _("Which pair named the final trumps; whoever overrides with diamonds is the maker."),
        empty=_("Everybody passed"),
    ),
    Field(
        "trump",
        "choice",
        _("Trumps"),
        _("The suit that was named; diamonds when everybody passed."),
        when="played",
        choices=SUITS,
    ),
    RESULT,
    Field(
        "card_points",
        "pair_points",
        _("Card points"),
        _("What each pair took; together 120."),
    ),
    Field(
        "tricks",
        "pair_counts",
        _("Tricks"),
        _("Only needed when one pair took all nine."),
        high=TRICKS,
        empty=_("Neither pair took all"),
    ),
)

BLIND_DIAMONDS = Field(
    "blind_diamonds",
    "flag",
    _("Diamonds ordered blind"),
    _("Diamonds were named before the cards were dealt."),
    when="played",
)


def _saskop() -> Sasku:
    return Sasku(
        key="saskop",
        name="Saskop",
        family="Saskop",
        summary=_("Two pairs, bids and trumps; strokes on paper, 16 win, nine tricks win at once."),
        seats=4,
        tables=(4,),
        scores="pairs",
        is_zero_sum=False,
        options=(house_rules.target(16),),
        fields=FIELDS,
        sources=(PAGAT,),
        figures=(
            Figure(_("Strokes 2, 4, 6, 8; lambapea; 16 strokes"), "sourced", _("pagat.com")),
            Figure(
                _("Whoever overrides with diamonds becomes the maker"),
                "interpretation",
                _("The page scores by who chose the trumps."),
            ),
            Figure(
                _("More than 16 strokes is simply a win"),
                "interpretation",
                _("The page does not speak of a surplus; the sheet draws 16."),
            ),
        ),
        passed=1,
        tie="replay",
        sweeps_passed=True,
    )


def _karvane12() -> Sasku:
    return Sasku(
        key="sasku-karvane12",
        name="Sasku, karvane 12",
        family="Saskop",
        summary=_("Sasku with 12 strokes for all tricks and one more for exactly 90."),
        seats=4,
        tables=(4,),
        scores="pairs",
        is_zero_sum=False,
        options=(house_rules.target(12),),
        fields=FIELDS,
        sources=(P2PCARDS,),
        figures=(
            Figure(_("Strokes, 12 for karvane, ties"), "sourced", _("p2pcards, RULES.md")),
            Figure(
                _("A game ends at 12"),
                "proposal",
                _("The source names no target; with 12 a karvane wins outright."),
            ),
            Figure(
                _("The one-tap result “won” or “lost” stands for 61 to 89"),
                "interpretation",
                _("For exactly 90 enter the card points: it is worth one stroke more."),
            ),
        ),
        passed=2,
        tie="namers_lose",
        sweep=12,
        ninety=1,
    )


def _karvane6() -> Sasku:
    return Sasku(
        key="sasku-karvane6",
        name="Sasku, karvane 6",
        family="Saskop",
        summary=_("Sasku with 6 strokes for all tricks; a tie leaves 2 for the next winner."),
        seats=4,
        tables=(4,),
        scores="pairs",
        is_zero_sum=False,
        options=(house_rules.target(16),),
        fields=(*FIELDS, BLIND_DIAMONDS),
        sources=(ALARROA,),
        figures=(
            Figure(_("Strokes, 6 for karvane, ties"), "sourced", _("alarroa/sasku, README")),
            Figure(_("A game ends at 16"), "sourced", _("The same page also says 12: choose it.")),
            Figure(
                _("Two ties in a row leave 4, and the next winner gets them whatever he wins by"),
                "interpretation",
                _("The source speaks of one tie only."),
            ),
            Figure(
                _("Karvane is 6 flat, also in diamonds and in diamonds ordered blind"),
                "interpretation",
                _("The source says 6 without naming the suit."),
            ),
        ),
        passed=2,
        tie="carry",
        sweep=6,
    )


RULESETS = (_saskop(), _karvane12(), _karvane6())
