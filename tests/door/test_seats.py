"""Whoever opens very many live views takes none from directors and from whoever has a link."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from config.limits import Limits
from config.passes import OWN_TABLE, SIGNED_IN, TABLE, Pass
from config.refusals import Refused
from config.seats import Seats
from config.visitors import Visitor
from tests.live.conftest import Opens, opens, table, ticket
from tests.serving import served
from tournaments.live.tickets import Ticket

__all__ = ["opens", "served", "table", "ticket"]

STRANGER, OTHER = Visitor("192.0.2.7"), Visitor("192.0.2.8")
DIRECTOR, LINK = (Visitor("192.0.2.7", Pass(kind, 1)) for kind in (SIGNED_IN, TABLE))
OWN = Visitor("192.0.2.7", Pass(OWN_TABLE, 1))


class Hall:
    """Seats that are taken until the end of a test."""

    def __init__(self, **limits: int) -> None:
        self.seats = Seats(Limits(**limits))
        self.taken = ExitStack()

    def takes(self, visitor: Visitor, count: int) -> int:
        """How many of so many that he wants he gets."""
        for number in range(count):
            try:
                self.taken.enter_context(self.seats.one_for(visitor))
            except Refused:
                return number
        return count


def test_two_thousand_of_one_address_leave_room_for_everybody_else() -> None:
    hall = Hall()
    assert hall.takes(STRANGER, 2000) == 400
    assert hall.takes(OWN, 1) == 0
    assert hall.takes(DIRECTOR, 20) == hall.takes(LINK, 20) == 20
    assert hall.takes(OTHER, 80) == 80


def test_the_last_seats_are_kept() -> None:
    hall = Hall(streams_in_all=10, streams_kept=4)
    assert hall.takes(STRANGER, 9) == 6
    assert hall.takes(DIRECTOR, 9) == 4
    hall.taken.close()
    assert hall.takes(DIRECTOR, 99) == 10


def test_without_anything_kept_a_director_gets_none() -> None:
    hall = Hall(streams_in_all=10, streams_kept=0)
    assert hall.takes(STRANGER, 99) == 10
    assert hall.takes(DIRECTOR, 1) == 0


def test_what_a_pass_has_too_many_of_counts_for_the_address() -> None:
    hall = Hall(streams_of_a_pass=3, streams_of_an_address=2)
    assert hall.takes(LINK, 9) == 5
    assert hall.takes(STRANGER, 1) == 0
    assert hall.takes(DIRECTOR, 1) == 1


@pytest.mark.alone
@pytest.mark.django_db(transaction=True)
def test_a_full_server_says_when_to_come_again(
    opens: Opens, ticket: Ticket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.asgi.door._seats", Seats(Limits(streams_of_an_address=1)))
    opens(f"{ticket.address}?seen=0").next()
    answer = opens(ticket.address).response
    assert (answer.status, answer.getheader("Retry-After")) == (503, "5")
    assert answer.getheader("Content-Security-Policy")
    assert "the page asks again by itself" in answer.read().decode()
