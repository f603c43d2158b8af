"""The forms of a draw, of a repair, and of a cut for the finals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from django import forms
from django.core.exceptions import BadRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from formats.event import DRAWS, EventSettings
from formats.games import ODD, remainders_of
from formats.options import labelled
from formats.series import CARRIED
from tournaments.common.actions import ActionForm
from tournaments.common.fields import Numbers, WholeNumber
from tournaments.common.requests import PLACE, read_key
from tournaments.common.texts import LineField
from tournaments.events.draw.queries.cuts import OUT
from tournaments.events.draw.queries.drawing import FOR_TWO, WAYS, Choice
from tournaments.events.draw.queries.finals import MOST_FINALS, CutChoice, Movable
from tournaments.events.draw.queries.repairing import LATE, NO_SHOW, REDRAW, REPLACE, SWAP, Ask
from tournaments.events.setup.queries import game_of
from tournaments.models import Event

DIALS = (
    (0, _("strictly")),
    (25, _("rather strictly")),
    (50, _("in between")),
    (75, _("rather few repeats")),
    (100, _("no repeats at any price")),
)
"""How far a soft draw goes by standing."""


class DrawForm(ActionForm):
    """Asks how a round is to be drawn."""

    draw = forms.ChoiceField(choices=labelled(DRAWS.values()), label=_("How to draw"))
    odd = forms.ChoiceField(choices=labelled(ODD.values()), label=_("The remainder gets"))
    dial = forms.TypedChoiceField(
        label=_("By standing"),
        choices=DIALS,
        coerce=int,
        required=False,
        empty_value=50,  # type: ignore[arg-type]  # django-stubs know texts alone
    )

    def __init__(self, event: Event, number: int, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        ruleset, _options, settings = game_of(event, number)
        remainders = remainders_of(ruleset, settings.size)
        ways = [way for way in WAYS if settings.size == 2 or way not in FOR_TWO]
        self.fields["draw"].choices = labelled(DRAWS[way] for way in ways)  # type: ignore[attr-defined]
        self.fields["odd"].choices = labelled(ODD[odd] for odd in remainders)  # type: ignore[attr-defined]

    @property
    def choice(self) -> Choice:
        """What was chosen, of a form that is valid."""
        cleaned = self.cleaned_data
        return Choice(cleaned["draw"], cleaned["odd"], cleaned["dial"])


class AcceptForm(ActionForm):
    """Asks whether a draw is accepted though something speaks against it."""

    anyway = forms.BooleanField(label=_("Accept it anyway"), required=False)


class CancelForm(ActionForm):
    """Asks why a round is taken back."""

    reason = LineField(label=_("Why"), max_length=200, required=False)
    anyway = forms.BooleanField(label=_("What is entered shall not count any more"), required=False)


def read_table(text: str | None) -> int:
    """The number of a table that a button names; BadRequest where it is none."""
    number = read_key(text, PLACE)
    if number is None:
        raise BadRequest("The button names no table.")
    return number


LARGEST_NUMBER = 2**31 - 1
MOST_TURNS = 1000
NEEDED = {NO_SHOW: 1, REPLACE: 1, SWAP: 2}
"""How many people a repair is about, where that is fixed."""


class StartNumbers(forms.Field):
    """Start numbers, as many as were ticked or chosen."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: object) -> tuple[int, ...]:
        """The numbers, in the order in which they came."""
        texts = [str(text) for text in value] if isinstance(value, list) else []
        numbers = [read_key(text, PLACE) for text in texts if text]
        known = tuple(number for number in dict.fromkeys(numbers) if number is not None)
        if None in numbers:
            raise forms.ValidationError(_("A start number is a whole number."))
        return known


WORDS = {
    NO_SHOW: _("Somebody is missing"),
    REPLACE: _("Somebody is missing, and somebody takes the seat"),
    LATE: _("Somebody came late"),
    SWAP: _("Two sit in each other’s place"),
    REDRAW: _("Draw the rest anew"),
}
"""What each repair is called."""


class RepairForm(ActionForm):
    """What is asked of a drawn round; `mark` only when it is to be done."""

    kind = forms.ChoiceField(choices=list(WORDS.items()))
    who = StartNumbers(label=_("Who"), required=False)
    by = forms.IntegerField(
        label=_("Who takes the seat"), required=False, min_value=1, max_value=LARGEST_NUMBER
    )
    turn = forms.IntegerField(required=False, min_value=1, max_value=MOST_TURNS)
    mark = LineField(required=False, max_length=32)
    comes_no_more = forms.BooleanField(required=False)

    def clean(self) -> None:
        """Whether as many are named as the repair needs."""
        kind, who = self.cleaned_data.get("kind"), self.cleaned_data.get("who", ())
        if kind in NEEDED and len(who) != NEEDED[kind]:
            text = _("Name two different people.") if NEEDED[kind] == 2 else _("Say who it is.")
            self.add_error("who", text)
        if kind == LATE and not who:
            self.add_error("who", _("Tick who has come."))
        if kind == REPLACE and not self.cleaned_data.get("by"):
            self.add_error("by", _("Say who takes the seat."))

    @property
    def ask(self) -> Ask:
        """What is asked, of a form that is valid."""
        cleaned = self.cleaned_data
        turn = cleaned["turn"] or 1 if cleaned["kind"] == REDRAW else 1
        by = cleaned["by"] if cleaned["kind"] == REPLACE else 0
        return Ask(cleaned["kind"], cleaned["who"], by, turn)


