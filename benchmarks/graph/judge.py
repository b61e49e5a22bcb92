#!/usr/bin/env python3
"""Compares the uses of names that codeweaver resolves with those that a compiler resolves, and prints precision and recall in Markdown."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import argparse
import bisect
import collections
import dataclasses
import pathlib
import random
import sys

EPILOG = """Both files are TSV with a header. A place is a path, line and column; several rows of one place are several targets.
ORACLE: path line column name kind target_path target_line [target_name]. An empty target_path says that the definition is outside of the project.
OURS: path line column name kind class target_path target_line [caller_path_line]. Classes: resolved, candidates, by_name, outside, local.
Kinds are those of the oracle. A place is linked if it is resolved or has candidates. A linked place is right if the oracle has all of its
targets. Precision: the share of right places among the linked ones that the oracle has. Recall: the share of the oracle's places with a target in the project one of whose linked targets the oracle has.
Partly right: a right and a wrong target; these are not right, but found.
Edges of calls go from the line of the outermost definition around the call (caller_path_line; 0: none) to a target. Each edge counts once."""
LINKED = ("resolved", "candidates")
CLASSES = (*LINKED, "by_name", "outside", "local")
Place = tuple[str, int, int]
Target = tuple[str, int]


class FormatError(Exception):
    """A file does not have the columns that this program reads."""


@dataclasses.dataclass
class Use:
    """What one side says about a place. `targets` is empty if the definition is outside of the project or unknown."""
    name: str
    kind: str
    category: str = ""
    caller: int | None = None
    targets: set[Target] = dataclasses.field(default_factory=set)


@dataclasses.dataclass
class Score:
    """Counts of places and of call edges. Places without a word of the oracle are only in `unjudged`."""
    judged: int = 0
    in_project: int = 0
    linked: int = 0
    right: int = 0
    partly: int = 0
    found: int = 0
    edges: int = 0
    edges_ours: int = 0
    edges_right: int = 0
    edges_found: int = 0

    @staticmethod
    def share(part: int, whole: int) -> str:
        return f"{part / whole:.3f}" if whole else "-"

    def cells(self) -> list[str]:
        return [str(self.judged), str(self.in_project), str(self.linked), self.share(self.right, self.linked), self.share(self.found, self.in_project)]

    def edge_cells(self) -> list[str]:
        return [str(self.edges), self.share(self.edges_right, self.edges_ours), self.share(self.edges_found, self.edges)]


def read_uses(file: pathlib.Path, folder: str = "") -> dict[Place, Use]:
    """The uses in a TSV file, by place; only those below `folder` if one is given."""
    lines = file.read_text(encoding="utf-8").split("\n")
    columns = lines[0].split("\t")
    missing = [name for name in ("path", "line", "column", "name", "kind", "target_path", "target_line") if name not in columns]
    if missing:
        raise FormatError(f"{file}: no column {', '.join(missing)}; the first line names the columns, separated by tabs")
    prefix = folder.rstrip("/") + "/" if folder not in ("", ".") else ""
    uses: dict[Place, Use] = {}
    for number, line in enumerate(lines[1:], 2):
        if not line:
            continue
        row = dict(zip(columns, line.split("\t")))
        if len(row) < len(columns):
            raise FormatError(f"{file}:{number}: {len(row)} columns instead of {len(columns)}")
        if not row["path"].startswith(prefix):
            continue
        place = (row["path"], int(row["line"]), int(row["column"]))
        caller = row.get("caller_path_line")
        use = uses.setdefault(place, Use(row["name"], row["kind"], row.get("class", ""), int(caller) if caller else None))
        if row["target_path"]:
            use.targets.add((row["target_path"], int(row["target_line"])))
    return uses


def is_right(ours: Use, oracle: Use) -> bool:
    return bool(ours.targets) and ours.targets <= oracle.targets


def is_found(ours: Use | None, oracle: Use) -> bool:
    return ours is not None and ours.category in LINKED and bool(ours.targets & oracle.targets)


class Callers:
    """The outermost definition around a place, as our rows say. Where we have no row, that of the row before."""

    def __init__(self, ours: dict[Place, Use]):
        self.known = sorted((place, use.caller) for place, use in ours.items() if use.caller is not None)
        self.places = [place for place, _ in self.known]

    def of(self, place: Place) -> tuple[str, int]:
        at = bisect.bisect_right(self.places, place) - 1
        return (place[0], self.known[at][1]) if at >= 0 and self.places[at][0] == place[0] else (place[0], 0)


def judge(oracle: dict[Place, Use], ours: dict[Place, Use], kind: str | None = None) -> Score:
    """The score over the oracle's places of a kind; None: all kinds. Edges are those of the places that are judged."""
    score = Score()
    callers = Callers(ours)
    true_edges: set[tuple[tuple[str, int], frozenset[Target]]] = set()
    our_edges: set[tuple[tuple[str, int], Target]] = set()
    for place, truth in oracle.items():
        if kind and truth.kind != kind:
            continue
        use = ours.get(place)
        score.judged += 1
        score.in_project += bool(truth.targets)
        score.found += bool(truth.targets) and is_found(use, truth)
        if truth.targets:
            true_edges.add((callers.of(place), frozenset(truth.targets)))
        if use and use.category in LINKED:
            score.linked += 1
            score.right += is_right(use, truth)
            score.partly += not is_right(use, truth) and is_found(use, truth)
            our_edges.update((callers.of(place), target) for target in use.targets)
    pairs = {(caller, target) for caller, targets in true_edges for target in targets}
    score.edges, score.edges_ours = len(true_edges), len(our_edges)
    score.edges_right = len(our_edges & pairs)
    score.edges_found = sum(any((caller, target) in our_edges for target in targets) for caller, targets in true_edges)
    return score


