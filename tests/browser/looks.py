"""What every page must be, however it looks: open to everybody, within its screen, silent."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe

from tests.browser.evening import Device

SHORTEST_TAP = 44
LARGE_SCREENS = ((1280, 800), (1920, 1080))

TARGETS = """
    main button:not(.unseen):visible, main summary:visible, main .chip > span:visible,
    main .chip-link:visible, main input[type=text]:visible, main select:visible,
    main nav a:visible, main tr.hand th:visible, main .saved a:visible, .masthead nav a:visible
"""
OUTSIDE = """() => [...document.querySelectorAll("main *")]
    .filter((element) => {
        const box = element.getBoundingClientRect();
        const isMeant = element.checkVisibility() && !element.closest(".unseen, svg, .printed > *");
        return isMeant && box.width && box.right > innerWidth + 0.5;
    })
    .map((element) => element.outerHTML.slice(0, 120))"""
CLIPPED = """(cells) => cells
    .filter((cell) => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth)
    .map((cell) => `${cell.textContent.trim()} ${cell.scrollWidth} > ${cell.clientWidth}`)"""
FIGURES = "tr.total td:not(.why), .standing dd, .ranking b, .running, .change"


def is_within(device: Device) -> None:
    """Nothing has to be scrolled sideways, and nothing sticks out."""
    width = device.page.viewport_size["width"]
    outside = device.page.evaluate(OUTSIDE)
    assert not outside, f"{width} {device.page.url}: {outside}"
    wide = device.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width, f"{device.page.url}: {wide} > {width}"


def is_whole(device: Device) -> None:
    """No figure is cut off."""
    clipped = device.page.locator(FIGURES).evaluate_all(CLIPPED)
    assert not clipped, f"{device.page.url}: {clipped}"


def excludes_nobody(device: Device) -> None:
    """axe finds nothing, in light and in dark."""
    for scheme in ("light", "dark"):
        device.page.emulate_media(color_scheme=scheme)
        found = Axe().run(device.page)
        assert found.violations_count == 0, f"{scheme}: {found.generate_report()}"


def is_sound(device: Device) -> None:
    """All of it, on a phone; and the console is silent."""
    is_within(device)
    excludes_nobody(device)
    assert not device.said, device.said


def is_within_large_screens(device: Device) -> None:
    before = device.page.viewport_size
    for width, height in LARGE_SCREENS:
        device.page.set_viewport_size({"width": width, "height": height})
        is_within(device)
    device.page.set_viewport_size(before)


def small_targets(device: Device) -> list[str]:
    """What is to be tapped and is lower than a thumb needs."""
    found = []
    for target in device.page.locator(TARGETS).all():
        box = target.bounding_box()
        if box and box["height"] < SHORTEST_TAP:
            found.append(f"{target.inner_text()}: {box['height']}")
    return found
