"""What all models share: checks, the history of a thing, forms that were done."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, ClassVar, Self
from uuid import UUID

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Q, TextChoices
from django.utils import timezone, translation
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from scoring import RULESETS

if TYPE_CHECKING:
    from tournaments.models.table import Author


# What several models let the database refuse, each with the sentence that says it.


def is_known(
    model: str, field: str, choices: type[TextChoices], *, may_be_empty: bool = False
) -> CheckConstraint:
    """The field holds one of the choices, or nothing where it `may_be_empty`."""
    words: list[str] = [*([""] if may_be_empty else []), *choices.values]
    return CheckConstraint(
        condition=Q(**{f"{field}__in": words}),
        name=f"{model}_{field}_is_known",
        violation_error_message=format_lazy(
            _("The {field} is a word that nobody knows."), field=field
        ),
    )


def from_one(model: str, *fields: str) -> list[CheckConstraint]:
    """Each of these fields counts from 1, or is empty where it may be."""
    return [
        CheckConstraint(
            condition=Q(**{f"{field}__gte": 1}),
            name=f"{model}_{field}_from_one",
            violation_error_message=format_lazy(
                _("The {field} is 1 or more."), field=field.replace("_", " ")
            ),
        )
        for field in fields
    ]


def withdrawn_with_reason(model: str) -> CheckConstraint:
    """Whatever is withdrawn says why, and nothing else does."""
    return CheckConstraint(
        condition=Q(withdrawn_at=None, withdrawn_by="", withdrawn_why="")
        | (Q(withdrawn_at__isnull=False) & ~Q(withdrawn_why="")),
        name=f"{model}_withdrawn_with_reason",
        violation_error_message=_("What is withdrawn has a moment and a reason, and only that."),
    )


class Row(models.Model):
    """A row without a name: whoever debugs sees which one it is."""

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{type(self).__name__} {self.pk}"


class Language(TextChoices):
    """The languages in which pages are offered, each as it calls itself."""

    EN = "en", "English"
    DE = "de", "Deutsch"
    ET = "et", "Eesti"


def site_language() -> str:
    """The language of the site."""
    return settings.SHEEPFOLD_LANGUAGE


class Speaking(models.Model):
    """What has a language of its own: its paper, screens, files and history are in it.

    Whoever asks for them: they are for everybody, while each reads pages as he likes.
    """

    language = models.CharField(max_length=8, choices=Language.choices, default=site_language)

    class Meta:
        abstract = True

    def spoken(self) -> AbstractContextManager[None]:
        """Inside, everything is said in its language."""
        return translation.override(self.language)


class PlayedUnder(models.Model):
    """What is played under house rules that may have a name: the copy says which version it is of.

    Nothing that happens to the name later touches the copy.
    """

    rules_name = models.CharField(max_length=60, blank=True)
    rules_version = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        abstract = True

    @classmethod
    def from_db(cls, *read: Any, **how: Any) -> Self:  # noqa: ANN401 - as Django
        """Read a row; a house rule that the game did not have then is what the game did then.

        No default ever changes, and a new rule begins with what the game did before it.
        """
        row = super().from_db(*read, **how)
        kept: dict[str, Any] | None = row.__dict__.get("options")
        ruleset = RULESETS.get(row.__dict__.get("ruleset", ""))
        if kept is not None and ruleset is not None and len(kept) < len(ruleset.options):
            row.__dict__["options"] = ruleset.defaults() | kept
        return row

    @staticmethod
    def versions(model: str) -> list[CheckConstraint]:
        """A name of house rules has a version, and nothing else does."""
        beside = CheckConstraint(
            condition=Q(rules_name="", rules_version=None)
            | (~Q(rules_name="") & Q(rules_version__isnull=False)),
            name=f"{model}_rules_version_beside_name",
            violation_error_message=_("House rules with a name have a version, and only these."),
        )
        return [beside, *from_one(model, "rules_version")]


# What the history of every kind of thing is made of.


class Signed(Row):
    """Something that somebody wrote down, and when.

    `who` is what anybody may type, `account` the name of whoever was signed in, which stays when
    the account goes.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    who = models.CharField(max_length=80, blank=True)
    account = models.CharField(max_length=80, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True


class Kept(Signed):
    """The same where it is never changed, only followed by another."""

    REFUSAL: ClassVar[str] = "A version is never changed: add another."

    class Meta:
        abstract = True

    def save(self, **kwargs: Any) -> None:  # noqa: ANN401 - as Django
        """Write a new row; refuse to overwrite one."""
        if self.pk is not None:
            raise TypeError(self.REFUSAL)
        super().save(**kwargs)


class Change(Signed):
    """Who did what to something, and when; never changed, never deleted.

    `submission` is made with the form and kept for ever: whatever arrives under it again is the
    same action.
    """

    SUBJECT: ClassVar[str]
    """The field with the thing that was changed. Where the thing has versions, the field
    `<subject>_version` says which one this led to."""

    submission = models.UUIDField(unique=True)

    class Meta:
        abstract = True
        ordering = ["pk"]

    @classmethod
    def found(cls, submission: UUID) -> Self | None:
        """What was done under that submission, to whatever thing."""
        return cls._default_manager.filter(submission=submission).first()

    @property
    def subject_id(self) -> int | None:
        """The key of the thing that was changed; None until it is said."""
        key: int | None = getattr(self, f"{self.SUBJECT}_id")
        return key

    def complete(self, subject: models.Model, by: Author, submission: UUID) -> None:
        """Fill in what was changed (if not said), by whom, with which form; long texts are cut."""
        if self.subject_id is None:
            setattr(self, self.SUBJECT, subject)
        if hasattr(self, f"{self.SUBJECT}_version"):
            setattr(self, f"{self.SUBJECT}_version", subject.version)  # type: ignore[attr-defined]
        self.submission = submission
        for name, value in by.kept_in(type(self)).items():
            setattr(self, name, value)
        for field in self._meta.concrete_fields:
            if isinstance(field, models.CharField):
                setattr(self, field.name, str(getattr(self, field.name))[: field.max_length])


class Withdrawable(Row):
    """Something that was decided: withdrawn it counts no more, and stays to be seen."""

    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.CharField(max_length=80, blank=True)
    withdrawn_account = models.CharField(max_length=80, blank=True)
    withdrawn_why = models.CharField(max_length=200, blank=True)

    class Meta:
        abstract = True

    def withdraw(self, by: Author, reason: str) -> None:
        """Let it count no more, and keep who wanted that and why."""
        self.withdrawn_at, self.withdrawn_why = timezone.now(), reason[:200]
        self.withdrawn_by, self.withdrawn_account = by.who[:80], by.account
        self.save(
            update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_account", "withdrawn_why"]
        )


# Forms that were done: by their number, what they said, and where their answer led.

LONGEST_ANSWER = 300


class SentForm(Row):
    """A form that led to a deed, kept for ever, as the deed is.

    `digest` is one of what the form said, not the text: what it said about people is kept with
    the deed alone, where it can be erased. `answer` is the address that the form's answer led to;
    empty until it is known, and where the answer was a page of its own.
    """

    submission = models.UUIDField(primary_key=True)
    digest = models.CharField(max_length=64)
    answer = models.CharField(max_length=LONGEST_ANSWER, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
