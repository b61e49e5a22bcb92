"""`codeweaver server`: access, load limits, start and shutdown."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import contextlib
import json
import os
import signal
import socket

import pytest

from conftest import check_error
from service_client import PATIENCE, Server, events, make_project, wait_for
from test_contracts import ITEM, batch_of, validator


# --- Calls ---------------------------------------------------------------------------------------------------------

def test_agents_are_served_beside_the_api(shared):
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize",
               "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}
    reply = shared.call("POST", "/mcp", message, {"Accept": "application/json, text/event-stream"})
    assert reply.status == 200 and b'"serverInfo"' in reply.body
    assert shared.call("POST", "/mcp", message, {"Origin": "https://evil.example"}).status == 403


def test_other_hosts_and_origins_are_refused(shared):
    for headers in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
        reply = shared.call("GET", "/health", headers=headers)
        assert reply.status == 403
        validator("error.json").validate(reply.json())
    assert shared.call("GET", "/health", headers={"Host": f"localhost:{shared.port}", "Origin": f"http://localhost:{shared.port}"}).status == 200


def test_other_hosts_and_origins_are_served_where_the_settings_name_them(program):
    with Server(program, "--set", "server.allowed_hosts=code.example", "--set", "server.allowed_origins=https://pages.example") as server:
        for headers in ({"Host": "code.example"}, {"Origin": "https://pages.example"}):
            server.ok("GET", "/api/v1/projects", headers=headers)
        for headers in ({"Host": "evil.example"}, {"Origin": "http://pages.example"}):
            assert server.call("GET", "/api/v1/projects", headers=headers).status == 403


def test_pages_of_listed_origins_may_call_and_read_answers(program):
    page = {"Origin": "https://pages.example"}
    asks = {**page, "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,content-type,mcp-protocol-version,mcp-session-id"}
    token = {"Authorization": "Bearer secret"}
    with Server(program, "--set", "server.allowed_origins=https://pages.example", env={"CODEWEAVER_SERVER_TOKEN": "secret"}) as server:
        for path in ("/api/v1/search", "/api/v1/projects/any", "/mcp"):
            reply = server.call("OPTIONS", path, headers=asks)
            assert (reply.status, reply.headers["Access-Control-Allow-Origin"]) == (204, "https://pages.example")
            assert reply.headers["Access-Control-Allow-Headers"] == asks["Access-Control-Request-Headers"]
            assert "DELETE" in reply.headers["Access-Control-Allow-Methods"]
        message = {"jsonrpc": "2.0", "id": 1, "method": "initialize",
                   "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}
        reply = server.call("POST", "/mcp", message, {**page, **token, "Accept": "application/json, text/event-stream"})
        assert reply.status == 200 and reply.headers["Mcp-Session-Id"]
        assert "Mcp-Session-Id" in reply.headers["Access-Control-Expose-Headers"]
        for headers, status in (({}, 401), (token, 200)):
            reply = server.call("GET", "/api/v1/projects", headers={**page, **headers})
            assert (reply.status, reply.headers["Access-Control-Allow-Origin"], reply.headers["Vary"]) == (status, page["Origin"], "Origin")
        other = server.call("OPTIONS", "/mcp", headers={**asks, "Origin": "https://evil.example"})
        assert other.status == 403 and other.headers["Access-Control-Allow-Origin"] is None


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


# --- Limits --------------------------------------------------------------------------------------------------------

def first_bytes(server, sent: bytes, count: int = 12) -> bytes:
    """How the answer to these bytes begins; empty: the server closes the connection."""
    with connection_to(server) as client:
        client.sendall(sent)
        return client.recv(count)


def connection_to(server) -> socket.socket:
    return socket.create_connection((server.host, server.port), timeout=PATIENCE)


def refusal(server):
    """Status and code of a call that is refused; none: it is answered."""
    reply = server.call("GET", "/api/v1/projects")
    return None if reply.status == 200 else (reply.status, own_code(reply))


def own_code(reply) -> str:
    """The finest code of an error."""
    error = reply.json()["error"]
    return error["details"].get("code", error["code"])


def test_bodies_above_the_limit_are_refused(shared):
    announced = b"POST /api/v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 17000000\r\n\r\n"
    assert first_bytes(shared, announced) == b"HTTP/1.1 413"


def test_bodies_are_limited_as_the_settings_say_but_for_pushes(program):
    program.ok("projects", "add", make_project(program.home / "root"))
    with Server(program, "--set", "server.max_body_bytes=2000") as server:
        for path in ("/api/v1/search", "/api/v1/query", "/mcp"):
            assert server.call("POST", path, {"query": "x" * 2000}).status == 413, path
        server.ok("POST", "/api/v1/push", batch_of([{**ITEM, "content": "def login(user):\n" + "    pass\n" * 500}]))


def test_connections_above_the_limit_are_refused_until_one_ends(program):
    with Server(program, "--set", "server.max_connections=1") as server:
        with contextlib.closing(server.connect()) as client:
            client.request("GET", "/metrics")
            assert client.getresponse().status == 200  # it stays open
            for _ in range(3):
                assert refusal(server) == (503, "TOO_MANY_CONNECTIONS")
        wait_for(lambda: refusal(server) is None, "the place that came free")


def test_requests_above_the_limits_of_number_and_time_are_refused(program):
    limits = ["server.workers=1", "server.max_queued_requests=1", "server.request_timeout_ms=300"]
    options = [word for limit in limits for word in ("--set", limit)]

    def is_overloaded():  # while another request waits for the worker
        with connection_to(server) as waiting:
            waiting.sendall(b"GET /api/v1/projects HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return refusal(server) == (503, "OVERLOADED")

    with Server(program, *options) as server:
        with connection_to(server) as client:  # a push that has not begun to send holds the worker
            client.sendall(b"POST /api/v1/push HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                           b"Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n")
            assert client.recv(12) == b"HTTP/1.1 100"
            wait_for(lambda: refusal(server) == (503, "REQUEST_TIMEOUT"), "the request that waits for the worker")
            wait_for(is_overloaded, "the request for which there is no place")
        wait_for(lambda: refusal(server) is None, "the worker that came free")


def test_heads_that_come_slowly_and_connections_without_requests_are_ended(program):
    with Server(program, "--set", "server.header_timeout_ms=50") as server:
        assert first_bytes(server, b"GET /metrics HTTP/1.1\r\nHost: loc") == b"HTTP/1.1 408"
    with Server(program, "--set", "server.idle_timeout_ms=50") as server, connection_to(server) as client:
        assert client.recv(1) == b""


@pytest.mark.parametrize("setting", [
    "workers=0", "workers=1025", "max_connections=0", "max_queued_requests=0", "max_body_bytes=10", "request_timeout_ms=-1",
    "header_timeout_ms=0", "idle_timeout_ms=soon"])
def test_limits_out_of_range_are_refused(program, setting):
    name, value = setting.split("=")
    outcome = program.run("server", "--port", "0", "--set", f"server.{setting}")
    check_error(outcome, cause=f"server.{name} is {value}" if value != "soon" else f'server.{name} is "soon"',
                action="Correct the value", code=2)
    assert "allowed: integer from " in outcome.err


# --- Beginning and ending ------------------------------------------------------------------------------------------

def test_a_port_in_use_is_told_with_its_holder(program, shared):
    outcome = program.run("server", "--port", shared.port)
    check_error(outcome, cause=str(shared.port), action="port")
    assert str(shared.process.pid) in outcome.err


def test_a_port_in_use_begins_no_run(program, shared):
    root = make_project(program.home / "root")
    state = program.state(root)
    check_error(program.run("server", "--port", shared.port, "-p", root, "--reindex"), cause=str(shared.port), action="port")
    assert not (state / "index.db").exists()


def test_other_addresses_need_a_token(program):
    check_error(program.run("server", "--host", "0.0.0.0", "--port", "0"), cause="0.0.0.0", action="token")
    with Server(program, "--host", "127.0.0.1", env={"CODEWEAVER_SERVER_TOKEN": "secret-1"}) as server:
        reply = server.call("GET", "/api/v1/projects")
        assert reply.status == 401 and reply.headers["WWW-Authenticate"].startswith("Bearer")
        assert reply.json()["error"]["code"] == "UNAUTHORIZED"
        validator("error.json").validate(reply.json())
        assert server.call("GET", "/api/v1/projects", headers={"Authorization": "Bearer secret-2"}).status == 401
        assert server.call("GET", "/api/v1/projects", headers={"Authorization": "Bearer secret-1"}).status == 200


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_in_order(program, how):
    root = make_project(program.home / "root")
    with Server(program, "-p", root) as server:
        assert server.announcement == f"Serving project root on http://127.0.0.1:{server.port}. Press Ctrl-C to stop.\n"
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


def test_resume_goes_on_with_a_run_that_would_else_be_started_over(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    old = {"session_id": "0190a6e0-0000-7000-8000-000000000000", "project_path": str(root), "start_time": "2020-01-01T00:00:00.000Z",
           "last_checkpoint": "2020-01-01T00:00:00.000Z", "files_processed": ["login.py"], "files_discovered": 2, "chunks_created": 1,
           "errors": [], "settings_hash": "xxh3:0"}
    for options, unchanged in ((["--resume"], 1), ([], 0)):
        (program.state(root) / "index_checkpoint.json").write_text(json.dumps(old))
        (root / "more.py").write_text(f"def logout(user):\n    return {unchanged}\n")
        with Server(program, "-p", root, "--set", "indexing.watch=false", *options) as server:
            last = wait_for(lambda: server.ok("GET", "/api/v1/projects/root/index").get("last"), "the run")
            assert (last["files_unchanged"], last["files_indexed"]) == (unchanged, 2 - unchanged)
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


def test_searches_are_logged_with_request_id_duration_and_context_but_not_the_query(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "find_symbol", "arguments": {"name": "login"},
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "find_symbol"}
    for options, is_told in (([], False), (["--set", "logging.level=debug"], True)):
        with Server(program, "-p", root, *options) as server:
            server.ok("POST", "/api/v1/search", {"query": "how does login work"}, headers={"X-Request-Id": "trace-8"})
            assert server.call("POST", "/mcp", call, {**headers, "X-Request-Id": "trace-9"}).status == 200
            assert server.stop() == 0
        log = program.state(root) / "logs" / "codeweaver.log"
        records = [json.loads(line) for line in log.read_text().splitlines()]
        (search,) = [record for record in records if record.get("request_id") == "trace-8" and record["operation"] == "hybrid_search"]
        assert search["duration_ms"] > 0 and search["project_id"] == "root" and search["status"] == "success"
        context = search["context"]
        assert (context["query_kind"], context["query_bytes"], context["results"]) == ("natural", 19, 1)
        assert context.get("query") == ("how does login work" if is_told else None)
        (symbol,) = [record for record in records if record.get("request_id") == "trace-9"]
        assert (symbol["operation"], symbol["context"]["results"]) == ("find_symbol", 1)
        assert ("how does login" in log.read_text()) == is_told
        served = (program.data / "codeweaver" / "logs" / "codeweaver.log").read_text()
        assert {"http_request", "mcp_call"} <= {record["operation"] for record in map(json.loads, served.splitlines())
                                               if record.get("request_id") == "trace-9"}
        log.unlink()


def test_reindex_builds_the_index_anew(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    with Server(program, "-p", root, "--reindex") as server:
        def last():
            return server.ok("GET", "/api/v1/projects/root/index").get("last")

        assert wait_for(last, "the run")["files_indexed"] == 1
        assert server.stop() == 0
    assert program.run("server", "--reindex", "--resume").code == 2
