"""Templates whose values go with the page that was drawn from them."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.template import TemplateDoesNotExist
from django.template.backends.django import DjangoTemplates, Template, reraise
from django.template.context import make_context
from django.utils.safestring import SafeString


class Drawn(Template):
    """A template as Django's own, which lets go of what it was drawn from.

    Django's contexts are rings that only the garbage collector frees. A page of a large event holds
    ten thousand objects until then, and the collector looks through all of them.
    """

    def render(
        self, context: dict[str, Any] | None = None, request: HttpRequest | None = None
    ) -> SafeString:
        """The page."""
        values = make_context(context, request, autoescape=self.backend.engine.autoescape)
        try:
            return self.template.render(values)
        except TemplateDoesNotExist as missing:
            reraise(missing, self.backend)
        finally:
            values.dicts.clear()


class Templates(DjangoTemplates):
    """Django's own templates, each of them a `Drawn`."""

    def from_string(self, template_code: str) -> Drawn:
        """A template from its text."""
        return Drawn(self.engine.from_string(template_code), self)

    def get_template(self, template_name: str) -> Drawn:
        """A template by its name."""
        return Drawn(super().get_template(template_name).template, self)
