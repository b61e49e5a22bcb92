"""Machines with only settings: the program, its MCP server and its HTTP server answer from the store."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import pathlib
import shutil

import pytest

from conftest import check_error
from mcp_lines import LineClient
from service_client import Server
from store_services import QUESTION, place, search
from test_contracts import ENVELOPE, ITEM
from store_services import env, folder, opensearch, postgres, qdrant, service  # fixtures

NOT_HERE = "This is a query node"


@pytest.fixture
def expected(program, folder) -> list[tuple]:
    """The places of the index's own answer."""
    return [place(match) for match in search(program, folder, {})["matches"]]


@pytest.fixture
def node(program, folder, env, expected, tmp_path) -> dict:
    """Settings of a machine that has neither the index nor the files of the project that another one put into the store."""
    program.ok("index", folder, env=env)
    return {**env, "XDG_DATA_HOME": str(tmp_path / "node"), "CODEWEAVER_SEARCH_FROM_STORE": "true"}


@pytest.fixture
def two(program, folder, env, node) -> dict:
    """The same with a second project, which has one file more."""
    other = pathlib.Path(shutil.copytree(folder, folder.parent / "elsewhere" / "annex"))
    (other / "src" / "ledger.py").write_text("def reconcile_ledger(entries):\n    return sum(entries)\n")
    program.ok("index", other, env=env)
    return node


def kept(tmp_path) -> list[str]:
    """What the node wrote beside its log."""
    return [str(file) for file in (tmp_path / "node").rglob("*") if file.is_file() and file.parent.name != "logs"]



def refused(client: LineClient, tool: str, **arguments) -> str:
    result = client.call(tool, **arguments)
    assert result["isError"], result
    return result["content"][0]["text"]


def test_the_program_searches_the_store_as_its_settings_say_and_keeps_nothing(program, two, expected, tmp_path):
    found = program.ok("search", QUESTION, "-p", "shop", "-o", "json", env=two).json()
    assert [place(match) for match in found["matches"]] == expected
    both = program.ok("search", "reconcile_ledger", "-p", "shop", "--also", "annex", "-o", "json", env=two).json()
    assert both["matches"][0]["audit"]["project"] == "annex"
    chosen = {**two, "CODEWEAVER_CODEWEAVER_PROJECT_ID": "shop"}
    assert program.ok("search", QUESTION, "-o", "json", env=chosen).json()["matches"]
    check_error(program.run("search", QUESTION, env=two), cause="No project of the store was given", action="known: annex, shop")
    for words in (("index", tmp_path), ("search", QUESTION, "-p", "shop", "--why-not", "src/app.py")):
        check_error(program.run(*words, env=two), cause=NOT_HERE, action="where the project is indexed")
    said = program.ok("doctor", env=two).out
    assert "ok    project: this is a query node; the store has 2 projects" in said and "it has 2 collections\n" in said
    nowhere = {key: value for key, value in two.items() if not key.startswith("CODEWEAVER_STORE")}
    check_error(program.run("mcp", env=nowhere), cause="needs a remote store", action="store.kind")
    assert not (tmp_path / "node").exists() or kept(tmp_path) == []


def test_projects_their_status_and_definitions_come_from_the_store(program, two, tmp_path):
    listed = program.ok("projects", env=two).out
    assert listed == "  annex  from the store\n  shop   from the store\n"
    named = program.ok("projects", "list", "-p", "shop", "-o", "json", env=two).json()
    assert [(one["project_id"], one["root"], one["from_store"], one["is_active"]) for one in named] == [
        ("annex", "", True, False), ("shop", "", True, True)]
    status = program.ok("status", "-p", "shop", env=two).out
    lines = dict(line.split(":", 1) for line in status.splitlines())
    assert list(lines) == ["Project", "Status", "Content", "Embedder", "Languages"], status
    assert lines["Project"].strip() == "shop (from the store)" and lines["Status"].strip() == "as current as the store"
    told = program.ok("status", "-p", "shop", "-o", "json", env=two).json()
    assert told["from_store"] and told["indexed"] and told["root"] == told["state_dir"] == ""
    assert lines["Content"].strip() == f"{told['total_files']} files, {told['total_chunks']} chunks" and told["total_files"] > 5
    check_error(program.run("status", env=two), cause="No project of the store was given", action="known: annex, shop")
    check_error(program.run("status", "-p", "nowhere", env=two), cause="nowhere", action="the id of an indexed project")

    matches = program.ok("search", "reconcile_ledger", "-p", "annex", "-o", "vimgrep", env=two).out
    assert matches.startswith("src/ledger.py:1:5:def reconcile_ledger(entries):\n"), matches  # no folder of another machine
    shown = program.ok("symbol", "reconcile_ledger", "-p", "annex", env=two).out
    assert shown.splitlines()[0] == "src/ledger.py:1-2  function  reconcile_ledger"
    assert "1  def reconcile_ledger(entries):" in shown
    editor = program.ok("symbol", "reconcile_ledger", "-p", "annex", "-o", "vimgrep", env=two).out
    assert editor == "src/ledger.py:1:5:def reconcile_ledger(entries):\n"
    found = program.ok("symbol", "reconcile_ledger", "-p", "annex", "-o", "json", env=two).json()
    assert [one["path"] for one in found["symbols"]] == ["src/ledger.py"] and found["total"] == 1
    assert program.ok("symbol", "reconcile_ledgr", "-p", "annex", env=two).out == (
        "No definition is called reconcile_ledgr.\ncodeweaver search finds code by what it does.\n")
    flagged = {**two, "CODEWEAVER_SEARCH_FROM_STORE": "false"}
    for words in (("projects",), ("status", "-p", "shop"), ("symbol", "upload_invoice", "-p", "shop")):
        assert program.ok(*words, "--from-store", env=flagged).out == program.ok(*words, env=two).out
    assert kept(tmp_path) == []


