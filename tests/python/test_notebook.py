"""Answers in notebooks and shells: names and contents of files are escaped; no external scripts or styles."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import asyncio
import html.parser
import json
import pathlib
import pickle
import subprocess
import sys

import codeweaver
import pytest
from codeweaver.aio import AsyncCodeWeaver
from codeweaver.notebook import SearchResults, to_html

NOTEBOOK = pathlib.Path(__file__).resolve().parents[2] / "examples" / "python_notebook" / "codeweaver.ipynb"
TAGS = {"div", "p", "span", "code", "b", "pre", "details", "summary", "ul", "ol", "li"}
ATTRIBUTES = {"style", "class", "dir", "open"}
HOSTILE_NAME = "<img src=x onerror=alert(1)>&\"'$x$.py"
HOSTILE_CODE = '''def steal_lantern(ring):
    """</pre></code></details><script>alert(document.cookie)</script><a href="javascript:alert(2)">$\\\\frac{a}{b}$</a>"""
    return "\u202e\u2066 gnissecorp \x1b[31m &lt;b&gt;"
'''


class Page(html.parser.HTMLParser):
    """Tags, attributes and text of a piece of HTML, of which every tag must be closed in its turn."""

    def __init__(self, piece):
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes, self.open, self.text = set(), set(), [], ""
        self.feed(piece)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        for name, value in attrs:
            assert name != "style" or ("url" not in value and "expression" not in value)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data

    def handle_comment(self, data):
        raise AssertionError(data)


@pytest.fixture
def hostile(tmp_path, state):
    project = tmp_path / "project"
    project.mkdir()
    (project / HOSTILE_NAME).write_text(HOSTILE_CODE)
    (project / "plain.py").write_text("def light_lantern():\n    return 'lit'\n")
    return codeweaver.CodeWeaver(project, state)


def test_hostile_names_and_code_are_text(hostile):
    found = hostile.find_code("steal lantern", explain=True)
    shown = [found, found.matches[0], hostile.search("steal lantern"), hostile.search("steal lantern")[0], hostile.search_text("lantern"),
             hostile.find_symbol("steal_lantern")[0], hostile.ask("what does steal_lantern return")]
    for value in shown:
        page = Page(value._repr_html_())
        assert page.tags <= TAGS and page.attributes <= ATTRIBUTES, type(value)
        assert HOSTILE_NAME in page.text or type(value) is SearchResults, type(value)
    code = Page(hostile.search("steal lantern", file_glob="*img*")[0]._repr_html_()).text
    assert "<script>alert(document.cookie)</script>" in code and "&lt;b&gt;" in code
    assert "\\u202e\\u2066 gnissecorp \\x1b[31m" in code and not {"\u202e", "\u2066", "\x1b"} & set(code)


def test_no_formula_is_made_of_code(hostile):
    piece = hostile.search("steal lantern")._repr_html_()
    assert piece.startswith('<div dir="ltr" class="tex2jax_ignore mathjax_ignore">')  # of MathJax 2 and 3


def test_an_answer_shows_places_names_and_warnings(shop, state):
    engine = codeweaver.CodeWeaver(shop, state)
    found = engine.find_code("retry failed uploads", max_results=3)
    page = Page(to_html(found))
    assert f"{len(found.matches)} of {found.total_matches} matches · confidence {found.confidence:.0%}" in page.text
    assert "src/billing/upload.py:1-20" in page.text and "def upload_invoice(" in page.text
    nothing = Page(to_html(engine.find_code("COBOL mainframe integration")))
    assert 'Try broader terms: "integration"' in nothing.text
    lines = Page(to_html(engine.search_text("pause", context=1)))
    assert "src/billing/upload.py" in lines.text and "4 of 4 lines in 1 file ·" in lines.text
    assert "10- def upload" in lines.text and "12:     pause = 1.0\n13-     for attempt in range(attempts):\n ⋮\n18-" in lines.text
    assert "no results" in Page(to_html(engine.search("COBOL mainframe integration"))).text
    with pytest.raises(TypeError, match="int has no HTML form"):
        to_html(3)


def test_a_shell_shows_places_and_scores(shop, state):
    engine = codeweaver.CodeWeaver(shop, state)
    results = engine.search("token", limit=2)
    assert isinstance(results, list) and results == pickle.loads(pickle.dumps(results))
    first, second = repr(results).splitlines()
    assert first.startswith("[SearchResult('src/auth/") and first.endswith(f"language='python', score={results[0].score:.3g}),")
    assert second.startswith(" SearchResult('") and second.endswith(")]")
    found = engine.find_code("retry failed uploads", max_results=2)
    head, *matches, end = repr(found).splitlines()
    assert head == f"FindCodeResponseSummary(total_matches={found.total_matches}, confidence={found.confidence:.3g}, matches=["
    assert matches == [f"  {match!r}," for match in found.matches] and end == "])"
    assert repr(found.matches[0]).startswith("CodeMatch('src/billing/upload.py:1-20', name='upload.py:upload_invoice', language='python'")
    assert "None" not in repr(engine.status()) and "[]" not in repr(engine.status())


def test_progress_is_a_bar_where_tqdm_is(shop, state, capsys):
    engine = codeweaver.CodeWeaver(shop, state)
    report = engine.index(progress=True)
    assert f"{report.total_files}/{report.total_files}" in capsys.readouterr().err
    engine.index(force=True, progress=False)
    assert capsys.readouterr().err == ""
    asyncio.run(AsyncCodeWeaver(engine).index(force=True, progress=True))
    assert f"{report.total_files}/{report.total_files}" in capsys.readouterr().err
    codeweaver.Indexer(shop, state).run(force=True, progress=True)
    assert "Indexing" in capsys.readouterr().err


def test_without_tqdm_a_run_goes_on_and_says_how_to_get_it(shop, state, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.warns(UserWarning, match="pip install tqdm"):
        assert codeweaver.CodeWeaver(shop, state).index(progress=True).total_files > 0


def test_the_example_notebook_runs(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    nbformat.validate(nbformat.read(NOTEBOOK, as_version=4))
    cells = [cell for cell in json.loads(NOTEBOOK.read_text())["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] for cell in cells)  # nothing of the machine it was written on
    program = tmp_path / "cells.py"  # shows the value of the last line of each cell, as a notebook does
    program.write_text(f"import ast\nnames = {{}}\nfor source in {[''.join(cell['source']) for cell in cells]!r}:\n"
                       "    *before, last = ast.parse(source).body\n"
                       "    exec(compile(ast.Module(before, []), 'cell', 'exec'), names)\n"
                       "    value = eval(compile(ast.Expression(last.value), 'cell', 'eval'), names)\n"
                       "    print('CELL', value._repr_html_() if hasattr(value, '_repr_html_') else repr(value))\n")
    done = subprocess.run([sys.executable, program], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    shown = done.stdout.split("CELL ")[1:]
    assert len(shown) == len(cells) and "header" in shown[1] and "raise" in shown[4]
