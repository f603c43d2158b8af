"""`python3 manage.py start`: everything a club evening on one machine needs, in one command."""

from __future__ import annotations

import errno
import socket
from io import StringIO
from threading import Timer

import segno
import uvicorn
from django.apps import apps
from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.core.management.base import CommandParser
from django.db import connection
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from config.authority import authority_file, fingerprint
from config.collector import calm_the_collector
from config.environment import lan_address
from config.hashed import collect
from config.heads import PatientProtocol, allow_many_files, most_at_once
from config.in_use import InUse, serving
from config.two_doors import TwoDoors
from project_tools.rights import close_to_others, kept_paths


class Command(BaseCommand):
    """Bring the database up to date and serve the site to this machine and its network.

    What it says to the club it says in the language of the site; why it cannot start, in English.
    """

    help = "Start Sheepfold on this machine: for yourself, and for the phones in your network."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the port, the address and whether a demo club is wanted."""
        parser.add_argument("--port", type=int, default=8000, help="the port (8000)")
        parser.add_argument("--host", default="0.0.0.0", help="the address to listen on (all)")
        parser.add_argument("--no-demo", action="store_true", help="begin with an empty record")
        parser.add_argument(
            "--https",
            action="store_true",
            help="answer over https as well, for phones that know this installation's certificate",
        )
        parser.add_argument("--https-port", type=int, default=8443, help="its port (8443)")

    def handle(self, *args: object, **options: object) -> None:
        """Prepare, say where the site is, and serve until Ctrl-C."""
        host, port = str(options["host"]), int(str(options["port"]))
        secure_port = int(str(options["https_port"])) if options["https"] else None
        try:
            # From the beginning on, so that nobody puts another database in its place meanwhile.
            with serving(connection.settings_dict):
                self.serve(host, port, secure_port, with_demo=not options["no_demo"])
        except InUse as problem:
            raise CommandError(
                "The database is being restored at this moment: start when that is done."
            ) from problem

    def serve(self, host: str, port: int, secure_port: int | None, *, with_demo: bool) -> None:
        """Prepare, say where the site is, and serve."""
        listener = listen(host, port)
        secure = None if secure_port is None else listen(host, secure_port)
        if secure_port is not None:
            settings.SHEEPFOLD_HTTP_PORT = port
            settings.SHEEPFOLD_HTTPS_PORT = secure_port
        private = kept_paths(settings.SHEEPFOLD_VAR, connection.settings_dict)
        for sentence in close_to_others(private):
            self.stdout.write(sentence)
        self.collect_files()
        call_command("migrate", interactive=False, verbosity=0, stdout=self.stdout)
        if with_demo:
            self.build_demo_for_an_empty_record()
        self.forget_what_has_had_its_time()
        self.say_where(host, port)
        if host not in {"0.0.0.0", "::"}:
            settings.ALLOWED_HOSTS.append(host)
        server = self.server_behind(secure)
        if with_demo:
            self.say_who_directs()
        self.say_how_to_begin(port)
        self.say(_("Stop it with Ctrl-C."))
        self.stdout.flush()
        allow_many_files()
        server.run(sockets=[listener])

    def collect_files(self) -> None:
        """Put the files that browsers load under hashed names, and say so where it takes long."""
        slowly = Timer(1, self.say, [_("Preparing the files that browsers load…")])
        slowly.start()
        try:
            call_command("pack_kit", verbosity=0)
            if settings.SHEEPFOLD_COLLECTED:
                collect()
        finally:
            slowly.cancel()

    def server_behind(self, secure: socket.socket | None) -> uvicorn.Server:
        """The server; with a socket for https as well, for which it says what phones need."""
        config = uvicorn.Config(
            "config.asgi:application",
            http=PatientProtocol,
            backlog=most_at_once(),
            access_log=False,  # it would hold the secret part of table links
            log_config=None,
            log_level="warning",
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=5,
        )
        if secure is None:
            return uvicorn.Server(config)
        from project_tools.certificates import kept_certificate

        files = kept_certificate(settings.SHEEPFOLD_VAR, settings.ALLOWED_HOSTS)
        self.say_secure()
        return TwoDoors(config, secure, files.certificate, files.key)

    def say_secure(self) -> None:
        """Print where the site is over https, and by what phones recognize its certificate."""
        name = settings.SHEEPFOLD_NETWORK_ADDRESS or "localhost"
        self.say(
            _("Over https, for phones that know the certificate of this machine: %(address)s"),
            address=f"https://{name}:{settings.SHEEPFOLD_HTTPS_PORT}/",
        )
        self.say(
            _("How a phone gets to know it: %(address)s"),
            address=f"http://{name}:{settings.SHEEPFOLD_HTTP_PORT}{reverse('trust')}",
        )
        told = fingerprint(authority_file(settings.SHEEPFOLD_VAR).read_text())
        self.say(
            _("Its fingerprint, to compare with what the phone shows: %(digits)s"), digits=told
        )

    def build_demo_for_an_empty_record(self) -> None:
        """Build the demo club if there is no club yet."""
        if apps.get_model("tournaments", "Club").objects.exists():
            return
        from simulation.demo import build_demo

        calm_the_collector()
        self.say(_("Playing the evenings of the demo club, then its events:"))
        build_demo(self.say_what_is_played)

    def forget_what_has_had_its_time(self) -> None:
        """Delete what is kept no longer, as the table of it says."""
        call_command("tidy", stdout=StringIO())

    def say(self, sentence: object, **values: str) -> None:
        """Print a marked sentence in the language of the site, at once, with a line before it.

        The events that the demo plays leave another language behind.
        """
        with translation.override(settings.SHEEPFOLD_LANGUAGE):
            self.stdout.write(f"\n{str(sentence) % values}")
        self.stdout.flush()

    def say_what_is_played(self, title: str) -> None:
        """Print which event is played next, at once: the whole takes some seconds."""
        self.stdout.write(f"  {title}…")
        self.stdout.flush()

    def say_where(self, host: str, port: int) -> None:
        """Print the addresses, and a code for a phone in the same network."""
        self.say(_("Sheepfold is ready: %(address)s"), address=f"http://localhost:{port}/")
        network = lan_address() if host == "0.0.0.0" else None
        if network:
            settings.SHEEPFOLD_NETWORK_ADDRESS = network
            address = f"http://{network}:{port}/"
            self.say(_("From a phone in the same network: %(address)s"), address=address)
            code = StringIO()
            segno.make(address, error="l").terminal(out=code, compact=True)
            self.stdout.write(f"\n{code.getvalue()}")

    def say_who_directs(self) -> None:
        """Print how the demo club's director signs in; only where the site is one's own."""
        from simulation.demo import CLUB
        from tournaments.site.services import DEMO_DIRECTOR, demo_director

        password = demo_director(CLUB, settings.SHEEPFOLD_VAR) if settings.SHEEPFOLD_LOCAL else ""
        if password:
            sentence = _(
                "To direct the events of the demo club, sign in as %(name)s "
                "with the password %(password)s"
            )
            self.say(sentence, name=DEMO_DIRECTOR, password=password)

    def say_how_to_begin(self, port: int) -> None:
        """Print how the first account of an empty installation is made, with a new code for it."""
        from tournaments.site.services import new_password, nobody_has_an_account

        if not nobody_has_an_account():
            return
        settings.SHEEPFOLD_FIRST_CODE = new_password()
        sentence = _(
            "Nobody has an account yet. Make the first one, and your club, with the button on the "
            "first page and the code %(code)s"
        )
        self.say(sentence, code=settings.SHEEPFOLD_FIRST_CODE)
        if settings.SHEEPFOLD_LOCAL:
            address = f"http://localhost:{port}{reverse('first_account')}"
            self.say(_("On this machine, without a code: %(address)s"), address=address)


def listen(host: str, port: int) -> socket.socket:
    """Take the port at once, so that a busy one is reported before anything else is done."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except (OSError, OverflowError) as problem:
        listener.close()
        raise CommandError(why_not_listening(problem, host, port)) from problem
    return listener


def why_not_listening(problem: Exception, host: str, port: int) -> str:
    """Say in one sentence why the port cannot be had, and what to do."""
    code = problem.errno if isinstance(problem, OSError) else None
    if code == errno.EADDRINUSE:
        return (
            f"Port {port} is in use, perhaps by another Sheepfold. "
            f"Stop that program, or take another port: manage.py start --port {port + 1}"
        )
    if code == errno.EACCES:
        return f"Port {port} needs administrator rights. Take one above 1023, such as 8000."
    return f"Cannot listen on {host}, port {port}: {problem}."
