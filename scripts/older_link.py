"""Links the Python module and the program for an older glibc, of archives alone. For modules CMake calls it in place of its own linking.

  older_link.py FOLDER MODULE OBJECT-OR-LIBRARY...

FOLDER is one that prepare() filled, which settles the machine to link for.
Compilers of today serve: which glibc a module runs with is settled by what it is linked with. Zig brings the names of each glibc.
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

OWN = ("older_glibc", "module_streams", "left_out")  # of this folder, in C
GLIBC = "2.28"  # of RHEL 8; Debian 11 has 2.31
LINKER = "ziglang==0.17.1"
LISTED = "archives.json"  # beside the module: what it was linked of
TARGET = "target.json"  # what prepare() was called for


def folder_of(target: Target) -> pathlib.Path:
    """Where its archives are kept."""
    return ROOT / "build" / "wheels" / ("older-" + target.machine if target.is_foreign else "older")


def rule(folder: pathlib.Path) -> str:
    """For CMAKE_CXX_CREATE_SHARED_MODULE."""
    return f"{sys.executable} {pathlib.Path(__file__).resolve()} {folder} <TARGET> <OBJECTS> <LINK_LIBRARIES>"


def prepare(target: Target, folder: pathlib.Path) -> None:
    """Compiles what Debian has no archive of, and gets the linker."""
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


def _check(made: pathlib.Path) -> None:
    """A linker lets a module ask for any name; Python gives its own, glibc those with a version."""
    asked = re.findall(r" GLOBAL +\S+ +UND +(\S+)", run("readelf", "--dyn-syms", "--wide", made))
    unknown = [name for name in asked if "@" not in name and not re.match(r"_?Py", name)]
    if unknown:
        raise Refused(f"{made} asks for what is in no archive and not in glibc {GLIBC}: {' '.join(sorted(unknown))}")


def _link(target: Target, folder: pathlib.Path, made: pathlib.Path, words: list[str], *options: str) -> list[linked_libraries.Archive]:
    """Links what a compiler was told to, in the folder it was told it in; what archives that took."""
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
    exports.write_text(f"{{ global: PyInit_{name}; local: *; }};\n")  # nothing of ours meets another libstdc++, libcrypto or SQLite
    listed = _link(_target(folder), folder, module, words, "-shared", f"-Wl,--version-script={exports}", *(str(folder / f"{one}.o") for one in OWN))
    (module.parent / LISTED).write_text(json.dumps([vars(one) for one in listed], indent=1) + "\n")


def link_program(target: Target, program: pathlib.Path) -> list[linked_libraries.Archive]:
    """The built program once more, of what it was linked of; libgcc_s, which is that of the machine, may ask for a later glibc here."""
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
