"""The one door through which directors change a series, as `deeds` is that of an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction

from tournaments.common.deeds import DeedReused
from tournaments.common.locks import lock_series
from tournaments.common.sent import compare_sent, keep_sent
from tournaments.models import By, Series, SeriesChange


class SeriesDone(NamedTuple):
    """What a submission led to; `change` is None where nothing was to be done."""

    change: SeriesChange | None
    is_repeat: bool


def do_at_series(
    series: Series, by: By, submission: UUID, write: Callable[[Series], SeriesChange | None]
) -> SeriesDone:
    """Do a deed under the lock of the series and write down who did it.

    `write` gets the series, read anew. The same submission again changes nothing more; raises
    DeedReused where it was used at another series, SaidOtherwise where the form did something else.
    """
    try:
        with transaction.atomic(durable=True):
            locked = lock_series(series)
            stored = _find(submission)
            if stored is not None:
                compare_sent()
                return _answer_again(stored, series)
            change = write(locked)
            if change is None:
                return SeriesDone(None, is_repeat=False)
            locked.version += 1
            locked.save(update_fields=["version"])
            keep_series_change(locked, change, by, submission)
    except IntegrityError:
        compare_sent()
        stored = _find(submission)
        if stored is None:
            raise
        return _answer_again(stored, series)
    return SeriesDone(change, is_repeat=False)


def keep_series_change(series: Series, change: SeriesChange, by: By, submission: UUID) -> None:
    """Write a change down as part of the deed."""
    change.series = series
    change.series_version = series.version
    change.submission = submission
    by.sign(change)
    change.save()
    keep_sent()


def _find(submission: UUID) -> SeriesChange | None:
    return SeriesChange.objects.filter(submission=submission).first()


def _answer_again(stored: SeriesChange, series: Series) -> SeriesDone:
    if stored.series_id != series.pk:
        raise DeedReused
    return SeriesDone(stored, is_repeat=True)
