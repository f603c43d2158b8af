"""What becomes of each line of a pasted list: whom it means, or why it is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tournaments.common.alike import NameIndex, folded
from tournaments.models import Event, Member
from tournaments.people.queries.names import MOST_PROPOSED, NEW, Known, known_names, main_key

TAKEN = "taken"
ASKED = "asked"
LEFT_OUT = "left_out"
PAID, UNPAID, NEITHER, PART = "paid", "unpaid", "neither", "part"
"""The answers to what may mean that the fee is paid; neither: it belongs into its column; part: so
much of it is paid."""
PERSON = "person"
"""The answer that a line is one, though it looks like the sum of a list."""
EMPTY: Mapping[str, dict[str, Any]] = {
    "home": {"home": ""},
    "team": {"team": ""},
    "group": {"groups": ()},
}


class Wanted(NamedTuple):
    """A line of a list as it was read; `problem` says what is wrong with it alone.

    `unclear` is what may mean that the fee is paid, and stands in the column `unclear_in`; `part`
    are the cents that it may say were paid of it, `paid_part` those that were. `is_sum`: it looks
    like the sum of the list.
    """

    number: int
    names: tuple[str, ...]
    home: str = ""
    team: str = ""
    groups: tuple[str, ...] = ()
    is_paid: bool = False
    problem: str = ""
    unclear: str = ""
    unclear_in: str = ""
    part: int = 0
    paid_part: int = 0
    is_sum: bool = False

    @property
    def paid_key(self) -> str:
        """Under which the answer is kept whether the fee is paid."""
        return f"{self.number}-paid"

    @property
    def sum_key(self) -> str:
        """Under which the answer is kept that it is a person and no sum."""
        return f"{self.number}-sum"

    def is_answered(self, answer: str) -> Wanted | None:
        """The line with the answer whether the fee is paid; None without one."""
        if answer == NEITHER and self.unclear_in != "paid":
            return self._replace(unclear="")
        if answer not in (PAID, UNPAID) and not (answer == PART and self.part):
            return None
        kept = self if self.unclear_in == "paid" else self._replace(**EMPTY[self.unclear_in])
        part = self.part if answer == PART else 0
        return kept._replace(is_paid=answer == PAID, unclear="", paid_part=part)


class Question(NamedTuple):
    """Somebody on the list who may be one of these."""

    key: str
    name: str
    people: list[Known]


@dataclass
class Outcome:
    """What becomes of a line: `players` are those meant, None for somebody new."""

    line: Wanted
    kind: str = TAKEN
    players: list[int | None] = field(default_factory=list)
    known: list[Known] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    problem: str = ""
    asks_paid: bool = False

    @property
    def is_new(self) -> bool:
        """Whether the club knows nobody of this line yet."""
        return not self.known

    def leave_out(self, problem: str) -> Outcome:
        """The same line, left out for this reason."""
        self.kind, self.problem = LEFT_OUT, problem
        return self


def outcomes(
    club_id: int,
    lines: Sequence[Wanted],
    answers: Mapping[str, str],
    *,
    event: Event | None = None,
) -> list[Outcome]:
    """What becomes of each line, given the answers so far; two SQL queries for any list.

    `answers`: by line and place ("12-0") the key of a player, or `NEW`; by line ("12-paid")
    whether the fee is paid, and ("12-sum") that it is a person.
    """
    reading = _Reading(known_names(club_id), answers, _entered(event) if event else {})
    return [reading.outcome(line) for line in lines]


class _Reading:
    """What has been found while a list is read from its first line to its last."""

    def __init__(
        self, people: list[Known], answers: Mapping[str, str], entered: Mapping[int, str]
    ) -> None:
        self.people = {known.pk: known for known in people}
        self.index = NameIndex((known.pk, known.name) for known in people)
        self.answers = answers
        self.entered = entered
        self.lines: dict[object, int] = {}

    def outcome(self, line: Wanted) -> Outcome:
        found = Outcome(line)
        if line.problem:
            return found.leave_out(line.problem)
        if line.is_sum:
            if self.answers.get(line.sum_key) != PERSON:
                return found.leave_out(_("This looks like a sum, not like a person."))
            line = found.line = line._replace(is_sum=False)
        if line.unclear:
            answered = line.is_answered(self.answers.get(line.paid_key, ""))
            found.asks_paid = answered is None
            found.line = answered or line
        line = found.line
        written = tuple(tuple(sorted(folded(name))) for name in line.names), folded(line.home)
        if self.lines.setdefault(written, line.number) != line.number:
            return found.leave_out(_("The same as line %(line)s.") % {"line": self.lines[written]})
        for place, name in enumerate(line.names):
            problem = self._person(found, place, name)
            if problem:
                return found.leave_out(problem)
        if found.questions or found.asks_paid:
            found.kind = ASKED
            return found
        return self._if_free(found)

    def _person(self, found: Outcome, place: int, name: str) -> str:
        """Find whom a name means; the sentence why it cannot be taken, or nothing."""
        home = found.line.home
        people = [self.people[key] for key in self.index.like(name)]
        same = [known for known in people if _is_same(known, name, home)]
        from_there = [known for known in same if folded(known.home) == folded(home)]
        if home and len(from_there) == 1:
            same = from_there
        key = f"{found.line.number}-{place}"
        answer = self.answers.get(key, "")
        chosen = next((known for known in people if str(known.pk) == answer), None)
        if answer == NEW:
            if any(known.name == name and known.home == home for known in people):
                return _("The club knows somebody of that name: say where this one is from.")
            found.players.append(None)
        elif chosen is not None or len(same) == 1:
            known = chosen or same[0]
            found.players.append(known.pk)
            found.known.append(known)
        elif people:
            found.questions.append(Question(key, name, people[:MOST_PROPOSED]))
        else:
            found.players.append(None)
        return ""

    def _if_free(self, found: Outcome) -> Outcome:
        """The line, unless one of its people is entered already or stands further up."""
        for known in found.known:
            if known.pk in self.entered:
                words = _("Entered already: %(entry)s.")
                return found.leave_out(words % {"entry": self.entered[known.pk]})
            before = self.lines.setdefault(known.pk, found.line.number)
            if before != found.line.number or len(set(found.players)) < len(found.known):
                words = _("%(name)s is in line %(line)s already.")
                return found.leave_out(words % {"name": known.name, "line": before})
        return found


def _is_same(known: Known, name: str, home: str) -> bool:
    """Whether a name is surely this player: the same words, and no other place."""
    if sorted(folded(known.name)) != sorted(folded(name)):
        return False
    return not home or not known.home or folded(home) == folded(known.home)


def _entered(event: Event) -> dict[int, str]:
    members = Member.objects.filter(entry__event=event, until_round=None)
    rows = members.values_list(main_key("player"), "entry__number", "entry__name")
    return {
        player: _("No. %(number)s %(name)s") % {"number": number, "name": name} if number else name
        for player, number, name in rows
    }
