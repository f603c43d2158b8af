"""Every address of the site; each view declares who may open it."""

from __future__ import annotations

from django.urls import path

from tournaments.views import corrections, hands, home, rulesets, tables

urlpatterns = [
    path("", home.home, name="home"),
    path("open/", tables.choose_game, name="choose_game"),
    path("open/<slug:key>/", tables.open_table, name="open_table"),
    path("rules/", rulesets.rulesets, name="rulesets"),
    path("rules/<slug:key>/", rulesets.ruleset, name="ruleset"),
    path("watch/<int:table_id>/", tables.public_table, name="public_table"),
    path("watch/<int:table_id>/hands/<int:number>/", hands.public_hand, name="public_hand"),
    path("t/<str:secret>/", tables.table, name="table"),
    path("t/<str:secret>/links/", tables.links, name="table_links"),
    path("t/<str:secret>/links/revoke/", tables.revoke_link, name="revoke_link"),
    path("t/<str:secret>/adjust/", hands.adjust, name="adjust"),
    path("t/<str:secret>/hands/", hands.record_hand, name="record_hand"),
    path("t/<str:secret>/hands/<int:number>/", hands.hand, name="hand"),
    path(
        "t/<str:secret>/hands/<int:number>/correct/",
        corrections.correct_hand,
        name="correct_hand",
    ),
    path(
        "t/<str:secret>/hands/<int:number>/withdraw/",
        corrections.withdraw_hand,
        name="withdraw_hand",
    ),
]
