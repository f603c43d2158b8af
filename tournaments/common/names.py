"""Names as people write them: what they look like, which may mean one person, which is first."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, Protocol, TypeVar
from unicodedata import category, combining, normalize

from django.utils.translation import get_language

from tournaments.common.requests import read_key

# Names as people write them: which may mean one person, which fit what is typed, which is first.
#
# Nothing here decides that two people are one: it finds whom a director should be asked about.
# Every search for people asks `found_by`, every list of names from A to Z goes by `name_order`,
# and where two on a list have one name `told_apart` says which of them is meant.

SHORTEST_GUESS = 4
"""Shorter words are too easily another name: Ben is not Jen."""

BARE = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "'": "", "’": ""}
)
LOOKS = str.maketrans(
    # Cyrillic, Greek, Latin: what confusables.txt (Unicode UTS 39) calls like a Latin letter, in
    # small letters; where only the capitals look alike, the small ones are taken for them.
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u04cf\u04af"
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03b3\u03c3"
    "\u0131\u0251\u0261\u0269\u1d00\u1d04\u1d0f\ua731",
    "abekmhopctyxijshdqwlyabezhikmnoptyxyoiagiacos",
)
WORD = re.compile(r"\w+")

Words = tuple[str, ...]
Thing = TypeVar("Thing")


@lru_cache(maxsize=32_768)
def folded(name: str) -> Words:
    """The words of a name without case, accents and the ways to write an umlaut.

    Letters of other scripts that look like Latin ones count as these: they are to be asked about.

    >>> folded("Müller, Jörg") == folded("MUELLER Joerg") == folded("Muller Jorg")
    True
    >>> folded("Hans-Peter O’Neill")
    ('hans', 'peter', 'oneill')
    """
    letters = bare(name, looks=True)
    for written, meant in (("ae", "a"), ("oe", "o"), ("ue", "u")):
        letters = letters.replace(written, meant)
    return tuple(WORD.findall(letters))


def bare(text: str, *, looks: bool = False) -> str:
    """A text without case and accents: the letters that stand below the dots.

    With `looks` letters of other scripts become the Latin ones that look like them.

    >>> bare("Weiß, Õie"), bare("Łukasz O’Neill")
    ('weiss, oie', 'lukasz oneill')
    """
    letters = normalize("NFKD", text.casefold().translate(BARE))
    letters = "".join(letter for letter in letters if not combining(letter))
    return letters.translate(LOOKS) if looks else letters


ALPHABETS = {"et": "abcdefghijklmnopqrsšzžtuvwõäöüxy"}
"""Where letters that others write with a mark on A, O, S, U and Z have places of their own."""


def name_order(name: str, language: str = "") -> tuple[Words, str]:
    """Where a name stands among others from A to Z, word by word.

    In German (DIN 5007-1) and in English by the letters below the dots: Ä stands with A, Õ and Ö
    with O, Ü with U, Š with S and ß with ss, which is right for lists on which languages are mixed;
    of two names that differ in nothing else, the one without comes first. Estonian has its own
    alphabet. Without a `language` the one in which the page or the paper is written.

    >>> names = ["Zoe", "Õie", "Ott", "Änne", "Anna", "Weiß", "Weisz", "Jörg", "Jorg", "Tiit"]
    >>> sorted(names, key=name_order)
    ['Anna', 'Änne', 'Jorg', 'Jörg', 'Õie', 'Ott', 'Tiit', 'Weiß', 'Weisz', 'Zoe']
    >>> sorted(names, key=lambda name: name_order(name, "et"))
    ['Anna', 'Jorg', 'Jörg', 'Ott', 'Zoe', 'Tiit', 'Weiß', 'Weisz', 'Õie', 'Änne']
    """
    return _place_of(name, ALPHABETS.get(language or get_language() or "", ""))


class Named(Protocol):
    """Whatever has a name."""

    @property
    def name(self) -> str: ...  # noqa: D102


AnyNamed = TypeVar("AnyNamed", bound=Named)


def from_a_to_z(things: Iterable[AnyNamed]) -> list[AnyNamed]:
    """Things in the order of their names."""
    return sorted(things, key=lambda thing: name_order(thing.name))


def initial(name: str, language: str = "") -> str:
    """Below which letter a name stands in such a list.

    >>> initial("Änne"), initial("Änne", "et"), initial("(Õie)", "et"), initial("…", "et")
    ('A', 'Ä', 'Õ', '')
    """
    words = _words_of(name, ALPHABETS.get(language or get_language() or "", ""))
    return words[0][0].upper() if words else ""


@lru_cache(maxsize=32_768)
def _place_of(name: str, alphabet: str) -> tuple[Words, str]:
    places = {ord(letter): ord("a") + place for place, letter in enumerate(alphabet)}
    words = tuple(word.translate(places) for word in _words_of(name, alphabet))
    return words, name.casefold()


def _words_of(name: str, alphabet: str) -> Words:
    """The words of a name, in letters without accents and in those of the alphabet."""
    if not alphabet:
        return tuple(WORD.findall(bare(name)))
    letters = normalize("NFC", name.casefold())
    text = "".join(letter if letter in alphabet else bare(letter) for letter in letters)
    return tuple(WORD.findall(text))


def is_slip(one: str, other: str) -> bool:
    """Whether two words differ by one letter: another, one more, or two neighbours swapped.

    >>> is_slip("huber", "hubr"), is_slip("huber", "hubre"), is_slip("huber", "weber")
    (True, True, False)
    >>> is_slip("ana", "anna"), is_slip("ben", "jen")
    (True, False)
    """
    if one == other or max(len(one), len(other)) < SHORTEST_GUESS:
        return one == other
    if abs(len(one) - len(other)) > 1:
        return False
    start = _common(one, other)
    one, other = one[start:], other[start:]
    if len(one) == len(other):
        return one[1:] == other[1:] or (one[:2] == other[1::-1] and one[2:] == other[2:])
    short, long = sorted((one, other), key=len)
    return short == long[1:]


def likeness(one: Words, other: Words) -> int | None:
    """How alike two folded names are: 0 the same words, then less and less; None not at all.

    >>> likeness(folded("Anna Huber"), folded("Huber Anna"))
    0
    >>> likeness(folded("Anna Hubre"), folded("Huber Anna"))
    1
    >>> likeness(folded("A. Huber"), folded("Anna Maria Huber"))
    2
    >>> likeness(folded("Anna Huber"), folded("Ben Huber")) is None
    True
    """
    if sorted(one) == sorted(other) or (one and "".join(one) == "".join(other)):
        return 0 if one else None
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    rest = list(long)
    asked = [word for word in short if not _take(rest, word)]
    told = len(asked) < len(short)
    slips = 0
    for word in asked:
        if _take_initial(rest, word):
            continue
        found = next((place for place, it in enumerate(rest) if is_slip(word, it)), None)
        if found is None or slips:
            return None
        del rest[found]
        slips, told = 1, True
    if not told:
        return None
    return 1 if len(short) == len(long) else 2


def begins(typed: Words, words: Words) -> bool:
    """Whether each word that is being typed begins a word of the name.

    >>> begins(folded("hub a"), folded("Anna Huber")), begins(folded("uber"), folded("Huber"))
    (True, False)
    """
    return all(any(word.startswith(start) for word in words) for start in typed)


def found_by(
    typed: str,
    things: Iterable[Thing],
    said: Callable[[Thing], str],
    number: Callable[[Thing], int | None] | None = None,
) -> list[Thing]:
    """What somebody looks for: a start number means whose it is, words begin words of a name.

    Where nobody fits, the typed words may stand anywhere in a name, and then there may be a slip
    in one of them. Who has typed nothing sees all.

    >>> names = ["Jörg Müller", "Eva Oberhuber", "Ann Huber"]
    >>> found_by("mueller", names, str), found_by("HUBER", names[:2], str)
    (['Jörg Müller'], ['Eva Oberhuber'])
    >>> found_by("Jorg Muler", names, str), found_by("…", names, str)
    (['Jörg Müller'], [])
    >>> found_by(" ", names, str) == names
    True
    """
    asked = typed.strip()
    if not asked:
        return list(things)
    wanted = read_key(asked)
    if number is not None and wanted is not None:
        return [thing for thing in things if number(thing) == wanted]
    words = folded(asked)
    if not words:
        return []
    written = [(folded(said(thing)), thing) for thing in things]
    for fits in (begins, _stands_in, nearly_begins):
        found = [thing for its, thing in written if fits(words, its)]
        if found:
            return found
    return []


def nearly_begins(typed: Words, words: Words) -> bool:
    """Whether it does so but for one slip in one of the words.

    >>> nearly_begins(folded("Hubr a"), folded("Anna Huber"))
    True
    """
    others = [start for start in typed if not any(word.startswith(start) for word in words)]
    if len(others) != 1 or len(others[0]) < SHORTEST_GUESS:
        return False
    return any(_begins_nearly(word, others[0]) for word in words)


class Called(NamedTuple):
    """Somebody on a list: by `key`, the `person` who it is, and what may tell from namesakes.

    `home` is where somebody is from; `mark` is a start number or the like.
    """

    key: int
    person: Hashable
    name: str
    home: str = ""
    mark: str = ""


def told_apart(people: Iterable[Called]) -> dict[int, str]:
    """By key the name; where several people of the list have it, with what tells them apart.

    That is the place, where that is not enough the mark, and where nothing is known how many of
    them stand before.

    >>> told_apart([Called(1, 1, "Ann", "Regen", "No. 4"), Called(2, 2, "Ann", "", "No. 5"),
    ...             Called(3, 3, "ann", "", "No. 6"), Called(4, 4, "Ben", "Regen")])
    {1: 'Ann (Regen)', 2: 'Ann (No. 5)', 3: 'ann (No. 6)', 4: 'Ben'}
    """
    listed = list(people)
    bearers: defaultdict[str, list[Called]] = defaultdict(list)
    for one in listed:
        bearers[one.name.casefold()].append(one)
    return {one.key: _apart(one, bearers[one.name.casefold()]) for one in listed}


def _apart(one: Called, bearers: Sequence[Called]) -> str:
    """What to call one of those who bear a name."""
    persons = list(dict.fromkeys(other.person for other in bearers))
    if len(persons) == 1:
        return one.name
    home = one.home.casefold()
    from_there = {other.person for other in bearers if other.home.casefold() == home}
    if len(from_there) == 1:
        said = one.home
    else:
        number = one.mark or str(persons.index(one.person) + 1)
        said = f"{one.home}, {number}" if one.home else number
    return f"{one.name} ({said})" if said else one.name


class NameIndex:
    """Many names, asked many times for the names like another one."""

    def __init__(self, names: Iterable[tuple[int, str]]) -> None:
        self._names: dict[int, Words] = {}
        self._under: dict[str, set[int]] = defaultdict(set)
        self._whole: dict[str, set[int]] = defaultdict(set)
        for key, name in names:
            words = folded(name)
            self._names[key] = words
            self._whole["".join(words)].add(key)
            for word in words:
                for mark in _marks(word):
                    self._under[mark].add(key)

    def like(self, name: str) -> list[int]:
        """The keys of the names like this one, the likest first.

        >>> NameIndex([(7, "Müller Eva"), (8, "Anna Huber")]).like("Eva Mueler")
        [7]
        """
        words = folded(name)
        hits: Counter[int] = Counter()
        for word in words:
            hits.update(set().union(*(self._under.get(mark, ()) for mark in _marks(word))))
        near = {key for key, count in hits.items() if count >= _least(words, self._names[key])}
        near |= self._whole.get("".join(words), set())
        found = [
            (degree, key)
            for key in near
            if (degree := likeness(words, self._names[key])) is not None
        ]
        return [key for _degree, key in sorted(found)]


def _stands_in(typed: Words, words: Words) -> bool:
    """Whether each word that is being typed stands somewhere in a word of the name."""
    return all(any(part in word for word in words) for part in typed)


def _begins_nearly(word: str, start: str) -> bool:
    """Whether a word begins with something that is a slip away from this."""
    if word[0] not in start[:2] and word[1:2] not in start[:2]:
        return False  # a slip leaves one of the first two letters near its place
    return any(is_slip(start, word[:most]) for most in range(len(start) - 1, len(start) + 2))


def _marks(word: str) -> Iterator[str]:
    """What two words share that differ by a slip: the word, or it without one of its letters."""
    yield word
    if len(word) >= SHORTEST_GUESS - 1:
        yield from (word[:place] + word[place + 1 :] for place in range(len(word)))


def _least(one: Words, other: Words) -> int:
    """How many words two names alike must share, where a letter may stand for a word."""
    letters = sum(len(word) == 1 for word in (*one, *other))
    return max(1, min(len(one), len(other)) - letters)


def _common(one: str, other: str) -> int:
    """How many letters two words begin with alike."""
    for place, (mine, its) in enumerate(zip(one, other, strict=False)):
        if mine != its:
            return place
    return min(len(one), len(other))


def _take(rest: list[str], word: str) -> bool:
    if word not in rest:
        return False
    rest.remove(word)
    return True


def _take_initial(rest: list[str], word: str) -> bool:
    """Take the word that this one abbreviates, or the letter that abbreviates this one."""
    for other in rest:
        if min(len(word), len(other)) == 1 and word[0] == other[0]:
            rest.remove(other)
            return True
    return False


# What a typed name looks like: clean of signs that nobody sees, and compared as an eye compares.
#
# Nothing that people can tell apart on a sheet is made one here, and nothing that they cannot stays
# two: a Cyrillic letter that looks like a Latin one, a blank that is no blank, an accent.

BLANKS = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
"""Unicode's separators of words (Zs); tabs and ends of lines are refused elsewhere."""

UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""What no font draws and Unicode does not call a format sign: fillers, an empty braille cell,
selectors of variants (DerivedCoreProperties.txt, Default_Ignorable_Code_Point)."""

MARKS = re.compile("([\u0300-\u036f]{2})[\u0300-\u036f]+")
"""More accents above each other than any language writes: they would run into other lines."""

JOINERS = "\u200c\u200d"
FIGURES = str.maketrans("0134571l|!$@", "oieastiiiisa")
VISIBLE = "LNPS"
TICKS = frozenset("\u2713\u2714\u2705\u2611\u221a\U0001f5f8\U0001f5f9\u237b")

RESERVED = (
    *("director", "direktor", "account", "umpire", "referee", "turnierleit", "spielleit"),
    *("schiedsrichter", "turniirijuht", "voistluste juht", "kohtunik"),
)
"""What a tournament calls those who decide, in English, German and Estonian."""


def cleaned(name: str) -> str:
    """A name as it is kept: composed, on even blanks, without what nobody can see.

    >>> cleaned("  Jo\u0308rg\u200b \u2003 Hu\u00adber\u202e "), cleaned("\u3164\u200b")
    ('Jörg Huber', '')
    """
    seen = UNSEEN.sub("", "".join(_seen(name)))
    return MARKS.sub(r"\1", BLANKS.sub(" ", normalize("NFC", seen))).strip()


def is_visible(name: str) -> bool:
    """Whether there is anything to see: a letter, a figure or a sign.

    >>> is_visible("A"), is_visible("7"), is_visible("\u3164 \u2800"), is_visible("\u0301")
    (True, True, False, False)
    """
    return any(category(sign)[0] in VISIBLE for sign in cleaned(name))


@lru_cache(maxsize=32_768)
def look_of(name: str) -> str:
    """What stays of a name at a glance: two names with the same look need a question.

    >>> look_of("\u0410nn\u0430") == look_of("ANNA") == look_of("A\u200bnn\u00e0")
    True
    >>> look_of("Elia") == look_of("Ella")
    False
    """
    return bare(normalize("NFKC", cleaned(name)), looks=True)


def looks_taken(name: str, others: Iterable[str]) -> bool:
    """Whether a name cannot be told from one of the others."""
    return look_of(name) in {look_of(other) for other in others}


def claims_office(name: str, accounts: Iterable[str] = ()) -> bool:
    """Whether a name that anybody may type reads as that of a director, or of one of the accounts.

    >>> claims_office("D1rect\u043er \u00b7 device 3F"), claims_office("\u2713 dora")
    (True, True)
    >>> claims_office("D\u00f6ra", ["dora"]), claims_office("Dorothea", ["dora"])
    (True, False)
    """
    said = _read(name)
    return (
        bool(TICKS & set(name))
        or any(_read(word) in said for word in RESERVED)
        or said in {_read(account) for account in accounts if account}
    )


def _read(name: str) -> str:
    """The letters that somebody reads who wants to: figures as letters, nothing between them."""
    letters = look_of(name).translate(FIGURES)
    return "".join(sign for sign in letters if sign.isalnum())


def _seen(name: str) -> Iterable[str]:
    """The signs without those of format; what joins letters stays where a script needs it."""
    for place, sign in enumerate(name):
        if category(sign) != "Cf" or (sign in JOINERS and _joins(name[place - 1 : place + 2])):
            yield sign


def _joins(three: str) -> bool:
    return len(three) == 3 and all("\u0600" <= three[side] <= "\u0dff" for side in (0, 2))


# What takes the place of names in texts.


@dataclass(frozen=True)
class Replacing:
    """What takes the place of names in texts: by each name what is said instead.

    `others` are other people's names that contain one of them.
    """

    own: Mapping[str, str]
    others: frozenset[str] = frozenset()

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        spelt = {each for name in {*self.own, *self.others} for each in (name, name.casefold())}
        longest_first = sorted(spelt, key=lambda name: (-len(name), name))
        names = "|".join(map(re.escape, longest_first))
        return re.compile(rf"(?<!\w)(?:{names})(?!\w)", re.IGNORECASE)

    @cached_property
    def _folded(self) -> dict[str, str]:
        return {name.casefold(): instead for name, instead in self.own.items()}

    def text(self, text: str, most: int | None = None) -> str:
        """A text without the names, cut where it gets too long.

        >>> replacing(["Anna", "Groß"], ["Anna Huber"], "Erased 7").text(
        ...     "Anna and Anna Huber, ANNA's hand, Hanna, GROSS"
        ... )
        "Erased 7 and Anna Huber, Erased 7's hand, Hanna, Erased 7"
        """
        if not text or not self.own:
            return text
        said = self._folded
        return self._pattern.sub(lambda found: said.get(found[0].casefold(), found[0]), text)[:most]

    def value(self, value: Any, most: int | None = None) -> Any:  # noqa: ANN401 - JSON
        """The same for whatever a field holds: a text, or texts inside of JSON."""
        if isinstance(value, str):
            return self.text(value, most)
        if isinstance(value, list):
            return [self.value(each) for each in value]
        if isinstance(value, dict):
            return {name: self.value(each) for name, each in value.items()}
        return value


def replacing(names: Iterable[str], others: Iterable[str], instead: str) -> Replacing:
    """What takes the place of these names, where the club has others of those names."""
    return replacing_each(dict.fromkeys(names, instead), others)


def replacing_each(instead: Mapping[str, str], others: Iterable[str]) -> Replacing:
    """The same where something else takes the place of each name.

    A name of a single letter would be found in too many sentences.
    """
    own = {name: said for name, said in instead.items() if len(name.strip()) > 1}
    folded = {name.casefold() for name in own}
    longer = {
        other
        for other in others
        if other.casefold() not in folded and any(name in other.casefold() for name in folded)
    }
    return Replacing(own, frozenset(longer))
