"""The indexed files of real repositories equal git's list, with ignore rules on many levels."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import pathlib
import random
import shutil
import sqlite3
import subprocess

import pytest

from conftest import package_folder

PACKAGES = ["mbedtls", "flatbuffers", "jemalloc"]  # their trees hold 2 to 11 files .gitignore
GIT_ENVIRONMENT = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}


def git(root: pathlib.Path, *arguments: str) -> list:
    done = subprocess.run(["git", "-C", str(root), *arguments], env=GIT_ENVIRONMENT, capture_output=True, check=True)
    return done.stdout.decode(errors="surrogateescape").split("\0")[:-1]


def make_ignored_files(root: pathlib.Path, rng: random.Random) -> int:
    """Beside each .gitignore, files that its plain patterns and its suffix patterns name; how many."""
    made = 0
    for ignore in sorted(root.rglob(".gitignore")):
        for line in ignore.read_text(errors="replace").splitlines():
            pattern = line.strip()
            if not pattern or pattern[0] in "#!" or any(sign in pattern.strip("/").replace("*.", "", 1) for sign in "*?[\\"):
                continue
            name = pattern.strip("/").replace("*.", "made.", 1)
            target = ignore.parent / (name + "/made.py" if pattern.endswith("/") else name)
            folder = ignore.parent / "sub" if rng.random() < 0.2 and "/" not in pattern else None
            if folder is not None:
                target = folder / name
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
                if not target.exists():
                    target.write_text("made = 1\n")
                    made += 1
            except OSError:  # a file where the pattern needs a folder
                continue
    return made


@pytest.mark.parametrize("package", PACKAGES)
def test_the_index_holds_what_git_lists(program, corpus, tmp_path, package):
    rng = random.Random(package)
    root = tmp_path / package
    shutil.copytree(package_folder(corpus, package), root, symlinks=True)
    git(root, "init", "-q")
    files = sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file() and ".git" not in path.parts)
    made = make_ignored_files(root, rng)
    assert made >= 5
    git(root, "add", "-f", "--", *rng.sample(files, len(files) // 2))  # tracked files stay, whatever ignores them
    (root / ".git" / "info" / "exclude").write_text("*.md\n!README.md\n")
    report = program.ok("index", root, "-o", "json").json()

    listed = {path for path in git(root, "ls-files", "-co", "--exclude-standard", "-z") if (root / path).is_file()}
    ignored = git(root, "ls-files", "-oi", "--exclude-standard", "-z")
    assert len(ignored) >= made // 2
    connection = sqlite3.connect(f"file:{program.state(root) / 'index.db'}?mode=ro", uri=True)
    indexed = {path for (path,) in connection.execute("SELECT path FROM files")}
    connection.close()
    hidden = {path for path in listed if any(part.startswith(".") for part in path.split("/")[:-1])}
    assert indexed - listed == set()
    # What is left out lies in a hidden folder or has an extension that nobody knows, and that is counted.
    unknown = sum(report["unknown_extensions"].values())
    left_out = listed - indexed - hidden
    assert len(left_out) <= unknown <= len(left_out | hidden)
    assert len(indexed) >= 0.4 * len(listed)
