# Mines (query, code) pairs from the fetched packages into one file for the trainer.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""usage: mine.py MANIFEST CORPUS_FOLDER OUTPUT_FOLDER [--sources DIR] [--exclude DIR] [--jobs N]

Writes OUTPUT_FOLDER/USE/KIND+NAME.pairs, one file for each package (USE: training, development or thin),
and prints a line of counts for each. Keeps existing files.
--sources: folder with the repositories of the manifest, each as a plain tree in NAME@VERSION.
--exclude: trees of held-out projects. Definitions that occur there literally are skipped. If more than a tenth of the lines of a
package occur there, the package is derived from a held-out project: nothing of it is written, and the run ends with an error.
A record consists of eight NUL-terminated fields: project, path, symbol, first sentence, doc, code, language,
kind ("definition", "file", "message", "test" or "readme"). If a definition has no usable comment,
sentence and doc are empty.
"""
import argparse
import glob
import hashlib
import json
import multiprocessing
import os
import re
import sys
import tomllib

from archives import source_files
from definitions import EXTENSIONS, parse
from held_out import HeldOut
from queries import first_sentence, is_good, plain
from related_pairs import (LIMITS, drawn, file_pair, last_name, mention_pairs, message_pair,
                           test_pairs)

_MAX_CODE, _MAX_DOC = 3000, 800
_MAX_DOCUMENTED, _MAX_PLAIN = 6000, 1500
_SMALL_ARCHIVE = 1 << 20  # bytes; of larger archives only a share of the files is read
_SMALL_TREE = 500  # files
# In 71 labelled projects, 0.2 % of the lines occur in one of the other projects; at most 6 % (docs/internals/model.md).
_DERIVED_SHARE = 0.1
_TELLING_LINE = 30  # bytes; shorter lines may be equal by chance
_COMMON_LINE = re.compile(rb"#|//|/?\*|--|;|import\b|from\b|using\b|use\b|package\b|require\b|include\b|@")


def _header_docs(found):
    """Comments of C and C++ prototypes by function name; None if two of them differ."""
    docs = {}
    for _, definition in found:
        if definition.is_prototype and definition.doc:
            name = re.split(r"[.:]+", definition.symbol)[-1]
            docs[name] = None if docs.get(name, definition.doc) != definition.doc else definition.doc
    return docs


def _order(record):
    """A fixed pseudo-random order, to sample from packages that are too large."""
    return hashlib.blake2b(("\0".join(record)).encode(), digest_size=8).digest()


def _digest(code):
    folded = re.sub(r"\s+", "", code).encode("utf8", "replace")
    return hashlib.blake2b(folded, digest_size=8).digest()


def _language(path):
    return EXTENSIONS[os.path.splitext(path)[1].lower()]


def telling_lines(source):
    """Digests of the distinctive lines of a file, without comments, imports and short lines."""
    lines = {line.strip() for line in source.split(b"\n")}
    return {hashlib.blake2b(line, digest_size=8).digest() for line in lines
            if len(line) >= _TELLING_LINE and not _COMMON_LINE.match(line)}


class _Package:
    """The pairs of one package, by kind."""

    def __init__(self, project, excluded):
        self.project = project
        self.excluded = excluded
        self.records = {kind: [] for kind in ("documented", "bare", *LIMITS)}
        self.dropped = 0
        self.lines = set()

    def shared(self, held_lines):
        """Share of its lines that occur in the trees of held-out projects."""
        return len(self.lines & held_lines) / len(self.lines) if self.lines else 0.0

    def add(self, group, path, symbol, sentence, doc, code):
        kind = "definition" if group in ("documented", "bare") else group
        self.records[group].append(tuple(field.replace("\0", " ") for field in (
            self.project, path, symbol, sentence, doc[:_MAX_DOC], code[:_MAX_CODE],
            _language(path), kind)))

    def add_definitions(self, found):
        """Adds the pairs of definitions and returns them as (path, definition)."""
        headers, seen, kept = _header_docs(found), set(), []
        for path, definition in found:
            code = definition.code
            if definition.is_prototype or len(code) < 40 or code.count("\n") < 1:
                continue
            digest = _digest(code)
            if digest in self.excluded:
                self.dropped += 1
                continue
            if digest in seen:
                continue
            seen.add(digest)
            kept.append((path, definition))
            doc = definition.doc or headers.get(last_name(definition.symbol)) or ""
            text = plain(doc)
            sentence = first_sentence(text)
            if sentence and is_good(sentence):
                self.add("documented", path, definition.symbol, sentence, text, code)
            else:
                self.add("bare", path, definition.symbol, "", "", code)
            message = message_pair(code)
            if message:
                self.add("message", path, definition.symbol, message[0], "", message[1])
        return kept

    def add_uses(self, kept, tests, readmes):
        """Adds the pairs of definitions with the tests and README paragraphs that name them."""
        by_name = {}
        for path, definition in kept:
            name = last_name(definition.symbol)
            by_name[name] = None if name in by_name else (path, definition)
        unique = {name: found for name, found in by_name.items() if found and len(name) >= 5}
        for kind, pairs_of, texts in (("test", test_pairs, tests),
                                      ("readme", mention_pairs, readmes)):
            for text in texts:
                for sentence, (path, definition) in pairs_of(text, unique):
                    self.add(kind, path, definition.symbol, sentence, "", definition.code)

    def drawn(self):
        documented = drawn(self.records["documented"], _MAX_DOCUMENTED, _order)
        bare = drawn(self.records["bare"], min(_MAX_PLAIN, max(300, 2 * len(documented))), _order)
        result = documented + bare
        for kind, limit in LIMITS.items():
            result += drawn(self.records[kind], limit, _order)
        return sorted(result, key=lambda record: (record[7], record[1], record[2]))


def _share(archive):
    """How many of every 1000 files of a package are read; fewer for larger packages."""
    if os.path.isdir(archive):
        files = sum(name.endswith(tuple(EXTENSIONS))
                    for _, _, names in os.walk(archive) for name in names)
        return int(1000 * min(1.0, (_SMALL_TREE / max(files, 1)) ** 0.7))
    return max(150, int(1000 * min(1.0, (_SMALL_ARCHIVE / os.path.getsize(archive)) ** 0.6)))


def mine_package(project, archive, held_out, excluded=frozenset()):
    package, found, tests, readmes = _Package(project, excluded), [], [], []
    for role, path, source in source_files(archive, held_out, _share(archive)):
        if role != "code":
            (tests if role == "test" else readmes).append(source.decode("utf8", "replace"))
            continue
        package.lines |= telling_lines(source)
        try:
            header, inside = parse(path, source)
        except (ValueError, RecursionError, AttributeError, IndexError) as error:
            print("skipped", project, path, error, file=sys.stderr)
            continue
        found.extend((path, definition) for definition in inside)
        about = file_pair(header, inside)
        if about:
            package.add("file", path, os.path.splitext(os.path.basename(path))[0], *about)
    package.add_uses(package.add_definitions(found), tests, readmes)
    return package


class _Nothing:
    """A stand-in for HeldOut that holds out no path."""

    def path(self, _):
        return False


def excluded_code(folder):
    """Digests of all definitions in the trees of a folder, and of all distinctive lines."""
    digests, lines = set(), set()
    for tree in sorted(glob.glob(os.path.join(folder, "*", ""))) if folder else []:
        for role, path, source in source_files(tree, _Nothing()):
            if role != "code":
                continue
            lines |= telling_lines(source)
            try:
                digests.update(_digest(d.code) for d in parse(path, source)[1])
            except (ValueError, RecursionError, AttributeError, IndexError):
                continue
    return frozenset(digests), frozenset(lines)


_shared = {}


def _mine_to_file(task):
    project, archive, target = task
    package = mine_package(project["name"], archive, _shared["held_out"], _shared["excluded"])
    share = package.shared(_shared["lines"])
    if share > _DERIVED_SHARE:
        return f"{project['kind']} {project['name']} {project['version']} shares {share:.0%} of its lines with held-out projects"
    records = package.drawn()
    with open(target + ".tmp", "w", encoding="utf-8", errors="replace", newline="") as out:
        for record in records:
            out.write("\0".join(record) + "\0")
    os.rename(target + ".tmp", target)
    counts = " ".join(f"{kind} {len(found)}" for kind, found in package.records.items())
    return (f"{project['kind']} {project['name']} {project['version']} {counts} "
            f"excluded {package.dropped}")


def _archive(arguments, indexes, project):
    kind, name = project["kind"], project["name"]
    if kind == "github":
        path = os.path.join(arguments.sources or "", f"{name}@{project['version']}")
        return path if arguments.sources and os.path.isdir(path) else None
    if name not in indexes.get(kind, {}):
        return None
    return os.path.join(arguments.corpus, indexes[kind][name]["archive"])


def main():
    parser = argparse.ArgumentParser()
    for argument in ("manifest", "corpus", "output"):
        parser.add_argument(argument)
    parser.add_argument("--sources")
    parser.add_argument("--exclude")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    with open(arguments.manifest, "rb") as file:
        projects = tomllib.load(file)["project"]
    held_out, indexes, tasks = HeldOut(), {}, []
    for index_path in glob.glob(os.path.join(arguments.corpus, "index-*.json")):
        with open(index_path, encoding="utf-8") as file:
            indexes[re.search(r"index-(\w+)\.json", index_path).group(1)] = json.load(file)
    for project in projects:
        kind, name = project["kind"], project["name"]
        if held_out.package(name):
            sys.exit(f"{kind} {name} is held out. Remove it from {arguments.manifest}")
        folder = os.path.join(arguments.output, project.get("use", "training"))
        os.makedirs(folder, exist_ok=True)
        target = os.path.join(folder, kind + "+" + re.sub(r"[^\w.-]", "_", name) + ".pairs")
        archive = _archive(arguments, indexes, project)
        if archive and not os.path.exists(target):
            tasks.append((project, archive, target))
    tasks.sort(key=lambda task: ("use" not in task[0], _order((task[0]["name"],))))
    excluded, lines = excluded_code(arguments.exclude)
    _shared.update(held_out=held_out, excluded=excluded, lines=lines)
    with multiprocessing.get_context("fork").Pool(arguments.jobs) as pool:
        for line in pool.imap_unordered(_mine_to_file, tasks):
            print(line, flush=True)
    derived = [task[0]["name"] for task in tasks if not os.path.exists(task[2])]
    if derived:
        sys.exit(f"These packages are derived from held-out projects. Remove them from {arguments.manifest}: {', '.join(derived)}")


if __name__ == "__main__":
    main()
