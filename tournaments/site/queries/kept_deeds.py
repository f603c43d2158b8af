"""What a form led to, in the sentences of the histories, for whoever may read them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User

from tournaments.common.directing import clubs_of
from tournaments.common.doers import Doer, doer_of
from tournaments.events.desk.queries.history import sentence_of
from tournaments.events.results.queries.at_tables import sentence_at_table
from tournaments.models import (
    EventChange,
    OldImportChange,
    PlayerChange,
    SeriesChange,
    TableChange,
    hash_secret,
)
from tournaments.people.queries.people_history import person_sentence
from tournaments.records.queries.old_imports import old_import_sentence
from tournaments.series.queries.series_history import series_sentence


class KeptDeed(NamedTuple):
    """What was done, why, by whom and when."""

    sentence: str
    reason: str
    doer: Doer
    at: datetime


def kept_deeds(submission: UUID, user: User | AnonymousUser, secret: str = "") -> list[KeptDeed]:
    """What was done under that submission, as far as this user, or a table's link, may know."""
    return [*_of_clubs(submission, user), *_at_table(submission, secret)]


def _of_clubs(submission: UUID, user: User | AnonymousUser) -> Iterator[KeptDeed]:
    clubs = set(clubs_of(user).values_list("pk", flat=True))
    if not clubs:
        return
    events = EventChange.objects.select_related("entry").filter(event__club__in=clubs)
    for deed in events.filter(submission=submission):
        yield KeptDeed(sentence_of(deed), deed.reason, doer_of(deed), deed.made_at)
    for of in SeriesChange.objects.filter(series__club__in=clubs, submission=submission):
        yield KeptDeed(series_sentence(of), of.reason, doer_of(of), of.made_at)
    for about in PlayerChange.objects.filter(player__club__in=clubs, submission=submission):
        yield KeptDeed(person_sentence(about), about.reason, doer_of(about), about.made_at)
    for file in OldImportChange.objects.filter(imported__club__in=clubs, submission=submission):
        yield KeptDeed(old_import_sentence(file), file.reason, doer_of(file), file.made_at)


def _at_table(submission: UUID, secret: str) -> Iterator[KeptDeed]:
    if not secret:
        return
    changes = TableChange.objects.filter(
        submission=submission,
        table__links__secret_hash=hash_secret(secret),
        table__links__revoked_at=None,
    )
    for change in changes:
        yield KeptDeed(sentence_at_table(change), "", doer_of(change), change.made_at)
