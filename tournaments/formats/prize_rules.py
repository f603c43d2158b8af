"""Which prize settings fit together, and what they say on the rule card."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.formats.awards import paid_out
from tournaments.formats.prizes import (
    MOST_TEAMS,
    STEPS,
    What,
    gives_money,
    goods_of,
    group_prizes,
    what_of,
)
from tournaments.formats.settings import EventSettings
from tournaments.formats.wording import label_of, money, said

GUESTS = "guests"
BAVARIAN = frozenset(
    {
        "schafkopfrennen",
        "nur_gute",
        "qualifier",
        "final_tables",
        "many_venues",
        "championship",
        "series_evening",
        "team_event",
    }
)
"""The formats that are played in Bavaria."""

LARGEST_FEE = 1500


def unfit_prizes(settings: EventSettings) -> Iterator[tuple[str, str]]:
    """What does not fit: the setting and a sentence."""
    share = paid_out(settings)
    if share > 100:
        text = _("That is %(share)s per cent in all; more than 100 cannot be paid out.")
        yield "payout", text % {"share": share}
    elif gives_money(settings) and not settings.fee and not settings.sponsored:
        yield "fee", _("There is a payout, so say what an entry costs.")
    if settings.payout and settings.prize_amounts:
        yield "prize_amounts", _("Either per cents or amounts for the places, not both.")
    known = {group.casefold() for group in (*settings.groups, GUESTS)}
    for group in group_prizes(settings):
        if group.casefold() not in known:
            text = _("There is no group “%(group)s”: write it among the groups first.")
            yield "group_prizes", text % {"group": group}
    if settings.solos_prize and settings.counted != "solos":
        yield "solos_prize", _("Say first that solos are counted beside the points.")
    if settings.plus_prize and settings.yields not in ("points", "average"):
        yield "plus_prize", _("Nobody has minus points here, so everybody would get it.")
    yield from _unfit_for_teams(settings)
    if settings.prize_step not in STEPS:
        yield "prize_step", _("Nobody rounds like that.")


def _unfit_for_teams(settings: EventSettings) -> Iterator[tuple[str, str]]:
    lines = [line for line in map(goods_of, settings.team_prizes) if line is not None]
    if lines and not settings.team_size:
        yield "team_prizes", _("There are no teams: say first how many are in one.")
    elif any(line.last > MOST_TEAMS for line in lines):
        text = _("Teams have prizes down to place %(most)s at most.")
        yield "team_prizes", text % {"most": MOST_TEAMS}


def prize_facts(settings: EventSettings) -> list[tuple[str, str]]:
    """What there is to win, as lines of the rule card: label and value."""
    facts: list[tuple[str, str]] = []
    if settings.prize_amounts:
        facts.append((_("Prizes"), said("prize_amounts", settings)))
    facts += [
        (_("Best of %(group)s") % {"group": group}, what_in_words(what))
        for group, what in group_prizes(settings).items()
    ]
    for name in ("solos_prize", "high_prize", "last_prize", "plus_prize"):
        text = getattr(settings, name)
        if text:
            facts.append((label_of(name), what_in_words(what_of(text))))
    if settings.goods:
        facts.append((_("Goods"), said("goods", settings)))
    if settings.team_prizes:
        facts.append((label_of("team_prizes"), said("team_prizes", settings)))
    if settings.reserve:
        text = _("%(amount)s of the fees")
        facts.append((label_of("reserve"), text % {"amount": money(settings.reserve)}))
    if settings.absent_winners:
        facts.append((label_of("absent_winners"), settings.absent_winners))
    return facts


def what_in_words(what: What) -> str:
    """What a prize is, as people say it.

    >>> what_in_words(what_of("5 %")), what_in_words(what_of("20")), what_in_words(what_of("ham"))
    ('5 % of the money', '20', 'ham')
    """
    if what.share:
        return _("%(share)s %% of the money") % {"share": what.share}
    return what.goods or money(what.cents)


def law_note(settings: EventSettings, preset: str) -> str:
    """What a director of a Bavarian evening should ask about before publishing; mostly nothing.

    Organisers' notices under LStVG Art. 19 speak of fees up to 15 and of prizes in goods.
    """
    if preset not in BAVARIAN or settings.fee <= LARGEST_FEE or not gives_money(settings):
        return ""
    return _(
        "A fee of more than 15 with prizes in money: in Bavaria a public event is notified to the "
        "municipality (LStVG Art. 19), and small fees with prizes in goods are what is usual. Ask "
        "there beforehand; this is no legal advice."
    )
