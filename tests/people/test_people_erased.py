"""A person is erased: no name is left in the program, and all that was played stays."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import models
from django.test import Client
from django.urls import reverse

from formats.series import SeriesSettings
from tests.archive.archives import brought, forget_everything, taken
from tests.events.conftest import signs_in
from tests.events.played import keys, starts
from tests.events.rulings.ruled import decide
from tests.records.club_evenings import NOBODY, WON, counts_right, evening
from tests.series.series_stories import known, sits
from tests.tables.conftest import FormReader, words_of
from tournaments.common.actions import Refused
from tournaments.common.names import replacing
from tournaments.events.results.services.sheets import close_round
from tournaments.events.standings.queries.final import final_page
from tournaments.events.standings.queries.standings import event_standing
from tournaments.events.standings.services import lock_final
from tournaments.models import (
    Announcement,
    Author,
    Club,
    Entry,
    Event,
    HandVersion,
    Player,
    PlayerAlias,
    PlayerChange,
    Seat,
    SheetTally,
    Table,
    YearTally,
)
from tournaments.people.queries import club_players, players_named
from tournaments.people.services.erasing import FREE_TEXTS, erase
from tournaments.people.services.people import add_alias, change_player, merge
from tournaments.series.services import add_stage, create_series, give_place
from tournaments.tables.services.hands import correct_hand, record_hand
from tournaments.tables.services.tables import rename_seat

pytestmark = pytest.mark.django_db

NAME = "Zenzi Bärlauch"
KEEPS = ("Event", "EventUpload")
BY_ROW = {
    "Claim": ("note", "reason"),
    "Contact": ("phone", "mail"),
    "Entry": ("name",),
    "Player": ("name", "home", "groups"),
    "PlayerAlias": ("name",),
    "Registration": ("mail", "message", "device", "network", "site"),
    "Seat": ("name",),
}
"""By model the fields that are replaced, or go with the row, where it is the person's."""

LEFT_ALONE = {
    "ClubRequest": "what somebody with an account says of himself, for the answer",
    "RegistrationTerms": "what everybody is told before registering, by a director",
    "Event": "a title or a place is changed by a director; the rest are rules of the event",
    "EventChange.figures": "names nobody: everybody stands there by start number",
    "HandVersion.account": "the account of whoever was signed in, who did it",
    "TableChange.account": "the account of whoever was signed in, who did it",
    "OldImport": "a file that waits is rewritten by `old_imports`; of one that was taken in stays "
    "the name of the file alone",
    "HouseRulesChange.account": "the account of a director, who did it",
    "HouseRulesChange.who": "the account of a director, who did it",
    "OldImportChange.account": "the account of a director, who did it",
    "OldImportChange.who": "the account of a director, who did it",
    "PlayerChange.account": "the account of a director, who did it; of the person by `claims`",
    "PlayerChange.who": "the account of a director, who did it; of the person by `claims`",
    "Result.decided": "a word of the program: how a sheet that is gone was decided",
    "Round": "names nobody: everybody stands there by start number",
    "SentForm": "what a form said is kept as a digest; its answer is an address with numbers",
    "Series": "a title is changed by a director",
}
"""Texts that stay, by model or by model and field, and why."""

CODES = {
    "CashLine": {"kind"},
    "Claim": {"state"},
    "Entry": {"status", "party", "groups", "brought"},
    "EventChange": {"kind", "device"},
    "EventTable": {"counts"},
    "Feat": {"kind"},
    "HandVersion": {"device"},
    "HouseRules": {"name", "ruleset", "options"},
    "HouseRulesChange": {"kind", "options", "before", "after"},
    "Leaving": {"remedy"},
    "NamedHighest": {"winners"},
    "Player": {"shown"},
    "PlayerChange": {"kind"},
    "Protest": {"decision"},
    "Ruling": {"kind", "shares", "was"},
    "SeriesChange": {"kind", "device"},
    "SheetTally": {"ruleset", "figures", "others"},
    "CountedSheet": {"ruleset"},
    "MonthTally": {"ruleset"},
    "PairTally": {"ruleset"},
    "YearTally": {"ruleset", "figures", "others", "rated_with"},
    "KeptEvening": {"ruleset"},
    "OldImportChange": {"kind"},
    "Table": {"ruleset", "options", "rules_name", "opened_under", "opened_device", "language"},
    "TableChange": {"kind", "device"},
    "Invitation": {"role", "secret_hash"},
    "Membership": {"role"},
    "TableLink": {"rights", "secret_hash"},
    "Registration": {"brought", "secret_hash", "code"},
    "BookedTransfer": {"digest"},
    "TieDecision": {"kind", "order"},
    "TotalsVersion": {"record"},
    "Club": {"name", "language", "sites"},
}
"""Texts that are no words of people, or not about players."""


