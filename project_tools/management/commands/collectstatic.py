"""Django's `collectstatic`, after making what it is to find as well."""

from __future__ import annotations

from typing import Any

from django.contrib.staticfiles.management.commands import collectstatic
from django.core.management import call_command


class Command(collectstatic.Command):
    """Collect the static files, the engine for phones among them."""

    def handle(self, **options: Any) -> str | None:  # noqa: ANN401 - as Django has it
        """Pack the engine first."""
        call_command("pack_kit", verbosity=0)
        return super().handle(**options)
