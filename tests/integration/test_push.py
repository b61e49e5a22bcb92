"""Pushing and reconciling with the program: pushed items are found, kept apart and compared with their source."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT, check_error, damage, package_folder, segments_of
from test_contracts import BAD_ITEMS, ENVELOPE, ITEM, validator

ON_EACH_STORE = True
ATLAS = "code_atlas_provider"


@pytest.fixture
def projects(program, tmp_path):
    """Two small projects, indexed."""
    for name, word in (("alpha", "apple"), ("beta", "banana")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "main.py").write_text(f"def authenticate_{word}(user):\n    return user.{word}\n")
        program.ok("index", tmp_path / name)
    return tmp_path


@pytest.fixture
def push(program, projects):
    """Pushes a batch and returns the answer, which has to fit the contract."""
    batches = iter(range(1000))

    def run(project, items, *options, **changes) -> dict:
        batch = {**ENVELOPE, "project": project, "batch_id": f"batch-{next(batches)}", "items": list(items), **changes}
        file = projects / "batch.json"
        file.write_text(json.dumps(batch))
        answer = program.run("push", file, "-o", "json", *options).json()
        validator("error.json" if "error" in answer else "push_reply.json").validate(answer)
        return answer

    return run


@pytest.fixture
def reconcile(program, projects):
    """The report about a project, which has to fit the contract."""

    def run(project, manifest=None, *options) -> dict:
        arguments = ["-p", project, "-o", "json", *options]
        if manifest is not None:
            for line in manifest:
                validator("reconcile_manifest_line.json").validate(line)
            file = projects / "manifest.ndjson"
            file.write_text("".join(json.dumps(line) + "\n" for line in manifest))
            arguments += ["--namespace", f"{project}/atlas_graph/{ATLAS}", "--manifest", file]
        report = program.ok("reconcile", *arguments).json()
        validator("reconcile_report.json").validate(report)
        return report

    return run


def item_of(node_id, content="def zebra(herd):\n    return herd\n", minute=0, commit="c1", **changes) -> dict:
    audit = {"git_commit": commit, "git_branch": "main", "git_dirty": False, "captured_at": f"2026-02-20T12:{minute:02}:00Z"}
    return {**ITEM, "node_id": node_id, "content": content, "path": "atlas/zebra.py", "source_audit": audit, **changes}


def found(program, query, project, *options) -> list:
    return program.ok("search", query, "-p", project, "-o", "json", *options).json()["matches"]


@pytest.mark.parametrize("harm", [damage, os.unlink], ids=["damaged", "gone"])
def test_harmed_segments_of_a_namespace_are_made_anew(program, push, harm):
    push("alpha", [item_of("zebra")])
    before = found(program, "zebra herd", "alpha")
    assert before[0]["audit"]["node_id"]
    for segment in segments_of(program, "alpha"):
        harm(segment)
    assert found(program, "zebra herd", "alpha") == before


def test_a_pushed_item_is_found_with_its_whole_audit(program, push, store):
    assert push("alpha", [item_of("func:atlas/zebra.py:zebra")])["accepted"] == 1
    match = found(program, "zebra", "alpha", "--purpose", "atlas_graph")[0]
    assert (match["file"]["path"], match["span"]) == ("atlas/zebra.py", [10, 42])
    assert "absolute_path" not in match["file"]
    audit = match["audit"]
    assert audit == {**audit, "node_id": "func:atlas/zebra.py:zebra", "project": "alpha",
                     "namespace": f"alpha/atlas_graph/{ATLAS}", "chunk_strategy": ATLAS, "source_system": "code-atlas",
                     "source_batch_id": "batch-0", "git_commit": "c1", "git_branch": "main", "git_dirty": False,
                     "source_captured_at": "2026-02-20T12:00:00Z", "embedder_provider": "codeweaver",
                     "vector_backend": "codeweaver-scan" if store == "embedded" else store}
    assert audit["indexed_at"] and audit["indexer_version"] and audit["embedder_model"]
    assert match["content"]["metadata"]["qualname"] == "AuthService.login"


def test_searches_cover_what_was_pushed_and_can_leave_it_out(program, push):
    push("alpha", [item_of("z", "def authenticate_zebra(user):\n    return user.zebra\n")])
    namespaces = {match["audit"]["namespace"] for match in found(program, "authenticate user", "alpha")}
    assert namespaces == {"alpha/code_search/ast", f"alpha/atlas_graph/{ATLAS}"}
    for option, value, expected in (("--purpose", "code_search", "alpha/code_search/ast"),
                                    ("--chunk-strategy", ATLAS, f"alpha/atlas_graph/{ATLAS}")):
        matches = found(program, "authenticate user", "alpha", option, value)
        assert {match["audit"]["namespace"] for match in matches} == {expected}
    check_error(program.run("search", "user", "-p", "alpha", "--purpose", "docs_search"), cause="Project alpha has no namespace",
                action="codeweaver namespaces")
    misspelt = program.run("search", "user", "-p", "alpha", "--purpose", "all")
    assert misspelt.code == 2 and "--purpose: all not in {code_search," in misspelt.err


def test_what_was_pushed_to_one_project_is_never_found_in_another(program, push):
    push("alpha", [item_of("z")])
    push("beta", [item_of("y", "def yak(herd):\n    return herd\n")])
    for query in ("zebra", "yak", "herd", "authenticate user"):
        for project in ("alpha", "beta"):
            assert {match["audit"]["project"] for match in found(program, query, project)} <= {project}
    listed = program.ok("namespaces", "-p", "alpha", "-o", "json").json()
    assert [entry["namespace"] for entry in listed] == [f"alpha/atlas_graph/{ATLAS}", "alpha/code_search/ast"]


def test_batches_are_idempotent_and_items_are_replaced(program, push):
    first = push("alpha", [item_of("z"), item_of("z", "other")], batch_id="same")
    assert push("alpha", [item_of("y")], batch_id="same") == first
    push("alpha", [item_of("z", "def zebra_two(): pass\n", minute=5)])
    push("alpha", [item_of("z", "def zebra_old(): pass\n", minute=1)])
    matches = found(program, "zebra", "alpha", "--purpose", "atlas_graph")
    assert [match["content"]["content"] for match in matches] == ["def zebra_two(): pass"]
    push("alpha", [], deletions=[{"node_id": "z"}])
    assert found(program, "zebra", "alpha", "--purpose", "atlas_graph") == []


def test_bad_items_are_refused_and_the_others_are_there(program, push):
    answer = push("alpha", [item for _, item in BAD_ITEMS] + [item_of("z")])
    assert (answer["accepted"], answer["rejected"]) == (1, len(BAD_ITEMS))
    assert len(found(program, "zebra", "alpha", "--purpose", "atlas_graph")) == 1


def test_batches_for_nobody_and_of_other_versions_are_refused(push):
    assert push("gamma", [item_of("z")])["error"]["code"] == "NAMESPACE_NOT_FOUND"
    assert push("alpha", [item_of("z")], contract_version="2.0")["error"]["code"] == "UNSUPPORTED_CONTRACT_VERSION"
    assert push("../alpha", [item_of("z")])["error"]["code"] == "VALIDATION_ERROR"


def test_pushed_items_outlive_a_rebuild_of_the_folder(program, push, projects):
    push("alpha", [item_of("z")])
    program.ok("index", "--force", projects / "alpha")
    assert len(found(program, "zebra", "alpha", "--purpose", "atlas_graph")) == 1


def test_a_push_that_is_killed_leaves_nothing_half_written(program, push, projects):
    push("alpha", [item_of("z")])
    stream = projects / "large.ndjson"
    os.mkfifo(stream)
    process = program.start("push", stream, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with stream.open("w") as out:
        out.write(json.dumps({**ENVELOPE, "project": "alpha", "batch_id": "large"}) + "\n")
        for i in range(2_000):  # far more than a pipe holds, so most of it is being written
            out.write(json.dumps(item_of(f"n{i}", f"def zebra_{i}(herd):\n    return {i}\n")) + "\n")
        out.flush()
        process.kill()
        process.wait()
    stream.unlink()
    assert [match["audit"]["node_id"] for match in found(program, "zebra", "alpha", "--purpose", "atlas_graph")] == ["z"]
    assert push("alpha", [item_of("y")], batch_id="large")["accepted"] == 1


def test_a_folder_is_reconciled_with_what_is_in_it(program, projects, reconcile):
    assert reconcile("alpha")["summary"] == {"missing": 0, "stale": 0, "orphan": 0}
    (projects / "alpha" / "new.py").write_text("x = 1\n")
    (projects / "alpha" / "main.py").write_text("def changed(): pass\n")
    report = reconcile("alpha")
    assert report["differences"] == [{"kind": "stale", "node_id": "file:main.py"}, {"kind": "missing", "node_id": "file:new.py"}]
    assert report["actions"] == []
    assert reconcile("alpha")["differences"] == report["differences"]
    fixed = reconcile("alpha", None, "--mode", "fix")
    assert [action["action"] for action in fixed["actions"]] == ["reindex", "upsert"]
    assert reconcile("alpha")["differences"] == []


def test_a_namespace_is_reconciled_with_its_manifest(program, push, reconcile, golden, projects):
    push("alpha", [item_of("same"), item_of("stale", "def zebra_old(): pass\n"), item_of("orphan", "def zebra_lost(): pass\n")])
    manifest = [item_of("same", commit="c2"), item_of("stale", "def zebra_new(): pass\n", minute=9),
                item_of("missing", "def zebra_missing(): pass\n"), {"node_id": "unknown", "git_commit": "c2"}]
    report = reconcile("alpha", manifest)
    assert report["summary"] == {"missing": 2, "stale": 1, "orphan": 1}
    file = projects / "manifest.ndjson"
    said = ""
    for mode in ("dry_run", "fix", "dry_run"):
        said += program.ok("reconcile", "-p", "alpha", "--namespace", f"alpha/atlas_graph/{ATLAS}", "--manifest", file,
                           "--mode", mode).out
    golden("reconcile_session.txt", said, projects)
    matches = found(program, "zebra", "alpha", "--purpose", "atlas_graph")
    assert {match["audit"]["node_id"] for match in matches} == {"same", "stale", "missing"}
    assert {match["audit"]["git_commit"] for match in matches if match["audit"]["node_id"] == "same"} == {"c2"}


@pytest.mark.parametrize("policy, left", [("delete", 0), ("keep", 1), ("mark", 1)])
def test_orphans_go_by_the_policy_of_the_settings(program, push, reconcile, policy, left):
    push("alpha", [item_of("z")])
    options = ("--set", f"reconcile.orphan_policy={policy}", "--mode", "fix")
    assert [action["action"] for action in reconcile("alpha", [], *options)["actions"]] == [policy]
    assert reconcile("alpha", [], *options)["differences"] == []
    assert len(found(program, "zebra", "alpha", "--purpose", "atlas_graph")) == left


def test_reconciling_what_is_not_there_is_told(program, push, projects):
    push("alpha", [item_of("z")])
    manifest = projects / "m.ndjson"
    manifest.write_text('{"node_id": ""}\n')
    for options, code in ((["--namespace", "alpha/atlas_graph/x", "--manifest", "/dev/null"], "NAMESPACE_NOT_FOUND"),
                          (["--namespace", f"alpha/atlas_graph/{ATLAS}"], "VALIDATION_ERROR"),
                          (["--namespace", f"alpha/atlas_graph/{ATLAS}", "--manifest", manifest], "VALIDATION_ERROR"),
                          (["--manifest", manifest], "VALIDATION_ERROR")):
        answer = program.run("reconcile", "-p", "alpha", "-o", "json", *options)
        assert answer.code == 1
        validator("error.json").validate(answer.json())
        assert answer.json()["error"]["code"] == code
    misspelt = program.run("reconcile", "-p", "alpha", "--mode", "mend")
    assert misspelt.code == 2 and "--mode: mend not in {dry_run,fix}" in misspelt.err


def test_a_service_that_knows_symbols_pushes_a_real_package(program, corpus, tmp_path):
    folder = shutil.copytree(package_folder(corpus, "networkx") / "networkx" / "classes", tmp_path / "package")
    program.ok("projects", "add", folder, "--id", "real")
    service = [sys.executable, ROOT / "examples" / "push_service" / "push_service.py", folder, "--project", "real"]
    stream = subprocess.run(service, capture_output=True, check=True).stdout
    file = tmp_path / "batch.ndjson"
    file.write_bytes(stream)
    reply = program.ok("push", file, "-o", "json").json()
    assert reply["accepted"] == len(stream.splitlines()) - 1 > 100
    assert reply["rejected"] == 0
    matches = found(program, "add_weighted_edges_from", "real", "--purpose", "atlas_graph")
    assert any(match["content"]["metadata"]["qualname"].endswith("add_weighted_edges_from") for match in matches[:3])
    (tmp_path / "manifest.ndjson").write_bytes(subprocess.run([*service, "--manifest"], capture_output=True, check=True).stdout)
    report = program.ok("reconcile", "-p", "real", "--namespace", "real/atlas_graph/python_atlas_provider", "--manifest",
                        tmp_path / "manifest.ndjson", "-o", "json").json()
    assert report["summary"] == {"missing": 0, "stale": 0, "orphan": 0}


def test_symbols_of_pushed_items_are_found_after_the_code(push, program, projects):
    login = {**ITEM, "path": "src/elsewhere.py"}
    known = {**ITEM, "node_id": "func:main.py:authenticate_apple", "path": "main.py", "range": {"start_line": 1, "end_line": 2},
             "content": "def authenticate_apple(user):\n    return user.apple\n",
             "symbol_meta": {"module": "main", "qualname": "authenticate_apple"}}
    assert push("alpha", [login, known])["accepted"] == 2
    found = program.ok("symbol", "AuthService.login", "-p", "alpha", "-o", "json").json()["symbols"]
    assert [(one["qualified_name"], one["path"], one["lines"]) for one in found] == [
        ("AuthService.login", "src/elsewhere.py", [10, 42])]
    assert program.ok("symbol", "login", "-p", "alpha", "-o", "json").json()["total"] == 1
    assert program.ok("symbol", "authenticate_apple", "-p", "alpha", "-o", "json").json()["total"] == 1  # said once
    assert program.ok("symbol", "login", "-p", "beta", "-o", "json").json()["total"] == 0
