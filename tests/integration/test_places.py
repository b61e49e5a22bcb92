"""Folders without git, the only project, files and folders after a query, patterns of paths."""
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


def test_a_folder_without_git_works_from_inside_it(program, folder):
    assert "not indexed" in program.ok("status", cwd=folder).out
    assert paths(program, "ConnectionPool", cwd=folder)[0] == "src/database/pool.py"
    assert "already indexed" in program.ok("index", cwd=folder).out
    assert paths(program, "ConnectionPool", cwd=folder / "src/auth")[0] == "src/database/pool.py"
    assert len(program.ok("projects", "-o", "json").json()) == 1


def test_inside_a_repository_the_project_is_the_repository(program, folder):
    (folder / ".git").mkdir()
    (folder / ".git/HEAD").write_text("ref: refs/heads/main\n")
    program.ok("index", cwd=folder / "src/auth")
    assert program.ok("status", "-o", "json", cwd=folder).json()["indexed"]


def test_a_folder_of_all_sorts_of_things_is_no_project_of_itself(program, folder):
    for place in (program.home, pathlib.Path("/"), pathlib.Path("/usr")):
        refused = program.run("search", "x", cwd=place)
        assert refused.code == 1 and "No project was given" in refused.err
    program.ok("index", folder)
    for place in (program.home, pathlib.Path("/")):  # with one project known, that is meant
        assert paths(program, "ConnectionPool", cwd=place)[0] == "src/database/pool.py"


def test_folders_that_tools_make_are_left_out_of_a_folder_without_git(program, folder):
    for name in ("node_modules/x", "dist", "build", "target", "venv"):
        (folder / name).mkdir(parents=True)
        (folder / name / "stray.py").write_text("def stray_parcel():\n    pass\n")
    report = program.ok("index", "-o", "json", cwd=folder).json()
    assert any("build, dist, node_modules and 2 more" in warning for warning in report["warnings"])
    assert not any("stray" in path for path in paths(program, "stray_parcel", cwd=folder))
    (folder / ".codeweaverignore").write_text("!build/\n")
    assert paths(program, "stray_parcel", cwd=folder)[0] == "build/stray.py"


def test_places_after_a_query_narrow_it(program, folder):
    program.ok("index", folder)
    below = paths(program, "user", "./src/auth", cwd=folder)
    assert below and all(path.startswith("src/auth/") for path in below)
    assert paths(program, "user", "src/auth/utils.py", "tests/", cwd=folder) == paths(
        program, "user", "--path", "/src/auth/utils.py", "--path", "/tests", cwd=folder)
    assert set(paths(program, "user", ".", cwd=folder / "src/auth")) == set(below)
    assert paths(program, "user name", "src", cwd=folder) == paths(program, "user name", "--path", "/src", cwd=folder)
    assert "No results" not in program.ok("search", "user", "src", cwd=folder).out  # a word of the query
    assert paths(program, "user", folder / "src/auth", cwd=program.home) == below


def test_a_place_elsewhere_is_searched_in_its_own_project(program, folder, tmp_path):
    other = tmp_path / "other"
    (other / "lib").mkdir(parents=True)
    (other / "lib/a.py").write_text("def parcel():\n    pass\n")
    program.ok("index", folder)
    program.ok("index", other)
    assert paths(program, "parcel", other / "lib", cwd=folder) == ["lib/a.py"]
    refused = program.run("search", "parcel", other / "lib", folder / "src", cwd=folder)
    assert refused.code == 1 and "is not in project" in refused.err


def test_patterns_may_be_repeated_negated_and_have_braces(program, folder):
    program.ok("index", folder)
    everything = paths(program, "user", "-p", folder)
    some = paths(program, "upload user invoice pool", "-p", folder, "--path", "src/**", "--path", "!**/auth/**")
    assert some and all(path.startswith("src/") and "/auth/" not in path for path in some)
    assert not any(path.startswith("tests/") for path in paths(program, "user", "-p", folder, "--path", "!tests"))
    both = paths(program, "user", "-p", folder, "--file-glob", "{src,tests}/**/*.{py,toml}")
    assert both and set(both) <= set(everything)
    nothing = program.ok("search", "user", "-p", folder, "--path", "*.rs").out
    assert "No file matches *.rs" in nothing
    why = program.ok("search", "user", "-p", folder, "--path", "!tests", "--why-not", "tests/test_auth.py").out
    assert "paths" in why


def test_an_unknown_language_names_the_nearest_and_not_all(program, folder):
    program.ok("index", folder)
    refused = program.run("search", "x", "--language", "pythn", "-p", folder)
    assert refused.code == 2 and "Did you mean 'python'?" in refused.err and len(refused.err) < 400


def test_absolute_paths_work_as_directory_and_as_project_id(program, folder):
    program.ok("index", folder)
    below = paths(program, "user", "-p", folder, "--directory", "src/auth")
    assert below and paths(program, "user", "-p", folder, "--directory", folder / "src/auth") == below
    assert paths(program, "user", "-p", folder, "--directory", folder) == paths(program, "user", "-p", folder)
    refused = program.run("search", "user", "-p", folder, "--directory", "/usr")
    assert refused.code == 1 and "leaves the project" in refused.err
    with Server(program) as server:  # the only project known is meant
        answer = server.ok("POST", "/api/v1/search", {"query": "user", "directory": str(folder / "src/auth")})
        assert [match["file"]["path"] for match in answer["matches"]] == below
        for project in (folder, folder / "src"):
            for named in ({"project_id": str(project)}, {"projects": [str(project)]}):
                answer = server.ok("POST", "/api/v1/search", {"query": "user", "directory": "src/auth", **named})
                assert [match["file"]["path"] for match in answer["matches"]] == below
        refused = server.call("POST", "/api/v1/search", {"query": "user", "project_id": "/usr"})
        assert refused.status == 404
    with LineClient(program) as agent:
        for project in (folder, folder / "src"):
            answer = agent.call("search_code", query="user", project_id=str(project), directory=str(folder / "src/auth"))
            found = answer["structuredContent"]["results"]
            assert found and all(match["file_path"].startswith("src/auth/") for match in found)
        assert agent.call("search_code", query="user", project_id="/usr")["isError"]
        some = agent.ok("search_code", query="upload user invoice pool", paths=["src", "!auth"])["results"]
        assert some and all(match["file_path"].startswith("src/") and "/auth/" not in match["file_path"] for match in some)
