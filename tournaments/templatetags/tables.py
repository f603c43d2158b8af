"""What the pages of a sheet say in a word or a sign."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from sheets import tags
from tournaments.common.history import Doer, doer_of, reason_in_words
from tournaments.events.results.queries.at_tables import corrections_on
from tournaments.events.results.queries.progress import AtEvent
from tournaments.tables.access import TableAccess
from tournaments.tables.queries import TableSheet, event_table_of

register = template.Library()
register.filters |= tags.register.filters
register.tags |= tags.register.tags
register.filter(reason_in_words)

STATE_WORDS = {
    "waiting": gettext_lazy("no hand yet"),
    "playing": gettext_lazy("playing"),
    "complete": gettext_lazy("all hands played"),
    "confirmed": gettext_lazy("confirmed"),
    "keyed": gettext_lazy("from paper"),
    "differs": gettext_lazy("phone and paper differ"),
}


@register.simple_tag
def table_title(access: TableAccess) -> str:
    """What a table is called on top of its pages: its own title, or where it stands."""
    place = access.event_table
    if place is None:
        return access.table.title or _("The sheet")
    words = _("Round %(round)s · Table %(table)s")
    return words % {"round": place.round.number, "table": place.number}


@register.filter
def doer(row: object, action: str = "") -> Doer:
    """Who a row names: what somebody typed, or an account with its tick.

    `action`: who `decided`, `confirmed` or has `withdrawn` it.
    """
    return doer_of(row, action)


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
