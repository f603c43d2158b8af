"""All kinds of pages, with names that are hard to lay out: what is walked through and pictured.

Each world is told by a generator, so that what is there may change between two of its pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any, NamedTuple
from uuid import uuid4

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings as site_settings
from django.contrib.auth.models import User
from django.core.signing import TimestampSigner
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from accounts.addresses import confirm_address, want_address
from accounts.models import Letter, PasswordLink
from accounts.password_links import make_link
from accounts.proofs import PROVED
from accounts.second_factor import codes_on_paper, take_code
from config.sessions import SessionStore
from formats.event import EventSettings
from scoring import RULESETS
from scoring.ratings.synthetic import Assumed, synthetic_club
from tests.browser.evening import Device, Sheet
from tests.events.check_in.door_stories import registers
from tests.events.conftest import arrive
from tests.events.draw.drawn_rounds import propose
from tests.events.making import create_event
from tests.events.played import keys, plays, starts
from tests.events.rulings.protested import is_decided, protests
from tests.events.states import final
from tests.records.made_up_club import makes_up
from tests.records.seasons import plays as plays_evening
from tests.records.small_club import FIRST, SASKOP, SECOND
from tests.series.series_stories import evening, series_of
from tournaments.common.requests import REGISTRATIONS_COOKIE
from tournaments.events.check_in.services import arrive as arrives_at_door
from tournaments.events.desk.services import announce
from tournaments.events.registration.queries import registration_of
from tournaments.events.registration.services import Came, own_secret, register, withdraw
from tournaments.members.services import invite
from tournaments.models import (
    LONGEST_RULES_NAME,
    Author,
    Claim,
    Club,
    ClubRequest,
    Entry,
    Event,
    Membership,
    Player,
    Registration,
    RegistrationTerms,
    Role,
    Round,
)
from tournaments.people.services.claims import claim, confirm_claim
from tournaments.rules.queries import SentRules
from tournaments.rules.services import write_rules
from tournaments.site.services import answer_request, request_club
from tournaments.tables.services.tables import end_evening

NAMES = (
    "Bartholomäus Obermeier-Hinterholzer jun.",
    "Anneliese Müllerhuber-Wolkensteinerinnen",
    "Maximiliana Wolkenstein-Oberhuberbauerin",
    "Friedrich von Hohenlohe-Langenburg-Öttin",
    "Gottfried Lindenthal-Schwarzachenbrucker",
    "Donaudampfschifffahrtskapitäns",
    "Zoë 🐑 Rebane",
    "Ann",
    "Ann",
)
"""Five of forty letters, one word of thirty, a picture among the letters, and two of one name."""
HARD = (NAMES[0], *NAMES[5:])
TITLE = "Autumn cup of all card rooms between the two rivers"
WON: dict[str, Any] = {"picker": 1, "partner": 2, "result": "won"}
SWEPT: dict[str, Any] = {"picker": 1, "partner": None, "result": "won_schwarz"}
LEASTER: dict[str, Any] = {"picker": None, "card_points": [40, 30, 20, 19, 11]}
DIAMONDS: dict[str, Any] = {"makers": 0, "trump": "diamonds", "card_points": [95, 25]}
PASSED: dict[str, Any] = {"makers": None, "card_points": [50, 70]}
FIVE, FOUR, RATED = "sheepshead5-wikipedia", "saskop", "sheepshead4-cutthroat"


SESSION = site_settings.SESSION_COOKIE_NAME
PASSWORD = "seven wet umbrellas"
PASSWORD = "seven wet umbrellas"


class Kind(NamedTuple):
    """A kind of page, and what it promises besides what all do."""

    name: str
    address: str
    then: Callable[[Device], object] = lambda _device: None
    """What is done on it before it is looked at."""
    is_large: bool = False
    """Tables, desk, records, walls: a large screen is used."""
    is_wall: bool = False
    is_handheld: bool = False
    """Of a scorer or a player: on a phone also with letters of twice the size."""
    highest: int = 0
    """In pixels on a phone."""


def comes_in(device: Device, name: str) -> None:
    """The device is that of an account."""
    client = Client()
    client.force_login(User.objects.get(username=name))
    [cookie] = client.cookies.values()
    known = {"name": cookie.key, "value": cookie.value, "url": device.site.url}
    device.context.add_cookies([known])  # type: ignore[list-item]  # as the browser has them


def founds(name: str = "Card room of the lower river") -> tuple[Club, Author]:
    user = User.objects.create_user("Dora")
    club = Club.objects.create(name=name, is_public=True)
    Membership.objects.create(club=club, user=user, role=Role.OWNER)
    return club, Author(user, "Dora", "")


def makes(club: Club, by: Author, title: str = TITLE, **settings: Any) -> Event:
    """A published event."""
    event = create_event(
        club=club,
        title=title,
        ruleset="sheepshead4-cutthroat",
        settings=EventSettings(**settings),
        by=by,
        submission=uuid4(),
    )
    event.published_at = event.starts_at = event.made_at
    event.save()
    return event


def chooses(*answers: tuple[str, str]) -> Callable[[Device], None]:
    def done(device: Device) -> None:
        for question, chip in answers:
            device.chooses(question, chip)

    return done


def says_to_be(player: Player, name: str = NAMES[1]) -> Claim:
    """Somebody with an account says that he is a player."""
    user, _is_new = User.objects.get_or_create(username=name)
    note = "Sat beside Dora on Thursday, at the table below the stairs"
    return claim(player=player, user=user, note=note, submission=uuid4())


def invites(device: Device) -> None:
    device.page.get_by_role("radio", name="Owner").last.check()
    device.page.get_by_role("button", name="Make the invitation").click()
    expect(device.page.get_by_role("img", name="QR code of the invitation")).to_be_visible()


def comes_back_later(device: Device) -> None:
    """Has signed in eleven minutes ago, and invites somebody."""
    [key] = (each["value"] for each in device.context.cookies() if each["name"] == SESSION)
    session = SessionStore(key)
    session[PROVED] -= 11 * 60
    session.save()
    device.page.get_by_role("button", name="Make the invitation").click()
    expect(device.page.get_by_label("Your password")).to_be_visible()


def switches_on() -> None:
    """Dora has an app for codes, and has used some of those on paper."""
    user = User.objects.get(username="Dora")
    user.set_password(PASSWORD)
    user.save()
    TOTP.activate(user, generate_totp_secret())
    RecoveryCodes.activate(user)
    for code in codes_on_paper(user)[:8]:
        take_code(user, code)


def knows_the_password(device: Device) -> None:
    device.page.get_by_label("Name").fill("Dora")
    device.page.get_by_label("Password").fill(PASSWORD)
    device.page.get_by_role("button", name="Sign in").click()
    device.page.get_by_label("Code").fill("000000")
    presses("Sign in")(device)


def makes_a_link(device: Device) -> None:
    device.page.get_by_role("button", name="Make a link").click()
    expect(device.page.get_by_role("img", name="QR code of the link")).to_be_visible()


def presses(button: str) -> Callable[[Device], None]:
    def done(device: Device) -> None:
        device.page.get_by_role("button", name=button).first.click()
        expect(device.page.get_by_role("alert").first).to_be_visible()

    return done


def wants_clubs() -> None:
    """Two wait for a club and one was declined; Alma looks after the site."""
    alma = User.objects.create_user("Alma", is_superuser=True)
    for name, club in ((NAMES[1], NAMES[0]), ("Dora", TITLE), (NAMES[3], NAMES[4])):
        user = User.objects.filter(username=name).first() or User.objects.create_user(name)
        request_club(
            user=user, club=club, is_public=True, about=TITLE, is_open=False, submission=uuid4()
        )
    key = ClubRequest.objects.earliest("pk").pk
    answer_request(key, accepts=False, by=Author(alma, "Alma", ""))


def empties_the_name(device: Device) -> None:
    device.page.get_by_label("Name").fill("")
    presses("Save")(device)


def site(device: Device) -> Iterator[Kind]:
    """What everybody sees who knows no table and no club."""
    yield Kind("first", "/first/")
    yield Kind("home", "/", is_handheld=True)
    yield Kind("choose", "/open/", is_handheld=True, is_large=True, highest=1_200)
    five = "/open/?players=5"
    yield Kind("choose-five", five, is_handheld=True, is_large=True, highest=1_200)
    yield Kind("open", "/open/sheepshead5-bump/?players=6", is_handheld=True)
    yield Kind("open-refused", "/open/saskop/", presses("Open the table"), is_handheld=True)
    yield Kind("import", "/import/")
    yield Kind("code", "/code/", is_handheld=True)
    yield Kind("count", "/count/", is_handheld=True)
    yield Kind("counted", "/count/?count_aces=3&count=yes", is_handheld=True)
    yield Kind("words", "/words/", is_large=True)
    yield Kind("privacy", "/privacy/", is_handheld=True)
    yield Kind("rules", "/rules/", is_large=True)
    yield Kind("rule", "/rules/schafkopf/")
    yield Kind("open-prices", "/open/schafkopf-tariff/?players=4", is_handheld=True)
    tariff = RULESETS["schafkopf-tariff"]
    priced = {row: [10_000, 10_000, 10_000] for row in tariff.defaults()["prices"]}
    sent = SentRules(TITLE[:LONGEST_RULES_NAME], tariff, {"prices": priced})
    yield Kind("rules-code", f"{reverse('rules_as_code')}?with={sent.code}", is_handheld=True)
    yield Kind("missing", "/nowhere/")
    club, by = founds()
    yield Kind("events-none", "/events/")
    yield Kind("sign-in", reverse("sign_in"))
    yield Kind("sign-in-refused", reverse("sign_in"), presses("Sign in"))
    _made, secret = invite(club, Role.DIRECTOR, by=by, submission=uuid4())
    joining = reverse("join", args=[secret])
    yield Kind("join", joining)
    yield Kind("join-refused", joining, presses("Make the account and join"))
    with override_settings(SHEEPFOLD_CLUBS="ask"):
        new_club = reverse("new_club")
        yield Kind("home-founding", "/", is_handheld=True)
        yield Kind("new-club-account", new_club)
        yield Kind("new-club-account-refused", new_club, presses("Make the account"))
        comes_in(device, "Dora")
        yield Kind("new-club", new_club)
        yield Kind("new-club-refused", new_club, presses("Ask for the club"))
        wants_clubs()
        yield Kind("new-club-waiting", new_club)
        comes_in(device, "Alma")
        yield Kind("club-requests", reverse("club_requests"))
        yield Kind("clubs-asked", "/clubs/")
    comes_in(device, "Dora")
    yield from letters(club)
    yield Kind("clubs", "/clubs/")
    yield Kind("club-new", reverse("club", args=[club.pk]))
    yield Kind("members", reverse("members", args=[club.pk]))
    yield Kind("invited", reverse("members", args=[club.pk]), invites)
    yield Kind("asked-again", reverse("members", args=[club.pk]), comes_back_later)
    yield Kind("account", reverse("account"))
    yield Kind("me-none", reverse("me"), is_handheld=True)
    password = reverse("account_password")
    yield Kind("password-refused", password, presses("Change the password"))
    comes_in(device, "Dora")
    yield Kind("second-factor-refused", reverse("second_factor"), presses("Switch it on"))
    switches_on()
    comes_in(device, "Dora")
    yield Kind("second-factor", reverse("second_factor"))
    yield Kind("passkeys", reverse("passkeys"))
    yield Kind("recovery-codes", reverse("recovery_codes") + "?done=on")
    yield Kind("account-protected", reverse("account"))
    yield Kind("security", reverse("security"))
    emil = User.objects.create_user(NAMES[2])
    Membership.objects.create(club=club, user=emil)
    yield Kind("password-links", reverse("password_links"))
    yield Kind("password-link", reverse("password_links"), makes_a_link)
    secret, _until = make_link(emil, by=None)
    link = reverse("new_password", args=[secret])
    yield Kind("new-password-refused", link, presses("Change the password"))
    PasswordLink.objects.update(made_at=timezone.now() - timedelta(days=2))
    device.notes_no("410 (Gone)")
    yield Kind("new-password-over", link)
    device.context.clear_cookies()
    yield Kind("sign-in-code", reverse("sign_in"), knows_the_password)


def letters(club: Club) -> Iterator[Kind]:
    """The pages of a server that sends mail, which otherwise are not there."""
    longest = f"bartholomaeus.{'obermeier.' * 5}hinterholzer@{'card-rooms.' * 4}example"
    with override_settings(SHEEPFOLD_MAIL=True):
        yield Kind("forgotten", reverse("forgotten"))
        yield Kind("forgotten-sent", f"{reverse('forgotten')}?done=sent")
        yield Kind("forgotten-refused", reverse("forgotten"), presses("Send the letter"))
        dora = User.objects.get(username="Dora")
        links: list[str] = []

        def noted(secret: str) -> str:
            links.append(secret)
            return secret

        want_address(dora, longest, link_to=noted)
        yield Kind("mail-address", f"{reverse('mail_address')}?done=sent")
        yield Kind("mail-confirm", reverse("confirm_address", args=links))
        confirm_address(dora, links[0], network="")
        yield Kind("mail-address-known", f"{reverse('mail_address')}?done=confirmed")
        Letter.objects.update(club_id=club.pk, problem="refused 450")
        yield Kind("letters", reverse("letters"))
        yield Kind("invited-mail", reverse("members", args=[club.pk]), invites)
        event = makes(club, Author(dora, "Dora", ""))
        RegistrationTerms.objects.create(event=event, is_on=True, asks_message=True)
        yield Kind("register-mail", reverse("register", args=[event.pk]))


def tables(device: Device) -> Iterator[Kind]:
    """An evening at three tables: of eight, of five that enter a hand, and of two pairs."""
    founds()
    five = Sheet("sheepshead5-bump", HARD)
    yield Kind("table-empty", five.write, is_handheld=True, is_large=True)
    refused = presses("Save hand 1")
    yield Kind("hand-refused", five.write, refused, is_handheld=True, is_large=True)
    # What is filled in comes back when the page is opened again.
    filled = chooses(("Picker", NAMES[5]), ("Partner", NAMES[0]), ("Result", "Won"))
    yield Kind("hand-filled", five.write, filled, is_handheld=True, is_large=True)
    passed = chooses(("Picker", "Everybody passed"))
    yield Kind("hand-passed", five.write, passed, is_handheld=True, is_large=True)
    eight = Sheet("sheepshead5-bump", NAMES[1:], cracking="recrack", blitzing=True)
    brought = {"adjustment": [99_999, -99_999] * 4, "reason": "Brought along"}
    eight.saved(brought, *[WON | {"dealer": 0}] * 9, LEASTER | {"dealer": 0}, SWEPT | {"dealer": 0})
    for name, path in (
        *(("table", ""), ("table-saved", "?saved=2"), ("people", "people/"), ("links", "links/")),
        *(("end", "end/"), ("adjust", "adjust/"), ("correct", "hands/2/correct/")),
        *(("hand", "hands/2/"), ("pays", "pays/")),
    ):
        is_sheet = name in ("table", "table-saved")
        yield Kind(name, eight.write + path, is_handheld=not is_sheet, is_large=is_sheet)
    yield Kind("sheet", eight.watch, is_large=True)
    yield Kind("print", f"{eight.watch}print/")
    yield Kind("wall", f"{eight.watch}screen/", is_wall=True, is_large=True)
    yield Kind("home-again", "/", is_handheld=True)
    yield Kind("choose-again", "/open/?players=5", is_large=True, highest=1_200)
    pairs = Sheet("saskop", NAMES[4:8]).saved(*[DIAMONDS] * 9, PASSED)
    for name, path in (("saskop", ""), ("saskop-hand", "hands/1/"), ("saskop-pays", "pays/")):
        yield Kind(name, pairs.write + path, is_handheld=True, is_large=not path)
    yield Kind("saskop-print", f"{pairs.watch}print/")
    yield Kind("saskop-wall", f"{pairs.watch}screen/", is_wall=True, is_large=True)
    end_evening(table=eight.table, by=Author(), submission=uuid4())
    yield Kind("table-ended", eight.write)
    five.saved(*[WON] * 9, SWEPT)
    yield Kind("sheet-five", five.watch, is_large=True)
    comes_in(device, "Dora")
    yield Kind("tables-opened", reverse("opened"))


def played_event() -> tuple[Event, Author]:
    """Round 1 closed, in round 2 one sheet is in; the hardest names, totals of five digits."""
    club, by = founds()
    event = makes(club, by, rounds=3, hands=4, fee=10, minutes=60)
    for entry, name in zip(arrive(event, 26), NAMES * 3, strict=False):
        Entry.objects.filter(pk=entry.pk).update(name=name)
        Player.objects.filter(memberships__entry=entry).update(name=name)
    registers(event, by, "Maximiliana Oberniedermayer-Breitenbrunn")
    plays(event, by)
    keys(starts(event, by, 2).tables.get(number=1), by, 99_999, -33_333, -33_333, -33_333)
    event.refresh_from_db()
    return event, by


def event(device: Device) -> Iterator[Kind]:
    """What everybody sees of an event, and its desk while it is played."""
    event, by = played_event()
    announce(event=event, text="Soup is served in the small hall.", by=by, submission=uuid4())
    yield Kind("event", reverse("event", args=[event.pk]), is_handheld=True, is_large=True)
    for name, address in (
        ("seats", reverse("event_seats", args=[event.pk])),
        ("seat", reverse("event_seats", args=[event.pk]) + "?q=1"),
        ("entry", reverse("event_entry", args=[event.pk, 1])),
        ("event-rules", reverse("event_rules", args=[event.pk])),
        ("event-prizes", reverse("event_prizes", args=[event.pk])),
    ):
        is_large = name in ("seats", "entry")
        yield Kind(name, address, is_handheld=True, is_large=is_large)
    player = Player.objects.get(memberships__entry__event=event, memberships__entry__number=1)
    own = says_to_be(player)
    elsewhere = Club.objects.create(name=f"{TITLE} and beyond", is_public=True)
    says_to_be(Player.objects.create(club=elsewhere, name=NAMES[0]))
    confirm_claim(player=player, key=own.pk, by=by, submission=uuid4())
    comes_in(device, NAMES[1])
    yield Kind("me", reverse("me"), is_handheld=True, is_large=True)
    yield Kind("own-file", reverse("own_file", args=[own.pk]), is_handheld=True)
    device.context.clear_cookies()
    yield Kind("events", reverse("events"))
    for mode in ("standings", "seats", "tables", "clock"):
        screen = reverse("event_screen", args=[event.pk]) + f"?mode={mode}"
        yield Kind(f"hall-{mode}", screen, is_wall=True, is_large=mode != "clock")
    Event.objects.filter(pk=event.pk).update(**final())
    yield Kind("event-final", reverse("event", args=[event.pk]), is_handheld=True, is_large=True)
    yield Kind("story", reverse("event_story", args=[event.pk]), is_large=True)
    yield Kind("embed-none", reverse("event_embed", args=[event.pk]))
    Club.objects.filter(pk=event.club_id).update(sites=["https://www.kartenrunde.example"])
    yield Kind("embed", reverse("event_embed", args=[event.pk]))
    comes_in(device, "Dora")
    yield Kind("event-published", reverse("publish_event", args=[event.pk]))


LARGE_AT_THE_DESK = ("desk", "event_tables", "trouble", "checklist", "door", "history")


def desk(device: Device) -> Iterator[Kind]:
    """The desk of an event while round 2 is played, and each page of it."""
    event, by = played_event()
    comes_in(device, "Dora")
    for name in (
        *("desk", "door", "new_entry", "paste_entries", "rounds", "keying", "event_tables"),
        *("event_settings", "publish_event", "clock", "announce", "history", "lock_final"),
        *("prizes", "read_prizes", "receipts", "cash", "cash_entries", "paper", "take_away"),
        *("helpers", "trouble", "leaving", "checklist", "rulings", "new_ruling", "ties"),
        *("protests", "new_protest", "sheets_due"),
    ):
        address = reverse(name, args=[event.pk])
        yield Kind(f"desk-{name}", address, is_large=name in LARGE_AT_THE_DESK)
    for name in ("round", "repair_round", "round_lists", "round_cards", "close_round"):
        yield Kind(f"desk-{name}", reverse(name, args=[event.pk, 2]))
    place = event.rounds.get(number=2).tables.get(number=1)
    yield Kind("desk-table", reverse("desk_table", args=[event.pk, place.pk]))
    yield Kind("desk-keying-table", reverse("keying", args=[event.pk]) + "?table=2")
    other = event.rounds.get(number=2).tables.get(number=2)
    yield Kind("desk-key-hands", reverse("key_hands", args=[event.pk, other.pk]))
    yield Kind("desk-repair-who", reverse("repair_round", args=[event.pk, 2]) + "?q=5")
    entry = event.entries.get(number=1)
    yield Kind("desk-entry", reverse("entry_form", args=[event.pk, entry.pk]))
    yield Kind("desk-entry-money", reverse("entry_money", args=[event.pk, entry.pk]))
    yield Kind("desk-door-found", reverse("door", args=[event.pk]) + "?q=Max")
    yield Kind("desk-cut", reverse("cut", args=[event.pk, 1]))
    protest = protests(event, by, place, start=1, matter="Misplayed" * 40, protester=NAMES[0])
    yield Kind("desk-protest", reverse("protest", args=[event.pk, protest.pk]))
    is_decided(protest, by, "upheld")
    yield Kind("desk-protest-decided", reverse("protest", args=[event.pk, protest.pk]))
    event.rounds.filter(number=2).update(state=Round.CLOSED, closed_at=event.made_at)
    propose(event, by, 3)
    yield Kind("desk-draw", reverse("round", args=[event.pk, 3]))
    with_good = event.settings | {"only_good": True}
    Event.objects.filter(pk=event.pk).update(settings=with_good)
    yield Kind("desk-key-points", reverse("key_points", args=[event.pk, other.pk]))


HOMES = ("Oberhinterkirchbach an der Großen Laaber", "Regen", "", "Kothmaißling", "Passau")
TOLD = "The hall opens at half past six. Soup and bread are for sale. " * 4


def comes(event: Event, name: str, home: str = "", nth: int = 0) -> str:
    """Somebody registers by himself; the secret of his own page."""
    submission = uuid4()
    register(
        event=event,
        people=[(name, home)],
        by=Author(None, name, ""),
        submission=submission,
        came=Came(network="the same" if nth < 6 else ""),
        message="I sit beside my sister, and leave after the second round." if nth % 3 else "",
    )
    return own_secret(event, submission)


def knows_registrations(device: Device, secrets: list[str]) -> None:
    """They were sent from this device."""
    kept = TimestampSigner(salt=REGISTRATIONS_COOKIE).sign(",".join(secrets))
    known = {"name": REGISTRATIONS_COOKIE, "value": kept, "url": device.site.url}
    device.context.add_cookies([known])  # type: ignore[list-item]  # as the browser has them


def registration(device: Device) -> Iterator[Kind]:
    """An event for which people register by themselves, with thirty of them; the door; the desk."""
    club, by = founds()
    event = makes(club, by, fee=1000, capacity=26, rounds=2)
    terms = RegistrationTerms.objects.create(
        event=event, is_on=True, listed="names", asks_message=True, asks_of_age=True, text=TOLD
    )
    page = reverse("register", args=[event.pk])
    yield Kind("register-first", page, is_handheld=True)
    secrets = [
        comes(event, f"{nth} {NAMES[nth % 7]}"[:40], HOMES[nth % 5], nth) for nth in range(30)
    ]
    knows_registrations(device, secrets[:2])
    yield Kind("register", page, is_handheld=True)
    yield Kind("register-refused", page, presses("Register"), is_handheld=True)

    def own(nth: int) -> str:
        return reverse("own_registration", args=[secrets[nth]])

    yield Kind("own-place", own(0), is_handheld=True, is_large=True)
    yield Kind("own-waiting", own(29), is_handheld=True, is_large=True)
    yield Kind("own-changed", own(1), empties_the_name, is_handheld=True)
    mine = registration_of(secrets[2])
    assert mine is not None
    withdraw(registration=mine, by=by, submission=uuid4())
    yield Kind("own-withdrawn", own(2), is_handheld=True)
    comes_in(device, "Dora")
    keys = list(event.entries.order_by("pk").values_list("pk", flat=True))
    yield Kind("arrival", reverse("registration_code", args=[secrets[0]]))
    arrives_at_door(entry=Entry.objects.get(pk=keys[0]), is_paid=True, by=by, submission=uuid4())
    yield Kind("arrival-here", reverse("arrival", args=[event.pk, keys[0]]))
    yield Kind("arrival-waiting", reverse("arrival", args=[event.pk, keys[29]]))
    door = reverse("door", args=[event.pk])
    yield Kind("door-code", f"{door}?q=/in/{secrets[0]}x/")
    yield Kind("registration", reverse("registration", args=[event.pk]), is_large=True)
    device.context.clear_cookies()
    yield Kind("own-here", own(0), is_handheld=True)
    terms.accepts_each, terms.listed = True, "number"
    terms.save()
    yield Kind("register-each", page, is_handheld=True)
    pairs = makes(club, by, unit="pair", size=2, odd="bye")
    RegistrationTerms.objects.create(event=pairs, is_on=True)
    yield Kind("register-pair", reverse("register", args=[pairs.pk]), is_handheld=True)
    Event.objects.filter(pk=event.pk).update(**final())
    yield Kind("register-over", page, is_handheld=True)


def book(device: Device) -> Iterator[Kind]:
    """A club with three years of evenings, and a series of fourteen."""
    club, by = founds()
    people = [Player.objects.create(club=club, name=name) for name in (*HARD[:4], NAMES[4])]
    names = [person.name for person in people]
    for year in (2024, 2025, 2026):
        for week in range(2):
            on = date(year, 11, 5) + timedelta(weeks=week)
            plays_evening(club, FIVE, names, [*FIRST, *SECOND] * 2, on=on)
    plays_evening(club, FOUR, names[:4], SASKOP, on=date(2026, 11, 19))
    makes_up(club, RATED, synthetic_club(4, Assumed(people=12, nights=9)))
    one, two = (person.pk for person in people[:2])
    of_five = f"?ruleset={FIVE}"
    for name, address, is_large in (
        ("book", reverse("record_book", args=[club.pk]), True),
        ("players", reverse("record_players", args=[club.pk]) + of_five, True),
        ("player", reverse("record_player", args=[club.pk, one]) + of_five, True),
        ("pairs", reverse("record_pairs", args=[club.pk]) + of_five, True),
        ("pair", reverse("record_pair", args=[club.pk, one, two]) + of_five, False),
        ("ratings", reverse("record_ratings", args=[club.pk]), True),
    ):
        yield Kind(name, address, is_large=is_large, is_handheld=name == "player")
    claiming = reverse("claim_player", args=[club.pk, one])
    yield Kind("claim", claiming, is_handheld=True)
    make = presses("Make the account: this is me")
    yield Kind("claim-refused", claiming, make, is_handheld=True)
    for player in people[:2]:
        says_to_be(player, f"{player.name} of the cards")
    comes_in(device, "Dora")
    for name in (
        *("club", "record_people", "old_records", "players", "new_player", "paste_players"),
        *("new_event", "bring_event_in", "new_series"),
    ):
        yield Kind(f"club-{name}", reverse(name, args=[club.pk]))
    rules = write_rules(
        club=club,
        name=TITLE[:LONGEST_RULES_NAME],
        ruleset="schafkopf-tariff",
        options={"runners_each": 5},
        by=by,
        submission=uuid4(),
    )
    yield Kind("club-rules", reverse("club_rules", args=[club.pk]))
    yield Kind("club-new-rules", reverse("new_rules", args=[club.pk]) + "?ruleset=saskop")
    yield Kind("club-bring-rules", reverse("bring_rules_in", args=[club.pk]))
    for name in ("house_rules", "change_rules"):
        yield Kind(f"club-{name}", reverse(name, args=[rules.pk]))
    for name in ("record_person", "person_link", "merge_person", "erase_person", "player"):
        yield Kind(f"club-{name}", reverse(name, args=[club.pk, two]))
    for preset in ("schafkopfrennen", "nur_gute"):
        address = reverse("set_up_event", args=[club.pk, preset])
        yield Kind(f"club-set-up-{preset}", address)
    most = (9_999, -3_333, -3_333, -3_333)
    events = [
        evening(lambda **more: makes(club, by, **more), by, f"{TITLE} {nth}", names[:4], *most)
        for nth in range(1, 15)
    ]
    series = series_of(club, by, *events, best_of=12, has_final=True, top=1)
    for name in (
        *("series", "series_qualified", "series_desk", "series_rules", "series_final"),
        "series_sheets_due",
    ):
        yield Kind(f"{name}", reverse(name, args=[series.pk]), is_handheld=name == "series")


def paying(device: Device) -> Iterator[Kind]:
    """An evening whose fee is paid by transfer: one's own page, and the lines of the bank."""
    club, by = founds()
    event = makes(club, by, fee=1250)
    account = {"pay_holder": f"{club.name} e.V.", "pay_iban": "CY17002001280000001200527600"}
    link = "https://zahlen.kartenrunde-oberpfalz.example.org/herbst"
    RegistrationTerms.objects.create(event=event, is_on=True, pay_link=link, **account)
    for name in NAMES[:4]:
        submission = uuid4()
        register(event=event, people=[(name, "")], by=by, submission=submission)
    yield Kind(
        "own-paying",
        reverse("own_registration", args=[own_secret(event, submission)]),
        is_handheld=True,
    )
    comes_in(device, "Dora")
    address = reverse("transfers", args=[event.pk])
    yield Kind("desk-transfers", address)
    codes = list(Registration.objects.order_by("pk").values_list("code", flat=True))
    cents = ("12,50", "20,00", "5,00", "?")
    of_each = zip(codes, cents, strict=True)
    rows = [f"12.11.2026;{NAMES[0]};{TITLE}, {code};{came};EUR" for code, came in of_each]
    rows += [rows[0], f"12.11.2026;{NAMES[1]};BCDFGHJK;12,50;EUR", "12.11.2026;;Soup;3,00;EUR"]
    lines = "\n".join(["Buchungstag;Auftraggeber;Verwendungszweck;Betrag;Währung", *rows])

    def pastes(device: Device) -> None:
        device.page.get_by_label("The lines of the bank").fill(lines)
        device.page.get_by_role("button", name="Look at it").click()
        expect(device.page.get_by_role("button", name="Book what is ticked")).to_be_visible()

    yield Kind("desk-transfers-looked", address, pastes)


WORLDS = {
    "site": site,
    "tables": tables,
    "event": event,
    "desk": desk,
    "registration": registration,
    "book": book,
    "paying": paying,
}
