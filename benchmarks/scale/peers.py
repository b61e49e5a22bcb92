#!/usr/bin/env python3
"""Indexes a tree and runs the queries with one other program (requirements.txt). Writes the measurements as JSON."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import argparse
import json
import pathlib
import re
import resource
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import trees  # noqa: E402

ROW_LINES = 50  # lines of a file in one row, for programs that index texts
TOP = 10
WORD = re.compile(r"[A-Za-z0-9_]{2,}")
MOST_WORDS = 20  # most words of a query


def words_of(query: str) -> list[str]:
    return list(dict.fromkeys(WORD.findall(query)))[:MOST_WORDS]


def read_rows(tree: pathlib.Path):
    """(path, first line, text) of every row of the code in a tree."""
    for path, _ in trees.list_code(tree):
        lines = (tree / path).read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
        for first in range(0, len(lines), ROW_LINES):
            yield path, first + 1, "".join(lines[first:first + ROW_LINES])


class Fts5:
    """SQLite FTS5 on rows of 50 lines: any of the words, best rows by bm25()."""

    def __init__(self, tree: pathlib.Path, work: pathlib.Path):
        self.base = sqlite3.connect(work / "fts.db")
        self.base.execute("CREATE VIRTUAL TABLE code USING fts5(path UNINDEXED, line UNINDEXED, body)")
        self.base.executemany("INSERT INTO code VALUES (?, ?, ?)", read_rows(tree))
        self.base.commit()

    def ask(self, query: str) -> int:
        match = " OR ".join(f'"{word}"' for word in words_of(query))
        return len(self.base.execute("SELECT path, line, body FROM code WHERE code MATCH ? ORDER BY bm25(code) LIMIT ?",
                                     (match, TOP)).fetchall()) if match else 0


class Tantivy:
    """tantivy on rows of 50 lines: any of the words, best rows by BM25."""

    def __init__(self, tree: pathlib.Path, work: pathlib.Path):
        import tantivy
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("path", stored=True, tokenizer_name="raw")
        builder.add_integer_field("line", stored=True)
        builder.add_text_field("body", stored=True)
        (work / "tantivy").mkdir()
        self.index = tantivy.Index(builder.build(), path=str(work / "tantivy"))
        writer = self.index.writer(heap_size=256 << 20)
        for path, line, text in read_rows(tree):
            writer.add_document(tantivy.Document(path=path, line=line, body=text))
        writer.commit()
        writer.wait_merging_threads()
        self.index.reload()
        self.searcher = self.index.searcher()

    def ask(self, query: str) -> int:
        words = [word for word in words_of(query) if len(word) < 40]  # its tokenizer drops longer words
        if not words:
            return 0
        parsed = self.index.parse_query(" ".join(f'"{word}"' for word in words), ["body"])
        hits = self.searcher.search(parsed, TOP).hits
        return len([self.searcher.doc(address)["body"] for _, address in hits])


class Ripgrep:
    """Without an index: counts the words in all files with ripgrep and reads the ten files with the highest counts."""

    def __init__(self, tree: pathlib.Path, work: pathlib.Path, program: str = "rg"):
        self.tree, self.program = tree, program

    def ask(self, query: str) -> int:
        words = [part for word in words_of(query) for part in ("-e", word)]
        if not words:
            return 0
        found = subprocess.run([self.program, "-i", "-F", "--count-matches", "--no-messages", *words, str(self.tree)],
                               stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace").stdout
        counts = [(int(count), path) for path, _, count in (line.rpartition(":") for line in found.splitlines())]
        return len([pathlib.Path(path).read_bytes() for _, path in sorted(counts, reverse=True)[:TOP]])


class Semble:
    """semble in BM25 mode: its chunks, tokens and reranking, without weights for vectors."""

    def __init__(self, tree: pathlib.Path, work: pathlib.Path):
        sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "quality"))
        import run_semble
        self.search, self.model = run_semble.search, run_semble.NoModel()
        self.bm25, self.vectors, self.chunks, _ = run_semble.create_index_from_path(
            tree, self.model, content=tuple(run_semble.ContentType), display_root=tree)

    def ask(self, query: str) -> int:
        return len(self.search(query, self.model, self.vectors, self.bm25, self.chunks, TOP, alpha=0.0, rerank=True))


class Faiss:
    """FAISS on the vectors of the same chunks: exact (flat), or a graph (HNSW, M 32, efSearch 64)."""

    BLOCK = 20_000  # vectors in memory besides the index

    def __init__(self, vectors: pathlib.Path, dimension: int, kind: str):
        import faiss
        import numpy
        self.numpy, self.file, self.dimension = numpy, vectors, dimension
        count = vectors.stat().st_size // (4 * dimension)
        metric = faiss.METRIC_INNER_PRODUCT
        if kind == "flat":
            self.index = faiss.IndexFlat(dimension, metric)
        else:
            self.index = faiss.IndexHNSWFlat(dimension, 32, metric)
            self.index.hnsw.efConstruction, self.index.hnsw.efSearch = 80, 64
        faiss.omp_set_num_threads(2)
        for _, block in self.blocks():
            self.index.add(block)
        faiss.omp_set_num_threads(1)
        self.size = count * dimension * 4 + (count * 32 * 2 * 4 if kind == "hnsw" else 0)

    def blocks(self):
        """Yields (number of the first vector, vectors) for each block."""
        with self.file.open("rb") as source:
            first = 0
            while data := source.read(self.BLOCK * self.dimension * 4):
                block = self.numpy.frombuffer(data, dtype="float32").reshape(-1, self.dimension)
                yield first, block
                first += len(block)

    def queries(self):
        """Vectors of the index plus noise of half their length."""
        random = self.numpy.random.default_rng(1)
        chosen = set(random.choice(self.index.ntotal, size=min(400, self.index.ntotal), replace=False).tolist())
        rows = [block[at - first] for first, block in self.blocks() for at in sorted(chosen) if first <= at < first + len(block)]
        noise = random.standard_normal((len(rows), self.dimension)) * 0.5 / self.dimension ** 0.5
        return list((self.numpy.stack(rows) + noise).astype("float32"))

    def ask(self, query):
        return self.index.search(query[None], TOP)[1][0]

    def recall(self, queries) -> float:
        """Share of the exact ten best results that are found, over 50 queries."""
        asked = self.numpy.stack(queries[:50])
        best = [[] for _ in asked]
        for first, block in self.blocks():
            for at, scores in enumerate(asked @ block.T):
                top = self.numpy.argsort(-scores, kind="stable")[:TOP]
                best[at] = sorted(best[at] + [(-scores[row], first + row) for row in top])[:TOP]
        found = sum(len({row for _, row in rows} & set(self.ask(query).tolist())) for rows, query in zip(best, asked, strict=True))
        return float(found) / sum(map(len, best))


def peak_rss_mib(reset: bool = False) -> float:
    """Peak memory since the last reset, if the system supports resets; otherwise since the start."""
    status = pathlib.Path("/proc/self/status").read_text()
    peak = int(re.search(r"VmHWM:\s+(\d+)", status).group(1)) / 1024
    if reset:
        try:
            pathlib.Path("/proc/self/clear_refs").write_text("5")
        except OSError:
            pass
    return peak


def cpu_s() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def time_queries(ask, queries: list, budget_s: float) -> dict:
    """Latency of each query, measured once, after three warm-up queries, until the time budget is used up."""
    for query in queries[:3]:
        ask(query)
    times, end, cpu = [], time.monotonic() + budget_s, cpu_s()
    for query in queries:
        started = time.perf_counter()
        ask(query)
        times.append((time.perf_counter() - started) * 1e3)
        if time.monotonic() > end:
            break
    cpu = (cpu_s() - cpu) * 1e3 / len(times)
    times.sort()
    def at(share):
        return times[min(len(times) - 1, int(share * len(times)))]
    return {"samples": len(times), "p50": at(0.5), "p95": at(0.95), "p99": at(0.99), "cpu": cpu}


def measure(options: argparse.Namespace) -> dict:
    queries = json.loads(options.queries.read_text()) if options.queries else []
    started, cpu = time.perf_counter(), cpu_s()
    if options.peer.startswith("faiss"):
        peer = Faiss(options.vectors, options.dimension, options.peer.removeprefix("faiss-"))
        queries = peer.queries()
    elif options.peer == "ripgrep":
        peer = Ripgrep(options.tree, options.work, options.ripgrep)
    else:
        peer = {"fts5": Fts5, "tantivy": Tantivy, "semble": Semble}[options.peer](options.tree, options.work)
    out = {"name": options.peer, "index_wall_s": time.perf_counter() - started, "index_cpu_s": cpu_s() - cpu,
           "index_rss_mib": peak_rss_mib(reset=True)}
    out["query_ms"] = time_queries(peer.ask, queries, options.budget)
    out["query_rss_mib"] = peak_rss_mib()
    if options.peer == "ripgrep":
        out["query_rss_mib"] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    out["disk_bytes"] = sum(file.stat().st_size for file in options.work.rglob("*") if file.is_file())
    if options.peer.startswith("faiss"):
        out |= {"recall_10": peer.recall(queries), "disk_bytes": peer.size}
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", choices=["fts5", "tantivy", "ripgrep", "semble", "faiss-flat", "faiss-hnsw"])
    parser.add_argument("--tree", type=pathlib.Path)
    parser.add_argument("--queries", type=pathlib.Path, help="JSON list of texts")
    parser.add_argument("--work", required=True, type=pathlib.Path, help="empty folder for its files")
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--budget", type=float, default=60, help="seconds for queries (default: %(default)s)")
    parser.add_argument("--ripgrep", default="rg", help="path of ripgrep (default: %(default)s)")
    parser.add_argument("--vectors", type=pathlib.Path, help="32-bit floats, for FAISS")
    parser.add_argument("--dimension", type=int, default=256)
    options = parser.parse_args()
    options.out.write_text(json.dumps(measure(options)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
