"""Messages and exit codes of the program for wrong input, wrong settings and damaged indexes."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import pathlib
import pty
import shutil
import socket
import sqlite3
import subprocess

import pytest

from conftest import PROGRAM, ROOT, check_error, damage, edit_database, segments_of

SHOP = ROOT / "tests" / "data" / "shop"


@pytest.fixture
def folder(tmp_path) -> pathlib.Path:
    """An empty folder."""
    made = tmp_path / "project"
    made.mkdir()
    return made


@pytest.fixture
def project(program, folder) -> pathlib.Path:
    """The shop, indexed."""
    shutil.copytree(SHOP, folder, dirs_exist_ok=True)
    program.ok("index", folder)
    return folder


def index(program, folder, *options) -> dict:
    return program.ok("index", folder, "-o", "json", *options).json()


def reasons(report: dict, kind: str = "skipped") -> dict:
    return {entry["path"]: entry["reason"] for entry in report[kind]}


def paths_of(program, folder, query) -> list:
    return [match["file"]["path"] for match in program.ok("search", query, "-p", folder, "-o", "json").json()["matches"]]


# --- Folders -----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("command", [["index", "{}"], ["search", "query", "-p", "{}"], ["status", "-p", "{}"], ["init", "{}"]])
def test_a_missing_folder_is_named(program, tmp_path, command):
    missing = str(tmp_path / "nowhere")
    check_error(program.run(*(word.format(missing) for word in command)), cause=missing, action="path")


def test_a_folder_for_indexes_that_cannot_be_made_says_what_to_set(program, folder, tmp_path):
    (tmp_path / "data").write_text("a file, where the folder would be")
    told = program.run("search", "upload", "-p", folder, env={"XDG_DATA_HOME": str(tmp_path / "data")})
    assert told.code == 1 and "Set codeweaver.data_dir, or the variable XDG_DATA_HOME" in told.err


def test_a_file_is_no_project(program, tmp_path):
    file = tmp_path / "main.py"
    file.write_text("print()\n")
    check_error(program.run("index", file), cause=str(file), action="folder")


def test_an_empty_folder_is_an_empty_index(program, folder):
    outcome = program.ok("index", folder)
    assert f"No files found in {folder}" in outcome.out
    assert "0 chunks" in outcome.out
    answer = program.ok("search", "anything", "-p", folder)
    assert "No results found (searched 0 chunks across 0 files)" in answer.out
    assert "The index is empty: index a folder that contains code" in answer.out


def test_binary_files_of_unknown_kinds_are_counted(program, folder):
    for number in range(3):
        (folder / f"data{number}.qqq").write_bytes(b"secret_word\0")
    outcome = program.ok("index", folder)
    assert "No file contains text that can be indexed. Discovered 3 files, binary or bulk data" in outcome.out
    assert index(program, folder)["unknown_extensions"] == {"qqq": 3}


def test_a_user_may_add_an_extension(program, folder):
    (folder / "data.qqq").write_text("def secret_word():\n    return 1\n")
    (folder / "codeweaver.toml").write_text('[chunking]\nextra_extensions = { qqq = "python" }\n')
    assert index(program, folder)["languages"]["python"] == 1
    assert "data.qqq" in paths_of(program, folder, "secret_word")


def test_a_project_id_that_nobody_knows(program, project):
    check_error(program.run("search", "user", "-p", "nobody"), cause="Project not found: nobody", action="project")


def test_no_project_at_all_lists_the_known_ones(program, project, tmp_path):
    other = tmp_path / "zebra"
    other.mkdir()
    program.ok("index", other)
    check_error(program.run("status", cwd=tmp_path), cause="No project was given", action="known: project, zebra")


# --- Files -------------------------------------------------------------------------------------------------------

def test_files_that_cannot_be_text_are_skipped_and_the_others_indexed(program, folder):
    (folder / "good.py").write_text("def find_me():\n    return 1\n")
    (folder / "binary.py").write_bytes(b"\x00\x01\x02" * 100)
    (folder / "latin.py").write_bytes("# größer als üblich\n".encode("latin-1"))
    (folder / "wide.py").write_bytes("def in_utf16():\n    return 'ü'\n".encode("utf-16"))
    with (folder / "huge.py").open("wb") as huge:
        huge.write(b"x = 1\n" * (50 * 1024 * 1024 // 6))
    report = index(program, folder)
    assert report["status"] == "success"
    assert report["errors"] == []
    assert reasons(report) == {"binary.py": "binary", "latin.py": "not_utf8", "huge.py": "too_large"}
    assert any("huge.py" in warning for warning in report["warnings"])
    assert any("latin.py" in warning for warning in report["warnings"])
    assert report["files_indexed"] == 2
    assert paths_of(program, folder, "in_utf16") == ["wide.py"]
    assert paths_of(program, folder, "find_me")[0] == "good.py"


def test_what_is_no_file_never_blocks_a_run(program, folder):
    (folder / "good.py").write_text("def find_me():\n    return 1\n")
    os.mkfifo(folder / "pipe.py")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / "socket.py"))
        (folder / "loop.py").symlink_to("loop.py")
        (folder / "dangling.py").symlink_to("nowhere.py")
        report = index(program, folder)
    assert report["files_indexed"] == 1
    assert report["status"] in ("success", "partial")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_a_recorded_failure(program, folder):
    (folder / "good.py").write_text("x = 1\n")
    (folder / "locked.py").write_text("x = 1\n")
    (folder / "locked.py").chmod(0)
    report = index(program, folder)
    assert report["status"] == "partial"
    assert list(reasons(report, "errors")) == ["locked.py"]


def test_a_folder_that_is_gone_when_the_run_begins(program, project):
    (project / "src" / "billing" / "upload.py").unlink()
    shutil.rmtree(project / "web")
    report = index(program, project)
    assert report["files_removed"] == 3
    assert paths_of(program, project, "upload_invoice")[:1] != ["src/billing/upload.py"]
    shutil.rmtree(project)
    check_error(program.run("index", project), cause=str(project), action="path")


def test_links_that_leave_the_root_or_turn_in_circles(program, folder, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.py").write_text("def outside_secret():\n    return 1\n")
    (folder / "good.py").write_text("def find_me():\n    return 1\n")
    (folder / "leave").symlink_to(outside)
    (folder / "leave.py").symlink_to(outside / "secret.py")
    (folder / "circle").symlink_to(folder)
    (folder / "a").symlink_to("b")
    (folder / "b").symlink_to("a")
    report = index(program, folder)
    assert report["files_indexed"] == 1
    assert reasons(report).get("leave.py") == "symlink_outside"
    assert paths_of(program, folder, "outside_secret") == []


def test_broken_syntax_is_searchable_text(program, folder):
    (folder / "broken.py").write_text("class Broken(:\n    def oops(self:\n  return )))\n" * 20 + "def findable_anyway(: pass\n")
    report = index(program, folder)
    assert report["status"] == "success"
    assert paths_of(program, folder, "findable_anyway") == ["broken.py"]


# --- Settings ----------------------------------------------------------------------------------------------------

def test_an_unknown_key_suggests_the_nearest(program, project):
    (project / "codeweaver.toml").write_text("[search]\nlimitt = 5\n")
    outcome = program.ok("search", "user", "-p", project)
    assert "limitt" in outcome.out and "search.limit" in outcome.out and "line 2" in outcome.out
    assert outcome.err == ""
    answer = program.ok("search", "user", "-p", project, "-o", "json").json()
    assert any("search.limit" in warning for warning in answer["warnings"])


@pytest.mark.parametrize(("text", "cause", "line"), [
    ("[search]\n\nlimit = \"many\"\n", 'search.limit is "many"', "line 3"),
    ("[search]\nlimit = 0\n", "search.limit is 0", "line 2"),
    ("[search\n", "is not TOML", "line 1"),
])
def test_a_wrong_value_names_file_and_line(program, project, text, cause, line):
    file = project / "codeweaver.toml"
    file.write_text(text)
    outcome = program.run("search", "user", "-p", project)
    check_error(outcome, cause=cause, action="Correct")
    assert str(file) in outcome.err and line in outcome.err


def test_values_that_contradict_each_other_name_both(program, project):
    (project / "codeweaver.toml").write_text("[chunking]\nmax_tokens = 100\n")
    outcome = program.run("index", project, "--set", "chunking.min_tokens=500")
    check_error(outcome, cause="chunking.min_tokens is 500 and chunking.max_tokens is 100",
                context="command line and project file", action="min_tokens <= target_tokens")


def test_wrong_values_of_variables_and_options(program, project):
    outcome = program.run("search", "user", "-p", project, env={"CODEWEAVER_SEARCH_LIMIT": "many"})
    check_error(outcome, cause='search.limit is "many"', context="CODEWEAVER_SEARCH_LIMIT", action="Correct")
    outcome = program.run("search", "user", "-p", project, "--set", "search.limt=3")
    assert outcome.code == 2 and "search.limt" in outcome.err and "Did you mean search.limit" in outcome.err


# --- Queries -----------------------------------------------------------------------------------------------------

def test_an_unknown_language_lists_the_known_ones(program, project):
    refused = program.run("search", "user", "-p", project, "--language", "klingon")
    assert refused.code == 2 and "'klingon'" in refused.err and "python" in refused.err


@pytest.mark.parametrize("query", ["", "  \t\n "])
def test_an_empty_query(program, project, query):
    check_error(program.run("search", query, "-p", project), cause="The query is empty", action="Say what to look for")


def test_a_query_of_100_kb(program, project):
    outcome = program.ok("search", "user " * 20_000, "-p", project)
    assert "The query was cut to its first 10000 bytes" in outcome.out and "1. " in outcome.out
    outcome = program.ok("search", "user " * 20_000, "-p", project, "--set", "limits.query_bytes=1000000")
    assert "The query was cut to its first 32768 bytes" in outcome.out and "1. " in outcome.out


def test_output_that_cannot_be_written_is_an_error(program, project):
    with open("/dev/full", "w") as full:
        done = subprocess.run([PROGRAM, "search", "user", "-p", str(project), "-o", "json"], env=program.environment, stdout=full,
                              stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1 and done.stderr == "Error: The output cannot be written. Check free space and write permission.\n"


def test_a_folder_filter_may_not_climb_out(program, project):
    check_error(program.run("search", "user", "-p", project, "--directory", "../other"), cause="../other", action="")


@pytest.mark.parametrize(("option", "value", "allowed"), [
    ("--detail", "huge", "{summary,snippet,full}"), ("--task", "cooking", "local_edit"), ("--limit", "0", "1 to 1000"),
    ("--limit", "-1", "1 to 1000"), ("--min-similarity", "7", "0.000000 to 1.0"), ("--token-limit", "-5", "0 to 1000000000"),
    ("--purpose", "fun", "{code_search,atlas_graph,docs_search}"), ("-o", "xml", "{table,markdown,json,ndjson,vimgrep}")])
def test_options_out_of_range_say_what_is_allowed(program, project, option, value, allowed):
    outcome = program.run("search", "user", "-p", project, option, value)
    assert outcome.code == 2 and outcome.out == ""
    assert value in outcome.err and allowed in outcome.err
    assert "18446744073709551615" not in outcome.err and "top_k" not in outcome.err and "->" not in outcome.err


@pytest.mark.parametrize("arguments", [[], ["no-such-command"], ["search"], ["search", "x", "--no-such-option"],
                                       ["search", "x", "-o", "yaml"], ["search", "x", "--limit", "many"],
                                       ["projects", "use"]])
def test_usage_errors_exit_with_2(program, arguments):
    outcome = program.run(*arguments)
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err != ""


def test_a_filter_that_matches_nothing_is_no_error(program, project):
    outcome = program.ok("search", "user", "-p", project, "--language", "rust")
    assert "No rust files found" in outcome.out


# --- The index ---------------------------------------------------------------------------------------------------

def database_of(program, project) -> pathlib.Path:
    return program.state(project) / "index.db"


@pytest.mark.parametrize("command", [["search", "user", "-p"], ["index"], ["status", "-p"]])
def test_an_index_of_another_version(program, project, command):
    edit_database(database_of(program, project), "PRAGMA user_version = 99")
    outcome = program.run(*command, project)
    check_error(outcome, cause="Expected: 6, Found: 99", context="index.db", action="codeweaver index --force")
    program.ok("index", "--force", project)
    assert paths_of(program, project, "ConnectionPool")[0] == "src/database/pool.py"


# What of the first schema later ones changed, with a row each.
FIRST_SCHEMA = """
CREATE TABLE contents (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, language TEXT NOT NULL,
  error_ratio REAL NOT NULL, text_bytes INTEGER NOT NULL, text BLOB NOT NULL) STRICT;
