"""What an event still needs before everybody may see it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring import find_ruleset
from tournaments.formats.fitting import unfit
from tournaments.formats.settings import EventSettings
from tournaments.formats.undecided import still_to_decide
from tournaments.formats.wording import label_of
from tournaments.models import Event


def missing_for_publication(event: Event) -> list[str]:
    """What is missing, in sentences; nothing if the event can be published."""
    found = []
    if event.starts_at is None:
        found.append(_("Say on which day and when it begins."))
    if not event.place:
        found.append(_("Say where it is."))
    settings = EventSettings.from_json(event.settings)
    for problem in unfit(settings, find_ruleset(event.ruleset), event.options):
        found.append(f"{label_of(problem.field)}: {problem.sentence}")
    to_decide = still_to_decide(event.ruleset, event.options)
    if to_decide:
        found.append(to_decide)
    return found


def public_rounds(event: Event) -> int:
    """How many rounds everybody has been told about."""
    return event.rounds.exclude(published_at=None).exclude(state="cancelled").count()
