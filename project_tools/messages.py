"""The messages of the program, and their translations as `locale/` keeps them.

Everything here is Python: extracting, merging and compiling need no GNU gettext, so that they give
the same files on every machine. Babel comes with the libraries of the tests alone; the program
itself reads the compiled files.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from project_tools.steps import ROOT

LOCALE = ROOT / "locale"
MARKED = ("accounts", "config", "formats", "glossary", "scoring", "seating", "sheets")
FOLDERS = (*MARKED, "project_tools/management", "templates", "tournaments")
"""Where messages are; the log speaks English, and so do all commands but `start`."""

Arguments = tuple[int | tuple[int, str], ...] | None
"""Which arguments of a call are context, message and plural; none: the first is the message."""
CONTEXT = (1, "c")
KEYWORDS: dict[str, Arguments] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), None),
    **dict.fromkeys(("_n", "ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("_p", "pgettext", "pgettext_lazy"), (CONTEXT, 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), (CONTEXT, 2, 3)),
}
"""What marks a message."""
FOR_TRANSLATORS = "Translators:"


class NoMessages(Exception):
    """Messages that no catalogue can hold."""


class Translations(Catalog):
    """The messages with what they are in one language; the header holds nothing that changes."""

    def __init__(self, language: str) -> None:
        super().__init__(language, header_comment=f"# Sheepfold in {language}\n#", fuzzy=False)

    @property  # type: ignore[misc]  # nobody sets it
    def mime_headers(self) -> list[tuple[str, str]]:
        """The header: neither dates nor programs, so that it differs only where a language does."""
        return [
            ("Project-Id-Version", "Sheepfold"),
            ("Language", str(self.locale_identifier)),
            ("Plural-Forms", self.plural_forms),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit\n"),
        ]


def extracted() -> Catalog:
    """All messages of the source, with where they stand and what is said to translators."""
    found = Catalog()
    plurals: dict[object, object] = {}
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        for line, said, comments, context in messages_in(path):
            if not isinstance(said, str):
                one, many = said
                if plurals.setdefault((context, one), many) != many:
                    raise NoMessages(f"{name}:{line}: two plurals for “{one}”: give them one.")
            found.add(said, None, [(name, line)], auto_comments=comments, context=context)
    return found


def sources() -> Iterator[Path]:
    """All files that may hold messages, always in the same order."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and (folder == "templates" or path.suffix == ".py"):
                yield path


Found = tuple[int, str | tuple[str, ...], list[str], str | None]


def messages_in(path: Path) -> Iterator[Found]:
    """The messages of one file: line, text or its two forms, comments, context."""
    text = path.read_text()
    if path.suffix != ".py":
        text = as_python(text, str(path))
    source = BytesIO(text.encode())
    yield from extract("python", source, KEYWORDS, (FOR_TRANSLATORS,), strip_comment_tags=True)


def as_python(template: str, name: str = "") -> str:
    """A template as calls that mark its messages, each in its line; all else is blotted out.

    >>> as_python('  {% translate "Hands" %}').strip()
    "gettext(u'Hands')"
    """
    return "\n".join(line.strip() for line in templatize(template, name).split("\n"))


def languages() -> list[str]:
    """The languages of `locale/`: each has a folder of its own."""
    return sorted(path.name for path in LOCALE.iterdir() if path.is_dir())


def path_of(language: str) -> Path:
    """The file that people edit; the compiled one stands beside it."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def kept(language: str) -> Catalog:
    """The translations as the file has them, which may not be there yet."""
    path = path_of(language)
    if not path.exists():
        return Catalog(language)
    with path.open("rb") as file:
        return read_po(file, language, abort_invalid=True)


def brought_up_to_date(language: str, messages: Catalog, known: Catalog) -> Translations:
    """All messages of the source, translated as far as is known.

    A translation belongs to its very message: nothing is guessed from one that is similar, and what
    nobody says any more is left out. The history of the file has it.
    """
    found = Translations(language)
    for message in messages:
        if not message.id:
            continue
        before = known.get(message.id, message.context)
        same = before is not None and before.id == message.id and not before.fuzzy
        found.add(
            message.id,
            before.string if before and same else "",
            message.locations,
            auto_comments=message.auto_comments,
            user_comments=before.user_comments if before else (),
            context=message.context,
        )
    return found


def is_translated(message: Message) -> bool:
    """Whether all forms of the message are there."""
    return all(message.string) if isinstance(message.string, tuple) else bool(message.string)


def missing(translations: Catalog) -> list[Message]:
    """What has no translation yet, or not all forms of it."""
    return [each for each in translations if each.id and not is_translated(each)]


def write(translations: Translations, language: str) -> None:
    """Write the file that people edit, and the compiled one that the program reads."""
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(edited(translations))
    path.with_suffix(".mo").write_bytes(compiled(translations))


def edited(translations: Translations) -> bytes:
    """The file that people edit, by source file, without numbers of lines: so it changes little."""
    file = BytesIO()
    write_po(file, translations, sort_by_file=True, include_lineno=False)
    return file.getvalue().rstrip() + b"\n"


def compiled(translations: Translations) -> bytes:
    """The file that the program reads: what is not in it is said in English."""
    whole = Translations(str(translations.locale_identifier))
    for message in translations:
        if message.id and is_translated(message):
            whole[message.id] = message
    file = BytesIO()
    write_mo(file, whole)
    return file.getvalue()
