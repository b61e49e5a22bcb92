"""Runs `codeweaver server` and calls its API."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import contextlib
import html
import http.client
import json
import pathlib
import re
import signal
import subprocess
import sys
import time
import urllib.parse

from test_contracts import validator

PATIENCE = 300  # seconds; generous, as machines may be slow


def wait_for(condition, what: str):
    """What `condition` gives once that is true."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(0.01)
    return found


class Reply:
    """A response that was read to its end."""

    def __init__(self, response: http.client.HTTPResponse):
        self.status, self.headers, self.body = response.status, response.headers, response.read()

    def json(self):
        return json.loads(self.body)


class Server:
    """A server on a port of its own; ends with the test. Whoever asks may change things unless `open_changes` is false."""

    def __init__(self, program, *options, cwd=None, env=None, open_changes=True):
        env = {**({"CODEWEAVER_SERVER_OPEN_CHANGES": "true"} if open_changes else {}), **(env or {})}
        self.log = program.home / "server.log"
        self.onlookers: list = []  # calls that close what would miss it, such as pages
        with self.log.open("ab") as log:
            self.process = program.start("server", "--port", 0, *options, cwd=cwd, env=env,
                                         stdout=subprocess.PIPE, stderr=log)
        line = self.process.stdout.readline().decode()
        address = re.search(r" on http://([^:]+):(\d+)\.", line)
        assert address, f"{line!r} {self.log.read_text()}"
        self.announcement = line
        self.host, self.port = address[1], int(address[2])

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)

    def call(self, method: str, path: str, body=None, headers=None) -> Reply:
        """`body`: bytes or text as they are, anything else as JSON."""
        headers = dict(headers or {})
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
        with contextlib.closing(self.connect()) as connection:
            connection.request(method, path, body if body is None or isinstance(body, bytes) else body.encode(), headers)
            return Reply(connection.getresponse())

    def ok(self, method: str, path: str, body=None, schema: str = "", status: int = 200, headers=None):
        """A call that has to succeed; its answer."""
        reply = self.call(method, path, body, headers)
        assert reply.status == status, f"{method} {path}: {reply.status} {reply.body.decode()}"
        answer = reply.json()
        if schema:
            validator(schema).validate(answer)
        return answer

    def refused(self, method: str, path: str, body=None, *, status: int, code: str, headers=None) -> dict:
        """A call that has to be refused; its error."""
        reply = self.call(method, path, body, headers)
        answer = reply.json()
        validator("error.json").validate(answer)
        assert (reply.status, answer["error"]["code"]) == (status, code), answer
        return answer["error"]

    def wait_until_indexed(self, project: str) -> dict:
        def state():
            now = self.ok("GET", f"/api/v1/projects/{project}/index")
            return now if now["state"] != "indexing" and now["coverage"] == 1 else None

        return wait_for(state, f"the index of {project}")

    def stop(self, how=signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        return self.process.returncode

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            for close in self.onlookers:
                close()
            self.process.kill()
        self.process.wait(PATIENCE)
        if not self.process.stdout.closed:
            self.process.stdout.close()


@contextlib.contextmanager
def opened(program, *options, **more):
    """A server that opened its page, the part of its address behind the slash, and the file with a code that leads to it."""
    browser, told = program.home / "browser", program.home / "told"
    told.unlink(missing_ok=True)
    browser.write_text(f'#!/bin/sh\necho "$@" >{told}.part && mv {told}.part {told}\n')
    browser.chmod(0o755)
    with Server(program, *options, "--open", env={"BROWSER": f"{browser}:other"}, **more) as server:
        wait_for(told.exists, "the browser")
        address, file = told.read_text().strip(), None
        assert "code=" not in address  # every user of the machine can read the arguments of a program
        if address.startswith("file://"):
            file = pathlib.Path(urllib.parse.unquote(address.removeprefix("file://")))
            address = html.unescape(re.search('http-equiv="refresh" content="0; url=([^"]+)"', file.read_text())[1])
        base = f"http://127.0.0.1:{server.port}/"
        assert address.startswith(base)
        yield server, address.removeprefix(base), file
        assert server.stop() == 0
        assert file is None or not file.parent.exists()


def events(server: Server, path: str):
    """The events of a stream, as (type, data), until it ends."""
    with contextlib.closing(server.connect()) as connection:
        connection.request("GET", path, headers={"Accept": "text/event-stream"})
        response = connection.getresponse()
        assert response.status == 200, response.read()
        assert response.headers["Content-Type"].startswith("text/event-stream")
        kind, data = "message", []
        for line in response:
            text = line.decode().rstrip("\r\n")
            if text.startswith("event:"):
                kind = text[6:].strip()
            elif text.startswith("data:"):
                data.append(text[5:].removeprefix(" "))
            elif not text and data:
                yield kind, json.loads("\n".join(data))
                kind, data = "message", []


def make_project(folder: pathlib.Path, name: str = "login") -> pathlib.Path:
    folder.mkdir(parents=True)
    (folder / f"{name}.py").write_text(f"def {name}(user):\n    return user.session\n")
    return folder


@contextlib.contextmanager
def locked(state: pathlib.Path):
    """Another process holds the index of a project, as one that indexes does."""
    with subprocess.Popen([sys.executable, "-c", LOCKER, str(state / "index.lock")], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline()
        yield
        holder.stdin.close()
        assert holder.wait(PATIENCE) == 0


LOCKER = """
import fcntl, struct, sys
file = open(sys.argv[1], "a+")
fcntl.fcntl(file, 37, struct.pack("hhqqi", fcntl.F_WRLCK, 0, 0, 0, 0))  # F_OFD_SETLK
print("locked", flush=True)
sys.stdin.read()
"""
