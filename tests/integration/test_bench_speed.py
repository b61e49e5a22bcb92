"""codeweaver-bench speed: format of its figures, files it must not change, the generated tree."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import hashlib
import json
import pathlib
import shutil
import subprocess

import pytest

from conftest import BUILD, ROOT, check_error

SPREAD = {"samples", "p50", "p95", "p99"}
GENERATOR = BUILD / "benchmark_cases"


@pytest.fixture
def tree(bench_program) -> pathlib.Path:
    shutil.copytree(ROOT / "tests" / "data" / "shop", bench_program.home / "shop")
    return bench_program.home / "shop"


def contents(folder: pathlib.Path) -> dict[str, tuple]:
    """Path, bytes, time and permissions of every file."""
    return {file.relative_to(folder).as_posix(): (file.read_bytes(), file.stat().st_mtime_ns, file.stat().st_mode)
            for file in sorted(folder.rglob("*")) if file.is_file()}


def measure(bench_program, *options) -> dict:
    bench_program.ok("speed", "shop", "--queries", "4", "--json", "speed.json", *options)
    return json.loads((bench_program.home / "speed.json").read_text())


def check_spread(spread: dict, samples: int) -> None:
    assert set(spread) == SPREAD and spread["samples"] == samples
    assert 0 < spread["p50"] <= spread["p95"] <= spread["p99"]


def test_the_figures_have_the_shape_that_is_documented(bench_program, tree):
    before = contents(tree)
    figures = measure(bench_program, "--edit", "--runs", "2")
    assert contents(tree) == before  # edited files are back, with their times
    assert list(figures) == ["machine", "root", "index", "query", "program", "updates", "concurrency", "disk"]
    assert figures["root"] == "shop" and figures["machine"]["cores"].isdigit() and figures["machine"]["version"]
    index = figures["index"]
    assert index["files"] == 10 and index["chunks"] >= 10 and index["failed"] == 0
    assert index["source_bytes"] == sum(len(data) for name, (data, *_) in before.items() if not name.startswith("."))
    assert len(index["runs_wall_s"]) == len(index["runs_cpu_s"]) == 2
    assert {"discover", "index", "derive"} <= set(index["stage_s"])
    assert index["parse_alone"]["files"] > 0 and index["wall_to_parse"] > 0
    kinds = {kind["name"]: kind for kind in figures["query"]["kinds"]}
    assert {"identifier", "words", "question", "filtered", "frequent", "absent"} <= set(kinds)
    for kind in kinds.values():
        check_spread(kind["first_ms"], len(kind["texts"]))
        assert len(set(kind["texts"])) == len(kind["texts"]) <= 4
    check_spread(figures["query"]["usual_ms"], sum(len(kind["texts"]) for kind in kinds.values() if kind["is_usual"]))
    assert "upload_invoice" in " ".join(kinds["identifier"]["texts"]) or len(kinds["identifier"]["texts"]) == 4
    for spread in ("bare_ms", "search_ms", "nothing_changed_ms"):
        check_spread(figures["program"][spread], 10)
    check_spread(figures["updates"]["nothing_changed_ms"], 10)
    assert 1 <= figures["updates"]["edit_to_answer_ms"]["samples"] <= 10
    assert 1 <= figures["updates"]["move_to_answer_ms"]["samples"] <= 10
    assert figures["updates"]["switch_ms"]["samples"] == 2
    assert 2 <= figures["updates"]["switched_files"] <= 100
    assert figures["concurrency"]["searches"] == 20 and figures["concurrency"]["ratio"] > 0
    disk = figures["disk"]
    assert disk["state_bytes"] == disk["database_bytes"] + disk["segments_bytes"] + disk["other_bytes"]
    assert disk["database_bytes"] > 0 and disk["segments_bytes"] > 0


def test_nothing_is_left_behind_and_edits_are_asked_for(bench_program, program, tree):
    work = bench_program.home / "work"
    work.mkdir()
    figures = measure(bench_program, "--work", str(work))
    assert "edit_to_answer_ms" not in figures["updates"]
    assert list(work.iterdir()) == []
    assert json.loads(program.ok("projects", "-o", "json").out) == []  # the user's list of projects stays as it was


def test_the_text_has_a_table_for_each_part(bench_program, tree):
    text = bench_program.ok("speed", "shop", "--queries", "2").out
    for title in ("Indexing", "Disk", "Queries, milliseconds", "Updates and starts, milliseconds"):
        assert f"\n{title}\n" in text


def test_folders_that_cannot_be_measured_are_refused(bench_program, program, tree):
    program.ok("init", "shop")
    check_speed_error(bench_program, "shop", cause="contains its own index", action="Measure a copy")
    (bench_program.home / "empty").mkdir()
    check_speed_error(bench_program, "empty", cause="No definition was found", action="source code")
    check_speed_error(bench_program, "missing", cause="missing", action="")


def check_speed_error(bench_program, folder: str, **expected) -> None:
    outcome = bench_program.run("speed", folder)
    steps = ("Indexing ", "Parsing ")
    outcome.err = "".join(line for line in outcome.err.splitlines(keepends=True) if not line.startswith(steps))
    check_error(outcome, **expected)


def generate(folder: pathlib.Path, *options: str) -> dict[str, str]:
    if not GENERATOR.is_file():
        pytest.skip(f"{GENERATOR} is not built")
    subprocess.run([GENERATOR, "--generate", folder, *options], check=True, capture_output=True)
    return {file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
            for file in folder.rglob("*") if file.is_file()}


def test_a_generated_tree_is_the_same_each_time_and_begins_a_larger_one(tmp_path):
    small = generate(tmp_path / "small", "--files", "60")
    again = generate(tmp_path / "again", "--files", "60")
    large = generate(tmp_path / "large", "--files", "200")
    other = generate(tmp_path / "other", "--files", "60", "--seed", "2")
    assert small == again and len(small) == 60
    assert small.items() <= large.items() and len(large) == 200
    assert not small.items() & other.items()
    assert len({name.rsplit(".")[-1] for name in large}) >= 7  # languages


def test_a_generated_tree_stops_at_the_bytes_asked_for(tmp_path):
    generate(tmp_path / "tree", "--bytes", "400000")
    sizes = sorted(file.stat().st_size for file in (tmp_path / "tree").rglob("*") if file.is_file())
    assert 400_000 <= sum(sizes) < 400_000 + 200_500
    assert sizes[len(sizes) // 2] < sum(sizes) / len(sizes)  # a few large files hold much of the text


def test_words_of_a_generated_tree_follow_zipfs_law(tmp_path):
    generate(tmp_path / "tree", "--bytes", "1500000")
    counts: dict[str, int] = {}
    for file in (tmp_path / "tree").rglob("*.*"):
        if file.is_file():
            for word in file.read_text().replace("_", " ").lower().split():
                counts[word] = counts.get(word, 0) + 1
    ranked = sorted(counts.values(), reverse=True)
    assert ranked[0] > 20 * ranked[200] > 20 * ranked[3000] > 0
    assert sum(count == 1 for count in ranked) > len(ranked) / 5
