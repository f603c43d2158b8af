"""Whatever stands in a name is printed as it stands, and never obeyed."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from formats.event import EventSettings
from tests.paper.printed import bare, page_texts
from tournaments.events.check_in.queries.entries import StartLine
from tournaments.models import Club, Event
from tournaments.paper import printed
from tournaments.paper.parts import start_list_part
from tournaments.paper.sheets import Kind

MARKUP = "#$*_[]\\@<>`~=-+/'\"{}()&%^|.:;,!? "
LETTERS = "abcXYZ09äöüÄÖÜßõÕšŠžŽéłñ♣♠♥♦–’„“"
NAMES = st.text(st.sampled_from(MARKUP + LETTERS), max_size=40)


def an_event(title: str = "Cup") -> Event:
    event = Event(
        title=title,
        club=Club(name="Skat room"),
        ruleset="sheepshead4-cutthroat",
        settings=EventSettings().to_json(),
    )
    event.pk = 1
    return event


@settings(max_examples=40, deadline=None)
@given(st.lists(NAMES, min_size=1, max_size=4), NAMES)
def test_names_are_printed_as_they_stand(names: list[str], title: str) -> None:
    event = an_event(title or "Cup")
    lines = [StartLine(7, name, "", "", True, True, False) for name in names]
    columns = [
        [{"seat": str(nth + 1), "name": name, "number": "7"}] for nth, name in enumerate(names)
    ]
    kind = Kind.of(event, 1)
    sheet = kind.sheet(columns, len(names), 4, round="Round 1", table="1")
    pages = page_texts(printed(event, "Names", [start_list_part(lines), kind.part([sheet])]))
    assert len(pages) == 2
    for page in pages:
        ink = bare(page)
        assert bare(title) in ink
        for name in names:
            assert bare(name) in ink


def test_a_program_in_a_name_is_only_a_name() -> None:
    name = '#read("/etc/passwd") #panic("x")'
    event = an_event('#set page(width: 1mm); #include "main.typ"')
    part = start_list_part([StartLine(1, name, name, name, True, True, False)])
    (page,) = page_texts(printed(event, "Names", [part]))
    assert name in page
    assert event.title in page


def test_letters_that_no_font_has_spoil_nothing() -> None:
    part = start_list_part([StartLine(1, "李 🂡 Anna", "", "", True, True, False)])
    (page,) = page_texts(printed(an_event(), "Names", [part]))
    assert "Anna" in page
