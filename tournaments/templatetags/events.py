"""What the pages of an event share: the way from one to the other, figures and lines in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple, TypeVar

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from formats.event import key_words
from formats.figures import amount, plain
from formats.prizes import has_prizes
from scoring.ranking import TeamStanding, Value
from tournaments.common.history import reason_in_words
from tournaments.events.access import EventAccess
from tournaments.events.check_in.queries.entries import STATUS_WORDS
from tournaments.events.draw.queries.cuts import final_head
from tournaments.events.draw.queries.rounds import SeatOf
from tournaments.events.money.queries.cash import line_sign, line_title, note_in_words
from tournaments.events.results.queries.progress import LONG
from tournaments.events.results.queries.sheets import due_of, solos_played
from tournaments.events.rulings.queries import decision_words as ruling_words
from tournaments.events.rulings.queries import where_words
from tournaments.events.standings.queries.entry_page import EntryDay
from tournaments.events.standings.queries.screens import COLUMNS, ScreenPage
from tournaments.events.standings.queries.snapshots import Ruled, SeatLine, Share, Snapshot
from tournaments.events.standings.queries.standing_page import StandingPage
from tournaments.events.standings.queries.standings import (
    Cell,
    Decision,
    Row,
    TieBreakValue,
    decision_words,
    moved_since,
    said_on_the_wall,
    worth,
)
from tournaments.models import Entry
from tournaments.templatetags.records import Books, book_links, book_sentences
from tournaments.templatetags.rights import may_open

register = template.Library()
register.filter(worth)
register.filter(has_prizes)
register.simple_tag(due_of)
register.filter(line_title)
register.filter(line_sign)
register.filter(note_in_words)
register.filter(reason_in_words)

Found = TypeVar("Found")


class DeskLink(NamedTuple):
    """A page of the director's desk, its sign, and the group of the rail in which it stands."""

    name: str
    label: str
    address: str
    icon: str
    group: str


NOW = gettext_lazy("Now")
AT_THE_END = gettext_lazy("At the end")
WHEN_NEEDED = gettext_lazy("When needed")
DESK_PAGES = (
    # Translators: in a bar of five on a phone a word has room for about eight letters.
    ("desk", pgettext_lazy("bar of five", "Desk"), "home", NOW),
    ("door", pgettext_lazy("bar of five", "Door"), "door", NOW),
    ("rounds", gettext_lazy("Rounds"), "draw", NOW),
    ("keying", pgettext_lazy("bar of five", "Results"), "sheet", NOW),
    ("event", pgettext_lazy("bar of five", "Standings"), "podium", NOW),
    ("prizes", gettext_lazy("Prizes"), "coin", AT_THE_END),
    ("paper", gettext_lazy("Paper"), "printer", AT_THE_END),
    ("trouble", gettext_lazy("Trouble"), "warning", WHEN_NEEDED),
    # Translators: people register for an event by themselves.
    ("registration", gettext_lazy("Registration"), "pencil", WHEN_NEEDED),
    # Translators: people who help at one event.
    ("helpers", gettext_lazy("Helpers"), "people", WHEN_NEEDED),
    ("event_settings", gettext_lazy("Settings"), "settings", WHEN_NEEDED),
    ("history", gettext_lazy("History"), "history", WHEN_NEEDED),
)


@register.simple_tag
def desk_pages(access: EventAccess) -> list[DeskLink]:
    """The pages of the desk that are for the reader, in the order in which a day needs them."""
    pages = [
        DeskLink(name, str(label), access.address(name), icon, str(group))
        for name, label, icon, group in DESK_PAGES
        if may_open(access, name)
    ]
    if not access.settings.rolling:
        return pages
    waiting = DeskLink("rolling", _("Waiting"), access.address("rolling"), "people", str(NOW))
    return [waiting if page.name == "rounds" else page for page in pages]


@register.filter
def of_key(found: Mapping[int, Found], key: int) -> Found | None:
    """What is known of a row by its key, None where nothing is.

    >>> of_key({7: "late"}, 7), of_key({}, 7)
    ('late', None)
    """
    return found.get(key)


@register.filter
def status_word(status: str) -> str:
    """The status of an entry in words."""
    return str(STATUS_WORDS.get(status, status))


# Who comes to an event, before anything is drawn.


