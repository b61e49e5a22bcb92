"""Links the Python module and the program for an older glibc, from archives only. For modules CMake runs it instead of its linker.

  older_link.py FOLDER MODULE OBJECT-OR-LIBRARY...

FOLDER: a folder that prepare() filled; it determines the target machine.
Any compiler works, because only linking determines the glibc that a module needs. Zig has the symbols of every glibc version.
"""
# SPDX-License-Identifier: MIT OR Apache-2.0

import contextlib
import json
import os
import pathlib
import re
import sys

import linked_libraries
import static_archives
from package_tools import ROOT, WORK, Refused, Target, environment, run

OWN = ("older_glibc", "module_streams", "left_out")  # C sources in this folder
GLIBC = "2.28"  # version of RHEL 8; Debian 11 has 2.31
LINKER = "ziglang==0.17.1"
LISTED = "archives.json"  # next to the module: the archives linked into it
TARGET = "target.json"  # the target of prepare()


def folder_of(target: Target) -> pathlib.Path:
    """The folder of the target's archives."""
    return ROOT / "build" / "wheels" / ("older-" + target.machine if target.is_foreign else "older")


def rule(folder: pathlib.Path) -> str:
    """The value of CMAKE_CXX_CREATE_SHARED_MODULE."""
    return f"{sys.executable} {pathlib.Path(__file__).resolve()} {folder} <TARGET> <OBJECTS> <LINK_LIBRARIES>"


def prepare(target: Target, folder: pathlib.Path) -> None:
    """Compiles the archives that Debian does not have, and installs the linker."""
    static_archives.compile_all(target, folder)
    environment(WORK / "linker", sys.executable, [LINKER])
    for name in OWN:
        run(f"{target.tools}gcc", *target.sysroot, "-std=c11", *static_archives.FLAGS.split(), "-Wall", "-Wextra", "-c",
            ROOT / "scripts" / f"{name}.c", "-o", folder / f"{name}.o")
    (folder / TARGET).write_text(json.dumps(vars(target), default=os.fspath) + "\n")


def _target(folder: pathlib.Path) -> Target:
    told = json.loads((folder / TARGET).read_text())
    return Target(told["machine"], pathlib.Path(told["build"]), pathlib.Path(told["root"]), told["tools"])


def linked(build: pathlib.Path) -> list[linked_libraries.Archive]:
    """The archives linked into the module in this build folder."""
    (listed,) = build.rglob(LISTED)
    return [linked_libraries.Archive(**one) for one in json.loads(listed.read_text())]


def part_of_linker() -> linked_libraries.Component:
    """The parts that Zig links: start and end code of a module, and functions such as fstat(), which glibc 2.28 has only in an archive."""
    name, version = LINKER.split("==")
    (text,) = (WORK / "linker").glob(f"lib/python3*/site-packages/{name}/lib/libc/glibc/LICENSES")
    return linked_libraries.Component(name, version, f"pkg:pypi/{name}@{version}", ("MIT", "LGPL-2.1-or-later with an exception for linking"), text)


def _inputs(words: list[str], target: Target, made: pathlib.Path) -> tuple[list[str], list[pathlib.Path]]:
    """(our objects and archives, third-party archives), without duplicates."""
    own: list[str] = []
    others: list[pathlib.Path] = []
    for word in words:
        path = pathlib.Path(word)
        stem = path.name.split(".so")[0]
        if word.startswith("-l") or path.name in ("libpthread.a", "older_libstdcxx.cpp.o"):
            continue  # glibc's libraries are named in _link(); libstdc++.a is added below
        if path.suffix == ".o" or path.suffix == ".a" and path.resolve().is_relative_to(ROOT):
            own.append(word)
        elif path.suffix == ".a":
            others.append(path)
        elif stem in static_archives.STANDS_FOR:
            others += [static_archives.archive(name, target, made) for name in static_archives.STANDS_FOR[stem]]
        else:
            raise Refused(f"No archives are known for {word}. Add them to STANDS_FOR in scripts/static_archives.py")
    others += [static_archives.archive(name, target, made) for name in ("libstdc++.a", "libgcc.a")]
    return list(dict.fromkeys(own)), list(dict.fromkeys(others))


def _check(made: pathlib.Path) -> None:
    """Raises Refused for undefined symbols of a module: the linker accepts any, but only Python's and versioned ones of glibc exist."""
    asked = re.findall(r" GLOBAL +\S+ +UND +(\S+)", run("readelf", "--dyn-syms", "--wide", made))
    unknown = [name for name in asked if "@" not in name and not re.match(r"_?Py", name)]
    if unknown:
        raise Refused(f"{made} needs symbols that are in no archive and not in glibc {GLIBC}: {' '.join(sorted(unknown))}")


def _link(target: Target, folder: pathlib.Path, made: pathlib.Path, words: list[str], *options: str) -> list[linked_libraries.Archive]:
    """Links the words of a linker command in the current folder. Returns the archives it used."""
    own, others = _inputs(words, target, folder / "made")
    python = environment(WORK / "linker", sys.executable, [LINKER])
    cache = os.fspath(folder / "zig")
    run(python, "-m", "ziglang", "cc", "-target", f"{target.machine}-linux-gnu.{GLIBC}", "-o", made, "-Wl,--gc-sections", "-Wl,-z,relro,-z,now",
        "-Wl,-u,__cxa_pure_virtual", *options, "-Wl,--start-group", *own, *others, "-Wl,--end-group",
        static_archives.archive("libgcc_s.so.1", target, folder / "made"), "-lm", "-lpthread", "-ldl", "-lrt", cwd=pathlib.Path.cwd(),
        env={"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache})
    _check(made.resolve())
    return static_archives.carried(others, target)


def link(folder: pathlib.Path, module: pathlib.Path, words: list[str]) -> None:
    exports = folder / "exports.map"
    name = module.name.split(".")[0]
    exports.write_text(f"{{ global: PyInit_{name}; local: *; }};\n")  # avoids conflicts with another libstdc++, libcrypto or SQLite
    listed = _link(_target(folder), folder, module, words, "-shared", f"-Wl,--version-script={exports}", *(str(folder / f"{one}.o") for one in OWN))
    (module.parent / LISTED).write_text(json.dumps([vars(one) for one in listed], indent=1) + "\n")


def link_program(target: Target, program: pathlib.Path) -> list[linked_libraries.Archive]:
    """Links the built program again from the same inputs. The machine's libgcc_s may need a later glibc; that is allowed here."""
    folder = folder_of(target)
    prepare(target, folder)
    told = run("ninja", "-C", target.build, "-t", "commands", "codeweaver").splitlines()[-1]
    words = re.search(r" (\S+\.o(?: .*?)?) -o codeweaver +(.*?) &&", told)
    inputs = [word for word in f"{words[1]} {words[2]}".split() if not word.startswith("-")]
    objects = [str(folder / f"{name}.o") for name in OWN if name != "module_streams"]
    with contextlib.chdir(target.build):
        return _link(target, folder, program, inputs, "-Wl,--allow-shlib-undefined", "-Wl,--strip-all", *objects)


def main() -> int:
    folder, module, *words = sys.argv[1:]
    try:
        link(pathlib.Path(folder), pathlib.Path(module), words)
    except Refused as refusal:
        print(f"older_link: {refusal}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
