"""The program with few resources: no new threads, little memory."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import pathlib
import resource
import shutil
import subprocess
import tempfile

import pytest

from conftest import PROGRAM

NOBODY = 65534  # the limit of threads does not hold for root
COMMANDS = [["index", "."], ["search", "parse the settings"], ["status"], ["doctor"], ["projects"], ["config", "--show"]]


@pytest.fixture
def place(program):
    """A folder that anybody may use, with code in it; and an environment of its own."""
    folder = pathlib.Path(tempfile.mkdtemp(dir="/tmp"))
    folder.chmod(0o777)
    project = folder / "project"
    shutil.copytree(pathlib.Path(__file__).parents[1] / "data" / "shop", project)
    environment = {**program.environment, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"),
                   "XDG_CONFIG_HOME": str(folder / "config"), "XDG_CACHE_HOME": str(folder / "cache")}
    yield project, environment
    shutil.rmtree(folder, ignore_errors=True)


def run(place, arguments, before):
    project, environment = place
    return subprocess.run([str(PROGRAM), *arguments], cwd=project, env=environment, preexec_fn=before,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)


def test_without_threads_every_command_works(place):
    project, environment = place
    if os.geteuid() == 0:
        for path in [project.parent, *project.parent.rglob("*")]:
            os.chown(path, NOBODY, NOBODY)

    def as_nobody():
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)

    def alone():
        as_nobody()
        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))

    try:
        run(place, ["--version"], as_nobody)
    except PermissionError:
        pytest.skip("another user may not start the program where it lies")
    for arguments in COMMANDS:
        done = run(place, arguments, alone)
        assert done.returncode == 0, (arguments, done.returncode, done.stdout, done.stderr)


def test_memory_that_ends_is_no_uncaught_exception_and_leaves_the_index_whole(place):
    project, _ = place
    assert run(place, ["index", "."], None).returncode == 0
    failed = 0
    for megabytes in range(96, 320, 16):
        def little():
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

        for arguments in (["index", "--force", "."], ["search", "parse the settings"]):
            done = run(place, arguments, little)
            if "error while loading shared libraries" in done.stderr:
                continue  # not even the program itself fits
            assert "terminate called" not in done.stderr, (megabytes, arguments, done.stderr)
            failed += done.returncode != 0
            if done.returncode == 1:
                assert "Error: " in done.stderr, (megabytes, arguments, done.stdout, done.stderr)
    assert failed > 0
    assert run(place, ["search", "parse the settings"], None).returncode == 0
