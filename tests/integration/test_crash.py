"""A killed, stopped or disturbed run leaves the last committed state, and the next run completes it."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import pathlib
import random
import re
import shutil
import signal
import time

import pytest

from conftest import Program

KILLS = 12
QUERIES = ["parse a JSON document", "open a network connection", "HTTPServer", "compress bytes", "unit test of a class"]
COUNTS = ("total_files", "total_chunks", "languages")


@pytest.fixture(scope="module")
def tree(tmp_path_factory) -> pathlib.Path:
    """Some hundred real files: the modules of Python's own library without its tests."""
    source = pathlib.Path(os.__file__).parent
    copy = tmp_path_factory.mktemp("tree") / "library"
    shutil.copytree(source, copy, symlinks=True,
                    ignore=shutil.ignore_patterns("__pycache__", "*-packages", "test", "tests", "*.so", "*.pyc", "config-*"))
    return copy


def answers(program, tree) -> list:
    found = []
    for query in QUERIES:
        answer = program.ok("search", query, "-p", tree, "-l", "20", "-o", "json").json()
        assert answer["warnings"] == []
        found.append([(match["file"]["path"], match["span"], match["relevance_score"]) for match in answer["matches"]])
    return found


def check_lines(program, tree) -> None:
    """Whatever state a kill left, exact search finds the lines that are there."""
    for word in (b"urlopen(", b"added_by_the_update", b"HTTPServer"):
        expected = [file.relative_to(tree).as_posix() for file in sorted(tree.rglob("*.py")) if word in file.read_bytes()]
        found = program.run("grep", "-l", "-F", "-t", "py", word.decode(), cwd=tree)
        assert (found.code, sorted(found.out.splitlines())) == (0 if expected else 1, sorted(expected))


def counts(program, tree) -> list:
    status = program.ok("status", "-p", tree, "-o", "json").json()
    assert status["indexed"] and not status["is_stale"] and not status["is_indexing"]
    return [status[name] for name in COUNTS]


@pytest.fixture(scope="module")
def whole(tree, tmp_path_factory):
    """What a run that nobody disturbs comes to, and how long it takes."""
    program = Program(tmp_path_factory.mktemp("whole"))
    started = time.monotonic()
    program.ok("index", "-q", tree)
    seconds = time.monotonic() - started
    return counts(program, tree), answers(program, tree), seconds


def end(program, tree, seconds, how) -> int:
    """Starts a run and ends it after some seconds; its exit status."""
    process = program.start("index", "-q", tree, stdout=-3, stderr=-3)
    time.sleep(seconds)
    process.send_signal(how)
    return process.wait(120)


def test_a_killed_run_leaves_the_last_state_and_the_next_one_completes(tree, whole, tmp_path):
    expected_counts, expected_answers, seconds = whole
    rng = random.Random(3)
    killed = 0
    for attempt in range(KILLS):
        program = Program(tmp_path / f"home{attempt}")
        program.home.mkdir()
        killed += end(program, tree, rng.uniform(0.02, seconds), signal.SIGKILL) == -signal.SIGKILL
        check_lines(program, tree)
        status = program.ok("status", "-p", tree, "-o", "json").json()
        assert not status["is_indexing"]
        if status["indexed"]:  # a committed state answers at once, whole or not
            program.ok("search", QUERIES[0], "-p", tree, "--set", "indexing.patience_ms=0")
        program.ok("index", "-q", tree)
        assert counts(program, tree) == expected_counts, attempt
        assert answers(program, tree) == expected_answers, attempt
    assert killed >= KILLS // 2


