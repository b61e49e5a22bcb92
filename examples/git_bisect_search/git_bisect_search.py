"""Finds the commit that added the answer to a question: bisects the history by searching commits, without checking them out."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from __future__ import annotations

import argparse
import pathlib
import subprocess
import sys

import codeweaver


def git(folder: pathlib.Path, *arguments: str) -> str:
    """Returns the output of a git command."""
    return subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True, text=True).stdout.strip()


def name_of(match: codeweaver.CodeMatch) -> str:
    """The name of a match without its file: "Pool.acquire" for "pool.py:Pool.acquire"; without a name, its path."""
    name = match.content.chunk_name or ""
    return name.partition(":")[2] or match.file.path


class History:
    """HEAD and its first parents, oldest first, and the search results in each."""

    def __init__(self, engine: codeweaver.CodeWeaver, question: str, depth: int) -> None:
        self.engine, self.question, self.depth = engine, question, depth
        self.commits = git(engine.path, "rev-list", "--first-parent", "--reverse", "HEAD").split()

    def place(self, at: int, wanted: str) -> str | None:
        """The place of the wanted code among the first matches of a commit; None: not found."""
        found = self.engine.find_code(self.question, max_results=self.depth, ref=self.commits[at])
        return next((f"{match.file.path}:{match.span.start_line}" for match in found.matches if name_of(match) == wanted), None)

    def first(self, wanted: str) -> int:
        """The first commit with the wanted code; HEAD has it. Searches about log2(number of commits) times."""
        low, high = 0, len(self.commits) - 1
        while low < high:
            middle = (low + high) // 2
            there = self.place(middle, wanted) is not None
            print(f"  {self.commits[middle][:12]}  {'there' if there else 'not yet'}", file=sys.stderr)
            low, high = (low, middle) if there else (middle + 1, high)
        return high


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path, help="the top of a git repository")
    parser.add_argument("question", help='in words, for example "where are failed uploads retried"')
    parser.add_argument("--state", type=pathlib.Path, help="folder of the index (default: the user's data folder)")
    parser.add_argument("--depth", type=int, default=5, help="number of matches to check in each commit (default: 5)")
    options = parser.parse_args()
    try:
        history = History(codeweaver.CodeWeaver(options.folder, options.state), options.question, options.depth)
        now = history.engine.find_code(options.question, max_results=1, ref="HEAD").matches
        if not now:
            print("Nothing in HEAD matches the question.", file=sys.stderr)
            return 1
        wanted = name_of(now[0])
        at = history.first(wanted)
        print(git(options.folder, "show", "--no-patch", "--format=%h %ad %an: %s", "--date=short", history.commits[at]))
        print(f"  {wanted}: then {history.place(at, wanted)}, now {now[0].file.path}:{now[0].span.start_line}")
    except (codeweaver.CodeWeaverError, subprocess.CalledProcessError) as error:
        print(f"git_bisect_search: {getattr(error, 'stderr', '') or error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
