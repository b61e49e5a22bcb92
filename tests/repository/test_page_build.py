"""What the build does about the web page where npm is not there or does not work."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import shutil
import subprocess

import pytest

pytestmark = pytest.mark.skipif(shutil.which("cmake") is None, reason="cmake is not installed")


@pytest.fixture
def build(root, tmp_path):
    """Runs the step of the build in a checkout that has nothing but a lock file."""
    (tmp_path / "web").mkdir()
    lock = tmp_path / "web" / "package-lock.json"
    lock.write_text("{}")

    def run(npm: str, mode: str) -> tuple[int, str, str]:
        out = tmp_path / "out"
        done = subprocess.run(["cmake", f"-DROOT={tmp_path}", f"-DOUT={out}", f"-DNPM={npm}", f"-DMODE={mode}", f"-DINPUTS={lock}",
                               "-P", root / "cmake" / "BuildPage.cmake"], capture_output=True, text=True)
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
