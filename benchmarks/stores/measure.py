#!/usr/bin/env python3
"""Measures stores on one source tree: filling and verifying them, searching through them, bytes, and how answers compare."""
# SPDX-License-Identifier: MIT OR Apache-2.0
#   build/venv/bin/python benchmarks/stores/measure.py FOLDER [--queries 100] [--nodes 1] [--only postgres] [--json FILE]
# Starts PostgreSQL and OpenSearch as the tests do. Qdrant is measured where --qdrant names a server: the shim of the tests says nothing of it.

import argparse
import json
import os
import pathlib
import random
import re
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "integration"))

from conftest import Program  # noqa: E402
from opensearch_service import OpenSearch  # noqa: E402
from service_client import Server  # noqa: E402
from store_services import Postgres  # noqa: E402

MOST_SECONDS = 3600  # for filling a store: large trees take long on a machine that does other things
NAME = re.compile(r"\b(?:def|class|func|function|void|int|public|static|struct)\s+([A-Za-z_]\w{5,})")


def questions(folder: pathlib.Path, count: int) -> list[str]:
    """Names that the tree defines, one or two at a time, in words and as they are; the same for the same tree."""
    names = set()
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.suffix in {".py", ".go", ".java", ".scala", ".c", ".h", ".cpp", ".rb", ".ts", ".js", ".php", ".cs"}:
            names.update(NAME.findall(file.read_text(errors="ignore")[:20_000]))
    chosen = random.Random(7).sample(sorted(names), min(len(names), 2 * count))
    words = [re.sub(r"(?<=[a-z])(?=[A-Z])|_+", " ", name).strip() for name in chosen]
    return [words[i] if i % 3 == 0 else f"where is {words[i]} done" if i % 3 == 1 else f"{words[i]} and {words[-i]}"
            for i in range(min(count, len(words)))]


def places(answer: dict) -> list:
    return [(match["file"]["path"], *match["span"]) for match in answer["matches"][:10]]


def retrieval_seconds(server: Server) -> float:
    """What finding candidates took so far, in all searches together."""
    text = server.call("GET", "/metrics").body.decode()
    return float(re.search(r'codeweaver_search_stage_seconds_total\{stage="retrieval"\} (\S+)', text)[1])


def cpu_seconds(processes: list) -> float:
    """What they and their children used so far: unlike times it says the same beside other programs."""
    ids = {process.pid for process in processes}
    used = 0
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:  # it ended meanwhile
            continue
        if int(stat.parent.name) in ids or int(fields[1]) in ids:
            used += sum(map(int, fields[11:15]))
    return used / os.sysconf("SC_CLK_TCK")


def searches(program: Program, folder: pathlib.Path, asked: list[str], env: dict, service: list | None = None) -> dict:
    """Latencies of a server, one search after the other, and the places of each answer's best ten.

    The folder is watched, so that no search looks at its files. `service`: processes of the store, whose processor time is measured."""
    with Server(program, "-p", folder, env=env) as server:
        server.wait_until_indexed(folder.name)
        for query in asked[:10]:
            server.call("POST", "/api/v1/search", {"query": query})
        times, found, before = [], [], retrieval_seconds(server)
        own, theirs = cpu_seconds([server.process]), cpu_seconds(service or [])
        for query in asked:
            begin = time.perf_counter()
            reply = server.call("POST", "/api/v1/search", {"query": query})
            times.append(1000 * (time.perf_counter() - begin))
            assert reply.status == 200, reply.body
            found.append(places(reply.json()))
        retrieval = 1000 * (retrieval_seconds(server) - before) / len(asked)
        own, theirs = (1000 * (now - past) / len(asked) for now, past in
                       ((cpu_seconds([server.process]), own), (cpu_seconds(service or []), theirs)))
    times.sort()
    return {"p50_ms": statistics.median(times), "p95_ms": times[int(0.95 * len(times)) - 1], "mean_retrieval_ms": retrieval,
            "cpu_ms": own, "service_cpu_ms": theirs, "found": found}


def overlap(found: list, expected: list) -> float:
    """The mean share of the best ten places that both have."""
    shares = [len(set(a) & set(b)) / len(b) for a, b in zip(found, expected) if b]
    return sum(shares) / len(shares)


