"""The questions of a hand's form as they are drawn, where a form has dozens of something.

They are put together here and not by templates, which take ten times as long.
"""

from __future__ import annotations

from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from sheets.answers import NOBODY
from sheets.forms import Chip, Question, Seat, SeatColumn, Unless, Who
from sheets.sheet import Sheet
from sheets.words import number, sign


def marked_unless(unless: Unless | None) -> SafeString:
    """How a question or a chip says to the script beside which answers it is taken away.

    >>> marked_unless(Unless("game", "wenz ramsch")), marked_unless(None)
    ('data-unless="game" data-answers="wenz ramsch"', '')
    """
    if unless is None:
        return mark_safe("")
    return mark_safe(f'data-unless="{unless.name}" data-answers="{escape(unless.answers)}"')


def chip_input(chip: Chip, question: Question, name: object = "") -> SafeString:
    """The input of a chip; `name`: what it is called, where its label does not say it."""
    data, value = chip.radio.data, chip.value
    marks = f' aria-label="{escape(str(name))}"' if name else ""
    if not chip.is_left:
        marks += " disabled data-gone"
    elif data["selected"] and value:
        marks += " checked"
    if question.is_deciding and value == NOBODY:
        marks += " data-passed"
    said = f'<input type="{data["type"]}" name="{data["name"]}" value="{escape(value)}"{marks}>\n'
    return mark_safe(said)


def question_hint(question: Question) -> SafeString:
    """What a question means, for whoever hears it, and to all what it means to leave it open."""
    passed = _("If everybody passed.") if question.asked.when == "passed" else ""
    left_open = ""
    if question.empty and question.kind != "chips":
        left_open = _("Left open: %(empty)s.") % {"empty": question.empty}
    return mark_safe(
        f'<p class="hint" id="hint-{question.name}">\n'
        f'<span class="unseen">{escape(f"{passed} {question.meaning}")}</span>\n'
        f"{escape(left_open)}\n</p>\n"
    )


def question_problem(question: Question) -> SafeString:
    """What is wrong with its answer, if anything is.

    Beside its question there is one line for it, which moves nothing; all of it stands near the
    button.
    """
    if not question.problems:
        return mark_safe("")
    label, said = escape(question.label), escape(" ".join(question.problems))
    return mark_safe(
        f'<p class="problem at-field" data-of="{label}" id="problem-{question.name}">{said}</p>\n'
    )


# The people as rows, from the dealer's left; what is said about them as columns.


def drawn_who(who: Who, sheet: Sheet | None = None) -> SafeString:
    """The people and what is asked about them; `sheet`: with what they have on it so far."""
    style = "who who-told" if who.is_told_when_passed else "who"
    who_word = escape(_("Who"))
    # Translators: head of a column: what each player gets of the hand.
    gets = escape(_("gets"))
    head = f'<p>{who_word}</p>\n<p class="who-gets" aria-hidden="true">{gets}</p>\n'
    rows = "".join([_row(seat, sheet) for seat in who.seats])
    columns = "".join([_column(column) for column in who.columns])
    return mark_safe(f'<div class="{style}">\n{head}{rows}{columns}</div>\n')


def _row(seat: Seat, sheet: Sheet | None) -> str:
    """Who sits there, who deals, who is out; and a place for what the hand comes to."""
    at = f"at-{seat.row}"
    out = " is-out" if seat.is_out else ""
    long = " is-long" if seat.is_long else ""
    total = dealt = sits_out = ""
    if sheet is not None:
        points = sheet.standing[seat.column][1]
        total = f'<span class="{sign(points)}">{number(points)}</span>\n'
    if seat.is_dealer:
        dealer = escape(_("dealer"))
        dealt = f'<span class="dealt" title="{dealer}"></span>\n'
    if seat.is_out:
        words = escape(pgettext("in a hand", "sits out"))
        sits_out = f"<small>{words}</small>"
    return (
        f'<i class="{at}"></i>\n<p class="who-name {at}{out}{long}">\n'
        f'<span class="name">{escape(seat.name)}</span>\n<small>\n{total}{dealt}</small>\n</p>\n'
        f'<p class="who-gets {at}{out}">\n{sits_out}<b id="gets-{seat.column}"></b>\n</p>\n'
    )


def _column(column: SeatColumn) -> str:
    """A question about the people: a mark in the row of each, and chips for nobody or everybody."""
    question = column.question
    name, (word, gloss) = question.name, question.label_parts
    style = f"in-{column.number} when-{question.asked.when}"
    about = f"hint-{name}"
    if question.problems:
        style, about = f"{style} has-problem", f"{about} problem-{name}"
    small = f"<small>{escape(gloss)}</small>" if gloss else ""
    ends = "".join(
        [
            f'<label class="chip of-{column.reach}" {marked_unless(chip.unless)}>\n'
            f"{chip_input(chip, question)}<span>{escape(chip.radio.choice_label)}</span></label>\n"
            for chip in column.ends
        ]
    )
    return (
        f'<fieldset class="{style}" id="question-{name}" {marked_unless(question.unless)} '
        f'aria-describedby="{about}">\n<legend>{escape(word)}{small}</legend>\n'
        f"{question_hint(question)}{_marks(column)}{ends}{question_problem(question)}</fieldset>\n"
    )


def _marks(column: SeatColumn) -> str:
    letter = escape(column.letter)
    drawn = []
    for row, name, chip in column.marks:
        beside = f" {marked_unless(chip.unless)}" if chip.unless else ""
        drawn.append(
            f'<label class="mark at-{row}" title="{escape(name)}"{beside}>\n'
            f"{chip_input(chip, column.question, name)}"
            f'<span aria-hidden="true">{letter}</span></label>\n'
        )
    return "".join(drawn)
