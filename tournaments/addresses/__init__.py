"""The addresses of events, one file per subject; `urlpatterns` has them all."""

from __future__ import annotations

from tournaments.archive import urls as archive
from tournaments.events.check_in import urls as door
from tournaments.events.desk import urls as desk
from tournaments.events.desk import urls_trouble as trouble
from tournaments.events.draw import urls as rounds
from tournaments.events.draw import urls_finals as finals
from tournaments.events.money import urls as prizes
from tournaments.events.night import urls as rolling
from tournaments.events.results import urls as results
from tournaments.events.rulings import urls as rulings
from tournaments.events.rulings import urls_protests as protests
from tournaments.events.setup import urls as setup
from tournaments.events.standings import urls as public
from tournaments.paper import urls as paper
from tournaments.people import urls as records_people
from tournaments.records import (
    urls_club as records_club,
)
from tournaments.records import (
    urls_old as records_old,
)
from tournaments.records import (
    urls_players as records_players,
)
from tournaments.records import (
    urls_ratings as records_ratings,
)
from tournaments.records import (
    urls_what_if as records_what_if,
)
from tournaments.series import urls as series
from tournaments.site import urls_account as account

urlpatterns = [
    *setup.urlpatterns,
    *account.urlpatterns,
    *door.urlpatterns,
    *rounds.urlpatterns,
    *finals.urlpatterns,
    *rolling.urlpatterns,
    *results.urlpatterns,
    *desk.urlpatterns,
    *trouble.urlpatterns,
    *paper.urlpatterns,
    *prizes.urlpatterns,
    *series.urlpatterns,
    *rulings.urlpatterns,
    *protests.urlpatterns,
    *archive.urlpatterns,
    *records_old.urlpatterns,
    *records_people.urlpatterns,
    *records_club.urlpatterns,
    *records_players.urlpatterns,
    *records_ratings.urlpatterns,
    *records_what_if.urlpatterns,
    *public.urlpatterns,
]
