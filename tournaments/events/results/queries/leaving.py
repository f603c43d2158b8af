"""Somebody leaves in the middle of a round: what can be done, what it changes, taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import find_ruleset
from scoring.circle import least_hands
from scoring.labels import side_of
from scoring.ruleset import Ruleset
from sheets.entries import is_hand
from tournaments.events.access import Link
from tournaments.events.results.queries.sheets import (
    circles_to_come,
    is_open_ended,
    latest_totals,
    phone_totals,
)
from tournaments.events.results.queries.totals import signed
from tournaments.models import Entry, Event, EventTable, Hand, Leaving, Member, Result, Round
from tournaments.settings.event import EventSettings
from tournaments.tables.queries import counted, latest_versions, replay_table, with_leavings

# Somebody leaves a table in the middle of a round: what can be done, and what it would change.


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

    @property
    def is_on_paper(self) -> bool:
        """Whether a director has to say how far the table is."""
        return not self.dealt

    @property
    def asks_solos(self) -> bool:
        """Whether solos are counted."""
        return self.settings.counted == "solos"

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


def open_results(event: Event) -> list[Result]:
    """Everybody at the tables of rounds that are on, by table and seat; one SQL query."""
    found = Result.objects.filter(
        event=event, round__state=Round.DRAWN, event_table__isnull=False
    ).select_related("entry", "event_table", "round")
    return list(with_leavings(found).order_by("event_table__number", "side"))


def situation_of(result: Result) -> Situation:
    """How far the table of a result is; its event table and its event must be fresh."""
    place = result.event_table
    assert place is not None
    ruleset = find_ruleset(place.table.ruleset)
    sheet = replay_table(place.table, latest_versions(place.table))
    figures = phone_totals(place, sheet)
    here = Result.objects.filter(event_table=place).select_related("entry").order_by("side")
    sat = list(with_leavings(here))
    circle = tuple(sheet.next.seated)
    if not figures.played:
        for change in circles_to_come(sat, circle, 0):
            circle = change.circle
    names = [(each.entry.name, side_of(ruleset, each.side or 0), each.pk) for each in sat]
    return Situation(
        result=result,
        place=place,
        settings=place.round.event.format,
        ruleset=ruleset,
        dealt=figures.played,
        points=_at(figures.points, side_of(ruleset, result.side or 0)),
        circle=circle,
        others=tuple(
            (name, _at(figures.points, side)) for name, side, key in names if key != result.pk
        ),
        is_keyed=latest_totals(place) is not None,
    )


def _at(figures: Sequence[int], side: int) -> int:
    return figures[side] if side < len(figures) else 0


def remedies(now: Situation, *, is_out: bool = False) -> list[Remedy]:
    """The four ways on, in the order in which they are offered.

    `is_out`: who leaves is disqualified, and nobody takes the points over.
    """
    makers = {
        Leaving.INHERITED: _inherited,
        Leaving.OUTSIDE: _outside,
        Leaving.SHORT_HANDED: _short_handed,
        Leaving.VOID: _void,
    }
    found = [makers[key](now) for key in LABELS]
    if is_out:
        why_not = _("Who is disqualified hands nothing on.")
        found = [
            replace(each, why_not=why_not) if each.key == Leaving.INHERITED else each
            for each in found
        ]
    return found


def remedy_of(now: Situation, key: str, *, is_out: bool = False) -> Remedy | None:
    """One of them by its key."""
    return next((each for each in remedies(now, is_out=is_out) if each.key == key), None)


def _inherited(now: Situation) -> Remedy:
    words = _(
        "The start number stays at the table, and somebody else plays for it. All hands count for "
        "%(name)s, those before and those to come."
    )
    return Remedy(Leaving.INHERITED, str(LABELS[Leaving.INHERITED]), (words % {"name": now.name},))


def _outside(now: Situation) -> Remedy:
    why_not = ""
    if now.settings.is_pairs or now.settings.yields == "match":
        why_not = _("A match is one result for both pairs: it cannot be cut in two.")
    elif now.settings.yields in BY_PLACE:
        why_not = _("Here the places at the table count, and these cannot be cut in two.")
    if now.dealt:
        text = ngettext(
            "%(name)s keeps %(points)s from the first hand.",
            "%(name)s keeps %(points)s from the first %(hands)s hands.",
            now.dealt,
        )
        kept = text % {"name": now.name, "points": signed(now.points), "hands": now.dealt}
    else:
        kept = _("%(name)s keeps the points until now.") % {"name": now.name}
    rest = _("What the other one wins or loses from now on counts at the table only.")
    others = _("The others play on as before and keep all their points.")
    return Remedy(Leaving.OUTSIDE, str(LABELS[Leaving.OUTSIDE]), (kept, rest, others), why_not)


def _short_handed(now: Situation) -> Remedy:
    left, sizes = len(now.circle) - 1, now.ruleset.tables
    why_not = ""
    if now.settings.is_pairs or now.ruleset.scores == "pairs":
        why_not = _("A pair is two people.")
    elif is_open_ended(now.place.round.event):
        why_not = _("People come and go here: say it under “People” of the table.")
    elif left not in sizes:
        text = _("%(left)s would sit here, and this game is played at tables of %(sizes)s.")
        why_not = text % {"left": left, "sizes": ", ".join(map(str, sizes))}
    elif not now.due:
        why_not = _("This table plays until its games are over.")
    words = [_("%(name)s keeps the points until now; nobody sits there any more.")]
    if not why_not and now.dealt:
        text = _("The table plays %(after)s hands in all instead of %(before)s; nobody gets less.")
        after = now.due_short_handed(now.dealt)
        words.append(text % {"after": after, "before": now.due})
    elif not why_not:
        words.append(_("The table plays so many hands less that everybody gets as many as before."))
    said = tuple(each % {"name": now.name} if "%(name)s" in each else each for each in words)
    return Remedy(Leaving.SHORT_HANDED, str(LABELS[Leaving.SHORT_HANDED]), said, why_not)


def _void(now: Situation) -> Remedy:
    why_not = ""
    if not now.due and not now.dealt:
        why_not = _("Enter first what was played of the match.")
    if now.dealt and now.due:
        text = ngettext(
            "The table is done after %(hands)s hand: %(left)s is not played.",
            "The table is done after %(hands)s hands: %(left)s are not played.",
            now.dealt,
        )
        ends = text % {"hands": now.dealt, "left": max(0, now.due - now.dealt)}
    else:
        ends = _("The table is done with the hands that were played.")
    words = [ends]
    if now.dealt:
        totals = [f"{now.name} {signed(now.points)}"]
        totals += [f"{name} {signed(points)}" for name, points in now.others]
        words.append(_("It counts as it stands: %(totals)s.") % {"totals": ", ".join(totals)})
    if now.settings.yields == "average":
        words.append(_("Points for each hand are compared, so nobody loses by it."))
    return Remedy(Leaving.VOID, str(LABELS[Leaving.VOID]), tuple(words), why_not)


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
    makers: dict[str, Callable[[Situation, Leaving], WayBack]] = {
        Leaving.INHERITED: _inherited_back,
        Leaving.OUTSIDE: _outside_back,
        Leaving.SHORT_HANDED: _short_handed_back,
        Leaving.VOID: _void_back,
    }
    return makers[leaving.remedy](now, leaving)


def _inherited_back(now: Situation, leaving: Leaving) -> WayBack:
    entry = now.result.entry
    came = leaving.member
    before = None if came is None else _who_played_before(came)
    if came is None or before is None or came.until_round is not None:
        text = _(
            "Somebody else plays for %(name)s since. Say there who plays: the points stay as they "
            "are."
        )
        return WayBack(leaving, why_not=text % {"name": now.name}, ways=(_entry_link(entry),))
    text = _("%(back)s plays on instead of %(name)s. All hands count for %(entry)s as before.")
    names = {"back": before.player.name, "name": leaving.stand_in, "entry": now.name}
    return WayBack(leaving, words=(text % names,), returns=before)


def _entry_link(entry: Entry) -> Link:
    label = _("To No. %(number)s") % {"number": entry.number}
    return Link(label, "entry_form", (entry.event_id, entry.pk))


def _who_played_before(came: Member) -> Member | None:
    """Whose place in the entry somebody took: each who comes gets a line below the others."""
    earlier = Member.objects.filter(entry=came.entry_id, place=came.place, pk__lt=came.pk)
    return earlier.select_related("player").order_by("-pk").first()


def _outside_back(now: Situation, leaving: Leaving) -> WayBack:
    if now.is_keyed or now.dealt <= leaving.hands:
        text = _("The column is %(name)s’s own again, with all of its points.")
        return WayBack(leaving, words=(text % {"name": now.name},))
    text = _(
        "The column is %(name)s’s own again. All %(hands)s hands on the sheet count, also those "
        "that %(stand_in)s has played."
    )
    names = {"name": now.name, "hands": now.dealt, "stand_in": leaving.stand_in}
    return WayBack(leaving, words=(text % names,))


def _short_handed_back(now: Situation, leaving: Leaving) -> WayBack:
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
        entry = now.result.entry
        sheet = Link(_("To the sheet"), "open_desk_table", (entry.event_id, now.place.pk))
        names = {"name": now.name, "hands": since}
        return WayBack(leaving, why_not=text % names, ways=(sheet, _entry_link(entry)))
    text = _("%(name)s sits at the table again, where the seat was before.")
    words = (text % {"name": now.name}, _plays_again(leaving))
    return WayBack(leaving, words=words, line=line)


def _void_back(now: Situation, leaving: Leaving) -> WayBack:
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
    label = _("To table %(number)s") % {"number": now.place.number}
    table = Link(label, "desk_table", (now.result.entry.event_id, now.place.pk))
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
