# Combines labelled projects into a few large ones, to train the reranker on large indexes.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""usage: mix_projects.py QUERIES_FOLDER REPOS_FOLDER OUTPUT_FOLDER [GROUPS]

Copies the trees of the train and development projects to OUTPUT_FOLDER/repos/mixK/PROJECT (hard links if possible) and
writes their queries, with changed paths, to OUTPUT_FOLDER/queries/mixK.jsonl. The groups are the same on every run.
"""
import json
import os
import pathlib
import random
import shutil
import sys

SPLITS = {"train", "development"}


def link(source, target):
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def main():
    if len(sys.argv) not in (4, 5):
        raise SystemExit(__doc__)
    queries, repos, output = (pathlib.Path(word) for word in sys.argv[1:4])
    groups = int(sys.argv[4]) if len(sys.argv) == 5 else 6
    labels = {path.stem: [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
              for path in queries.glob("*.jsonl")}
    projects = sorted(name for name, lines in labels.items() if lines[0].get("split") in SPLITS)
    random.Random(5).shuffle(projects)
    (output / "queries").mkdir(parents=True, exist_ok=True)
    for group in range(groups):
        mixed = []
        for project in projects[group::groups]:
            shutil.copytree(repos / project, output / "repos" / f"mix{group}" / project, symlinks=True, copy_function=link)
            for label in labels[project]:
                targets = [{**target, "path": f"{project}/{target['path']}"} for target in label["targets"]]
                mixed.append({**label, "repo": f"mix{group}", "project": project, "targets": targets})
        text = "".join(json.dumps(label) + "\n" for label in mixed)
        (output / "queries" / f"mix{group}.jsonl").write_text(text, encoding="utf-8")


main()
