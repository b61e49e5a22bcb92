"""Licence texts exist, and the page of licences names exactly the pinned and linked components."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import re
import subprocess
import sys
import tomllib

import pytest


def test_both_licence_texts_are_there(root):
    assert "MIT License" in (root / "LICENSE-MIT").read_text()
    assert "Apache License" in (root / "LICENSE-APACHE").read_text()


def test_the_page_lists_each_pinned_grammar_with_its_version(root):
    pins = tomllib.loads((root / "grammars/Cargo.toml").read_text())["dependencies"]
    rows = re.findall(r"(?m)^\| ([\w-]+) \| (\d[\w.]*) \| ([^|]+) \|", (root / "docs/reference/licenses.md").read_text())
    assert {name: "=" + version for name, version, _ in rows} == pins


def test_the_page_agrees_with_the_fetched_metadata(root):
    result = subprocess.run([sys.executable, root / "scripts/licenses", "--check"], capture_output=True, text=True)
    if result.returncode == 2:
        pytest.skip("the grammars are not fetched")
    assert result.returncode == 0, result.stderr


def test_every_library_that_is_linked_is_on_the_page(root):
    page = (root / "docs/reference/licenses.md").read_text().lower()
    known = {"faiss": "faiss", "libgit2": "libgit2", "xxhash": "xxhash", "simdjson": "simdjson", "tomlplusplus": "toml++",
             "SQLite3": "sqlite", "re2": "re2", "zstd": "zstandard", "CLI11": "cli11", "doctest": "doctest", "OpenMP": "libgomp",
             "pybind11": "pybind11", "Boost": "boost", "CURL": "libcurl", "libzip": "libzip", "pugixml": "pugixml",
             "libpq": "libpq", "utf8proc": "utf8proc", "pcre2": "pcre2", "libcrypto": "openssl"}
    build = (root / "cmake/Dependencies.cmake").read_text()
    found = set(re.findall(r"(?m)^ *(?:find_package\(|codeweaver_need(?:_module)?\(\S+ )(\w+)", build)) - {"Threads", "PkgConfig"}
    assert {"faiss", "libgit2", "CURL"} <= found
    for library in sorted(found):
        assert library in known, f"{library}: add it to docs/reference/licenses.md and to this list"
        assert known[library] in page


def test_every_package_of_the_web_page_is_on_the_page_and_no_registry_in_its_lock_file(root):
    text = (root / "web/package-lock.json").read_text()
    packages = {name.removeprefix("node_modules/"): package for name, package in json.loads(text)["packages"].items() if name}
    used = {name for name, package in packages.items() if not package.get("dev") and not package.get("optional")}
    assert {"react", "lowlight", "@tanstack/react-query"} <= used
    page = (root / "docs/reference/licenses.md").read_text()
    assert [name for name in sorted(used) if name not in page] == []
    assert not any("resolved" in package for package in packages.values())
    wanted = json.loads((root / "web/package.json").read_text())
    assert all(version[0].isdigit() for kind in ("dependencies", "devDependencies", "optionalDependencies") for version in wanted[kind].values())
