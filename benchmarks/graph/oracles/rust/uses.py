#!/usr/bin/env python3
"""Prints the uses of names in a Rust project as TSV, resolved by rust-analyzer: uses.py ROOT INDEX, with INDEX written by `rust-analyzer scip`."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import argparse
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python"))
import scip  # noqa: E402

COLUMNS = ("path", "line", "column", "name", "kind", "target_path", "target_line", "target_name")
NAME = re.compile(rb"(?:r#)?\w+")
CALLED = re.compile(rb"\s*(::\s*<[^;{}]*>\s*)?\(|\s*!\s*[(\[{]")
IMPORT = re.compile(rb"^\s*(pub(\([^)]*\))?\s+)?use\s")
KEYWORDS = ("self", "Self", "super", "crate")


DECLARED = re.compile(rb"^\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:async|unsafe|const|extern \"C\")\s+)*(fn|struct|enum|trait|const|static|type|mod)\s+(\w+)")
CONDITION = re.compile(rb"^\s*#\[cfg\(")
ATTRIBUTE = re.compile(rb"^\s*(#\[|//)")


def alternatives(lines: list[bytes]) -> dict[int, set[int]]:
    """For each line, from 1, that declares something under a condition: the lines of this file that declare the same under one, itself included."""
    groups: dict[tuple[bytes, bytes], set[int]] = {}
    is_conditional = False
    for number, line in enumerate(lines, 1):
        if ATTRIBUTE.match(line):
            is_conditional = is_conditional or CONDITION.match(line) is not None
            continue
        if is_conditional and (found := DECLARED.match(line)):
            groups.setdefault(found.groups(), set()).add(number)
        is_conditional = False
    return {line: group for group in groups.values() for line in group if len(group) > 1}


def import_lines(lines: list[bytes]) -> set[int]:
    """Lines, from 0, of `use` declarations."""
    found, is_open = set(), False
    for number, line in enumerate(lines):
        is_open = is_open or IMPORT.match(line) is not None
        if is_open:
            found.add(number)
        is_open = is_open and b";" not in line
    return found


class Source:
    """The lines of a file. Columns of the index count bytes."""

    def __init__(self, file: pathlib.Path):
        self.lines = file.read_bytes().split(b"\n")
        self.imports = import_lines(self.lines)
        self.alternatives = alternatives(self.lines)

    def name_at(self, one: scip.Occurrence) -> str:
        found = NAME.match(self.lines[one.line], one.start) if one.line < len(self.lines) else None
        return found.group().decode(errors="replace").removeprefix("r#") if found else ""

    def kind(self, one: scip.Occurrence) -> str:
        if one.line in self.imports:
            return "other"
        if one.symbol.endswith("#"):
            return "type"
        return "call" if CALLED.match(self.lines[one.line], one.end) else "other"


def is_left_out(symbol: str) -> bool:
    """True for local variables, parameters, type parameters and modules."""
    return symbol.startswith("local ") or symbol.endswith(("/", "]")) or (symbol.endswith(")") and not symbol.endswith("()."))


def package(symbol: str) -> str:
    """The name of the package of a symbol."""
    parts = symbol.split(" ")
    return parts[2] if len(parts) > 2 else ""


def rows(root: pathlib.Path, index: pathlib.Path) -> set[tuple]:
    documents = {path: found for path, found in scip.read_index(index).items() if (root / path).is_file()}
    sources = {path: Source(root / path) for path in documents}
    definitions: dict[str, set[tuple[str, int, str]]] = {}
    defined, packages = set(), set()
    for path, occurrences in documents.items():
        for one in occurrences:
            if one.is_definition and not one.symbol.startswith("local "):
                name = sources[path].name_at(one)
                lines = sources[path].alternatives.get(one.line + 1, {one.line + 1})
                definitions.setdefault(one.symbol, set()).update((path, line, name) for line in lines)
                defined.add((path, one.line, one.start))
                packages.add(package(one.symbol))
    found = set()
    for path, occurrences in documents.items():
        for one in occurrences:
            name = sources[path].name_at(one)
            if (path, one.line, one.start) in defined or is_left_out(one.symbol) or not name or name in KEYWORDS:
                continue
            # What a macro of the project generates has a symbol, but no definition.
            targets = definitions.get(one.symbol) or (set() if package(one.symbol) in packages else {("", 0, name)})
            found.update((path, one.line + 1, one.start + 1, name, sources[path].kind(one), *target) for target in targets)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("index", type=pathlib.Path)
    options = parser.parse_args()
    print("\t".join(COLUMNS))
    for row in sorted(rows(options.root, options.index)):
        print("\t".join(str(value) for value in row))


if __name__ == "__main__":
    main()
