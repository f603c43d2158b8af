"""What the pages of a sheet say in a word or a sign."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.formats import number_format
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.formats.dates import dated
from kit.offer import WORKER, offered
from sheets import tags
from tournaments.common.history import Doer, doer_of, reason_in_words
from tournaments.events.results.queries.at_tables import Corrections, corrections_on
from tournaments.events.results.queries.progress import AtEvent, Progress
from tournaments.events.results.queries.sheets import LateSheet
from tournaments.tables.access import TableAccess
from tournaments.tables.queries import TableSheet, event_table_of, known_as

MEGABYTE = 1_000_000

register = template.Library()
register.filters |= tags.register.filters | {"known_as": known_as}
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


class KitOffer(NamedTuple):
    """What a page says of the engine for phones: `told` to its script, the megabytes to people.

    `size` is on the way, `room` on the phone.
    """

    told: str
    size: str
    room: int


@register.simple_tag
def kit_offer() -> KitOffer | None:
    """What this server offers to phones that are to work without a network, if anything."""
    offer = offered(settings.SHEEPFOLD_KIT)
    if offer is None:
        return None
    fetched = [(static(file.path), file.size, file.wire) for file in offer.files]
    worker = static(WORKER)
    told = {
        "hash": offer.hash,
        "worker": worker,
        "python": fetched[0][0].rpartition("/")[0] + "/",
        "pack": fetched[-1][0],
        "wire": offer.wire,
        "fetched": [*fetched, (worker, 0, 0)],
    }
    room = -(-offer.room // MEGABYTE)
    size = number_format(round(offer.wire / MEGABYTE, 1), decimal_pos=1)
    return KitOffer(json.dumps(told), size, room)


# The tables of a round, on their own page and at the desk, with everybody at them.
#
# A round has hundreds. Its lines are put together here and not in a template, which would take as
# long for them as everything else together twice.


class DeskWriter:
    """Writes the lines of tables; every word is looked up once, not per line."""

    def __init__(
        self, address: str, late: Mapping[int, LateSheet], corrected: Mapping[int, Corrections]
    ) -> None:
        self.address = address
        self.late = late
        self.corrected = corrected
        self.states = {
            state: render_to_string("events/results/state.html", {"state": state}).strip()
            for state in STATE_WORDS
        }
        self.table, self.phone, self.last = _("Table"), _("As on the phone"), _("The last hand")
        self.slow, self.decided, self.again = _("slow"), _("decided"), _("open again")
        self.came_late = escape(_("late"))

    def row(self, row: Progress) -> str:
        """One table: how far it is, and who sits there."""
        place = row.place
        address = f"{self.address}{place.pk}/"
        people = "".join(
            f'<li><span class="hint">{one.number}</span> {escape(one.name)}</li>'
            for one in row.people
        )
        return (
            f'<tr id="table-{place.number}"><th scope="row">'
            f'<a href="{address}"><span class="unseen">{self.table} </span>{place.number}</a></th>'
            f'<td>{self._state(row)}</td><td class="figure">{self._hands(row)}</td>'
            f'<td><ul class="cluster">{people}</ul></td>'
            f'<td><a href="{address}phone/">{self.phone}</a></td></tr>'
        )

    def brief(self, row: Progress) -> str:
        """The same at the desk itself: a bar for the hands, and names alone."""
        place, people = row.place, "".join(f"<li>{escape(one.name)}</li>" for one in row.people)
        hands = f"{row.played}"
        if place.hands_due:
            hands += f'/{place.hands_due} <progress max="{place.hands_due}" '
            hands += f'value="{row.played}" aria-hidden="true"></progress>'
        return (
            f'<tr><th scope="row"><a href="{self.address}{place.pk}/">'
            f'<span class="unseen">{self.table} </span>{place.number}</a></th>'
            f'<td>{" ".join(self._said(row))}</td><td class="figure">{hands}</td>'
            f'<td><ul class="cluster hint">{people}</ul></td></tr>'
        )

    def _said(self, row: Progress, more: Sequence[str] = ()) -> list[str]:
        """How far it is, whether it is slow, more than that, and what a director noted of it."""
        said = [self.states[row.state]]
        said += [_pill(self.slow, "pill warn")] if row.is_behind else []
        if row.quiet_minutes:
            said.append(_pill(_("nothing for %(minutes)s min") % {"minutes": row.quiet_minutes}))
        said += more
        said += [f'<p class="problem">⚑ {escape(row.mark)}</p>'] if row.mark else []
        return said

    def _state(self, row: Progress) -> str:
        late, changed = self.late.get(row.place.pk), self.corrected.get(row.place.pk)
        said = [_pill(self.decided, "pill warn")] if row.decided else []
        said += [_pill(self.again, "pill warn")] if row.is_open_again else []
        if late:
            came = render_to_string("events/results/late_mark.html", {"each": late})
            title = " ".join(came.split())
            said.append(f'<span class="pill warn" title="{title}">{self.came_late}</span>')
        said += [_pill(changed.words)] if changed else []
        return " ".join(self._said(row, said))

    def _hands(self, row: Progress) -> str:
        due, at = row.place.hands_due, row.hands.last_at
        hands = f"<b>{row.played}</b>" + (f"/{due}" if due else "")
        if at:
            said = f'<time class="hint" datetime="{at.isoformat()}" title="{escape(self.last)}">'
            hands += f" {said}{dated(at, 'time')}</time>"
        return hands


def _pill(words: str, style: str = "pill") -> str:
    return f'<span class="{style}">{escape(words)}</span>'


@register.simple_tag
def desk_table_rows(
    rows: Sequence[Progress],
    address: str,
    late: Mapping[int, LateSheet],
    corrected: Mapping[int, Corrections],
) -> SafeString:
    """The lines of these tables; `address` is that of their list.

    `late`, `corrected`: by the key of the table what came late, and what was corrected.
    """
    writer = DeskWriter(address, late, corrected)
    return mark_safe("\n".join(map(writer.row, rows)))


@register.simple_tag
def brief_table_rows(rows: Sequence[Progress], address: str) -> SafeString:
    """The lines of these tables at the desk; `address` is that of the list of all."""
    return mark_safe("\n".join(map(DeskWriter(address, {}, {}).brief, rows)))
