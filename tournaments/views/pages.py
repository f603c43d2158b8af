"""What the pages of a table share: the sheet, the form for a hand, and how they are answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from tournaments.access import Visit
from tournaments.forms.envelope import Envelope, new_envelope, read_place
from tournaments.forms.hand import HandForm, HandSetting
from tournaments.models import HandVersion
from tournaments.queries.declared import Declared, declared, pending
from tournaments.queries.replays import ComingHand, coming_hand
from tournaments.queries.sheets import Line, Sheet, table_sheet

UNPROCESSABLE = 422
CONFLICT = 409


@dataclass(frozen=True)
class Change:
    """What came in between: a version and its line on the sheet."""

    version: HandVersion
    line: Line | None


def saved_at(visit: Visit, number: int) -> HttpResponse:
    """Back to the sheet, where the saved hand is announced."""
    return redirect(f"{visit.url}?saved={number}")


def hand_as_due(visit: Visit, sheet: Sheet, number: int) -> ComingHand:
    """What the hand of that number had to be, by the hands before it."""
    before = [line.version for line in sheet.lines if line.number < number]
    return coming_hand(visit.table, before)


def setting_for(
    visit: Visit, sheet: Sheet, dealer: int, *, is_dealer_given: bool = False
) -> HandSetting:
    """What a form for a hand of that dealer is made from."""
    return HandSetting(
        sheet.ruleset, visit.table.options, sheet.names, sheet.sides, dealer, is_dealer_given
    )


def posted_setting(visit: Visit, sheet: Sheet, posted: QueryDict) -> HandSetting:
    """What the form that came back was made from: the same, whatever has happened meanwhile."""
    dealer = read_place(posted.get("dealer"), visit.table.players)
    if dealer is None:
        raise BadRequest("The form came without its dealer.")
    is_given = posted.get("dealer_given") == "yes"
    return setting_for(visit, sheet, dealer, is_dealer_given=is_given)


def form_for_coming_hand(visit: Visit, sheet: Sheet, dealer_given: int | None) -> HandForm:
    """An empty form for the next hand; of a hand that must be replayed what is known is chosen."""
    dealer = sheet.coming.dealer if dealer_given is None else dealer_given
    setting = setting_for(visit, sheet, dealer, is_dealer_given=dealer_given is not None)
    return HandForm(setting, record=sheet.coming.carried.replay)


def same_answers(visit: Visit, sheet: Sheet, posted: QueryDict) -> HandForm:
    """The form for the hand that is due now, with what was typed into an older one."""
    setting = posted_setting(visit, sheet, posted)
    if not setting.is_dealer_given:
        setting = setting_for(visit, sheet, sheet.coming.dealer)
    return HandForm(setting, posted)


def words_for(sheet: Sheet, record: dict[str, Any], dealer: int) -> list[Declared]:
    """What a record says, in words."""
    return declared(sheet.ruleset, record, sheet.names, sheet.table.players, dealer)


def changes_on(sheet: Sheet, versions: Sequence[HandVersion]) -> list[Change]:
    """The versions that came in between, with their lines."""
    return [Change(version, sheet.line(version.hand.number)) for version in versions]


def table_page(
    request: HttpRequest,
    visit: Visit,
    *,
    sheet: Sheet | None = None,
    form: HandForm | None = None,
    envelope: Envelope | None = None,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    """The sheet; for whoever may write also the form for the next hand."""
    sheet = sheet or table_sheet(visit.table)
    context = {"visit": visit, "table": visit.table, "sheet": sheet, **more}
    saved = request.GET.get("saved", "")
    if saved.isdecimal() and len(saved) < 9:
        context["saved"] = sheet.line(int(saved))
    if not visit.can_write:
        return render(request, "tables/watch.html", context, status=status)
    chosen = read_place(request.GET.get("dealer"), visit.table.players)
    coming = sheet.coming
    context["form"] = form or form_for_coming_hand(visit, sheet, chosen)
    context["pending"] = pending(
        sheet.ruleset, coming.carried, sheet.names, visit.table.players, coming.dealer
    )
    context["envelope"] = envelope or new_envelope(visit.table.version)
    return render(request, "tables/table.html", context, status=status)
