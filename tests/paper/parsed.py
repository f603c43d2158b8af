"""What is drawn in a PDF: its tables cell by cell, the dots that are filled, the texts in place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from pypdf import PageObject

from tests.answers import there
from tests.paper.printed import opened, words


class Cell(NamedTuple):
    """A cell as it is read aloud, and whether it is struck through."""

    text: str
    is_struck: bool = False


class Spot(NamedTuple):
    """Where something stands on its page, in points from its lower left corner."""

    x: float
    y: float
    text: str = ""


Table = list[list[Cell]]


def tables(pdf: bytes) -> list[Table]:
    """The tables of a PDF that is made for reading, row by row, heads first."""
    reader = opened(pdf)
    texts: dict[int | None, dict[int, str]] = {
        there(page.indirect_reference).idnum: _marked(page) for page in reader.pages
    }
    catalogue: Any = reader.trailer["/Root"]
    root = catalogue["/StructTreeRoot"]
    found = []
    for element in _elements(root):
        if element.get("/S") == "/Table":
            rows = [row for row in _elements(element) if row.get("/S") == "/TR"]
            found.append([[_cell(each, texts) for each in _children(row)] for row in rows])
    return found


def spots(page: PageObject) -> list[Spot]:
    """The texts of a page with the place where each begins."""
    found: list[Spot] = []

    def text(said: str, matrix: list[float], *_more: object) -> None:
        if said.strip():
            found.append(Spot(matrix[4], matrix[5], words(said).strip()))

    page.extract_text(visitor_text=text)
    return found


def dots(page: PageObject) -> list[Spot]:
    """The middle of each filled circle, from the top of the page to its foot."""
    found: list[Spot] = []
    curve: list[tuple[float, float]] = []

    def before(operator: bytes, operands: Any, matrix: list[float], _text: object) -> None:
        if operator == b"c":
            curve.append((float(operands[4]), float(operands[5])))
        elif operator in (b"f", b"f*") and len(curve) == 4:
            across, up = (sum(axis) / 4 for axis in zip(*curve, strict=True))
            found.append(Spot(matrix[0] * across + matrix[4], matrix[3] * up + matrix[5]))
        if operator in (b"f", b"f*", b"S", b"n"):
            curve.clear()

    page.extract_text(visitor_operand_before=before)
    return sorted(found, key=lambda spot: -spot.y)


def _marked(page: PageObject) -> dict[int, str]:
    """The text of each marked piece of a page."""
    pieces: dict[int, str] = defaultdict(str)
    open_now: list[int | None] = []

    def before(operator: bytes, operands: Any, *_matrices: object) -> None:
        if operator == b"BDC":
            mark = operands[1].get("/MCID") if hasattr(operands[1], "get") else None
            open_now.append(mark)
        elif operator == b"BMC":
            open_now.append(None)
        elif operator == b"EMC":
            open_now.pop()

    def text(said: str, *_more: object) -> None:
        if open_now and open_now[-1] is not None:
            pieces[open_now[-1]] += said

    page.extract_text(visitor_operand_before=before, visitor_text=text)
    return pieces


def _children(element: Any) -> list[Any]:
    kids = element.get("/K")
    kids = kids.get_object() if hasattr(kids, "get_object") else kids
    several = kids if isinstance(kids, list) else [kids] if kids is not None else []
    return [kid.get_object() if hasattr(kid, "get_object") else kid for kid in several]


def _elements(element: Any) -> Iterator[Any]:
    for kid in _children(element):
        if hasattr(kid, "get"):
            yield kid
            yield from _elements(kid)


def _cell(element: Any, texts: dict[int | None, dict[int, str]]) -> Cell:
    inside = [element, *_elements(element)]
    said = []
    for each in inside:
        page = each.raw_get("/Pg").idnum if "/Pg" in each else None
        said += [texts[page][int(kid)] for kid in _children(each) if not hasattr(kid, "get")]
    return Cell(words(" ".join(said)).strip(), any(_is_struck(each) for each in inside))


def _is_struck(element: Any) -> bool:
    attributes = element.get("/A") or []
    return any(each.get("/TextDecorationType") == "/LineThrough" for each in attributes)
