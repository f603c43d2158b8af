"""Somebody with an account says which player he is; directors confirm it, and he has a page."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import SecurityEvent
from accounts.proofs import PROVED
from tests.answers import Answer, there
from tests.events.conftest import signs_in
from tests.events.played import keys, plays, starts
from tests.events.registration.registering import form_of, opens, own_address, presses, registers
from tests.series.series_stories import known, sits
from tests.signed_in import signed_in
from tests.tables.conftest import FormReader, words_of
from tournaments.common.actions import Refused
from tournaments.events.results.services.sheets import close_round
from tournaments.events.standings.services import lock_final
from tournaments.models import Author, Claim, Club, Entry, Event, Player, PlayerChange
from tournaments.people.services.claims import claim, confirm_claim, end_claim
from tournaments.people.services.erasing import erase
from tournaments.people.services.people import merge, unmerge

pytestmark = pytest.mark.django_db

PASSWORD = "seven wet umbrellas"
TYPED = {"username": "zenzi77", "password": PASSWORD, "again": PASSWORD}


@pytest.fixture
def zenzi(club: Club) -> Player:
    return Player.objects.create(club=club, name="Zenzi Bauer", home="Regen")


@pytest.fixture
def emma(db: None) -> Client:
    """Has an account and is nothing anywhere."""
    return signs_in("Emma")


def page_of(player: Player) -> str:
    return reverse("claim_player", args=[player.club_id, player.pk])


def says(client: Client, player: Player, **typed: str) -> Answer:
    """Presses “This is me” on the page of a player."""
    address = page_of(player)
    form = FormReader(client.get(address).content.decode()).sent_to("")
    return client.post(address, form | typed)


def at_desk(player: Player, what: str = "record_person") -> str:
    return reverse(what, args=[player.club_id, player.pk])


def decides(director: Client, player: Player, deed: str, **typed: str) -> Answer:
    """Presses a button beside the first account of a player."""
    address = at_desk(player, "person_account")
    form = FormReader(director.get(at_desk(player)).content.decode()).sent_to(address)
    return director.post(address, form | {"deed": deed} | typed)


def confirmed(player: Player, by: Author, name: str = "Emma") -> Claim:
    user, _is_new = User.objects.get_or_create(username=name)
    made = claim(player=player, user=user, note="", submission=uuid4())
    confirm_claim(player=player, key=made.pk, by=by, submission=uuid4())
    return made


def test_somebody_says_that_it_is_him_and_a_director_confirms_it(
    zenzi: Player, emma: Client, director: Client
) -> None:
    in_the_book = reverse("record_player", args=[zenzi.club_id, zenzi.pk])
    assert f'href="{page_of(zenzi)}"' in Client().get(in_the_book).content.decode()
    page = emma.get(page_of(zenzi))
    assert "Is this you: Zenzi Bauer?" in words_of(page)
    assert "no-store" in page["Cache-Control"]
    assert says(emma, zenzi, note="Sat beside Dora")["Location"] == "/me/"
    waits = words_of(emma.get("/me/"))
    assert "You have said that you are: Zenzi Bauer" in waits
    assert "1 account waits to be confirmed as a player." in words_of(
        director.get(reverse("club", args=[zenzi.club_id]))
    )
    people = words_of(director.get(reverse("record_people", args=[zenzi.club_id])))
    assert "Account Emma says to be: Zenzi Bauer" in people
    assert "Sat beside Dora" in words_of(director.get(at_desk(zenzi)))
    assert decides(director, zenzi, "confirm").status_code == 302
    assert "The account is this person: Emma" in words_of(director.get(at_desk(zenzi)))
    assert "You are: Zenzi Bauer" in words_of(emma.get("/me/"))
    assert "Yes: your account is this player." in words_of(emma.get(page_of(zenzi)))
    line = SecurityEvent.objects.get(kind="claimed")
    assert (line.account_name, line.what) == ("Dora", "Emma")
    change = PlayerChange.objects.get(kind="claimed")
    assert (change.player, change.after, change.account) == (zenzi, "Emma", "Dora")


def test_whoever_has_no_account_makes_one_there(zenzi: Player, stranger: Client) -> None:
    refused = says(stranger, zenzi, **TYPED | {"again": "seven wet umbrella", "note": "Regen"})
    assert refused.status_code == 422
    assert "The two passwords are not the same." in words_of(refused)
    assert 'value="Regen"' in refused.content.decode()
    assert not User.objects.filter(username="zenzi77").exists()
    assert says(stranger, zenzi, **TYPED)["Location"] == "/me/"
    assert "You have said that you are: Zenzi Bauer" in words_of(stranger.get("/me/"))
    assert Client().login(username="zenzi77", password=PASSWORD)
    assert stranger.get("/clubs/")["Location"] == "/me/"


def test_where_it_is_refused_no_account_is_made(zenzi: Player, by: Author) -> None:
    confirmed(zenzi, by)
    for answer in (Client().get(page_of(zenzi)), Client().post(page_of(zenzi), TYPED)):
        assert "Another account is this player already." in words_of(answer)
    assert answer.status_code == 422
    assert not User.objects.filter(username="zenzi77").exists()


def test_whoever_only_says_so_sees_nothing_more_of_the_club(
    zenzi: Player, emma: Client, by: Author
) -> None:
    made = confirmed(zenzi, by)
    for name in ("club", "players", "record_people", "members"):
        assert emma.get(reverse(name, args=[zenzi.club_id])).status_code == 404
    for name in ("record_person", "take_person", "person_account", "person_link"):
        assert emma.get(at_desk(zenzi, name)).status_code in (404, 405)
        assert emma.post(at_desk(zenzi, name)).status_code in (404, 405)
    other = signs_in("Nora")
    for name in ("own_shown", "own_file", "take_own_file"):
        address = reverse(name, args=[made.pk])
        assert other.post(address).status_code == 404
        assert Client().post(address).status_code == 302
    other.post(reverse("end_claim", args=[made.pk]), {"submission": uuid4(), "seen_version": 0})
    assert Claim.objects.get().state == Claim.CONFIRMED


def test_what_waits_for_confirming_opens_nothing(zenzi: Player, emma: Client) -> None:
    says(emma, zenzi)
    waiting = Claim.objects.get()
    for name in ("own_shown", "own_file", "take_own_file"):
        assert emma.post(reverse(name, args=[waiting.pk])).status_code == 404


def test_a_director_declines_it_with_a_reason_that_is_forgotten(
    zenzi: Player, emma: Client, director: Client
) -> None:
    says(emma, zenzi)
    refused = decides(director, zenzi, "decline", reason=" ")
    assert refused.status_code == 422
    assert "Say why: whoever asked reads it." in words_of(refused)
    assert decides(director, zenzi, "decline", reason="Zenzi is my aunt").status_code == 302
    for page in ("/me/", page_of(zenzi)):
        assert "Zenzi is my aunt" in words_of(emma.get(page))
    sent = {"submission": uuid4(), "seen_version": 0}
    assert emma.post(page_of(zenzi), sent).status_code == 422
    assert Claim.objects.count() == 1
    history = words_of(director.get(at_desk(zenzi)))
    assert "An account that claimed to be this person was declined" in history
    assert "Emma" not in history
    Claim.objects.update(decided_at=timezone.now() - timedelta(days=31))
    call_command("tidy")
    assert not Claim.objects.exists()
    assert says(emma, zenzi).status_code == 302
    Claim.objects.update(made_at=timezone.now() - timedelta(days=31))
    call_command("tidy")
    assert not Claim.objects.exists()


def test_a_player_is_one_account_and_an_account_one_player_of_a_club(
    zenzi: Player, emma: Client, by: Author
) -> None:
    other = Player.objects.create(club=zenzi.club, name="Rosa")
    says(emma, zenzi)
    sent = {"submission": uuid4(), "seen_version": 0}
    assert "You have said already who you are" in words_of(emma.post(page_of(other), sent))
    mine = Claim.objects.get()
    rival = claim(player=zenzi, user=User.objects.create_user("Nora"), note="", submission=uuid4())
    confirm_claim(player=zenzi, key=rival.pk, by=by, submission=uuid4())
    with pytest.raises(Refused, match="Take it away first"):
        confirm_claim(player=zenzi, key=mine.pk, by=by, submission=uuid4())
    with pytest.raises(IntegrityError), transaction.atomic():
        Claim.objects.filter(pk=mine.pk).update(state="confirmed", decided_at=timezone.now())


def test_an_account_asks_five_clubs_at_once_and_the_same_form_once(zenzi: Player) -> None:
    user = User.objects.create_user("Emma")
    sent = uuid4()
    for _time in range(2):
        claim(player=zenzi, user=user, note="", submission=sent)
    for nth in range(5):
        club = Club.objects.create(name=f"Club {nth}", is_public=True)
        player = Player.objects.create(club=club, name="Zenzi")
        if nth < 4:
            claim(player=player, user=user, note="", submission=uuid4())
    with pytest.raises(Refused, match="several clubs"):
        claim(player=player, user=user, note="", submission=uuid4())
    assert Claim.objects.count() == 5


def test_either_side_ends_it(zenzi: Player, emma: Client, director: Client, by: Author) -> None:
    confirmed(zenzi, by)
    assert decides(director, zenzi, "end").status_code == 302
    assert not Claim.objects.exists()
    assert "The account is not this person any more: Emma" in words_of(director.get(at_desk(zenzi)))
    made = confirmed(zenzi, by)
    address = reverse("end_claim", args=[made.pk])
    form = FormReader(emma.get("/me/").content.decode()).sent_to(address)
    for _time in range(2):
        assert emma.post(address, form)["Location"] == "/me/"
    assert not Claim.objects.exists()
    assert PlayerChange.objects.filter(kind="unclaimed").latest("pk").account == "Emma"
    assert SecurityEvent.objects.filter(kind="unclaimed").count() == 2
    assert "You are no player yet" in words_of(emma.get("/me/"))


def test_he_says_himself_as_what_he_is_shown(
    zenzi: Player, emma: Client, director: Client, by: Author
) -> None:
    made = confirmed(zenzi, by)
    address = reverse("own_shown", args=[made.pk])
    form = FormReader(emma.get("/me/").content.decode()).sent_to(address)
    assert emma.post(address, form | {"shown": "loud"}).status_code == 422
    assert emma.post(address, form | {"shown": "hidden"})["Location"] == "/me/"
    zenzi.refresh_from_db()
    assert zenzi.shown == Player.HIDDEN
    assert PlayerChange.objects.get(kind="shown").account == "Emma"
    assert "with the name → not at all" in words_of(director.get(at_desk(zenzi)))
    assert Client().get(page_of(zenzi)).status_code == 404
    assert "You are: Zenzi Bauer" in words_of(emma.get("/me/"))


def test_whom_nobody_sees_says_so_by_a_link_of_a_director(
    zenzi: Player, emma: Client, director: Client
) -> None:
    Player.objects.filter(pk=zenzi.pk).update(shown=Player.HIDDEN)
    Club.objects.filter(pk=zenzi.club_id).update(is_public=False)
    assert emma.get(page_of(zenzi)).status_code == 404
    shown = director.get(at_desk(zenzi, "person_link")).content.decode()
    path = there(re.search(r'href="https?://[^/]+(/me/by/[^"]+/)"', shown)).group(1)
    assert "Is this you: Zenzi Bauer?" in words_of(emma.get(path))
    form = FormReader(emma.get(path).content.decode()).sent_to("")
    assert emma.post(path, form)["Location"] == "/me/"
    assert Claim.objects.get().state == Claim.WAITING
    assert emma.get("/me/by/guessed/").status_code == 404
    later = timezone.now() + timedelta(days=8)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("django.core.signing.time.time", later.timestamp)
        assert emma.get(path).status_code == 404


# What comes and what was.


@pytest.fixture
def cup(new_event: Callable[..., Event], by: Author, zenzi: Player) -> Event:
    """Two rounds of four; Zenzi is one of them."""
    event = new_event(hands=4, rounds=2)
    event.title = "Thursday cup"
    event.save()
    sits(event, [zenzi], *([each] for each in known(zenzi.club, "Ben", "Cora", "Dirk")))
    return event


def test_he_finds_his_events_his_seat_and_his_place(
    cup: Event, zenzi: Player, emma: Client, by: Author
) -> None:
    confirmed(zenzi, by)
    Event.objects.filter(pk=cup.pk).update(published_at=None)
    assert "Thursday cup" not in words_of(emma.get("/me/"))
    Event.objects.filter(pk=cup.pk).update(published_at=cup.made_at)
    waiting = Event.objects.create(
        club=zenzi.club,
        title="Winter cup",
        ruleset=cup.ruleset,
        options=cup.options,
        settings=cup.settings,
        published_at=cup.made_at,
    )
    entry = Entry.objects.create(event=waiting, name=zenzi.name, status=Entry.WAITING)
    entry.members.create(player=zenzi)
    words = words_of(emma.get("/me/"))
    assert "Thursday cup" in words
    assert "Winter cup" in words
    assert "on the waiting list" in words
    plays(cup, by)
    place = starts(cup, by, 2).tables.get()
    page = words_of(emma.get("/me/"))
    assert "Round 2: Table 1, seat" in page
    assert "Place 1" in page
    keys(place, by, 9, -3, -3, -3)
    close_round(event=cup, number=2, by=by, submission=uuid4())
    lock_final(event=cup, by=by, submission=uuid4())
    page = words_of(emma.get("/me/"))
    assert "Your last events" in page
    assert "Place 1 of 4" in page


def test_whoever_waits_for_a_place_reads_his_turn(
    new_event: Callable[..., Event], zenzi: Player, emma: Client, by: Author
) -> None:
    confirmed(zenzi, by)
    event = opens(new_event(capacity=1))
    for name in ("Ben Huber", "Rosa Kneissl", "Zenzi Bauer"):
        registers(event, name, home="Regen")
    assert Entry.objects.get(members__player=zenzi).status == Entry.WAITING
    assert "on the waiting list turn: 2" in words_of(emma.get("/me/"))


def test_whoever_registers_finds_his_name_there_and_the_event_on_his_page(
    new_event: Callable[..., Event], zenzi: Player, emma: Client, by: Author
) -> None:
    event = opens(new_event())
    confirmed(zenzi, by)
    form = form_of(emma, event)
    assert (form["name-0"], form["home-0"]) == ("Zenzi Bauer", "Regen")
    own_address(emma.post(reverse("register", args=[event.pk]), form))
    assert Entry.objects.get().members.get().player == zenzi
    assert "registered" in words_of(emma.get("/me/"))
    assert form_of(Client(), event)["name-0"] == ""


def test_whoever_says_that_he_is_somebody_stays_so_where_a_name_is_corrected(
    new_event: Callable[..., Event], club: Club, emma: Client
) -> None:
    own = own_address(registers(opens(new_event()), "Zenzi Hober"))
    mistyped = Player.objects.get(name="Zenzi Hober")
    says(emma, mistyped)
    presses(own, "change", **{"name-0": "Zenzi Huber"})
    assert Entry.objects.get().name == "Zenzi Huber"
    assert Claim.objects.get().player == mistyped


def test_standings_that_are_hidden_stay_so(
    cup: Event, zenzi: Player, emma: Client, by: Author
) -> None:
    confirmed(zenzi, by)
    cup.settings |= {"shows": "at_the_end"}
    cup.save()
    plays(cup, by)
    place = starts(cup, by, 2).tables.get()
    keys(place, by, 9, -3, -3, -3)
    close_round(event=cup, number=2, by=by, submission=uuid4())
    page = words_of(emma.get("/me/"))
    assert "The standings are hidden until the final list." in page
    assert "Place 1" not in page


def test_he_takes_what_is_kept_about_him_after_the_password(
    cup: Event, zenzi: Player, emma: Client, by: Author
) -> None:
    former = confirmed(zenzi, by, "Nora")
    end_claim(player=zenzi, key=former.pk, by=by, submission=uuid4())
    made = confirmed(zenzi, by)
    file, page = (reverse(name, args=[made.pk]) for name in ("take_own_file", "own_file"))
    assert f'href="{file}"' in emma.get(page).content.decode()
    response = emma.get(file)
    with zipfile.ZipFile(BytesIO(response.getvalue())) as book:
        told = json.loads(book.read("person.json"))
        assert b"Nora" not in book.read("person.json")
    assert (told["name"], told["account"]["name"]) == ("Zenzi Bauer", "Emma")
    assert told["events"][0]["event"] == "Thursday cup"
    line = SecurityEvent.objects.get(kind="persons_file")
    assert (line.account_name, line.what_said()) == ("Emma", f"player {zenzi.pk}")
    session = emma.session
    session[PROVED] -= 11 * 60
    session.save()
    for address in (page, file):
        assert "Your password once more" in words_of(emma.get(address))


# Merging and erasing.


def test_a_claim_goes_with_the_record_that_is_kept_and_comes_back(
    zenzi: Player, emma: Client, by: Author
) -> None:
    confirmed(zenzi, by)
    kept = Player.objects.create(club=zenzi.club, name="Kreszentia Bauer")
    merge(player=zenzi, into=kept, by=by, submission=uuid4())
    assert "You are: Kreszentia Bauer" in words_of(emma.get("/me/"))
    assert emma.get(page_of(zenzi))["Location"] == page_of(kept)
    assert "Yes: your account is this player." in words_of(emma.get(page_of(kept)))
    user = User.objects.create_user("Nora")
    with pytest.raises(Refused, match="Another account is this player"):
        claim(player=kept, user=user, note="", submission=uuid4())
    unmerge(player=zenzi, by=by, submission=uuid4())
    assert "You are: Zenzi Bauer" in words_of(emma.get("/me/"))
    claim(player=kept, user=user, note="", submission=uuid4())


def test_two_accounts_are_not_merged_into_one(zenzi: Player, by: Author) -> None:
    kept = Player.objects.create(club=zenzi.club, name="Kreszentia Bauer")
    confirmed(zenzi, by)
    confirmed(kept, by, "Nora")
    with pytest.raises(Refused, match="are two accounts"):
        merge(player=zenzi, into=kept, by=by, submission=uuid4())


def test_whoever_is_erased_is_no_account_s_any_more(
    zenzi: Player, director: Client, by: Author
) -> None:
    user = User.objects.create_user("zenz-of-regen")
    made = confirmed(zenzi, by, user.username)
    own = signed_in(user)
    address = reverse("own_shown", args=[made.pk])
    form = FormReader(own.get("/me/").content.decode()).sent_to(address)
    own.post(address, form | {"shown": "initials"})
    waiting = User.objects.create_user("Nora")
    Claim.objects.create(club=zenzi.club, player=zenzi, user=waiting, submission=uuid4())
    erase(player=zenzi, typed="Zenzi Bauer", reason="Asked", by=by, submission=uuid4())
    assert not Claim.objects.exists()
    assert "zenz" not in " ".join(map(str, PlayerChange.objects.values_list())).casefold()
    assert not PlayerChange.objects.filter(user=user).exists()
    assert PlayerChange.objects.get(kind="claimed").account == "Dora"
    page = words_of(director.get(at_desk(zenzi)))
    assert f"The account is this person: Erased {zenzi.pk}" in page
    assert "You are no player yet" in words_of(own.get("/me/"))
    assert "You run no club and are no player yet" in words_of(own.get("/account/"))
