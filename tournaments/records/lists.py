"""The lists of the record book: what their pages, CSV and XLSX show stands here once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.intervals import Estimate
from sheets.names import short_names
from tournaments.common.listing import Column, Kind, Listing, Only, Row, Value
from tournaments.models import Club, Feat
from tournaments.people.queries import People, records_of
from tournaments.records.queries.charts import bar_chart, chart_point, figure_text, whisker
from tournaments.records.queries.club_page import (
    Amount,
    Champion,
    ClubPage,
    Holder,
    Played,
    Record,
    RecordKind,
    board_of,
    champions_of,
)
from tournaments.records.queries.event_story import Named, RoleLine, RoundRow, Runner, Story
from tournaments.records.queries.figures import FEATS, Filters, HandsRow
from tournaments.records.queries.pairs import Evening as PairEvening
from tournaments.records.queries.pairs import PairPage, PairRow, PairSums, PairYear
from tournaments.records.queries.player_page import (
    CountRow,
    Evening,
    EventResult,
    GameRow,
    Met,
    PlayerFigures,
    PlayerPage,
    Swing,
    YearRow,
    evenings,
    feats_of,
    results_of,
    sheets_within,
    sums_by_event,
)
from tournaments.records.queries.players_list import ListAsked, PlayerLine, filled, player_lines
from tournaments.records.queries.ratings import Rated, Ratings, Unrated
from tournaments.tables.access import public_address
from tournaments.tables.queries import hand_places

NAME = 28
"""How many letters wide a column of names is."""


def player_lists(page: PlayerPage) -> list[Listing[Any]]:
    """Every table of a player's page, in its order; none where there is nothing to say."""
    figures = page.figures
    if figures is None:
        return []
    records = records_of(page.player)
    sheets = sheets_within(records, page.filters)
    played = _("What was played")
    contracts = figures.words.contracts_title or played
    return [
        _games(page),
        _roles(figures),
        _swings(page),
        _counted(figures),
        _kinds("contracts", played, contracts, figures.contracts),
        _kinds("places", _("By the place at the table"), _("Place at the table"), figures.places),
        _years(page, figures),
        _days(lambda: evenings(sheets)),
        _people(page, figures),
        _toasts(lambda: feats_of(records, page.filters)),
        events_list(lambda: results_of(sums_by_event(sheets), records)),
    ]


def _games(page: PlayerPage) -> Listing[GameRow]:
    columns: list[Column[GameRow]] = [
        Column(
            pgettext("kind of game", "Game"),
            lambda row: row.name,
            width=NAME,
            draw=_game_link(page.filters),
        ),
        Column(_("Sheets"), lambda row: row.sheets, Kind.NUMBER),
        Column(pgettext("one deal", "Hands"), lambda row: row.hands, Kind.NUMBER),
        Column(_("Points per hand"), lambda row: row.per_hand, Kind.MEAN, short=_("Per hand")),
    ]
    chosen = page.filters.ruleset
    return Listing(
        "games",
        pgettext("kind of game", "Games played"),
        columns,
        lambda: page.games,
        is_on=lambda row: row.key == chosen,
    )


def _game_link(filters: Filters) -> Callable[[GameRow | Played], SafeString]:
    """Draws a game, leading to the same page of it; the one that is chosen leads nowhere."""

    def draw(row: GameRow | Played) -> SafeString:
        if row.key == filters.ruleset:
            return format_html('<b aria-current="true">{}</b>', row.name)
        query = replace(filters, ruleset=row.key).query()
        return format_html('<a href="?{}">{}</a>', query, row.name)

    return draw


def _roles(figures: PlayerFigures) -> Listing[HandsRow]:
    counts, total = figures.total.counts, figures.total
    in_all = HandsRow(_("All hands"), total.hands, None, figures.per_hand, total.points)

    def notes(row: HandsRow) -> Iterator[str]:
        """What of all points belongs to no role."""
        if row is in_all and counts["adjusted"]:
            points = figure_text(counts["adjusted"], "total")
            yield _("Adjusted among them: %(points)s") % {"points": points}
        if row is in_all and counts["idle"]:
            points = figure_text(counts["idle"], "total")
            yield _("While sitting out among them: %(points)s") % {"points": points}

    columns: list[Column[HandsRow]] = [
        Column(_("Role"), lambda row: row.label, width=NAME, notes=notes),
        Column(pgettext("one deal", "Hands"), lambda row: row.hands, Kind.NUMBER),
        Column(_("How often"), lambda row: row.often, Kind.SHARE),
        Column(pgettext("column", "Won"), lambda row: row.won, Kind.SHARE),
        Column(_("Points"), lambda row: row.points, Kind.POINTS, only=Only.FILE),
        Column(_("Points per hand"), lambda row: row.per_hand, Kind.MEAN, short=_("Per hand")),
        _likely([*figures.roles, in_all], lambda row: row.per_hand),
    ]
    return Listing("roles", _("Roles"), columns, lambda: figures.roles, foot=in_all)


