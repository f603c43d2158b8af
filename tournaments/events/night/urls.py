"""Tables that open one by one: who waits, opening, closing, starting again."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.night import views

urlpatterns: list[URLPattern] = [
    path("desk/<int:event_id>/waiting/", views.rolling, name="rolling"),
    path("desk/<int:event_id>/waiting/open/", views.open_rolling, name="open_rolling"),
    path("desk/<int:event_id>/waiting/close/", views.close_rolling, name="close_rolling"),
    path("desk/<int:event_id>/tables/<int:place>/people/", views.desk_sitting, name="desk_sitting"),
    path("t/<str:secret>/sitting/", views.table_sitting, name="table_sitting"),
    path(
        "desk/<int:event_id>/entries/<int:entry_id>/again/", views.start_again, name="start_again"
    ),
]