LONGEST_REASON = 200
STANDING, TABLES = "standing", "tables"
FINISHED, PLAYS = "finished", "plays"

WHO = (
    (STANDING, _("The first in the standing")),
    (TABLES, _("The best of each table of this round")),
)
REST = ((FINISHED, _("They have finished")), (PLAYS, _("They play on, in a final of their own")))


class CutForm(ActionForm):
    """Asks how the field is cut; what is chosen leads to a preview before it is done."""

    who = forms.ChoiceField(label=_("Who goes on"), choices=WHO)
    sizes = Numbers(most=MOST_FINALS, lowest=1)
    per_table = WholeNumber(0, 8)
    carried = forms.ChoiceField(label=_("The points until now"), choices=labelled(CARRIED.values()))
    rest = forms.ChoiceField(label=_("The others"), choices=REST)
    by_seed = forms.BooleanField(label=_("Seats in the order of the standing"), required=False)
    lots = forms.BooleanField(label=_("Let the lot decide"), required=False)

    def __init__(
        self,
        settings: EventSettings,
        proposed: tuple[int, ...],
        data: Mapping[str, str] | None = None,
    ) -> None:
        usual = {
            "who": STANDING,
            "sizes": proposed,
            "per_table": max(1, settings.size // 2),
            "carried": "full",
            "rest": FINISHED,
        }
        super().__init__(data, initial=usual)
        self.fields["sizes"].label = _("How many in each final")
        self.fields["per_table"].label = _("How many of each table")

    def clean(self) -> dict[str, object]:
        """Ask for the number that belongs to what was chosen."""
        cleaned = super().clean() or {}
        if cleaned.get("who") == TABLES and cleaned.get("per_table") == 0:
            self.add_error("per_table", _("Say how many of each table go on."))
        return cleaned

    @property
    def chosen(self) -> list[tuple[str, str]]:
        """What was chosen as a form carries it unseen, or what is proposed; of a valid form."""
        values = self.cleaned_data if self.is_bound else self.initial
        return [
            ("who", values["who"]),
            ("sizes", " ".join(map(str, values["sizes"]))),
            ("per_table", str(values["per_table"])),
            ("carried", values["carried"]),
            ("rest", values["rest"]),
            *([("by_seed", "on")] if values.get("by_seed") else []),
        ]

    @property
    def choice(self) -> CutChoice:
        """What was chosen, of a form that is valid, or what is proposed before anybody chose."""
        chosen = self.cleaned_data if self.is_bound else self.initial
        by_table = chosen["who"] == TABLES
        return CutChoice(
            sizes=() if by_table else chosen["sizes"],
            per_table=chosen["per_table"] if by_table else 0,
            rest_plays=chosen["rest"] == PLAYS,
            carried=chosen["carried"],
            by_seed=bool(chosen.get("by_seed")),
        )


class MoveForm(ActionForm):
    """Asks who is moved by hand, into which final, and why."""

    who = forms.ChoiceField(
        label=_("Who moves"),
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), _("Choose who is moved to another final.")
        ),
    )
    to = forms.ChoiceField(
        label=_("Where to"),
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), _("Choose the final to move to.")
        ),
    )
    reason = LineField(
        max_length=LONGEST_REASON,
        label=_("Reason"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Say why, for the others will ask.")},
    )

    def __init__(
        self,
        people: Sequence[Movable[Any]],
        places: Iterable[tuple[int, str]],
        data: Mapping[str, str] | None = None,
    ) -> None:
        """`people`: those who can be moved; `places`: the finals that there are, with names."""
        super().__init__(data, auto_id="q-move-%s")
        self.people = {one.key: one for one in people}
        order = sorted(people, key=lambda one: (one.final == OUT, one.final))
        grouped = [
            (place, [(one.key, one.label) for one in together])
            for place, together in groupby(order, key=lambda one: one.place)
        ]
        finals = [(str(final), label) for final, label in places]
        nobody, nowhere = ("", gettext("choose somebody")), ("", gettext("choose one"))
        self.fields["who"].choices = [nobody, *grouped]  # type: ignore[attr-defined]
        self.fields["to"].choices = [nowhere, *finals]  # type: ignore[attr-defined]

    @property
    def chosen(self) -> dict[str, Any]:
        """Who is moved, to which final and why; of a valid form."""
        cleaned = self.cleaned_data
        who = self.people[cleaned["who"]].who
        return {"who": who, "to": int(cleaned["to"]), "reason": cleaned["reason"]}
