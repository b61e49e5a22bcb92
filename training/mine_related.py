# Makes more pairs from the projects of mine.py: subjects of files, headings, changelog lines, commits.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""usage: mine_related.py MANIFEST PAIRS_FOLDER [--sources DIR] [--histories DIR]

Reads PAIRS_FOLDER/training/KIND+NAME.pairs and writes KIND+NAME.related.pairs next to each, in the same format. Keeps existing
files. Answers are only code that mine.py wrote, so held-out code stays out. Kinds:
"topic": a file's name and folder in words, and its outline.
"heading": a heading of a document in --sources, and the definition or file named in its section.
"change": a line of a changelog in --sources, and the definition it names.
"commit": subject and message of a commit in --histories (a git repository in NAME), and the definitions with the added lines.
"""
import argparse
import collections
import os
import re
import subprocess
import tomllib

from commit_targets import is_source, is_test
from commit_texts import is_unwanted, problem_of, title_of
from document_questions import query_of, sections_of
from held_out import HeldOut
from queries import is_good, plain
from related_pairs import drawn, last_name

MOST = {"topic": 800, "heading": 300, "change": 300, "commit": 800}  # for each project
_MOST_COMMITS, _MOST_FILES, _MOST_TOUCHED = 1500, 4, 6
_MOST_OUTLINE, _MOST_DOCUMENT_BYTES = 3000, 400_000
_TELLING_LINE = 12  # bytes
_DOCUMENT = re.compile(r"\.(md|markdown|rst)$|(^|/)(CHANGES|CHANGELOG|NEWS|HISTORY)$", re.I)
_CHANGELOG = re.compile(r"(^|/)(change|news|history|release)[^/]*$", re.I)
_BULLET = re.compile(r"(?m)^\s*[*+-] +(.+(?:\n\s{2,}(?![*+-] ).+)*)")
_QUOTED = re.compile(r"`+[^`\n]*?(\w{4,60})[!?]?(?:\(\S*?\))?`+")
_REFERENCE = re.compile(r"\(?\[?#\d+\]?(\([^)]*\))?\)?|\(?@[\w-]+\)?|https?://\S+|\b[0-9a-f]{7,40}\b")
# Names of files and folders that say nothing about their content.
_SAYS_NOTHING = {"index", "main", "mod", "lib", "src", "init", "utils", "util", "common", "core", "impl", "internal", "base", "types",
                 "helpers", "misc", "include", "java", "kotlin", "scala", "com", "org", "net", "io", "package", "app", "api", "sources",
                 "public", "private", "inc", "source", "jvm", "commonmain", "jvmmain", "dist", "pkg", "packages", "cmd", "doc", "esm"}


class Definition:
    def __init__(self, fields):
        _, self.path, self.symbol, self.sentence, _, self.code, self.language, _ = fields


class Related:
    """The pairs of one project, by kind."""

    def __init__(self, project, definitions):
        self.project, self.definitions = project, definitions
        self.records = {kind: [] for kind in MOST}
        self.by_path = collections.defaultdict(list)
        for one in definitions:
            self.by_path[one.path].append(one)
        named = collections.defaultdict(list)
        for one in definitions:
            named[last_name(one.symbol)].append(one)
        self.unique = {name: found[0] for name, found in named.items() if len(found) == 1 and len(name) >= 4}

    def add(self, kind, path, symbol, sentence, doc, code, language):
        self.records[kind].append(tuple(field.replace("\0", " ") for field in (
            self.project, path, symbol, sentence, doc, code, language, kind)))

    def add_topics(self):
        for path, found in self.by_path.items():
            subject = subject_of(path)
            if len(found) > 1 and subject:
                self.add("topic", path, subject, subject, "", outline_of(found), found[0].language)

    def add_headings(self, path, text):
        for section in sections_of(path, text):
            query, body = query_of(section), "\n".join(section.lines)
            names = dict.fromkeys(name for name in _QUOTED.findall(section.heading + "\n" + body) if name in self.unique)
            if query and 1 <= len(names) <= 4:
                one = self.unique[next(iter(names))]
                self.add("heading", one.path, one.symbol, query, "", one.code, one.language)

    def add_changes(self, text):
        for bullet in _BULLET.findall(text):
            names = [name for name in _QUOTED.findall(bullet) if name in self.unique]
            sentence = _REFERENCE.sub(" ", plain(re.sub(r"\s+", " ", bullet))).strip(" .-:*")
            if len(set(names)) == 1 and is_good(sentence):
                one = self.unique[names[0]]
                self.add("change", one.path, one.symbol, sentence, "", one.code, one.language)

    def add_commit(self, subject, body, added):
        """`added`: added lines by file. Each line identifies the innermost definition that contains it now."""
        title = title_of(subject)
        if not is_good(title) or is_unwanted(subject) or not 1 <= len(added) <= _MOST_FILES:
            return
        touched = collections.Counter()
        for path, lines in added.items():
            for line in lines:
                one = self.holder(path, line)
                if one:
                    touched[one] += 1
        if not 1 <= len(touched) <= _MOST_TOUCHED:
            return
        problem = problem_of(subject, body)
        for one, _ in touched.most_common(2):
            self.add("commit", one.path, one.symbol, title, problem, one.code, one.language)

    def holder(self, path, line):
        if path not in self.by_path:
            return None
        holders = sorted((one for one in self.by_path[path] if line in one.code), key=lambda one: len(one.code))
        nested = all(inner.code in outer.code for inner, outer in zip(holders, holders[1:]))
        return holders[0] if holders and nested else None


def words_of(name):
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name) if len(word) > 1]


def subject_of(path):
    """The words of a file name, with those of its folder if they add information; empty if the name says nothing."""
    folders = path.split("/")
    stem = [word for word in words_of(folders.pop().partition(".")[0]) if word not in _SAYS_NOTHING]
    folder = [word for word in words_of(folders[-1] if folders else "") if word not in _SAYS_NOTHING and word not in stem]
    words = stem + folder if len(stem) < 2 else stem
    return " ".join(words) if 2 <= len(words) <= 8 else ""


def outline_of(definitions):
    """Names, first lines and comments of the definitions in a file."""
    lines = (f"{one.symbol} {one.sentence} {one.code.partition(chr(10))[0]}" for one in definitions)
    return "\n".join(lines)[:_MOST_OUTLINE]


def read_definitions(path):
    with open(path, encoding="utf-8", newline="") as file:
        fields = file.read().split("\0")
    records = [fields[i:i + 8] for i in range(0, len(fields) - 7, 8)]
    return [Definition(record) for record in records if record[7] == "definition"]


def documents(tree, held_out):
    for folder, folders, names in os.walk(tree):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(folder, name)
            relative = os.path.relpath(path, tree)
            if _DOCUMENT.search(relative) and not held_out.path(relative) and os.path.getsize(path) <= _MOST_DOCUMENT_BYTES:
                with open(path, encoding="utf-8", errors="replace") as file:
                    yield relative, file.read()


def commits_of(history, revision):
    """(subject, body, added lines by file) of the newest commits, without tests and files that are not source code."""
    log = subprocess.Popen(["git", "-C", history, "log", "--no-merges", "--no-renames", "--no-ext-diff", "--no-color", "-U0", "-p",
                            f"-{_MOST_COMMITS}", "--format=%x00%s%x01%b%x01", revision], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    message, added, path = None, {}, ""
    with log.stdout:
        for raw in log.stdout:
            line = raw.decode("utf-8", "replace").rstrip("\n")
            if line.startswith("\0"):
                if message:
                    yield *split_message(message), added
                message, added, path = line[1:], {}, ""
            elif message is not None and message.count("\1") < 2:
                message += "\n" + line
            elif line.startswith("+++ "):
                path = line[6:] if line.startswith("+++ b/") else ""
                path = path if path and is_source(path) and not is_test(path) else ""
            elif path and line.startswith("+") and len(added) <= _MOST_FILES and len(line.strip("+ \t")) >= _TELLING_LINE:
                added.setdefault(path, []).append(line[1:].strip())
    if message:
        yield *split_message(message), added


def split_message(message):
    subject, _, body = message.partition("\1")
    return subject, body.rstrip("\1\n")


def related_of(project, pairs, tree, history, held_out):
    related = Related(project["name"], read_definitions(pairs))
    related.add_topics()
    for path, text in documents(tree, held_out) if tree else ():
        if _CHANGELOG.search(path):
            related.add_changes(text)
        else:
            related.add_headings(path, text)
    for subject, body, added in commits_of(history, project["version"]) if history else ():
        related.add_commit(subject, body, added)
    return related


def existing(folder, *names):
    path = os.path.join(folder, *names) if folder else ""
    return path if path and os.path.isdir(path) else None


def main():
    parser = argparse.ArgumentParser()
    for argument in ("manifest", "pairs"):
        parser.add_argument(argument)
    parser.add_argument("--sources")
    parser.add_argument("--histories")
    arguments = parser.parse_args()
    with open(arguments.manifest, "rb") as file:
        projects = tomllib.load(file)["project"]
    held_out = HeldOut()
    for project in projects:
        kind, name = project["kind"], project["name"]
        stem = os.path.join(arguments.pairs, "training", kind + "+" + re.sub(r"[^\w.-]", "_", name))
        if "use" in project or not os.path.exists(stem + ".pairs") or os.path.exists(stem + ".related.pairs"):
            continue
        is_repository = kind == "github"
        tree = existing(arguments.sources, f"{name}@{project['version']}") if is_repository else None
        history = existing(arguments.histories, name) if is_repository else None
        related = related_of(project, stem + ".pairs", tree, history, held_out)
        with open(stem + ".related.tmp", "w", encoding="utf-8", errors="replace", newline="") as out:
            for one, limit in MOST.items():
                for record in drawn(related.records[one], limit, lambda record: record[3]):
                    out.write("\0".join(record) + "\0")
        os.rename(stem + ".related.tmp", stem + ".related.pairs")
        print(kind, name, *(f"{one} {len(found)}" for one, found in related.records.items()), flush=True)


if __name__ == "__main__":
    main()
