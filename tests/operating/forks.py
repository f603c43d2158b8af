"""The commands of one installation, each in a process of its own that has read all modules.

To read them takes longer than most commands. So this process reads them once and forks for each
command that it is told: the child is killed, fails or ends as a command of a terminal does.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
import traceback
from pathlib import Path

import django


def serve() -> None:
    """Read commands, one a line, and answer each with the code with which it has ended."""
    django.setup()
    for line in sys.stdin:
        asked = json.loads(line)
        child = os.fork()
        if not child:
            _runs(asked["command"], asked["more"], Path(asked["out"]), Path(asked["err"]))
        _pid, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _runs(command: list[str], more: dict[str, str], out: Path, err: Path) -> None:
    """Be that command to the end."""
    for number, path in ((0, Path(os.devnull)), (1, out), (2, err)):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT), number)
    os.environ.update(more)
    code = 0
    try:
        if command[0] == "-c":
            sys.argv = ["-c", *command[2:]]
            exec(command[1], {"__name__": "__main__"})  # as an interpreter does it
        else:
            sys.argv = command
            runpy.run_path(command[0], run_name="__main__")
    except SystemExit as ends:
        code = ends.code if isinstance(ends.code, int) else int(ends.code is not None)
        if isinstance(ends.code, str):
            print(ends.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
        code = 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    serve()
