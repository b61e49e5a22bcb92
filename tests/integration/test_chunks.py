"""Chunks of real code are complete syntactic units, cover their files, and respect the size limits."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("CODEWEAVER_BUILD", ROOT / "build" / "release"))


def test_chunks_of_real_code_are_complete(record_property):
    corpus = os.environ["CODEWEAVER_CORPUS"]
    environment = {**os.environ, "CODEWEAVER_CORPUS": corpus, "CODEWEAVER_MAX_FILES": "60"}
    done = subprocess.run([BUILD / "tests" / "check_chunks"], env=environment, capture_output=True, text=True, timeout=1200)
    print(done.stdout)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    languages = re.findall(r"^\s*([a-z_]+)\s+\d+", done.stdout, re.MULTILINE)
    assert len(languages) >= 8
    record_property("languages", len(languages))
