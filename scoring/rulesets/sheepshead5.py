"""Five-handed Sheepshead: six cards each, a blind of two, picker and hidden partner against three.

Sources: Wikipedia, “Sheepshead (card game)”, both charts; sheepsheadrules.com, Scoring Rules;
playsheepshead.org, rules; “You Should Play Sheepshead”, Five Player Sheepshead; J. Wadsack's
score keeper; catsatcards.com, “Sheepshead Schafkopf”, Five Player Sheepshead.
"""

from dataclasses import replace

from scoring import house_rules as house
from scoring.all_passed import TWO_TRICKLESS
from scoring.hand_fields import picker_fields
from scoring.house_rules import with_defaults
from scoring.house_sources import with_house_sources
from scoring.picker import PickerGame
from scoring.ruleset import Figure, Source, interpretation, sourced
from scoring.words import _

TRICKS, BLIND = 6, 2

WIKIPEDIA = Source("Wikipedia, Sheepshead (card game)", _("Keeping score; Double on the bump"))
SSR = Source("sheepsheadrules.com", _("Scoring rules"))
PSH = Source("playsheepshead.org", _("Rules, and the program behind the page"))
COINS = Source("You Should Play Sheepshead", _("Five Player Sheepshead"))
WADSACK = Source("github.com/jeremywadsack/sheepshead-scorer-android", _("The score keeper"))
CATS = Source("catsatcards.com, Sheepshead Schafkopf", _("Five Player Sheepshead"))
SITTING_OUT = sourced(
    _("The dealer sits out at six, with the players to his right above that"),
    _("sheepshead.org, basic rules; J. Wadsack's score keeper"),
)
LEASTER = sourced(
    _("A leaster pays 1 from each and needs a trick; a tie pays nothing"),
    _("Wikipedia, Leasters: the trick is “a common variant”"),
)
CALLED_ALL = interpretation(
    _("“Sheepshead” called costs or wins twice no trick, without the bump"),
    _("Wikipedia: twice what the opponents would have paid; the bump is not named."),
)


OPTIONS = (
    *house.PRICES,
    house.NO_TRICK_LOSS,
    house.ALONE,
    house.BURY_COUNTS_FOR,
    *house.PASSED,
    *house.LEASTER,
    *house.MARKS,
    *house.OF_THE_BLIND,
    house.NEXT_DOUBLED,
    house.TRUMP_RULE,
    house.PARTNER_RULE,
)

wikipedia = PickerGame(
    key="sheepshead5-wikipedia",
    name=_("Sheepshead, five-handed"),
    family=_("Sheepshead, five-handed"),
    summary=_("The first chart of Wikipedia: 1, 2, 3 with each opponent, no bump."),
    seats=5,
    tables=(5, 6, 7, 8),
    trick_count=TRICKS,
    blind=BLIND,
    has_partner=True,
    options=OPTIONS,
    fields=picker_fields(TRICKS, BLIND, has_partner=True),
    sources=(WIKIPEDIA,),
    figures=(
        WIKIPEDIA.states(_("12, 8, 4 alone; 6, 4, 2 with a partner")),
        LEASTER,
        CALLED_ALL,
        SITTING_OUT,
    ),
)

bump = replace(
    wikipedia,
    key="sheepshead5-bump",
    name=_("Sheepshead, five-handed, double on the bump"),
    summary=_("The second chart of Wikipedia, usual in Wisconsin: a lost pick costs twice."),
    options=with_defaults(OPTIONS, double_on_bump=True),
    sources=(WIKIPEDIA, WADSACK),
    figures=(
        WIKIPEDIA.states(_("Lost hands doubled: 4, 8, 12 and alone 8, 16, 24")),
        LEASTER,
        CALLED_ALL,
        SITTING_OUT,
    ),
)

sheepsheadrules = replace(
    wikipedia,
    key="sheepshead5-sheepsheadrules",
    name=_("Sheepshead, five-handed (sheepsheadrules.com)"),
    summary=_(
        "As Wikipedia's first chart, but the picker pays for the partner when they take no trick."
    ),
    options=with_defaults(OPTIONS, no_trick_loss="picker_pays_all"),
    sources=(SSR,),
    figures=(
        SSR.states(_("Lost without a trick: 9, 0, and 3 for each opponent")),
        LEASTER,
        CALLED_ALL,
        SITTING_OUT,
    ),
)

playsheepshead = replace(
    wikipedia,
    key="sheepshead5-playsheepshead",
    name=_("Sheepshead, five-handed (playsheepshead.org)"),
    summary=_("Both sides need 31 to escape schneider; a leaster pays 2 from each."),
    options=with_defaults(
        OPTIONS,
        schneider="both31",
        leaster_unit=2,
        leaster_tie="split",
        who_may_crack="any_defender",
    ),
    sources=(PSH,),
    figures=(
        sourced(
            _("90 is schneider for the opponents"),
            _("The program; the page also prints 61 to 90 for the plain win."),
        ),
        sourced(
            _("Leaster 2 from each; a tie splits what the others pay"),
            _("The program: the remainder goes to the first on the sheet."),
        ),
        sourced(
            _("Any opponent may crack, also one who has passed"),
            _("The page on special situations: before the picker buries."),
        ),
        CALLED_ALL,
        SITTING_OUT,
    ),
)

coins = replace(
    wikipedia,
    key="sheepshead5-coins",
    name=_("Sheepshead, five-handed (coins)"),
    summary=_("Coins change hands: 30 escape schneider, a leaster without a trick pays 2."),
    options=with_defaults(OPTIONS, schneider="both30", leaster="1-2", must_take_trick=False),
    sources=(COINS,),
    figures=(
        COINS.states(_("1, 2, 3 coins; leaster 1, without a trick 2")),
        interpretation(
            _("A tied leaster pays nothing; the last trick takes the blind"),
            _("The text does not say; as in Wikipedia."),
        ),
        TWO_TRICKLESS,
        CALLED_ALL,
        SITTING_OUT,
    ),
)

one_two_four = replace(
    wikipedia,
    key="sheepshead5-124",
    name=_("Sheepshead, five-handed, 1-2-4 with the bump"),
    summary=_("No trick costs 4 instead of 3, and a lost pick twice."),
    options=with_defaults(OPTIONS, tiers="1-2-4", double_on_bump=True),
    sources=(WADSACK,),
    figures=(
        WADSACK.states(_("1, 2, 4 with each opponent, doubled when lost")),
        LEASTER,
        CALLED_ALL,
        SITTING_OUT,
    ),
)

catsatcards = replace(
    wikipedia,
    key="sheepshead5-catsatcards",
    name=_("Schafkopf, five-handed (Cat's at Cards)"),
    summary=_("Called ace or jack of diamonds; the page's lost table restored from Wikipedia."),
    sources=(CATS, WIKIPEDIA),
    figures=(
        Figure(
            _("12, 8, 4 alone; 6, 4, 2 with a partner"),
            "restored",
            _("The page's own table is lost; these are Wikipedia's."),
        ),
        interpretation(
            _("Going alone pays the picker everything; the option pays only the picker's amount"),
            _("The page says both “larger bonuses” and “no additional bonuses”."),
        ),
        LEASTER,
        CALLED_ALL,
        SITTING_OUT,
    ),
)

RULESETS = with_house_sources(
    wikipedia, bump, sheepsheadrules, playsheepshead, coins, one_two_four, catsatcards
)
