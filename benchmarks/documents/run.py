"""Runs the questions of questions.tsv and counts how often the right part of a document is among the first results.

python benchmarks/documents/run.py FOLDER [--questions FILE] [--program PROGRAM]

Each line contains the question, the documents with the answer (separated by ','), and a regular expression that the shown text
must match. Index the folder first. The kind of a document is its extension.
"""
# SPDX-License-Identifier: MIT OR Apache-2.0

import argparse
import collections
import json
import pathlib
import re
import subprocess

QUESTIONS = pathlib.Path(__file__).with_name("questions.tsv")  # second.tsv is for the folder of `fetch --second`
DEPTHS = (1, 3, 10)


def first_hit(program: str, folder: pathlib.Path, question: str, files: list[str], wanted: str) -> int | None:
    """Rank, from 1, of the first match that is in one of the documents and contains the wanted text."""
    told = subprocess.run([program, "search", question, "-o", "json", "-l", str(max(DEPTHS)), "--detail", "full"], cwd=folder,
                          check=True, capture_output=True, text=True).stdout
    for rank, match in enumerate(json.loads(told)["matches"], 1):
        if pathlib.PurePath(match["file"]["path"]).name in files and re.search(wanted, match["content"]["content"]):
            return rank
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--questions", type=pathlib.Path, default=QUESTIONS)
    parser.add_argument("--program", default="codeweaver")
    given = parser.parse_args()
    asked, hits, missed = collections.Counter(), collections.Counter(), []
    for line in given.questions.read_text().splitlines():
        question, files, wanted = line.split("\t")
        names = files.split(",")
        kind = pathlib.PurePath(names[0]).suffix[1:]
        rank = first_hit(given.program, given.folder, question, names, wanted)
        for group in (kind, "all"):
            asked[group] += 1
            for depth in DEPTHS:
                hits[group, depth] += rank is not None and rank <= depth
        if rank is None or rank > 3:
            missed.append(f"{rank or '-'}\t{names[0]}\t{question}")
    for group, count in sorted(asked.items(), key=lambda item: hits[item[0], 3] / item[1]):
        print(group, count, *(f"hit@{depth} {hits[group, depth] / count:.2f}" for depth in DEPTHS), sep="\t")
    print("Not in the first three results:", *missed, sep="\n")


if __name__ == "__main__":
    main()
