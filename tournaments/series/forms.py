"""The forms of a series: making it, its rules, its stages, places in its final."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from formats.options import labelled
from formats.series import SECTIONS, SERIES_PRESETS, TIE_WORDS, SeriesSettings
from scoring.series import Person
from tournaments.common.actions import ActionForm
from tournaments.common.fields import field_for
from tournaments.common.texts import LineField
from tournaments.models import Event

LONGEST_TITLE = 80
TIE_INPUTS = tuple(f"tie-{place}" for place in range(1, len(TIE_WORDS) + 1))


def _title() -> forms.CharField:
    return LineField(
        max_length=LONGEST_TITLE,
        label=gettext_lazy("Title"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Say what it is called.")},
    )


SOMEBODY, ONE = gettext_lazy("choose somebody"), gettext_lazy("choose one")
WHY = gettext_lazy("Say why, for the others will ask.")


def _one_of(label: object, missing: object, **more: object) -> forms.ChoiceField:
    """A list of which one has to be chosen; `missing` says so where none was."""
    messages = dict.fromkeys(("required", "invalid_choice"), missing)
    return forms.ChoiceField(label=label, error_messages=messages, **more)  # type: ignore[arg-type]


def _somebody() -> forms.ChoiceField:
    return _one_of(gettext_lazy("Player"), gettext_lazy("Choose somebody of the series."))


def _reason(missing: object = WHY) -> LineField:
    return LineField(
        label=gettext_lazy("Reason"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": missing},
    )


class _Choosing(ActionForm):
    """A form one of whose lists is filled when it is made.

    `asks`: which one, and what stands in it before anything is chosen; `part`: with what the places
    of its fields on the page begin.
    """

    asks: tuple[str, object]
    part = ""

    def __init__(
        self, choices: Iterable[tuple[object, str]], data: Mapping[str, str] | None = None
    ) -> None:
        """`choices`: keys and names."""
        super().__init__(data, auto_id=f"q-{self.part}%s")
        name, first = self.asks
        shown = [("", first), *((str(key), label) for key, label in choices)]
        self.fields[name].choices = shown  # type: ignore[attr-defined]


class DeclineForm(_Choosing):
    """Asks who cannot come to the finals, and why."""

    asks, part = ("person", SOMEBODY), "decline-"
    person = _somebody()
    reason = _reason()

    @property
    def chosen(self) -> Person:
        """Who was chosen."""
        return tuple(int(key) for key in self.cleaned_data["person"].split("-"))


class PersonForm(ActionForm):
    """Says who comes to the finals after all, or is not moved by hand any more."""

    person = forms.RegexField(r"\A[0-9]{1,18}(-[0-9]{1,18})?\Z")

    @property
    def chosen(self) -> Person:
        """Who was chosen."""
        return tuple(int(key) for key in self.cleaned_data["person"].split("-"))


class NewSeriesForm(ActionForm):
    """Asks what the series is called and how it is to be added up."""

    title = _title()
    preset = _one_of(
        gettext_lazy("How it is added up"),
        gettext_lazy("Choose one of these."),
        choices=[(preset.key, preset.name) for preset in SERIES_PRESETS.values()],
    )


class SeriesForm(ActionForm):
    """Asks for the title and every number of the rules."""

    title = _title()

    def __init__(
        self, title: str, settings: SeriesSettings, data: Mapping[str, str] | None = None
    ) -> None:
        """`title` and `settings`: what the form begins with."""
        ties = {f"tie-{place}": tie for place, tie in enumerate(settings.ties, 1)}
        values = {name: getattr(settings, name) for name in settings.options()}
        super().__init__(data, auto_id="q-%s", initial={"title": title, **values, **ties})
        self.before = settings
        for option in settings.options().values():
            if option.kind != "ordered":
                self.fields[option.name] = field_for(option)
        for place, name in enumerate(TIE_INPUTS, 1):
            self.fields[name] = forms.ChoiceField(
                choices=[("", _("shared places")), *labelled(TIE_WORDS.values())],
                required=False,
                # Translators: by what ties are decided: “first” by this, “then” by that.
                label=_("first") if place == 1 else _("then"),
            )

    def clean(self) -> dict[str, Any]:
        """Say of everything that does not go together where it is to be changed."""
        clean = self.cleaned_data
        averages = clean.get("adding", "sum") != "sum"
        if clean.get("value") == "places" and not clean.get("place_points"):
            self.refuse(_("Say what the places are worth, such as 25 18 15."), "place_points")
        if clean.get("bonus") and (averages or clean.get("value") == "place"):
            self.refuse(_("It can only be added to a sum of points."), "bonus")
        if clean.get("absence") and (averages or clean.get("value") == "place"):
            self.refuse(_("Only in a sum of points does a missed stage get a share."), "absence")
        self._check_finals()
        if clean.get("best_of") and clean.get("drop"):
            self.refuse(_("Either the best count or the worst are dropped, not both."), "drop")
        return clean

    def _check_finals(self) -> None:
        clean = self.cleaned_data
        sizes = clean.get("final_sizes")
        if clean.get("final_by") != "season" or not clean.get("has_final") or sizes is None:
            return
        if not sizes and not clean.get("rest_plays"):
            self.refuse(_("Say how many play the final, such as 8."), "final_sizes")
        elif any(size < 2 for size in sizes):
            self.refuse(_("A final has at least two."), "final_sizes")
        if clean.get("carried") in ("full", "half") and clean.get("value") == "place":
            self.refuse(_("Places are no points: few are good there, and many here."), "carried")

    @property
    def settings(self) -> SeriesSettings:
        """The settings that were typed."""
        typed = {name: self.cleaned_data[name] for name in self.before.options() if name != "ties"}
        ties = dict.fromkeys(filter(None, (self.cleaned_data[name] for name in TIE_INPUTS)))
        return replace(self.before, **typed, ties=tuple(ties))

    @property
    def likely_settings(self) -> SeriesSettings:
        """The typed settings where nothing is wrong with them, else those it began with."""
        return self.settings if self.is_bound and self.is_valid() else self.before

    @property
    def sections(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The inputs with a title for each group."""
        return [(_(title), [*self._bound(section)]) for section, title in SECTIONS.items()]

    def _bound(self, section: str) -> Iterator[forms.BoundField]:
        options = [one for one in self.before.options().values() if one.section == section]
        for option in sorted(options, key=lambda one: one.at):
            names = TIE_INPUTS if option.kind == "ordered" else (option.name,)
            yield from (self[name] for name in names)


