"""The tables of an event's story as lists for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from tournaments.common.listing import Listing, Value, number, points, text
from tournaments.records.queries.event_story import Story
from tournaments.records.queries.event_story_course import Named
from tournaments.records.queries.sure_cells import ends, sure_columns

NAME = 28

Rows = Iterator[Sequence[Value]]


def story_lists(story: Story | None) -> list[Listing]:
    """Every table of the page; before there is a story nothing but their heads."""
    return [rounds_list(story), race_list(story), roles_list(story)]


def rounds_list(story: Story | None) -> Listing:
    """The rounds in figures."""

    def rows() -> Rows:
        for row in story.course.rounds if story else ():
            yield (
                row.number,
                row.tables,
                story.hands.get(row.number) if story else None,
                *_who(row.best),
                *_who(row.leaders),
            )

    columns = (
        number(_("Round")),
        number(_("Tables")),
        number(_("Hands")),
        text(_("Best of the round"), NAME),
        points(_("Points")),
        text(_("In front after it"), NAME),
        points(_("Total")),
    )
    return Listing("rounds", _("Rounds"), columns, rows)


def race_list(story: Story | None) -> Listing:
    """The totals of the first few after each round."""
    race = story.course.race if story else None
    rounds = race.rounds if race else ()

    def rows() -> Rows:
        for runner in race.runners if race else ():
            yield (runner.number, runner.name, *runner.totals)

    after = [points(_("After round %(number)s") % {"number": each}, 14) for each in rounds]
    columns = (number(_("Number")), text(_("Name"), NAME), points(_("At the start")), *after)
    return Listing("race", _("The race"), columns, rows)


def roles_list(story: Story | None) -> Listing:
    """What the field did in each role, by game."""

    def rows() -> Rows:
        for game in story.games if story else ():
            for line in game.roles:
                yield (game.words.name, line.label, line.hands, line.won_hands, *ends(line.won))

    columns = (
        text(_("Game"), NAME),
        text(_("Role"), NAME),
        number(_("Hands")),
        number(_("Won")),
        *sure_columns(_("Share won")),
    )
    return Listing("roles", _("Roles"), columns, rows)


def _who(found: Sequence[Named]) -> tuple[Value, Value]:
    return (", ".join(one.name for one in found), found[0].figure if found else None)
