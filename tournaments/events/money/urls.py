"""Prizes and money: the prize list, reading it out, receipts, the cash book."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.money import views

DESK = "desk/<int:event_id>/"

urlpatterns: list[URLPattern] = [
    path(f"{DESK}prizes/", views.prizes, name="prizes"),
    path(f"{DESK}prizes/hand-over/", views.hand_over, name="hand_over"),
    path(f"{DESK}prizes/take-back/", views.take_back, name="take_back"),
    path(f"{DESK}prizes/highest/", views.name_highest, name="name_highest"),
    path(f"{DESK}prizes/highest/forget/", views.forget_highest, name="forget_highest"),
    path(f"{DESK}prizes/read/", views.read_prizes, name="read_prizes"),
    path(f"{DESK}receipts/", views.print_receipts, name="receipts"),
    path(f"{DESK}cash/", views.cash, name="cash"),
    path(f"{DESK}cash/line/", views.write_line, name="cash_line"),
    path(f"{DESK}cash/lost/", views.write_lost, name="cash_lost"),
    path(f"{DESK}cash/count/", views.count, name="cash_count"),
    path(f"{DESK}cash/reverse/", views.reverse, name="cash_reverse"),
    path(f"{DESK}cash/transfers/", views.transfers, name="transfers"),
    path(f"{DESK}cash/entries/", views.cash_entries, name="cash_entries"),
    path(f"{DESK}entries/<int:entry_id>/money/", views.entry_money, name="entry_money"),
    path("e/<int:event_id>/prizes/", views.event_prizes, name="event_prizes"),
]
