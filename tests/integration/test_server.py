"""`codeweaver server`: every route of the HTTP API, its refusals, and how the server begins and ends."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import contextlib
import json
import os
import signal
import socket
import sqlite3
import subprocess

import pytest

from conftest import check_error
from service_client import PATIENCE, Server, events, make_project, wait_for
from test_contract_requests import BAD_QUERIES, BAD_RECONCILES, NAMESPACE, QUERY, RECONCILE
from test_contracts import ENVELOPE, ITEM, batch_of, fits, validator

LINES = {"Content-Type": "application/x-ndjson"}


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A server for the tests that leave its project as it is: `root`, with an item that was pushed to it."""
    from conftest import Program

    home = tmp_path_factory.mktemp("served")
    program = Program(home)
    program.ok("index", make_project(home / "root"))
    with Server(program, "-p", home / "root") as server:
        server.home = home
        server.ok("POST", "/api/v1/push", batch_of([ITEM]), "push_reply.json")
        server.wait_until_indexed("root")
        yield server


@pytest.fixture
def server(program, tmp_path):
    """A server of its own, without a project."""
    with Server(program) as server:
        server.home = program.home
        yield server


def lines(*documents) -> bytes:
    return b"".join(json.dumps(document).encode() + b"\n" for document in documents)


# --- Projects ------------------------------------------------------------------------------------------------------

def test_projects_are_made_listed_renamed_chosen_and_deleted(server):
    assert server.ok("GET", "/api/v1/projects", schema="projects.json") == {"projects": []}
    root = make_project(server.home / "shop")
    made = server.ok("POST", "/api/v1/projects", {"root": str(root), "display_name": "The shop"}, "project.json", 201)
    assert (made["project_id"], made["display_name"], made["root"]) == ("shop", "The shop", str(root))
    again = server.ok("POST", "/api/v1/projects", {"root": str(root)}, "project.json", 201)
    assert again == made
    other = server.ok("POST", "/api/v1/projects", {"root": str(make_project(server.home / "other")), "project_id": "second"}, "project.json", 201)
    assert not other["is_active"]
    assert server.ok("PATCH", "/api/v1/projects/shop", {"display_name": "New"}, "project.json")["display_name"] == "New"
    assert server.ok("POST", "/api/v1/projects/shop/activate", schema="project.json")["is_active"]
    listed = server.ok("GET", "/api/v1/projects", schema="projects.json")
    assert [project["project_id"] for project in listed["projects"]] == ["second", "shop"]
    assert listed["active"] == "shop"
    assert server.ok("GET", "/api/v1/projects/shop", schema="project.json")["display_name"] == "New"
    assert server.ok("DELETE", "/api/v1/projects/second?keep_index=true", schema="project.json")["project_id"] == "second"
    server.refused("GET", "/api/v1/projects/second", status=404, code="NAMESPACE_NOT_FOUND")
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
    server.refused("PATCH", path, {"settings": {"embedding.provider": "voyage"}}, status=422, code="PROVIDER_NOT_AVAILABLE")
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
            ({"file_glob": "login*"}, {local}), ({"file_type": "rs"}, set()), ({"focus_languages": ["python"]}, {local, pushed}),
            ({"focus_languages": None, "purpose": None, "top_k": None}, {local, pushed}),
            ({"intent": "debug", "task": "debug", "detail": "summary", "context_lines": 0, "token_limit": 500,
              "include_tests": False, "min_similarity": 0, "explain": False}, {local, pushed})]:
        assert search(**filters) == expected, filters
    assert len(search(top_k=1)) == 1
    explained = shared.ok("POST", "/api/v1/search", {"query": "login", "project_id": "root", "explain": True})
    assert explained["matches"][0]["explanation"]
    assert search(projects=["root"], project_id=None) == {local, pushed}


@pytest.mark.parametrize("wrong", [
    {"query": ""}, {"query": "  "}, {"query": None}, {"query": 7}, {"query": "x" * 40_000}, {"top_k": 0}, {"top_k": 1001},
    {"top_k": "many"}, {"task": "none"}, {"detail": "most"}, {"context_lines": 101}, {"min_similarity": 1.5}, {"include_tests": "yes"},
    {"focus_languages": "python"}, {"focus_languages": ["klingon"]}, {"purpose": "fun"}, {"chunk_strategy": "a/b"},
    {"project_id": "a/b"}, {"project_id": ""}, {"projects": []}, {"projects": ["a/b"]}, {"projects": ["x"] * 51},
    {"directory": "../x"}], ids=repr)
