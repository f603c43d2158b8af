"""Short names, for the head of a column: each once, and unlike the others of the same sheet."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Sequence

WHOLE = 10
"""A first name of so many letters stands as it is."""

LEAST, MOST = 5, 8
"""Of a longer one so many letters are kept."""

VOWELS = frozenset("aeiouyäöüõáéíóúàèìòùâêîôûåæøœ")
JOINED = frozenset("\N{ZERO WIDTH JOINER}\N{VARIATION SELECTOR-16}")


def short_names(names: Sequence[str]) -> list[str]:
    """What each is called in little room; no two alike, unless their names are: nor but for a dot.

    >>> short_names(["Anna Berg", "Ben Huber", "Anna Bauer"])
    ['Anna Be.', 'Ben', 'Anna Ba.']
    >>> short_names(["Bartholomäus Obermeier-Hinterholzer", "Christiane Wagnerberger", "Ülle"])
    ['Barth.', 'Christiane', 'Ülle']
    """
    forms = [_forms(name) for name in names]
    steps = [0] * len(names)
    while True:
        alike: dict[str, list[int]] = defaultdict(list)
        for place, step in enumerate(steps):
            alike[forms[place][step].rstrip(".")].append(place)
        longer = [
            place
            for places in alike.values()
            if len(places) > 1
            for place in places
            if steps[place] + 1 < len(forms[place])
        ]
        if not longer:
            return [own[step] for own, step in zip(forms, steps, strict=True)]
        for place in longer:
            steps[place] += 1


def _forms(name: str) -> list[str]:
    """The ways to write a name, the shortest first: with ever more of the last name, then whole.

    >>> _forms("Anna Ro")
    ['Anna', 'Anna R.', 'Anna Ro']
    >>> _forms("Maximiliane")
    ['Maxim.', 'Maximi.', 'Maximil.', 'Maximili.', 'Maximilia.', 'Maximilian.', 'Maximiliane']
    """
    first, *others = name.split() or [name]
    begun = _stub(first)
    if others:
        longer = [f"{begun} {others[-1][:end]}." for end in _cuts(others[-1])]
    else:
        longer = [f"{first[:end]}." for end in _cuts(first) if end >= len(begun)]
    return [begun, *longer, name]


def _stub(first: str) -> str:
    """A first name, or as much of it as can be said: up to a consonant.

    >>> _stub("Christiane"), _stub("Bartholomäus"), _stub("AnnaAnnaAnna")
    ('Christiane', 'Barth.', 'AnnaAnn.')
    """
    if len(first) <= WHOLE:
        return first
    cuts = [end for end in _cuts(first) if LEAST <= end <= MOST]
    spoken = [end for end in cuts if _is_consonant(first[end - 1]) > _is_consonant(first[end])]
    return first[: next(iter([*spoken, *reversed(cuts)]), MOST)] + "."


def _is_consonant(letter: str) -> bool:
    return letter.isalpha() and letter.lower() not in VOWELS


def _cuts(word: str) -> list[int]:
    """After how many letters a word can be cut, without taking a sign apart."""
    return [
        end
        for end in range(1, len(word))
        if not unicodedata.combining(word[end])
        and word[end] not in JOINED
        and word[end - 1] not in JOINED
    ]
