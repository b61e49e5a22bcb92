"""Exact search in items of other tools, compared with ripgrep on files: `codeweaver grep`, search_text over MCP and HTTP."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json

import pytest

import grep_cases
from conftest import PROGRAM, Program
from ripgrep import RIPGREP, Pair, call, need_ripgrep
from test_contracts import ENVELOPE, validator

SEEDS = [1, 2, 3]
STRATEGY = "code_atlas_provider"
PREFIX = f"atlas_graph/{STRATEGY}/".encode()
# Globs are anchored where the command runs, so those without a slash; paths are folders, as ripgrep leaves out the name of a single file.
PATHS = [[], [], [], ["src"], ["./src", "data"], ["src/"], ["odd"], ["no_such_file", "src"], [".hidden"]]


def item_of(path, content, first=1, minute=0):
    lines = content.count("\n") + (0 if content.endswith("\n") else 1)
    return {"node_id": f"file:{path}:{first}", "node_type": "file", "path": path, "content": content, "language": "",
            "range": {"start_line": first, "end_line": first + lines - 1},
            "source_audit": {"git_commit": "c1", "git_branch": "main", "git_dirty": False, "captured_at": f"2026-02-20T12:{minute:02}:00Z"}}


def push(program, folder, items, batch="one", source="code-atlas"):
    file = folder / "batch.json"
    file.write_text(json.dumps({**ENVELOPE, "project": "alpha", "source": source, "batch_id": batch, "items": items}))
    reply = program.ok("push", file, "-o", "json").json()
    assert reply["rejected"] == 0 and reply["accepted"] == len(items)


def make_project(program, folder):
    project = folder / "alpha"
    project.mkdir()
    (project / "main.py").write_text("retry = 'in the folder'\n")
    program.ok("index", project)
    return project


@pytest.fixture(scope="module", params=SEEDS, ids=lambda seed: f"seed{seed}")
def pushed(request, tmp_path_factory):
    """A project, the texts of the awkward tree in a namespace of it, and the same texts as files elsewhere."""
    need_ripgrep()
    home = tmp_path_factory.mktemp("pushed")
    program, whole, files = Program(home), home / "whole", home / "files"
    grep_cases.make_tree(whole, request.param)
    items = []
    for file in sorted(whole.rglob("*")):
        path, content = file.relative_to(whole).as_posix(), file.read_bytes() if file.is_file() else b"\0"
        if b"\0" in content or content.startswith(b"\xef\xbb\xbf") or "ignore" in path:
            continue  # no text that may be pushed, or a rule that files alone obey
        try:
            text = content.decode()
        except UnicodeDecodeError:
            continue
        if text.strip():
            (files / path).parent.mkdir(parents=True, exist_ok=True)
            (files / path).write_bytes(content)
            items.append(item_of(path, text))
    project = make_project(program, home)
    push(program, home, items)
    return program, project, files, request.param


def without_prefix(answer):
    code, out = answer
    return code, out.replace(PREFIX, b"")


def compare(pushed, seed, count):
    program, project, files, _ = pushed
    pair = Pair(program, project, ["--purpose", "atlas_graph"], files, read=without_prefix)
    return pair.compare(seed, count, PATHS, options)


def options(rand):
    """As of files, without globs that are anchored."""
    chosen = grep_cases.options(rand)
    while any("/" in word for word in chosen):
        chosen = grep_cases.options(rand)
    return chosen


def test_answers_are_those_of_ripgrep_over_the_same_texts_in_files(pushed):
    assert compare(pushed, 4000 + pushed[3], 60) > 10


@pytest.mark.slow
def test_answers_are_those_of_ripgrep_over_the_same_texts_a_thousand_times(pushed):
    assert compare(pushed, 5000 + pushed[3], 1000) > 200


def test_files_are_those_that_were_pushed(pushed):
    program, project, files, _ = pushed
    for arguments in ([], ["-g", "*.py"], ["-t", "rust"], ["--hidden"], ["src", "odd"]):
        theirs = call(program, [RIPGREP, "--sort=path", "--files"], arguments, files)
        code, out = call(program, [PROGRAM, "grep", "--files", "--chunk-strategy", STRATEGY], arguments, project)
        assert (code, out.replace(PREFIX, b"")) == theirs and out.startswith(PREFIX), arguments


def test_messages_of_json_name_the_namespace(pushed):
    program, project, *_ = pushed
    found = program.ok("grep", "--json", "--purpose", "atlas_graph", "foo", cwd=project).out.splitlines()
    paths = {message["data"]["path"]["text"] for message in map(json.loads, found) if message["type"] == "match"}
    assert paths and all(path.encode().startswith(PREFIX) for path in paths)


@pytest.fixture
def project(program, tmp_path):
    """A project with two namespaces; items of one path overlap, and their lines are not those of a text that begins with it."""
    project = make_project(program, tmp_path)
    push(program, tmp_path, [item_of("src/herd.py", "class Herd:\n    def count(self):\n        return retry\n", 41),
                             item_of("src/herd.py", "    def count(self):\n        return retry\n", 42)])
    push(program, tmp_path, [item_of("guide.md", "# How to retry\n")], "two", "wiki")
    return project


def test_lines_have_the_numbers_of_their_file_and_paths_their_namespace(program, project):
    where = ["--purpose", "atlas_graph"]
    assert program.ok("grep", "-n", *where, "retry", cwd=project).out.splitlines() == [
        "atlas_graph/code_atlas_provider/src/herd.py:43:        return retry", "atlas_graph/wiki_provider/guide.md:1:# How to retry"]
    assert program.ok("grep", "-c", *where, "retry", "src", cwd=project).out == "atlas_graph/code_atlas_provider/src/herd.py:1\n"
    assert program.ok("grep", "-l", "--chunk-strategy", "wiki_provider", "retry", cwd=project).out == "atlas_graph/wiki_provider/guide.md\n"
    assert program.ok("grep", "retry", cwd=project).out == "main.py:retry = 'in the folder'\n"
    assert program.run("grep", *where, "nowhere to be found", cwd=project).code == 1
    outcome = program.run("grep", "--purpose", "docs_search", "retry", cwd=project)
    assert outcome.code == 2 and "Project alpha has no namespace with that purpose and strategy" in outcome.err
    outcome = program.run("grep", *where, "retry", "nowhere.py", cwd=project)
    assert outcome.code == 2 and "nowhere.py: No such file or folder in the searched files" in outcome.err


def test_queries_see_what_was_pushed_as_the_search_beside_them_does(program, project):
    found = program.ok("search", '"return retry"', "-p", "alpha", "-o", "json").json()
    assert {match["audit"]["namespace"] for match in found["matches"]} == {"alpha/atlas_graph/code_atlas_provider"}
    assert found["interpreted_query"] == '"return retry"' and found["exact_files"] == 1 and found["warnings"] == []
    said = program.ok("search", '"return retry"', "-p", "alpha").out
    assert 'Interpreted as "return retry"; its exact parts match 1 file\n' in said and "Warning" not in said
    lines = program.ok("search", '"return retry"', "-p", "alpha", "-o", "vimgrep")
    assert "Interpreted as" in lines.err and "Warning" not in lines.err and "Interpreted" not in lines.out
    uses = program.ok("search", "ref-of:retry", "-p", "alpha").out
    assert "; uses are found by name, not resolved\n" in uses
    found = program.ok("search", '"retry"', "-p", "alpha", "--purpose", "code_search", "-o", "json").json()
    assert {match["file"]["path"] for match in found["matches"]} == {"main.py"}


def test_search_text_is_asked_for_namespaces_by_the_words_of_a_search(program, project):
    from service_client import Server

    with Server(program, "-p", project) as server:
        server.wait_until_indexed("alpha")
        ask = {"pattern": "retry", "purpose": "atlas_graph", "sort": "path"}
        validator("text_search_request.json").validate(ask)
        answer = server.ok("POST", "/api/v1/search_text", ask, "text_search_answer.json")
        assert [(file["path"], file["namespace"], [line["line"] for line in file["lines"]]) for file in answer["files"]] == [
            ("src/herd.py", "alpha/atlas_graph/code_atlas_provider", [43]), ("guide.md", "alpha/atlas_graph/wiki_provider", [1])]
        assert answer["files"][0]["lines"][0]["scope"].endswith("count") and answer["total_lines"] == 2
        files = server.ok("POST", "/api/v1/search_text", {"pattern": "retry"}, "text_search_answer.json")["files"]
        assert [(file["path"], "namespace" in file) for file in files] == [("main.py", False)]
        one = server.ok("POST", "/api/v1/search_text", {**ask, "chunk_strategy": "wiki_provider"}, "text_search_answer.json")
        assert [file["path"] for file in one["files"]] == ["guide.md"]
