"""Which clubs somebody with an account directs: the one rule for pages and for open views."""

from __future__ import annotations

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet

from tournaments.models import Club, called


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


def directed_by(user_ids: Collection[int]) -> dict[int, set[int]]:
    """By account, the keys of the clubs that it directs: a SQL query, and one for each account."""
    users = User.objects.in_bulk(user_ids)
    return {
        pk: set(clubs_of(users[pk]).values_list("pk", flat=True)) if pk in users else set()
        for pk in user_ids
    }
