"""Real code defines what universal-ctags finds in it, language by language; docs/reliability.md has the table."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "corpus_checks"))
import compare_with_ctags  # noqa: E402

# Least recall and precision, a little below what was measured: files that one machine lacks must not fail it.
LEAST = {
    "bash": (0.97, 0.97),
    "c": (0.91, 0.92),
    "cmake": (0.93, 0.97),
    "cpp": (0.97, 0.89),
    "csharp": (0.96, 0.96),
    "elixir": (0.91, 0.97),
    "go": (0.97, 0.90),
    "haskell": (0.79, 0.55),
    "java": (0.97, 0.91),
    "javascript": (0.56, 0.63),
    "kotlin": (0.90, 0.95),
    "lua": (0.96, 0.96),
    "make": (0.89, 0.73),
    "markdown": (0.97, 0.96),
    "objc": (0.94, 0.77),
    "ocaml": (0.78, 0.36),
    "perl": (0.97, 0.97),
    "php": (0.97, 0.97),
    "powershell": (0.96, 0.82),
    "proto": (0.97, 0.97),
    "python": (0.97, 0.96),
    "r": (0.97, 0.82),
    "ruby": (0.95, 0.96),
    "rust": (0.96, 0.93),
    "scss": (0.93, 0.82),
    "sql": (0.33, 0.87),
    "typescript": (0.73, 0.56),
}


@pytest.fixture(scope="module")
def table(corpus):
    return compare_with_ctags.compare(corpus, 60, list(compare_with_ctags.ORACLES))


@pytest.mark.parametrize("language", sorted(LEAST))
def test_definitions_of_real_code_are_those_of_ctags(table, language):
    if language not in table or table[language].both < 30:
        pytest.skip(f"the corpus has too little {language}")
    found = table[language]
    recall, precision = LEAST[language]
    missing = [f"{one.kind} {one.name} {one.path}:{one.first}" for one in found.only_theirs[:20]]
    assert found.recall >= recall, "\n".join(missing)
    extra = [f"{one.kind} {one.name} {one.path}:{one.first}" for one in found.only_ours[:20]]
    assert found.precision >= precision, "\n".join(extra)
