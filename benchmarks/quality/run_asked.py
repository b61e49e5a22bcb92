#!/usr/bin/env python3
"""Asks the questions of asked.jsonl with the program, or with ripgrep, and prints the share of right answers per kind, in Markdown."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import argparse
import collections
import json
import math
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
EPILOG = """A match is right if it overlaps the lines of a label. A question that nothing answers (kind "absent") is right if the program says that nothing
matches well. Questions with an odd number are for development ("dev"), the others are printed once ("final"). ripgrep gets the pattern of the
question; its first lines in order of path count. Intervals are Wilson's, 95 %."""
LIMIT = 5


def read_questions(source: pathlib.Path, split: str, projects: list[str]) -> list[dict]:
    questions = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines() if line.strip()]
    odd = {"dev": {1}, "final": {0}, "all": {0, 1}}[split]
    return [one for one in questions if int(one["id"].rsplit("-", 1)[1]) % 2 in odd and (not projects or one["project"] in projects)]


def ask_program(program: str, tree: pathlib.Path, question: dict) -> tuple[list[tuple[str, int, int]], bool]:
    """The matches as path and lines, best first, and whether the answer says that nothing matches well."""
    done = subprocess.run([program, "search", question["question"], "--project", str(tree), "--limit", str(LIMIT), "-o", "json"], capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{question['id']}: {done.stderr.strip()}")
    answer = json.loads(done.stdout)
    found = [(match["file"]["path"], *match["span"]) for match in answer["matches"]]
    return found, answer.get("confidence", 1) < DOUBT or not found


def ask_ripgrep(tree: pathlib.Path, question: dict) -> tuple[list[tuple[str, int, int]], bool]:
    done = subprocess.run(["rg", "-n", "-i", "--no-heading", "--color=never", "--sort", "path", "-e", question["rg"], "."], cwd=tree, capture_output=True,
                          text=True, errors="replace", check=False)
    lines = [(found.group(1), int(found.group(2))) for line in done.stdout.split("\n") if (found := re.match(r"\./(.*?):(\d+):", line))]
    return [(path, line, line) for path, line in lines[:LIMIT]], not lines


DOUBT = 0.26  # the program says "Nothing matches well" below this confidence


def first_right(found: list[tuple[str, int, int]], targets: list[dict]) -> int:
    """The rank of the first right match from 1; 0: none."""
    for rank, (path, first, last) in enumerate(found, 1):
        if any(path == target["path"] and first <= target["last"] and last >= target["first"] for target in targets):
            return rank
    return 0


def interval(hits: int, count: int) -> str:
    z, share = 1.96, hits / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return f"{share:.2f} ({max(0, middle - half):.2f} to {min(1, middle + half):.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", type=pathlib.Path, help="folder with the trees of the projects (see asked_projects.tsv)")
    parser.add_argument("--questions", type=pathlib.Path, default=HERE / "asked.jsonl")
    parser.add_argument("--split", choices=("dev", "final", "all"), default="dev")
    parser.add_argument("--project", action="append", default=[], help="only questions about this project")
    parser.add_argument("--program", default="codeweaver", help="the program; 'rg' for ripgrep")
    parser.add_argument("--misses", type=pathlib.Path, help="file for the questions whose first match is wrong")
    options = parser.parse_args()

    ranks = collections.defaultdict(list)
    misses = []
    for question in read_questions(options.questions, options.split, options.project):
        tree = options.trees / question["project"]
        if not tree.is_dir():
            continue
        found, is_doubt = ask_ripgrep(tree, question) if options.program == "rg" else ask_program(options.program, tree, question)
        rank = int(is_doubt) if question["kind"] == "absent" else first_right(found, question["targets"])
        ranks[question["kind"]].append(rank)
        if rank != 1:
            misses.append({**question, "rank": rank, "found": [f"{path}:{first}-{last}" for path, first, last in found], "doubt": is_doubt})
    rows = sorted(ranks.items(), key=lambda row: sum(rank == 1 for rank in row[1]) / len(row[1]))
    worded = [rank for kind, every in rows for rank in every if kind != "absent"]
    print("| kind | questions | first match right | right in the first 3 | right in the first 5 |\n|---|---|---|---|---|")
    for kind, every in [*rows, ("all but absent", worded)]:
        counts = [sum(0 < rank <= most for rank in every) for most in (1, 3, 5)]
        print(f"| {kind} | {len(every)} | " + " | ".join(interval(count, len(every)) for count in counts) + " |")
    if options.misses:
        options.misses.write_text("".join(json.dumps(miss, ensure_ascii=False) + "\n" for miss in misses), encoding="utf-8")


if __name__ == "__main__":
    main()
