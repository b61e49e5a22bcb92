"""A folder with all files that once crashed or starved the program: each costs one warning; the others are served."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os
import resource
import shutil

import pytest

import hostile_files
from conftest import ROOT, Program, check_error
from service_client import Server, make_project
from test_contracts import ITEM, batch_of

SHOP = ROOT / "tests" / "data" / "shop"
CPU_SECONDS = 2.5  # a file, by the budget and what may follow it
PARSE_MEMORY = 256 << 20  # a thread
OTHER_MEMORY = 256 << 20


def refusals(warnings: list) -> list:
    """The paths that warnings say were kept as text."""
    return sorted(warning.split(":")[0] for warning in warnings if ": Text chunks used: " in warning)


@pytest.fixture(scope="module")
def indexed(tmp_path_factory):
    """The program, the folder, the report of its run, and what the run took of the machine."""
    home = tmp_path_factory.mktemp("hostile")
    program, folder = Program(home), home / "project"
    shutil.copytree(SHOP, folder)
    hostile_files.write(folder)
    yield program, folder, program.measured("index", folder, "-o", "json")


def test_each_file_costs_one_warning_and_bounded_work(indexed):
    _, _, run = indexed
    assert run.code == 0, run.out
    report = json.loads(run.out)
    assert report["errors"] == []
    named = refusals(report["warnings"])
    assert len(named) == len(set(named))
    assert set(hostile_files.REFUSED) <= set(named) <= set(hostile_files.names()) - set(hostile_files.READ)
    assert run.cpu_seconds < CPU_SECONDS * len(hostile_files.names()) + 10
    assert run.peak_bytes < os.cpu_count() * PARSE_MEMORY + OTHER_MEMORY


def test_the_others_are_found_and_all_are_counted(indexed):
    program, folder, _ = indexed
    everything = sum(1 for path in folder.rglob("*") if path.is_file())
    status = program.ok("status", "-p", folder, "-o", "json").json()
    assert status["indexed"] and status["coverage"] == 1
    assert status["total_files"] == everything
    for query, path in [("upload_invoice", "src/billing/upload.py"), ("lighthouse", "fence.md"), ("after_it", "heredoc.rb")]:
        matches = program.ok("search", query, "-p", folder, "-o", "json").json()["matches"]
        assert matches[0]["file"]["path"] == path, (query, [match["file"]["path"] for match in matches])


def test_a_second_run_reads_none_of_them_again(indexed):
    program, folder, _ = indexed
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    assert program.ok("index", folder, "-o", "json").json()["files_indexed"] == 0
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < 2


def test_a_server_that_holds_them_serves_other_projects(tmp_path):
    home = tmp_path / "home"
    good, bad = make_project(home / "good"), make_project(home / "bad", "signup")
    for name in ("indents.yaml", "heredoc.rb", "arrows.java", "strings.py"):
        (bad / name).write_text(hostile_files.REFUSED[name])
    with Server(Program(home), "-p", bad) as server:
        server.ok("POST", "/api/v1/projects", {"root": str(good)}, status=201)
        server.ok("POST", "/api/v1/projects/good/index", {}, status=202)
        for project, query in [("bad", "signup"), ("good", "login")]:
            server.wait_until_indexed(project)
            matches = server.ok("POST", "/api/v1/search", {"query": query, "project_id": project})["matches"]
            assert matches[0]["file"]["path"] == f"{query}.py"
        # Also where it comes while the server runs: an edited file, and a pushed item.
        (good / "fence.md").write_text(hostile_files.READ["fence.md"])
        (good / "comments.py").write_text(hostile_files.REFUSED["comments.py"])
        item = {**ITEM, "path": "pushed.yaml", "language": "yaml", "content": hostile_files.INDENTS}
        server.ok("POST", "/api/v1/push", batch_of([item], project="good"), "push_reply.json")
        matches = server.ok("POST", "/api/v1/search", {"query": "lighthouse", "project_id": "good"})["matches"]
        assert matches[0]["file"]["path"] == "fence.md"
        assert server.stop() == 0


def test_settings_of_sixty_thousand_dotted_keys_are_refused_by_every_command(program):
    folder = make_project(program.home / "project")
    program.ok("index", folder)
    settings = folder / "codeweaver.toml"
    for text in ["a" + ".a" * 60_000 + " = 1\n", "".join(f"search.key{i}.a.b = 1\n" for i in range(60_000))]:
        settings.write_text(text)
        for command in (["index", folder], ["search", "login", "-p", folder], ["status", "-p", folder]):
            outcome = program.run(*command)
            check_error(outcome, cause="codeweaver.toml", context="settings", action="smaller")
            assert len(outcome.err) < 1000
    settings.unlink()
    assert program.ok("search", "login", "-p", folder, "-o", "json").json()["matches"]
