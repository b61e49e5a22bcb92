"""OpenSearch on loopback: one node, or a cluster of several; stops with its object."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import contextlib
import json
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

import pytest

from conftest import ROOT

JAVA = ["java", "-Xms128m", "-XX:+UseSerialGC", "-Xshare:auto"]
FIRST_COMPILER = "-XX:TieredStopAtLevel=1"  # nodes of tests do not live long enough for the second one to pay


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

    def __init__(self, count: int = 1, heap: str = "512m", lives_long: bool = False):
        fetched = subprocess.run([sys.executable, ROOT / "tests" / "stores" / "opensearch" / "fetch", "--cached"], capture_output=True,
                                 text=True)
        if fetched.returncode != 0:
            pytest.skip(fetched.stderr.strip())
        self.programs = pathlib.Path(fetched.stdout.strip())
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="codeweaver-opensearch-"))
        self.java = [*JAVA, f"-Xmx{heap}", *([] if lives_long else [FIRST_COMPILER])]
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
                    [*self.java, "-cp", f"{self.programs}/classes:{self.programs}/jars/*", "OpenSearchNode", f"n{node}",
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


class BehindDoor:
    """A node behind a port that can be shut and opened at once, as the node itself takes half a minute to start.

    test_store_cluster.py ends nodes themselves."""

    def __init__(self, cluster: OpenSearch):
        self.cluster, self.port = cluster, free_ports(1)[0]
        self.listener, self.ways = None, []
        self.start()

    def start(self) -> None:
        if self.listener is not None:
            return
        self.listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self.let_in, args=(self.listener,), daemon=True).start()

    def stop(self) -> None:
        listener, self.listener = self.listener, None
        if listener is not None:
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        while self.ways:
            with contextlib.suppress(OSError):
                self.ways.pop().shutdown(socket.SHUT_RDWR)

    def let_in(self, listener: socket.socket) -> None:
        while True:
            try:
                outer = listener.accept()[0]
                inner = socket.create_connection(("127.0.0.1", self.cluster.port))
            except OSError:  # it is shut
                return
            self.ways += [outer, inner]
            for source, target in ((outer, inner), (inner, outer)):
                threading.Thread(target=self.carry, args=(source, target), daemon=True).start()

    @staticmethod
    def carry(source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := source.recv(1 << 16):
                target.sendall(piece)
            target.shutdown(socket.SHUT_WR)

    def settings(self, place: str = "") -> dict:
        found = self.cluster.settings(place)
        return {**found, "CODEWEAVER_STORE_URL": found["CODEWEAVER_STORE_URL"].replace(f":{self.cluster.port}", f":{self.port}")}
