"""What forms have in common is made once, and each form still asks its own."""

from __future__ import annotations

from django.utils.translation import override

from sheets.forms import HandForm, form_for_coming_hand
from tests.sheets.test_great import sheet_of


def test_each_language_has_words_of_its_own() -> None:
    said = {}
    for language in ("en", "de", "en"):
        with override(language):
            form = form_for_coming_hand(sheet_of("schafkopf", players=4), None)
            said[language] = (form["contract"].label, form["contract"].subwidgets[0].choice_label)
    assert said["en"] == ("Spiel (contract)", "Rufspiel (called ace)")
    assert said["de"] == ("Spielart", "Rufspiel (Sauspiel)")


def test_two_forms_at_once_hold_what_was_said_in_each() -> None:
    sheet = sheet_of("sheepshead5-coins", players=5)
    setting = form_for_coming_hand(sheet, None).setting
    one, other = (HandForm(setting, {"picker": seat}) for seat in ("1", "2"))
    assert one.is_valid()
    assert other.is_valid()
    assert (one.record, other.record) == ({"picker": 1}, {"picker": 2})
    assert one["picker"].value() == "1"
    assert one.fields["picker"] is other.fields["picker"]


def test_other_house_rules_ask_otherwise() -> None:
    def names(**options: object) -> list[str]:
        sheet = sheet_of("sheepshead5-coins", players=5, **options)
        return [question.name for question in form_for_coming_hand(sheet, None).questions()]

    usual = names()
    assert "crack" not in usual
    assert "crack" in names(cracking="crack")
    assert names() == usual
