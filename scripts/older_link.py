"""Links the Python module for an older glibc, of archives alone; CMake calls it in place of its own linking, by the rule made here.

  older_link.py FOLDER MODULE OBJECT-OR-LIBRARY...

FOLDER is one that prepare() filled, which settles the machine to link for.
Compilers of today serve: which glibc a module runs with is settled by what it is linked with. Zig brings the names of each glibc.
"""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os
import pathlib
import re
import sys

import linked_libraries
import static_archives
from package_tools import ROOT, WORK, Refused, Target, environment, run

GLIBC = "2.28"  # of RHEL 8; Debian 11 has 2.31
LINKER = "ziglang==0.17.1"
LISTED = "archives.json"  # beside the module: what it was linked of
TARGET = "target.json"  # what prepare() was called for


def rule(folder: pathlib.Path) -> str:
    """For CMAKE_CXX_CREATE_SHARED_MODULE."""
    return f"{sys.executable} {pathlib.Path(__file__).resolve()} {folder} <TARGET> <OBJECTS> <LINK_LIBRARIES>"


def prepare(target: Target, folder: pathlib.Path) -> None:
    """Compiles what Debian has no archive of, and gets the linker."""
    static_archives.compile_all(target, folder)
    environment(WORK / "linker", sys.executable, [LINKER])
    for name in ("older_glibc", "left_out"):
        run(f"{target.tools}gcc", *target.sysroot, "-std=c11", *static_archives.FLAGS.split(), "-Wall", "-Wextra", "-c",
            ROOT / "scripts" / f"{name}.c", "-o", folder / f"{name}.o")
    (folder / TARGET).write_text(json.dumps(vars(target), default=os.fspath) + "\n")


def _target(folder: pathlib.Path) -> Target:
    told = json.loads((folder / TARGET).read_text())
    return Target(told["machine"], pathlib.Path(told["build"]), pathlib.Path(told["root"]), told["tools"])


def linked(build: pathlib.Path) -> list[linked_libraries.Archive]:
    """What the module in this build folder was linked of."""
    (listed,) = build.rglob(LISTED)
    return [linked_libraries.Archive(**one) for one in json.loads(listed.read_text())]


def part_of_linker() -> linked_libraries.Component:
    """Zig adds what every module begins and ends with, and fstat() and the like, which glibc 2.28 has in an archive alone."""
    name, version = LINKER.split("==")
    (text,) = (WORK / "linker").glob(f"lib/python3*/site-packages/{name}/lib/libc/glibc/LICENSES")
    return linked_libraries.Component(name, version, f"pkg:pypi/{name}@{version}", ("MIT", "LGPL-2.1-or-later with an exception for linking"), text)


def _inputs(words: list[str], target: Target, made: pathlib.Path) -> tuple[list[str], list[pathlib.Path]]:
    """Our own objects and archives, and those of others, each once."""
    own: list[str] = []
    others: list[pathlib.Path] = []
    for word in words:
        path = pathlib.Path(word)
        stem = path.name.split(".so")[0]
        if word.startswith("-l") or path.name in ("libpthread.a", "older_libstdcxx.cpp.o"):
            continue  # glibc's are named below; libstdc++ comes along, and needs nothing that stands for it
        if path.suffix == ".o" or path.suffix == ".a" and path.resolve().is_relative_to(ROOT):
            own.append(word)
        elif path.suffix == ".a":
            others.append(path)
        elif stem in static_archives.STANDS_FOR:
            others += [static_archives.archive(name, target, made) for name in static_archives.STANDS_FOR[stem]]
        else:
            raise Refused(f"{word} has no archive. Name those that stand for it in STANDS_FOR of scripts/static_archives.py")
    others += [static_archives.archive(name, target, made) for name in ("libstdc++.a", "libgcc.a")]
    return list(dict.fromkeys(own)), list(dict.fromkeys(others))


def _check(module: str) -> None:
    """A linker lets a module ask for any name; Python gives its own, glibc those with a version."""
    asked = re.findall(r" GLOBAL +\S+ +UND +(\S+)", run("readelf", "--dyn-syms", "--wide", pathlib.Path(module).resolve()))
    unknown = [name for name in asked if "@" not in name and not re.match(r"_?Py", name)]
    if unknown:
        raise Refused(f"{module} asks for what is in no archive and not in glibc {GLIBC}: {' '.join(sorted(unknown))}")


def link(folder: pathlib.Path, module: str, words: list[str]) -> None:
    target = _target(folder)
    own, others = _inputs(words, target, folder / "made")
    exports = folder / "exports.map"
    name = pathlib.Path(module).name.split(".")[0]
    exports.write_text(f"{{ global: PyInit_{name}; local: *; }};\n")  # nothing of ours meets another libstdc++, libcrypto or SQLite
    python = environment(WORK / "linker", sys.executable, [LINKER])
    cache = os.fspath(folder / "zig")
    run(python, "-m", "ziglang", "cc", "-target", f"{target.machine}-linux-gnu.{GLIBC}", "-shared", "-o", module, "-Wl,--gc-sections", "-Wl,-z,relro,-z,now",
        f"-Wl,--version-script={exports}", "-Wl,-u,__cxa_pure_virtual", folder / "older_glibc.o", folder / "left_out.o",
        "-Wl,--start-group", *own, *others, "-Wl,--end-group", static_archives.archive("libgcc_s.so.1", target, folder / "made"),
        "-lm", "-lpthread", "-ldl", "-lrt", cwd=pathlib.Path.cwd(), env={"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache})
    _check(module)
    listed = [vars(one) for one in static_archives.carried(others, target)]
    (pathlib.Path(module).parent / LISTED).write_text(json.dumps(listed, indent=1) + "\n")


def main() -> int:
    folder, module, *words = sys.argv[1:]
    try:
        link(pathlib.Path(folder), module, words)
    except Refused as refusal:
        print(f"older_link: {refusal}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
