"""What is kept, one file per subject."""

from tournaments.models.change import TableChange
from tournaments.models.club import Club, ClubDirector, Player, PlayerAlias, PlayerChange
from tournaments.models.contact import Contact, SamePerson
from tournaments.models.entry import Entry, Member
from tournaments.models.event import Announcement, Event, EventChange
from tournaments.models.hand import Hand, HandPoints, HandVersion
from tournaments.models.leaving import Leaving
from tournaments.models.link import Author, SwitchedOff, TableLink, called, hash_secret
from tournaments.models.money import CashLine, KeptPrizes, NamedHighest
from tournaments.models.old_records import (
    KeptEvening,
    KeptTotal,
    OldImport,
    OldImportChange,
)
from tournaments.models.protest import Protest
from tournaments.models.record_book import (
    CountedSheet,
    Feat,
    MonthTally,
    PairTally,
    SheetTally,
    YearTally,
)
from tournaments.models.round import Decided, EventTable, Result, Round, TotalsVersion
from tournaments.models.ruling import Ruling, TieDecision
from tournaments.models.sent import SentForm
from tournaments.models.series import Series, SeriesChange, SeriesFinal, SeriesStage
from tournaments.models.table import Seat, Table
from tournaments.models.upload import MOST_BYTES, EventUpload

By = Author
Actor = Author

__all__ = [
    "MOST_BYTES",
    "Actor",
    "Announcement",
    "Author",
    "By",
    "CashLine",
    "Club",
    "ClubDirector",
    "Contact",
    "CountedSheet",
    "Decided",
    "Entry",
    "Event",
    "EventChange",
    "EventTable",
    "EventUpload",
    "Feat",
    "Hand",
    "HandPoints",
    "HandVersion",
    "KeptEvening",
    "KeptPrizes",
    "KeptTotal",
    "Leaving",
    "Member",
    "MonthTally",
    "NamedHighest",
    "OldImport",
    "OldImportChange",
    "PairTally",
    "Player",
    "PlayerAlias",
    "PlayerChange",
    "Protest",
    "Result",
    "Round",
    "Ruling",
    "SamePerson",
    "Seat",
    "SentForm",
    "Series",
    "SeriesChange",
    "SeriesFinal",
    "SeriesStage",
    "SheetTally",
    "SwitchedOff",
    "Table",
    "TableChange",
    "TableLink",
    "TieDecision",
    "TotalsVersion",
    "YearTally",
    "called",
    "hash_secret",
]
