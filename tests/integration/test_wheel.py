"""`pip install .` as a user types it: the library is compiled for the module, in an environment made for it."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

ASKED = """
import sys, codeweaver
core = codeweaver.CodeWeaver(sys.argv[1], state_dir=sys.argv[2])
core.index()
print(core.search("retry failed uploads")[0].file_path)
"""


@pytest.mark.slow
def test_a_wheel_compiled_from_the_sources_answers(tmp_path):
    environment = os.environ | ({"CMAKE_CXX_COMPILER_LAUNCHER": "ccache", "CMAKE_C_COMPILER_LAUNCHER": "ccache"}
                                if shutil.which("ccache") else {})
    made = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", made], check=True)
    subprocess.run([made / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                    "--config-settings", f"build-dir={tmp_path / 'build'}", ROOT], check=True, env=environment)
    shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop")
    told = subprocess.run([made / "bin/python", "-c", ASKED, tmp_path / "shop", tmp_path / "state"], check=True,
                          capture_output=True, text=True).stdout
    assert told == "src/billing/upload.py\n"
