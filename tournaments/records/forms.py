"""The forms about old records: a file or a text, what its columns mean, why it is taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import RULESETS, resolve_options
from scoring.ruleset import Ruleset
from sheets.words import spoken
from tournaments.common.actions import ActionForm
from tournaments.common.house_rules import typed
from tournaments.common.texts import Document, LineField
from tournaments.models import HouseRules
from tournaments.records.queries.figures import game_name
from tournaments.records.queries.old_imports import (
    MEANINGS,
    MOST_BYTES,
    MOST_PASTED,
    NEEDED,
    SKIPPED,
)
from tournaments.records.queries.what_if import Rules, alike, options_for
from tournaments.rules.forms import HouseRulesForm
from tournaments.tables.queries import games_by_family

ASKED = "asked"
"""Under this name the game stands in the address whose house rules are asked for."""


class OtherRule(NamedTuple):
    """A house rule that is asked for, and as it was played; the latter is empty in another game."""

    label: str
    asked: str
    played: str


class WhatIfForm(HouseRulesForm):
    """Asks for the house rules of a game of the same shape, beginning with those played by."""

    def __init__(
        self, ruleset: Ruleset, options: Mapping[str, Any], players: int, data: Mapping[str, str]
    ) -> None:
        self.played, self.played_by = ruleset, options
        self.games = alike(ruleset, players)
        wanted = RULESETS.get(data.get("ruleset", ""), ruleset)
        chosen = wanted if wanted in self.games else ruleset
        # With the first choice of another game its own rules are not asked for yet.
        is_asked = data.get(ASKED) == chosen.key
        super().__init__(data if is_asked else None, auto_id="q-%s")
        self.usual = options_for(chosen, ruleset, options)
        self.add_house_rules(chosen, self.usual)

    @property
    def rules(self) -> Rules:
        """Under which rules to count: those asked for, or those with which the form begins."""
        if self.is_bound and self.is_valid():
            return Rules(self.ruleset, resolve_options(self.ruleset, self.options))
        return Rules(self.ruleset, self.usual)

    @property
    def others(self) -> list[OtherRule]:
        """In which rules this is not what was played; of another game those that are not usual."""
        ruleset, options = self.rules
        is_same = ruleset is self.played
        before = self.played_by if is_same else ruleset.defaults()
        return [
            OtherRule(
                spoken(option.label),
                option.said(options[option.name], spoken),
                option.said(before[option.name], spoken) if is_same else "",
            )
            for option in ruleset.options
            if options[option.name] != before[option.name]
        ]

    def asked_with(self, rules: Iterable[HouseRules]) -> list[tuple[str, str]]:
        """House rules with a name that can be counted by, each with what the form sends for it."""
        found = []
        for each in rules:
            ruleset = RULESETS[each.ruleset]
            if ruleset not in self.games:
                continue
            house = ruleset.defaults() | each.options
            sent = [(ASKED, ruleset.key), ("ruleset", ruleset.key)]
            for option in ruleset.options:
                sent += typed(option, house[option.name])
            found.append((each.name, urlencode(sent)))
        return found

    def is_as_played(self, options: Mapping[str, Any]) -> bool:
        """Whether these are the rules under which it was played."""
        return self.ruleset is self.played and self.rules.options == options


MOST_COLUMNS = 20


def game_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every ruleset, by family."""
    return [
        (spoken(family), [(ruleset.key, game_name(ruleset.key)) for ruleset in rulesets])
        for family, rulesets in games_by_family().items()
    ]


class OldFileForm(ActionForm):
    """Asks for old records, as a file or as text, and for the ruleset of whatever names none."""

    file = forms.FileField(
        required=False,
        allow_empty_file=True,
        label=gettext_lazy("File"),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.json,.jsonl,text/csv"}),
    )
    text = Document(
        required=False,
        label=gettext_lazy("Or the text itself"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )
    ruleset = forms.ChoiceField(
        choices=lambda: [("", _("– the file says it –")), *game_choices()],
        required=False,
        label=gettext_lazy("What was played"),
    )

    def clean_file(self) -> str:
        """The text of the file."""
        sent = self.cleaned_data["file"]
        return _decoded(sent) if sent else ""

    def clean_text(self) -> str:
        """What was pasted, unless it is too long for a page."""
        text = str(self.cleaned_data["text"])
        if len(text) > MOST_PASTED:
            words = _("Paste at most %(most)s letters; send more than that as a file.")
            raise forms.ValidationError(words % {"most": MOST_PASTED})
        return _readable(text)

    def clean(self) -> dict[str, Any]:
        """One of both must hold something."""
        cleaned = super().clean() or {}
        cleaned["content"] = cleaned.get("file") or cleaned.get("text") or ""
        if not {"file", "text"} & self.errors.keys() and not cleaned["content"].strip():
            self.add_error("file", _("Choose a file, or put its text into the box."))
        return cleaned


class ColumnsForm:
    """What a director says that the columns of a list mean, one choice for each column."""

    def __init__(self, posted: Mapping[str, str], width: int) -> None:
        given = [posted.get(f"column-{place}", "") for place in range(min(width, MOST_COLUMNS))]
        self.said = [one if one in MEANINGS else SKIPPED for one in given]

    @property
    def problem(self) -> str:
        """What is wrong with the choices; empty where nothing is."""
        chosen = [one for one in self.said if one != SKIPPED]
        for meaning in chosen:
            if chosen.count(meaning) > 1:
                words = _("Only one column can be this: %(what)s.")
                return words % {"what": MEANINGS[meaning]}
        missing = [str(MEANINGS[one]) for one in NEEDED if one not in chosen]
        if missing:
            return _("No column yet for: %(what)s.") % {"what": ", ".join(missing)}
        return ""


class BackForm(ActionForm):
    """Asks why a file is taken back."""

    reason = LineField(
        label=gettext_lazy("Why"),
        error_messages={"required": gettext_lazy("Say why, such as: it was the wrong file.")},
    )


def _decoded(sent: UploadedFile[bytes]) -> str:
    """The text of a file as spreadsheets write it: UTF-8, UTF-16 with its mark, or Windows-1252."""
    if (sent.size or 0) > MOST_BYTES:
        words = _("This file is larger than %(most)s MB. Send it in parts.")
        raise forms.ValidationError(words % {"most": MOST_BYTES // 1_000_000})
    raw = sent.read()
    is_wide = raw[:2] in (b"\xff\xfe", b"\xfe\xff")
    for code in ("utf-16",) if is_wide else ("utf-8-sig", "cp1252"):
        try:
            return _readable(raw.decode(code))
        except UnicodeDecodeError:
            continue
    raise forms.ValidationError(_("This file is no text. Save the list as CSV and send that."))


def _readable(text: str) -> str:
    if "\0" in text:
        raise forms.ValidationError(_("This file is no text. Save the list as CSV and send that."))
    return text
