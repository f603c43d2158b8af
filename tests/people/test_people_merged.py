"""Two records of one person: put together, read as one everywhere, and taken apart again."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from formats.series import SeriesSettings
from tests.records.club_evenings import counts_right, evening
from tests.series.series_stories import known, plays_out, sits
from tests.tables.conftest import FormReader, words_of
from tournaments.common.actions import Refused
from tournaments.events.check_in.services import Person, enter
from tournaments.models import Author, Club, Event, Player, PlayerChange, Seat, YearTally
from tournaments.people.queries import (
    brought_by,
    club_players,
    known_names,
    proposed_players,
    why_two,
)
from tournaments.people.services.people import (
    add_alias,
    catch_up,
    change_player,
    match_anew,
    merge,
    remove_alias,
    unmerge,
)
from tournaments.series.queries.ranking import series_ranking
from tournaments.series.services import add_stage, create_series, publish_series

pytestmark = pytest.mark.django_db


def add(club: Club, *names: str) -> list[Player]:
    return [Player.objects.create(club=club, name=name) for name in names]


def hands_of(player: Player) -> int:
    return int(brought_by(player)["hands"])


def test_a_merge_is_looked_at_done_and_undone(club: Club, director: Client) -> None:
    anna, annie, bert = add(club, "Anna Berg", "Annie", "Bert")
    evening(club, "Anna Berg", "Bert", "Guest")
    evening(club, "Annie", "Bert", "Guest")
    page = reverse("merge_person", args=[club.pk, annie.pk])
    assert director.get(page, {"q": "anna berg"})["Location"] == f"{page}?into={anna.pk}"
    assert "One of these? Anna Berg" in words_of(director.get(page, {"q": "berg"}))
    seen = words_of(director.get(page, {"into": anna.pk}))
    assert "Is Annie really Anna Berg?" in seen
    assert seen.count("1 sheet · 1 hand · ") == 2
    both = director.get(page, {"into": bert.pk})
    assert "Annie and Bert sat at the same table: a sheet without a name" in words_of(both)
    assert FormReader(both.content.decode()).forms == []
    years = list(YearTally.objects.order_by("pk").values())
    sent = FormReader(director.get(page, {"into": anna.pk}).content.decode()).sent_to(page)
    for _time in range(2):
        answer = director.post(page, sent | {"reason": "Told us"})
        assert answer["Location"] == reverse("record_person", args=[club.pk, anna.pk])
    assert list(YearTally.objects.order_by("pk").values()) == years
    assert hands_of(anna) == 2
    assert hands_of(bert) == 2
    assert sorted(one.name for one in known_names(club.pk)) == ["Anna Berg", "Bert"]
    assert [one.name for one in club_players(club.pk)] == ["Anna Berg", "Bert"]
    evening(club, "ANNIE", "Bert", "Guest")
    assert Seat.objects.get(name="ANNIE").player == anna
    kept = director.get(reverse("record_person", args=[club.pk, annie.pk]), follow=True)
    seen = words_of(kept)
    assert "Annie was merged into this record" in seen
    assert "Told us" in seen
    undo = reverse("unmerge_person", args=[club.pk, annie.pk])
    director.post(undo, FormReader(kept.content.decode()).sent_to(undo))
    annie.refresh_from_db()
    assert annie.merged_into is None
    # What was written meanwhile under her name is hers again.
    assert Seat.objects.get(name="ANNIE").player == annie
    assert (hands_of(anna), hands_of(annie)) == (1, 2)
    kinds = PlayerChange.objects.values_list("kind", flat=True)
    assert list(kinds) == ["merged", "took_in", "unmerged", "let_go"]
    counts_right(club)


def test_records_that_came_along_go_back_with_theirs(club: Club, by: Author) -> None:
    one, two, three = add(club, "Anna", "Annie", "A. Berg")
    merge(player=three, into=two, by=by, submission=uuid4())
    merge(player=two, into=one, by=by, submission=uuid4())
    three.refresh_from_db()
    assert three.merged_into == one
    for player in (two, three):
        with pytest.raises(Refused, match="merged meanwhile"):
            merge(player=player, into=one, by=by, submission=uuid4())
    two.refresh_from_db()
    unmerge(player=two, by=by, submission=uuid4())
    three.refresh_from_db()
    assert three.merged_into == two


def test_a_new_name_keeps_the_old_one_for_sheets(club: Club, by: Author, director: Client) -> None:
    walt, _bert = add(club, "Walt", "Bert")
    evening(club, "Walt", "Bert", "Guest")
    page = reverse("record_person", args=[club.pk, walt.pk])
    sent = FormReader(director.get(page).content.decode()).sent_to(page)
    refused = director.post(page, sent | {"name": "bert"})
    assert refused.status_code == 422
    assert "bert is in the list already" in words_of(refused)
    assert director.post(page, sent | {"name": "Walter Kern"}).status_code == 302
    assert Player.objects.get(pk=walt.pk).name == "Walter Kern"
    evening(club, "WALT", "Guest", "Emil")
    assert Seat.objects.filter(player=walt).count() == 2
    names = reverse("person_alias", args=[club.pk, walt.pk])
    form = FormReader(director.get(page).content.decode()).sent_to(names)
    for taken, why in (("Bert", "merge them"), ("walt", "already"), ("123", "no letters")):
        refused = director.post(names, form | {"name": taken})
        assert refused.status_code == 422
        assert why in words_of(refused)
        assert f'value="{taken}"' in refused.content.decode()
    assert director.post(names, form | {"name": "Guest"}).status_code == 302
    # At Walt's own sheets Guest is somebody else: he sat there himself.
    assert Seat.objects.filter(player=walt).count() == 2
    remove_alias(player=walt, name="Walt", by=by, submission=uuid4())
    assert match_anew(player=walt, name="Walt", most=1) == 1
    assert match_anew(player=walt, name="Walt") == 0
    assert not Seat.objects.filter(player=walt).exists()
    assert catch_up(club) == 0
    assert Seat.objects.filter(player=walt, name="Guest").count() == 2
    seen = words_of(director.get(page))
    assert "Renamed: “Walt” → “Walter Kern”" in seen
    assert "“Walt” on a sheet does not mean this person any more" in seen
    counts_right(club)


def stage(new_event: Callable[..., Event], by: Author, *names: str) -> Event:
    event = new_event(hands=4, rounds=1)
    sits(event, *([player] for player in known(event.club, *names)))
    return plays_out(event, by, 9, -3, -3, -3)


def test_a_series_reads_both_records_as_one(
    club: Club, new_event: Callable[..., Event], by: Author, director: Client
) -> None:
    first = stage(new_event, by, "Anna Berg", "Ben", "Cora", "Dora")
    second = stage(new_event, by, "Annie", "Ben", "Cora", "Dora")
    series = create_series(
        club=club, title="Autumn", settings=SeriesSettings(), preset="", by=by, submission=uuid4()
    )
    for event in (first, second):
        add_stage(series=series, event=event, by=by, submission=uuid4())
    publish_series(series=series, by=by, submission=uuid4())
    public = reverse("series", args=[series.pk])

    def totals() -> list[int]:
        series.refresh_from_db()
        return sorted(int(row.total or 0) for row in series_ranking(series, is_public=True).rows)

    assert totals() == [-6, -6, -6, 9, 9]
    assert "Annie" in words_of(director.get(public))
    anna, annie, ben = (Player.objects.get(name=name) for name in ("Anna Berg", "Annie", "Ben"))
    assert why_two(annie, ben) == "Annie and Ben both played at once: Thursday cup, round 1."
    with pytest.raises(Refused, match="both played at once"):
        merge(player=annie, into=ben, by=by, submission=uuid4())
    merge(player=annie, into=anna, by=by, submission=uuid4())
    assert totals() == [-6, -6, -6, 18]
    assert "Annie" not in words_of(director.get(public))
    annie.refresh_from_db()
    unmerge(player=annie, by=by, submission=uuid4())
    assert totals() == [-6, -6, -6, 9, 9]
    counts_right(club)


def test_a_merged_record_is_neither_offered_nor_entered_twice(
    club: Club, new_event: Callable[..., Event], by: Author
) -> None:
    anna, annie = add(club, "Anna Berg", "Annie")
    event = new_event(hands=4, rounds=1)
    for player in (anna, annie):
        entered = [Person(player.pk)]
        enter(event=event, people=entered, by=by, submission=uuid4())
    with pytest.raises(Refused, match="are both entered: Thursday cup"):
        merge(player=annie, into=anna, by=by, submission=uuid4())
    other = new_event(hands=4, rounds=1)
    event.entries.all().delete()
    merge(player=annie, into=anna, by=by, submission=uuid4())
    assert [one.player.name for one in proposed_players(other, "Ann", known_names(club.pk))] == [
        "Anna Berg"
    ]
    # A form that was open meanwhile means the record that was kept.
    done = enter(event=other, people=[Person(annie.pk)], by=by, submission=uuid4())
    assert done.change is not None
    assert done.change.entry is not None
    assert done.change.entry.members.get().player == anna
    with pytest.raises(Refused, match="entered already"):
        enter(event=other, people=[Person(annie.pk)], by=by, submission=uuid4())
    change_player(player=anna, name="Annie", home="", groups=[], by=by, submission=uuid4())
    with pytest.raises(Refused, match="merge them"):
        add_alias(player=add(club, "Carl")[0], name="Annie", by=by, submission=uuid4())
