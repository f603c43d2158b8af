"""What is kept, one file per subject."""

from tournaments.models.change import TableChange
from tournaments.models.club import Club
from tournaments.models.hand import Hand, HandPoints, HandVersion
from tournaments.models.link import Actor, TableLink, hash_secret
from tournaments.models.table import Seat, Table

__all__ = [
    "Actor",
    "Club",
    "Hand",
    "HandPoints",
    "HandVersion",
    "Seat",
    "Table",
    "TableChange",
    "TableLink",
    "hash_secret",
]
