"""Who the players of a club are: the lists of people, and whom a name may mean."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.core import signing
from django.db.models import Count, F, Max, Min, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.formats.dates import dated
from tournaments.common.history import HistoryLine, history_line
from tournaments.common.names import (
    Called,
    NameIndex,
    Replacing,
    folded,
    found_by,
    from_a_to_z,
    likeness,
    name_order,
    replacing_each,
    told_apart,
)
from tournaments.models import (
    Claim,
    Club,
    Entry,
    Event,
    Member,
    Player,
    PlayerAlias,
    PlayerChange,
    Result,
    Round,
    Seat,
    Table,
    YearTally,
)

BETWEEN_NAMES = " / "


def players_named(club_id: int, names: Iterable[str]) -> dict[str, int]:
    """By name the key of the one player who bears it, or has it as another name.

    Large and small letters are the same. Another name was written down by a director, and goes
    before the names of players. A name that two bear means nobody: a director says who it is.
    Whoever was merged is found as the record that was kept. Two SQL queries.
    """
    wanted = {name.casefold() for name in names}
    borne: dict[str, set[int]] = {}
    players = Player.objects.filter(club=club_id, erased_at=None).order_by()
    for key, name, kept in players.values_list("pk", "name", "merged_into_id"):
        if name.casefold() in wanted:
            borne.setdefault(name.casefold(), set()).add(kept or key)
    found = {name: next(iter(keys)) for name, keys in borne.items() if len(keys) == 1}
    found |= _said(club_id)
    return {name: found[name.casefold()] for name in names if name.casefold() in found}


def players_at(club_id: int | None, names: Sequence[str]) -> list[int | None]:
    """By place whom of the club each name of one sheet means, None for nobody.

    Two names of a sheet that mean the same player mean nobody: a person sits once at a table.
    Without a club nobody is known. Two SQL queries, none without a club.
    """
    if club_id is None:
        return [None] * len(names)
    known = players_named(club_id, names)
    meant = [known.get(name) for name in names]
    times = Counter(meant)
    return [key if times[key] == 1 else None for key in meant]


def main_key(field: str) -> Any:  # noqa: ANN401 - an expression of the database
    """For a query: the key of the record that stands for the player in `field`."""
    return Coalesce(F(f"{field}__merged_into_id"), F(f"{field}_id"))


def main_records(keys: Iterable[int]) -> dict[int, int]:
    """By the key of each record the key of the one that stands for the person; one SQL query."""
    wanted = set(keys)
    if not wanted:
        return {}
    merged = Player.objects.filter(pk__in=wanted).exclude(merged_into=None).order_by()
    kept = dict(merged.values_list("pk", "merged_into_id"))
    return {key: kept.get(key, key) for key in wanted}


def records_of(player: Player) -> list[int]:
    """The keys of all records of one person: the one that was kept, and those merged into it."""
    merged = Player.objects.filter(merged_into=player).values_list("pk", flat=True)
    return [player.pk, *merged]


def player_called(club_id: int | None, name: str, besides: Iterable[int | None]) -> int | None:
    """Whom of the club a name means that is written beside others on a sheet, None for nobody.

    `besides` are the players of the other columns: none of them sits there twice. Three SQL
    queries, none without a club.
    """
    if club_id is None:
        return None
    found = players_named(club_id, [name]).get(name)
    there = main_records(key for key in besides if key is not None)
    return None if found in there.values() else found


def names_of_person(records: Sequence[int]) -> set[str]:
    """In small letters every name of the records of one person, other names too; two queries."""
    names = Player.objects.filter(pk__in=records).order_by().values_list("name", flat=True)
    aliases = PlayerAlias.objects.filter(player__in=records).order_by()
    return {name.casefold() for name in [*names, *aliases.values_list("name", flat=True)]}


def pair_name(names: Sequence[str]) -> str:
    """The name of an entry, from those of its persons.

    >>> pair_name(["Anna", "Ben"])
    'Anna / Ben'
    """
    return BETWEEN_NAMES.join(names)


# The players of a club: looked up, and whoever may be somebody of that name.

MOST_PROPOSED = 6
NEW = "new"
"""The answer that somebody is none of those who are alike."""
PLAYING = (Entry.REGISTERED, Entry.WAITING, Entry.HERE)


class Known(NamedTuple):
    """A player of a club, for a list or a question."""

    pk: int
    name: str
    home: str
    groups: tuple[str, ...] = ()


class Proposed(NamedTuple):
    """Somebody who may be meant, and with whom he played last where pairs play."""

    player: Known
    partner: Known | None = None


def people_in(club_id: int) -> QuerySet[Player]:
    """Everybody whom a club knows, each once: neither merged records nor whoever was erased."""
    return Player.objects.filter(club=club_id, merged_into=None, erased_at=None)


def known_names(club_id: int) -> list[Known]:
    """Everybody whom a club knows, in any order and without groups: for comparing names."""
    rows = people_in(club_id).order_by().values_list("pk", "name", "home")
    return [Known(*row) for row in rows]


def club_players(club_id: int) -> list[Known]:
    """Everybody whom a club knows, by name; one SQL query."""
    rows = people_in(club_id).values_list("pk", "name", "home", "groups")
    people = [Known(pk, name, home, tuple(groups)) for pk, name, home, groups in rows.order_by()]
    return sorted(
        people, key=lambda known: (name_order(known.name), name_order(known.home), known.pk)
    )


def looked_up(typed: str, people: Iterable[Known]) -> list[Known]:
    """Whom the typed words fit, by name or home; with a slip only where nobody fits without."""
    return found_by(typed, people, said=lambda known: f"{known.name} {known.home}")


def alike(name: str, people: Iterable[Known]) -> list[Known]:
    """Who may be the same person as somebody of that name, the likest first.

    >>> people = [Known(1, "Ben Maier", ""), Known(2, "Müller Jörg", "Regen")]
    >>> alike("Joerg Muler", people)
    [Known(pk=2, name='Müller Jörg', home='Regen', groups=())]
    """
    words = folded(name)
    begin = {letter for word in words for letter in word[:2]}
    found = []
    for known in people:
        its = folded(known.name)
        # A slip leaves one of the first two letters of a word among the first two.
        if any(word[0] in begin or word[1:2] in begin for word in its):
            degree = likeness(words, its)
            if degree is not None:
                found.append((degree, known))
    found.sort(key=lambda pair: pair[0])
    return [known for _degree, known in found]


def proposed_players(event: Event, typed: str, people: Iterable[Known]) -> list[Proposed]:
    """Whom of these of the club a new name at the door may mean: those who are not entered yet.

    Where pairs play, those whose partner of last time is not entered either.
    At most three SQL queries.
    """
    members = Member.objects.filter(entry__event=event, until_round=None)
    entered = set(members.values_list(main_key("player"), flat=True))
    free = [known for known in people if known.pk not in entered]
    sure = alike(typed, free)[:MOST_PROPOSED]
    others = [known for known in looked_up(typed, free) if known not in sure]
    people = (sure + others)[:MOST_PROPOSED]
    if not event.format.is_pairs:
        return [Proposed(known) for known in people]
    by_key = {known.pk: known for known in free}
    partners = last_partners(event.club_id, [known.pk for known in people])
    pairs = [(known, by_key.get(partners.get(known.pk, 0))) for known in people]
    return [Proposed(known, partner) for known, partner in pairs if partner is not None]


def last_partners(club_id: int, players: Collection[int]) -> dict[int, int]:
    """With whom each of these players formed a pair last, in one SQL query."""
    wanted = Q(entry__members__player__in=players)
    merged = Q(entry__members__player__merged_into__in=players)
    members = Member.objects.filter(wanted | merged, entry__event__club=club_id, until_round=None)
    pairs: dict[int, set[int]] = {}
    rows = members.order_by("-entry_id").values_list("entry_id", main_key("player"))
    for entry, player in rows:
        pairs.setdefault(entry, set()).add(player)
    found: dict[int, int] = {}
    for pair in pairs.values():
        for player in pair.intersection(players):
            others = pair - {player}
            if others:
                found.setdefault(player, min(others))
    return found


def groups_known(event: Event, groups: Iterable[str]) -> list[str]:
    """Those of a player's groups that an event ranks, written as the event writes them.

    >>> groups_known(Event(settings={"groups": ["Ladies"]}), ["ladies", "seniors"])
    ['Ladies']
    """
    wanted = {group.casefold() for group in groups}
    return [group for group in event.format.groups if group.casefold() in wanted]


# Names on a club's sheets that belong to nobody yet, and players who may be one person.
#
# Nothing here decides who somebody is: it finds what a director should be asked about. The cost
# grows with the seats that belong to nobody and with the players, not with the hands.

MOST_PAIRS = 10


@dataclass(frozen=True)
class UnknownName:
    """A name on sheets that belongs to nobody: on how many, when first and last, and the latest.

    `spellings` differ in large and small letters. `beside` are the others on the latest sheet,
    `proposed` the players whom the name may mean.
    """

    name: str
    spellings: tuple[str, ...]
    sheets: int
    first: datetime
    last: datetime
    latest: int
    beside: list[str] = field(default_factory=list)
    proposed: list[Known] = field(default_factory=list)


class NamedPlayer(NamedTuple):
    """Whom a name on sheets means: a player by key, or (None) somebody new of that name."""

    name: str
    player: int | None


class Alike(NamedTuple):
    """Two players who may be one person."""

    one: Known
    other: Known


def unknown_names(club: Club) -> list[UnknownName]:
    """Every name of the club's sheets that belongs to nobody, the most frequent first.

    Two SQL queries. Names that a director has said something about are left out: they are being
    counted, or stand twice at one table.
    """
    rows = (
        _nobodys(club)
        .values("name")
        .annotate(
            sheets=Count("table_id"),
            first=Min("table__opened_at"),
            last=Max("table__opened_at"),
            latest=Max("table_id"),
        )
        .order_by()
    )
    said = _said(club.pk)
    found: dict[str, UnknownName] = {}
    for row in rows:
        key = row["name"].casefold()
        if key not in said:
            one = UnknownName(spellings=(row["name"],), **row)
            found[key] = _joined(found.get(key), one)
    return sorted(found.values(), key=lambda one: (-one.sheets, name_order(one.name), one.name))


def with_more(names: Sequence[UnknownName], people: Sequence[Known]) -> list[UnknownName]:
    """The same names of one page with who sat beside them and whom they may mean; one query."""
    index = NameIndex((known.pk, known.name) for known in people)
    by_key = {known.pk: known for known in people}
    tables: dict[int, list[str]] = defaultdict(list)
    seats = Seat.objects.filter(table__in=[one.latest for one in names]).order_by("table", "index")
    for table, name in seats.values_list("table_id", "name"):
        tables[table].append(name)
    return [
        replace(
            one,
            beside=[name for name in tables[one.latest] if name not in one.spellings],
            proposed=[by_key[key] for key in index.like(one.name)[:MOST_PROPOSED]],
        )
        for one in names
    ]


def sheets_to_count(club: Club) -> dict[int, dict[int, tuple[str, int]]]:
    """By table and column the name that is nobody's yet, and the player whom a director says.

    A sheet on which two columns would be the same person is left out. Four SQL queries.
    """
    meant = _said(club.pk)
    if not meant:
        return {}
    spellings = _nobodys(club).order_by().values_list("name", flat=True).distinct()
    wanted = [name for name in spellings if name.casefold() in meant]
    tables = _nobodys(club).filter(name__in=wanted).order_by().values("table_id")
    seats = Seat.objects.filter(table__in=tables).order_by("table_id", "index")
    rows = seats.values_list("table_id", "index", "name", "player_id", "player__merged_into_id")
    sheets: dict[int, list[tuple[int, str, int, bool]]] = defaultdict(list)
    for table, column, name, player, kept in rows:
        known = kept or player
        person = known or meant.get(name.casefold())
        if person is not None:
            sheets[table].append((column, name, person, known is None))
    found = {}
    for table, seated in sheets.items():
        times = Counter(person for _column, _name, person, _is_new in seated)
        found[table] = {
            column: (name, person)
            for column, name, person, is_new in seated
            if is_new and times[person] == 1
        }
    return {table: new for table, new in found.items() if new}


def likely_duplicates(club: Club, people: Sequence[Known]) -> list[Alike]:
    """Players who may be one person, the likest first; two SQL queries.

    Not those who sat at a table together or are from two places, nor whom a director has called
    two people.
    """
    index = NameIndex((known.pk, known.name) for known in people)
    by_key = {known.pk: known for known in people}
    found = {
        tuple(sorted((known.pk, other)))
        for known in people
        for other in index.like(known.name)
        if other != known.pk and _may_be_from_one_place(known, by_key[other])
    }
    changes = PlayerChange.objects.filter(player__club=club, kind="different").order_by()
    two = {
        tuple(sorted((player, int(other))))
        for player, other in changes.values_list("player_id", "after")
        if other.isdecimal()
    }
    met = _met(key for pair in found for key in pair)
    pairs = [
        Alike(by_key[one], by_key[other])
        for one, other in found
        if (one, other) not in two and other not in met.get(one, set())
    ]

    def order(pair: Alike) -> tuple[object, ...]:
        degree = likeness(folded(pair.one.name), folded(pair.other.name)) or 0
        return degree, name_order(pair.one.name), pair.one.pk

    return sorted(pairs, key=order)


def _may_be_from_one_place(one: Known, other: Known) -> bool:
    return not one.home or not other.home or folded(one.home) == folded(other.home)


def _met(players: Iterable[int]) -> Mapping[int, set[int]]:
    """By player whom the record book knows that he met."""
    found: dict[int, set[int]] = defaultdict(set)
    rows = YearTally.objects.filter(player__in=set(players), sheets__gt=0).order_by()
    for player, others in rows.values_list("player_id", "others"):
        found[player].update(map(int, others))
    return found


def _nobodys(club: Club) -> QuerySet[Seat]:
    return Seat.objects.filter(table__club=club, player=None)


def _said(club_id: int) -> dict[str, int]:
    """By other name, in small letters, whom a director says that it means; one SQL query."""
    rows = PlayerAlias.objects.filter(club=club_id, player__erased_at=None).order_by()
    return {
        name.casefold(): kept or player
        for name, player, kept in rows.values_list("name", "player_id", "player__merged_into_id")
    }


def _joined(known: UnknownName | None, one: UnknownName) -> UnknownName:
    """A name together with another spelling of it."""
    if known is None:
        return one
    return replace(
        max(known, one, key=lambda each: (each.sheets, not each.name.isupper())),
        spellings=(*known.spellings, *one.spellings),
        sheets=known.sheets + one.sheets,
        first=min(known.first, one.first),
        last=max(known.last, one.last),
        latest=max(known.latest, one.latest),
    )


def namesakes_on_sheets(player: Player) -> int:
    """On how many of the club's sheets stands a name of a person that belongs to nobody there."""
    own = names_of_person(records_of(player))
    rows = Seat.objects.filter(table__club=player.club_id, player=None).order_by()
    found = rows.values_list("name").annotate(sheets=Count("table_id"))
    return sum(sheets for name, sheets in found if name.casefold() in own)


