"""After a cut somebody is moved by hand into another final, and back."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import there
from tests.archive.archives import brought, changed, forget_everything, set_value, taken
from tests.events.conftest import FormReader, arrive, words_of
from tests.events.draw.cut_stories import after_a_round, cuts, numbers_at, places, plays_round
from tests.events.draw.drawn_rounds import propose
from tests.events.played import keys
from tests.meeting import Deed
from tournaments.common.actions import Refused
from tournaments.events.draw.queries.cuts import OUT, KeptCut
from tournaments.events.draw.queries.finals import CutChoice, would_differ
from tournaments.events.draw.services.cutting import move_finalist, take_cut_back, take_move_back
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Entry, Event

A, B = 0, 1
TWO = CutChoice((4, 4))


@pytest.fixture
def event(new_event: Callable[..., Event], by: Author) -> Event:
    """Four tables; 1, 5, 9 and 13 are in the A final, 2, 6, 10 and 14 in the B final."""
    made = after_a_round(new_event, by)
    cuts(made, by, TWO)
    return made


def moves(
    event: Event, by: Author, who: int, to: int, reason: str = "Has to go home early"
) -> KeptCut:
    move_finalist(event=event, number=1, who=who, to=to, reason=reason, by=by, submission=uuid4())
    return now(event)


def goes_back(event: Event, by: Author) -> KeptCut:
    take_move_back(event=event, number=1, by=by, submission=uuid4())
    return now(event)


def now(event: Event) -> KeptCut:
    event.refresh_from_db()
    return snapshot_of(event).cuts[-1]


def test_two_change_places_and_play_where_they_were_moved_to(event: Event, by: Author) -> None:
    before = now(event).cut.finals
    down, up = before[A][-1], before[B][0]
    assert moves(event, by, down, B).cut.finals == (before[A][:-1], (down, *before[B]))
    kept = moves(event, by, up, A)
    assert kept.cut.finals == ((*before[A][:-1], up), (down, *before[B][1:]))
    assert kept.by_hand == {down, up}
    plays_round(event, by, 2, "random_wishes")
    assert numbers_at(event, 2) == [set(final) for final in kept.cut.finals]
    ranked = [entry for _place, entry, _total in places(event)]
    assert set(ranked[:4]) == set(kept.cut.finals[A])
    assert set(ranked[4:8]) == set(kept.cut.finals[B])


def test_the_seeds_stay_in_the_order_of_the_standing(event: Event, by: Author) -> None:
    order = [entry for _place, entry, _total in places(event)]
    moves(event, by, order[5], A)
    moves(event, by, order[4], A)
    kept = moves(event, by, order[1], B)
    assert kept.cut.finals[A] == (order[0], order[2], order[3], order[4], order[5])
    assert kept.cut.finals[B] == (order[1], order[6], order[7])


def test_who_is_excluded_after_the_cut_keeps_nobody_from_moving_in(
    event: Event, by: Author, director: Client
) -> None:
    before = now(event).cut.finals
    best, other = event.entries.get(number=before[A][0]), before[B][0]
    sent = {"submission": uuid4(), "seen_version": 0, "deed": "out", "reason": "Hid a card"}
    director.post(reverse("entry_action", args=[event.pk, best.pk]), sent)
    assert now(event).cut.finals == before
    assert moves(event, by, other, A).cut.finals == ((*before[A], other), before[B][1:])


def test_each_move_is_taken_back_to_exactly_what_was(event: Event, by: Author) -> None:
    stages = [now(event)]
    for who, to in ((5, B), (3, A), (2, OUT), (5, OUT), (4, B)):
        stages.append(moves(event, by, who, to))
    for before in reversed(stages[:-1]):
        assert goes_back(event, by) == before
    assert goes_back(event, by) == stages[0]  # there is nothing more to take back


def test_who_has_finished_comes_in_and_who_is_in_has_finished(event: Event, by: Author) -> None:
    moves(event, by, 3, A)
    kept = moves(event, by, 1, OUT)
    assert 3 in kept.cut.finals[A]
    assert event_standing(event).finals[1].final is None
    played = propose(event, by, 2, "random_wishes")
    assert 1 not in {number for table in played.plan["tables"] for number in table}


def test_into_the_lowest_final_of_all_others_and_out_of_it(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = after_a_round(new_event, by)
    cuts(event, by, CutChoice((4,), rest_plays=True))
    kept = moves(event, by, 1, B)
    assert 1 not in kept.cut.finals[A]
    assert kept.cut.final_of(1) == B
    assert moves(event, by, 16, A).cut.final_of(16) == A
    with pytest.raises(Refused, match="final to move to"):
        moves(event, by, 2, OUT)
    assert goes_back(event, by).cut.final_of(16) == B
    assert goes_back(event, by).cut.finals[A][0] in (1, 5, 9, 13)


def test_who_had_gone_at_the_cut_and_is_back_plays_on(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = after_a_round(new_event, by)
    Entry.objects.filter(event=event, number=1).update(status=Entry.LEFT)
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    before = cuts(event, by, CutChoice((4,), rest_plays=True))
    assert 1 in before.cut.gone
    with pytest.raises(Refused, match="must be there"):
        moves(event, by, 1, A)
    Entry.objects.filter(event=event, number=1).update(status=Entry.HERE)
    Event.objects.filter(pk=event.pk).update(version=event.version + 10)
    event.refresh_from_db()
    assert moves(event, by, 1, B).cut.final_of(1) == B
    assert goes_back(event, by) == before
    assert 1 in moves(event, by, 1, A).cut.finals[A]


def test_a_latecomer_is_put_into_a_final(event: Event, by: Author) -> None:
    (late,) = arrive(event, 1)
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    event.refresh_from_db()
    assert moves(event, by, there(late.number), B).cut.finals[B][-1] == late.number


def test_what_cannot_be_is_refused(event: Event, by: Author) -> None:
    with pytest.raises(Refused, match="Say why"):
        moves(event, by, 1, B, reason="")
    with pytest.raises(Refused, match="is there already: A final"):
        moves(event, by, 1, A)
    for number in (1, 5):
        moves(event, by, number, B)
    with pytest.raises(Refused, match="at least two"):
        moves(event, by, 9, B)
    for number in (2, 6):
        moves(event, by, number, A)
    propose(event, by, 2)
    deeds: tuple[Deed, ...] = (lambda: moves(event, by, 1, A), lambda: goes_back(event, by))
    for deed in deeds:
        with pytest.raises(Refused, match="Throw that draw away first"):
            deed()


def test_a_move_is_gone_with_its_cut(event: Event, by: Author) -> None:
    moves(event, by, 1, B)
    take_cut_back(event=event, number=1, by=by, submission=uuid4())
    with pytest.raises(Refused, match="no cut after round 1 any more"):
        moves(event, by, 1, B)
    assert not cuts(event, by, TWO).moves


def test_a_move_is_no_correction(event: Event, by: Author) -> None:
    moves(event, by, 1, B)
    moves(event, by, 2, A)
    plays_round(event, by, 2)
    table = event.rounds.get(number=1).tables.select_related("table", "round__event").get(number=1)
    keys(table, by, 9, 3, -6, -6)  # the third and the fourth alone have other points now
    event.refresh_from_db()
    assert would_differ(snapshot_of(event), now(event)) == []


def test_moves_come_with_the_whole_event_and_only_as_they_should_look(
    event: Event, by: Author
) -> None:
    moves(event, by, 1, B)
    cut = event.rounds.get(number=1).cut
    raw = taken(event)
    forget_everything()
    again = brought(raw)
    assert snapshot_of(again).cuts[-1].moves[0].reason == "Has to go home early"
    for wrong in ("all", [[1, 0, 0, 1]], [[1, 0, 0, 1, 7]]):
        forget_everything()
        with pytest.raises(Exception, match="look as it should"):
            brought(changed(raw, set_value("Round", 1, "cut", {**cut, "moves": wrong})))


def test_it_is_found_where_something_goes_wrong(event: Event, director: Client) -> None:
    trouble, cut = reverse("trouble", args=[event.pk]), reverse("cut", args=[event.pk, 1])
    page = director.get(trouble, {"q": "other final"}).content.decode()
    assert "Somebody shall play another final" in page
    assert f'href="{cut}"' in page


def test_on_its_page_and_in_the_history(
    event: Event, by: Author, director: Client, stranger: Client
) -> None:
    page, move = (reverse(name, args=[event.pk, 1]) for name in ("cut", "move_finalist"))
    form = FormReader(director.get(page).content.decode()).sent_to(move)
    refused = director.post(move, form | {"who": "1", "to": "1"})
    assert refused.status_code == 422
    assert "Say why" in words_of(refused)
    sent = form | {"who": "1", "to": "1", "reason": "Plays with his brother"}
    for _again in (1, 2):
        assert director.post(move, sent).status_code == 302
    assert len(now(event).moves) == 1
    words = words_of(director.get(page))
    assert "Moved by hand Anna 1 : A final → B final Plays with his brother" in words
    standings = words_of(stranger.get(reverse("event", args=[event.pk])))
    assert "Anna 1 was moved by the directors: A final → B final." in standings
    assert "brother" not in standings
    back = reverse("take_move_back", args=[event.pk, 1])
    form = FormReader(director.get(page).content.decode()).sent_to(back)
    assert director.post(back, form).status_code == 302
    history = words_of(director.get(reverse("history", args=[event.pk])))
    assert "Anna 1 was moved by hand: A final → B final" in history
    assert "Anna 1 was moved back: B final → A final" in history
    assert "Plays with his brother" in history


def test_two_directors_take_the_same_move_back_once(
    event: Event, by: Author, director: Client
) -> None:
    before = now(event).cut.finals
    first = moves(event, by, before[A][-1], B)
    moves(event, by, before[B][0], A)
    page, back = (reverse(name, args=[event.pk, 1]) for name in ("cut", "take_move_back"))
    forms = [FormReader(director.get(page).content.decode()).sent_to(back) for _nth in range(2)]
    assert director.post(back, forms[0]).status_code == 302
    refused = director.post(back, forms[1])
    assert refused.status_code == 422
    assert "The finals were changed meanwhile." in words_of(refused)
    assert now(event).cut.finals == first.cut.finals
