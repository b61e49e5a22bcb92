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
