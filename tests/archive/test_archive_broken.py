"""Files that are no event, or were changed: refused in a sentence, and nothing is kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoDbBlocker

from tests.archive.archives import brought, changed, forget_everything, set_value, taken
from tests.archive.test_archive import HAND
from tests.events.conftest import at_a_new_club, signs_in
from tests.events.played import keys, plays, starts
from tests.prepared import taken_back
from tournaments.archive.reading import BadFile, read_archive
from tournaments.archive.services import bring_in
from tournaments.events.standings.services import lock_final
from tournaments.models import MOST_BYTES, Author, Club, Entry, Event, Player, Round, Table
from tournaments.tables.services.hands import record_hand

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def file_of_a_day(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> bytes:
    """The file of a day that was played, once for all tests, and taken back."""
    with django_db_blocker.unblock(), taken_back():
        event = at_a_new_club()(entries=8, hands=4, rounds=2)
        by = Author(User.objects.get(), "Dora", "")
        plays(event, by, 1)
        keys(starts(event, by, 2).tables.get(number=1), by, 9, -3, -3, -3)
        return taken(event)


@pytest.fixture
def raw(file_of_a_day: bytes, db: None) -> bytes:
    """That file, in an installation that is empty."""
    return file_of_a_day


def is_refused(raw: bytes) -> str:
    """What is said about a file; nothing of it is kept."""
    club = Club.objects.create(name="The new club")
    with pytest.raises(BadFile) as refused:
        brought(raw, club)
    club.delete()
    for model in (Event, Entry, Player, Round, Table):
        assert not model.objects.exists()
    return " ".join(refused.value.sentences)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"\xff\xfe\x00", "cannot be read"),
        (b"Anna;12", "cannot be read"),
        (b"[" * 100_000, "cannot be read"),
        (b"[NaN]", "cannot be read"),
        (b"1" * 5_000, "cannot be read"),
        (b"[]", "no event that was taken away"),
        (b'{"ruleset":"sheepshead4"}', "no event that was taken away"),
        (b'{"format":"sheepfold event"}', "of which format"),
        (b'{"format":"sheepfold event","version":2}', "later version"),
        (b'{"format":"sheepfold event","version":1}', "missing in this file"),
        (b'{"format":"sheepfold event","version":1,"program":"","standing":[],'
         b'"parts":{"Event":3},"sha256":""}', "Event: There are no rows"),
    ],
)  # fmt: skip
@pytest.mark.django_db
def test_what_is_no_event(content: bytes, said: str) -> None:
    with pytest.raises(BadFile, match=said):
        read_archive(content)


def test_larger_than_any_event() -> None:
    with pytest.raises(BadFile, match="larger than 100 MB"):
        read_archive(b" " * (MOST_BYTES + 1))


def test_one_figure_changed_by_hand(raw: bytes) -> None:
    whole = json.loads(raw)
    set_value("Entry", 1, "name", "Somebody")(whole)
    assert "its checksum is another" in is_refused(json.dumps(whole).encode())


def test_written_with_other_blanks_it_is_the_same(raw: bytes) -> None:
    assert brought(json.dumps(json.loads(raw), indent=1, ensure_ascii=True).encode()).pk


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (set_value("Entry", 2, "name", "A" * 85), "Entry, row 2, “name”: It must be a text of at"),
        (set_value("Entry", 2, "name", 7), "Entry, row 2, “name”: It must be a text"),
        (set_value("Entry", 2, "name", "A\0"), "ordinary letters"),
        (set_value("Entry", 2, "status", "queen"), "It must be one of: registered"),
        (set_value("Entry", 2, "number", 2**31), "a whole number between 0 and"),
        (set_value("Entry", 2, "number", True), "a whole number between"),
        (set_value("Entry", 2, "number", 1), "exclude each other"),
        (set_value("Entry", 2, "number", 0), "Entry: There is a row in this file as none may be: "
         "The number is 1 or more"),
        (set_value("Entry", 2, "number", None), "Whoever is here has a start number"),
        (set_value("Entry", 2, "is_paid", 1), "true or false"),
        (set_value("Entry", 2, "groups", "Ladies"), "does not look as it should"),
        (set_value("Entry", 2, "registered_at", "yesterday"), "It must be a moment"),
        (set_value("Entry", 2, "event", 2), "There is no such row"),
        (set_value("Entry", 2, "event", None), "the number of a row"),
        (set_value("Event", 1, "ruleset", "poker"), "does not know the game “poker”"),
        (set_value("Event", 1, "submission", "12"), "the number of a form"),
        (set_value("Event", 1, "options", {"jokers": 3}), "Event, row 1, “options”"),
        (set_value("Event", 1, "settings", {"size": 0}), "The setting “size” is none"),
        (set_value("Event", 1, "settings", {"draws": []}), "The setting “draws” is none"),
        (set_value("Round", 1, "plan", {"tables": [[1, "x"]]}), "does not look as it should"),
        (set_value("Round", 1, "report", {"repeats": {}}), "The draws"),
        (set_value("Result", 1, "points", 100), "are not what its sheet comes to"),
        (set_value("Result", 1, "event_table", 3), "table is in another round"),
        (set_value("EventTable", 2, "table", 1), "belong to no table"),
        (set_value("TotalsVersion", 1, "record", {"points": [1]}), "does not fit together"),
        (set_value("TotalsVersion", 1, "record", {}), "does not fit together"),
        (set_value("Seat", 1, "points", 5), ": in the file 5, by the hands 0"),
        (lambda whole: whole["standing"].reverse(), "The standing in the file is another"),
        (lambda whole: whole["parts"].update(Spies={"fields": [], "rows": []}), "Spies: This"),
        (lambda whole: whole["parts"]["Seat"]["rows"][0].pop(), "Seat, row 1: There are not"),
        (lambda whole: whole["parts"]["Seat"]["fields"].__setitem__(0, "spy"), "the field “spy”"),
        (lambda whole: whole["parts"].pop("Event"), "not one event"),
        (lambda whole: whole["parts"]["Entry"].update(rows=[]), "There is no such row"),
    ],
)  # fmt: skip
def test_one_thing_wrong(raw: bytes, change: Change, said: str) -> None:
    assert said in is_refused(changed(raw, change))


@pytest.mark.parametrize(
    ("language", "number", "status"),
    [
        ("de", "Unter „number“ steht mindestens 1.", "Wer da ist, hat eine Startnummer."),
        ("et", "Väljal „number“ on vähemalt 1.", "Kohalolijal on number."),
    ],
)
def test_a_rule_of_the_database_speaks_the_language_of_the_reader(
    raw: bytes, language: str, number: str, status: str
) -> None:
    with translation.override(language):
        for value, said in ((0, number), (None, status)):
            words = is_refused(changed(raw, set_value("Entry", 2, "number", value)))
            assert words.endswith(f": {said}"), words


def test_too_deep(raw: bytes) -> None:
    deep: Any = 1
    for _ in range(20):
        deep = [deep]
    words = is_refused(changed(raw, set_value("Round", 1, "report", {"notes": deep})))
    assert "It goes too deep" in words


def test_a_hand_that_cannot_be(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(entries=4, hands=4, rounds=1, ruleset="sheepshead4-coins")
    table = starts(event, by).tables.get().table
    record_hand(table=table, record=HAND, by=Author(), submission=uuid4())
    raw = taken(event)
    forget_everything()
    change = set_value("HandVersion", 1, "record", HAND | {"picker_points": 500})
    assert "Table 1 in round 1, hand 1: " in is_refused(changed(raw, change))
    change = set_value("HandVersion", 1, "record", {"picker": [[]]})
    assert is_refused(changed(raw, change))


def test_a_final_list_that_is_not_what_was_played(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=4, hands=4, rounds=1)
    plays(event, by)
    lock_final(event=event, by=by, submission=uuid4())
    raw = taken(event)
    forget_everything()
    change = set_value("Round", 1, "report", {"final": {"1": [[1, 2, "5"]]}})
    assert "another than its fingerprint says" in is_refused(changed(raw, change))


def test_twice(raw: bytes) -> None:
    event = brought(raw)
    with pytest.raises(BadFile, match=r"here already: Thursday cup \(club: The new club"):
        bring_in(read_archive(raw), event.club)
    assert Event.objects.count() == 1


PAGES = (
    "desk", "door", "rounds", "event_tables", "history", "event_settings", "lock_final",
    "event", "event_seats", "event_rules", "event_csv", "take_workbook",
)  # fmt: skip
"""What must open whatever was brought in."""


def pages_open(event: Event) -> bool:
    """Whether all pages of an event are answered."""
    User.objects.filter(username="Doris").delete()
    doris = signs_in("Doris", event.club)
    for name in PAGES:
        answer = doris.get(reverse(name, args=[event.pk]))
        assert answer.status_code == 200, name
    return True


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whatever_one_value_becomes(raw: bytes, data: st.DataObject) -> None:
    """Either it is brought in, or a sentence says why not; never anything else."""
    whole = json.loads(raw)
    part = data.draw(st.sampled_from([name for name, p in whole["parts"].items() if p["rows"]]))
    rows = whole["parts"][part]
    number = data.draw(st.integers(1, len(rows["rows"])))
    field = data.draw(st.sampled_from(rows["fields"]))
    wrong = changed(raw, set_value(part, number, field, data.draw(JUNK)))
    try:
        event = brought(wrong)
    except BadFile as refused:
        is_said = all(refused.sentences) and not Event.objects.exists()
    else:
        is_said = bool(taken(event)) and pages_open(event)
    finally:
        forget_everything()
    assert is_said


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whatever_is_cut_out_of_it(raw: bytes, data: st.DataObject) -> None:
    begin = data.draw(st.integers(0, len(raw)))
    end = data.draw(st.integers(begin, len(raw)))
    try:
        read_archive(raw[:begin] + raw[end:])
    except BadFile as refused:
        is_right = all(refused.sentences)
    else:
        is_right = not raw[begin:end].strip()
    assert is_right
