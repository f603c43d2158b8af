"""Who runs a club: from when, until when, and as what."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.signed_in import signed_in
from tournaments.common.access import clubs_of, clubs_with, names_of_members, reach_of
from tournaments.common.rights import RIGHTS, Right
from tournaments.models import Club, Membership, Role
from tournaments.site.services import add_director

pytestmark = pytest.mark.django_db


@pytest.fixture
def berta(club: Club) -> Membership:
    return Membership.objects.create(club=club, user=User.objects.create_user("Berta"))


def test_it_is_over_from_its_end_on(club: Club, berta: Membership) -> None:
    client = signed_in(berta.user)
    assert client.get(f"/clubs/{club.pk}/").status_code == 200
    sign_in = berta.user.sign_ins.get().pk
    assert reach_of([sign_in])[sign_in].rights(club.pk) == RIGHTS[Role.DIRECTOR]
    Membership.objects.update(until=timezone.now())
    assert client.get(f"/clubs/{club.pk}/").status_code == 404
    assert reach_of([sign_in])[sign_in].rights(club.pk) == frozenset()
    assert names_of_members(club.pk) == []


def test_an_owner_directs_as_well_and_a_director_owns_nothing(
    club: Club, berta: Membership
) -> None:
    assert [*clubs_of(berta.user)] == [club]
    assert not clubs_with(berta.user, Right.CLUB)
    Membership.objects.update(role=Role.OWNER)
    assert [*clubs_of(berta.user)] == [*clubs_with(berta.user, Right.CLUB)] == [club]


def test_whoever_comes_first_owns_the_club() -> None:
    for name in ("Anna", "Berta"):
        add_director(club_name="Skat room", name=name, password="x")
    roles = dict(Membership.objects.values_list("user__username", "role"))
    assert roles == {"Anna": Role.OWNER, "Berta": Role.DIRECTOR}


def test_nobody_is_a_member_twice_at_once_but_may_be_again(club: Club, berta: Membership) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(club=club, user=berta.user)
    Membership.objects.update(until=timezone.now())
    Membership.objects.create(club=club, user=berta.user)
    assert [*clubs_of(berta.user)] == [club]
