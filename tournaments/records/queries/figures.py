"""What the record book has of somebody: the part that is asked for, sums, shares and means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode

from django.db.models import Max, Min, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from scoring.figures import ROLES, TOOK_IT_ON, hands_of, points_of
from scoring.intervals import Estimate, mean, mean_with, share, variance_of
from scoring.labels import taker_label
from scoring.rulesets import RULESETS
from sheets.words import spoken
from tournaments.common.names import name_order
from tournaments.common.requests import read_key
from tournaments.models import Club, MonthTally, YearTally
from tournaments.people.queries import People

RowT = TypeVar("RowT")

# Which part of the record book somebody looks at: it stands in the address, and stays there.


@dataclass(frozen=True)
class Filters:
    """A ruleset (empty: all) and the years from `since` to `until`, both included, None: open."""

    ruleset: str = ""
    since: int | None = None
    until: int | None = None

    def query(self, **more: object) -> str:
        """The part of an address that says the same, with `more` in it.

        >>> Filters("saskop", since=2020).query(sort="-points")
        'ruleset=saskop&from=2020&sort=-points'
        """
        said = {"ruleset": self.ruleset, "from": self.since, "to": self.until, **more}
        return urlencode({name: value for name, value in said.items() if value not in ("", None)})

    def has_year(self, year: int) -> bool:
        """Whether a year was asked for."""
        begins = self.since is None or year >= self.since
        return begins and (self.until is None or year <= self.until)

    def years(self, field: str, *, ruleset: str = "") -> dict[str, Any]:
        """The years as conditions on a field of a query that holds a year.

        With the name of a field `ruleset` the game is a condition too, where one is asked for.

        >>> Filters("saskop", since=2020).years("played_on__year", ruleset="ruleset")
        {'played_on__year__gte': 2020, 'ruleset': 'saskop'}
        """
        said: dict[str, Any] = {f"{field}__gte": self.since, f"{field}__lte": self.until}
        if ruleset and self.ruleset:
            said[ruleset] = self.ruleset
        return {name: value for name, value in said.items() if value is not None}


def filters_of(asked: Mapping[str, str]) -> Filters:
    """What an address asks for; what makes no sense there asks for nothing.

    >>> filters_of({"ruleset": "saskop", "from": "2021", "to": "soon"})
    Filters(ruleset='saskop', since=2021, until=None)
    >>> filters_of({"ruleset": "whist", "from": "2024", "to": "2020"})
    Filters(ruleset='', since=2020, until=2024)
    """
    ruleset = asked.get("ruleset", "")
    since, until = _year(asked.get("from", "")), _year(asked.get("to", ""))
    if since is not None and until is not None and since > until:
        since, until = until, since
    return Filters(ruleset if ruleset in RULESETS else "", since, until)


def _year(text: str) -> int | None:
    return read_key(text) if len(text) == 4 else None


def years_within(rows: QuerySet[YearTally], filters: Filters) -> QuerySet[YearTally]:
    """Those of the rows that the filters leave."""
    return rows.filter(sheets__gt=0, **filters.years("year", ruleset="ruleset"))


@dataclass(frozen=True)
class Choices:
    """What can be chosen in a club: rulesets that were played there, and the years."""

    rulesets: Sequence[tuple[str, str]]
    years: Sequence[int]


def choices_in(club: Club) -> Choices:
    """The rulesets (key and name, by name) and the years that a club's book knows; one SQL query.

    Months are few, however many people there are.
    """
    rows = MonthTally.objects.filter(club=club, sheets__gt=0).order_by()
    ends = list(rows.values_list("ruleset").annotate(first=Min("month"), last=Max("month")))
    return choices_among(
        (key for key, _first, _last in ends), [day.year for _key, *days in ends for day in days]
    )


def choices_among(rulesets: Iterable[str], years: Collection[int]) -> Choices:
    """These of the rulesets, by name, and every year from the first of these to the last."""
    named = [(key, game_name(key)) for key in set(rulesets) & RULESETS.keys()]
    between = range(min(years), max(years) + 1) if years else ()
    return Choices(sorted(named, key=lambda pair: name_order(pair[1])), list(between))


def sort_asked(asked: str, known: Collection[str], usual: str) -> str:
    """The order that an address asks for, a minus before it: the largest first; else the usual.

    >>> sort_asked("-rounds", ("rounds",), "name"), sort_asked("height", ("rounds",), "name")
    ('-rounds', 'name')
    """
    return asked if asked.removeprefix("-") in known else usual


def in_order(
    rows: Iterable[RowT], sort: str, keys: Mapping[str, Callable[[RowT], Any]]
) -> list[RowT]:
    """The rows in an order of `sort_asked`; equal ones stay as they are."""
    return sorted(rows, key=keys[sort.removeprefix("-")], reverse=sort.startswith("-"))


Years = Mapping[int, Mapping[str, "Total"]]
"""By year and ruleset what somebody has."""


@dataclass
class Total:
    """Figures of one person at one ruleset over some years; `counts` as in `scoring.figures`."""

    ruleset: str
    sheets: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def hands(self) -> int:
        """Hands in all roles, those known from paper alone included."""
        return hands_of(self.counts)

    @property
    def points(self) -> int:
        """Points in all roles, with what was adjusted."""
        return points_of(self.counts)


def years_of(records: Sequence[int]) -> Years:
    """By year and ruleset all that one person has; one SQL query.

    `records`: the keys of all records of that person, see `people.records_of`.
    """
    rows = YearTally.objects.filter(player__in=records, sheets__gt=0).order_by("year")
    found: dict[int, dict[str, Total]] = {}
    for year, ruleset, sheets, figures in rows.values_list("year", "ruleset", "sheets", "figures"):
        total = found.setdefault(year, {}).setdefault(ruleset, Total(ruleset))
        total.sheets += sheets
        total.counts.update(figures)
    return found


def sums_of(years: Years, filters: Filters) -> dict[str, Total]:
    """By ruleset the sums of what the filters leave."""
    found: dict[str, Total] = {}
    for year, totals in years.items():
        for key, total in totals.items():
            if filters.has_year(year) and filters.ruleset in ("", key):
                into = found.setdefault(key, Total(key))
                into.sheets += total.sheets
                into.counts.update(total.counts)
    return found


def met_by(records: Sequence[int], filters: Filters, people: People) -> dict[int, Counter[str]]:
    """By the key of everybody met what happened, merged records as one; one SQL query."""
    rows = years_within(YearTally.objects.filter(player__in=records), filters)
    found: dict[int, Counter[str]] = {}
    for others in rows.order_by().values_list("others", flat=True):
        for other, figures in others.items():
            key = people.of(int(other))
            if key in records:
                continue  # two records of one person, at one table
            found.setdefault(key, Counter()).update(figures)
    return found


# The words of a game on the pages of the record book: roles, contracts, places, feats.


def game_name(key: str) -> str:
    """What a ruleset is called, by its key where none is known."""
    return spoken(RULESETS[key].name) if key in RULESETS else key


PARTNER = "partner"
CONTRACTS = {"contract": gettext_noop("What was played"), "trump": gettext_noop("Trumps named")}
"""The fields that say what was played, with the title of what was."""

FEATS: Mapping[str, str | Promise] = {
    "lambapea": gettext_lazy("A lambapea: all nine tricks, and with them the game"),
    "shutout": gettext_lazy("A game won without a stroke for the others"),
    "called_sweep": gettext_lazy("Every trick announced, and every trick taken"),
    "swept_alone": gettext_lazy("Every trick, without a partner"),
}
"""What is worth a toast."""


@dataclass(frozen=True)
class GameWords:
    """How a game speaks of who does what.

    `taker`: what somebody is called who takes the game on, empty where nobody does; `roles`: the
    words for the roles of `scoring.figures`; `has_partner`: whether a partner is called;
    `is_pairs`: whether fixed pairs play; `has_strokes`: whether they count strokes to a target;
    `seats`: how many play a hand.
    """

    name: str
    taker: str
    is_pairs: bool
    has_partner: bool
    has_strokes: bool
    seats: int
    roles: Mapping[str, str]
    contracts: Mapping[str, str]
    contracts_title: str

    @property
    def together(self) -> str:
        """Under which name `scoring.figures` counts the hands of two partners."""
        return "called" if self.has_partner else "with"

    @property
    def has_partners(self) -> bool:
        """Whether there are partners at all: called ones, or those of a fixed pair."""
        return self.is_pairs or self.has_partner


def game_words(key: str) -> GameWords:
    """The words of a ruleset, in the language of whoever reads."""
    ruleset = RULESETS[key]
    label = taker_label(ruleset)
    taker = spoken(label) if label else ""
    has_partner = any(each.name == PARTNER and each.asked for each in ruleset.fields)
    with_partner = _("%(role)s (with a partner)") % {"role": taker}
    is_pairs = ruleset.scores == "pairs"
    of_contracts = {field.name: field for field in ruleset.fields if field.name in CONTRACTS}
    return GameWords(
        name=game_name(key),
        taker=taker,
        is_pairs=is_pairs,
        has_partner=has_partner,
        has_strokes=is_pairs and ruleset.target(ruleset.defaults()) is not None,
        seats=ruleset.seats,
        roles={
            "picker": with_partner if has_partner else taker,
            "alone": _("%(role)s (alone)") % {"role": taker},
            "partner": _("Partner"),
            "defender": _("Defender"),
            "everyone": _("Nobody took it on") if taker else _("Everybody"),
            "paper": _("From paper, roles unknown"),
        },
        contracts={
            choice.value: spoken(choice.label)
            for field in of_contracts.values()
            for choice in field.choices
        },
        contracts_title=next(
            (_(CONTRACTS[name]) for name in CONTRACTS if name in of_contracts), ""
        ),
    )


def place_label(place: int, places: int) -> str:
    """The place from the dealer's left in words; the dealer, if he plays, comes last.

    >>> [place_label(place, 3) for place in (1, 2, 3)]
    ['1st, left of the dealer', '2nd', '3rd, last']
    """
    ordinals = (_("1st"), _("2nd"), _("3rd"), _("4th"), _("5th"), _("6th"), _("7th"), _("8th"))
    word = ordinals[place - 1] if place <= len(ordinals) else str(place)
    if place == 1:
        return _("%(place)s, left of the dealer") % {"place": word}
    if place == places:
        return _("%(place)s, last") % {"place": word}
    return word


Counts = Mapping[str, int]

FEW = 30
"""Below so many hands a page says in words that they prove little."""


class HandsRow(NamedTuple):
    """Hands of one kind, such as a role or a contract, or with somebody.

    How many, how often won, and what they brought; `often`: their share of all hands.
    """

    label: str
    hands: int
    won: Estimate | None
    per_hand: Estimate | None
    points: int
    often: Estimate | None = None
    role: str = ""


def hands_row(counts: Counts, kind: str, spread: float | None, label: str = "") -> HandsRow:
    """The hands of a kind of `scoring.figures`; `spread` is the variance of the points."""
    hands, points = counts.get(f"{kind}.hands", 0), counts.get(f"{kind}.points", 0)
    won = share(counts.get(f"{kind}.won", 0), hands)
    return HandsRow(label, hands, won, mean_with(points, hands, spread), points)


def known_hands(counts: Counts) -> int:
    """Hands of which more is known than their total: all but those from paper."""
    return hands_of(counts) - counts.get("paper.hands", 0)


def spread_of(counts: Counts) -> float | None:
    """The variance of a player's points over the hands that are known one by one."""
    roles = [role for role in ROLES if role != "paper"]
    return variance_of(
        sum(counts.get(f"{role}.points", 0) for role in roles),
        sum(counts.get(f"{role}.squares", 0) for role in roles),
        known_hands(counts),
    )


