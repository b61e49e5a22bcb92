"""Work for a request stops when nobody waits for it any more; hostile queries and names."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import time

import pytest

from conftest import PROGRAM
from mcp_lines import LineClient
from provider_doubles import Silent
from service_client import PATIENCE, Server, wait_for

ENDLESS = "a.*z|a"  # from each of the places it reads to the end of the line: hours
TICKS = os.sysconf("SC_CLK_TCK")


@pytest.fixture
def project(program) -> pathlib.Path:
    """A file of one long line, and a little code."""
    root = program.home / "lines"
    root.mkdir()
    (root / "bundle.js").write_text("a" * 2_000_000 + "\n")
    (root / "retry.py").write_text('def retry(count):\n    return "проверка пароля"\n')
    return root


def cpu_seconds(pid: int) -> float:
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def wait_until_busy(pid: int) -> None:
    before = cpu_seconds(pid)
    wait_for(lambda: cpu_seconds(pid) > before + 0.5, "the search to run")


def wait_until_idle(pid: int) -> None:
    """Until the process takes no CPU time in fifty looks, ten milliseconds apart at least."""
    seen = [0.0]

    def is_idle():
        seen.append(cpu_seconds(pid))
        return len(seen) > 50 and seen[-50] == seen[-1]

    wait_for(is_idle, "the search to end")


@pytest.mark.parametrize("options", [["-o"], ["--json"], ["--column"], ["--color=always"], ["-o", "-c"]])
def test_ctrl_c_ends_a_search_of_a_long_line(program, project, options):
    process = program.start("grep", *options, ENDLESS, cwd=project)
    wait_until_busy(process.pid)
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) != 0


@pytest.mark.parametrize("kind", ["embedder", "qdrant", "opensearch", "postgres"])
def test_ctrl_c_ends_the_wait_for_a_service_that_does_not_answer(program, project, kind):
    """The program waited for the limits of the requests, up to 18 seconds."""
    with Silent() as silent:
        if kind == "embedder":
            env = {"CODEWEAVER_EMBEDDING_PROVIDER": "ollama", "CODEWEAVER_EMBEDDING_MODEL": "unknown",
                   "CODEWEAVER_EMBEDDING_URL": silent.url}
        else:
            env = {**silent.store_settings(kind), "CODEWEAVER_SEARCH_FROM_STORE": "true"}
        process = program.start("search", "retry", "--set", "search.deadline_ms=60000", cwd=project, env=env)
        silent.listener.settimeout(PATIENCE)
        link, _ = silent.listener.accept()
        with link:
            asked = time.monotonic()
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) != 0
            assert time.monotonic() - asked < 5


@pytest.mark.parametrize("kind", ["qdrant", "opensearch", "postgres"])
@pytest.mark.parametrize("command", [["search", "retry"], ["projects"], ["status"]], ids=" ".join)
def test_the_deadline_ends_the_wait_for_a_store_that_does_not_answer(program, project, kind, command):
    with Silent() as silent:
        began = time.monotonic()
        refused = program.run(*command, "--set", "search.deadline_ms=500", cwd=project,
                              env={**silent.store_settings(kind), "CODEWEAVER_SEARCH_FROM_STORE": "true"})
        assert refused.code == 1 and refused.err.startswith("Error: ")
        assert time.monotonic() - began < 5


def test_a_cancelled_call_and_the_end_of_input_end_a_search_of_a_long_line(program, project):
    with LineClient(program, "--project", project) as client:
        assert client.ok("get_status")
        wait_until_idle(client.process.pid)
        call = client.begin("tools/call", {"name": "search_text", "arguments": {"pattern": ENDLESS}})
        wait_until_busy(client.process.pid)
        client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": call}})
        wait_until_idle(client.process.pid)
        assert client.ok("search_text", pattern="def retry")["files"]
        client.begin("tools/call", {"name": "search_text", "arguments": {"pattern": ENDLESS}})
        wait_until_busy(client.process.pid)
        client.process.stdin.close()
        client.process.wait(PATIENCE)


def begin_post(server: Server, path: str, body: dict) -> socket.socket:
    """Sends a request; nobody reads its answer."""
    text = json.dumps(body)
    link = socket.create_connection((server.host, server.port))
    link.sendall(f"POST {path} HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nContent-Type: application/json\r\n"
                 f"Content-Length: {len(text)}\r\n\r\n{text}".encode())
    return link


def test_a_client_that_leaves_and_sigterm_end_searches_of_a_long_line(program, project):
    with Server(program, "-p", project) as server:
        server.wait_until_indexed("lines")
        wait_until_idle(server.process.pid)
        links = [begin_post(server, "/api/v1/search_text", {"pattern": ENDLESS}) for _ in range(8)]
        wait_until_busy(server.process.pid)
        for link in links:
            link.close()
        wait_until_idle(server.process.pid)
        assert server.ok("POST", "/api/v1/search_text", {"pattern": "def retry"})["files"]
        with contextlib.closing(begin_post(server, "/api/v1/search_text", {"pattern": ENDLESS})):
            wait_until_busy(server.process.pid)
            assert server.stop() == 0


def test_long_names_and_languages_are_refused_at_once(program, project):
    program.ok("index", project)
    assert program.ok("symbol", "x" * 100_000, "-p", project).out.startswith("No definition is called x")
    with Server(program, "-p", project) as server:
        error = server.refused("POST", "/api/v1/search", {"query": "x", "focus_languages": ["y" * 200_000]},
                               status=400, code="VALIDATION_ERROR")
        assert len(json.dumps(error)) < 2_000
    with LineClient(program, "--project", project) as client:
        assert not client.call("find_symbol", name="x" * 200_000).get("isError")


def test_a_chain_of_operators_is_read_or_refused(program, project):
    (project / "codeweaver.toml").write_text("[limits]\nquery_bytes = 10000000\n")
    program.ok("index", project)
    for count in (2_000, 16_000, 60_000):
        query = '"retry" ' + "not " * count + '"password"'
        answer = subprocess.run([str(PROGRAM), "search", "-", "-p", str(project)], input=query.encode(), cwd=program.home,
                                env=program.environment, capture_output=True, timeout=PATIENCE)
        assert answer.returncode in (0, 1), (count, answer)
    with LineClient(program, "--project", project) as client:
        for count in (2_000, 60_000):
            client.call("find_code", query='"retry" ' + "not " * count + '"password"')


def test_text_beyond_ascii_costs_what_ascii_does(program, project):
    """Smart case read all of Unicode for each letter: 9 kB took eight minutes."""
    program.ok("index", project)
    answer = program.ok("search", '"проверка пароля"', "-p", project, "-o", "json").json()
    assert answer["matches"][0]["file"]["path"] == "retry.py"
    assert program.ok("grep", "-S", "-c", "проверка пароля", cwd=project).out == "retry.py:1\n"
    process = program.start("search", '"' + "я" * 4_900 + '"', "-p", project)
    process.wait(PATIENCE)
