"""MCP servers over HTTP, started for the suites."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import contextlib
import json
import re
import subprocess
import urllib.request

from conftest import BUILD

FIXTURE = [str(BUILD / "tests" / "conformance_server")]


@contextlib.contextmanager
def serving(command, **options):
    """A server that prints its address as it starts and lives until its input ends: its MCP endpoint."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **options) as process:
        try:
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address, f"{command[0]} did not say where it listens"
            yield address[0]
            assert process.poll() is None, f"{command[0]} ended by itself: {process.returncode}"
        finally:
            process.stdin.close()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
    assert process.returncode == 0


def discover(url) -> dict:
    """What the server says about itself: proof that it lives, as some scenarios pass where nothing listens."""
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": meta}}
    request = urllib.request.Request(url, json.dumps(body).encode(), {
        "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "server/discover"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["result"]
