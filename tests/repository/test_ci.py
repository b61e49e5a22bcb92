"""The workflow of the hosted CI calls scripts that exist, with arguments they accept."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import shlex
import sys

import pytest
import yaml
from conftest import ROOT, load_script

WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())
JOBS = WORKFLOW["jobs"]["check"]["strategy"]["matrix"]["include"]


@pytest.fixture(scope="module")
def suites():
    sys.path.insert(0, str(ROOT / "scripts"))  # its own modules
    return load_script("scripts/suites.py")


def commands():
    return [shlex.split(command) for job in JOBS for command in job["command"].split("&&")]


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_commands_of_the_workflow_exist(command, suites, root):
    assert command[0] == "cmake" or (root / command[0]).stat().st_mode & 0o100
    if command[0] == "scripts/test":
        options = suites.arguments(command[1:])
        assert all(any((root / "tests" / suite).glob("*_test.cpp")) for suite in options.suite)


def test_the_workflow_runs_all_suites_both_sanitizers_and_clang_tidy():
    run = "\n".join(job["command"] for job in JOBS)
    for wanted in (".ci/run", "--only asan", "--only tsan", "scripts/tidy"):
        assert wanted in run


def test_sanitized_builds_are_unity_builds_without_full_debug_information(root):
    presets = {preset["name"]: preset for preset in yaml.safe_load((root / "CMakePresets.json").read_text())["configurePresets"]}
    assert {presets[name]["inherits"] for name in ("asan", "tsan")} == {"sanitized"}
    flags = presets["sanitized"]["cacheVariables"]
    assert flags["CODEWEAVER_UNITY"] == "ON" and flags["CMAKE_CXX_FLAGS_RELWITHDEBINFO"] == "-O1 -g1 -DNDEBUG"


def test_durations_are_read_from_both_kinds_of_reports(tmp_path):
    durations = load_script("scripts/durations.py")
    ctest, report = tmp_path / "ctest.xml", tmp_path / "pytest.xml"
    ctest.write_text('<testsuite><testcase name="store"><system-out>0.250000 s: a file is opened\n2.500000 s: a file is synced\n'
                     "[doctest] test cases: 2 | 2 passed | 0 failed</system-out></testcase></testsuite>")
    report.write_text('<testsuites><testsuite><testcase classname="test_x" name="test_y" time="1.5"/></testsuite></testsuites>')
    tests = [*durations.of_ctest(ctest), *durations.of_pytest(report)]
    assert durations.slowest(tests, 2).split("\n") == ["    2.50 s  store: a file is synced", "    1.50 s  test_x: test_y"]
    durations.write(tests, tmp_path / "durations.txt")
    assert (tmp_path / "durations.txt").read_text().splitlines()[-1] == "0.250\tstore\ta file is opened"


def test_temporary_files_of_suites_are_in_memory_only_if_there_is_room(suites, monkeypatch):
    monkeypatch.setattr(suites, "MEMORY_FOLDER_BYTES", 0)
    if suites.memory_folder():  # not if programs cannot run there
        assert suites.memory_folder() == {"TMPDIR": "/dev/shm"}
    monkeypatch.setattr(suites, "MEMORY_FOLDER_BYTES", 1 << 60)
    assert suites.memory_folder() == {}
