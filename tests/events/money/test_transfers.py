"""Anna and Ben have paid by transfer: the director pastes what the bank says, and books it."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.answers import Answer
from tests.events.browser_form import fields_of
from tests.events.conftest import signs_in
from tests.events.registration.registering import opens, own_address, presses, registers
from tests.tables.conftest import words_of
from tournaments.events.money.bank import read_statement
from tournaments.events.money.queries.cash import takings_of
from tournaments.events.money.services import pay_part
from tournaments.models import Author, BookedTransfer, CashLine, Entry, Event, Registration

pytestmark = pytest.mark.django_db

Makes = Callable[..., Event]

SAVINGS = (
    '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";'
    '"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";'
    '"Waehrung";"Info"\n'
    '"DE02";"12.11.26";"12.11.26";"GUTSCHR. UEBERWEISUNG";"{text}";"Anna Huber";"AT61";"X";'
    '"{amount}";"EUR";"Umsatz gebucht"\n'
)
COOPERATIVE = (
    "Bezeichnung Auftragskonto;IBAN Auftragskonto;Buchungstag;Valutadatum;"
    "Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;Buchungstext;Verwendungszweck;Betrag;"
    "Waehrung;Saldo nach Buchung\n"
    "Konto;DE02;12.11.2026;12.11.2026;Anna Huber;AT61;Gutschrift;{text};{amount};EUR;1.234,56\n"
)
OLDER = (
    "Volksbank;;;;\n\nBuchungstag;Valuta;Auftraggeber/Zahlungsempfänger;"
    "Vorgang/Verwendungszweck;Währung;Umsatz; \n"
    '12.11.2026;12.11.2026;Anna Huber;"GUTSCHRIFT\n{text}";EUR;{amount};H\n'
)
DIRECT = (
    '"Girokonto";"DE02"\n"Kontostand vom 12.11.2026:";"1.234,56 €"\n""\n'
    '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";'
    '"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID"\n'
    '"12.11.26";"12.11.26";"Gebucht";"Anna Huber";"Club";"{text}";"Eingang";"AT61";"{amount}";""\n'
)
TWO_COLUMNS = (
    "Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;Soll;Haben;Währung\n"
    "12.11.2026;12.11.2026;SEPA;Anna Huber;{text};;{amount};EUR\n"
)
BY_COMMA = (
    '"Booking Date","Value Date","Partner Name","Partner Iban","Type","Payment Reference",'
    '"Amount (EUR)"\n2026-11-12,2026-11-12,"Anna Huber","AT61","Transfer","{text}","{amount}"\n'
)
ESTONIAN = (
    '"Kliendi konto","Kuupäev","Saaja/maksja nimi","Deebet/Kreedit (D/C)","Summa","Selgitus",'
    '"Valuuta"\n"EE38","12.11.2026","Anna Huber","C","{amount}","{text}","EUR"\n'
)
TABBED = "Datum\tAuftraggeber\tVerwendungszweck\tBetrag in EUR\n12.11.\tAnna\t{text}\t{amount}\n"
BARE = "12.11.2026;Anna Huber;{text};{amount} EUR\n"
BANKS = [SAVINGS, COOPERATIVE, OLDER, DIRECT, TWO_COLUMNS, BY_COMMA, ESTONIAN, TABBED, BARE]


@pytest.mark.parametrize("bank", BANKS)
@pytest.mark.parametrize("amount", ["12,50", "+12,50", "12,50 EUR"])
def test_what_a_bank_gives_away_is_read(bank: str, amount: str) -> None:
    [line] = read_statement(bank.format(text="Autumn cup, BCDFGHJK", amount=amount))
    assert line.cents == 1250
    assert "BCDFGHJK" in line.text
    if bank != BARE:
        assert line.payer.startswith("Anna")
        assert line.day


@pytest.mark.parametrize(
    ("bank", "amount"),
    [
        *((bank, "-12,50") for bank in BANKS),
        (OLDER.replace(";H\n", ";S\n"), "12,50"),
        (ESTONIAN.replace('"C"', '"D"'), "12.50"),
        (TWO_COLUMNS.replace(";;{amount}", ";{amount};"), "12,50"),
    ],
)
def test_what_went_from_the_account_came_from_nobody(bank: str, amount: str) -> None:
    [line] = read_statement(bank.format(text="Rent", amount=amount))
    assert line.cents == -1250


def test_where_two_cells_can_be_the_amount_it_is_not_clear() -> None:
    [line] = read_statement("12.11.2026;BCDFGHJK;12,50;1.234,56\n")
    assert line.cents is None


# At an event: what is proposed, and what is booked.


@pytest.fixture
def event(new_event: Makes) -> Event:
    """An evening for two at 12.50 each, for which Anna and Ben are registered, and Cora waits."""
    event = opens(new_event(capacity=2, fee=1250))
    for name in ("Anna", "Ben", "Cora"):
        own_address(registers(event, name))
    return event


def code(name: str) -> str:
    return Registration.objects.get(entry__name=name).code


def row(text: str, amount: str = "12,50", day: str = "12.11.2026") -> str:
    return f"{day};Somebody;{text};{amount};EUR\n"


HEAD = "Buchungstag;Auftraggeber;Verwendungszweck;Betrag;Währung\n"


class Desk:
    """The page on which a bank's lines are pasted."""

    def __init__(self, director: Client, event: Event) -> None:
        self.director, self.address = director, reverse("transfers", args=[event.pk])

    def pastes(self, *rows: str) -> Answer:
        form = fields_of(self.director.get(self.address).content.decode(), self.address)
        return self.director.post(
            self.address, form | {"text": HEAD + "".join(rows), "deed": "look"}
        )

    def books(self, looked: Answer, *lines: int) -> Answer:
        """Press the button below what was looked at, with these lines ticked."""
        form = self.first_form(looked)
        ticks = {"take": [str(line) for line in lines]}
        return self.director.post(self.address, form | ticks | {"deed": "book"})

    def first_form(self, looked: Answer) -> dict[str, str]:
        page = looked.content.decode()
        start = page.index(f'action="{self.address}"')
        return fields_of(page[: page.index("</form>", start) + 7], self.address)


