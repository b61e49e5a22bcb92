"""codeweaver watch: indexes changes, so that searches elsewhere find them without indexing."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import fcntl
import json
import os
import selectors
import shutil
import signal
import struct
import subprocess

import pytest

from conftest import ROOT

QUICK = ["--set", "indexing.watch_debounce_ms=30"]


class Watch:
    """A running `codeweaver watch -o json`, line by line."""

    def __init__(self, program, root, *arguments):
        self.process = program.start("watch", root, "-o", "json", *QUICK, *arguments, text=True,
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def next(self) -> dict:
        """The next event; the suite's time limit ends a wait for one that never comes."""
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        return json.loads(line)

    def end(self, how=signal.SIGTERM) -> list[dict]:
        """Stops it, which has to succeed; the events that were not read yet."""
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=60)
        assert (self.process.returncode, err) == (0, "")
        return [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def watched(program):
    """The shop under watch, after its first run."""
    root = program.home / "shop"
    shutil.copytree(ROOT / "tests" / "data" / "shop", root)
    watch = Watch(program, root)
    started = watch.next()
    assert started["event"] == "started" and started["files_indexed"] == started["total_files"] == 10
    yield watch, root
    watch.process.kill()
    watch.process.communicate()


def found(program, root, query) -> list[str]:
    """Where a search that indexes nothing finds something."""
    answer = program.ok("search", query, "-p", root, "--set", "indexing.patience_ms=0", "-o", "json").json()
    assert answer["warnings"] == []
    return [match["file"]["path"] for match in answer["matches"]]


def test_a_changed_file_is_found_by_a_search_that_indexes_nothing(watched, program):
    watch, root = watched
    (root / "src" / "late.py").write_text("def arrived_under_watch():\n    return 1\n")
    event = watch.next()
    assert (event["event"], event["status"], event["files_indexed"], event["files_removed"]) == ("indexed", "success", 1, 0)
    assert found(program, root, "arrived_under_watch")[0] == "src/late.py"
    status = program.ok("status", "-p", root, "-o", "json").json()
    assert not status["is_stale"] and status["generation"] == event["generation"]

    (root / "src" / "late.py").rename(root / "moved.py")
    event = watch.next()
    assert (event["files_indexed"], event["files_removed"]) == (1, 1)
    (root / "moved.py").unlink()
    assert watch.next()["files_removed"] == 1
    assert "moved.py" not in found(program, root, "arrived_under_watch")
    assert watch.end() == []


def test_a_checkout_of_another_branch_is_one_batch(watched, program):
    watch, root = watched

    def git(*arguments):
        who = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
        subprocess.run(["git", *who, *arguments], cwd=root, env=program.environment, check=True, capture_output=True)

    watch.end()
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-qm", "one")
    git("checkout", "-qb", "other")
    for i in range(40):
        folder = root / f"new{i % 5}"
        folder.mkdir(exist_ok=True)
        (folder / f"file{i}.py").write_text(f"def only_on_the_other_branch_{i}():\n    return {i}\n")
    git("add", ".")
    git("commit", "-qm", "two")
    git("checkout", "-q", "main")
    watch = Watch(program, root)
    watch.next()
    git("checkout", "-q", "other")
    assert watch.next()["files_indexed"] == 40
    assert found(program, root, "only_on_the_other_branch_7")[0] == "new2/file7.py"
    git("checkout", "-q", "main")
    event = watch.next()
    assert (event["files_indexed"], event["files_removed"]) == (0, 40)
    assert watch.end(signal.SIGINT) == []


def test_people_get_a_line_a_batch(program):
    root = program.home / "shop"
    shutil.copytree(ROOT / "tests" / "data" / "shop", root)
    process = program.start("watch", root, *QUICK, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    first = process.stdout.readline()
    assert first.startswith(f"Watching {root}: 10 indexed, 0 removed in ") and first.endswith("Press Ctrl-C to stop.\n")
    (root / "src" / "late.py").write_text("late = 1\n")
    assert process.stdout.readline().startswith("1 indexed, 0 removed in ")
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60) == ("", "") and process.returncode == 0


def test_another_process_that_indexes_is_waited_for(watched, program):
    watch, root = watched
    with open(program.state(root) / "index.lock", "r+") as lock:  # as that process would hold it
        fcntl.fcntl(lock, fcntl.F_OFD_SETLK, struct.pack("hhqqi0q", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0))
        lock.write("4711 2026-01-01T12:34:56.000Z\n")
        lock.flush()
        (root / "late.py").write_text("def waited_for_the_other():\n    return 1\n")
        assert watch.next() == {"event": "waiting", "for": "run", "process": "4711", "since": "2026-01-01T12:34:56.000Z"}
    assert watch.next()["files_indexed"] == 1
    assert found(program, root, "waited_for_the_other")[0] == "late.py"
    assert watch.end() == []


def test_the_next_of_many_takes_over_when_the_one_that_watches_is_killed(watched, program):
    first, root = watched
    others = [Watch(program, root) for _ in range(5)]
    for other in others:
        event = other.next()
        assert (event["event"], event["for"], event["process"]) == ("waiting", "watcher", str(first.process.pid))
    assert program.ok("status", "-p", root, "-o", "json").json()["is_watched"]
    first.process.kill()
    first.process.wait(60)
    lines = selectors.DefaultSelector()
    for other in others:
        lines.register(other.process.stdout, selectors.EVENT_READ, other)
    ready = [key.data for key, _ in lines.select()]
    assert len(ready) == 1
    heir = ready[0]
    assert heir.next()["event"] == "started"
    (root / "late.py").write_text("def indexed_by_the_heir():\n    return 1\n")
    assert heir.next()["files_indexed"] == 1
    assert found(program, root, "indexed_by_the_heir")[0] == "late.py"
    for other in others:  # the others say nothing, and end politely while they wait
        if other is not heir:
            assert [event for event in other.end() if event["event"] == "problem"] == []
    assert heir.end() == []
    assert not program.ok("status", "-p", root, "-o", "json").json()["is_watched"]


def test_the_end_of_the_folder_ends_the_watch_with_an_error(watched):
    watch, root = watched
    root.rename(root.parent / "elsewhere")
    out, err = watch.process.communicate(timeout=60)
    assert watch.process.returncode == 1
    assert err.startswith("Error: The watched folder was deleted or moved") and "Start again" in err
