#!/usr/bin/env python3
"""Fills three OpenSearch nodes with a growing project of generated code, searches it, and kills a node during writes and searches."""
# SPDX-License-Identifier: MIT OR Apache-2.0
#   build/venv/bin/python benchmarks/stores/cluster.py FOLDER [--chunks 1m] [--step 50k] [--minutes 40] [--heap 1g] [--json FILE]
# FOLDER is created; its disk needs 40 KB of free space for each chunk. Needs codeweaver and benchmark_cases in CODEWEAVER_BUILD. Filling
# ends after all chunks, or with the first step after --minutes. The chunks filled so far are searched and verified in both cases.

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "integration"), str(ROOT / "benchmarks" / "scale")]

from conftest import BUILD, Program  # noqa: E402
from opensearch_service import OpenSearch  # noqa: E402
from run import size_of  # noqa: E402
from trees import BYTES_A_CHUNK  # noqa: E402

from asking import cpu_seconds, memory_mb, overlap, questions, searches  # noqa: E402

NODES = 3
FEW = 20
VICTIM = 1  # neither the first nor the last node that searches use


class Growth:
    """A generated tree. Step by step, its folders become part of a project."""

    def __init__(self, place: pathlib.Path, chunks: int):
        self.waiting, self.project = place / "waiting", place / "generated"
        self.project.mkdir(parents=True)
        subprocess.run([BUILD / "benchmark_cases", "--generate", self.waiting, "--bytes", str(chunks * BYTES_A_CHUNK["generated"])],
                       check=True)
        self.folders = sorted(folder for folder in self.waiting.rglob("*")
                              if folder.is_dir() and any(file.is_file() for file in folder.iterdir()))

    def grow(self, chunks: int) -> None:
        size = 0
        while self.folders and size < chunks * BYTES_A_CHUNK["generated"]:
            folder = self.folders.pop(0)
            target = self.project / folder.relative_to(self.waiting)
            target.mkdir(parents=True, exist_ok=True)
            for file in [file for file in folder.iterdir() if file.is_file()]:
                size += file.stat().st_size
                file.rename(target / file.name)


