"""The cut for the finals: made after a round, ranked, corrected and taken back."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.events.conftest import FormReader, words_of
from tests.events.draw.cut_stories import (
    EIGHT,
    after_a_round,
    cuts,
    deed_on,
    numbers_at,
    places,
    plays_round,
)
from tests.events.draw.drawn_rounds import close, drawn, the_round
from tests.events.played import keys
from tournaments.common.actions import Refused
from tournaments.events.draw.queries.drawing import ground_for
from tournaments.events.draw.queries.finals import CutChoice, preview, proposed_sizes, would_differ
from tournaments.events.draw.services.cutting import make_cut, take_cut_back
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Entry, Event


@pytest.fixture
def event(new_event: Callable[..., Event], by: Author) -> Event:
    return after_a_round(new_event, by)


def test_a_third_of_the_field_is_proposed_in_full_tables() -> None:
    assert proposed_sizes(16, 4) == (4,)
    assert proposed_sizes(132, 4) == (44,)
    assert proposed_sizes(4, 4) == ()


def test_the_first_of_the_standing_go_on_and_meet_only_one_another(
    event: Event, by: Author
) -> None:
    kept = cuts(event, by)
    top = [entry for _place, entry, _total in places(event)[:8]]
    assert list(kept.cut.finals[0]) == top
    assert set(top) >= {1, 5, 9, 13}
    assert set(ground_for(event, 2).here_numbers) == set(top)
    plays_round(event, by, 2, "random_wishes")
    assert set().union(*numbers_at(event, 2)) == set(top)
    assert the_round(event, 2).plan["out"] == []
    rows = event_standing(event).ranked
    assert {row.entry for row in rows[:8]} == set(top)
    assert max(row.place for row in rows[:8]) < min(row.place for row in rows[8:])


@pytest.mark.parametrize(
    ("carried", "brought"), [("full", 9), ("half", Fraction(9, 2)), ("none", 0)]
)
def test_points_are_carried(
    event: Event, by: Author, carried: str, brought: Fraction | int
) -> None:
    cuts(event, by, CutChoice((4,), carried=carried))
    plays_round(event, by, 2)
    best = event_standing(event).row_of(1)
    assert best
    assert best.final
    assert (best.final.carried, best.total) == (brought, brought + 9)
    assert [cell.value for cell in best.cells] == [9, 9]
    assert best.cells[0].is_dropped == (carried == "none")


def test_who_has_left_is_skipped_and_the_next_moves_up(event: Event, by: Author) -> None:
    Entry.objects.filter(event=event, number=1).update(status=Entry.LEFT)
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    event.refresh_from_db()
    shown = preview(event, 1, CutChoice((4,)))
    assert [seed.name for seed in shown.skipped] == ["Anna 1"]
    kept = cuts(event, by, CutChoice((4,)))
    assert 1 not in kept.cut.finals[0]
    assert kept.skipped == (1,)
    rows = [row.entry for row in event_standing(event).ranked]
    assert set(rows[:4]) == set(kept.cut.finals[0])
    assert rows[4] == 1


def test_a_tie_at_the_line_is_only_cut_by_lot_if_the_director_says_so(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8, rounds=2, hands=4, draws=("manual",), tie_breaks=("shared",))
    plays_round(event, by, 1)
    choice = CutChoice((3,))
    shown = preview(event, 1, choice)
    assert {seed.name for seed in shown.level} == {"Anna 2", "Anna 6"}
    assert shown.boundaries[0].is_level
    with pytest.raises(Refused, match="Level in everything") as refused:
        cuts(event, by, choice)
    assert refused.value.field == "lots"
    kept = cuts(event, by, choice, lots=True)
    assert set(kept.drawn_lots) == {2, 6}
    assert len({2, 6} & set(kept.cut.finals[0])) == 1
    assert not preview_is_level(event, by)


def preview_is_level(event: Event, by: Author) -> bool:
    take_cut_back(event=event, number=1, by=by, submission=uuid4())
    event.refresh_from_db()
    return bool(preview(event, 1, CutChoice((4,))).level)


def test_what_decided_at_the_line_is_said(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(entries=8, rounds=2, hands=4, draws=("manual",), tie_breaks=("lot",))
    plays_round(event, by, 1)
    line = preview(event, 1, CutChoice((3,))).boundaries[0]
    assert (line.key, line.inside.total, line.outside.total) == ("Lot", 3, 3)
    assert (line.better or 0) > (line.own or 0)
    line = preview(event, 1, CutChoice((4,))).boundaries[0]
    assert (line.key, line.inside.total, line.outside.total) == ("", 3, -3)


def test_the_best_of_each_table(event: Event, by: Author) -> None:
    kept = cuts(event, by, CutChoice(per_table=1))
    assert set(kept.cut.finals[0]) == {1, 5, 9, 13}
    again = CutChoice(per_table=1)
    plays_round(event, by, 2)
    assert set(cuts(event, by, again._replace(per_table=2), after=2).cut.finals[0]) == {1, 5}
    assert [row.entry for row in event_standing(event).ranked][:4] == [1, 5, 9, 13]


def test_taken_back_the_standing_is_what_it_was(event: Event, by: Author) -> None:
    before = places(event)
    cuts(event, by, CutChoice((4, 4), carried="half", rest_plays=True))
    assert places(event) != before
    take_cut_back(event=event, number=1, by=by, submission=uuid4())
    assert places(event) == before
    assert not snapshot_of(event).cuts
    assert len(ground_for(event, 2).here) == 16
    kinds = list(event.changes.order_by("pk").values_list("kind", flat=True))
    assert kinds[-2:] == ["cut_made", "cut_taken_back"]


def test_the_same_submission_cuts_once(event: Event, by: Author) -> None:
    mark, submission = preview(event, 1, EIGHT).mark, uuid4()
    for _again in range(2):
        make_cut(event=event, number=1, choice=EIGHT, mark=mark, by=by, submission=submission)
    assert event.changes.filter(kind="cut_made").count() == 1
    event.refresh_from_db()
    with pytest.raises(Refused, match="already"):
        make_cut(event=event, number=1, choice=EIGHT, mark=mark, by=by, submission=uuid4())


@pytest.mark.parametrize(
    ("sizes", "words"),
    [((), "how many"), ((1,), "at least two"), ((12, 8), "20 in all"), ((2,) * 9, "At most 8")],
)
def test_sizes_that_cannot_be_are_refused_at_their_field(
    event: Event, by: Author, sizes: tuple[int, ...], words: str
) -> None:
    with pytest.raises(Refused, match=words) as refused:
        make_cut(event=event, number=1, choice=CutChoice(sizes), mark="", by=by, submission=uuid4())
    assert refused.value.field == "sizes"


def test_nobody_cuts_before_the_round_is_closed_or_after_the_last(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8, rounds=1, hands=4, draws=("manual",))
    drawn(event, by, 1)
    with pytest.raises(Refused, match="not closed yet"):
        make_cut(event=event, number=1, choice=EIGHT, mark="", by=by, submission=uuid4())
    close(the_round(event, 1))
    event.refresh_from_db()
    with pytest.raises(Refused, match="last one"):
        make_cut(event=event, number=1, choice=EIGHT, mark="", by=by, submission=uuid4())


def test_a_correction_changes_what_is_carried_and_the_field_stands(
    event: Event, by: Author
) -> None:
    kept = cuts(event, by, CutChoice((4,), carried="half"))
    plays_round(event, by, 2)
    place = the_round(event, 1).tables.select_related("table", "round__event").get(number=1)
    keys(place, by, -9, 3, -3, 9)
    event.refresh_from_db()
    row = event_standing(event).row_of(1)
    assert row
    assert row.final
    assert row.final.carried == Fraction(-9, 2)
    assert snapshot_of(event).cuts[0].cut == kept.cut
    (differs,) = would_differ(snapshot_of(event), kept)
    assert (differs.would_be, differs.would_not) == (("Anna 4",), ("Anna 1",))
    stranger = Client()
    words = words_of(stranger.get(reverse("event", args=[event.pk])))
    assert "by the corrected results: Anna 4 in, Anna 1 out." in words


def test_on_its_page(event: Event, by: Author, director: Client, stranger: Client) -> None:
    address = reverse("cut", args=[event.pk, 1])
    page = director.get(
        address,
        {
            "who": "standing",
            "sizes": "8",
            "per_table": "2",
            "carried": "half",
            "rest": "finished",
            "by_seed": "on",
        },
    )
    words = words_of(page)
    assert "tables of 4: 2" in words
    assert "What decides at the line" in words
    form = deed_on(page, address)
    assert form["sizes"] == "8"
    refused = director.post(address, form | {"sizes": "40"})
    assert refused.status_code == 422
    assert "40 in all" in words_of(refused)
    stale = director.post(address, form | {"sizes": "4"})
    assert stale.status_code == 422
    assert "has changed meanwhile" in words_of(stale)
    assert director.post(address, form).status_code == 302
    words = words_of(director.get(address))
    assert "The points won before count by half." in words
    mine = words_of(stranger.get(reverse("event_entry", args=[event.pk, 1])))
    assert "Final · +4.50 carried" in mine or "Final · 4.50 carried" in mine
    public = words_of(stranger.get(reverse("event", args=[event.pk])))
    assert "Carried" in public
    assert "Not in the final" in public
    assert "Cut after round 1" in public
    csv = stranger.get(reverse("event_csv", args=[event.pk])).content.decode()
    assert "Carried" in csv.splitlines()[0]


def test_taken_back_on_its_page_and_both_deeds_in_the_history(
    event: Event, by: Author, director: Client
) -> None:
    cuts(event, by)
    address = reverse("cut", args=[event.pk, 1])
    back = reverse("take_cut_back", args=[event.pk, 1])
    form = FormReader(director.get(address).content.decode()).sent_to(back)
    assert director.post(back, form).status_code == 302
    assert "Who goes on" in words_of(director.get(address))
    history = words_of(director.get(reverse("history", args=[event.pk])))
    assert "After round 1 the field was cut for the final" in history
    assert "The cut after round 1 was taken back" in history
    assert history.count("count in full; Final: ") == 2


def test_the_lot_is_asked_for_on_the_page(
    new_event: Callable[..., Event], by: Author, director: Client
) -> None:
    event = new_event(entries=8, rounds=2, hands=4, draws=("manual",), tie_breaks=("shared",))
    plays_round(event, by, 1)
    address = reverse("cut", args=[event.pk, 1])
    asked = {
        "who": "standing",
        "sizes": "3",
        "per_table": "1",
        "carried": "full",
        "rest": "finished",
    }
    page = director.get(address, asked)
    form = deed_on(page, address)
    refused = director.post(address, form)
    assert refused.status_code == 422
    assert "Let the lot decide: " in words_of(refused)
    assert "Tick that the lot decides" in words_of(refused)
    assert director.post(address, form | {"lots": "on"}).status_code == 302


def test_it_costs_no_more_queries_with_more_entries(
    new_event: Callable[..., Event],
    by: Author,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for entries in (16, 40):
        event = new_event(entries=entries, rounds=2, hands=4, draws=("manual",))
        plays_round(event, by, 1)
        cuts(event, by)
        Event.objects.filter(pk=event.pk).update(version=event.version + 1)
        event.refresh_from_db()
        with django_assert_max_num_queries(5):
            assert len(event_standing(event).ranked) == entries
