"""The formats to start from: each fits its games, and says what follows from it."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from formats.awards import paid_out, payout, previews
from formats.checks import fitted, unfit
from formats.event import DRAWS, EventSettings
from formats.games import remainders_of, sizes_of
from formats.presets import PRESETS, Preset
from scoring import RULESETS
from scoring.ranking import rank
from seating.plan import DRAWS as DRAWN
from seating.sizes import hands_at
from tournaments.events.setup.queries import consequences, games_of, rounded_up, table_sizes_of
from tournaments.events.setup.services import set_up_event
from tournaments.models import Author, Club, Event

EVERY = [(preset, key) for preset in PRESETS.values() for key in preset.rulesets]
FORMATS = [(preset, key) for preset, key in EVERY if preset.key not in ("own", "free_night")]


def follows(key: str, game: str = "", **more: object) -> list[str]:
    """What a preset's settings lead to, with some of them changed."""
    preset = PRESETS[key]
    ruleset = RULESETS[game or preset.rulesets[0]]
    settings = EventSettings.from_json(preset.settings.to_json() | more)
    return consequences(settings, ruleset, ruleset.defaults())


@pytest.mark.parametrize(("preset", "key"), EVERY, ids=lambda each: getattr(each, "key", each))
def test_every_preset_fits_each_of_its_games(preset: Preset, key: str) -> None:
    ruleset = RULESETS[key]
    settings = fitted(preset.settings, ruleset)
    assert unfit(settings, ruleset, ruleset.defaults()) == []
    if not settings.is_pairs:
        assert set(table_sizes_of(settings)) <= set(ruleset.tables)
    assert consequences(settings, ruleset, ruleset.defaults())
    assert rank([], [], settings.rules("")) == []


@pytest.mark.parametrize(("preset", "key"), FORMATS, ids=lambda each: getattr(each, "key", each))
def test_a_known_format_is_not_bent_to_its_games(preset: Preset, key: str) -> None:
    assert fitted(preset.settings, RULESETS[key]) == preset.settings


@pytest.mark.django_db
@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.key)
def test_every_preset_makes_an_event(club: Club, by: Author, preset: Preset) -> None:
    key = preset.rulesets[0]
    event = set_up_event(
        event=Event(
            club=club,
            preset=preset.key,
            title="Cup",
            ruleset=key,
            options=RULESETS[key].defaults(),
            settings=preset.settings.to_json(),
        ),
        by=by,
        submission=uuid4(),
    )
    event.refresh_from_db()
    assert event.format == preset.settings
    assert (event.ruleset, event.preset) == (key, preset.key)


def test_every_preset_says_what_it_is_and_whose_rule() -> None:
    for preset in PRESETS.values():
        assert str(preset.name), preset.key
        assert str(preset.summary), preset.key
        assert str(preset.source), preset.key
        found = [ruleset.key for rulesets in games_of(preset).values() for ruleset in rulesets]
        assert sorted(found) == sorted(preset.rulesets)


def test_every_way_of_drawing_and_every_setting_has_words() -> None:
    # A list of one's own is for the command alone.
    assert DRAWS.keys() == DRAWN.keys() - {"import"}
    settings = EventSettings()
    for name in settings.to_json():
        assert settings.label_of(name)
        assert settings.said(name)


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("schafkopfrennen", "Hands by table size: 4 → 32 · 5 → 40."),
        ("schafkopfrennen", "Hands for everybody in a round: 32."),
        ("schafkopfrennen", "Hands for everybody in all: 64 (2 rounds)."),
        ("wisconsin", "Hands by table size: 5 → 20 · 6 → 24."),
        ("wisconsin", "Paid out: 90 % of the fees. Kept by the club: 10 %."),
        ("three_handed_sessions", "Hands by table size: 3 → 48 · 4 → 64."),
        ("three_handed_night", "The points are divided by the hands played."),
        ("sasku_swiss", "A match is one game to 12."),
        ("sasku_swiss", "Who is left over has a bye, worth 2."),
        ("sasku_all", "A won match is worth 2, a draw 1, a lost one 0."),
    ],
)
def test_what_follows_is_said(key: str, sentence: str) -> None:
    assert sentence in follows(key)