def test_searches_that_break_a_rule_are_refused(shared, wrong):
    error = shared.refused("POST", "/api/v1/search", {"query": "login", "project_id": "root", **wrong}, status=400, code="VALIDATION_ERROR")
    assert error["message"]


def test_several_projects_are_searched_only_when_they_are_named(server):
    for name in ("alpha", "beta"):
        server.ok("POST", "/api/v1/projects", {"root": str(make_project(server.home / name, f"login_{name}"))}, status=201)

    def found(**request):
        answer = server.ok("POST", "/api/v1/search", {"query": "login", **request}, "query_answer.json")
        return {match["audit"]["project"] for match in answer["matches"]}

    server.refused("POST", "/api/v1/search", {"query": "login"}, status=404, code="NO_PROJECT")
    assert found(project_id="alpha") == {"alpha"}
    assert found(projects=["alpha", "beta"]) == {"alpha", "beta"}
    server.ok("POST", "/api/v1/projects/beta/activate")
    assert found() == {"beta"}
    server.refused("POST", "/api/v1/search", {"query": "login", "projects": ["alpha", "none"]}, status=404, code="NAMESPACE_NOT_FOUND")


def test_queries_of_the_contract_are_answered_and_refused_as_it_says(shared):
    (match,) = shared.ok("POST", "/api/v1/query", QUERY, "query_answer.json")["matches"]
    assert (match["audit"]["node_id"], match["audit"]["namespace"]) == (ITEM["node_id"], NAMESPACE)
    for what, document in BAD_QUERIES:
        assert not fits("query_request.json", document), what
        shared.refused("POST", "/api/v1/query", document, status=400, code="VALIDATION_ERROR")
    for text in ("", "[]", "7", "{", '{"query": "\\ud800", "project": "root"}', "{}" + " " * (1 << 20)):
        shared.refused("POST", "/api/v1/query", text, status=400, code="VALIDATION_ERROR")


# --- Pushing -------------------------------------------------------------------------------------------------------

def test_batches_are_taken_as_documents_and_as_lines(server):
    server.ok("POST", "/api/v1/projects", {"root": str(make_project(server.home / "root"))}, status=201)
    broken = {**ITEM, "node_id": "broken", "content": ""}
    answer = server.ok("POST", "/api/v1/push", batch_of([ITEM, broken]), "push_reply.json")
    assert (answer["accepted"], answer["rejected"], answer["errors"][0]["node_id"]) == (1, 1, "broken")
    assert server.ok("POST", "/api/v1/push", batch_of([ITEM, broken])) == answer
    sent = lines({**ENVELOPE, "batch_id": "lines", "item_count": 3}, {**ITEM, "node_id": "a"}, broken, {"deletion": {"node_id": ITEM["node_id"]}})
    answer = server.ok("POST", "/api/v1/push", sent, "push_reply.json", headers=LINES)
    assert (answer["accepted"], answer["rejected"]) == (2, 1)
    query = {"query": "login", "project": "root", "purpose": "atlas_graph"}
    assert [match["audit"]["node_id"] for match in server.ok("POST", "/api/v1/query", query)["matches"]] == ["a"]


