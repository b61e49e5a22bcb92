"""The command ``codeweaver`` and ``python -m codeweaver``: runs the compiled program in this process."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from __future__ import annotations

import os
import pathlib
import sys
import sysconfig

from codeweaver import _core
from codeweaver.documents import find_pdfium


def _command_file() -> str:
    """Path of the installed command, so that the program can start itself again; empty: not found."""
    for folder in (pathlib.Path(sys.argv[0]).parent, sysconfig.get_path("scripts"), pathlib.Path(sys.executable).parent):
        command = pathlib.Path(folder, "codeweaver").absolute()
        if command.is_file() and os.access(command, os.X_OK):
            return str(command)
    return ""


def main() -> int:
    """Runs the program with the arguments of this process; returns its exit code."""
    run = getattr(_core, "_run_program", None)  # missing if the package was built without the program
    if run is None:
        print("codeweaver: this package was built without the program (CODEWEAVER_CLI=OFF)", file=sys.stderr)
        return 1
    return int(run([os.fsencode(word) for word in sys.argv[1:]], _command_file(), find_pdfium() or ""))


if __name__ == "__main__":
    sys.exit(main())
