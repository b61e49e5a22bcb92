"""Twenty servers on one project while its files change: one indexes, all answer."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import threading
import time

import pytest

from conftest import ROOT, Program
from mcp_lines import PATIENCE, LineClient, copy_files

SERVERS = 20


@pytest.fixture
def shop(tmp_path):
    program = Program(tmp_path)
    return program, pathlib.Path(shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop"))


@contextlib.contextmanager
def servers(program, folder, count=SERVERS):
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(LineClient(program, "--project", folder)) for _ in range(count)]


def put(folder: pathlib.Path, name: str, text: str) -> None:
    """Makes or changes a file in one step, as editors do."""
    fresh = folder.parent / "fresh"
    fresh.write_text(text)
    os.replace(fresh, folder / "src" / name)


def wait_for(condition, what) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def wait_for_symbol(client, name) -> None:
    wait_for(lambda: client.ok("find_symbol", name=name)["symbols"], f"{name} never became visible")


def all_at_once(clients, use) -> None:
    """Lets every client do the same at the same time; the first failure of any is raised."""
    failures = []

    def run(client):
        try:
            use(client)
        except BaseException as failure:  # what pytest raises is one, too
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    if failures:
        raise failures[0]


def index_runs(state) -> int:
    """How many runs of all processes changed the index, as the log has them."""
    records = map(json.loads, (state / "logs" / "codeweaver.log").read_text().splitlines())
    return sum(record["operation"] == "index" and record["status"] in ("success", "partial") for record in records)


def check_sound(program, folder) -> None:
    """The database is whole, and the index answers as one that is built anew."""
    with contextlib.closing(sqlite3.connect(program.state(folder) / "index.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    answers = []
    for arguments in ([], ["--force"]):
        program.ok("index", folder, *arguments)
        found = program.ok("search", "user password connection", "-l", "30", "-p", folder, "-o", "json").json()
        # Vectors that were merged are near those that are made anew, not equal.
        answers.append({(match["file"]["path"], *match["span"]): pytest.approx(match["relevance_score"], abs=0.02)
                        for match in found["matches"]})
    assert answers[0].keys() == answers[1].keys()
    assert all(answers[0][place].expected == score for place, score in answers[1].items())


def test_twenty_servers_follow_the_files_and_index_each_change_once(shop):
    program, folder = shop
    with servers(program, folder) as clients:
        all_at_once(clients, lambda client: client.wait_indexed())
        state = program.state(folder)
        before, runs = clients[0].ok("find_code", query="user", detail="full")["generation"], index_runs(state)
        changes = 5
        for number in range(changes):
            put(folder, "late.py", f"def late_number_{number}():\n    return {number}\n")
            all_at_once(clients, lambda client: wait_for_symbol(client, f"late_number_{number}"))
            for client in clients:
                assert not client.ok("find_symbol", name=f"late_number_{number - 1}")["symbols"]
        after = clients[0].ok("find_code", query="user", detail="full")["generation"]
        assert after - before == changes
        assert index_runs(state) - runs == changes
        # What any of them said meanwhile was no error (ok() checks), nor is it one now.
        all_at_once(clients, lambda client: [client.ok("find_code", query=query)
                                             for query in ("connection pool", "retry", "late number")])
    assert [client.process.returncode for client in clients] == [0] * SERVERS
    check_sound(program, folder)


def test_searches_beside_a_storm_of_changes_never_fail(shop):
    program, folder = shop
    with servers(program, folder) as clients:
        clients[0].wait_indexed()
        storm = threading.Event()

        def change():
            number = 0
            while not storm.is_set():
                number += 1
                put(folder, f"storm_{number % 7}.py", f"def storm_{number}():\n    return {number}\n")
                with contextlib.suppress(FileNotFoundError):
                    (folder / "src" / f"storm_{(number + 3) % 7}.py").unlink()
                time.sleep(0.02)

        changing = threading.Thread(target=change)
        changing.start()
        try:
            all_at_once(clients, lambda client: [client.ok("find_code", query=query) for query in
                                                 ("user password", "storm", "retry failed uploads")])
        finally:
            storm.set()
            changing.join(PATIENCE)
        put(folder, "after_the_storm.py", "def calm():\n    return 0\n")
        all_at_once(clients, lambda client: wait_for_symbol(client, "calm"))
    check_sound(program, folder)


def test_another_takes_over_when_the_writer_is_killed(shop):
    program, folder = shop
    with servers(program, folder, 4) as clients:
        all_at_once(clients, lambda client: client.wait_indexed())
        state = program.state(folder)
        alive = {client.process.pid: client for client in clients}
        for number in range(3):
            wait_for(lambda: watcher(state) in alive, "nobody watches")
            writer = alive.pop(watcher(state))
            writer.process.kill()
            writer.process.wait(PATIENCE)
            runs = index_runs(state)
            put(folder, "late.py", f"def after_death_{number}():\n    return {number}\n")
            # Nobody asks for it: whoever took over indexes by itself.
            wait_for(lambda: index_runs(state) > runs, "nobody took over")
            all_at_once(alive.values(), lambda client: wait_for_symbol(client, f"after_death_{number}"))
    check_sound(program, folder)


def test_a_writer_that_is_killed_while_it_indexes_loses_nothing(program, corpus):
    folder = program.home / "large"
    copy_files(corpus, folder, 1000)
    with servers(program, folder, 3) as clients:
        state = program.state(folder)
        alive = {client.process.pid: client for client in clients}
        for _ in range(2):
            wait_for(lambda: watcher(state) in alive, "nobody watches")
            alive.pop(watcher(state)).process.kill()
        survivor, = alive.values()
        assert survivor.wait_indexed()["total_files"] > 500
    check_sound(program, folder)


def watcher(state) -> int | None:
    """The process that follows the files, as its lock says."""
    with contextlib.suppress(FileNotFoundError, IndexError):
        return int((state / "watch.lock").read_text().split()[0])
    return None
