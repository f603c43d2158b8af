"""Who is who: the people in a file, and those whom the club knows already."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from tournaments.archive.reading import Archive
from tournaments.models import Club, Player
from tournaments.people.queries.players import Known, known_names

LONGEST_HOME = 40


class Match(NamedTuple):
    """Somebody in the file who bears a name that the club knows; `number` is the row."""

    number: int
    name: str
    home: str
    known: Known

    @property
    def has_same_home(self) -> bool:
        """Whether both are from the same place."""
        return self.home.casefold() == self.known.home.casefold()


def matches(archive: Archive, club: Club) -> list[Match]:
    """Everybody whose exact name the club knows, in the order of the file; one SQL query.

    Of several of that name it is the one from the same place. Where nobody is from there, it is
    the first whom nobody else in the file is.
    """
    by_name: dict[str, list[Known]] = defaultdict(list)
    for known in sorted(known_names(club.pk), key=lambda known: known.pk):
        by_name[known.name].append(known)
    people = _people(archive)
    found: dict[int, Known] = {}
    for only_same_home in (True, False):
        for number, name, home in people:
            free = [each for each in by_name[name] if number not in found]
            same = [each for each in free if each.home.casefold() == home.casefold()]
            chosen = next(iter(same if only_same_home else free), None)
            if chosen is not None:
                found[number] = chosen
                by_name[name].remove(chosen)
    return [
        Match(number, name, home, found[number]) for number, name, home in people if number in found
    ]


def take_people(
    archive: Archive, club: Club, others: Collection[int], same_event: str
) -> list[int]:
    """The keys of everybody in the file, row by row; whom the club does not know is added.

    `others` are the rows of those who are somebody else than the one of the same name. Where such
    a one would be told apart by nothing, the event's title stands as the home place.
    """
    known = {match.number: match.known.pk for match in matches(archive, club)}
    taken = {(each.name.casefold(), each.home.casefold()) for each in known_names(club.pk)}
    rows = archive.rows["Player"]
    names = [field.name for field in rows.fields]
    keys: list[int] = []
    for number, row in enumerate(rows.rows, 1):
        if number in known and number not in others:
            keys.append(known[number])
            continue
        values = dict(zip(names, row, strict=True))
        values["home"] = _told_apart(values, taken, same_event)
        taken.add((values["name"].casefold(), values["home"].casefold()))
        keys.append(Player.objects.create(club=club, **values).pk)
    return keys


def _people(archive: Archive) -> list[tuple[int, str, str]]:
    rows = archive.rows["Player"]
    if not rows.rows:
        return []
    homes = rows.column("home") if "home" in [field.name for field in rows.fields] else []
    names = rows.column("name")
    return [(nth, name, homes[nth - 1] if homes else "") for nth, name in enumerate(names, 1)]


def _told_apart(values: Mapping[str, str], taken: Collection[tuple[str, str]], title: str) -> str:
    """The home place, or another one where somebody of that name is from there already."""
    home = wanted = values.get("home", "")
    nth = 1
    while (values["name"].casefold(), home.casefold()) in taken:
        mark = f" {nth}" if nth > 1 else ""
        home = (title or wanted)[: LONGEST_HOME - len(mark)].strip() + mark
        nth += 1
    return home
