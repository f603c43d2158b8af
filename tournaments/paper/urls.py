"""Everything that is printed: the page that lists it, and the papers themselves as PDF."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.paper import views

urlpatterns: list[URLPattern] = [
    path("desk/<int:event_id>/paper/", views.paper, name="paper"),
    path("desk/<int:event_id>/paper/<slug:paper>.pdf", views.event_paper, name="event_paper"),
    path("desk/<int:event_id>/paper/spare/", views.print_spares, name="print_spares"),
    path("desk/<int:event_id>/paper/pile/", views.print_pile, name="print_pile"),
    path("desk/<int:event_id>/keying/spare/<int:number>/", views.spare_sheet, name="spare_sheet"),
    path(
        "desk/<int:event_id>/rounds/<int:number>/<slug:wanted>.pdf",
        views.round_paper,
        name="round_paper",
    ),
    path("desk/<int:event_id>/rounds/<int:number>/lists/", views.round_lists, name="round_lists"),
    path("desk/<int:event_id>/rounds/<int:number>/cards/", views.round_cards, name="round_cards"),
    path(
        "desk/<int:event_id>/protests/<int:protest>/form.pdf", views.protest_pdf, name="protest_pdf"
    ),
    path("e/<int:event_id>/standing.pdf", views.standing_pdf, name="standing_pdf"),
    path("e/<int:event_id>/rules.pdf", views.rules_pdf, name="rules_pdf"),
]
