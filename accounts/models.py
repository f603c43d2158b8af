"""What is kept about accounts beside Django's own."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from accounts.devices import Device
from accounts.saying import said


class Kind(models.TextChoices):
    """What is written down for those who answer for a club, and how it is called."""

    SIGN_IN = "sign_in", _("Signed in")
    REFUSED = "refused", _("Wrong password")
    WRONG_CODE = "wrong_code", _("Wrong code of the second factor")
    HELD = "held", _("Too many wrong tries")
    SIGN_OUT = "sign_out", _("Signed out")
    PASSWORD = "password", _("Password changed")
    PASSWORD_LINK = "password_link", _("Made a link for a new password")
    MAIL = "mail", _("Changed the e-mail address")
    FACTOR_ON = "factor_on", _("Switched the second factor on")
    FACTOR_OFF = "factor_off", _("Switched the second factor off")
    RECOVERY_CODES = "recovery_codes", _("Made new recovery codes")
    SIGN_OUT_OTHERS = "sign_out_others", _("Signed out everywhere else")
    SIGN_OUT_ALL = "sign_out_all", _("Signed out everywhere")
    DIRECTS = "directs", _("Became a director")
    INVITED = "invited", _("Invited somebody")
    INVITATION_WITHDRAWN = "invitation_withdrawn", _("Withdrew an invitation")
    ROLE = "role", _("Changed what somebody is in the club")
    LEFT = "left", _("Took somebody out of the club")
    CLAIMED = "claimed", _("Confirmed whose account it is")
    UNCLAIMED = "unclaimed", _("Took an account away from a player")
    PERSONS_FILE = "persons_file", _("Took what is kept about a person")
    ERASED = "erased", _("Erased a person")
    MERGED = "merged", _("Merged two records")
    UNMERGED = "unmerged", _("Took two records apart")
    REOPENED = "reopened", _("Opened the final list again")
    NEW_CODES = "new_codes", _("Made new codes")
    LANGUAGE = "language", _("Changed the club’s language")
    SITES = "sites", _("Changed which sites show the club’s standings")
    OLD_NAMES = "old_names", _("Changed how long names are shown in full")
    ACCOUNT = "account", _("Made an account")
    CLUB_ASKED = "club_asked", _("Asked for a club")
    CLUB_MADE = "club_made", _("Made a club")
    CLUB_DECLINED = "club_declined", _("Declined a club")
    BACKUP = "backup", _("Copied the database")


class SecurityEvent(models.Model):
    """Who signed in, was refused, or did what cannot be undone; never changed, kept 400 days.

    `account` is who did it or, where nobody was signed in, whose account it is about; its name
    stays when the account goes. `club_id` and `club_name` say where, if it was in a club. `what`
    never holds a secret, nor the name of a player, who may be erased. `network` is a digest of
    where it came from that only this installation can make.
    """

    at = models.DateTimeField(default=timezone.now)
    kind = models.CharField(max_length=24, choices=Kind.choices)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    account_name = models.CharField(max_length=150, blank=True)
    club_id = models.BigIntegerField(null=True, blank=True)
    club_name = models.CharField(max_length=80, blank=True)
    what = models.CharField(max_length=200, blank=True)
    network = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=Kind.values),
                name="security_event_kind_is_known",
                violation_error_message="The kind is a word that nobody knows.",
            )
        ]
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["at"], name="security_events_by_time"),
            models.Index(fields=["club_id", "at"], name="security_events_of_a_club"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} at {self.at}"

    def what_said(self) -> str:
        """To what or whom it was done, in the reader's language."""
        return said(self.what)


