#!/usr/bin/env python3
"""Compares codeweaver's definitions in real code with those of universal-ctags, by language."""
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# `list_definitions` prints ours, as an index keeps them; `ctags` reads the same files as the same language. Two agree
# where the name is the same and the line that ctags names lies in our definition. What one of the two has no notion of
# (locals, imports, targets of builds) does not count on either side; ORACLES says what that is for each language.

import argparse
import collections
import dataclasses
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("CODEWEAVER_BUILD", ROOT / "build" / "release"))
CALLABLE = {"function", "method", "func", "subroutine", "procedure", "constructor", "generator", "macro", "fn"}
MACRO_KINDS = {"function", "prototype", "property", "variable", "struct", "enum", "method"}
LOCAL = {"variable", "constant", "var", "const", "member", "field", "property", "globalVar", "val"}


@dataclasses.dataclass
class Oracle:
    """How one of our languages is read by ctags, and what on either side has no counterpart."""

    parser: str
    kinds: str = ""  # changes to the kinds that ctags prints, as its --kinds option takes them
    theirs: set = dataclasses.field(default_factory=set)  # kinds of ctags that are no definitions by our notion
    ours: set = dataclasses.field(default_factory=set)  # our kinds that ctags does not know
    only: set = dataclasses.field(default_factory=set)  # our kinds that ctags knows; empty: all but `ours`
    has_macros: bool = False  # names all in capitals are calls of macros where a function is expected
    merges: bool = False  # clauses of one function are one definition of ours
    here_documents: bool = False  # ctags reads what lies in them as code


@dataclasses.dataclass(frozen=True)
class Definition:
    path: str
    name: str
    kind: str
    first: int
    last: int


def words(text: str) -> set:
    return set(text.split())


ORACLES = {
    "c": Oracle("C", "+px", words("header label"), words("test"), has_macros=True),
    "cpp": Oracle("C++", "+pA", words("header label alias"), words("concept test"), has_macros=True),
    "objc": Oracle("ObjectiveC", "", words("category"), has_macros=True),
    "rust": Oracle("Rust", "", set(), words("type")),
    "go": Oracle("Go", "", words("package packageName anonMember")),
    "java": Oracle("Java", "", words("package"), words("record module")),
    "kotlin": Oracle("Kotlin", "", words("package"), words("constructor")),
    "csharp": Oracle("C#", "", words("macro"), words("record")),
    "javascript": Oracle("JavaScript", "", words("property"), words("test")),
    "typescript": Oracle("TypeScript", "", words("alias"), words("test type")),
    "python": Oracle("Python", "", words("namespace module unknown")),
    "ruby": Oracle("Ruby", "", words("library describe context"), words("test"), merges=True, here_documents=True),
    "php": Oracle("PHP", "", words("alias namespace")),
    "perl": Oracle("Perl", "", words("label format")),
    "lua": Oracle("Lua", "", set(), words("variable")),
    "bash": Oracle("Sh", "", words("heredoc script alias"), words("variable")),
    "powershell": Oracle("PowerShell", "", words("variable"), words("class method property enum enumerator")),
    "r": Oracle("R", "", words("library source functionVar nameattr globalVar vector list dataframe"),
                words("test variable method")),
    "julia": Oracle("Julia", "", words("unknown")),
    "elixir": Oracle("Elixir", "", words("callback type operator test"), words("struct test"), merges=True),
    "haskell": Oracle("Haskell", "", words("module"), words("instance field method"), merges=True),
    "ocaml": Oracle("OCaml", "", words("var")),
    "sql": Oracle("SQL", "", words("label variable local cursor event"), words("cte schema sequence type")),
    "proto": Oracle("Protobuf", "", words("package")),
    "cmake": Oracle("CMake", "", words("option project target variable")),
    "make": Oracle("Make", "", words("makefile")),
    "markdown": Oracle("Markdown", only=words("section")),
    "scss": Oracle("SCSS", "", words("class id variable parameter placeholder"), words("rule")),
}
# What ctags takes for a name: macros of tests, functions without one, keywords.
MACRO = re.compile(r"[A-Z][A-Z0-9_]+$")
NO_NAME = re.compile(r"__anon|[Aa]nonymous|anon(Func|Vec|List|DataFrame)[0-9a-f]|TEST(_[FP])?$|TYPED_TEST|<lambda>|$")

HERE_DOCUMENT = re.compile(r"<<[~-](['\"`]?)([A-Za-z_]\w*)\1")


def plain(name: str) -> str:
    """A name as both sides may write it: its last part, without quotes and blanks."""
    name = re.sub(r"[\s`'\"]", "", name)
    if name.startswith("operator"):
        return name
    parts = re.split(r"::|\\|(?<=[\w)])[.:](?=\w)", name)
    return parts[-1].lstrip("$@%&#").rstrip("=?!") or name


def lines_of_here_documents(path: str) -> set:
    """Numbers of the lines between the start of a here-document of Ruby and its last word."""
    inside, waiting = set(), []
    for number, line in enumerate(pathlib.Path(path).read_text("utf-8", "replace").splitlines(), 1):
        if not waiting:
            waiting = [word for _, word in HERE_DOCUMENT.findall(line)]
        elif line.strip() == waiting[0]:
            waiting.pop(0)
        else:
            inside.add(number)
    return set() if waiting else inside