@register.filter
def who_comes(snapshot: Snapshot) -> list[tuple[str, int]]:
    """How many are here, are registered and wait for a place; who is nobody is left out."""
    counts = Counter(one.status for one in snapshot.expected)
    counts[Entry.HERE] = snapshot.checked_in
    states = (Entry.HERE, Entry.REGISTERED, Entry.WAITING)
    return [(state, counts[state]) for state in states if counts[state]]


# A ruling as it stands on a player's own page: what it brought, where it was, and why.


@register.simple_tag
def ruling_line(ruling: Ruled, day: EntryDay, snapshot: Snapshot) -> dict[str, str]:
    """A ruling in words for one of those to whom it gave something, or from whom it took.

    `whom` says for which offence of another it was, `late` that the round was closed before.
    """
    share = ruling.share_of(day.entry.pk)
    assert share is not None
    late = _("Decided after the round was closed: %(why)s") % {"why": ruling.reason}
    return {
        "has": _has(share),
        "where": where_words(ruling.round, ruling.table, ruling.hand),
        "whom": _whom(ruling, day, snapshot),
        "late": late if ruling.is_late else "",
    }


def _has(share: Share) -> str:
    if share.points:
        return amount(share.points)
    text = ngettext("%(strokes)s stroke", "%(strokes)s strokes", share.strokes)
    return text % {"strokes": amount(share.strokes)}


def _whom(ruling: Ruled, day: EntryDay, snapshot: Snapshot) -> str:
    if ruling.entry == day.entry.pk:
        return ""
    if ruling.entry is None:
        return _("the whole table")
    values = {"name": snapshot.entries[ruling.entry].name, "decision": ruling_words(ruling)}
    return _("%(name)s: %(decision)s") % values


# The lines and figures of a standing.
#
# A page of it has a thousand figures. Its lines are put together here and not in a template, which
# would take longer for them than everything else together.


NOTHING = "–"


