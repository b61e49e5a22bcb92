"""Misuse of the public API must not compile, each case with the error named in its file."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CASES = sorted((ROOT / "tests/compile_fail").glob("*.cpp"))


def compile_case(case: pathlib.Path, *flags: str) -> subprocess.CompletedProcess:
    return subprocess.run([os.environ.get("CXX", "g++"), "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                           f"-I{ROOT / 'include'}", *flags, case], capture_output=True, text=True)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_misuse_does_not_compile_and_the_rest_does(case):
    expected = re.search(r"(?m)^// error: (.+)$", case.read_text())[1]
    right = compile_case(case)
    assert right.returncode == 0, right.stderr
    wrong = compile_case(case, "-DMISUSE")
    assert wrong.returncode != 0, "it compiles"
    assert re.search(expected, wrong.stderr), wrong.stderr
    assert wrong.stderr.count(" error: ") == 1, wrong.stderr


def test_there_are_cases():
    assert len(CASES) >= 11