class AddStageForm(_Choosing):
    """Asks which event is the next stage."""

    asks = ("event", ONE)
    event = _one_of(gettext_lazy("Event"), gettext_lazy("Choose one of the events."))

    def __init__(self, events: Iterable[Event], data: Mapping[str, str] | None = None) -> None:
        """`events`: those that can be chosen."""
        self.events = {str(event.pk): event for event in events}
        super().__init__(((key, event.title) for key, event in self.events.items()), data)

    @property
    def chosen(self) -> Event:
        """The event that was chosen."""
        return self.events[self.cleaned_data["event"]]


class RemoveStageForm(_Choosing):
    """Asks which stage counts no more, and why."""

    asks, part = ("stage", ONE), "out-"
    stage = _one_of(gettext_lazy("Stage"), gettext_lazy("Choose one of the stages."))
    reason = _reason(gettext_lazy("Say why this stage counts no more."))


class MakeFinalForm(ActionForm):
    """Asks what the final is called."""

    title = _title()


class GivePlaceForm(_Choosing):
    """Asks who is given a place in the final by hand, and why."""

    asks, part = ("player", SOMEBODY), "give-"
    player = _somebody()
    reason = _reason()


class TakePlaceForm(ActionForm):
    """Says whose place, given by hand, is taken back."""

    player = forms.IntegerField(min_value=1)
