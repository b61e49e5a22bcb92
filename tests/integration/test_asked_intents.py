"""Each intent improves the first results for its kind of question: 30 questions per intent, on real packages."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json

import pytest

from conftest import ROOT

QUESTIONS = ROOT / "benchmarks" / "quality" / "intent_questions.jsonl"
INTENTS = ("understand", "implement", "debug", "optimize", "test", "configure", "document")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def questions(corpus):
    """By intent; skips where a package is missing."""
    found = {intent: [] for intent in INTENTS}
    for line in QUESTIONS.read_text().splitlines():
        question = json.loads(line)
        found[question["category"]].append(question)
    needed = {question["repo"] for asked in found.values() for question in asked}
    missing = needed - {folder.name for folder in corpus.iterdir()}
    if missing:
        pytest.skip(f"{sorted(missing)} are not in {corpus}; run tests/packages/fetch")
    return found


def file_figures(bench_program, corpus, intent, *more):
    bench_program.ok("quality", "--repos", corpus, "--queries", QUESTIONS, "--category", intent, "--state", "state",
               "--json", "report.json", *more)
    groups = json.loads((bench_program.home / "report.json").read_text())["groups"]
    return next(group for group in groups if group["dimension"] == "overall")["file"]


@pytest.mark.parametrize("intent", INTENTS)
def test_an_intent_brings_what_it_asks_for_nearer_to_the_top(bench_program, corpus, questions, intent):
    assert len(questions[intent]) == 30
    without = file_figures(bench_program, corpus, intent)
    given = file_figures(bench_program, corpus, intent, "--intent", intent)
    assert given["mrr_10"]["value"] > without["mrr_10"]["value"]
    assert given["hit_1"]["value"] >= without["hit_1"]["value"]
