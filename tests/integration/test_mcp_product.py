"""`codeweaver mcp`: every tool in both eras, its answers and its limits."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import re

import jsonschema
import pytest

from mcp_lines import LineClient
from mcp_product import client, copy_shop, error_text, modern, shop_home

TOOLS = ["find_code", "search_text", "find_symbol", "call_graph", "rename_preview", "code_map", "search_code", "get_status",
         "index_repository", "list_projects", "set_active_project"]
QUERY = "database connection pooling implementation"


# What is offered


def test_every_era_is_offered_the_same(client):
    tools = client.request("tools/list")["tools"]
    assert [tool["name"] for tool in tools] == TOOLS
    for tool in tools:
        assert tool["title"] and len(tool["description"]) > 60
        assert tool["annotations"]["openWorldHint"] is False
        assert tool["annotations"]["readOnlyHint"] is (tool["name"] not in ("index_repository", "set_active_project"))
        for schema in (tool["inputSchema"], tool["outputSchema"]):
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object" and not re.search(r'"(anyOf|oneOf|allOf|\$ref)"', json.dumps(schema))
            assert '"type": [' not in json.dumps(schema)
    by_name = {tool["name"]: tool for tool in tools}
    assert by_name["find_code"]["_meta"]["anthropic/maxResultSizeChars"] > 100_000
    assert {resource["uri"] for resource in client.request("resources/list")["resources"]} == {
        "codeweaver://status", "codeweaver://coverage"}
    templates = client.request("resources/templates/list")["resourceTemplates"]
    assert [template["uriTemplate"] for template in templates] == ["codeweaver://file/{+path}"]
    assert [prompt["name"] for prompt in client.request("prompts/list")["prompts"]] == ["explore", "locate", "impact", "ask"]


def test_the_introduction_is_short(modern):
    instructions = modern.request("server/discover")["instructions"]
    assert "find_code" in instructions and len(instructions) < 3000


def test_every_tool_answers_in_every_era(client, shop_home):
    schemas = {tool["name"]: tool["outputSchema"] for tool in client.request("tools/list")["tools"]}
    calls = {"find_code": {"query": QUERY}, "search_code": {"query": QUERY}, "search_text": {"pattern": "class \\w+Pool"},
             "find_symbol": {"name": "ConnectionPool"}, "call_graph": {"start": "ConnectionPool"},
             "rename_preview": {"name": "ConnectionPool", "new_name": "Pool"}, "code_map": {}, "get_status": {}, "list_projects": {},
             "set_active_project": {"project_id": "shop"},
             "index_repository": {"repo_path": str(shop_home.home / "shop")}}
    assert set(calls) == set(TOOLS)
    for tool, arguments in calls.items():
        result = client.call(tool, **arguments)
        assert not result.get("isError"), result
        text = result["content"][0]["text"]
        assert text and text != json.dumps(result["structuredContent"])
        if client.era not in ("2025-03-26",):
            jsonschema.validate(result["structuredContent"], schemas[tool])


# find_code


def test_find_code_finds_the_pool(modern):
    found = modern.ok("find_code", query=QUERY, intent="implement", max_results=3)
    best = found["matches"][0]
    assert best["file"]["path"] == "src/database/pool.py" and best["file"]["language"] == "python"
    assert best["content"]["content"] and best["span"][0] <= best["span"][1]
    assert found["query_intent"] == "implement"
    assert 0 < found["total_results"] == len(found["matches"]) <= 3
    assert "coverage" not in found  # all of it was searched


@pytest.mark.parametrize(("filters", "holds"), [
    ({"focus_languages": ["typescript"]}, lambda match: match["file"]["language"] == "typescript"),
    ({"file_type": "py"}, lambda match: match["file"]["path"].endswith(".py")),
    ({"directory": "src/database"}, lambda match: match["file"]["path"].startswith("src/database/")),
    ({"paths": ["src", "!auth", "!*.ts"]}, lambda match: re.fullmatch(r"src/(?!auth/).*(?<!\.ts)", match["file"]["path"])),
    ({"file_glob": "src/**/*.py"}, lambda match: re.fullmatch(r"src/.*\.py", match["file"]["path"])),
    ({"include_tests": False}, lambda match: not match["file"]["path"].startswith("tests/")),
    ({"min_similarity": 0.9, "detail": "full"}, lambda match: match["similarity"] >= 0.9 or match["match_type"] != "semantic"),
    ({"chunk_strategy": "ast", "purpose": "code_search"}, lambda match: True),
    ({"task": "debug", "intent": "debug"}, lambda match: True),
])
def test_every_filter_holds(modern, filters, holds):
    matches = modern.ok("find_code", query="user connection in a cart", **{"min_similarity": 0, **filters})["matches"]
    assert all(holds(match) for match in matches)
    assert matches or "min_similarity" in filters


def test_an_unknown_intent_is_refused_with_the_known_ones(modern):
    refused = modern.call("find_code", query=QUERY, intent="debg")
    text = refused["content"][0]["text"]
    assert refused["isError"] and '"debg"' in text and "understand" in text and "document" in text, text


def test_details_are_as_much_as_they_say(modern):
    sizes = {}
    for detail in ("summary", "snippet", "full"):
        found = modern.ok("find_code", query=QUERY, detail=detail, max_results=5, token_limit=50_000)
        sizes[detail] = found["token_count"]
        for match in found["matches"]:
            assert ("audit" in match) == (detail == "full")
            if detail == "summary":
                assert match["content"]["content"].count("\n") <= 1
    assert sizes["summary"] < sizes["snippet"] < sizes["full"]
    assert modern.ok("find_code", query="user")["token_count"] <= 4_000  # by default: 2,000 each form


def test_a_client_that_reads_the_text_alone_gets_the_code(modern):
    for tool, list_name, code_of in (
            ("find_code", "matches", lambda match: match["content"]["content"]),
            ("search_code", "results", lambda match: match["content"])):
        result = modern.call(tool, query=QUERY)
        text, found = result["content"][0]["text"], result["structuredContent"][list_name]
        assert found
        for match in found:
            lines = [line for line in code_of(match).splitlines() if line not in ("...", "")]
            assert lines and all(line in text for line in lines)


@pytest.mark.parametrize("limit", [200, 333, 1000, 3000, 20_000])
@pytest.mark.parametrize("detail", ["summary", "snippet", "full"])
def test_the_token_limit_is_hard(modern, limit, detail):
    result = modern.call("find_code", query="user password", token_limit=limit, detail=detail, min_similarity=0)
    found = result["structuredContent"]
    assert 0 < found["token_count"] <= limit
    text = result["content"][0]["text"]
    whole = json.dumps(found, separators=(",", ":"), ensure_ascii=False) + text
    assert len(whole) < limit * 6  # code has three to four characters a token
    if limit >= 333:
        assert found["matches"]


@pytest.mark.parametrize("arguments", [{"token_limit": 700}, {"max_results": 3}, {"detail": "full", "token_limit": 2000},
                                       {}])
def test_pages_cover_all_matches_once(modern, arguments):
    def key(match):
        return match["file"]["path"], tuple(match["span"])

    question = {"query": "user", "include_tests": True, "min_similarity": 0, **arguments}
    everything = [key(match) for match in modern.ok("find_code", **{**question, "detail": "summary",
                                                                    "token_limit": 1_000_000,
                                                                    "max_results": 1000})["matches"]]
    seen, page = [], modern.ok("find_code", **question)
    while True:
        assert page["matches"]
        seen += [key(match) for match in page["matches"]]
        if "next_cursor" not in page:
            break
        page = modern.ok("find_code", **question, cursor=page["next_cursor"])
    assert len(seen) == len(set(seen))
    assert set(seen) == set(everything)


def test_wordings_of_one_question_are_fused(modern):
    def paths(**arguments):
        return [match["file"]["path"] for match in modern.ok("find_code", max_results=10, **arguments)["matches"]]

    vague, clear = "money", ["connection pool", "ConnectionPool acquire"]
    assert paths(query=vague)[:1] != ["src/database/pool.py"]
    assert paths(query=vague, queries=clear)[0] == "src/database/pool.py"
    found = modern.ok("find_code", query=vague, queries=clear)
    scores = [match["relevance_score"] for match in found["matches"]]
    assert scores == sorted(scores, reverse=True)
    assert found["total_results"] == len(scores)


def test_a_cursor_of_another_question_is_refused(modern):
    cursor = modern.ok("find_code", query="user", max_results=1)["next_cursor"]
    for arguments in ({"query": "password", "max_results": 1}, {"query": "user", "max_results": 1, "file_type": "py"}):
        assert "another query" in error_text(modern.call("find_code", cursor=cursor, **arguments))
    assert "cursor" in error_text(modern.call("find_code", query="user", cursor="../../etc"))


def test_a_long_query_is_cut_with_a_warning(modern):
    found = modern.ok("find_code", query="connection pool " * 5_000)
    assert any("10000 bytes" in warning for warning in found["warnings"])


def test_limits_of_the_settings_hold(shop_home):
    settings = ["--set", "limits.max_results=2", "--set", "limits.token_limit=900", "--set", "limits.query_bytes=8"]
    with LineClient(shop_home, "--project", shop_home.home / "shop", *settings) as client:
        found = client.ok("find_code", query="password hashing", detail="full", min_similarity=0)
        assert found["token_count"] <= 900 and len(found["matches"]) <= 2
        assert any("8 bytes" in warning for warning in found["warnings"])
        result = client.call("search_code", query="password", limit=50)
        assert len(json.dumps(result["structuredContent"])) < 900 * 6


def test_no_match_says_what_was_searched(modern):
    result = modern.call("find_code", query="COBOL mainframe integration", directory="src/nothing_here")
    found = result["structuredContent"]
    assert found["matches"] == [] and found["total_results"] == 0
    assert "No results" in result["content"][0]["text"]


# The other tools


def test_search_code_answers_in_its_own_shape(modern):
    found = modern.ok("search_code", query="authentication middleware", limit=3, file_type="py")
    assert found["total"] == len(found["results"]) <= 3
    for result in found["results"]:
        assert result["file_path"].endswith(".py") and result["project_id"] == "shop"
        assert 1 <= result["start_line"] <= result["end_line"] and 0 <= result["similarity_score"] <= 1
        assert result["content"] and "context_before" in result and "context_after" in result
    none = modern.ok("search_code", query="authentication", directory="nonexistent/")
    assert none["results"] == [] and none["message"].startswith("No results in directory nonexistent/")


def test_search_text_gives_every_line_with_its_definition(modern):
    found = modern.ok("search_text", pattern=r"self\.\w+", types=["py"], limit=3)
    assert found["shown_lines"] == 3 and found["total_lines"] > 3 and found["is_whole"]
    shown = [line for file in found["files"] for line in file["lines"]]
    assert len(shown) == 3 and all(line["column"] > 0 for line in shown) and any("scope" in line for line in shown)
    assert modern.ok("search_text", pattern="no such text anywhere")["files"] == []
    defined = modern.ok("search_text", pattern="ConnectionPool", word=True)["files"][0]
    assert defined["path"] == "src/database/pool.py" and any(line.get("is_definition") for line in defined["lines"])
    for arguments, part in (({"pattern": "a("}, "byte 2"), ({"pattern": "a", "paths": ["../other"]}, "leaves the project: ../other"), ({"pattern": ""}, "empty")):
        refused = modern.call("search_text", **arguments)
        assert refused["isError"] and part in refused["content"][0]["text"]


def test_find_code_takes_queries_of_exact_parts(modern):
    found = modern.ok("find_code", query='"acquire" file:src/database where are connections waited for')
    assert {match["file"]["path"] for match in found["matches"]} == {"src/database/pool.py"}
    assert found["interpreted_query"].startswith('("acquire" and file:src/database)') and found["exact_files"] == 1
    assert found["warnings"] == []
    by_words = modern.ok("find_code", query='file:src "acquire')
    assert by_words["matches"]
    assert any("Searched for its words" in warning and "byte 10" in warning for warning in by_words["warnings"])


def test_find_symbol_gives_definitions(modern):
    found = modern.ok("find_symbol", name="ConnectionPool")
    assert found["symbols"][0]["path"] == "src/database/pool.py" and found["symbols"][0]["kind"] == "class"
    close = modern.ok("find_symbol", name="Connection")
    assert close["symbols"] == [] and "ConnectionPool" in close["suggestions"]
    for name in ("connectionPool::acquire", "pool.ConnectionPool.acquire", "connection_pool.acquire"):
        assert [symbol["qualified_name"] for symbol in modern.ok("find_symbol", name=name)["symbols"]] == ["ConnectionPool.acquire"], name
    slip = modern.ok("find_symbol", name="ConectionPool")
    assert slip["symbols"] == [] and slip["suggestions"] == ["ConnectionPool"]


def test_call_graph_goes_from_caller_to_caller(modern):
    found = modern.ok("call_graph", start="ConnectionPool.open_new", depth=3)
    assert [one["qualified_name"] for one in found["definitions"]] == ["ConnectionPool.open_new"]
    assert [(one["symbol"]["qualified_name"], one["depth"]) for one in found["matches"]][0] == ("ConnectionPool.acquire", 1)
    text = modern.call("call_graph", start="ConnectionPool.open_new")["content"][0]["text"]
    assert "src/database/pool.py:" in text and "ConnectionPool.acquire, line" in text
    assert modern.ok("call_graph", start="nothing_is_called_so")["definitions"] == []
    called = modern.ok("call_graph", start="ConnectionPool.acquire", relation="callees")
    assert "ConnectionPool.open_new" in [one["symbol"]["qualified_name"] for one in called["matches"]]
    path = modern.ok("call_graph", start="ConnectionPool.acquire", relation="path", to="ConnectionPool.open_new")
    assert [one["symbol"]["name"] for one in path["matches"]] == ["open_new"]


def test_imports_and_renames_are_told_in_few_lines(modern):
    importers = modern.call("call_graph", start="src/database/pool.py", relation="importers")["content"][0]["text"]
    assert importers.startswith("src/database/pool.py, file\n")
    assert modern.ok("call_graph", relation="cycles")["cycles"] == []
    renamed = modern.call("rename_preview", name="ConnectionPool.open_new", new_name="connect")
    text = renamed["content"][0]["text"]
    assert "+++ b/src/database/pool.py\n" in text and "# Changes 3 names in 1 file. Nothing was written." in text
    assert renamed["structuredContent"]["diff"] in text
    assert modern.ok("rename_preview", name="nothing_is_called_so", new_name="x")["definitions"] == []


def test_a_map_fits_into_its_tokens(modern):
    for limit in (100, 300):
        found = modern.ok("code_map", token_limit=limit)
        assert found["files"] and 0 < found["tokens"] <= limit and found["linked_files"] > len(found["files"]) - 1
    text = modern.call("code_map")["content"][0]["text"]
    assert "src/database/pool.py\n" in text and "class ConnectionPool\n" in text and "tests/" not in text
    assert {file["path"].split("/")[1] for file in modern.ok("code_map", directory="src/auth")["files"]} == {"auth"}


def test_search_code_is_sorted_by_the_score_that_it_returns(modern):
    lists = [[result["similarity_score"] for result in modern.ok("search_code", query=query)["results"]]
             for query in ("check the user and the password", "connection pool", "token of a user", "ConnectionPool", "cart total price")]
    assert any(len(scores) > 3 for scores in lists)
    assert all(scores == sorted(scores, reverse=True) for scores in lists)


def test_projects_are_told_apart(shop_home):
    with LineClient(shop_home, "--project", shop_home.home / "shop") as client:
        listed = {project["project_id"]: project for project in client.ok("list_projects")["projects"]}
        assert set(listed) == {"shop", "store"} and listed["shop"]["is_active"] and not listed["store"]["is_active"]
        assert client.ok("find_symbol", name="only_in_store")["symbols"] == []
        assert len(client.ok("find_symbol", name="only_in_store", project_id="store")["symbols"]) == 1
        assert client.ok("set_active_project", project_id="store")["project_id"] == "store"
        assert len(client.ok("find_symbol", name="only_in_store")["symbols"]) == 1
        assert client.ok("get_status")["project_id"] == "store"
        client.ok("set_active_project", project_id="shop")


def test_index_repository_has_the_shape_of_the_stories(shop_home, tmp_path):
    folder = copy_shop(shop_home.home, "fresh")
    (folder / "image.py").write_bytes(b"\x00\x01\x02" * 100)
    with LineClient(shop_home, "--project", shop_home.home / "shop") as client:
        first = client.ok("index_repository", repo_path=str(folder), project_id="fresh-id")
        while first["status"] == "indexing":
            first = client.ok("index_repository", repo_path=str(folder))
        assert first["repository_id"] == "fresh-id"
        again = client.ok("index_repository", repo_path=str(folder))
        assert again["status"] == "skipped" and again["message"] == "Repository already indexed"
        forced = client.ok("index_repository", repo_path=str(folder), force_reindex=True)
        assert forced["status"] in ("success", "partial") and forced["files_indexed"] > 5
        assert forced["chunks_created"] > 0
        assert any("image.py: Binary file" in error for error in forced["errors"])
        assert client.ok("find_code", query=QUERY, project_id="fresh-id")["matches"]
