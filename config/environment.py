"""What the settings ask of the machine they run on: keys, database, addresses."""

from __future__ import annotations

import os
import secrets
import socket
import sqlite3
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import environ
from django.core.exceptions import ImproperlyConfigured

SQLITE_WITH_SAFE_WAL = (3, 51, 3)
SHORTEST_SECRET_KEY = 50


def own_folder(path: Path) -> None:
    """Make a folder that nobody else on the machine can look into; one that is there stays."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=0o700, exist_ok=True)


def local_secret_key(folder: Path) -> str:
    """Return the key kept in `folder`, made on first use and readable by its owner alone."""
    path = folder / "secret_key"
    if not path.exists():
        own_folder(folder)
        handle, draft = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another process was first: its key counts
        finally:
            os.unlink(draft)
    return path.read_text().strip()


def sqlite_has_safe_wal() -> bool:
    """Say whether this SQLite is free of the write-ahead log's reset fault (fixed in 3.51.3)."""
    return sqlite3.sqlite_version_info >= SQLITE_WITH_SAFE_WAL


def sqlite_options() -> dict[str, Any]:
    """Return the connection options with which no acknowledged write is lost."""
    journal = "WAL" if sqlite_has_safe_wal() else "DELETE"
    return {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": f"PRAGMA journal_mode={journal}; PRAGMA synchronous=FULL",
    }


def database(env: environ.Env, folder: Path, threads: int) -> dict[str, Any]:
    """Return the one database: SQLite in `folder`, or what DATABASE_URL names."""
    url = env.str("DATABASE_URL", default=f"sqlite:///{folder / 'sheepfold.sqlite3'}")
    found = database_at(url)
    if found["ENGINE"] == "config.sqlite":
        own_folder(Path(found["NAME"]).parent)
        return found
    pool = {"min_size": 1, "max_size": threads + 2, "timeout": 10}
    return found | {"OPTIONS": found["OPTIONS"] | {"pool": pool}}


def database_at(url: str) -> dict[str, Any]:
    """Return the settings of the database that an address names."""
    found: dict[str, Any] = environ.Env.db_url_config(url)
    run = os.getpid()
    if found.get("ENGINE") == "django.db.backends.sqlite3":
        name = Path(tempfile.gettempdir()) / f"sheepfold-test-{run}.sqlite3"
        return found | {
            "ENGINE": "config.sqlite",
            "OPTIONS": sqlite_options(),
            "TEST": {"NAME": str(name)},
            "CONN_MAX_AGE": None,
            "CONN_HEALTH_CHECKS": True,
        }
    if found.get("ENGINE") != "django.db.backends.postgresql":
        raise ImproperlyConfigured("DATABASE_URL must name a SQLite or a PostgreSQL database.")
    return found | {
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": found.get("OPTIONS", {}),
        "TEST": {"NAME": f"test_sheepfold_{run}"},
    }


def machine_time_zone() -> str:
    """Return the name of the zone this machine's clock shows, UTC where it does not say."""
    name = os.environ.get("TZ") or os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
    try:
        return ZoneInfo(name).key
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return "UTC"


def one_of(env: environ.Env, name: str, offered: Collection[str], usual: str) -> str:
    """Return what a setting says; stop where it is none of what is offered.

    >>> one_of(environ.Env(), "SHEEPFOLD_NONE", ["en", "de"], "de")
    'de'
    """
    asked: str = env.str(name, default=usual)
    if asked not in offered:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(offered)}.")
    return asked


def mail(env: environ.Env) -> dict[str, Any]:
    """Return how letters are handed in, as Django's settings have it; nothing where none are.

    >>> mail(environ.Env())
    {}
    """
    if not env.str("EMAIL_URL", default=""):
        return {}
    found: dict[str, Any] = env.email_url("EMAIL_URL")
    usual = 587 if found.get("EMAIL_USE_TLS") else 465 if found.get("EMAIL_USE_SSL") else 25
    user = found["EMAIL_HOST_USER"] or ""
    sender = env.str("SHEEPFOLD_MAIL_FROM", default=user if "@" in user else "")
    if not sender and found["EMAIL_HOST"]:
        raise ImproperlyConfigured(
            "Set SHEEPFOLD_MAIL_FROM to the address from which letters are sent."
        )
    return found | {
        "EMAIL_PORT": found["EMAIL_PORT"] or usual,
        "EMAIL_HOST_USER": user,
        "EMAIL_HOST_PASSWORD": found["EMAIL_HOST_PASSWORD"] or "",
        "DEFAULT_FROM_EMAIL": sender or "sheepfold@localhost",
    }


def lan_address() -> str | None:
    """Return this machine's address in its local network, found without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") or address == "0.0.0.0" else address


def local_hosts() -> list[str]:
    """Return the names under which a locally started Sheepfold answers."""
    name = socket.gethostname().lower()
    names = ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local"]
    address = lan_address()
    return [*names, address] if address else names


def refuse_unsafe(*, secret_key: str, debug: bool, allowed_hosts: list[str]) -> None:
    """Stop a public server that would not be safe, with a sentence that says what to set."""
    if len(secret_key) < SHORTEST_SECRET_KEY or len(set(secret_key)) < 5:
        raise ImproperlyConfigured(
            "Set SECRET_KEY to at least 50 random characters. "
            "Sheepfold has no default key and does not start without one."
        )
    if debug:
        raise ImproperlyConfigured("DEBUG must be off: it shows the program's inside to visitors.")
    if not allowed_hosts:
        raise ImproperlyConfigured("Set ALLOWED_HOSTS to the host names of this server.")
    if "*" in allowed_hosts:
        raise ImproperlyConfigured("ALLOWED_HOSTS must name the hosts; '*' is not accepted.")
