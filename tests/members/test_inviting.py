"""An owner asks somebody to run the club: by a link, without mail and without a shell."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from accounts.models import SecurityEvent
from tests.answers import Answer, there
from tests.signed_in import signed_in
from tests.tables.conftest import FormReader, words_of
from tournaments.models import INVITED_FOR, Club, Invitation, Membership, Role

pytestmark = pytest.mark.django_db

PASSWORD = "seven wet umbrellas"
TYPED = {"username": "Emma", "password": PASSWORD, "again": PASSWORD}


@pytest.fixture
def anna(club: Club) -> Client:
    """Owns the club."""
    user = User.objects.create_user("Anna")
    Membership.objects.create(club=club, user=user, role=Role.OWNER)
    return signed_in(user)


@pytest.fixture
def berta(club: Club, anna: Client) -> Client:
    """Directs it."""
    user = User.objects.create_user("Berta")
    Membership.objects.create(club=club, user=user)
    return signed_in(user)


def at(club: Club, what: str = "") -> str:
    return f"/clubs/{club.pk}/members/{what}"


def invites(owner: Client, club: Club, role: str = "director") -> str:
    """The address that an owner is shown who presses the button for it."""
    form = FormReader(owner.get(at(club)).content.decode()).sent_to(at(club, "invite/"))
    return link_of(owner.post(at(club, "invite/"), form | {"role": role}))


def link_of(page: Answer) -> str:
    assert page.status_code == 200
    address = there(re.search(r'href="https?://[^/]+(/join/[^"]+/)"', page.content.decode()))
    return address.group(1)


def joins(client: Client, address: str, **typed: str) -> Answer:
    form = FormReader(client.get(address).content.decode()).sent_to("")
    return client.post(address, form | typed)


def roles(club: Club) -> dict[str, str]:
    present = Membership.objects.filter(club=club, until=None)
    return dict(present.values_list("user__username", "role"))


def test_somebody_without_an_account_makes_one_and_is_a_director(club: Club, anna: Client) -> None:
    address = invites(anna, club)
    emma = Client()
    page = emma.get(address)
    assert "You are asked to be a director of this club" in words_of(page)
    assert "Invited by: Anna." in words_of(page)
    assert "no-store" in page["Cache-Control"]
    assert joins(emma, address, **TYPED)["Location"] == f"/clubs/{club.pk}/"
    assert roles(club) == {"Anna": Role.OWNER, "Emma": Role.DIRECTOR}
    assert Membership.objects.get(user__username="Emma").invited_by == User.objects.get(
        username="Anna"
    )
    assert Client().login(username="Emma", password=PASSWORD)
    assert emma.get(address)["Location"] == f"/clubs/{club.pk}/"


def test_it_is_good_once(club: Club, anna: Client) -> None:
    address = invites(anna, club)
    joins(Client(), address, **TYPED)
    for answer in (Client().get(address), Client().post(address, TYPED | {"username": "Fred"})):
        assert answer.status_code == 410
        assert "Somebody has used this invitation already" in words_of(answer)
    assert not User.objects.filter(username="Fred").exists()


def test_whoever_has_an_account_joins_with_one_press(
    club: Club, anna: Client, other_club: Club
) -> None:
    otto = User.objects.create_user("Otto")
    Membership.objects.create(club=other_club, user=otto)
    address = invites(anna, club, "owner")
    page = signed_in(otto).get(address)
    assert "Signed in: Otto" in words_of(page)
    assert joins(signed_in(otto), address)["Location"] == f"/clubs/{club.pk}/"
    assert roles(club)["Otto"] == Role.OWNER
    assert roles(other_club) == {"Otto": Role.DIRECTOR}


def test_whoever_is_in_uses_nothing_up_unless_he_becomes_more(
    club: Club, anna: Client, berta: Client
) -> None:
    as_director, as_owner = invites(anna, club), invites(anna, club, "owner")
    assert "You may do all of this already." in words_of(berta.get(as_director))
    berta.post(as_director, {"yes": "yes"})
    assert Invitation.objects.filter(used_at=None).count() == 2
    joins(berta, as_owner)
    assert roles(club) == {"Anna": Role.OWNER, "Berta": Role.OWNER}
    assert Membership.objects.count() == 2


def test_the_same_form_leads_to_the_same_invitation(club: Club, anna: Client) -> None:
    form = FormReader(anna.get(at(club)).content.decode()).sent_to(at(club, "invite/"))
    form |= {"role": "director"}
    once, twice = (link_of(anna.post(at(club, "invite/"), form)) for _press in range(2))
    assert once == twice
    assert Invitation.objects.count() == 1
    otherwise = anna.post(at(club, "invite/"), form | {"role": "owner"})
    assert otherwise.status_code == 409
    assert Invitation.objects.get().role == Role.DIRECTOR


def test_it_is_withdrawn_and_ends_by_itself(club: Club, anna: Client) -> None:
    withdrawn, old = invites(anna, club), invites(anna, club)
    first, second = Invitation.objects.order_by("pk")
    assert words_of(anna.get(at(club))).count("Withdraw") == 2
    anna.post(at(club, "withdraw/"), {"key": str(first.pk)})
    Invitation.objects.filter(pk=second.pk).update(made_at=timezone.now() - INVITED_FOR)
    for address, why in (
        (withdrawn, "This invitation was withdrawn."),
        (old, "This invitation is older than seven days."),
    ):
        answer = Client().post(address, TYPED)
        assert answer.status_code == 410
        assert why in words_of(answer)
    assert "Invitations that wait" not in words_of(anna.get(at(club)))
    assert roles(club) == {"Anna": Role.OWNER}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"username": "anna"}, "Somebody is called so here already."),
        ({"username": "\u0410nn\u0430"}, "Somebody is called so here already."),
        ({"username": "\u3164"}, "A name that can be read."),
        ({"password": "12345678", "again": "12345678"}, "This password"),
        ({"again": "something else"}, "The two passwords are not the same."),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_the_rest_stays(
    club: Club, anna: Client, typed: dict[str, str], said: str
) -> None:
    address = invites(anna, club)
    answer = joins(Client(), address, **TYPED | typed)
    assert answer.status_code == 422
    assert said in words_of(answer)
    assert PASSWORD in answer.content.decode() or "password" in typed
    assert list(roles(club)) == ["Anna"]
    assert User.objects.count() == 1
    assert joins(Client(), address, **TYPED).status_code == 302


def test_directors_see_who_runs_the_club_and_decide_nothing(
    club: Club, anna: Client, berta: Client
) -> None:
    page = berta.get(at(club))
    assert "Anna Owner" in words_of(page)
    assert "Invite somebody" not in words_of(page)
    key = Membership.objects.get(user__username="Anna").pk
    for where, typed in (
        ("invite/", {"role": "owner"}),
        ("role/", {"key": str(key), "role": "director"}),
        ("end/", {"key": str(key)}),
        ("withdraw/", {"key": "1"}),
    ):
        assert berta.post(at(club, where), typed).status_code == 404
    assert roles(club) == {"Anna": Role.OWNER, "Berta": Role.DIRECTOR}


def test_an_owner_makes_another_one_and_takes_a_director_out(
    club: Club, anna: Client, berta: Client
) -> None:
    key = str(Membership.objects.get(user__username="Berta").pk)
    anna.post(at(club, "role/"), {"key": key, "role": "owner"})
    assert roles(club)["Berta"] == Role.OWNER
    for _press in range(2):
        assert anna.post(at(club, "end/"), {"key": key})["Location"] == at(club)
    assert roles(club) == {"Anna": Role.OWNER}
    assert berta.get(f"/clubs/{club.pk}/").status_code == 404
    gone = Membership.objects.get(pk=key)
    assert there(gone.until) > gone.since
    said = [event.what_said() for event in SecurityEvent.objects.order_by("pk")]
    assert said == ["Berta is an owner now", "Berta"]


def test_the_last_owner_stays_one(club: Club, anna: Client, berta: Client) -> None:
    key = str(Membership.objects.get(user__username="Anna").pk)
    for where, typed in (("role/", {"role": "director"}), ("end/", {})):
        answer = anna.post(at(club, where), {"key": key, **typed})
        assert answer.status_code == 422
        assert "A club needs an owner: make somebody else one first." in words_of(answer)
    User.objects.filter(username="Berta").update(is_active=False)
    Membership.objects.filter(user__username="Berta").update(role=Role.OWNER)
    assert anna.post(at(club, "end/"), {"key": key}).status_code == 422
    assert roles(club)["Anna"] == Role.OWNER


@pytest.mark.parametrize(("where", "more"), [("end/", {}), ("role/", {"role": "director"})])
def test_whoever_owns_the_club_no_more_has_kept_no_way_in(
    club: Club, anna: Client, berta: Client, where: str, more: dict[str, str]
) -> None:
    Membership.objects.update(role=Role.OWNER)
    kept, of_another = invites(berta, club, "owner"), invites(anna, club)
    member = Membership.objects.get(user__username="Berta")
    anna.post(at(club, where), {"key": str(member.pk), **more})
    assert "This invitation was withdrawn." in words_of(berta.get(kept))
    assert berta.post(kept, {"yes": "yes"}).status_code == 410
    assert Client().get(of_another).status_code == 200
    assert roles(club).get("Berta") != Role.OWNER


def test_a_director_leaves_by_himself(club: Club, anna: Client, berta: Client) -> None:
    key = str(Membership.objects.get(user__username="Berta").pk)
    assert berta.post(at(club, "end/"), {"key": key})["Location"] == "/clubs/"
    assert roles(club) == {"Anna": Role.OWNER}


def test_nothing_of_another_club_is_reached(
    club: Club, anna: Client, berta: Client, other_director: Client, other_club: Club
) -> None:
    Membership.objects.filter(club=other_club).update(role=Role.OWNER)
    invites(anna, club)
    member, waiting = Membership.objects.get(user__username="Berta"), Invitation.objects.get()
    for where, typed in (
        ("role/", {"key": str(member.pk), "role": "owner"}),
        ("end/", {"key": str(member.pk)}),
        ("withdraw/", {"key": str(waiting.pk)}),
    ):
        other_director.post(at(other_club, where), typed)
        assert other_director.post(at(club, where), typed).status_code == 404
    assert roles(club) == {"Anna": Role.OWNER, "Berta": Role.DIRECTOR}
    assert Invitation.objects.get().withdrawn_at is None


def test_half_a_form_and_a_forged_one_are_refused(club: Club, anna: Client) -> None:
    for where, typed in (
        ("invite/", {"role": "director"}),
        ("invite/", {"role": "king"}),
        ("role/", {"key": "1", "role": "king"}),
        ("role/", {"key": "9" * 5_000, "role": "owner"}),
        ("end/", {}),
        ("withdraw/", {"key": "x"}),
    ):
        assert anna.post(at(club, where), typed).status_code == 400
    assert Client().get("/join/nothing/").status_code == 404


def test_many_invitations_are_too_many(club: Club, anna: Client) -> None:
    invites(anna, club)
    first = Invitation.objects.get()
    for number in range(49):
        Invitation.objects.create(
            club=club,
            role=Role.DIRECTOR,
            secret_hash=f"{number:064}",
            submission=f"00000000-0000-4000-8000-{number:012}",
            made_at=first.made_at - timedelta(minutes=number),
        )
    form = FormReader(anna.get(at(club)).content.decode()).sent_to(at(club, "invite/"))
    answer = anna.post(at(club, "invite/"), form | {"role": "director"})
    assert answer.status_code == 422
    assert "Very many invitations wait already" in words_of(answer)
