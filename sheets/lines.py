"""The lines of a sheet as they are drawn: most of what a table's page holds.

They are put together here and not by a template, which takes ten times as long: a page of forty
hands has two hundred figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import NamedTuple, Protocol

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from sheets.sheet import Cell, GameEnd, Sheet, SheetLine
from sheets.words import number, role_mark, role_name, sign, signed

MARKED = ("picker", "partner", "makers")


class Addressed(Protocol):
    """What makes the addresses of a table's pages, for the way in which somebody was let in."""

    def address(self, name: str, *args: object) -> str:
        """The address of one of them."""


class Signs(NamedTuple):
    """What is the same in every line: `roles` are the marks of those who have one."""

    away: str
    dealt: str
    sat_out: str
    why: str
    corrected: str
    roles: dict[str, str]


@lru_cache(maxsize=256)
def _signs(_language: str | None, words: tuple[tuple[str, str], ...]) -> Signs:
    """In the reader's language; `words` are what the game calls each role."""
    unseen = '<span class="unseen">{}</span>'
    hidden = '<span aria-hidden="true">{}</span>'
    role = '<span class="role {}" aria-hidden="true">{}</span>'
    corrected = escape(_("corrected"))
    return Signs(
        away=unseen.format(escape(_("not at the table"))),
        dealt='<span class="dealt" aria-hidden="true"></span>' + unseen.format(escape(_("dealer"))),
        sat_out=hidden.format("–") + unseen.format(escape(pgettext("in a hand", "sat out"))),
        why=unseen.format(":\n" + escape(_("why these points"))),
        corrected=f'<small title="{corrected}">'
        + f"{hidden.format('✎')}{unseen.format(corrected)}</small>",
        roles={
            name: role.format(name, escape(role_mark(name)))
            + unseen.format(escape(role_name(name, dict(words))))
            for name in MARKED
        },
    )


class LineDrawer:
    """Draws the lines of a sheet; `new`: the number of the one that was just saved."""

    def __init__(self, sheet: Sheet, access: Addressed, new: int | None) -> None:
        self.sheet, self.access, self.new = sheet, access, new
        self.signs = _signs(get_language(), tuple(sheet.role_words.items()))

    def drawn(self, line: SheetLine) -> str:
        """A line, and over it the game that it ended."""
        end = "" if line.game_end is None else self._end(line.game_end)
        if line.is_people_change:
            return end + self._people(line)
        return end + (self._withdrawn(line) if line.row is None else self._counting(line))

    def _end(self, end: GameEnd) -> str:
        said = _("Game %(number)s: %(winners)s") % {
            "number": end.number,
            "winners": escape(", ".join(end.winners)),
        }
        totals = " : ".join(map(number, end.totals))
        return (
            f'<tr class="game-end">\n<th scope="row" colspan="{len(self.sheet.sides) + 1}">\n'
            f'{said}\n<span>{totals}</span>\n</th>\n<td class="why"></td>\n</tr>\n'
        )

    def _people(self, line: SheetLine) -> str:
        """A change of people; one that was withdrawn has a line as well."""
        said = " ".join(line.reasons)
        if line.row is None:
            said = _("Somebody had left the table, and has not after all.")
        head = self._head(line, "", self._called("–", line))
        return f'{head}{self._across(escape(said))}\n<td class="why"></td>\n</tr>\n'

    def _withdrawn(self, line: SheetLine) -> str:
        head = self._head(line, ' class="hand"', self._called("–", line))
        across = self._across(f"<del>{escape(line.called)}</del>")
        why = escape(_("Withdrawn: does not count."))
        return f'{head}{across}\n<td class="why">{why}</td>\n</tr>\n'

    def _counting(self, line: SheetLine) -> str:
        """A hand, or adjusted points: how it is called, and a cell for each side."""
        style = ' class="hand is-new"' if line.number == self.new else ' class="hand"'
        called = f"{line.place}{self.signs.why}" if line.is_counted else self._called("±", line)
        head = self._head(line, style, called + (self._marks(line) if line.has_marks else ""))
        cells = "".join([self._cell(line, cell) for cell in line.cells])
        why = escape(" ".join(line.reasons))
        return f'{head}{cells}\n<td class="why">{why}</td>\n</tr>\n'

    def _head(self, line: SheetLine, style: str, called: str) -> str:
        address = escape(self.access.address("hand", line.number))
        return (
            f'<tr id="hand-{line.number}"{style}>\n<th scope="row" class="no">\n'
            f'<a href="{address}">{called}</a>\n</th>\n'
        )

    def _called(self, mark: str, line: SheetLine) -> str:
        """A line that is no hand which counts: its sign, and its name for whoever hears it."""
        called = escape(line.called)
        return f'<span aria-hidden="true">{mark}</span><span class="unseen">{called}</span>'

    def _across(self, said: str) -> str:
        return f'<td colspan="{len(self.sheet.sides)}">\n{said}\n</td>'

    def _marks(self, line: SheetLine) -> str:
        """Beside the number of a hand: a sign each, and its word for whoever hears it."""
        found = ["", self.signs.corrected] if line.is_corrected else [""]
        if line.row is not None and line.row.multiplier > 1:
            found.append(f"<small>×{line.row.multiplier}</small>")
        if line.is_adjustment:
            found.append('<span class="unseen">{}</span>'.format(escape(_("adjusted"))))
        elif line.row is not None and line.row.is_void:
            found.append("<small>{}</small>".format(escape(_("void"))))
        elif line.is_passed:
            style = "" if self.sheet.is_by_pairs else ' class="unseen"'
            found.append(f"<small{style}>{escape(line.passed_word)}</small>")
        return "\n".join(found)

    def _cell(self, line: SheetLine, cell: Cell) -> str:
        """What a side has then, and small below it what it was and what it got."""
        if cell.is_away:
            return f"\n<td>{self.signs.away}</td>"
        is_faint = cell.is_out or (line.row is not None and line.row.is_void)
        total = f"<span>{number(cell.total)}</span>" if is_faint else f"<b>{number(cell.total)}</b>"
        mark = self.signs.roles.get(cell.role, "")
        if not mark and cell.stands_out:
            mark = f'<span class="role" aria-hidden="true">{escape(line.passed_mark)}</span>'
        dealt = self.signs.dealt if cell.is_dealer else ""
        got = self.signs.sat_out
        if not cell.is_out:
            got = f'<span class="{sign(cell.points)}">{signed(cell.points)}</span>'
        return f"\n<td>{total}\n<small>{mark}\n{dealt}\n{got}</small></td>"


def drawn_lines(
    sheet: Sheet, access: Addressed, lines: Sequence[SheetLine], saved: SheetLine | None
) -> SafeString:
    """These lines of the sheet, the latest on top; `saved` is marked as new."""
    drawer = LineDrawer(sheet, access, saved.number if saved else None)
    return mark_safe("".join([drawer.drawn(line) for line in reversed(lines)]))
