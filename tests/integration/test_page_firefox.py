"""The web page in Firefox, driven with WebDriver BiDi, because Playwright cannot drive Debian's Firefox."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os
import shutil
import subprocess

import pytest

from conftest import ROOT
from service_client import PATIENCE, Server

FIREFOX = shutil.which("firefox-esr")
pytestmark = pytest.mark.skipif(FIREFOX is None or not shutil.which("npm"), reason="firefox-esr or npm is not installed")


def test_firefox_shows_the_same_flows_without_a_problem(program):
    shutil.copytree(ROOT / "tests" / "data" / "shop", program.home / "shop")
    program.ok("index", program.home / "shop")
    with Server(program, "-p", "shop") as server:
        node = next((ROOT / "web").glob("node_modules/node-linux-*/bin/node"))
        script = ROOT / "web" / "tests" / "firefox_flow.mjs"
        done = subprocess.run([node, script, f"http://127.0.0.1:{server.port}/", FIREFOX, program.home / "firefox"],
                              capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, "HOME": str(program.home)})
        assert done.returncode == 0, done.stdout + done.stderr
        seen = json.loads(done.stdout)
        assert seen["problems"] == []
        assert seen["first"] == "src/billing/upload.py:1–20" and "Upload" in seen["marked"]
        assert seen["focused"] == "0" and seen["theme"] == "light"
        assert seen["address"] == "#/search?q=where+do+we+retry+failed+uploads"
        assert "codeweaver/extractive" in seen["answer"]
        assert server.stop() == 0
