"""A table's pages.

What may be watched has two addresses: by one of the table's links, and, at the table of a public
club, by its number.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import URLPattern, path

from tournaments.tables.access import public_table, table_link
from tournaments.tables.views import hands, offline, tables


def watched(name: str, address: str, view: Callable[..., HttpResponse]) -> list[URLPattern]:
    """Both addresses of a page that whoever may watch a table may open."""
    return [
        path(f"t/<str:secret>/{address}", table_link(view), name=name),
        path(f"watch/<int:table_id>/{address}", public_table(view), name=f"public_{name}"),
    ]


urlpatterns: list[URLPattern] = [
    path("open/", tables.choose_game, name="choose_game"),
    path("open/<slug:key>/", tables.open_table, name="open_table"),
    path("open/<slug:key>/prices/", tables.prices_of, name="prices_of"),
    path("import/", tables.import_table, name="import_table"),
    path("count/", tables.counter, name="counter"),
    *watched("table", "", hands.table),
    *watched("hand", "hands/<int:number>/", hands.hand),
    *watched("screen", "screen/", tables.screen),
    *watched("table_rules", "rules/", tables.table_rules),
    *watched("pays", "pays/", tables.pays),
    *watched("print_sheet", "print/", tables.print_sheet),
    *watched("sheet_csv", "sheet.csv", tables.sheet_csv),
    *watched("sheet_json", "sheet.json", tables.sheet_json),
    path("t/<str:secret>/state.json", offline.state, name="table_state"),
    path("t/<str:secret>/bring-in/", offline.bring_in_hands, name="bring_in_hands"),
    path("t/<str:secret>/links/", tables.links, name="table_links"),
    path("t/<str:secret>/links/new/", tables.new_links, name="new_links"),
    path("t/<str:secret>/links/off/", tables.links_off, name="links_off"),
    path("t/<str:secret>/take-back/", tables.take_back, name="take_back"),
    path(
        "tables/<int:table_id>/take-back/", tables.take_back_by_account, name="take_back_by_account"
    ),
    path("tables/opened/", tables.opened, name="opened"),
    path("t/<str:secret>/people/", tables.people, name="people"),
    path("t/<str:secret>/me/", tables.me, name="me"),
    path("t/<str:secret>/again/", tables.play_again, name="play_again"),
    path("t/<str:secret>/end/", tables.end_evening, name="end_evening"),
    path("t/<str:secret>/reopen/", tables.reopen, name="reopen"),
    path("t/<str:secret>/adjust/", hands.adjust, name="adjust"),
    path("t/<str:secret>/preview/", hands.preview, name="preview"),
    path("t/<str:secret>/hands/", hands.record_hand, name="record_hand"),
    path("t/<str:secret>/hands/<int:number>/correct/", hands.correct_hand, name="correct_hand"),
    path("t/<str:secret>/hands/<int:number>/preview/", hands.preview, name="preview_correction"),
    path("t/<str:secret>/hands/<int:number>/withdraw/", hands.withdraw_hand, name="withdraw_hand"),
]
