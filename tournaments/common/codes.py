"""Addresses as pictures for a camera."""

from __future__ import annotations

import segno


def code_for(address: str) -> str:
    """The address as a picture: an SVG without any style of its own."""
    return drawn(segno.make(address, error="m"))


def drawn(code: segno.QRCode) -> str:
    """A code as such a picture."""
    svg: str = code.svg_inline(omitsize=True, border=2, svgclass="code", lineclass=None)
    return svg
