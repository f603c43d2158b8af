"""How many wrong tries at passwords and codes are free, and how long the next ones wait."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields

PREFIX = "SHEEPFOLD_SIGN_IN_"


@dataclass(frozen=True)
class SignInLimits:
    """The numbers of signing in; each is a setting, described in docs/operators.md."""

    tries_of_a_name: int = 10
    tries_of_a_browser: int = 10
    tries_of_an_address: int = 100
    codes_of_an_address: int = 10
    codes_in_all: int = 100
    codes_while_many: int = 3
    counted_seconds: int = 900
    first_wait_seconds: int = 30
    longest_wait_seconds: int = 900
    tries_kept_days: int = 30
    events_kept_days: int = 400
    browsers_known_days: int = 365

    @classmethod
    def from_environment(cls, number: Callable[..., int]) -> SignInLimits:
        """The numbers that the environment names, the others as they are here.

        >>> SignInLimits.from_environment(lambda name, default: 7 if "NAME" in name else default)
        ... # doctest: +ELLIPSIS
        SignInLimits(tries_of_a_name=7, tries_of_a_browser=10, ...)
        """
        return cls(
            **{
                each.name: number(PREFIX + each.name.upper(), default=each.default)
                for each in fields(cls)
            }
        )
