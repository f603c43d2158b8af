"""What several models let the database refuse, each with the sentence that says it."""

from __future__ import annotations

from django.db.models import CheckConstraint, Q, TextChoices


def is_known(
    model: str, field: str, choices: type[TextChoices], *, may_be_empty: bool = False
) -> CheckConstraint:
    """The field holds one of the choices, or nothing where it `may_be_empty`."""
    words: list[str] = [*([""] if may_be_empty else []), *choices.values]
    return CheckConstraint(
        condition=Q(**{f"{field}__in": words}),
        name=f"{model}_{field}_is_known",
        violation_error_message=f"The {field} is a word that nobody knows.",
    )


def from_one(model: str, *fields: str) -> list[CheckConstraint]:
    """Each of these fields counts from 1, or is empty where it may be."""
    return [
        CheckConstraint(
            condition=Q(**{f"{field}__gte": 1}),
            name=f"{model}_{field}_from_one",
            violation_error_message=f"The {field.replace('_', ' ')} is 1 or more.",
        )
        for field in fields
    ]


def withdrawn_with_reason(model: str) -> CheckConstraint:
    """Whatever is withdrawn says why, and nothing else does."""
    return CheckConstraint(
        condition=Q(withdrawn_at=None, withdrawn_by="", withdrawn_why="")
        | (Q(withdrawn_at__isnull=False) & ~Q(withdrawn_why="")),
        name=f"{model}_withdrawn_with_reason",
        violation_error_message="What is withdrawn has a moment and a reason, and only that.",
    )
