"""What fields of forms take for choices besides lists."""


class ChoicesType(type):
    """Marks choices that are classes; none are."""