def _likely(rows: Iterable[Row], of: Callable[[Row], Estimate | None]) -> Column[Row]:
    """A column of a page that draws of these rows where the truth likely lies, on one scale."""
    found = [(id(row), of(row)) for row in rows]
    points = [(key, chart_point("", each)) for key, each in found if each is not None]
    chart = bar_chart((point for _key, point in points), title="")
    bars = chart.bars if chart else []
    zero = chart.zero if chart else 0
    drawn = {key: whisker(bar, zero) for (key, _point), bar in zip(points, bars, strict=True)}
    return Column(
        _("Likely between"),
        lambda row: None,
        only=Only.PAGE,
        draw=lambda row: drawn.get(id(row), ""),
    )


def _swings(page: PlayerPage) -> Listing[tuple[str, Swing, int | None]]:
    def rows() -> Iterator[tuple[str, Swing, int | None]]:
        found = [swing for swing in page.swings or () if swing is not None]
        called = hand_places(swing.table.pk for swing in found)
        for label, swing in zip(SWINGS, page.swings or (), strict=False):
            if swing is not None:
                yield str(label), swing, called.get((swing.table.pk, swing.hand or 0))

    columns: list[Column[tuple[str, Swing, int | None]]] = [
        Column(pgettext("best figure", "Record"), lambda row: row[0], width=NAME),
        Column(_("Figure"), lambda row: row[1].figure, Kind.NUMBER),
        Column(_("Day"), lambda row: row[1].day, Kind.DATE),
        Column(_("Sheet"), lambda row: row[1].table.pk, Kind.NUMBER),
        Column(pgettext("one deal", "Hand"), lambda row: row[2], Kind.NUMBER),
    ]
    return Listing("swings", _("Biggest swings"), columns, rows)


SWINGS = (
    gettext_lazy("Best hand"),
    gettext_lazy("Worst hand"),
    gettext_lazy("Most won in a row, on one sheet"),
    gettext_lazy("Most lost in a row, on one sheet"),
)
"""What the extremes of a player's hands are called, in the order of `Swings`."""


def _counted(figures: PlayerFigures) -> Listing[CountRow]:
    columns: list[Column[CountRow]] = [
        Column(_("What"), lambda row: row.label, width=NAME, notes=lambda row: [row.note]),
        Column(
            _("How many"),
            lambda row: row.times,
            Kind.NUMBER,
            # Translators: behind a figure, such as 3 of 24.
            notes=lambda row: [_("of %(all)s") % {"all": row.of}],
        ),
        Column(_("Out of"), lambda row: row.of, Kind.NUMBER, only=Only.FILE),
        Column(_("How often"), lambda row: row.often, Kind.SHARE),
    ]
    return Listing("counted", _("Counted"), columns, lambda: figures.counted)


def _kinds(name: str, title: str, head: str, rows: Sequence[HandsRow]) -> Listing[HandsRow]:
    """What hands of each kind brought: of a contract, or at a place from the dealer's left."""
    columns: list[Column[HandsRow]] = [
        Column(head, lambda row: row.label, Kind.SUIT, NAME),
        Column(pgettext("one deal", "Hands"), lambda row: row.hands, Kind.NUMBER),
        Column(pgettext("column", "Won"), lambda row: row.won, Kind.SHARE),
        Column(_("Points per hand"), lambda row: row.per_hand, Kind.MEAN, short=_("Per hand")),
    ]
    return Listing(name, title, columns, lambda: rows)


