"""The form of a cut: how many are in the finals, what they bring with them, what the rest does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.common.fields import Numbers, WholeNumber
from tournaments.common.texts import Line
from tournaments.events.deed import DeedForm
from tournaments.events.draw.queries.cuts import OUT
from tournaments.events.draw.queries.finals import MOST_FINALS, CutChoice, Movable
from tournaments.settings.event import EventSettings
from tournaments.settings.labels import CARRIED

LONGEST_REASON = 200
STANDING, TABLES = "standing", "tables"
FINISHED, PLAYS = "finished", "plays"

WHO = (
    (STANDING, _("The first in the standing")),
    (TABLES, _("The best of each table of this round")),
)
REST = (
    (FINISHED, _("They have finished")),
    (PLAYS, _("They play on, in a final of their own")),
)


class CutForm(DeedForm):
    """Asks how the field is cut; what is chosen leads to a preview before it is done."""

    who = forms.ChoiceField(label=_("Who goes on"), choices=WHO)
    sizes = Numbers(most=MOST_FINALS, lowest=1)
    per_table = WholeNumber(0, 8)
    carried = forms.ChoiceField(label=_("The points until now"), choices=tuple(CARRIED.items()))
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


class MoveForm(DeedForm):
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
    reason = Line(
        max_length=LONGEST_REASON,
        label=_("Reason"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Say why, for the others will ask.")},
    )

    def __init__(
        self,
        people: Iterable[Movable],
        places: Iterable[tuple[int, str]],
        data: Mapping[str, str] | None = None,
    ) -> None:
        """`people`: those who can be moved; `places`: the finals that there are, with names."""
        super().__init__(data, auto_id="q-move-%s")
        order = sorted(people, key=lambda one: (one.final == OUT, one.final))
        grouped = [
            (place, [(str(one.number), f"{one.name} ({one.number})") for one in together])
            for place, together in groupby(order, key=lambda one: one.place)
        ]
        finals = [(str(final), label) for final, label in places]
        choices = {
            "who": [("", gettext("choose somebody")), *grouped],
            "to": [("", gettext("choose one")), *finals],
        }
        for name, among in choices.items():
            self.fields[name].choices = among  # type: ignore[attr-defined]