CREATE TABLE chunks (content INTEGER PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
  count INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
CREATE TABLE symbols (content INTEGER NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL, name TEXT NOT NULL, qualified_name TEXT, kind TEXT NOT NULL,
  start_line INTEGER NOT NULL, end_line INTEGER NOT NULL, chunk INTEGER NOT NULL,
  PRIMARY KEY (content, ordinal)) STRICT, WITHOUT ROWID;
CREATE TABLE files (tree INTEGER NOT NULL, path TEXT NOT NULL, content INTEGER REFERENCES contents(id),
  PRIMARY KEY (tree, path)) STRICT;
INSERT INTO contents VALUES (1, x'00', 'python', 0, 6, x'28b52ffd2006310000782078200a');
INSERT INTO chunks VALUES (1, 1, x'00');
INSERT INTO symbols VALUES (1, 0, 'x', NULL, 'variable', 1, 1, 0);
INSERT INTO files VALUES (1, 'x.py', 1);
PRAGMA application_id = 0x43576978;
PRAGMA user_version = 1;
"""


@pytest.mark.parametrize("command", [["search", "user", "-p"], ["index"], ["status", "-p"]])
def test_an_index_of_the_first_version_is_rebuilt(program, project, command):
    database = database_of(program, project)
    for file in database.parent.glob("index.db*"):
        file.unlink()
    connection = sqlite3.connect(database)
    connection.executescript(FIRST_SCHEMA)
    connection.close()
    before = database.read_bytes()
    check_error(program.run(*command, project), cause="Expected: 6, Found: 1", context="index.db",
                action="codeweaver index --force")
    assert database.read_bytes() == before
    program.ok("index", "--force", project)
    assert paths_of(program, project, "ConnectionPool")[0] == "src/database/pool.py"


def test_an_index_of_another_model(program, project):
    edit_database(database_of(program, project), "UPDATE meta SET value = 'other/model/9' WHERE key = 'embedder'")
    for command in (["search", "user", "-p", project], ["index", project]):
        check_error(program.run(*command), cause="'other/model/9'", context="opening the index",
                    action="codeweaver index --force")
    program.ok("index", "--force", project)
    assert paths_of(program, project, "ConnectionPool")[0] == "src/database/pool.py"


@pytest.mark.parametrize("harm", [damage, pathlib.Path.unlink], ids=["damaged", "gone"])
def test_a_search_makes_harmed_segments_anew(program, project, harm):
    query = ("search", "ConnectionPool", "-p", project, "-o", "json")
    before = program.ok(*query).json()
    assert before["matches"][0]["file"]["path"] == "src/database/pool.py"
    for segment in segments_of(program, project):
        harm(segment)
    after = program.ok(*query).json()
    assert after["matches"] == before["matches"]
    assert program.ok(*query).json()["warnings"] == []


def test_status_names_a_damaged_segment_and_index_rebuilds(program, project):
    for segment in segments_of(program, project):
        damage(segment)
    outcome = program.run("status", "-p", project)
    check_error(outcome, cause="damaged", context="segments", action="codeweaver index")
    program.ok("index", project)
    assert program.ok("status", "-p", project, "-o", "json").json()["indexed"]
    assert paths_of(program, project, "ConnectionPool")[0] == "src/database/pool.py"


@pytest.mark.parametrize("command", [["search", "ConnectionPool", "-p"], ["index"], ["index", "--force"]])
def test_a_damaged_database_is_set_aside_by_whoever_meets_it(program, project, command):
    database = database_of(program, project)
    damaged = b"this is no database" * 1000
    database.write_bytes(damaged)
    for suffix in ("-wal", "-shm"):
        pathlib.Path(f"{database}{suffix}").unlink(missing_ok=True)
    check_error(program.run("status", "-p", project), cause="damaged", context="index.db", action="codeweaver index --force")
    said = program.ok(*command, project).out
    aside = database.with_name("index.db.old")
    assert "damaged" in said and f"renamed to '{aside}'" in said and aside.read_bytes() == damaged
    assert "renamed to" not in program.ok("search", "ConnectionPool", "-p", project).out
    assert paths_of(program, project, "ConnectionPool")[0] == "src/database/pool.py"


def test_other_programs_may_read_the_database_and_fold_its_log_in(program, project):
    for name in "ab":
        (project / f"{name}.py").write_text(f"def late_{name}():\n    return 1\n")
        program.ok("index", project)
    database = database_of(program, project)
    log = database.with_name("index.db-wal")
    assert log.stat().st_size > 0
    connection = sqlite3.connect(database)
    assert connection.execute("SELECT count(*) FROM files WHERE path LIKE '%.py'").fetchone()[0] > 2
    connection.close()
    assert not log.exists()
    checks = program.ok("doctor", "--verify", "-p", project, "-o", "json").json()
    assert next(check["ok"] for check in checks if check["name"] == "checksums")
    answer = program.ok("search", "late_b", "-p", project, "-o", "json").json()
    assert answer["matches"][0]["file"]["path"] == "b.py" and answer["warnings"] == []


def test_a_folder_that_was_never_indexed_is_indexed_by_its_first_search(program, folder):
    shutil.copytree(SHOP, folder, dirs_exist_ok=True)
    assert "not indexed" in program.ok("status", "-p", folder).out
    assert paths_of(program, folder, "ConnectionPool")[0] == "src/database/pool.py"


# --- The terminal ------------------------------------------------------------------------------------------------

def on_a_terminal(program, *arguments, env=None) -> bytes:
    """What the program writes to a terminal."""
    leader, follower = pty.openpty()
    process = program.start(*arguments, env={"TERM": "xterm", **(env or {})}, stdout=follower, stderr=follower)
    os.close(follower)
    written = b""
    try:
        while part := os.read(leader, 65536):
            written += part
    except OSError:  # the other side has closed
        pass
    os.close(leader)
    assert process.wait(60) == 0
    return written


def test_colours_only_on_a_terminal_that_wants_them(program, project):
    search = ["search", "user", "-p", project]
    assert b"\x1b[36m" in on_a_terminal(program, *search)
    assert b"\x1b" not in on_a_terminal(program, *search, env={"NO_COLOR": "1"})
    assert "\x1b" not in program.ok(*search).out
    assert b"\x1b" not in on_a_terminal(program, *search, "-o", "json")


def test_a_bar_on_a_terminal_and_plain_lines_elsewhere(program, project):
    assert b"\r\x1b[K" in on_a_terminal(program, "index", "--force", project)
    outcome = program.ok("index", "--force", project)
    assert "\r" not in outcome.err and "\x1b" not in outcome.err
    assert program.ok("index", "--force", "--quiet", project).err == ""


def test_a_project_cannot_lift_the_limits_that_protect_against_it(program, project):
    (project / "codeweaver.toml").write_text('[indexing]\nparse_memory = 17179869184\nsecrets = "keep"\nmax_files = 100\n')
    told = program.ok("index", project).out
    assert "indexing.parse_memory = 17179869184 (integer) is ignored" in told and "in your settings for this project" in told, told
    shown = {row["key"]: row["value"] for row in program.ok("config", "--show", "-p", project, "-o", "json").json()}
    assert (shown["indexing.parse_memory"], shown["indexing.secrets"], shown["indexing.max_files"]) == ("268435456", '"mask"', "100")
    allowed = program.ok("index", project, "--set", "indexing.parse_memory=300000000")
    shown = {row["key"]: row["value"] for row in program.ok("config", "--show", "-p", project, "-o", "json", "--set", "indexing.parse_memory=300000000").json()}
    assert allowed.code == 0 and shown["indexing.parse_memory"] == "300000000"
