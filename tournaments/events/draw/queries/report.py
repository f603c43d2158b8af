"""The report of a draw in sentences, with names where a draw knows only start numbers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from formats.figures import decimal
from seating.words import Words
from tournaments.events.draw.queries.drawing import HEEDING, EarlierStages, Ground, earlier_stages
from tournaments.events.draw.queries.seatings import seat_words

LADDER = "ladder"
PEOPLE = ("who", "one", "other")
"""The places of a sentence at which start numbers stand."""
MOST_NAMES = 8
OFTEN = {
    2: gettext_lazy("twice"),
    3: gettext_lazy("three times"),
    4: gettext_lazy("four times"),
    5: gettext_lazy("five times"),
    6: gettext_lazy("six times"),
}
"""In words, so that no two figures stand side by side: seat 3 three times."""

Names = Mapping[int, str]


class ReportLine(NamedTuple):
    """A line of the report: `good`, `plain` or `bad`, its sentence, and more that may be read."""

    tone: str
    text: str
    more: tuple[str, ...] = ()


class Fact(NamedTuple):
    """What a draw is measured by: its caption, the figure, and a line below it."""

    caption: str
    figure: str
    more: str = ""


def draw_facts(report: Mapping[str, Any], sizes: Iterable[int]) -> list[Fact]:
    """Three figures of a draw: who meets again, how large the tables are, the wishes kept."""
    count, fair = report["repeats"], report["fair_bound"]
    bound = ""
    if count and report.get("choice", {}).get("draw") != LADDER:
        bound = _bound_words(count, fair)
    often = Counter(sizes).most_common()
    kept = len(report.get("kept", ()))
    wishes = kept + sum(wish["kind"] != "rather_not" for wish in report["broken"])
    said = _("%(kept)s of %(all)s") % {"kept": kept, "all": wishes}
    return [
        Fact(_("Pairs that meet again"), str(count), bound),
        Fact(
            _("Tables and seats"),
            ", ".join(f"{tables}\u202f×\u202f{seats}" for seats, tables in often),
        ),
        Fact(_("Wishes kept"), said if wishes else "–", "" if wishes else _("Nobody has a wish.")),
    ]


def entry_called(number: int, names: Names) -> str:
    """Somebody with the start number, which two of the same name do not share."""
    name = names.get(number)
    return f"{name} ({number})" if name else str(number)


def listed(numbers: Iterable[int], names: Names, most: int | None = None) -> str:
    """Several people for a sentence; after so many only how many more there are."""
    everybody = list(numbers)
    shown = [entry_called(number, names) for number in everybody[:most]]
    left = len(everybody) - len(shown)
    if left:
        text = ngettext("%(names)s and %(left)s more", "%(names)s and %(left)s more", left)
        return text % {"names": ", ".join(shown), "left": left}
    return ", ".join(shown)


def sentence_for(words: Words, names: Names) -> str:
    """A sentence of the draw in the reader's language, with people by name."""
    values = dict(words.values)
    for key in PEOPLE:
        numbers = re.findall(r"\d+", str(values.get(key, "")))
        if numbers:
            values[key] = listed(map(int, numbers), names)
    return replace(words, values=values).render(_, ngettext)


def told_kept(kept: Mapping[str, Any], names: Names) -> str:
    """The same for a sentence as it is kept with a round."""
    return sentence_for(Words.from_kept(kept), names)


def times_words(often: int) -> str:
    """How often something was, from twice on.

    >>> times_words(2), times_words(3), times_words(11)
    ('twice', 'three times', '11 times')
    """
    return str(OFTEN.get(often) or _("%(times)s times") % {"times": often})


def report_lines(
    report: Mapping[str, Any], size: int, names: Names, *, is_pairs: bool = False
) -> list[ReportLine]:
    """How good a draw is, in the order in which a director asks."""
    lines = [*_wishes(report, names), *_repeats(report, names), *_schedule(report)]
    if report["rank_spread"] is not None:
        text = _("Places between the best and the last at a table, on average: %(spread)s.")
        lines.append(ReportLine("plain", text % {"spread": decimal(report["rank_spread"], 1)}))
    if report["odd"]:
        text = ngettext(
            "%(count)s sits at a table of another size than %(size)s.",
            "%(count)s sit at tables of another size than %(size)s.",
            len(report["odd"]),
        ) % {"count": len(report["odd"]), "size": size}
        lines.append(_shared(text, report["odd"], names))
    if report["out"]:
        who = listed((number for number, _times in report["out"]), names, MOST_NAMES)
        lines.append(_shared(_("Sitting out: %(who)s.") % {"who": who}, report["out"], names))
    return [
        *lines,
        *_seats(report, names, is_pairs=is_pairs),
        *(ReportLine("plain", told_kept(words, names)) for words in report["notes"]),
    ]