# Which accounts say that they are players, and which are.

OPEN_CLAIMS = ~Q(state=Claim.DECLINED)
"""Those that wait, and those that were confirmed."""


def claims_in(club_id: int) -> QuerySet[Claim]:
    """Who waits in a club to be confirmed, the first one first."""
    waiting = Claim.objects.filter(club=club_id, state=Claim.WAITING)
    return waiting.select_related("user", "player__merged_into").order_by("made_at", "pk")


def claims_about(player: Player) -> QuerySet[Claim]:
    """Those who are this player, or wait to be, also of merged records; the first one first."""
    about = Q(player=player) | Q(player__merged_into=player)
    found = Claim.objects.filter(OPEN_CLAIMS, about)
    return found.select_related("user").order_by("-decided_at", "made_at", "pk")


def account_of_player(player: Player) -> Claim | None:
    """The confirmed claim to a player; one SQL query."""
    return claims_about(player).filter(state=Claim.CONFIRMED).first()


def claims_of(user: User) -> QuerySet[Claim]:
    """Whom an account says to be, is, or is not, the newest first."""
    found = Claim.objects.filter(user=user)
    return found.select_related("club", "player__merged_into").order_by("-made_at", "-pk")


LINK_FOR = timedelta(days=7)
"""So long a link is good that a director gives somebody who has no page that he can open."""

