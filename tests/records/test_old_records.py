"""Old records come in from lists and files, are counted, taken back as a whole and brought back."""

from __future__ import annotations

import json
import re
from collections import Counter
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.answers import Answer
from tests.records.club_evenings import THREE, WON, counts_right, evening
from tests.tables.conftest import FormReader, words_of
from tournaments.models import (
    Club,
    KeptEvening,
    MonthTally,
    OldImport,
    Player,
    SheetTally,
    Table,
    YearTally,
)
from tournaments.records.services.old_imports import carry_on

pytestmark = pytest.mark.django_db

NOTEBOOK = """Datum;Spieler;Punkte;Spiele;Anlass
3.11.2016;Anna;+12;24;
3.11.2016;Bert Huber;−4;24;
3.11.2016;Gast;-8;24;
3.11.2016;ANNA;5;24;
31.11.2016;Anna;4;24;
10.11.2016;Anna;7;;Martini
10.11.2016;Bertl Huber;zwei;;Martini
10.11.2016;Hubre Bert;-7;;Martini
"""
HEADLESS = "2017-01-05,Anna,3\n2017-01-05,Bert Huber,-3\n"
SHEETS = [
    {
        "day": "2015-05-01",
        "ruleset": THREE,
        "names": ["Anna", "Bert Huber", "Cora"],
        "hands": [WON],
    },
    {
        "day": "2.5.2015",
        "title": "May",
        "names": ["Cora", "Anna", "Bert Huber"],
        "hands": [WON, WON],
    },
    {"day": "2015-05-03", "names": ["A", "B", "C"], "hands": [{"picker": 7}]},
    {"names": ["A", "B", "C"], "hands": [WON]},
]


@pytest.fixture(autouse=True)
def known(club: Club) -> None:
    Player.objects.bulk_create(Player(club=club, name=name) for name in ("Anna", "Bert Huber"))


def sends(client: Client, club: Club, content: str | bytes, ruleset: str = THREE) -> Answer:
    """The answer to a file, or to a text that is typed."""
    address = reverse("old_records", args=[club.pk])
    form = FormReader(client.get(address).content.decode()).sent_to(address) | {"ruleset": ruleset}
    if isinstance(content, bytes):
        return client.post(address, form | {"file": SimpleUploadedFile("2016.csv", content)})
    return client.post(address, form | {"text": content})


def deed(client: Client, club: Club, name: str, **typed: str) -> Answer:
    """Send the form with that name on the page of the latest file, with what is typed."""
    key = OldImport.objects.latest("pk").pk
    address = reverse(name, args=[club.pk, key])
    page = client.get(reverse("old_import", args=[club.pk, key])).content.decode()
    return client.post(address, FormReader(page).sent_to(address) | typed)


def sums(club: Club) -> dict[str, tuple[int, int, int]]:
    """By name the sheets, hands and points of everybody in the record book."""
    found: dict[str, Counter[str]] = {}
    for year in YearTally.objects.filter(club=club, sheets__gt=0).select_related("player"):
        sums = Counter(sheets=year.sheets, hands=year.hands, points=year.points)
        total = found.setdefault(year.player.name, Counter())
        for name, figure in sums.items():
            total[name] += figure
    return {who: (f["sheets"], f["hands"], f["points"]) for who, f in found.items()}


def test_a_notebook_is_looked_at_before_anything_is_taken_in(club: Club, director: Client) -> None:
    sent = sends(director, club, NOTEBOOK.replace("−", "-").encode("cp1252"))
    words = words_of(director.get(sent["Location"]))
    assert "2 lines are left out" not in words
    assert "3 lines are left out" in words
    for sentence in (
        "5 ANNA stands on this evening already, in line 2.",
        "6 There is no 31.11.2016 in any calendar.",
        "8 “zwei” is no whole number of points.",
        "3 Nov 2016 – 10 Nov 2016",
        "2 names are those of players of the club",
        "2 names mean nobody yet",
    ):
        assert sentence in words
    assert not Table.objects.exists()
    bert = Player.objects.get(name="Bert Huber")
    page = director.get(sent["Location"]).content.decode()
    assert f'<option value="{bert.pk}"' in page.split('value="Hubre Bert"')[1]  # proposed
    who = who_is_hubre(director, club)
    refused = deed(director, club, "take_old", **{f"else-{who}": "Nobody at all"})
    assert refused.status_code == 422
    assert "Nobody in the list is called “Nobody at all”." in words_of(refused)
    open_still = words_of(deed(director, club, "take_old"))
    assert "Is this Bert Huber? Choose, or say that it is somebody new." in open_still
    assert not Table.objects.exists()


def who_is_hubre(client: Client, club: Club) -> str:
    """The number of the row that asks who Hubre Bert is."""
    address = reverse("old_import", args=[club.pk, OldImport.objects.get().pk])
    fields = FormReader(client.get(address).content.decode()).sent_to(f"{address}take/")
    return next(key[5:] for key, name in fields.items() if name == "Hubre Bert")


