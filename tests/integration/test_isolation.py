"""Isolation of projects: no query returns a chunk of another project or worktree."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import shutil
import subprocess

import pytest

from conftest import BUILD, STORES, package_folder

PACKAGES = ["commons-math3", "flatbuffers", "googleapis-common-protos", "haskell-lens", "jemalloc", "libmojolicious-perl",
            "networkx", "php-parser", "puma", "pythonnet", "sqlglot", "twisted"]


def check_isolation(data, queries: int, store: str, *folders) -> dict:
    """What tests/corpus_checks/project_isolation.cpp found; it fails when a match is not of the project that was asked."""
    done = subprocess.run([BUILD / "tests" / "check_isolation", data, str(queries), store, *folders], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-4000:]
    found = json.loads(done.stdout)
    print(found)
    assert found["queries"] == queries and found["foreign"] == 0
    assert found["answered"] > 0.9 * queries
    return found


@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize("queries", [1_000, pytest.param(10_000, marks=pytest.mark.slow)])
def test_twelve_projects_of_real_code_never_answer_for_each_other(corpus, tmp_path, queries, store):
    folders = [package_folder(corpus, name) for name in PACKAGES]
    found = check_isolation(tmp_path, queries, store, *folders)
    assert found["projects"] == 12 and found["files"] > 4_000


@pytest.mark.parametrize("store", STORES)
def test_worktrees_of_one_repository_share_content_and_never_results(corpus, tmp_path, store):
    first, second = tmp_path / "first", tmp_path / "second"
    shutil.copytree(package_folder(corpus, "networkx"), first)

    def git(*arguments):
        identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
        subprocess.run(["git", "-C", first, *identity, *arguments], check=True, capture_output=True)

    git("init", "--quiet")
    git("add", "--all")
    git("commit", "--quiet", "--message", "All")
    git("worktree", "add", "--quiet", second)
    files = sorted(first.rglob("*.py"))
    for number, file in enumerate(files):  # each tree has files and lines that the other one lacks
        if number % 4 == 0:
            file.unlink()
        elif number % 4 == 1:
            file.write_text(file.read_text().replace("graph", "mesh"))
        elif number % 4 == 2:
            (second / file.relative_to(first)).unlink()
    data = tmp_path / "data"
    check_isolation(data, 1_000, store, first, second)
    states = [state for state in (data / "projects").iterdir() if state.is_dir()]
    assert len(states) == 1, "one store for both"
