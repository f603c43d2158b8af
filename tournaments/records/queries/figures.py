"""What the record book has of somebody: the part that is asked for, sums, shares and means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode

from django.db.models import Max, Min, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.figures import ROLES, TOOK_IT_ON, hands_of, points_of
from scoring.intervals import Estimate, mean, mean_with, share, variance_of
from scoring.labels import taker_label
from scoring.ruleset import Ruleset
from scoring.rulesets import RULESETS
from tournaments.common.requests import read_key
from tournaments.models import Club, MonthTally, YearTally
from tournaments.people.queries import People
from tournaments.records.queries.charts import Bar, BarChart, bar_chart

RowT = TypeVar("RowT")

# Which part of the record book somebody looks at: it stands in the address, and stays there.


@dataclass(frozen=True)
class Filters:
    """A ruleset (empty: all) and the years from `since` to `until`, both included, None: open."""

    ruleset: str = ""
    since: int | None = None
    until: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether nothing is left out."""
        return self == Filters()

    def query(self, **more: object) -> str:
        """The part of an address that says the same, with `more` in it.

        >>> Filters("saskop", since=2020).query(sort="-points")
        'ruleset=saskop&from=2020&sort=-points'
        """
        said = {"ruleset": self.ruleset, "from": self.since, "to": self.until, **more}
        return urlencode({name: value for name, value in said.items() if value not in ("", None)})

    def without_ruleset(self) -> Filters:
        """The same years of every ruleset."""
        return replace(self, ruleset="")

    def has_year(self, year: int) -> bool:
        """Whether a year was asked for."""
        begins = self.since is None or year >= self.since
        return begins and (self.until is None or year <= self.until)

    def years(self, field: str) -> dict[str, int]:
        """The years as conditions on a field of a query that holds a year.

        >>> Filters("saskop", since=2020).years("played_on__year")
        {'played_on__year__gte': 2020}
        """
        ends = {f"{field}__gte": self.since, f"{field}__lte": self.until}
        return {name: year for name, year in ends.items() if year is not None}


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
    if filters.ruleset:
        rows = rows.filter(ruleset=filters.ruleset)
    return rows.filter(sheets__gt=0, **filters.years("year"))


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
    named = [(key, RULESETS[key].name) for key in set(rulesets) & RULESETS.keys()]
    between = range(min(years), max(years) + 1) if years else ()
    return Choices(sorted(named, key=lambda pair: pair[1]), list(between))


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


# What players have, added up from their years.

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
    """By the key of everybody whom somebody met what happened; one SQL query.

    Merged records are read as one, on both sides.
    """
    rows = years_within(YearTally.objects.filter(player__in=records), filters)
    found: dict[int, Counter[str]] = {}
    for others in rows.order_by().values_list("others", flat=True):
        for other, figures in others.items():
            key = people.of(int(other))
            if key in records:
                continue  # two records of one person, at one table
            met = found.setdefault(key, Counter())
            for name, figure in figures.items():
                met[name] += figure
    return found


# The words of a game on the pages of the record book: roles, contracts, places, feats.

PARTNER = "partner"
CONTRACTS = ("contract", "trump")

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

    key: str
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
    taker = _(label) if label else ""
    has_partner = any(each.name == PARTNER and each.asked for each in ruleset.fields)
    is_pairs = ruleset.scores == "pairs"
    return GameWords(
        key=key,
        name=ruleset.name,
        taker=taker,
        is_pairs=is_pairs,
        has_partner=has_partner,
        has_strokes=is_pairs and ruleset.target(ruleset.defaults()) is not None,
        seats=ruleset.seats,
        roles=_roles(taker, has_partner=has_partner),
        contracts={
            choice.value: _(choice.label)
            for field in ruleset.fields
            if field.name in CONTRACTS
            for choice in field.choices
        },
        contracts_title=_contracts_title(ruleset),
    )


def most_played(totals: Mapping[str, Total]) -> str:
    """The ruleset with the most hands; empty without one."""
    known = [total for key, total in totals.items() if key in RULESETS and total.sheets]
    return max(known, key=lambda total: (total.hands, total.ruleset)).ruleset if known else ""


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