def takes_notebook(client: Client, club: Club) -> Answer:
    """Take the notebook in, in which Hubre Bert is the Bert whom the club knows."""
    bert = Player.objects.get(name="Bert Huber")
    sends(client, club, NOTEBOOK)
    return deed(client, club, "take_old", **{f"who-{who_is_hubre(client, club)}": str(bert.pk)})


IN_NOTEBOOK = {"Anna": (2, 24, 19), "Bert Huber": (2, 24, -11), "Gast": (1, 24, -8)}


def test_a_notebook_is_counted_as_its_totals(club: Club, director: Client) -> None:
    taken = takes_notebook(director, club)
    assert sums(club) == IN_NOTEBOOK
    anna = YearTally.objects.get(player__name="Anna")
    assert anna.figures == {
        "paper.hands": 24,
        "paper.points": 12,
        "totals.evenings": 1,
        "totals.points": 7,
    }
    month = MonthTally.objects.get(sheets__gt=0)
    assert (month.sheets, month.hands) == (2, 24)  # three persons play a hand
    counts_right(club)
    call_command("recompute", "--check")
    assert "All 2 evenings count." in words_of(director.get(taken["Location"]))
    page = words_of(director.get(reverse("record_player", args=[club.pk, anna.player_id])))
    assert "+19" in page


WITH_SUMS = """Date;Name;Points;Hands
3.11.2016;Anna;12;24
3.11.2016;Bert Huber;-4;24
3.11.2016;Gast;-8;24
3.11.2016;Total;0;72
10.11.2016;Anna;7;20
10.11.2016;Bert Huber;-7;20
10.11.2016;Total;0;40
11.11.2016;Total;5;40
"""


def test_a_line_of_sums_is_nobody(club: Club, director: Client) -> None:
    """It is proposed to leave the name out; an evening with nobody else in it is none."""
    sends(director, club, WITH_SUMS)
    key = OldImport.objects.get().pk
    page = director.get(reverse("old_import", args=[club.pk, key])).content.decode()
    assert page.count("leave this name out") == 2  # of Total and of Gast
    chosen = re.findall(r'<option value="(\w+)" selected>\s*nobody: leave this name out', page)
    assert chosen == ["out"]
    fields = FormReader(page).sent_to(reverse("take_old", args=[club.pk, key]))
    total = next(name[5:] for name, value in fields.items() if value == "Total")
    assert deed(director, club, "take_old", **{f"who-{total}": "out"}).status_code == 302
    assert sums(club) == {"Anna": (2, 44, 19), "Bert Huber": (2, 44, -11), "Gast": (1, 24, -8)}
    assert not Player.objects.filter(name="Total").exists()
    assert OldImport.objects.get().evening_count == 2
    with_hands = Table.objects.order_by("opened_at")
    assert with_hands.count() == 2


def test_a_notebook_is_taken_back_as_a_whole_and_brought_back(club: Club, director: Client) -> None:
    taken = takes_notebook(director, club)
    lost = deed(director, club, "old_back", reason=" ")
    assert lost.status_code == 422
    assert "Say why" in words_of(lost)
    evening = KeptEvening.objects.order_by("-place")[0].table
    assert evening is not None
    watched = Client().get(reverse("public_table", args=[evening.pk]))
    assert "Hubre" not in words_of(Client().get(watched["Location"]))
    assert "Martini" in words_of(Client().get(watched["Location"]))
    deed(director, club, "old_back", reason="Two notebooks mixed up")
    assert sums(club) == {}
    assert not SheetTally.objects.exists()
    assert Client().get(watched["Location"]).status_code == 404
    words = words_of(director.get(taken["Location"]))
    assert "All 2 evenings are taken back" in words
    assert "Two notebooks mixed up" in words
    counts_right(club)
    deed(director, club, "old_again")
    assert sums(club) == IN_NOTEBOOK
    counts_right(club)


def test_the_same_text_again_and_a_list_without_heads(club: Club, director: Client) -> None:
    first = sends(director, club, HEADLESS)
    assert "Which column is what?" in words_of(director.get(first["Location"]))
    half = deed(director, club, "old_columns", **{"column-0": "day", "column-1": "who"})
    assert "No column yet for: Points." in words_of(half)
    deed(
        director,
        club,
        "old_columns",
        **{"column-0": "day", "column-1": "who", "column-2": "points"},
    )
    deed(director, club, "take_old")
    assert sums(club) == {"Anna": (1, 0, 3), "Bert Huber": (1, 0, -3)}
    players = reverse("record_players", args=[club.pk])
    for query in ("", f"?ruleset={THREE}", f"?ruleset={THREE}&sort=-per_hand"):
        assert director.get(players + query).status_code == 200
    for player in Player.objects.all():
        address = reverse("record_player", args=[club.pk, player.pk])
        assert director.get(address).status_code == 200
    again = sends(director, club, HEADLESS.replace("\n", "\r\n"))
    said = {f"column-{place}": one for place, one in enumerate(("day", "who", "points"))}
    mended = deed(director, club, "old_columns", **said)
    words = words_of(director.get(mended["Location"]))
    assert "This very file was taken in already and counts." in words
    assert "would count twice: 5 Jan 2017" in words
    address = reverse("take_old", args=[club.pk, OldImport.objects.latest("pk").pk])
    forced = director.post(address, {"submission": str(uuid4()), "seen_version": "0"})
    assert "This very file counts already" in words_of(forced)
    mended = deed(director, club, "old_text", text="Day,Who,Points\n", deed="mend")
    assert mended["Location"] == again["Location"]
    deed(director, club, "old_text", deed="drop")
    assert OldImport.objects.count() == 1


