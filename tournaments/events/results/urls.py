"""Sheets of an event: progress, totals from paper, comparing, confirming, closing a round."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.results.views import keying, tables
from tournaments.tables.views import hands

TABLE = "desk/<int:event_id>/tables/<int:place>"

urlpatterns: list[URLPattern] = [
    path("code/", tables.typed_code, name="typed_code"),
    path("t/<str:secret>/confirm/", tables.confirm_sheet, name="confirm_sheet"),
    path(
        "t/<str:secret>/hands/<int:number>/restore/<int:version>/",
        hands.restore_hand,
        name="restore_hand",
    ),
    path("desk/<int:event_id>/keying/", keying.keying, name="keying"),
    path("desk/<int:event_id>/tables/", tables.event_tables, name="event_tables"),
    path("desk/<int:event_id>/sheets/due/", tables.sheets_due, name="sheets_due"),
    path(f"{TABLE}/", tables.desk_table, name="desk_table"),
    path(f"{TABLE}/phone/", tables.open_desk_table, name="open_desk_table"),
    path(f"{TABLE}/hands/", keying.key_hands, name="key_hands"),
    path(f"{TABLE}/points/", keying.key_points, name="key_points"),
    path(f"{TABLE}/counts/", tables.choose_source, name="choose_source"),
    path(f"{TABLE}/confirm/", tables.confirm_at_desk, name="confirm_at_desk"),
    path(f"{TABLE}/short/", tables.accept_short, name="accept_short"),
    path(f"{TABLE}/gone/", tables.decide_gone, name="decide_gone"),
    path(f"{TABLE}/mark/", tables.mark_table, name="mark_table"),
    path(f"{TABLE}/totals/withdraw/", tables.withdraw_totals, name="withdraw_totals"),
    path(f"{TABLE}/totals/<int:number>/restore/", tables.restore_totals, name="restore_totals"),
    path(f"{TABLE}/reopen/", tables.reopen_sheet, name="reopen_sheet"),
    path(f"{TABLE}/close/", tables.close_sheet, name="close_sheet"),
    path("desk/<int:event_id>/rounds/<int:number>/close/", tables.close_round, name="close_round"),
]
