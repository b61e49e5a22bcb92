"""`/health` and `/metrics` of `codeweaver server`."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pytest

from service_client import Server, make_project
from test_contract_requests import QUERY, RECONCILE
from test_contracts import ITEM, batch_of, validator


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


def test_a_server_whose_folder_is_gone_is_unhealthy_until_it_is_back(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    with Server(program, "--set", "indexing.watch=false", "-p", root) as server:
        server.wait_until_indexed("root")
        assert server.ok("GET", "/health", schema="health.json")["status"] == "healthy"
        root.rename(program.home / "elsewhere")
        reply = server.call("GET", "/health")
        health = reply.json()
        validator("health.json").validate(health)
        assert (reply.status, health["status"], health["services"]["vector_store"]["status"]) == (503, "unhealthy", "down")
        assert any(str(root) in warning for warning in health["warnings"])
        (program.home / "elsewhere").rename(root)
        assert server.ok("GET", "/health")["status"] == "healthy"
