"""What templates are not to call."""


class AltersData:
    """Marks what changes rows; nothing does."""