def ours(corpus: pathlib.Path, most: int, languages: list[str], folders: list[str]) -> dict[str, dict[str, list[Definition]]]:
    """Language, then path, then definitions."""
    environment = {**os.environ, "CODEWEAVER_CORPUS": str(corpus), "CODEWEAVER_MAX_FILES": str(most),
                   "CODEWEAVER_LANGUAGES": ",".join(languages), "CODEWEAVER_FOLDERS": ",".join(folders)}
    done = subprocess.run([BUILD / "tests" / "list_definitions"], env=environment, capture_output=True, check=True)
    found: dict[str, dict[str, list[Definition]]] = collections.defaultdict(dict)
    path, of_file = "", []
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        mark, *rest = line.split("\t")
        if mark == "F":
            path, of_file = rest[1], []
            found[rest[0]][path] = of_file
        elif mark == "D" and len(rest) == 4:
            of_file.append(Definition(path, rest[0], rest[1], int(rest[2]), int(rest[3])))
    return found


def theirs(oracle: Oracle, paths: list[str]) -> dict[str, list[Definition]]:
    """What ctags finds in the files, but for locals and what has no name."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write("\n".join(paths) + "\n")
        listed.flush()
        command = ["ctags", "--options=NONE", f"--language-force={oracle.parser}", "--output-format=json", "--fields=+nKe",
                   "-L", listed.name, "-f", "-"]
        if oracle.kinds:
            command.insert(3, f"--kinds-{oracle.parser}={oracle.kinds}")
        done = subprocess.run(command, capture_output=True, check=True)
    found = collections.defaultdict(list)
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        tag = json.loads(line)
        if tag.get("_type") != "tag" or "line" not in tag:
            continue
        kind, name = tag["kind"], tag["name"]
        is_local = kind in LOCAL and tag.get("scopeKind") in CALLABLE
        is_macro = oracle.has_macros and kind in MACRO_KINDS and MACRO.match(name)
        if is_local or is_macro or kind in oracle.theirs or NO_NAME.match(name):
            continue
        found[tag["path"]].append(Definition(tag["path"], name, kind, tag["line"], tag.get("end", tag["line"])))
    if oracle.here_documents:
        for path, tags in found.items():
            inside = lines_of_here_documents(path)
            found[path] = [tag for tag in tags if tag.first not in inside]
    return found


@dataclasses.dataclass
class Agreement:
    """What a language came to: pairs that agree, and what only one side has."""

    language: str
    files: int = 0
    both: int = 0
    only_theirs: list = dataclasses.field(default_factory=list)
    only_ours: list = dataclasses.field(default_factory=list)

    @property
    def recall(self) -> float:
        return self.both / max(1, self.both + len(self.only_theirs))

    @property
    def precision(self) -> float:
        return self.both / max(1, self.both + len(self.only_ours))


def agree(oracle: Oracle, mine: list[Definition], tags: list[Definition], out: Agreement) -> None:
    """Pairs the definitions of one file; the nearest of one name first."""
    by_name = collections.defaultdict(list)
    for definition in mine:
        by_name[plain(definition.name)].append(definition)
    taken = set()
    for tag in sorted(set(tags), key=lambda tag: tag.first):
        near = [known for known in by_name[plain(tag.name)] if known.first - 2 <= tag.first <= known.last + 1]
        free = [known for known in near if id(known) not in taken]
        if free:
            taken.add(id(min(free, key=lambda known: abs(known.first - tag.first))))
            out.both += 1
        elif not (near and oracle.merges):
            out.only_theirs.append(tag)
    out.only_ours += [known for known in mine if id(known) not in taken and known.kind not in oracle.ours
                      and (not oracle.only or known.kind in oracle.only)]


def compare(corpus: pathlib.Path, most: int, languages: list[str], folders: list[str] | None = None) -> dict[str, Agreement]:
    """By language; reads at most `most` files of each, evenly spread over all folders of the corpus or over those named."""
    table = {}
    for language, files in sorted(ours(corpus, most, languages, folders or []).items()):
        oracle = ORACLES[language]
        tags = theirs(oracle, list(files))
        table[language] = Agreement(language, files=len(files))
        for path, mine in files.items():
            agree(oracle, mine, tags.get(path, []), table[language])
    return table


def show_differences(agreement: Agreement, count: int) -> None:
    """Kinds that only one side has, most first, with a few examples of each."""
    draw = random.Random(20251121)
    for side, found in (("only ctags", agreement.only_theirs), ("only ours", agreement.only_ours)):
        by_kind = collections.defaultdict(list)
        for definition in found:
            by_kind[definition.kind].append(definition)
        for kind, of_kind in sorted(by_kind.items(), key=lambda item: -len(item[1])):
            print(f"  {side:<10} {kind:<14} {len(of_kind):>6}")
            for definition in draw.sample(of_kind, min(count, len(of_kind))):
                print(f"      {definition.name:<40} {definition.path}:{definition.first}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=pathlib.Path, help="a folder with source trees")
    parser.add_argument("--most", type=int, default=400, metavar="N", help="files of a language, evenly spread")
    parser.add_argument("--languages", default=",".join(ORACLES), help="comma-separated ids")
    parser.add_argument("--differences", type=int, default=0, metavar="N", help="show N examples of each difference")
    options = parser.parse_args()
    print(f"{'language':<12} {'files':>6} {'both':>7} {'only ctags':>10} {'only ours':>10} {'recall':>7} {'precision':>9}")
    for agreement in compare(options.corpus, options.most, options.languages.split(",")).values():
        print(f"{agreement.language:<12} {agreement.files:>6} {agreement.both:>7} {len(agreement.only_theirs):>10} "
              f"{len(agreement.only_ours):>10} {agreement.recall:>7.1%} {agreement.precision:>9.1%}")
        show_differences(agreement, options.differences) if options.differences else None
    return 0


if __name__ == "__main__":
    sys.exit(main())
