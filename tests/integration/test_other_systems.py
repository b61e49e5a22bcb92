"""The public headers compile for systems that nothing here runs on, and what is computed by headers alone is the same with another library."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import importlib.util
import re
import subprocess
import sys

import pytest

from conftest import ROOT

pytestmark = pytest.mark.skipif(importlib.util.find_spec("ziglang") is None, reason="ziglang is not there")
TARGETS = ["aarch64-macos", "x86_64-windows-gnu", "x86_64-linux-musl"]
OF_PROCESSES = {"result_test.cpp"}  # looks at how a child process ends


def compiled(target: str, *words) -> None:
    done = subprocess.run([sys.executable, "-m", "ziglang", "c++", "-target", target, "-std=c++20", "-Wall", "-Wextra", "-Werror",
                           "-I", ROOT / "include", *words], capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.parametrize("target", TARGETS)
def test_the_public_headers_compile(tmp_path, target):
    headers = sorted(header.relative_to(ROOT / "include") for header in (ROOT / "include").rglob("*.hpp"))
    assert len(headers) > 80
    source = tmp_path / "all.cpp"
    source.write_text("".join(f'#include "{header}"\n' for header in headers))
    compiled(target, "-c", source, "-o", tmp_path / "all.o")


@pytest.mark.slow  # minutes of a compiler that has nothing cached
@pytest.mark.parametrize("target", TARGETS)
def test_the_suite_of_the_core_links_and_where_it_can_run_passes(tmp_path, target):
    doctest = tmp_path / "include"
    doctest.mkdir()
    (doctest / "doctest").symlink_to("/usr/include/doctest")
    sources = [source for source in sorted((ROOT / "tests" / "core").glob("*.cpp")) if source.name not in OF_PROCESSES]
    objects = []
    for source in [*sources, ROOT / "tests" / "test_main.cpp"]:
        objects.append(tmp_path / f"{source.stem}.o")
        lacking = ["-include", "cfloat"] if source.stem == "test_main" else []  # what doctest leaves out on macOS
        compiled(target, f'-DCODEWEAVER_SOURCE_DIR="{ROOT}"', "-isystem", doctest, "-I", ROOT / "tests", *lacking, "-c", source,
                 "-o", objects[-1])
    program = tmp_path / "test_core.exe"
    compiled(target, *objects, "-o", program)
    assert program.stat().st_size > 1_000_000
    if "linux" in target:
        told = subprocess.run([program], capture_output=True, text=True, timeout=600)
        assert told.returncode == 0, told.stdout[-3000:]
        assert int(re.search(r"test cases:\s+(\d+)", told.stdout)[1]) > 100