def test_a_killed_first_run_leaves_what_it_published(tree, whole, tmp_path):
    expected_counts, expected_answers, seconds = whole
    often = ["--set", "indexing.publish_after_ms=1"]
    seen = ["--set", "indexing.first_index_wait_ms=1"]  # answers from what is there
    rng = random.Random(5)
    partial = 0
    for attempt in range(KILLS // 2):
        program = Program(tmp_path / f"home{attempt}")
        program.home.mkdir()
        published = program.state(tree) / "segments" / "manifest"
        for is_resumed in (False, True):
            process = program.start("index", "-q", tree, *often, stdout=-3, stderr=-3)
            if is_resumed:
                time.sleep(rng.uniform(0.1, seconds))
            while not published.exists() and process.poll() is None:
                time.sleep(0.001)
            process.kill()
            process.wait(120)
            status = program.ok("status", "-p", tree, "-o", "json").json()
            answer = program.ok("search", QUERIES[0], "-p", tree, "-o", "json", *seen).json()
            warned = [text for text in answer["warnings"] if text.startswith("The index covers ")]
            assert (status["coverage"] < 1) == bool(warned)
            assert status["indexed"] or not answer["matches"]
            if 0 < status["coverage"] < 1:
                partial += 1
                assert answer["matches"] and answer["searched_files"] <= status["coverage"] * expected_counts[0] * 1.2 + 100
        program.ok("index", "-q", tree, *often)
        assert counts(program, tree) == expected_counts, attempt
        assert answers(program, tree) == expected_answers, attempt
    assert partial >= 1


def test_a_kill_during_an_update_leaves_the_state_before_it(tree, whole, tmp_path):
    program = Program(tmp_path / "home")
    program.home.mkdir()
    copy = tmp_path / "library"
    shutil.copytree(tree, copy)
    program.ok("index", "-q", copy)
    for file in copy.rglob("*.py"):
        with file.open("ab") as out:
            out.write(b"\n\ndef added_by_the_update():\n    return 1\n")
    rng = random.Random(4)
    frozen = ["-p", copy, "--set", "indexing.patience_ms=0", "--detail", "full", "-o", "json"]
    for _ in range(4):
        end(program, copy, rng.uniform(0.05, whole[2]), signal.SIGKILL)
        answer = program.ok("search", "HTTPServer", *frozen).json()
        for match in answer["matches"]:  # of files that did not change, or whose change the run committed
            assert match["content"]["content"].split("\n")[0] in (copy / match["file"]["path"]).read_text()
        check_lines(program, copy)
    program.ok("index", "-q", copy)
    assert program.ok("search", "added_by_the_update", "-p", copy, "-o", "json").json()["matches"]
    fresh = Program(tmp_path / "fresh")
    fresh.home.mkdir()
    fresh.ok("index", "-q", copy)
    assert counts(program, copy) == counts(fresh, copy)
    assert answers(program, copy) == answers(fresh, copy)


def test_a_polite_stop_exits_with_1_and_the_next_run_goes_on(tree, whole, program):
    stopped = 0
    for seconds in (0.3 * whole[2], 0.6 * whole[2]):
        code = end(program, tree, seconds, signal.SIGTERM)
        assert code in (0, 1)
        stopped += code == 1
    assert stopped >= 1
    program.ok("index", "-q", tree)
    assert counts(program, tree) == whole[0]
    assert answers(program, tree) == whole[1]


def test_a_second_run_is_refused_and_says_who_runs(tree, program):
    first = program.start("index", "-q", tree, stdout=-3, stderr=-3)
    try:
        deadline = time.monotonic() + 60
        while not program.ok("status", "-p", tree, "-o", "json").json()["is_indexing"]:
            assert first.poll() is None and time.monotonic() < deadline
        first.send_signal(signal.SIGSTOP)  # it holds the lock for as long as this test needs it
        second = program.run("index", "-q", tree)
        assert second.code == 1
        assert re.search(rf"already in progress \(started at \d\d:\d\d:\d\d UTC\) in process {first.pid}\b", second.err)
        assert "Wait for it to finish" in second.err
        answer = program.ok("search", "HTTPServer", "-p", tree, "-o", "json").json()
        assert len(answer["warnings"]) == 1 and answer["warnings"][0].startswith("The index covers ")
    finally:
        first.send_signal(signal.SIGCONT)
    assert first.wait(300) == 0
    program.ok("search", "HTTPServer", "-p", tree)


def test_searches_go_on_while_another_run_writes(tree, program):
    program.ok("index", "-q", tree)
    forced = program.start("index", "-q", "--force", tree, stdout=-3, stderr=-3)
    asked = 0
    while forced.poll() is None:
        answer = program.ok("search", "HTTPServer", "-p", tree, "-o", "json").json()
        assert answer["matches"][0]["file"]["path"] == "http/server.py"
        asked += 1
    assert forced.returncode == 0
    assert asked >= 1


def test_the_lock_of_a_dead_process_is_taken_over(tree, program):
    assert end(program, tree, 0.3, signal.SIGKILL) in (0, -signal.SIGKILL)
    assert not program.ok("status", "-p", tree, "-o", "json").json()["is_indexing"]
    program.ok("index", "-q", tree)
