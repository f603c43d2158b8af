"""The tables of a round at the desk: how far each is, phone and paper side by side, closing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.letting_in import say_held
from tournaments.common.access import keep_private, open_to_all
from tournaments.common.actions import (
    REASON,
    UNPROCESSABLE,
    ActionReused,
    Attempt,
    FormToken,
    Refused,
    new_form_token,
    read_form_token,
    typed_reason,
)
from tournaments.common.rights import Right
from tournaments.events.access import EventAccess, event_needs
from tournaments.events.desk.queries.history import sentence_of
from tournaments.events.draw.services.tables import write_secret
from tournaments.events.freshness import follows_all
from tournaments.events.results.forms.tables import ConfirmForm, DueForm, TypedCodeForm
from tournaments.events.results.queries.at_tables import corrections_at
from tournaments.events.results.queries.progress import (
    LONG,
    STATES,
    AtEvent,
    Progress,
    is_gone,
    missing_of,
    open_progress,
    progress_at,
    round_progress,
    rounds_with_tables,
    scorer_at,
    words_of_record,
)
from tournaments.events.results.queries.sheets import (
    Totals,
    day_of,
    due_of,
    is_open_ended,
    late_at,
    late_sheets,
    phone_totals,
    sheets_in,
)
from tournaments.events.results.queries.totals import takes_rows
from tournaments.events.results.services import sheets, totals
from tournaments.events.rulings.queries import protest_lines, rulings_at
from tournaments.models import (
    Decided,
    Event,
    EventChange,
    EventTable,
    Leaving,
    Round,
    TotalsVersion,
)
from tournaments.tables.access import TableAccess, table_write
from tournaments.tables.queries import TableSheet, latest_versions, replay_table, seat_names
from tournaments.tables.views.hands import table_page

# What the pages about an event's tables share: finding the table, and the round.


def place_of(access: EventAccess, place: int) -> EventTable:
    """A table of the event's rounds, or 404."""
    found = get_object_or_404(
        EventTable.objects.select_related("table", "round"),
        pk=place,
        round__event=access.event,
        round__state__in=(Round.DRAWN, Round.CLOSED),
    )
    found.round.event = access.event
    return found


def sheets_of(
    request: HttpRequest, access: EventAccess
) -> tuple[Round | None, list[Round], list[Progress]]:
    """The round that is asked for or the latest one, all rounds to choose from, and its tables.

    Where tables open one by one, and no round is asked for, these are all that are open: the
    numbers on them are told apart.
    """
    rounds = rounds_with_tables(access.event)
    played = rounds[-1] if rounds else None
    if asked := request.GET.get("round", ""):
        played = next((each for each in rounds if str(each.number) == asked), None)
        if played is None:
            raise Http404
    if asked or not access.settings.rolling:
        return played, rounds, round_progress(played, access.event) if played else []
    rows = open_progress(access.event)
    first = rows[0].place.round if rows else played
    return first, [first] if first else [], rows


# One table at the desk: phone and paper side by side, and what a director decides.


MOST_CHANGES = 20
MOVED = gettext_lazy("Somebody changed the totals of this table meanwhile. Look at them again.")


FIGURES = ("points", "solos", "games", "lost")


class Compared(NamedTuple):
    """A figure of one side, on the phone and on paper."""

    phone: int | None
    paper: int | None

    @property
    def differs(self) -> bool:
        """Whether both are there and not the same."""
        return None not in (self.phone, self.paper) and self.phone != self.paper


@event_needs(Right.KEY, seen_with=Right.LOOK)
@require_safe
def desk_table(request: HttpRequest, access: EventAccess, place: int) -> HttpResponse:
    """One table of a round, with everything that is known of its sheet."""
    return desk_table_page(request, access, place_of(access, place))


