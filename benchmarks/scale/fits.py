"""Growth: exponents of power laws, and targets."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import dataclasses
import math


def exponent(xs: list[float], ys: list[float]) -> float | None:
    """The slope of log y over log x by least squares. None if there are fewer than two different x, or if a value has
    no logarithm."""
    if len(set(xs)) < 2 or min([*xs, *ys]) <= 0:
        return None
    logs = [(math.log(x), math.log(y)) for x, y in zip(xs, ys, strict=True)]
    mean_x = sum(x for x, _ in logs) / len(logs)
    mean_y = sum(y for _, y in logs) / len(logs)
    return (sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs))


@dataclasses.dataclass(frozen=True)
class Target:
    """A target and the measured value. `value` None: not measured."""

    what: str
    limit: float
    value: float | None
    unit: str
    at_least: bool = False

    @property
    def verdict(self) -> str:
        if self.value is None:
            return "not measured"
        met = self.value >= self.limit if self.at_least else self.value <= self.limit
        return "met" if met else "missed"


# Chunks of the index to the highest allowed p50 of a query, in milliseconds.
QUERY_LIMITS = {13_000: 1, 60_000: 2, 250_000: 5, 1_000_000: 10}


def nearest(runs: list[dict], key: str, size: float) -> dict | None:
    """The run with the nearest size, if it differs by at most a third."""
    near = min(runs, key=lambda run: abs(math.log(run[key] / size)), default=None)
    return near if near and 2 / 3 <= near[key] / size <= 3 / 2 else None


def growth(runs: list[dict]) -> dict:
    """Exponents over the trees of one kind: of index time in bytes, of query time in chunks (from about 13,000 on)."""
    large = [run for run in runs if run["chunks"] >= 9_000]
    return {"index_wall": exponent([run["source_bytes"] for run in runs], [run["index_wall_s"] for run in runs]),
            "index_cpu": exponent([run["source_bytes"] for run in runs], [run["index_cpu_s"] for run in runs]),
            "query_p50": exponent([run["chunks"] for run in large], [run["query_p50_ms"] for run in large])}


def targets(runs: list[dict], peers: list[dict]) -> list[Target]:
    """The targets for the trees of one kind. `peers`: rows with name, tree and the ratios to our figures."""
    def of(run, key):
        return run.get(key) if run else None

    ten, hundred = nearest(runs, "files", 10_000), nearest(runs, "files", 100_000)
    sixty = nearest(runs, "chunks", 60_000)
    found = growth(runs)
    rows = [Target("full index of 10k files / tree-sitter alone", 1.5, of(ten, "index_to_parse"), "times"),
            Target("full index of 10k files", 60, of(ten, "index_wall_s"), "s")]
    for chunks, limit in QUERY_LIMITS.items():
        run = nearest(runs, "chunks", chunks)
        size = f"{chunks // 1000}k" if chunks < 1_000_000 else "1M"
        rows.append(Target(f"query p50, {size} chunks", limit, of(run, "query_p50_ms"), "ms"))
        rows.append(Target(f"query p99 / p50, {size} chunks", 3, run and run["query_p99_ms"] / run["query_p50_ms"], "times"))
    quarter = nearest(runs, "chunks", 250_000)
    rows += [Target("query p95, 250k chunks (required)", 500, of(quarter, "query_p95_ms"), "ms"),
             Target("program from start to printed results, 60k chunks", 60, of(sixty, "program_search_ms"), "ms"),
             Target("nothing changed, 10k files", 50, of(ten, "nothing_changed_ms"), "ms"),
             Target("edit until searchable, 10k files", 50, of(ten, "edit_ms"), "ms"),
             Target("peak RSS of indexing, 10k files", 300, of(ten, "index_rss_mib"), "MiB"),
             Target("peak RSS of indexing, 100k files", 1024, of(hundred, "index_rss_mib"), "MiB"),
             Target("20 searches, two threads / one", 1.8, of(sixty, "two_threads_ratio"), "times", at_least=True),
             Target("segments / source, 10k files", 0.6, of(ten, "segments_to_source"), "times"),
             Target("state / source, 10k files", 1.0, of(ten, "state_to_source"), "times"),
             Target("exponent of index time in bytes", 1.05, found["index_wall"], ""),
             Target("exponent of query p50 in chunks", 0.7, found["query_p50"], "")]
    semble = [row for row in peers if row["name"] == "semble" and "index_ratio" in row]
    for key, limit, what in (("index_ratio", 1, "index time"), ("query_ratio", 1, "query p50"), ("rss_ratio", 3, "peak RSS")):
        worst = min((row[key] for row in semble), default=None)
        rows.append(Target(f"semble's {what} / ours, least over trees", limit, worst, "times", at_least=True))
    return rows
