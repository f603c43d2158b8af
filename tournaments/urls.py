"""Every address of the site, room by room; each view declares who may open it."""

from __future__ import annotations

from django.urls import URLPattern

from tournaments.archive import urls as archive
from tournaments.events.check_in import urls as check_in
from tournaments.events.desk import urls as desk
from tournaments.events.draw import urls as draw
from tournaments.events.money import urls as money
from tournaments.events.night import urls as night
from tournaments.events.registration import urls as registration
from tournaments.events.results import urls as results
from tournaments.events.rulings import urls as rulings
from tournaments.events.setup import urls as setup
from tournaments.events.standings import urls as standings
from tournaments.members import urls as members
from tournaments.own import urls as own
from tournaments.paper import urls as paper
from tournaments.people import urls as people
from tournaments.records import urls as records
from tournaments.rules import urls as rules
from tournaments.series import urls as series
from tournaments.site import urls as site
from tournaments.tables import urls as tables

ROOMS: dict[str, list[URLPattern]] = {
    "site": site.urlpatterns,
    "members": members.urlpatterns,
    "own": own.urlpatterns,
    "tables": tables.urlpatterns,
    "setup": setup.urlpatterns,
    "check-in": check_in.urlpatterns,
    "registration": registration.urlpatterns,
    "draw": draw.urlpatterns,
    "night": night.urlpatterns,
    "results": results.urlpatterns,
    "desk": desk.urlpatterns,
    "paper": paper.urlpatterns,
    "money": money.urlpatterns,
    "series": series.urlpatterns,
    "rulings": rulings.urlpatterns,
    "archive": archive.urlpatterns,
    "people": people.urlpatterns,
    "rules": rules.urlpatterns,
    "records": records.urlpatterns,
    "standings": standings.urlpatterns,
}

urlpatterns = [pattern for patterns in ROOMS.values() for pattern in patterns]
