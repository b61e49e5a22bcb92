"""Sources are formatted."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import shutil
import subprocess

import pytest

FOLDERS = ("include", "src", "bindings", "examples", "benchmarks", "tests")


def test_every_source_file_is_formatted(root):
    if shutil.which("clang-format-16") is None:
        pytest.skip("clang-format-16 is not installed")
    files = [str(file) for folder in FOLDERS for file in sorted((root / folder).rglob("*.[ch]pp"))
             if "/data/" not in str(file)]
    result = subprocess.run(["clang-format-16", "--dry-run", "-Werror", *files], cwd=root, capture_output=True, text=True)
    wrong = sorted({line.split(":")[0].removeprefix(f"{root}/") for line in result.stderr.splitlines() if "error:" in line})
    # Of a namespace with a macro behind its name it would put the comment at the end by itself, and says so.
    wrong = [file for file in wrong
             if subprocess.run(["clang-format-16", root / file], capture_output=True).stdout != (root / file).read_bytes()]
    assert wrong == [], f"run: clang-format-16 -i {' '.join(wrong)}"


@pytest.fixture
def checkout(root, tmp_path):
    """A repository with the format script as its pre-commit hook, and a formatted source."""
    if shutil.which("clang-format-16") is None:
        pytest.skip("clang-format-16 is not installed")

    def git(*words):
        return subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *words], cwd=tmp_path, capture_output=True, text=True)

    git("init", "-q")
    (tmp_path / "scripts").mkdir()
    shutil.copy(root / "scripts" / "format", tmp_path / "scripts")
    shutil.copy(root / ".clang-format", tmp_path)
    (tmp_path / ".git" / "hooks" / "pre-commit").symlink_to("../../scripts/format")
    (tmp_path / "a.cpp").write_text("int a = 1;\n")
    git("add", ".")
    assert git("commit", "-qm", "first").returncode == 0
    return tmp_path, git


def test_the_hook_refuses_staged_sources_that_are_not_formatted(checkout):
    folder, git = checkout
    (folder / "a.cpp").write_text("int  a=1;\n")
    git("add", ".")
    (folder / "a.cpp").write_text("int a = 1;\n")  # what counts is what is staged
    refused = git("commit", "-qm", "second")
    assert refused.returncode != 0 and "not formatted: a.cpp" in refused.stderr and "scripts/format a.cpp" in refused.stderr
    git("add", ".")
    (folder / "a.cpp").write_text("int  a=1;\n")
    (folder / "b.cpp").write_text("int b = 2;\n")
    git("add", "b.cpp")
    assert git("commit", "-qm", "second").returncode == 0


def test_the_script_formats_the_changed_sources_only(checkout):
    folder, git = checkout
    (folder / "tests" / "data").mkdir(parents=True)
    for name in ("a.cpp", "new.hpp", "tests/data/c.cpp", "text.md"):
        (folder / name).write_text("int  a=1;\n")
    assert subprocess.run([folder / "scripts" / "format"], cwd=folder).returncode == 0
    texts = {name: (folder / name).read_text() for name in ("a.cpp", "new.hpp", "tests/data/c.cpp", "text.md")}
    assert texts == {"a.cpp": "int a = 1;\n", "new.hpp": "int a = 1;\n", "tests/data/c.cpp": "int  a=1;\n", "text.md": "int  a=1;\n"}
