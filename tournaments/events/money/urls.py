"""Prizes and money: the prize list, reading it out, receipts, the cash book."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.money.views import cash, prizes

DESK = "desk/<int:event_id>/"

urlpatterns: list[URLPattern] = [
    path(f"{DESK}prizes/", prizes.prizes, name="prizes"),
    path(f"{DESK}prizes/hand-over/", prizes.hand_over, name="hand_over"),
    path(f"{DESK}prizes/take-back/", prizes.take_back, name="take_back"),
    path(f"{DESK}prizes/highest/", prizes.name_highest, name="name_highest"),
    path(f"{DESK}prizes/highest/forget/", prizes.forget_highest, name="forget_highest"),
    path(f"{DESK}prizes/read/", prizes.read_prizes, name="read_prizes"),
    path(f"{DESK}receipts/", prizes.print_receipts, name="receipts"),
    path(f"{DESK}cash/", cash.cash, name="cash"),
    path(f"{DESK}cash/line/", cash.write_line, name="cash_line"),
    path(f"{DESK}cash/lost/", cash.write_lost, name="cash_lost"),
    path(f"{DESK}cash/count/", cash.count, name="cash_count"),
    path(f"{DESK}cash/reverse/", cash.reverse, name="cash_reverse"),
    path(f"{DESK}cash/entries/", cash.cash_entries, name="cash_entries"),
    path(f"{DESK}entries/<int:entry_id>/money/", cash.entry_money, name="entry_money"),
    path("e/<int:event_id>/prizes/", prizes.event_prizes, name="event_prizes"),
]
