"""The training pipeline from package registries to pairs, on a small scale, and the mining of questions."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_the_small_run_fetches_packages_and_mines_pairs_once(tmp_path):
    command = [sys.executable, ROOT / "training/train", tmp_path / "work", "--small", "--until", "mine"]
    first = subprocess.run(command, capture_output=True, text=True, check=False)
    assert first.returncode == 0, first.stderr
    records = (tmp_path / "work/pairs/training/pypi+itsdangerous.pairs").read_bytes().split(b"\0")
    assert len(records) > 8 * 50
    assert list((tmp_path / "work/pairs/development").iterdir()) != []
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "== mine: already done" in again.stdout


@pytest.fixture(name="interpreter", scope="module")
def _interpreter(tmp_path_factory):
    """A Python that has training/requirements.txt."""
    work = tmp_path_factory.mktemp("training")
    subprocess.run([sys.executable, ROOT / "training/train", work, "--small", "--until", "environment"], check=True, timeout=600)
    return work / "venv/bin/python"


def function(name):
    lines = "".join(f"    total_of_{name} = total_of_{name} + measured_{i}_in_{name}\n" for i in range(40))
    return f'def {name}():\n    """Adds up what was measured of {name}."""\n{lines}    return total_of_{name}\n'


@pytest.mark.slow
def test_code_derived_from_a_held_out_project_is_told_by_its_lines(tmp_path, interpreter):
    held, derived, own = tmp_path / "judged/original", tmp_path / "sources/a/renamed@1", tmp_path / "sources/a/own@1"
    for tree in (held, derived, own):
        tree.mkdir(parents=True)
    (held / "sums.py").write_text(function("heights"))
    (derived / "totals.py").write_text(function("heights").replace("    return", "    print(1)\n    return") + function("widths")[:300])
    (own / "sums.py").write_text(function("depths"))
    manifest = tmp_path / "manifest.toml"
    entries = "".join(f'  {{kind = "github", name = "a/{name}", version = "1", license = "MIT"}},\n' for name in ("renamed", "own"))
    manifest.write_text(f"project = [\n{entries}]\n")
    run = subprocess.run([interpreter, ROOT / "training/mine.py", manifest, tmp_path / "corpus", tmp_path / "pairs", "--sources",
                          tmp_path / "sources", "--exclude", tmp_path / "judged"], capture_output=True, text=True, check=False)
    assert run.returncode != 0
    assert f"derived from held-out projects. Remove them from {manifest}: a/renamed" in run.stderr
    assert [path.name for path in (tmp_path / "pairs/training").iterdir()] == ["github+a_own.pairs"]


LOCKS = """# Locks of files that several workers share.
import os


def read_lock(path):
    return open(path).read()


def write_lock(path):
    open(path, "w").write("mine")
