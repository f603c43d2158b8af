"""The engine in the phone: fetched on request, it answers as the server does, case by case."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import expect

from kit.field import Field
from kit.offer import MEMORY, Offer
from scoring import RULESETS, HandProblem, read_record
from tests.browser.cellar import makes_ready, offer
from tests.browser.evening import PEOPLE, Device, Sheet
from tests.kit.games import GAMES, played, state
from tests.scoring.test_vectors import CASES, Case

__all__ = ["offer"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BATCH = 400
LARGEST_HEAP = 48 * 1024 * 1024

LOADS = """async () => {
    const { kit } = await import("/static/js/kit.js");
    const { drawPage, drawPreview } = await import("/static/js/field.js");
    Object.assign(window, { engine: kit, drawPage, drawPreview });
}"""
ASKS = """async (given) => {
    const answers = [];
    for (const [state, records] of given) {
        await engine.start(state);
        const said = [];
        for (const [at, record] of records.entries()) said.push(await engine.add(record, at));
        answers.push(said);
    }
    return answers;
}"""
POLICY = """async () => {
    const { worker } = JSON.parse(document.querySelector("[data-kit]").dataset.kit);
    return (await caches.match(worker)).headers.get("Content-Security-Policy");
}"""
DRAWS = "async (state) => { await engine.start(state); return await engine.page(); }"
OPENS = """async () => {
    const state = await (await fetch("state.json")).json();
    await engine.start(state);
    return state.kit;
}"""
PREVIEWS = """async () => {
    const form = new FormData(document.getElementById("hand-form"));
    drawPreview(await engine.preview([...form]));
}"""
SAVES = """async () => {
    const form = new FormData(document.getElementById("hand-form"));
    const { record } = await engine.read([...form]);
    const { points } = await engine.add(record, 1);
    drawPage(await engine.page());
    return points[1];
}"""
IS_KEPT = """async (name) => {
    const kept = await (await caches.open(name)).match("/kit-memory");
    return (await kept.arrayBuffer()).byteLength;
}"""
SPOILS = """async (name) => {
    await (await caches.open(name)).put("/kit-memory", new Response("no memory"));
}"""
FORGETS = """async (name) => (await caches.open(name)).delete("/kit-memory")"""


@pytest.fixture
def ready(offer: Offer, phone: Device) -> Device:
    """A phone at a table that was made ready."""
    phone.opens(Sheet("sheepshead5-bump", PEOPLE[:5]).write)
    menu = phone.page.locator(".bar .more")
    expect(menu).to_contain_text(f"{offer.wire / 1e6:.1f} MB once")
    makes_ready(phone)
    expect(menu.get_by_text("Ready for no network.")).to_be_visible()
    menu.locator("summary").click()
    phone.page.evaluate(LOADS)
    return phone


def in_python(given: tuple[dict[str, Any], list[Any]]) -> list[Any]:
    """What this Python says to the same calls, as JSON has it."""
    told, records = given
    field = Field(told)
    said = [field.add(record, at) for at, record in enumerate(records)]
    answers: list[Any] = json.loads(json.dumps(said))
    return answers


def asked(case: Case) -> tuple[dict[str, Any], list[Any]] | None:
    """A case as an empty sheet and hands of the phone; None where it is no sheet of a table."""
    record = {name: case[name] for name in ("ruleset", "players", "options", "hands")}
    try:
        read = read_record(record)
    except HandProblem:
        return None
    if not all(isinstance(hand, dict) for hand in read.hands):
        return None
    told = state({**record, "players": read.players, "options": read.options, "hands": []})
    told["names"] = [str(seat) for seat in range(12)]
    return told, json.loads(json.dumps(read.hands), parse_float=as_a_script_has_it)


def as_a_script_has_it(number: str) -> float:
    """For a script 62.0 is 62."""
    return int(float(number)) if float(number).is_integer() else float(number)


def is_ruled_as_the_one_that_is_sent(ready: Device) -> None:
    """The worker that is kept."""
    policy = ready.page.evaluate(POLICY)
    assert "script-src 'self' 'wasm-unsafe-eval'" in policy
    assert "connect-src 'self'" in policy


def begins_from_what_one_had_in_its_memory_or_anew(ready: Device, offer: Offer) -> None:
    name, told = f"kit-{offer.hash}", state(played(GAMES[0]))
    assert 1_000_000 < ready.page.evaluate(IS_KEPT, name) <= MEMORY
    ready.page.evaluate(SPOILS, name)
    for _start in range(2):
        assert ready.page.evaluate(DRAWS, told) == Field(told).page()
        ready.page.evaluate("() => engine.stop()")
        assert 1_000_000 < ready.page.evaluate(IS_KEPT, name) <= MEMORY


def writes_a_hand_on_the_sheet_without_a_network(ready: Device, offer: Offer) -> None:
    assert ready.page.evaluate(OPENS) == offer.hash
    ready.context.set_offline(True)
    ready.notes_no("ERR_INTERNET_DISCONNECTED")
    ready.chooses("Picker", "Cora")
    ready.chooses("Partner", "Eva")
    ready.chooses("Result", "Won")
    ready.page.evaluate(PREVIEWS)
    ready.sees_preview("Cora +2", "Eva +1", "the rest −1")

    assert ready.page.evaluate(SAVES) == [-1, -1, 2, -1, 1]
    expect(ready.page.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
    expect(ready.page.get_by_role("button", name="Save hand 2")).to_be_visible()
    expect(ready.page.locator(".coming")).to_contain_text("Ben deals.")
    expect(ready.page.locator("#hand-1")).to_be_visible()
    assert ready.question("Picker").locator("input:checked").count() == 0
    ready.context.set_offline(False)


def begins_where_there_is_no_room_for_its_memory(ready: Device, offer: Offer) -> None:
    name, told = f"kit-{offer.hash}", state(played(GAMES[0]))
    ready.page.evaluate("() => engine.stop()")
    ready.page.evaluate(FORGETS, name)
    room = {"origin": ready.site.url, "quotaSize": 1_000_000}
    ready.context.new_cdp_session(ready.page).send("Storage.overrideQuotaForOrigin", room)
    assert ready.page.evaluate(DRAWS, told) == Field(told).page()
    assert not ready.page.evaluate(FORGETS, name)


def test_an_engine_begins_from_a_memory_or_without_one_and_writes_a_hand_by_itself(
    ready: Device, offer: Offer
) -> None:
    """One phone that is made ready, for that takes longer than all of this."""
    is_ruled_as_the_one_that_is_sent(ready)
    begins_from_what_one_had_in_its_memory_or_anew(ready, offer)
    writes_a_hand_on_the_sheet_without_a_network(ready, offer)
    begins_where_there_is_no_room_for_its_memory(ready, offer)


def test_every_case_is_answered_and_every_sheet_drawn_as_by_the_server(ready: Device) -> None:
    cases = [given for given in map(asked, CASES) if given is not None]
    assert len(cases) > 0.9 * len(CASES)
    assert {told["ruleset"] for told, _records in cases} == set(RULESETS)
    for start in range(0, len(cases), BATCH):
        batch = cases[start : start + BATCH]
        answers = ready.page.evaluate(ASKS, batch)
        pairs = zip(batch, answers, map(in_python, batch), strict=True)
        assert [pair for pair in pairs if pair[1] != pair[2]] == []

    for language, games in (("en", GAMES), ("de", GAMES[::5]), ("et", GAMES[1::5])):
        ready.page.evaluate("(code) => { document.documentElement.lang = code; }", language)
        for game in games:
            told = state(played(game), language)
            with translation.override(language):
                expected = Field(told).page()
            assert ready.page.evaluate(DRAWS, told) == expected

    assert ready.page.evaluate("() => engine.heap()") <= LARGEST_HEAP
    assert ready.said == []
