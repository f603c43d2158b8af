"""The one file of our own part: the same each time, whole, and small enough."""

from __future__ import annotations

import ast
import gzip
import json
import subprocess
import sys
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from babel.messages import Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django.conf import settings

from kit.offer import NOTE, PYTHON, STATIC, offered, prepare
from kit.pack import ROOT, STAND_INS, contents, modules, packed
from tests.kit.games import played, state

LANGUAGES = [code for code, _name in settings.LANGUAGES]
VENDORED = STATIC / "kit" / PYTHON
MOST = 5_800_000
"""Bytes that a phone fetches."""

ALONE = """
import sys
sys.path[:] = [sys.argv[1], *(path for path in sys.path if "site-packages" not in path)]
from kit import field
field.begin("en")
for call in sys.stdin:
    print(field.answer(call))
outside = [name for name, module in sys.modules.items() if name.split(".")[0] in
           ("asgiref", "django", "kit", "scoring", "sheets") and not
           (module.__spec__.origin or sys.argv[1]).startswith(sys.argv[1])]
assert not outside, outside
"""


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return contents(LANGUAGES)


def test_the_same_is_packed_the_same_way(files: dict[str, bytes]) -> None:
    """In another process, where sets have another order."""
    program = (
        "import sys; from hashlib import sha256; from kit.pack import contents, packed; "
        f"print(sha256(packed(contents({LANGUAGES}))).hexdigest())"
    )
    command = [sys.executable, "-c", program]
    seed = {"PYTHONHASHSEED": "7", "DJANGO_SETTINGS_MODULE": "config.settings"}
    other = subprocess.run(command, cwd=ROOT, env=seed, capture_output=True, text=True, check=True)
    assert other.stdout.strip() == sha256(packed(files)).hexdigest()


def test_it_is_whole(files: dict[str, bytes], tmp_path: Path) -> None:
    """A Python that has nothing but it draws a sheet in each language."""
    ZipFile(BytesIO(packed(files))).extractall(tmp_path)
    record = played("schafkopf")
    calls = [
        call for language in LANGUAGES for call in (["open", state(record, language)], ["page"])
    ]
    done = subprocess.run(
        [sys.executable, "-I", "-c", ALONE, str(tmp_path)],
        input="\n".join(map(json.dumps, calls)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    words = [json.loads(line)["save_words"] for line in done.stdout.splitlines()[1::2]]
    assert words == ["Save hand 40", "Spiel 40 speichern", "Salvesta jaotus 40"]


def forms(message: Message) -> list[str]:
    """What it is in the language: one, or one for each number."""
    said = message.string
    return [said] if isinstance(said, str) else list(said or ())


@pytest.mark.parametrize("language", ["de", "et"])
def test_every_word_of_it_is_in_its_catalogue(files: dict[str, bytes], language: str) -> None:
    name = f"locale/{language}/LC_MESSAGES/django"
    whole = read_po((ROOT / f"{name}.po").open("rb"))
    small = read_mo(BytesIO(files[f"{name}.mo"]))
    needed = [each for each in whole if {path for path, _line in each.locations} & set(files)]
    assert len(needed) > 500
    for message in needed:
        found = small.get(message.id, message.context)
        assert found is not None, message.id
        assert forms(found) == forms(message)
    assert len(files[f"{name}.mo"]) < (ROOT / f"{name}.mo").stat().st_size / 2


def test_stand_ins_and_the_worker_s_python_are_short() -> None:
    lines = [len(path.read_text().splitlines()) for path in STAND_INS.rglob("*.py")]
    assert lines
    assert sum(lines) <= 40
    assert len((ROOT / "kit" / "field.py").read_text().splitlines()) <= 200


def standard_names(source: str) -> set[str]:
    """What a module imports of Python's own library."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return {name for name in found if name.split(".")[0] in sys.stdlib_module_names}


def test_the_vendored_library_has_what_our_modules_name() -> None:
    """Whoever imports something new makes the phone's Python anew."""
    library = gzip.decompress((VENDORED / "python_stdlib.zip.gz").read_bytes())
    there = {
        name.removesuffix(".pyc").removesuffix("/__init__")
        for name in ZipFile(BytesIO(library)).namelist()
    }
    built_in = {*sys.builtin_module_names, "collections.abc", "math", "unicodedata"}
    named = set()
    for module in modules():
        path = ROOT.joinpath(*module.split("."))
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        named |= standard_names(file.read_text())
    assert {name for name in named - built_in if name.replace(".", "/") not in there} == set()


def test_vendored_files_are_those_that_were_noted() -> None:
    noted = json.loads(NOTE.read_text())
    kept = {path.name.removesuffix(".gz"): path.read_bytes() for path in VENDORED.glob("*.gz")}
    assert kept.keys() == noted.keys()
    for name, content in kept.items():
        assert len(content) == noted[name]["wire"]
        assert sha256(content).hexdigest() == noted[name]["sha256"]
        assert b"sourceMappingURL=" not in gzip.decompress(content)[-300:]
    assert json.loads(gzip.decompress(kept["pyodide-lock.json"]))["packages"] == {}


def test_what_a_phone_fetches_is_written_once_and_known_again(tmp_path: Path) -> None:
    assert offered(tmp_path) is None
    offer = prepare(tmp_path, LANGUAGES)
    assert offer is not None
    assert offered(tmp_path) == offer == prepare(tmp_path, LANGUAGES)
    assert offer.wire <= MOST

    small = (tmp_path / f"{offer.pack}.gz").read_bytes()
    assert offer.pack.endswith(f"{sha256(gzip.decompress(small)).hexdigest()[:16]}.pack")

    english = prepare(tmp_path, ["en"])
    assert english is not None
    assert english.hash != offer.hash
    assert [path.name for path in tmp_path.glob("kit/*")] == [f"{Path(english.pack).name}.gz"]

    assert prepare(tmp_path, ["en"], static=tmp_path) is None
    assert offered(tmp_path) is None
