"""What is kept, one file per subject."""

from tournaments.models.base import Language, SentForm
from tournaments.models.club import Claim, Club, Player, PlayerAlias, PlayerChange
from tournaments.models.entry import Contact, Entry, Member, SamePerson
from tournaments.models.event import MOST_BYTES, Announcement, Event, EventChange, EventUpload
from tournaments.models.house_rules import LONGEST_RULES_NAME, HouseRules, HouseRulesChange
from tournaments.models.member import (
    HELPS_AFTER,
    INVITED_FOR,
    ClubRequest,
    Invitation,
    Membership,
    Role,
)
from tournaments.models.money import CashKind, CashLine, KeptPrizes, NamedHighest
from tournaments.models.record_book import (
    CountedSheet,
    Feat,
    KeptEvening,
    KeptTotal,
    MonthTally,
    OldImport,
    OldImportChange,
    PairTally,
    SheetTally,
    YearTally,
)
from tournaments.models.registration import (
    REGISTRATION_CODE,
    REGISTRATION_LETTERS,
    BookedTransfer,
    Listed,
    Registration,
    RegistrationTerms,
    hides_names,
)
from tournaments.models.round import Decided, EventTable, Leaving, Result, Round, TotalsVersion
from tournaments.models.ruling import Protest, Ruling, TieDecision
from tournaments.models.series import Series, SeriesChange, SeriesFinal, SeriesStage
from tournaments.models.table import (
    Author,
    Hand,
    HandPoints,
    HandVersion,
    Seat,
    SwitchedOff,
    Table,
    TableChange,
    TableLink,
    called,
    hash_secret,
)
