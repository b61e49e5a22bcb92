#!/usr/bin/env python3
"""Asks the questions of new_projects.jsonl and prints the share of right answers per kind, in Markdown: of the program, ripgrep or run_semble.py."""
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
matches well. Changes are chosen by the questions of split development; those of split test are printed once. ripgrep gets the pattern of the question
("rg"); its first lines in order of path count. Intervals are Wilson's, 95 %."""
LIMIT = 5


def read_questions(source: pathlib.Path, split: str, repos: list[str]) -> list[dict]:
    questions = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [one for one in questions if split in ("all", one["split"]) and (not repos or one["repo"] in repos)]


def ask_program(program: str, tree: pathlib.Path, question: dict) -> tuple[list[tuple[str, int, int]], bool]:
    """The matches as path and lines, best first, and whether the answer says that nothing matches well."""
    done = subprocess.run([program, "search", question["query"], "--project", str(tree), "--limit", str(LIMIT), "-o", "json"], capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{question['query_id']}: {done.stderr.strip()}")
    answer = json.loads(done.stdout)
    found = [(match["file"]["path"], *match["span"]) for match in answer["matches"]]
    return found, answer.get("confidence", 1) < DOUBT or not found


def ask_ripgrep(tree: pathlib.Path, question: dict) -> tuple[list[tuple[str, int, int]], bool]:
    done = subprocess.run(["rg", "-n", "-i", "--no-heading", "--color=never", "--sort", "path", "-e", question["rg"], "."], cwd=tree, capture_output=True,
                          text=True, errors="replace", check=False)
    lines = [(found.group(1), int(found.group(2))) for line in done.stdout.split("\n") if (found := re.match(r"\./(.*?):(\d+):", line))]
    return [(path, line, line) for path, line in lines[:LIMIT]], not lines


DOUBT = 0.26  # the program says "Nothing matches well" below this confidence


def read_answers(file: pathlib.Path) -> dict[str, list[tuple[str, int, int]]]:
    """The lists that run_semble.py wrote, by question."""
    lists = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return {one["query_id"]: [(hit["path"], hit["start_line"], hit["end_line"]) for hit in one["results"]][:LIMIT] for one in lists}


def first_right(found: list[tuple[str, int, int]], targets: list[dict]) -> int:
    """The rank of the first right match from 1; 0: none."""
    for rank, (path, first, last) in enumerate(found, 1):
        if any(path == target["path"] and first <= target["end"] and last >= target["start"] for target in targets):
            return rank
    return 0


def interval(hits: int, count: int) -> str:
    z, share = 1.96, hits / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return f"{share:.2f} ({max(0, middle - half):.2f} to {min(1, middle + half):.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repos", type=pathlib.Path, help="folder with the source trees of new_projects.tsv")
    parser.add_argument("--queries", type=pathlib.Path, default=HERE / "new_projects.jsonl")
    parser.add_argument("--split", choices=("development", "test", "all"), default="development")
    parser.add_argument("--repo", action="append", default=[], help="only questions about this project")
    parser.add_argument("--program", default="codeweaver", help="the program; 'rg' for ripgrep")
    parser.add_argument("--answers", type=pathlib.Path, help="lists that run_semble.py wrote, in place of a program")
    parser.add_argument("--misses", type=pathlib.Path, help="file for the questions whose first match is wrong")
    options = parser.parse_args()

    ranks = collections.defaultdict(list)
    misses = []
    answers = read_answers(options.answers) if options.answers else {}
    for question in read_questions(options.queries, options.split, options.repo):
        tree = options.repos / question["repo"]
        if not tree.is_dir():
            print(f"{question['query_id']}: no folder {tree}; left out", file=sys.stderr)
            continue
        if options.answers:
            found = answers.get(question["query_id"], [])
            is_doubt = not found
        else:
            found, is_doubt = ask_ripgrep(tree, question) if options.program == "rg" else ask_program(options.program, tree, question)
        rank = int(is_doubt) if question["category"] == "absent" else first_right(found, question["targets"])
        ranks[question["category"]].append(rank)
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
