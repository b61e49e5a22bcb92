"""A step of `scripts/test` is ended if it makes no progress, and never because it is slow."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import subprocess
import sys

import pytest
from conftest import load_script


@pytest.fixture(scope="module")
def steps():
    return load_script("scripts/steps.py")


def test_a_step_that_writes_goes_on_for_hours(steps):
    stillness = steps.Stillness(600, now=0)
    assert not any(stillness.reached(minute * 60, output=minute // 9, cpu_s=0) for minute in range(600))


def test_a_silent_step_that_computes_goes_on_for_hours(steps):
    stillness = steps.Stillness(600, now=0)
    assert not any(stillness.reached(minute * 60, output=7, cpu_s=minute * 1.0) for minute in range(600))


def test_processes_that_end_and_take_their_time_with_them_count_as_work(steps):
    stillness = steps.Stillness(600, now=0)
    assert not stillness.reached(300, output=0, cpu_s=90)
    assert not stillness.reached(800, output=0, cpu_s=20)
    assert not stillness.reached(1300, output=0, cpu_s=20)
    assert stillness.reached(1400, output=0, cpu_s=20)


def test_a_step_that_only_polls_stands_still(steps):
    stillness = steps.Stillness(600, now=0)
    told = [stillness.reached(minute * 60, output=5, cpu_s=minute * 0.01) for minute in range(1, 13)]
    assert told == [False] * 10 + [True] * 2


def test_what_a_child_of_the_step_computes_is_seen(steps):
    burn = "import time\nwhile time.process_time() < 0.15: pass\nprint('done', flush=True)\ninput()"
    process = subprocess.Popen([sys.executable, "-c", "import subprocess, sys\nsubprocess.run([sys.executable, '-c', sys.argv[1]])", burn],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout.readline() == b"done\n"
    assert steps.cpu_seconds(process.pid) >= 0.1
    process.communicate(b"\n")


def test_a_step_that_stands_still_is_ended_with_all_it_started(steps, tmp_path):
    waits = "import os, subprocess, sys\nif len(sys.argv) < 2:\n subprocess.run([sys.executable, __file__, 'again'])\n" \
            "os.setpgid(0, 0)\nprint(os.getpid(), os.getsid(0), flush=True)\nos.read(os.pipe()[0], 1)\n"
    (tmp_path / "waits.py").write_text(waits)
    status = steps.run([sys.executable, tmp_path / "waits.py"], tmp_path / "log", tmp_path, still_s=1.0, look_s=0.1)
    lines = (tmp_path / "log").read_text().split("\n")
    assert status == 124 and "no output and no CPU use for 1 s" in lines[-2]
    session = int(lines[0].split()[1])
    assert session != os.getsid(0) and steps.processes(session) == {}


def test_the_status_of_a_step_is_that_of_its_command(steps, tmp_path):
    assert steps.run(["sh", "-c", "echo $WORD; exit 3"], tmp_path / "log", tmp_path, {"WORD": "told"}) == 3
    assert (tmp_path / "log").read_text() == "told\n"
