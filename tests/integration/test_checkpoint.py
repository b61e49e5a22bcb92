"""A stopped `codeweaver index` leaves a checkpoint; the next run asks, continues or starts over."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os
import pty
import re
import signal
import subprocess

import pytest

from conftest import PROGRAM

FILES = 1200
SETTINGS = "indexing.workers=1"


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    root = tmp_path_factory.mktemp("tree") / "many"
    for i in range(FILES):
        folder = root / f"part{i // 100:02}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"file{i:04}.py").write_text(
            "".join(f"def function_{i}_{n}(value):\n    '''Adds {n}.'''\n    return value + {n}\n\n" for n in range(20)))
    return root


def checkpoint_of(program, tree):
    return program.state(tree) / "index_checkpoint.json"


@pytest.fixture
def stopped(program, tree):
    """A program whose run on the tree was stopped by SIGTERM after its first checkpoint."""
    file = checkpoint_of(program, tree)
    process = program.start("index", tree, "-o", "json", "--set", SETTINGS, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not file.exists():
        assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 1, err
    report = json.loads(out)
    assert report["status"] == "cancelled" and 100 <= report["files_indexed"] < FILES
    return program, report


def change(program, tree, **members):
    file = checkpoint_of(program, tree)
    file.write_text(json.dumps({**json.loads(file.read_text()), **members}))


def on_terminal(program, tree, answer, *arguments) -> tuple[int, str]:
    """Runs `index` on a terminal of its own and types an answer when it is asked; exit code and all that was shown."""
    main, child = pty.openpty()
    process = subprocess.Popen([str(PROGRAM), "index", str(tree), *arguments], stdin=child, stdout=child, stderr=child,
                               cwd=program.home, env=program.environment, start_new_session=True)
    os.close(child)
    shown, is_answered = b"", False
    while True:
        try:
            piece = os.read(main, 4096)
        except OSError:  # the program has closed its end
            break
        if not piece:
            break
        shown += piece
        if not is_answered and b"[resume/reindex]" in shown:
            is_answered = True
            os.write(main, answer) if isinstance(answer, bytes) else process.send_signal(answer)
    os.close(main)
    return process.wait(120), shown.decode()


def test_sigterm_leaves_a_checkpoint_that_says_how_far_it_came(stopped, tree):
    program, report = stopped
    checkpoint = json.loads(checkpoint_of(program, tree).read_text())
    assert checkpoint["session_id"] == report["run_id"]
    assert checkpoint["project_path"] == str(tree)
    assert len(checkpoint["files_processed"]) == report["files_indexed"]
    assert checkpoint["files_processed"] == sorted(checkpoint["files_processed"])
    assert checkpoint["chunks_created"] == report["chunks_created"] > 0
    assert checkpoint["errors"] == [] and checkpoint["settings_hash"].startswith("xxh3:")
    assert checkpoint["start_time"] < checkpoint["last_checkpoint"]


def test_without_a_terminal_it_goes_on_without_asking(stopped, tree):
    program, report = stopped
    again = program.ok("index", tree, "-o", "json").json()
    assert (again["status"], again["files_unchanged"]) == ("success", report["files_indexed"])
    assert again["files_indexed"] == FILES - report["files_indexed"]
    assert not checkpoint_of(program, tree).exists()
    assert program.ok("index", tree, "-o", "json").json()["status"] == "skipped"


def test_a_killed_run_leaves_its_last_checkpoint_and_is_continued(program, tree):
    file = checkpoint_of(program, tree)
    process = program.start("index", "-q", tree, "--set", SETTINGS)
    while not file.exists():
        assert process.poll() is None
    process.kill()
    process.wait()
    files = json.loads(file.read_text())["files_processed"]
    assert len(files) >= 100
    said = program.ok("status", "-p", tree).out
    state = next(line for line in said.splitlines() if line.startswith("Status:"))
    assert re.fullmatch(r"Status:   (not indexed|the first run was interrupted; searches see \d+ % of the files)", state)
    again = program.ok("index", tree, "-o", "json").json()
    assert again["files_unchanged"] >= len(files) and again["files_unchanged"] + again["files_indexed"] == FILES
    assert not file.exists()


@pytest.mark.parametrize("members, reason", [
    ({"last_checkpoint": "2020-01-01T00:00:00.000Z"}, "older than 24 hours"), ({"settings_hash": "xxh3:0"}, "had other settings")])
def test_an_old_checkpoint_and_one_of_other_settings_start_over(stopped, tree, members, reason):
    program, _ = stopped
    change(program, tree, **members)
    outcome = program.ok("index", tree)
    assert reason in outcome.err and f"Indexed {FILES:,} files" in outcome.out
    assert not checkpoint_of(program, tree).exists()


def test_resume_goes_on_in_any_case_and_reindex_in_none(stopped, tree):
    program, report = stopped
    change(program, tree, last_checkpoint="2020-01-01T00:00:00.000Z")
    again = program.ok("index", tree, "--resume", "-o", "json").json()
    assert again["files_unchanged"] == report["files_indexed"]
    assert program.ok("index", tree, "--reindex", "-o", "json").json()["files_indexed"] == FILES
    assert program.run("index", tree, "--reindex", "--resume").code == 2


@pytest.mark.parametrize("answer, is_resumed", [(b"\n", True), (b"resume\n", True), (b"reindex\n", False), (b"\x04", True)])
def test_on_a_terminal_it_asks(stopped, tree, answer, is_resumed):
    program, report = stopped
    code, shown = on_terminal(program, tree, answer)
    assert code == 0, shown
    assert f"Incomplete index found. Resume from {report['chunks_created']:,} chunks or reindex?" in shown
    indexed = FILES - report["files_indexed"] if is_resumed else FILES
    assert f"{indexed:,} files" in shown.rsplit("Indexed", 1)[1]


def test_ctrl_c_at_the_question_ends_it_and_nothing_is_lost(stopped, tree):
    program, _ = stopped
    before = checkpoint_of(program, tree).read_text()
    code, shown = on_terminal(program, tree, signal.SIGINT)
    assert code == 1 and "Indexed" not in shown
    assert checkpoint_of(program, tree).read_text() == before


def test_nothing_is_asked_where_nothing_is_to_be_said(stopped, tree):
    program, report = stopped
    code, shown = on_terminal(program, tree, b"", "--resume")
    assert code == 0 and "Incomplete" not in shown
    assert f"{FILES - report['files_indexed']:,} files" in shown.rsplit("Indexed", 1)[1]
