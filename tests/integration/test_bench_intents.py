"""codeweaver-bench intents: accuracy of intents and kinds on labelled queries, and usage errors."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json

import pytest
from conftest import ROOT, check_error

QUERIES = ROOT / "benchmarks" / "quality" / "intents.jsonl"
# Two points below what docs/internals/quality.md reports for all queries.
INTENT_ACCURACY, KIND_ACCURACY = 0.776, 0.97


def test_the_accuracy_does_not_fall(bench_program):
    out = bench_program.ok("intents", "--queries", QUERIES, "--json", "report.json").out
    report = json.loads((bench_program.home / "report.json").read_text())
    assert report["intents"]["accuracy"] >= INTENT_ACCURACY, out
    assert report["kinds"]["accuracy"] >= KIND_ACCURACY, out
    assert out.count("accuracy 0.") == 2 and "rows are labels, columns are predictions" in out


def test_the_splits_add_up(bench_program):
    counts = {}
    for split in ("development", "test", ""):
        bench_program.ok("intents", "--queries", QUERIES, "--json", "report.json", *(("--split", split) if split else ()))
        report = json.loads((bench_program.home / "report.json").read_text())
        assert sum(entry["queries"] for entry in report["intents"]["classes"]) == report["queries"]
        counts[split] = report["queries"]
    assert counts[""] == counts["development"] + counts["test"]


@pytest.mark.parametrize("line, cause, action", [
    ('{"query": "a"}', "q.jsonl:1: ", "Give query, intent and kind as texts."),
    ('{"query": "a", "intent": "refine", "kind": "natural"}', "intent 'refine' is unknown", "or none"),
    ('{"query": "a", "intent": "none", "kind": "prose"}', "kind 'prose' is unknown", "stack_trace"),
])
def test_a_bad_line_is_named_with_cause_and_way_out(bench_program, line, cause, action):
    (bench_program.home / "q.jsonl").write_text(line + "\n")
    check_error(bench_program.run("intents", "--queries", "q.jsonl"), cause=cause, context="q.jsonl", action=action)


def test_a_split_without_queries_is_refused(bench_program):
    check_error(bench_program.run("intents", "--queries", QUERIES, "--split", "other"), cause="is selected",
                context="choosing queries", action="Check the file and the split.")