_LINK = "tournaments.people.claims"


def link_secret(player: Player) -> str:
    """What such a link has in its address: the player, signed. It opens a name, and proves nothing.

    It is kept nowhere.
    """
    return signing.dumps(player.pk, salt=_LINK)


def player_of_link(secret: str) -> Player | None:
    """Whom a link is about; None where it is none, is too old, or nobody is meant any more."""
    try:
        key = signing.loads(secret, salt=_LINK, max_age=LINK_FOR)
    except signing.BadSignature:
        return None
    player = Player.objects.select_related("club", "merged_into__club").filter(pk=key).first()
    kept = player and (player.merged_into or player)
    return kept if kept and kept.erased_at is None else None


def own_player(user: User | None, club_id: int) -> Player | None:
    """Who an account is in a club, as a director has confirmed; one SQL query, none without it."""
    if user is None:
        return None
    mine = claims_of(user).filter(club=club_id, state=Claim.CONFIRMED).first()
    return mine.person if mine else None


# What was done about a person, each kind of deed with its sentence.

PERSON_KINDS: Mapping[str, str | Promise] = {
    "added": gettext_lazy("Taken into the list from a sheet: “%(after)s”"),
    "renamed": gettext_lazy("Renamed: “%(before)s” → “%(after)s”"),
    "home": gettext_lazy("Where from: %(before)s → %(after)s"),
    "groups": gettext_lazy("Groups: %(before)s → %(after)s"),
    "alias_added": gettext_lazy("“%(after)s” on a sheet means this person"),
    "alias_removed": gettext_lazy("“%(before)s” on a sheet does not mean this person any more"),
    "shown": gettext_lazy("Shown to everybody: %(before)s → %(after)s"),
    "merged": gettext_lazy("Merged into another record: %(after)s"),
    "merged_along": gettext_lazy("Came along with a merge: %(before)s → %(after)s"),
    "unmerged": gettext_lazy("Is a person of its own again, no longer merged: %(before)s"),
    "took_in": gettext_lazy("%(after)s was merged into this record"),
    "let_go": gettext_lazy("%(before)s was taken out of this record again"),
    "different": gettext_lazy("%(after)s is somebody else"),
    "claimed": gettext_lazy("The account is this person: %(after)s"),
    "declined": gettext_lazy("An account that claimed to be this person was declined"),
    "unclaimed": gettext_lazy("The account is not this person any more: %(before)s"),
    "erased": gettext_lazy("The name was erased everywhere"),
}
"""Every kind of deed that a service writes down about a person."""

