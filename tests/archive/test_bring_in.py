"""Bringing an event in on its page and by command: looked at first, then all of it or nothing."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests.answers import Answer
from tests.archive.archives import brought, changed, forget_everything, set_value, taken
from tests.events.conftest import signs_in
from tests.events.played import plays
from tests.tables.conftest import FormReader, words_of
from tournaments.archive.reading import BadFile
from tournaments.events.standings.queries.final import final_rows
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Club, Event, EventUpload, Member, Player


@pytest.fixture
def raw(new_event: Callable[..., Event], by: Author) -> bytes:
    """The file of a day in an installation that is empty now, but for its accounts."""
    event = new_event(entries=8, hands=4, rounds=1)
    plays(event, by)
    found = taken(event)
    forget_everything()
    return found


@pytest.fixture
def home(raw: bytes) -> Club:
    return Club.objects.create(name="The new club")


@pytest.fixture
def dora(home: Club) -> Client:
    return signs_in("Doris", home)


def sends(client: Client, club: Club, raw: bytes) -> Answer:
    address = reverse("bring_event_in", args=[club.pk])
    form = FormReader(client.get(address).content.decode()).sent_to(address)
    file = SimpleUploadedFile("event.json", raw, "application/json")
    return client.post(address, form | {"file": file})


def looks_at(client: Client, address: str) -> dict[str, str]:
    """The form of the preview, which is sent to its own address."""
    page = client.get(address).content.decode()
    form_token = FormReader(page).sent_to("")
    return {name: form_token[name] for name in ("submission", "seen_version")}


def test_looked_at_and_brought_in(raw: bytes, home: Club, dora: Client) -> None:
    sent = sends(dora, home, raw)
    assert sent.status_code == 302
    words = words_of(dora.get(sent["Location"]))
    assert "Thursday cup" in words
    assert "8 persons are new and become players of the club" in words
    assert "The event is published" in words
    assert not Event.objects.exists()
    form = looks_at(dora, sent["Location"])
    done = dora.post(sent["Location"], form | {"deed": "take"})
    event = Event.objects.get()
    assert done["Location"] == reverse("desk", args=[event.pk])
    assert event.club == home
    assert len(final_rows(event_standing(event))) == 8
    assert not bytes(EventUpload.objects.get().packed)
    for again in (dora.get(sent["Location"]), dora.post(sent["Location"], form | {"deed": "take"})):
        assert again["Location"] == done["Location"]
    assert Event.objects.count() == 1


def test_the_history_says_that_it_was_brought_in_and_its_file_does_not(
    raw: bytes, home: Club, dora: Client
) -> None:
    sent = sends(dora, home, raw)
    dora.post(sent["Location"], looks_at(dora, sent["Location"]) | {"deed": "take"})
    event = Event.objects.get()
    history = words_of(dora.get(reverse("history", args=[event.pk])))
    assert "The event was brought in from a file" in history
    assert event.changes.get(kind="brought_in").account == "Doris"
    assert taken(event) == raw


def test_the_same_file_again_is_refused_in_words(raw: bytes, home: Club, dora: Client) -> None:
    first = sends(dora, home, raw)
    dora.post(first["Location"], looks_at(dora, first["Location"]) | {"deed": "take"})
    again = sends(dora, home, raw)
    assert again.status_code == 422
    assert "This event is here already: Thursday cup (club: The new club)." in words_of(again)


def test_two_who_look_at_the_same_file(raw: bytes, home: Club, dora: Client) -> None:
    other = signs_in("Otto", home)
    first, second = (sends(client, home, raw)["Location"] for client in (dora, other))
    form = looks_at(other, second)
    dora.post(first, looks_at(dora, first) | {"deed": "take"})
    assert "cannot be brought in twice" in words_of(other.get(second))
    late = other.post(second, form | {"deed": "take"})
    assert late.status_code == 422
    assert "here already" in words_of(late)
    assert Event.objects.count() == 1


def test_left_alone(raw: bytes, home: Club, dora: Client) -> None:
    sent = sends(dora, home, raw)
    form = looks_at(dora, sent["Location"])
    dora.post(sent["Location"], form | {"deed": "drop"})
    assert not EventUpload.objects.exists()
    assert not Event.objects.exists()
    assert dora.get(sent["Location"]).status_code == 404


def test_what_is_wrong_is_said_at_the_form(raw: bytes, home: Club, dora: Client) -> None:
    for content, said in (
        (b"Anna;12", "cannot be read"),
        (b"", "This file is empty"),
        (raw[:-20], "cannot be read"),
        (changed(raw, set_value("Entry", 3, "name", 7)), "Entry, row 3"),
    ):
        answer = sends(dora, home, content)
        assert answer.status_code == 422
        assert said in words_of(answer)
    address = reverse("bring_event_in", args=[home.pk])
    form = FormReader(dora.get(address).content.decode()).sent_to(address)
    assert "Choose the file of an event." in words_of(dora.post(address, form))
    assert not EventUpload.objects.exists()


def test_figures_that_do_not_add_up_are_said_and_nothing_is_kept(
    raw: bytes, home: Club, dora: Client
) -> None:
    sent = sends(dora, home, changed(raw, set_value("Result", 1, "points", 100)))
    form = looks_at(dora, sent["Location"])
    answer = dora.post(sent["Location"], form | {"deed": "take"})
    assert answer.status_code == 422
    words = words_of(answer)
    assert "Table 1 in round 1: the results in the file are not what its sheet comes to" in words
    assert not Event.objects.exists()
    assert not Player.objects.exists()


def test_who_is_who(raw: bytes, home: Club, dora: Client) -> None:
    known = {name: Player.objects.create(club=home, name=name) for name in ("Anna 1", "Anna 2")}
    far = Player.objects.create(club=home, name="Anna 3", home="Regen")
    sent = sends(dora, home, raw)
    words = words_of(dora.get(sent["Location"]))
    assert "2 are players of the club already" in words
    assert "1 bears the name of a player of the club who is from another place" in words
    assert "the club’s: Regen" in words
    assert "5 persons are new" in words
    form = looks_at(dora, sent["Location"])
    dora.post(sent["Location"], form | {"deed": "take", "other": ["2", "3"]})
    players = {
        member.entry.name: member.player
        for member in Member.objects.select_related("entry", "player")
    }
    assert players["Anna 1"] == known["Anna 1"]
    assert players["Anna 2"] != known["Anna 2"]
    assert (players["Anna 2"].name, players["Anna 2"].home) == ("Anna 2", "Thursday cup")
    assert players["Anna 3"] != far
    assert players["Anna 3"].home == ""
    assert Player.objects.count() == 3 + 7


def test_a_file_of_another_club_is_not_mine(raw: bytes, home: Club, dora: Client) -> None:
    sent = sends(dora, home, raw)
    other = Club.objects.create(name="Harbour")
    otto = signs_in("Otto", other)
    assert otto.get(sent["Location"]).status_code == 404
    upload = EventUpload.objects.get()
    mine = reverse("bring_in_preview", args=[other.pk, upload.pk])
    assert otto.get(mine).status_code == 404


def test_only_the_last_file_is_kept(raw: bytes, home: Club, dora: Client) -> None:
    first = sends(dora, home, raw)
    second = sends(dora, home, raw)
    assert dora.get(first["Location"]).status_code == 404
    assert dora.get(second["Location"]).status_code == 200


def test_reached_from_the_page_of_the_club(raw: bytes, home: Club, dora: Client) -> None:
    page = dora.get(reverse("club", args=[home.pk])).content.decode()
    assert reverse("bring_event_in", args=[home.pk]) in page


def test_by_command(new_event: Callable[..., Event], by: Author, tmp_path: Path) -> None:
    event = new_event(entries=8, hands=4, rounds=1)
    plays(event, by)
    file, told = tmp_path / "cup.json", StringIO()
    call_command("export_event", str(event.pk), str(file), stdout=told, stderr=told)
    assert "“Thursday cup”: " in told.getvalue()
    assert "Result: 8" in told.getvalue()
    assert file.read_bytes() == taken(event)
    assert [path.name for path in tmp_path.iterdir()] == ["cup.json"]
    with pytest.raises(CommandError, match="is there already"):
        call_command("export_event", str(event.pk), str(file))
    with pytest.raises(CommandError, match="here already"):
        call_command("import_event", str(file), club="Elsewhere")
    assert not Club.objects.filter(name="Elsewhere").exists()
    forget_everything()
    told = StringIO()
    call_command("import_event", str(file), club="Elsewhere", stdout=told, stderr=StringIO())
    assert "8 persons (0 of them known by their names), 1 rounds" in told.getvalue()
    assert taken(Event.objects.get()) == file.read_bytes()


def test_a_command_that_cannot(db: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no event 99"):
        call_command("export_event", "99", str(tmp_path / "a.json"))
    with pytest.raises(CommandError, match="No such file"):
        call_command("import_event", str(tmp_path / "a.json"), club="A")
    (tmp_path / "b.json").write_text("{}")
    with pytest.raises(CommandError, match="no event that was taken away"):
        call_command("import_event", str(tmp_path / "b.json"), club="A")
    assert not Club.objects.exists()


def test_everybody_new_by_command(
    new_event: Callable[..., Event], by: Author, tmp_path: Path
) -> None:
    event = new_event(entries=4, hands=4, rounds=1)
    file = tmp_path / "cup.json"
    file.write_bytes(taken(event))
    forget_everything()
    club = Club.objects.create(name="Elsewhere")
    Player.objects.create(club=club, name="Anna 1")
    call_command("import_event", str(file), "--club", "Elsewhere", "--all-new", stdout=StringIO())
    assert Player.objects.filter(name="Anna 1").count() == 2


def test_an_event_from_before_there_were_languages_speaks_that_of_its_new_club(raw: bytes) -> None:
    def forget_language(whole: dict[str, Any]) -> None:
        part = whole["parts"]["Event"]
        place = part["fields"].index("language")
        for row in (part["fields"], *part["rows"]):
            del row[place]

    club = Club.objects.create(name="Klubi", language="et")
    assert brought(changed(raw, forget_language), club).language == "et"


def test_an_event_keeps_its_language_wherever_it_goes(raw: bytes) -> None:
    german = changed(raw, set_value("Event", 1, "language", "de"))
    assert brought(german, Club.objects.create(name="Klubi", language="et")).language == "de"


def test_an_event_in_a_language_that_nobody_knows_is_refused(raw: bytes) -> None:
    foreign = changed(raw, set_value("Event", 1, "language", "fr"))
    with pytest.raises(BadFile, match="It must be one of: en, de, et"):
        brought(foreign)
