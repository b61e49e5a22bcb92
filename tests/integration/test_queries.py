"""Real questions about real code: tests/corpus/queries.toml with the defaults of find_code."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import tomllib

import pytest

from conftest import ROOT, Program, link_tree, package_folder

# Least shares of the questions whose answer is in the top three: its file, a right answer, the first answer.
WANTED = {"the file": 0.8, "any right answer": 0.7, "the first answer": 0.54}
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
        link_tree(package_folder(corpus, name), root / name)
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
    """Ranks of the answer, of any right answer and of the file among files (0: not there); where the best match lies."""
    tests = [] if question["intent"] == "test" else ["--no-include-tests"]
    matches = program.ok("search", question["query"], "-p", program.root, "--intent", question["intent"], *tests, "-l",
                         str(LOOKED_AT), "-o", "json").json()["matches"]
    ranks = []
    for answer in [question, {**question, **question.get("also", {})}]:
        text = (program.root / answer["package"] / answer["path"]).read_text(errors="replace")
        line = text[:text.index(answer["definition"])].count("\n") + 1
        ranks.append(next((at + 1 for at, match in enumerate(matches) if is_answer(match, answer, line)), 0))
    best = f"{matches[0]['file']['path']}:{matches[0]['span'][0]}" if matches else "nothing"
    files = list(dict.fromkeys(match["file"]["path"] for match in matches))
    file = f"{question['package']}/{question['path']}"
    in_file = files.index(file) + 1 if file in files else 0
    return ranks[0], min([found for found in ranks if found] or [0]), in_file, best


def in_top(ranks, limit) -> int:
    return sum(0 < found <= limit for found in ranks)


def test_most_questions_are_answered_in_the_top_three(project, questions):
    assert len(questions["query"]) >= 20
    assert {question["intent"] for question in questions["query"]} == {
        "understand", "implement", "debug", "optimize", "test", "configure", "document"}
    ranks = {name: [] for name in ["the first answer", "any right answer", "the file"]}
    print(f"\n{'query':<80} rank  with second answers  file  first match")
    for question in questions["query"]:
        *found, best = rank(project, question)
        for name, value in zip(ranks, found):
            ranks[name].append(value)
        print(f"{question['query']:<80} " + " ".join(f"{value or '-':>4}" for value in found) + f"  {best}")
    for name, found in ranks.items():
        print(f"{name}: " + ", ".join(f"top {limit}: {in_top(found, limit)} of {len(found)}" for limit in (1, 3, 5, 10)))
    for name, share in WANTED.items():
        assert in_top(ranks[name], 3) >= share * len(ranks[name]), name
