"""The HTTP API of `codeweaver server`: projects, indexing, searches, folders, and rejected requests."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os

import pytest

from service_client import Server, events, locked, make_project
from test_contract_requests import NAMESPACE
from test_contracts import ITEM, batch_of, validator

# --- Projects ------------------------------------------------------------------------------------------------------

def test_projects_are_made_listed_renamed_chosen_and_deleted(server):
    assert server.ok("GET", "/api/v1/projects", schema="projects.json") == {"projects": []}
    root = make_project(server.home / "shop")
    made = server.ok("POST", "/api/v1/projects", {"root": str(root), "display_name": "The shop"}, "project.json", 201)
    assert (made["project_id"], made["display_name"], made["root"]) == ("shop", "The shop", str(root))
    again = server.ok("POST", "/api/v1/projects", {"root": str(root)}, "project.json", 200)
    assert again == made
    other_name = server.ok("POST", "/api/v1/projects", {"root": str(root), "project_id": "theirs", "display_name": "Theirs"}, "project.json", 200)
    assert other_name == made  # whoever knows it by its id goes on finding it
    other = server.ok("POST", "/api/v1/projects", {"root": str(make_project(server.home / "other")), "project_id": "second"}, "project.json", 201)
    assert not other["is_active"]
    assert server.ok("PATCH", "/api/v1/projects/shop", {"display_name": "New"}, "project.json")["display_name"] == "New"
    assert server.ok("POST", "/api/v1/projects/shop/activate", schema="project.json")["is_active"]
    listed = server.ok("GET", "/api/v1/projects", schema="projects.json")
    assert [project["project_id"] for project in listed["projects"]] == ["second", "shop"]
    assert listed["active"] == "shop"
    assert server.ok("GET", "/api/v1/projects/shop", schema="project.json")["display_name"] == "New"
    assert server.ok("DELETE", "/api/v1/projects/second?keep_index=true", schema="project.json")["project_id"] == "second"
    server.refused("GET", "/api/v1/projects/second", status=404, code="PROJECT_NOT_FOUND")
    server.ok("POST", "/api/v1/projects/shop/index", {}, "indexing.json", 202)
    server.wait_until_indexed("shop")
    state = server.ok("GET", "/api/v1/projects/shop/status", schema="project_status.json")
    assert state["indexed"] and state["total_files"] == 1
    assert os.path.isdir(state["state_dir"])
    server.ok("DELETE", "/api/v1/projects/shop", schema="project.json")
    assert not os.path.exists(state["state_dir"])
    assert server.ok("GET", "/api/v1/projects")["projects"] == []
    assert (root / "login.py").exists()


def test_settings_of_a_project_are_shown_and_changed(server):
    server.ok("POST", "/api/v1/projects", {"root": str(make_project(server.home / "shop"))}, status=201)
    path = "/api/v1/projects/shop/settings"

    def effective(answer) -> dict:
        return {entry["key"]: (entry["value"], entry["origin"]) for entry in answer["effective"]}

    shown = server.ok("GET", path, schema="project_settings.json")
    assert shown["kept"] == {} and effective(shown)["chunking.strategy"] == ('"ast"', "default")
    changed = server.ok("PATCH", path, {"settings": {"chunking.strategy": "simple_file_chunks", "chunking.max_tokens": 700}}, "project_settings.json")
    assert changed["kept"] == {"chunking.strategy": '"simple_file_chunks"', "chunking.max_tokens": "700"}
    assert effective(changed)["chunking.max_tokens"] == ("700", "project settings")
    assert server.ok("PATCH", path, {"settings": {"chunking.max_tokens": None}})["kept"] == {"chunking.strategy": '"simple_file_chunks"'}
    for wrong in ({"no.such": 1}, {"chunking.max_tokens": "many"}, {"server.token": "x"}, {"chunking.max_tokens": []}, {"a=b": 1}, {}):
        server.refused("PATCH", path, {"settings": wrong}, status=400, code="VALIDATION_ERROR")
    server.refused("PATCH", path, {"settings": {"sparse.provider": "splade"}}, status=422, code="PROVIDER_NOT_AVAILABLE")
    assert server.ok("GET", path)["kept"] == {"chunking.strategy": '"simple_file_chunks"'}
    server.ok("POST", "/api/v1/projects/shop/index", status=202)
    server.wait_until_indexed("shop")
    (namespace,) = server.ok("GET", "/api/v1/namespaces?project_id=shop", schema="namespaces.json")["namespaces"]
    assert namespace["namespace"] == "shop/code_search/simple_file_chunks"


# --- Indexing ------------------------------------------------------------------------------------------------------

def test_progress_of_a_run_is_told_as_events(server):
    root = make_project(server.home / "many")
    for i in range(300):
        (root / f"part{i}.py").write_text("".join(f"def part_{i}_{n}(value):\n    return value + {n}\n" for n in range(5)))
    server.ok("POST", "/api/v1/projects", {"root": str(root)}, status=201)
    path = "/api/v1/projects/many/index"
    before = server.ok("GET", path, schema="indexing.json")
    assert (before["state"], before["coverage"]) == ("idle", 0)
    stream = events(server, f"{path}/events")
    kind, first = next(stream)
    assert kind == "indexing" and first["state"] == "idle"
    begun = server.ok("POST", path, {"force": False}, "indexing.json", 202)
    told = []
    for kind, now in stream:
        validator("indexing.json").validate(now)
        told.append(now)
        if now["state"] == "idle" and "last" in now:
            break
    assert {now["job_id"] for now in told} == {begun["job_id"]}
    counts = [now["progress"]["files_processed"] for now in told]
    assert counts == sorted(counts)
    assert told[-1]["last"]["status"] == "success" and told[-1]["last"]["files_indexed"] == 301
    assert told[-1]["coverage"] == 1
    assert [now["state"] for _, now in events(server, f"{path}/events?until_idle=true")] == ["idle"]
    assert server.ok("DELETE", path, schema="indexing.json", status=202)["state"] == "idle"


def test_a_run_of_another_process_is_told_as_one_of_its_own(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    state = program.state(root)
    checkpoint = {"session_id": "0190a6e0-0000-7000-8000-000000000000", "project_path": str(root), "start_time": "2026-11-21T10:00:00.000Z",
                  "last_checkpoint": "2026-11-21T10:01:30.000Z", "files_processed": {"count": 2000, "last": "z.py"}, "files_discovered": 5000,
                  "chunks_created": 700, "errors": [], "settings_hash": "xxh3:1"}
    path = "/api/v1/projects/root/index"
    with Server(program) as server:
        assert server.ok("GET", path, schema="indexing.json")["state"] == "idle"
        with locked(state):
            (state / "index_checkpoint.json").write_text(json.dumps(checkpoint))
            now = server.ok("GET", path, schema="indexing.json")
            assert (now["state"], now["job_id"], now["progress"]["files_processed"]) == ("indexing", checkpoint["session_id"], 2000)
            health = server.ok("GET", "/health?project_id=root", schema="health.json")["indexing"]
            assert (health["state"], health["progress"]["files_discovered"]) == ("indexing", 5000)
            stream = events(server, f"{path}/events?until_idle=true")
            assert next(stream)[1]["state"] == "indexing"
            checkpoint["files_processed"]["count"] = 3000
            partial = state / "index_checkpoint.json.new"
            partial.write_text(json.dumps(checkpoint))
            partial.rename(state / "index_checkpoint.json")
            assert next(now for _, now in stream if now["progress"]["files_processed"] == 3000)["state"] == "indexing"
        *_, (_, last) = stream
        assert last["state"] == "idle"


# --- Searching -----------------------------------------------------------------------------------------------------

def test_searches_take_every_filter(shared):
    def search(**request):
        answer = shared.ok("POST", "/api/v1/search", {"query": "login", "project_id": "root", **request}, "query_answer.json")
        return {(match["file"]["path"], match["audit"]["namespace"]) for match in answer["matches"]}

    local, pushed = ("login.py", "root/code_search/ast"), ("src/auth.py", NAMESPACE)
    assert search() == {local, pushed}
    for filters, expected in [
            ({"purpose": "code_search"}, {local}), ({"purpose": "atlas_graph"}, {pushed}),
            ({"chunk_strategy": "code_atlas_provider"}, {pushed}), ({"directory": "src"}, {pushed}),
            ({"file_glob": "login*"}, {local}), ({"paths": ["!src", "!docs"]}, {local}), ({"paths": ["{src,lib}/**/*.py"]}, {pushed}),
            ({"paths": ["src/*", "log*"]}, {local, pushed}), ({"paths": []}, {local, pushed}), ({"file_type": "rs"}, set()), ({"focus_languages": ["python"]}, {local, pushed}),
            ({"focus_languages": None, "purpose": None, "limit": None}, {local, pushed}),
            ({"intent": "debug", "task": "debug", "detail": "summary", "context_lines": 0, "token_limit": 500,
              "include_tests": False, "min_similarity": 0, "explain": False}, {local, pushed})]:
        assert search(**filters) == expected, filters
    assert len(search(limit=1)) == 1
    explained = shared.ok("POST", "/api/v1/search", {"query": "login", "project_id": "root", "explain": True})
    assert explained["matches"][0]["explanation"]
    assert search(projects=["root"], project_id=None) == {local, pushed}


def test_other_wordings_of_a_query_are_searched_too(shared):
    body = {"query": "zebra", "project_id": "root"}
    both = shared.ok("POST", "/api/v1/search", {**body, "queries": ["login of a user"]}, "query_answer.json")
    assert "login.py" in [match["file"]["path"] for match in both["matches"]]
    shared.refused("POST", "/api/v1/search", {**body, "queries": ["x"] * 6}, status=400, code="VALIDATION_ERROR")
    shared.refused("POST", "/api/v1/why-not", {"path": "login.py", "search": {**body, "queries": ["x"]}}, status=400, code="VALIDATION_ERROR")


@pytest.mark.parametrize("wrong", [
    {"query": ""}, {"query": "  "}, {"query": None}, {"query": 7}, {"limit": 0}, {"limit": 1001}, {"intent": "debg"},
    {"limit": "many"}, {"task": "none"}, {"detail": "most"}, {"context_lines": 101}, {"min_similarity": 1.5}, {"include_tests": "yes"},
    {"focus_languages": "python"}, {"focus_languages": ["klingon"]}, {"purpose": "fun"}, {"chunk_strategy": "a/b"},
    {"project_id": "a/b"}, {"project_id": ""}, {"projects": []}, {"projects": ["a/b"]}, {"projects": ["x"] * 51},
    {"directory": "../x"}], ids=repr)
def test_searches_that_break_a_rule_are_refused(shared, wrong):
    error = shared.refused("POST", "/api/v1/search", {"query": "login", "project_id": "root", **wrong}, status=400, code="VALIDATION_ERROR")
    assert error["message"]


def test_a_long_query_is_cut_and_said_to_be(shared):
    answer = shared.ok("POST", "/api/v1/search", {"query": "login " * 7_000, "project_id": "root"})
    assert "The query was cut to its first 10000 bytes" in answer["warnings"]


def test_several_projects_are_searched_only_when_they_are_named(server):
    for name in ("alpha", "beta"):
        server.ok("POST", "/api/v1/projects", {"root": str(make_project(server.home / name, f"login_{name}"))}, status=201)

    def found(**request):
        answer = server.ok("POST", "/api/v1/search", {"query": "login", **request}, "query_answer.json")
        return {match["audit"]["project"] for match in answer["matches"]}

    server.refused("POST", "/api/v1/search", {"query": "login"}, status=404, code="NO_PROJECT")
    assert found(project_id="alpha") == {"alpha"}
    searches = server.ok("GET", "/health")["metrics"]["search_queries_total"]
    assert found(projects=["alpha", "beta"]) == {"alpha", "beta"}
    assert server.ok("GET", "/health")["metrics"]["search_queries_total"] == searches + 1
    server.ok("POST", "/api/v1/projects/beta/activate")
    assert found() == {"beta"}
    server.refused("POST", "/api/v1/search", {"query": "login", "projects": ["alpha", "none"]}, status=404, code="PROJECT_NOT_FOUND")


# --- Namespaces, providers, folders --------------------------------------------------------------------------------

def test_namespaces_are_made_listed_dropped_and_cleaned_up(server):
    server.ok("POST", "/api/v1/projects", {"root": str(make_project(server.home / "root"))}, status=201)
    for strategy in ("one", "two"):
        made = server.ok("POST", "/api/v1/namespaces", {"namespace": f"root/atlas_graph/{strategy}"}, "namespace.json", 201)
        assert made["records"] == 0 and not made["is_local"]
    listed = server.ok("GET", "/api/v1/namespaces?project_id=root", schema="namespaces.json")["namespaces"]
    assert [entry["chunk_strategy"] for entry in listed] == ["one", "two"]
    assert server.ok("DELETE", "/api/v1/namespaces/root/atlas_graph/one", schema="namespaces_dropped.json") == {"dropped": ["root/atlas_graph/one"]}
    server.refused("DELETE", "/api/v1/namespaces/root/atlas_graph/one", status=404, code="NAMESPACE_NOT_FOUND")
    assert server.ok("POST", "/api/v1/namespaces/clean?project_id=root", schema="namespaces_dropped.json") == {"dropped": ["root/atlas_graph/two"]}
    for wrong in ({}, {"namespace": 7}, {"namespace": "root/fun/x"}, {"namespace": "root/../x"}, {"namespace": "root/code_search/ast"}):
        server.refused("POST", "/api/v1/namespaces", wrong, status=400, code="VALIDATION_ERROR")
    server.refused("POST", "/api/v1/namespaces", {"namespace": "none/atlas_graph/x"}, status=404, code="PROJECT_NOT_FOUND")


def test_providers_are_those_of_doctor(shared, program):
    answer = shared.ok("GET", "/api/v1/providers", schema="providers.json")
    checks = program.run("doctor", "-o", "json").json()
    assert answer["providers"] == next(check["providers"] for check in checks if check["name"] == "providers")
    qdrant = next(entry for entry in answer["providers"] if entry["name"] == "qdrant")
    assert qdrant["service"] == "Qdrant server" and qdrant["is_available"]
    splade = next(entry for entry in answer["providers"] if entry["name"] == "splade")
    assert splade["is_available"] and splade["service"] == "ONNX Runtime library"


def test_folders_are_shown_within_the_roots_only(shared):
    home = os.path.realpath(shared.home)
    assert [entry["path"] for entry in shared.ok("GET", "/api/v1/folders", schema="folders.json")["folders"]] == [home]
    listed = shared.ok("GET", f"/api/v1/folders?path={home}", schema="folders.json")
    assert listed["path"] == home and "parent" not in listed
    assert [entry for entry in listed["folders"] if entry.get("project_id")] == [{"name": "root", "path": f"{home}/root", "project_id": "root"}]
    assert shared.ok("GET", f"/api/v1/folders?path={home}/root", schema="folders.json")["parent"] == home
    for path in ("/", "/etc", f"{home}/..", f"{home}/../..", f"{home}/root/../../..", "/etc/passwd", "root", "..", "%2e%2e", f"{home}x"):
        error = shared.refused("GET", f"/api/v1/folders?path={path}", status=400, code="VALIDATION_ERROR")
        assert error["details"]["code"] in ("PATH_OUTSIDE_ROOTS", "PATH_NOT_ABSOLUTE"), path
    shared.refused("GET", f"/api/v1/folders?path={home}/none", status=404, code="PATH_NOT_FOUND")
    shared.refused("GET", f"/api/v1/folders?path={home}/root/login.py", status=400, code="VALIDATION_ERROR")
    for root in ("/etc", f"{home}/..", "root", f"{home}/root/login.py", ""):
        shared.refused("POST", "/api/v1/projects", {"root": root}, status=400, code="VALIDATION_ERROR")


# --- Bad input -----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("method", "path", "body", "nearest"), [
    ("POST", "/api/v1/search", {"query": "login", "limt": 3}, "limit"), ("POST", "/api/v1/search", {"query": "login", "filesGlob": "*"}, "file_glob"),
    ("POST", "/api/v1/search", {"qery": "login"}, "query"), ("POST", "/api/v1/why-not", {"path": "a", "serch": {"query": "b"}}, "search"),
    ("POST", "/api/v1/query", {"query": "login", "project": "root", "limt": 3}, "limit"),
    ("POST", "/api/v1/projects", {"root": "/tmp", "displayname": "x"}, "display_name"),
    ("PATCH", "/api/v1/projects/root", {"display_name": "x", "rooot": "y"}, None), ("POST", "/api/v1/projects/root/index", {"forced": True}, "force"),
    ("POST", "/api/v1/namespaces", {"namespace": "root/atlas_graph/a_provider", "purpose": "x"}, None),
    ("PATCH", "/api/v1/projects/root/settings", {"settings": {"search.limit": 4}, "more": 1}, None),
    ("POST", "/api/v1/reconcile", {"project": "root", "mode": "dry_run", "manifests": []}, None)])
def test_members_that_are_not_known_are_refused_with_the_nearest(shared, method, path, body, nearest):
    message = shared.refused(method, path, body, status=400, code="VALIDATION_ERROR")["message"]
    assert nearest is None or f"did you mean {nearest}?" in message, message


def test_parameters_that_are_not_known_are_refused_with_the_nearest(shared):
    for method, call, nearest in [("DELETE", "projects/root?keep-index=true", "keep_index"), ("GET", "namespaces?projectid=root", "project_id"),
                                  ("GET", "projects/root/file?pth=a.py", "path"), ("GET", "projects/root?cache=3", None)]:
        message = shared.refused(method, f"/api/v1/{call}", status=400, code="VALIDATION_ERROR")["message"]
        assert "unknown parameter '" in message and (nearest is None or f"did you mean {nearest}?" in message), message
    assert shared.call("GET", "/health?cache=3").status == 200  # monitors add parameters


def test_integers_may_have_a_point_and_big_numbers_break_nothing(shared):
    search = '{"query": "login", "project_id": "root", "limit": %s, "context_lines": 0.0}'
    assert shared.ok("POST", "/api/v1/search", search % "1.0")["total_results"] == 1
    for number in ("1e400", "-1e400", "2.5", str(2**80)):
        error = shared.refused("POST", "/api/v1/search", search % number, status=400, code="VALIDATION_ERROR")
        assert "limit" in error["message"]
    item = json.dumps({**ITEM, "node_id": "big", "content": "big numbers"})[:-1] + f', "later": [1e400, -1e400, 1e-400, {2**80}, {"9" * 400}]}}'
    batch = json.dumps({**batch_of([]), "batch_id": "big"}).replace('"items": []', f'"items": [{item}]')
    assert shared.ok("POST", "/api/v1/push", batch, "push_reply.json")["accepted"] == 1
    shared.ok("POST", "/api/v1/push", {**batch_of([], [{"node_id": "big"}]), "batch_id": "small again"}, "push_reply.json")


def test_what_is_no_call_of_the_api_is_refused_in_the_envelope(shared):
    shared.refused("GET", "/none", status=404, code="NOT_FOUND")
    shared.refused("GET", "/api/v1/none", status=404, code="NOT_FOUND")
    error = shared.refused("PUT", "/api/v1/projects", {}, status=405, code="METHOD_NOT_ALLOWED")
    assert "POST" in error["details"]["action"] and "POST" in shared.call("PUT", "/api/v1/projects", {}).headers["Allow"]
    for path in ("/api/v1/search", "/api/v1/why-not", "/api/v1/ask", "/api/v1/push", "/api/v1/projects", "/api/v1/namespaces"):
        for kind in ("text/plain", "application/xml", ""):
            shared.refused("POST", path, "{}", status=415, code="UNSUPPORTED_MEDIA_TYPE", headers={"Content-Type": kind})
        for text in ("", "{", "[]", "null", '"x"', "\x00", '{"query": "a}', "[" * 5000):
            shared.refused("POST", path, text, status=400, code="VALIDATION_ERROR")
    for wrong in ("yes", "1", ""):
        shared.refused("DELETE", f"/api/v1/projects/root?keep_index={wrong}", status=400, code="VALIDATION_ERROR")
    assert shared.ok("GET", "/api/v1/projects/root")["project_id"] == "root"


def test_an_indexed_file_is_given_by_its_path_and_nothing_else_is(server):
    root = make_project(server.home / "shop")
    server.ok("POST", "/api/v1/projects", {"root": str(root)}, "project.json", 201)
    server.call("POST", "/api/v1/projects/shop/index", {})
    server.wait_until_indexed("shop")
    file = server.ok("GET", "/api/v1/projects/shop/file?path=login.py", schema="file.json")
    assert file.pop("definitions")[0] == {"name": "login", "qualified_name": "login", "kind": "function", "lines": [1, 2]}
    assert file == {"path": "login.py", "text": (root / "login.py").read_text()}
    for path, status, code in (("none.py", 404, "FILE_NOT_INDEXED"), ("", 400, "VALIDATION_ERROR"),
                               ("../shop/login.py", 400, "VALIDATION_ERROR"), ("/etc/hostname", 400, "VALIDATION_ERROR")):
        server.refused("GET", f"/api/v1/projects/shop/file?path={path}", status=status, code=code)