def class_rows(oracle: dict[Place, Use], ours: dict[Place, Use]) -> list[list[str]]:
    """For each class: places, those that the oracle has, those with a right answer, and those that it does not have.

    `candidates` and `by_name` are right if one of their targets is. `outside` is right if the oracle has no target in the project."""
    counts: dict[str, collections.Counter] = {name: collections.Counter() for name in CLASSES}
    for place, use in ours.items():
        count = counts.setdefault(use.category, collections.Counter())
        truth = oracle.get(place)
        count["places"] += 1
        if truth is None:
            count["unjudged"] += 1
        elif use.category == "outside":
            count["right"] += not truth.targets
        else:
            count["right"] += is_right(use, truth) if use.category == "resolved" else bool(use.targets & truth.targets)
    return [[name, str(count["places"]), str(count["places"] - count["unjudged"]), str(count["right"]), str(count["unjudged"])]
            for name, count in counts.items()]


def table(header: list[str], rows: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in [header, ["---"] * len(header), *rows])


def source_line(root: pathlib.Path | None, path: str, line: int) -> str:
    if root is None or not (root / path).is_file():
        return ""
    lines = (root / path).read_text(encoding="utf-8", errors="replace").split("\n")
    return lines[line - 1].strip()[:120] if line <= len(lines) else ""


def print_misses(oracle: dict[Place, Use], ours: dict[Place, Use], count: int, root: pathlib.Path | None, kind: str | None) -> None:
    """Prints random false and missed places. The same files give the same places."""
    judged = sorted(place for place, truth in oracle.items() if not kind or truth.kind == kind)
    false = [place for place in judged if (use := ours.get(place)) and use.category in LINKED and not is_right(use, oracle[place])]
    missed = [place for place in judged if oracle[place].targets and not is_found(ours.get(place), oracle[place]) and place not in set(false)]
    for title, places in (("False", false), ("Missed", missed)):
        print(f"\n{title}: {len(places)}")
        for place in random.Random(1).sample(places, min(count, len(places))):
            truth, use = oracle[place], ours.get(place)
            said = "no row" if use is None else f"{use.category} {listed(use.targets)}"
            print(f"  {place[0]}:{place[1]}:{place[2]} {truth.name} [{truth.kind}] {source_line(root, place[0], place[1])}")
            print(f"    compiler: {listed(truth.targets) or 'outside'}; ours: {said}")


def listed(targets: set[Target]) -> str:
    return ", ".join(f"{path}:{line}" for path, line in sorted(targets)[:4]) + (" ..." if len(targets) > 4 else "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("oracle", type=pathlib.Path, metavar="ORACLE")
    parser.add_argument("ours", type=pathlib.Path, metavar="OURS")
    parser.add_argument("--folder", default="", help="only uses in this folder of the project")
    parser.add_argument("--misses", type=int, default=0, metavar="N", help="print N false and N missed places")
    parser.add_argument("--kind", choices=("call", "type", "other"), help="with --misses: only places of this kind")
    parser.add_argument("--root", type=pathlib.Path, help="with --misses: the project, to print the source lines")
    options = parser.parse_args()
    try:
        oracle, ours = read_uses(options.oracle, options.folder), read_uses(options.ours, options.folder)
    except (FormatError, OSError, ValueError) as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    calls, every = judge(oracle, ours, "call"), judge(oracle, ours)
    print(table(["uses", "judged", "in project", "linked", "precision", "recall", "partly right"],
                [["calls", *calls.cells(), str(calls.partly)], ["all kinds", *every.cells(), str(every.partly)]]))
    print("\n" + table(["call edges", "precision", "recall"], [calls.edge_cells()]))
    print("\n" + table(["class", "places", "judged", "right", "unjudged"], class_rows(oracle, ours)))
    if options.misses:
        print_misses(oracle, ours, options.misses, options.root, options.kind)
    return 0


if __name__ == "__main__":
    sys.exit(main())