@pytest.fixture
def desk(director: Client, event: Event) -> Desk:
    return Desk(director, event)


def paid(event: Event) -> dict[str, bool]:
    return dict(event.entries.values_list("name", "is_paid"))


def test_nothing_is_booked_by_looking_and_one_press_books_what_is_ticked(
    event: Event, desk: Desk
) -> None:
    anna, ben = code("Anna"), code("Ben")
    spaced = f"cup, {anna[:4].lower()} {anna[4:6].lower()}-{anna[6:].lower()}"
    looked = desk.pastes(row(spaced), row(f"{event.title},{ben}"), row("Rent", "-400,00"))
    assert looked.status_code == 200
    page = looked.content.decode()
    assert page.count("checked") == 2
    assert paid(event) == {"Anna": False, "Ben": False, "Cora": False}
    assert not BookedTransfer.objects.exists()
    assert desk.books(looked, 2, 3)["Location"] == reverse("cash", args=[event.pk])
    assert paid(event) == {"Anna": True, "Ben": True, "Cora": False}
    kinds = event.changes.filter(kind__in=("paid", "transfers_booked")).order_by("pk")
    assert [(change.kind, change.after, change.who) for change in kinds] == [
        ("paid", "1250\t", "Dora"),
        ("paid", "1250\t", "Dora"),
        ("transfers_booked", "2500\t", "Dora"),
    ]


def test_what_came_by_the_bank_is_a_fee_and_not_in_the_box(event: Event, desk: Desk) -> None:
    desk.books(desk.pastes(row(code("Anna"))), 2)
    takings = takings_of(event)
    assert (takings.fees, takings.expected) == (1250, 0)
    book = words_of(desk.director.get(reverse("cash", args=[event.pk])))
    assert "Of it by transfer, not in the box −12.50" in book
    assert "Paid by transfer" in book
    assert "Must be in the box 0" in book


def test_the_same_line_is_booked_once(event: Event, desk: Desk, director: Client) -> None:
    one = row(code("Anna"), "5,00")
    twice = desk.pastes(one, one)
    assert "The same line once more." in words_of(twice)
    desk.books(twice, 2)
    again = desk.pastes(one, row(code("Anna"), "5,00", day="13.11.2026"))
    assert "This line is booked already." in words_of(again)
    refused = desk.books(again, 2)
    assert refused.status_code == 422
    assert "This line is booked already." in words_of(refused)
    desk.books(again, 3)
    assert [line.amount for line in event.cash.filter(kind=CashLine.PART)] == [500, 500]
    assert BookedTransfer.objects.count() == 2
    kept = " ".join(BookedTransfer.objects.values_list("digest", flat=True))
    assert "Somebody" not in kept
    assert code("Anna") not in kept


def test_two_who_press_at_the_same_page_book_it_once(event: Event, desk: Desk) -> None:
    looked = desk.pastes(row(code("Anna")))
    form = desk.first_form(looked) | {"take": "2", "deed": "book"}
    assert desk.director.post(desk.address, form).status_code == 302
    assert desk.director.post(desk.address, form).status_code == 302
    other = desk.director.post(desk.address, form | {"submission": str(uuid4())})
    assert other.status_code == 422
    assert event.cash.filter(kind=CashLine.TRANSFER).count() == 1


