"""Which clubs somebody with an account directs: the one rule for pages and for open views."""

from __future__ import annotations

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet

from accounts.sign_ins import still_signed_in
from tournaments.models import Club, ClubDirector, called


def clubs_of(user: User | AnonymousUser) -> QuerySet[Club]:
    """The clubs that this user directs; an administrator directs all."""
    if not user.is_authenticated or not user.is_active:
        return Club.objects.none()
    if user.is_superuser:
        return Club.objects.all()
    return Club.objects.filter(directors__user=user)


def names_of_directors(club_id: int | None) -> list[str]:
    """What the accounts are called that direct a club; one SQL query, none without a club."""
    if club_id is None:
        return []
    users = User.objects.filter(directs__club_id=club_id, is_active=True)
    return [name for user in users for name in (user.username, called(user))]


def directed_by(sign_ins: Collection[int]) -> dict[int, set[int]]:
    """By sign-in, the keys of the clubs that it directs; none once it has ended.

    The rule of `clubs_of` for many: three SQL queries at most, however many they are.
    """
    users = still_signed_in(sign_ins)
    clubs: dict[int, set[int]] = {user.pk: set() for user in users.values()}
    for user_id, club_id in ClubDirector.objects.filter(user__in=clubs).values_list(
        "user_id", "club_id"
    ):
        clubs[user_id].add(club_id)
    if any(user.is_superuser for user in users.values()):
        every_club = set(Club.objects.values_list("pk", flat=True))
        clubs |= {user.pk: every_club for user in users.values() if user.is_superuser}
    return {key: clubs[users[key].pk] if key in users else set() for key in sign_ins}
