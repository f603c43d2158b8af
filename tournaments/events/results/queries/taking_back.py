"""Taking it back that somebody has left in the middle of a round: what that changes, or why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.desk.queries.steps import Way
from tournaments.events.results.queries.leaving_table import Situation
from tournaments.models import Hand, Leaving, Member
from tournaments.tables.queries.replays import counted, is_hand, latest_versions

SHORTENED = (Leaving.SHORT_HANDED, Leaving.VOID)
"""What changes how many hands a table plays."""


@dataclass(frozen=True)
class WayBack:
    """What it would change to take a leaving back; or why that cannot be, and what to do first.

    `line` is the line of the sheet that says who sits there since, `returns` the one of the
    entry's persons who has left: None where there is none.
    """

    leaving: Leaving
    words: tuple[str, ...] = ()
    why_not: str = ""
    ways: tuple[Way, ...] = ()
    line: Hand | None = None
    returns: Member | None = None


def way_back(now: Situation, leaving: Leaving) -> WayBack:
    """How a leaving that holds is taken back, at a table of a round that is on."""
    makers: dict[str, Callable[[Situation, Leaving], WayBack]] = {
        Leaving.INHERITED: _inherited,
        Leaving.OUTSIDE: _outside,
        Leaving.SHORT_HANDED: _short_handed,
        Leaving.VOID: _void,
    }
    return makers[leaving.remedy](now, leaving)


def _inherited(now: Situation, leaving: Leaving) -> WayBack:
    entry = now.result.entry
    came = leaving.member
    before = None if came is None else _who_played_before(came)
    if came is None or before is None or came.until_round is not None:
        text = _(
            "Somebody else plays for %(name)s since. Say there who plays: the points stay as they "
            "are."
        )
        way = Way(_("To No. %(number)s") % {"number": entry.number}, "entry_form", (entry.pk,))
        return WayBack(leaving, why_not=text % {"name": now.name}, ways=(way,))
    text = _("%(back)s plays on instead of %(name)s. All hands count for %(entry)s as before.")
    names = {"back": before.player.name, "name": leaving.stand_in, "entry": now.name}
    return WayBack(leaving, words=(text % names,), returns=before)


def _who_played_before(came: Member) -> Member | None:
    """Whose place in the entry somebody took: each who comes gets a line below the others."""
    earlier = Member.objects.filter(entry=came.entry_id, place=came.place, pk__lt=came.pk)
    return earlier.select_related("player").order_by("-pk").first()


def _outside(now: Situation, leaving: Leaving) -> WayBack:
    if now.is_keyed or now.dealt <= leaving.hands:
        text = _("The column is %(name)s’s own again, with all of its points.")
        return WayBack(leaving, words=(text % {"name": now.name},))
    text = _(
        "The column is %(name)s’s own again. All %(hands)s hands on the sheet count, also those "
        "that %(stand_in)s has played."
    )
    names = {"name": now.name, "hands": now.dealt, "stand_in": leaving.stand_in}
    return WayBack(leaving, words=(text % names,))


def _short_handed(now: Situation, leaving: Leaving) -> WayBack:
    hindered = _hindered(now, leaving)
    if hindered is not None:
        return hindered
    line, since = _since_the_line(now)
    if since:
        text = ngettext(
            "One hand is on the sheet that was played without %(name)s. If it is wrong, withdraw "
            "it on the sheet, then take this back. If it was played like that, it stays so, and "
            "%(name)s comes back for the next round.",
            "%(hands)s hands are on the sheet that were played without %(name)s. If they are "
            "wrong, withdraw them on the sheet, then take this back. If they were played like "
            "that, it stays so, and %(name)s comes back for the next round.",
            since,
        )
        sheet = Way(_("To the sheet"), "open_desk_table", (now.place.pk,))
        entry = now.result.entry
        person = Way(_("To No. %(number)s") % {"number": entry.number}, "entry_form", (entry.pk,))
        names = {"name": now.name, "hands": since}
        return WayBack(leaving, why_not=text % names, ways=(sheet, person))
    text = _("%(name)s sits at the table again, where the seat was before.")
    words = (text % {"name": now.name}, _plays_again(leaving))
    return WayBack(leaving, words=words, line=line)


def _void(now: Situation, leaving: Leaving) -> WayBack:
    hindered = _hindered(now, leaving)
    if hindered is not None:
        return hindered
    text = _("%(name)s plays on.") % {"name": now.name}
    return WayBack(leaving, words=(text, _plays_again(leaving)))


def _plays_again(leaving: Leaving) -> str:
    if not leaving.due_before:
        return _("The table plays until its games are over, as before.")
    text = _("The table plays %(due)s hands in all, as before.")
    return text % {"due": leaving.due_before}


def _hindered(now: Situation, leaving: Leaving) -> WayBack | None:
    """What must be taken back first where a table plays less hands."""
    number = now.place.number
    table = Way(_("To table %(number)s") % {"number": number}, "desk_table", (now.place.pk,))
    later = (
        Leaving.objects.filter(
            result__event_table=now.place,
            withdrawn_at=None,
            remedy__in=SHORTENED,
            pk__gt=leaving.pk,
        )
        .select_related("result__entry")
        .last()
    )
    if later is not None:
        text = _("%(other)s has left this table later. Take that back first.")
        return WayBack(leaving, why_not=text % {"other": later.result.entry.name}, ways=(table,))
    if now.is_keyed:
        text = _(
            "The totals of the table are in, as they were played since. Withdraw them first if "
            "they are wrong, then take this back."
        )
        return WayBack(leaving, why_not=text, ways=(table,))
    return None


def _since_the_line(now: Situation) -> tuple[Hand | None, int]:
    """The line of a sheet at which somebody has left the table, and how many hands are below."""
    column = now.result.side or 0
    versions = counted(latest_versions(now.place.table))
    for place, version in enumerate(versions):
        if column not in version.record.get("seated", [column]):
            return version.hand, sum(is_hand(later.record) for later in versions[place:])
    return None, 0
