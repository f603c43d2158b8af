"""From an accepted draw to the signal: overview, publishing, codes, paper, and who may."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.events.conftest import FormReader, signs_in, words_of
from tests.events.draw.drawn_rounds import drawn, play, press, propose, the_round
from tournaments.events.draw import urls as rounds
from tournaments.events.draw.services.tables import write_secret
from tournaments.models import Author, Entry, Event, EventChange, Member, Player, Round

pytestmark = pytest.mark.django_db

OF_A_ROUND = ("round", "repair_round")
PRINTED = ("round_lists", "round_cards")
DEEDS = (
    "draw_round",
    "lock_table",
    "swap_seats",
    "drop_draw",
    "accept_draw",
    "publish_round",
    "start_round",
    "renew_codes",
    "cancel_round",
    "do_repair",
)
OF_CUTS = ("cut", "take_cut_back", "move_finalist", "take_move_back")
"""`test_cut` tries these."""


def sees(client: Client, event: Event, page: str, *args: object, at: str = "") -> str:
    response = client.get(reverse(page, args=[event.pk, *args]) + at)
    assert response.status_code == 200
    return words_of(response)


def test_the_overview_leads_from_draw_to_standings(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8, rounds=2)
    assert "Draw round 1" in sees(director, event, "rounds")
    propose(event, by)
    assert "Look at the draw of round 1" in sees(director, event, "rounds")
    press(director, event, "round", "accept_draw")
    assert "Publish round 1" in sees(director, event, "rounds")
    press(director, event, "round", "publish_round")
    page = sees(director, event, "rounds")
    assert "Start round 1" in page
    assert "Everybody can see where to sit." in page
    press(director, event, "round", "start_round")
    page = sees(director, event, "rounds")
    assert "Results of round 1" in page
    assert "waits for the round before" in page
    play(the_round(event, 1))
    assert "Draw round 2" in sees(director, event, "rounds")
    play(drawn(event, by, 2))
    assert "To the standings" in sees(director, event, "rounds")


def test_publishing_and_starting_are_noted_once(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8)
    drawn(event, by)
    response = press(director, event, "round", "start_round")
    assert response.status_code == 422
    assert "Publish the round first" in words_of(response)
    for _time in range(2):
        press(director, event, "round", "publish_round")
        press(director, event, "round", "start_round")
    played = the_round(event, 1)
    assert played.published_at
    assert played.started_at
    kinds = list(EventChange.objects.values_list("kind", flat=True))
    assert kinds.count("round_published") == kinds.count("round_started") == 1


def test_the_list_by_name_says_table_and_seat_of_everybody(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=13, odd="bye")
    played = drawn(event, by)
    page = sees(director, event, "round_lists", 1)
    for table, seats in enumerate(played.plan["tables"], 1):
        for seat, number in enumerate(seats, 1):
            assert f"Anna {number} {number} {table} / {seat}" in page
    (out,) = played.plan["out"]
    assert f"Anna {out} {out} out" in page
    assert f"Sitting out: Anna {out} ({out})" in sees(
        director, event, "round_lists", 1, at="?by=table"
    )


def test_both_of_a_pair_find_their_seats_and_a_substitute_the_own_name(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=4, unit="pair", size=2, ruleset="saskop", hands=0, draws=("random",))
    entry = Entry.objects.get(number=1)
    player = Player.objects.create(club=event.club, name="Zoe Substitute")
    entry.members.filter(place=1).update(until_round=0)
    Member.objects.create(entry=entry, player=player, place=1, from_round=1)
    played = drawn(event, by)
    table = next(n for n, t in enumerate(played.plan["tables"], 1) if 1 in t)
    seat = played.plan["tables"][table - 1].index(1) + 1
    page = sees(director, event, "round_lists", 1)
    assert f"Anna 1 1 {table} / {seat}" in page
    assert f"Zoe Substitute 1 {table} / {seat + 2}" in page
    assert "Ben 1" not in page


def test_a_card_has_the_way_to_its_table_and_no_other(
    director: Client, stranger: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=13)
    played = drawn(event, by)
    page = director.get(reverse("round_cards", args=[event.pk, 1]))
    assert page.headers["Cache-Control"] == "no-store"
    text = words_of(page)
    for place in played.tables.all():
        path = reverse("table", args=[write_secret(place)])
        assert f"testserver{path}" in text
        assert stranger.get(path).status_code == 200
    assert text.count("hands") >= 3
    assert len(re.findall(r"<svg[^>]*class=\"code\"", page.content.decode())) == 3
    one = director.get(reverse("round_cards", args=[event.pk, 1]) + "?table=2").content.decode()
    assert one.count('class="paper-card"') == 1
    assert director.get(reverse("round_cards", args=[event.pk, 1]) + "?table=9").status_code == 404


def test_new_codes_stop_the_old_ones_at_once(
    director: Client, stranger: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=12)
    played = drawn(event, by)
    old = {place.number: write_secret(place) for place in played.tables.all()}
    card = reverse("round_cards", args=[event.pk, 1]) + "?table=2"
    where = reverse("renew_codes", args=[event.pk, 1])
    sent = FormReader(director.get(card).content.decode()).sent_to(where)
    assert director.post(where, sent)["Location"] == card

    def working(secrets: dict[int, str]) -> list[int]:
        return [
            number
            for number, secret in secrets.items()
            if stranger.get(reverse("table", args=[secret])).status_code == 200
        ]

    assert working(old) == [1, 3]
    press(director, event, "round", "renew_codes")
    assert working(old) == []
    assert press(director, event, "round", "renew_codes", table="9").status_code == 422
    new = {place.number: write_secret(place) for place in played.tables.all()}
    assert working(new) == [1, 2, 3]
    kinds = list(EventChange.objects.order_by("-pk").values_list("kind", "table_number")[:2])
    assert kinds == [("codes_renewed", None), ("code_renewed", 2)]


def test_a_closed_round_is_only_looked_at(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8)
    play(drawn(event, by))
    page = sees(director, event, "round", 1)
    assert "To round 2" in page
    assert "New codes" not in page
    assert director.get(reverse("repair_round", args=[event.pk, 1])).status_code == 404
    assert "Take the round back" not in page


def test_before_anybody_has_come_the_page_leads_to_the_door(
    director: Client, new_event: Callable[..., Event]
) -> None:
    event = new_event()
    assert "Nobody is here yet" in sees(director, event, "round", 1)


def test_no_address_of_a_round_is_forgotten() -> None:
    tried = {"rounds", *OF_A_ROUND, *DEEDS, *OF_CUTS}
    assert {pattern.name for pattern in rounds.urlpatterns} == tried
    assert {getattr(p.callback, "access", "") for p in rounds.urlpatterns} == {"event"}


def test_only_directors_of_the_club_and_administrators(
    director: Client,
    other_director: Client,
    stranger: Client,
    new_event: Callable[..., Event],
    by: Author,
) -> None:
    event = new_event(entries=8)
    drawn(event, by)
    admin = signs_in("Ada", is_admin=True)
    addresses = [reverse("rounds", args=[event.pk])]
    addresses += [reverse(name, args=[event.pk, 1]) for name in (*OF_A_ROUND, *PRINTED)]
    before = Round.objects.values_list().get()
    for address in addresses:
        assert director.get(address).status_code == 200
        assert admin.get(address).status_code == 200
        assert other_director.get(address).status_code == 404
        assert stranger.get(address).status_code == 302
    for name in DEEDS:
        address = reverse(name, args=[event.pk, 1])
        assert other_director.post(address, {}).status_code == 404
        assert stranger.post(address, {}).status_code == 302
        assert director.get(address).status_code == 405
        assert director.post(address, {"keep": "1", "swap": ["1", "2"]}).status_code in (400, 422)
    assert Round.objects.values_list().get() == before


@pytest.mark.one_database
@pytest.mark.parametrize("page", ["rounds", *OF_A_ROUND, *PRINTED])
def test_pages_cost_as_many_queries_for_200_as_for_50(
    director: Client,
    new_event: Callable[..., Event],
    by: Author,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    page: str,
) -> None:
    for entries in (48, 200):
        event = new_event(entries=entries)
        drawn(event, by)
        args = [event.pk] if page == "rounds" else [event.pk, 1]
        with django_assert_max_num_queries(13):
            assert director.get(reverse(page, args=args)).status_code == 200


@pytest.mark.one_database
def test_the_preview_costs_as_many_queries_for_200_as_for_50(
    director: Client,
    new_event: Callable[..., Event],
    by: Author,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for entries in (48, 200):
        event = new_event(entries=entries, draws=("random_wishes", "blocks"))
        play(drawn(event, by))
        propose(event, by, 2)
        with django_assert_max_num_queries(16):
            assert director.get(reverse("round", args=[event.pk, 2])).status_code == 200