def _repeats(report: Mapping[str, Any], names: Names) -> list[ReportLine]:
    """How many meet again and who, and below it why there are not fewer."""
    count, fair = report["repeats"], report["fair_bound"]
    if not count:
        return [ReportLine("good", repeats_words(0))]
    is_ladder = report.get("choice", {}).get("draw") == LADDER
    tone = "plain" if count <= fair or is_ladder else "bad"
    met = [
        met_words(entry_called(one, names), entry_called(other, names), rounds)
        for one, other, rounds in report["again"]
    ]
    lines = [ReportLine(tone, repeats_words(count), tuple(met))]
    if is_ladder:
        text = _("On a ladder who wins goes up and who loses goes down.")
        lines.append(ReportLine("plain", text))
    elif fair:
        why = told_kept(report["why"], names)
        lines.append(ReportLine("plain", _bound_words(count, fair), (why,)))
    return lines


def _bound_words(count: int, fair: int) -> str:
    """That so many meet again because fewer cannot be; "" where none would have to."""
    if count <= fair:
        # Translators: with fewer pairs that meet again.
        return _("Nobody could do with fewer.")
    return _("Nobody could do with fewer than %(fair)s.") % {"fair": fair} if fair else ""


def repeats_words(count: int) -> str:
    """How many meet again.

    >>> repeats_words(0), repeats_words(2)
    ('Nobody meets anybody again.', '2 pairs meet again.')
    """
    if not count:
        return _("Nobody meets anybody again.")
    text = ngettext("%(count)s pair meets again.", "%(count)s pairs meet again.", count)
    return text % {"count": count}


def met_words(one: str, other: str, rounds: Sequence[int]) -> str:
    """In which rounds two have met."""
    sentence = ngettext(
        "%(one)s and %(other)s met in round %(rounds)s.",
        "%(one)s and %(other)s met in rounds %(rounds)s.",
        len(rounds),
    )
    return sentence % {"one": one, "other": other, "rounds": ", ".join(map(str, rounds))}


def _schedule(report: Mapping[str, Any]) -> list[ReportLine]:
    if report.get("is_planned"):
        text = _("As planned when the earlier rounds were drawn: the same people are here.")
        return [ReportLine("good", text)]
    if "schedule" not in report:
        return []
    values = {
        "rounds": len(report["schedule"]),
        "repeats": report["schedule_repeats"],
        "bound": report["schedule_bound"],
    }
    if not report["schedule_repeats"]:
        text = _("Drawn together with the rounds to come (%(rounds)s): nobody meets twice.")
    else:
        text = _(
            "Drawn together with the rounds to come (%(rounds)s). Repeats: %(repeats)s. "
            "Fewest possible: %(bound)s."
        )
    return [ReportLine("plain", text % values)]


def _shared(text: str, times: Sequence[Sequence[int]], names: Names) -> ReportLine:
    """A burden, and for whom it is not the first time."""
    again: defaultdict[int, list[int]] = defaultdict(list)
    for number, often in times:
        again[often].append(number)
    if set(again) == {1}:
        return ReportLine("plain", text, (_("For each of them it is the first time."),))
    more = [
        _("Again (%(times)s by now): %(who)s.")
        % {"times": times_words(often), "who": listed(again[often], names)}
        for often in sorted(again, reverse=True)
        if often > 1
    ]
    return ReportLine("plain", text, tuple(more))


def _seats(report: Mapping[str, Any], names: Names, *, is_pairs: bool) -> list[ReportLine]:
    """Who has had a seat more often than others; reports of earlier versions do not say who."""
    lines = []
    for seat, often, who in report.get("seats", ()):
        if is_pairs:
            text = ngettext(
                "Seats %(seats)s (%(often)s by now): %(count)s pair.",
                "Seats %(seats)s (%(often)s by now): %(count)s pairs.",
                len(who),
            )
        elif seat == 0:
            text = ngettext(
                "First dealer (%(often)s by now): %(count)s person.",
                "First dealer (%(often)s by now): %(count)s people.",
                len(who),
            )
        elif seat == 1:
            text = ngettext(
                "At the first dealer’s left (%(often)s by now): %(count)s person.",
                "At the first dealer’s left (%(often)s by now): %(count)s people.",
                len(who),
            )
        else:
            text = ngettext(
                "Seat %(seats)s (%(often)s by now): %(count)s person.",
                "Seat %(seats)s (%(often)s by now): %(count)s people.",
                len(who),
            )
        text %= {
            "count": len(who),
            "often": times_words(often),
            "seats": seat_words(seat, is_pairs=is_pairs),
        }
        lines.append(ReportLine("plain", text, (listed(who, names, MOST_NAMES),)))
    return lines


