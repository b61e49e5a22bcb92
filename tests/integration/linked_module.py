"""The libraries and symbols that a shared library or a program needs, from readelf."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import re
import subprocess

LATEST = {"GLIBC": (2, 28), "GCC": (7, 0)}


def told(file: pathlib.Path) -> str:
    return subprocess.run(["readelf", "--dynamic", "--dyn-syms", "--wide", file], check=True, capture_output=True, text=True).stdout


def needed(file: pathlib.Path) -> set[str]:
    return set(re.findall(r"\(NEEDED\).*\[(.*)\]", told(file)))


def check_older(made: pathlib.Path) -> None:
    """For glibc 2.28: nothing later, and no name that nobody has."""
    names = told(made)
    asked = re.findall(r" (GLOBAL|WEAK) +\S+ +UND +(\S+)", names)
    for kind, name in asked:
        version = re.search(r"@(GLIBC|GCC)_([0-9.]+)$", name)
        if version is None:
            assert kind == "WEAK" or re.match(r"_?Py", name), name
        else:
            assert tuple(int(part) for part in version[2].split(".")) <= LATEST[version[1]], name
    assert len(asked) > 100


def shown(module: pathlib.Path) -> list[str]:
    return re.findall(r" GLOBAL +\S+ +\d+ +(\S+)", told(module))