def desk_table_page(
    request: HttpRequest, access: EventAccess, place: EventTable, refused: Refused | None = None
) -> HttpResponse:
    """The same, perhaps with what was refused, and what was typed there."""
    row = progress_at(place)
    phone = None
    if row.hands.played:
        table = row.place.table
        phone = phone_totals(row.place, replay_table(table, latest_versions(table)))
    missing = next(iter(missing_of([row], access.event)), None)
    versions = list(row.place.totals.select_related("user").order_by("-number"))
    latest = versions[0].number if versions else 0
    match = request.resolver_match
    context = {
        "row": row,
        "round": row.place.round,
        "phone": phone,
        "lines": _lines(row, phone),
        "missing": missing,
        "is_gone": is_gone(missing),
        "typed_way": request.POST.get("way", ""),
        "decided": LONG.get(row.decided, ""),
        "versions": [_version(version, row, latest) for version in versions],
        "changes": _changes(access, row.place),
        **_seats(access, row),
        "form_token": new_form_token(latest),
        "rulings": rulings_at(row.place),
        "protests": protest_lines(access.event, event_table=row.place.pk),
        "late": late_at(access.event).get(row.place.pk),
        "refused": refused,
        # The version too, where one is to count again.
        "refused_action": f"{match.url_name}{match.kwargs.get('number', '')}"
        if refused and match
        else "",
        "typed_reason": request.POST.get(REASON, ""),
        "takes_hands": row.place.table.ended_at is None
        and (not row.place.hands_due or row.hands.played < row.place.hands_due),
        "people_move": is_open_ended(access.event),
        "takes_rows": takes_rows(row.place),
        "is_late": row.place.round.closed_at is not None,
        "scorer": scorer_at(row.place),
        "corrected": corrections_at([row.place.pk]).get(row.place.pk),
    }
    return access.page(request, "keying", "events/results/desk_table.html", context, wrong=refused)


def _lines(row: Progress, phone: Totals | None) -> list[dict[str, object]]:
    """The figures of each side on the phone and on paper, and whether they differ."""
    lines: list[dict[str, object]] = []
    for side in row.sides:
        if side.people:
            figures = {
                name: Compared(
                    _figure(phone, name, side.index), _figure(row.paper, name, side.index)
                )
                for name in FIGURES
            }
            differs = any(one.differs for one in figures.values())
            lines.append({"side": side, "differs": differs, **figures})
    return lines


def _figure(totals: Totals | None, name: str, side: int) -> int | None:
    figures: list[int] = getattr(totals, name, [])
    return figures[side] if side < len(figures) else None


def _version(
    version: TotalsVersion, row: Progress, latest: int
) -> tuple[TotalsVersion, str, FormToken, bool]:
    names = [side.name for side in row.sides]
    words = words_of_record(version.record, names)
    may_restore = version.number != latest and not version.is_withdrawn
    return version, words, new_form_token(latest), may_restore


def _changes(access: EventAccess, place: EventTable) -> list[tuple[EventChange, str]]:
    """What directors did at this table, the latest first, with its sentence."""
    changes = access.event.changes.filter(
        round_number=place.round.number, table_number=place.number, entry=None
    )
    return [(change, sentence_of(change)) for change in changes.order_by("-pk")[:MOST_CHANGES]]


def _seats(access: EventAccess, row: Progress) -> dict[str, object]:
    """Who left in the middle of the round, also where it was taken back; and who is excluded
    while nobody has said yet how the table goes on."""
    found = list(
        Leaving.objects.filter(result__event_table=row.place).select_related("result__entry")
    )
    gone = {each.result.entry_id for each in found if each.withdrawn_at is None}
    excluded = [each for each in row.people if each.is_out and not each.is_in]
    is_over = row.place.round.closed_at is not None or is_open_ended(access.event)
    return {
        "leavings": [(each.result.entry.name, each) for each in found],
        "still_here": [each for each in excluded if not is_over and each.entry_id not in gone],
    }


