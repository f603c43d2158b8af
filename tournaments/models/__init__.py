"""What is kept, one file per subject."""

from tournaments.models.change import TableChange
from tournaments.models.club import Club, ClubDirector, Player
from tournaments.models.entry import Entry, Member
from tournaments.models.event import Announcement, By, Event, EventChange
from tournaments.models.hand import Hand, HandPoints, HandVersion
from tournaments.models.link import Actor, TableLink, hash_secret
from tournaments.models.round import EventTable, Result, Round, TotalsVersion
from tournaments.models.table import Seat, Table

__all__ = [
    "Actor",
    "Announcement",
    "By",
    "Club",
    "ClubDirector",
    "Entry",
    "Event",
    "EventChange",
    "EventTable",
    "Hand",
    "HandPoints",
    "HandVersion",
    "Member",
    "Player",
    "Result",
    "Round",
    "Seat",
    "Table",
    "TableChange",
    "TableLink",
    "TotalsVersion",
    "hash_secret",
]
