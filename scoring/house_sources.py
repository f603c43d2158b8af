"""Where the house rules stand that every game with a picker offers, and how sure each figure is."""

from dataclasses import replace

from scoring.picker import PickerGame
from scoring.ruleset import Figure, Source, interpretation
from scoring.words import _

WIKIPEDIA = Source("Wikipedia, Sheepshead (card game)", _("All passed; doubling"))
HOUSE_RULES = Source("playsheepshead.org, house rules", _("House rules and regional ones"))
CARDQUORUM = Source("github.com/reednel/cardquorum", _("docs/design/sheepshead.md"))
STEINERS = Source("The Steiners' Sheepshead page", _("The mauer rule"))
WADSACK = Source("github.com/jeremywadsack/sheepshead-scorer-android", _("The score keeper"))
LOTS = Source("github.com/adamanthil/sheepsheadai", _("Ties of a leaster by lot"))
COINS = Source("You Should Play Sheepshead", _("Scoring"))
CATS = Source("catsatcards.com, Sheepshead Schafkopf", _("Cracking, and ties of a least"))

OF_ALL = (
    HOUSE_RULES.states(
        _("A doubler in the blind and a blind pick double the hand; the dealer may have to pick")
    ),
    WADSACK.states(_("A leaster, a mauer check and 60 to 60 may double the next hand")),
    CATS.states(_("Only an opponent who had no chance to pick may crack")),
    interpretation(
        _("The cap holds for cracks and blitzes, not for the blind"),
        _("One program has such a cap, and no doublers in the blind."),
    ),
    Figure(
        _("A point spread pays 1 for every ten card points between the sides that are begun"),
        "proposal",
        _("playsheepshead.org names the way of paying and prints no step: agree on one."),
    ),
)
OF_LEASTERS = (
    CARDQUORUM.states(_("Schwanzer: a queen 3, a jack 2, any other diamond 1; the most loses")),
    STEINERS.states(_("The mauer rule: the same, the jack of diamonds −1; who ties pays too")),
    WADSACK.states(_("A mauer check: whoever should have picked pays everybody")),
    LOTS.states(_("A tied leaster may go to one of them by lot")),
    interpretation(
        _("Each of two who tie in a leaster may be paid by all the others"),
        _("“You Should Play Sheepshead” pays whoever takes no trick, and names no tie."),
    ),
    interpretation(
        _("Whose last trick decides a tie: no trick is the earliest; two without one share none"),
        _("catsatcards.com decides by the trick that is longer ago, and names no such case."),
    ),
    interpretation(
        _("Of the pot a partner has a third, rounded down, and the picker the rest"),
        _("Wikipedia has the pot; its example shares out four of five."),
    ),
)


def with_house_sources(*rulesets: PickerGame) -> tuple[PickerGame, ...]:
    """The same games, each of which also says where the rules stand that all of them offer."""
    return tuple(_with_sources(ruleset) for ruleset in rulesets)


def _with_sources(ruleset: PickerGame) -> PickerGame:
    sources, figures = [HOUSE_RULES, WADSACK, CATS], [*OF_ALL]
    if "leaster_tie" in ruleset.options_by_name:
        sources = [WIKIPEDIA, *sources, CARDQUORUM, STEINERS, LOTS, COINS]
        figures = [*OF_LEASTERS, *figures]
    titles = {source.title for source in ruleset.sources}
    more = tuple(source for source in sources if source.title not in titles)
    return replace(ruleset, sources=(*ruleset.sources, *more), figures=(*ruleset.figures, *figures))