def per_hand(counts: Counts) -> Estimate | None:
    """All points, adjustments among them, over all hands; the interval from the known hands.

    The points of old evenings whose hands nobody counted are left out.

    >>> found = per_hand({"picker.hands": 2, "picker.points": 5, "picker.squares": 17})
    >>> found.value, found.cases, found.low
    (2.5, 2, None)
    """
    points = points_of(counts) - counts.get("totals.points", 0)
    return mean_with(points, hands_of(counts), spread_of(counts))


def took_it_on(counts: Counts) -> Estimate | None:
    """In which share of the known hands the player took the game on."""
    hands = sum(counts.get(f"{role}.hands", 0) for role in TOOK_IT_ON)
    return share(hands, known_hands(counts))


def won_as(counts: Counts, *roles: str) -> Estimate | None:
    """Which share of the hands in these roles was won."""
    return share(
        sum(counts.get(f"{role}.won", 0) for role in roles),
        sum(counts.get(f"{role}.hands", 0) for role in roles),
    )


def role_rows(counts: Counts, words: GameWords) -> list[HandsRow]:
    """A line for each role that occurred; those from paper last."""
    rows = []
    for role in ROLES:
        row = hands_row(counts, role, None, words.roles[role])
        if role == "paper":
            rows.append(row._replace(role=role, won=None))
        else:
            per_hand = mean(row.points, counts.get(f"{role}.squares", 0), row.hands)
            often = share(row.hands, known_hands(counts))
            rows.append(row._replace(role=role, per_hand=per_hand, often=often))
    return [row for row in rows if row.hands]


def kind_rows(counts: Counts, name: str, kinds: Iterable[tuple[str | int, str]]) -> list[HandsRow]:
    """A line for each of the kinds, by key and label, of which there are hands."""
    spread = spread_of(counts)
    rows = [hands_row(counts, f"{name}.{key}", spread, label) for key, label in kinds]
    return [row for row in rows if row.hands]