"""
GUIDE = "# Guide\n\n## Reading a lock\n\nCall `read_lock`.\n\n## Installation\n\nCall `write_lock`.\n\n## Something else\n\nNothing is named.\n"


def git(folder, *words):
    subprocess.run(["git", "-C", folder, "-c", "user.name=A", "-c", "user.email=a@b.example", *words], check=True, capture_output=True)


@pytest.fixture(name="mine")
def _mine(tmp_path, interpreter):
    """Runs the miner on a project of one repaired file and one document, and returns the questions."""
    tree = tmp_path / "repos/locker"
    tree.mkdir(parents=True)
    git(tree, "init", "-q")
    (tree / "locks.py").write_text(LOCKS)
    (tree / "guide.md").write_text(GUIDE)
    git(tree, "add", ".")
    git(tree, "commit", "-qm", "Begin")
    (tree / "locks.py").write_text(LOCKS.replace("open(path).read()", "open(path).read() or None"))
    git(tree, "commit", "-qam", "Fix crash of the second worker\n\nWhen two workers start at the same moment, the second one fails with a "
        "key error because the lock is still empty when it is read.\n\nFixes #7")
    (tmp_path / "pins").mkdir()
    pin = {"name": "locker", "kind": "pypi", "source": "locker", "version": "1", "license": "MIT", "language": "python", "split": "train"}
    (tmp_path / "pins/locker.toml").write_text("".join(f'{key} = "{value}"\n' for key, value in pin.items()))

    def run(kind):
        subprocess.run([interpreter, ROOT / "training/mine_questions.py", kind, "--projects", tmp_path / "pins", "--repos", tmp_path / "repos",
                        "--histories", tmp_path / "repos", "--out", tmp_path / "out"], check=True, capture_output=True, text=True)
        return [json.loads(line) for line in (tmp_path / "out" / kind / "queries/locker.jsonl").read_text().splitlines()]

    return run


@pytest.mark.slow
def test_a_commit_that_repairs_becomes_a_question_for_the_definition_it_touched(mine):
    (question,) = mine("issue")
    assert question["query"].startswith("Crash of the second worker\n\nWhen two workers") and "#7" not in question["query"]
    assert question["targets"] == [{"path": "locks.py", "start": 5, "end": 6}]
    assert (question["category"], question["split"], question["language"]) == ("issue", "train", "python")
    assert mine("issue") == [question]


@pytest.mark.slow
def test_a_heading_becomes_a_question_for_the_one_file_that_its_section_names(mine):
    (question,) = mine("docs")
    assert question["query"] == "Reading a lock"
    assert question["targets"] == [{"path": "locks.py"}, {"path": "guide.md", "secondary": True}]


@pytest.mark.slow
def test_the_head_of_a_file_becomes_a_question_and_is_cut_out_of_a_copy_of_the_tree(mine, tmp_path):
    (question,) = mine("heads")
    assert question["query"] == "Locks of files that several workers share"
    assert question["targets"] == [{"path": "locks.py"}]
    copy = (tmp_path / "out/heads/repos/locker/locks.py").read_text()
    assert "several workers" not in copy and "def read_lock" in copy
    assert "several workers" in (tmp_path / "repos/locker/locks.py").read_text()


@pytest.mark.slow
def test_subjects_headings_changelog_lines_and_commits_become_pairs_with_what_they_name(tmp_path, interpreter):
    tree = tmp_path / "sources/a/locker@1"
    tree.mkdir(parents=True)
    git(tree, "init", "-q")
    source = LOCKS + "\n\ndef drop_lock(path):\n    os.remove(path)  # whoever waits for it sees that it is gone\n"
    (tree / "file_locks.py").write_text(source)
    (tree / "docs").mkdir()
    (tree / "docs/guide.md").write_text(GUIDE)
    (tree / "CHANGELOG.md").write_text("- `write_lock` no longer truncates the file of others (#3)\n- Something else was made faster\n")
    git(tree, "add", ".")
    git(tree, "commit", "-qm", "Begin")
    (tree / "file_locks.py").write_text(source.replace("open(path).read()", "open(path).read() or None"))
    git(tree, "commit", "-qam", "Accept an empty lock of another worker (#7)")
    git(tree, "tag", "1")
    (tmp_path / "histories/a").mkdir(parents=True)
    (tmp_path / "histories/a/locker").symlink_to(tree)
    manifest = tmp_path / "manifest.toml"
    manifest.write_text('project = [\n  {kind = "github", name = "a/locker", version = "1", license = "MIT"},\n]\n')
    pairs = tmp_path / "pairs"
    for script, words in (("mine.py", [tmp_path / "corpus", pairs]), ("mine_related.py", [pairs, "--histories", tmp_path / "histories"])):
        subprocess.run([interpreter, ROOT / "training" / script, manifest, *words, "--sources", tmp_path / "sources"], check=True)
    fields = (pairs / "training/github+a_locker.related.pairs").read_text().split("\0")
    records = {(fields[i + 7], fields[i + 3], fields[i + 2]) for i in range(0, len(fields) - 7, 8)}
    assert records == {("topic", "file locks", "file locks"), ("heading", "Reading a lock", "read_lock"),
                       ("change", "write_lock no longer truncates the file of others", "write_lock"),
                       ("commit", "Accept an empty lock of another worker", "read_lock")}
