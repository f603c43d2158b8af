"""Opening a table; its people, its links, and the end of the evening."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.networks import network_of
from config.middleware import pass_of
from scoring import RULESETS
from scoring.circle import MOST_COLUMNS
from sheets.coming import ImpossibleHand, Move, NotThere
from sheets.forms import CounterForm
from sheets.pays import settlement
from sheets.prices import prices
from sheets.sheet import Sheet, contract_record
from sheets.words import spoken
from tournaments.common.access import clubs_of, keep_private, open_to_all, searched, signed_in
from tournaments.common.actions import (
    CONFLICT,
    UNPROCESSABLE,
    FormToken,
    new_form_token,
    read_form_token,
    read_place,
)
from tournaments.common.codes import code_for
from tournaments.common.listing import csv_answer
from tournaments.common.locks import SheetEnded
from tournaments.common.names import from_a_to_z, name_order
from tournaments.common.requests import (
    account_of,
    device_of,
    links_known,
    names_known,
    outside_address,
    players_said,
    remember_device,
    remember_names,
    remember_players,
    remember_who,
    speak_for_all,
    who_uses,
)
from tournaments.models import Author, Club, TableLink, hash_secret
from tournaments.people.queries import known_names
from tournaments.rules.forms import HouseRulesForm
from tournaments.rules.queries import SentRules, differing, wider_game
from tournaments.rules.views import shown
from tournaments.tables.access import (
    TableAccess,
    own_table_write,
    spoken_at,
    table_account,
    table_write,
    worthless_link,
)
from tournaments.tables.forms import ImportForm, NameForm, OpenTableForm, WorthForm, hand_sentence
from tournaments.tables.queries import (
    Begin,
    file_name,
    grouped_games,
    last_game,
    rules_to_begin_with,
    same_again,
    seat_names,
    sheet_book,
    sheet_listing,
    sheet_page_context,
    starts,
    table_sizes,
    tables_opened_by,
    title_of,
    what_was_taken,
)
from tournaments.tables.services import hands, tables
from tournaments.tables.services.tables import (
    OpenedTable,
    TooManyTables,
    count_opening,
    watch_secret,
)
from tournaments.tables.views.hands import SHEET_ENDED, same_answers, saved_at, table_page

# Opening a table.

MOST_WORDS = 80


@searched
@require_safe
def choose_game(request: HttpRequest) -> HttpResponse:
    """The first step: which game, perhaps for as many as were said last, or with these words."""
    sizes = table_sizes()
    asked, words = players_said(request), request.GET.get("q", "")[:MOST_WORDS].strip()
    players = next((size for size in sizes if str(size) == asked), None)
    again = last_game(links_known(request), clubs_of(request.user))
    context = {
        "groups": grouped_games(players, words),
        "players": players,
        "sizes": sizes,
        "words": words,
        "again": again,
        "form_token": new_form_token(0),
    }
    response = render(request, "tables/choose_game.html", context)
    if "players" in request.GET:
        remember_players(response, str(players or ""))
    if again is not None or asked:
        keep_private(response)
    return response


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: HttpRequest, key: str) -> HttpResponse:
    """The second step: who sits where, who deals first, which house rules; then the table."""
    ruleset = RULESETS.get(key)
    if ruleset is None:
        raise Http404
    asked = request.POST.get("players") or request.GET.get("players", "")
    players = next((size for size in ruleset.tables if str(size) == asked), ruleset.tables[0])
    clubs = from_a_to_z(clubs_of(request.user))
    said = request.POST if request.method == "POST" else request.GET
    wanted = said.get("club", "")
    club = next((each for each in clubs if str(each.pk) == wanted), None)
    begin = rules_to_begin_with(ruleset, said.get("with"), club)
    data = request.POST if request.method == "POST" else None
    form = OpenTableForm(ruleset, players, data, options=begin.options)
    if form.is_bound and wanted and club is None:
        form.refuse_club()
    form_token = read_form_token(request.POST) if form.is_bound else new_form_token(0)
    if form.is_bound and form.is_valid():
        opens = partial(
            tables.open_table,
            ruleset_key=key,
            options=form.options,
            names=form.names,
            first_dealer=form.cleaned_data["first_dealer"],
            title=form.cleaned_data["title"],
            club=club,
            submission=form_token.submission,
            by=Author(device=device_of(request), user=account_of(request)),
        )
        return open_and_go(request, opens)
    return _open_page(request, form, clubs, club, begin, form_token)


def _open_page(
    request: HttpRequest,
    form: OpenTableForm,
    clubs: list[Club],
    club: Club | None,
    begin: Begin,
    form_token: FormToken,
) -> HttpResponse:
    """The form that opens a table; wrong where it was sent."""
    ruleset, players = form.ruleset, form.players
    known = [] if club is None else known_names(club.pk)
    house = form.house
    context = {
        "form": form,
        "ruleset": ruleset,
        "prices": house and prices(ruleset, house),
        "begin": begin,
        "address": reverse("open_table", args=[ruleset.key]),
        "usual_address": f"?players={players}" + (f"&club={club.pk}" if club else ""),
        "keeps_rules": f"&with={begin.code}" if begin.code else "",
        "wider": wider_game(ruleset, house or begin.options),
        "starts": starts(ruleset, [club] if club else clubs, links_known(request)),
        "players": players,
        "form_token": form_token,
        "known_names": names_known(request),
        "clubs": clubs,
        "club": club,
        "names_of_club": sorted({one.name for one in known}, key=name_order),
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "tables/open_table.html", context, status=status)


@own_table_write
@require_safe
def play_again(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """The same house rules and the same people as at this table; anything may be changed first."""
    table = access.table
    ruleset = RULESETS[table.ruleset]
    clubs = from_a_to_z(clubs_of(request.user))
    club = next((each for each in clubs if each.pk == table.club_id), None)
    again = same_again(table)
    sent = SentRules(table.rules_name, ruleset, differing(ruleset, table.options))
    form = OpenTableForm(
        ruleset, again.players, options=sent.options, names=again.names, dealer=again.dealer
    )
    begin = Begin(sent.options, sent.name, code=sent.code if sent.options else "")
    return _open_page(request, form, clubs, club, begin, new_form_token(0))


@open_to_all
@require_safe
def prices_of(request: HttpRequest, key: str) -> HttpResponse:
    """What would be played for what with the house rules that stand on a form."""
    ruleset = RULESETS.get(key)
    if ruleset is None:
        raise Http404
    form = HouseRulesForm(request.GET or None)
    form.add_house_rules(ruleset)
    house = form.house
    context = {"prices": house and prices(ruleset, house), "brief": True}
    return render(request, "parts/prices.html", context)


# Opening tables that belong to no club, which everybody may, and nobody without end.

TOO_MANY_REQUESTS = 429


def open_and_go(request: HttpRequest, opens: Callable[[], OpenedTable]) -> HttpResponse:
    """Open a table and go on to its links; the device keeps its names.

    Directors, and whoever has the link of a club's or an event's table, are not counted.
    """
    given = pass_of(request)
    is_let_in = request.user.is_authenticated or (given is not None and given.is_trusted)
    try:
        opening = None if is_let_in else count_opening(network_of(request))
    except TooManyTables as full:
        context = {"minutes": -(-full.seconds // 60)}
        refused = render(request, "tables/too_many.html", context, status=TOO_MANY_REQUESTS)
        refused.headers["Retry-After"] = str(full.seconds)
        return refused
    is_new = False
    try:
        opened = opens()
        is_new = opened.is_new
    finally:
        if opening is not None and not is_new:
            opening.delete()
    response = redirect("table_links", opened.write_secret)
    keep_private(response)
    remember_device(request, response, opened.table.opened_device)
    remember_names(request, response, seat_names(opened.table))
    return response


# Taking in a sheet that was taken away.


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def import_table(request: HttpRequest) -> HttpResponse:
    """Ask for the record of a sheet and open a table with its hands."""
    is_sent = request.method == "POST"
    form_token = read_form_token(request.POST) if is_sent else new_form_token(0)
    form = ImportForm(request.POST, request.FILES) if is_sent else ImportForm()
    if form.is_valid():
        opens = partial(
            hands.import_sheet,
            record=form.cleaned_data["record"],
            by=Author(device=device_of(request), who=who_uses(request), user=account_of(request)),
            submission=form_token.submission,
        )
        try:
            return open_and_go(request, opens)
        except ImpossibleHand as impossible:
            why = spoken(impossible.problem.text)
            form.refuse(hand_sentence(impossible.place, why))
    context = {"form": form, "form_token": form_token}
    status = UNPROCESSABLE if is_sent else 200
    return render(request, "tables/import.html", context, status=status)


# The card counter on a page of its own.


@searched
@require_safe
def counter(request: HttpRequest) -> HttpResponse:
    """Counts a pile; the address keeps what was tapped."""
    return render(request, "tables/counter_page.html", {"counter": CounterForm(request.GET)})


# Who sits at a table: names, who joins and who leaves between two hands.

NAME_TAKEN = gettext_lazy("Somebody of that name is on this sheet already.")
WHO_SITS_DOWN = gettext_lazy("Say who sits down, and to whose left.")
PRESS_AGAIN = gettext_lazy("The sheet was changed meanwhile. Look it over and press again.")


@dataclass
class Refusal:
    """What was wrong with one of the page's forms: which one it was, and the sentence."""

    action: str
    column: int | None
    text: str | Promise
    status: int = UNPROCESSABLE


