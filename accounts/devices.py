"""What a browser calls itself, in the words of somebody who looks at his own sign-ins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
"""Signs and the names they stand for; many browsers also bear the signs of those below them."""


class Device(NamedTuple):
    """The browser and what it runs on; "" where it does not say."""

    browser: str
    system: str

    @property
    def words(self) -> str:
        """The device as it is called on a page.

        >>> Device("Firefox", "Android").words, Device("", "Windows").words
        ('Firefox on Android', 'Windows')
        """
        if self.browser and self.system:
            return _("%(browser)s on %(system)s") % self._asdict()
        return self.browser or self.system or _("A device that does not say what it is")


def device_called(agent: str) -> Device:
    """The device that bears this name.

    >>> device_called("Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0")
    Device(browser='Firefox', system='Android')
    >>> device_called("curl/8.0")
    Device(browser='', system='')
    """
    return Device(_first(BROWSERS, agent), _first(SYSTEMS, agent))


def _first(names: Iterable[tuple[str, str]], agent: str) -> str:
    return next((name for sign, name in names if sign in agent), "")
