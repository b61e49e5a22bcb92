"""`/health` and `/metrics` of `codeweaver server`."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import re
import shutil
import signal
import subprocess

import pytest

from service_client import Server, make_project, wait_for
from test_contract_requests import QUERY, RECONCILE
from test_contracts import ITEM, batch_of, validator


def test_health_has_the_specified_form(shared):
    shared.ok("POST", "/api/v1/search", {"query": "why does login fail", "project_id": "root"})
    for path in ("/health", "/health/", "/health/?project_id=root"):
        health = shared.ok("GET", path, schema="health.json")
    assert (health["status"], health["project_id"], health["warnings"]) == ("healthy", "root", [])
    assert health["indexing"]["state"] == "idle" and health["indexing"]["last_indexed"]
    assert health["services"]["vector_store"]["status"] == "up"
    assert health["services"]["embedding_provider"]["model"] == "static-code-3"
    assert health["statistics"]["total_files_indexed"] == 1 and health["statistics"]["languages_indexed"] == ["python"]
    assert health["statistics"]["queries_processed"] == health["metrics"]["search_queries_total"] > 0
    assert health["metrics"]["search_query_latency_ms"]["p95"] > 0
    assert sum(health["metrics"]["search_intent_distribution"].values()) > 0
    shared.refused("GET", "/health?project_id=none", status=404, code="PROJECT_NOT_FOUND")


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
    own = {name for name in told if not name.startswith(("codeweaver_", "process_"))}
    assert {name for name in own if name.removesuffix("_sum").removesuffix("_count") not in own} | set(metrics) == set(metrics)
    assert set(metrics) <= told
    assert values['search_query_latency_ms{quantile="0.95"}'] == pytest.approx(metrics["search_query_latency_ms"]["p95"])
    assert values["search_queries_total"] == metrics["search_queries_total"]
    assert values['circuit_breaker_state{state="closed"}'] == 1


def put_folder_in_place_of(database):
    """What no repair can take for a database."""
    for rest in database.parent.glob("index.db*"):
        rest.unlink()
    database.mkdir()


def test_a_server_repairs_a_damaged_index_by_itself(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    database = program.state(root) / "index.db"
    database.write_bytes(b"no database " * 1000)
    with Server(program, "-p", root) as server:
        found = server.ok("POST", "/api/v1/search", {"project_id": "root", "query": "login"})["matches"]
        assert found and server.ok("GET", "/health")["status"] == "healthy"
        assert database.with_name("index.db.old").exists()


def test_a_server_whose_store_is_broken_is_unhealthy(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    database = program.state(root) / "index.db"
    put_folder_in_place_of(database)
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


def test_a_folder_that_is_gone_degrades_the_server_until_it_is_back(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    with Server(program, "--set", "indexing.watch=false", "-p", root) as server:
        server.wait_until_indexed("root")
        assert server.ok("GET", "/health", schema="health.json")["status"] == "healthy"
        root.rename(program.home / "elsewhere")
        for path in ("/health", "/health?project_id=root"):
            health = server.ok("GET", path, schema="health.json")
            assert (health["status"], health["services"]["vector_store"]["status"]) == ("degraded", "down")
            assert any(str(root) in warning for warning in health["warnings"])
        assert server.ok("GET", "/health/ready", schema="probe.json") == {"status": "ready"}
        (program.home / "elsewhere").rename(root)
        assert server.ok("GET", "/health")["status"] == "healthy"


# --- Probes ----------------------------------------------------------------------------------------------------------

def test_probes_need_no_token_where_the_settings_say_so(program):
    token = {"Authorization": "Bearer secret"}
    for options, status in (([], 401), (["--set", "server.open_probes=true"], 200)):
        with Server(program, *options, env={"CODEWEAVER_SERVER_TOKEN": "secret"}) as server:
            for path, state in (("/health/live", "live"), ("/health/ready", "ready")):
                assert server.ok("GET", path, schema="probe.json", headers=token) == {"status": state}
                assert server.call("GET", path).status == status
                assert server.call("HEAD", path).status == status
            for path in ("/health", "/metrics", "/api/v1/projects"):
                assert server.call("GET", path).status == 401


def test_one_broken_project_does_not_make_a_server_of_several_unhealthy(program):
    broken, whole = (make_project(program.home / name) for name in ("broken", "whole"))
    for root in (broken, whole):
        program.ok("index", root)
    database = program.state(broken) / "index.db"
    put_folder_in_place_of(database)
    with Server(program, "-p", broken) as server:
        assert server.ok("GET", "/health", schema="health.json")["status"] == "degraded"
        assert server.ok("GET", "/health?project_id=whole")["status"] == "healthy"
        assert server.call("GET", "/health?project_id=broken").status == 503


# --- Metrics under conventional names --------------------------------------------------------------------------------

METRIC = re.compile(r'([a-z_]+)(?:\{(.*)\})? ([0-9.e+-]+)')


def figures(server) -> dict:
    lines = server.call("GET", "/metrics").body.decode().splitlines()
    return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in lines if not line.startswith("#")}


def test_requests_calls_the_process_and_the_build_are_counted_by_conventional_names(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    with Server(program, "-p", root) as server:
        before = figures(server)
        for query in ("login", "session"):
            server.ok("POST", "/api/v1/search", {"query": query})
        server.refused("POST", "/api/v1/search", {"toopk": 3, "query": "login"}, status=400, code="VALIDATION_ERROR")
        assert server.call("GET", "/no/such/path").status == 404
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "find_code", "arguments": {"query": "login"},
            "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
        headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28",
                   "Mcp-Method": "tools/call", "Mcp-Name": "find_code"}
        assert server.call("POST", "/mcp", call, headers).status == 200
        after = wait_for(lambda: (now := figures(server)).get('codeweaver_http_requests_total{method="POST",route="/mcp",status="200"}') and now,
                         "the count of the last call")

    def risen(name):
        return after[name] - before.get(name, 0)

    assert risen('codeweaver_http_requests_total{method="POST",route="/api/v1/search",status="200"}') == 2
    assert risen('codeweaver_http_requests_total{method="POST",route="/api/v1/search",status="400"}') == 1
    assert risen('codeweaver_http_requests_total{method="GET",route="none",status="404"}') == 1
    assert risen('codeweaver_http_request_duration_seconds_count{route="/api/v1/search"}') == 3
    assert risen('codeweaver_mcp_calls_total{tool="find_code",outcome="success"}') == 1
    assert risen("codeweaver_search_duration_seconds_count") == 3
    assert after["codeweaver_http_requests_in_flight"] == 1  # that for the figures
    assert after["codeweaver_http_connections"] >= 1
    assert after["process_resident_memory_bytes"] > 1e6 and after["process_open_fds"] > 3
    assert after["process_cpu_seconds_total"] >= before["process_cpu_seconds_total"] > 0
    assert after["process_start_time_seconds"] > 1.5e9
    assert any(name.startswith("codeweaver_build_info{version=") for name in after)


def test_every_family_has_help_and_type_once_and_its_lines_together(shared):
    text = shared.call("GET", "/metrics").body.decode()
    families, current = {}, None
    for line in text.splitlines():
        if line.startswith("# HELP "):
            current = line.split(" ", 3)[2]
            assert current not in families, current
            families[current] = None
        elif line.startswith("# TYPE "):
            name, families[current] = line.split(" ", 3)[2:]
            assert name == current
        else:
            name = METRIC.fullmatch(line)[1]
            assert name == current or name.removesuffix("_sum").removesuffix("_count").removesuffix("_bucket") == current, line
    for name, kind in families.items():
        if name.startswith(("codeweaver_", "process_")):
            assert (kind == "counter") == name.endswith("_total"), name
            assert not re.search(r"_(ms|milliseconds|kb|mb|minutes)(_|$)", name)


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed")
def test_promtool_has_nothing_to_say_of_the_conventional_names(shared):
    checked = subprocess.run(["promtool", "check", "metrics"], input=shared.call("GET", "/metrics").body, capture_output=True)
    told = checked.stdout.decode() + checked.stderr.decode()
    assert "error while linting" not in told
    assert [line for line in told.splitlines() if line.startswith(("codeweaver_", "process_"))] == []


# --- SIGHUP ----------------------------------------------------------------------------------------------------------

def test_sighup_reads_the_settings_anew_and_the_server_goes_on(program):
    root = make_project(program.home / "root")
    with Server(program, "-p", root) as server:
        server.wait_until_indexed("root")

        def shown_limit():
            shown = server.ok("GET", "/api/v1/projects/root/settings")["effective"]
            return next(setting["value"] for setting in shown if setting["key"] == "search.limit")

        before = shown_limit()
        program.settings_file.parent.mkdir(parents=True, exist_ok=True)
        program.settings_file.write_text("[search]\nlimit = 3\n")
        assert shown_limit() == before
        server.process.send_signal(signal.SIGHUP)
        wait_for(lambda: str(shown_limit()) == "3", "the new settings")
        assert server.ok("POST", "/api/v1/search", {"query": "login"})["matches"]
        (root / "later.py").write_text("def added_later(user):\n    return user\n")
        found = server.ok("POST", "/api/v1/search", {"query": "added_later"})["matches"]
        assert found[0]["file"]["path"] == "later.py"
        assert server.stop() == 0
    assert server.log.read_text() == ""
