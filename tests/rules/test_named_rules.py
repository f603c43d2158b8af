"""House rules under a name: versions, what tables and events keep of them, who may."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring import RULESETS
from tests.events.conftest import FormReader, words_of
from tests.tables.conftest import Director as OpenTable
from tournaments.common.actions import Refused
from tournaments.models import Author, Club, Event, HouseRules, HouseRulesChange, Table
from tournaments.rules.queries import SentRules, known_elsewhere, known_in_part
from tournaments.rules.services import put_away, rewrite_rules, write_rules

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Ben", "Cora", "Dirk")


@pytest.fixture
def table_of(db: None) -> OpenTable:
    """Opens tables and enters hands."""
    return OpenTable()


def lamm(club: Club, by: Author, **options: object) -> HouseRules:
    return write_rules(
        club=club,
        name="Gasthof Lamm, Thursday",
        ruleset="saskop",
        options=options or {"target": 12},
        by=by,
        submission=uuid4(),
    )


def form_at(client: Client, address: str, action: str = "") -> dict[str, str]:
    """What the form on a page sends as it stands, chosen words included."""
    page = client.get(address).content.decode()
    sent = FormReader(page).sent_to(action or address)
    chosen = re.findall(
        r'<select name="([^"]+)"(?:(?!</select>).)*?value="([^"]*)" selected', page, re.S
    )
    return {name: str(value) for name, value in sent.items()} | dict(chosen)


def opens(client: Client, club: Club, code: str = "") -> Table:
    """Open a Saskop table of the club by its form, with what the form begins with."""
    address = reverse("open_table", args=["saskop"])
    asked = f"{address}?players=4&club={club.pk}" + (f"&with={code}" if code else "")
    sent = form_at(client, asked, address)
    sent |= {f"name-{seat}": name for seat, name in enumerate(NAMES)}
    answer = client.post(address, sent)
    assert answer.status_code == 302, words_of(answer)
    return Table.objects.latest("pk")


def test_a_club_types_its_rules_in_and_gives_them_a_name(director: Client, club: Club) -> None:
    address = reverse("new_rules", args=[club.pk]) + "?ruleset=saskop"
    sent = form_at(director, address, reverse("new_rules", args=[club.pk]))
    answer = director.post(reverse("new_rules", args=[club.pk]), sent | {"name": ""})
    assert "Say what these house rules are called." in words_of(answer)
    sent |= {"name": "Gasthof Lamm, Thursday", "option-target": "12"}
    answer = director.post(reverse("new_rules", args=[club.pk]), sent)
    rules = HouseRules.objects.get()
    assert answer["Location"] == reverse("house_rules", args=[rules.pk])
    assert (rules.ruleset, rules.options, rules.version) == ("saskop", {"target": 12}, 1)
    words = words_of(director.get(answer["Location"]))
    assert "Gasthof Lamm, Thursday" in words
    assert "A game ends at: 16 → 12" in words
    assert "Gasthof Lamm, Thursday" in words_of(director.get(reverse("club_rules", args=[club.pk])))


MEND = "Something is wrong with these house rules: mend it, and here stands what is played"


def test_beside_a_mistake_stands_what_was_typed_would_come_to_or_why_nothing_does(
    director: Client, club: Club
) -> None:
    address = reverse("new_rules", args=[club.pk])
    sent = form_at(director, address + "?ruleset=saskop", address) | {"name": ""}
    typed = words_of(director.post(address, sent | {"option-passed": "3"}))
    assert "Say what these house rules are called." in typed
    assert "Everybody passed Who won +3" in typed
    assert MEND not in typed
    wrong = words_of(director.post(address, sent | {"option-passed": "many"}))
    assert MEND in wrong
    assert "Who won +1" not in wrong


def test_the_same_beside_the_form_of_an_event(director: Client, club: Club) -> None:
    address = reverse("set_up_event", args=[club.pk, "own"])
    sent = form_at(director, f"{address}?game=saskop", address) | {"title": ""}
    typed = words_of(director.post(address, sent | {"option-passed": "3"}))
    assert "Say what the event is called." in typed
    assert "Everybody passed Who won +3" in typed
    assert MEND in words_of(director.post(address, sent | {"option-passed": "many"}))


def test_a_name_is_given_once(club: Club, by: Author) -> None:
    lamm(club, by)
    with pytest.raises(Refused) as refused:
        lamm(club, by)
    assert refused.value.field == "name"


def test_the_same_form_twice_is_one_set_of_rules(club: Club, by: Author) -> None:
    submission = uuid4()
    made = [
        write_rules(
            club=club, name="Lamm", ruleset="saskop", options={}, by=by, submission=submission
        )
        for _twice in range(2)
    ]
    assert made[0] == made[1]
    assert HouseRules.objects.count() == 1


def test_a_change_makes_a_version_and_says_what_differs(
    director: Client, club: Club, by: Author
) -> None:
    rules = lamm(club, by)
    address = reverse("change_rules", args=[rules.pk])
    sent = form_at(director, address)
    assert director.post(address, sent | {"option-tie": "carry"}).status_code == 302
    rules.refresh_from_db()
    assert (rules.version, rules.options) == (2, {"target": 12, "tie": "carry"})
    words = words_of(director.get(reverse("house_rules", args=[rules.pk])))
    assert "Version 2" in words
    assert "60 to 60: Played again, same makers and trumps → Strokes that wait" in words
    again = director.post(address, form_at(director, address) | {"option-tie": "carry"})
    assert again.status_code == 302
    rules.refresh_from_db()
    assert rules.version == 2  # nothing differs, so nothing is written


def test_whoever_typed_over_an_older_version_is_told(
    director: Client, club: Club, by: Author
) -> None:
    rules = lamm(club, by)
    address = reverse("change_rules", args=[rules.pk])
    sent = form_at(director, address)
    rewrite_rules(rules=rules, options={"target": 21}, seen_version=1, by=by, submission=uuid4())
    answer = director.post(address, sent | {"option-target": "10"})
    assert answer.status_code == 422
    assert "Somebody has changed these house rules meanwhile." in words_of(answer)
    assert 'value="10"' in answer.content.decode()  # what was typed is still there


def test_a_table_keeps_the_version_that_it_was_opened_with(
    director: Client, club: Club, by: Author
) -> None:
    rules = lamm(club, by)
    table = opens(director, club, SentRules("", RULESETS["saskop"], rules.options).code)
    assert (table.rules_name, table.rules_version) == ("Gasthof Lamm, Thursday", 1)
    rewrite_rules(rules=rules, options={"target": 21}, seen_version=1, by=by, submission=uuid4())
    table.refresh_from_db()
    assert (table.rules_name, table.rules_version) == ("Gasthof Lamm, Thursday", 1)
    assert table.options["target"] == 12
    other = opens(director, club)
    assert (other.rules_name, other.rules_version) == ("", None)


def test_house_rules_get_another_name_and_what_was_played_keeps_the_old_one(
    director: Client, club: Club, by: Author
) -> None:
    rules = lamm(club, by)
    table = opens(director, club, SentRules("", RULESETS["saskop"], rules.options).code)
    page, address = (reverse(name, args=[rules.pk]) for name in ("house_rules", "rename_rules"))
    sent = form_at(director, page, address)
    assert sent["name"] == "Gasthof Lamm, Thursday"
    assert director.post(address, sent | {"name": "Lamm, Friday"}).status_code == 302
    rules.refresh_from_db()
    assert (rules.name, rules.version) == ("Lamm, Friday", 1)
    words = words_of(director.get(page))
    assert "Renamed" in words
    assert "Gasthof Lamm, Thursday → Lamm, Friday" in words
    table.refresh_from_db()
    assert (table.rules_name, table.rules_version) == ("Gasthof Lamm, Thursday", 1)
    again = opens(director, club, SentRules("", RULESETS["saskop"], rules.options).code)
    assert again.rules_name == "Lamm, Friday"
    director.post(address, form_at(director, page, address))  # nothing differs
    assert [change.kind for change in rules.changes.all()] == ["written", "renamed"]


def test_a_name_that_other_house_rules_bear_is_refused_at_its_field(
    director: Client, club: Club, by: Author
) -> None:
    rules = lamm(club, by)
    write_rules(club=club, name="Krone", ruleset="skat", options={}, by=by, submission=uuid4())
    page, address = (reverse(name, args=[rules.pk]) for name in ("house_rules", "rename_rules"))
    for name, sentence in (
        ("krone", "The club has house rules of that name already."),
        ("", "Say what these house rules are called."),
    ):
        answer = director.post(address, form_at(director, page, address) | {"name": name})
        assert answer.status_code == 422
        question = re.findall(r'id="question-name".*?</div>', answer.content.decode(), re.DOTALL)
        assert sentence in question[0]
        assert f'value="{name}"' in question[0] or not name
    rules.refresh_from_db()
    assert rules.name == "Gasthof Lamm, Thursday"


def test_what_the_club_usually_plays_is_there_already(
    director: Client, club: Club, by: Author
) -> None:
    rules = lamm(club, by)
    address = reverse("usual_rules", args=[rules.pk])
    sent = form_at(director, reverse("house_rules", args=[rules.pk]), address)
    assert director.post(address, sent | {"is_usual": "yes"}).status_code == 302
    assert opens(director, club).rules_name == "Gasthof Lamm, Thursday"
    usual = reverse("open_table", args=["saskop"]) + f"?players=4&club={club.pk}&with="
    assert 'name="option-target" value="16"' in director.get(usual).content.decode()


def test_what_another_director_has_put_away_is_said_and_not_made_usual(
    director: Client, club: Club, by: Author
) -> None:
    rules = lamm(club, by)
    address = reverse("usual_rules", args=[rules.pk])
    sent = form_at(director, reverse("house_rules", args=[rules.pk]), address)
    put_away(rules=rules, by=by, submission=uuid4())
    page = director.post(address, sent | {"is_usual": "yes"})
    assert page.status_code == 422
    assert "are put away: bring them back first" in page.content.decode()
    rules.refresh_from_db()
    assert not rules.is_usual


def test_what_no_source_states_of_known_rules_is_said_where_one_begins_with_them(
    director: Client, club: Club
) -> None:
    address = reverse("open_table", args=["saskop"])
    page = director.get(address)
    assert "Saaremaa part of it open" in words_of(page)
    assert "Estonian championship part of it open" in words_of(page)
    saaremaa, championship = known_in_part(RULESETS["saskop"])
    begun = director.get(address, {"with": saaremaa.code}).content.decode()
    assert 'name="option-target" value="12"' in begun
    assert "What all nine tricks bring is stated nowhere: decide it." in begun
    table = opens(director, club, championship.code)
    assert table.options["target"] == 12
    assert table.options["note"].startswith("As at the Estonian championship, to 12.")
    assert not known_in_part(RULESETS["skat"])


def test_an_event_keeps_them_too(
    new_event: Callable[..., Event], director: Client, club: Club, by: Author
) -> None:
    lamm(club, by, target=12)
    event = new_event(entries=2, unit="pair", size=2, hands=0, games_due=3, ruleset="saskop")
    address = reverse("event_settings", args=[event.pk])
    sent = form_at(director, address)
    assert director.post(address, sent | {"option-target": "12"}).status_code in (200, 302)
    event.refresh_from_db()
    assert (event.rules_name, event.rules_version) == ("Gasthof Lamm, Thursday", 1)


def test_an_event_begins_with_the_rules_of_the_club(
    director: Client, club: Club, by: Author
) -> None:
    rules = lamm(club, by)
    address = reverse("set_up_event", args=[club.pk, "own"]) + "?game=saskop"
    page = director.get(address).content.decode()
    assert "Gasthof Lamm, Thursday" in page
    code = SentRules(rules.name, RULESETS["saskop"], rules.options).code
    with_them = director.get(f"{address}&with={code}").content.decode()
    assert 'name="option-target" value="12"' in with_them
    assert 'name="option-target" value="16"' in page


def test_an_evening_is_counted_by_the_rules_of_the_club(
    director: Client, club: Club, by: Author, stranger: Client
) -> None:
    table = opens(director, club)
    lamm(club, by)
    address = reverse("public_what_if", args=[table.pk])
    page = director.get(address).content.decode()
    (sent,) = re.findall(r'href="\?(asked=saskop[^"]*)"', page)
    counted = director.get(f"{address}?{sent.replace('&amp;', '&')}")
    assert counted.status_code == 200
    assert "A game ends at" in words_of(counted)
    assert "Gasthof Lamm" not in words_of(stranger.get(address))


def test_what_is_put_away_is_offered_to_nobody(director: Client, club: Club, by: Author) -> None:
    rules = lamm(club, by)
    put_away(rules=rules, by=by, submission=uuid4())
    page = director.get(reverse("open_table", args=["saskop"]) + f"?club={club.pk}")
    assert "Gasthof Lamm" not in words_of(page)
    words = words_of(director.get(reverse("club_rules", args=[club.pk])))
    assert "Put away Gasthof Lamm, Thursday" in words
    kinds = [change.kind for change in HouseRulesChange.objects.all()]
    assert kinds == ["written", "put_away"]


def test_another_club_does_not_see_them(
    other_director: Client, stranger: Client, club: Club, by: Author
) -> None:
    rules = lamm(club, by)
    for name in ("house_rules", "change_rules"):
        address = reverse(name, args=[rules.pk])
        assert other_director.get(address).status_code == 404
        assert stranger.get(address).status_code == 302
    assert other_director.get(reverse("club_rules", args=[club.pk])).status_code == 404


def test_a_tariff_begins_with_what_known_games_come_to() -> None:
    tariff = RULESETS["schafkopf-tariff"]
    known = {sent.name: sent.options for sent in known_elsewhere(tariff)}
    assert known.keys() == {"Schafkopf", "Schafkopf, Donau-Ries-Cup", "Schafkopf, SELF"}
    assert known["Schafkopf, SELF"]["tout"] == "fixed"
    assert not known_elsewhere(RULESETS["schafkopf-self"])
    assert not known_elsewhere(RULESETS["saskop"])


# House rules as a code.


def test_a_code_shows_the_rules_and_opens_a_table_with_them(stranger: Client) -> None:
    tariff = RULESETS["schafkopf-tariff"]
    prices = tariff.defaults()["prices"] | {"hochzeit": [30, 40, 50]}
    sent = SentRules("Lamm", tariff, {"prices": prices})
    page = stranger.get(reverse("rules_as_code"), {"with": sent.code})
    assert "Hochzeit" in words_of(page)
    form = stranger.get(
        reverse("open_table", args=[tariff.key]), {"with": sent.code, "players": "4"}
    ).content.decode()
    assert 'name="option-prices-hochzeit-0" value="30"' in form
    told = stranger.get(reverse("rules_as_json"), {"with": sent.code}).json()
    assert told == {"name": "Lamm", "ruleset": "schafkopf-tariff", "options": {"prices": prices}}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "part of the text is missing"),
        ("eJyrVkrOSFayUg", "part of the text is missing"),
        ("[1]", "part of the text is missing"),
        ('{"ruleset": "poker"}', "is not known here"),
        ('{"ruleset": ["saskop"]}', "no game is named"),
        ('{"ruleset": "saskop", "options": {"target": 0}}', "A game ends at: only 1 to 999"),
        ('{"ruleset": "saskop", "options": {"nonsense": 1}}', "has no option “nonsense”"),
        ('{"ruleset": "saskop", "name": "' + "x" * 61 + '"}', "The name"),
        ('{"ruleset": "saskop"' + " " * 6_000 + "}", "longer than any house rules"),
    ],
)
def test_what_is_no_house_rules_is_refused_with_a_sentence(
    client: Client, text: str, sentence: str
) -> None:
    answer = client.get(reverse("rules_as_code"), {"with": text})
    assert answer.status_code == 422
    assert sentence in words_of(answer)


def test_a_code_that_swells_is_not_unpacked(client: Client) -> None:
    swollen = SentRules("", RULESETS["saskop"], {"target": "x" * 10_000_000})
    assert client.get(reverse("rules_as_code"), {"with": swollen.code}).status_code in (414, 422)


def test_rules_that_were_sent_are_looked_at_before_they_are_kept(
    director: Client, club: Club
) -> None:
    address = reverse("bring_rules_in", args=[club.pk])
    sent = SentRules("Lamm", RULESETS["saskop"], {"target": 12})
    for text in (sent.code, f"https://cards.example/house-rules/?with={sent.code}"):
        answer = director.post(address, form_at(director, address) | {"text": text})
        assert answer.status_code == 302
        page = director.get(answer["Location"]).content.decode()
        assert 'value="Lamm"' in page
        assert 'name="option-target" value="12"' in page
    assert not HouseRules.objects.exists()
    wrong = director.post(address, form_at(director, address) | {"text": "nothing"})
    assert "These are no house rules" in words_of(wrong)


# The same rules and people as last time.


def ended(table: OpenTable) -> None:
    table.enters(makers="0", trump="spades", result="won")
    address = table.address("end_evening")
    page = table.client.get(address).content.decode()
    assert table.client.post(address, FormReader(page).sent_to(address)).status_code == 302


def test_two_taps_lead_to_the_same_rules_and_people(table_of: OpenTable) -> None:
    table_of.opens("saskop", *NAMES, target=12, first_dealer=2)
    ended(table_of)
    page = table_of.client.get(table_of.address("table")).content.decode()
    assert table_of.address("play_again") in page
    assert table_of.address("play_again") in table_of.client.get(reverse("home")).content.decode()
    address = reverse("open_table", args=["saskop"])
    sent = form_at(table_of.client, table_of.address("play_again"), address)
    assert [sent[f"name-{seat}"] for seat in range(4)] == list(NAMES)
    assert sent["first_dealer"] == "3"  # to the left of whoever dealt last
    assert table_of.client.post(address, sent).status_code == 302
    again = Table.objects.latest("pk")
    assert again.options["target"] == 12
    assert [seat.name for seat in again.seats.all()] == list(NAMES)


def test_a_chair_that_nobody_takes_is_an_empty_box(table_of: OpenTable) -> None:
    table_of.opens("saskop", *NAMES, target=12)
    ended(table_of)
    address = reverse("open_table", args=["saskop"])
    sent = form_at(table_of.client, table_of.address("play_again"), address)
    answer = table_of.client.post(address, sent | {"name-1": ""})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'name="option-target" value="12"' in page
    assert 'value="Cora"' in page


def test_only_whoever_may_write_begins_again(table_of: OpenTable, stranger: Client) -> None:
    table_of.opens("saskop", *NAMES)
    watching = reverse("play_again", args=[table_of.watch_secret()])
    assert stranger.get(watching).status_code in (403, 404)


# What was written down before a house rule was there.


def test_an_old_table_plays_by_what_its_game_did_then(table_of: OpenTable) -> None:
    table = table_of.opens("saskop", *NAMES, target=12)
    Table.objects.filter(pk=table.pk).update(options={"target": 12})  # as it was kept years ago
    for page in ("table", "table_rules", "play_again"):
        assert table_of.client.get(table_of.address(page)).status_code == 200, page
    assert table_of.enters(makers="0", trump="spades", tied="on").status_code == 302
    kept = Table.objects.get(pk=table.pk)
    assert kept.options == RULESETS["saskop"].defaults() | {"target": 12}
    assert kept.rules_name == ""


def test_an_old_event_too(new_event: Callable[..., Event], director: Client) -> None:
    event = new_event(entries=2, unit="pair", size=2, hands=0, games_due=3, ruleset="saskop")
    Event.objects.filter(pk=event.pk).update(options={"target": 12})
    for name in ("event_settings", "desk", "event_rules"):
        assert director.get(reverse(name, args=[event.pk])).status_code == 200, name