def day(new_event: Callable[..., Event], by: Author) -> Event:
    """A day with everything that can have a name in it, and its locked list."""
    event = new_event(hands=4, rounds=1)
    people = known(event.club, NAME, "Ben", "Cora", "Zenzi Bärlauch-Huber")
    sits(event, *([player] for player in people))
    series = create_series(
        club=event.club,
        title="Autumn",
        settings=SeriesSettings(),
        preset="",
        by=by,
        submission=uuid4(),
    )
    add_stage(series=series, event=event, by=by, submission=uuid4())
    give_place(series=series, player=people[0].pk, reason="", by=by, submission=uuid4())
    place = starts(event, by).tables.get()
    decide(place, by, "warning", 2, offence=f"Talked with {NAME.upper()}'s neighbour")
    keys(place, by, 9, -3, -3, -3)
    Announcement.objects.create(event=event, text=f"{NAME} and Zenzi Bärlauch-Huber: your coffee")
    change_player(
        player=people[0], name="Zenzi B.", home="Zwiesel", groups=[], by=by, submission=uuid4()
    )
    place.confirmed_by = "zenzi b."
    place.save()
    close_round(event=event, number=1, by=by, submission=uuid4())
    lock_final(event=event, by=by, submission=uuid4())
    return Event.objects.get(pk=event.pk)


def everywhere() -> str:
    """Every text of every row of the program."""
    found = []
    for model in apps.get_app_config("tournaments").get_models():
        if model.__name__ not in KEEPS:
            found += [str(row) for row in model._default_manager.values_list()]
    return "\n".join(found).casefold()


def named_everywhere(club: Club, person: Player, by: Author) -> Table:
    """An evening on whose sheet the person stands in every way in which one can."""
    add_alias(player=person, name="Zenz", by=by, submission=uuid4())
    table = evening(club, "Zenz", "Ben", "Guest")
    rename_seat(table=table, index=0, name="ZENZI B.", by=NOBODY, submission=uuid4())
    record_hand(
        table=table,
        record={"adjustment": [1, -1, 0], "reason": "Zenzi B. revoked"},
        by=NOBODY._replace(who="Zenz"),
        submission=uuid4(),
    )
    hand = table.hands.get(number=1)
    correct_hand(
        hand=hand, record=WON, by=NOBODY, submission=uuid4(), seen_version=1, reason="zenz misread"
    )
    return table


def erases(director: Client, club: Club, person: Player) -> None:
    """Ask for it twice, the first time with things missing."""
    page = reverse("erase_person", args=[club.pk, person.pk])
    assert "This cannot be taken back" in words_of(director.get(page))
    form = FormReader(director.get(page).content.decode()).sent_to(page)
    refused = director.post(page, form | {"typed": "Zenzi"})
    assert refused.status_code == 422
    assert "Type the name exactly as it stands here." in words_of(refused)
    assert "Say why, such as: asked for it." in words_of(refused)
    sent = form | {"typed": "zenzi b.", "reason": "Zenzi B. asked for it"}
    for _time in range(2):
        assert director.post(page, sent).status_code == 302


def test_no_name_is_left_and_everything_played_stays(
    new_event: Callable[..., Event], by: Author, director: Client
) -> None:
    event = day(new_event, by)
    club = event.club
    person = Player.objects.get(name="Zenzi B.")
    table = named_everywhere(club, person, by)
    standing = [(row.entry, row.place, row.total) for row in event_standing(event).ranked]
    rows = list(SheetTally.objects.order_by("pk").values())
    years = list(YearTally.objects.order_by("pk").values())
    erases(director, club, person)
    texts = everywhere()
    instead = f"Erased {person.pk}"
    for name in (NAME, "zenzi b.", "zenz ", "zenz'", "zwiesel"):
        assert name.casefold() not in texts.replace("zenzi bärlauch-huber", "")
    # Somebody else's longer name stays, and so does all that was said around it.
    assert Announcement.objects.get().text == f"{instead} and Zenzi Bärlauch-Huber: your coffee"
    reasons = HandVersion.objects.exclude(reason="").values_list("reason", flat=True)
    assert list(reasons) == [f"{instead} misread"]
    event.refresh_from_db()
    assert Entry.objects.get(number=1, event=event).name == instead
    assert Seat.objects.get(table=table, index=0).name == instead
    change = PlayerChange.objects.get(kind="erased")
    assert (change.who, change.reason) == ("Dora", f"{instead} asked for it")
    # Figures, standing and final list are what they were; the file has no name.
    assert [(row.entry, row.place, row.total) for row in event_standing(event).ranked] == standing
    assert final_page(event).differs == []
    assert list(SheetTally.objects.order_by("pk").values()) == rows
    assert list(YearTally.objects.order_by("pk").values()) == years
    raw = taken(event).decode().casefold().replace("zenzi bärlauch-huber", "")
    assert "zenzi" not in raw
    counts_right(club)
    assert instead in words_of(Client().get(reverse("event", args=[event.pk])))


