#!/usr/bin/env python3
"""Mines questions with known answers from the commits, documents and comments of the labelled projects."""
# SPDX-License-Identifier: MIT OR Apache-2.0
import argparse
import collections
import hashlib
import itertools
import json
import pathlib
import re
import shutil
import sys
import tomllib

import commit_targets
import commit_texts
import document_questions
import file_heads

MOST = {"issue": 40, "docs": 40, "heads": 30}  # for each project
MOST_FILE_BYTES = 500_000


class Project:
    def __init__(self, pin, repos, histories):
        self.name, self.language, self.split = pin["name"], pin["language"], pin["split"]
        self.root = repos / self.name
        self.history = histories / self.name if histories and (histories / self.name).exists() else None
        self.revision = pin["version"] if pin["kind"] == "github" else "HEAD"


def read_projects(options):
    pins = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(options.projects.glob("*.toml"))]
    projects = [Project(pin, options.repos, options.histories) for pin in pins]
    return [one for one in projects if one.root.is_dir() and (not options.repo or one.name in options.repo)]


def drawn(seed, text):
    return hashlib.sha256(f"{seed} {text}".encode()).hexdigest()


def read_tree(project):
    """Content of the files by relative path, without bulk data."""
    paths = [path for path in sorted(project.root.rglob("*")) if path.is_file() and not path.is_symlink()]
    return {path.relative_to(project.root).as_posix(): path.read_bytes() for path in paths if path.stat().st_size <= MOST_FILE_BYTES}


def chosen(questions, kind, seed):
    """At most MOST questions of a project, drawn with the seed, in their original order."""
    kept = set(sorted(range(len(questions)), key=lambda i: drawn(seed, questions[i]["query"]))[:MOST[kind]])
    return [question for i, question in enumerate(questions) if i in kept]


def mine_issues(project, options):
    if project.history is None:
        return
    tree = commit_targets.Tree(project.root, project.history, project.revision)
    asked, candidates = set(), []
    for commit in commit_targets.read_commits(project.history, project.revision):
        text = commit_texts.problem_of(commit.subject, commit.body)
        if text and text.lower() not in asked:
            asked.add(text.lower())
            candidates.append((not commit_texts.is_of_a_fix(commit.subject), drawn(options.seed, commit.id), commit, text))
    found = ((commit, text, commit_targets.targets_of(project.history, commit, tree))
             for _, _, commit, text in sorted(candidates, key=lambda one: one[:2]))
    for commit, text, targets in itertools.islice((one for one in found if one[2]), MOST["issue"]):
        yield {"query_id": f"{project.name}-issue-{commit.id[:12]}", "query": text,
               "language": commit_targets.language_of(targets[0]["path"]), "targets": targets}


def mine_docs(project, options):
    questions = [{"query": query, "language": commit_targets.language_of(targets[0]["path"]), "targets": targets}
                 for query, targets in document_questions.heading_questions(read_tree(project), project.name)]
    for question in chosen(questions, "docs", options.seed):
        yield {"query_id": f"{project.name}-docs-{drawn(0, question['query'])[:8]}", **question}


def mine_heads(project, options):
    """Also writes the tree without the heads used as questions."""
    tree, found = read_tree(project), {}
    for path, source in tree.items():
        head = file_heads.head_of(path, source) if commit_targets.is_source(path) and not commit_targets.is_test(path) else None
        if head:
            found[path] = head
    spaced = {path: re.sub(r"[\s*/#]+", " ", source.decode("utf-8", "replace")).lower() for path, source in tree.items()}
    counts = collections.Counter(sentence.lower() for sentence, _ in found.values())
    questions = []
    for path, (sentence, _) in found.items():
        words = re.sub(r"[\s*/#]+", " ", sentence).lower()
        if counts[sentence.lower()] == 1 and not any(words in text for other, text in spaced.items() if other != path):
            questions.append({"query": sentence, "language": commit_targets.language_of(path), "targets": [{"path": path}]})
    kept = chosen(questions, "heads", options.seed)
    copy = options.out / "heads" / "repos" / project.name
    if copy.exists():
        shutil.rmtree(copy)
    shutil.copytree(project.root, copy, symlinks=True)
    for question in kept:
        path = question["targets"][0]["path"]
        (copy / path).write_bytes(found[path][1])
        yield {"query_id": f"{project.name}-heads-{drawn(0, question['query'])[:8]}", **question}


KINDS = {"issue": mine_issues, "docs": mine_docs, "heads": mine_heads}


def write(out, project, kind, questions):
    folder = out / kind / ("queries-test" if project.split == "test" else "queries")
    folder.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps({"repo": project.name, **question, "category": kind, "split": project.split}) + "\n" for question in questions]
    (folder / f"{project.name}.jsonl").write_text("".join(lines), encoding="utf-8")
    return len(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=sorted(KINDS))
    parser.add_argument("--projects", required=True, type=pathlib.Path, help="folder with a pin (NAME.toml) of each project")
    parser.add_argument("--repos", required=True, type=pathlib.Path, help="folder with the source tree of each project")
    parser.add_argument("--histories", type=pathlib.Path, help="folder with the git repository of each project, for kind issue")
    parser.add_argument("--out", required=True, type=pathlib.Path, help="output folder for KIND/queries/NAME.jsonl; questions of split test go next to it")
    parser.add_argument("--repo", action="append", help="only this project; may be repeated")
    parser.add_argument("--seed", type=int, default=20)
    options = parser.parse_args()
    counts = collections.Counter()
    for project in read_projects(options):
        count = write(options.out, project, options.kind, KINDS[options.kind](project, options))
        counts[project.split] += count
        print(f"{project.name}: {count}", file=sys.stderr)
    print(", ".join(f"{split} {count}" for split, count in sorted(counts.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
