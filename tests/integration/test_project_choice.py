"""Which folder becomes a project, and which project a folder belongs to."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import shutil

import pytest

from conftest import ROOT, check_error, git
from mcp_lines import LineClient
from service_client import Server

SHOP = ROOT / "tests" / "data" / "shop"


@pytest.fixture
def folder(tmp_path) -> pathlib.Path:
    """The shop, in no repository and unknown."""
    place = tmp_path / "shop"
    shutil.copytree(SHOP, place)
    return place


def paths(program, *words, **options) -> list:
    return [match["file"]["path"] for match in program.ok("search", *words, "-o", "json", **options).json()["matches"]]


LOOKING = [["status"], ["doctor"], ["config", "--show"], ["namespaces"], ["namespaces", "list"], ["namespaces", "clean"],
           ["reconcile", "--namespace", "shop/atlas_graph/x", "--manifest", "manifest.jsonl"], ["index", "--estimate"],
           ["migrate", "--to", "embedded"],
           ["symbol", "ConnectionPool", "--set", "indexing.first_index_wait_ms=1"],
           ["refs", "ConnectionPool", "--set", "indexing.first_index_wait_ms=1"],
           ["status", "-p", "."], ["status", "--set", "codeweaver.project_path=."]]


@pytest.mark.parametrize("command", LOOKING, ids=" ".join)
def test_commands_that_only_look_register_no_project(program, folder, command):
    (folder / "manifest.jsonl").write_text("")
    program.run(*command, cwd=folder)
    assert program.ok("projects", "-o", "json").json() == []
    assert not list(program.data.rglob("index.db"))


def test_looking_at_a_folder_does_not_make_it_the_project_of_a_repository_in_it(program, tmp_path):
    repository, other = tmp_path / "ws/repo", tmp_path / "ws/other"
    for place in (repository, other):
        place.mkdir(parents=True)
        (place / "code.py").write_text(f"def weigh_in_{place.name}():\n    return 1\n")
    git(repository, "init", "-q")
    program.ok("status", cwd=tmp_path / "ws")
    assert program.ok("index", "-o", "json", cwd=repository).json()["root"] == str(repository)
    program.ok("index", cwd=tmp_path / "ws")  # a project that holds it, deliberately
    assert paths(program, "weigh_in_other", cwd=repository) == ["code.py"]
    assert "repo/code.py" in paths(program, "weigh_in_repo", cwd=tmp_path / "ws")
    with LineClient(program, cwd=repository) as agent:
        assert agent.ok("get_status")["root"] == str(repository)


def test_a_path_does_not_make_a_project_of_the_home_or_a_system_folder(program, folder):
    (program.home / "notes.py").write_text("def remember():\n    return 1\n")
    for path, named in (("/etc/passwd", "/etc"), (program.home / "notes.py", program.home)):
        check_error(program.run("search", "remember", path, cwd=folder), cause=f"{named} is the home folder or a system folder",
                    action=f"codeweaver index {named}")
    assert program.ok("projects", "-o", "json").json() == []


def test_an_empty_folder_does_not_become_a_project_of_an_agent(program, tmp_path):
    empty = tmp_path / "work/empty"
    empty.mkdir(parents=True)
    with LineClient(program, cwd=empty) as agent:
        refused = agent.call("find_code", query="weigh")
        assert refused["isError"] and f"{empty}, is not a project yet" in refused["content"][0]["text"]
        assert program.ok("projects", "-o", "json").json() == []
        (empty / "code.py").write_text("def weigh_late():\n    return 1\n")
        assert agent.ok("index_repository")["repository_id"] == "empty"
        assert agent.ok("find_symbol", name="weigh_late")["symbols"]


@pytest.fixture
def nested(program, tmp_path) -> pathlib.Path:
    """`main`, indexed, with the submodule vendor/lib, the repository nested/deep and a worktree in it."""
    for name in ("lib", "main"):
        (tmp_path / name).mkdir()
        git(tmp_path / name, "init", "-q", "-b", "main")
        (tmp_path / name / f"{name}.py").write_text(f"def {name}_fn():\n    pass\n")
        git(tmp_path / name, "add", "-A")
        git(tmp_path / name, "commit", "-qm", "one")
    main = tmp_path / "main"
    git(main, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../lib", "vendor/lib")
    (main / "nested/deep/src").mkdir(parents=True)
    git(main / "nested/deep", "init", "-q")
    (main / "nested/deep/src/n.py").write_text("def nested_fn():\n    pass\n")
    program.ok("index", main)
    return main


INNER = [("vendor/lib", "vendor/lib", "lib_fn"), ("nested/deep/src", "nested/deep", "nested_fn")]


@pytest.mark.parametrize("place, root, name", INNER)
def test_the_project_is_the_nearest_repository(program, nested, place, root, name):
    assert program.ok("status", "-o", "json", cwd=nested / place).json()["root"] == str(nested / root)
    assert name in program.ok("symbol", name, cwd=nested / place).out
    assert paths(program, name, nested / place, cwd=nested.parent)
    assert program.ok("status", "-o", "json", cwd=nested / "vendor").json()["root"] == str(nested)
    with LineClient(program, cwd=nested / place) as agent:
        assert agent.ok("get_status")["root"] == str(nested / root)
        assert agent.ok("find_symbol", name=name)["symbols"]


def test_an_inner_repository_is_not_answered_from_the_outer_one(program, nested):
    inner = nested / "vendor/lib"
    settings = {"CODEWEAVER_SERVER_PROJECT_ROOTS": str(nested)}
    with LineClient(program, cwd=nested, roots=[inner], env=settings) as agent:
        refused = agent.call("find_code", query="lib_fn")
        assert refused["isError"] and f"{inner}, is not a project yet" in refused["content"][0]["text"]
        agent.ok("index_repository")
        assert agent.ok("find_symbol", name="lib_fn")["symbols"]
    with Server(program, cwd=nested, env=settings) as server:
        answer = server.ok("POST", "/api/v1/search", {"query": "lib_fn", "project_id": str(inner)})
        assert [match["file"]["path"] for match in answer["matches"]] == ["lib.py"]
        refused = server.call("POST", "/api/v1/search", {"query": "nested_fn", "project_id": str(nested / "nested/deep")})
        assert refused.status == 404


@pytest.mark.parametrize("path, folder", [("vendor/lib/lib.py", "vendor/lib"), ("nested/deep/src/n.py", "nested/deep"),
                                          ("nested/deep", "")])
def test_why_not_names_the_repository_that_a_file_lies_in(program, nested, path, folder):
    for given in (path, nested / path):
        said = program.ok("search", "fn", "--why-not", given, cwd=nested).out
        assert "a separate git repository" in said and (f"It is in {folder}, which" in said or not folder)