class Run:
    def __init__(self, options: argparse.Namespace, home: pathlib.Path, cluster: OpenSearch):
        self.options, self.cluster, self.program = options, cluster, Program(home)
        self.env = cluster.settings("million")
        self.growth = Growth(options.folder.resolve(), options.chunks)
        self.found = {"steps": [], "heap": options.heap}

    def keep(self) -> None:
        if self.options.json:
            self.options.json.write_text(json.dumps(self.found, indent=1) + "\n")

    def records(self, node: int = 0) -> int:
        return self.cluster.call("GET", "/million_*/_count", node=node)["count"]

    def index(self, kill_after: int = 0) -> dict:
        """Indexes, then writes the records. `kill_after`: number of records after which a node is killed."""
        project = self.growth.project
        begin = time.monotonic()
        self.run("index", project)
        indexed, before = time.monotonic(), self.records() if self.found["steps"] else 0
        used, killed_at = cpu_seconds(self.cluster.processes), 0.0
        process = self.program.start("index", project, env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while kill_after and not killed_at:
            assert process.poll() is None, process.communicate()
            if self.records() >= before + kill_after:
                self.cluster.kill(VICTIM)
                killed_at = time.monotonic()
            time.sleep(0.2)
        error = process.communicate()[1]
        assert process.returncode == 0, error
        end = time.monotonic()
        count = self.program.ok("status", "-p", project, "-o", "json").json()["total_chunks"]
        step = {"chunks": count, "new": count - before, "index_s": indexed - begin, "fill_s": end - indexed,
                "records_per_s": (count - before) / (end - indexed), "memory_mb": memory_mb(self.cluster.processes),
                "bytes": self.size(), "load": os.getloadavg()[0]}
        if killed_at:
            step |= {"killed_after_s": killed_at - indexed, "fill_after_kill_s": end - killed_at, "heal_s": self.heal()}
        else:
            step["service_cpu_ms_a_record"] = 1000 * (cpu_seconds(self.cluster.processes) - used) / max(1, count - before)
        return step

    def run(self, *words) -> None:
        done = self.program.run(*words, timeout=3600)
        assert done.code == 0, done.err

    def size(self) -> int:
        return self.cluster.call("GET", "/million_*/_stats/store")["_all"]["total"]["store"]["size_in_bytes"]

    def heal(self) -> float:
        """Starts the node again. Returns the seconds until each shard has its copies."""
        begin = time.monotonic()
        self.cluster.start()
        self.cluster.wait_until("green", seconds=1800)
        return time.monotonic() - begin

    def fill(self) -> None:
        end, steps = time.monotonic() + 60 * self.options.minutes, self.found["steps"]
        while self.growth.folders and time.monotonic() < end:
            self.growth.grow(self.options.step)
            steps.append(self.index(self.options.step // 3 if len(steps) == 2 else 0))
            print(json.dumps({key: round(value, 2) for key, value in steps[-1].items()}), flush=True)
            self.keep()

    def ask(self, name: str, expected: list, index: str = "auto", is_query_node: bool = False) -> None:
        """Runs the questions. Query nodes get only a few, because they read files for each question."""
        env = {**self.env, "CODEWEAVER_STORE_VECTOR_INDEX": index}
        if is_query_node:
            row = searches(Program(pathlib.Path(tempfile.mkdtemp(dir=self.program.home))), self.growth.project, self.asked[:FEW], env,
                           self.cluster.processes, from_store=self.growth.project.name)
        else:
            row = searches(self.program, self.growth.project, self.asked, env, self.cluster.processes)
        row["overlap_at_10"], row["overlap_at_10_filtered"] = (overlap(row[key], expected[key]) for key in ("found", "filtered"))
        self.found[name] = {key: value for key, value in row.items() if key not in ("found", "filtered")}
        print(name, json.dumps(self.found[name]), flush=True)
        self.keep()

    def ask_all(self) -> None:
        self.asked = questions(self.growth.project, self.options.queries)
        expected = searches(self.program, self.growth.project, self.asked, {})
        self.found["embedded"] = {key: value for key, value in expected.items() if key not in ("found", "filtered")}
        print("embedded", json.dumps(self.found["embedded"]), flush=True)
        self.ask("three nodes", expected)
        self.ask("three nodes, exact", expected, "scan")
        self.ask("three nodes, query node", expected, is_query_node=True)
        self.cluster.kill(VICTIM)
        self.ask("one node down", expected)
        self.ask("one node down, query node", expected, is_query_node=True)
        self.found["heal_s"] = self.heal()

    def verify(self) -> None:
        """Reads all records back and compares them with the index."""
        begin = time.monotonic()
        done = self.program.run("migrate", "--to", "opensearch", "-p", self.growth.project, "-o", "json", env=self.env, timeout=3600)
        assert done.code == 0, done.err
        tree, = done.json()["trees"]
        self.found["verified"] = {"records": tree["records"], "written": tree["written"], "seconds": time.monotonic() - begin}
        print("verified", json.dumps(self.found["verified"]), flush=True)
        self.keep()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--chunks", type=size_of, default=1_000_000)
    parser.add_argument("--step", type=size_of, default=50_000)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--heap", default="1g", help="of each node")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    cluster = OpenSearch(NODES, options.heap, lives_long=True)
    try:
        cluster.call("PUT", "/_index_template/copies",
                     {"index_patterns": ["*"], "template": {"settings": {"number_of_shards": NODES, "number_of_replicas": 1}}})
        with tempfile.TemporaryDirectory() as home:
            run = Run(options, pathlib.Path(home), cluster)
            run.fill()
            run.ask_all()
            run.verify()
    finally:
        cluster.remove()


if __name__ == "__main__":
    os.environ.pop("CODEWEAVER_STORE_KIND", None)
    main()
