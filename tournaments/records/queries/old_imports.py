"""The files of old records that a club took in, how far each is, and its evenings."""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Count, F, Max, Min, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring import RULESETS, HandProblem, read_record, replay
from scoring.command import parse
from scoring.labels import LONGEST_NAME, UNWRITABLE
from sheets.words import spoken
from tournaments.common.names import NameIndex, folded
from tournaments.common.texts import without_halves
from tournaments.models import Club, CountedSheet, KeptTotal, OldImport, OldImportChange, Table
from tournaments.people.queries import MOST_PROPOSED, Known, People
from tournaments.records.queries.figures import game_name

MOST_BYTES = 2_000_000
MOST_LINES = 5_000
MOST_PASTED = 200_000
MOST_PEOPLE = 500
MOST_POINTS = 1_000_000
LONGEST_TITLE = 80
FIRST_YEAR = 1800

NUMBERED = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T].*)?")
DOTTED = re.compile(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})(?: .*)?")


class Faulty(Exception):
    """Why something cannot be taken in: a sentence."""


class Total(NamedTuple):
    """What somebody had at the end of an evening; None where the file does not say it."""

    name: str
    points: int
    hands: int | None = None
    games: int | None = None


class OldEvening(NamedTuple):
    """An evening: who was there, and either everybody's totals or the record of the table.

    `hands` are those that were played at it, None where nobody knows.
    """

    day: date
    ruleset: str
    title: str
    names: tuple[str, ...]
    totals: tuple[Total, ...] = ()
    record: dict[str, Any] | None = None
    hands: int | None = None


class Fault(NamedTuple):
    """A line (the first is 1), why it is left out, and what stands there."""

    line: int
    sentence: str
    text: str = ""


class Column(NamedTuple):
    """A column of a list: its head, what stands below it in the first lines, what it means."""

    head: str
    samples: tuple[str, ...]
    meaning: str


@dataclass(frozen=True)
class Reading:
    """A file as it was understood. `asks` are the meanings that no column has and one must have."""

    evenings: Sequence[OldEvening]
    faults: Sequence[Fault]
    columns: Sequence[Column] = ()
    asks: Sequence[str] = ()

    @property
    def days(self) -> list[date]:
        """The days on which something was played, the first one first."""
        return sorted({evening.day for evening in self.evenings})

    @property
    def names(self) -> Counter[str]:
        """How many evenings there are with each name; spellings in small letters are one name."""
        first: dict[str, str] = {}
        times: Counter[str] = Counter()
        for evening in self.evenings:
            for name in evening.names:
                times[first.setdefault(name.casefold(), name)] += 1
        return times

    @property
    def totals(self) -> int:
        """How many totals of one person there are."""
        return sum(len(evening.totals) for evening in self.evenings)

    @property
    def hands(self) -> int:
        """How many single hands are known."""
        return sum(evening.hands or 0 for evening in self.evenings if evening.record is not None)


