"""A director keys the totals of paper sheets, alone and beside another one."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import there
from tests.events.conftest import signs_in, words_of
from tests.events.results.sheets import does, filled, keying_form, keys, opens, plays, points, table
from tests.events.states import cancelled, final, running
from tests.tables.conftest import FormReader
from tournaments.common.actions import Refused
from tournaments.events.desk.queries.history import values_said
from tournaments.events.results.services.sheets import close_round
from tournaments.events.results.services.totals import key_totals
from tournaments.models import (
    Author,
    Club,
    Event,
    EventChange,
    EventTable,
    Result,
    Round,
    TotalsVersion,
)

EVEN = (14, -8, -10, 4)


@pytest.fixture
def played(new_event: Callable[..., Event]) -> Round:
    event = new_event(entries=8, hands=4, rounds=2)
    return opens(event, [1, 2, 3, 4], [5, 6, 7, 8])


def keying(event: Event, **query: object) -> str:
    return reverse("keying", query=query, args=[event.pk])


def test_the_whole_field_from_number_to_number(director: Client, played: Round) -> None:
    event = played.event
    assert "Still missing 2" in words_of(director.get(keying(event)))
    page = director.get(keying(event, table=2))
    assert "5 Anna 5" in words_of(page)
    assert "6 Anna 6" in words_of(page)
    first = keys(director, table(played, 2), *EVEN)
    assert first.status_code == 302
    assert first["Location"] == keying(event, saved=2)
    after = director.get(first["Location"])
    assert "Table 2 is in." in words_of(after)
    assert "Still missing 1" in words_of(after)
    assert re.search(rb'id="table-number"\s+value=""\s+autofocus', after.content)
    keys(director, table(played, 1), *EVEN)
    assert points(played) == dict(zip(range(1, 9), EVEN * 2, strict=True))
    assert Result.objects.filter(round=played, is_in=True, hands=4).count() == 8
    assert "All 2 tables are in." in words_of(director.get(keying(event)))
    change = EventChange.objects.filter(kind="totals_keyed").earliest("pk")
    assert (change.round_number, change.table_number, change.who) == (1, 2, "Dora")
    assert values_said(change)[1] == "Anna 5 14, Anna 6 −8, Anna 7 −10, Anna 8 4"


def test_a_real_minus_is_counted_where_something_is_to_be_put_right(
    director: Client, played: Round
) -> None:
    page = keys(director, table(played, 1), "\N{MINUS SIGN}5", "+4", 3, "many")
    assert page.status_code == 422
    assert re.search(rb"data-sum[^>]*>2<", page.content)


def test_no_round_and_no_such_table(
    director: Client, new_event: Callable[..., Event], played: Round
) -> None:
    assert "No round has tables yet." in words_of(director.get(keying(new_event())))
    page = director.get(keying(played.event, table=7))
    assert page.status_code == 404
    assert "There is no table 7 in this round." in words_of(page)
    assert director.get(keying(played.event, round=9)).status_code == 404


def test_an_unbalanced_sheet_is_refused_and_nothing_typed_is_lost(
    director: Client, played: Round
) -> None:
    answer = keys(director, table(played, 1), 14, 8, -10, 4)
    assert answer.status_code == 422
    assert "The totals are 16 too many. Anna 2: 8 may be −8 (wrong sign)." in words_of(answer)
    sent = next(s for _a, s in FormReader(answer.content.decode()).forms if "points-0" in s)
    assert [sent[f"points-{side}"] for side in range(4)] == ["14", "8", "-10", "4"]
    missing = keys(director, table(played, 1), 14, -8, "", 4)
    assert "Total missing: Anna 3. With −10" in words_of(missing)
    letters = keys(director, table(played, 1), 14, -8, "x", 4)
    assert "Enter a whole number." in words_of(letters)
    assert not TotalsVersion.objects.exists()
    assert set(points(played).values()) == {0}


def test_a_real_minus_is_read(director: Client, played: Round) -> None:
    assert keys(director, table(played, 1), "14", "−8", "−10", "+4").status_code == 302
    assert list(points(played).values())[:4] == list(EVEN)


def test_the_same_form_sent_twice_is_one_deed(director: Client, played: Round) -> None:
    action, sent = keying_form(director, table(played, 1))
    form = filled(sent, *EVEN)
    assert director.post(action, form).status_code == 302
    assert director.post(action, form).status_code == 302
    assert TotalsVersion.objects.count() == 1
    assert EventChange.objects.filter(kind="totals_keyed").count() == 1
    other = director.post(action, filled(sent, 1, 2, -3, 0))
    assert other.status_code == 409
    assert "which totals count?" in words_of(other)
    assert TotalsVersion.objects.count() == 1


def test_two_directors_at_one_table_see_both_and_choose(
    director: Client, club: Club, played: Round
) -> None:
    second = signs_in("Doris", club)
    action, mine = keying_form(director, table(played, 1))
    _action, theirs = keying_form(second, table(played, 1))
    second.post(action, filled(theirs, 10, -4, -4, -2))
    answer = director.post(action, filled(mine, *EVEN))
    assert answer.status_code == 409
    page = words_of(answer)
    assert "( ✓ signed in: Doris ), and not the same" in page
    assert "Anna 2 −4 −8" in page
    assert list(points(played).values())[:4] == [10, -4, -4, -2]
    taken = next(s for _a, s in FormReader(answer.content.decode()).forms if "points-0" in s)
    assert director.post(action, taken).status_code == 302
    assert list(points(played).values())[:4] == list(EVEN)
    assert [version.who for version in TotalsVersion.objects.order_by("number")] == [
        "Doris",
        "Dora",
    ]


def test_two_directors_with_the_same_figures_agree(
    director: Client, club: Club, played: Round
) -> None:
    second = signs_in("Doris", club)
    action, mine = keying_form(director, table(played, 1))
    _action, theirs = keying_form(second, table(played, 1))
    second.post(action, filled(theirs, *EVEN))
    assert director.post(action, filled(mine, *EVEN)).status_code == 302
    assert TotalsVersion.objects.count() == 1


def test_a_correction_adds_a_version_and_an_earlier_one_can_come_back(
    director: Client, played: Round
) -> None:
    place = table(played, 1)
    keys(director, place, *EVEN)
    page = words_of(director.get(keying(played.event, table=1)))
    assert "What you save now is a correction." in page
    keys(director, place, 15, -9, -10, 4, reason="misread")
    assert list(points(played).values())[:4] == [15, -9, -10, 4]
    change = EventChange.objects.get(kind="totals_corrected")
    assert change.reason == "misread"
    assert values_said(change)[0].startswith("Anna 1 14")
    assert "Totals from paper Corrected" in words_of(does(director, place, "restore_totals", 1))
    assert list(points(played).values())[:4] == list(EVEN)
    assert place.totals.count() == 3
    refused = does(director, place, "withdraw_totals")
    assert refused.status_code == 422
    assert "Say why the totals are taken back." in words_of(refused)
    does(director, place, "withdraw_totals", reason="another table's sheet")
    assert set(points(played).values()) == {0}
    assert not Result.objects.filter(round=played, is_in=True).exists()
    assert place.totals.count() == 4
    assert keys(director, place, *EVEN).status_code == 302
    assert list(points(played).values())[:4] == list(EVEN)


def test_an_old_page_withdraws_nothing(director: Client, played: Round) -> None:
    place = table(played, 1)
    keys(director, place, *EVEN)
    page = director.get(reverse("desk_table", args=[played.event_id, place.pk])).content.decode()
    action = reverse("withdraw_totals", args=[played.event_id, place.pk])
    old = FormReader(page).sent_to(action) | {"reason": "wrong"}
    keys(director, place, 15, -9, -10, 4)
    answer = director.post(action, old)
    assert answer.status_code == 422
    assert "Somebody changed the totals of this table meanwhile." in words_of(answer)
    assert list(points(played).values())[:4] == [15, -9, -10, 4]


def test_late_corrections_change_totals_and_leave_the_draws(
    director: Client, by: Author, played: Round
) -> None:
    for number in (1, 2):
        keys(director, table(played, number), *EVEN)
    close_round(event=played.event, number=1, by=by, submission=uuid4())
    second = opens(played.event, [1, 5, 2, 6], [3, 7, 4, 8])
    plan = second.plan
    place = table(played, 1)
    refused = keys(director, place, 15, -9, -10, 4)
    assert refused.status_code == 422
    assert "This round is closed: say why its result changes." in words_of(refused)
    assert list(points(played).values())[:4] == list(EVEN)
    done = keys(director, place, 15, -9, -10, 4, reason="the sheet says 15")
    assert done["Location"] == keying(played.event, round=1, saved=1)
    assert list(points(played).values())[:4] == [15, -9, -10, 4]
    late = EventChange.objects.filter(kind="corrected_late").order_by("entry__number")
    assert [(there(c.entry).number, c.before, c.after) for c in late] == [
        (1, "14", "15"),
        (2, "−8", "−9"),
    ]
    assert {(c.reason, c.round_number, c.who) for c in late} == {("the sheet says 15", 1, "Dora")}
    second.refresh_from_db()
    assert second.plan == plan
    assert set(points(second).values()) == {0}


def test_hands_are_prefilled_and_more_than_due_are_refused(director: Client, played: Round) -> None:
    action, sent = keying_form(director, table(played, 1))
    assert sent["hands"] == "4"
    answer = director.post(action, filled(sent, *EVEN, hands=5))
    assert answer.status_code == 422
    assert "Hands to be played at this table: 4." in words_of(answer)
    assert keys(director, table(played, 1), *EVEN, hands=3).status_code == 302
    assert Result.objects.get(entry__number=1).hands == 3
    assert "3/4" in words_of(director.get(keying(played.event)))


def test_solos_are_asked_for_where_they_count(
    director: Client, new_event: Callable[..., Event]
) -> None:
    played = opens(new_event(entries=4, hands=4, counted="solos"), [1, 2, 3, 4])
    keys(director, table(played, 1), *EVEN, solos=[2, 0, "", 1])
    solos = Result.objects.order_by("entry__number").values_list("solos", flat=True)
    assert list(solos) == [2, 0, 0, 1]
    refused = keys(director, table(played, 1), *EVEN, solos=[2000, 0, 0, 0])
    assert "Enter a number from 0 to 999." in words_of(refused)


def test_pairs_have_strokes_and_games(director: Client, new_event: Callable[..., Event]) -> None:
    event = new_event(
        entries=2, ruleset="saskop", unit="pair", size=2, hands=0, yields="match", counted="games"
    )
    played = opens(event, [1, 2])
    page = words_of(director.get(keying(event, table=1)))
    assert "Strokes" in page
    assert "Together" not in page
    odd = keys(director, table(played, 1), 12, 7, games=[0, 1])
    assert odd.status_code == 422
    assert "Anna 2 / Ben 2: game won, strokes 7 : 12." in words_of(odd)
    assert "It was so" in words_of(odd)
    assert keys(director, table(played, 1), 12, 7, games=[1, 1]).status_code == 422
    sure = keys(director, table(played, 1), 12, 7, games=[0, 1], is_sure="on")
    assert sure.status_code == 302
    assert Result.objects.get(entry__number=2).games == 1
    assert keys(director, table(played, 1), 12, 7, games=[1, 0]).status_code == 302
    assert Result.objects.get(entry__number=1).games == 1


def test_where_points_are_not_zero_sum_nothing_must_come_out_even(
    director: Client, new_event: Callable[..., Event]
) -> None:
    played = opens(new_event(entries=4, ruleset="sheepshead4-indiana", hands=4), [1, 2, 3, 4])
    assert keys(director, table(played, 1), 10, 4, 0, 2).status_code == 302
    assert list(points(played).values()) == [10, 4, 0, 2]
    refused = keys(director, table(played, 1), 10, "", 0, 2)
    assert "Total missing: Anna 2." in words_of(refused)


def test_totals_of_a_final_event_or_of_a_cancelled_round_are_refused(
    director: Client, by: Author, played: Round
) -> None:
    place = table(played, 1)
    Event.objects.update(**final())
    assert "The final list is locked." in words_of(keys(director, place, *EVEN))
    Event.objects.update(**running())
    Round.objects.update(**cancelled())
    with pytest.raises(Refused, match="drawn again"):
        key_totals(
            event=played.event,
            place=place,
            record={"points": list(EVEN)},
            seen_number=0,
            by=by,
            submission=uuid4(),
        )
    assert director.get(reverse("desk_table", args=[played.event_id, place.pk])).status_code == 404
    assert not TotalsVersion.objects.exists()


def test_paper_is_taken_before_unfinished_hands_and_both_are_shown(
    director: Client, played: Round
) -> None:
    place = table(played, 1)
    plays(place, 2)
    page = words_of(director.get(keying(played.event, table=1)))
    assert "2 hands of this table are on a phone." in page
    keys(director, place, *EVEN)
    assert list(points(played).values())[:4] == list(EVEN)
    assert EventTable.objects.get(pk=place.pk).counts == ""
    page = words_of(director.get(reverse("desk_table", args=[played.event_id, place.pk])))
    assert "Phone Paper counts" in page
    assert "from paper" in page
