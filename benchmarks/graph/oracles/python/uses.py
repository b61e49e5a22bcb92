#!/usr/bin/env python3
"""Prints the uses of names in a Python project as TSV, resolved by pyright: uses.py ROOT INDEX, with INDEX written by scip-python for ROOT."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import argparse
import ast
import pathlib
import re
import sys

import scip

COLUMNS = ("path", "line", "column", "name", "kind", "target_path", "target_line", "target_name")
NAME = re.compile(r"[^\W\d]\w*")
DEFINITION = re.compile(rb"(async\s+)?(def|class)\s+")
BUILTIN = re.compile(r" builtins/(\w+)#$")
CONSTRUCTOR = re.compile(r"#`?__(init|new)__`?\(\)\.$")


def place_of(node: ast.Name | ast.Attribute) -> tuple[int, int]:
    """The line and column of a name or of the last part of a member, both from 1."""
    if isinstance(node, ast.Name):
        return node.lineno, node.col_offset + 1
    return node.end_lineno, node.end_col_offset - len(node.attr.encode()) + 1


def is_own(node: ast.AST) -> bool:
    """True for `x`, `self.x` and `cls.x`: an assignment declares them."""
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))


class Source:
    """A file with what its syntax tree says about the place of a name: called, declared, imported, a name without a dot, part of an annotation."""

    def __init__(self, file: pathlib.Path):
        text = file.read_bytes().decode(errors="replace")
        self.lines = re.split(r"\r\n|\r|\n", text)
        self.called: set[tuple[int, int]] = set()
        self.plain: set[tuple[int, int]] = set()
        self.declared: set[tuple[int, int]] = set()
        self.imported: set[int] = set()
        self.annotations: list[tuple[tuple[int, int], tuple[int, int]]] = []
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError) as error:
            print(f"{file}: {error}; no use in it counts as a call or type", file=sys.stderr)
            return
        nodes = list(ast.walk(tree))
        changed = {node.target for node in nodes if isinstance(node, ast.AugAssign)}
        for node in nodes:
            self.read_node(node)
            if node not in changed and isinstance(getattr(node, "ctx", None), ast.Store) and is_own(node):
                self.declared.add(place_of(node))

    def read_node(self, node: ast.AST) -> None:
        if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
            self.called.add(place_of(node.func))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            if found := DEFINITION.match(self.lines[node.lineno - 1].encode(), node.col_offset):
                self.declared.add((node.lineno, found.end() + 1))
        elif isinstance(node, ast.Name):
            self.plain.add(place_of(node))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            self.imported.update(range(node.lineno, node.end_lineno + 1))
        for field in ("annotation", "returns"):
            if (part := getattr(node, field, None)) is not None:
                self.annotations.append(((part.lineno, part.col_offset + 1), (part.end_lineno, part.end_col_offset + 1)))

    def name_at(self, line: int, start: int) -> tuple[str, int]:
        """The name at a line from 0 and a column in UTF-16 units from 0, and its column in bytes from 1; "" if there is no name."""
        if line >= len(self.lines):
            return "", 0
        before = self.lines[line].encode("utf-16-le")[:2 * start].decode("utf-16-le", errors="replace")
        found = NAME.match(self.lines[line], len(before))
        return (found.group() if found else ""), len(before.encode()) + 1

    def is_annotation(self, line: int, column: int) -> bool:
        return any(first <= (line, column) < last for first, last in self.annotations)

    def is_mistaken(self, line: int, column: int, name: str, symbol: str) -> bool:
        """True for members and keywords that are called like a builtin: scip-python takes `config.set` for the class `set`."""
        found = BUILTIN.search(symbol)
        return found is not None and found.group(1) == name and (line, column) not in self.plain and not self.is_annotation(line, column)

    def kind(self, line: int, column: int, is_class: bool) -> str:
        if line in self.imported:
            return "other"
        if is_class or self.is_annotation(line, column):
            return "type"
        return "call" if (line, column) in self.called else "other"


def is_left_out(symbol: str) -> bool:
    """True for local variables, parameters, type parameters and modules."""
    return symbol.startswith("local ") or symbol.endswith((":", "/", "]")) or (symbol.endswith(")") and not symbol.endswith("()."))


def declared_name(symbol: str) -> str:
    """The last name of a symbol."""
    return re.split(r"[/#.]", symbol.rstrip("().#"))[-1].strip("`")


class Index:
    """The definitions of a SCIP index, and the uses that refer to them."""

    def __init__(self, root: pathlib.Path, index: pathlib.Path):
        self.documents = {path: found for path, found in scip.read_index(index).items() if (root / path).is_file()}
        self.sources = {path: Source(root / path) for path in self.documents}
        self.definitions: dict[str, set[tuple[str, int, str]]] = {}
        self.packages: set[str] = set()
        self.defined: set[tuple[str, int, int]] = set()
        every = [(path, one) for path, occurrences in self.documents.items() for one in occurrences if not is_left_out(one.symbol)]
        for path, one in every:
            if one.is_definition:
                self.note(path, one)
                self.packages.add(self.package(one.symbol))
        for path, one in every:  # the index calls only the first declaration a definition
            name, column = self.sources[path].name_at(one.line, one.start)
            if one.symbol in self.definitions and (one.line + 1, column) in self.sources[path].declared and declared_name(one.symbol) == name:
                self.note(path, one)

    def note(self, path: str, one: scip.Occurrence) -> None:
        name, _ = self.sources[path].name_at(one.line, one.start)
        self.definitions.setdefault(one.symbol, set()).add((path, one.line + 1, name))
        self.defined.add((path, one.line, one.start))

    @staticmethod
    def package(symbol: str) -> str:
        return " ".join(symbol.split(" ")[:4])

    def targets(self, symbol: str, name: str) -> set[tuple[str, int, str]]:
        """The definitions in the project; one without a path if it is outside; empty if the index does not say."""
        owner = CONSTRUCTOR.sub("#", symbol)
        if owner != symbol and not name.startswith("__"):  # Foo() names the class, not Foo.__init__
            symbol = owner
        if symbol in self.definitions:
            return self.definitions[symbol]
        return set() if self.package(symbol) in self.packages else {("", 0, name)}

    def rows(self) -> set[tuple]:
        rows = set()
        for path, occurrences in self.documents.items():
            source = self.sources[path]
            for one in occurrences:
                if (path, one.line, one.start) in self.defined or is_left_out(one.symbol):
                    continue
                name, column = source.name_at(one.line, one.start)
                if not name or source.is_mistaken(one.line + 1, column, name, one.symbol):
                    continue
                is_class = one.symbol.endswith("#") or (bool(CONSTRUCTOR.search(one.symbol)) and not name.startswith("__"))
                kind = source.kind(one.line + 1, column, is_class)
                rows.update((path, one.line + 1, column, name, kind, *target) for target in self.targets(one.symbol, name))
        return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("index", type=pathlib.Path)
    options = parser.parse_args()
    print("\t".join(COLUMNS))
    for row in sorted(Index(options.root, options.index).rows()):
        print("\t".join(str(value) for value in row))


if __name__ == "__main__":
    main()