NAMES_OTHERS = ("merged", "merged_along", "unmerged", "took_in", "let_go", "different")
"""Where before and after are the keys of other records, so that no name stands in them."""

SHOWN: Mapping[str, str | Promise] = {
    Player.NAME: gettext_lazy("with the name"),
    Player.INITIALS: gettext_lazy("with initials only"),
    Player.HIDDEN: gettext_lazy("not at all"),
}
"""As what everybody but the directors sees somebody."""

MOST = 100


def person_history(player: Player) -> list[HistoryLine]:
    """What was done about a person lately, the newest first; two SQL queries."""
    changes = list(player.changes.order_by("-pk")[:MOST])
    names = _others(changes)
    return [history_line(change, _sentence(change, names)) for change in changes]


def person_sentence(change: PlayerChange) -> str:
    """What was done, in a sentence."""
    return _sentence(change, _others([change]))


def _others(changes: Sequence[PlayerChange]) -> dict[str, str]:
    keys = {
        key
        for change in changes
        if change.kind in NAMES_OTHERS
        for key in (change.before, change.after)
        if key.isdecimal()
    }
    if not keys:
        return {}
    return {str(other.pk): other.name for other in Player.objects.filter(pk__in=keys)}


def _sentence(change: PlayerChange, names: Mapping[str, str]) -> str:
    values = {"before": change.before or "–", "after": change.after or "–"}
    if change.kind in NAMES_OTHERS:
        values = {name: names.get(key, _("somebody")) for name, key in values.items()}
    if change.kind == "shown":
        values = {name: str(SHOWN.get(code, code)) for name, code in values.items()}
    return str(PERSON_KINDS[change.kind]) % values


