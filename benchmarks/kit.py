"""How quick the engine in a phone is: `python benchmarks/kit.py TABLE` prints JSON.

    python benchmarks/kit.py http://localhost:8000/t/SECRET/ [--hands 40] [--rounds 20]

TABLE is the address of a table, by a link that writes, on a server that offers the engine. A
browser makes itself ready there, then starts the engine anew a few times, and asks it about an
evening of its own: a page, a preview, and a save, which is to read the form, write the hand and
draw the page. Times are milliseconds from the page to the worker and back, of this machine; a
cheap phone takes three to six times as long.
"""

import argparse
import json
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[0] = str(ROOT)  # not this folder: it has a `statistics.py` too

from statistics import median  # noqa: E402 - the path comes first

from playwright.sync_api import Page, sync_playwright  # noqa: E402

from project_tools.machine import find_chromium  # noqa: E402
from tests.kit.games import played, state  # noqa: E402

GAME = "sheepshead5-bump"
BOOTS = 5
FINDS = "() => [...document.scripts].find((it) => /\\/kit\\.[^/]*js$/.test(it.src)).src"
LOADS = "async (address) => { window.engine = (await import(address)).kit; }"
TIMES = """async ([state, typed, boots, rounds]) => {
    const times = { boot: [], page: [], preview: [], save: [] };
    const takes = async (what, work) => {
        const began = performance.now();
        const found = await work();
        times[what].push(performance.now() - began);
        return found;
    };
    const empty = { ...state, entries: [] };
    for (let round = 0; round < boots; round += 1) {
        engine.stop();
        await takes("boot", () => engine.start(empty));
    }
    await engine.start(state);
    await engine.page();
    for (let round = 0; round < rounds; round += 1) {
        await takes("page", () => engine.page());
        await takes("preview", () => engine.preview(typed));
        await takes("save", async () => {
            const { record } = await engine.read(typed);
            await engine.add(record, 1);
            await engine.page();
        });
        await engine.remove(1);
    }
    return { times, heap: await engine.heap() };
}"""


def measure(page: Page, hands: int, rounds: int) -> dict[str, Any]:
    """Make a page ready and ask its engine."""
    told = state(played(GAME, hands))
    dealer = str(hands % told["players"])
    typed = [["dealer", dealer], ["dealer_given", "yes"], ["partner", "none"]]
    others = [seat for seat in range(told["players"]) if str(seat) != dealer]
    typed += [["picker", str(others[0])], ["picker_points", "91"]]
    began = perf_counter()
    page.locator(".bar .more > summary").click()
    page.locator("[data-do=make]").click()
    page.locator("[data-kit] [data-state=ready]").wait_for()
    fetched = perf_counter() - began
    page.evaluate(LOADS, page.evaluate(FINDS))
    found = page.evaluate(TIMES, [told, typed, BOOTS, rounds])
    offer = json.loads(page.locator("[data-kit]").get_attribute("data-kit") or "{}")
    return {
        "hands": hands,
        "wire_bytes": offer["wire"],
        "unpacked_bytes": sum(size for _url, size, _wire in offer["fetched"]),
        "fetched_ms": round(1000 * fetched),
        "heap_bytes": found["heap"],
        **{
            f"{what}_ms": {"median": round(median(times)), "worst": round(max(times))}
            for what, times in found["times"].items()
        },
    }


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("table")
    parser.add_argument("--hands", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=20)
    given = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.goto(given.table)
        print(json.dumps(measure(page, given.hands, given.rounds), indent=2))
        browser.close()


if __name__ == "__main__":
    main()
