"""What is kept, one file per subject."""

from tournaments.models.change import TableChange
from tournaments.models.club import Club, ClubDirector, Player
from tournaments.models.entry import Entry, Member
from tournaments.models.event import Announcement, By, Event, EventChange
from tournaments.models.hand import Hand, HandPoints, HandVersion
from tournaments.models.leaving import Leaving
from tournaments.models.link import Actor, TableLink, hash_secret
from tournaments.models.money import CashLine, KeptPrizes
from tournaments.models.round import EventTable, Result, Round, TotalsVersion
from tournaments.models.ruling import Ruling, TieDecision
from tournaments.models.series import Series, SeriesChange, SeriesStage
from tournaments.models.table import Seat, Table
from tournaments.models.upload import MOST_BYTES, EventUpload

__all__ = [
    "MOST_BYTES",
    "Actor",
    "Announcement",
    "By",
    "CashLine",
    "Club",
    "ClubDirector",
    "Entry",
    "Event",
    "EventChange",
    "EventTable",
    "EventUpload",
    "Hand",
    "HandPoints",
    "HandVersion",
    "KeptPrizes",
    "Leaving",
    "Member",
    "Player",
    "Result",
    "Round",
    "Ruling",
    "Seat",
    "Series",
    "SeriesChange",
    "SeriesStage",
    "Table",
    "TableChange",
    "TableLink",
    "TieDecision",
    "TotalsVersion",
    "hash_secret",
]