def test_sheets_with_hands_stop_in_the_middle_and_go_on(
    club: Club, director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(club, "Anna", "Bert Huber", "Guest")
    before = sums(club)
    sent = sends(director, club, json.dumps(SHEETS).encode())
    words = words_of(director.get(sent["Location"]))
    assert "2 lines are left out" in words
    assert "Hand 1:" in words
    assert "The record has no “day”" in words
    monkeypatch.setattr("tournaments.records.services.old_imports.A_WHILE", 0)
    deed(director, club, "take_old", others="yes")
    imported = OldImport.objects.get()
    assert not bytes(imported.packed)
    while carry_on(imported, most=1):
        assert carry_on(imported, most=0) == 1
    assert sums(club) == {
        "Anna": (3, 4, 2 + 2 - 2),
        "Bert Huber": (3, 4, -1 - 1 - 2),
        "Cora": (2, 3, 3),
    }
    tables = Table.objects.filter(kept_evening__isnull=False).order_by("opened_at")
    assert [table.ended_at.date().isoformat() for table in tables if table.ended_at] == [
        "2015-05-01",
        "2015-05-02",
    ]
    assert not tables.filter(is_totals=True).exists()
    counts_right(club)
    assert director.get(reverse("public_table", args=[tables[0].pk])).status_code == 200
    home = words_of(Client().get(reverse("home")))
    assert "Cora" not in home
    deed(director, club, "old_back", reason="Not ours")
    while carry_on(imported):
        pass
    assert sums(club) == before
    counts_right(club)


def test_the_page_is_shown_anew_as_soon_as_all_evenings_have_followed(
    club: Club, director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    sends(director, club, json.dumps(SHEETS).encode())
    monkeypatch.setattr("tournaments.records.services.old_imports.A_WHILE", 0)
    deed(director, club, "take_old", others="yes")
    on = reverse("old_goes_on", args=[club.pk, OldImport.objects.get().pk])
    answers = [director.post(on, headers={"hx-request": "true"}) for _time in range(2)]
    assert [answer.headers.get("HX-Refresh") for answer in answers][-1] == "true"


def test_a_file_that_says_what_was_played_asks_for_no_game(club: Club, director: Client) -> None:
    sent = sends(director, club, json.dumps(SHEETS[:2]), ruleset="")
    words = words_of(director.get(sent["Location"]))
    assert "It is not said what was played: choose it" in words  # of the second one
    assert "Take 1 evening in" in words
    deed(director, club, "old_columns", ruleset=THREE)
    assert "Take 2 evenings in" in words_of(director.get(sent["Location"]))
    sends(director, club, "Day;Who;Points\n2017-01-05;Anna;3\n", ruleset="")
    words = words_of(
        director.get(reverse("old_import", args=[club.pk, OldImport.objects.latest("pk").pk]))
    )
    assert "It is not said what was played: choose it" in words


def test_what_cannot_be_read_is_refused_at_its_field(
    club: Club, director: Client, other_director: Client, stranger: Client
) -> None:
    for content, sentence in (
        (b"", "Choose a file, or put its text into the box."),
        (b"day\0who", "This file is no text."),
        (b"x" * 2_000_001, "This file is larger than 2 MB."),
    ):
        answer = sends(director, club, content)
        assert answer.status_code == 422
        assert sentence in words_of(answer)
    typed = sends(director, club, "x" * 200_001)
    assert "Paste at most 200000 letters" in words_of(typed)
    long = "Day;Who;Points\n" + "2016-11-03;Anna;1\n" * 5_001
    sent = sends(director, club, long.encode())
    assert "There are 5001 lines in it." in words_of(director.get(sent["Location"]))
    broken = sends(director, club, '[{"day": "2016-11-03",\n oops}]')
    assert "From line 2, sign 2 on this is no JSON." in words_of(director.get(broken["Location"]))
    for name, args in (("old_records", []), ("old_import", [OldImport.objects.earliest("pk").pk])):
        address = reverse(name, args=[club.pk, *args])
        assert other_director.get(address).status_code == 404
        assert stranger.get(address).status_code == 302
