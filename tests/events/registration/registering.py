"""How people register in the tests: through the page, as from a phone of their own."""

from __future__ import annotations

import time
from typing import Any

from django.core.signing import TimestampSigner, b62_encode
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.answers import Answer
from tests.tables.conftest import FormReader
from tournaments.models import Event, RegistrationTerms

READS = 30  # seconds that somebody looks at the page before sending it


class _Earlier(TimestampSigner):
    """Signs as if it were some seconds ago."""

    def __init__(self, seconds: float) -> None:
        super().__init__(salt="sheepfold: registration form")
        self.seconds = seconds

    def timestamp(self) -> str:
        return b62_encode(int(time.time() - self.seconds))


def opens(event: Event, **terms: Any) -> Event:
    """Everybody can register for the event, which is published."""
    event.published_at = event.published_at or timezone.now()
    event.save(update_fields=["published_at"])
    RegistrationTerms.objects.create(event=event, is_on=True, **terms)
    return event


def page_of(event: Event) -> str:
    return reverse("register", args=[event.pk])


def form_of(person: Client, event: Event, seconds: float = READS) -> dict[str, str]:
    """The form as the page has it, which was opened so many seconds ago."""
    form = FormReader(person.get(page_of(event)).content.decode()).sent_to("")
    return form | {"opened": _Earlier(seconds).sign(str(event.pk))}


def registers(
    event: Event, *names: str, home: str = "", person: Client | None = None, **more: str
) -> Answer:
    """Somebody fills the form in, for himself or for a pair, and sends it."""
    phone = person or Client()
    typed = {"home-0": home} | {f"name-{place}": name for place, name in enumerate(names)}
    return phone.post(page_of(event), form_of(phone, event) | typed | more)


def own_address(answer: Answer) -> str:
    """The page of one's own to which somebody is led who has registered."""
    assert answer.status_code == 302, answer.content.decode()
    address = answer["Location"]
    assert address.startswith("/r/")
    return address


def presses(address: str, where: str, **typed: str) -> Answer:
    """On his own page somebody sends one of its forms."""
    phone = Client()
    form = FormReader(phone.get(address).content.decode()).sent_to(f"{address}{where}/")
    return phone.post(f"{address}{where}/", form | typed)
