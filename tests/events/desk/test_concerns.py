"""The one register of what wants a director's eye."""

from __future__ import annotations

from collections.abc import Callable

from tests.events.results import sheets
from tournaments.events.desk.queries.checklist import PHASES
from tournaments.events.desk.queries.concerns import (
    AT_THE_END,
    NOW,
    SOURCES,
    Concern,
    concerns_of,
    gives,
    missing,
)
from tournaments.events.desk.queries.desk import DeskPage, desk_of
from tournaments.events.desk.queries.trouble import GROUPS
from tournaments.models import Event


def test_whatever_is_given_is_shown_on_a_page() -> None:
    assert set(SOURCES) == {NOW, AT_THE_END, *PHASES, *GROUPS}


def test_each_concern_of_a_page_has_a_key_of_its_own(new_event: Callable[..., Event]) -> None:
    event = new_event(entries=8, hands=4, rounds=2, fee=500)
    sheets.opens(event, [1, 2, 3, 4], [5, 6, 7, 8])
    desk = desk_of(event)
    for parts in (PHASES, GROUPS):
        keys = [concern.key for part in parts for concern in concerns_of(desk, part)]
        assert len(keys) == len(set(keys)) > 20
        assert all(keys)


def test_who_registers_for_a_part_is_asked_for_that_part_alone(
    new_event: Callable[..., Event],
) -> None:
    @gives("made up")
    def _made_up(desk: DeskPage) -> list[Concern]:
        return [Concern(f"Look at {desk.event.title}", (desk.link("There", "desk"),))]

    try:
        desk = desk_of(new_event())
        [made_up] = concerns_of(desk, "made up")
        assert made_up.sentence == f"Look at {desk.event.title}"
        assert made_up.links[0].address == f"/desk/{desk.event.pk}/"
        assert made_up not in missing(desk)
    finally:
        del SOURCES["made up"]
