"""What a director sees of a proposed draw: its tables by name, its report, what may be doubted."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.draw.queries.draw_words import Line, hard_broken, named, report_lines
from tournaments.events.draw.queries.drawing import Choice, Ground, ground_for
from tournaments.events.draw.queries.final_draws import final_at
from tournaments.events.draw.queries.proposals import meeting_again, seating_from
from tournaments.events.draw.queries.rounds import choice_words, moved_since, team_words
from tournaments.events.draw.queries.season_words import season_lines, season_note
from tournaments.models import Round


class Seated(NamedTuple):
    """Somebody at a proposed table."""

    number: int
    name: str


@dataclass(frozen=True)
class ProposedTable:
    """A table of the draw; `notes` say who meets again at it, `season` how many met on earlier
    evenings, `final` which final it is of."""

    number: int
    seats: tuple[Seated, ...]
    is_odd: bool
    is_locked: bool
    notes: tuple[str, ...]
    season: str = ""
    final: str = ""


class OtherWay(NamedTuple):
    """Another way of drawing the round, and what it would come to."""

    choice: Choice
    label: str
    figures: str


@dataclass(frozen=True)
class Swapped:
    """The last exchange by hand, and what it did; `is_back`: it undid the one before."""

    one: Seated
    other: Seated
    text: str
    is_worse: bool
    is_back: bool


@dataclass(frozen=True)
class DrawPage:
    """A proposed round as a director looks at it."""

    ground: Ground
    choice: Choice
    way: str
    tables: tuple[ProposedTable, ...]
    out: tuple[Seated, ...]
    lines: tuple[Line, ...]
    broken: tuple[str, ...]
    moved: tuple[str, ...]
    others: tuple[OtherWay, ...]
    swapped: Swapped | None

    @property
    def has_doubts(self) -> bool:
        """Whether the draw is accepted only knowingly."""
        return bool(self.broken or self.moved)


def draw_page(played: Round) -> DrawPage:
    """Everything about a proposed round; as many SQL queries as `ground_for` has."""
    ground = ground_for(played.event, played.number)
    report, names = played.report, ground.names
    choice = Choice.from_json(report["choice"])
    return DrawPage(
        ground=ground,
        choice=choice,
        way=choice_words(choice),
        tables=_tables(ground, played),
        out=tuple(_seated(number, ground) for number in played.plan["out"]),
        lines=(
            *report_lines(report, ground.settings.size, names, is_pairs=ground.settings.is_pairs),
            *_team_line(ground, choice),
            *season_lines(report, names),
        ),
        broken=tuple(hard_broken(report, names)),
        moved=tuple(moved_since(ground, played)),
        others=tuple(_other(kept, report) for kept in report["others"]),
        swapped=_swapped(report["swaps"], ground),
    )


def _team_line(ground: Ground, choice: Choice) -> list[Line]:
    """What would keep team-mates apart, where they meet because there are too few tables."""
    text = team_words(ground, choice.odd)
    return [Line("bad", text)] if text else []


def _seated(number: int, ground: Ground) -> Seated:
    return Seated(number, ground.names.get(number, str(number)))


def _tables(ground: Ground, played: Round) -> tuple[ProposedTable, ...]:
    seating = seating_from(played.plan)
    at = {entry: place for place, table in enumerate(seating.tables) for entry in table}
    again: defaultdict[int, list[str]] = defaultdict(list)
    for one, other, rounds in meeting_again(seating, ground.history):
        text = ngettext(
            "%(one)s and %(other)s met in round %(rounds)s.",
            "%(one)s and %(other)s met in rounds %(rounds)s.",
            len(rounds),
        )
        people = {"one": ground.names.get(one, one), "other": ground.names.get(other, other)}
        again[at[one]].append(text % {**people, "rounds": ", ".join(map(str, rounds))})
    return tuple(
        ProposedTable(
            number=place + 1,
            seats=tuple(_seated(entry, ground) for entry in table),
            is_odd=len(table) != ground.settings.size,
            is_locked=place in played.locked,
            notes=tuple(again[place]),
            season=season_note(played.report, place),
            final=final_at(ground, table),
        )
        for place, table in enumerate(seating.tables)
    )


def _other(kept: dict[str, Any], report: dict[str, Any]) -> OtherWay:
    choice = Choice.from_json(kept["choice"])
    figures = ngettext("%(count)s repeat", "%(count)s repeats", kept["repeats"])
    parts = [figures % {"count": kept["repeats"]}]
    if "season" in kept:
        earlier = ngettext(
            "%(count)s pair who met earlier", "%(count)s pairs who met earlier", kept["season"]
        )
        parts.append(earlier % {"count": kept["season"]})
    if kept["rank_spread"] is not None:
        spread = _("%(spread)s places between best and last at a table")
        parts.append(spread % {"spread": kept["rank_spread"]})
    label = choice_words(choice)
    if choice.odd != report["choice"]["odd"]:
        remainder = {
            "up": _("with tables of one more"),
            "down": _("with tables of one less"),
            "bye": _("with the rest sitting out"),
        }[choice.odd]
        label = f"{label}, {remainder}"
    return OtherWay(choice, label, ", ".join(parts))


def _swapped(swaps: list[dict[str, Any]], ground: Ground) -> Swapped | None:
    if not swaps:
        return None
    last = swaps[-1]
    one, other = last["who"]
    effect = {"before": last["before"], "after": last["after"]}
    if effect["before"] == effect["after"]:
        text = _("Repeats: %(after)s, as before.") % effect
    else:
        text = _("Repeats: %(after)s instead of %(before)s.") % effect
    is_back = len(swaps) % 2 == 0 and swaps[-2]["who"] == last["who"]
    done = _("%(one)s and %(other)s have changed places.")
    if is_back:
        done = _("%(one)s and %(other)s sit where they were again.")
    people = {"one": named(one, ground.names), "other": named(other, ground.names)}
    return Swapped(
        _seated(one, ground),
        _seated(other, ground),
        f"{done % people} {text}",
        is_worse=last["after"] > last["before"],
        is_back=is_back,
    )