def test_what_is_odd_is_said_beside(event: Event, desk: Desk, by: Author) -> None:
    anna, ben, cora = code("Anna"), code("Ben"), code("Cora")
    looked = desk.pastes(
        row(anna, "15,00"),
        row(ben, "10,00"),
        row(cora),
        row("BCDFGHJK" if anna != "BCDFGHJK" else "BCDFGHJM"),
        row(f"{anna} {ben}", "25,00"),
        row(ben, "what"),
        row(ben).replace("EUR", "CHF"),
        row("Dues of the year"),
    )
    said = words_of(looked)
    for words in (
        "More than is open, and stays with the club: 2.50",
        "Less than is open. Then still open: 2.50",
        "Waits for a place.",
        "Nobody here has this code.",
        "Several codes: note it on the page of each of these entries.",
        "The amount is not clear.",
        "This is not in euros.",
        "1 line by which money came has no code.",
    ):
        assert words in said
    page = looked.content.decode()
    assert "checked" not in page
    assert page.count('name="take"') == 3
    desk.books(looked, 2, 3)
    entries = paid(event)
    assert (entries["Anna"], entries["Ben"]) == (True, False)
    takings = takings_of(event)
    assert (takings.fees, takings.lines["in"].cents, takings.expected) == (2250, 250, 0)


def test_who_has_paid_or_plays_for_nothing_or_has_withdrawn_pays_no_more(
    event: Event, desk: Desk, by: Author
) -> None:
    anna = Entry.objects.get(name="Anna")
    pay_part(entry=anna, cents=1250, by=by, submission=uuid4())
    Entry.objects.filter(name="Ben").update(free_reason="Helps")
    own = own_address(registers(event, "Dirk"))
    presses(own, "withdraw")
    looked = desk.pastes(*(row(code(name)) for name in ("Anna", "Ben", "Dirk")))
    said = words_of(looked)
    for words in ("The fee is paid already.", "Plays for nothing", "Has withdrawn: give it back."):
        assert words in said
    assert 'name="take"' not in looked.content.decode()


def test_what_was_noted_meanwhile_is_looked_at_first(event: Event, desk: Desk, by: Author) -> None:
    looked = desk.pastes(row(code("Anna")), row(code("Ben")))
    pay_part(entry=Entry.objects.get(name="Ben"), cents=250, by=by, submission=uuid4())
    refused = desk.books(looked, 2, 3)
    assert refused.status_code == 422
    assert "Something else was noted meanwhile: Ben. Look at it again." in words_of(refused)
    assert paid(event)["Anna"] is False
    assert refused.content.decode().count("checked") == 2
    assert not BookedTransfer.objects.exists()


def test_two_parts_in_one_list_make_the_whole_fee(event: Event, desk: Desk) -> None:
    looked = desk.pastes(row(code("Anna"), "10,00"), row(code("Anna"), "2,50"))
    desk.books(looked, 2, 3)
    assert paid(event)["Anna"] is True
    assert takings_of(event).expected == 0


def test_nothing_ticked_and_nothing_pasted_is_said(desk: Desk) -> None:
    refused = desk.books(desk.pastes(row(code("Anna"))))
    assert refused.status_code == 422
    assert "Tick what is to be booked." in words_of(refused)
    assert "No line has a code of this event." in words_of(desk.pastes(row("Rent")))
    form = fields_of(desk.director.get(desk.address).content.decode(), desk.address)
    empty = desk.director.post(desk.address, form | {"deed": "look"})
    assert empty.status_code == 422
    assert "Paste the lines here, or choose a file." in words_of(empty)


@pytest.mark.parametrize("letters", ["utf-8-sig", "cp1252"])
def test_a_file_is_read_in_the_letters_of_the_bank(desk: Desk, letters: str) -> None:
    text = HEAD + f"12.11.2026;Jörg Größ;{code('Anna')};12,50;EUR\n"
    form = fields_of(desk.director.get(desk.address).content.decode(), desk.address)
    file = SimpleUploadedFile("umsaetze.csv", text.encode(letters))
    looked = desk.director.post(desk.address, form | {"file": file, "deed": "look"})
    assert "Jörg Größ" in words_of(looked)
    desk.books(looked, 2)
    assert Entry.objects.get(name="Anna").is_paid


def test_the_code_of_another_event_is_none_here(new_event: Makes, event: Event, desk: Desk) -> None:
    other = opens(new_event(fee=1250))
    own_address(registers(other, "Emma"))
    assert "Nobody here has this code." in words_of(desk.pastes(row(code("Emma"))))


def test_another_club_books_nothing(event: Event, other_director: Client) -> None:
    address = reverse("transfers", args=[event.pk])
    assert other_director.get(address).status_code == 404
    assert other_director.post(address).status_code == 404
    assert signs_in("Nina").get(address).status_code == 404
