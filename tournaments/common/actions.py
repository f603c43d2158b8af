"""Doing what a form asks for: once, as a whole, written down, or not at all with a reason why.

An action is a keyword-only function of a room's services. It gets who does it (`by`) and the number
of the form (`submission`), and hands what it writes to `run_action`: one transaction that locks the
thing first, finds out whether the form came before, and writes down who did what. The same
submission arriving again is the same action and changes nothing more; where its form says something
else now, nothing is done. An action that cannot be done raises `Refused`, and nothing of it stays.

A view tries it inside `with Attempt(form):`. What is refused stands at its field on the page that
follows, with everything that was typed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import TracebackType
from typing import Generic, NamedTuple, Protocol, Self, TypeVar, runtime_checkable
from uuid import UUID, uuid4, uuid5

from django import forms
from django.core.exceptions import BadRequest, ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Model
from django.http import HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.events import Kind, note
from tournaments.common.texts import LineField
from tournaments.models import Author, Club, SentForm
from tournaments.models.base import LONGEST_ANSWER, Change

UNPROCESSABLE = 422
"""The status of a form's page on which something is wrong, or cannot be done now."""

CONFLICT = 409
"""The same where somebody else was faster, or the form came before and said something else."""

Log = TypeVar("Log", bound=Change)
Thing = TypeVar("Thing", bound=Model)
View = Callable[..., HttpResponse]


class Refused(Exception):
    """An action that cannot be done now: a sentence for whoever wants it, and its field."""

    def __init__(self, sentence: str, *, field: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field


class ActionReused(BadRequest):
    """The submission has been used before for another action: no form of ours does that."""


# Running an action: for services.


class ActionResult(NamedTuple, Generic[Log]):
    """What a form led to: the change, None where nothing was to be done; whether it came before."""

    change: Log | None
    is_repeat: bool


def run_action(
    log: type[Log],
    thing: Thing,
    *,
    lock: Callable[[Thing], Thing],
    write: Callable[[Thing], Sequence[Log]],
    by: Author,
    submission: UUID,
) -> ActionResult[Log]:
    """Do an action to a thing and write it down in its log, all in one transaction.

    `lock` locks whatever is needed, in the order of `locks`, and gives the thing read anew. `write`
    gets that, changes it and gives what is to be written down; nothing where nothing was to be
    changed. Raises Refused (by `write`), SaidOtherwise where the form said something else before,
    and ActionReused where the submission belongs to another thing.
    """
    try:
        with transaction.atomic(durable=True):
            locked = lock(thing)
            stored = find_done(log, thing, submission)
            if stored is not None:
                return ActionResult(stored, is_repeat=True)
            changes = write(locked)
            keep_changes(changes, thing=locked, by=by, submission=submission)
    except IntegrityError:
        # The same form came to another thing at the same time.
        compare_sent()
        stored = find_done(log, thing, submission)
        if stored is None:
            raise
        return ActionResult(stored, is_repeat=True)
    return ActionResult(changes[0] if changes else None, is_repeat=False)


def find_done(log: type[Log], thing: Model, submission: UUID) -> Log | None:
    """What was done to a thing under that submission; raises SaidOtherwise and ActionReused."""
    stored = log.found(submission)
    if stored is None:
        return None
    compare_sent()
    if stored.subject_id != thing.pk:
        raise ActionReused
    return stored


def keep_changes(changes: Sequence[Change], *, thing: Model, by: Author, submission: UUID) -> None:
    """Write down what one submission did to a thing; inside the action's transaction.

    The first change bears the submission, further ones numbers that follow from it.
    """
    for nth, change in enumerate(changes):
        change.complete(thing, by, uuid5(submission, f"change {nth}") if nth else submission)
        change.save()
    if changes:
        keep_sent()


def note_action(kind: Kind, *, club: Club, by: Author, what: str) -> None:
    """Write down an action for those who answer for a club, together with the action.

    `what` names no player, for players may be erased.
    """
    note(kind, account=by.user, club_id=club.pk, club_name=club.name, what=what)


# What every form carries unseen: its own number, and the version that it was made from.

LARGEST_VERSION = 2**31 - 1


class FormToken(NamedTuple):
    """A submission's id, and the version (of the sheet, or of the hand) that it was made from."""

    submission: UUID
    seen_version: int


_SUBMISSION = forms.UUIDField()
_SEEN_VERSION = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION)


def new_form_token(seen_version: int) -> FormToken:
    """A token for a form that is about to be shown."""
    return FormToken(uuid4(), seen_version)


def read_form_token(posted: Mapping[str, str]) -> FormToken:
    """The token of a form that came back; BadRequest where it is not one of ours."""
    try:
        return FormToken(
            _SUBMISSION.clean(posted.get("submission")),
            _SEEN_VERSION.clean(posted.get("seen_version")),
        )
    except ValidationError as wrong:
        raise BadRequest("The form came without its number.") from wrong


def read_place(text: str | None, places: Collection[int]) -> int | None:
    """The one of these places (seats) that a form or an address names, or None."""
    return next((place for place in places if str(place) == text), None)


# Forms of actions.

REASON = "reason"


@runtime_checkable
class TakesRefusals(Protocol):
    """A form that shows in its own way what was refused."""

    def refuse(self, sentence: str, field: str = "") -> None:
        """Note what was refused, at the field that it is about."""


