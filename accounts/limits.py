"""How many wrong tries at passwords and codes are free, and how long the next ones wait."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import ClassVar, Self


@dataclass(frozen=True)
class Numbers:
    """Numbers of which each is a setting, named after it, with `PREFIX`; see docs/operators.md."""

    PREFIX: ClassVar[str]

    @classmethod
    def from_environment(cls, number: Callable[..., int]) -> Self:
        """The numbers that the environment names, the others as they are here.

        >>> SignInLimits.from_environment(lambda name, default: 7 if "NAME" in name else default)
        ... # doctest: +ELLIPSIS
        SignInLimits(tries_of_a_name=7, tries_of_a_browser=10, ...)
        """
        return cls(
            **{
                each.name: number(cls.PREFIX + each.name.upper(), default=each.default)
                for each in fields(cls)
            }
        )


@dataclass(frozen=True)
class SignInLimits(Numbers):
    """The numbers of signing in."""

    PREFIX = "SHEEPFOLD_SIGN_IN_"

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
    asked_again_seconds: int = 600
