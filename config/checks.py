"""System checks that tell the operator what the machine gives him."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Info, Tags, Warning, register
from django.db import connection

from config.environment import sqlite_has_safe_wal
from project_tools.rights import kept_paths, open_to_others


@register(Tags.compatibility, deploy=True)
def which_database(app_configs: Sequence[Any] | None, **kwargs: object) -> list[CheckMessage]:
    """Say how results are kept: which database, and with which journal."""
    if connection.vendor != "sqlite":
        return []
    version = sqlite3.sqlite_version
    if sqlite_has_safe_wal():
        text = f"SQLite {version} with the write-ahead log and synchronous=FULL."
    else:
        text = (
            f"SQLite {version} with the rollback journal and synchronous=FULL: this version's "
            "write-ahead log has a fault that 3.51.3 mended. Safe, and fast enough for a club."
        )
    return [Info(text, id="sheepfold.I001")]


@register(Tags.security, deploy=True)
def plain_http(app_configs: Sequence[Any] | None, **kwargs: object) -> list[CheckMessage]:
    """Warn when passwords and table links travel unencrypted."""
    if settings.HTTPS:
        return []
    return [
        Warning(
            "Pages are answered over plain http: everyone in the network can read passwords and "
            "table links.",
            hint="Serve over https and unset SHEEPFOLD_PLAIN_HTTP.",
            id="sheepfold.W001",
        )
    ]


@register(Tags.security, deploy=True)
def files_of_others(app_configs: Sequence[Any] | None, **kwargs: object) -> list[CheckMessage]:
    """Warn of what other people on the machine can read."""
    paths = open_to_others(kept_paths(settings.SHEEPFOLD_VAR, connection.settings_dict))
    return [
        Warning(
            f"Others on this machine can read {path}.",
            hint=f"chmod {'700' if path.is_dir() else '600'} {path}",
            id="sheepfold.W002",
        )
        for path in paths
    ]


@register(Tags.security, deploy=True)
def nobody_answers(app_configs: Sequence[Any] | None, **kwargs: object) -> list[CheckMessage]:
    """Warn when the page about privacy cannot say who answers for the site, or how to ask."""
    wanted = ("SHEEPFOLD_OPERATOR", "SHEEPFOLD_CONTACT")
    missing = [name for name in wanted if not getattr(settings, name)]
    if not missing:
        return []
    return [
        Warning(
            "The page about privacy does not say who answers for this site and how to ask.",
            hint=f"Set {' and '.join(missing)}.",
            id="sheepfold.W004",
        )
    ]


@register(Tags.security, deploy=True)
def unnamed_proxies(app_configs: Sequence[Any] | None, **kwargs: object) -> list[CheckMessage]:
    """Warn when a proxy passes visitors on and nobody says which addresses are proxies."""
    if not settings.SHEEPFOLD_TRUST_PROXY or settings.SHEEPFOLD_PROXIES:
        return []
    return [
        Warning(
            "All visitors count as one, the proxy: what one of them asks for too often is refused "
            "to everybody.",
            hint="Set SHEEPFOLD_PROXIES to the proxy's address, such as 127.0.0.1.",
            id="sheepfold.W003",
        )
    ]
