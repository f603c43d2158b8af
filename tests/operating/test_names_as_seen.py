"""Names of an older database are kept as they are seen, and nobody becomes somebody else by it."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.db.models import Model

from scoring import RULESETS
from tests.deciding import decided
from tournaments.common.names import cleaned
from tournaments.models import (
    Club,
    Entry,
    Event,
    Player,
    PlayerAlias,
    PlayerChange,
    Seat,
    Table,
    TableChange,
)

upgrade = import_module("tournaments.migrations.0013_names_as_seen")

OLD = "Jo\u0308rg\u200b \u2003Hu\u00adber\u202e"
SEEN = "J\u00f6rg Huber"


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Skat room")


def sheet(*names: str) -> Table:
    rules = RULESETS["sheepshead3-coins"]
    table = Table.objects.create(ruleset=rules.key, options=decided(rules), players=len(names))
    for index, name in enumerate(names):
        Seat.objects.create(table=table, index=index, name=name)
    return table


def names(kind: type[Model]) -> list[str]:
    return list(kind._default_manager.order_by("pk").values_list("name", flat=True))


def test_every_name_is_as_it_would_be_typed_today(
    club: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    player = Player.objects.create(club=club, name=OLD, home="Tartu\u00a0")
    PlayerAlias.objects.create(player=player, club=club, name=OLD)
    event = Event.objects.create(club=club, title="Cup", ruleset="skat", options={}, settings={})
    Entry.objects.create(event=event, name=f"{OLD} / Anna")
    table = sheet(OLD, "Anna", "Ben")
    upgrade.clean_names(apps, None)
    assert names(Player) == names(PlayerAlias) == [SEEN]
    assert Player.objects.get().home == "Tartu"
    assert names(Entry) == [f"{SEEN} / Anna"]
    assert names(Seat) == [SEEN, "Anna", "Ben"]
    assert table.seats.get(index=0).name == cleaned(OLD)
    said = capsys.readouterr().out
    for called in ("players of a club", "other names", "entries of an event", "columns of a sheet"):
        assert called in said
    assert said.count("1 written anew, 0 left as they are") == 4
    upgrade.clean_names(apps, None)
    assert not capsys.readouterr().out


def test_two_who_would_have_one_name_stay_two_and_are_counted(
    club: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    told_apart = ["J\u00f6rg", "Jo\u0308rg", "j\u00f6rg\u200b"]
    for name in told_apart:
        player = Player.objects.create(club=club, name=name)
        PlayerAlias.objects.create(player=player, club=club, name=name)
    Player.objects.create(club=club, name="Jo\u0308rg", home="Tartu")
    sheet(*told_apart)
    upgrade.clean_names(apps, None)
    assert names(Player) == [*told_apart, "J\u00f6rg"]
    assert names(PlayerAlias) == sorted(told_apart, key=told_apart.index)
    assert names(Seat) == told_apart
    said = capsys.readouterr().out
    assert "players of a club: 1 written anew, 2 left as they are" in said
    assert "columns of a sheet: 0 written anew, 2 left as they are" in said


def test_namesakes_that_were_written_alike_are_so_still(club: Club) -> None:
    event = Event.objects.create(club=club, title="Cup", ruleset="skat", options={}, settings={})
    for _each in range(2):
        Entry.objects.create(event=event, name="Jo\u0308rg")
    upgrade.clean_names(apps, None)
    assert names(Entry) == ["J\u00f6rg"] * 2


def test_what_is_evidence_and_who_would_have_no_name_stay(club: Club) -> None:
    nobody = Player.objects.create(club=club, name="\u3164")
    changed = {"before": OLD, "after": OLD, "who": OLD}
    PlayerChange.objects.create(
        player=nobody, kind="renamed", submission="6f1d4a38-0000-4000-8000-000000000001", **changed
    )
    TableChange.objects.create(
        table=sheet("Anna", "Ben", "Cora"),
        kind=TableChange.RENAME,
        table_version=1,
        submission="6f1d4a38-0000-4000-8000-000000000002",
        **changed,
    )
    upgrade.clean_names(apps, None)
    assert names(Player) == ["\u3164"]
    for kind in (PlayerChange, TableChange):
        assert [kind.objects.get().before, kind.objects.get().after] == [OLD, OLD]
        assert kind.objects.get().who == OLD


@pytest.mark.parametrize(
    "name",
    [
        OLD,
        SEEN,
        "",
        "\u3164",
        "\u0915\u094d\u200d\u0937",
        "A\u0301\u0302\u0303\u0304",
        "\u200dAnna",
    ],
)
def test_it_is_the_rule_for_names_that_are_typed(name: str) -> None:
    assert upgrade.as_seen(name) == cleaned(name)
