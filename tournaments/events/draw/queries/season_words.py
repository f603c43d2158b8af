"""What a draw makes of the earlier stages of a series, in sentences for directors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.draw.queries.draw_words import Line, Names, named
from tournaments.events.draw.queries.drawing import Ground
from tournaments.events.draw.queries.season import HEEDING, EarlierStages, earlier_stages


def before_the_draw(ground: Ground) -> str:
    """What the coming draw will know of earlier stages; "" where it is not to look at them.

    Two SQL queries, none where the director has not switched it on.
    """
    if not ground.settings.season_apart:
        return ""
    if ground.fields:
        return _("In a final it does not count who met at an earlier stage.")
    found = earlier_stages(ground.event)
    text = _what_counts(found)
    if found.stages and ground.choice.draw not in HEEDING:
        hint = _(
            "The way that is chosen for this round does not look at that; “By chance, wishes kept” "
            "and “So that few meet again” do."
        )
        return f"{text} {hint}"
    return text


def _what_counts(found: EarlierStages) -> str:
    titles = {"series": ", ".join(found.titles or found.final_of)}
    if found.stages:
        text = ngettext(
            "Few will meet whom they met earlier this season: %(count)s earlier stage of "
            "%(series)s counts, %(last)s.",
            "Few will meet whom they met earlier this season: %(count)s earlier stages of "
            "%(series)s count, the last one, %(last)s, most of all.",
            len(found.stages),
        )
        return text % {**titles, "count": len(found.stages), "last": found.stages[0][1].title}
    if found.titles:
        text = _("This is the first stage of %(series)s: nobody has met earlier this season.")
        return text % titles
    if found.final_of:
        return _("This is the final of %(series)s: who met at its stages does not count.") % titles
    return _(
        "Nobody is known to have met earlier this season: this event is not a stage of a series "
        "yet. Add it to one on the page of the series."
    )


def season_lines(report: Mapping[str, Any], names: Names) -> list[Line]:
    """How many at the tables met at earlier stages; nothing where that was not looked at."""
    season = report.get("season")
    if season is None:
        return []
    if not season["stages"]:
        return [Line("plain", _("No earlier stage of a series is known from which people met."))]
    if not season["met"]:
        return [Line("good", _("Nobody at a table has met another there earlier this season."))]
    more = [
        _met_before(one, other, times, title, names) for one, other, times, title in season["again"]
    ]
    return [Line("plain", season_words(report), tuple(more))]


def season_words(report: Mapping[str, Any]) -> str:
    """How many pairs at the tables met earlier this season; "" where that was not looked at.

    >>> season_words({"season": {"stages": 2, "met": 3, "pairs": 24}})
    '3 of the 24 pairs at the tables met earlier this season.'
    """
    season = report.get("season")
    if season is None or not season["stages"]:
        return ""
    text = ngettext(
        "%(met)s of the %(pairs)s pairs at the tables met earlier this season.",
        "%(met)s of the %(pairs)s pairs at the tables met earlier this season.",
        season["met"],
    )
    return text % {"met": season["met"], "pairs": season["pairs"]}


def season_note(report: Mapping[str, Any], place: int) -> str:
    """The same for the table of that index; "" where nobody at it has met."""
    count = (report.get("season") or {"tables": []})["tables"][place : place + 1]
    if not count or not count[0]:
        return ""
    text = ngettext(
        "%(count)s pair here met earlier this season.",
        "%(count)s pairs here met earlier this season.",
        count[0],
    )
    return text % {"count": count[0]}


def _met_before(one: int, other: int, times: int, title: str, names: Names) -> str:
    text = ngettext(
        "%(one)s and %(other)s met at %(title)s.",
        "%(one)s and %(other)s met %(times)s times, the last time at %(title)s.",
        times,
    )
    people = {"one": named(one, names), "other": named(other, names)}
    return text % {**people, "times": times, "title": title}