def desk_action(
    request: HttpRequest,
    access: EventAccess,
    place: EventTable,
    service: Callable[..., object],
    **more: object,
) -> HttpResponse:
    """Do something about one table, with its reason, and come back to its page."""
    with Attempt() as attempt:
        try:
            service(
                event=access.event,
                place=place,
                reason=typed_reason(request.POST),
                **access.signed(request.POST),
                **more,
            )
        except (totals.TotalsMoved, ActionReused):
            raise Refused(str(MOVED)) from None
        return redirect(access.address("desk_table", place.pk))
    return desk_table_page(request, access, place, attempt.refused)


def _table_action(
    right: Right, service: Callable[..., object], *, names_seen: bool = False
) -> Callable[..., HttpResponseBase]:
    """A view that does this about one table, with a reason, for those who have the right.

    `names_seen`: the action is told which version of the totals the form was made from.
    """

    @event_needs(right)
    @require_POST
    def view(
        request: HttpRequest, access: EventAccess, place: int, **named: object
    ) -> HttpResponse:
        found = place_of(access, place)
        if names_seen:
            named["seen_number"] = read_form_token(request.POST).seen_version
        return desk_action(request, access, found, service, **named)

    return view


confirm_at_desk = _table_action(Right.KEY, sheets.confirm_at_desk)
accept_short = _table_action(Right.RUN, sheets.accept_short)
mark_table = _table_action(Right.KEY, sheets.mark_table)
reopen_sheet = _table_action(Right.RUN, sheets.reopen_sheet)
close_sheet = _table_action(Right.RUN, sheets.close_sheet)
withdraw_totals = _table_action(Right.KEY, totals.withdraw_totals, names_seen=True)
restore_totals = _table_action(Right.KEY, totals.restore_totals, names_seen=True)


@event_needs(Right.KEY)
@require_POST
def choose_source(request: HttpRequest, access: EventAccess, place: int) -> HttpResponse:
    """Decide which counts, phone or paper."""
    counts = request.POST.get("counts")
    if counts not in (EventTable.HANDS, EventTable.TOTALS):
        raise Http404
    found = place_of(access, place)
    return desk_action(request, access, found, sheets.choose_source, counts=counts)


@event_needs(Right.RUN)
@require_POST
def decide_gone(request: HttpRequest, access: EventAccess, place: int) -> HttpResponse:
    """Decide a sheet that is gone, or go on to the totals on which the table agrees."""
    found, way = place_of(access, place), request.POST.get("way", "")
    if way == Decided.AGREED:
        with Attempt() as attempt:
            reason = typed_reason(request.POST)
            query = {"round": str(found.round.number), "table": str(found.number), "why": "lost"}
            said = {REASON: reason} if reason else {}
            return redirect(f"{access.address('keying')}?{urlencode(query | said)}")
        return desk_table_page(request, access, found, attempt.refused)
    seen = read_form_token(request.POST).seen_version
    return desk_action(request, access, found, totals.decide_gone, way=way, seen_number=seen)


