"""What is kept of people, why, and how long: by this table it is deleted, and a page says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.core.management import call_command
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.addresses import GOOD_FOR as ADDRESSES_FOR
from accounts.addresses import forget_unconfirmed
from accounts.events import forget_old_events
from accounts.letters import KEPT_FOR as LETTERS_FOR
from accounts.letters import forget_old_letters
from accounts.password_links import GOOD_FOR as LINKS_FOR
from accounts.password_links import forget_old_links
from accounts.sign_ins import KEPT_FOR as SIGN_INS_FOR
from accounts.sign_ins import forget_old_sign_ins
from accounts.tries import forget_old_tries
from config.middleware import site_known_browsers, site_passes
from config.passes import GOOD_FOR
from project_tools.copies import WEEKS
from tournaments.archive.services import KEPT as UPLOADS_FOR
from tournaments.archive.services import forget_old_uploads
from tournaments.common.requests import (
    AGE,
    DEVICE_COOKIE,
    NAMES_COOKIE,
    PLAYERS_COOKIE,
    REGISTRATIONS_AGE,
    REGISTRATIONS_COOKIE,
    TABLES_AGE,
    TABLES_COOKIE,
    WHO_COOKIE,
)
from tournaments.events.check_in.queries.contacts import KEPT_DAYS
from tournaments.events.check_in.services import forget_old_contacts
from tournaments.events.registration.queries import KEPT_DAYS as REGISTRATIONS_DAYS
from tournaments.events.registration.queries import NETWORK_FOR
from tournaments.events.registration.services import (
    forget_mails,
    forget_networks,
    forget_old_registrations,
)
from tournaments.models import INVITED_FOR, ClubRequest, Invitation
from tournaments.people.services.claims import CLAIMS_FOR, forget_old_claims
from tournaments.tables.services.tables import EMPTY_FOR, HOUR, forget_empty_tables

DAY = timedelta(days=1)


class Kept(NamedTuple):
    """Something that is kept: what, why, how long from what on, and what deletes it by then.

    `span` None: for good, as `since` says. Without `forget` it goes together with something else,
    or when somebody deletes it.
    """

    what: str | Promise
    why: str | Promise
    since: str | Promise
    span: timedelta | None = None
    forget: Callable[[], int] | None = None

    @property
    def how_long(self) -> str:
        """The span in words; empty where it is kept for good."""
        return "" if self.span is None else said(self.span)


def said(span: timedelta) -> str:
    """A span in days, in hours where it is shorter.

    >>> said(timedelta(days=30)), said(timedelta(days=1)), said(timedelta(hours=12))
    ('30 days', '1 day', '12 hours')
    """
    if span < DAY:
        hours = round(span / HOUR)
        return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}
    return ngettext("%(count)s day", "%(count)s days", span.days) % {"count": span.days}


def forget_sessions() -> int:
    """Delete the sessions that have ended; how many is not told."""
    call_command("clearsessions")
    return 0


def forget_old_invitations() -> int:
    """Delete those that have been worth nothing for long enough; how many they were."""
    ended = timezone.now() - INVITED_FOR - INVITATIONS_FOR
    return Invitation.objects.filter(made_at__lt=ended).delete()[0]


INVITATIONS_FOR = timedelta(days=7)


def forget_old_requests() -> int:
    """Delete what was asked for and answered long enough ago; how many they were."""
    return ClubRequest.objects.filter(answered_at__lt=timezone.now() - REQUESTS_FOR).delete()[0]


REQUESTS_FOR = timedelta(days=30)


def retention() -> list[Kept]:
    """What is kept, in the order in which it is told; some of it as long as the settings say."""
    limits = settings.SHEEPFOLD_SIGN_INS
    return [
        Kept(
            _("Names of players, home places and groups; results, sheets, reasons"),
            _("They are the sheets, standings and the record book of the club."),
            _("Until a director erases the person"),
        ),
        Kept(
            _("Who changed what: a random number of the device, a name, an account"),
            _("So that a table can see how its sheet came about."),
            _("As long as the sheet, or until the person is erased"),
        ),
        Kept(
            _("Phone numbers and e-mail addresses that an event notes"),
            _("So that whoever is waited for can be reached."),
            _("After the last deed at the event"),
            timedelta(days=KEPT_DAYS),
            forget_old_contacts,
        ),
        Kept(
            _(
                "Of somebody who registers by himself a digest of the link, the message, and if he "
                "never came the name"
            ),
            _("So that he can change it or withdraw."),
            _("After the last deed at the event"),
            timedelta(days=REGISTRATIONS_DAYS),
            forget_old_registrations,
        ),
        Kept(
            _("Of each transfer that was booked for a registration a digest of the bank’s line"),
            _("So that no line is booked twice."),
            _("As long as the registration"),
        ),
        Kept(
            _("The e-mail address of somebody who registers by himself"),
            _("So that he gets the link to his own page, and word of a place."),
            _("After the last deed at the event"),
            timedelta(days=KEPT_DAYS),
            forget_mails,
        ),
        Kept(
            _("Of a registration a digest of the address from which it came"),
            _("So that a joke with many of them can be taken back."),
            _("After somebody registered"),
            NETWORK_FOR,
            forget_networks,
        ),
        Kept(
            _("Accounts: the name, and a digest of the password"),
            _("So that directors, and players who like to, can sign in."),
            _("As long as there is the account"),
        ),
        Kept(
            _("Of a second factor sealed secrets, by which codes are known"),
            _("So that a password alone lets nobody in."),
            _("Until it is switched off"),
        ),
        Kept(
            _("A digest of a link for a new password"),
            _("So that somebody who has forgotten his gets another one."),
            _("After it was made"),
            LINKS_FOR,
            forget_old_links,
        ),
        Kept(
            _("The e-mail address of an account, where somebody has noted one"),
            _("So that a link for a new password can be sent."),
            _("Until it is removed, or with the account"),
        ),
        Kept(
            _("The same until it is confirmed, with a digest of the link"),
            _("So that nobody notes the address of somebody else."),
            _("After it was typed"),
            ADDRESSES_FOR,
            forget_unconfirmed,
        ),
        Kept(
            _("Letters by e-mail: to whom, what for, and whether they left; the text until then"),
            _("So that it can be read why somebody got none."),
            _("After they were written"),
            LETTERS_FOR,
            forget_old_letters,
        ),
        Kept(
            _("The session of somebody who is signed in"),
            _("So that directors can sign in."),
            _("After the last page"),
            timedelta(seconds=settings.SESSION_COOKIE_AGE),
            forget_sessions,
        ),
        Kept(
            _("Of a sign-in the time, the kind of browser, a digest of the address"),
            _("So that somebody sees where the account is signed in."),
            _("After its end"),
            SIGN_INS_FOR,
            forget_old_sign_ins,
        ),
        Kept(
            _("Of wrong tries at a password digests of name, browser and address"),
            _("So that nobody guesses passwords."),
            _("After the try"),
            timedelta(days=limits.tries_kept_days),
            forget_old_tries,
        ),
        Kept(
            _("The security log: who signed in, and what cannot be undone"),
            _("So that those who answer for a club see what happened."),
            _("After the deed"),
            timedelta(days=limits.events_kept_days),
            forget_old_events,
        ),
        Kept(
            _("Tables of no club on which nothing was entered"),
            _("Somebody may still begin to play."),
            _("After they were opened"),
            EMPTY_FOR,
            forget_empty_tables,
        ),
        Kept(
            _("A digest of the address from which somebody opened a table"),
            _("So that nobody opens tables without end."),
            _("After the table was opened"),
            HOUR,
        ),
        Kept(
            _("Files with events that wait to be brought in"),
            _("So that they can be looked at first."),
            _("After they were sent"),
            UPLOADS_FOR,
            forget_old_uploads,
        ),
        Kept(
            _("Invitations to run a club"),
            _("So that it can be read who was invited."),
            _("After their end"),
            INVITATIONS_FOR,
            forget_old_invitations,
        ),
        Kept(
            _("That an account says which player it is, and a word to the directors"),
            _("So that players have a page of their own."),
            _("Until it is taken back, or the person is erased"),
        ),
        Kept(
            _("The same where directors have declined it, or nobody has decided"),
            _("So that whoever said it can read why."),
            _("After they did, or after it was said"),
            CLAIMS_FOR,
            forget_old_claims,
        ),
        Kept(
            _("Who asked for a club, and what he wrote about it"),
            _("So that whoever looks after the site can answer."),
            _("After the answer"),
            REQUESTS_FOR,
            forget_old_requests,
        ),
        Kept(
            _("Copies of the whole database"),
            _("So that nothing is lost when the machine breaks."),
            _("After they were made, if the server makes them by itself"),
            timedelta(weeks=WEEKS),
        ),
    ]


def forget_all() -> Iterator[tuple[str, int]]:
    """Delete what has had its time: what it was, and how much of it."""
    for each in retention():
        if each.forget is not None:
            yield str(each.what), each.forget()


class Cookie(NamedTuple):
    """A cookie by its name, what it is for, and how long the browser keeps it."""

    name: str
    why: str | Promise
    span: timedelta

    @property
    def how_long(self) -> str:
        """The same in words."""
        return said(self.span)


def cookies() -> list[Cookie]:
    """Every cookie that Sheepfold sets, each of them for something that somebody asked for."""
    year, known = timedelta(seconds=AGE), site_known_browsers()
    return [
        Cookie(
            settings.SESSION_COOKIE_NAME,
            _("Somebody is signed in."),
            timedelta(seconds=settings.SESSION_COOKIE_AGE),
        ),
        Cookie(
            settings.CSRF_COOKIE_NAME,
            _("Forms come from this site and from no other."),
            timedelta(seconds=settings.CSRF_COOKIE_AGE),
        ),
        Cookie(
            known.cookie,
            _("Who has signed in here before is not held up by those who guess."),
            timedelta(days=known.days),
        ),
        Cookie(
            site_passes().cookie,
            _("Whoever has a table’s link, or is signed in, is served before strangers."),
            timedelta(seconds=GOOD_FOR),
        ),
        Cookie(
            settings.LANGUAGE_COOKIE_NAME,
            _("The language that was chosen."),
            timedelta(seconds=settings.LANGUAGE_COOKIE_AGE),
        ),
        Cookie(DEVICE_COOKIE, _("The random number of this device beside hands."), year),
        Cookie(WHO_COOKIE, _("Who uses this device, as somebody said."), year),
        Cookie(NAMES_COOKIE, _("Names that were typed here, to be offered again."), year),
        Cookie(PLAYERS_COOKIE, _("How many play."), year),
        Cookie(
            TABLES_COOKIE,
            _("The tables that were opened here, for the list on the first page."),
            timedelta(seconds=TABLES_AGE),
        ),
        Cookie(
            REGISTRATIONS_COOKIE,
            _("The registrations that were sent from here, to be found again."),
            timedelta(seconds=REGISTRATIONS_AGE),
        ),
    ]
