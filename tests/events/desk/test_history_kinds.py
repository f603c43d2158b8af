"""Every kind of deed that a service writes down has its sentence in the history."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from project_tools.steps import ROOT
from tournaments.events.check_in import services as check_in
from tournaments.events.desk import services as desk
from tournaments.events.desk.queries.history import GROUPS, HANDS, KINDS
from tournaments.events.draw.queries import repairing
from tournaments.events.money import services as money

OTHERWISE = {
    "ask.kind": repairing.KINDS,
    "kinds.pop()": {*check_in.KINDS.values(), "changed"},
    "TURNS[turn]": set(desk.TURNS.values()),
    "KINDS_OF_LINES[line.kind]": set(money.KINDS_OF_LINES.values()),
}
"""What other expressions may come to; one that is not here is a mistake."""

ROOMS = ROOT / "tournaments"
EVENTS = "tournaments.events"
NOT_OF_EVENTS = {"tables", "records", "site"}
"""Their services write no deeds at events."""
AT_TABLES = {"confirm", "rename"}
"""Kinds of changes of a table, which are not deeds at the event."""


def modules() -> list[Path]:
    found = (*ROOMS.rglob("services.py"), *ROOMS.rglob("services/[!_]*.py"))
    return sorted(path for path in found if path.parts[len(ROOMS.parts)] not in NOT_OF_EVENTS)


def name_of(path: Path) -> str:
    """The module's name, from the rooms on."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def place_of_kind(function: ast.FunctionDef) -> int | None:
    """At which place a kind is handed to a function."""
    names = [argument.arg for argument in function.args.args]
    return names.index("kind") if "kind" in names else None


def functions_in(tree: ast.Module) -> dict[str, int | None]:
    return {
        node.name: place_of_kind(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }


def handed_over(tree: ast.Module, known: dict[str, int | None]) -> Iterator[ast.expr]:
    """What is given as a kind, wherever one is, to `EventChange` or to whoever makes one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            place = known.get(node.func.id)
            if node.func.id == "EventChange" or place is not None:
                yield from (each.value for each in node.keywords if each.arg == "kind")
            if place is not None:
                yield from node.args[place : place + 1]


def words_in(value: ast.expr, tree: ast.Module, module: object) -> Iterator[str]:
    """The words that an expression may come to, as far as the file says."""
    if isinstance(value, ast.Constant):
        yield str(value.value)
    elif isinstance(value, ast.IfExp):
        yield from words_in(value.body, tree, module)
        yield from words_in(value.orelse, tree, module)
    elif isinstance(value, ast.Name):
        known = getattr(module, value.id, None)
        if isinstance(known, str):
            yield known
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and any(
                isinstance(target, ast.Name) and target.id == value.id for target in node.targets
            ):
                yield from words_in(node.value, tree, module)
    else:
        yield from OTHERWISE[ast.unparse(value)]


@cache
def written() -> dict[str, set[str]]:
    shared = functions_in(ast.parse((ROOMS / "events/results/services/results.py").read_text()))
    found = {}
    for path in modules():
        tree = ast.parse(path.read_text())
        module = import_module(name_of(path))
        handed = handed_over(tree, shared | functions_in(tree))
        found[name_of(path)] = {word for value in handed for word in words_in(value, tree, module)}
    return found


def test_kinds_are_found() -> None:
    found = written()
    assert {"clock_started", "clock_stopped"} <= found[f"{EVENTS}.desk.services"]
    assert {"final_locked", "final_reopened"} <= found["tournaments.events.standings.services"]
    assert len(set().union(*found.values())) > 30


@pytest.mark.parametrize("module", [name_of(path) for path in modules()])
def test_every_kind_has_a_sentence(module: str) -> None:
    assert written()[module] - AT_TABLES <= KINDS.keys()


def test_every_kind_belongs_to_a_group_that_can_be_chosen() -> None:
    assert {kind.group for kind in KINDS.values()} == GROUPS.keys() - {HANDS}


@pytest.mark.parametrize("kind", KINDS)
def test_every_sentence_can_be_said(kind: str) -> None:
    values = dict.fromkeys(("entry", "round", "table", "before", "after"), "7")
    assert "%" not in str(KINDS[kind].sentence) % values