def _years(page: PlayerPage, figures: PlayerFigures) -> Listing[YearRow]:
    taker = figures.words.taker

    def link(row: YearRow) -> str:
        return "?" + replace(page.filters, since=row.year, until=row.year).query()

    columns: list[Column[YearRow]] = [
        Column(_("Year"), lambda row: row.year, Kind.NUMBER, link=link),
        Column(_("Sheets"), lambda row: row.sheets, Kind.NUMBER, only=Only.FILE),
        Column(pgettext("one deal", "Hands"), lambda row: row.hands, Kind.NUMBER),
        Column(_("Points"), lambda row: row.points, Kind.POINTS),
        Column(_("Points per hand"), lambda row: row.per_hand, Kind.MEAN, short=_("Per hand")),
        Column(
            _("Took it on"),
            lambda row: row.took_it_on,
            Kind.SHARE,
            short=taker,
            only=None if taker else Only.FILE,
        ),
    ]
    return Listing("years", _("Year by year"), columns, lambda: figures.years)


def _days(rows: Callable[[], Iterable[Evening]]) -> Listing[Evening]:
    columns: list[Column[Evening]] = [
        Column(_("Day"), lambda row: row.day, Kind.DATE),
        Column(pgettext("one deal", "Hands"), lambda row: row.hands, Kind.NUMBER),
        Column(_("Points"), lambda row: row.points, Kind.POINTS),
    ]
    return Listing("days", _("Day by day"), columns, rows)


def _people(page: PlayerPage, figures: PlayerFigures) -> Listing[Met]:
    """Everybody whom the player met: a page says of partners, else of those on the same side."""
    player, has_partners = page.player, figures.words.has_partners

    def link(one: Met) -> str:
        if not one.page:
            return ""
        address = reverse("record_pair", args=[player.club_id, player.pk, one.page])
        return f"{address}?ruleset={page.filters.ruleset}"

    columns: list[Column[Met]] = [
        Column(_("Name"), lambda one: one.name, width=NAME, link=link, sort="name"),
        Column(pgettext("one deal", "Hands"), lambda one: one.hands, Kind.NUMBER, sort="hands"),
        *_meetings("together", lambda one: one.together, is_shown=has_partners),
        *_meetings("same", lambda one: one.same, is_shown=not has_partners),
        *_meetings("against", lambda one: one.against, is_shown=True),
    ]
    return Listing("people", _("Whom I met"), columns, lambda: figures.met)


def _meetings(way: str, of: Callable[[Met], HandsRow], *, is_shown: bool) -> Iterator[Column[Met]]:
    """The hands with somebody in one way, how often they were won, and what they brought."""
    only = None if is_shown else Only.FILE
    short, hands, won, points = map(str, MEETINGS[way])
    yield Column(
        hands, lambda one: of(one).hands, Kind.NUMBER, 14, only=only, short=short, sort=way
    )
    yield Column(
        won,
        lambda one: of(one).won,
        Kind.SHARE,
        only=only,
        short=pgettext("column", "won"),
        sort=f"{way}_won",
    )
    yield Column(points, lambda one: of(one).points, Kind.POINTS, 14, only=Only.FILE)


MEETINGS = {
    "together": (
        gettext_lazy("As partners"),
        gettext_lazy("Hands as partners"),
        gettext_lazy("Won as partners"),
        gettext_lazy("Points as partners"),
    ),
    "same": (
        gettext_lazy("Same side"),
        gettext_lazy("Hands on the same side"),
        gettext_lazy("Won on the same side"),
        gettext_lazy("Points on the same side"),
    ),
    "against": (
        gettext_lazy("Against"),
        gettext_lazy("Hands against each other"),
        gettext_lazy("Won against each other"),
        gettext_lazy("Points against each other"),
    ),
}
"""The ways in which two people meet: a short head, and those of hands, of won ones, of points."""


def _toasts(feats: Callable[[], Sequence[Feat]]) -> Listing[tuple[Feat, int | None]]:
    def rows() -> Iterator[tuple[Feat, int | None]]:
        found = feats()
        called = hand_places(feat.table_id for feat in found)
        for feat in found:
            yield feat, called.get((feat.table_id, feat.hand))

    columns: list[Column[tuple[Feat, int | None]]] = [
        Column(_("Day"), lambda row: row[0].played_on, Kind.DATE),
        Column(_("What"), lambda row: str(FEATS.get(row[0].kind, row[0].kind)), width=NAME),
        Column(_("Sheet"), lambda row: row[0].table_id, Kind.NUMBER),
        Column(pgettext("one deal", "Hand"), lambda row: row[1], Kind.NUMBER),
    ]
    return Listing("toasts", _("Worth a toast"), columns, rows)


