"""How people register for an event by themselves, and who did."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.base import Row, from_one, is_known
from tournaments.models.entry import Entry
from tournaments.models.event import Event


class Listed(models.TextChoices):
    """What everybody reads on the page on which one registers."""

    NUMBER = "number", _("how many are registered")
    NAMES = "names", _("who is registered, as each is shown")
    NOTHING = "nothing", pgettext_lazy("what everybody reads", "nothing of it")


class RegistrationTerms(Row):
    """How people register for an event: when, for what, and what they are told before.

    Outside of `opens_at` to `closes_at` nobody does; an empty one is no limit. Whoever comes when
    all places are taken waits, where there `has_waiting_list`. Where directors `accepts_each`, all
    wait until one of them says yes. `version` counts how often `text` was changed, which stands
    above the button: each registration says which one was read.

    The fee is paid at the door; where there is an account (`pay_holder`, `pay_iban`) or a page
    elsewhere (`pay_link`) also there.
    """

    event = models.OneToOneField(Event, models.CASCADE, related_name="registration_terms")
    is_on = models.BooleanField(default=False)
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    has_waiting_list = models.BooleanField(default=True)
    accepts_each = models.BooleanField(default=False)
    listed = models.CharField(max_length=8, choices=Listed.choices, default=Listed.NUMBER)
    asks_message = models.BooleanField(default=False)
    asks_of_age = models.BooleanField(default=False)
    text = models.CharField(max_length=1000, blank=True)
    version = models.PositiveIntegerField(default=1)
    pay_holder = models.CharField(max_length=70, blank=True)
    pay_iban = models.CharField(max_length=34, blank=True)
    pay_link = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [
            is_known("registration_terms", "listed", Listed),
            *from_one("registration_terms", "version"),
            models.CheckConstraint(
                condition=Q(opens_at=None) | Q(closes_at=None) | Q(closes_at__gt=F("opens_at")),
                name="registration_closes_after_it_opens",
                violation_error_message=_("Registration closes after it opens."),
            ),
            models.CheckConstraint(
                condition=Q(pay_holder="", pay_iban="") | ~(Q(pay_holder="") | Q(pay_iban="")),
                name="registration_account_has_holder",
                violation_error_message=_("An account is somebody's."),
            ),
        ]


def hides_names(event: Event) -> bool:
    """Whether people register for an event by themselves and are not named while they do."""
    try:
        terms = event.registration_terms
    except RegistrationTerms.DoesNotExist:
        return False
    return terms.is_on and terms.listed != Listed.NAMES


REGISTRATION_LETTERS = "BCDFGHJKMNPQRTVWXY"
"""Letters that are not mistaken for one another, and make no words."""

REGISTRATION_CODE = 8


class Registration(Row):
    """An entry whose people registered by themselves, and how they are known again.

    Of the secret in the address of their own page only a digest is kept. `code` are the letters
    that the door may type instead. `read_version` is the text that they had read, `network` a
    digest of where they came from, which is kept for two days. Letters go to `mail`; `site` is the
    address at which the site was asked then, so that a later letter can have the same link.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="registration")
    secret_hash = models.CharField(max_length=64, unique=True)
    code = models.CharField(max_length=REGISTRATION_CODE, unique=True)
    submission = models.UUIDField(unique=True)
    message = models.CharField(max_length=200, blank=True)
    read_version = models.PositiveIntegerField(default=1)
    brought = models.JSONField(default=list, blank=True)
    """The keys of the players whom the club has come to know by it: these alone go with it."""
    made_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    device = models.CharField(max_length=16, blank=True)
    network = models.CharField(max_length=64, blank=True)
    mail = models.CharField(max_length=120, blank=True)
    site = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [*from_one("registration", "read_version")]


class BookedTransfer(Row):
    """A line of a bank that was booked for a registration: a digest, by which it is known again."""

    registration = models.ForeignKey(Registration, models.CASCADE, related_name="transfers")
    digest = models.CharField(max_length=64, unique=True)
