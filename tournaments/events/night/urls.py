"""Tables that open one by one: who waits, opening, closing, starting again."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.night.views import rolling, sitting

urlpatterns: list[URLPattern] = [
    path("desk/<int:event_id>/waiting/", rolling.rolling, name="rolling"),
    path("desk/<int:event_id>/waiting/open/", rolling.open_rolling, name="open_rolling"),
    path("desk/<int:event_id>/waiting/close/", rolling.close_rolling, name="close_rolling"),
    path(
        "desk/<int:event_id>/tables/<int:place>/people/",
        sitting.desk_sitting,
        name="desk_sitting",
    ),
    path("t/<str:secret>/sitting/", sitting.table_sitting, name="table_sitting"),
    path(
        "desk/<int:event_id>/entries/<int:entry_id>/again/",
        rolling.start_again,
        name="start_again",
    ),
]