def events_list(rows: Callable[[], Iterable[EventResult]]) -> Listing[EventResult]:
    """What each event brought."""

    def link(row: EventResult) -> str:
        if row.number:
            return reverse("event_entry", args=[row.event.pk, row.number])
        return reverse("event", args=[row.event.pk])

    def place(row: EventResult) -> str:
        if row.placed is None:
            return format_html('<small class="hint">{}</small>', _("not final"))
        if not row.placed.place:
            return "–"
        field = _("of %(all)s") % {"all": row.placed.among}
        return format_html('{}. <small class="hint">{}</small>', row.placed.place, field)

    def among(row: EventResult) -> int | None:
        return row.placed.among if row.placed else None

    columns: list[Column[EventResult]] = [
        Column(_("Day"), lambda row: row.day, Kind.DATE, only=Only.FILE),
        Column(
            _("Event"),
            lambda row: row.event.title,
            width=NAME,
            link=link,
            notes=lambda row: [row.day],
        ),
        Column(_("Entry"), lambda row: row.name, width=NAME, only=Only.FILE),
        Column(
            pgettext("ranking", "Place"),
            lambda row: row.placed and row.placed.place,
            Kind.NUMBER,
            draw=place,
        ),
        Column(_("Among how many"), among, Kind.NUMBER, only=Only.FILE),
        Column(
            pgettext("one deal", "Hands"),
            lambda row: row.hands,
            Kind.NUMBER,
            draw=lambda row: str(row.hands or "–"),
        ),
        Column(_("Points"), lambda row: row.points, Kind.POINTS),
    ]
    return Listing("events", _("Events"), columns, rows)


def players_listing(
    club: Club, asked: ListAsked, people: People, shown: Iterable[PlayerLine] = ()
) -> Listing[PlayerLine]:
    """Everybody who fits, in the order that was asked for; points only of one game.

    `shown`: the lines of a page, which draws where their points per hand likely lie.
    """
    filters = asked.filters
    link = _player_link(club, filters)

    def rows() -> Iterable[PlayerLine]:
        return filled(player_lines(club, asked, people), filters)

    columns: list[Column[PlayerLine]] = [
        Column(_("Name"), lambda line: line.name, width=NAME, link=link, sort="name"),
        Column(_("Sheets"), lambda line: line.sheets, Kind.NUMBER, sort="sheets"),
        Column(pgettext("one deal", "Hands"), lambda line: line.hands, Kind.NUMBER, sort="hands"),
    ]
    if filters.ruleset:
        columns += [
            Column(_("Points"), lambda line: line.points, Kind.POINTS, sort="points"),
            Column(
                _("Points per hand"),
                lambda line: line.per_hand,
                Kind.MEAN,
                short=_("Per hand"),
                sort="per_hand",
            ),
            _likely(shown, lambda line: line.per_hand),
        ]
    columns.append(
        Column(
            _("Last played"),
            lambda line: line.last,
            Kind.DATE,
            short=pgettext("column", "Last"),
            sort="last",
        )
    )
    return Listing("players", _("Players"), columns, rows)


def _player_link(club: Club, filters: Filters) -> Callable[[PlayerLine], str]:
    """Leads to the page of a player that may be opened, with the same game and years."""

    def link(line: PlayerLine) -> str:
        if not line.page:
            return ""
        address = reverse("record_player", args=[club.pk, line.page])
        query = filters.query()
        return f"{address}?{query}" if query else address

    return link


def pairs_listing(
    club: Club, pairs: Sequence[PairSums], people: People, filters: Filters
) -> Listing[PairSums]:
    """These pairs; the points are those of the pair, or of both added where each has his own."""

    def link(pair: PairSums) -> str:
        if not people.pages.issuperset(pair.keys):
            return ""
        return f"{reverse('record_pair', args=[club.pk, *pair.keys])}?{filters.query()}"

    def name(nth: int) -> Callable[[PairSums], str]:
        return lambda pair: people.name(pair.keys[nth])

    columns: list[Column[PairSums]] = [
        Column(
            _("Pair"),
            lambda pair: " + ".join(map(people.name, pair.keys)),
            only=Only.PAGE,
            link=link,
            sort="name",
        ),
        Column(_("Player"), name(0), width=NAME, only=Only.FILE),
        Column(_("Partner"), name(1), width=NAME, only=Only.FILE),
        Column(pgettext("one deal", "Hands"), lambda pair: pair.hands, Kind.NUMBER, sort="hands"),
        Column(pgettext("column", "Won"), lambda pair: pair.share, Kind.SHARE, sort="won"),
        Column(_("Points"), lambda pair: pair.points, Kind.POINTS, sort="points"),
    ]
    return Listing("pairs", _("Pairs"), columns, lambda: pairs)


