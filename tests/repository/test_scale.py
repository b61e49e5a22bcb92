"""The scale benchmark: samples of trees, exponents, targets, plots and the page, with known figures."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import copy
import json
import sys
import xml.etree.ElementTree

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "benchmarks" / "scale"))

import bounded  # noqa: E402
import fits  # noqa: E402
import peers  # noqa: E402
import plot  # noqa: E402
import report  # noqa: E402
import run  # noqa: E402
import summary  # noqa: E402
import trees  # noqa: E402

SPREAD = {"samples": 10, "p50": 1.0, "p95": 2.0, "p99": 2.5}


def figures(chunks: int, tree: str) -> dict:
    """What `bench speed` writes, for a program whose index time grows with n and whose latency with the root of n."""
    latency = 0.01 * chunks ** 0.5
    return {
        "digest": "abc", "tree": tree, "kind": "generated", "machine": {"cpu": "some", "cores": "2"}, "root": "source",
        "index": {"files": chunks // 6, "chunks": chunks, "source_bytes": chunks * 2000, "wall_s": chunks * 1e-4,
                  "cpu_s": chunks * 2e-4, "wall_to_parse": 1.4, "cpu_to_parse": 1.4, "peak_rss_mib": 200.0,
                  "stage_s": {"discover": 0.1, "index": 2.0}},
        "query": {"usual_ms": {**SPREAD, "p50": latency, "p99": 2 * latency}, "peak_rss_mib": 90.0, "open_ms": 1.0,
                  "open_and_search_ms": 9.0, "kinds": [
                      {"name": "words", "is_usual": True, "texts": ["read file", "open socket"], "first_ms": SPREAD, "cpu_ms": 2.0},
                      {"name": "question", "is_usual": True, "texts": ["Opens a file."], "first_ms": SPREAD, "cpu_ms": 2.0},
                      {"name": "absent", "is_usual": False, "texts": ["xyz"], "first_ms": SPREAD, "cpu_ms": 2.0}]},
        "updates": {"nothing_changed_ms": SPREAD, "edit_to_answer_ms": SPREAD, "move_to_answer_ms": SPREAD,
                    "switch_ms": SPREAD, "switched_files": 100},
        "concurrency": {"searches": 20, "ratio": 1.9},
        "disk": {"database_bytes": chunks * 1000, "segments_bytes": chunks * 700, "state_bytes": chunks * 1700,
                 "segments_to_source": 0.35, "state_to_source": 0.85}}


PEER = {"digest": "abc", "tree": "generated-60k-chunks", "kind": "generated", "name": "semble", "index_wall_s": 60.0,
        "index_cpu_s": 60.0, "index_rss_mib": 900.0, "query_rss_mib": 500.0, "disk_bytes": 0,
        "query_ms": {"samples": 100, "p50": 20.0, "p95": 30.0, "p99": 40.0, "cpu": 18.0}}


@pytest.fixture
def runs(tmp_path):
    folder = tmp_path / "runs"
    folder.mkdir()
    for chunks, name in ((13_000, "13k"), (60_000, "60k"), (250_000, "250k"), (1_000_000, "1m")):
        tree = f"generated-{name}-chunks"
        for number in (1, 2, 3):
            one = figures(chunks, tree)
            one["index"]["wall_s"] *= number  # the median is twice the first
            (folder / f"{tree}.ours.{number}.json").write_text(json.dumps(one))
    (folder / "generated-60k-chunks.semble.json").write_text(json.dumps(PEER))
    (folder / "generated-60k-chunks.tantivy.json").write_text(json.dumps(
        {"digest": "abc", "tree": "generated-60k-chunks", "kind": "generated", "name": "tantivy", "failed": "not finished after 3 s"}))
    (folder / "old.ours.1.json").write_text(json.dumps({**figures(5, "old"), "digest": "other"}))
    return summary.read(folder, "abc")


def test_an_exponent_is_the_slope_of_the_logarithms():
    xs = [10.0, 100.0, 5000.0]
    assert fits.exponent(xs, [3 * x ** 0.7 for x in xs]) == pytest.approx(0.7)
    assert fits.exponent(xs, [5.0, 5.0, 5.0]) == pytest.approx(0)
    assert fits.exponent([10.0], [1.0]) is None and fits.exponent([10.0, 20.0], [0.0, 1.0]) is None


def test_runs_of_another_program_are_left_out_and_medians_taken(runs):
    assert [row["tree"] for row in runs["ours"]] == [f"generated-{size}-chunks" for size in ("13k", "60k", "250k", "1m")]
    row = runs["ours"][1]
    assert row["runs"] == 3 and row["index_wall_s"] == pytest.approx(12.0) and row["program_search_ms"] is None
    semble, tantivy = runs["peers"]
    assert semble["index_ratio"] == pytest.approx(5) and semble["rss_ratio"] == pytest.approx(4.5)
    assert semble["query_ratio"] == pytest.approx(20 / row["query_p50_ms"])
    assert semble["index_cpu_ratio"] == pytest.approx(5) and semble["query_cpu_ratio"] == pytest.approx(9)
    assert tantivy["failed"] == "not finished after 3 s"


def test_growth_and_targets_follow_from_the_rows(runs):
    assert fits.growth(runs["ours"]) == {"index_wall": pytest.approx(1), "index_cpu": pytest.approx(1), "query_p50": pytest.approx(0.5)}
    found = {target.what: target for target in fits.targets(runs["ours"], runs["peers"])}
    assert found["query p50, 1M chunks"].verdict == "met" and found["query p50, 13k chunks"].verdict == "missed"
    assert found["query p99 / p50, 60k chunks"].value == pytest.approx(2)
    assert found["full index of 10k files / tree-sitter alone"].verdict == "met"
    assert found["peak RSS of indexing, 100k files"].verdict == "not measured" or found["peak RSS of indexing, 100k files"].value
    assert found["20 searches, two threads / one"].verdict == "met"
    assert found["semble's peak RSS / ours, least over trees"].verdict == "met"
    assert fits.targets([], []) and {target.verdict for target in fits.targets([], [])} == {"not measured"}


def test_the_page_shows_every_tree_and_its_plots_are_valid(runs, tmp_path):
    report.write(runs, tmp_path)
    page = (tmp_path / f"{report.NAME}.md").read_text()
    for row in runs["ours"]:
        assert page.count(f"| {row['tree']} |") >= 4
    assert "failed: not finished after 3 s" in page and "| generated | exponent of query p50 in chunks | at most 0.7 | 0.50 | met |" in page
    for name in ("query", "index", "memory", "disk"):
        root = xml.etree.ElementTree.parse(tmp_path / f"{report.NAME}-{name}.svg").getroot()
        assert f"{report.NAME}-{name}.svg" in page
        assert len(root.findall(".//{*}polyline")) >= 1
        assert "prefers-color-scheme: dark" in root.find("{*}style").text


def test_a_page_without_figures_says_so(tmp_path):
    report.write({"machine": {}, "digest": "abc", "ours": [], "peers": []}, tmp_path)
    page = (tmp_path / f"{report.NAME}.md").read_text()
    assert "Not measured." in page and ".svg" not in page


def test_a_plot_keeps_to_its_axes_and_separates_names():
    lines = [plot.Line("a & b", [(100.0, 1.0), (10_000.0, 10.0)]), plot.Line("c", [(10_000.0, 10.1)]),
             plot.Line("aim", [(100.0, 5.0), (10_000.0, 5.0)], is_aim=True)]
    root = xml.etree.ElementTree.fromstring(plot.svg(plot.Plot("Latency", "chunks", "ms", lines)))
    for line in root.findall(".//{*}polyline"):
        for point in line.get("points").split():
            x, y = map(float, point.split(","))
            assert plot.LEFT <= x <= plot.WIDTH - plot.RIGHT and plot.TOP <= y <= plot.HEIGHT - plot.BOTTOM
    names = {text.text: float(text.get("y")) for text in root.findall("{*}text") if text.text in ("a & b", "c", "aim")}
    assert len(names) == 3 and abs(names["a & b"] - names["c"]) >= 17
    with pytest.raises(ValueError, match="no points"):
        plot.svg(plot.Plot("Empty", "x", "y", [plot.Line("a", [])]))
    with pytest.raises(ValueError, match="not above 0"):
        plot.svg(plot.Plot("Zero", "x", "y", [plot.Line("a", [(1.0, 0.0)])]))


def test_a_smaller_sample_is_part_of_a_larger_one():
    files = [(f"src/part{at % 7}/file{at}.py", 100 + at) for at in range(500)]
    small, large = trees.choose(files, 50, 0), trees.choose(list(reversed(files)), 200, 0)
    assert len(small) == 50 and large[:50] == small
    assert len({path.split("/")[1] for path, _ in small}) == 7
    assert 5_000 <= sum(size for _, size in trees.choose(files, 0, 5_000)) < 5_600
    with pytest.raises(ValueError, match="only 500 files"):
        trees.choose(files, 800, 0)
    assert len(trees.choose(files, 600, 0)) == 500


def test_only_code_counts_and_links_and_hidden_folders_do_not(tmp_path):
    for path in ("a.py", "b/c.RS", "b/photo.jpg", ".git/x.py", "b/empty.c", "d/.hidden.py"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("" if "empty" in path else "code")
    (tmp_path / "link.py").symlink_to(tmp_path / "a.py")
    assert trees.list_code(tmp_path) == [("a.py", 4), ("b/c.RS", 4)]


def test_trees_are_named_by_what_they_aim_at_and_small_ones_come_first():
    options = run.parse(["--kind", "generated", "--files", "1k", "--chunks", "1m", "13k", "--package", "go"])
    assert [tree.name for tree in run.chosen_trees(options)] == ["generated-1k-files", "generated-13k-chunks", "generated-1m-chunks", "go"]


def test_one_call_at_a_time_uses_a_cache_and_clears_what_an_ended_one_left(tmp_path):
    (tmp_path / "work-abc").mkdir()
    (tmp_path / "trees").mkdir()
    with run.take_cache(tmp_path):
        assert sorted(path.name for path in tmp_path.iterdir()) == ["lock", "trees"]
        with pytest.raises(BlockingIOError):
            run.take_cache(tmp_path)
    run.take_cache(tmp_path).close()


def test_a_program_that_takes_too_long_or_too_much_is_ended(tmp_path):
    with pytest.raises(bounded.Failed, match="not finished after 0 s"):
        bounded.run(["sleep", "60"], 0.2)
    with pytest.raises(bounded.Failed, match="needs more than 1 GiB"):
        bounded.run([sys.executable, "-c", "bytearray(3 << 30)"], 60, 1)
    with pytest.raises(bounded.Failed, match="failed with status 3: no luck"):
        bounded.run([sys.executable, "-c", "import sys; print('no luck', file=sys.stderr); sys.exit(3)"], 60)


def test_peers_get_the_kinds_of_queries_in_turn_and_time_them_within_bounds():
    assert run.usual_queries(figures(1000, "x")) == ["read file", "Opens a file.", "open socket"]
    asked = []
    spread = peers.time_queries(asked.append, list(range(100)), 60)
    assert spread["samples"] == 100 and asked == [0, 1, 2, *range(100)]
    assert spread["p50"] <= spread["p95"] <= spread["p99"]
    assert peers.time_queries(asked.append, list(range(100)), 0)["samples"] == 1


def test_fts5_and_the_reading_of_rows_work(tmp_path):
    source = tmp_path / "source"
    source.mkdir()
    (source / "long.py").write_text("".join(f"value_{line} = {line}\n" for line in range(120)))
    assert [(path, line) for path, line, _ in peers.read_rows(source)] == [("long.py", 1), ("long.py", 51), ("long.py", 101)]
    (tmp_path / "work").mkdir()
    fts = peers.Fts5(source, tmp_path / "work")
    assert fts.ask("where is value_60 set?") >= 1 and fts.ask("?!") == 0 and fts.ask("absent") == 0


def test_the_figures_of_one_run_are_not_changed_by_reading_them(runs):
    before = copy.deepcopy(runs)
    report.to_text(runs)
    assert runs == before
