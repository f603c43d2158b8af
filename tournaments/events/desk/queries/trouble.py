"""What goes wrong on a day, in a director's words, and where each is put right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournaments.common.names import found_by
from tournaments.events.access import Link
from tournaments.events.check_in.queries.entries import STATUS_WORDS
from tournaments.events.desk.queries.concerns import Concern, concerns_of, gives
from tournaments.events.desk.queries.desk import DeskPage
from tournaments.events.results.queries.progress import Progress, is_gone
from tournaments.models import Event, Round

BEFORE, DRAWN, PLAYING, BETWEEN, FINAL = "before", "drawn", "playing", "between", "final"
"""How far an event is, as far as it matters for what can go wrong."""

GROUPS = {
    "start": gettext_lazy("Before the start"),
    "round": gettext_lazy("During a round"),
    "sheets": gettext_lazy("Sheets and totals"),
    "people": gettext_lazy("People"),
    "money": gettext_lazy("Money and prizes"),
    "machines": gettext_lazy("Paper, phones and power"),
}
"""What can go wrong, in the order in which it is shown, with the headings."""


def trouble_of(desk: DeskPage, typed: str) -> tuple[list[tuple[str, list[Concern]]], list[Concern]]:
    """By heading what can be put right now, and what can go wrong at other times.

    Of both only what the typed words mean; all where nothing was typed.
    """
    known = {str(name): concerns_of(desk, group) for group, name in GROUPS.items()}
    found = found_by(
        typed, chain(*known.values()), said=lambda each: f"{each.sentence} {each.note} {each.words}"
    )
    stage = stage_of(desk)
    now = {each.key for each in found if stage in each.stages and (each.links or each.each)}
    groups = [(name, [each for each in those if each.key in now]) for name, those in known.items()]
    later = [each for each in found if each.key not in now]
    return [(name, those) for name, those in groups if those], later


MOST_FOUND = 20


def found_at(desk: DeskPage, typed: str) -> list[Concern]:
    """The people, tables and mishaps that somebody looks for, each with what can be done."""
    if not typed:
        return []
    mishaps = (each for _name, those in trouble_of(desk, typed)[0] for each in those)
    kinds = (_people(desk, typed), _tables(desk, typed), mishaps)
    return [each for kind in kinds for each in islice(kind, MOST_FOUND)]


def _people(desk: DeskPage, typed: str) -> Iterator[Concern]:
    places = {person.entry_id: row.place for row in desk.sheets for person in row.people}
    entries = desk.event.entries.order_by("number")
    for one in found_by(typed, entries, lambda each: each.name, lambda each: each.number):
        links, place = [desk.link(_("The entry"), "entry_form", one.pk)], places.get(one.pk)
        if place is not None:
            table = _("Table %(number)s") % {"number": place.number}
            links.append(desk.link(table, "desk_table", place.pk))
        said = {"number": one.number, "status": STATUS_WORDS[one.status]}
        yield Concern(one.name, tuple(links), note=_("No. %(number)s (%(status)s)") % said)


def _tables(desk: DeskPage, typed: str) -> Iterator[Concern]:
    called = {
        row.place: _("Table %(number)s") % {"number": row.place.number} for row in desk.sheets
    }
    for place in found_by(typed, called, lambda each: called[each], lambda each: each.number):
        yield Concern(called[place], (desk.link(_("Its sheet"), "desk_table", place.pk),))


def stage_of(desk: DeskPage) -> str:
    """How far the event is, for what can go wrong."""
    if desk.event.state == Event.FINAL:
        return FINAL
    if desk.round is None:
        return BEFORE
    if desk.round.state == Round.PROPOSED:
        return BEFORE if desk.round.number == 1 else BETWEEN
    if desk.round.state == Round.CLOSED:
        return BETWEEN
    return PLAYING if any(sheet.has_result or sheet.played for sheet in desk.sheets) else DRAWN


# Before the start, and in a round.


@gives("start")
def _before_the_start(desk: DeskPage) -> Iterator[Concern]:
    absent = len(desk.people.registered)
    mark = _("Mark all as not come (%(count)s)") % {"count": absent}
    yield Concern(
        _("Fewer came than had registered"),
        (
            *([desk.link(mark, "all_absent", is_action=True)] if absent else []),
            desk.link(_("See who is missing"), "door"),
        ),
        note=_("Whoever is marked as not come can still arrive at the door later."),
        key="absent",
        stages=(BEFORE, DRAWN, BETWEEN),
        words=pgettext("search words", "no-show field smaller"),
    )
    yield Concern(
        _("Two people have the same name"),
        (
            Link(_("The club’s players"), "players", (desk.event.club_id,)),
            desk.link(_("Door"), "door"),
        ),
        note=_("The start number tells them apart; note where each comes from."),
        key="namesakes",
        stages=(BEFORE, DRAWN, BETWEEN),
        words=pgettext("search words", "double entry duplicate"),
    )
    yield Concern(
        _("A couple or friends shall not sit together"),
        (desk.link(_("Find the entry"), "door"), desk.link(_("Rounds"), "rounds")),
        note=_("Open one of the entries and note who came together; then draw."),
        key="couple",
        stages=(BEFORE, DRAWN, BETWEEN),
        words=pgettext("search words", "met already same opponents twice"),
    )
    yield Concern(
        _("The rule card leaves something open"),
        (desk.link(_("Settings"), "event_settings"), desk.link(_("Rule card"), "event_rules")),
        note=_("Decide it before the first draw: afterwards the rules are frozen."),
        key="rules",
        stages=(BEFORE,),
        words=pgettext("search words", "dispute rule question"),
    )


@gives("round")
def _in_a_round(desk: DeskPage) -> Iterator[Concern]:
    number, on = desk.round.number if desk.round else 1, (DRAWN, PLAYING)
    yield Concern(
        _("Somebody is missing at the signal"),
        (desk.link(_("Show the smallest change"), "repair_round", number),),
        note=_("A stand-in takes the seat, or the table is changed with at most one other."),
        key="missing",
        stages=on,
        words=pgettext("search words", "no-show after the draw"),
    )
    yield Concern(
        _("People come after the draw"),
        (
            desk.link(_("Let somebody in"), "new_entry"),
            desk.link(_("Find them a seat"), "repair_round", number),
        ),
        note=_("Let them arrive; then they sit at a table that has not begun, or play next round."),
        key="late",
        stages=on,
        words=pgettext("search words", "latecomers late entrants"),
    )
    yield Concern(
        _("Somebody leaves in the middle of the round"),
        (desk.link(_("Say who"), "leaving"),),
        note=_("A substitute, one less at the table, or the rest of the hands is not played."),
        key="leaves",
        stages=on,
        words=pgettext("search words", "ill goes home drops out substitute"),
    )
    yield Concern(
        _("People sit in each other’s place"),
        (desk.link(_("Swap two people"), "repair_round", number),),
        note=_("What was entered stays in its column and counts for whoever is named there."),
        key="wrong_seats",
        stages=on,
        words=pgettext("search words", "wrong table wrong seat swapped"),
    )
    yield Concern(
        _("The draw has to be made again"),
        (
            desk.link(_("Draw it again"), "repair_round", number),
            desk.link(_("Look at the round"), "round", number),
        ),
        note=_("Tables that have begun can stay; all else is drawn anew."),
        key="bad_draw",
        stages=on,
        words=pgettext("search words", "redraw cancel round"),
    )
    yield Concern(
        _("A slow table holds everybody up"),
        (
            desk.link(_("All tables"), "event_tables"),
            desk.link(_("Move the clock"), "clock"),
            desk.link(_("Announce it"), "announce"),
        ),
        note=_("See how far each is. Warn, move the clock, or end its sheet after the hand."),
        key="slow",
        stages=(PLAYING,),
        words=pgettext("search words", "time clock late"),
    )
    yield Concern(
        _("A misplay, a quarrel, exposed cards"),
        (desk.link(_("Write a ruling"), "rulings"), desk.link(_("Rule card"), "event_rules")),
        note=_("Read the rule card aloud; then decide, and write the decision down."),
        key="misplay",
        stages=(*on, BETWEEN),
        words=pgettext("search words", "revoke penalty referee dispute decision"),
    )
    # A protest may come at any time from the first draw until the list is locked.
    yield Concern(
        _("Somebody protests"),
        (desk.link(_("Write it down"), "new_protest"), desk.link(_("All protests"), "protests")),
        note=_("Write down who, about what, and what is wanted; decide before the list is locked."),
        key="protest",
        stages=(*on, BETWEEN),
        words=pgettext(
            "search words", "captain objection complaint appeal fee team match form dispute"
        ),
        each=tuple(desk.link(str(each.number), "protest", each.pk) for each in desk.protests),
        each_label=_("To be decided:"),
    )


@gives("sheets")
def _on_sheets(desk: DeskPage) -> Iterator[Concern]:
    """Sheets and totals, with the tables that it is about now."""
    on, all_tables = (PLAYING, DRAWN), (desk.link(_("See all tables"), "event_tables"),)

    def tables(
        rows: Iterable[Progress], page: str = "desk_table", query: str = ""
    ) -> tuple[Link, ...]:
        links = (desk.link(str(row.place.number), page, row.place.pk, query=query) for row in rows)
        return tuple(links)

    def lacking(kind: str) -> tuple[Link, ...]:
        return tables(each.row for each in desk.lacking if each.kind == kind)

    yield Concern(
        _("A sheet does not add up"),
        (desk.link(_("Key it"), "keying"),),
        note=_("Key it: the page says what is probably wrong. Ask while the people are there."),
        key="sum",
        stages=on,
        words=pgettext("search words", "sum balance difference unbalanced"),
        each=lacking("unbalanced"),
    )
    yield Concern(
        _("A sheet is lost or soaked"),
        all_tables,
        note=_("Is it gone for good? Take the average, what the table agrees on, or annul it."),
        key="lost",
        stages=on,
        words=pgettext("search words", "missing paper wet reconstructed gone annul average agree"),
        each=tables((each.row for each in desk.lacking if is_gone(each)), query="#gone"),
    )
    yield Concern(
        _("Two sheets for one table, or the wrong number on one"),
        all_tables,
        note=_("Compare phone and paper; totals of another table are taken back."),
        key="two_sheets",
        stages=on,
        words=pgettext("search words", "duplicate differs"),
        each=lacking("differs"),
    )
    yield Concern(
        _("Totals stand at the wrong names"),
        all_tables,
        note=_("Two rows change places; both versions stay on record."),
        key="wrong_names",
        stages=(PLAYING, BETWEEN),
        words=pgettext("search words", "swap rows mixed order"),
        each=tables((each for each in desk.sheets if each.keyed), query="#swap"),
    )
    # Only where as many hands are played as were due there can be one too many.
    full = [each for each in desk.sheets if each.hands.played >= each.place.hands_due > 0]
    yield Concern(
        _("A table played too many hands"),
        all_tables,
        note=_("The last ones do not count: withdraw them on its page, or leave them out."),
        key="too_many",
        stages=on,
        words=pgettext("search words", "surplus hands void"),
        each=tables(full, "open_desk_table"),
    )
    yield Concern(
        _("A table played too few hands"),
        all_tables,
        note=_("Let it play on, or take the sheet as it is, with the reason."),
        key="too_few",
        stages=(PLAYING,),
        words=pgettext("search words", "short missing hands"),
        each=lacking("short"),
    )
    yield Concern(
        _("A mistake is found after the next draw"),
        tuple(
            desk.link(_("Round %(number)s") % {"number": n}, "event_tables", query=f"?round={n}")
            for n in range(1, desk.round.number + 1 if desk.round else 1)
        ),
        note=_("Correct it with the reason: totals change, the draws stay, and it is marked."),
        key="too_late",
        stages=(PLAYING, DRAWN, BETWEEN),
        words=pgettext("search words", "correction late wrong result"),
    )
    late = [each for each in desk.late if not each.is_ruled]
    yield Concern(
        _("A sheet comes after its time"),
        (desk.link(_("The time for sheets"), "sheets_due"),),
        note=_("It is taken and marked with when and from whom; then decide what follows."),
        key="after_time",
        stages=(PLAYING, BETWEEN),
        words=pgettext("search words", "deadline late sent venue"),
        each=tuple(desk.link(str(each.number), "desk_table", each.place) for each in late),
    )


@gives("people")
def _with_people(desk: DeskPage) -> Iterator[Concern]:
    everywhere = (BEFORE, DRAWN, PLAYING, BETWEEN)
    yield Concern(
        _("Somebody goes home between two rounds"),
        (desk.link(_("Find the entry"), "door"),),
        note=_("The points stay in the standing, and the next draw leaves them out."),
        key="goes_home",
        stages=(BETWEEN, BEFORE),
        words=pgettext("search words", "leaves withdraws drops out"),
    )
    yield Concern(
        _("Somebody else shall play for an entry"),
        (desk.link(_("Find the entry"), "door"),),
        note=_("The start number keeps its points; the person is another from that round on."),
        key="substitute",
        stages=everywhere,
        words=pgettext("search words", "substitute replacement"),
    )
    played = desk.round
    has_cut = played is not None and played.state == Round.CLOSED and bool(played.cut)
    yield Concern(
        _("Somebody shall play another final"),
        (desk.link(_("The finals"), "cut", played.number),) if played and has_cut else (),
        note=_(
            "Move them by hand, with the reason, until the next round is drawn: after a cut on "
            "its page, in a season on the page of its finals."
        ),
        key="other_final",
        stages=(BETWEEN,),
        words=pgettext("search words", "A B final move by hand cut qualified"),
    )
    yield Concern(
        _("Somebody has to be excluded"),
        (desk.link(_("Find the entry"), "door"), desk.link(_("Write a ruling"), "rulings")),
        note=_("With the reason. The points of the others stay as they are."),
        key="throw_out",
        stages=everywhere,
        words=pgettext("search words", "disqualify cheating ban"),
    )
    yield Concern(
        _("Something smells of cheating"),
        (
            desk.link(_("Hands at tables"), "history", query="?group=hands"),
            desk.link(_("What directors did"), "history"),
        ),
        note=_("Every hand and every change says who entered it, when, and on which device."),
        key="cheating",
        stages=(*everywhere, FINAL),
        words=pgettext("search words", "false entries chip dumping collusion"),
    )


@gives("money")
def _with_money(desk: DeskPage) -> Iterator[Concern]:
    """What goes wrong with cash and prizes."""
    yield Concern(
        _("The cash does not agree"),
        (desk.link(_("Count the cash"), "cash"), desk.link(_("Who has not paid"), "door")),
        note=_("Prizes come from the fees that are marked as paid: look who is not."),
        key="cash",
        stages=(BEFORE, DRAWN, PLAYING, BETWEEN, FINAL),
        words=pgettext("search words", "fee free entry money till"),
    )
    yield Concern(
        _("Two have the same total and a prize is at stake"),
        (desk.link(_("Decide the tie"), "ties"), desk.link(_("Standings"), "event")),
        note=_("The standing says which rule decided. Lots are drawn when the last round closes."),
        key="tie",
        stages=(BETWEEN, FINAL),
        words=pgettext("search words", "tie draw lot play-off shared"),
    )
    yield Concern(
        _("A winner has gone home"),
        (desk.link(_("Prizes"), "prizes"),),
        note=_("Note at the prize who takes it along, or that it waits."),
        key="gone_winner",
        stages=(BETWEEN, FINAL),
        words=pgettext("search words", "absent prize"),
    )
    yield Concern(
        _("The final list was locked with a mistake in it"),
        (desk.link(_("Final list"), "lock_final"),),
        note=_("Open it again with the reason. The new list says what has changed."),
        key="wrong_list",
        stages=(FINAL,),
        words=pgettext("search words", "reopen amended revision"),
    )


@gives("machines")
def _with_machines(desk: DeskPage) -> Iterator[Concern]:
    """What goes wrong with paper, phones and power."""
    lists: tuple[Link, ...] = ()
    codes: tuple[Link, ...] = ()
    if desk.round is not None:
        lists = (desk.link(_("Lists of the round"), "round_lists", desk.round.number),)
        codes = (desk.link(_("New codes"), "round", desk.round.number),)
    yield Concern(
        _("Power, Wi-Fi or the computer fails"),
        (
            *lists,
            desk.link(_("Print paper"), "paper"),
            desk.link(_("Archive"), "take_away"),
            desk.link(_("Key totals later"), "keying"),
        ),
        note=_("Play on with paper sheets; key the totals later. Lists print from any browser."),
        key="power",
        stages=(DRAWN, PLAYING, BETWEEN),
        words=pgettext("search words", "network server laptop printer backup"),
    )
    yield Concern(
        _("A phone is lost, or a code got into wrong hands"),
        codes,
        note=_("Give the table a new code: the old one stops at once, the hands stay."),
        key="phone",
        stages=(DRAWN, PLAYING),
        words=pgettext("search words", "link QR secret"),
    )