def test_nobody_is_offered_an_erased_record_or_finds_it(
    new_event: Callable[..., Event], by: Author, director: Client
) -> None:
    event = day(new_event, by)
    club = event.club
    person = Player.objects.get(name="Zenzi B.")
    add_alias(player=person, name="Zenz", by=by, submission=uuid4())
    erases(director, club, person)
    instead = f"Erased {person.pk}"
    assert instead not in [known.name for known in club_players(club.pk)]
    assert players_named(club.pk, [instead, "Zenz"]) == {}
    assert not PlayerAlias.objects.exists()
    public = Client().get(reverse("record_player", args=[club.pk, person.pk]))
    assert public.status_code == 404
    seen = words_of(director.get(reverse("record_person", args=[club.pk, person.pk])))
    assert "The name was erased everywhere" in seen
    page = reverse("erase_person", args=[club.pk, person.pk])
    assert director.get(page).status_code == 302
    with pytest.raises(Refused, match="was erased"):
        add_alias(player=person, name="Zora", by=by, submission=uuid4())


def test_an_erased_person_stays_erased_where_the_event_is_brought_in(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = day(new_event, by)
    person = Player.objects.get(name="Zenzi B.")
    erase(player=person, typed="Zenzi B.", reason="Asked", by=by, submission=uuid4())
    raw = taken(event)
    forget_everything()
    here = brought(raw)
    assert [known.name for known in club_players(here.club_id)] == [
        "Ben",
        "Cora",
        "Zenzi Bärlauch-Huber",
    ]
    assert Player.objects.exclude(erased_at=None).get().memberships.count() == 1
    assert SheetTally.objects.filter(club=here.club_id).count() == 4
    counts_right(here.club)


def test_a_namesake_and_a_pair_keep_their_names(
    club: Club, new_event: Callable[..., Event], by: Author
) -> None:
    first, second = (Player.objects.create(club=club, name="Anna", home=home) for home in "AB")
    others = known(club, "Ben", "Cora", "Dirk", "Emil", "Finn", "Gerd")
    event = new_event(ruleset="saskop", unit="pair", size=2, hands=0, rounds=1)
    pairs = ((first, others[0]), (others[1], others[2]), (second, others[3]))
    sits(event, *pairs, (others[4], others[5]))
    starts(event, by)
    record = Player.objects.create(club=club, name="A. Nna")
    merge(player=record, into=first, by=by, submission=uuid4())
    erase(player=first, typed="Anna", reason="Asked", by=by, submission=uuid4())
    names = list(Entry.objects.order_by("number").values_list("name", flat=True))
    assert names == [f"Erased {first.pk} / Ben", "Cora / Dirk", "Anna / Emil", "Finn / Gerd"]
    seats = Seat.objects.exclude(name__startswith="Erased").values_list("name", flat=True)
    assert sorted(seats) == ["Anna", "Ben", "Cora", "Dirk", "Emil", "Finn", "Gerd"]
    assert not Player.objects.filter(name="A. Nna").exists()


def test_hidden_and_initials_in_the_record_book(club: Club, by: Author, director: Client) -> None:
    hidden, short = (Player.objects.create(club=club, name=name) for name in ("Ida", "Jan Ode"))
    evening(club, "Ida", "Jan Ode", "Guest")
    stranger = Client()
    for player, shown in ((hidden, "hidden"), (short, "initials")):
        page = reverse("record_person", args=[club.pk, player.pk])
        address = reverse("person_shown", args=[club.pk, player.pk])
        sent = FormReader(director.get(page).content.decode()).sent_to(address)
        assert director.post(address, sent | {"shown": "loud"}).status_code == 422
        assert director.post(address, sent | {"shown": shown, "reason": "Asked"}).status_code == 302
        assert "Shown to everybody: with the name →" in words_of(director.get(page))
        for nobody in (stranger, signs_in(f"Nora {shown}")):
            assert nobody.get(page).status_code in (302, 404)
    seen = words_of(stranger.get(reverse("record_players", args=[club.pk])))
    assert "J. O." in seen
    assert "Ida" not in seen
    assert stranger.get(reverse("record_player", args=[club.pk, hidden.pk])).status_code == 404


def test_every_text_of_the_program_is_thought_of(db: None) -> None:
    """A new field for words has to be said here: replaced, left alone with a reason, or a code."""
    unsaid = []
    for model in apps.get_app_config("tournaments").get_models():
        name = model.__name__
        known_fields = {*FREE_TEXTS.get(name, ()), *BY_ROW.get(name, ()), *CODES.get(name, ())}
        for field in model._meta.concrete_fields:
            is_text = isinstance(field, (models.CharField, models.TextField, models.JSONField))
            is_left = name in LEFT_ALONE or f"{name}.{field.name}" in LEFT_ALONE
            if is_text and field.name not in known_fields and not is_left:
                unsaid.append(f"{name}.{field.name}")
    assert " ".join(unsaid) == ""


def test_a_text_grows_no_longer_than_its_field() -> None:
    words = replacing(["Al", "X"], ["Al Green"], "Erased 12")
    assert words.text("Al, al and Al Green: X", 12) == "Erased 12, E"
    assert words.value({"reason": ["AL's", 3, None]}) == {"reason": ["Erased 12's", 3, None]}
    assert words.text("X and Alan") == "X and Alan"
