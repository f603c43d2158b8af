"""As whom people are shown in the record book, and which records are one person's."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.common.alike import Called, told_apart
from tournaments.models import Club, Player


@dataclass(frozen=True)
class People:
    """The players of a club as somebody may see them.

    `names`: by key, of everybody who may be named; `kept`: by the key of a record that was merged
    the key of the one that stands for it; `pages`: the keys of those whose page may be opened.
    """

    names: dict[int, str]
    kept: dict[int, int]
    pages: frozenset[int]

    def of(self, key: int) -> int:
        """The key of the person to whom a record belongs."""
        return self.kept.get(key, key)

    def name(self, key: int) -> str:
        """What to call somebody."""
        return self.names.get(self.of(key)) or _("Somebody")


def people_of(club: Club, *, is_director: bool) -> People:
    """Everybody of a club; one SQL query."""
    called: list[Called] = []
    kept: dict[int, int] = {}
    pages: set[int] = set()
    rows = Player.objects.filter(club=club).order_by()
    for key, name, home, shown, erased_at, merged_into in rows.order_by("pk").values_list(
        "pk", "name", "home", "shown", "erased_at", "merged_into_id"
    ):
        if merged_into is not None:
            kept[key] = merged_into
            continue
        is_erased = erased_at is not None
        said = _shown_as(name, shown, is_erased=is_erased, is_director=is_director)
        if said:
            # Where somebody is from is told with the name alone.
            called.append(Called(key, key, said, home if said == name else ""))
        if is_director or said:
            pages.add(key)
    return People(told_apart(called), kept, frozenset(pages))


def shown_name(player: Player, *, is_director: bool) -> str:
    """What somebody may call a player; empty where the player must not be named.

    >>> shown_name(Player(name="Anna Maria Berg", shown="initials"), is_director=False)
    'A. M. B.'
    >>> shown_name(Player(name="Anna Berg", shown="hidden"), is_director=False)
    ''
    >>> shown_name(Player(name="Anna Berg", shown="hidden"), is_director=True)
    'Anna Berg'
    """
    is_erased = player.erased_at is not None
    return _shown_as(player.name, player.shown, is_erased=is_erased, is_director=is_director)


def _shown_as(name: str, shown: str, *, is_erased: bool, is_director: bool) -> str:
    if is_erased:
        return _("Erased") if is_director else ""
    return name if is_director else veiled(name, shown)


def veiled(name: str, shown: str) -> str:
    """A name as everybody sees somebody who is `shown` so; empty where that is not at all.

    >>> veiled("Anna Berg", "name"), veiled("Anna Berg", "initials"), veiled("Anna Berg", "hidden")
    ('Anna Berg', 'A. B.', '')
    """
    if shown == Player.NAME:
        return name
    if shown == Player.INITIALS:
        return " ".join(f"{word[0]}." for word in name.split())
    return ""


def records_of(player: Player) -> list[int]:
    """The keys of all records of one person: the one that was kept, and those merged into it."""
    merged = Player.objects.filter(merged_into=player).values_list("pk", flat=True)
    return [player.pk, *merged]
