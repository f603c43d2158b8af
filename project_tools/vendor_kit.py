"""Makes the Python of the phone out of the published package of Pyodide; once for each version.

    python -m project_tools.vendor_kit FOLDER

FOLDER is the unpacked npm package `pyodide`. It takes what the phone needs: the interpreter as it
is, without the note where its sources' map would be; the standard library without what nothing
loads, compiled by that interpreter itself; and a list of packages, which is empty. Each file is
compressed as far as gzip allows and kept so; sizes and sums are noted in `vendored.json`. It needs
Node, which nothing else here does.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kit import field
from kit.empty import empty_sheet
from kit.offer import NOTE, PYTHON, STATIC
from kit.pack import contents, packed
from scoring import RULESETS

LANGUAGES = ("en", "de", "et")
SCRIPT = Path(__file__).with_suffix(".mjs")
MAP = re.compile(rb"\n//# sourceMappingURL=[^\n]*")
AS_PUBLISHED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
ROUNDS = 5
"""So often it looks for a shorter way to say the same; more find next to nothing."""

LIBRARY, LOCK = "python_stdlib.zip", "pyodide-lock.json"


def calls() -> Iterator[list[Any]]:
    """What is asked in the phone, so that everything is loaded that it loads: of each game."""
    for language in LANGUAGES:
        for key in RULESETS:
            yield ["open", empty_sheet(key, language)]
            yield ["page"]
            yield ["preview", [["dealer", "0"]]]
            yield ["read", [["dealer", "0"]]]


def library(folder: Path) -> bytes:
    """The standard library, as small as the phone needs it."""
    with TemporaryDirectory() as given:
        pack, asked, made = (Path(given) / name for name in ("app.pack", "calls.json", LIBRARY))
        pack.write_bytes(packed(contents(LANGUAGES)))
        asked.write_text(json.dumps(list(calls())))
        subprocess.run(
            ["node", str(SCRIPT), str(folder), str(pack), str(asked), str(made)], check=True
        )
        return made.read_bytes()


def lock(folder: Path) -> bytes:
    """The package's list of packages, with none in it."""
    published = json.loads((folder / LOCK).read_text())
    return json.dumps({"info": published["info"], "packages": {}}).encode()


def main() -> None:
    """Write the files and the note about them; their licences lie there already."""
    from zopfli.gzip import compress

    folder = Path(sys.argv[1]).resolve()
    version = json.loads((folder / "package.json").read_text())["version"]
    assert f"pyodide-{version}" == PYTHON, f"{PYTHON} is what is asked for; this is {version}"
    field.begin(LANGUAGES[0])
    files = {name: MAP.sub(b"", (folder / name).read_bytes()) for name in AS_PUBLISHED}
    files |= {LIBRARY: library(folder), LOCK: lock(folder)}
    target = STATIC / "kit" / PYTHON
    for old in target.glob("*.gz"):
        old.unlink()
    noted = {}
    for name, content in files.items():
        small = compress(content, numiterations=ROUNDS)
        (target / f"{name}.gz").write_bytes(small)
        noted[name] = {
            "size": len(content),
            "wire": len(small),
            "sha256": sha256(small).hexdigest(),
        }
    NOTE.write_text(json.dumps(noted, indent=2) + "\n")


if __name__ == "__main__":
    main()
