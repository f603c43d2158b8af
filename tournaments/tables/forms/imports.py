"""The form that takes a sheet back in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import HandProblem, Record, read_record, replay
from scoring.command import parse
from tournaments.common.texts import Document

MOST_BYTES = 200_000
MOST_HANDS = 1_000


class ImportForm(forms.Form):
    """Asks for the record of a sheet, as a file or as text, and reads it strictly."""

    file = forms.FileField(required=False, label=gettext_lazy("File"))
    text = Document(
        required=False,
        max_length=MOST_BYTES,
        label=gettext_lazy("Or the text itself"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        """Read the record; say in which hand it is wrong."""
        if self.errors:
            return self.cleaned_data
        uploaded = self.cleaned_data.get("file")
        try:
            if uploaded and uploaded.size > MOST_BYTES:
                raise forms.ValidationError(_("This file is larger than a sheet can be."))
            raw = uploaded.read() if uploaded else self.cleaned_data["text"].encode()
            self.cleaned_data["record"] = _read(raw)
        except forms.ValidationError as problem:
            self.refuse(str(problem.message))
        return self.cleaned_data

    def refuse(self, sentence: str) -> None:
        """Say at the field that was used why its record is not taken in."""
        self.add_error("file" if self.cleaned_data.get("file") else "text", sentence)


def _read(raw: bytes) -> Record:
    if not raw.strip():
        raise forms.ValidationError(_("Choose a file, or put its text into the box."))
    try:
        record = read_record(parse(raw))
        everything = range(len(record.hands))
        replay(record.ruleset, record.options, record.players, record.hands, standing=everything)
    except HandProblem as problem:
        sentence = problem.text.render(_, [])
        if problem.hand is not None:
            sentence = hand_sentence(problem.hand + 1, sentence)
        raise forms.ValidationError(_readable(sentence)) from problem
    if len(record.hands) > MOST_HANDS:
        too_many = _("A sheet that is taken in has at most %(most)s hands.")
        raise forms.ValidationError(too_many % {"most": MOST_HANDS})
    for number, entry in enumerate(record.hands, 1):
        if not _is_text(entry.get("reason", "")):
            why = _("The reason has a character in it that is no character.")
            raise forms.ValidationError(hand_sentence(number, why))
    return record


def hand_sentence(number: int, why: str) -> str:
    """In which hand a record is wrong, and why."""
    return _("Hand %(number)s: %(why)s") % {"number": number, "why": why}


def _is_text(text: str) -> bool:
    """Whether a database can keep a text and a page show it: no zero, no half of a character."""
    return "\0" not in text and _readable(text) == text


def _readable(text: str) -> str:
    """The text with a question mark for every half of a character."""
    return text.encode("utf-8", "replace").decode()