@own_table_write
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Rename somebody, let somebody join, leave or come back; or show the page that asks."""
    sheet = access.sheet()
    if request.method != "POST":
        return people_page(request, access, sheet, None)
    action = request.POST.get("deed", "")
    form_token = read_form_token(request.POST)
    if action == "rename":
        done = _rename(request, access, sheet, form_token)
    else:
        done = _seat(request, access, sheet, form_token, action)
    if isinstance(done, Refusal):
        access.table.refresh_from_db()
        return people_page(request, access, access.sheet(), done)
    return done


@table_write
@require_POST
def me(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Note who uses this device, so that others see who entered or corrected a hand."""
    response = redirect(access.url)
    form = NameForm([], request.POST)
    name = form.cleaned_data["name"] if form.is_valid() else ""
    if name and account_of(request) is None and access.claims_office(name):
        return table_page(request, access, who_refused=name, status=UNPROCESSABLE)
    remember_who(response, name)
    return response


def people_page(
    request: HttpRequest, access: TableAccess, sheet: Sheet, refusal: Refusal | None
) -> HttpResponse:
    """Everybody on the sheet with what can be changed about them."""
    there = sheet.at_the_table
    here = {column for column, _name in there}
    left = [(column, name) for column, name in enumerate(sheet.names) if column not in here]
    context = {
        "access": access,
        "table": access.table,
        "sheet": sheet,
        "there": there,
        "left": left,
        "refusal": refusal,
        "typed": request.POST if refusal else {},
        "known_names": [name for name in names_known(request) if name not in sheet.names],
        "book": sheet_book(access.table, request.user),
        "form_token": new_form_token(access.table.version),
    }
    status = refusal.status if refusal else 200
    return render(request, "tables/people.html", context, status=status)


