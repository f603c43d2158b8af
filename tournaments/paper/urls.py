"""Everything that is printed: the page that lists it, and the papers themselves as PDF."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.paper.views import lists, paper, spare_sheets

urlpatterns: list[URLPattern] = [
    path("desk/<int:event_id>/paper/", paper.paper, name="paper"),
    path("desk/<int:event_id>/paper/<slug:paper>.pdf", paper.event_paper, name="event_paper"),
    path("desk/<int:event_id>/paper/spare/", spare_sheets.print_spares, name="print_spares"),
    path("desk/<int:event_id>/paper/pile/", spare_sheets.print_pile, name="print_pile"),
    path(
        "desk/<int:event_id>/keying/spare/<int:number>/",
        spare_sheets.spare_sheet,
        name="spare_sheet",
    ),
    path(
        "desk/<int:event_id>/rounds/<int:number>/<slug:wanted>.pdf",
        paper.round_paper,
        name="round_paper",
    ),
    path("desk/<int:event_id>/rounds/<int:number>/lists/", lists.round_lists, name="round_lists"),
    path("desk/<int:event_id>/rounds/<int:number>/cards/", lists.round_cards, name="round_cards"),
    path(
        "desk/<int:event_id>/protests/<int:protest>/form.pdf",
        paper.protest_pdf,
        name="protest_pdf",
    ),
    path("e/<int:event_id>/standing.pdf", paper.standing_pdf, name="standing_pdf"),
    path("e/<int:event_id>/rules.pdf", paper.rules_pdf, name="rules_pdf"),
]
