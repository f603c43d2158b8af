"""The club that the benchmark of the record book measures is one that could have played."""

from __future__ import annotations

import pytest

from benchmarks.statistics_club import build
from benchmarks.statistics_evenings import Size
from benchmarks.statistics_slow import compared, recomputed
from tournaments.models import Event, PairTally, SheetTally, YearTally
from tournaments.records.services.counting import check_club

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SMALL = Size(players=60, hands=1_200, years=1)


def test_a_made_up_club_equals_a_slow_recomputation_of_its_hands() -> None:
    club = build(SMALL, processes=1)
    assert check_club(club, mend=False) == []
    assert Event.objects.filter(club=club, state=Event.FINAL).count() == 2
    found = compared(club)
    assert found["different"] == []
    assert found["figures"] > SheetTally.objects.count()
    assert "equal to the replay" in recomputed()["said"]
    year = YearTally.objects.filter(club=club).earliest("pk")
    YearTally.objects.filter(pk=year.pk).update(points=year.points + 1)
    pair = PairTally.objects.filter(club=club).earliest("pk")
    PairTally.objects.filter(pk=pair.pk).update(hands=pair.hands + 1)
    wrong = compared(club)["different"]
    assert wrong == [
        str(("pair hands", pair.one_id, pair.other_id, pair.ruleset)),
        str(("points", year.player_id, year.ruleset)),
    ]
    assert len(check_club(club, mend=True)) == 2
    assert compared(club)["different"] == []