class SignIn(models.Model):
    """A browser in which somebody signed in, and what it is to be known by.

    Once `session` is gone it has ended. `password_mark` goes with the password of that time: the
    sign-in is worth nothing with another one. `network` is a digest of where it was last seen.
    `known_as` is a digest of what the browser keeps to be known again, `known_since` when it was
    first known, None where that is forgotten. `is_first`: it was never seen before; `told_at` says
    when the account was told so in another one.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sign_ins")
    session = models.OneToOneField(
        "sessions.Session", models.SET_NULL, null=True, blank=True, related_name="sign_in"
    )
    password_mark = models.CharField(max_length=64)
    began_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)
    browser = models.CharField(max_length=20, blank=True)
    system = models.CharField(max_length=20, blank=True)
    network = models.CharField(max_length=64, blank=True)
    known_as = models.CharField(max_length=64, blank=True)
    known_since = models.DateTimeField(null=True, blank=True)
    is_first = models.BooleanField(default=False)
    told_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-seen_at", "-pk"]

    def __str__(self) -> str:
        return f"sign-in {self.pk} of user {self.user_id}"

    @property
    def device(self) -> Device:
        """The browser and what it runs on."""
        return Device(self.browser, self.system)


class SignInTry(models.Model):
    """A try at a password or a table's code that was wrong, or is being looked at; kept 30 days.

    Of a browser that was let in before `browser` is known, of all others the `name` that was typed,
    or one for all codes, and the `network` they came from: as digests that only this installation
    can make.
    """

    name = models.CharField(max_length=64, blank=True)
    browser = models.CharField(max_length=64, blank=True)
    network = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=(Q(browser="") & ~Q(name="")) | (~Q(browser="") & Q(name="", network="")),
                name="try_of_a_browser_or_a_name",
                violation_error_message="A try is counted by its browser, or else by a name.",
            )
        ]
        indexes = [
            models.Index(fields=["name", "at"], name="tries_of_a_name"),
            models.Index(fields=["browser", "at"], name="tries_of_a_browser"),
            models.Index(fields=["network", "at"], name="tries_of_a_network"),
            models.Index(fields=["at"], name="tries_by_time"),
        ]

    def __str__(self) -> str:
        return f"a try at {self.at}"


class PasswordLink(models.Model):
    """The link with which somebody gets a new password who has forgotten his; good for a day.

    Of the secret in its address only a digest is kept. It is good once: `password_mark` goes with
    the password of the time when it was made. An account has one, the latest.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="password_link"
    )
    secret_hash = models.CharField(max_length=64, unique=True)
    password_mark = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"password link of user {self.user_id}"


class LetterKind(models.TextChoices):
    """What a letter is for."""

    ADDRESS = "address", _("To confirm an e-mail address")
    PASSWORD = "password", _("A link for a new password")
    INVITATION = "invitation", _("An invitation")
    REGISTERED = "registered", _("One’s own page after registering")
    MOVED_UP = "moved_up", _("A place after waiting")


class Letter(models.Model):
    """A letter by e-mail that was written together with a deed, and is sent afterwards.

    Until `due_at` nobody tries to send it (again); None: nobody will. Then it was sent, or given
    up, and the text is gone, which may hold a link. `problem` says what the last try met. `club_id`
    says whose letter it is, if a club's.
    """

    kind = models.CharField(max_length=12, choices=LetterKind.choices)
    to = models.CharField(max_length=120)
    subject = models.CharField(max_length=200)
    body = models.TextField(blank=True)
    language = models.CharField(max_length=8)
    club_id = models.PositiveBigIntegerField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(null=True, blank=True, default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    problem = models.CharField(max_length=24, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=LetterKind.values),
                name="letter_kind_is_known",
                violation_error_message="The kind is a word that nobody knows.",
            ),
            models.CheckConstraint(
                condition=Q(due_at__isnull=False) | Q(body=""),
                name="letter_that_is_done_has_no_text",
                violation_error_message="Of a letter that is sent or given up the text is gone.",
            ),
            models.CheckConstraint(
                condition=Q(sent_at=None) | Q(due_at=None),
                name="letter_is_sent_once",
                violation_error_message="A letter that was sent is not sent again.",
            ),
        ]
        ordering = ["-made_at", "-pk"]
        indexes = [
            models.Index(fields=["due_at"], name="letters_that_are_due"),
            models.Index(fields=["club_id", "made_at"], name="letters_of_a_club"),
            models.Index(fields=["to", "made_at"], name="letters_to_somebody"),
        ]

    def __str__(self) -> str:
        return f"letter {self.pk}"

    @property
    def masked(self) -> str:
        """To whom it went, for those who need not know.

        >>> Letter(to="anna.huber@example.org").masked
        'a…@example.org'
        """
        name, _at, host = self.to.rpartition("@")
        return f"{name[:1]}…@{host}"

    def state_said(self) -> str:
        """What became of it, in the reader's language."""
        if self.sent_at is not None:
            return pgettext("a letter", "sent")
        why = self._problem_said()
        if self.due_at is None:
            return gettext("given up: %(why)s") % {"why": why}
        if why:
            return gettext("is tried again: %(why)s") % {"why": why}
        return pgettext("a letter", "on its way")

    def _problem_said(self) -> str:
        kind, _blank, code = self.problem.partition(" ")
        if kind == "refused":
            words = gettext("the mail server refused it, with the number %(code)s")
            return words % {"code": code}
        return {
            "": "",
            "unreachable": gettext("the mail server cannot be reached"),
            "sign_in": gettext("the mail server does not know our name and password"),
            "letter": gettext("it cannot be written as an e-mail"),
            "ended": gettext("the server ended while it was being sent"),
        }[kind]


class MailAddress(models.Model):
    """The e-mail address of an account; letters go to it once it was confirmed.

    `wanted` is one that was typed and is not confirmed yet, for which a link is on its way: of its
    secret only a digest is kept.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="mail_address"
    )
    address = models.CharField(max_length=120, blank=True)
    wanted = models.CharField(max_length=120, blank=True)
    secret_hash = models.CharField(max_length=64, blank=True)
    asked_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"e-mail address of user {self.user_id}"
