"""Somebody leaves in the middle of a round: what can be done, what it changes, taken back."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from formats.event import EventSettings
from formats.figures import plain
from scoring import find_ruleset
from scoring.circle import least_hands
from scoring.labels import side_of
from scoring.ruleset import Ruleset
from sheets.entries import is_hand
from tournaments.events.access import Link
from tournaments.events.results.queries.sheets import (
    circles_to_come,
    figure_at,
    is_open_ended,
    phone_totals,
)
from tournaments.models import Entry, EventTable, Hand, Leaving, Member, Result
from tournaments.tables.queries import SheetReading, counted, latest_versions

LABELS = {
    Leaving.INHERITED: gettext_lazy("Somebody plays on and takes over the points"),
    Leaving.OUTSIDE: gettext_lazy("Somebody plays on out of competition"),
    Leaving.SHORT_HANDED: gettext_lazy("The table goes on with one less"),
    Leaving.VOID: gettext_lazy("The rest of the hands is not played"),
}
"""What the remedies are called, in the order in which they are offered."""

BY_PLACE = ("places", "match")


@dataclass(frozen=True)
class Situation:
    """Who leaves, and how far the table is.

    `dealt` are the hands on the sheet, 0 where the table writes on paper; `circle` the columns of
    those who still play, clockwise; `others` the rest of the table with what they have.
    """

    result: Result
    place: EventTable
    settings: EventSettings
    ruleset: Ruleset
    dealt: int
    points: int
    circle: tuple[int, ...]
    others: tuple[tuple[str, int], ...]
    is_keyed: bool

    @property
    def name(self) -> str:
        """Who leaves."""
        return self.result.entry.name

    @property
    def due(self) -> int:
        """The hands that the table is to play."""
        return self.place.hands_due

    def due_short_handed(self, hands: int) -> int:
        """The hands of the table if it goes on with one less after so many.

        Everybody who stays gets as many hands as before at least, also where even then more sit
        there than play.
        """
        people = len(self.circle)
        owed = least_hands(self.ruleset, self.due, people)
        owed -= least_hands(self.ruleset, hands, people)
        left = owed
        while least_hands(self.ruleset, left, people - 1) < owed:
            left += 1
        return hands + left


@dataclass(frozen=True)
class Remedy:
    """A way on for the table: what it is called and what it changes; or why it cannot be."""

    key: str
    label: str
    words: tuple[str, ...]
    why_not: str = ""


def situation_of(result: Result) -> Situation:
    """How far the table of a result is; its event table and its event must be fresh."""
    place = result.event_table
    assert place is not None
    ruleset = find_ruleset(place.table.ruleset)
    sheet = SheetReading(place.table, place)
    figures = phone_totals(place, sheet.replay)
    circle = tuple(sheet.replay.next.seated)
    if not figures.played:
        for change in circles_to_come(sheet):
            circle = change.circle
    points = {
        each.pk: figure_at(figures.points, side_of(ruleset, each.side or 0))
        for each in sheet.results
    }
    return Situation(
        result=result,
        place=place,
        settings=place.round.event.format,
        ruleset=ruleset,
        dealt=figures.played,
        points=points[result.pk],
        circle=circle,
        others=tuple(
            (each.entry.name, points[each.pk]) for each in sheet.results if each != result
        ),
        is_keyed=sheet.keyed is not None,
    )


def remedies(now: Situation, *, is_out: bool = False) -> dict[str, Remedy]:
    """The four ways on by their keys, as they are offered; `is_out`: who leaves is disqualified."""
    inherited = _(
        "%(name)s: the start number stays at the table, and somebody else plays for it. All hands "
        "count, those before and those to come."
    ) % {"name": now.name}
    hands_nothing_on = _("Who is disqualified hands nothing on.") if is_out else ""
    found = {
        Leaving.INHERITED: ([inherited], hands_nothing_on),
        Leaving.OUTSIDE: _outside(now),
        Leaving.SHORT_HANDED: _short_handed(now),
        Leaving.VOID: _void(now),
    }
    return {
        key: Remedy(key, str(LABELS[key]), tuple(words), why_not)
        for key, (words, why_not) in found.items()
    }


def _outside(now: Situation) -> tuple[list[str], str]:
    why_not = ""
    if now.settings.is_pairs or now.settings.yields == "match":
        why_not = _("A match is one result for both pairs: it cannot be cut in two.")
    elif now.settings.yields in BY_PLACE:
        why_not = _("Here the places at the table count, and these cannot be cut in two.")
    kept = _("%(name)s keeps the points until now.")
    if now.dealt:
        kept = ngettext(
            "%(name)s keeps %(points)s from the first hand.",
            "%(name)s keeps %(points)s from the first %(hands)s hands.",
            now.dealt,
        )
    kept %= {"name": now.name, "points": plain(now.points), "hands": now.dealt}
    rest = _("What the other one wins or loses from now on counts at the table only.")
    others = _("The others play on as before and keep all their points.")
    return [kept, rest, others], why_not


def _short_handed(now: Situation) -> tuple[list[str], str]:
    left, sizes = len(now.circle) - 1, now.ruleset.tables
    text = _("%(name)s keeps the points until now; nobody sits there any more.")
    words, why_not = [text % {"name": now.name}], ""
    if now.settings.is_pairs or now.ruleset.scores == "pairs":
        why_not = _("A pair is two people.")
    elif is_open_ended(now.place.round.event):
        why_not = _("People come and go here: say it under “People” of the table.")
    elif left not in sizes:
        text = _("So many would sit here: %(left)s. Tables of this game: %(sizes)s.")
        why_not = text % {"left": left, "sizes": ", ".join(map(str, sizes))}
    elif not now.due:
        why_not = _("This table plays until its games are over.")
    elif now.dealt:
        text = _("Hands in all: %(after)s (until now: %(before)s). Nobody gets less.")
        words.append(text % {"after": now.due_short_handed(now.dealt), "before": now.due})
    else:
        words.append(_("The table plays so many hands less that everybody gets as many as before."))
    return words, why_not


def _void(now: Situation) -> tuple[list[str], str]:
    why_not = ""
    if not now.due and not now.dealt:
        why_not = _("Enter first what was played of the match.")
    words = [_("The table is done with the hands that were played.")]
    if now.dealt and now.due:
        text = ngettext(
            "The table is done after %(hands)s hand. Not played: %(left)s.",
            "The table is done after %(hands)s hands. Not played: %(left)s.",
            now.dealt,
        )
        words = [text % {"hands": now.dealt, "left": max(0, now.due - now.dealt)}]
    if now.dealt:
        totals = [f"{name} {plain(own)}" for name, own in ((now.name, now.points), *now.others)]
        words.append(_("It counts as it stands: %(totals)s.") % {"totals": ", ".join(totals)})
    if now.settings.yields == "average":
        words.append(_("Points for each hand are compared, so nobody loses by it."))
    return words, why_not


# Taking it back that somebody has left in the middle of a round: what that changes, or why not.


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
    ways: tuple[Link, ...] = ()
    line: Hand | None = None
    returns: Member | None = None


def way_back(now: Situation, leaving: Leaving) -> WayBack:
    """How a leaving that holds is taken back, at a table of a round that is on."""
    if leaving.remedy == Leaving.INHERITED:
        return _inherited_back(now, leaving)
    if leaving.remedy == Leaving.OUTSIDE:
        text = _(
            "%(name)s gets the column back. All hands on the sheet count (%(hands)s), also those "
            "that the stand-in has played (%(stand_in)s)."
        )
        if now.is_keyed or now.dealt <= leaving.hands:
            text = _("%(name)s gets the column back, with all of its points.")
        names = {"name": now.name, "hands": now.dealt, "stand_in": leaving.stand_in}
        return WayBack(leaving, words=(text % names,))
    return _hindered(now, leaving) or _plays_again(now, leaving)


def _inherited_back(now: Situation, leaving: Leaving) -> WayBack:
    entry, came, before = now.result.entry, leaving.member, None
    if came is not None and came.until_round is None:
        # Each who comes gets a line below the others.
        earlier = Member.objects.filter(entry=entry, place=came.place, pk__lt=came.pk)
        before = earlier.select_related("player").order_by("-pk").first()
    if before is None:
        text = _(
            "Somebody else plays for this entry since (%(name)s). Say there who plays: the points "
            "stay as they are."
        )
        return WayBack(leaving, why_not=text % {"name": now.name}, ways=(_entry_link(entry),))
    text = _(
        "%(back)s plays on (until now: %(name)s). All hands count for the entry as before: "
        "%(entry)s."
    )
    names = {"back": before.player.name, "name": leaving.stand_in, "entry": now.name}
    return WayBack(leaving, words=(text % names,), returns=before)


def _entry_link(entry: Entry) -> Link:
    label = _("To No. %(number)s") % {"number": entry.number}
    return Link(label, "entry_form", (entry.event_id, entry.pk))


def _plays_again(now: Situation, leaving: Leaving) -> WayBack:
    """Back to as many hands as before, and to the seat if the table went on without it."""
    is_short = leaving.remedy == Leaving.SHORT_HANDED
    line, since = _since_the_line(now) if is_short else (None, 0)
    if since:
        text = ngettext(
            "One hand is on the sheet that was played by the others alone. If it is wrong, "
            "withdraw it on the sheet, then take this back. If it was played like that, it stays "
            "so, and %(name)s comes back for the next round.",
            "%(hands)s hands are on the sheet that were played by the others alone. If they are "
            "wrong, withdraw them on the sheet, then take this back. If they were played like "
            "that, it stays so, and %(name)s comes back for the next round.",
            since,
        )
        entry = now.result.entry
        sheet = Link(_("To the sheet"), "open_desk_table", (entry.event_id, now.place.pk))
        names = {"name": now.name, "hands": since}
        return WayBack(leaving, why_not=text % names, ways=(sheet, _entry_link(entry)))
    text = _("%(name)s plays on.")
    if is_short:
        text = _("%(name)s sits at the table again, where the seat was before.")
    hands = _("The table plays until its games are over, as before.")
    if leaving.due_before:
        hands = _("Hands in all, as before: %(due)s.") % {"due": leaving.due_before}
    return WayBack(leaving, words=(text % {"name": now.name}, hands), line=line)


def _hindered(now: Situation, leaving: Leaving) -> WayBack | None:
    """What must be taken back first where a table plays less hands."""
    label = _("To table %(number)s") % {"number": now.place.number}
    table = Link(label, "desk_table", (now.result.entry.event_id, now.place.pk))
    shortened = Leaving.objects.filter(result__event_table=now.place, remedy__in=SHORTENED)
    others = shortened.filter(withdrawn_at=None, pk__gt=leaving.pk)
    later = others.select_related("result__entry").last()
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
