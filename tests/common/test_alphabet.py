"""Lists from A to Z: each language has its letters where its readers look for them."""

from __future__ import annotations

from random import Random

import pytest
from django.utils import translation

from tournaments.common.names import initial, name_order
from tournaments.events.draw.queries.rounds import by_name
from tournaments.events.draw.queries.seatings import SeatedRound, Sitter

# What DIN 5007-1 gives as an example, and words of a dictionary of Estonian in its order.
IN_ORDER = {
    "de": "Arg Ärgerlich Arm Assistent Aßlar Assoziation Göbel Goethe Goldmann Göthe Götz",
    "et": "Aas Olev Saar Söödi Šmidt Zahharov Žukov Tamm Urb Vaher Weber Õun Ärm Ööbik Ülle Xenia",
    "en": "Angström Ångström Émile Emily Müller Muller-Zoe Žižka Zoe",
}


@pytest.mark.parametrize("language", IN_ORDER)
def test_each_language_has_its_order(language: str) -> None:
    names = IN_ORDER[language].split()
    mixed = Random(7).sample(names, len(names))
    assert sorted(mixed, key=lambda name: name_order(name, language)) == names
    with translation.override(language):
        assert sorted(mixed, key=name_order) == names


def test_a_mark_may_stand_behind_its_letter() -> None:
    assert name_order("O\u0303ie", "et")[0] == name_order("Õie", "et")[0]
    assert (initial("O\u0303ie", "et"), initial("O\u0303ie", "de")) == ("Õ", "O")


def test_other_letters_and_figures_have_a_place_too() -> None:
    names = ["7 of us", "André", "Zoé", "Ülo", "Łukasz", "Анна"]
    assert sorted(names, key=lambda name: name_order(name, "et")) == [
        *("7 of us", "André", "Łukasz", "Zoé", "Ülo", "Анна")
    ]


def test_the_wall_at_the_door_has_the_letters_of_its_language() -> None:
    sitters = [Sitter(key, key, "", False, 0) for key in range(1, 5)]
    names = {1: ["Ärm Kask"], 2: ["Anu Ilves"], 3: ["Šura Org"], 4: ["Sirje Kuusk"]}
    seated = SeatedRound((), tuple(sitters))
    with translation.override("et"):
        assert [one.letter for one in by_name(seated, names)] == ["A", "S", "Š", "Ä"]
    with translation.override("de"):
        assert [one.letter for one in by_name(seated, names)] == ["A", "S"]
