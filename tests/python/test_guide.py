"""Runs the examples of docs/python.md as one program."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import re
import shutil
import subprocess
import sys

from conftest import SHOP

GUIDE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md"


def test_what_the_guide_shows_runs(tmp_path):
    shutil.copytree(SHOP, tmp_path / "my" / "project")
    program = tmp_path / "guide.py"
    program.write_text("\n".join(re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)))
    done = subprocess.run([sys.executable, program], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "\nsrc/billing/upload.py " in done.stdout
    assert "ConnectionPool.acquire src/database/pool.py" in done.stdout
    assert "PATH_NOT_FOUND" in done.stdout
    assert "(2, 256) float32" in done.stdout
