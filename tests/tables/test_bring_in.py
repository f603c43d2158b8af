"""What waited on a phone arrives once, in its order, and never over what others wrote meanwhile."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from kit.offer import prepare
from tests.tables.conftest import Director, Visitor
from tests.tables.waiting_phones import Phone
from tournaments.models import Author, Hand, HandVersion, Seat, Table
from tournaments.tables.services.hands import differences
from tournaments.tables.services.tables import end_evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(director: Director) -> Table:
    return director.opens("sheepshead3-coins", "Anna", "Ben", "Cora")


@pytest.fixture
def phone(director: Director, table: Table) -> Phone:
    return Phone(director.secret)


def totals() -> list[int]:
    return [seat.points for seat in Seat.objects.order_by("index")]


def records() -> list[dict[str, object]]:
    return [version.record for version in HandVersion.objects.order_by("hand__number")]


# What a phone takes along.


def test_the_table_as_plain_values(director: Director, phone: Phone) -> None:
    director.enters(picker=2, picker_points=75)
    state = phone.fetches()
    assert state["role"] == "write"
    assert (state["ruleset"], state["players"], state["first_dealer"]) == (
        "sheepshead3-coins",
        3,
        0,
    )
    assert state["names"] == ["Anna", "Ben", "Cora"]
    assert state["version"] == 1
    assert state["ended_at"] is None
    assert state["hands_due"] is None
    [entry] = state["entries"]
    assert entry["record"] == {"picker": 2, "picker_points": 75}
    assert state["arrived"] == [str(HandVersion.objects.get().submission)]
    assert state["language"] == "en"


def test_its_name_on_phones_tells_neither_its_link_nor_its_row(
    director: Director, phone: Phone
) -> None:
    name = phone.kept["table"]
    assert name == Phone(director.watch_secret()).kept["table"]
    assert director.secret not in json.dumps(phone.kept)
    director.opens("sheepshead3-coins", "Dirk", "Eva", "Finn")
    assert Phone(director.secret).kept["table"] != name


def test_who_only_watches_learns_what_the_sheet_says(director: Director, table: Table) -> None:
    director.enters(picker=2, picker_points=75)
    state = Phone(director.watch_secret()).kept
    assert state["role"] == "watch"
    assert len(state["entries"]) == 1
    assert state["arrived"] == []
    end_evening(table=table, by=Author(who="Dora"), submission=uuid4())
    ended = Phone(director.watch_secret()).kept
    assert ended["ended_at"]
    assert "Dora" not in json.dumps(ended)


def test_it_says_which_engine_for_phones_the_server_has(phone: Phone, tmp_path: Path) -> None:
    with override_settings(SHEEPFOLD_KIT=tmp_path):
        assert phone.fetches()["kit"] is None
        offer = prepare(tmp_path, ["en"])
        assert offer is not None
        assert phone.fetches()["kit"] == offer.hash


def test_it_is_kept_by_no_cache(director: Director, phone: Phone, stranger: Visitor) -> None:
    answer = director.client.get(director.address("table_state"))
    assert answer["Cache-Control"] == "no-store"
    assert stranger.client.get(stranger.address("table_state")).status_code == 404


def test_forty_hands_are_seven_kilobytes(director: Director) -> None:
    director.opens("saskop", "Anna", "Ben", "Cora", "Dirk")
    phone = Phone(director.secret)
    for number in range(40):
        phone.enters(makers=number % 2, trump="hearts", card_points=[70, 50])
    answer = phone.brings_in()
    assert [each["status"] for each in answer["results"]] == ["saved"] * 40
    with CaptureQueriesContext(connection) as asked:
        body = phone.client.get(reverse("table_state", args=[phone.secret])).content
    assert len(body) <= 7_000
    assert len(asked) <= 5


# Bringing in.


def test_what_waited_arrives_in_its_order(phone: Phone) -> None:
    for picker in (2, 0, 1):
        phone.enters(picker=picker, picker_points=75)
    answer = phone.sends()
    assert answer.status_code == 200
    said = answer.json()
    assert [each["status"] for each in said["results"]] == ["saved"] * 3
    assert [each["place"] for each in said["results"]] == [1, 2, 3]
    assert [each["points"] for each in said["results"]] == [[-1, -1, 2], [2, -1, -1], [-1, 2, -1]]
    assert said["version"] == 3
    assert [record["picker"] for record in records()] == [2, 0, 1]
    assert not differences(Table.objects.get())


def test_the_order_is_that_of_the_phone_and_not_of_the_list(phone: Phone) -> None:
    for picker in (2, 0, 1):
        phone.enters(picker=picker, picker_points=75)
    phone.sends(phone.waiting[::-1])
    assert [record["picker"] for record in records()] == [2, 0, 1]


def test_a_phone_whose_clock_stood_years_behind_brings_its_hands_in(phone: Phone) -> None:
    hand = phone.enters(picker=2, picker_points=75)
    hand["age_s"] = 56 * 365 * 24 * 3600  # entered in 1970, as the phone thought
    assert [each["status"] for each in phone.brings_in()["results"]] == ["saved"]


def test_sent_again_it_changes_nothing(phone: Phone) -> None:
    for picker in (2, 0):
        phone.enters(picker=picker, picker_points=75)
    first = phone.sends().json()
    for _ in range(3):
        again = phone.sends()
        assert again.status_code == 200
        said = again.json()
        assert [each["status"] for each in said["results"]] == ["already"] * 2
        assert [each["points"] for each in said["results"]] == [
            each["points"] for each in first["results"]
        ]
    assert Hand.objects.count() == 2
    assert Table.objects.get().version == 2


def test_a_lost_answer_is_no_change_by_others(phone: Phone) -> None:
    phone.enters(picker=2, picker_points=75)
    phone.sends()
    phone.enters(picker=0, picker_points=75)
    answer = phone.sends()
    assert answer.status_code == 200
    assert [each["status"] for each in answer.json()["results"]] == ["already", "saved"]


def test_a_lost_answer_hides_nothing_that_others_wrote(director: Director, phone: Phone) -> None:
    phone.enters(picker=2, picker_points=75)
    phone.sends()
    director.enters(picker=0, picker_points=75)
    answer = phone.brings_in()
    assert [each["status"] for each in answer["results"]] == ["already"]
    phone.enters(picker=0, picker_points=75)
    said = phone.sends()
    assert said.status_code == 409
    assert said.json()["same"] == [[2, 2]]
    assert Hand.objects.count() == 2


def test_a_number_that_says_something_else_now_is_refused(phone: Phone) -> None:
    hand = phone.enters(picker=2, picker_points=75)
    phone.sends()
    hand["record"] = {"picker": 0, "picker_points": 75}
    phone.enters(picker=1, picker_points=75)
    said = phone.sends().json()
    assert [each["status"] for each in said["results"]] == ["refused"]
    assert "already" in said["results"][0]["problem"]
    assert [record["picker"] for record in records()] == [2]


def test_a_number_of_another_table_is_refused(director: Director, phone: Phone) -> None:
    hand = phone.enters(picker=2, picker_points=75)
    phone.sends()
    director.opens("sheepshead3-coins", "Dirk", "Eva", "Finn")
    other = Phone(director.secret)
    said = other.sends([hand]).json()
    assert [each["status"] for each in said["results"]] == ["refused"]
    assert Hand.objects.count() == 1


def test_hands_as_they_were_typed(phone: Phone) -> None:
    phone.types(picker=2, picker_points="75")
    phone.types(picker=0, picker_points="75")
    first = phone.sends().json()
    assert [each["status"] for each in first["results"]] == ["saved"] * 2
    assert records() == [{"picker": 2, "picker_points": 75}, {"picker": 0, "picker_points": 75}]
    again = phone.sends().json()
    assert [each["status"] for each in again["results"]] == ["already"] * 2
    phone.waiting[1]["answers"]["picker"] = ["1"]
    other = phone.sends().json()
    assert [each["status"] for each in other["results"]] == ["already", "refused"]


def test_what_was_typed_wrongly_is_refused_with_its_reason(phone: Phone) -> None:
    phone.types(picker=2, picker_points="many")
    [result] = phone.sends().json()["results"]
    assert (result["status"], result["place"]) == ("refused", 1)
    assert result["problem"] == "Enter a whole number."


def test_the_first_hand_that_cannot_be_ends_it(phone: Phone) -> None:
    phone.enters(picker=2, picker_points=75)
    phone.enters(picker=2, picker_points=500)
    phone.enters(picker=0, picker_points=75)
    answer = phone.sends()
    assert answer.status_code == 200
    said = phone.hears(answer)
    assert [each["status"] for each in said["results"]] == ["saved", "refused"]
    assert said["results"][1]["place"] == 2
    assert said["version"] == Table.objects.get().version == 1
    assert totals() == [-1, -1, 2]
    phone.waiting[0]["record"] = {"picker": 1, "picker_points": 75}
    assert [each["status"] for each in phone.brings_in()["results"]] == ["saved", "saved"]
    assert [record["picker"] for record in records()] == [2, 1, 0]
    assert not differences(Table.objects.get())


def test_what_others_wrote_stops_it(director: Director, phone: Phone) -> None:
    phone.enters(picker=2, picker_points=75)
    phone.enters(picker=0, picker_points=75)
    director.enters(picker=2, picker_points=75)
    answer = phone.sends()
    assert answer.status_code == 409
    said = phone.hears(answer)
    assert (said["why"], said["version"], said["results"]) == ("changed", 1, [])
    [change] = said["changes"]
    assert (change["place"], change["record"]) == (1, {"picker": 2, "picker_points": 75})
    assert said["same"] == [[1, 1]]
    assert Hand.objects.count() == 1
    assert len(phone.waiting) == 2
    after = phone.sends(after=said["version"])
    assert [each["place"] for each in after.json()["results"]] == [2, 3]
    again = phone.sends(after=said["version"])
    assert [each["status"] for each in again.json()["results"]] == ["already", "already"]


def test_hands_of_different_dealers_look_like_two(director: Director, phone: Phone) -> None:
    phone.enters(dealer=1, picker=2, picker_points=75)
    director.enters(picker=2, picker_points=75)
    assert phone.sends().json()["same"] == []


def test_a_correction_stops_it_too(director: Director, phone: Phone) -> None:
    director.enters(picker=2, picker_points=75)
    phone.fetches()
    phone.enters(picker=0, picker_points=75)
    director.corrects(1, picker_points=91)
    said = phone.sends().json()
    assert [(each["number"], each["version"]) for each in said["changes"]] == [(1, 2)]
    assert said["same"] == []


def test_what_this_phone_itself_corrected_or_took_back_is_known_to_it(
    director: Director, phone: Phone
) -> None:
    director.enters(picker=2, picker_points=75)
    director.enters(picker=2, picker_points=75)
    phone.fetches()
    phone.enters(picker=0, picker_points=75)
    phone.client = director.client
    director.corrects(1, picker_points=91)
    director.withdraws(2)
    assert [each["status"] for each in phone.brings_in()["results"]] == ["saved"]


def test_what_this_phone_itself_saved_may_be_the_same_hand(
    director: Director, phone: Phone
) -> None:
    phone.enters(picker=0, picker_points=75)
    phone.client = director.client
    director.enters(picker=0, picker_points=75)
    assert phone.sends().json()["same"] == [[1, 1]]


def test_another_name_stops_nothing(director: Director, phone: Phone) -> None:
    phone.enters(picker=2, picker_points=75)
    director.seats("rename", column=0, name="Anneliese")
    answer = phone.sends()
    assert answer.status_code == 200
    assert answer.json()["version"] == 2


def test_where_another_would_deal_the_hand_says_for_whom_it_was(
    director: Director, phone: Phone
) -> None:
    phone.enters(dealer=0, picker=2, picker_points=75)
    phone.enters(dealer=1, picker=2, picker_points=75)
    phone.enters(picker=0, picker_points=75)
    director.enters(picker=0, picker_points=75)
    said = phone.sends(after=1).json()
    assert [each["status"] for each in said["results"]] == ["saved"] * 3
    assert [record.get("dealer") for record in records()] == [None, 0, None, None]


def test_it_says_whose_points_are_others(phone: Phone) -> None:
    phone.enters(picker=2, picker_points=75)["shown"] = [-1, -1, 2]
    phone.enters(picker=2, picker_points=75)["shown"] = [-2, -1, 3]
    first, second = phone.sends().json()["results"]
    assert first["moved"] == ""
    assert second["moved"] == ("Hand 2 now gives Anna −1, Cora +2 (the phone had said −2, +3).")


def test_an_ended_evening_keeps_them_waiting(director: Director, phone: Phone) -> None:
    phone.enters(picker=2, picker_points=75)
    phone.sends()
    phone.enters(picker=0, picker_points=75)
    director.presses("end_evening", "end_evening")
    answer = phone.sends()
    assert answer.status_code == 423
    said = phone.hears(answer)
    assert said["why"] == "ended"
    assert [each["status"] for each in said["results"]] == ["already"]
    assert len(phone.waiting) == 1
    assert phone.fetches()["ended_at"]
    director.presses("table", "reopen")
    assert [each["status"] for each in phone.brings_in()["results"]] == ["saved"]
    assert Hand.objects.count() == 2


def test_all_that_had_arrived_before_the_end_is_said_to_have(
    director: Director, phone: Phone
) -> None:
    phone.enters(picker=2, picker_points=75)
    phone.sends()
    director.presses("end_evening", "end_evening")
    answer = phone.sends()
    assert answer.status_code == 200
    assert [each["status"] for each in answer.json()["results"]] == ["already"]


def test_a_link_that_only_watches_saves_nothing(director: Director, phone: Phone) -> None:
    phone.enters(picker=2, picker_points=75)
    phone.sends()
    phone.enters(picker=0, picker_points=75)
    phone.secret = director.watch_secret()
    answer = phone.sends()
    assert answer.status_code == 423
    said = answer.json()
    assert said["why"] == "watching"
    assert [each["status"] for each in said["results"]] == ["already"]
    assert Hand.objects.count() == 1


def test_a_page_that_only_watches_and_has_an_old_token_is_told_so(
    director: Director, phone: Phone
) -> None:
    phone.enters(picker=2, picker_points=75)
    phone.secret = director.watch_secret()
    phone.kept["csrf"] = "x" * 64
    assert phone.sends().status_code == 403
    phone.fetches()
    assert phone.sends().json()["why"] == "watching"


def test_a_link_that_was_switched_off_takes_nothing(director: Director, phone: Phone) -> None:
    phone.enters(picker=2, picker_points=75)
    page = director.client.get(director.address("table_links")).content.decode()
    assert page
    director.presses("table_links", "new_links")
    fresh = Phone(director.secret)
    assert fresh.kept["table"] == phone.kept["table"]
    Table.objects.get().links.update(revoked_at=Table.objects.get().opened_at)
    assert phone.sends().status_code == 404
    assert not Hand.objects.exists()


def test_an_older_copy_was_put_back(phone: Phone) -> None:
    phone.enters(picker=2, picker_points=75)
    answer = phone.sends(base=7)
    assert answer.status_code == 409
    assert answer.json()["why"] == "older"
    assert not Hand.objects.exists()
    assert phone.sends(base=7, after=0).status_code == 200
    assert Hand.objects.count() == 1


def test_an_old_token_is_refused(phone: Phone) -> None:
    phone.enters(picker=2, picker_points=75)
    phone.kept["csrf"] = "x" * 64
    assert phone.sends().status_code == 403
    phone.fetches()
    assert phone.sends().status_code == 200


def test_what_no_phone_sends_is_refused_and_changes_nothing(
    director: Director, phone: Phone
) -> None:
    good = {"submission": str(uuid4()), "seq": 1, "record": {"picker": 2, "picker_points": 75}}
    typed = {"submission": str(uuid4()), "seq": 1, "answers": {"picker": ["2"]}}
    strange: list[object] = [
        None,
        [],
        {},
        {"base_version": 0},
        {"base_version": 0, "items": []},
        {"base_version": 0, "items": [None]},
        {"base_version": 0, "items": [good, good]},
        {"base_version": 0, "items": [good | {"seq": n} for n in range(2)]},
        {"base_version": 0, "items": [good | {"submission": str(uuid4())}, good]},
        {"base_version": -1, "items": [good]},
        {"base_version": "0", "items": [good]},
        {"base_version": 0, "after": True, "items": [good]},
        {"base_version": 10**30, "items": [good]},
        {"base_version": 0, "items": [good | {"submission": 5}]},
        {"base_version": 0, "items": [good | {"submission": "\0"}]},
        {"base_version": 0, "items": [good | {"seq": 1.5}]},
        {"base_version": 0, "items": [good | {"dealer": -1}]},
        {"base_version": 0, "items": [good | {"dealer": "0"}]},
        {"base_version": 0, "items": [good | {"answers": {}}]},
        {"base_version": 0, "items": [good | {"record": None}]},
        {"base_version": 0, "items": [good | {"record": [1]}]},
        {"base_version": 0, "items": [good | {"record": {"picker": 10**400}}]},
        {"base_version": 0, "items": [good | {"record": {"picker": {"a": 1}}}]},
        {"base_version": 0, "items": [good | {"record": {"picker\ud800": 1}}]},
        {"base_version": 0, "items": [good | {"record": {"picker": "\0"}}]},
        {"base_version": 0, "items": [good | {"record": {"adjustment": [1, -1, 0]}}]},
        {"base_version": 0, "items": [good | {"record": {"seated": [0, 1]}}]},
        {"base_version": 0, "items": [good | {"shown": "2"}]},
        {"base_version": 0, "items": [good | {"age_s": -1}]},
        {"base_version": 0, "items": [typed | {"answers": {"picker": "2"}}]},
        {"base_version": 0, "items": [typed | {"answers": {"picker": [2]}}]},
        {"base_version": 0, "items": [typed | {"answers": {"picker": []}}]},
    ]
    many = [good | {"submission": str(uuid4()), "seq": seq} for seq in range(201)]
    strange.append({"base_version": 0, "items": many})
    bodies = [json.dumps(each).encode() for each in strange]
    bodies += [b"", b"{", b"\xff", b"[" * 100_000, b'{"items": NaN}', b" " * 270_000]
    director.client.raise_request_exception = False
    for body in bodies:
        answer = director.client.post(
            director.address("bring_in_hands"), body, content_type="application/json"
        )
        assert answer.status_code == 400, body[:200]
    assert not Hand.objects.exists()
    assert Table.objects.get().version == 0


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"picker": 99, "picker_points": 61},
        {"picker": True, "picker_points": 61},
        {"picker": [0, 1], "picker_points": 61},
        {"picker": "Anna"},
        {"nothing": 1},
        {"picker": 1, "picker_points": 61, "dealer": 99},
        {"picker": None, "dealer": None},
    ],
)
def test_hands_that_cannot_be_are_refused_with_a_reason(
    phone: Phone, record: dict[str, object]
) -> None:
    phone.waiting.append({"submission": str(uuid4()), "seq": 1, "record": record})
    [result] = phone.sends().json()["results"]
    assert result["status"] == "refused"
    assert result["problem"]
    assert not Hand.objects.exists()


def test_strange_answers_are_refused_with_a_reason(phone: Phone) -> None:
    for answers in ({"picker": ["\ud800"]}, {"picker": ["\0"]}, {"picker": ["1"], "dealer": ["x"]}):
        hand = {"submission": str(uuid4()), "seq": 1, "answers": answers}
        [result] = phone.sends([hand]).json()["results"]
        assert result["status"] == "refused"
        assert result["problem"]
    hand = {"submission": str(uuid4()), "seq": 1, "dealer": 7, "answers": {"picker": ["1"]}}
    [result] = phone.sends([hand]).json()["results"]
    assert result["problem"] == "The dealer does not sit at the table now."
    assert not Hand.objects.exists()


def test_only_by_post_and_only_by_its_link(director: Director, phone: Phone) -> None:
    assert director.client.get(director.address("bring_in_hands")).status_code == 405
    assert director.client.post(director.address("table_state")).status_code == 405
    unknown = Client().post(
        reverse("bring_in_hands", args=["A" * 43]), {}, content_type="application/json"
    )
    assert unknown.status_code == 404


def queries(phone: Phone, hands: int) -> int:
    for _ in range(hands):
        phone.enters(picker=2, picker_points=75)
    with CaptureQueriesContext(connection) as asked:
        phone.brings_in()
    return len(asked)


def test_a_hand_more_costs_the_same_number_of_queries(phone: Phone) -> None:
    one, two, ten = (queries(phone, hands) for hands in (1, 2, 10))
    each = two - one
    assert ten - two == 8 * each
    assert one <= 19
    assert each <= 9
