"""The files in deploy/ say what the program and its documents say."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from fnmatch import fnmatch
from pathlib import Path

from django.core.management import get_commands, load_command_class
from uvicorn.main import main as served_by_hand

from config.heads import LONGEST_HEAD, MOST_FILES, PatientProtocol
from config.limits import Limits
from project_tools.steps import ROOT
from tests.answers import there
from tests.house.test_settings import LONG_KEY, run

FOLDER = ROOT / "deploy"
OPERATORS = (ROOT / "docs" / "operators.md").read_text()
PROGRAM = "".join(
    (ROOT / name).read_text()
    for name in ("config/settings.py", "config/environment.py", "manage.py")
)
FILES = {path.name: path.read_text() for path in FOLDER.iterdir() if path.name != ".env"}
UNITS = [FILES["sheepfold.service"], FILES["sheepfold-upkeep.service"]]
IMAGE, COMPOSE = FILES["Dockerfile"], FILES["compose.yaml"]
STARTED_BY_IMAGE = json.loads(re.findall(r"^CMD (.+)", IMAGE, re.MULTILINE)[-1])[-1]


def values_of(unit: str, name: str) -> list[str]:
    """What a unit says under that name."""
    return re.findall(rf"^{name}=(.*)", unit, re.MULTILINE)


def test_every_file_is_in_the_documents() -> None:
    assert {name for name in FILES if name not in OPERATORS} <= {
        "sheepfold-upkeep.service"  # it goes where `sheepfold*.service` does
    }
    assert "deploy/sheepfold*.service" in OPERATORS


def test_the_site_is_served_in_one_way() -> None:
    told = [
        there(re.search(r"uvicorn (config\.asgi.*)", text))[1].removesuffix('"]')
        for text in (FILES["sheepfold.service"], STARTED_BY_IMAGE, OPERATORS)
    ]
    options = [shlex.split(each.replace("0.0.0.0", "127.0.0.1")) for each in told]
    assert options[0] == options[1] == options[2]
    app, *flags = options[0]
    assert app == "config.asgi:application"
    known = {name for option in served_by_hand.params for name in option.opts}
    known |= {name for option in served_by_hand.params for name in option.secondary_opts}
    assert {flag for flag in flags if flag.startswith("--")} <= known
    assert f"{PatientProtocol.__module__}:{PatientProtocol.__name__}" in flags
    assert {"--no-access-log", "--no-proxy-headers"} <= set(flags)


def test_all_name_the_same_port() -> None:
    (port,) = re.findall(r"--port (\d+)", STARTED_BY_IMAGE)
    assert f"EXPOSE {port}\n" in IMAGE
    assert f"http://127.0.0.1:{port}/healthz" in IMAGE
    assert f"SHEEPFOLD_UPSTREAM: site:{port}\n" in COMPOSE
    assert f"{{$SHEEPFOLD_UPSTREAM:127.0.0.1:{port}}}" in FILES["Caddyfile"]
    passed = re.findall(r"proxy_pass (.+);", FILES["nginx.conf"])
    assert passed == [f"http://127.0.0.1:{port}"] * 2


def test_all_name_the_same_folders_and_user() -> None:
    for unit in UNITS:
        assert values_of(unit, "WorkingDirectory") == ["/opt/sheepfold"]
        assert values_of(unit, "User") == values_of(unit, "Group") == ["sheepfold"]
        assert values_of(unit, "UMask") == ["0077"]
        assert values_of(unit, "ProtectSystem") == ["strict"]
        assert values_of(unit, "StateDirectory") == ["sheepfold"]
        assert values_of(unit, "StateDirectoryMode") == ["0700"]
        assert "SHEEPFOLD_VAR=/var/lib/sheepfold" in values_of(unit, "Environment")
        assert values_of(unit, "EnvironmentFile") == ["/etc/sheepfold.env"]
    assert values_of(UNITS[0], "LimitNOFILE") == [str(MOST_FILES)]
    assert values_of(UNITS[0], "Restart") == ["always"]
    assert "WORKDIR /opt/sheepfold\n" in IMAGE
    assert "SHEEPFOLD_VAR=/var/lib/sheepfold\n" in IMAGE
    assert "\nUSER sheepfold\n" in IMAGE
    assert COMPOSE.count("- kept:/var/lib/sheepfold\n") == 1
    assert COMPOSE.count(f"nofile: {MOST_FILES}\n") == 2
    for path in ("/opt/sheepfold", "/var/lib/sheepfold", "/etc/sheepfold.env"):
        assert path in OPERATORS


def test_every_variable_is_one_that_the_program_reads() -> None:
    for name, text in FILES.items():
        named = set(
            re.findall(r"\b(SHEEPFOLD_[A-Z_]+|SECRET_KEY|ALLOWED_HOSTS|DATABASE_[A-Z]+)\b", text)
        )
        of_containers = {"SHEEPFOLD_NAME", "SHEEPFOLD_UPSTREAM", "DATABASE_PASSWORD"}
        read = {each for each in named if f'"{each}"' in PROGRAM}
        assert named - read <= of_containers, name
    in_caddy = set(re.findall(r"\{\$(\w+)[:}]", FILES["Caddyfile"]))
    assert in_caddy == {"SHEEPFOLD_NAME", "SHEEPFOLD_UPSTREAM"}
    assert all(f"      {name}: " in COMPOSE for name in in_caddy)
    asked = set(re.findall(r"\$\{(\w+)", COMPOSE))
    assert asked == set(re.findall(r"^#     (\w+)=", COMPOSE, re.MULTILINE))


def test_every_command_is_one_of_the_program() -> None:
    known = get_commands()
    for name, text in [*FILES.items(), ("docs", OPERATORS)]:
        for line in re.findall(r"manage\.py ([a-z][^\n`\"|;]*)", text):
            command, *arguments = shlex.split(line.split(" && ")[0].rstrip("."), comments=True)
            if command in ("start", "test"):
                continue
            assert command in known, name
            about = load_command_class(known[command], command).create_parser("manage.py", command)
            flags = {each for each in arguments if each.startswith("--")}
            assert flags <= set(about._option_string_actions), f"{name}: {line}"


def test_the_proxies_are_as_patient_as_the_site() -> None:
    caddy, nginx, limits = FILES["Caddyfile"], FILES["nginx.conf"], Limits()
    assert f"read_header {LONGEST_HEAD:.0f}s" in caddy
    assert f"client_header_timeout {LONGEST_HEAD:.0f}s;" in nginx
    assert int(there(re.search(r"client_body_timeout (\d+)s;", nginx))[1]) > limits.body_seconds
    assert (
        int(there(re.search(r"client_max_body_size (\d+)m;", nginx))[1]) * 2**20
        > limits.event_file_bytes
    )
    assert "proxy_request_buffering off;" in nginx
    live = nginx.split("location /live/ {")[1]
    assert "proxy_buffering off;" in live
    assert "proxy_read_timeout 1h;" in live
    assert "flush_interval -1" in caddy
    assert re.findall(r"access_log (.*);", nginx) == ["off"] * nginx.count("server {")
    assert "log" not in re.sub(r"#.*", "", caddy)


def test_the_proxies_are_believed_and_nobody_else() -> None:
    assert "X-Forwarded-For $remote_addr;" in FILES["nginx.conf"]
    assert "SHEEPFOLD_PROXIES=127.0.0.1,::1" in values_of(UNITS[0], "Environment")
    (subnet,) = re.findall(r"subnet: (\S+)", COMPOSE)
    assert f"SHEEPFOLD_PROXIES: {subnet}\n" in COMPOSE


def test_the_image_holds_the_program_and_nothing_that_is_kept() -> None:
    left_out = [
        line
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line and not line.startswith("#")
    ]
    program = tomllib.loads((ROOT / "pyproject.toml").read_text())
    packages = program["tool"]["importlinter"]["root_packages"]
    for name in (*packages, "manage.py", "static", "templates", "requirements.lock"):
        assert not [each for each in left_out if fnmatch(name, each)]
    for name in (".git", ".venv", ".env", "var", "tests", "deploy"):
        assert [each for each in left_out if fnmatch(name, each)]
    (compiled,) = re.findall(r"compileall -q (.+)", IMAGE)
    assert compiled.split() == packages
    assert "image: postgres:15\n" in COMPOSE  # whose copies Debian 12's pg_dump makes
    assert "FROM debian:bookworm-slim\n" in IMAGE


def test_with_the_services_settings_the_program_has_nothing_to_complain_of(tmp_path: Path) -> None:
    lines = values_of(UNITS[0], "Environment")
    lines += re.findall(r"^([A-Z_]+=.*)", FILES["sheepfold.env"], re.MULTILINE)
    env = dict(line.split("=", 1) for line in lines)
    assert env["SECRET_KEY"] == ""
    check = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    without = run(tmp_path, *check, **env | {"SHEEPFOLD_VAR": str(tmp_path)})
    assert "Set SECRET_KEY" in without.stderr
    said = {"SHEEPFOLD_OPERATOR": "Card club", "SHEEPFOLD_CONTACT": "shepherd@club.example"}
    filled = env | said | {"SECRET_KEY": LONG_KEY, "SHEEPFOLD_VAR": str(tmp_path)}
    done = run(tmp_path, *check, **filled)
    assert done.returncode == 0, done.stderr
