"""A pasted list or a CSV: every line is accounted for, and it is taken in at once or not at all."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.answers import Answer
from tests.events.check_in.door_stories import arrives
from tests.events.conftest import FormReader, words_of
from tests.language import said
from tournaments.events.check_in.forms import read_list
from tournaments.models import Author, Club, Entry, Event, EventChange, Member, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(fee=1000, groups=("Ladies", "Youth"))


class Paster:
    """Somebody who pastes lists and answers what is asked."""

    def __init__(self, client: Client, address: str) -> None:
        self.client = client
        self.address = address

    def looks(self, text: str = "", **more: object) -> Answer:
        form = FormReader(self.client.get(self.address).content.decode()).sent_to(self.address)
        return self.client.post(self.address, form | {"text": text, "deed": "look"} | more)

    def takes(self, preview: Answer, **answers: str) -> Answer:
        """Confirm the preview that came back."""
        html = preview.content.decode()
        form = FormReader(html).sent_to(self.address)
        text = html.split('<textarea name="text" hidden>')[1].split("</textarea>")[0]
        return self.client.post(
            self.address, form | {"text": text, "deed": "take"} | answers, follow=True
        )


@pytest.fixture
def paster(director: Client, event: Event) -> Paster:
    return Paster(director, reverse("paste_entries", args=[event.pk]))


def names(event: Event) -> list[str]:
    return list(event.entries.values_list("name", flat=True))


# Reading.


@pytest.mark.parametrize(
    "text",
    [
        "Name;Ort;Team;bezahlt;Gruppe\nAnna Huber;Regen;Rot;ja;Ladies",
        "\ufeffName,Home,Team,Paid,Group\r\nAnna Huber,Regen,Rot,yes,Ladies\r\n",
        "Vorname\tNachname\tGruppe\tMannschaft\tBezahlt\tWohnort\nAnna\tHuber\tLadies\tRot\tx\tRegen",
        "Eesnimi;Perenimi;Võistkond;Kodukoht;Rühm;Makstud\nAnna;Huber;Rot;Regen;Ladies;jah",
        "Anna Huber;Regen;Rot;1;Ladies",
        "1. Anna Huber;Regen;Rot;X;Ladies",
        '"Anna Huber","Regen","Rot","true","Ladies"',
    ],
)
def test_columns_are_read_with_and_without_headings(text: str) -> None:
    [line] = read_list(text, is_pairs=False)
    assert line.names == ("Anna Huber",)
    assert (line.home, line.team, line.groups) == ("Regen", "Rot", ("Ladies",))
    assert line.is_paid
    assert line.problem == ""


def test_a_list_that_was_taken_away_is_read_again_in_whatever_language(tmp_path: Path) -> None:
    heads = {"Name": "Wer", "Home": "Woher", "Team": "Für", "Groups": "Wie", "Paid": "Da"}
    with said(tmp_path, de=heads):
        [line] = read_list("Für;Woher;Wer;Wie\nRot;Regen;Anna Huber;Ladies", is_pairs=False)
    assert (line.names, line.home, line.team) == (("Anna Huber",), "Regen", "Rot")
    assert line.groups == ("Ladies",)


@pytest.mark.parametrize(
    "text",
    [
        "Anna Huber / Ben Maier;Regen",
        "Anna Huber & Ben Maier\tRegen",
        "Anna Huber;Ben Maier;Regen",
        "Name;Partner;Ort\nAnna Huber;Ben Maier;Regen",
        "Spieler 1;Spieler 2;Ort\nAnna Huber;Ben Maier;Regen",
    ],
)
def test_pairs_stand_in_one_column_or_in_two(text: str) -> None:
    [line] = read_list(text, is_pairs=True)
    assert (line.names, line.home) == (("Anna Huber", "Ben Maier"), "Regen")


@pytest.mark.parametrize(
    "text",
    [
        "Otto One, paid",
        "Otto One; Bezahlt",
        "Otto One\tmakstud",
        "Otto One,,,✓",
        "Otto One; x",
        "Otto One, yes",
        "Otto One; 10 €",
        "Otto One, € 10.00",
        "Otto One, 10.00",
        "Otto One; 10,00",
        "Otto One (paid)",
        "Otto One – bezahlt",
        "Otto One ✓",
        "Name,Home\nOtto One,paid",
        "Name;Paid\nOtto One;10",
    ],
)
def test_that_somebody_has_paid_is_understood_wherever_it_stands(text: str) -> None:
    [line] = read_list(text, is_pairs=False, fee=1000)
    assert (line.names, line.home, line.team, line.is_paid) == (("Otto One",), "", "", True)
    assert (line.unclear, line.problem) == ("", "")


@pytest.mark.parametrize(
    ("text", "home", "team", "groups"),
    [
        ("Otto One, paid, Regen", "Regen", "", ()),
        ("Otto One, Regen; paid", "Regen", "", ()),
        ("Otto One; Regen, paid", "Regen", "", ()),
        ("Otto One; Regen; x; Rot", "Regen", "Rot", ()),
        ("Otto One;Regen;Rot;Ladies;paid", "Regen", "Rot", ("Ladies",)),
        ("Otto One;paid;Rot;;Ladies", "", "Rot", ("Ladies",)),
        ("Name;Team;Ort\nOtto One;Rot;Regen, paid", "Regen", "Rot", ()),
    ],
)
def test_the_other_columns_keep_what_they_say(
    text: str, home: str, team: str, groups: tuple[str, ...]
) -> None:
    [line] = read_list(text, is_pairs=False, fee=1000)
    assert (line.names, line.home, line.team, line.groups) == (("Otto One",), home, team, groups)
    assert line.is_paid


@pytest.mark.parametrize("word", ["unpaid", "not paid", "nicht bezahlt", "maksmata", "no", "✗"])
def test_that_somebody_has_not_paid_is_understood_too(word: str) -> None:
    [line] = read_list(f"Otto One, {word}", is_pairs=False, fee=1000)
    assert (line.names, line.home, line.is_paid) == (("Otto One",), "", False)


def test_each_line_has_the_separator_it_likes() -> None:
    text = "Otto One, paid\nOtto Two; paid\nOtto Three\tRegen\tRot\nOtto Four"
    lines = read_list(text, is_pairs=False, fee=1000)
    assert [(line.names[0], line.home, line.team, line.is_paid) for line in lines] == [
        ("Otto One", "", "", True),
        ("Otto Two", "", "", True),
        ("Otto Three", "Regen", "Rot", False),
        ("Otto Four", "", "", False),
    ]


def test_a_name_with_a_comma_stays_whole_beside_stronger_separators() -> None:
    lines = read_list('Huber, Anna; Regen\n"Maier, Ben",Zwiesel', is_pairs=False)
    assert [(line.names[0], line.home) for line in lines] == [
        ("Huber, Anna", "Regen"),
        ("Maier, Ben", "Zwiesel"),
    ]


def test_a_pair_has_paid_behind_either_way_of_writing_it() -> None:
    for text in ("Anna Huber / Ben Maier, paid", "Anna Huber; Ben Maier; paid"):
        [line] = read_list(text, is_pairs=True, fee=1000)
        assert (line.names, line.home, line.is_paid) == (("Anna Huber", "Ben Maier"), "", True)


@pytest.mark.parametrize(
    ("text", "unclear", "column"),
    [
        ("Otto One, 5 €", "5 €", "home"),
        ("Otto One; Regen; 1", "1", "team"),
        ("Otto One, 5.50", "5.50", "home"),
        ("Otto One; Regen; 5,50", "5,50", "team"),
        ("Otto One;Regen;Rot;later;Ladies", "later", "paid"),
        ("Name;Paid\nOtto One;5", "5", "paid"),
    ],
)
def test_what_may_mean_paid_is_left_to_be_asked(text: str, unclear: str, column: str) -> None:
    [line] = read_list(text, is_pairs=False, fee=1000)
    assert (line.unclear, line.unclear_in, line.is_paid) == (unclear, column, False)


def test_empty_lines_are_no_lines_and_the_others_keep_their_numbers() -> None:
    lines = read_list("Anna Huber\n\n \n;\nBen Maier\n", is_pairs=False)
    assert [(line.number, line.names[0]) for line in lines] == [(1, "Anna Huber"), (5, "Ben Maier")]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (";Regen", "There is no name."),
        ("x" * 41, "is too long: at most 40 letters."),
        ("Anna;" + "x" * 41, "is too long"),
        ("12 34", "There are no letters in the name."),
        ("Anna\u2028;Regen", ""),
    ],
)
def test_what_is_wrong_with_a_line_alone(text: str, sentence: str) -> None:
    assert sentence in read_list(text, is_pairs=False)[0].problem


def test_a_pair_needs_two_names() -> None:
    [line] = read_list("Anna Huber;", is_pairs=True)
    assert line.problem == "A pair needs two names: “Anna Huber / Ben Maier”."


# Taking in.


@pytest.mark.parametrize(
    "line", ["Total; 12", "Summe:", "Total 12", "Insgesamt: 120 €", "Kokku\t\t\t120", "= Sum;;;12"]
)
def test_a_line_that_looks_like_a_sum_is_seen(line: str) -> None:
    (sums, person) = read_list(f"{line}\nAnna Total;Gesamt", is_pairs=False, fee=1000)
    assert (sums.is_sum, person.is_sum) == (True, False)


def test_a_sum_is_left_out_unless_somebody_says_that_it_is_a_person(
    paster: Paster, event: Event
) -> None:
    preview = paster.looks("Anna\nBen\nTotal; 2")
    assert "2 to be taken in" in words_of(preview)
    assert "3 Total" in words_of(preview)
    assert "Left out. This looks like a sum, not like a person." in words_of(preview)
    assert "Take 2 in, leave 1 out" in words_of(preview)
    paster.takes(preview)
    assert names(event) == ["Anna", "Ben"]

    preview = paster.looks("Cora\nTotal")
    assert 'name="who-2-sum" value="person"' in preview.content.decode()
    told = paster.takes(preview, **{"who-2-sum": "person", "deed": "look"})
    assert "Take 2 in" in words_of(told)
    assert "looks like a sum" not in words_of(told)
    paster.takes(told)
    assert names(event) == ["Anna", "Ben", "Cora", "Total"]


def test_nothing_is_taken_in_by_looking(paster: Paster, event: Event) -> None:
    seen = words_of(paster.looks("Anna Huber;Regen\nBen Maier"))
    assert "2 to be taken in quite new: 2" in seen
    assert not event.entries.exists()
    assert not Player.objects.exists()


def test_a_list_is_taken_in_with_all_that_it_says(paster: Paster, event: Event) -> None:
    text = "Name;Ort;Team;bezahlt;Gruppe\nAnna Huber;Regen;Rot;ja;ladies\nBen Maier;;;nein;"
    after = words_of(paster.takes(paster.looks(text)))
    assert "Entries: 2. New to the club: 2. Known: 0." in after
    anna = event.entries.get(name="Anna Huber")
    assert (anna.status, anna.is_paid, anna.team, anna.groups) == (
        Entry.REGISTERED,
        True,
        "Rot",
        ["Ladies"],
    )
    assert anna.members.get().player.home == "Regen"
    assert EventChange.objects.latest("pk").kind == "imported"


def test_the_same_confirmation_twice_takes_in_once(paster: Paster, event: Event) -> None:
    preview = paster.looks("Anna Huber\nBen Maier")
    for _again in range(2):
        paster.takes(preview)
    assert sorted(names(event)) == ["Anna Huber", "Ben Maier"]
    assert Player.objects.count() == 2


def test_each_line_says_what_becomes_of_it(paster: Paster, event: Event, by: Author) -> None:
    arrives(event, by, "Cora Zeiler")
    Player.objects.create(club=event.club, name="Jörg Müller", home="Regen")
    text = f"Joerg Mueller\nDirk Gruber\nGruber Dirk\nZeiler Cora\n;Regen\n{'x' * 41}\nEva Lang"
    seen = words_of(paster.looks(text))
    for line in (
        "1 Joerg Mueller · not paid Known · Regen",
        "2 Dirk Gruber · not paid New",
        "3 Gruber Dirk · not paid Left out. The same as line 2.",
        "4 Zeiler Cora · not paid Left out. Entered already: No. 1 Cora Zeiler.",
        "5 – · where from: Regen · not paid Left out. There is no name.",
        "Left out. “xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…” is too long",
        "7 Eva Lang · not paid New",
        "Take 3 in, leave 4 out",
    ):
        assert line in seen
    paster.takes(paster.looks(text))
    assert sorted(names(event)) == ["Cora Zeiler", "Dirk Gruber", "Eva Lang", "Jörg Müller"]


def test_whoever_is_alike_is_asked_about_and_nothing_is_kept_before(
    paster: Paster, event: Event
) -> None:
    known = Player.objects.create(club=event.club, name="Jörg Müller", home="Regen")
    preview = paster.looks("Joerg Muler\nBen Maier")
    assert "Line 1 Joerg Muler Is it the same person? Jörg Müller · Regen" in words_of(preview)
    refused = paster.takes(preview)
    assert refused.status_code == 422
    assert "Line 1: say whether it is the same person." in words_of(refused)
    assert not event.entries.exists()
    paster.takes(refused, **{"who-1-0": str(known.pk)})
    assert Member.objects.get(entry__name="Jörg Müller").player == known
    assert sorted(names(event)) == ["Ben Maier", "Jörg Müller"]


def test_somebody_else_is_a_new_player(paster: Paster, event: Event) -> None:
    Player.objects.create(club=event.club, name="Jörg Müller", home="Regen")
    paster.takes(paster.looks("Jörg Müler;Zwiesel"), **{"who-1-0": "new"})
    assert Player.objects.get(home="Zwiesel").name == "Jörg Müler"


def test_whoever_pasted_paid_has_paid_at_the_door(paster: Paster, event: Event) -> None:
    preview = paster.looks("Otto One, paid\nOtto Two; paid\nOtto Three; Regen")
    seen = words_of(preview)
    assert "2 paid, of these The fee is 10." in seen
    assert "1 Otto One · paid New 2 Otto Two · paid New" in seen
    assert "3 Otto Three · where from: Regen · not paid New" in seen
    paster.takes(preview)
    paid = dict(event.entries.values_list("name", "is_paid"))
    assert paid == {"Otto One": True, "Otto Two": True, "Otto Three": False}
    assert not Player.objects.filter(home="paid").exists()
    door = words_of(paster.client.get(reverse("door", args=[event.pk])))
    assert "Otto One paid" in door


def test_what_may_mean_paid_is_asked_and_nothing_is_kept_before(
    paster: Paster, event: Event
) -> None:
    preview = paster.looks("Otto One, 5 €\nOtto Two;Regen;1\nOtto Three;Regen;Rot;later")
    assert "Line 1 Otto One “5 €”: is the fee paid?" in words_of(preview)
    assert "1 Otto One · “5 €”: paid? To be answered" in words_of(preview)
    refused = paster.takes(preview, **{"who-1-paid": "unpaid", "who-3-paid": "neither"})
    assert refused.status_code == 422
    assert "Line 2: say whether the fee is paid." in words_of(refused)
    refused = paster.takes(refused, **{"who-2-paid": "neither"})
    assert "Line 3: say whether the fee is paid." in words_of(refused)
    paster.takes(refused, **{"who-3-paid": "paid"})
    kept = {entry.name: (entry.is_paid, entry.team) for entry in event.entries.all()}
    assert kept == {"Otto One": (False, ""), "Otto Two": (False, "1"), "Otto Three": (True, "Rot")}
    assert Player.objects.get(name="Otto One").home == ""


def test_less_than_the_fee_may_be_a_part_of_it_and_is_asked(paster: Paster, event: Event) -> None:
    preview = paster.looks("Otto One, 5 €\nOtto Two; Regen; 12 €\nOtto Three, 2.50 €\nOtto Four")
    words = words_of(preview)
    assert "“5 €”: is the fee paid? Paid 5 of 10 paid Not paid" in words
    assert "“12 €”: is the fee paid? Paid Not paid" in words
    assert "2.50 of 10 paid" in words
    answers = {"who-1-paid": "part", "who-2-paid": "part", "who-3-paid": "unpaid"}
    refused = paster.takes(preview, **answers)
    assert "Line 2: say whether the fee is paid." in words_of(refused)
    assert "1 Otto One · 5 of 10 paid New" in words_of(refused)
    assert not event.entries.exists()
    paster.takes(refused, **{"who-2-paid": "paid"})
    kept = event.cash.values_list("kind", "amount", "entry__name", "who")
    assert list(kept) == [("part", 500, "Otto One", "Dora")]
    assert dict(event.entries.values_list("name", "is_paid")) == {
        "Otto One": False,
        "Otto Two": True,
        "Otto Three": False,
        "Otto Four": False,
    }
    assert Player.objects.get(name="Otto One").home == ""
    assert "5 of 10 paid" in words_of(paster.client.get(reverse("door", args=[event.pk])))


def test_where_nothing_is_paid_nobody_is_asked_about_it(
    director: Client, new_event: Callable[..., Event]
) -> None:
    event = new_event()
    paster = Paster(director, reverse("paste_entries", args=[event.pk]))
    paster.takes(paster.looks("Otto One;Regen;Rot;later\nOtto Two, 1"))
    assert names(event) == ["Otto One", "Otto Two"]


def test_two_lines_that_mean_one_player_enter_him_once(paster: Paster, event: Event) -> None:
    known = Player.objects.create(club=event.club, name="Jörg Müller")
    preview = paster.looks("Jörg Müller\nJörg Müler")
    after = paster.takes(preview, **{"who-2-0": str(known.pk)})
    assert "Entries: 1. New to the club: 0." in words_of(after)
    assert event.entries.count() == 1


def test_more_questions_than_fit_a_page_are_asked_page_by_page(
    paster: Paster, event: Event
) -> None:
    people = [
        Player(club=event.club, name=f"Anna Huberin{chr(97 + at // 26)}{chr(97 + at % 26)}xq")
        for at in range(130)
    ]
    Player.objects.bulk_create(people)
    text = "\n".join(f"A. {player.name.split()[1]}" for player in people)
    response = paster.looks(text)
    for _page in range(3):
        chips = FormReader(response.content.decode()).chips
        asked = {name: "new" for name in chips if name.startswith("who-")}
        assert len(asked) <= 60
        response = paster.takes(response, **asked)
    assert event.entries.count() == 130


def test_what_is_beyond_the_places_waits(director: Client, new_event: Callable[..., Event]) -> None:
    event = new_event(capacity=2)
    paster = Paster(director, reverse("paste_entries", args=[event.pk]))
    preview = paster.looks("Anna Huber\nBen Maier\nCora Zeiler")
    assert "1 more than there are places: the last ones go to the waiting list" in words_of(preview)
    paster.takes(preview)
    assert [entry.status for entry in event.entries.order_by("pk")] == [
        Entry.REGISTERED,
        Entry.REGISTERED,
        Entry.WAITING,
    ]


def test_a_club_night_is_there_at_once(paster: Paster, event: Event) -> None:
    paster.takes(paster.looks("Anna Huber\nBen Maier\nCora Zeiler"), arrive="on")
    numbers = dict(event.entries.values_list("name", "number"))
    assert numbers == {"Anna Huber": 1, "Ben Maier": 2, "Cora Zeiler": 3}
    event.refresh_from_db()
    assert event.next_number == 4


def test_a_file_is_read_with_its_mark_and_its_umlauts(paster: Paster, event: Event) -> None:
    file = SimpleUploadedFile("list.csv", "\ufeffName;Ort\nJörg Müller;Zwiesel\n".encode())
    paster.takes(paster.looks(file=file))
    assert names(event) == ["Jörg Müller"]


def test_a_file_in_another_alphabet_is_refused_in_words(paster: Paster) -> None:
    file = SimpleUploadedFile("list.csv", "Jörg Müller".encode("latin-1"))
    response = paster.looks(file=file)
    assert response.status_code == 422
    assert "Save it as “CSV UTF-8” and try again." in words_of(response)


@pytest.mark.parametrize("text", ["", "  \n "])
def test_nothing_is_no_list(paster: Paster, text: str) -> None:
    response = paster.looks(text)
    assert response.status_code == 422
    assert "Paste the list here, or choose a file." in words_of(response)


def test_headings_alone_are_nobody(paster: Paster) -> None:
    assert "There is nobody in this list." in words_of(paster.looks("Name;Ort"))


def test_too_many_lines_are_refused(paster: Paster) -> None:
    response = paster.looks("\n".join(f"Anna {at}" for at in range(1_001)))
    assert response.status_code == 422
    assert "At most 1000 lines at once." in words_of(response)


def test_pairs_are_taken_in(director: Client, new_event: Callable[..., Event]) -> None:
    event = new_event(unit="pair", size=2, odd="bye")
    paster = Paster(director, reverse("paste_entries", args=[event.pk]))
    paster.takes(paster.looks("Anna Huber / Ben Maier\nCora Zeiler / Dirk Gruber"))
    assert names(event) == ["Anna Huber / Ben Maier", "Cora Zeiler / Dirk Gruber"]
    assert Member.objects.filter(place=1).count() == 2


def test_a_list_only_for_the_club_twice_adds_nobody_twice(director: Client, club: Club) -> None:
    paster = Paster(director, reverse("paste_players", args=[club.pk]))
    text = "Anna Huber;Regen\nBen Maier"
    assert "New in the list: 2." in words_of(paster.takes(paster.looks(text)))
    again = words_of(paster.takes(paster.looks(text)))
    assert "New in the list: 0. In it already: 2." in again
    assert Player.objects.count() == 2


def test_a_thousand_lines_beside_five_thousand_players(
    paster: Paster, event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    first = ("Anna", "Ben", "Cora", "Dirk", "Eva", "Franz", "Georg", "Hans", "Ida", "Jörg")
    middle = [f"{a}{b}{c}" for a in "bdfglmnrst" for b in "aeiou" for c in "bdfglmnrst"]
    everybody = [f"{one} {word.title()}{word}huber" for word in middle for one in first]
    Player.objects.bulk_create(Player(club=event.club, name=name) for name in everybody)
    text = "\n".join(f"{name};Regen" for name in everybody[::5])
    with django_assert_max_num_queries(12):
        preview = paster.looks(text)
    began = time.process_time()  # whatever else the machine does
    with django_assert_max_num_queries(60):  # SQLite takes rows in by the fifty
        paster.takes(preview)
    assert time.process_time() - began < 10
    assert event.entries.count() == 1_000
    assert Player.objects.count() == 5_000
