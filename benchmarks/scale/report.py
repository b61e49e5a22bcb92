"""Writes the page of results: tables, targets, plots."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib

import fits
import plot

NAME = "2026-11-scale"
PAGE = """# Speed and size as trees grow, November 2026

Written by `benchmarks/scale/run.py`; [README.md](README.md) says what is measured and how to run it. Every row is the
median of its runs. Sizes: MB are 10^6 bytes, MiB 2^20.

## Machine

{machine}

## Growth

{growth}

![Query latency]({name}-query.svg)

![Index time]({name}-index.svg)

![Memory]({name}-memory.svg)

![Disk]({name}-disk.svg)

## Targets

{targets}

## Indexing

{indexing}

## Queries

One thread, top 10, each query asked once of an open index; kinds in equal parts: names, words, sentences, snippets.

{queries}

By kind, p50 / p99 in milliseconds:

{kinds}

## Starts and updates

{updates}

## Peers

On the same trees, in the same run. A ratio is the peer's figure divided by ours: above 1, ours is faster or smaller.

{peers}
"""


def cell(value, digits: int = 1) -> str:
    if value is None:
        return ""
    return f"{value:,.{digits}f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)


def table(head: list[str], rows: list[list[str]]) -> str:
    if not rows:
        return "Not measured."
    return "\n".join([f"| {' | '.join(head)} |", "|" + "---|" * len(head), *(f"| {' | '.join(row)} |" for row in rows)])


def scaled(value, factor: float):
    return None if value is None else value * factor


def indexing(ours: list[dict]) -> str:
    return table(["tree", "files", "source MB", "chunks", "wall s", "CPU s", "stages s", "MB/s", "/ parsing alone", "peak MiB",
                  "database MB", "segments MB", "state / source"],
                 [[row["tree"], cell(row["files"]), cell(row["source_bytes"] / 1e6), cell(row["chunks"]), cell(row["index_wall_s"]),
                   cell(row["index_cpu_s"]), ", ".join(f"{stage} {cell(value)}" for stage, value in row["stage_s"].items()),
                   cell(row["source_bytes"] / 1e6 / row["index_wall_s"]), cell(row["index_to_parse"], 2),
                   cell(row["index_rss_mib"], 0), cell(row["database_bytes"] / 1e6), cell(row["segments_bytes"] / 1e6),
                   cell(row["state_to_source"], 2)] for row in ours])


def queries(ours: list[dict]) -> str:
    return table(["tree", "chunks", "p50 ms", "p95 ms", "p99 ms", "open and first ms", "peak MiB", "two threads / one"],
                 [[row["tree"], cell(row["chunks"]), cell(row["query_p50_ms"], 2), cell(row["query_p95_ms"], 2),
                   cell(row["query_p99_ms"], 2), cell(row["open_and_search_ms"]), cell(row["query_rss_mib"], 0),
                   cell(row["two_threads_ratio"], 2)] for row in ours])


def kinds(ours: list[dict]) -> str:
    names = list(dict.fromkeys(kind["name"] for row in ours for kind in row["kinds"]))
    by_tree = {row["tree"]: {kind["name"]: f"{cell(kind['p50'], 2)} / {cell(kind['p99'], 2)}" for kind in row["kinds"]} for row in ours}
    return table(["tree", *names], [[tree, *(found.get(name, "") for name in names)] for tree, found in by_tree.items()])


def updates(ours: list[dict]) -> str:
    return table(["tree", "program: search ms", "p95", "program: no change ms", "no change ms", "edit to answer ms", "p95",
                  "move to answer ms", "files changed at once", "ms"],
                 [[row["tree"], *(cell(row[key]) for key in (
                     "program_search_ms", "program_search_p95_ms", "program_unchanged_ms", "nothing_changed_ms", "edit_ms",
                     "edit_p95_ms", "move_ms", "switched_files", "switch_ms"))] for row in ours])


def peers(rows: list[dict]) -> str:
    head = ["tree", "peer", "index s", "p50 ms", "p95 ms", "peak MiB", "disk MB", "index ratio", "its CPU", "p50 ratio", "query CPU",
            "RSS ratio", "recall@10"]
    lines = []
    for row in rows:
        if "failed" in row:
            lines.append([row["tree"], row["name"], f"failed: {row['failed']}".replace("|", "/"), *[""] * (len(head) - 3)])
            continue
        lines.append([row["tree"], row["name"], cell(row["index_wall_s"], 2), cell(row["query_p50_ms"], 2), cell(row["query_p95_ms"], 2),
                      cell(row["rss_mib"], 0), cell(row["disk_bytes"] / 1e6), *(cell(row.get(key), 2) for key in (
                          "index_ratio", "index_cpu_ratio", "query_ratio", "query_cpu_ratio", "rss_ratio")), cell(row.get("recall_10"), 3)])
    return table(head, lines)


def by_kind(figures: dict) -> dict[str, tuple[list[dict], list[dict]]]:
    """Our rows and those of peers, for each kind of tree with several sizes."""
    return {kind: ([row for row in figures["ours"] if row["kind"] == kind], [row for row in figures["peers"] if row["kind"] == kind])
            for kind in ("generated", "real") if any(row["kind"] == kind for row in figures["ours"])}


def growth_rows(figures: dict) -> list[list[str]]:
    return [[kind, *(cell(value, 2) for value in fits.growth(ours).values())] for kind, (ours, _) in by_kind(figures).items()]


def target_rows(figures: dict) -> list[list[str]]:
    rows = []
    for kind, (ours, others) in by_kind(figures).items():
        for target in fits.targets(ours, others):
            sign = "at least" if target.at_least else "at most"
            rows.append([kind, target.what, f"{sign} {target.limit:g} {target.unit}".rstrip(), cell(scaled(target.value, 1.0), 2),
                         target.verdict])
    return rows


def series(figures: dict, x: str, y: str, factor: float = 1) -> list[plot.Line]:
    """One line for each kind of tree, and one point for each package."""
    lines = {}
    for row in figures["ours"]:
        if row[y]:
            lines.setdefault(row["kind"], []).append((row[x], row[y] * factor))
    return [plot.Line(kind, points) for kind, points in lines.items()]


def plots(figures: dict) -> dict[str, plot.Plot]:
    semble = {}
    for row in figures["peers"]:
        ours = next((one for one in figures["ours"] if one["tree"] == row["tree"]), None)
        if row["name"] == "semble" and ours and "failed" not in row:
            semble.setdefault(row["kind"], []).append((ours["chunks"], row["query_p50_ms"]))
    aim = [plot.Line("aim", [(chunks, float(limit)) for chunks, limit in fits.QUERY_LIMITS.items()], is_aim=True)]
    aim = aim if figures["ours"] else []
    return {
        "query": plot.Plot("Query latency, p50", "chunks", "milliseconds", [
            *series(figures, "chunks", "query_p50_ms"), *(plot.Line(f"semble, {kind}", points) for kind, points in semble.items()), *aim]),
        "index": plot.Plot("Index time", "bytes of source", "seconds", series(figures, "source_bytes", "index_wall_s")),
        "memory": plot.Plot("Peak memory", "chunks", "MiB", [
            plot.Line(f"{line.name}, {what}", line.points) for what, key in (("indexing", "index_rss_mib"), ("queries", "query_rss_mib"))
            for line in series({"ours": [row for row in figures["ours"] if row["kind"] in ("generated", "real")]}, "chunks", key)]),
        "disk": plot.Plot("Disk", "bytes of source", "bytes of state", series(figures, "source_bytes", "state_bytes")),
    }


def machine(figures: dict) -> str:
    facts = {**figures["machine"], "digest of the program": figures["digest"]}
    return "\n".join(f"- {name}: {value}" for name, value in facts.items())


def growth_table(figures: dict) -> str:
    return table(["tree", "index wall time, exponent in bytes", "index CPU time, in bytes", "query p50, in chunks"], growth_rows(figures))


def target_table(figures: dict) -> str:
    return table(["tree", "what", "target", "measured", "verdict"], target_rows(figures))


def to_text(figures: dict) -> str:
    """Growth and targets, for the terminal."""
    lines = [f"{kind:<10} {what:<62} {aim:<16} {value:>10}  {verdict}" for kind, what, aim, value, verdict in target_rows(figures)]
    return "\n".join([growth_table(figures), "", *lines])


def write(figures: dict, folder: pathlib.Path) -> None:
    """Writes the page and its plots. Skips plots without points and their lines on the page."""
    folder.mkdir(parents=True, exist_ok=True)
    page = PAGE.format(name=NAME, machine=machine(figures), growth=growth_table(figures), targets=target_table(figures),
                       indexing=indexing(figures["ours"]), queries=queries(figures["ours"]), kinds=kinds(figures["ours"]),
                       updates=updates(figures["ours"]), peers=peers(figures["peers"]))
    for name, picture in plots(figures).items():
        file = folder / f"{NAME}-{name}.svg"
        try:
            file.write_text(plot.svg(picture), encoding="utf-8")
        except ValueError:
            page = "\n".join(line for line in page.splitlines() if file.name not in line) + "\n"
    (folder / f"{NAME}.md").write_text(page, encoding="utf-8")