def pair_lists(
    page: PairPage, names: tuple[str, str], events: Callable[[], Iterable[EventResult]]
) -> list[Listing[Any]]:
    """Every table of the page of two players, in its order; `events` are all they have."""
    return [
        _together(page, names),
        _pair_years(page, names),
        _pair_sheets(page, names),
        events_list(events),
    ]


def _together(page: PairPage, names: tuple[str, str]) -> Listing[PairRow]:
    def of_one(name: str, of: Callable[[PairRow], HandsRow]) -> Iterator[Column[PairRow]]:
        said = {"name": name}
        yield Column(_("%(name)s: won") % said, lambda row: of(row).won, Kind.SHARE)
        yield Column(_("%(name)s: per hand") % said, lambda row: of(row).per_hand, Kind.MEAN)

    columns: list[Column[PairRow]] = [
        Column(_("How"), lambda row: row.label, width=NAME),
        Column(pgettext("one deal", "Hands"), lambda row: row.hands, Kind.NUMBER),
        *of_one(names[0], lambda row: row.one),
        *of_one(names[1], lambda row: row.other),
    ]
    return Listing("together", _("Together and against"), columns, lambda: page.rows)


def _pair_years(page: PairPage, names: tuple[str, str]) -> Listing[PairYear]:
    def won_by(nth: int, of: Callable[[PairYear], Estimate | None]) -> Column[PairYear]:
        short = _("%(name)s: won") % {"name": short_names(names)[nth]}
        return Column(_("%(name)s: won") % {"name": names[nth]}, of, Kind.SHARE, short=short)

    columns: list[Column[PairYear]] = [
        Column(_("Year"), lambda row: row.year, Kind.NUMBER),
        Column(
            _("Hands on the same side"),
            lambda row: row.together,
            Kind.NUMBER,
            14,
            short=_("Same side"),
        ),
        Column(_("Won together"), lambda row: row.won, Kind.SHARE, short=pgettext("column", "won")),
        Column(
            _("Hands against each other"),
            lambda row: row.against,
            Kind.NUMBER,
            14,
            short=_("Against"),
        ),
        won_by(0, lambda row: row.one_won),
        won_by(1, lambda row: row.other_won),
    ]
    return Listing("years", _("Year by year"), columns, lambda: page.years)


def _pair_sheets(page: PairPage, names: tuple[str, str]) -> Listing[PairEvening]:
    columns: list[Column[PairEvening]] = [
        Column(_("Day"), lambda row: row.day, Kind.DATE, only=Only.FILE),
        Column(
            _("Where"),
            lambda row: row.title,
            width=NAME,
            link=lambda row: public_address(row.table),
            notes=lambda row: [row.day],
        ),
        Column(names[0], lambda row: row.one, Kind.POINTS, 14, short=short_names(names)[0]),
        Column(names[1], lambda row: row.other, Kind.POINTS, 14, short=short_names(names)[1]),
    ]
    return Listing("sheets", _("Latest sheets"), columns, lambda: page.evenings)


