"""Paths in filters: relative, absolute, through links, with ".."."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import shutil

import pytest

from conftest import ROOT
from mcp_lines import LineClient
from service_client import Server

SHOP = ROOT / "tests" / "data" / "shop"


@pytest.fixture
def folder(tmp_path) -> pathlib.Path:
    """The shop, in no repository and unknown."""
    place = tmp_path / "shop"
    shutil.copytree(SHOP, place)
    return place


def paths(program, *words, **options) -> list:
    return [match["file"]["path"] for match in program.ok("search", *words, "-o", "json", **options).json()["matches"]]


FORMS = {"directory": ["src/auth", "./src/auth/", "src/database/../auth", "{root}/src/auth", "{root}/src/../src/auth", "/src/auth",
                       "{link}/src/auth"],
         "path": ["src/auth", "src/database/../auth", "{root}/src/auth", "{root}/src/auth/*.py", "{root}/src/{{auth,none}}",
                  "/src/auth", "{link}/src/auth"],
         "file-glob": ["src/auth/*.py", "src/database/../auth/*.py", "{root}/src/auth", "{root}/src/auth/*.py", "/src/auth/*",
                       "{{{root}/src/auth/*,{root}/none/*}}", "{link}/src/auth/*"]}


@pytest.fixture
def linked(folder) -> dict:
    link = folder.parent / "link"
    link.symlink_to(folder)
    return {"root": folder, "link": link}


def test_a_place_of_the_project_may_be_written_in_any_way(program, folder, linked):
    program.ok("index", folder)
    wanted = sorted(set(paths(program, "user", "-p", folder, "--directory", "src/auth", "-l", "100")))
    assert wanted
    for option, forms in FORMS.items():
        for form in forms:
            given = form.format(**linked)
            assert sorted(set(paths(program, "user", "-p", folder, f"--{option}", given, "-l", "100"))) == wanted, (option, given)
    for query in ("file:{root}/src/auth user", "file:{link}/src/auth user", "file:/src/auth user"):
        assert set(paths(program, query.format(**linked), "-p", folder)) <= set(wanted)
        assert paths(program, query.format(**linked), "-p", folder), query
    rest = paths(program, "user", "-p", folder, "--path", f"!{folder}/src/auth", "-l", "100")
    assert rest and not set(rest) & set(wanted)
    everything = paths(program, "user", "-p", folder, "-l", "100")
    assert paths(program, "user", "-p", folder, "--path", folder, "-l", "100") == everything
    nothing = program.ok("search", "file:nowhere user", "-p", folder).out
    assert "No file matches the exact parts" in nothing and "difference" not in nothing


def test_places_outside_of_the_project_are_refused(program, folder):
    program.ok("index", folder)
    for option in ("--directory", "--path", "--file-glob"):
        for outside in ("../*", "src/../../x", "!../x")[:2 if option != "--path" else 3]:
            refused = program.run("search", "user", "-p", folder, option, outside)
            assert refused.code == 1 and "leaves the project" in refused.err, (option, outside)
    assert "leaves the project" in program.run("search", "file:../x user", "-p", folder).err


def test_agents_name_places_by_absolute_paths(program, folder, linked):
    program.ok("index", folder)
    auth = str(folder / "src/auth")
    with LineClient(program, cwd=folder) as agent:
        for arguments in ({"directory": auth}, {"paths": [auth]}, {"file_glob": auth}, {"file_glob": auth + "/*.py"},
                          {"paths": [f"{linked['link']}/src/auth"]}):
            found = agent.ok("find_code", query="user password", **arguments)["matches"]
            assert found and all(match["file"]["path"].startswith("src/auth/") for match in found), arguments
        found = agent.ok("find_code", query=f"file:{auth} user password")["matches"]
        assert found and all(match["file"]["path"].startswith("src/auth/") for match in found)
        for arguments in ({"paths": [auth]}, {"globs": [auth + "/**"]}, {"globs": [auth + "/*.py"]}, {"paths": ["src/database/../auth"]},
                          {"paths": ["/src/auth"]}):
            files = agent.ok("search_text", pattern="def ", **arguments)["files"]
            assert files and all(file["path"].startswith("src/auth/") for file in files), arguments
        whole = agent.ok("search_text", pattern="def ", paths=[str(folder)])
        assert whole["files"] == agent.ok("search_text", pattern="def ")["files"]
        for arguments in ({"paths": ["/etc/passwd"]}, {"paths": ["../x"]}, {"globs": ["../*"]}):
            refused = agent.call("search_text", pattern="root", **arguments)
            assert refused["isError"] and "leaves the project" in refused["content"][0]["text"], arguments
    with Server(program, cwd=folder) as server:
        for body in ({"paths": [auth]}, {"file_glob": auth + "/*.py"}, {"directory": "src/database/../auth"}):
            answer = server.ok("POST", "/api/v1/search", {"query": "user password", **body})
            assert answer["matches"] and all(match["file"]["path"].startswith("src/auth/") for match in answer["matches"])
        assert server.call("POST", "/api/v1/search", {"query": "user", "file_glob": "../*"}).status == 400