def test_requests_of_the_query_contract_and_questions_are_answered_from_the_store(program, two, expected, tmp_path):
    request = tmp_path / "request.json"
    request.write_text(json.dumps({"query": QUESTION, "project": "shop"}))
    found = program.ok("query", request, env=two).json()
    assert [place(match) for match in found["matches"]] == expected[:len(found["matches"])] and found["matches"]
    flagged = {**two, "CODEWEAVER_SEARCH_FROM_STORE": "false"}
    again = program.ok("query", "--from-store", request, env=flagged).json()
    assert [place(match) for match in again["matches"]] == [place(match) for match in found["matches"]]
    request.write_text(json.dumps({"query": QUESTION, "project": "nowhere"}))
    refusal = program.run("query", request, env=two)
    assert refusal.code == 1 and refusal.json()["error"]["code"] == "NAMESPACE_NOT_FOUND" and refusal.err == ""
    ask = ("ask", "Where are failed uploads retried?", "-p", "shop")
    answer = program.ok(*ask, "-o", "json", env=two).json()
    assert "src/billing/upload.py" in [one["path"] for one in answer["citations"]]
    assert "def upload_invoice" in program.ok(*ask, "--dry-run", env=two).out
    assert kept(tmp_path) == []


def test_what_needs_an_index_or_a_list_of_projects_is_refused_and_leaves_nothing(program, two, tmp_path):
    batch = tmp_path / "batch.json"
    batch.write_text(json.dumps({**ENVELOPE, "project": "shop", "items": [ITEM]}))
    folder = tmp_path / "here"
    folder.mkdir()
    for words in (("refs", "upload_invoice", "-p", "shop"), ("similar", "src/app.py", "-p", "shop"), ("watch", "-p", "shop"), ("push", batch),
                  ("namespaces", "-p", "shop"), ("migrate", "--to", "postgres", "-p", "shop"), ("tour", folder),
                  ("init", folder), ("projects", "add", folder), ("projects", "use", "shop"), ("projects", "rename", "shop", "Shop"),
                  ("projects", "remove", "shop"), ("projects", "settings", "show", "shop"),
                  ("projects", "settings", "set", "shop", "search.limit=3"), ("snapshot", "export", tmp_path / "out", "-p", "shop")):
        check_error(program.run(*words, env=two, cwd=folder), cause=NOT_HERE, action="where the project is indexed")
    assert list(folder.iterdir()) == [] and kept(tmp_path) == []


def test_agents_are_answered_from_the_store_and_told_what_it_cannot_do(program, two, expected, tmp_path):
    with LineClient(program, env=two, cwd=tmp_path) as client:
        listed = client.ok("list_projects")["projects"]
        assert [(one["project_id"], one["root"], one["from_store"], one["is_active"]) for one in listed] == [
            ("annex", "", True, False), ("shop", "", True, False)]
        found = client.ok("find_code", query=QUESTION, project_id="shop", include_tests=True)
        assert [place(match) for match in found["matches"]][:3] == expected[:3]
        plain = client.ok("search_code", query=QUESTION, project_id="shop")["results"]
        assert (plain[0]["file_path"], plain[0]["start_line"], plain[0]["end_line"]) == expected[0]
        assert client.ok("find_symbol", name="upload_invoice", project_id="shop")["symbols"][0]["path"] == "src/billing/upload.py"
        assert client.ok("find_symbol", name="no_such_name", project_id="shop")["suggestions"] == []
        status = client.ok("get_status", project_id="shop")
        assert status["from_store"] and status["indexed"] and status["coverage"] == 1 and status["total_files"] > 5
        assert status["total_chunks"] >= status["total_files"]
        said = client.call("get_status", project_id="shop")["content"][0]["text"]
        assert said.startswith("Project shop (from the store): ") and said.endswith("as new as the store.")
        for tool, arguments in (("search_text", {"pattern": "upload", "project_id": "shop"}), ("index_repository", {}),
                                ("set_active_project", {"project_id": "shop"})):
            text = refused(client, tool, **arguments)
            assert NOT_HERE in text and "where the project is indexed" in text, text
        assert "annex, shop" in refused(client, "find_code", query=QUESTION)
        assert "annex, shop" in refused(client, "find_code", query=QUESTION, project_id="nowhere")
        assert refused(client, "find_code", query=QUESTION, project_id="shop", ref="main")
    with LineClient(program, "--from-store", "-p", "shop", env={**two, "CODEWEAVER_SEARCH_FROM_STORE": "false"}, cwd=tmp_path) as client:
        assert client.ok("list_projects")["projects"][1]["is_active"]
        assert [place(match) for match in client.ok("find_code", query=QUESTION, include_tests=True)["matches"]][:3] == expected[:3]
        text = client.request("resources/read", {"uri": "codeweaver://file/src/billing/upload.py"})["contents"][0]["text"]
        assert "def upload_invoice" in text
    assert kept(tmp_path) == []


