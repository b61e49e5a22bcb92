"""codeweaver-bench quality: exact figures on a tiny project, comparisons, and rejected input."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import math

import pytest

from conftest import check_error

FILES = {
    "pool.py": "def lease_connection(pool):\n    \"\"\"Takes a database connection out of the pool.\"\"\"\n    return pool.pop()\n",
    "upload.py": "def retry_upload(file, times):\n    \"\"\"Sends a failed upload again, with growing pauses.\"\"\"\n"
                 "    for attempt in range(times):\n        file.send(pause=2 ** attempt)\n",
    "invoice.py": "def invoice_total(lines, discount):\n    \"\"\"Adds up the invoice and subtracts the discount.\"\"\"\n"
                  "    return sum(lines) - discount\n",
}


def query(number, text, targets, repo="shop", category="behaviour", **more):
    return {"repo": repo, "query_id": f"q{number}", "query": text, "language": "python", "category": category,
            "targets": targets, **more}


QUERIES = [
    query(1, "retry_upload", [{"path": "upload.py", "start": 1, "end": 4}], category="symbol", split="test"),
    query(2, "take a database connection out of the pool", [{"path": "pool.py"}], intent="understand"),
    query(3, "invoice_total", [{"path": "nowhere.py"}], category="symbol"),
    query(4, "anything", [{"path": "a.py"}], repo="gone"),
]


def write_lines(path, values):
    path.write_text("".join(json.dumps(value) + "\n" for value in values))


@pytest.fixture
def bench(bench_program):
    """Runs the command on the tiny project; .report is what --json wrote."""
    program = bench_program
    tree = program.home / "repos" / "shop"
    tree.mkdir(parents=True)
    for name, text in FILES.items():
        (tree / name).write_text(text)
    write_lines(program.home / "queries.jsonl", QUERIES)

    def run(*arguments, queries="queries.jsonl"):
        return program.run("quality", "--repos", "repos", "--queries", queries, "--state", "state", *arguments)

    def report(*arguments):
        outcome = run("--json", "report.json", *arguments)
        assert outcome.code == 0, outcome.err
        return json.loads((program.home / "report.json").read_text())

    run.home, run.report, run.program = program.home, report, program
    return run


def group(groups, name):
    (found,) = [entry for entry in groups if entry["name"] == name]
    return found


def values(entry, level="file"):
    return {metric: figures["value"] for metric, figures in entry[level].items()}


def test_the_figures_are_those_worked_out_by_hand(bench):
    report = bench.report()
    assert (report["queries"], report["repositories"], report["files"]) == (3, 1, 3)
    assert report["missing_repositories"] == {"gone": 1}
    assert report["lost_targets"] == ["shop/nowhere.py"]
    for level in ("file", "span"):  # two queries have their answer first, the third has none
        assert values(group(report["groups"], "all"), level) == pytest.approx(
            {metric: 2 / 3 for metric in ("ndcg_10", "mrr_10", "recall_10", "hit_1", "hit_3", "hit_5")})
        assert set(values(group(report["groups"], "behaviour"), level).values()) == {1}
        assert values(group(report["groups"], "symbol"), level)["ndcg_10"] == 0.5
    interval = group(report["groups"], "all")["file"]["ndcg_10"]
    assert interval["low"] == 0 and interval["high"] == 1  # of three queries, all or none may be drawn
    assert report["latency_ms"]["p50"] <= report["latency_ms"]["p95"]
    assert "no shared word" not in {entry["name"] for entry in report["groups"]}  # "pool" is in pool.py
    assert {entry["query_id"]: entry["file"]["hit_1"] for entry in report["per_query"]} == {"q1": 1, "q2": 1, "q3": 0}


def test_two_runs_give_the_same_but_for_times(bench):
    first, second = bench.report(), bench.report("--force")
    for report in (first, second):
        for timed in ("latency_ms", "index_seconds"):
            del report[timed]
    assert first == second


def test_the_tables_name_what_was_left_out(bench):
    out = bench("--verbose").out
    assert "3 queries on 1 repository (3 files, " in out
    assert "Skipped 1 query on gone: its folder does not exist" in out
    assert "1 target not found: shop/nowhere.py" in out
    assert "\nrepo\n  shop " in out and "\nspan level " in out
    assert "\nrepo\n" not in bench().out


def test_queries_can_be_chosen(bench):
    assert bench.report("--category", "behaviour")["queries"] == 1
    assert bench.report("--category", "behaviour", "--category", "symbol", "--repo", "shop")["queries"] == 3
    assert bench.report("--split", "test")["queries"] == 1
    check_error(bench("--repo", "other"), cause="None of the 4 queries in queries.jsonl matches the filters",
                context="choosing queries", action="Check --repo, --category and --split.")


def test_written_results_compare_equal_to_the_run_that_wrote_them(bench):
    bench("--results", "mine.jsonl")
    lines = [json.loads(line) for line in (bench.home / "mine.jsonl").read_text().splitlines()]
    assert [line["query_id"] for line in lines] == ["q1", "q2", "q3"]
    assert lines[0]["results"][0] == {"path": "upload.py", "start_line": 1, "end_line": 4,
                                      "score": lines[0]["results"][0]["score"]}
    versus = bench.report("--vs", "mine.jsonl")["versus"]
    assert versus["unasked"] == 0
    for entry in versus["differences"]:
        for figures in (*entry["file"].values(), *entry["span"].values()):
            assert (figures["difference"], figures["low"], figures["high"], figures["p_value"]) == (0, 0, 0, 1)
    report = bench.report("--vs", "mine.jsonl")
    ours, theirs = group(report["groups"], "all"), group(report["versus"]["groups"], "all")
    assert ours["tokens_to_first_hit"] == pytest.approx(theirs["tokens_to_first_hit"], rel=0.1)


def test_a_peer_is_measured_by_the_same_rules(bench):
    write_lines(bench.home / "peer.jsonl", [
        {"repo": "shop", "query_id": "q1", "results": [{"path": "pool.py", "start_line": 1, "end_line": 3},
                                                       {"path": "upload.py", "start_line": 1, "end_line": 2}]},
        {"repo": "shop", "query_id": "q3", "results": []}])
    outcome = bench("--vs", "peer.jsonl")
    assert "Ours minus peer.jsonl, without 1 query that it does not have" in outcome.out
    versus = bench.report("--vs", "peer.jsonl")["versus"]
    assert versus["unasked"] == 1
    figures = group(versus["differences"], "all")["file"]["ndcg_10"]
    assert figures["ours"] == 0.5
    assert figures["theirs"] == pytest.approx(1 / math.log2(3) / 2)
    assert figures["difference"] == pytest.approx((1 - 1 / math.log2(3)) / 2)
    assert figures["p_value"] == 1  # of one difference either sign is as likely
    check_error(bench("--vs", "peer.jsonl", "--category", "behaviour"), cause="None of the queries has a result in peer.jsonl",
                context="comparing", action="Use a file with results for the same repo and query_id.")


def test_the_ablations_end_with_the_search_as_it_is(bench):
    report = bench.report("--ablations")
    assert [row["name"] for row in report["ablations"]] == [
        "sparse only", "sparse + rules", "dense only", "fusion", "fusion + rules", "fusion + trees", "+ intent, importance"]
    last = report["ablations"][-1]
    assert values(last["score"]) == values(group(report["groups"], "all"))
    assert "step" not in report["ablations"][0] and 0 < last["p_value"] <= 1
    assert "ablations, file level" in bench("--ablations").out


def test_settings_reach_the_search(bench):
    assert bench("--set", "search.weight_dense=2").code == 2
    with_all = bench.report()
    only_one = bench.report("--limit", "1")
    assert len(with_all["per_query"]) == len(only_one["per_query"])
    bench("--limit", "1", "--results", "one.jsonl")
    assert {len(json.loads(line)["results"]) for line in (bench.home / "one.jsonl").read_text().splitlines()} == {1}


def test_without_a_state_folder_nothing_stays(bench, tmp_path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    outcome = bench.program.run("quality", "--repos", "repos", "--queries", "queries.jsonl", env={"TMPDIR": str(scratch)})
    assert outcome.code == 0, outcome.err
    assert list(scratch.iterdir()) == []
    assert sorted(path.name for path in (bench.home / "repos" / "shop").iterdir()) == sorted(FILES)


@pytest.mark.parametrize("line, cause, action", [
    ("{", "bad.jsonl:2: ", "one JSON object on each line"),
    ('{"repo": "shop"}', "query_id: is missing", "Give repo, query_id, query, language and category"),
    (json.dumps(query(9, "x", [])), "targets is missing, empty or not a list", "Write a target as"),
    (json.dumps(query(9, "x", [{"path": "/etc/passwd"}])), "'/etc/passwd' is not inside", "Give a path relative"),
    (json.dumps(query(9, "x", [{"path": "a", "start": 2}])), "only one of start and end", "Write a target as"),
    (json.dumps(query(1, "x", [{"path": "a"}])), "is already used at ", "a unique id"),
])
def test_a_bad_query_is_named_with_file_line_cause_and_way_out(bench, line, cause, action):
    (bench.home / "bad.jsonl").write_text(json.dumps(QUERIES[0]) + "\n" + line + "\n")
    check_error(bench(queries="bad.jsonl"), cause=cause, context="bad.jsonl", action=action)


def test_bad_results_are_refused_before_anything_is_indexed(bench):
    (bench.home / "peer.jsonl").write_text('{"repo": "shop", "query_id": "q1", "results": [{"path": "a"}]}\n')
    check_error(bench("--vs", "peer.jsonl"), cause="peer.jsonl:1: ", context="peer.jsonl", action='"results"')
    assert not (bench.home / "state").exists()


def test_missing_places_are_named(bench):
    check_error(bench(queries="none.jsonl"), cause="none.jsonl", context="reading", action="Check the path")
    write_lines(bench.home / "gone.jsonl", QUERIES[3:])
    check_error(bench(queries="gone.jsonl"), cause="None of the 1 query has a folder of its repository",
                context="running the benchmark", action="Put the source tree of repository R into repos/R.")
    assert bench.program.run().code == 2
    assert bench.program.run("quality").code == 2
    assert bench.program.run("quality", "--repos", "repos", "--queries", "q", "--limit", "0").code == 2
