"""Definitions in real code compared with universal-ctags, by language; docs/reliability.md has the table."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import sys
import tomllib

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "corpus_checks"))
import compare_with_ctags  # noqa: E402
from conftest import package_folder  # noqa: E402

PACKAGES = tomllib.loads((pathlib.Path(__file__).resolve().parents[1] / "packages" / "packages.toml").read_text())["package"]

FILES = 120  # of each language, evenly spread over its packages
# Least recall and precision, a little below the measured ones.
LEAST = {
    "bash": (0.94, 0.97),
    "c": (0.88, 0.95),
    "cmake": (0.99, 0.99),
    "cpp": (0.99, 0.76),
    "csharp": (0.98, 0.98),
    "elixir": (0.81, 0.99),
    "go": (0.99, 0.86),
    "haskell": (0.82, 0.68),
    "java": (0.99, 0.97),
    "javascript": (0.95, 0.94),
    "kotlin": (0.88, 0.94),
    "lua": (0.98, 0.99),
    "make": (0.98, 0.91),
    "markdown": (0.97, 0.94),
    "objc": (0.95, 0.78),
    "ocaml": (0.86, 0.41),
    "perl": (0.99, 0.98),
    "php": (0.99, 0.99),
    "powershell": (0.98, 0.90),
    "proto": (0.99, 0.99),
    "python": (0.98, 0.98),
    "r": (0.99, 0.87),
    "ruby": (0.99, 0.99),
    "rust": (0.98, 0.94),
    "scss": (0.94, 0.85),
    "sql": (0.35, 0.89),
    "typescript": (0.75, 0.53),
}


@pytest.mark.parametrize("language", sorted(LEAST))
def test_definitions_of_real_code_are_those_of_ctags(corpus, language):
    """Of the packages that list the language, so that no machine compares other files."""
    folders = [package_folder(corpus, package["name"]).name for package in PACKAGES if language in package["languages"]]
    found = compare_with_ctags.compare(corpus, FILES, [language], folders)[language]
    recall, precision = LEAST[language]
    missing = [f"{one.kind} {one.name} {one.path}:{one.first}" for one in found.only_theirs[:20]]
    assert found.recall >= recall, "\n".join(missing)
    extra = [f"{one.kind} {one.name} {one.path}:{one.first}" for one in found.only_ours[:20]]
    assert found.precision >= precision, "\n".join(extra)
