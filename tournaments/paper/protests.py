"""The form of a protest: empty for the pencil, or filled in to be signed."""

from __future__ import annotations

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.common.doers import doer_of
from tournaments.events.rulings.queries import ProtestLine
from tournaments.models import Event, Protest
from tournaments.paper.press import Part
from tournaments.settings.labels import money


def protest_part(event: Event, line: ProtestLine | None = None) -> Part:
    """One page: who protests, about what, what is wanted, the decision, the signatures.

    Without a protest every answer is a line to write on.
    """
    protest = line.protest if line else Protest(event=event)
    decided = protest.decision
    title = _("Protest %(number)s") % {"number": protest.number} if line else _("Protest")
    return {
        "kind": "protest",
        "title": title,
        "note": _("To be handed in at the desk, before the list is locked."),
        "about": _about(protest, is_filled=line is not None),
        "long": [
            {"label": _("What happened"), "value": protest.matter, "lines": 9},
            {"label": _("What is wanted"), "value": protest.wanted, "lines": 3},
        ],
        "decisions": [
            {"label": words, "is_ticked": decided == kind}
            for kind, words in (
                (Protest.UPHELD, _("upheld")),
                (Protest.DISMISSED, _("dismissed")),
                (Protest.WITHDRAWN, _("withdrawn")),
            )
        ],
        "fee": [
            {"label": _("fee given back"), "is_ticked": bool(decided) and protest.is_fee_back},
            {
                "label": _("fee kept"),
                "is_ticked": bool(decided and protest.fee) and not protest.is_fee_back,
            },
        ],
        "reason": {"label": _("Reason"), "value": protest.reason, "lines": 3},
        "rulings": [
            words for ruling, words in (line.rulings if line else ()) if ruling.withdrawn_at is None
        ],
        "signatures": _signatures(protest),
        "words": {"decision": _("Decision"), "ruling": _("Ruling")},
    }


def _about(protest: Protest, *, is_filled: bool) -> list[dict[str, str]]:
    """The short answers, two or three to a line."""
    played, place, entry = protest.round, protest.event_table, protest.entry
    whole = _("the whole event") if is_filled and played is None else ""
    made = date_format(timezone.localtime(protest.made_at), "j M Y, H:i") if is_filled else ""
    return [
        {"label": _("Who protests"), "value": protest.protester},
        {"label": _("Start number"), "value": str(entry.number or "") if entry else ""},
        {"label": _("Handed in"), "value": made},
        {"label": _("Round"), "value": str(played.number) if played else whole},
        {"label": _("Table"), "value": str(place.number) if place else ""},
        {"label": _("Hand"), "value": str(protest.hand or "")},
        {"label": _("Fee paid"), "value": money(protest.fee) if protest.fee else ""},
        {"label": _("Taken in by"), "value": doer_of(protest).plain if is_filled else ""},
    ]


def _signatures(protest: Protest) -> list[dict[str, str]]:
    when = protest.decided_at
    return [
        {"label": _("Who protests"), "value": ""},
        {"label": _("Decided by"), "value": doer_of(protest, "decided").plain},
        {
            "label": _("Day and time"),
            "value": date_format(timezone.localtime(when), "j M Y, H:i") if when else "",
        },
    ]
