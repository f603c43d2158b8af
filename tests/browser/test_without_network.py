"""A table opens without a network, and a newer release comes when nothing waits any more."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from config import release
from tests.browser import cellar
from tests.browser.cellar import points_on, wire
from tests.browser.evening import PEOPLE, PHONE, Device, Sheet
from tests.browser.pages import WORLDS
from tests.browser.wire import Wire
from tests.serving import Served
from tournaments.models import Author, Table
from tournaments.tables.services.tables import end_evening

__all__ = ["wire"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

IS_KEPT = """async (path) => navigator.serviceWorker.controller !== null
    && Boolean(await caches.match(path, { ignoreVary: true }))"""
KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys()) {
        const keys = await (await caches.open(name)).keys();
        for (const key of keys) found.push(new URL(key.url).pathname);
    }
    return found;
}"""
KEPT_OF = """async (path) => {
    const answer = await (await caches.open("pages")).match(path, { ignoreVary: true });
    return answer.headers.get("Sheepfold-Release");
}"""
STORE = "/static/js/store.js"
TABLES_KEPT = f"""async () => {{
    const rows = await (await import("{STORE}")).knownTables();
    return rows.filter((row) => row.address);
}}"""
KEEP_HAND = f"""async (table) => (await import("{STORE}")).keepHand(table, {{ answers: [] }})"""
DROP_ALL = f"""async (table) => {{
    await (await import("{STORE}")).dropHands(table, [1, 2, 3]);
    document.dispatchEvent(new CustomEvent("sheepfold:outbox"));
}}"""
NEXT_WAITS = """async () => (await navigator.serviceWorker.getRegistration()).waiting !== null"""
IS_TAKEN_OVER = """async (name) => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration.waiting === null && registration.active.state === "activated"
        && (await caches.keys()).includes(name);
}"""


@pytest.fixture
def keeper(new_context: CreateContextCallback, served: Served, wire: Wire) -> Device:
    """A phone that keeps pages, behind a wire that can be cut."""
    phone = Device(new_context(viewport=PHONE, service_workers="allow"), served, wire.url)
    for words in (*cellar.NETWORK, "FetchEvent", "MIME type"):
        phone.notes_no(words)
    return phone


@pytest.fixture
def sheet(transactional_db: None) -> Sheet:
    return Sheet("sheepshead5-bump", PEOPLE[:5])


@pytest.fixture
def comes_next(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], str]]:
    """Puts a newer release on the site, and says what it is called."""

    def come() -> str:
        program = release.worker()
        monkeypatch.setattr(release, "worker", lambda: f"{program}// the next one\n")
        release.release.cache_clear()
        return release.release()

    yield come
    release.release.cache_clear()


def keeps(phone: Device, path: str) -> None:
    phone.opens(path)
    phone.waits_until(IS_KEPT, path)


def seconds_to_open(phone: Device, path: str, what: str) -> float:
    """How long it takes until a page shows a heading."""
    began = time.monotonic()
    phone.page.goto(phone.url + path, wait_until="commit")
    expect(phone.page.get_by_role("heading", name=what).first).to_be_visible()
    return time.monotonic() - began


def test_a_table_opens_without_a_network_and_other_pages_lead_back_to_it(
    keeper: Device, sheet: Sheet, wire: Wire
) -> None:
    keeps(keeper, sheet.write)
    keeps(keeper, "/tables/")

    wire.is_now("refuse")
    assert seconds_to_open(keeper, sheet.write, "Hand 1") < 1
    assert keeper.page.locator("html").get_attribute("data-kept-at")
    expect(keeper.chip("Picker", "Anna")).to_be_visible()
    assert seconds_to_open(keeper, f"{sheet.write}people/", "This page needs the network") < 1
    keeper.page.get_by_role("link", name="Back to the sheet").click()
    expect(keeper.page).to_have_url(keeper.url + sheet.write)
    expect(keeper.page.get_by_role("heading", name="Hand 1")).to_be_visible()
    assert seconds_to_open(keeper, "/tables/", "Your tables") < 1

    wire.is_now("pass")
    assert seconds_to_open(keeper, sheet.write, "Hand 1") < 4
    assert keeper.page.locator("html").get_attribute("data-kept-at") is None
    wire.is_now("stall")
    assert 2 < seconds_to_open(keeper, sheet.write, "Hand 1") < 4
    assert seconds_to_open(keeper, sheet.write, "Hand 1") < 2  # it knows by now


def test_nothing_is_kept_but_tables_and_their_files(keeper: Device, sheet: Sheet) -> None:
    keeps(keeper, sheet.write)
    keeps(keeper, "/tables/")
    for path in ("/", "/sign-in/", "/events/", f"{sheet.write}people/", f"{sheet.write}state.json"):
        keeper.opens(path)
    keeper.opens(sheet.write)
    kept = set(keeper.page.evaluate(KEPT))
    pages = {sheet.write, "/tables/", "/needs-network/", "/manifest.webmanifest"}
    assert kept == pages | set(release.shell())


@pytest.mark.made_up
def test_nothing_of_a_desk_or_an_account_is_kept(keeper: Device, sheet: Sheet) -> None:
    keeper.notes_no("status of 404")
    keeps(keeper, sheet.write)
    keeps(keeper, "/tables/")
    looked_at = 0
    for kind in WORLDS["desk"](keeper):
        keeper.opens(kind.address)
        looked_at += "/desk/" in keeper.page.url
    assert looked_at > 40
    for name in ("events", "account", "account_password"):
        keeper.opens(reverse(name))
        assert keeper.page.url == keeper.url + reverse(name)  # and not where one signs in
    keeper.page.context.clear_cookies()
    keeper.opens(reverse("sign_in"))
    keeper.opens(sheet.write)
    keeper.opens("/tables/")
    kept = set(keeper.page.evaluate(KEPT))
    pages = {sheet.write, "/tables/", "/needs-network/", "/manifest.webmanifest"}
    assert kept == pages | set(release.shell())


