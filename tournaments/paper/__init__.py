"""Printed pages: from what the queries know to PDF, by templates that get everything as data."""

from tournaments.paper.press import PAPERS, Part, printed

__all__ = ["PAPERS", "Part", "printed"]