class RowWriter:
    """Writes the lines of a page of the standing; every word is looked up once, not per line."""

    def __init__(self, page: StandingPage, address: str, books: Books[int]) -> None:
        self.page = page
        self.books = books
        self.moved = moved_since(page.standing)
        self.address = address
        self.place_before: int | None = None
        self.final_before: int | None = -1
        self.settings = page.standing.snapshot.settings
        notes = {"bye": _("bye"), "late": _("late")}
        self.notes = {kind: f" <small>{words}</small>" for kind, words in notes.items()}
        decided_word, corrected_words = _("decided"), _("corrected later")
        self.decided = {
            way: f' <small title="{escape(str(words))}">{decided_word}</small>'
            for way, words in LONG.items()
        }
        self.corrected = f'<abbr title="{corrected_words}">*</abbr>'
        self.rounds = {
            one.number: _("Round %(number)s") % {"number": one.number}
            for one in page.standing.counted
        }
        self.carried = _("Carried")
        self.season = _("Season")
        self.whole_day = _("The whole day")
        self.number = _("No.")
        self.marks: dict[str, str] = {
            Entry.LEFT: f'<small class="hint">{STATUS_WORDS[Entry.LEFT]}</small>',
            Entry.NO_SHOW: f'<small class="hint">{STATUS_WORDS[Entry.NO_SHOW]}</small>',
            Entry.OUT: f'<small class="hint minus">{STATUS_WORDS[Entry.OUT]}</small>',
        }

    def row(self, row: Row) -> str:
        """One line, with what a phone shows of it when it is tapped."""
        number, decision = row.entry.number, row.decision
        if row.place == self.place_before:
            decision = None  # said already, where the place that they share begins
        self.place_before = row.place
        figures = [self._figure(cell) for cell in row.cells]
        place = f"{row.place}." if row.place else NOTHING
        place += moved_sign(self.moved.get(number, 0))
        why = f'<small class="hint">{decided(decision)}</small>' if decision else ""
        return (
            f"{self._final(row)}"
            f'<tr id="entry-{number}"><td class="figure">{place}</td>'
            f'<td class="figure">{number}</td><th scope="row">{self._who(row, figures)}</th>'
            f"{self._cells(row, figures)}"
            f'<td class="figure big"><b>{worth(row.total, self.settings)}</b>{why}</td>'
            f"{self._keys(row)}</tr>"
        )

    def _final(self, row: Row) -> str:
        """The head of the final that begins with this line, if one does."""
        final = row.final.final if row.final else None
        if not self.page.finals or final == self.final_before:
            return ""
        is_first, self.final_before = self.final_before == -1, final
        if final is None and (is_first or row.place is None):
            return ""
        cut = self.page.standing.cuts[-1]
        words = final_head(cut, final) if final is not None else _("Not in the final")
        span = 5 + len(self.page.columns) + len(self.page.keys) + self.page.brings
        return f'<tr><th colspan="{span}" scope="rowgroup">{words}</th></tr>'

    def _carried(self, row: Row) -> str:
        carried = row.final.carried if row.final else None
        return worth(carried, self.settings)

    def _from_season(self, row: Row) -> str:
        return worth(row.entry.from_season, self.settings)

    def _who(self, row: Row, figures: list[str]) -> str:
        name, team = escape(row.entry.name), escape(row.entry.team)
        address = f"{self.address}entries/{row.entry.number}/"
        rounds = " · ".join(
            f"<span>{self.rounds[cell.number]} <b>{figure}</b></span>"
            for cell, figure in zip(row.cells, figures, strict=True)
            if cell.kind != "none"
        )
        if self.page.brings:
            rounds = f"<span>{self.season} <b>{self._from_season(row)}</b></span> · {rounds}"
        if self.page.carried_after and row.final and row.final.carried is not None:
            rounds += f" · <span>{self.carried} <b>{self._carried(row)}</b></span>"
        book = book_links(self.books, row.entry.number)
        told = book_sentences(self.books, row.entry.number)
        facts = f"{self.number} {row.entry.number}" + (f" · {team}" if team else "")
        return (
            f'<a href="{address}">{name}</a>{book}'
            f'<details class="only-narrow no-print"><summary>{name}</summary><p>{facts}</p>'
            f'<p>{rounds}</p><p><a href="{address}">{self.whole_day}</a></p>{told}'
            f"</details>{self.marks.get(row.entry.status, '')}{self._substitute(row)}"
            f"{self._ruled(row)}"
        )

    @staticmethod
    def _substitute(row: Row) -> str:
        if not row.substitute:
            return ""
        words = _("%(name)s plays") % {"name": row.substitute}
        return f'<small class="hint">{escape(words)}</small>'

    @staticmethod
    def _ruled(row: Row) -> str:
        """What rulings gave or took: the sentences stand on the entry's own page."""
        if not row.ruled and not row.strokes:
            return ""
        if row.ruled:
            words = _("ruling: %(points)s") % {"points": amount(row.ruled)}
        else:
            text = ngettext(
                "ruling: %(strokes)s stroke", "ruling: %(strokes)s strokes", row.strokes
            )
            words = text % {"strokes": amount(row.strokes)}
        return f'<small class="hint">{escape(words)}</small>'

    def _cells(self, row: Row, figures: list[str]) -> str:
        if self.settings.rolling:
            return f'<td class="figure">{len(row.cells) or NOTHING}</td>'
        carried = f'<td class="figure">{self._carried(row)}</td>'
        season = f'<td class="figure">{self._from_season(row)}</td>'
        return (season if self.page.brings else "") + "".join(
            f'<td class="figure{" is-sunk" if cell.is_running else ""}">{figure}</td>'
            f"{carried if cell.number == self.page.carried_after else ''}"
            for cell, figure in zip(row.cells, figures, strict=True)
        )

    def _figure(self, cell: Cell) -> str:
        if cell.value is None:
            text = NOTHING
        else:
            text = worth(cell.value, self.settings)
            text = f"<s>{text}</s>" if cell.is_dropped else text
        if cell.is_corrected:
            text += self.corrected
        if cell.decided:
            text += self.decided[cell.decided]
        return text + self.notes.get(cell.kind, "")

    def _keys(self, row: Row) -> str:
        values = {key.name: key for key in row.keys}
        cells = []
        for column in self.page.keys:
            key = values[column.name]
            played = solos_played(self.page.standing, row.entry.pk) if key.name == "solos" else None
            figure = tie_value(key, played)
            if key.decided and row.decision:
                figure = f"<b>{figure}</b>"
            cells.append(f'<td class="figure">{figure}</td>')
        return "".join(cells)


@register.simple_tag
def standing_rows(page: StandingPage, address: str, books: Books[int]) -> SafeString:
    """The lines of a page of the standing; `address` is that of the event.

    `books`: by start number, whom of an entry the record book has a page of.
    """
    writer = RowWriter(page, address, books)
    return mark_safe("\n".join(writer.row(row) for row in page.rows))


# The lines of a ranking on the wall.

LONG_NAME, BESIDE_WHY = 22, 16
"""More letters than these have no room in a line, and in one that says what decided."""