def _wishes(report: Mapping[str, Any], names: Names) -> list[ReportLine]:
    lines = [ReportLine("bad", told_kept(words, names)) for words in report["cannot"]]
    soft: list[str] = []
    for wish in report["broken"]:
        text = wish_words(wish, names)
        if wish["hard"] or wish["kind"] == "group":
            lines.append(ReportLine("bad", text))
        else:
            soft.append(text)
    if soft:
        text = ngettext(
            "%(count)s pair with neighbouring start numbers shares a table.",
            "%(count)s pairs with neighbouring start numbers share a table.",
            len(soft),
        )
        lines.append(ReportLine("plain", text % {"count": len(soft)}, tuple(soft)))
    return [*lines, *_kept(report, names)]


def _kept(report: Mapping[str, Any], names: Names) -> list[ReportLine]:
    """The wishes that the draw keeps, of all that somebody made."""
    kept = [wish_words(wish, names, is_kept=True) for wish in report.get("kept", ())]
    if not kept:
        return []
    missed = sum(wish["kind"] != "rather_not" for wish in report["broken"])
    said = {"kept": len(kept), "all": len(kept) + missed}
    if missed:
        text = _("Wishes kept: %(kept)s of %(all)s.") % said
        return [ReportLine("plain", text, tuple(kept))]
    text = ngettext("The one wish is kept.", "All %(kept)s wishes are kept.", len(kept)) % said
    return [ReportLine("good", text, tuple(kept))]


KEPT: Mapping[str, str | Promise] = {
    "apart": gettext_lazy("Came together, at different tables: %(who)s."),
    "together": gettext_lazy("At one table, as wished: %(who)s."),
    "table": gettext_lazy("At the table that was wished: %(who)s."),
    "seat": gettext_lazy("In the seat that was wished: %(who)s."),
    "group": gettext_lazy("Of one team, at different tables: %(who)s."),
}
"""What is said of each kind of wish that is kept."""

BROKEN: Mapping[str, str | Promise] = {
    "apart": gettext_lazy("Came together, at one table: %(who)s."),
    "together": gettext_lazy("Should sit at one table and do not: %(who)s."),
    "table": gettext_lazy("Should sit at another table: %(who)s."),
    "seat": gettext_lazy("Should have another seat: %(who)s."),
    "group": gettext_lazy("Of one team, at one table: %(who)s."),
    "rather_not": gettext_lazy("At one table: %(who)s."),
}
"""The same of those that are not kept."""


def wish_words(wish: Mapping[str, Any], names: Names, *, is_kept: bool = False) -> str:
    """A wish that is kept, or is not, in a sentence."""
    text = (KEPT if is_kept else BROKEN)[wish["kind"]]
    return str(text % {"who": listed(wish["who"], names)})


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
            "Few will meet whom they met earlier this season. What counts is %(count)s earlier "
            "stage (%(series)s): %(last)s.",
            "Few will meet whom they met earlier this season. What counts are %(count)s earlier "
            "stages (%(series)s), most of all the last one: %(last)s.",
            len(found.stages),
        )
        return text % {**titles, "count": len(found.stages), "last": found.stages[0][1].title}
    if found.titles:
        text = _("This is the first stage (%(series)s): nobody has met earlier this season.")
        return text % titles
    if found.final_of:
        return _("This is the final (%(series)s): who met at its stages does not count.") % titles
    return _(
        "Nobody is known to have met earlier this season: this event is not a stage of a series "
        "yet. Add it to one on the page of the series."
    )


def season_lines(report: Mapping[str, Any], names: Names) -> list[ReportLine]:
    """How many at the tables met at earlier stages; nothing where that was not looked at."""
    season = report.get("season")
    if season is None:
        return []
    if not season["stages"]:
        return [
            ReportLine("plain", _("No earlier stage of a series is known from which people met."))
        ]
    if not season["met"]:
        return [
            ReportLine("good", _("Nobody at a table has met another there earlier this season."))
        ]
    more = []
    for one, other, times, title in season["again"]:
        text = ngettext(
            "%(one)s and %(other)s have met: %(title)s.",
            "%(one)s and %(other)s have met %(times)s times, the last time: %(title)s.",
            times,
        )
        people = {"one": entry_called(one, names), "other": entry_called(other, names)}
        more.append(text % {**people, "times": times, "title": title})
    return [ReportLine("plain", season_words(report), tuple(more))]


def season_words(report: Mapping[str, Any]) -> str:
    """How many pairs at the tables met earlier this season; "" where that was not looked at.

    >>> season_words({"season": {"stages": 2, "met": 3, "pairs": 24}})
    'Pairs at the tables that met earlier this season: 3 of 24.'
    """
    season = report.get("season")
    if season is None or not season["stages"]:
        return ""
    text = _("Pairs at the tables that met earlier this season: %(met)s of %(pairs)s.")
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