def fill(program: Program, folder: pathlib.Path, kind: str, env: dict) -> dict:
    def migrate() -> dict:
        done = program.run("migrate", "--to", kind, "-p", folder, "-o", "json", env=env, timeout=MOST_SECONDS)
        assert done.code == 0, done.err
        return done.json()

    begin = time.monotonic()
    report = migrate()
    seconds = time.monotonic() - begin
    records = sum(tree["records"] for tree in report["trees"])
    begin = time.monotonic()
    again = migrate()
    verifying = time.monotonic() - begin
    assert not any(tree["written"] for tree in again["trees"])
    return {"records": records, "fill_s": seconds - verifying, "verify_s": verifying,
            "records_per_s": records / max(seconds - verifying, 1e-3)}


def measure_postgres(program: Program, folder: pathlib.Path, asked: list[str], expected: list) -> dict:
    rows = {}
    server = Postgres()
    try:
        env = server.settings("measured")
        for name, index in (("postgres, HNSW", "auto"), ("postgres, exact", "scan")):
            settings = {**env, "CODEWEAVER_STORE_VECTOR_INDEX": index}
            row = fill(program, folder, "postgres", settings) if index == "auto" else {}
            row.update(searches(program, folder, asked, settings, [server.process]))
            row["overlap_at_10"] = overlap(row["found"], expected)
            row["bytes"] = int(server.query("measured", "SELECT pg_database_size('measured')"))
            rows[name] = row
        for table in ("records", "postings"):
            print(table, server.query("measured", f"SELECT pg_total_relation_size('codeweaver.{table}')"), "bytes")
        print("HNSW", server.query("measured", "SELECT sum(pg_relation_size(indexrelid)) FROM pg_stat_user_indexes "
                                               "WHERE indexrelname LIKE 'records_hnsw%'"), "bytes")
    finally:
        server.remove()
    return rows


def measure_opensearch(program: Program, folder: pathlib.Path, asked: list[str], expected: list, nodes: int) -> dict:
    """Of several nodes each index has as many shards, and one copy of each."""
    rows = {}
    cluster = OpenSearch(nodes)
    try:
        if nodes > 1:
            cluster.call("PUT", "/_index_template/copies",
                         {"index_patterns": ["*"], "template": {"settings": {"number_of_shards": nodes, "number_of_replicas": 1}}})
        for name, index in ((f"opensearch, {nodes} nodes, HNSW", "auto"), (f"opensearch, {nodes} nodes, exact", "scan")):
            settings = {**cluster.settings("measured"), "CODEWEAVER_STORE_VECTOR_INDEX": index}
            row = fill(program, folder, "opensearch", settings) if index == "auto" else {}
            row.update(searches(program, folder, asked, settings, cluster.processes))
            row["overlap_at_10"] = overlap(row["found"], expected)
            row["bytes"] = cluster.call("GET", "/measured*/_stats/store")["_all"]["total"]["store"]["size_in_bytes"]
            rows[name] = row
    finally:
        cluster.remove()
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=1, help="of OpenSearch")
    parser.add_argument("--only", choices=("postgres", "opensearch"), help="beside the index itself")
    parser.add_argument("--qdrant", help="address of a server")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    folder = options.folder.resolve()
    asked = questions(folder, options.queries)
    rows = {}
    with tempfile.TemporaryDirectory() as home:
        program = Program(pathlib.Path(home))
        begin = time.monotonic()
        done = program.run("index", folder, timeout=MOST_SECONDS)
        assert done.code == 0, done.err
        index_s = time.monotonic() - begin
        embedded = searches(program, folder, asked, {})
        state = program.state(folder)
        size = sum(file.stat().st_size for file in state.rglob("*") if file.is_file())
        rows["embedded"] = {"fill_s": index_s, "bytes": size, **embedded}
        if options.only in (None, "postgres"):
            rows.update(measure_postgres(program, folder, asked, embedded["found"]))
        if options.only in (None, "opensearch"):
            rows.update(measure_opensearch(program, folder, asked, embedded["found"], options.nodes))
        if options.qdrant:
            env = {"CODEWEAVER_STORE_KIND": "qdrant", "CODEWEAVER_STORE_URL": options.qdrant}
            row = fill(program, folder, "qdrant", env)
            row.update(searches(program, folder, asked, env))
            row["overlap_at_10"] = overlap(row["found"], embedded["found"])
            rows["qdrant"] = row
    for name, row in rows.items():
        print(name, {key: round(value, 3) for key, value in row.items() if key != "found"})
    if options.json:
        options.json.write_text(json.dumps({name: {k: v for k, v in row.items() if k != "found"} for name, row in rows.items()}, indent=1))


if __name__ == "__main__":
    os.environ.pop("CODEWEAVER_STORE_KIND", None)
    main()
