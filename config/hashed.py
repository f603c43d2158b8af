"""Static files under names that tell what is in them, so that a browser asks for each only once.

`collectstatic` copies every file to a name with a hash of its content and writes a compressed one
beside it, as small as gzip can be. A script and those that it imports come as one file. Of what it
imports when that is needed (`import("./name.js")`) it is told the hashed name: so nothing is
fetched before it is used.
Scripts must not import each other in a circle. A file that comes compressed already (`name.gz`,
without a `name` beside it) keeps its name: whoever adds one says its version in its path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.management.commands import collectstatic
from django.contrib.staticfiles.storage import HashedFilesMixin
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from django.core.management import call_command
from rjsmin import jsmin
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage
from zopfli import gzip

NOTE = "collected.txt"
"""In the folder of what was collected: from what."""


_, IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns  # type: ignore[attr-defined]
FRAME = ("base", "components")
RAIL = "rail"
BESIDE_THE_RAIL = {"desk", "events", "paper"}
"""The rooms in which a desk has pages."""
"""The style sheets of every page; those of its room come after them."""
Found = Mapping[str, tuple[Storage, str]]

OUR_MODULES = ("js/*.js", "kit/*.mjs")
"""The scripts whose imports are looked at; in those of others a comment may look like one."""
IMPORTED = re.compile(
    r'^import (?:(?P<names>\{[^}]*\}|\* as \w+) from )?"\./(?P<script>\w+)\.js";$', re.MULTILINE
)
EXPORTED = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.MULTILINE)
UNJOINED = re.compile(r"^(?:(?:im|ex)port\b|(?!//|.*\basync\b)\S.*\bawait\b).*", re.MULTILINE)
"""Other ways of importing and exporting, and what a scope cannot wait for."""
SHEET_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
BLANKS = re.compile(r"\s*([{};])\s*|(,)\s+|\s+(>)\s+")
DECLARED = re.compile(r"(?<=[{;])([\w-]+):\s+")
INDENT = re.compile(r"\n\s+")


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Django's and WhiteNoise's, for scripts that import each other and for compressed files."""

    patterns = (*HashedFilesMixin.patterns, *((path, IMPORTS) for path in OUR_MODULES))

    def post_process(
        self, paths: Found, dry_run: bool = False, **options: object
    ) -> Iterator[tuple[str, str, bool]]:
        """Rename, rewrite and compress, one style sheet for the pages of each room among them."""
        found = paths if dry_run else {**paths, **joined_sheets(paths), **short_scripts(paths)}
        yield from super().post_process(found, dry_run=dry_run, **options)

    def create_compressor(self, **kwargs: object) -> Compressor:
        """What writes the compressed ones."""
        return SmallGzip(**kwargs)

    def hashed_name(
        self, name: str, content: ContentFile[Any] | None = None, filename: str | None = None
    ) -> str:
        """The name with the hash of the content, and as it is where the content is compressed."""
        if name.endswith(".gz"):
            return name
        return str(super().hashed_name(name, content, filename))

    def stored_name(self, name: str) -> str:
        """The name to ask for; a compressed file is asked for without its ending."""
        if f"{name}.gz" in self.hashed_files:
            return name
        return str(super().stored_name(name))


class SmallGzip(Compressor):  # type: ignore[misc]
    """WhiteNoise's, with a gzip that takes its time, once for each release: 3.5 % less for all."""

    @staticmethod
    def compress_gzip(data: bytes) -> bytes:
        """One round: more of them find next to nothing."""
        return bytes(gzip.compress(data, numiterations=1))


def sheets_of(room: str) -> list[str]:
    """The names of the style sheets of a room's pages, in their order; without a room of others.

    >>> sheets_of("table")
    ['css/base.css', 'css/components.css', 'css/table.css']
    """
    rail = RAIL if room in BESIDE_THE_RAIL else ""
    return [f"css/{name}.css" for name in (*FRAME, rail, room) if name]


def joined_name(room: str) -> str:
    """The name of the one file that has all of them.

    >>> joined_name("table"), joined_name("")
    ('css/page-table.css', 'css/page.css')
    """
    return f"css/page-{room}.css" if room else "css/page.css"