@pytest.mark.parametrize("hands", [1, 16, 20, 21, 30, 48])
def test_the_hands_that_are_said_are_those_of_the_tables(hands: int) -> None:
    for ruleset in RULESETS.values():
        if ruleset.scores == "pairs":
            continue
        for size in sizes_of(ruleset):
            for odd in remainders_of(ruleset, size):
                settings = EventSettings(size=size, odd=odd, hands=hands)
                at = [
                    hands_at(n, playing=ruleset.seats, each=hands) for n in table_sizes_of(settings)
                ]
                tables, everybody, *_more = consequences(settings, ruleset, ruleset.defaults())
                assert all(f"→ {number}" in tables for number in at)
                played = {
                    number * ruleset.seats // seats
                    for number, seats in zip(at, table_sizes_of(settings), strict=True)
                }
                assert len(played) == 1, "everybody plays equally many"
                assert everybody == f"Hands for everybody in a round: {played.pop()}."


def test_hands_that_do_not_come_out_even_are_said() -> None:
    for key, said_so in (("schafkopfrennen", True), ("wisconsin", False), ("sasku_all", False)):
        preset = PRESETS[key]
        sentences = rounded_up(preset.settings, RULESETS[preset.rulesets[0]])
        assert bool(sentences) is said_so
    assert rounded_up(PRESETS["schafkopfrennen"].settings, RULESETS["sheepshead4-coins"]) == [
        "30 would not be whole deal cycles, so it becomes 32."
    ]


def test_matches_of_several_games_and_places_and_best_rounds() -> None:
    assert "A match is 3 games to 12." in follows("sasku_swiss", games_due=3)
    assert "The places at a table are worth 7 – 5 – 3 – 1." in follows("wisconsin", yields="places")
    assert "The best 2 rounds count (rounds in all: 3)." in follows("wisconsin", best_of=2)
    assert "The best round counts (rounds in all: 3)." in follows("wisconsin", best_of=1)
    assert "All fees are paid out." in follows("wisconsin", payout=[85], round_prize=5)
    assert "Hands at every table: 16." in follows(
        "own", "sheepshead4-partners", unit="pair", size=2, odd="bye", hands=16
    )


@pytest.mark.parametrize(
    ("field", "changed"),
    [
        ("size", {"size": 6}),
        ("odd", {"odd": "down"}),
        ("ruleset", {"unit": "pair"}),
        ("hands", {"hands": 0}),
        ("draws", {"draws": ("swiss",)}),
        ("draws", {"draws": ("by magic",)}),
        ("draws", {"draws": ()}),
        ("yields", {"yields": "match"}),
        ("place_points", {"yields": "places", "place_points": (1, 3)}),
        ("match_points", {"match_points": (0, 1, 2)}),
        ("best_of", {"best_of": 3}),
        ("tie_breaks", {"tie_breaks": ("lot", "best_round")}),
        ("tie_breaks", {"tie_breaks": ("best_round", "best_round")}),
        ("tie_breaks", {"tie_breaks": ("height",)}),
        ("counted", {"tie_breaks": ("solos", "lot")}),
        ("payout", {"payout": (60, 50), "fee": 100}),
        ("fee", {"payout": (60,)}),
        ("capacity", {"capacity": 3}),
        ("team_size", {"team_size": 1}),
        ("team_best", {"team_size": 4, "team_best": 5}),
        ("groups", {"groups": ("Ladies", "ladies")}),
    ],
)
def test_what_does_not_fit_is_said_at_its_setting(field: str, changed: dict[str, object]) -> None:
    ruleset = RULESETS["sheepshead4-coins"]
    settings = EventSettings(**changed)  # type: ignore[arg-type]
    found = unfit(settings, ruleset, ruleset.defaults())
    assert [problem.field for problem in found] == [field]
    assert found[0].sentence.endswith(".")


def test_the_payout_never_gives_more_than_came_in() -> None:
    settings = EventSettings(fee=333, rounds=3, payout=(33, 33), round_prize=11)
    assert paid_out(settings) == 99
    for paid in range(200):
        row = payout(settings, paid)
        assert row.fees == 333 * paid
        assert row.fees == sum(row.places) + 3 * row.a_round + row.kept
        assert row.kept >= row.fees // 100


def test_the_preview_stops_at_the_places_there_are() -> None:
    settings = EventSettings(fee=1000, payout=(50,), capacity=48)
    assert [row.paid for row in previews(settings)] == [20, 40, 48]
    assert previews(EventSettings(fee=1000)) == []
    assert [row.paid for row in previews(EventSettings(fee=5, payout=(1,)))] == [
        20,
        40,
        60,
        80,
        100,
    ]


@pytest.mark.django_db
def test_groups_of_a_format_are_called_as_the_club_speaks(club: Club, director: Client) -> None:
    Club.objects.update(language="de")
    address = reverse("set_up_event", args=[club.pk, "championship"])
    page = director.get(address, headers={"accept-language": "en"}).content.decode()
    assert "Damen\nUnter 30\nSenioren" in page
    assert "Under 30\nSeniors" not in page
