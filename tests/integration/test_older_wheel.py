"""The wheel for glibc 2.28: needs no later version, exports nothing of its libraries, and works with numpy."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import platform
import shutil
import subprocess
import sys
import zipfile

import pytest

from conftest import ROOT
from linked_module import check_older, needed, shown

OF_EVERY_SYSTEM = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libgcc_s.so.1", "ld-linux-x86-64.so.2"}
ASKED = """
import sys, numpy, codeweaver
class Lengths(codeweaver.Embedder):
    def __init__(self):
        super().__init__("tests", "lengths", 2)
    def embed_documents(self, texts):
        return numpy.array([[len(text), 1] for text in texts], dtype=numpy.float32)
core = codeweaver.CodeWeaver(sys.argv[1], state_dir=sys.argv[2])
core.index()
print(core.search("retry failed uploads")[0].file_path)
codeweaver.Indexer(sys.argv[1], sys.argv[2] + "-own", embedder=Lengths()).run()
try:
    codeweaver.HybridSearcher(sys.argv[2] + "-none").search("x")
except codeweaver.CodeWeaverError as error:
    print(type(error).__name__)
"""


@pytest.mark.slow
@pytest.mark.skipif(platform.machine() != "x86_64" or shutil.which("apt-get") is None, reason="linked on Debian for x86-64")
def test_a_wheel_for_an_older_glibc_asks_for_nothing_later_and_answers(tmp_path):
    subprocess.run([ROOT / "scripts" / "wheel", "--glibc", "2.28", "--python", sys.executable, "--out", tmp_path], check=True)
    (wheel,) = tmp_path.glob("codeweaver-*-manylinux_2_28_x86_64.whl")
    assert wheel.stat().st_size < 40e6
    zipfile.ZipFile(wheel).extractall(tmp_path / "open")
    (module,) = (tmp_path / "open").rglob("*.so*")
    assert needed(module) <= OF_EVERY_SYSTEM
    check_older(module)
    assert shown(module) == ["PyInit__core"]
    (listed,) = (tmp_path / "open").glob("*.dist-info/sboms/codeweaver.cdx.json")
    names = {one["name"] for one in json.loads(listed.read_text())["components"]}
    assert {"curl", "postgresql-15", "libgit2-dev", "libstdc++-12-dev", "ziglang", "tree-sitter"} <= names and "libgfortran5" not in names
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    subprocess.run([tmp_path / "venv/bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel], check=True)
    shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop")
    told = subprocess.run([tmp_path / "venv/bin/python", "-c", ASKED, tmp_path / "shop", tmp_path / "state"], check=True, capture_output=True,
                          text=True).stdout.split()
    assert told == ["src/billing/upload.py", "NotFoundError"]