def _rename(
    request: HttpRequest, access: TableAccess, sheet: Sheet, form_token: FormToken
) -> HttpResponse | Refusal:
    column = read_place(request.POST.get("column"), range(len(sheet.names)))
    if column is None:
        return Refusal("rename", None, _("Nobody on this sheet has that number."))
    others = [name for place, name in enumerate(sheet.names) if place != column]
    form = NameForm(others, request.POST)
    if not form.is_valid():
        return Refusal("rename", column, " ".join(str(text) for text in form.errors["name"]))
    try:
        tables.rename_seat(
            table=access.table,
            index=column,
            name=form.cleaned_data["name"],
            by=access.actor,
            submission=form_token.submission,
        )
    except tables.NameTaken:
        return Refusal("rename", column, NAME_TAKEN)
    except tables.ChangeReused:
        return Refusal("rename", column, PRESS_AGAIN, CONFLICT)
    except SheetEnded:
        return Refusal("rename", column, SHEET_ENDED, CONFLICT)
    response = redirect("people", access.secret)
    remember_names(request, response, [form.cleaned_data["name"]])
    return response


def _seat(
    request: HttpRequest, access: TableAccess, sheet: Sheet, form_token: FormToken, action: str
) -> HttpResponse | Refusal:
    """Write down that somebody joined, came back or left."""
    column = read_place(request.POST.get("column"), range(len(sheet.names)))
    move = _move(request.POST, action, column)
    if isinstance(move, Refusal):
        return move
    try:
        saved = hands.change_people(
            table=access.table,
            move=move,
            by=access.actor,
            submission=form_token.submission,
            seen_version=form_token.seen_version,
        )
    except ImpossibleHand as impossible:
        return Refusal(action, column, spoken(impossible.problem.text, sheet.sides))
    except NotThere:
        return Refusal(action, column, WHO_SITS_DOWN)
    except tables.NameTaken:
        return Refusal(action, column, NAME_TAKEN)
    except (hands.SheetMoved, hands.SubmissionReused):
        return Refusal(action, column, PRESS_AGAIN, CONFLICT)
    except SheetEnded:
        return Refusal(action, column, SHEET_ENDED, CONFLICT)
    response = saved_at(access, saved.version.hand.number)
    if move.newcomer:
        remember_names(request, response, [move.newcomer])
    return response


