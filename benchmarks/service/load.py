#!/usr/bin/env python3
"""Measures `codeweaver server` on loopback with many concurrent searches, and the same searches in process for comparison."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import argparse
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(__file__).resolve().parent / "load.lua"
STOP_S = 60


def parse(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path, help="source tree to serve")
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/release"), help="has codeweaver and codeweaver-bench")
    parser.add_argument("--connections", type=int, nargs="+", default=[20, 200])
    parser.add_argument("--seconds", type=int, default=30, help="seconds for each number of connections (default: %(default)s)")
    parser.add_argument("--requests", type=int, default=100_000, help="requests while memory is measured (default: %(default)s)")
    parser.add_argument("--json", type=pathlib.Path, help="write all figures here")
    return parser.parse_args(words)


def in_process(program: pathlib.Path, folder: pathlib.Path, work: pathlib.Path, environment: dict) -> dict:
    """(queries from the tree, searches per second on the same cores without a server)."""
    file = work / "speed.json"
    subprocess.run([program.with_name("codeweaver-bench"), "speed", folder, "--json", file], check=True, env=environment,
                   stdout=subprocess.DEVNULL)
    return json.loads(file.read_text())


def memory_mib(process: int) -> float:
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024


def context_switches(process: int) -> int:
    total = 0
    for status in pathlib.Path(f"/proc/{process}/task").glob("*/status"):
        total += sum(map(int, re.findall(r"ctxt_switches:\s+(\d+)", status.read_text())))
    return total


def switches_during(process: int, seconds: int) -> int:
    before = context_switches(process)
    subprocess.run(["sleep", str(seconds)], check=True)
    return context_switches(process) - before


class Server:
    """Runs `codeweaver server` on a free port for the duration of the block."""

    def __init__(self, program: pathlib.Path, folder: pathlib.Path, environment: dict):
        self.process = subprocess.Popen([program, "server", "--project", folder, "--port", "0"], env=environment,
                                        stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+?:\d+", line)
        if not found:
            self.stop()
            raise RuntimeError(f"the server did not start: {line!r}")
        self.url = found.group(0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


def load(url: str, connections: int, seconds: int, queries: pathlib.Path) -> dict:
    ran = subprocess.run(["wrk", "-t2", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s", "-s", SCRIPT,
                          f"{url}/api/v1/search"], check=True, capture_output=True, text=True,
                         env={**os.environ, "CODEWEAVER_QUERIES": str(queries)})
    figures = json.loads(ran.stdout.splitlines()[-1])
    figures["per_s"] = figures["requests"] / figures["seconds"]
    return {"connections": connections, **figures}


def watch_memory(server: Server, requests: int, queries: pathlib.Path, rate: float) -> list[dict]:
    """Resident memory at ten points during `requests` requests."""
    points, done = [], 0
    while done < requests:
        step = load(server.url, 20, max(1, round(requests / 10 / rate)), queries)
        done += step["requests"]
        points.append({"requests": done, "rss_mib": memory_mib(server.process.pid), "errors": step["error_statuses"]})
        print(f"  {done:>8,} requests: {points[-1]['rss_mib']:.0f} MiB, {step['per_s']:.0f}/s", flush=True)
    return points


def measure(options: argparse.Namespace, work: pathlib.Path) -> dict:
    program = (options.build / "codeweaver").resolve()
    folder = options.folder.resolve()
    environment = {**os.environ, "XDG_DATA_HOME": str(work / "data"), "XDG_CONFIG_HOME": str(work / "config")}
    speed = in_process(program, folder, work, environment)
    kinds = [kind["texts"] for kind in speed["query"]["kinds"] if kind["is_usual"]]
    queries = work / "queries.jsonl"
    queries.write_text("".join(json.dumps({"query": text}) + "\n" for texts in zip(*kinds) for text in texts))
    subprocess.run([program, "index", folder, "-q"], check=True, env=environment, stdout=subprocess.DEVNULL)
    alone = speed["concurrency"]["two_threads_per_s"]
    print(f"{speed['index']['chunks']:,} chunks; in process, two threads: {alone:.0f} searches/s", flush=True)
    out = {"chunks": speed["index"]["chunks"], "files": speed["index"]["files"], "in_process_per_s": alone, "loads": []}
    with Server(program, folder, environment) as server:
        load(server.url, 2, 3, queries)  # opens the index
        for connections in options.connections:
            figures = load(server.url, connections, options.seconds, queries)
            # At the end wrk closes its connections, each with an unfinished request.
            figures["switches_in_5_s_after_cut"] = switches_during(server.process.pid, 5)
            figures["share_of_in_process"] = figures["per_s"] / alone
            out["loads"].append(figures)
            print(json.dumps(figures), flush=True)
        if options.requests:
            out["memory"] = watch_memory(server, options.requests, queries, out["loads"][0]["per_s"])
        out["idle_switches_per_s"] = switches_during(server.process.pid, 20) / 20
        print(f"idle: {out['idle_switches_per_s']:.2f} context switches/s", flush=True)
    return out


def main() -> int:
    options = parse(sys.argv[1:])
    if not shutil.which("wrk"):
        print("Error: wrk is not installed. On Debian, run: apt-get install wrk", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="codeweaver-load-") as work:
        figures = measure(options, pathlib.Path(work))
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