class ActionForm(forms.Form):
    """A form whose action may be refused by the thing as well as by its own fields."""

    def refuse(self, sentence: str, field: str = "") -> None:
        """Note what was refused, at the field that it is about."""
        self.add_error(field if field in self.fields else None, sentence)

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text); the first two empty where no field is meant."""
        own = [(bound.name, str(bound.label), str(text)) for bound in self for text in bound.errors]
        return [*own, *(("", "", str(text)) for text in self.non_field_errors())]


class OnceForm(ActionForm):
    """A form whose action asks before the same is written down twice within a minute."""

    is_sure = forms.BooleanField(required=False, label=_("Once more"))


class ReasonForm(forms.Form):
    """Asks why a hand is corrected or withdrawn; shown beside the hand for good.

    `is_due`: at a table of an event others must be able to read why a hand counts no more, or
    otherwise. `often` can be said with one tap.
    """

    often = (_("Typed wrong"), _("Counted again"), _("Wrong player"))

    why = LineField(max_length=200, required=False, label=_("Why"))
    quick = LineField(max_length=200, required=False)

    def __init__(self, data: Mapping[str, str] | None = None, *, is_due: bool = False) -> None:
        super().__init__(data)
        self.is_due = is_due

    @classmethod
    def not_yet_asked(cls, typed: Mapping[str, str], *, is_due: bool) -> ReasonForm:
        """With what was typed so far, where nobody has pressed save: nothing lacks yet."""
        form = cls(is_due=is_due)
        form.initial = {name: typed.get(name, "") for name in form.fields}
        return form

    def clean(self) -> dict[str, object]:
        """What was typed counts before the chip that was tapped."""
        cleaned = super().clean() or {}
        if "why" in cleaned:
            cleaned["why"] = cleaned["why"] or cleaned.get("quick", "")
            if self.is_due and not cleaned["why"]:
                self.add_error("why", gettext("Say why: it stands beside the hand for good."))
        return cleaned


def typed_reason(posted: Mapping[str, str]) -> str:
    """The reason as it is kept, perhaps empty; Refused, at its field, where it cannot be kept."""
    try:
        return str(LineField(required=False).clean(posted.get(REASON)))
    except ValidationError as wrong:
        raise Refused(" ".join(wrong.messages), field=REASON) from wrong


# Trying an action: for views.


class Attempt:
    """Tries an action: where it is refused, what is left of the block is not done.

    The sentence stands at its field of the form, or at the head of the form where the form has no
    such field; `field` is for refusals that name none. Without a form the page that follows asks
    for the `sentence`.

    >>> with Attempt() as attempt:
    ...     raise Refused("The final list is locked.")
    >>> attempt.sentence
    'The final list is locked.'
    """

    refused: Refused | None = None

    def __init__(self, form: forms.Form | TakesRefusals | None = None, *, field: str = "") -> None:
        self.form = form
        self.field = field

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        problem: BaseException | None,
        _traceback: TracebackType | None,
    ) -> bool:
        if not isinstance(problem, Refused):
            return False
        self.refused = problem
        if self.form is not None:
            field = problem.field or self.field
            if isinstance(self.form, TakesRefusals):
                self.form.refuse(problem.sentence, field)
            else:
                self.form.add_error(field if field in self.form.fields else None, problem.sentence)
        return True

    @property
    def sentence(self) -> str:
        """Why it was refused; empty where it was not."""
        return self.refused.sentence if self.refused else ""

    @property
    def refused_field(self) -> str:
        """The field that the refusal is about, as the action calls it; empty where it is none."""
        return self.refused.field if self.refused else ""


# The form that is being answered: what it says, and whether it came before with something else.
#
# Whoever does an action asks here, under its lock: `compare_sent` where it was done before, and
# `keep_sent` in the same transaction as the action. Outside of a form's answer both do nothing.


def compares_itself(view: View) -> View:
    """Declare a view that compares what comes again with what is kept, and shows both."""
    view.compares_itself = True  # type: ignore[attr-defined]
    return view


@dataclass
class Submitted:
    """A form's number and a digest of what it says.

    `is_kept`: its action was done while it was answered; `is_repeat`: it was done before.
    """

    submission: UUID
    digest: str
    is_kept: bool = False
    is_repeat: bool = False


class SaidOtherwise(Exception):
    """The form was done before, and said something else then."""


_answered: ContextVar[Submitted | None] = ContextVar("answered", default=None)


@contextmanager
def no_form() -> Iterator[None]:
    """While something is answered of which nobody knows yet whether it is a form."""
    token = _answered.set(None)
    try:
        yield
    finally:
        _answered.reset(token)


def begin_answer(said: Submitted) -> None:
    """From now on this form is being answered."""
    _answered.set(said)


def find_sent(said: Submitted) -> SentForm | None:
    """The form as it was done before."""
    return SentForm.objects.filter(pk=said.submission).first()


def compare_sent() -> None:
    """Raise SaidOtherwise where the form that is being answered said something else before."""
    said = _answered.get()
    if said is None or said.is_kept or said.is_repeat:
        return
    stored = find_sent(said)
    if stored is not None and stored.digest != said.digest:
        raise SaidOtherwise


def keep_sent() -> None:
    """Keep what the form says that is being answered, together with the action that it led to."""
    said = _answered.get()
    if said is None or said.is_kept or said.is_repeat:
        return
    SentForm.objects.create(submission=said.submission, digest=said.digest)
    said.is_kept = True


def keep_answer(said: Submitted, address: str) -> None:
    """Note where the form's answer leads, for the next time that it comes."""
    if not address or len(address) > LONGEST_ANSWER:
        return
    SentForm.objects.filter(pk=said.submission, answer="").update(answer=address)
