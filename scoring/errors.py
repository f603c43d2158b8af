"""What is said when a record cannot be true."""

from typing import Any

from scoring.words import Sentence, Template

LONGEST_QUOTE = 40


def quoted(value: object) -> str:
    """What somebody sent, short enough to be said in a sentence.

    >>> quoted("pikcer"), len(quoted("x" * 1000))
    ('pikcer', 40)
    """
    text = "null" if value is None else str(value)
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


def unknown_field(name: object, place: str, text: str) -> "HandProblem":
    """A field that nobody knows; `place` is named where the field has no name at all.

    `text` may quote the field as %(name)s.
    """
    return HandProblem("unknown_field", quoted(name) or place, text, name=quoted(name))


class HandProblem(ValueError):
    """A refused record: which field to mend, and why, in a sentence a scorer understands.

    `code` is stable and meant for programs, `field` names the field to mend, `hand` is the
    index of the hand in the record, or None for the record's own fields. Where it is a house rule
    that is to be mended, `option` names it and `row` the row of its table.
    """

    def __init__(self, code: str, field: str, text: Template, /, **values: object) -> None:
        self.code = code
        self.field = field
        self.text = Sentence(text, values)
        self.hand: int | None = None
        self.option = ""
        self.row = ""
        super().__init__(code, field)

    def __str__(self) -> str:
        return str(self.text)

    def as_json(self) -> dict[str, Any]:
        """The refusal in the form of the scoring contract.

        >>> HandProblem("missing", "picker", "Say who picked.").as_json()["error"]["field"]
        'picker'
        """
        where = {"option": self.option, "row": self.row}
        return {
            "error": {
                "hand": self.hand,
                "field": self.field,
                **{name: said for name, said in where.items() if said},
                "code": self.code,
                "message": str(self.text),
            }
        }
