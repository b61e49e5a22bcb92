"""Combines the figures of single runs into one row for each tree: medians, and ratios of peers to our figures."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import pathlib
import statistics

# Column to its place in the output of `codeweaver-bench speed`.
COLUMNS = {
    "files": ("index", "files"), "chunks": ("index", "chunks"), "source_bytes": ("index", "source_bytes"),
    "index_wall_s": ("index", "wall_s"), "index_cpu_s": ("index", "cpu_s"), "index_to_parse": ("index", "wall_to_parse"),
    "index_cpu_to_parse": ("index", "cpu_to_parse"), "index_rss_mib": ("index", "peak_rss_mib"),
    "query_p50_ms": ("query", "usual_ms", "p50"), "query_p95_ms": ("query", "usual_ms", "p95"),
    "query_p99_ms": ("query", "usual_ms", "p99"), "query_rss_mib": ("query", "peak_rss_mib"),
    "open_and_search_ms": ("query", "open_and_search_ms"), "program_search_ms": ("program", "search_ms", "p50"),
    "program_search_p95_ms": ("program", "search_ms", "p95"), "program_unchanged_ms": ("program", "nothing_changed_ms", "p50"),
    "nothing_changed_ms": ("updates", "nothing_changed_ms", "p50"), "edit_ms": ("updates", "edit_to_answer_ms", "p50"),
    "edit_p95_ms": ("updates", "edit_to_answer_ms", "p95"), "move_ms": ("updates", "move_to_answer_ms", "p50"),
    "switch_ms": ("updates", "switch_ms", "p50"), "switched_files": ("updates", "switched_files"), "two_threads_ratio": ("concurrency", "ratio"),
    "database_bytes": ("disk", "database_bytes"), "segments_bytes": ("disk", "segments_bytes"),
    "state_bytes": ("disk", "state_bytes"), "segments_to_source": ("disk", "segments_to_source"),
    "state_to_source": ("disk", "state_to_source"),
}


def pick(figures: dict, path: tuple[str, ...]):
    """The value at a place; None if it does not exist."""
    for key in path:
        figures = figures.get(key) if isinstance(figures, dict) else None
    return figures


def median_of(runs: list[dict], path: tuple[str, ...]):
    values = [value for run in runs if (value := pick(run, path)) is not None]
    return statistics.median(values) if values else None


def our_row(runs: list[dict]) -> dict:
    """Medians of the runs on one tree."""
    row = {"tree": runs[0]["tree"], "kind": runs[0]["kind"], "runs": len(runs)}
    row |= {column: median_of(runs, path) for column, path in COLUMNS.items()}
    row["query_cpu_ms"] = statistics.mean(kind["cpu_ms"] for run in runs for kind in run["query"]["kinds"] if kind["is_usual"])
    row["stage_s"] = {stage: median_of(runs, ("index", "stage_s", stage)) for stage in runs[0]["index"]["stage_s"]}
    row["kinds"] = [{"name": kind["name"], "is_usual": kind["is_usual"],
                     **{share: statistics.median(other["first_ms"][share] for run in runs for other in run["query"]["kinds"]
                                                 if other["name"] == kind["name"]) for share in ("p50", "p95", "p99")}}
                    for kind in runs[0]["query"]["kinds"]]
    return row


def peer_row(figures: dict, ours: dict | None) -> dict:
    """The figures of a peer, with ratios to our figures if both exist."""
    row = {key: figures[key] for key in ("name", "tree", "kind", "failed", "recall_10") if key in figures}
    if "failed" in figures:
        return row
    row |= {key: figures[key] for key in ("index_wall_s", "index_cpu_s", "disk_bytes")}
    row |= {f"query_{share}_ms": figures["query_ms"][share] for share in ("p50", "p95", "p99", "cpu")}
    row |= {"queries": figures["query_ms"]["samples"], "rss_mib": max(figures["index_rss_mib"], figures["query_rss_mib"])}
    if ours:
        row |= {"index_ratio": row["index_wall_s"] / ours["index_wall_s"], "query_ratio": row["query_p50_ms"] / ours["query_p50_ms"],
                "index_cpu_ratio": row["index_cpu_s"] / ours["index_cpu_s"], "query_cpu_ratio": row["query_cpu_ms"] / ours["query_cpu_ms"],
                "disk_ratio": row["disk_bytes"] / ours["state_bytes"]}
        if ours["index_rss_mib"]:
            row["rss_ratio"] = row["rss_mib"] / max(ours["index_rss_mib"], ours["query_rss_mib"] or 0)
    return row


def read(folder: pathlib.Path, digest: str) -> dict:
    """All runs of the program with this digest: {"machine", "digest", "ours": rows, "peers": rows}, small trees first."""
    by_tree, peers, machine = {}, [], {}
    for file in sorted(folder.glob("*.json")):
        figures = json.loads(file.read_text())
        if figures["digest"] != digest:
            continue
        if ".ours." not in file.name:
            peers.append(figures)
        elif "failed" not in figures:
            by_tree.setdefault(figures["tree"], []).append(figures)
            machine = machine or figures["machine"]
    ours = sorted(map(our_row, by_tree.values()), key=lambda row: (row["kind"], row["chunks"]))
    rows = {row["tree"]: row for row in ours}
    order = {tree: at for at, tree in enumerate(rows)}
    peers = sorted((peer_row(one, rows.get(one["tree"])) for one in peers),
                   key=lambda row: (order.get(row["tree"], len(order)), row["name"]))
    return {"machine": machine, "digest": digest, "ours": ours, "peers": peers}
