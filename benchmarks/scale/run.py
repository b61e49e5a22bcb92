#!/usr/bin/env python3
"""Measures `codeweaver-bench speed` and its peers on real and generated trees of growing size; see docs/benchmarks/README.md.

Each figure is saved to a separate file as soon as it is measured. A second call with the same program continues where the
first one stopped."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import argparse
import fcntl
import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import venv

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))
import bounded  # noqa: E402
import report  # noqa: E402
import summary  # noqa: E402
import trees  # noqa: E402

FILES = [1_000, 10_000, 100_000]
CHUNKS = [13_000, 60_000, 250_000, 1_000_000]
PEERS = ["fts5", "tantivy", "ripgrep", "semble", "faiss-flat", "faiss-hnsw"]
RIPGREP = ("ripgrep", "13.0.0-4+b2")
SECONDS_A_GB = 2400  # time limit of an indexing run, for us and for peers
LEAST_SECONDS = 300
BYTES_A_FILE = 9000  # approximate, for trees with a size in files
FREE_BYTES = 6 << 30  # disk space to keep free


def size_of(text: str) -> int:
    """Parses a size: 13k, 1m or a plain number."""
    units = {"k": 1000, "m": 1_000_000}
    return int(text[:-1]) * units[text[-1].lower()] if text[-1].lower() in units else int(text)


def chosen_trees(options: argparse.Namespace) -> list[trees.Tree]:
    """The trees to measure, small ones first."""
    sized = [trees.Tree(kind, files=size) for kind in options.kind for size in options.files]
    sized += [trees.Tree(kind, chunks=size) for kind in options.kind for size in options.chunks]
    sized.sort(key=lambda tree: (tree.files * 6 or tree.chunks, tree.kind))
    return sized + [trees.Tree(name) for name in options.package]


class Run:
    """One call of this program."""

    def __init__(self, options: argparse.Namespace):
        self.options, self.cache, self.out = options, options.cache, options.out
        self.program = (options.build / "codeweaver").resolve()
        self.bench = (options.build / "benchmark_cases").resolve()
        self.digest = hashlib.sha256(self.program.read_bytes()).hexdigest()[:16]
        self.trees = trees.Trees(self.cache, self.bench, options.packages, self.say)
        self.started = time.monotonic()
        self.failures = []

    def say(self, text: str) -> None:
        print(f"{(time.monotonic() - self.started) / 60:7.1f} min  load {os.getloadavg()[0]:.1f}  {text}", flush=True)

    def is_over(self) -> bool:
        return self.options.minutes > 0 and time.monotonic() - self.started > 60 * self.options.minutes

    def known(self, name: str) -> dict | None:
        """A saved figure of the same program; None for failures, which are tried again."""
        file = self.out / "runs" / f"{name}.json"
        if not file.is_file():
            return None
        kept = json.loads(file.read_text())
        return kept if kept["digest"] == self.digest and "failed" not in kept else None

    def keep(self, name: str, figures: dict) -> None:
        file = self.out / "runs" / f"{name}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_text(json.dumps({"digest": self.digest, **figures}, indent=1))
        part.replace(file)

    def measure(self, tree: trees.Tree) -> None:
        runs = 1 if tree.chunks >= 250_000 or tree.files >= 50_000 or tree.kind in trees.PACKAGES else self.options.runs
        wanted = [f"{tree.name}.ours.{number}" for number in range(1, runs + 1)]
        peers = [] if tree.kind in trees.PACKAGES or self.is_too_large(tree) else self.options.peer
        missing = [name for name in [*wanted, *(f"{tree.name}.{peer}" for peer in peers)] if self.known(name) is None]
        if not missing or self.is_over():
            return
        space = FREE_BYTES + 4 * max(tree.bytes, tree.files * BYTES_A_FILE)
        if shutil.disk_usage(self.cache).free < space:
            self.fail(tree.name, f"the disk has less than {space / 1e9:.0f} GB of free space")
            return
        root = self.trees.make(tree)
        size = sum(length for _, length in trees.list_code(root))
        limit_s = max(LEAST_SECONDS, SECONDS_A_GB * size / 1e9)
        for name in missing:
            if self.is_over():
                return
            self.say(name)
            with tempfile.TemporaryDirectory(prefix="work-", dir=self.cache) as work:
                take = self.ours if ".ours." in name else self.peer
                try:
                    take(name, tree, root, pathlib.Path(work), limit_s)
                except (bounded.Failed, OSError, subprocess.SubprocessError) as error:
                    self.keep(name, {"tree": tree.name, "kind": tree.kind, "failed": str(error),
                                     "name": name.rpartition(".")[2]})
                    self.fail(name, str(error))
        if not self.options.keep_trees and tree.kind == "generated":
            self.trees.remove(tree)

    def is_too_large(self, tree: trees.Tree) -> bool:
        """Vectors for peers."""
        return max(tree.bytes, tree.files * BYTES_A_FILE) > self.options.peer_mb * 1e6

    def fail(self, name: str, why: str) -> None:
        self.failures.append(f"{name}: {why}")
        self.say(f"{name} FAILED: {why}")

    def ours(self, name: str, tree: trees.Tree, root: pathlib.Path, work: pathlib.Path, limit_s: float) -> None:
        bounded.run([self.program.with_name("codeweaver-bench"), "speed", root, "--edit", "--work", work, "--json", work / "speed.json",
                     "--queries", self.options.queries, "--set", "indexing.max_files=2000000"], 2 * limit_s)
        self.keep(name, {"tree": tree.name, "kind": tree.kind, **json.loads((work / "speed.json").read_text())})

    def peer(self, name: str, tree: trees.Tree, root: pathlib.Path, work: pathlib.Path, limit_s: float) -> None:
        kept = self.known(f"{tree.name}.ours.1")
        if kept is None:
            raise bounded.Failed("no queries, because our own run failed")
        peer = name.rpartition(".")[2]
        command = [self.python(), HERE / "peers.py", peer, "--tree", root, "--work", work / "index", "--out", work / "out.json",
                   "--queries", work / "queries.json", "--budget", self.options.budget]
        (work / "index").mkdir()
        (work / "queries.json").write_text(json.dumps(usual_queries(kept)))
        if peer == "ripgrep":
            command += ["--ripgrep", self.ripgrep()]
        if peer.startswith("faiss"):
            vectors = self.vectors(tree, root, limit_s)
            command += ["--vectors", vectors, "--dimension", 256]
        bounded.run(command, limit_s + 4 * self.options.budget, self.options.memory)
        self.keep(name, {"tree": tree.name, "kind": tree.kind, **json.loads((work / "out.json").read_text())})

    def vectors(self, tree: trees.Tree, root: pathlib.Path, limit_s: float) -> pathlib.Path:
        """Vectors of the chunks of a tree, written once and kept with the tree."""
        file = root.parent / f"vectors-{self.digest}.f32"
        if not file.is_file():
            part = file.with_suffix(".part")
            bounded.run([self.bench, "--corpus", root, "--vectors", part], limit_s)
            part.replace(file)
        return file

    def python(self) -> pathlib.Path:
        """An interpreter with the pinned peers."""
        wanted = (HERE / "requirements.txt").read_bytes()
        folder = self.cache / f"venv-{hashlib.sha256(wanted).hexdigest()[:12]}"
        python = folder / "bin" / "python"
        if not (folder / trees.MARK).is_file():
            self.say("installing the peers")
            shutil.rmtree(folder, ignore_errors=True)
            venv.create(folder, with_pip=True)
            bounded.run([python, "-m", "pip", "install", "-q", "-r", HERE / "requirements.txt"], 900)
            (folder / trees.MARK).touch()
        return python

    def ripgrep(self) -> str:
        """The installed ripgrep, or the one of the Debian package."""
        found = shutil.which("rg")
        if found:
            return found
        program = self.cache / "ripgrep" / "unpacked" / "usr" / "bin" / "rg"
        if not program.is_file():
            shutil.rmtree(self.cache / "ripgrep", ignore_errors=True)
            (self.cache / "ripgrep").mkdir()
            trees.unpack_debian(*RIPGREP, self.cache / "ripgrep")
        return str(program)


def usual_queries(figures: dict) -> list[str]:
    """The queries of our run, alternating between the kinds."""
    kinds = [kind["texts"] for kind in figures["query"]["kinds"] if kind["is_usual"]]
    return [texts[at] for at in range(max(map(len, kinds))) for texts in kinds if at < len(texts)]


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release", help="build folder with codeweaver, codeweaver-bench and benchmark_cases")
    parser.add_argument("--cache", type=pathlib.Path, default=cache / "codeweaver-scale", help="folder for trees (default: %(default)s)")
    parser.add_argument("--packages", type=pathlib.Path, default=cache / "codeweaver-corpus",
                        help="folder with more real code, from tests/packages/fetch (default: %(default)s)")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build" / "scale", help="folder for figures (default: %(default)s)")
    parser.add_argument("--kind", nargs="*", default=["generated", "real"], choices=["generated", "real"])
    parser.add_argument("--files", nargs="*", type=size_of, default=FILES, help="sizes in files (default: 1k 10k 100k)")
    parser.add_argument("--chunks", nargs="*", type=size_of, default=CHUNKS, help="sizes in chunks (default: 13k 60k 250k 1m)")
    parser.add_argument("--package", nargs="*", default=list(trees.PACKAGES), choices=list(trees.PACKAGES), help="whole packages")
    parser.add_argument("--peer", nargs="*", default=PEERS, choices=PEERS)
    parser.add_argument("--peer-mb", type=float, default=600, help="largest tree for peers, in MB (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=3, help="number of our runs on trees below 250k chunks (default: %(default)s)")
    parser.add_argument("--queries", type=int, default=100, help="queries of each kind (default: %(default)s)")
    parser.add_argument("--budget", type=float, default=30, help="time limit for the queries of a peer, in seconds (default: %(default)s)")
    parser.add_argument("--memory", type=float, default=16, help="address space of a peer, in GiB (default: %(default)s)")
    parser.add_argument("--minutes", type=float, default=0, help="start no new measurement after this time (default: no limit)")
    parser.add_argument("--keep-trees", action="store_true", help="keep generated trees in the cache")
    parser.add_argument("--publish", type=pathlib.Path, help="also write the page and the plots below this folder")
    return parser.parse_args(arguments)


def take_cache(cache: pathlib.Path):
    """Locks the cache against other calls while the file is open, and removes leftovers of interrupted calls.
    Raises BlockingIOError if another call is running."""
    cache.mkdir(parents=True, exist_ok=True)
    lock = (cache / "lock").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    for folder in cache.glob("work*"):
        shutil.rmtree(folder)
    return lock


def main() -> int:
    options = parse(sys.argv[1:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # also ends child processes
    try:
        lock = take_cache(options.cache)
    except BlockingIOError:
        print(f"Error: another call is using {options.cache}. Wait until it ends, or use --cache", file=sys.stderr)
        return 1
    with lock:
        return measure_all(options)


def measure_all(options: argparse.Namespace) -> int:
    run = Run(options)
    for tree in chosen_trees(options):
        try:
            run.measure(tree)
        except (ValueError, RuntimeError, OSError, subprocess.SubprocessError) as error:
            run.fail(tree.name, str(error))
    figures = summary.read(options.out / "runs", run.digest)
    (options.out / "summary.json").write_text(json.dumps(figures, indent=1) + "\n")
    for folder in [options.out, *([options.publish] if options.publish else [])]:
        report.write(figures, folder)
    print(report.to_text(figures))
    for failure in run.failures:
        print(f"failed: {failure}", file=sys.stderr)
    return 1 if run.failures else 0


if __name__ == "__main__":
    sys.exit(main())
