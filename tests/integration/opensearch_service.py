"""OpenSearch on loopback: one node, or several as one cluster; each ends with its object."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import pytest

from conftest import ROOT

# Small heaps; the first compiler alone, as nodes of tests do not live long enough for the second one to pay.
JAVA = ["java", "-Xms128m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"]


def free_ports(count: int) -> list[int]:
    """Of numbers below those that the system gives to connections, so that a node that starts again finds its own free."""
    found, sockets = [], []
    for port in range(20_000 + time.monotonic_ns() // 1000 % 10_000, 32_000):
        taken = socket.socket()
        try:
            taken.bind(("127.0.0.1", port))
        except OSError:
            taken.close()
            continue
        sockets.append(taken)
        found.append(port)
        if len(found) == count:
            break
    for taken in sockets:
        taken.close()
    return found


class OpenSearch:
    """A cluster of `count` nodes; each can be stopped or killed, and started again with what it had."""

    def __init__(self, count: int = 1, heap: str = "512m"):
        fetched = subprocess.run([sys.executable, ROOT / "tests" / "stores" / "opensearch" / "fetch", "--cached"], capture_output=True,
                                 text=True)
        if fetched.returncode != 0:
            pytest.skip(fetched.stderr.strip())
        self.programs = pathlib.Path(fetched.stdout.strip())
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="codeweaver-opensearch-"))
        self.heap = heap
        ports = free_ports(2 * count)
        self.http, self.transport = ports[:count], ports[count:]
        self.processes: list[subprocess.Popen | None] = [None] * count
        try:
            self.start()
        except BaseException:
            self.remove()
            raise

    @property
    def port(self) -> int:
        return self.http[0]

    def start(self, *nodes: int) -> None:
        """Starts those that do not run, or those named, and waits until the cluster has them."""
        count = len(self.processes)
        for node in nodes or range(count):
            if self.processes[node] is not None:
                continue
            seeds = ",".join(f"127.0.0.1:{port}" for port in self.transport)
            with (self.folder / f"log{node}").open("ab") as log:
                self.processes[node] = subprocess.Popen(
                    [*JAVA, f"-Xmx{self.heap}", "-cp", f"{self.programs}/classes:{self.programs}/jars/*", "OpenSearchNode", f"n{node}",
                     self.folder / f"n{node}", str(self.http[node]), str(self.transport[node]), seeds,
                     ",".join(f"n{i}" for i in range(count))],
                    stdin=subprocess.PIPE, stdout=log, stderr=log, cwd=self.folder)
        running = [node for node in range(count) if self.processes[node] is not None]
        end = time.monotonic() + 180
        for node in running:
            while not self.is_in_cluster(node, len(running)):
                assert self.processes[node].poll() is None and time.monotonic() < end, (self.folder / f"log{node}").read_text()[-4000:]
                time.sleep(0.2)

    def is_in_cluster(self, node: int, count: int) -> bool:
        try:
            return self.call("GET", "/_cluster/health", node=node)["number_of_nodes"] == count
        except (OSError, urllib.error.URLError):
            return False

    def wait_until(self, status: str, node: int = 0, seconds: int = 120) -> None:
        """Until health is "green" or "yellow"."""
        end = time.monotonic() + seconds
        while (health := self.call("GET", "/_cluster/health", node=node))["status"] != status:
            assert time.monotonic() < end, health
            time.sleep(0.2)

    def kill(self, node: int) -> None:
        """As by kill -9."""
        self.processes[node].send_signal(signal.SIGKILL)
        self.processes[node].wait(30)
        self.processes[node].stdin.close()
        self.processes[node] = None

    def stop(self) -> None:
        for process in self.processes:
            if process is not None and process.stdin and not process.stdin.closed:
                process.stdin.close()  # which a node takes as the word to end
        for node, process in enumerate(self.processes):
            if process is not None:
                process.wait(60)
                self.processes[node] = None

    def remove(self) -> None:
        for node, process in enumerate(self.processes):
            if process is not None:
                self.kill(node)  # nothing is to be kept
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method: str, path: str, body: dict | None = None, node: int = 0):
        """The reply of a node as it stands, in JSON."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.http[node]}{path}", None if body is None else json.dumps(body).encode(),
                                         method=method, headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as reply:
            return json.load(reply)

    def settings(self, place: str = "") -> dict:
        """The environment of a program that uses it; each `place` is a prefix of its own."""
        nodes = ",".join(f"http://127.0.0.1:{port}" for port in self.http)
        return {"CODEWEAVER_STORE_KIND": "opensearch", "CODEWEAVER_STORE_URL": nodes + (f"?prefix={place}" if place else "")}


@pytest.fixture(scope="module")
def opensearch():
    """A node that the tests of a module share."""
    cluster = OpenSearch()
    yield cluster
    cluster.remove()
