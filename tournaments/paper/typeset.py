"""Sets one document and ends: a program of its own, `python typeset.py FOLDER < order > pdf`.

The typesetter keeps what it has reckoned in memory and gives nothing back: some hundred megabytes
for a thousand players. In a process that ends the server's memory stays as it was, and a document
that is too large ends this process and not the server. It knows nothing of the rest of the
program, so that it starts in a tenth of a second.

The order is one JSON object: `data` for the templates in FOLDER, `at` in seconds since 1970, and
`is_read`, whether the PDF gets the marks that a screen reader needs.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import typst


def typeset(folder: Path, order: dict[str, object]) -> bytes:
    """The PDF of an order, with no fonts but those that come with the library."""
    pdf: bytes = typst.compile(
        folder / "main.typ",
        root=folder,
        font_paths=typst.Fonts(include_system_fonts=False),
        ignore_system_fonts=True,
        format="pdf",
        sys_inputs={"data": json.dumps(order["data"], ensure_ascii=False)},
        timestamp=int(str(order["at"])),
        pdf_tags=bool(order["is_read"]),
    )
    return pdf


if __name__ == "__main__":
    sys.stdout.buffer.write(typeset(Path(sys.argv[1]), json.loads(sys.stdin.buffer.read())))
