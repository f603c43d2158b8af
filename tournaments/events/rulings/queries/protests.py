"""Protests of an event: those that are open, and each in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.rulings.queries.rulings import about_whom, decision_words, where_words
from tournaments.models import Event, Protest, Round, Ruling

MOST_NAMED = 6


class OpenProtest(NamedTuple):
    """A protest that nobody has decided yet: its key, its number, and what it is about."""

    key: int
    number: int
    where: str


@dataclass(frozen=True)
class ProtestLine:
    """A protest in words, with the rulings that followed from it.

    `is_off`: the round that it is about was called off.
    """

    protest: Protest
    where: str
    decision: str
    rulings: tuple[tuple[Ruling, str], ...]

    @property
    def is_open(self) -> bool:
        """Whether nobody has decided it."""
        return not self.protest.decision

    @property
    def is_off(self) -> bool:
        """Whether its round was called off."""
        played = self.protest.round
        return played is not None and played.state == Round.CANCELLED

    @property
    def lacks_a_ruling(self) -> bool:
        """Whether it was upheld and nothing has followed from it."""
        stands = any(ruling.withdrawn_at is None for ruling, _words in self.rulings)
        return self.protest.decision == Protest.UPHELD and not stands


def open_protests(event: Event) -> list[OpenProtest]:
    """What is still to be decided, the oldest first; one SQL query."""
    found = event.protests.filter(decision="").select_related("round", "event_table")
    return [OpenProtest(each.pk, each.number, about_words(each)) for each in found]


def what_is_undecided(event: Event) -> str:
    """That protests are open, in a sentence for whoever wants to lock the list; else empty."""
    found = open_protests(event)
    if not found:
        return ""
    words = ngettext(
        "Protest %(numbers)s is not decided. Decide it first.",
        "Protests %(numbers)s are not decided. Decide them first.",
        len(found),
    )
    shown = ", ".join(str(each.number) for each in found[:MOST_NAMED])
    return words % {"numbers": shown + ("…" if len(found) > MOST_NAMED else "")}


def protest_lines(event: Event) -> list[ProtestLine]:
    """All of them, open ones first, then the latest; two SQL queries."""
    lines = [_line(each) for each in _with_all(event).order_by("-number")]
    return sorted(lines, key=lambda line: not line.is_open)


def protest_line(event: Event, key: int) -> ProtestLine | None:
    """One of them; two SQL queries."""
    found = _with_all(event).filter(pk=key).first()
    return _line(found) if found else None


def protests_at(event: Event, place: int) -> list[ProtestLine]:
    """Those about a table, the newest first; two SQL queries."""
    return [_line(each) for each in _with_all(event).filter(event_table=place).order_by("-number")]


def _with_all(event: Event) -> QuerySet[Protest]:
    rulings = Ruling.objects.select_related("entry").order_by("pk")
    found = Protest.objects.filter(event=event)
    return found.select_related("round", "event_table", "entry").prefetch_related(
        Prefetch("rulings", queryset=rulings)
    )


def _line(protest: Protest) -> ProtestLine:
    rulings = tuple(
        (ruling, f"{about_whom(ruling)}: {decision_words(ruling)}")
        for ruling in protest.rulings.all()
    )
    return ProtestLine(protest, about_words(protest), outcome_words(protest.decision), rulings)


def about_words(protest: Protest) -> str:
    """What a protest is about: “Round 2, table 3, hand 7”, or the whole event."""
    if protest.round is None:
        return _("The whole event")
    table = protest.event_table.number if protest.event_table else None
    return where_words(protest.round.number, table, protest.hand)


def outcome_words(decision: str) -> str:
    """What was decided: “upheld”, or that it is open."""
    words = {
        Protest.UPHELD: _("upheld"),
        Protest.DISMISSED: _("dismissed"),
        Protest.WITHDRAWN: _("withdrawn"),
    }
    return words.get(decision, _("open"))


def history_words(protest: Protest) -> str:
    """A protest as the history has it: its number, what it is about, who, and against what."""
    said = {
        "number": protest.number,
        "where": about_words(protest),
        "who": protest.protester,
        "matter": protest.matter,
    }
    return _("%(number)s (%(where)s), %(who)s: %(matter)s") % said
