"""The reference suite: codeweaver answers questions of its developers about its source tree."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import collections
import pathlib
import shutil
import subprocess

import pytest
import yaml
from conftest import ROOT, Program

SUITE = pathlib.Path(__file__).with_name("reference_queries.yml")
QUERIES = yaml.safe_load(SUITE.read_text())["queries"]
INTENTS = {"understand", "implement", "debug", "optimize", "test", "configure", "document"}
BARS = {3: 0.70, 5: 0.80}


def tracked_files():
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listing.returncode != 0:
        pytest.skip("the tree is no git checkout")
    return [name for name in listing.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def own_tree(tmp_path_factory):
    """The tracked files without the suite itself, which holds its queries word for word; indexed."""
    home = tmp_path_factory.mktemp("reference")
    for name in tracked_files():
        if ROOT / name == SUITE:
            continue
        target = home / "tree" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)
    program = Program(home)
    program.root = home / "tree"
    program.ok("index", "tree")
    return program


def test_the_suite_covers_every_intent_and_names_files_of_the_tree():
    assert len(QUERIES) >= 44
    counts = collections.Counter(entry["intent"] for entry in QUERIES)
    assert set(counts) == INTENTS and min(counts.values()) >= 5
    assert len({entry["query"] for entry in QUERIES}) == len(QUERIES)
    tracked = set(tracked_files())
    assert [name for entry in QUERIES for name in entry["expected"] if name not in tracked] == []


def test_no_other_file_holds_a_question_word_for_word():
    """It would answer, and be wrong: what is written of a question elsewhere has other words. Short ones are anybody's."""
    asked = [entry["query"].lower() for entry in QUERIES if len(entry["query"].split()) >= 5]
    quoting = []
    for name in tracked_files():
        if ROOT / name == SUITE:
            continue
        text = (ROOT / name).read_bytes().decode("utf-8", "replace").lower()
        quoting += [f"{name}: {query}" for query in asked if query in text]
    assert quoting == []


def rank_of(program, entry):
    """The rank of the first result in an expected file; None when there is none."""
    matches = program.ok("search", entry["query"], "-o", "json", cwd=program.root).json()["matches"]
    return next((rank for rank, match in enumerate(matches, 1) if match["file"]["path"] in entry["expected"]), None)


def test_expected_files_are_among_the_first(own_tree):
    ranks = [rank_of(own_tree, entry) for entry in QUERIES]
    shares = {k: sum(rank is not None and rank <= k for rank in ranks) / len(ranks) for k in (1, *BARS)}
    print("\n" + ", ".join(f"P@{k} {share:.3f}" for k, share in shares.items()), f"({len(ranks)} queries)")
    for entry, rank in zip(QUERIES, ranks, strict=True):
        if rank is None or rank > min(BARS):
            print(f"{'not found' if rank is None else f'rank {rank}'}: {entry['query']} -> {', '.join(entry['expected'])}")
    for k, bar in BARS.items():
        assert shares[k] >= bar, f"P@{k} {shares[k]:.3f} is below {bar}"