def test_the_server_answers_from_the_store_and_says_what_it_cannot_do(program, two, expected, tmp_path):
    with Server(program, env=two, cwd=tmp_path) as server:
        listed = server.ok("GET", "/api/v1/projects", schema="projects.json")
        assert [(one["project_id"], one["from_store"]) for one in listed["projects"]] == [("annex", True), ("shop", True)]
        found = server.ok("POST", "/api/v1/search", {"query": QUESTION, "project_id": "shop"}, schema="query_answer.json")
        assert [place(match) for match in found["matches"]] == expected
        both = server.ok("POST", "/api/v1/search", {"query": "reconcile_ledger", "projects": ["shop", "annex"]})
        assert both["matches"][0]["audit"]["project"] == "annex"
        status = server.ok("GET", "/api/v1/projects/shop/status", schema="project_status.json")
        assert status["from_store"] and status["total_files"] > 5 and status["state_dir"] == ""
        assert status["languages"]["python"] >= 3
        file = server.ok("GET", "/api/v1/projects/shop/file?path=src/billing/upload.py", schema="file.json")
        assert "def upload_invoice" in file["text"] and "upload_invoice" in [one["name"] for one in file["definitions"]]
        settings = server.ok("GET", "/api/v1/projects/shop/settings", schema="project_settings.json")
        assert {"search.from_store": "true"}.items() <= {one["key"]: one["value"] for one in settings["effective"]}.items()
        assert server.ok("GET", "/api/v1/projects/shop/index")["coverage"] == 1
        health = server.ok("GET", "/health?project_id=shop", schema="health.json")
        assert health["from_store"] and health["status"] == "healthy" and health["statistics"]["total_files_indexed"] == status["total_files"]
        server.ok("GET", "/health/ready")
        for method, path, body in (("POST", "/api/v1/search_text", {"pattern": "upload", "project_id": "shop"}),
                                   ("POST", "/api/v1/why-not", {"path": "src/app.py", "search": {"query": "x", "project_id": "shop"}}),
                                   ("GET", "/api/v1/namespaces?project_id=shop", None), ("POST", "/api/v1/projects", {"root": str(tmp_path)}),
                                   ("POST", "/api/v1/projects/shop/index", {}), ("DELETE", "/api/v1/projects/shop", None)):
            assert NOT_HERE in server.refused(method, path, body, status=422, code="QUERY_NODE")["message"], path
        server.refused("POST", "/api/v1/search", {"query": QUESTION, "project_id": "nowhere"}, status=404, code="PROJECT_NOT_FOUND")
    assert kept(tmp_path) == []


def test_while_the_store_is_down_a_query_node_says_so_for_how_long_and_after_it_answers_again(program, folder, service, env, node, tmp_path, expected):
    with Server(program, env=node, cwd=tmp_path) as server, LineClient(program, env=node, cwd=tmp_path) as client:

        def ask():
            return server.call("POST", "/api/v1/search", {"query": QUESTION, "project_id": "shop"})

        assert ask().status == 200 and client.ok("find_code", query=QUESTION, project_id="shop")["matches"]
        service.stop()
        error = ask().json()["error"]
        assert "is not reachable" in error["message"] and f"127.0.0.1:{service.port}" in error["message"], error
        text = refused(client, "find_code", query=QUESTION, project_id="shop")
        assert "is not reachable" in text and "store.url" in text, text
        check_error(program.run("search", QUESTION, "-p", "shop", env=node), cause=f"127.0.0.1:{service.port}", action="store.url")
        health = server.call("GET", "/health?project_id=shop")
        assert health.status == 503 and health.json()["services"]["vector_store"]["status"] == "down"
        assert server.call("GET", "/health/ready").status == 503 and server.call("GET", "/health/live").status == 200
        for _ in range(3):
            assert ask().status == 503
        assert "failed several times in a row and is not called for another" in ask().json()["error"]["message"]
        service.start()
        program.ok("index", folder, env=env)  # the shim of Qdrant has forgotten all
    with Server(program, env=node, cwd=tmp_path) as server:
        found = server.ok("POST", "/api/v1/search", {"query": QUESTION, "project_id": "shop"})
        assert [place(match) for match in found["matches"]] == expected
    with LineClient(program, env=node, cwd=tmp_path) as client:
        service.stop()
        assert "is not reachable" in refused(client, "find_code", query=QUESTION, project_id="shop")
        service.start()
        program.ok("index", folder, env=env)
        assert client.ok("find_code", query=QUESTION, project_id="shop")["matches"]  # one failure opens no breaker