@event_needs(Right.RUN, seen_with=Right.LOOK)
@require_http_methods(["GET", "HEAD", "POST"])
def close_round(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """Say what is missing, or close the round."""
    played = next(
        (each for each in rounds_with_tables(access.event) if each.number == number), None
    )
    if played is None:
        raise Http404
    attempt = Attempt()
    if request.method == "POST":
        with attempt:
            sheets.close_round(event=access.event, number=number, **access.signed(request.POST))
            return redirect(access.address("close_round", number))
    rows = round_progress(played, access.event)
    context = {
        "round": played,
        "tables": len(rows),
        "missing": [] if played.closed_at else missing_of(rows, access.event),
        "open_again": [row for row in rows if row.is_open_again],
        "is_last": played.number >= access.settings.rounds,
        "next_number": played.number + 1,
        "refusal": attempt.sentence,
    }
    wrong = attempt.refused
    return access.page(request, "keying", "events/results/close.html", context, wrong=wrong)


# How far the tables of a round are, and the way to any of them.


PACE = 3  # seconds: 250 tables take the server a fourteenth of one


@event_needs(Right.KEY, seen_with=Right.LOOK)
@require_safe
def event_tables(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Every table of a round, or those in one state."""
    live = follows_all(access, request.get_full_path(), seconds=PACE)
    played, rounds, rows = sheets_of(request, access)
    counts = Counter(row.state for row in rows)
    asked = request.GET.get("state", "")
    slow = [row for row in rows if row.is_behind or row.quiet_minutes]
    if asked == "slow":
        shown = slow
    else:
        shown = [row for row in rows if row.state == asked] if asked in STATES else rows
    context = {
        "live": live,
        "round": played,
        "rounds": rounds,
        "rows": shown,
        "total": len(rows),
        "slow": len(slow),
        "states": [(state, counts[state]) for state in STATES if counts[state]],
        "asked": asked,
        "late": late_at(access.event),
        "corrected": corrections_at([row.place.pk for row in shown]),
    }
    return access.page(request, "keying", "events/results/tables.html", context)


@event_needs(Right.KEY)
@require_safe
def open_desk_table(request: HttpRequest, access: EventAccess, place: int) -> HttpResponse:
    """On to the sheet, as a phone at the table has it."""
    return redirect("table", write_secret(place_of(access, place)))


@event_needs(Right.RUN)
@require_http_methods(["GET", "HEAD", "POST"])
def sheets_due(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Say until when, move it, take it away; and which sheets came too late."""
    event = access.event
    form = DueForm(event.sheets_due_at, day=day_of(event))
    form_token = new_form_token(event.version)
    if request.method == "POST":
        form, form_token = DueForm(event.sheets_due_at, request.POST), read_form_token(request.POST)
        if form.is_valid():
            with Attempt(form):
                sheets.set_due(
                    event=event,
                    at=form.moment,
                    **access.signed(request.POST),
                    reason=form.cleaned_data["reason"],
                )
                return redirect(access.address("sheets_due"))
    found = sheets_in([event]).get(event.pk)
    context = {
        "form": form,
        "form_token": form_token,
        "due": due_of(event),
        "state": found,
        "late": late_sheets(event),
        "problems": form.all_problems() if form.is_bound else [],
        "is_locked": event.state == Event.FINAL,
    }
    wrong = form.errors
    return access.page(request, "keying", "events/results/sheets_due.html", context, wrong=wrong)


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def typed_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code, and go on to the sheet to which it leads."""
    form = TypedCodeForm(request)
    if form.is_valid() and form.place is not None:
        to_the_sheet = redirect("table", write_secret(form.place))
        keep_private(to_the_sheet)
        return to_the_sheet
    status = UNPROCESSABLE if form.is_bound else 200
    response = render(request, "events/results/typed_code.html", {"form": form}, status=status)
    say_held(response, form.held)
    return response


# What the pages of a table need besides, where it belongs to an event.


def at_event(access: TableAccess, sheet: TableSheet) -> AtEvent | None:
    """The place of the visited table in an event, None at people's own tables."""
    place = access.event_table
    return None if place is None else AtEvent(place, sheet)


def confirm_form(access: TableAccess, data: Mapping[str, str] | None = None) -> ConfirmForm:
    """The question whether the sheet is right, for those who did not enter it."""
    scorer = sheets.scorer_of(access.table)
    who = "" if access.who == scorer else access.who
    return ConfirmForm(seat_names(access.table), scorer, who=who, data=data)


@table_write
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_sheet(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Take the confirmation; the question itself stands on the table's page."""
    place = access.event_table
    if place is None:
        raise Http404
    if request.method != "POST":
        return redirect(access.url)
    form_token = read_form_token(request.POST)
    form = confirm_form(access, request.POST)
    form.is_valid()  # what cannot be read names nobody, and is refused so
    with Attempt() as attempt:
        sheets.confirm_sheet(
            place=place,
            who=form.cleaned_data.get("who", ""),
            entered_by=form.cleaned_data.get("entered_by", ""),
            seen_version=form_token.seen_version,
            by=access.actor,
            submission=form_token.submission,
        )
        return redirect(access.url)
    form.refuse(attempt.sentence)
    access.table.refresh_from_db()
    return table_page(request, access, confirm=form, status=UNPROCESSABLE)
