"""The project of agents that name none: the folder of the client, or the folder where the server was started."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pytest

from mcp_lines import MODERN, LineClient
from service_client import Server

ERAS = [MODERN, "2025-11-25"]


def make_folder(place, name, *strays):
    """A folder without git, of one file; each stray is a folder in it that tools made."""
    folder = place / name
    folder.mkdir(parents=True)
    (folder / "code.py").write_text(f"def weigh_{name.split()[0]}(parcel):\n    return parcel.weight\n")
    for stray in strays:
        (folder / stray).mkdir(parents=True)
        (folder / stray / "stray.py").write_text("def weigh_stray(parcel):\n    return parcel.weight\n")
    return folder


@pytest.fixture
def places(program, tmp_path):
    """Two known projects, and a folder that is none."""
    known = [make_folder(tmp_path / "work", name) for name in ("one", "two")]
    for folder in known:
        program.ok("index", folder)
    return *known, make_folder(tmp_path / "work", "new place")


def found(agent) -> str:
    answer = agent.ok("find_code", query="weigh a parcel")
    return answer["matches"][0]["content"]["content"]


@pytest.mark.parametrize("era", ERAS)
def test_a_root_that_is_a_project_is_the_one_that_calls_mean(program, places, era):
    one, two, _ = places
    with LineClient(program, era=era, cwd=one, roots=[two]) as agent:
        assert "weigh_two" in found(agent)
        assert agent.ok("get_status")["project_id"] == "two"
        marked = [project["project_id"] for project in agent.ok("list_projects")["projects"] if project["is_active"]]
        assert marked == ["two"]
        contents = agent.request("resources/read", {"uri": "codeweaver://file/code.py"})["contents"]
        assert "weigh_two" in contents[0]["text"]
        assert agent.ok("get_status", project_id="one")["project_id"] == "one"
        if era != MODERN:
            assert agent.asked_roots == 1  # it tells of changes
            agent.roots = [one]
            agent.send({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})
            assert "weigh_one" in found(agent) and agent.asked_roots == 2
        agent.ok("set_active_project", project_id="two")
        agent.roots = [one]
        assert "weigh_two" in found(agent)  # a choice goes before
    with LineClient(program, "--project", one, era=era, roots=[two]) as agent:
        assert "weigh_one" in found(agent) and agent.asked_roots == 0


@pytest.mark.parametrize("era", ERAS)
def test_a_root_that_is_no_project_is_offered_to_be_indexed(program, places, era):
    one, _, new = places
    settings = {"CODEWEAVER_SERVER_PROJECT_ROOTS": str(new.parent)}
    with LineClient(program, era=era, cwd=one, roots=[new], env=settings) as agent:
        for tool, arguments in (("find_code", {"query": "weigh"}), ("get_status", {})):
            refused = agent.call(tool, **arguments)
            assert refused["isError"]
            text = refused["content"][0]["text"]
            assert f"{new}, is not a project yet" in text and "call index_repository" in text
        listed = agent.call("list_projects")
        assert not listed.get("isError") and str(new) in listed["content"][0]["text"]
        assert agent.ok("index_repository")["repository_id"] == "new-place"
        assert "weigh_new" in found(agent)
        assert agent.ok("index_repository")["repository_id"] == "new-place"  # once more: what calls mean
    with LineClient(program, era=era, cwd=one, roots=[new.parent], env=settings) as agent:
        assert "weigh_one" in found(agent)  # a folder of projects says nothing


def test_a_root_outside_of_the_folders_that_calls_may_name_says_how_to_allow_it(program, places):
    _, _, new = places
    with LineClient(program, roots=[new]) as agent:
        refused = agent.call("index_repository")
        assert refused["isError"] and "server.project_roots" in refused["content"][0]["text"]


def test_a_client_that_never_answers_for_its_roots_is_answered_for_the_working_directory(program, places):
    """It waits once, says so, and heeds an answer that comes late."""
    one, two, _ = places
    with LineClient(program, era="2025-11-25", cwd=one, roots=[two], answers_roots=False) as agent:
        listed = agent.call("list_projects")
        assert [project["project_id"] for project in listed["structuredContent"]["projects"] if project["is_active"]] == ["one"]
        assert "did not answer roots/list" in listed["content"][-1]["text"] and "'one'" in listed["content"][-1]["text"]
        answer = agent.call("find_code", query="weigh a parcel")
        assert "weigh_one" in answer["content"][0]["text"] and len(answer["content"]) == 1  # said once
        assert len(agent.unanswered) == 1
        agent.send({"jsonrpc": "2.0", "id": agent.unanswered[0]["id"], "result": agent.list_roots()})
        assert "weigh_two" in found(agent)
    with LineClient(program, era="2025-11-25", cwd=one, roots=[two], answers_roots=False) as agent:
        for request in ("resources/read", {"uri": "codeweaver://file/code.py"}), ("tools/call", {"name": "get_status", "arguments": {}}):
            assert "one" in str(agent.request(*request))


STRAYS = ("node_modules/x", "dist", "target", "venv", ".venv/lib", "build")


def test_mcp_and_server_serve_a_folder_without_git_from_inside_it(program, tmp_path):
    """Unknown before, with what tools made in it."""
    plain = make_folder(tmp_path / "work", "plain", *STRAYS)
    with LineClient(program, cwd=plain) as agent:
        status = agent.wait_indexed()
        assert status["root"] == str(plain) and status["total_files"] == 1
        places_found = [match["file"]["path"] for match in agent.ok("find_code", query="weigh a parcel")["matches"]]
        assert places_found == ["code.py"]
        (plain / "late.py").write_text("def weigh_late(parcel):\n    return 1\n")
        assert agent.ok("find_symbol", name="weigh_late")["symbols"]
    other = make_folder(tmp_path / "work", "other", *STRAYS)
    with Server(program, cwd=other) as server:
        answer = server.ok("POST", "/api/v1/search", {"query": "weigh a parcel"})
        assert [match["file"]["path"] for match in answer["matches"]] == ["code.py"]
        assert "weigh_other" in answer["matches"][0]["content"]["content"]