def test_a_week_after_its_end_a_table_is_forgotten_with_its_page(
    keeper: Device, sheet: Sheet
) -> None:
    keeps(keeper, "/tables/")
    keeps(keeper, sheet.watch)
    keeper.is_live()
    end_evening(table=sheet.table, by=Author(), submission=uuid4())
    keeper.waits_until(f"async () => Boolean((await ({TABLES_KEPT})())[0].ended_at)")
    Table.objects.filter(pk=sheet.table.pk).update(ended_at=timezone.now() - timedelta(days=6))
    keeper.opens("/tables/")
    keeper.page.wait_for_timeout(300)
    assert len(keeper.page.evaluate(TABLES_KEPT)) == 1
    Table.objects.filter(pk=sheet.table.pk).update(ended_at=timezone.now() - timedelta(days=8))
    keeper.opens("/tables/")
    keeper.waits_until(f"async () => (await ({TABLES_KEPT})()).length === 0")
    keeper.waits_until(f"async (path) => !(await ({KEPT})()).includes(path)", sheet.watch)


def test_what_is_forgotten_is_on_no_page_that_is_kept(
    keeper: Device, sheet: Sheet, wire: Wire
) -> None:
    for path in ("/tables/", sheet.watch, sheet.write, "/tables/"):
        keeps(keeper, path)
    keeper.page.get_by_role("button", name="forget :").click()
    expect(keeper.page).to_have_url(f"{keeper.url}/")
    keeper.waits_until(f"async () => (await ({KEPT})()).includes('/tables/')")
    wire.is_now("refuse")
    assert seconds_to_open(keeper, "/tables/", "Your tables") < 1
    expect(keeper.page.get_by_text("No table has been opened on this device yet.")).to_be_visible()
    for path in (sheet.watch, sheet.write):
        seconds_to_open(keeper, path, "This page needs the network")


def test_on_a_public_device_the_page_is_not_kept(keeper: Device, sheet: Sheet, wire: Wire) -> None:
    keeps(keeper, "/tables/")
    keeper.opens(f"{sheet.write}#guest")
    expect(keeper.chip("Picker", "Anna")).to_be_visible()
    for question, answer in (("Picker", "Cora"), ("Partner", "Eva"), ("Result", "Won")):
        keeper.chooses(question, answer)
    keeper.saves(1)
    keeper.page.reload()
    keeper.is_live()
    keeper.hand(1).get_by_role("link").first.click()
    keeper.page.get_by_role("link", name="To the sheet").first.click()
    keeper.is_live()
    expect(keeper.page).to_have_url(f"{keeper.url}{sheet.write}#guest")
    assert keeper.page.evaluate(TABLES_KEPT) == []
    wire.is_now("refuse")
    assert seconds_to_open(keeper, sheet.write, "This page needs the network") < 2


def test_hands_of_an_evening_go_first_and_then_the_newer_release_comes(
    keeper: Device, sheet: Sheet, wire: Wire, comes_next: Callable[[], str]
) -> None:
    keeps(keeper, sheet.write)
    keeper.stays_open()
    before = release.release()
    wire.is_now("refuse")
    cellar.keeps(keeper, 61, 62, 63)
    after = comes_next()
    keeper.page.route("**/bring-in/", lambda route: route.abort())
    wire.is_now("pass")
    keeper.waits_until(NEXT_WAITS)
    keeper.reads("3 hands wait on this phone.")
    assert keeper.page.evaluate(NEXT_WAITS)
    assert keeper.page.evaluate(KEPT_OF, sheet.write) == before

    keeper.page.unroute_all()
    keeper.reads("All 3 hands have arrived.")
    keeper.waits_until(IS_TAKEN_OVER, f"shell-{after}")
    assert keeper.page.evaluate("isTheSamePage")
    keeper.chooses("Picker", "Cora")
    keeper.chooses("Partner", "Eva")
    keeper.types("Card points of the picker's side", 64)
    with keeper.page.expect_event("load"):
        keeper.page.get_by_role("button", name="Save hand 4").click()
    expect(keeper.page.get_by_role("button", name="Save hand 5")).to_be_visible()
    assert not keeper.page.evaluate("'isTheSamePage' in window")
    keeper.waits_until(f"async (path) => (await ({KEPT_OF})(path)) === '{after}'", sheet.write)
    assert points_on(sheet) == [61, 62, 63, 64]


def test_a_newer_release_waits_until_the_hands_have_gone(
    keeper: Device, sheet: Sheet, comes_next: Callable[[], str]
) -> None:
    keeps(keeper, sheet.write)
    before = release.release()
    table = "11111111-1111-4111-8111-111111111111"
    for _ in range(3):
        keeper.page.evaluate(KEEP_HAND, table)

    after = comes_next()
    keeper.opens(sheet.write)
    keeper.waits_until(NEXT_WAITS)
    keeper.opens(sheet.write)
    assert keeper.page.evaluate(NEXT_WAITS)
    assert keeper.page.evaluate(KEPT_OF, sheet.write) == before

    keeper.page.evaluate(DROP_ALL, table)
    keeper.waits_until(IS_TAKEN_OVER, f"shell-{after}")
    keeper.opens(sheet.write)
    keeper.waits_until(f"async (path) => (await ({KEPT_OF})(path)) === '{after}'", sheet.write)
    shells = [name for name in keeper.page.evaluate("caches.keys()") if name.startswith("shell-")]
    assert shells == [f"shell-{after}"]