@register.filter
def brief_in(name: str, brief: Mapping[str, str]) -> str:
    """A name as it stands on the wall, where its line has room for so many letters only."""
    return brief.get(name, name)


def _why_on_the_wall(page: ScreenPage, row: Row) -> str:
    """What decided between equal totals; where a line has no room only what no figure says."""
    said = said_on_the_wall(row.decision)
    has_room = not page.columns[1:]
    if len(page.columns) == COLUMNS:
        has_room = len(row.entry.name) <= BESIDE_WHY
    return said or (decision_words(row.decision) if has_room and row.decision else "")


@register.filter
def is_long_in(row: Row, page: ScreenPage) -> bool:
    """Whether a name is too long for large letters in one line."""
    if not page.columns[1:]:
        return len(row.entry.name) > 34
    return len(row.entry.name) > (BESIDE_WHY if _why_on_the_wall(page, row) else LONG_NAME)


@register.simple_tag
def moved_on_the_wall(page: ScreenPage, row: Row) -> SafeString:
    """How many places somebody has risen or fallen, or what decided."""
    why = _why_on_the_wall(page, row)
    if why:
        return format_html("<small>{}</small>", why)
    return mark_safe(moved_sign(page.moved.get(row.entry.number, 0)))


def moved_sign(places: int) -> str:
    """By how many places somebody has risen or fallen, as a sign and in words."""
    if not places:
        return ""
    tone, sign = "plus", "▲"
    if places > 0:
        words = ngettext("%(count)s place up", "%(count)s places up", places)
    else:
        words = ngettext("%(count)s place down", "%(count)s places down", -places)
        tone, sign, places = "minus", "▼", -places
    said = f'<span aria-hidden="true">{sign}{places}</span><span class="unseen"> {words}</span>'
    return f'<small class="{tone}">{said % {"count": places}}</small>'


@register.filter
def lines_left(page: ScreenPage, column: Sequence[object]) -> range:
    """The lines that a column of a screen has room for and does not fill: all are equally high."""
    return range(page.lines - len(column))


@register.filter
def decided(decision: Decision) -> SafeString:
    """Which tie-break put a row below the one before it, in words."""
    return format_html("{}", decision_words(decision))


@register.filter
def tie_value(key: TieBreakValue, played: int | None) -> str:
    """What somebody has of a tie-break; of solos also how many were played, where that is known.

    >>> tie_value(TieBreakValue("solos", 2, False), None)
    '2'
    """
    if key.name != "solos" or not played:
        return plain(key.value)
    return _("%(won)s of %(played)s") % {"won": plain(key.value), "played": played}


@register.filter
def solo_words(line: SeatLine) -> str:
    """The solos of a round: how many were won, and played where the sheet says it."""
    if line.solos_played is None:
        return ngettext("%(won)s solo won", "%(won)s solos won", line.solos) % {"won": line.solos}
    words = _("solos won: %(won)s of %(count)s")
    return words % {"won": line.solos, "count": line.solos_played}


@register.filter
def key_label(name: str) -> str:
    """What a tie-break is called."""
    return key_words(name).label


@register.filter
def seat_words(seat: SeatOf) -> str:
    """The seat of a player or the two seats of a pair."""
    if len(seat.seats) == 2:
        return _("seats %(first)s and %(second)s") % dict(
            zip(("first", "second"), seat.seats, strict=True)
        )
    return _("seat %(number)s") % {"number": seat.seats[0]} if seat.seats else ""


@register.filter
def table_and_seat(seat: SeatOf) -> str:
    """The table, and the seat of a player or the two seats of a pair."""
    said = {"table": seat.table}
    if len(seat.seats) == 2:
        first, second = seat.seats
        said |= {"first": first, "second": second}
        return _("Table %(table)s, seats %(first)s and %(second)s") % said
    return _("Table %(table)s, seat %(seat)s") % (said | {"seat": seat.seats[0]})


@register.filter
def member_names(team: TeamStanding, page: StandingPage) -> list[str]:
    """The members of a team that count, best first."""
    return [page.standing.by_number[number].name for number in team.members]


@register.filter
def series_of(team: TeamStanding, page: StandingPage) -> list[tuple[Value | None, Value | None]]:
    """What each round gave a team, and what its members won in it."""
    numbers = [one.number for one in page.columns]
    return [(team.rounds.get(number), team.sums.get(number)) for number in numbers]


@register.filter
def gone_words(way: str) -> str:
    """How a sheet was decided that is gone, in a sentence."""
    return str(LONG[way])
