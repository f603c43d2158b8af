"""A setting is declared once: form, history, rule card, checks and files know it from there."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from formats.checks import unfit
from formats.event import SECTIONS, EventSettings
from formats.options import setting
from formats.series import SECTIONS as SERIES_SECTIONS
from formats.series import SeriesSettings
from scoring import RULESETS
from scoring.ruleset import Ruleset
from tournaments.archive import graph
from tournaments.archive.graph import Misfit, check_settings
from tournaments.events.setup.forms import SetUpForm
from tournaments.events.setup.queries import differences, missing_for_publication, rule_card
from tournaments.models import Event
from tournaments.models import event as event_model
from tournaments.series.forms import SeriesForm

GAME = RULESETS["sheepshead3-coins"]


def _too_bright(settings: Lit, game: Ruleset) -> str:
    return "There are more lamps than seats." if settings.lamps > game.seats else ""


@dataclass(frozen=True, kw_only=True)
class Lit(EventSettings):
    """The settings of an event, and one more that nothing else has ever heard of."""

    lamps: int = setting(
        1,
        "Lamps at a table",
        "0 for daylight.",
        high=9,
        section="showing",
        stays_open=True,
        none="daylight",
        card="Light",
        check=_too_bright,
    )


@dataclass(frozen=True, kw_only=True)
class LitSeries(SeriesSettings):
    """The same of a series."""

    is_lit: bool = setting(False, "There is light", section="showing")


@pytest.fixture
def _lit(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (event_model, graph):
        monkeypatch.setattr(module, "EventSettings", Lit)


def an_event(settings: EventSettings) -> Event:
    return Event(
        title="Night", ruleset=GAME.key, options=GAME.defaults(), settings=settings.to_json()
    )


def typed(**more: str) -> SetUpForm:
    before = an_event(Lit(size=3))
    return SetUpForm(before, SetUpForm(before).texts() | {"title": "Night"} | more)


@pytest.mark.usefixtures("_lit")
def test_the_form_asks_for_it() -> None:
    form = typed(lamps="2")
    assert form.is_valid(), form.errors
    assert form.settings == Lit(size=3, lamps=2)
    bound = form["lamps"]
    assert (bound.label, bound.help_text) == ("Lamps at a table", "0 for daylight.")
    showing = next(one for one in form.sections if one["title"] == SECTIONS["showing"])
    assert showing["items"][-1].name == "lamps"
    assert "lamps" in SetUpForm(an_event(Lit()), is_frozen=True).fields


@pytest.mark.usefixtures("_lit")
def test_the_form_checks_it() -> None:
    assert typed(lamps="10").errors["lamps"] == ["A whole number from 0 to 9."]
    assert typed(lamps="4").errors["lamps"] == ["There are more lamps than seats."]


def test_the_checks_know_it() -> None:
    problems = unfit(Lit(size=3, lamps=-1), GAME, GAME.defaults())
    assert [problem.field for problem in problems] == ["lamps"]


@pytest.mark.usefixtures("_lit")
def test_the_history_says_it() -> None:
    before, after = an_event(Lit()), an_event(Lit(lamps=0))
    assert differences(before, after) == [("lamps", "Lamps at a table", "1", "daylight", True)]


@pytest.mark.usefixtures("_lit")
def test_event_rule_card_and_files_know_it() -> None:
    kept = Lit(size=3, lamps=4).to_json()
    event = Event(title="Night", ruleset=GAME.key, options=GAME.defaults(), settings=kept)
    assert event.format == Lit(size=3, lamps=4)
    assert ("Light", "4") in rule_card(event).facts
    missing = missing_for_publication(event)
    assert "Lamps at a table: There are more lamps than seats." in missing
    check_settings(kept)
    with pytest.raises(Misfit, match="lamps"):
        check_settings(kept | {"lamps": "many"})


def test_a_series_asks_for_its_own() -> None:
    before = LitSeries()
    first = SeriesForm("League", before)
    texts = {name: str(first[name].value() or "") for name in first.fields}
    numbers = {"place_points": "25 18", "absence": "", "final_sizes": "8", "is_lit": "on"}
    form = SeriesForm("League", before, texts | {"title": "League"} | numbers)
    assert form.is_valid(), form.errors
    made = form.settings
    assert isinstance(made, LitSeries)
    assert made.is_lit
    assert made.said("is_lit") == "yes"
    assert LitSeries.from_json(made.to_json()) == made
    showing = dict(form.sections)[SERIES_SECTIONS["showing"]]
    assert showing[-1].name == "is_lit"


@pytest.mark.parametrize(
    ("settings", "sections"),
    [(EventSettings(), SECTIONS), (SeriesSettings(), SERIES_SECTIONS)],
    ids=["event", "series"],
)
def test_every_setting_is_whole(
    settings: EventSettings | SeriesSettings, sections: dict[str, str]
) -> None:
    """It has a label, stands in a section that is there, holds its default, and is kept as JSON."""
    for name, option in settings.options().items():
        assert option.name == name
        assert option.label
        assert settings.said(name)
        assert option.section in sections or name == "unit", name
        assert option.holds(option.default), name
        assert getattr(settings, name) == option.default
    assert settings.from_json(settings.to_json()) == settings
    assert replace(settings) == settings
