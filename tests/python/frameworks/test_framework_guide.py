"""Runs the framework examples of docs/python.md."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from conftest import SHOP

GUIDE = pathlib.Path(__file__).resolve().parents[3] / "docs" / "python.md"


@pytest.mark.parametrize("framework", ["langchain", "llama_index"])
def test_what_the_guide_shows_runs(tmp_path, framework):
    shutil.copytree(SHOP, tmp_path / "my" / "project")
    (shown,) = re.findall(rf"```python {framework}\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    done = subprocess.run([sys.executable, "-c", shown], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("src/billing/upload.py:1-20 upload_invoice 0.")