@dataclass(frozen=True)
class People:
    """The players of a club as somebody may see them.

    `names`: by key, of everybody who may be named; `kept`: by the key of a record that was merged
    the key of the one that stands for it; `pages`: the keys of those whose page may be opened;
    `hidden`: the keys of all records of those who may not be named.
    """

    names: dict[int, str]
    kept: dict[int, int]
    pages: frozenset[int]
    hidden: frozenset[int]

    def of(self, key: int) -> int:
        """The key of the person to whom a record belongs."""
        return self.kept.get(key, key)

    def name(self, key: int) -> str:
        """What to call somebody."""
        return self.names.get(self.of(key)) or _("Somebody")


def people_of(club: Club, *, is_director: bool, is_old: bool = False) -> People:
    """Everybody of a club; one SQL query. `is_old`: beside what was played long ago."""
    called: list[Called] = []
    kept: dict[int, int] = {}
    pages, hidden = set[int](), set[int]()
    rows = Player.objects.filter(club=club).order_by("pk")
    for key, name, home, shown, erased_at, merged_into in rows.values_list(
        "pk", "name", "home", "shown", "erased_at", "merged_into_id"
    ):
        if merged_into is not None:
            kept[key] = merged_into
            continue
        is_erased = erased_at is not None
        said = _shown_as(name, shown, is_erased=is_erased, is_director=is_director, is_old=is_old)
        if said:
            # Where somebody is from is told with the name alone.
            called.append(Called(key, key, said, home if said == name else ""))
        if is_director or said:
            pages.add(key)
        else:
            hidden.add(key)
    hidden |= {key for key, main in kept.items() if main in hidden}
    return People(told_apart(called), kept, frozenset(pages), frozenset(hidden))


