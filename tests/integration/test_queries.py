"""Real questions on real code: tests/corpus/queries.toml, asked with the defaults of find_code."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import shutil
import tomllib

import pytest

from conftest import ROOT, Program, package_folder

WANTED_IN_TOP_3 = 16
LOOKED_AT = 10


@pytest.fixture(scope="module")
def questions():
    with (ROOT / "tests" / "corpus" / "queries.toml").open("rb") as file:
        return tomllib.load(file)


@pytest.fixture(scope="module")
def project(corpus, questions, tmp_path_factory):
    """One project of all packages, indexed; each package lies in a folder of its own name."""
    home = tmp_path_factory.mktemp("packages")
    root = home / "code"
    for name in questions["packages"]:
        def link(source, target):
            try:
                os.link(source, target)
            except OSError:
                shutil.copyfile(source, target)

        shutil.copytree(package_folder(corpus, name), root / name, symlinks=True, copy_function=link)
    program = Program(home)
    program.root = root
    report = program.ok("index", root, "-o", "json").json()
    print(f"\n{report['total_files']} files, {report['total_chunks']} chunks of {len(report['languages'])} languages "
          f"in {report['duration_seconds']:.1f} s: {report['stage_seconds']}")
    assert report["total_files"] >= 5000
    assert len([language for language, files in report["languages"].items() if files >= 10]) >= 8
    return program


def is_answer(match: dict, question: dict, line: int) -> bool:
    if match["file"]["path"] != f"{question['package']}/{question['path']}":
        return False
    first, last = match["span"]
    names = match["content"].get("chunk_name", "").partition(":")[2].replace("::", ".").split(".")
    return first <= line <= last or question["symbol"] in names


def rank(program, question) -> tuple:
    """The rank of the answer (0: not among those looked at) and where the best match lies."""
    text = (program.root / question["package"] / question["path"]).read_text(errors="replace")
    line = text[:text.index(question["definition"])].count("\n") + 1
    tests = [] if question["intent"] == "test" else ["--no-include-tests"]
    matches = program.ok("search", question["query"], "-p", program.root, "--intent", question["intent"], *tests, "-l",
                         str(LOOKED_AT), "-o", "json").json()["matches"]
    ranks = [at + 1 for at, match in enumerate(matches) if is_answer(match, question, line)]
    best = f"{matches[0]['file']['path']}:{matches[0]['span'][0]}" if matches else "nothing"
    return (ranks[0] if ranks else 0), best


def test_sixteen_of_all_questions_are_answered_in_the_top_three(project, questions):
    assert len(questions["query"]) >= 20
    assert {question["intent"] for question in questions["query"]} == {
        "understand", "implement", "debug", "optimize", "test", "configure", "document"}
    ranks = []
    print(f"\n{'query':<80} rank  first match")
    for question in questions["query"]:
        found, best = rank(project, question)
        ranks.append(found)
        print(f"{question['query']:<80} {found or '-':>4}  {best}")
    top = {limit: sum(0 < found <= limit for found in ranks) for limit in (1, 3, 5, 10)}
    print(", ".join(f"top {limit}: {count} of {len(ranks)}" for limit, count in top.items()))
    assert top[3] >= WANTED_IN_TOP_3
