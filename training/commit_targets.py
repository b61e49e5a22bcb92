# Finds the definitions in the current source tree that a commit changed.
# SPDX-License-Identifier: MIT OR Apache-2.0
import collections
import os
import re
import subprocess

import definitions
from held_out import is_bundled

MOST_FILES = 5
MOST_DEFINITIONS = 10  # in one file; if a commit changed more, the whole file is the target
_TEST = re.compile(r"(^|/)([\w.-]*tests?|specs?|__tests?__|testing|testdata|fixtures?|t)/|[._-](test|spec|t)s?\.\w+$|"
                   r"(^|/)tests?[._-]|(Tests?|Spec|Suite|Test(Case|Util)s?|Steps)\.\w+$", re.I | re.A)
_ASIDE = re.compile(r"(^|/)([\w-]*examples?|samples?|(\w+-)?bench(marks?|es)?|resources|docs?|demos?|website|playground|contrib|dist|build|scripts?|\.\w+)/|"
                    r"\.min\.js$|\.d\.ts$|(^|/)(CHANGELOG|CHANGES|setup|conanfile|Rakefile)|\.gradle|version\.\w+$|generated|[\w-]*golden[\w-]*/", re.I)
LANGUAGES = {"c_sharp": "csharp", "tsx": "typescript"}


def git(folder, *arguments):
    return subprocess.run(["git", "-C", folder, *arguments], capture_output=True, check=True).stdout


def is_test(path):
    return bool(_TEST.search(path))


def is_source(path):
    return os.path.splitext(path)[1].lower() in definitions.EXTENSIONS and not is_bundled(path) \
        and (is_test(path) or not _ASIDE.search(path))


def language_of(path):
    language = definitions.EXTENSIONS[os.path.splitext(path)[1].lower()]
    return LANGUAGES.get(language, language)


class Commit:
    def __init__(self, record):
        self.id, self.parents, self.subject, self.body = record.split("\x01", 3)


def read_commits(folder, revision):
    """All commits, newest first."""
    text = git(folder, "log", "--format=%x00%H%x01%P%x01%s%x01%b", revision).decode("utf-8", "replace")
    return [Commit(record) for record in text.split("\0")[1:]]


def _changes(folder, commit):
    """Changes of a commit against its first parent, as (status, path)."""
    fields = git(folder, "diff", "--name-status", "--no-renames", "-z", commit.parents.split()[0], commit.id).decode("utf-8", "replace").split("\0")
    return list(zip(fields[::2], fields[1::2]))


class Tree:
    """The source tree of a project and its folder in the repository."""

    def __init__(self, root, history, revision):
        self.root = root
        self.files = {os.path.relpath(os.path.join(folder, name), root)
                      for folder, _, names in os.walk(root) for name in names}
        listed = git(history, "ls-tree", "-r", "--name-only", "-z", revision).decode("utf-8", "replace").split("\0")
        votes = collections.Counter()
        for path in filter(is_source, listed):
            for at in [0] + [match.end() for match in re.finditer("/", path)]:
                if path[at:] in self.files:
                    votes[path[:at]] += 1
                    break
        self.prefix = votes.most_common(1)[0][0] if votes else ""

    def path_of(self, path):
        """The path in the tree for a path in the repository; None if the tree does not have it."""
        inside = path.startswith(self.prefix) and path[len(self.prefix):] in self.files
        return path[len(self.prefix):] if inside else None

    def source(self, path):
        with open(os.path.join(self.root, path), "rb") as file:
            return file.read()


def _innermost(outline, chosen):
    """The chosen spans without those that contain another chosen span."""
    return {i for i in chosen if not any(outline[i][1] <= outline[j][1] and outline[j][2] <= outline[i][2]
                                         and outline[i][1:] != outline[j][1:] for j in chosen)}


def _touched_lines(history, commit, path):
    """(first, last) line of each hunk in the text after the commit. A deletion counts as the line before it."""
    patch = git(history, "diff", "-U0", "--no-color", "--no-ext-diff", commit.parents.split()[0], commit.id, "--", path).decode("utf-8", "replace")
    for first, count in re.findall(r"(?m)^@@ -\S+ \+(\d+)(?:,(\d+))? @@", patch):
        count = int(count or 1)
        yield int(first), int(first) + max(count, 1) - 1


def _spans(history, commit, path, here, tree):
    """Current lines of the changed definitions; None for the whole file, [] if none of them exists any more."""
    before = definitions.outline(path, git(history, "show", f"{commit.id}:{path}"))
    after = definitions.outline(here, tree.source(here))
    touched = _innermost(before, {i for first, last in _touched_lines(history, commit, path)
                                  for i, (_, start, end) in enumerate(before) if start <= last and first <= end})
    if not touched:
        return None
    located = set()
    for index in touched:
        name = before[index][0]
        namesakes = [i for i, one in enumerate(before) if one[0] == name]
        now = [one for one in after if one[0] == name]
        located.update([now[namesakes.index(index)]] if len(now) == len(namesakes) else now)
    spans = sorted({one[1:] for one in located})
    return None if len(spans) > MOST_DEFINITIONS else spans


def targets_of(history, commit, tree):
    """Targets in the form of docs/internals/quality.md; empty if the commit is not suitable or nothing of it exists any more."""
    if not commit.parents:
        return []
    changes = [(status, path) for status, path in _changes(history, commit) if is_source(path)]
    sources = [path for _, path in changes if not is_test(path)]
    if not 1 <= len(sources) <= MOST_FILES:
        return []
    targets = []
    for status, path in changes:
        here = tree.path_of(path)
        if status == "D" or here is None:
            continue
        spans = None
        if status != "A" and not is_test(path):
            spans = _spans(history, commit, path, here, tree)
        if spans is None:
            targets.append({"path": here})
        else:
            targets += [{"path": here, "start": start, "end": end} for start, end in spans]
    primary = [target for target in targets if not is_test(target["path"])]
    return primary + [{**target, "secondary": True} for target in targets if is_test(target["path"])] if primary else []