def sheets_loaded(room: str) -> list[str]:
    """What a room's pages load: the one file, and each singly while files are being worked on."""
    return [joined_name(room)] if settings.SHEEPFOLD_COLLECTED else sheets_of(room)


def joined_sheets(found: Found) -> dict[str, tuple[Storage, str]]:
    """One style sheet for the pages of each room, in which those of the frame come first."""
    stems = {Path(name).stem for name in found if Path(name).match("css/*.css")}
    rooms = {"", *stems} - {*FRAME, RAIL} if stems else set()
    memory = InMemoryStorage()
    for room in rooms:
        text = short_sheet("\n".join(_text_of(*found[name]) for name in sheets_of(room)))
        memory.save(joined_name(room), ContentFile(text))
    return {name: (memory, name) for name in map(joined_name, rooms)}


def short_sheet(text: str) -> str:
    """A style sheet without its comments and blanks, which are a third of what is sent.

    >>> short_sheet("/* Red. */\\n.a {\\n  color: red;\\n\\n  &:hover, > b { top: 0; }\\n}\\n")
    '.a{color:red;&:hover,> b{top:0}}'
    """
    short = BLANKS.sub(r"\1\2\3", INDENT.sub("\n", SHEET_COMMENT.sub("", text)))
    return DECLARED.sub(r"\1:", short).replace(";}", "}").strip()


def short_scripts(found: Found) -> dict[str, tuple[Storage, str]]:
    """Our scripts, each with those that it imports, without what only people read."""
    memory = InMemoryStorage()
    ours = [name for name in found if any(Path(name).match(path) for path in OUR_MODULES)]
    texts = {name: _text_of(*found[name]) for name in ours}
    for name in ours:
        memory.save(name, ContentFile(jsmin(joined_script(name, texts))))
    return {name: (memory, name) for name in ours}


def joined_script(name: str, texts: Mapping[str, str]) -> str:
    r"""A script after all that it imports: each in a scope of its own, and run once in a page.

    What is loaded later may have parts of what is there already (`self.joined`).

    >>> shop = 'export const open = () => "open";'
    >>> page = 'import { open } from "./shop.js";\nopen();'
    >>> print(joined_script("js/page.js", {"js/page.js": page, "js/shop.js": shop}))
    const shop_js = (self.joined ??= {}).shop ??= (() => {
    const open = () => "open";
    return { open };
    })();
    const { open } = shop_js;
    open();
    """
    parts: dict[str, str] = {}

    def take(name: str) -> str:
        for found in IMPORTED.finditer(texts[name]):
            script = found["script"]
            if script not in parts:
                parts[script] = _in_a_scope(script, take(f"js/{script}.js"))
        return IMPORTED.sub(_as_constants, texts[name])

    own = take(name)
    return "\n".join([*parts.values(), own])


def _as_constants(found: re.Match[str]) -> str:
    names = (found["names"] or "").removeprefix("* as ")
    return f"const {names} = {found['script']}_js;" if names else ""


def _in_a_scope(script: str, text: str) -> str:
    names = ", ".join(EXPORTED.findall(text))
    inside = EXPORTED.sub("", text)
    if left := UNJOINED.search(inside):
        raise ValueError(f"js/{script}.js cannot be joined with others: {left[0]}")
    once = f"const {script}_js = (self.joined ??= {{}}).{script} ??= (() => {{"
    return f"{once}\n{inside}\nreturn {{ {names} }};\n}})();"


def _text_of(storage: Storage, name: str) -> str:
    with storage.open(name) as file:
        return str(file.read().decode())


def collect() -> None:
    """Collect all static files, where one has changed; what phones fetch is packed before."""
    folder = Path(settings.STATIC_ROOT)
    note, found = folder / NOTE, fingerprint()
    if note.exists() and note.read_text() == found:
        return
    call_command(collectstatic.Command(), interactive=False, clear=True, verbosity=0)
    note.write_text(found)


def fingerprint() -> str:
    """What tells these static files, and this way of collecting them, from all others."""
    digest = sha256(Path(__file__).read_bytes())
    for name, path in sorted(sources()):
        digest.update(f"\0{name}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def sources() -> Iterator[tuple[str, Path]]:
    """Every static file by the name that pages know it by."""
    for finder in finders.get_finders():
        for name, storage in finder.list([]):
            yield name, Path(storage.path(name))