def ratings_listing(ratings: Ratings, *, of_pairs: bool) -> Listing[Rated | Unrated]:
    """First everybody who is rated, then those who miss rounds."""

    def of_rated(of: Callable[[Rated], Value]) -> Callable[[Rated | Unrated], Value]:
        """A cell that only those have who are rated."""
        return lambda row: of(row) if isinstance(row, Rated) else None

    def rows() -> Iterator[Rated | Unrated]:
        yield from ratings.rated if ratings.tells_apart else ()
        yield from ratings.unrated

    def change(row: Rated) -> float | None:
        return None if row.change is None else round(row.change, 4)

    columns: list[Column[Rated | Unrated]] = [
        Column(pgettext("ranking", "Place"), of_rated(lambda row: row.place), Kind.NUMBER, 7),
        Column(_("Pair") if of_pairs else _("Player"), lambda row: row.name, width=32),
        Column(_("Rating"), of_rated(lambda row: round(row.rating.value, 4)), Kind.POINTS, 9),
        Column(_("Likely from"), of_rated(lambda row: round(row.rating.low, 4)), Kind.POINTS, 12),
        Column(_("Likely to"), of_rated(lambda row: round(row.rating.high, 4)), Kind.POINTS, 12),
        Column(pgettext("of an event", "Rounds"), lambda row: row.rounds, Kind.NUMBER, 8),
        Column(pgettext("one deal", "Hands"), of_rated(lambda row: row.sums.hands), Kind.NUMBER, 8),
        Column(pgettext("noun", "Change"), of_rated(change), Kind.POINTS, 9),
        Column(
            _("Rounds missing"),
            lambda row: 0 if isinstance(row, Rated) else row.missing,
            Kind.NUMBER,
            15,
        ),
    ]
    title = _("Ratings of pairs") if of_pairs else _("Ratings")
    return Listing("ratings-of-pairs" if of_pairs else "ratings", title, columns, rows)


def club_lists(club: Club, page: ClubPage, people: People) -> list[Listing[Any]]:
    """Every table of a club's page, whole."""
    return [
        _board(club, page, people),
        _records(page),
        _champions(club, page, people),
        _activity(page),
        _games_of_club(page),
    ]


def _board(club: Club, page: ClubPage, people: People) -> Listing[PlayerLine]:
    def rows() -> Iterable[PlayerLine]:
        return board_of(club, page.of_game, people, most=None).lines if page.games else ()

    link = _player_link(club, page.of_game)
    columns: list[Column[PlayerLine]] = [
        Column(_("Name"), lambda line: line.name, width=NAME, link=link),
        Column(_("Sheets"), lambda line: line.sheets, Kind.NUMBER, only=Only.FILE),
        Column(_("Points per hand"), lambda line: line.per_hand, Kind.MEAN, short=_("Per hand")),
        Column(pgettext("one deal", "Hands"), lambda line: line.hands, Kind.NUMBER),
        Column(_("Points"), lambda line: line.points, Kind.POINTS),
    ]
    return Listing("board", _("Board"), columns, rows)


def _records(page: ClubPage) -> Listing[tuple[RecordKind, Record, int | None]]:
    """The first few of each record, and what its hand is called on the sheet."""

    def rows() -> Iterator[tuple[RecordKind, Record, int | None]]:
        called = hand_places(one.table.pk for kind in page.records for one in kind.records)
        for kind in page.records:
            for one in kind.records:
                yield kind, one, called.get((one.table.pk, one.hand or 0))

    columns: list[Column[tuple[RecordKind, Record, int | None]]] = [
        Column(pgettext("best figure", "Record"), lambda row: str(row[0].title), width=NAME),
        Column(_("Figure"), lambda row: row[1].figure, Kind.NUMBER),
        Column(_("Who"), lambda row: _named(row[1].holders), width=NAME),
        Column(_("Day"), lambda row: row[1].day, Kind.DATE),
        Column(_("Sheet"), lambda row: row[1].table.pk, Kind.NUMBER),
        Column(pgettext("one deal", "Hand"), lambda row: row[2], Kind.NUMBER),
    ]
    return Listing("records", pgettext("best figure", "Records"), columns, rows)


MOST_CHAMPIONS = 500


def _champions(club: Club, page: ClubPage, people: People) -> Listing[Champion]:
    """The champions of all years, the latest five hundred events."""
    columns: list[Column[Champion]] = [
        Column(_("Year"), lambda row: row.day.year, Kind.NUMBER),
        Column(_("Day"), lambda row: row.day, Kind.DATE),
        Column(_("Event"), lambda row: row.title),
        Column(pgettext("kind of game", "Game"), lambda row: row.game, width=NAME),
        Column(_("Winner"), lambda row: _named(row.holders), width=NAME),
        Column(_("Among how many"), lambda row: row.field or None, Kind.NUMBER),
    ]
    return Listing(
        "champions",
        _("Champions"),
        columns,
        lambda: champions_of(club, page.filters, people, None, most=MOST_CHAMPIONS),
    )


