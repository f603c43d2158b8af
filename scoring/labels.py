"""What a record may say beside the game: the names of the people, the title of the sheet."""

import unicodedata
from collections.abc import Sequence

from scoring.errors import HandProblem, quoted
from scoring.ruleset import Ruleset
from scoring.words import _

LONGEST_NAME = 40
LONGEST_TITLE = 80
UNWRITABLE = ("Cc", "Cs", "Zl", "Zp")
"""Unicode's categories of control characters, halves of characters and line separators."""


def side_names(ruleset: Ruleset, names: Sequence[str]) -> list[str]:
    """The names of the sides that score: the people, or the two pairs.

    >>> from scoring.rulesets import RULESETS
    >>> side_names(RULESETS["saskop"], ["Ann", "Ben", "Cid", "Dot"])
    ['Ann + Cid', 'Ben + Dot']
    """
    if ruleset.scores == "pairs":
        return [f"{names[0]} + {names[2]}", f"{names[1]} + {names[3]}"]
    return list(names)


def side_of(ruleset: Ruleset, seat: int) -> int:
    """The side for which a seat scores: itself, or its pair.

    >>> from scoring.rulesets import RULESETS
    >>> side_of(RULESETS["saskop"], 3), side_of(RULESETS["sheepshead4-coins"], 3)
    (1, 3)
    """
    return seat % 2 if ruleset.scores == "pairs" else seat


def taker_label(ruleset: Ruleset) -> str:
    """What the game calls whoever takes it on, empty where nobody does.

    >>> from scoring.rulesets import RULESETS
    >>> taker_label(RULESETS["sheepshead3-coins"]), taker_label(RULESETS["sheepshead4-partners"])
    ('Picker', '')
    """
    return next(
        (
            field.label
            for field in ruleset.fields
            if field.kind in ("seat", "pair") and field.name not in ("partner", "winner")
        ),
        "",
    )


def partner_label(ruleset: Ruleset) -> str:
    """What the game calls whoever plays with the taker, empty where that is nobody, or a pair.

    >>> from scoring.rulesets import RULESETS
    >>> partner_label(RULESETS["schafkopf"]), partner_label(RULESETS["sheepshead3-coins"])
    ('Mitspieler (partner)', '')
    """
    return next(
        (field.label for field in ruleset.fields if field.name == "partner" and field.asked), ""
    )


def together_of(ruleset: Ruleset) -> str:
    """Under which name the hands of two partners are counted; empty in a game without partners.

    >>> from scoring.rulesets import RULESETS
    >>> [together_of(RULESETS[key]) for key in ("sheepshead5-coins", "saskop", "sheepshead3-coins")]
    ['called', 'with', '']
    """
    if partner_label(ruleset):
        return "called"
    return "with" if ruleset.scores == "pairs" else ""


def read_names(names: object, columns: int) -> list[str]:
    """A name for each column of the sheet, without blanks around it.

    >>> read_names(["Ann", " Ben ", "Cid"], 3)
    ['Ann', 'Ben', 'Cid']
    """
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise HandProblem("wrong_type", "names", _("The names must be a list of texts."))
    if len(names) != columns:
        raise HandProblem(
            "bad_names",
            "names",
            _("There must be one name for each of the %(count)s people on the sheet."),
            count=columns,
        )
    found: list[str] = []
    taken = set()
    for name in (name.strip() for name in names):
        if not 1 <= len(name) <= LONGEST_NAME or not _is_writable(name):
            raise HandProblem(
                "bad_names",
                "names",
                _("“%(name)s” is no name: 1 to %(most)s characters, on one line."),
                name=quoted(name),
                most=LONGEST_NAME,
            )
        if name.casefold() in taken:
            raise HandProblem(
                "bad_names", "names", _("Two people are called “%(name)s”."), name=name
            )
        taken.add(name.casefold())
        found.append(name)
    return found


def read_title(title: object) -> str:
    """The title of the sheet, without blanks around it; it may be empty.

    >>> read_title(" Club evening ")
    'Club evening'
    """
    if not isinstance(title, str):
        raise HandProblem("wrong_type", "title", _("The title must be a text."))
    title = title.strip()
    if len(title) > LONGEST_TITLE or not _is_writable(title):
        raise HandProblem(
            "bad_title",
            "title",
            _("A title has at most %(most)s characters, on one line."),
            most=LONGEST_TITLE,
        )
    return title


def _is_writable(text: str) -> bool:
    return not any(unicodedata.category(character) in UNWRITABLE for character in text)
