"""The contracts over HTTP: queries, pushes, reconciling, and their errors."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import contextlib
import json
import socket

from conftest import edit_database
from service_client import Server, locked, make_project, wait_for
from test_contract_requests import BAD_QUERIES, BAD_RECONCILES, NAMESPACE, QUERY, RECONCILE
from test_contracts import ENVELOPE, ITEM, batch_of, fits

LINES = {"Content-Type": "application/x-ndjson"}


def lines(*documents) -> bytes:
    return b"".join(json.dumps(document).encode() + b"\n" for document in documents)


# --- Querying ------------------------------------------------------------------------------------------------------

def test_queries_of_the_contract_are_answered_and_refused_as_it_says(shared):
    (match,) = shared.ok("POST", "/api/v1/query", QUERY, "query_answer.json")["matches"]
    assert (match["audit"]["node_id"], match["audit"]["namespace"]) == (ITEM["node_id"], NAMESPACE)
    for what, document in BAD_QUERIES:
        assert not fits("query_request.json", document), what
        shared.refused("POST", "/api/v1/query", document, status=400, code="VALIDATION_ERROR")
    for text in ("", "[]", "7", "{", "{}" + " " * (1 << 20)):
        shared.refused("POST", "/api/v1/query", text, status=400, code="VALIDATION_ERROR")


def test_text_that_is_cut_inside_of_a_character_is_answered(shared):
    for text in (b'{"query": "login \\ud83d", "project": "root", "purpose": "atlas_graph"}', b'{"query": "login \xc3", "project": "root", "purpose": "atlas_graph"}'):
        assert shared.ok("POST", "/api/v1/query", text)["matches"]
    for text in (b'{"query": "login \\ud83d"}', b'{"query": "login \xc3"}'):
        assert shared.ok("POST", "/api/v1/search", text)["matches"]


def test_a_body_of_many_values_is_refused_before_it_takes_memory(shared):
    zeros = '{"query": "x", "a": [' + "0," * 4_000_000 + "0]}"

    def memory() -> int:
        with open(f"/proc/{shared.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))

    before = memory()
    assert "values" in shared.refused("POST", "/api/v1/search", zeros, status=400, code="VALIDATION_ERROR")["message"]
    assert memory() - before < 100_000, "KiB; the values would take 160 MB"


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


# --- Errors of the contracts ---------------------------------------------------------------------------------------

def test_an_index_of_a_model_that_is_not_there_asks_for_its_provider(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    edit_database(program.state(root) / "index.db", "UPDATE meta SET value = 'other/model/9' WHERE key = 'embedder'")
    with Server(program) as server:
        for path, body in (("query", {"query": "login", "project": "root"}), ("push", batch_of([ITEM]))):
            error = server.refused("POST", f"/api/v1/{path}", body, status=400, code="PROVIDER_NOT_AVAILABLE")
            assert "other/model/9" in error["message"]


def test_unknown_projects_namespaces_and_versions_are_told(shared):
    for path, body in (("query", {**QUERY, "project": "none"}), ("query", {**QUERY, "chunk_strategy": "none"}),
                       ("push", batch_of([ITEM], project="none")), ("reconcile", {"project": "none", "mode": "dry_run"})):
        shared.refused("POST", f"/api/v1/{path}", body, status=404, code="NAMESPACE_NOT_FOUND")
    shared.refused("POST", "/api/v1/search", {"query": "x", "project_id": "none"}, status=404, code="PROJECT_NOT_FOUND")
    for method, path in (("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/activate"), ("GET", "/status"), ("GET", "/settings"),
                         ("PATCH", "/settings"), ("GET", "/index"), ("POST", "/index"), ("DELETE", "/index"), ("GET", "/index/events")):
        change = {"settings": {"search.limit": 5}} if path == "/settings" else {"display_name": "x"}
        body = change if method == "PATCH" else None
        error = shared.refused(method, f"/api/v1/projects/none{path}", body, status=404, code="PROJECT_NOT_FOUND")
        assert "root" in error["details"]["action"]
    shared.refused("POST", "/api/v1/push", batch_of([ITEM], contract_version="2.0"), status=422, code="UNSUPPORTED_CONTRACT_VERSION")


def test_a_project_that_another_process_writes_is_an_unavailable_backend(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    with Server(program) as server:
        with locked(program.state(root)):
            reply = server.call("POST", "/api/v1/push", batch_of([ITEM]))
            assert (reply.status, reply.json()["error"]["code"]) == (503, "BACKEND_UNAVAILABLE")
            assert reply.headers["Retry-After"]
            assert server.ok("POST", "/api/v1/query", {"query": "login", "project": "root"})["matches"]
        server.ok("POST", "/api/v1/push", batch_of([ITEM]))
