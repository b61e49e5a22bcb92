#!/usr/bin/env python3
"""Prints the uses of names in a C or C++ project as TSV, resolved by libclang: uses.py ROOT FLAGS, with one flag of the compiler in each line of FLAGS.
A source with errors, for example because a header is missing, gives definitions only."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import argparse
import collections
import ctypes
import pathlib
import re
import subprocess
import sys

from clang import cindex
from clang.cindex import Cursor, CursorKind

COLUMNS = ("path", "line", "column", "name", "kind", "target_path", "target_line", "target_name")
SOURCES = (".c", ".cc", ".cpp", ".cxx")
VENDORED = re.compile(r"(^|/)(third_party|vendor|googletest[^/]*)/")
FUNCTIONS = {CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR, CursorKind.DESTRUCTOR, CursorKind.FUNCTION_TEMPLATE,
             CursorKind.CONVERSION_FUNCTION, CursorKind.LAMBDA_EXPR}
TYPES = {CursorKind.CLASS_DECL, CursorKind.STRUCT_DECL, CursorKind.UNION_DECL, CursorKind.ENUM_DECL, CursorKind.CLASS_TEMPLATE,
         CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION, CursorKind.TYPEDEF_DECL, CursorKind.TYPE_ALIAS_DECL, CursorKind.TYPE_ALIAS_TEMPLATE_DECL}
DECLARATIONS = FUNCTIONS | TYPES | {CursorKind.FIELD_DECL, CursorKind.ENUM_CONSTANT_DECL, CursorKind.VAR_DECL}
EXPRESSIONS = {CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR, CursorKind.OVERLOADED_DECL_REF}
REFERENCES = EXPRESSIONS | {CursorKind.MEMBER_REF, CursorKind.TYPE_REF, CursorKind.TEMPLATE_REF}
LOCALS = {CursorKind.PARM_DECL, CursorKind.TEMPLATE_TYPE_PARAMETER, CursorKind.TEMPLATE_NON_TYPE_PARAMETER, CursorKind.TEMPLATE_TEMPLATE_PARAMETER,
          CursorKind.NAMESPACE, CursorKind.NAMESPACE_ALIAS, CursorKind.LABEL_STMT}
NAME = re.compile(rb"[A-Za-z_]\w*")
CALLED = re.compile(rb"\s*\(")
DEFINE = re.compile(rb"[ \t]*#[ \t]*define[ \t]+(\w+)")
DEFINED = re.compile(rb"(\w+)[ \t]*(?:[({=;\[]|$)")  # the name in a line that may define something



class RangeList(ctypes.Structure):
    _fields_ = [("count", ctypes.c_uint), ("ranges", ctypes.POINTER(cindex.SourceRange))]


library = cindex.conf.lib
library.clang_getSpellingLocation.argtypes = [cindex.SourceLocation, ctypes.POINTER(cindex.c_object_p), *[ctypes.POINTER(ctypes.c_uint)] * 3]
library.clang_getSpellingLocation.restype = None
library.clang_getSpecializedCursorTemplate.argtypes = [Cursor]
library.clang_getSpecializedCursorTemplate.restype = Cursor
library.clang_getNumOverloadedDecls.argtypes = [Cursor]
library.clang_getNumOverloadedDecls.restype = ctypes.c_uint
library.clang_getAllSkippedRanges.argtypes = [cindex.TranslationUnit]
library.clang_getAllSkippedRanges.restype = ctypes.POINTER(RangeList)
library.clang_disposeSourceRangeList.argtypes = [ctypes.POINTER(RangeList)]
library.clang_disposeSourceRangeList.restype = None
library.clang_getOverloadedDecl.argtypes = [Cursor, ctypes.c_uint]
library.clang_getOverloadedDecl.restype = Cursor


class Oracle:
    """Declarations and uses, merged over the sources of a project."""

    def __init__(self, root: pathlib.Path):
        self.root = root.resolve()
        self.paths: dict[str, str | None] = {}
        self.texts: dict[str, list[bytes]] = {}
        self.declared: dict[str, set[tuple[str, int]]] = collections.defaultdict(set)  # by USR
        self.uses: dict[tuple[str, int, int], tuple[bytes, str, set[tuple[str, str]]]] = {}
        self.macros: dict[tuple[str, bytes], set[tuple[str, int]]] = collections.defaultdict(set)
        self.skipped: dict[str, set[int]] = {}  # lines that no source compiles, by path
        self.others: dict[str, dict[bytes, set[tuple[str, int]]]] = {}  # what such lines may define

    def path(self, name: str) -> str | None:
        """The path below the root; None outside of it."""
        if name not in self.paths:
            real = pathlib.Path(self.root, name).resolve()
            self.paths[name] = real.relative_to(self.root).as_posix() if real.is_relative_to(self.root) else None
        return self.paths[name]

    def lines(self, path: str) -> list[bytes]:
        if path not in self.texts:
            self.texts[path] = (self.root / path).read_bytes().split(b"\n")
            for number, line in enumerate(self.texts[path], 1):
                if found := DEFINE.match(line):
                    self.macros[path, found[1]].add((path, number))
        return self.texts[path]

    def place(self, cursor: Cursor) -> tuple[str, int, int] | None:
        """Where the name is written, also in an argument or in the body of a macro."""
        file, line, column = cindex.c_object_p(), ctypes.c_uint(), ctypes.c_uint()
        library.clang_getSpellingLocation(cursor.location, ctypes.byref(file), ctypes.byref(line), ctypes.byref(column), None)
        path = self.path(cindex.File(file).name) if file else None
        return (path, line.value, column.value) if path else None

    def name_at(self, place: tuple[str, int, int]) -> tuple[bytes, bool]:
        """The name at a place, and whether it is called there."""
        path, line, column = place
        lines = self.lines(path)
        text = lines[line - 1] if line <= len(lines) else b""
        found = NAME.match(text, column - 1)
        if not found:
            return b"", False
        end = found.end()
        if text[end:end + 1] == b"<" and (close := text.find(b">(", end)) > 0:
            end = close + 1
        return found[0], CALLED.match(text, end) is not None

    def read(self, index: cindex.Index, source: pathlib.Path, flags: list[str]) -> None:
        unit = index.parse(str(source), args=flags, options=cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
        # Some of gcc's own headers have functions that clang does not know; nothing in the project depends on them.
        problems = [one for one in unit.diagnostics if one.severity == cindex.Diagnostic.Fatal or
                    (one.severity == cindex.Diagnostic.Error and one.location.file and self.path(one.location.file.name))]
        is_whole = not problems
        if problems:
            print(f"{source.relative_to(self.root)}: only definitions: {problems[0].spelling}", file=sys.stderr)
        self.note_skipped(unit)
        for child in unit.cursor.get_children():
            if self.place(child):
                self.walk(child, is_whole)

    def note_skipped(self, unit: cindex.TranslationUnit) -> None:
        """Notes the lines that the preprocessor leaves out of the files of the project in every source that includes them."""
        found = library.clang_getAllSkippedRanges(unit)
        lines: dict[str, set[int]] = {path: set() for one in unit.get_includes() if (path := self.path(one.include.name))}
        if path := self.path(unit.spelling):
            lines[path] = set()
        for at in range(found.contents.count):
            one = found.contents.ranges[at]
            if one.start.file and (path := self.path(one.start.file.name)) is not None:
                lines.setdefault(path, set()).update(range(one.start.line + 1, one.end.line))
        library.clang_disposeSourceRangeList(found)
        for path, skipped in lines.items():
            self.skipped[path] = self.skipped[path] & skipped if path in self.skipped else skipped

    def other_branches(self, path: str, name: bytes) -> set[tuple[str, int]]:
        """Definitions of a name in branches of `#if` of a file that are never compiled: lines without indentation."""
        if path not in self.others:
            self.others[path] = collections.defaultdict(set)
            for number in self.skipped.get(path, ()):
                text = self.lines(path)[number - 1] if number <= len(self.lines(path)) else b""
                if re.match(rb"[A-Za-z_]", text):
                    for found in DEFINED.finditer(text.rstrip(b"\r")):
                        self.others[path][found[1]].add((path, number))
        return self.others[path].get(name, set())

    def walk(self, cursor: Cursor, is_whole: bool) -> None:
        stack = [cursor]
        while stack:
            one = stack.pop()
            kind = one.kind
            if kind in DECLARATIONS:
                self.declare(one)
            elif is_whole and kind in REFERENCES:
                self.refer(one)
            elif is_whole and kind == CursorKind.MACRO_INSTANTIATION:
                self.use_macro(one)
            stack.extend(one.get_children())

    def declare(self, cursor: Cursor) -> None:
        place = self.place(cursor)
        if place:
            self.declared[cursor.get_usr()].add(place[:2])

    def use_macro(self, cursor: Cursor) -> None:
        place, definition = self.place(cursor), cursor.referenced
        name, is_called = self.name_at(place) if place else (b"", False)
        if not definition or name != cursor.spelling.encode():
            return
        target = self.place(definition)
        if target:
            self.lines(target[0])
        self.add(place, name, "call" if is_called else "other", ("macro", target[0]) if target else ("", ""))

    def refer(self, cursor: Cursor) -> None:
        place = self.place(cursor)
        if not place:
            return
        name, is_called = self.name_at(place)
        target = cursor.referenced
        if not name or target is None:
            return
        targets = [target]
        if target.kind == CursorKind.OVERLOADED_DECL_REF:
            targets = [library.clang_getOverloadedDecl(target, at) for at in range(library.clang_getNumOverloadedDecls(target))]
        for one in targets:
            self.refer_to(place, name, is_called and cursor.kind in EXPRESSIONS, one)

    def refer_to(self, place: tuple[str, int, int], name: bytes, is_called: bool, target: Cursor) -> None:
        pattern = library.clang_getSpecializedCursorTemplate(target)
        while pattern is not None and not pattern.kind.is_invalid():
            target, pattern = pattern, library.clang_getSpecializedCursorTemplate(pattern)
        if target.kind in (CursorKind.CONSTRUCTOR, CursorKind.DESTRUCTOR):
            target = target.semantic_parent
        written = re.split(r"[<(]", target.spelling)[0].removeprefix("~")
        if target.kind in LOCALS or is_local(target) or name != written.encode():
            return
        kind = "type" if target.kind in TYPES else "call" if is_called else "other"
        self.add(place, name, kind, ("declared", target.get_usr()) if self.place(target) else ("", ""))

    def add(self, place: tuple[str, int, int], name: bytes, kind: str, target: tuple[str, str]) -> None:
        self.uses.setdefault(place, (name, kind, set()))[2].add(target)

    def rows(self) -> list[str]:
        out = []
        for place, (name, kind, targets) in sorted(self.uses.items()):
            places: set[tuple[str, int]] = set()
            for how, key in targets:
                places |= self.macros[key, name] if how == "macro" else self.declared[key] if how else set()
            for path in {path for path, _ in places}:
                places |= self.other_branches(path, name)
            for path, line in sorted(places) or [("", 0)]:
                text = name.decode()
                out.append("\t".join((place[0], str(place[1]), str(place[2]), text, kind, path, str(line), text)))
        return out


def is_local(cursor: Cursor) -> bool:
    return cursor.kind == CursorKind.VAR_DECL and cursor.semantic_parent is not None and cursor.semantic_parent.kind in FUNCTIONS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("flags", type=pathlib.Path)
    options = parser.parse_args()
    root = options.root.resolve()
    # The package has no headers of its own. Those of gcc fit.
    headers = subprocess.run(["gcc", "-print-file-name=include"], capture_output=True, text=True, check=True).stdout.strip()
    given = [line for line in options.flags.read_text(encoding="utf-8").split("\n") if line]
    flags = ["-isystem", headers, f"-I{options.flags.resolve().parent}", f"-working-directory={root}", "-ferror-limit=0", *[one for one in given if not one.startswith("-std=c++")]]
    standards = [one for one in given if one.startswith("-std=c++")]
    index, oracle = cindex.Index.create(), Oracle(root)
    for source in sorted(path for path in root.rglob("*") if path.suffix in SOURCES and path.is_file()):
        if VENDORED.search(source.relative_to(root).as_posix()):
            continue
        oracle.read(index, source, flags if source.suffix == ".c" else [*flags, *standards])
    print("\t".join(COLUMNS))
    for row in oracle.rows():
        print(row)
    return 0


if __name__ == "__main__":
    sys.exit(main())