def shown_name(player: Player, *, is_director: bool, is_old: bool = False) -> str:
    """What somebody may call a player; empty where the player must not be named.

    >>> shown_name(Player(name="Anna Maria Berg", shown="initials"), is_director=False)
    'A. M. B.'
    >>> shown_name(Player(name="Anna Berg", shown="hidden"), is_director=False)
    ''
    >>> shown_name(Player(name="Anna Berg", shown="hidden"), is_director=True)
    'Anna Berg'
    """
    is_erased = player.erased_at is not None
    seen = {"is_erased": is_erased, "is_director": is_director, "is_old": is_old}
    return _shown_as(player.name, player.shown, **seen)


def _shown_as(name: str, shown: str, *, is_erased: bool, is_director: bool, is_old: bool) -> str:
    if is_erased:
        return _("Erased") if is_director else ""
    return name if is_director else veiled(name, shown, is_old=is_old)


def veiled(name: str, shown: str, *, is_old: bool = False) -> str:
    """A name as everybody sees somebody who is `shown` so; empty where that is not at all.

    `is_old`: beside what was played so long ago that the club has names shortened there.

    >>> veiled("Anna Berg", "name"), veiled("Anna Berg", "initials"), veiled("Anna Berg", "hidden")
    ('Anna Berg', 'A. B.', '')
    >>> veiled("Anna Berg", "name", is_old=True), veiled("Anna Berg", "hidden", is_old=True)
    ('A. B.', '')
    """
    if shown == Player.NAME and not is_old:
        return name
    if shown != Player.HIDDEN:
        return " ".join(f"{word[0]}." for word in name.split())
    return ""


def is_old(club: Club, at: datetime) -> bool:
    """Whether the club shows what was played then with initials by now."""
    if club.initials_after is None:
        return False
    now, then = timezone.localdate(), timezone.localdate(at)
    months = (now.year - then.year) * 12 + now.month - then.month - (now.day < then.day)
    return months >= club.initials_after


def is_old_event(event: Event) -> bool:
    """The same of an event."""
    return is_old(event.club, event.starts_at or event.made_at)


# What everybody reads where a name stands that is not shown: on sheets, and in their texts.


@dataclass(frozen=True)
class Veil:
    """Who of a club is not called by the name before everybody, and what is said instead.

    `persons`: by the key of each record the initials, empty for somebody who is hidden; `words`:
    what takes the place of their names in texts.
    """

    persons: Mapping[int, str] = field(default_factory=dict)
    words: Replacing = field(default_factory=lambda: Replacing({}))

    def __bool__(self) -> bool:
        return bool(self.persons)

    def names(self, seated: Iterable[tuple[int | None, str]]) -> list[str]:
        """What to call the columns of a sheet: of each the key of its player, and its name.

        Two of whom the same is said are told apart by their columns.
        """
        said = [self._name(player, name) for player, name in seated]
        count = Counter(said)
        return [
            f"{name} ({column})" if count[name] > 1 else name for column, name in enumerate(said, 1)
        ]

    def _name(self, player: int | None, name: str) -> str:
        own = None if player is None else self.persons.get(player)
        return self.words.text(name) if own is None else own or _("Somebody")


NO_VEIL = Veil()


