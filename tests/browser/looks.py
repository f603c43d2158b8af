"""What every page must be, however it looks: open to everybody, within its screen, silent."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, Route, expect

from tests.answers import there
from tests.browser.evening import Device

Scheme = Literal["light", "dark"]

SHORTEST_TAP = 44
LARGE_SCREENS = ((1280, 800), (1920, 1080))

TARGETS = """
    main button:not(.unseen):visible, main summary:visible, main .chip > span:visible,
    main .chip-link:visible, main input[type=text]:visible, main select:visible,
    main nav a:visible, main tr.hand th:visible, main .saved a:visible, .masthead nav a:visible
"""
LOWER = """(targets, least) => targets
    .map((target) => [target, target.getBoundingClientRect().height])
    .filter(([, height]) => height < least)
    .map(([target, height]) => `${target.innerText}: ${height}`)"""
OUTSIDE = """() => [...document.querySelectorAll("main *")]
    .filter((element) => {
        const box = element.getBoundingClientRect();
        const elsewhere = ".unseen, svg, .printed > *, .turned > *";
        const isMeant = element.checkVisibility() && !element.closest(elsewhere);
        return isMeant && box.width && box.right > innerWidth + 0.5;
    })
    .map((element) => element.outerHTML.slice(0, 120))"""
CLIPPED = """(cells) => cells
    .filter((cell) => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth)
    .map((cell) => `${cell.textContent.trim()} ${cell.scrollWidth} > ${cell.clientWidth}`)"""
CUT_OFF = """(words) => words
    .filter((word) => {
        const [box, sheet] = [word, word.closest("svg")].map((it) => it.getBoundingClientRect());
        return box.width && (box.left < sheet.left - 0.5 || box.right > sheet.right + 0.5);
    })
    .map((word) => word.textContent)"""
TO_TAP = """() => [...document.querySelectorAll(
        "main :is(a, button, summary, select, textarea, input:not([type=hidden])), .masthead a")]
    .filter((element) => {
        const hit = element.closest("label") ?? element;
        const isLarger = ".cover, .site-rows h2 a, .site-rows h3 a, tr.hand .no a, .chip input";
        if (!element.checkVisibility() || element.closest(".unseen")) return false;
        const box = hit.getBoundingClientRect();
        return box.width && box.height < 43.5 && !element.matches(isLarger);
    })
    .map((element) => element.outerHTML.slice(0, 120))"""
SMALL_LETTERS = """(smallest) => [...document.querySelectorAll(".hall *")]
    .filter((element) => element.checkVisibility() && !element.closest(".unseen, svg")
        && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
        && parseFloat(getComputedStyle(element).fontSize) < smallest)
    .map((element) => `${element.textContent.trim()} ${getComputedStyle(element).fontSize}`)"""
MEMORY = """(() => {
    const { prototype } = axe.commons.color.Color;
    const { parseString } = prototype;
    const known = new Map();
    prototype.parseString = function (words) {
        if (!known.has(words)) {
            const { r, g, b, alpha } = parseString.call(this, words);
            known.set(words, { r, g, b, alpha });
        }
        return Object.assign(this, known.get(words));
    };
})()"""
AXE = f"{AXE_SCRIPT}; {MEMORY};"
"""It reads each colour once: a page has few, and axe would read them for every text anew."""
BROKEN = """async (options) => window.axe && (await axe.run(options)).violations.flatMap(
    ({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`))"""
CONTRAST = ("color-contrast",)
TOLD: dict[str, object] = {
    "resultTypes": ["violations"],
    "selectors": False,
    "elementRef": True,
    "preload": {"assets": ["media"]},
}
"""An element is told by its HTML, and no rule that is on by itself reads the style sheets."""
HEIGHTS = """() => [...document.querySelectorAll(
        "main :is(h1, h2, a, button, summary, input, .chip)")]
    .filter((element) => element.checkVisibility())
    .map((it) => `${Math.round(it.getBoundingClientRect().y)} ${it.textContent.trim()}`)"""
FIGURES = "tr.total td:not(.why), .standing dd, .ranking b, .sheet td > :is(b, small)"


def is_within(device: Device) -> None:
    """Nothing has to be scrolled sideways, and nothing sticks out."""
    device.page.wait_for_load_state()  # a tap returns when the answer begins
    width = there(device.page.viewport_size)["width"]
    outside = device.page.evaluate(OUTSIDE)
    assert not outside, f"{width} {device.page.url}: {outside}"
    wide = device.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width, f"{device.page.url}: {wide} > {width}"


def is_whole(device: Device) -> None:
    """No figure is cut off, nor a word of the curve."""
    clipped = device.page.locator(FIGURES).evaluate_all(CLIPPED)
    assert not clipped, f"{device.page.url}: {clipped}"
    cut_off = device.page.locator(".curve text").evaluate_all(CUT_OFF)
    assert not cut_off, f"{device.page.url}: {cut_off}"


def excludes_nobody(device: Device) -> None:
    """axe finds nothing, in light and in dark."""
    schemes: tuple[Scheme, ...] = ("light", "dark")
    for scheme in schemes:
        _satisfies_axe(device, scheme)


def _satisfies_axe(device: Device, scheme: Scheme) -> None:
    """Every rule in light; in dark the contrast, for nothing else depends on the colours."""
    device.page.wait_for_load_state()
    device.page.emulate_media(color_scheme=scheme)
    found = breaks_of_axe(device.page, *(() if scheme == "light" else CONTRAST))
    assert not found, f"{scheme} {device.page.url}: {found}"


def breaks_of_axe(page: Page, *only: str) -> list[str]:
    """What a page breaks of these rules, or of any."""
    options = TOLD | ({"runOnly": only} if only else {})
    broken: list[str] | None = page.evaluate(BROKEN, options)
    if broken is None:
        page.evaluate(AXE)
        broken = page.evaluate(BROKEN, options)
    return there(broken)


def is_open_to_everybody(device: Device) -> None:
    """On a phone by day and on a laptop by lamp: nothing sideways, nothing small, axe content."""
    before = device.page.viewport_size
    ways: tuple[tuple[int, int, Scheme], ...] = ((390, 844, "light"), (1280, 800, "dark"))
    for width, height, scheme in ways:
        device.page.set_viewport_size({"width": width, "height": height})
        is_within(device)
        small = device.page.evaluate(TO_TAP)
        assert not small, f"{width} {device.page.url}: {small}"
        _satisfies_axe(device, scheme)
    device.page.set_viewport_size(there(before))


def is_read_from_afar(device: Device) -> None:
    """On a projector nothing is lower than 3 of 100 parts of the screen, and nothing scrolls."""
    height = there(device.page.viewport_size)["height"]
    assert not device.page.evaluate(SMALL_LETTERS, height * 0.03 - 0.5), device.page.url
    assert device.page.evaluate("document.documentElement.scrollHeight") <= height


def is_sound(device: Device) -> None:
    """All of it, on a phone; and the console is silent."""
    is_within(device)
    excludes_nobody(device)
    assert not device.said, device.said


def goes_live_in_its_place(device: Device, address: str) -> None:
    """Nothing moves: before anything is said, while the page connects, and once it is live."""
    streams: list[Route] = []
    device.page.route("**/live*.js", lambda script: script.abort())
    device.opens(address)
    silent = device.page.evaluate(HEIGHTS)
    device.page.unroute("**/live*.js")
    device.page.route("**/live/**", lambda stream: streams.append(stream))
    device.opens(address)
    expect(device.page.locator("[data-live-status]")).to_have_text("Connecting…")
    assert device.page.evaluate(HEIGHTS) == silent, address
    while not streams:  # the word comes before the request
        device.page.wait_for_timeout(20)
    streams.pop().continue_()
    device.page.unroute("**/live/**")
    device.is_live()
    assert device.page.evaluate(HEIGHTS) == silent, address


def is_within_large_screens(device: Device) -> None:
    before = device.page.viewport_size
    for width, height in LARGE_SCREENS:
        device.page.set_viewport_size({"width": width, "height": height})
        is_within(device)
    device.page.set_viewport_size(there(before))


def small_targets(device: Device) -> list[str]:
    """What is to be tapped and is lower than a thumb needs."""
    found: list[str] = device.page.locator(TARGETS).evaluate_all(LOWER, SHORTEST_TAP)
    return found
