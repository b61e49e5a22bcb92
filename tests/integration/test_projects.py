"""Projects: listing, adding, choosing, renaming, settings and removal; the project of a command."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import stat

import pytest

from conftest import check_error


@pytest.fixture
def folders(tmp_path) -> pathlib.Path:
    """Two small projects, `alpha` and `beta`, side by side."""
    for name, word in (("alpha", "apple"), ("beta", "banana")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "main.py").write_text(f"def authenticate_{word}(user):\n    return user.{word}\n")
    return tmp_path


@pytest.fixture
def both(program, folders):
    for name in ("alpha", "beta"):
        program.ok("projects", "add", folders / name)
    return program


def project_of(program, *arguments, **options) -> str:
    """Which project a command takes."""
    return program.ok("status", "-o", "json", *arguments, **options).json()["project_id"]


def found(program, *arguments, **options) -> set:
    answer = program.ok("search", "authenticate user", "-o", "json", *arguments, **options).json()
    return {match["audit"]["project"] for match in answer["matches"]}


def test_several_projects_are_searched_when_they_are_named(both, folders):
    query = ("search", "authenticate user", "-p", "alpha")
    assert found(both, "-p", "alpha") == {"alpha"}
    assert found(both, "-p", "alpha", "--also", "beta", "--also", "alpha") == {"alpha", "beta"}
    answer = both.ok(*query, "--also", "beta", "-o", "json").json()
    alone = [both.ok("search", "authenticate user", "-p", name, "-o", "json").json() for name in ("alpha", "beta")]
    scores = {match["audit"]["project"]: match["relevance_score"] for one in alone for match in one["matches"]}
    relevances = [match["relevance_score"] for match in answer["matches"]]
    assert relevances == sorted(relevances, reverse=True)
    assert relevances[0] == scores[answer["matches"][0]["audit"]["project"]]  # the project that the question is likeliest about
    assert all(match["relevance_score"] <= scores[match["audit"]["project"]] for match in answer["matches"])
    assert {match["audit"]["project"] for match in answer["matches"]} == set(scores)
    assert answer["searched_files"] == 2 and answer["total_results"] == 2
    assert both.ok(*query, "--also", "beta", "-l", "1", "-o", "json").json()["total_results"] == 1
    for options in ([], ["-o", "markdown"]):
        said = both.ok(*query, "--also", "beta", *options).out
        assert "alpha: main.py:1-2" in said and "beta: main.py:1-2" in said
        assert "alpha: " not in both.ok(*query, *options).out
    check_error(both.run(*query, "--also", "gamma"), cause="gamma", action="projects")


# --- The list ----------------------------------------------------------------------------------------------------

def test_projects_are_added_listed_renamed_and_removed(program, folders, golden):
    said = program.ok("projects").out
    said += program.ok("projects", "add", folders / "alpha").out
    said += program.ok("projects", "add", folders / "beta", "--id", "b2", "--name", "Beta Two").out
    said += program.ok("projects", "use", "b2").out
    said += program.ok("projects", "rename", "alpha", "The First").out
    said += program.ok("projects", "list").out
    said += program.ok("projects", "remove", "alpha").out
    said += program.ok("projects", "remove", "b2", "--keep-index").out
    said += program.ok("projects").out
    golden("projects_session.txt", said, folders)


def test_every_change_answers_with_the_project_as_json(program, folders):
    added = program.ok("projects", "add", folders / "alpha", "--name", "First", "-o", "json").json()
    assert added == {"project_id": "alpha", "display_name": "First", "root": str(folders / "alpha"),
                     "state_dir": added["state_dir"], "is_active": False}
    assert program.ok("projects", "use", "alpha", "-o", "json").json() == {**added, "is_active": True}
    renamed = program.ok("projects", "rename", "alpha", "Eins", "-o", "json").json()
    assert renamed == {**added, "display_name": "Eins", "is_active": True}
    assert program.ok("projects", "-o", "json", "list").json() == [renamed]
    assert program.ok("projects", "remove", "alpha", "-o", "json").json()["project_id"] == "alpha"
    assert program.ok("projects", "-o", "json").json() == []


def test_removing_a_project_leaves_its_files_and_takes_its_index(both, folders):
    state = pathlib.Path(both.ok("index", folders / "alpha", "-o", "json") and both.state("alpha"))
    assert (state / "index.db").exists()
    both.ok("projects", "remove", "alpha")
    assert not state.exists()
    assert (folders / "alpha" / "main.py").exists()


@pytest.mark.parametrize("action", [["use", "gamma"], ["rename", "gamma", "x"], ["remove", "gamma"],
                                    ["settings", "show", "gamma"], ["settings", "set", "gamma", "search.limit=3"]])
def test_unknown_projects_are_answered_with_the_known_ones(both, action):
    check_error(both.run("projects", *action), cause="Project not found: gamma", action="Known projects: alpha, beta")


def test_odd_ids_are_refused(program, folders):
    for odd in ("a/b", "..", "a b", "-"):
        check_error(program.run("projects", "add", folders / "alpha", f"--id={odd}"), cause=f"Invalid project id: '{odd}'",
                    action="letters, digits")


# --- Which project a command is about ----------------------------------------------------------------------------

def test_the_order_of_choosing_a_project(both, folders):
    inside = {"cwd": folders / "alpha"}
    check_error(both.run("status", cwd=folders), cause="No project was given", action="known: alpha, beta")
    both.ok("projects", "use", "beta")
    assert project_of(both, cwd=folders) == "beta"
    assert project_of(both, **inside) == "alpha"
    by_settings = {"CODEWEAVER_PROJECT_PATH": str(folders / "beta")}
    assert project_of(both, env=by_settings, **inside) == "beta"
    assert project_of(both, "-p", "alpha", env=by_settings, cwd=folders) == "alpha"
    assert project_of(both, "-p", folders / "alpha", env=by_settings, cwd=folders) == "alpha"


def test_results_never_come_from_another_project(both, folders):
    both.ok("projects", "use", "alpha")
    assert found(both, cwd=folders) == {"alpha"}
    both.ok("projects", "use", "beta")
    assert found(both, cwd=folders) == {"beta"}
    assert found(both, "-p", "alpha", cwd=folders) == {"alpha"}


def test_the_active_project_can_come_from_the_environment(both, folders):
    both.ok("projects", "use", "beta")
    outside = {"env": {"CODEWEAVER_ACTIVE_PROJECT": "alpha"}, "cwd": folders}
    assert found(both, **outside) == {"alpha"}
    assert found(both, "-p", "beta", **outside) == {"beta"}
    check_error(both.run("status", env={"CODEWEAVER_ACTIVE_PROJECT": "gamma"}, cwd=folders),
                cause="Project not found: gamma", action="alpha, beta")


def answering(program, folder: pathlib.Path, body: str) -> pathlib.Path:
    """A program that answers with the active project, set as such by the user."""
    script = folder / "active-project"
    script.write_text(f"#!/bin/sh\n{body}\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    program.settings_file.parent.mkdir(parents=True, exist_ok=True)
    program.settings_file.write_text(f'[codeweaver]\nactive_project_command = ["{script}", "--now"]\n')
    return script


def test_the_active_project_can_come_from_a_program(both, folders):
    script = answering(both, folders, 'test "$1" = --now && echo "  alpha " && echo more')
    assert found(both, cwd=folders) == {"alpha"}
    answering(both, folders, "echo beta")
    assert found(both, cwd=folders) == {"beta"}
    both.ok("projects", "use", "alpha")
    answering(both, folders, "exit 0")
    assert found(both, cwd=folders) == {"alpha"}, "no answer: the project chosen last"
    script.unlink()
    assert found(both, "-p", "beta", cwd=folders) == {"beta"}, "an explicit id needs no outside source"
    assert project_of(both, cwd=folders / "beta") == "beta"


@pytest.mark.parametrize("body, cause", [("exit 3", "failed with exit code 3"), ("kill -9 $$", "ended by a signal"),
                                         ("echo gamma", "Project not found: gamma")])
def test_a_failing_outside_source_is_named(both, folders, body, cause):
    answering(both, folders, body)
    check_error(both.run("status", cwd=folders), cause=cause, action="project")


def test_a_missing_outside_program_is_named(both, folders):
    answering(both, folders, "exit 0").unlink()
    check_error(both.run("status", cwd=folders), cause="cannot be started", context="active_project_command",
                action="--project")


def test_a_projects_own_file_cannot_name_the_outside_program(both, folders):
    (folders / "alpha" / "codeweaver.toml").write_text('[codeweaver]\nactive_project_command = ["touch", "stolen"]\n')
    outcome = both.ok("config", "--show", cwd=folders / "alpha")
    assert "active_project_command is ignored" in outcome.out
    assert not (folders / "alpha" / "stolen").exists()


# --- Settings of a project ---------------------------------------------------------------------------------------

def test_settings_of_a_project_lie_with_its_index_and_are_shown_with_their_origin(both, folders):
    before = sorted(path.name for path in (folders / "alpha").iterdir())
    (folders / "beta" / "codeweaver.toml").write_text("[chunking]\nmax_tokens = 700\n")
    said = both.ok("projects", "settings", "set", "beta", "chunking.chunk_size=300", "chunking.chunk_overlap=0.2").out
    assert said == "chunking.max_tokens = 300\nchunking.text_overlap = 0.2\n"
    shown = {row["key"]: row for row in both.ok("config", "--show", "-p", "beta", "-o", "json").json()}
    assert (shown["chunking.max_tokens"]["value"], shown["chunking.max_tokens"]["origin"]) == ("300", "project settings")
    by_environment = both.ok("config", "--show", "-p", "beta", env={"CODEWEAVER_CHUNKING_MAX_TOKENS": "400"}).out
    assert "chunking.max_tokens = 400  # environment CODEWEAVER_CHUNKING_MAX_TOKENS" in by_environment
    other = {row["key"]: row for row in both.ok("config", "--show", "-p", "alpha", "-o", "json").json()}
    assert other["chunking.max_tokens"]["origin"] == "default"
    assert sorted(path.name for path in (folders / "alpha").iterdir()) == before
    assert both.ok("projects", "settings", "show", "beta", "-o", "json").json() == {"chunking.max_tokens": "300",
                                                                                    "chunking.text_overlap": "0.2"}
    both.ok("projects", "settings", "set", "beta", "chunking.max_tokens=", "chunking.text_overlap=")
    assert both.ok("projects", "settings", "show", "beta").out == "beta has no project settings.\n"


def test_settings_of_a_project_shape_its_index(both, folders):
    (folders / "alpha" / "long.py").write_text("".join(f"def function_{i}(a):\n    return a + {i}\n\n" for i in range(200)))
    chunks = both.ok("index", folders / "alpha", "-o", "json").json()["total_chunks"]
    both.ok("projects", "settings", "set", "alpha", "chunking.target_tokens=60", "chunking.min_tokens=20")
    assert both.ok("index", folders / "alpha", "-o", "json").json()["total_chunks"] > 2 * chunks


def test_a_project_can_be_cut_by_lines_alone(both, folders):
    both.ok("projects", "settings", "set", "alpha", "chunking.strategy=simple_file_chunks")
    matches = both.ok("search", "authenticate user", "-p", "alpha", "-o", "json").json()["matches"]
    assert {match["audit"]["namespace"] for match in matches} == {"alpha/code_search/simple_file_chunks"}
    assert {match["content"]["source"] for match in matches} <= {"file", "text_block"}


def test_settings_that_are_none_of_a_project_are_refused(both):
    check_error(both.run("projects", "settings", "set", "alpha", "store.url=http://elsewhere"),
                cause="store.url cannot be set for a single project", action="your own settings file")
    check_error(both.run("projects", "settings", "set", "alpha", "chunking.max_token=9"), cause="not a known setting",
                action="chunking.max_tokens")


# --- Namespaces --------------------------------------------------------------------------------------------------

def test_namespaces_are_listed_created_dropped_and_cleaned_up(both, folders, golden):
    there = {"cwd": folders / "alpha"}
    said = both.ok("namespaces", **there).out
    both.ok("index", **there)
    for arguments in (["create", "atlas_graph/code_atlas_provider"], ["create", "alpha/docs_search/wiki"], ["list"],
                      ["drop", "alpha/atlas_graph/code_atlas_provider"], ["clean"], ["clean"], []):
        said += both.ok("namespaces", *arguments, **there).out
    golden("namespaces_session.txt", said, folders)


def test_namespaces_as_json(both, folders):
    there = {"cwd": folders / "alpha"}
    both.ok("index", **there)
    local = {"namespace": "alpha/code_search/ast", "purpose": "code_search", "chunk_strategy": "ast", "records": 1,
             "is_local": True}
    made = both.ok("namespaces", "create", "atlas_graph/x", "-o", "json", **there).json()
    assert made == {"namespace": "alpha/atlas_graph/x", "purpose": "atlas_graph", "chunk_strategy": "x", "records": 0,
                    "is_local": False}
    assert both.ok("namespaces", "-o", "json", **there).json() == [made, local]
    assert both.ok("namespaces", "-p", "beta", "-o", "json").json() == []
    assert both.ok("namespaces", "clean", "-o", "json", **there).json() == {"dropped": ["alpha/atlas_graph/x"]}


@pytest.mark.parametrize("action, key, cause", [
    ("create", "atlas_graph/a b", "Invalid chunk strategy: 'a b'"), ("create", "graph/x", "Invalid purpose: 'graph'"),
    ("create", "x", "Invalid namespace: 'x'"), ("create", "beta/atlas_graph/x", "does not belong to project alpha"),
    ("create", "code_search/ast", "belongs to the project's folder"), ("drop", "atlas_graph/x", "does not exist"),
    ("drop", "../x", "Invalid purpose: '..'")])
def test_odd_namespaces_are_refused(both, folders, action, key, cause):
    outcome = both.run("namespaces", action, key, cwd=folders / "alpha")
    check_error(outcome, cause=cause, action="")


def test_without_a_project_no_file_of_the_working_directory_is_taken_for_its_settings(program, tmp_path):
    (tmp_path / "settings.toml").write_text("this is no TOML\n")
    assert {check["name"]: check["ok"] for check in program.run("doctor", "-o", "json", cwd=tmp_path).json()}["settings"]
