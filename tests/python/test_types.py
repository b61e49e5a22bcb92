"""mypy --strict accepts correct programs, and names the line and the keyword of wrong ones."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import re
import subprocess
import sys

import codeweaver
import pytest

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "plugins" / "python" / "team_plugins"
RIGHT = '''
import pathlib
from collections.abc import Sequence

import codeweaver
import numpy
import numpy.typing


class Zeros(codeweaver.Embedder):
    def __init__(self) -> None:
        super().__init__("example", "zeros", 8)

    def embed_documents(self, texts: Sequence[str]) -> numpy.typing.NDArray[numpy.float32]:
        return numpy.zeros((len(texts), self.dimension), dtype=numpy.float32)


def places(folder: pathlib.Path, question: str) -> list[str]:
    weaver = codeweaver.CodeWeaver(folder, embedder=Zeros(), exclude=["*.min.js"], workers=2)
    report = weaver.index(progress=lambda now: print(now.files_processed))
    print(report.status is codeweaver.IndexStatus.SUCCESS, weaver.path / "README.md")
    found = weaver.search(question, limit=5, file_glob="*.py", paths=["src"], intent="debug", include_tests=True, deadline=1.5)
    answer = weaver.find_code(question, token_limit=500, limit=3, purpose=codeweaver.Purpose.CODE_SEARCH)
    said = weaver.ask(question, passages=3, file_glob="*.py").citations[0].lines
    several = codeweaver.search_projects([weaver], question, limit=3, file_glob="*.py", explain=True)
    searcher = codeweaver.HybridSearcher(folder / "state", reranker=None)
    why = searcher.why_not(question, "a.py", rrf_k=10.0, weights={"dense": 1.0})
    print(answer.confidence, several.total_matches, why.stage.value, said)
    return [f"{one.file_path}:{one.start_line} {one.score:.2f}" for one in found]


def line_count(span: codeweaver.Span) -> int:
    try:
        return span.line_count
    except codeweaver.CodeWeaverError as error:
        print(error.code, error.action)
        raise
'''

OPENED = "import codeweaver\nengine = codeweaver.CodeWeaver(\".\")\nsearcher = codeweaver.HybridSearcher(\".\")\n"
WRONG = [
    ('engine.search("x", topk=5)', '"topk" for "search" of "CodeWeaver"'),
    ('engine.find_code("x", max_result=5)', '"max_result" for "find_code"'),
    ('searcher.search("x", topk=5)', '"topk" for "search" of "HybridSearcher"'),
    ('codeweaver.search_projects([engine], "x", k=5)', '"k" for "search_projects"'),
    ('codeweaver.Indexer(".", "state", worker=3)', '"worker" for "Indexer"'),
    ('codeweaver.CodeWeaver(".", embeder=None)', '"embeder" for "CodeWeaver"'),
    ('engine.search("x", limit="5")', '"limit" to "search" of "CodeWeaver" has incompatible type "str"'),
    ('engine.ask("x", topk=3)', '"topk" for "ask" of "CodeWeaver"'),
    ('engine.search("x")[0].path', '"SearchResult" has no attribute "path"'),
    ('codeweaver.Span(1, 2).start_line = 3', '"start_line" defined in "Span" is read-only'),
]


@pytest.fixture(scope="module")
def mypy(tmp_path_factory):
    """Checks a file of the folder, or the package by "-p"; what numpy declares is read once."""
    cache = tmp_path_factory.mktemp("mypy")

    def mypy(folder, *names):
        done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", cache, *names],
                              cwd=folder, capture_output=True, text=True, timeout=300)
        assert done.stderr == ""
        return done.returncode, done.stdout.splitlines()

    return mypy


def test_mypy_accepts_right_programs_and_the_package_itself(mypy, tmp_path):
    (tmp_path / "right.py").write_text(RIGHT)
    assert mypy(tmp_path, "right.py") == (0, [])
    assert mypy(tmp_path, "-p", "codeweaver") == (0, [])
    assert mypy(tmp_path, EXAMPLE) == (0, [])


def test_mypy_sees_each_wrong_use(mypy, tmp_path):
    (tmp_path / "wrong.py").write_text(OPENED + "".join(line + "\n" for line, _ in WRONG))
    status, lines = mypy(tmp_path, "wrong.py")
    assert status == 1
    errors = dict(re.match(r"wrong\.py:(\d+): error: (.*)", line).groups() for line in lines if ": error: " in line)
    first = OPENED.count("\n") + 1
    assert set(errors) == {str(number) for number in range(first, first + len(WRONG))}
    for number, (line, said) in enumerate(WRONG, first):
        assert said in errors[str(number)], line


@pytest.mark.parametrize("line", [line for line, _ in WRONG if "embeder" in line or "topk" in line])
def test_a_wrong_keyword_is_refused_at_run_time_too(line, shop, shop_index, state):
    names = {"codeweaver": codeweaver, "engine": codeweaver.CodeWeaver(shop, state / "own"),
             "searcher": codeweaver.HybridSearcher(shop_index)}
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        eval(line, names)
