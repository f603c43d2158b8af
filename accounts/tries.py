"""Counting tries at passwords and codes: nobody guesses without end or shuts anybody out.

A browser in which the name has signed in before is counted by itself: what strangers try holds it
up as little as what it tries holds up others. All other browsers count together, by the name and by
where they are. They are counted in the database, for all processes, and a restart forgets none.

A wrong code names no table, so that codes are counted by where they are typed alone; whoever was
let in to a table before is counted by that. While there are many wrong ones from everywhere, each
network has fewer that are free and then waits, but not longer and longer for it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from accounts.digests import digest_of, network_digest
from accounts.limits import SignInLimits
from accounts.models import SignInTry


class Held(Exception):
    """So many tries were wrong that the next one has to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} seconds")
        self.seconds = seconds


def count_try(*, name: str, network: str, browser: str = "") -> SignInTry:
    """Count a try before the password is looked at; raises Held.

    `browser` is what tells a browser that the name has signed in with, "" of another one.
    """
    stranger = SignInTry(name=_name_digest(name), network=network_digest(network))
    return _counted(stranger, browser)


def count_code(*, network: str, browser: str = "") -> SignInTry:
    """Count a try at the code of a table before it is looked for; raises Held.

    `browser` is what tells those who were let in to the same before, "" for all others.
    """
    return _counted(SignInTry(name=_codes(), network=digest_of("codes from", network)), browser)


def count_factor(*, name: str, network: str, browser: str = "") -> SignInTry:
    """Count a try at the second factor of an account before it is looked at; raises Held.

    They are counted beside those at its password: who knows that is not to guess more for it.
    """
    stranger = SignInTry(name=_factor_digest(name), network=network_digest(network))
    return _counted(stranger, factor_browser(browser))


def count_asking(*, name: str, network: str) -> SignInTry:
    """Count that somebody asks for a letter to an account, before it is written; raises Held.

    Beside those at its password: whoever asks in the name of others shuts nobody out.
    """
    asked = digest_of("asked for a letter", _folded(name))
    return _counted(SignInTry(name=asked, network=digest_of("letters from", network)), "")


def factor_browser(browser: str) -> str:
    """What a known browser is called where tries at the second factor are counted."""
    return browser and f"second factor in {browser}"


def was_right(tried: SignInTry, *, browser: str = "") -> None:
    """It was no wrong try; whoever knows the password may also mistype it again in that browser."""
    tried.delete()
    if browser:
        SignInTry.objects.filter(browser=digest_of("browser", browser)).delete()


def wait_before(tried: SignInTry) -> int:
    """The seconds that this try would have to wait for the others; 0 where it may be made."""
    if tried.browser:
        return _wait_of_browser(tried.browser, tried)
    limits = _limits()
    if tried.name == _codes():
        return _wait_of_code(tried, limits)
    of_name = SignInTry.objects.filter(name=tried.name)
    of_network = SignInTry.objects.filter(network=tried.network)
    return max(
        _wait(of_name, limits.tries_of_a_name, tried),
        _wait(of_network, limits.tries_of_an_address, tried) if tried.network else 0,
    )


def wait_after(tried: SignInTry) -> int:
    """The seconds that the next one has to wait after this one, which was wrong."""
    return wait_before(SignInTry(name=tried.name, network=tried.network, browser=tried.browser))


def let_in(name: str) -> int:
    """Forget the wrong tries at a name and its second factor; how many they were."""
    whose = [_name_digest(name), _factor_digest(name)]
    return SignInTry.objects.filter(name__in=whose).delete()[0]


def forget_old_tries() -> int:
    """Delete what has been kept for long enough; how many tries it was."""
    kept = timedelta(days=_limits().tries_kept_days)
    return SignInTry.objects.filter(at__lt=timezone.now() - kept).delete()[0]


def _counted(stranger: SignInTry, browser: str) -> SignInTry:
    """The try of that browser or, where it has none left that is free, as anybody's; raises Held.

    It is written first and counted then: of several at the same moment none is overlooked.
    """
    tried = stranger
    if browser and not _wait_of_browser(digest_of("browser", browser)):
        tried = SignInTry(browser=digest_of("browser", browser))
    seconds = wait_before(tried)
    if not seconds:
        tried.at = timezone.now()
        tried.save()
        seconds = wait_before(tried)
        if not seconds:
            return tried
        tried.delete()
    raise Held(seconds)


def _wait_of_browser(browser: str, tried: SignInTry | None = None) -> int:
    tries = SignInTry.objects.filter(browser=browser)
    return _wait(tries, _limits().tries_of_a_browser, tried)


def _wait_of_code(tried: SignInTry, limits: SignInLimits) -> int:
    of_network = SignInTry.objects.filter(name=tried.name, network=tried.network)
    seconds = _wait(of_network, limits.codes_of_an_address, tried)
    if _recent(SignInTry.objects.filter(name=tried.name))[limits.codes_in_all :].exists():
        calm = replace(limits, longest_wait_seconds=limits.first_wait_seconds)
        return max(seconds, _wait(of_network, limits.codes_while_many, tried, calm))
    return seconds


def _wait(
    tries: QuerySet[SignInTry],
    free: int,
    tried: SignInTry | None,
    limits: SignInLimits | None = None,
) -> int:
    others = _recent(tries).order_by("at")
    if tried is not None and tried.pk is not None:
        others = others.exclude(pk=tried.pk)
    moments = list(others.values_list("at", flat=True))
    return seconds_to_wait(moments, timezone.now(), free, limits or _limits())


def seconds_to_wait(
    tries: Sequence[datetime], now: datetime, free: int, limits: SignInLimits
) -> int:
    """How long the next try has to wait after these, the oldest first; 0 where it may be made.

    So many are `free`, at least one. Then each wrong one doubles the wait, up to the longest; a
    try that is old enough is counted no more.

    >>> noon = datetime(2031, 5, 17, 12)
    >>> def waits(count, seconds=0):
    ...     now = noon + timedelta(seconds=seconds)
    ...     return seconds_to_wait([noon] * count, now, 10, SignInLimits())
    >>> [waits(count) for count in (9, 10, 11, 12, 14, 15, 40)]
    [0, 30, 60, 120, 480, 900, 900]
    >>> [waits(11, seconds) for seconds in (1, 59, 60)]
    [59, 1, 0]
    """
    counted = timedelta(seconds=limits.counted_seconds)
    recent = [at for at in tries if at > now - counted]
    free = max(1, free)
    if len(recent) < free:
        return 0
    moments = []
    for gone in range(len(recent) - free + 1):
        from_then = recent[gone - 1] + counted if gone else now
        doubled = limits.first_wait_seconds * 2 ** min(len(recent) - gone - free, 20)
        wait = timedelta(seconds=min(doubled, limits.longest_wait_seconds))
        moments.append(max(from_then, recent[-1] + wait))
    moments.append(recent[len(recent) - free] + counted)
    return max(0, ceil((min(moments) - now).total_seconds()))


def _recent(tries: QuerySet[SignInTry]) -> QuerySet[SignInTry]:
    begun = timezone.now() - timedelta(seconds=_limits().counted_seconds)
    return tries.filter(at__gt=begun)


def _codes() -> str:
    """What all tries at codes have in place of a name; nobody can type it as one."""
    return digest_of("code", "of a table")


def _name_digest(name: str) -> str:
    """The account need not exist, so that nobody learns whether it does."""
    return digest_of("name", _folded(name))


def _factor_digest(name: str) -> str:
    return digest_of("second factor", _folded(name))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _limits() -> SignInLimits:
    found: SignInLimits = settings.SHEEPFOLD_SIGN_INS
    return found
