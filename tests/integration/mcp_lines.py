"""A client of `codeweaver mcp` that sends raw JSON lines, for both eras of the protocol."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import itertools
import json
import os
import pathlib
import queue
import subprocess
import threading
import time

from conftest import PROGRAM, link_tree

PATIENCE = 120  # of everything that is waited for; only a server that hangs comes near it
MODERN = "2026-07-28"


class LineClient:
    """One server process. Answers and notifications are read by a thread, so that no pipe fills.

    `roots`: the folders that the client says it works in; None: it knows no roots.
    `answers_roots`: False: it never answers roots/list, as some clients do; the requests stay in `unanswered`.
    """

    def __init__(self, program, *arguments, era=MODERN, capabilities=None, env=None, command=None, cwd=None, roots=None,
                 answers_roots=True):
        self.answers_roots, self.unanswered = answers_roots, []
        self.era, self.capabilities, self.roots = era, dict(capabilities or {}), roots
        self.asked_roots = 0
        if roots is not None:
            self.capabilities["roots"] = {"listChanged": True}
        self.process = subprocess.Popen(command or [str(PROGRAM), "mcp", *map(str, arguments)], cwd=cwd or program.home,
                                        env={**program.environment, **(env or {})}, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.ids = itertools.count(1)
        self.lines, self.notes, self.answers, self.errors = [], [], {}, b""
        self.arrived = queue.Queue()
        self.readers = [threading.Thread(target=read, daemon=True) for read in (self.read_out, self.read_err)]
        for reader in self.readers:
            reader.start()
        if era != MODERN:
            self.request("initialize", {"protocolVersion": era, "capabilities": self.capabilities,
                                        "clientInfo": {"name": "lines", "version": "1"}})
            self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def read_out(self):
        for line in self.process.stdout:
            self.lines.append(line)
            self.arrived.put(json.loads(line))
        self.arrived.put(None)

    def read_err(self):
        self.errors = self.process.stderr.read()

    def send(self, message) -> None:
        text = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(text + b"\n")
        self.process.stdin.flush()

    def begin(self, method, params=None, meta=None) -> int:
        """Sends a request without waiting for its answer."""
        params = dict(params or {})
        meta = dict(meta or {})
        if self.era == MODERN:
            meta = {"io.modelcontextprotocol/protocolVersion": MODERN,
                    "io.modelcontextprotocol/clientCapabilities": self.capabilities,
                    "io.modelcontextprotocol/clientInfo": {"name": "lines", "version": "1"}, **meta}
        if meta:
            params["_meta"] = meta
        number = next(self.ids)
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return number

    def take(self, timeout=PATIENCE) -> None:
        """Takes in one message."""
        message = self.arrived.get(timeout=timeout)
        assert message is not None, f"the server ended: {self.errors.decode()}"
        assert message["jsonrpc"] == "2.0"
        if message.get("method") == "roots/list" and not self.answers_roots:
            self.unanswered.append(message)
        elif message.get("method") == "roots/list":
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": self.list_roots()})
        elif "method" in message:
            self.notes.append(message)
        else:
            self.answers[message.get("id")] = message

    def answer(self, number) -> dict:
        while number not in self.answers:
            self.take()
        return self.answers.pop(number)

    def list_roots(self) -> dict:
        self.asked_roots += 1
        return {"roots": [{"uri": pathlib.Path(root).as_uri()} for root in self.roots]}

    def request(self, method, params=None, meta=None) -> dict:
        """The result of a request that has to succeed."""
        answer = self.answer(self.begin(method, params, meta))
        assert "result" in answer, answer
        result = answer["result"]
        if result.get("resultType") != "input_required" or self.roots is None:
            return result
        assert {asked["method"] for asked in result["inputRequests"].values()} == {"roots/list"}, result
        answers = {key: self.list_roots() for key in result["inputRequests"]}
        return self.request(method, {**(params or {}), "inputResponses": answers,
                                     "requestState": result["requestState"]}, meta)

    def refused(self, method, params=None) -> dict:
        """The error of a request that has to fail."""
        answer = self.answer(self.begin(method, params))
        assert "error" in answer, answer
        return answer["error"]

    def call(self, tool, meta=None, **arguments) -> dict:
        """The result of a tool, whether an error or not."""
        return self.request("tools/call", {"name": tool, "arguments": arguments}, meta)

    def ok(self, tool, **arguments) -> dict:
        """The structured content of a call that has to succeed."""
        result = self.call(tool, **arguments)
        assert not result.get("isError"), result
        return result["structuredContent"]

    def wait_note(self, method) -> dict:
        """The next notification of that method."""
        while True:
            for at, note in enumerate(self.notes):
                if note["method"] == method:
                    return self.notes.pop(at)
            self.take()

    def wait_indexed(self, **arguments) -> dict:
        """Waits until the project is indexed and nothing runs."""
        while True:
            status = self.ok("get_status", **arguments)
            if status["indexed"] and status["state"] == "idle" and not status["is_stale"]:
                return status
            time.sleep(0.05)

    def close(self) -> int:
        """Ends standard input; the exit status."""
        if self.process.poll() is None:
            self.process.stdin.close()
        try:
            code = self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            for reader in self.readers:
                reader.join(PATIENCE)
        return code


def copy_files(corpus, folder, count) -> None:
    """Fills a folder with whole packages of real code, until it has so many files."""
    folder.mkdir(parents=True)
    for package in sorted(path for path in corpus.iterdir() if path.is_dir()):
        link_tree(package, folder / package.name)
        if sum(len(files) for _, _, files in os.walk(folder)) >= count:
            return
