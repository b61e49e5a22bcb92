"""`search --ref` and `--changed-in`: other commits without a checkout, code in a difference, worktrees."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import sqlite3

import pytest

from conftest import ROOT, check_error, damage, git, segments_of
from mcp_lines import LineClient
from service_client import Server

README = ROOT / "README.md"
QUERY = "checksum of data"


def commit(folder, message):
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", message)


@pytest.fixture
def history(tmp_path):
    """A repository: v1 has legacy.py, v2 moved core.py and replaced legacy.py by fresh.py."""
    folder = tmp_path / "history"
    folder.mkdir()
    git(folder, "init", "-q")
    (folder / "core.py").write_text("def parse_order(text):\n    return text.split(',')\n" * 3)
    (folder / "legacy.py").write_text("def legacy_checksum(data):\n    return sum(data) % 251\n")
    commit(folder, "one")
    git(folder, "tag", "v1")
    git(folder, "mv", "core.py", "orders.py")
    git(folder, "rm", "-q", "legacy.py")
    (folder / "fresh.py").write_text("def modern_checksum(data):\n    return hash(bytes(data))\n")
    commit(folder, "two")
    git(folder, "tag", "v2")
    return folder


def found(program, folder, *options):
    answer = program.ok("search", QUERY, "--min-similarity", "0", "-o", "json", *options, cwd=folder).json()
    return answer, [match["file"]["path"] for match in answer["matches"]]


@pytest.mark.parametrize("harm", [damage, os.unlink], ids=["damaged", "gone"])
def test_harmed_segments_of_a_commit_are_made_anew(program, history, harm):
    before = found(program, history, "--ref", "v1")
    assert before[1][0] == "legacy.py"
    for segment in segments_of(program, history):
        harm(segment)
    answer, paths = found(program, history, "--ref", "v1")
    assert paths == before[1] and any("rebuilt" in warning for warning in answer["warnings"])
    assert found(program, history, "--ref", "v1")[0]["warnings"] == []


def rows(program, folder, table):
    with sqlite3.connect(program.state(folder) / "index.db") as database:
        return database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def test_a_ref_is_searched_without_a_checkout(program, history):
    answer, paths = found(program, history, "--ref", "v1")
    assert paths[0] == "legacy.py" and "fresh.py" not in paths and "core.py" in paths
    assert answer["ref"] == "v1" and answer["commit"] == git(history, "rev-parse", "v1")
    now, paths = found(program, history)
    assert paths[0] == "fresh.py" and "legacy.py" not in paths and "ref" not in now and "commit" not in now
    assert rows(program, history, "contents") == 3  # the moved file is one text
    assert not git(history, "status", "--porcelain")
    text = program.ok("search", QUERY, "--ref", "v1", cwd=history).out
    assert f"In v1 ({answer['commit'][:12]})\n" in text
    assert f'codeweaver search "{QUERY}" --ref v1' in README.read_text(encoding="utf-8")


def test_a_difference_limits_the_answer(program, history):
    answer, paths = found(program, history, "--changed-in", "v1..v2")
    assert paths == ["fresh.py"] and answer["changed_in"] == "v1..v2" and answer["ref"] == "v2"
    (history / "orders.py").write_text((history / "orders.py").read_text() + "\ndef checksum_order(order):\n    return 1\n")
    answer, paths = found(program, history, "--changed-in", "HEAD")
    assert paths == ["orders.py"] and "ref" not in answer
    assert "Only changes in HEAD\n" in program.ok("search", QUERY, "--changed-in", "HEAD", cwd=history).out


def text_paths(answer):
    return [file["path"] for file in answer["files"]]


def test_exact_text_of_a_ref_or_a_difference_over_mcp_and_http(program, history):
    commit_id = git(history, "rev-parse", "v1")
    with LineClient(program, "--project", history) as client, Server(program, "-p", history) as server:
        for ask in (lambda **call: client.ok("search_text", **call), lambda **call: server.ok("POST", "/api/v1/search_text", call)):
            old = ask(pattern="checksum", ref="v1")
            assert "legacy.py" in text_paths(old) and "fresh.py" not in text_paths(old) and old["commit"] == commit_id
            new = ask(pattern="checksum")
            assert "fresh.py" in text_paths(new) and "legacy.py" not in text_paths(new) and "commit" not in new
            assert text_paths(ask(pattern="checksum", changed_in="v1..v2")) == ["fresh.py"]
        assert "is empty" in client.call("search_text", pattern="checksum", ref="")["content"][0]["text"]


def test_what_does_not_exist_is_named(program, history):
    check_error(program.run("search", QUERY, "--ref", "v3", cwd=history), cause="'v3'", context="looking up a ref",
                action="Did you mean v1")
    check_error(program.run("search", QUERY, "--changed-in", "v1..nope", cwd=history), cause="'nope'", action="git branch")
    plain = history.parent / "plain"
    plain.mkdir()
    (plain / "a.py").write_text("a = 1\n")
    check_error(program.run("search", QUERY, "--ref", "v1", "-p", plain), cause="not in a git repository", action="without a ref")


# --- Partial clones ----------------------------------------------------------------------------------------------

@pytest.fixture
def partial(tmp_path, history):
    """A clone of `history` with a third commit, whose old texts stay with the origin."""
    (history / "orders.py").write_text("def parse_order(text):\n    return text.split(';')\n" * 3)
    (history / "kept.py").write_text("def kept_checksum(data):\n    return 1\n")
    commit(history, "three")
    (history / "orders.py").write_text("def parse_order(text):\n    return text.split(';')\n" * 3 + "def late():\n    return 2\n")
    (history / "fresh.py").write_text("def modern_checksum(data):\n    return 3\n")
    commit(history, "four")
    git(history, "config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "partial"
    git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{history}", clone)
    (tmp_path / "history").rename(tmp_path / "away")  # whoever fetches, fails
    return clone


def test_a_commit_of_a_partial_clone_is_searched_as_far_as_it_is_there(program, partial):
    answer, paths = found(program, partial, "--ref", "HEAD~1")
    assert paths == ["kept.py"] and answer["warnings"] == [next(text for text in answer["warnings"] if "2 files of commit" in text)]
    again, paths = found(program, partial, "--ref", "HEAD~1")
    assert paths == ["kept.py"] and again["warnings"] == answer["warnings"]
    said = program.ok("grep", "def", "--ref", "HEAD~1", cwd=partial)
    assert {line.split(":")[0] for line in said.out.splitlines()} == {"kept.py"} and "2 files of commit" in said.err
    assert program.run("grep", "def", "--ref", "HEAD~1", "orders.py", cwd=partial).code == 1
    whole = found(program, partial, "--ref", "HEAD")
    assert set(whole[1]) == {"kept.py", "fresh.py", "orders.py"} and whole[0]["warnings"] == []


def test_what_a_partial_clone_lacked_is_searched_once_it_is_there(program, partial):
    assert found(program, partial, "--ref", "HEAD~1")[1] == ["kept.py"]
    (partial.parent / "away").rename(partial.parent / "history")
    git(partial, "fetch", "-q", "--refetch", "--no-filter")
    answer, paths = found(program, partial, "--ref", "HEAD~1")
    assert set(paths) == {"kept.py", "fresh.py", "orders.py"} and answer["warnings"] == []


def test_a_difference_of_a_partial_clone_takes_files_whole_whose_past_is_missing(program, partial):
    answer, paths = found(program, partial, "--changed-in", "HEAD~1..HEAD")
    assert set(paths) == {"fresh.py", "orders.py"}
    assert any("the earlier text of 2 files is missing" in warning for warning in answer["warnings"])
    said = program.ok("grep", "def", "--changed-in", "HEAD~1", cwd=partial)
    assert {line.split(":")[0] for line in said.out.splitlines()} == {"fresh.py", "orders.py"} and "partial" in said.err
    answer, paths = found(program, partial, "--changed-in", "HEAD~3..HEAD~1")
    assert paths == ["kept.py"]
    assert any("2 files of the difference" in warning for warning in answer["warnings"])
