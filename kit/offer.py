"""What a phone fetches once to work out points by itself, and whether this server has it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

STATIC = Path(__file__).parent.parent / "static"
PYTHON = "pyodide-314.0.7"
"""Whose Python runs there: a folder that one version fills and nothing else touches."""

NOTE = Path(__file__).parent / "vendored.json"
"""Its files, each with its size, its size on the way and the sum of what is kept."""

WORKER = "kit/worker.mjs"
MANIFEST = "kit.json"
LETTERS = 16
MEMORY = 32_000_000
"""So many bytes a phone keeps besides: what an engine that has just begun has in its memory."""


@dataclass(frozen=True)
class Fetched:
    """One file: where it is among the static files, and its bytes unpacked and on the way."""

    path: str
    size: int
    wire: int


@dataclass(frozen=True)
class Offer:
    """All of it; `hash` tells it from every other."""

    hash: str
    files: list[Fetched]

    @property
    def pack(self) -> str:
        """Where our own part is among the static files."""
        return self.files[-1].path

    @property
    def wire(self) -> int:
        """How many bytes it is on the way."""
        return sum(file.wire for file in self.files)

    @property
    def room(self) -> int:
        """How many bytes a phone keeps of it."""
        return sum(file.size for file in self.files) + MEMORY


def prepare(folder: Path, languages: Sequence[str], static: Path = STATIC) -> Offer | None:
    """Write our own part among the static files of that folder, and there what the whole is.

    None, and nothing is offered, on a server without the Python of the phones.
    """
    from kit.pack import contents, packed

    noted = json.loads(NOTE.read_text())
    if not all((static / "kit" / PYTHON / f"{name}.gz").exists() for name in noted):
        (folder / MANIFEST).unlink(missing_ok=True)
        return None
    content = packed(contents(languages))
    name = f"kit/app-{sha256(content).hexdigest()[:LETTERS]}.pack"
    small = gzip.compress(content, mtime=0)
    target = folder / f"{name}.gz"
    target.parent.mkdir(parents=True, exist_ok=True)
    for old in target.parent.glob("app-*.gz"):
        if old != target:
            old.unlink()
    target.write_bytes(small)
    files = [Fetched(f"kit/{PYTHON}/{each}", of["size"], of["wire"]) for each, of in noted.items()]
    files.append(Fetched(name, len(content), len(small)))
    of_all = sha256(NOTE.read_bytes() + (static / WORKER).read_bytes() + content)
    offer = Offer(of_all.hexdigest()[:LETTERS], files)
    (folder / MANIFEST).write_text(json.dumps(asdict(offer)))
    return offer


def offered(folder: Path) -> Offer | None:
    """What was prepared in that folder; None where nothing was, and so nothing is offered."""
    path = folder / MANIFEST
    if not path.exists():
        return None
    said = json.loads(path.read_text())
    return Offer(said["hash"], [Fetched(**file) for file in said["files"]])
