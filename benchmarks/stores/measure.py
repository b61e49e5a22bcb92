#!/usr/bin/env python3
"""Measures stores on one source tree: filling, verifying, searching, memory, bytes, and agreement of the answers."""
# SPDX-License-Identifier: MIT OR Apache-2.0
#   build/venv/bin/python benchmarks/stores/measure.py FOLDER [--queries 100] [--store postgres] [--nodes 1] [--json FILE]
# Starts PostgreSQL and OpenSearch like the tests. --qdrant names a Qdrant server to measure. --store qdrant_engine measures Qdrant's engine
# behind the shim of the tests; its times say nothing about the server. Rows are printed and saved as soon as they are measured.

import argparse
import json
import os
import pathlib
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "integration"))

from conftest import Program  # noqa: E402
from opensearch_service import OpenSearch  # noqa: E402
from store_services import Postgres, QdrantShim  # noqa: E402

from asking import memory_mb, overlap, questions, searches  # noqa: E402

MOST_SECONDS = 3600  # time limit for filling a store; large trees take long on a busy machine
INDEXES = (("HNSW", "auto"), ("exact", "scan"))


class Run:
    """One tree, or each of its folders as a separate project, and the measurements."""

    def __init__(self, options: argparse.Namespace, home: pathlib.Path):
        self.options, self.rows = options, {}
        self.folder = options.folder.resolve()
        self.program = Program(home)
        self.projects = sorted(folder for folder in self.folder.iterdir() if folder.is_dir()) if options.divided else [self.folder]
        each = -(-options.queries // len(self.projects))
        asked = [questions(project, each) for project in self.projects]
        self.asked = [mine[i] for i in range(each) for mine in asked if i < len(mine)][:options.queries]

    def keep(self, name: str, row: dict) -> None:
        expected = self.rows.get("embedded", row)
        row["overlap_at_10"] = overlap(row["found"], expected["found"])
        row["overlap_at_10_filtered"] = overlap(row["filtered"], expected["filtered"])
        self.rows[name] = row
        shown = {name: {key: value if isinstance(value, str) else round(value, 3) for key, value in row.items()
                        if key not in ("found", "filtered")} for name, row in self.rows.items()}
        print(name, json.dumps(shown[name]), flush=True)
        if self.options.json:
            self.options.json.write_text(json.dumps(shown, indent=1) + "\n")

    def embedded(self) -> None:
        begin = time.monotonic()
        for project in self.projects:
            done = self.program.run("index", project, timeout=MOST_SECONDS)
            assert done.code == 0, done.err
        index_s = time.monotonic() - begin
        states = [self.program.state(project) for project in self.projects]
        size = sum(file.stat().st_size for state in states for file in state.rglob("*") if file.is_file())
        self.keep("embedded", {"fill_s": index_s, "bytes": size, **self.searches({})})

    def searches(self, env: dict, service: list = ()) -> dict:
        return searches(self.program, self.projects[0], self.asked, env, service)

    def fill(self, kind: str, env: dict) -> dict:
        def migrate() -> tuple[float, list]:
            begin, trees = time.monotonic(), []
            for project in self.projects:
                done = self.program.run("migrate", "--to", kind, "-p", project, "-o", "json", env=env, timeout=MOST_SECONDS)
                assert done.code == 0, done.err
                trees += done.json()["trees"]
            return time.monotonic() - begin, trees

        seconds, trees = migrate()
        records = sum(tree["records"] for tree in trees)
        verifying, again = migrate()
        assert not any(tree["written"] for tree in again)
        filling = max(seconds - verifying, 1e-3)
        return {"records": records, "fill_s": filling, "verify_s": verifying, "records_per_s": records / filling}

    def store(self, kind: str, name: str, env: dict, service: list, size) -> None:
        """Fills a store and searches it with and without its vector index, and like a machine without a local index. `size`: returns its bytes."""
        filled = self.fill(kind, env)
        filled["memory_after_fill_mb"] = memory_mb(service)
        for index, value in INDEXES:
            row = self.searches({**env, "CODEWEAVER_STORE_VECTOR_INDEX": value}, service)
            self.keep(f"{name}, {index}", {**filled, **row, "bytes": size()})
        if len(self.projects) == 1:
            project = self.program.ok("status", "-p", self.folder, "-o", "json").json()["project_id"]
            node = Program(pathlib.Path(tempfile.mkdtemp(dir=self.program.home)))
            self.keep(f"{name}, query node", searches(node, self.folder, self.asked, env, service, from_store=project))

    def postgres(self) -> None:
        servers = [Postgres() for _ in range(self.options.servers)]
        try:
            envs = [server.settings("measured") for server in servers]
            env = {**envs[0], "CODEWEAVER_STORE_URL": " ".join(one["CODEWEAVER_STORE_URL"] for one in envs)}

            def size() -> int:
                return sum(int(server.query("measured", "SELECT pg_database_size('measured')")) for server in servers)

            name = "postgres" if len(servers) == 1 else f"postgres, {len(servers)} servers"
            self.store("postgres", name, env, [server.process for server in servers], size)
            for server in servers:
                for table in ("records", "postings"):
                    print(table, server.query("measured", f"SELECT pg_total_relation_size('codeweaver.{table}')"), "bytes",
                          server.query("measured", f"SELECT count(*) FROM codeweaver.{table}"), "rows")
                print("HNSW", server.query("measured", "SELECT sum(pg_relation_size(indexrelid)) FROM pg_stat_user_indexes "
                                                       "WHERE indexrelname LIKE 'records_hnsw%'"), "bytes", flush=True)
        finally:
            for server in servers:
                server.remove()

    def opensearch(self) -> None:
        """With several nodes, each index has as many shards as nodes, and one copy of each shard."""
        nodes = self.options.nodes
        cluster = OpenSearch(nodes, self.options.heap, lives_long=True)
        try:
            if nodes > 1:
                cluster.call("PUT", "/_index_template/copies",
                             {"index_patterns": ["*"], "template": {"settings": {"number_of_shards": nodes, "number_of_replicas": 1}}})

            def size() -> int:
                return cluster.call("GET", "/measured*/_stats/store")["_all"]["total"]["store"]["size_in_bytes"]

            self.store("opensearch", f"opensearch, {nodes} nodes of {self.options.heap}", cluster.settings("measured"), cluster.processes, size)
        finally:
            cluster.remove()

    def qdrant_engine(self) -> None:
        with tempfile.TemporaryDirectory() as place:
            os.environ["TMPDIR"] = place  # the shim puts the files of the engine there
            shim = QdrantShim(engine=True)
            del os.environ["TMPDIR"]

            def size() -> int:
                return sum(512 * file.stat().st_blocks for file in pathlib.Path(place).rglob("*") if file.is_file())

            try:
                self.store("qdrant", "qdrant's engine behind the shim", shim.settings(), [shim.process], size)
            finally:
                shim.remove()

    def qdrant(self) -> None:
        self.store("qdrant", "qdrant", {"CODEWEAVER_STORE_KIND": "qdrant", "CODEWEAVER_STORE_URL": self.options.qdrant}, [], lambda: 0)


def main() -> None:
    stores = ("postgres", "opensearch", "qdrant_engine")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--store", choices=stores, action="append", help="store to measure besides the index; may be repeated (default: postgres, opensearch)")
    parser.add_argument("--divided", action="store_true", help="each folder of the tree is a project")
    parser.add_argument("--servers", type=int, default=1, help="number of PostgreSQL servers; the projects are divided among them")
    parser.add_argument("--nodes", type=int, default=1, help="of OpenSearch")
    parser.add_argument("--heap", default="512m", help="of each node")
    parser.add_argument("--qdrant", help="address of a Qdrant server")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        run = Run(options, pathlib.Path(home))
        run.embedded()
        for store in options.store or stores[:2]:
            getattr(run, store)()
        if options.qdrant:
            run.qdrant()


if __name__ == "__main__":
    os.environ.pop("CODEWEAVER_STORE_KIND", None)
    main()
