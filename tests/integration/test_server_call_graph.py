"""The call graph over HTTP: the same answers as on the command line and for agents, and reasons for refusals."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import shutil

import pytest

from conftest import ROOT, Program, git
from mcp_lines import LineClient
from service_client import Server
from test_contracts import validator

CALL = "/api/v1/call_graph"
POOL = "src/database/pool.py"


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    program = Program(tmp_path_factory.mktemp("calls"))
    shutil.copytree(ROOT / "tests" / "data" / "shop", program.home / "shop")
    shutil.copytree(ROOT / "web" / "src", program.home / "page" / "src")
    git(program.home / "shop", "init", "-q", "-b", "main")
    git(program.home / "shop", "add", ".")
    git(program.home / "shop", "commit", "-q", "-m", "start")
    pool = program.home / "shop" / POOL
    pool.write_text(pool.read_text().replace("        self.open_count += 1\n", "        self.open_count = self.open_count + 1\n"))
    program.ok("index", program.home / "shop")
    program.ok("index", program.home / "page")
    return program


@pytest.fixture(scope="module")
def server(home):
    with Server(home, "-p", "shop") as server:
        yield server


SAME = [
    (("callers", "ConnectionPool.open_new"), {"start": "ConnectionPool.open_new"}),
    (("callers", "ConnectionPool.open_new", "-d", "3", "-l", "2"), {"start": "ConnectionPool.open_new", "depth": 3, "limit": 2}),
    (("callees", "ConnectionPool.acquire"), {"start": "ConnectionPool.acquire", "relation": "callees"}),
    (("tests", "ConnectionPool"), {"start": "ConnectionPool", "relation": "tests"}),
    (("implementations", "ConnectionPool"), {"start": "ConnectionPool", "relation": "implementations"}),
    (("path", "ConnectionPool.acquire", "ConnectionPool.open_new"),
     {"start": "ConnectionPool.acquire", "relation": "path", "to": "ConnectionPool.open_new"}),
    (("impact", "--diff", "HEAD"), {"changed_in": "HEAD"}),
    (("imports", "."), {"start": ".", "relation": "imports"}),
    (("importers", "src/database"), {"start": "src/database", "relation": "importers"}),
    (("imports", "--cycles"), {"relation": "cycles"}),
    (("callers", "nothing_is_called_so"), {"start": "nothing_is_called_so"}),
]


@pytest.mark.parametrize(("words", "body"), SAME, ids=lambda given: " ".join(given) if isinstance(given, tuple) else "")
def test_http_the_command_line_and_agents_get_one_answer(home, server, words, body):
    request = {**body, "project_id": "shop"}
    validator("call_graph_request.json").validate(request)
    answer = server.ok("POST", CALL, request, "call_graph_answer.json")
    assert answer == home.ok(*words, "-p", "shop", "-o", "json").json()
    with LineClient(home, "-p", "shop") as client:
        assert answer == client.ok("call_graph", **request)


def test_a_line_chooses_the_definition_around_it(server):
    named = server.ok("POST", CALL, {"start": "ConnectionPool.open_new"})
    [place] = named["definitions"]
    assert place["path"] == POOL and [one["symbol"]["qualified_name"] for one in named["matches"]][0] == "ConnectionPool.acquire"
    assert server.ok("POST", CALL, {"start": f"{POOL}:{place['lines'][0] + 1}"}) == named


def test_callers_and_callees_of_real_code(server):
    asked = {"project_id": "page", "start": "fileHref"}
    callers = server.ok("POST", CALL, asked, "call_graph_answer.json")
    assert [one["path"] for one in callers["definitions"]] == ["src/file/place.ts"]
    found = {(one["symbol"]["name"], one["symbol"]["path"]): one["link"] for one in callers["matches"]}
    assert found["matchHref", "src/search/MatchCard.tsx"] == "resolved", found
    callees = server.ok("POST", CALL, {**asked, "relation": "callees"}, "call_graph_answer.json")
    [step] = [one for one in callees["matches"] if one["symbol"]["name"] == "formatRoute"]
    assert (step["symbol"]["path"], step["link"], step["depth"], step["via"]) == ("src/route.ts", "resolved", 1, "fileHref")
    assert "URLSearchParams" in " ".join(one["name"] for one in callees["outside"])
    without = server.ok("POST", CALL, {**asked, "include_tests": False})
    assert not any(one["is_test"] for one in without["matches"])


RENAME = "/api/v1/rename_preview"


def test_a_rename_is_previewed_by_http_the_command_line_and_agents(home, server):
    request = {"project_id": "shop", "name": "ConnectionPool.open_new", "new_name": "connect"}
    validator("rename_request.json").validate(request)
    answer = server.ok("POST", RENAME, request, "rename_preview.json")
    assert answer["files"] == 1 and answer["edits"] == 3 and POOL in answer["diff"]
    assert answer == home.ok("rename", "ConnectionPool.open_new", "connect", "--preview", "-p", "shop", "-o", "json").json()
    with LineClient(home, "-p", "shop") as client:
        assert answer == client.ok("rename_preview", **request)
    before = (home.home / "shop" / POOL).read_text()
    patch = home.ok("rename", "ConnectionPool.open_new", "connect", "--preview", "-p", "shop").out
    assert patch.startswith(answer["diff"]) and (home.home / "shop" / POOL).read_text() == before
    (home.home / "rename.patch").write_text(patch)
    git(home.home / "shop", "apply", "--check", home.home / "rename.patch")


def test_a_rename_in_real_code_names_what_it_leaves_out(server):
    asked = {"project_id": "page", "name": "fileHref", "new_name": "hrefOfFile"}
    answer = server.ok("POST", RENAME, asked, "rename_preview.json")
    assert answer["files"] > 2 and not answer["conflicts"] and "+++ b/src/search/MatchCard.tsx\n" in answer["diff"]
    many = server.ok("POST", RENAME, {**asked, "name": "Props"}, "rename_preview.json")
    assert not many["diff"] or not many["is_ambiguous"]
    for body, cause in (({"new_name": ""}, "new_name"), ({"new_name": "a b"}, "is not a name"), ({"limit": 0}, "1000"), ({"name": "src/route.ts"}, "is a file")):
        error = server.refused("POST", RENAME, {**asked, **body}, status=400, code="VALIDATION_ERROR")
        assert cause in error["message"], body


def test_a_map_is_the_same_by_http_the_command_line_and_agents(home, server):
    request = {"project_id": "page", "token_limit": 500, "directory": "src/file"}
    validator("code_map_request.json").validate(request)
    answer = server.ok("POST", "/api/v1/code_map", request, "code_map.json")
    assert answer["files"] and all(one["path"].startswith("src/file/") for one in answer["files"])
    assert answer == home.ok("map", "src/file", "--token-limit", "500", "-p", "page", "-o", "json").json()
    with LineClient(home, "-p", "page") as client:
        assert answer == client.ok("code_map", **request)
    for body, cause in (({"token_limit": 99}, "100"), ({"token_limit": "many"}, "token_limit"), ({"folder": "src"}, "folder")):
        assert cause in server.refused("POST", "/api/v1/code_map", body, status=400, code="VALIDATION_ERROR")["message"]


def test_requests_that_cannot_be_answered_get_the_reason(server, home):
    for body, cause in (({}, "start is empty"), ({"start": ""}, "start is empty"), ({"start": "a", "depth": 0}, "depth"), ({"start": "a", "depth": 21}, "20"),
                        ({"start": "a", "limit": 1001}, "1000"), ({"start": "a", "relation": "friends"}, "friends"), ({"start": 1}, "start"),
                        ({"start": "a", "direction": "up"}, "direction"), ({"start": "a", "relation": "path"}, "end of the path is missing"),
                        ({"start": "a", "to": "b"}, "Only a path has an end"), ({"start": "a", "changed_in": "HEAD"}, "a name and a difference")):
        error = server.refused("POST", CALL, {"project_id": "shop", **body}, status=400, code="VALIDATION_ERROR")
        assert cause in error["message"], body
    assert server.refused("POST", CALL, {"start": ""}, status=400, code="VALIDATION_ERROR")["details"]["code"] == "EMPTY_QUERY"
    server.refused("POST", CALL, "[]", status=400, code="VALIDATION_ERROR")
    server.refused("POST", CALL, {"changed_in": "HEAD", "project_id": "page"}, status=404, code="NO_REPOSITORY")
    server.refused("POST", CALL, {"start": "a", "project_id": "none"}, status=404, code="PROJECT_NOT_FOUND")
    server.refused("POST", CALL, "start", status=415, code="UNSUPPORTED_MEDIA_TYPE", headers={"Content-Type": "text/plain"})
    server.refused("GET", CALL, status=405, code="METHOD_NOT_ALLOWED")


def test_a_server_that_changes_nothing_answers_too(home):
    with Server(home, "-p", "shop", open_changes=False) as server:
        assert server.ok("POST", CALL, {"start": "ConnectionPool.open_new"})["matches"]


def counted(answer) -> dict:
    """The number of callers of each match that has one, by the name of its definition."""
    return {match["content"]["chunk_name"].split(":")[1]: match["callers"] for match in answer["matches"] if "callers" in match}


def test_a_match_says_how_many_definitions_call_it(home, server):
    listed = server.ok("POST", CALL, {"start": "PoolExhausted"})["matches"]
    expected = {"total": len(listed), "tests": sum(one["is_test"] for one in listed)}
    assert expected["total"] > 0
    ask = {"query": "sym:PoolExhausted", "project_id": "shop"}
    assert counted(server.ok("POST", "/api/v1/search", {**ask, "count_callers": True}, "query_answer.json"))["PoolExhausted"] == expected
    assert not counted(server.ok("POST", "/api/v1/search", ask, "query_answer.json"))
    assert counted(home.ok("search", "sym:PoolExhausted", "-p", "shop", "-o", "json").json())["PoolExhausted"] == expected
    text = f"used by {expected['total']}"
    assert text in home.ok("search", "sym:PoolExhausted", "-p", "shop").out
    assert text not in home.ok("search", "sym:PoolExhausted", "-p", "shop", "--no-count-callers").out
    with LineClient(home, "-p", "shop") as client:
        assert counted(client.ok("find_code", query="sym:PoolExhausted"))["PoolExhausted"] == expected