def _activity(page: ClubPage) -> Listing[Amount]:
    columns: list[Column[Amount]] = [
        Column(_("Begins"), lambda row: row.begins, Kind.DATE),
        Column(_("Time"), lambda row: row.label),
        Column(_("Sheets"), lambda row: row.sheets, Kind.NUMBER),
        Column(pgettext("one deal", "Hands"), lambda row: row.hands, Kind.NUMBER),
    ]
    return Listing("activity", _("Activity"), columns, lambda: page.amounts)


def _games_of_club(page: ClubPage) -> Listing[Played]:
    def years(row: Played) -> str:
        first, last = row.first.year, row.last.year
        return str(first) if first == last else f"{first}–{last}"

    columns: list[Column[Played]] = [
        Column(
            pgettext("kind of game", "Game"),
            lambda row: row.name,
            width=NAME,
            draw=_game_link(page.filters),
        ),
        Column(_("Sheets"), lambda row: row.sheets, Kind.NUMBER),
        Column(
            pgettext("one deal", "Hands"),
            lambda row: row.hands,
            Kind.NUMBER,
            draw=lambda row: str(row.hands or "–"),
        ),
        Column(_("Years"), lambda row: row.first.year, Kind.NUMBER, only=Only.PAGE, draw=years),
        Column(_("First year"), lambda row: row.first.year, Kind.NUMBER, only=Only.FILE),
        Column(_("Last year"), lambda row: row.last.year, Kind.NUMBER, only=Only.FILE),
    ]
    chosen = page.of_game.ruleset
    return Listing(
        "games",
        pgettext("kind of game", "Games played"),
        columns,
        lambda: page.games,
        is_on=lambda row: row.key == chosen,
    )


def _named(holders: Sequence[Holder]) -> str:
    """Everybody who holds something together."""
    return ", ".join(holder.name for holder in holders)


def story_lists(story: Story | None) -> list[Listing[Any]]:
    """Every table of an event's story; before there is one nothing but their heads."""
    return [_story_rounds(story), _race(story), _field_roles(story)]


def _story_rounds(story: Story | None) -> Listing[RoundRow]:
    hands = story.hands if story else {}

    def names(of: Sequence[Named]) -> str:
        return ", ".join(one.name for one in of)

    def figure(of: Sequence[Named]) -> Value:
        return of[0].figure if of else None

    columns: list[Column[RoundRow]] = [
        Column(pgettext("of an event", "Round"), lambda row: row.number, Kind.NUMBER),
        Column(_("Tables"), lambda row: row.tables, Kind.NUMBER),
        Column(pgettext("one deal", "Hands"), lambda row: hands.get(row.number), Kind.NUMBER),
        Column(_("Best of the round"), lambda row: names(row.best), width=NAME),
        Column(_("Points"), lambda row: figure(row.best), Kind.POINTS),
        Column(_("In front after it"), lambda row: names(row.leaders), width=NAME),
        Column(_("Total"), lambda row: figure(row.leaders), Kind.POINTS),
    ]
    return Listing(
        "rounds",
        pgettext("of an event", "Rounds"),
        columns,
        lambda: story.course.rounds if story else (),
    )


def _race(story: Story | None) -> Listing[Runner]:
    race = story.course.race if story else None

    def after(nth: int, head: str) -> Column[Runner]:
        return Column(head, lambda runner: runner.totals[nth], Kind.POINTS, 14 if nth else 10)

    columns: list[Column[Runner]] = [
        Column(_("Start number"), lambda runner: runner.number, Kind.NUMBER),
        Column(_("Name"), lambda runner: runner.name, width=NAME),
        after(0, _("At the start")),
    ]
    for nth, number in enumerate(race.rounds if race else (), 1):
        columns.append(after(nth, _("After round %(number)s") % {"number": number}))
    return Listing("race", _("The race"), columns, lambda: race.runners if race else ())


def _field_roles(story: Story | None) -> Listing[RoleLine]:
    def rows() -> Iterator[RoleLine]:
        for game in story.games if story else ():
            yield from game.roles

    columns: list[Column[RoleLine]] = [
        Column(pgettext("kind of game", "Game"), lambda row: row.game, width=NAME, only=Only.FILE),
        Column(_("Role"), lambda row: row.label, width=NAME),
        Column(pgettext("one deal", "Hands"), lambda row: row.hands, Kind.NUMBER),
        Column(pgettext("column", "Won"), lambda row: row.won_hands, Kind.NUMBER),
        Column(_("Share won"), lambda row: row.won, Kind.SHARE),
    ]
    return Listing("roles", _("Roles"), columns, rows)
