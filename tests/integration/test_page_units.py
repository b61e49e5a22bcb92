"""Units of the web page: type check and unit tests, with the Node that builds it."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import shutil
import subprocess

import pytest

from conftest import ROOT

WEB = ROOT / "web"
pytestmark = pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")


def run(*words) -> None:
    """Runs a tool of the packages that building the program has installed."""
    node = next(WEB.glob("node_modules/node-linux-*/bin/node"))
    done = subprocess.run([node, *words], cwd=WEB, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_types_of_the_page_fit():
    run("node_modules/typescript/bin/tsc", "--noEmit")


def test_the_units_of_the_page_pass():
    run("node_modules/vitest/vitest.mjs", "run")
