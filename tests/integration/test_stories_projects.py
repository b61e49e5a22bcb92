"""Stories 2 and 3: indexing a repository; switching projects and searching within one.

`index_repository` and `search_code` of the stories are `codeweaver index` and `codeweaver search` here; their HTTP and MCP
form is tested where those servers are.
"""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os
import pathlib
import re
import shutil
import stat
import subprocess

import pytest

from conftest import PROGRAM, ROOT, link_tree, package_folder

PROJECTS = ("project-alpha", "project-beta", "project-gamma")


# --- Story 2: Index a new repository -----------------------------------------------------------------------------

@pytest.fixture
def repository(corpus, tmp_path) -> pathlib.Path:
    """A repository of more than a thousand files that is not indexed yet."""
    folder = tmp_path / "myproject"
    for name in ("twisted", "networkx"):
        link_tree(package_folder(corpus, name), folder / name)
    return folder


def index_repository(program, folder, *options) -> dict:
    return program.ok("index", folder, "--id", "abc-123", "-o", "json", *options).json()


def log_of(program, project: str) -> list:
    """The records of a project's log."""
    lines = (program.state(project) / "logs" / "codeweaver.log").read_text().splitlines()
    return [json.loads(line) for line in lines]


def test_story_2_scenario_1_first_time_indexing(program, repository):
    report = index_repository(program, repository)
    assert report["status"] == "success" and report["errors"] == []
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", report["run_id"])
    assert report["project_id"] == "abc-123"
    assert report["files_indexed"] == report["total_files"] >= 1000
    assert report["chunks_created"] >= report["files_indexed"]
    assert report["duration_seconds"] > 0
    runs = [record for record in log_of(program, "abc-123") if record["operation"] == "index"]
    assert [run["status"] for run in runs] == ["success"]


def test_story_2_scenario_2_reindexing_is_skipped(program, repository):
    first = program.ok("index", repository)
    assert re.search(r"Indexed [\d,]+ files \([\d,]+ new chunks\) in [\d.]+m?s", first.out), "a summary for people"
    assert re.search(r"^Indexing 0/1,\d\d\d files, 0 chunks$", first.err, re.MULTILINE), "progress"
    again = program.ok("index", repository, "-o", "json").json()
    assert again["status"] == "skipped"
    assert (again["files_indexed"], again["chunks_created"]) == (0, 0)
    assert again["total_chunks"] > again["total_files"] >= 1000
    assert program.ok("index", repository).out.startswith("Repository already indexed: ")


def test_story_2_scenario_3_force_reindexing(program, tmp_path):
    folder = tmp_path / "myproject"
    shutil.copytree(ROOT / "tests" / "data" / "shop", folder)
    index_repository(program, folder)
    (folder / "src" / "billing" / "upload.py").unlink()
    report = index_repository(program, folder, "--force")
    assert report["status"] == "success"
    assert report["files_indexed"] == report["total_files"] == 9
    assert report["chunks_created"] == report["total_chunks"], "the old ones are removed, all are new"
    matches = program.ok("search", "upload_invoice", "-p", "abc-123", "-o", "json").json()["matches"]
    assert "src/billing/upload.py" not in {match["file"]["path"] for match in matches}
    places = [(match["file"]["path"], *match["span"]) for match in matches]
    assert len(places) == len(set(places))


def index_without_rights(program, folder) -> dict:
    """Indexes as somebody whom file permissions hold: the superuser reads everything."""
    rights = "-dac_override,-dac_read_search"
    held = ["setpriv", f"--bounding-set={rights}", f"--inh-caps={rights}"] if os.geteuid() == 0 else []
    done = subprocess.run([*held, PROGRAM, "index", folder, "--id", "abc-123", "-o", "json"], env=program.environment,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_story_2_scenario_4_partial_failure(program, tmp_path):
    folder = tmp_path / "project-with-binaries"
    shutil.copytree(ROOT / "tests" / "data" / "shop", folder)
    (folder / "logo.py").write_bytes(bytes(range(256)))
    (folder / "secret.py").write_text("key = 1\n")
    (folder / "secret.py").chmod(0)
    report = index_without_rights(program, folder)
    assert report["status"] == "partial" and report["files_indexed"] == 10
    failed, = report["errors"]
    assert failed["path"] == "secret.py" and "Permission denied" in failed["detail"]
    skipped, = report["skipped"]
    assert (skipped["path"], skipped["reason"]) == ("logo.py", "binary") and "inary" in skipped["detail"]
    assert program.ok("search", "ConnectionPool", "-p", "abc-123", "-o", "json").json()["matches"]


# --- Story 3: Switch projects and search the new context ---------------------------------------------------------

@pytest.fixture
def three(program, tmp_path):
    """Three projects with much in common, and a tool beside that says which one is active."""
    for name in PROJECTS:
        word = name.partition("-")[2]
        (tmp_path / name / "auth").mkdir(parents=True)
        (tmp_path / name / "auth" / "user.py").write_text(
            f'"""User authentication of {word}."""\n\n\ndef authenticate_user(name, password):\n'
            f'    """Check the password of a user of {word}."""\n    return {word}_users.check(name, password)\n')
        (tmp_path / name / "README.md").write_text("# Users\n\nHow user authentication works.\n")  # the same in each
        program.ok("index", tmp_path / name)
    tool = tmp_path / "workflow-tool"
    program.settings_file.parent.mkdir(parents=True)
    program.settings_file.write_text(f'[codeweaver]\nactive_project_command = ["{tool}", "get-active-project-id"]\n')
    program.tool = tool
    return program


def says(tool: pathlib.Path, project: str) -> None:
    """The other tool makes a project the active one."""
    tool.write_text(f'#!/bin/sh\ntest "$1" = get-active-project-id && echo {project}\n')
    tool.chmod(tool.stat().st_mode | stat.S_IXUSR)


def search_code(program, *options) -> list:
    """What a search finds; every match has to come from one project."""
    answer = program.ok("search", "user authentication", "-o", "json", *options, cwd="/").json()
    assert answer["matches"]
    return answer["matches"]


def assert_only(matches: list, project: str) -> None:
    word = project.partition("-")[2]
    assert {match["audit"]["project"] for match in matches} == {project}
    assert {pathlib.Path(match["file"]["absolute_path"]).parts[-len(pathlib.Path(match["file"]["path"]).parts) - 1]
            for match in matches} == {project}
    code, = [match for match in matches if match["file"]["path"] == "auth/user.py"]
    assert f"{word}_users" in code["content"]["content"]


def test_story_3_scenario_1_active_project_of_another_tool(three):
    says(three.tool, "project-alpha")
    assert_only(search_code(three), "project-alpha")


def test_story_3_scenario_2_switch_projects(three):
    says(three.tool, "project-alpha")
    before = search_code(three)
    says(three.tool, "project-beta")
    after = search_code(three)
    assert_only(after, "project-beta")
    assert [match["content"] for match in before] != [match["content"] for match in after]


def test_story_3_scenario_3_explicit_project_overrides(three):
    says(three.tool, "project-alpha")
    assert_only(search_code(three, "-p", "project-gamma"), "project-gamma")
    assert_only(search_code(three), "project-alpha")


def test_story_3_scenario_4_no_other_tool_available(three):
    assert not three.tool.exists()
    assert_only(search_code(three, "-p", "project-alpha"), "project-alpha")
    three.settings_file.unlink()
    assert_only(search_code(three, "-p", "project-beta"), "project-beta")