def test_a_long_stream_is_taken_with_constant_memory(server):
    server.ok("POST", "/api/v1/projects", {"root": str(make_project(server.home / "root"))}, status=201)
    count, content = 3000, "def zebra(herd):\n" + "    herd.append(1)\n" * 600

    def memory() -> int:
        with open(f"/proc/{server.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))

    def body():
        yield lines({**ENVELOPE, "batch_id": "long", "item_count": count})
        for i in range(count):
            yield lines({**ITEM, "node_id": f"n{i}", "content": content})

    before = memory()
    with contextlib.closing(server.connect()) as connection:
        connection.request("POST", "/api/v1/push", body(), LINES, encode_chunked=True)
        answer = json.loads(connection.getresponse().read())
    assert (answer["accepted"], answer["rejected"]) == (count, 0)
    assert memory() - before < 200_000, "KiB; the stream has 34 MB, its chunks and vectors are written as they come"


def test_a_stream_that_breaks_off_leaves_nothing(server):
    server.ok("POST", "/api/v1/projects", {"root": str(make_project(server.home / "root"))}, status=201)
    text = lines({**ENVELOPE, "batch_id": "cut"}, *({**ITEM, "node_id": f"n{i}"} for i in range(500)))
    with socket.create_connection((server.host, server.port)) as client:
        client.sendall(b"POST /api/v1/push HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                       b"Content-Length: 9000000\r\n\r\n" + text)
    query = {"query": "login", "project": "root"}
    assert server.ok("POST", "/api/v1/query", query)["matches"][0]["audit"]["namespace"] == "root/code_search/ast"
    wait_for(lambda: server.call("POST", "/api/v1/push", batch_of([ITEM], batch_id="next")).status == 200, "the lock of the push that broke off")
    server.refused("POST", "/api/v1/query", {**query, "chunk_strategy": "none"}, status=404, code="NAMESPACE_NOT_FOUND")
    (match,) = server.ok("POST", "/api/v1/query", {**query, "purpose": "atlas_graph"})["matches"]
    assert match["audit"]["source_batch_id"] == "next"


# --- Reconciling ---------------------------------------------------------------------------------------------------

def test_reconcile_compares_and_mends(server):
    server.ok("POST", "/api/v1/projects", {"root": str(make_project(server.home / "root"))}, status=201)
    server.ok("POST", "/api/v1/push", batch_of([ITEM]))
    request = {"project": "root", "namespace": NAMESPACE, "mode": "dry_run"}
    path = "/api/v1/reconcile"
    assert server.ok("POST", path, {**request, "manifest": [ITEM]}, "reconcile_report.json")["differences"] == []
    changed = {**ITEM, "content": "def login(): pass"}
    for body, headers in (({**request, "manifest": [changed]}, None), (lines(request, changed), LINES)):
        assert server.ok("POST", path, body, "reconcile_report.json", headers=headers)["summary"] == {"missing": 0, "stale": 1, "orphan": 0}
    fixed = server.ok("POST", path, lines({**request, "mode": "fix"}, {**ITEM, "node_id": "other"}), "reconcile_report.json", headers=LINES)
    assert [action["action"] for action in fixed["actions"]] == ["delete", "upsert"]
    assert server.ok("POST", path, {**request, "manifest": [{**ITEM, "node_id": "other"}]})["differences"] == []
    folder = server.ok("POST", path, {"project": "root", "mode": "fix"}, "reconcile_report.json")
    assert folder["summary"]["missing"] == 1 and folder["actions"][0]["status"] == "applied"
    assert server.ok("POST", path, {"project": "root", "mode": "dry_run"})["differences"] == []


def test_reconcile_requests_are_refused_as_the_contract_says(shared):
    path = "/api/v1/reconcile"
    for what, document in BAD_RECONCILES:
        assert not fits("reconcile_request.json", document), what
        shared.refused("POST", path, {**document, "manifest": []}, status=400, code="VALIDATION_ERROR")
    for wrong in ({**RECONCILE, "manifest": {}}, {**RECONCILE, "manifest": [7]}, RECONCILE):
        shared.refused("POST", path, wrong, status=400, code="VALIDATION_ERROR")
    for text in (b"", b"{", lines(RECONCILE, 7), lines(RECONCILE) + b"{"):
        shared.refused("POST", path, text, status=400, code="VALIDATION_ERROR", headers=LINES)
    shared.refused("POST", path, {**RECONCILE, "namespace": "root/atlas_graph/none", "manifest": []}, status=404, code="NAMESPACE_NOT_FOUND")


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
    server.refused("POST", "/api/v1/namespaces", {"namespace": "none/atlas_graph/x"}, status=404, code="NAMESPACE_NOT_FOUND")


def test_providers_are_those_of_doctor(shared, program):
    answer = shared.ok("GET", "/api/v1/providers", schema="providers.json")
    checks = program.run("doctor", "-o", "json").json()
    assert answer["providers"] == next(check["providers"] for check in checks if check["name"] == "providers")
    qdrant = next(entry for entry in answer["providers"] if entry["name"] == "qdrant")
    assert qdrant["service"] == "Qdrant server" and not qdrant["is_available"] and qdrant["missing"]


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


# --- Health, metrics -----------------------------------------------------------------------------------------------

def test_health_has_the_specified_form(shared):
    shared.ok("POST", "/api/v1/search", {"query": "why does login fail", "project_id": "root"})
    for path in ("/health", "/health/", "/health/?project_id=root"):
        health = shared.ok("GET", path, schema="health.json")
    assert (health["status"], health["project_id"], health["warnings"]) == ("healthy", "root", [])
    assert health["indexing"]["state"] == "idle" and health["indexing"]["last_indexed"]
    assert health["services"]["vector_store"]["status"] == "up"
    assert health["services"]["embedding_provider"]["model"] == "static-code-2"
    assert health["statistics"]["total_files_indexed"] == 1 and health["statistics"]["languages_indexed"] == ["python"]
    assert health["statistics"]["queries_processed"] == health["metrics"]["search_queries_total"] > 0
    assert health["metrics"]["search_query_latency_ms"]["p95"] > 0
    assert sum(health["metrics"]["search_intent_distribution"].values()) > 0
    shared.refused("GET", "/health?project_id=none", status=404, code="NAMESPACE_NOT_FOUND")


def test_metrics_are_the_same_as_text(shared):
    reply = shared.call("GET", "/metrics")
    assert reply.status == 200 and reply.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    text = reply.body.decode()
    metrics = shared.ok("GET", "/health")["metrics"]
    values = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            name, value = line.rsplit(" ", 1)
            values[name] = float(value)
    told = {name.split("{")[0] for name in values}
    assert {name for name in told if name.removesuffix("_sum").removesuffix("_count") not in told} | set(metrics) == set(metrics)
    assert set(metrics) <= told
    assert values['search_query_latency_ms{quantile="0.95"}'] == pytest.approx(metrics["search_query_latency_ms"]["p95"])
    assert values["search_queries_total"] == metrics["search_queries_total"]
    assert values['circuit_breaker_state{state="closed"}'] == 1


def test_a_server_whose_store_is_broken_is_unhealthy(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    database = program.state(root) / "index.db"
    for rest in database.parent.glob("index.db-*"):
        rest.unlink()
    database.write_bytes(b"no database " * 1000)
    with Server(program, "-p", root) as server:
        reply = server.call("GET", "/health")
        health = reply.json()
        validator("health.json").validate(health)
        assert (reply.status, health["status"], health["services"]["vector_store"]["status"]) == (503, "unhealthy", "down")
        assert any("index.db" in warning for warning in health["warnings"])
        for path, body, code in (("query", QUERY, "BACKEND_UNAVAILABLE"), ("push", batch_of([ITEM]), "BACKEND_UNAVAILABLE"),
                                 ("reconcile", {**RECONCILE, "manifest": []}, "RECONCILE_FAILED")):
            server.refused("POST", f"/api/v1/{path}", body, status=500, code=code)
        assert server.stop() == 0


# --- Agents ---------------------------------------------------------------------------------------------------------

def test_agents_are_served_beside_the_api(shared):
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize",
               "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}
    reply = shared.call("POST", "/mcp", message, {"Accept": "application/json, text/event-stream"})
    assert reply.status == 200 and b'"serverInfo"' in reply.body
    assert shared.call("POST", "/mcp", message, {"Origin": "https://evil.example"}).status == 403


# --- Errors of the contracts ---------------------------------------------------------------------------------------

def test_an_index_of_a_model_that_is_not_there_asks_for_its_provider(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    with sqlite3.connect(program.state(root) / "index.db") as database:
        database.execute("UPDATE meta SET value = 'other/model/9' WHERE key = 'embedder'")
    with Server(program) as server:
        for path, body in (("query", {"query": "login", "project": "root"}), ("push", batch_of([ITEM]))):
            error = server.refused("POST", f"/api/v1/{path}", body, status=400, code="PROVIDER_NOT_AVAILABLE")
            assert "other/model/9" in error["message"]


def test_unknown_projects_namespaces_and_versions_are_told(shared):
    for path, body in (("query", {**QUERY, "project": "none"}), ("query", {**QUERY, "chunk_strategy": "none"}),
                       ("push", batch_of([ITEM], project="none")), ("reconcile", {"project": "none", "mode": "dry_run"}),
                       ("search", {"query": "x", "project_id": "none"})):
        shared.refused("POST", f"/api/v1/{path}", body, status=404, code="NAMESPACE_NOT_FOUND")
    for method, path in (("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/activate"), ("GET", "/status"), ("GET", "/settings"),
                         ("PATCH", "/settings"), ("GET", "/index"), ("POST", "/index"), ("DELETE", "/index"), ("GET", "/index/events")):
        body = {"display_name": "x", "settings": {"search.top_k": 5}} if method == "PATCH" else None
        error = shared.refused(method, f"/api/v1/projects/none{path}", body, status=404, code="NAMESPACE_NOT_FOUND")
        assert error["details"]["code"] == "PROJECT_NOT_FOUND" and "root" in error["details"]["action"]
    shared.refused("POST", "/api/v1/push", batch_of([ITEM], contract_version="2.0"), status=422, code="UNSUPPORTED_CONTRACT_VERSION")


def test_a_project_that_another_process_writes_is_an_unavailable_backend(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    holder = subprocess.Popen(["python3", "-c", LOCKER, str(program.state(root) / "index.lock")], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdout.readline()
    with Server(program) as server:
        reply = server.call("POST", "/api/v1/push", batch_of([ITEM]))
        assert (reply.status, reply.json()["error"]["code"]) == (503, "BACKEND_UNAVAILABLE")
        assert reply.headers["Retry-After"]
        assert server.ok("POST", "/api/v1/query", {"query": "login", "project": "root"})["matches"]
        holder.communicate()
        server.ok("POST", "/api/v1/push", batch_of([ITEM]))


LOCKER = """
import fcntl, struct, sys
file = open(sys.argv[1], "r+")
fcntl.fcntl(file, 37, struct.pack("hhqqi", fcntl.F_WRLCK, 0, 0, 0, 0))  # F_OFD_SETLK
print("locked", flush=True)
sys.stdin.read()
"""


# --- Bad input -----------------------------------------------------------------------------------------------------

def test_what_is_no_call_of_the_api_is_refused_in_the_envelope(shared):
    shared.refused("GET", "/", status=404, code="NOT_FOUND")
    shared.refused("GET", "/api/v1/ask", status=404, code="NOT_FOUND")
    reply = shared.call("PUT", "/api/v1/projects", {})
    assert reply.status == 405 and "POST" in reply.headers["Allow"]
    validator("error.json").validate(reply.json())
    for path in ("/api/v1/search", "/api/v1/push", "/api/v1/projects", "/api/v1/namespaces"):
        for kind in ("text/plain", "application/xml", ""):
            shared.refused("POST", path, "{}", status=415, code="VALIDATION_ERROR", headers={"Content-Type": kind})
        for text in ("", "{", "[]", "null", '"x"', "\x00", '{"query": "\ud800"}'.encode("utf-8", "surrogatepass"), "[" * 5000):
            shared.refused("POST", path, text, status=400, code="VALIDATION_ERROR")
    for wrong in ("yes", "1", ""):
        shared.refused("DELETE", f"/api/v1/projects/root?keep_index={wrong}", status=400, code="VALIDATION_ERROR")
    assert shared.ok("GET", "/api/v1/projects/root")["project_id"] == "root"


def test_other_hosts_and_origins_are_refused(shared):
    for headers in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
        reply = shared.call("GET", "/health", headers=headers)
        assert reply.status == 403
        validator("error.json").validate(reply.json())
    assert shared.call("GET", "/health", headers={"Host": f"localhost:{shared.port}", "Origin": f"http://localhost:{shared.port}"}).status == 200


def test_bodies_above_the_limit_are_refused(shared):
    with socket.create_connection((shared.host, shared.port)) as client:
        client.settimeout(PATIENCE)
        client.sendall(b"POST /api/v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 17000000\r\n\r\n")
        assert client.recv(12) == b"HTTP/1.1 413"


def test_clients_that_vanish_leave_the_server_as_it_was(shared):
    requests = [b"GET /health HTTP/1.1\r\nHost: loc", b"POST /api/v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
                b"GET /api/v1/projects/root/index/events HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5]

    def open_files() -> int:
        return len(os.listdir(f"/proc/{shared.process.pid}/fd"))

    search = {"query": "login", "project_id": "root"}
    shared.ok("POST", "/api/v1/search", search)
    before = open_files()
    for _ in range(5):
        for request in requests:
            with socket.create_connection((shared.host, shared.port)) as client:
                client.sendall(request)
    assert shared.ok("POST", "/api/v1/search", search)["matches"]
    wait_for(lambda: open_files() <= before + 2, "the connections of clients that went")


# --- Beginning and ending ------------------------------------------------------------------------------------------

def test_a_port_in_use_is_told_with_its_holder(program, shared):
    outcome = program.run("server", "--port", shared.port)
    check_error(outcome, cause=str(shared.port), action="port")
    assert str(shared.process.pid) in outcome.err


def test_other_addresses_need_a_token(program):
    check_error(program.run("server", "--host", "0.0.0.0", "--port", "0"), cause="0.0.0.0", action="token")
    with Server(program, "--host", "127.0.0.1", env={"CODEWEAVER_SERVER_TOKEN": "secret-1"}) as server:
        reply = server.call("GET", "/api/v1/projects")
        assert reply.status == 401 and reply.headers["WWW-Authenticate"].startswith("Bearer")
        validator("error.json").validate(reply.json())
        assert server.call("GET", "/api/v1/projects", headers={"Authorization": "Bearer secret-2"}).status == 401
        assert server.call("GET", "/api/v1/projects", headers={"Authorization": "Bearer secret-1"}).status == 200


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_in_order(program, how):
    root = make_project(program.home / "root")
    with Server(program, "-p", root) as server:
        assert server.announcement == f"Serving project root on http://127.0.0.1:{server.port}. Ctrl-C ends it.\n"
        server.wait_until_indexed("root")
        stream = events(server, "/api/v1/projects/root/index/events")
        assert next(stream)[1]["state"] == "idle"
        assert server.stop(how) == 0
        assert all(now["state"] == "idle" for _, now in stream)  # the end of the run may be told once more; then the stream ends
    assert server.log.read_text() == ""


def test_a_signal_ends_subscriptions_with_their_response(program):
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
    message = {"jsonrpc": "2.0", "id": 7, "method": "subscriptions/listen",
               "params": {"notifications": {"toolsListChanged": True}, "_meta": meta}}
    with Server(program) as server, contextlib.closing(server.connect()) as connection:
        connection.request("POST", "/mcp", json.dumps(message), {
            "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen"})
        told = (json.loads(line[6:]) for line in connection.getresponse() if line.startswith(b"data: "))
        assert next(told)["method"] == "notifications/subscriptions/acknowledged"
        assert server.stop() == 0
        *_, last = told
        assert last["id"] == 7 and last["result"]["resultType"] == "complete"


def test_sigterm_during_a_run_leaves_a_checkpoint_from_which_the_next_server_goes_on(program):
    root = program.home / "many"
    for i in range(1200):
        folder = root / f"part{i // 100:02}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"file{i:04}.py").write_text(
            "".join(f"def function_{i}_{n}(value):\n    '''Adds {n}.'''\n    return value + {n}\n\n" for n in range(20)))
    checkpoint = program.state(root) / "index_checkpoint.json"
    with Server(program, "-p", root, "--set", "indexing.workers=1") as server:
        wait_for(checkpoint.exists, "the first checkpoint")
        assert server.stop() == 0
    kept = json.loads(checkpoint.read_text())
    assert 100 <= len(kept["files_processed"]) < 1200
    with Server(program, "-p", root, "--set", "indexing.workers=1") as server:
        server.wait_until_indexed("many")
        status = server.ok("GET", "/api/v1/projects/many/status")
        assert status["total_files"] == 1200
        assert status["last_run"]["files_indexed"] <= 1200 - len(kept["files_processed"])
        last = server.ok("GET", "/api/v1/projects/many/index")["last"]
        assert last["files_unchanged"] >= len(kept["files_processed"])
        assert not checkpoint.exists()
        assert server.stop() == 0


def test_its_project_follows_the_files(program):
    root = make_project(program.home / "root")
    with Server(program, "-p", root) as server:
        server.wait_until_indexed("root")
        (root / "more.py").write_text("def logout(user):\n    return None\n")
        wait_for(lambda: server.ok("GET", "/health")["statistics"]["total_files_indexed"] == 2, "the new file")
        assert server.stop() == 0


def test_requests_are_written_to_the_log_with_their_ids(program):
    with Server(program) as server:
        reply = server.call("GET", "/api/v1/projects", headers={"X-Request-Id": "trace-7"})
        assert reply.headers["X-Request-Id"] == "trace-7"
        server.call("POST", "/api/v1/search", {"query": "a secret question"})
        assert server.stop() == 0
    text = (program.data / "codeweaver" / "logs" / "codeweaver.log").read_text()
    records = [json.loads(line) for line in text.splitlines()]
    (record,) = [record for record in records if record.get("request_id") == "trace-7"]
    assert (record["component"], record["operation"], record["status"]) == ("server", "http_request", "200")
    assert (record["context"]["method"], record["context"]["path"]) == ("GET", "/api/v1/projects")
    assert record["duration_ms"] >= 0
    assert "secret question" not in text


def test_reindex_builds_the_index_anew(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    with Server(program, "-p", root, "--reindex") as server:
        def last():
            return server.ok("GET", "/api/v1/projects/root/index").get("last")

        assert wait_for(last, "the run")["files_indexed"] == 1
        assert server.stop() == 0
    assert program.run("server", "--reindex", "--resume").code == 2
