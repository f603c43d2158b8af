"""The law of what comes back: whatever the network does, each hand once, each list in its order."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.answers import Answer
from tests.tables.waiting_phones import Phone
from tournaments.models import HandVersion, Table
from tournaments.tables.services.hands import differences
from tournaments.tables.services.tables import open_table

pytestmark = pytest.mark.django_db

MOST_HANDS = 6


class Step(NamedTuple):
    """What happens next: `what` one of two phones does, of how many hands, or which request."""

    phone: int
    what: str
    number: int


steps = st.builds(
    Step,
    st.sampled_from((0, 1)),
    st.sampled_from(("enters", "sends", "is not answered", "is late", "comes again")),
    st.integers(0, MOST_HANDS),
)


class Scorer(Phone):
    """Puts the own hands after those of others, whenever these are shown."""

    def __init__(self, secret: str) -> None:
        super().__init__(secret)
        self.entered: list[str] = []
        self.under_way: list[tuple[list[dict[str, Any]], int, int | None]] = []
        self.after: int | None = None

    def does(self, step: Step) -> None:
        """One step."""
        if step.what == "enters" and len(self.entered) < MOST_HANDS:
            hand = self.enters(picker=step.number % 3, picker_points=75)
            self.entered.append(hand["submission"])
        elif step.what == "comes again" and self.under_way:
            self._goes(step.number % len(self.under_way))
        elif step.what in ("sends", "is not answered", "is late") and self.waiting:
            cut = self.waiting[: 1 + step.number % len(self.waiting)]
            self.under_way.append((cut, self.kept["version"], self.after))
            if step.what != "is late":
                answer = self._goes(-1)
                if step.what == "sends":
                    self.listens(answer)

    def _goes(self, number: int) -> Answer:
        items, base, after = self.under_way[number]
        return self.sends(items, base=base, after=after)

    def listens(self, answer: Answer) -> None:
        """Take up an answer; what others wrote is seen, and accepted."""
        said = self.hears(answer)
        self.after = None if answer.status_code == 200 else said["version"]

    def ends(self) -> None:
        """Send until nothing waits."""
        while self.waiting:
            self.listens(self.sends(after=self.after))


def two_phones() -> tuple[Table, tuple[Scorer, Scorer]]:
    opened = open_table(ruleset_key="sheepshead3-coins", options={}, names=["Anna", "Ben", "Cora"])
    return opened.table, (Scorer(opened.write_secret), Scorer(opened.write_secret))


def arrived(table: Table) -> list[str]:
    """The hands of the sheet from its first line to its last, by their submissions."""
    lines = HandVersion.objects.filter(hand__table=table).order_by("hand__number")
    return [str(each) for each in lines.values_list("submission", flat=True)]


@settings(max_examples=40)
@given(st.lists(steps, max_size=24))
def test_each_hand_arrives_once_and_each_list_keeps_its_order(evening: list[Step]) -> None:
    table, phones = two_phones()
    for step in evening:
        phones[step.phone].does(step)
    for phone in phones:
        phone.ends()
    for phone in phones:
        for number in range(len(phone.under_way)):
            phone._goes(number)
    on_sheet = arrived(table)
    assert sorted(on_sheet) == sorted([*phones[0].entered, *phones[1].entered])
    for phone in phones:
        assert [each for each in on_sheet if each in phone.entered] == phone.entered
    table.refresh_from_db()
    assert table.version == len(on_sheet)
    assert not differences(table)


def test_control_without_numbers_of_their_own_hands_come_twice() -> None:
    """The answer is lost, and what is sent again is a new hand to the server."""
    table, (phone, _other) = two_phones()
    phone.does(Step(0, "enters", 1))
    phone.does(Step(0, "is not answered", 0))
    for hand in phone.waiting:
        hand["submission"] = str(uuid4())
    phone.ends()
    assert len(arrived(table)) == 2
