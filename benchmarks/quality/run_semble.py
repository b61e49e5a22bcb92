#!/usr/bin/env python3
"""Answers the quality queries with semble (requirements.txt) and writes the ranked lists for `codeweaver-bench quality --vs`."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import argparse
import json
import pathlib
import sys
import time

import numpy as np
from semble.index.create import create_index_from_path
from semble.search import search
from semble.types import ContentType

MODE = """semble's BM25 mode: the weight of vectors is 0, so no model weights are needed, and the rest is as semble ships it: its
chunks, its tokens, its reranking (boosts for files and symbols, penalties by path; --no-rerank leaves that out)."""


class NoModel:
    """Stands in for the embedding model: every text has the same vector, which alpha=0 gives no weight."""

    dim = 1

    def encode(self, texts, **_):
        return np.ones((len(texts), self.dim), dtype=np.float32)


def read_queries(source: pathlib.Path) -> dict[str, list[dict]]:
    """The queries of a JSONL file, or of all *.jsonl of a folder, by repository."""
    by_repo = {}
    for file in sorted(source.glob("*.jsonl")) if source.is_dir() else [source]:
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.strip():
                query = json.loads(line)
                by_repo.setdefault(query["repo"], []).append(query)
    return by_repo


def answer(tree: pathlib.Path, queries: list[dict], options: argparse.Namespace) -> list[str]:
    """One line of results a query."""
    model = NoModel()
    content = tuple(ContentType(name) for name in options.content)
    bm25, vectors, chunks, _ = create_index_from_path(tree, model, content=content, display_root=tree)
    lines = []
    for query in queries:
        found = search(query["query"], model, vectors, bm25, chunks, options.top, alpha=0.0, rerank=options.rerank)
        results = [{"path": hit.chunk.file_path, "start_line": hit.chunk.start_line, "end_line": hit.chunk.end_line,
                    "score": float(hit.score)} for hit in found]
        lines.append(json.dumps({"repo": query["repo"], "query_id": query["query_id"], "results": results}))
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, epilog=MODE)
    parser.add_argument("--repos", required=True, type=pathlib.Path, help="folder with the source tree of each repository")
    parser.add_argument("--queries", required=True, type=pathlib.Path, help="JSONL file, or a folder of them")
    parser.add_argument("--results", required=True, type=pathlib.Path, help="JSONL file to write")
    parser.add_argument("--top", type=int, default=10, help="results asked for (default: %(default)s)")
    parser.add_argument("--content", nargs="+", default=["code"], choices=[kind.value for kind in ContentType],
                        help="what semble indexes (default: code, as semble's)")
    parser.add_argument("--no-rerank", dest="rerank", action="store_false", help="BM25 alone")
    options = parser.parse_args()
    lines = []
    for repo, queries in sorted(read_queries(options.queries).items()):
        tree = (options.repos / repo).resolve()
        if not tree.is_dir():
            print(f"{repo}: no folder; {len(queries)} queries left out", file=sys.stderr)
            continue
        started = time.monotonic()
        lines += answer(tree, queries, options)
        print(f"{repo}: {len(queries)} queries, {time.monotonic() - started:.1f} s", file=sys.stderr, flush=True)
    options.results.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
