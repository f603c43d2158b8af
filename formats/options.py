"""One declaration for each thing that directors decide about an event or a series.

A setting is an option as a game's house rules are, with what its form, the rule card, the checks
and the history need besides. `Settings` are a frozen value whose fields are declared so; whatever
asks, checks or says them goes through `options()` and knows none of them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Self, TypeVar

from django.utils.translation import gettext, gettext_lazy

from formats.figures import money, plain
from scoring.options import Choice, Option
from scoring.ruleset import Ruleset
from scoring.words import _

T = TypeVar("T")
MOST = 1_000_000_000
"""No number that is kept is larger."""

LONGEST_TEXT = 2_000
KIND_OF: Mapping[type, str] = {bool: "flag", int: "number", str: "line", tuple: "numbers"}
"""What a setting is that has such a default, if nothing else is said."""

LISTS = ("numbers", "amounts", "lines", "ordered", "games")
"""The kinds whose value is a tuple."""

Labels = list[tuple[str, Any]]
Lines = Iterable[tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class Setting(Option):
    """A setting of an event or a series: an option with its place on form and rule card.

    `kind` is one of those of an option, or `money` (cents), `line` and `prose` (text), or a list:
    `numbers`, `amounts` (cents), `lines` (texts), `ordered` (some of `choices`, in an order) and
    `games` (rounds with a game of their own).

    `none`: how nothing is said; `between`: what stands between the members of a list when they are
    said; `says`: the settings → this one in words, where that takes more than its own value.
    `least`, `most`: members of a list; `longest`: letters of a text; `reads`: what must be able to
    read each line, `unread`: the sentence where it cannot; `member`: what a member is made of.
    `section`: where it stands on the form, "" where nobody is asked; `at`: before or behind the
    others there, which stand as they are declared; `is_brief`: the closed section says it.
    `asked`: settings and game → whether it can be chosen; `offers`: game → the values to choose
    from. `stays_open`: it may be changed after the first draw. `card`: what the rule card calls it,
    "" where it does not say it; `card_text`: how its value is said there, where it is any;
    `card_says`: the settings → its words there, or lines of label and words; "" for none.
    `check`: settings and game → what does not fit, as a sentence, or "".
    """

    none: str = ""
    between: str = " – "
    says: Callable[[Any], str] | None = None
    least: int = 0
    most: int = 60
    longest: int = 60
    reads: Callable[[str], object] | None = None
    unread: str = ""
    member: Callable[..., object] | None = None
    section: str = ""
    at: int = 0
    is_brief: bool = False
    asked: Callable[[Any, Ruleset], bool] | None = None
    offers: Callable[[Ruleset], Collection[object]] | None = None
    stays_open: bool = False
    card: str = ""
    card_text: str = "%(value)s"
    card_says: Callable[[Any], str | Lines] | None = None
    check: Callable[[Any, Ruleset], str] | None = None

    def in_words(self, value: Any) -> str:  # noqa: ANN401 - of whichever kind the setting is
        """A value as people say it."""
        if self.kind in ("flag", "choice"):
            return self.said(value, gettext)
        if not value and (self.none or self.kind in LISTS):
            return gettext(self.none or _("none"))
        if self.kind == "money":
            return money(value)
        if self.kind == "amounts":
            return self.between.join(map(money, value))
        if self.kind in LISTS:
            return self.between.join(map(str, value))
        return plain(value) if isinstance(value, int) else str(value)

    def holds(self, value: Any) -> bool:  # noqa: ANN401 - whatever a file or an older version has
        """Whether a value can be one of this setting; a list is one as JSON has it, too."""
        if self.kind == "flag":
            return isinstance(value, bool)
        if self.kind in ("number", "money"):
            return self._is_whole(value)
        if self.kind == "choice":
            return any(value == choice.value for choice in self.choices)
        if self.kind in LISTS:
            is_list = isinstance(value, list | tuple) and len(value) >= self.least
            return is_list and all(map(self._holds_member, value))
        return isinstance(value, str) and len(value) <= LONGEST_TEXT

    def _holds_member(self, member: object) -> bool:
        if self.kind == "ordered":
            return any(member == choice.value for choice in self.choices)
        if self.kind == "lines":
            return isinstance(member, str) and len(member) <= LONGEST_TEXT
        return self.kind == "games" or self._is_whole(member)

    def _is_whole(self, value: object) -> bool:
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return self.low <= value <= MOST

    def is_asked(self, settings: Settings, game: Ruleset) -> bool:
        """Whether it can be chosen, with these settings, where this game is played."""
        if not self.section or (self.asked is not None and not self.asked(settings, game)):
            return False
        return self.offers is None or len(self.offers(game)) > 1

    def choices_for(self, game: Ruleset) -> list[Choice]:
        """What can be chosen where this game is played."""
        if self.offers is None:
            return [*self.choices]
        offered = self.offers(game)
        if self.choices:
            return [choice for choice in self.choices if choice.value in offered]
        return [Choice(value, str(value)) for value in offered]

    def card_lines(self, settings: Settings) -> Lines:
        """What the rule card says of it: lines of a label and words."""
        said: str | Lines = ""
        if self.card_says is not None:
            said = self.card_says(settings)
        elif self.card and getattr(settings, self.name):
            said = gettext(self.card_text) % {"value": settings.said(self.name)}
        if isinstance(said, str):
            return [(gettext(self.card or self.label), said)] if said else []
        return said


def setting(default: T, label: str, meaning: str = "", **more: Any) -> T:  # noqa: ANN401
    """Declare a field of settings: its default, and all that `Setting` has to be told besides.

    `kind` only where neither the default nor that there are choices says it.
    """
    if "choices" in more:
        kind = "ordered" if isinstance(default, tuple) else "choice"
    else:
        kind = KIND_OF[type(default)]
    told = {"kind": kind, "low": 0, **more}
    option = Setting(name="", label=label, meaning=meaning, default=default, **told)
    return field(default=default, metadata={"option": option})


def labelled(choices: Iterable[Choice]) -> Labels:
    """Choices as an input has them, in the language of whoever reads it."""
    return [(str(choice.value), gettext_lazy(choice.label)) for choice in choices]


def by_value(*choices: Choice) -> dict[str, Choice]:
    """Choices by their values, in the same order."""
    return {choice.value: choice for choice in choices}


_OPTIONS: dict[type, Mapping[str, Setting]] = {}


@dataclass(frozen=True, kw_only=True)
class Settings:
    """A frozen value whose every field is declared by `setting`, kept as JSON."""

    @classmethod
    def options(cls) -> Mapping[str, Setting]:
        """The settings by name, in the order in which they are declared."""
        if cls not in _OPTIONS:
            _OPTIONS[cls] = {
                each.name: replace(each.metadata["option"], name=each.name) for each in fields(cls)
            }
        return _OPTIONS[cls]

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """The settings that `to_json` kept; what a later version added has its default."""
        options = cls.options()
        values = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in kept.items()
            if name in options
        }
        for name, option in options.items():
            if option.member is not None and name in values:
                values[name] = tuple(option.member(*each) for each in values[name])
        return cls(**values)

    def to_json(self) -> dict[str, Any]:
        """The settings as JSON has them: tuples are lists."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
        }

    def said(self, name: str) -> str:
        """One setting as people say it."""
        option = self.options()[name]
        return option.says(self) if option.says else option.in_words(getattr(self, name))

    def card_lines(self) -> list[tuple[str, str]]:
        """What the rule card says of all of them, in lines of a label and words."""
        return [line for option in self.options().values() for line in option.card_lines(self)]

    @classmethod
    def label_of(cls, name: str) -> str:
        """What a setting is called."""
        return gettext(cls.options()[name].label)
