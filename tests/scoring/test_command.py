"""The engine from outside: `manage.py score` and `manage.py rulesets`, without a database."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring import RULESETS, score_record
from scoring.command import main

ROOT = Path(__file__).parents[2]
HAND = {"dealer": 0, "picker": 2, "partner": 4, "picker_points": 75, "picker_tricks": None}
RECORD = {"ruleset": "sheepshead5-wikipedia", "hands": [HAND]}
REFUSED = {"ruleset": "sheepshead5-wikipedia", "hands": [HAND, HAND | {"picker_points": 119}]}


def run(
    *arguments: str, text: str = "", cwd: Path = ROOT, **variables: str
) -> subprocess.CompletedProcess[str]:
    """`manage.py` with a database that is not there."""
    environment = {name: value for name, value in os.environ.items() if "DJANGO" not in name}
    environment |= variables
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        input=text,
        capture_output=True,
        text=True,
        cwd=cwd,
        env=environment | {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nowhere"},
        timeout=60,
        check=False,
    )


def the_refusal(code: int, out: str, err: str) -> dict[str, Any]:
    assert code == 2
    assert out == ""
    (line,) = err.splitlines()
    refusal: dict[str, Any] = json.loads(line)["error"]
    assert refusal.keys() == {"hand", "field", "code", "message"}
    return refusal


def test_a_record_on_standard_input_is_answered_on_standard_output() -> None:
    done = run("score", text=json.dumps(RECORD))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == score_record(RECORD)
    assert json.loads(done.stdout)["totals"] == [-1, -1, 2, -1, 1]


def test_a_record_in_a_file_is_answered_from_any_folder(tmp_path: Path) -> None:
    (tmp_path / "table.json").write_text(json.dumps(RECORD, indent=2))
    done = run("score", "table.json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == score_record(RECORD)


def test_a_refusal_says_which_field_of_which_hand_to_mend() -> None:
    done = run("score", text=json.dumps(REFUSED))
    refusal = the_refusal(done.returncode, done.stdout, done.stderr)
    assert (refusal["hand"], refusal["field"]) == (1, "picker_points")
    assert refusal["code"] == "infeasible_points"
    assert "119" in refusal["message"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["score", "no-such-file.json"], "no_file"),
        (["score", "."], "no_file"),
        (["score", "--fast"], "bad_call"),
        (["score", "a.json", "b.json"], "bad_call"),
        (["score", "--lines", "a.json"], "bad_call"),
        (["rulesets", "saskop"], "bad_call"),
        (["rulesets", "--json", "--json"], "bad_call"),
    ],
)
def test_a_call_that_cannot_be_understood_is_refused(
    arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert the_refusal(main(arguments), *capsys.readouterr())["code"] == code


@pytest.mark.parametrize("text", ["", "{", "[1, 2", "nonsense", '{"a": 1} {"b": 2}'])
def test_what_is_no_json_is_refused(
    text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert the_refusal(main(["score"]), *capsys.readouterr())["code"] == "not_json"


def test_a_file_without_an_end_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert the_refusal(main(["score", "/dev/zero"]), *capsys.readouterr())["code"] == "too_long"


buffered = pytest.mark.parametrize("unbuffered", ["", "1"])
"""As PYTHONUNBUFFERED has it: what was not written is then left to the end of Python, or not."""


@buffered
def test_a_full_disk_is_said_in_a_sentence(unbuffered: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), "score"],
            input=json.dumps(RECORD),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.startswith("The answer could not be written")
    assert done.stderr.count("\n") == 1


def test_lines_are_answered_one_by_one_and_a_refused_one_stops_nothing() -> None:
    texts = [json.dumps(RECORD), json.dumps(REFUSED), "nonsense", json.dumps(RECORD)]
    done = run("score", "--lines", text="\n".join(texts) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    good, refused, nonsense, again = (json.loads(line) for line in done.stdout.splitlines())
    assert good == again == score_record(RECORD)
    assert refused["error"]["hand"] == 1
    assert nonsense["error"]["code"] == "not_json"


def test_no_lines_no_answers() -> None:
    done = run("score", "--lines")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_last_line_needs_no_end() -> None:
    done = run("score", "--lines", text=json.dumps(RECORD))
    assert len(done.stdout.splitlines()) == 1


def test_every_ruleset_is_listed_for_people() -> None:
    done = run("rulesets")
    assert (done.returncode, done.stderr) == (0, "")
    for key, ruleset in RULESETS.items():
        assert f"{key}: {ruleset.name}" in done.stdout


def test_every_ruleset_is_listed_for_programs() -> None:
    done = run("rulesets", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    listed = json.loads(done.stdout)
    assert [ruleset["key"] for ruleset in listed] == list(RULESETS)
    for ruleset in listed:
        assert ruleset["name"]
        assert ruleset["scores"] in ("seats", "pairs")
        assert all(seats >= ruleset["active"] for seats in ruleset["players"])
        assert ruleset["sources"]
        for option in ruleset["options"]:
            assert option.keys() >= {"name", "kind", "choices", "default", "meaning"}
            if option["to_decide"]:
                assert option["default"] is None
            elif option["kind"] == "choice":
                assert option["default"] in option["choices"]
        for field in ruleset["fields"]:
            assert field.keys() >= {"name", "kind", "meaning"}
            assert field["meaning"]
            assert field["choices_unless"].keys() | field["notes"].keys() <= set(field["choices"])
            others = [field["unless"], *field["choices_unless"].values()]
            names = {other["field"] for other in others if other}
            assert names <= {other["name"] for other in ruleset["fields"]} - {field["name"]}


def test_a_terminal_that_knows_only_ascii_gets_the_list_too() -> None:
    done = run("rulesets", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, "")
    assert all(f"{key}: " in done.stdout for key in RULESETS)


@pytest.mark.parametrize("command", ["score", "rulesets"])
def test_help_needs_no_input(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert "score --lines" in capsys.readouterr().out


@pytest.mark.parametrize(
    "statement",
    [
        "import scoring",
        "from scoring.command import main; main(['rulesets'])",
        "import sys; sys.argv = ['manage.py', 'rulesets']; import manage; manage.main(sys.argv)",
    ],
)
def test_scoring_needs_nothing_but_the_standard_library(statement: str) -> None:
    check = (
        "import sys; before = set(sys.modules); exec(sys.argv[1]); "
        "new = {name.split('.')[0] for name in set(sys.modules) - before}; "
        "print(sorted(new - sys.stdlib_module_names), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", check, statement],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=True,
    )
    assert set(json.loads(done.stderr.replace("'", '"'))) <= {"scoring", "manage"}


@buffered
def test_a_reader_that_goes_away_early_is_no_error(unbuffered: str) -> None:
    lines = (json.dumps(RECORD) + "\n") * 5_000
    with subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "score", "--lines"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
    ) as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdout.close()
        try:
            running.stdin.write(lines)
            running.stdin.close()
        except BrokenPipeError:
            running.stdin = None
        assert running.stderr.read() == ""
    assert running.returncode == 0