def hands_of_evening(of_persons: Sequence[int], seats: int) -> int:
    """How many hands an evening had at least, by those of each who is named in an old record.

    `seats` play a hand, so that so many persons' hands are one. Where not everybody is named,
    there were as many as the most diligent one played.

    >>> hands_of_evening([20, 20, 20, 16, 24], 4), hands_of_evening([20, 20], 4)
    (25, 20)
    """
    return max(sum(of_persons) // seats, max(of_persons, default=0))


def day_of(text: str, today: date) -> date:
    """The day that a text names; raises Faulty.

    >>> day_of("3.11.2016", date(2020, 1, 1)), day_of("2016-11-03", date(2020, 1, 1))
    (datetime.date(2016, 11, 3), datetime.date(2016, 11, 3))
    """
    numbered, dotted = NUMBERED.fullmatch(text), DOTTED.fullmatch(text)
    if numbered is not None:
        year, month, day = map(int, numbered.groups())
    elif dotted is not None:
        day, month, year = map(int, dotted.groups())
    else:
        words = _("“%(text)s” is no date: write 2016-11-03 or 3.11.2016.")
        raise Faulty(words % {"text": text[:40]} if text else _("There is no date."))
    try:
        found = date(year, month, day)
    except ValueError:
        raise Faulty(_("There is no %(text)s in any calendar.") % {"text": text[:40]}) from None
    if found > today:
        raise Faulty(_("%(text)s has not come yet.") % {"text": text[:40]})
    if year < FIRST_YEAR:
        raise Faulty(_("%(text)s is too long ago.") % {"text": text[:40]})
    return found


def name_of(text: str) -> str:
    """A person's name on one line, with single spaces; raises Faulty."""
    name = " ".join(text.split())
    if not name:
        raise Faulty(_("There is no name."))
    if len(name) > LONGEST_NAME:
        words = _("The name “%(text)s…” is too long: at most %(most)s letters.")
        raise Faulty(words % {"text": name[:LONGEST_NAME], "most": LONGEST_NAME})
    if not any(letter.isalpha() for letter in name):
        raise Faulty(_("There are no letters in the name “%(text)s”.") % {"text": name})
    return on_one_line(name)


def title_of(text: str) -> str:
    """The title of an evening on one line; raises Faulty."""
    title = " ".join(text.split())
    if len(title) > LONGEST_TITLE:
        words = _("The title is too long: at most %(most)s letters.")
        raise Faulty(words % {"most": LONGEST_TITLE})
    return on_one_line(title)


def on_one_line(text: str) -> str:
    """The same text, if it can be written on one line; raises Faulty."""
    if any(unicodedata.category(letter) in UNWRITABLE for letter in text):
        raise Faulty(_("There is something in it that cannot be written."))
    return text


def without_too_many(evenings: list[OldEvening]) -> list[OldEvening]:
    """The evenings, if the file is not too large to be taken in; raises Faulty."""
    people = {name.casefold() for evening in evenings for name in evening.names}
    if len(people) > MOST_PEOPLE:
        words = _("There are %(count)s people in it. Take in at most %(most)s at once.")
        raise Faulty(words % {"count": len(people), "most": MOST_PEOPLE})
    return evenings


# Reading a list of totals as a table: what separates its columns, and what each of them means.

SEPARATORS = "\t;,"
SAMPLES = 3
LONGEST_SAMPLE = 40

MEANINGS: dict[str, str | Promise] = {
    "day": gettext_lazy("Day"),
    "who": gettext_lazy("Who"),
    "points": gettext_lazy("Points"),
    "hands": pgettext_lazy("one deal", "Hands"),
    "games": pgettext_lazy("to a target", "Games"),
    "title": gettext_lazy("Title of the evening"),
    "ruleset": gettext_lazy("Ruleset"),
}
NEEDED = ("day", "who", "points")
SKIPPED = "-"

WORDS = {
    "day": "day date when datum tag abend spieltag wann evening kuupäev päev õhtu millal",
    "who": "who name names player person namen spieler spielerin teilnehmer wer nimi mängija kes",
    "points": "points point total totals score punkte punkt pkt pkte summe gesamt strokes punktid "
    "punkti kokku löögid striche nakid",
    "hands": "hands hand deals spiele blätter jaotusi jaotused käed",
    "games": "games partien partie partiid mängud mänge",
    "title": "title event occasion titel anlass veranstaltung pealkiri üritus",
    "ruleset": "ruleset rules game regeln spiel spielart reeglid mäng",
}
BY_WORD = {"".join(folded(word)): key for key, words in WORDS.items() for word in words.split()}


class Row(NamedTuple):
    """A line of the list: its number (the first is 1) and its cells, without outer spaces."""

    number: int
    cells: tuple[str, ...]


def _rows(text: str) -> tuple[list[Row], list[Fault]]:
    """The lines with something in them, cut by the sign that the first ones have most often."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").splitlines()
    start = [line for line in lines[:20] if line.strip()]
    separator = max(SEPARATORS, key=lambda sign: sum(sign in line for line in start))
    reader = csv.reader(iter(lines), delimiter=separator, strict=False)
    rows, faults = list[Row](), list[Fault]()
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append(Row(reader.line_num, tuple(cell.strip() for cell in cells)))
    except csv.Error:
        words = _("From here on the list cannot be read: a quotation mark may be left open.")
        faults.append(Fault(reader.line_num, words))
    return rows, faults


def _columns(heads: Sequence[str], rows: Sequence[Row], said: Sequence[str]) -> list[Column]:
    """The columns with what they mean: as a director said, else as their heads say."""
    found: list[Column] = []
    for place in range(max((len(row.cells) for row in rows), default=len(heads))):
        head = heads[place] if place < len(heads) else ""
        below = (row.cells[place] for row in rows if place < len(row.cells))
        samples = tuple(cell[:LONGEST_SAMPLE] for cell in below if cell)[:SAMPLES]
        if place < len(said):
            meaning = said[place]
        else:
            meaning = _meaning(head)
            if meaning in {column.meaning for column in found}:
                meaning = ""
        found.append(Column(head[:LONGEST_SAMPLE], samples, meaning))
    return found


def _meaning(head: str) -> str:
    """What a head says, in English, German or Estonian; empty where it says nothing.

    >>> [_meaning(head) for head in ("Datum", "Mängija", "Punkte (gesamt)", "Kuupäev", "Anna")]
    ['day', 'who', 'points', 'day', '']
    """
    words = folded(head)
    return BY_WORD.get("".join(words)) or next(
        (BY_WORD[word] for word in words if word in BY_WORD), ""
    )


def _is_day(text: str, today: date) -> bool:
    try:
        day_of(text, today)
    except Faulty:
        return False
    return True


# Reading a list of totals: one line for each person and evening.

WHOLE = re.compile(r"([+-]?)(\d{1,12})(?:[.,]0+)?")
MOST_HANDS = 1_000

SUMS = {
    *("total", "totals", "totale", "totaal", "sum", "sums", "subtotal", "grand", "overall", "all"),
    *("summe", "summen", "gesamt", "gesamtsumme", "gesamtergebnis", "insgesamt", "zwischensumme"),
    *("kokku", "summa", "vahesumma", "koguarv", "yhteensä", "suma", "razem", "ogółem", "somme"),
    *("average", "mean", "durchschnitt", "schnitt", "mittel", "mittelwert", "keskmine"),
}
"""What stands in the place of a name in a line that adds the others up, or divides them."""


def read_totals(text: str, *, ruleset: str, said: Sequence[str], today: date) -> Reading:
    """The evenings of a list; `ruleset` is that of lines that name none.

    `said`: by place what a director says that a column means. Lines of one day, game and title
    are one evening. The first line is heads where it says what columns mean, or has no date.
    """
    rows, faults = _rows(text)
    heads = rows[0].cells if rows else ()
    if not any(map(_meaning, heads)) and any(_is_day(cell, today) for cell in heads):
        heads = ()
    rows = rows[1:] if heads else rows
    columns = _columns(heads, rows, said)
    meanings = [column.meaning for column in columns]
    asks = [meaning for meaning in NEEDED if meaning not in meanings]
    if asks or not rows:
        return Reading([], faults, columns, asks)
    if len(rows) > MOST_LINES:
        words = _("There are %(count)s lines in it. Take in at most %(most)s at once.")
        sentence = words % {"count": len(rows), "most": MOST_LINES}
        return Reading([], [*faults, Fault(rows[MOST_LINES].number, sentence)], columns)
    totals: dict[tuple[date, str, str], list[Total]] = {}
    seen: dict[tuple[object, ...], int] = {}
    for row in rows:
        cells = defaultdict(str, zip(meanings, row.cells, strict=False))
        try:
            evening = (
                day_of(cells["day"], today),
                _ruleset(cells["ruleset"], ruleset),
                title_of(cells["title"]),
            )
            total = Total(
                name_of(cells["who"]),
                _points(cells["points"]),
                _count(cells["hands"], _("“%(text)s”: hands are a number from 0 to %(most)s.")),
                _count(cells["games"], _("“%(text)s”: games are a number from 0 to %(most)s.")),
            )
            first = seen.setdefault((*evening, total.name.casefold()), row.number)
            if first != row.number:
                words = _("%(name)s stands on this evening already, in line %(first)s.")
                raise Faulty(words % {"name": total.name, "first": first})
            totals.setdefault(evening, []).append(total)
        except Faulty as faulty:
            faults.append(Fault(row.number, str(faulty), " · ".join(row.cells)[:120]))
    try:
        evenings = [_of_totals(*key, totals[key]) for key in sorted(totals)]
        return Reading(without_too_many(evenings), sorted(faults), columns)
    except Faulty as faulty:
        return Reading([], [*faults, Fault(1, str(faulty))], columns)


def _of_totals(day: date, ruleset: str, title: str, totals: Sequence[Total]) -> OldEvening:
    names = tuple(total.name for total in totals)
    known = [total.hands for total in totals if total.hands is not None]
    hands = hands_of_evening(known, RULESETS[ruleset].seats) if known else None
    return OldEvening(day, ruleset, title, names, tuple(totals), hands=hands)


def without_names(reading: Reading, names: Collection[str]) -> Reading:
    """The same list without the lines of these names; an evening with nobody left is none."""
    out = {name.casefold() for name in names}
    evenings = []
    for evening in reading.evenings:
        totals = [one for one in evening.totals if one.name.casefold() not in out]
        if len(totals) == len(evening.totals):
            evenings.append(evening)
        elif totals:
            evenings.append(_of_totals(evening.day, evening.ruleset, evening.title, totals))
    return replace(reading, evenings=evenings)


def is_sum(name: str) -> bool:
    """Whether a name is that of a line with sums, in the languages of people who keep lists.

    >>> [is_sum(name) for name in ("TOTAL:", "Summe", "Kokku", "Gesamt 2016", "Tota Lind")]
    [True, True, True, True, False]
    """
    words = re.findall(r"[^\W\d_]+", name.casefold())
    return bool(words) and set(words) <= SUMS


def _ruleset(text: str, usual: str) -> str:
    """The ruleset that a line names by its key or its name; `usual` where it names none."""
    if not text:
        if usual:
            return usual
        words = _("It is not said what was played: choose it, or name the ruleset in the file.")
        raise Faulty(words)
    wanted = text.casefold()
    for key, ruleset in RULESETS.items():
        if wanted in map(str.casefold, (key, ruleset.name, game_name(key))):
            return key
    raise Faulty(_("There is no ruleset called “%(text)s” here.") % {"text": text[:40]})


def _points(text: str) -> int:
    if not text:
        raise Faulty(_("There are no points."))
    points = _whole(text)
    if points is None:
        words = _("“%(text)s” is no whole number of points.")
        raise Faulty(words % {"text": text[:40]})
    if abs(points) > MOST_POINTS:
        words = _("%(text)s: these are more points than an evening can bring.")
        raise Faulty(words % {"text": text[:40]})
    return points


def _count(text: str, wrong: str) -> int | None:
    """A number of hands or of games, None where there is none; `wrong` says what is not one."""
    if not text:
        return None
    count = _whole(text)
    if count is None or not 0 <= count <= MOST_HANDS:
        raise Faulty(wrong % {"text": text[:40], "most": MOST_HANDS})
    return count


def _whole(text: str) -> int | None:
    """A whole number as people write it.

    >>> [_whole(text) for text in ("+12", "−3", "- 4", "5,0", "2.5", "many")]
    [12, -3, -4, 5, None, None]
    """
    bare = "".join(text.split()).replace("−", "-").replace("–", "-")
    found = WHOLE.fullmatch(bare)
    if found is None or not bare.isascii():
        return None
    return int(found[1] + found[2])


# Reading records of tables with their hands: JSON of one or several, or one in each line.


def looks_like_hands(text: str) -> bool:
    """Whether a text is JSON and not a list of totals.

    >>> looks_like_hands('  {"ruleset": "saskop"}'), looks_like_hands("Day;Who;Points")
    (True, False)
    """
    return text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[")


def read_hands(text: str, *, ruleset: str, today: date) -> Reading:
    """The evenings of a JSON text; `ruleset` is that of records that name none."""
    evenings, faults, hands = [], [], 0
    try:
        for number, found in _records(text):
            try:
                evening = _evening(found, ruleset, today)
            except Faulty as faulty:
                known = (found.get("day"), found.get("title")) if isinstance(found, dict) else ()
                excerpt = " · ".join(one for one in known if isinstance(one, str))[:120]
                faults.append(Fault(number, str(faulty), without_halves(excerpt)))
                continue
            evenings.append(evening)
            hands += evening.hands or 0
            if hands > MOST_LINES:
                words = _("There are more than %(most)s hands in it. Take them in in parts.")
                raise Faulty(words % {"most": MOST_LINES})
        return Reading(without_too_many(sorted(evenings, key=lambda one: one.day)), faults)
    except Faulty as faulty:
        return Reading([], [*faults, Fault(1, str(faulty))])


def _records(text: str) -> Iterator[tuple[int, object]]:
    """Every record of a text: a list of them, one alone, or one in each line.

    Each with where it stands: its line, or its place in the list; the first is 1. In the place of
    a line that cannot be read stands why.
    """
    try:
        whole = parse(text.encode("utf-8", "replace"))
    except HandProblem as problem:
        lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        if problem.code != "not_json" or len(lines) < 2 or not _is_alone(lines[0][1]):
            raise Faulty(_why_no_json(text, problem)) from problem
        for number, line in lines:
            try:
                yield number, parse(line.encode("utf-8", "replace"))
            except HandProblem as wrong:
                yield number, Faulty(_why_no_json(line, wrong))
        return
    yield from enumerate(whole if isinstance(whole, list) else [whole], 1)


def _is_alone(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _why_no_json(text: str, problem: HandProblem) -> str:
    """Where a text stops being JSON."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        words = _("From line %(line)s, sign %(column)s on this is no JSON.")
        return words % {"line": error.lineno, "column": error.colno}
    except RecursionError:
        pass
    return spoken(problem.text)


def _evening(found: object, usual: str, today: date) -> OldEvening:
    if isinstance(found, Faulty):
        raise found
    if not isinstance(found, dict):
        raise Faulty(_("A record must be one JSON object."))
    said: dict[str, Any] = dict(found)
    if "ruleset" not in said:
        said["ruleset"] = _ruleset("", usual)
    day = said.pop("day", None)
    if not isinstance(day, str):
        words = _("The record has no “day”, such as %(example)s.")
        raise Faulty(words % {"example": '"day": "2016-11-03"'})
    try:
        record = read_record(said)
        hands = record.hands
        everything = range(len(hands))
        sheet = replay(record.ruleset, record.options, record.players, hands, standing=everything)
    except HandProblem as problem:
        sentence = spoken(problem.text)
        if problem.hand is not None:
            words = _("Hand %(number)s: %(why)s")
            sentence = words % {"number": problem.hand + 1, "why": sentence}
        raise Faulty(without_halves(sentence)) from problem
    if not record.names:
        raise Faulty(_("The record has no “names”: nobody would know who played."))
    if not record.hands:
        raise Faulty(_("There is no hand in the record."))
    if len(record.hands) > MOST_HANDS:
        words = _("A sheet that is taken in has at most %(most)s hands.")
        raise Faulty(words % {"most": MOST_HANDS})
    if max(map(abs, (*sheet.totals, *(p for row in sheet.rows for p in row.points)))) > MOST_POINTS:
        raise Faulty(_("These are more points than an evening can bring."))
    # No database keeps the sign zero, or halves of signs.
    written = json.dumps(said, ensure_ascii=False)
    if "\\u0000" in written or without_halves(written) != written:
        raise Faulty(_("There is something in it that cannot be written."))
    names = [name_of(name) for name in record.names]
    return OldEvening(
        day=day_of(day.strip(), today),
        ruleset=record.ruleset.key,
        title=title_of(record.title),
        names=tuple(names),
        record={**said, "names": names},
        hands=sum(not row.is_void for row in sheet.rows if row.dealer is not None),
    )


KINDS: Mapping[str, str | Promise] = {
    OldImport.TOTALS: gettext_lazy("Totals"),
    OldImport.HANDS: pgettext_lazy("one deal", "Hands"),
}
ACTIONS: Mapping[str, str | Promise] = {
    OldImportChange.TAKEN_IN: gettext_lazy("Taken in"),
    OldImportChange.TAKEN_BACK: gettext_lazy("Taken back"),
    OldImportChange.BROUGHT_BACK: gettext_lazy("Brought back"),
}


class TotalLine(NamedTuple):
    """A line of an old evening of totals: `key` is that of the person's page, None without one."""

    name: str
    key: int | None
    points: int
    hands: int | None
    games: int | None


def old_import_sentence(change: OldImportChange) -> str:
    """What was done, in a sentence."""
    return str(ACTIONS.get(change.kind, change.kind))


def same_file(imported: OldImport, *, counts: bool = True) -> OldImport | None:
    """The file with the very same text that counts already, or was taken back; None without one."""
    others = OldImport.objects.filter(club=imported.club_id, digest=imported.digest)
    return others.exclude(pk=imported.pk).exclude(begun_at=None).filter(is_wanted=counts).first()


def with_progress(files: QuerySet[OldImport]) -> QuerySet[OldImport]:
    """The files, the latest first, and how far each is.

    `first_day` and `last_day` are those of its evenings, `moved` are where they should be, `left`
    have still to follow.
    """
    moved = Count("evenings", filter=Q(evenings__is_in=F("is_wanted")))
    days = {"first_day": Min("evenings__day"), "last_day": Max("evenings__day")}
    rows = files.defer("packed").annotate(**days, moved=moved, left=F("evening_count") - moved)
    return rows.order_by("-pk")


def total_lines(table: Table, people: People) -> list[TotalLine]:
    """Who had what on an old evening, as `people` calls them, most points first; one SQL query."""
    rows = KeptTotal.objects.filter(seat__table=table).select_related("seat")
    lines = []
    for row in rows.order_by("-points", "seat__index"):
        name, page = row.seat.name, None
        if row.seat.player_id is not None:
            key = people.of(row.seat.player_id)
            name, page = people.name(key), key if key in people.pages else None
        lines.append(TotalLine(name, page, row.points, row.hands, row.games))
    return lines


MOST_ASKED = 40
"""So many names are asked about one by one; the others are all new, or asked about later."""


class UnknownName(NamedTuple):
    """A name that means nobody: on how many evenings, and whom it may mean.

    `is_sum`: it seems to be that of a line with sums, which nobody bears.
    """

    name: str
    evenings: int
    proposed: list[Known]
    is_sum: bool


def unknown_names(
    kind: str, reading: Reading, known: Mapping[str, int], people: Sequence[Known]
) -> list[UnknownName]:
    """The names of a file of that kind that mean nobody, of whom `people` they may mean.

    Those that look like sums come first, then the most frequent ones; at most `MOST_ASKED`.
    """
    times = reading.names
    sums = {name for name in times if kind == OldImport.TOTALS and is_sum(name)}
    strangers = [name for name in times if name not in known]
    strangers.sort(key=lambda name: (name not in sums, -times[name]))
    index = NameIndex((one.pk, one.name) for one in people)
    by_key = {one.pk: one for one in people}
    return [
        UnknownName(
            name,
            times[name],
            [by_key[key] for key in index.like(name)[:MOST_PROPOSED]],
            name in sums,
        )
        for name in strangers[:MOST_ASKED]
    ]


def same_twice(reading: Reading, known: Mapping[str, int]) -> list[OldEvening]:
    """Evenings on which two names mean the same player: nobody is counted for them."""
    by_name = {name.casefold(): key for name, key in known.items()}
    found = []
    for evening in reading.evenings:
        meant = [by_name[name.casefold()] for name in evening.names if name.casefold() in by_name]
        if len(set(meant)) < len(meant):
            found.append(evening)
    return found


def days_there(reading: Reading, club: Club) -> list[date]:
    """Days that the record book has sheets of, with a game that the file has on that day."""
    wanted = {(evening.day, evening.ruleset) for evening in reading.evenings}
    if not wanted:
        return []
    sheets = CountedSheet.objects.filter(
        club=club, played_on__range=(reading.days[0], reading.days[-1])
    ).order_by()
    there = set(sheets.values_list("played_on", "ruleset").distinct())
    return sorted({day for day, _ruleset in wanted & there})
