"""Long-running programs with a text index, for `benchmarks/grep/speed`."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os
import pathlib
import re
import resource
import socket
import sqlite3
import subprocess
import time
import urllib.request

ONE_CORE = ["taskset", "-c", "0"]


def bytes_below(folder: pathlib.Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def run_timed(command: list[str], **options) -> float:
    """Runs a command and returns its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cpu_of(process: int) -> float:
    """CPU milliseconds of a process, from its clock (clock_getcpuclockid(3))."""
    return time.clock_gettime_ns(~process << 3 | 2) / 1e6


class Agent:
    """`codeweaver mcp`: watches the tree. search_text returns ranked lines with their scopes and masked secrets."""

    name = "codeweaver search_text"

    def __init__(self, program: str, tree: pathlib.Path):
        self.index_seconds = run_timed([program, "index", str(tree)])
        status = subprocess.run([program, "status", "--project", str(tree)], check=True, capture_output=True, text=True).stdout
        self.state = pathlib.Path(re.search("^Index: +(.*)$", status, re.MULTILINE)[1])
        self.index_bytes = bytes_below(self.state)
        self.process = subprocess.Popen([*ONE_CORE, program, "mcp", "--project", str(tree)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        self.number = 0
        self.request("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}})
        while self.ask("needle_none", 1)[0] > 20:  # wait until the folder is watched
            time.sleep(1)

    def request(self, method: str, params: dict) -> dict:
        self.number += 1
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}) + "\n")
        self.process.stdin.flush()
        while True:
            message = json.loads(self.process.stdout.readline())
            if message.get("id") == self.number:
                return message["result"]

    def takes(self, pattern: str) -> bool:
        return True

    def ask(self, pattern: str, most: int) -> tuple[float, int]:
        """(milliseconds of the search, number of lines). The search stops at 1,000 lines."""
        found = self.request("tools/call", {"name": "search_text", "arguments": {"pattern": pattern}})["structuredContent"]
        return found["execution_time_ms"], found["total_lines"]

    def cpu_ms(self) -> float:
        return cpu_of(self.process.pid)

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


class Trigrams:
    """SQLite's FTS5 with its trigram tokenizer, in this process; searches for the lines in the texts that FTS5 finds."""

    name = "SQLite FTS5 trigram"

    def __init__(self, tree: pathlib.Path, folder: pathlib.Path):
        file = folder / "trigrams.db"
        begin = time.process_time()
        self.database = sqlite3.connect(file)
        self.database.execute("CREATE VIRTUAL TABLE t USING fts5(path UNINDEXED, body, tokenize='trigram case_sensitive 1')")
        rows = ((str(one), one.read_text(errors="ignore")) for one in tree.rglob("*") if one.is_file() and ".git" not in one.parts)
        self.database.executemany("INSERT INTO t VALUES (?, ?)", rows)
        self.database.commit()
        self.index_seconds = time.process_time() - begin
        self.index_bytes = file.stat().st_size

    def takes(self, pattern: str) -> bool:
        return pattern.isidentifier()

    def ask(self, pattern: str, most: int) -> tuple[float, int]:
        begin = time.perf_counter()
        lines = 0
        for path, body in self.database.execute("SELECT path, body FROM t WHERE t MATCH ?", ('"' + pattern + '"',)):
            lines += len(re.findall(f".*{pattern}.*", body))
            if lines >= most:
                break
        return (time.perf_counter() - begin) * 1e3, min(lines, most)

    def cpu_ms(self) -> float:
        return time.process_time() * 1e3

    def close(self) -> None:
        self.database.close()


class Zoekt:
    """zoekt-webserver over HTTP. It answers from its index and does not check the files."""

    name = "zoekt"

    def __init__(self, programs: pathlib.Path, tree: pathlib.Path, folder: pathlib.Path):
        index = folder / "zoekt"
        self.index_seconds = run_timed([*ONE_CORE, str(programs / "zoekt-index"), "-index", str(index), str(tree)])
        self.index_bytes = bytes_below(index)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            address = f"127.0.0.1:{free.getsockname()[1]}"
        self.url = f"http://{address}/api/search"
        self.process = subprocess.Popen([*ONE_CORE, str(programs / "zoekt-webserver"), "-listen", address, "-index", str(index), "-rpc"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "GOMAXPROCS": "1"})
        for _ in range(300):
            try:
                if self.ask("needle_one", 1)[1] == 1:
                    break
            except OSError:
                pass
            time.sleep(1)

    def takes(self, pattern: str) -> bool:
        return True

    def ask(self, pattern: str, most: int) -> tuple[float, int]:
        """Milliseconds of the request. Its limits count matches; lines of these trees have two matches each."""
        options = {"MaxMatchDisplayCount": 2 * most, "MaxDocDisplayCount": most, "TotalMaxMatchCount": 2 * most, "ShardMaxMatchCount": 2 * most}
        escaped = pattern.replace("\\", "\\\\")
        body = json.dumps({"Q": f'case:yes content:"{escaped}"', "Opts": options}).encode()
        begin = time.perf_counter()
        with urllib.request.urlopen(urllib.request.Request(self.url, body, {"Content-Type": "application/json"})) as reply:
            answer = json.loads(reply.read())["Result"]
        wall = (time.perf_counter() - begin) * 1e3
        return wall, sum(len(file.get("LineMatches") or ()) for file in answer.get("Files") or ())

    def cpu_ms(self) -> float:
        return cpu_of(self.process.pid)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


def build_ayg(program: str, tree: pathlib.Path, folder: pathlib.Path) -> None:
    """aygrep indexes the files that git tracks. It writes the index into the working directory."""
    place = folder / "ayg"
    place.mkdir()
    own = {**os.environ, "GIT_INDEX_FILE": str(folder / "ayg.files")}
    subprocess.run(["git", "add", "-N", "."], cwd=tree, env=own, check=True)
    seconds = run_timed([program, "build", str(tree)], cwd=place, env=own)
    print(f"ayg: index of {bytes_below(place) / 1e6:.0f} MB in {seconds:.1f} s of CPU time")
