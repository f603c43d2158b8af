"""The form that takes a sheet back in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import HandProblem, Record, read_record, replay
from scoring.command import parse

MOST_BYTES = 200_000
MOST_HANDS = 1_000


class ImportForm(forms.Form):
    """Asks for the record of a sheet, as a file or as text, and reads it strictly."""

    file = forms.FileField(required=False, label=gettext_lazy("File"))
    text = forms.CharField(
        required=False,
        max_length=MOST_BYTES,
        strip=False,
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
            self.add_error("file" if uploaded else "text", problem)
        return self.cleaned_data


def _read(raw: bytes) -> Record:
    if not raw.strip():
        raise forms.ValidationError(_("Choose a file, or put its text into the box."))
    try:
        record = read_record(parse(raw))
        replay(record.ruleset, record.options, record.players, record.hands)
    except HandProblem as problem:
        sentence = problem.text.render(_, [])
        if problem.hand is not None:
            where = _("Hand %(number)s: %(why)s")
            sentence = where % {"number": problem.hand + 1, "why": sentence}
        raise forms.ValidationError(sentence) from problem
    if len(record.hands) > MOST_HANDS:
        too_many = _("A sheet that is taken in has at most %(most)s hands.")
        raise forms.ValidationError(too_many % {"most": MOST_HANDS})
    return record
