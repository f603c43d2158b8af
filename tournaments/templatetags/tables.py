"""What the pages of a sheet say in a word or a sign."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournaments.common.history import Doer, doer_of
from tournaments.events.results.queries.at_tables import corrections_on
from tournaments.events.results.queries.progress import AtEvent
from tournaments.tables.access import Visit, event_table_of
from tournaments.tables.queries import TableSheet

register = template.Library()

STATE_WORDS = {
    "waiting": gettext_lazy("no hand yet"),
    "playing": gettext_lazy("playing"),
    "complete": gettext_lazy("all hands played"),
    "confirmed": gettext_lazy("confirmed"),
    "keyed": gettext_lazy("from paper"),
    "differs": gettext_lazy("phone and paper differ"),
}


@register.simple_tag
def table_url(visit: Visit, name: str, *args: object) -> str:
    """The address of a table's page, for the way in which somebody was let in."""
    return visit.address(name, *args)


@register.filter
def doer(row: object, deed: str = "") -> Doer:
    """Who a row names: what somebody typed, or an account with its tick.

    `deed`: who `decided`, `confirmed` or has `withdrawn` it.
    """
    return doer_of(row, deed)


@register.filter
def signed(points: int | None) -> str:
    """Points with their sign, a real minus among them.

    >>> signed(2), signed(-1), signed(0)
    ('+2', '−1', '0')
    """
    if points is None:
        return "–"
    return "0" if points == 0 else f"{points:+d}".replace("-", "\N{MINUS SIGN}")


@register.filter
def number(points: int | None) -> str:
    """A total, negative ones with a real minus.

    >>> number(-12)
    '−12'
    """
    return "–" if points is None else str(points).replace("-", "\N{MINUS SIGN}")


@register.filter
def sign(points: int | None) -> str:
    """The CSS class of won, lost or neither.

    >>> sign(-3)
    'lost'
    """
    if not points:
        return "even"
    return "won" if points > 0 else "lost"


@register.filter
def role_name(role: str, taker: str = "") -> str:
    """What somebody was in a hand, for those who hear the page; `taker`: the game's own word."""
    names = {
        "picker": taker or _("picker"),
        "partner": _("partner"),
        "makers": _("makers"),
        "out": _("sat out"),
    }
    return names.get(role, "")


@register.filter
def role_mark(role: str) -> str:
    """The mark of a role on the sheet; most have none."""
    marks = {
        "picker": pgettext("mark of the picker", "P"),
        "partner": pgettext("mark of the partner", "+"),
        "makers": pgettext("mark of the makers", "M"),
    }
    return marks.get(role, "")


@register.filter
def status_name(status: str) -> str:
    """How well a figure of a ruleset is attested, in a word."""
    names = {
        "sourced": _("sourced"),
        "restored": _("restored"),
        "interpretation": _("our reading"),
        "open": _("to be decided"),
        "proposal": _("proposal"),
    }
    return names.get(status, status)


@register.filter
def state_word(state: str) -> str:
    """How far the sheet of an event's table is, in a word or two."""
    return str(STATE_WORDS.get(state, state))


@register.filter
def missing_word(kind: str) -> str:
    """What a table's sheet lacks, in a word or two."""
    names = {
        "nothing": _("no result"),
        "short": _("hands missing"),
        "unconfirmed": _("not confirmed"),
        "differs": _("phone and paper differ"),
        "unbalanced": _("does not add up"),
    }
    return names.get(kind, kind)


@register.filter
def corrections(sheet: TableSheet) -> str:
    """How often a sheet of an event was corrected, and when last; nothing at people's own."""
    return "" if event_table_of(sheet.reading.table) is None else corrections_on(sheet.lines).words


@register.filter
def is_played_out(sheet: TableSheet) -> bool:
    """Whether an event's table has played all its hands; people's own tables never have."""
    place = event_table_of(sheet.reading.table)
    return place is not None and AtEvent(place, sheet).is_done


# Small drawings in the text: the signs of the suits.


SUITS = {"♣": "clubs", "♠": "spades", "♥": "hearts", "♦": "diamonds"}


@register.filter
def suit(label: object) -> SafeString:
    """A label with the sign of a suit in front in that suit's colour; any other as it is.

    >>> suit("♥ Hearts")
    '<span class="suit suit-hearts" aria-hidden="true">♥</span> Hearts'
    >>> suit("Wenz & Geier")
    'Wenz &amp; Geier'
    """
    text = str(label)
    name = SUITS.get(text[:1])
    if name is None:
        return format_html("{}", text)
    sign, words = text[0], text[1:]
    if not words.strip():
        return format_html('<span class="suit suit-{}">{}</span>{}', name, sign, words)
    # The word beside it says the same: nobody needs to hear both.
    drawn = '<span class="suit suit-{}" aria-hidden="true">{}</span>{}'
    return format_html(drawn, name, sign, words)