def veils_of(clubs: Collection[int], *, is_old: bool = False) -> dict[int, Veil]:
    """For each of these clubs who is not shown by the name; one SQL query where nobody is.

    `is_old`: beside what was played long ago, where nobody is.
    """
    as_shown = Coalesce("merged_into__shown", "shown")
    others = Player.objects.filter(club__in=clubs, erased_at=None).annotate(as_shown=as_shown)
    rows = (others if is_old else others.exclude(as_shown=Player.NAME)).order_by("pk")
    persons: dict[int, dict[int, str]] = {club: {} for club in clubs}
    instead: dict[int, dict[str, str]] = {club: {} for club in clubs}
    for club, key, name, shown in rows.values_list("club_id", "pk", "name", "as_shown"):
        persons[club][key] = veiled(name, shown, is_old=is_old)
        instead[club][name] = persons[club][key] or _("Somebody")
    if not any(persons.values()):
        return dict.fromkeys(clubs, NO_VEIL)
    for club, player, name in PlayerAlias.objects.filter(
        player__in=[key for found in persons.values() for key in found]
    ).values_list("club_id", "player_id", "name"):
        instead[club][name] = persons[club][player] or _("Somebody")
    named = defaultdict[int, list[str]](list)
    plain = others.none() if is_old else others.filter(as_shown=Player.NAME)
    for club, name in plain.values_list("club_id", "name"):
        named[club].append(name)
    return {club: Veil(persons[club], replacing_each(instead[club], named[club])) for club in clubs}


# What would come together if two records were one person's, and whether they can be.


def brought_by(player: Player) -> dict[str, Any]:
    """What stands under a record, with those merged into it; four SQL queries.

    `sheets` and `hands`, the `first` and the `last` year, `events`, and other names (`aliases`).
    """
    records = records_of(player)
    years = YearTally.objects.filter(player__in=records, sheets__gt=0)
    sums = years.aggregate(
        sheets=Sum("sheets", default=0),
        hands=Sum("hands", default=0),
        first=Min("year"),
        last=Max("year"),
    )
    events = Event.objects.filter(entries__members__player__in=records).distinct()
    aliases = PlayerAlias.objects.filter(player__in=records).values_list("name", flat=True)
    merged = player.merged.values_list("name", flat=True)
    names = list(dict.fromkeys([*merged, *aliases]))
    return {**sums, "player": player, "events": events.count(), "aliases": names}


def why_two(one: Player, other: Player) -> str:
    """Why two records cannot be one person's, saying where; else empty. Six SQL queries."""
    mine, theirs = records_of(one), records_of(other)
    names = {"one": one.name, "other": other.name}
    if Claim.objects.filter(player__in=[*mine, *theirs], state=Claim.CONFIRMED).count() > 1:
        words = _("%(one)s and %(other)s are two accounts. Take one of them away first.")
        return words % names
    table = Table.objects.filter(seats__player__in=mine).filter(seats__player__in=theirs).first()
    if table is not None:
        day = dated(table.opened_at, "day")
        words = _("%(one)s and %(other)s sat at the same table: %(table)s, %(day)s.")
        return words % {**names, "table": table.title or _("a sheet without a name"), "day": day}
    both = set(_played(mine)) & set(_played(theirs))
    if both:
        found = Round.objects.select_related("event").get(pk=min(both))
        words = _("%(one)s and %(other)s both played at once: %(event)s, round %(round)s.")
        return words % {**names, "round": found.number, "event": found.event.title}
    event = Event.objects.filter(pk__in=_entered(mine)).filter(pk__in=_entered(theirs)).first()
    if event is not None:
        words = _("%(one)s and %(other)s are both entered: %(event)s. Withdraw one entry first.")
        return words % {**names, "event": event.title}
    return ""


def _played(records: Sequence[int]) -> QuerySet[Result, int]:
    """The keys of the rounds in which one of these sat at a table."""
    number = F("round__number")
    until = Q(entry__members__until_round=None) | Q(entry__members__until_round__gte=number)
    own = Q(entry__members__player__in=records, entry__members__from_round__lte=number)
    results = Result.objects.filter(own & until).exclude(round__state=Round.CANCELLED)
    return results.exclude(event_table=None).order_by().values_list("round_id", flat=True)


def _entered(records: Sequence[int]) -> QuerySet[Member, int]:
    """The keys of the events that are not over for which one of these is entered now."""
    members = Member.objects.filter(player__in=records, until_round=None, entry__status__in=PLAYING)
    open_ones = members.exclude(entry__event__state=Event.FINAL)
    return open_ones.order_by().values_list("entry__event_id", flat=True)


class OtherName(NamedTuple):
    """Another name of a person, and on how many of the club's own sheets it stands."""

    name: str
    sheets: int


