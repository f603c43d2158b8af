"""What is found in the source, and how it comes into the files of a language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from babel.messages import Catalog

from project_tools.messages import (
    Translations,
    brought_up_to_date,
    compiled,
    edited,
    messages_in,
    missing,
)
from project_tools.pieces import hand_out, in_doubt, take

PYTHON = """
from django.utils.translation import gettext as _, ngettext
print(_("One "
        "sentence"), f"{1}")
# Translators: the place in a ranking
_p("ranking", "Place")
_n("%(count)s Laufender", "%(count)s Laufende", by="count")
_p("skat", "Hand"), npgettext("table", "hand", "hands", 2)
# The next is said to nobody.
ngettext("card", "cards", 2), gettext_lazy("lazy"), other("not this")
"""
TEMPLATE = """
      <p title="{% translate "It's here" %}">don't</p>
  {# Translators: on a button #}
  {% translate "Open" context "verb" %}
{% blocktranslate trimmed count n=hands context "of an evening" %}
    {{ n }} hand of 100 %
{% plural %}
    {{ n }} hands
{% endblocktranslate %} {{ thing|default:_("none") }}
"""


def found(tmp_path: Path, name: str, text: str) -> list[tuple[object, ...]]:
    path = tmp_path / name
    path.write_text(text)
    return [found for _line, *found in messages_in(path)]  # type: ignore[misc]


def test_python(tmp_path: Path) -> None:
    assert found(tmp_path, "some.py", PYTHON) == [
        ["One sentence", [], None],
        ["Place", ["the place in a ranking"], "ranking"],
        [("%(count)s Laufender", "%(count)s Laufende"), [], None],
        ["Hand", [], "skat"],
        [("hand", "hands"), [], "table"],
        [("card", "cards"), [], None],
        ["lazy", [], None],
    ]


def test_a_template(tmp_path: Path) -> None:
    assert found(tmp_path, "some.html", TEMPLATE) == [
        ["It's here", [], None],
        ["Open", ["on a button"], "verb"],
        [("%(n)s hand of 100 %%", "%(n)s hands"), [], "of an evening"],
        ["none", [], None],
    ]


@pytest.fixture
def some() -> Catalog:
    catalog = Catalog()
    catalog.add("Hand", locations=[("sheets/a.py", 1)])
    catalog.add("Hand", locations=[("scoring/b.py", 1)], context="skat")
    catalog.add(("%(n)s hand", "%(n)s hands"), locations=[("scoring/c.py", 1)])
    return catalog


def test_what_is_known_stays_and_what_nobody_says_goes(some: Catalog) -> None:
    known = Catalog("de")
    known.add("Hand", "Spiel", user_comments=["as the federation says"])
    known.add("Hands", "Spiele")
    found = brought_up_to_date("de", some, known)
    assert [(each.id, each.context, each.string) for each in found if each.id] == [
        ("Hand", None, "Spiel"),
        ("Hand", "skat", ""),
        (("%(n)s hand", "%(n)s hands"), None, ("", "")),
    ]
    assert b"as the federation says" in edited(found)
    assert [each.context for each in missing(found)] == ["skat", None]


def test_what_was_guessed_is_not_taken(some: Catalog) -> None:
    known = Catalog("de")
    known.add("Hand", "Spiel", flags=["fuzzy"])
    known.add(("%(n)s hand", "%(n)s deals"), ("%(n)s Spiel", "%(n)s Spiele"))
    assert len(missing(brought_up_to_date("de", some, known))) == 3


def test_a_piece_goes_to_a_translator_and_comes_back(some: Catalog, tmp_path: Path) -> None:
    translations = {"de": brought_up_to_date("de", some, Catalog("de"))}
    file = tmp_path / "piece.jsonl"
    hand_out(translations["de"], ["scoring"], file)
    assert file.read_text().splitlines() == [
        '{"language": "de", "msgctxt": "skat", "msgid": "Hand", "files": ["scoring/b.py"], '
        '"msgstr": ""}',
        '{"language": "de", "msgid": "%(n)s hand", "msgid_plural": "%(n)s hands", '
        '"files": ["scoring/c.py"], "flags": ["python-format"], "msgstr": ["", ""]}',
    ]
    filled = file.read_text().replace('["", ""]', '["%(n)s Spiel", "%(n)s Spiele"]')
    file.write_text(filled)
    assert take(file, translations) == []
    assert [each.context for each in missing(translations["de"])] == [None, "skat"]


def line(msgid: str, msgstr: str | list[str], **more: object) -> str:
    return json.dumps({"language": "de", "msgid": msgid, "msgstr": msgstr} | more)


def test_what_cannot_be_taken_is_said(some: Catalog, tmp_path: Path) -> None:
    translations = {"de": brought_up_to_date("de", some, Catalog("de"))}
    file = tmp_path / "piece.jsonl"
    lines = (
        line("Deal", "Geben"),
        line("%(n)s hand", "%(n)s Spiel", msgid_plural="%(n)s hands"),
        line("%(n)s hand", ["%(n)s Spiel", "%(m)s Spiele"], msgid_plural="%(n)s hands"),
        "{",
        line("Hand", "Blatt"),
        line("Hand", "Hand", msgctxt="skat", without=["hand", "Hand", "ending"], unsure=True),
    )
    file.write_text("\n".join(lines))
    assert [sentence.split(":", 2)[1:] for sentence in take(file, translations)] == [
        ["1", " 'Deal': nobody says this any more."],
        ["2", " '%(n)s hand': a plural needs its two forms, all else has one."],
        ["3", " '%(n)s hand': places: the places to be filled in differ: '%(m)s Spiele'"],
        ["4", " Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"],
        ["5", " 'Hand': hand: '(?<!bei)spiel' is not in 'Blatt'"],
    ]
    [taken] = [each for each in translations["de"] if each.id and each.string == "Hand"]
    assert taken.user_comments == ["unsure", "without: hand, Hand"]


def test_what_its_translator_doubts_is_read_page_by_page() -> None:
    """A native reader goes through it; what is sure, or read already, is not there."""
    catalog = Catalog("et")
    for msgid, string, page, context, doubts in (
        ("Place", "Koht", "tournaments/b.py", "where", ["unsure"]),
        ("Hand", "Jaotus", "scoring/a.py", None, []),
        (("card", "cards"), ("kaart", "kaarti"), "scoring/a.py", None, ["without: x", "unsure"]),
        ("Ranking", "Seis", "tournaments/b.py", None, ["unsure"]),
    ):
        catalog.add(msgid, string, [(page, 1)], user_comments=doubts, context=context)
    assert "\n".join(in_doubt(catalog)).split("\n") == [
        "",
        "scoring/a.py",
        "  card | cards",
        "  = kaart | kaarti",
        "",
        "tournaments/b.py",
        "  Place [where]",
        "  = Koht",
        "  Ranking",
        "  = Seis",
    ]


def test_what_is_not_whole_is_said_in_english() -> None:
    translations = Translations("de")
    translations.add(("card", "cards"), ("Karte", ""))
    assert compiled(translations) == compiled(Translations("de"))
