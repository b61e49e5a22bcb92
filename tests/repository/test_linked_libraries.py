"""The list of components in a package: complete, with versions and licences, reproducible."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import pathlib
import shutil
import subprocess

import pytest


@pytest.fixture
def linked(root, monkeypatch):
    """The module of scripts/."""
    if shutil.which("dpkg-query") is None:
        pytest.skip("no dpkg-query on PATH")
    monkeypatch.syspath_prepend(root / "scripts")
    import linked_libraries
    return linked_libraries


@pytest.fixture
def some():
    """The file of a library that every Debian has."""
    return [next(pathlib.Path("/usr/lib").glob("*-linux-gnu/libz.so.1.*")).name]


def test_each_component_has_a_version_a_licence_and_an_address(linked, some):
    parts = linked.components(some)
    assert len({part.purl for part in parts}) == len(parts)
    for part in parts:
        assert part.version and part.version in part.purl
        assert part.licences or part.text is not None, part.name
    assert {"zlib1g", "libfaiss-dev", "tree-sitter-python", "react", "highlight.js", "@tanstack/query-core"} <= {part.name for part in parts}
    assert not {"vite", "typescript", "playwright"} & {part.name for part in parts}


def test_every_grammar_and_package_of_the_page_that_the_licences_name_is_listed(linked, some, root):
    page = (root / "docs" / "reference" / "licenses.md").read_text()
    named = {row.split("|")[1].strip() for row in page.split("<!-- grammars: begin -->")[1].splitlines() if row.startswith(("| tree", "| ts"))}
    assert named == {part.name for part in linked.grammars()}
    rows = page.split("## The web page")[1].split("Vite (MIT)")[0].splitlines()
    of_page = {name.strip() for row in rows if row.startswith("| ") and "Package" not in row for name in row.split("|")[1].split(",")}
    assert of_page == {part.name for part in linked.page()}


def test_the_list_is_the_same_bytes_each_time_and_names_the_files(linked, some, tmp_path):
    for name in ("one", "two"):
        linked.write_list(tmp_path / name, linked.components(some))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    whole = json.loads((tmp_path / "one").read_text())
    (zlib,) = [one for one in whole["components"] if one["name"] == "zlib1g"]
    assert zlib["properties"] == [{"name": "codeweaver:file", "value": some[0]}]


def test_the_scripts_say_what_is_missing(root, tmp_path):
    told = subprocess.run([root / "scripts" / "package", "zip"], capture_output=True, text=True)
    assert told.returncode == 2 and "unknown kind 'zip'. Use: tarball, npm, deb" in told.stderr
    told = subprocess.run([root / "scripts" / "wheel", "--python", tmp_path / "python", "--out", tmp_path], capture_output=True, text=True)
    assert told.returncode == 1 and "Traceback" not in told.stderr and told.stderr.startswith("wheel: ")