def aliases_of(player: Player) -> list[OtherName]:
    """The other names of a person, those of merged records too; three SQL queries."""
    aliases = PlayerAlias.objects.filter(player__in=records_of(player))
    counts = _on_sheets(player)
    return [
        OtherName(alias.name, counts.get(alias.name.casefold(), OtherName("", 0)).sheets)
        for alias in from_a_to_z(aliases)
    ]


def names_left(player: Player) -> list[OtherName]:
    """The names under which a person sits at the club's sheets that are not his any more."""
    own = names_of_person(records_of(player))
    return [left for name, left in _on_sheets(player).items() if name not in own]


def _on_sheets(player: Player) -> dict[str, OtherName]:
    """By name in small letters, on how many of the club's own sheets a person has it."""
    seats = Seat.objects.filter(player__in=records_of(player), table__club=player.club_id)
    rows = seats.order_by("name").values_list("name").annotate(sheets=Count("table_id"))
    found: dict[str, OtherName] = {}
    for name, sheets in rows:
        before = found.get(name.casefold(), OtherName(name, 0))
        found[name.casefold()] = OtherName(before.name, before.sheets + sheets)
    return found


# From a sheet or from an event to the pages of the people on it.


class InTheBook(NamedTuple):
    """Somebody whose page in a club's record book may be opened."""

    club: int
    player: int
    name: str


def at_table(table: Table) -> list[InTheBook]:
    """Whom of a public club's players a sheet is of; one SQL query, none at tables of no club."""
    if table.club is None:
        return []
    seats = Seat.objects.filter(table=table, table__club__is_public=True, player__isnull=False)
    players = [seat.player for seat in seats.select_related("player__merged_into")]
    known = (player for player in players if player is not None)
    return _linked(known, is_director=False, is_old=is_old(table.club, table.opened_at))


def of_entry(event: Event, entry: int, *, is_director: bool) -> list[InTheBook]:
    """The persons of an entry, as far as the visitor may know of them; one SQL query at most."""
    if not (is_director or event.club.is_public):
        return []
    members = Member.objects.filter(entry=entry).select_related("player__merged_into")
    people = (member.player for member in members)
    return _linked(people, is_director=is_director, is_old=is_old_event(event))


def of_entries(
    event: Event, numbers: Iterable[int], *, is_director: bool
) -> dict[int, list[InTheBook]]:
    """The same for many entries, by their start numbers; one SQL query at most."""
    if not (is_director or event.club.is_public):
        return {}
    members = Member.objects.filter(entry__event=event, entry__number__in=set(numbers))
    found: dict[int, list[Player]] = {}
    rows = members.select_related("player__merged_into", "entry").order_by("place", "pk")
    for member in rows:
        found.setdefault(member.entry.number or 0, []).append(member.player)
    seen = {"is_director": is_director, "is_old": is_old_event(event)}
    return {number: _linked(players, **seen) for number, players in found.items()}


def of_persons(
    club: Club, persons: Iterable[tuple[int, ...]], *, is_director: bool, is_old: bool = False
) -> dict[tuple[int, ...], list[InTheBook]]:
    """The same for those who are ranked in a series, by their players; one SQL query at most."""
    if not (is_director or club.is_public):
        return {}
    wanted = list(persons)
    rows = Player.objects.filter(pk__in={player for person in wanted for player in person})
    players = {player.pk: player for player in rows.select_related("merged_into")}
    seen = {"is_director": is_director, "is_old": is_old}
    return {
        person: _linked((players[pk] for pk in person if pk in players), **seen)
        for person in wanted
    }


def named_otherwise(event: Event) -> list[tuple[object, ...]]:
    """Whose page of the entries' persons cannot be opened, or not under the name; one SQL query."""
    plain = Q(player__shown=Player.NAME, player__erased_at=None, player__merged_into=None)
    members = Member.objects.filter(entry__event=event).exclude(plain).order_by("pk")
    return list(
        members.values_list("pk", "player__shown", "player__erased_at", "player__merged_into")
    )


def _linked(players: Iterable[Player], *, is_director: bool, is_old: bool) -> list[InTheBook]:
    """Each person once, under the record that was kept."""
    found: dict[int, InTheBook] = {}
    for player in players:
        kept = player.merged_into or player
        name = shown_name(kept, is_director=is_director, is_old=is_old)
        if name:
            found[kept.pk] = InTheBook(kept.club_id, kept.pk, name)
    return list(found.values())