def _move(posted: QueryDict, action: str, column: int | None) -> Move | Refusal:
    """What a form asks for."""
    if action == "leave":
        return Move(column)
    after = read_place(posted.get("after"), range(MOST_COLUMNS))
    if action not in ("join", "return") or after is None:
        return Refusal(action, column, WHO_SITS_DOWN)
    if action == "return":
        return Move(column, after)
    name = NameForm([], posted)
    if not name.is_valid():
        return Refusal("join", None, " ".join(str(text) for text in name.errors["name"]))
    return Move(None, after, name.cleaned_data["name"])


# The links of a table: shown as text and as codes, made anew, switched off.


@own_table_write
@require_safe
def links(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Both links of the table, as text and as a code for the camera."""
    write = outside_address(request, access.url)
    watch = watch_address(request, access)
    context = {
        "access": access,
        "table": access.table,
        "write": write,
        "write_code": code_for(write),
        "watch": watch,
        "watch_code": code_for(watch) if watch else "",
        "has_others": len(links_beside(access)) > 0,
        "for_others": new_form_token(access.table.version),
        "for_watching": new_form_token(access.table.version),
        "for_new": new_form_token(access.table.version),
    }
    return render(request, "tables/links.html", context)


@own_table_write
@require_POST
def new_links(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Make a second pair of links and show it; the first goes on working for now."""
    submission = read_form_token(request.POST).submission
    secret = tables.add_links(table=access.table, by=access.actor, submission=submission)
    response = redirect("table_links", secret)
    keep_private(response)
    return response


@own_table_write
@require_POST
def links_off(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Switch off the watching link, or every link but the two of this page."""
    submission = read_form_token(request.POST).submission
    watching = watching_link(access)
    chosen = links_beside(access) if request.POST.get("which") == "others" else [watching]
    tables.switch_off_links(
        table=access.table,
        links=[link for link in chosen if link is not None],
        by=access.actor,
        submission=submission,
    )
    return redirect("table_links", access.secret)


def watch_address(request: HttpRequest, access: TableAccess) -> str:
    """Where others may watch, as another device reaches it; empty where that is switched off."""
    if not access.can_write:
        return outside_address(request, access.url)
    if watching_link(access) is None:
        return ""
    return outside_address(request, reverse("table", args=[watch_secret(access.secret)]))


def watching_link(access: TableAccess) -> TableLink | None:
    """The watching link that belongs to the writing one, if it is not switched off."""
    secret_hash = hash_secret(watch_secret(access.secret))
    return TableLink.objects.filter(secret_hash=secret_hash, revoked_at=None).first()


def links_beside(access: TableAccess) -> list[TableLink]:
    """The links of the table that work and are not the two of this pair."""
    pair = [hash_secret(access.secret), hash_secret(watch_secret(access.secret))]
    working = TableLink.objects.filter(table=access.table, revoked_at=None)
    return list(working.exclude(secret_hash__in=pair))


# The sheet for a screen across the room.


@require_safe
def screen(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Who has what, how it came about, and the code with which others watch."""
    speak_for_all(request, spoken_at(access.table))
    watch = watch_address(request, access)
    context = {"access": access, **sheet_page_context(access.sheet())}
    context["watch_code"] = code_for(watch) if watch else ""
    context["prices"] = prices(RULESETS[access.table.ruleset], access.table.options)
    return render(request, "tables/screen.html", context)


# The end of an evening, and opening its sheet again.


@own_table_write
@require_http_methods(["GET", "HEAD", "POST"])
def end_evening(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Ask whether the evening is over, with how it ended; then close the sheet."""
    if request.method == "POST":
        submission = read_form_token(request.POST).submission
        tables.end_evening(table=access.table, by=access.actor, submission=submission)
        return redirect(access.url)
    context = {
        "access": access,
        **sheet_page_context(access.sheet()),
        "form_token": new_form_token(access.table.version),
    }
    return render(request, "tables/end.html", context)


@own_table_write
@require_POST
def reopen(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Open the sheet again; a hand that was typed meanwhile stays in the form."""
    submission = read_form_token(request.POST).submission
    tables.end_evening(table=access.table, by=access.actor, submission=submission, is_over=False)
    if "dealer" not in request.POST:
        return redirect(access.url)
    access.table.refresh_from_db()
    sheet = access.sheet()
    form = same_answers(sheet, request.POST)
    return table_page(
        request, access, sheet=sheet, form=form, form_token=new_form_token(access.table.version)
    )


# An evening that its owner takes back: from whoever holds its links now, with new ones.


@worthless_link
@require_http_methods(["GET", "HEAD", "POST"])
def take_back(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """By the link with which the evening was opened, for a day after its links were changed."""
    return _taking(request, access, reverse("take_back", args=[access.secret]))


@table_account
@require_http_methods(["GET", "HEAD", "POST"])
def take_back_by_account(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """By the account that opened the evening, or of a director of its club, at any time."""
    return _taking(request, access, reverse("take_back_by_account", args=[access.table.pk]))


@signed_in
@require_safe
def opened(request: HttpRequest) -> HttpResponse:
    """The evenings that somebody opened while signed in."""
    assert isinstance(request.user, User)
    return render(request, "tables/opened.html", {"tables": tables_opened_by(request.user)})


def _taking(request: HttpRequest, access: TableAccess, action: str) -> HttpResponse:
    if request.method == "POST":
        submission = read_form_token(request.POST).submission
        try:
            secret = tables.take_back(table=access.table, by=access.actor, submission=submission)
        except (tables.NothingToTakeBack, tables.ChangeReused) as refused:
            raise Http404 from refused
        return redirect("table_links", secret)
    taken = what_was_taken(access.table, access.actor)
    if taken is None:
        raise Http404
    context = {
        "access": access,
        "title": title_of(access.table),
        "taken": taken,
        "action": action,
        "form_token": new_form_token(access.table.version),
    }
    return render(request, "tables/take_back.html", context)


# A sheet to take away: for another program, for a spreadsheet, for the wall.


@require_safe
def sheet_json(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """The record of the table: what the command `score` reads and the import takes back."""
    sheet = access.sheet()
    text = json.dumps(contract_record(sheet), ensure_ascii=False, indent=1)
    response = HttpResponse(text + "\n", content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{file_name(sheet)}.json"'
    return response


@require_safe
def sheet_csv(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """The sheet for a spreadsheet."""
    speak_for_all(request, spoken_at(access.table))
    sheet = access.sheet()
    return csv_answer(sheet_listing(sheet), file_name(sheet))


@require_safe
def print_sheet(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """The whole sheet on one page of paper, the first hand on top."""
    speak_for_all(request, spoken_at(access.table))
    sheet = access.sheet()
    context = {"access": access, "table": access.table, "sheet": sheet}
    context["settlement"] = settlement(sheet)
    context["prices"] = prices(sheet.ruleset, access.table.options)
    return render(request, "tables/print.html", context)


@require_safe
def table_rules(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """What is played for what at this table, under its own house rules."""
    ruleset = RULESETS[access.table.ruleset]
    table = access.table
    sent = SentRules(table.rules_name, ruleset, differing(ruleset, table.options))
    context = shown(request, sent) | {"access": access, "table": table}
    context["clubs"] = clubs_of(request.user)
    return render(request, "tables/rules.html", context)


@require_safe
def pays(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Who pays whom, with the fewest payments, in points and perhaps in money."""
    sheet = access.sheet()
    form = WorthForm(request.GET.dict())
    found = settlement(sheet, worth=form.cents)
    context = {"access": access, "table": access.table, "sheet": sheet}
    context |= {"form": form, "settlement": found}
    return render(request, "tables/pays.html", context)
