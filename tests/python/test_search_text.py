"""CodeWeaver.search_text(): the features of the search_text tool in Python."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import subprocess

import pytest
from codeweaver import CodeWeaver, InvalidArgumentError, NotFoundError, UnsupportedError


def found(hits):
    return [(file.path, [hit.line for hit in file.hits if hit.column > 0]) for file in hits.files]


def test_lines_are_found_with_the_definitions_that_hold_them(shop, state):
    engine = CodeWeaver(shop, state)
    engine.index()
    hits = engine.search_text(r"class \w+Pool", word=True)
    assert [file.path for file in hits.files] == ["src/database/pool.py"]
    hit = hits.files[0].hits[0]
    assert hit.is_definition and hit.scope == "ConnectionPool" and hit.scope_begin <= hit.line <= hit.scope_end
    assert hits.lines == hits.shown_lines == 1 and hits.is_whole and hits.warnings == [] and hits.commit == ""


def test_options_are_those_of_the_tool(shop, state, tmp_path):
    (shop / "a.py").write_text("retry(1)\nRetry (2)\nbefore\nretry(3)\n")
    engine = CodeWeaver(shop, state)
    only = {"paths": ["a.py"]}
    assert found(engine.search_text("retry(", fixed=True, **only)) == [("a.py", [1, 4])]
    assert found(engine.search_text("RETRY", ignore_case=True, **only)) == [("a.py", [1, 2, 4])]
    assert found(engine.search_text("retry", limit=1, **only)) == [("a.py", [1])]
    assert [hit.line for hit in engine.search_text(r"\(3", context=1, **only).files[0].hits] == [3, 4]
    assert found(engine.search_text("retry", globs=["*.ts"])) == []
    assert "There is no index" in engine.search_text("retry", types=["py"]).warnings[0]
    for wrong in ({"sort": "size"}, {"types": ["nonsense"]}):
        with pytest.raises(InvalidArgumentError):
            engine.search_text("retry", **wrong)


def test_what_other_tools_pushed_is_searched_by_purpose_and_strategy(shop, state):
    engine = CodeWeaver(shop, state, project_id="shop")
    item = {"node_id": "a", "node_type": "function", "path": "src/herd.py", "content": "def count():\n    return retry\n", "language": "python",
            "range": {"start_line": 41, "end_line": 42},
            "source_audit": {"git_commit": "c1", "git_branch": "main", "git_dirty": False, "captured_at": "2026-02-20T12:00:00Z"}}
    engine.push({"contract_version": "1.0", "project": "shop", "source": "code-atlas", "batch_id": "one", "items": [item]})
    hits = engine.search_text("retry", purpose="atlas_graph")
    assert found(hits) == [("src/herd.py", [42])] and hits.files[0].name_space == "shop/atlas_graph/code_atlas_provider"
    assert hits.files[0].hits[0].scope_begin == 41
    assert found(engine.search_text("retry", chunk_strategy="code_atlas_provider")) == [("src/herd.py", [42])]
    assert all(file.name_space == "" for file in engine.search_text("class").files)
    with pytest.raises(NotFoundError):
        engine.search_text("retry", purpose="docs_search")


def test_the_syntax_of_perl_is_asked_for(shop, state):
    (shop / "a.py").write_text("retry(1)\nretry[2]\n")
    engine = CodeWeaver(shop, state)
    assert found(engine.search_text(r"retry(?=\[)", perl=True, paths=["a.py"])) == [("a.py", [2])]
    with pytest.raises(UnsupportedError, match="look-around"):
        engine.search_text(r"retry(?=\[)")


def test_commits_and_differences_are_searched(shop, state):
    def git(*arguments):
        done = subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments], cwd=shop, check=True, capture_output=True)
        return done.stdout.decode().strip()

    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    first = git("rev-parse", "HEAD")
    (shop / "new.py").write_text("class ConnectionPool2:\n    pass\n")
    engine = CodeWeaver(shop, state)
    before = engine.search_text("class ConnectionPool", ref="HEAD")
    assert before.commit == first and [file.path for file in before.files] == ["src/database/pool.py"]
    assert found(engine.search_text("ConnectionPool", changed_in="HEAD")) == [("new.py", [1])]
    with pytest.raises(NotFoundError):
        engine.search_text("a", ref="nowhere")
