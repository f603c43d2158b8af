"""What each role may: the one table from which pages, tests and documents are made."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from tournaments.models import Role

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Right(TextChoices):
    """What somebody may do in a club, or at one event of it; the label says it in a sentence."""

    BE_IN = "be_in", _("find the club and its events after signing in")
    LOOK = "look", _("look at everything: desk, hidden standings, history, money, sheets")
    LOOK_BACK = "look_back", _("look at everything of an event once its final list is locked")
    DOOR = "door", _("at the door: note who is here, new entries, the fee")
    KEY = "key", _("enter totals and hands from paper, and confirm what others entered")
    MONEY = "money", _("the cash book, and handing out prizes")
    CALL = "call", _("table codes, announcements and the clock")
    RUN = "run", _("draw, repair and close rounds, decide, lock the final list, print")
    SET_UP = "set_up", _("set up events, series and house rules")
    PEOPLE = "people", _("names, merging people, and what the record book brings in")
    TAKE_AWAY = "take_away", _("take files with people’s data away")
    ERASE = "erase", _("erase people, and open a locked final list again")
    HELPERS = "helpers", _("ask helpers in for one event")
    CLUB = "club", _("decide who runs the club, and what it speaks")


OF_DIRECTORS = frozenset(Right) - {Right.CLUB}

RIGHTS: Mapping[Role, frozenset[Right]] = {
    Role.OWNER: frozenset(Right),
    Role.DIRECTOR: OF_DIRECTORS,
    Role.DOOR: frozenset({Right.BE_IN, Right.DOOR}),
    Role.KEYER: frozenset({Right.BE_IN, Right.KEY}),
    Role.CASHIER: frozenset({Right.BE_IN, Right.DOOR, Right.MONEY}),
    Role.AUDITOR: frozenset({Right.BE_IN, Right.LOOK, Right.TAKE_AWAY}),
    Role.STATISTICIAN: frozenset({Right.BE_IN, Right.LOOK_BACK, Right.PEOPLE}),
}
"""By role, what it may; a page names the right that it needs, and never a role."""

SAYS: Mapping[Role, StrOrPromise] = {
    Role.OWNER: _("Runs everything, and decides who runs the club."),
    Role.DIRECTOR: _("Runs events and keeps the record book."),
    Role.DOOR: _("Notes who is here, enters who comes, takes the fee."),
    Role.KEYER: _("Enters results from paper, and confirms what others entered."),
    Role.CASHIER: _("Does the door, the cash book and the prizes."),
    Role.AUDITOR: _("Sees everything and changes nothing."),
    Role.STATISTICIAN: _("Keeps people and the record book; sees an event once its list is final."),
}
"""What each is, in a sentence beside its name."""

FOR_ONE_EVENT = (Role.DIRECTOR, Role.DOOR, Role.KEYER, Role.CASHIER, Role.AUDITOR)
"""What somebody can be at one event alone."""


FIRST_PAGES = (
    (Right.LOOK, "desk"),
    (Right.DOOR, "door"),
    (Right.KEY, "keying"),
    (Right.MONEY, "cash"),
)


def first_page(may: frozenset[Right]) -> str:
    """The name of the page of an event on which somebody begins who may this.

    >>> first_page(rights_of(["keyer"])), first_page(rights_of(["statistician"]))
    ('keying', 'event')
    """
    return next((page for right, page in FIRST_PAGES if right in may), "event")


def rights_of(roles: Collection[str], *, is_over: bool = False) -> frozenset[Right]:
    """What somebody may who is all of these; `is_over`: at an event with a final list.

    >>> sorted(right.value for right in rights_of(["door"])), rights_of([])
    (['be_in', 'door'], frozenset())
    """
    may = frozenset[Right]().union(*(RIGHTS[Role(role)] for role in roles if role))
    return may | {Right.LOOK} if is_over and Right.LOOK_BACK in may else may


def with_right(right: Right) -> list[Role]:
    """The roles that have a right."""
    return [role for role in Role if right in RIGHTS[role]]