def _contracts_title(ruleset: Ruleset) -> str:
    names = {field.name for field in ruleset.fields}
    if "contract" in names:
        return _("What was played")
    return _("Trumps named") if "trump" in names else ""


def _roles(taker: str, *, has_partner: bool) -> dict[str, str]:
    with_partner = _("%(role)s, with a partner") % {"role": taker}
    return {
        "picker": with_partner if has_partner else taker,
        "alone": _("%(role)s, alone") % {"role": taker},
        "partner": _("Partner"),
        "defender": _("Defender"),
        "everyone": _("Nobody took it on") if taker else _("Everybody"),
        "paper": _("From paper, roles unknown"),
    }


Counts = Mapping[str, int]

FEW = 30
"""Below so many hands a page says in words that they prove little."""


class RoleRow(NamedTuple):
    """A line of the table of roles: how often, how often won, and what it brought."""

    role: str
    label: str
    hands: int
    often: Estimate | None
    won: Estimate | None
    per_hand: Estimate | None
    points: int


class KindRow(NamedTuple):
    """Hands of one kind, such as a contract: how many, how often won, and what they brought."""

    label: str
    hands: int
    won: Estimate | None
    per_hand: Estimate | None


class GamesWon(NamedTuple):
    """Games played to a target, and how they ended."""

    played: int
    won: Estimate | None
    lambapeas: tuple[int, int]
    shutouts: tuple[int, int]


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


def role_rows(counts: Counts, words: GameWords) -> list[RoleRow]:
    """A line for each role that occurred; those from paper last."""
    all_known = known_hands(counts)
    rows = []
    for role in ROLES:
        hands = counts.get(f"{role}.hands", 0)
        if not hands:
            continue
        points, is_paper = counts.get(f"{role}.points", 0), role == "paper"
        rows.append(
            RoleRow(
                role=role,
                label=words.roles[role],
                hands=hands,
                often=None if is_paper else share(hands, all_known),
                won=None if is_paper else won_as(counts, role),
                per_hand=mean_with(points, hands, None)
                if is_paper
                else mean(points, counts.get(f"{role}.squares", 0), hands),
                points=points,
            )
        )
    return rows


def contract_rows(counts: Counts, words: GameWords) -> list[KindRow]:
    """What the player took on, the most frequent first."""
    rows = _kind_rows(counts, "contract", words.contracts.items())
    return sorted(rows, key=lambda row: -row.hands)


def place_rows(counts: Counts, words: GameWords) -> list[KindRow]:
    """A line for each place from the dealer's left at which the player got cards."""
    places = range(1, words.seats + 1)
    return _kind_rows(counts, "place", ((at, place_label(at, words.seats)) for at in places))


def _kind_rows(counts: Counts, name: str, kinds: Iterable[tuple[str | int, str]]) -> list[KindRow]:
    """A line for each of the kinds, by key and label, of which there are hands."""
    spread = spread_of(counts)
    return [
        KindRow(
            label,
            hands,
            share(counts.get(f"{name}.{key}.won", 0), hands),
            mean_with(counts.get(f"{name}.{key}.points", 0), hands, spread),
        )
        for key, label in kinds
        if (hands := counts.get(f"{name}.{key}.hands", 0))
    ]


def games_won(counts: Counts) -> GamesWon | None:
    """The games to a target; None where none ended."""
    played = counts.get("games.played", 0)
    if not played:
        return None
    return GamesWon(
        played,
        share(counts.get("games.won", 0), played),
        (counts.get("lambapea.given", 0), counts.get("lambapea.suffered", 0)),
        (counts.get("shutout.given", 0), counts.get("shutout.suffered", 0)),
    )


def place_chart(rows: Iterable[KindRow], *, title: str) -> BarChart | None:
    """Points per hand by the place from the dealer's left."""
    bars = [
        Bar(row.label, found.value, found.low, found.high, row.hands)
        for row in rows
        if (found := row.per_hand) is not None
    ]
    return bar_chart(bars, title=title)
