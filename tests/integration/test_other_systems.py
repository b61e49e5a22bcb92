"""Public headers and the port compile for systems that nothing here runs on; what headers alone compute is the same with another library."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import importlib.util
import os
import pathlib
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


@pytest.mark.parametrize("target, folders", [
    ("aarch64-macos", [".", "os/posix", "os/darwin"]), ("x86_64-windows-gnu", [".", "os/windows"])])
def test_the_room_that_asks_the_system_compiles(tmp_path, target, folders):
    of_host = tmp_path / "include"
    of_host.mkdir()
    for header in ("xxhash.h", "xxh3.h"):
        (of_host / header).symlink_to(f"/usr/include/{header}")
    for folder in folders:
        found = sorted((ROOT / "src" / "base" / folder).glob("*.cpp"))
        assert len(found) >= 5
        source = tmp_path / "all.cpp"
        source.write_text("".join(f'#include "{file}"\n' for file in found))
        compiled(target, "-I", ROOT / "src", "-isystem", of_host, "-c", source, "-o", tmp_path / "all.o")


@pytest.mark.slow
@pytest.mark.parametrize("system", ["aarch64-macos", "x86_64-windows-gnu"])
def test_suites_of_rooms_without_libraries_link(tmp_path, system):
    build = tmp_path / "build"
    for command in (["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCODEWEAVER_LANGUAGES=core",
                     f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/toolchains/{system}.cmake",
                     f"-DCODEWEAVER_ZIG={pathlib.Path(importlib.util.find_spec('ziglang').origin).with_name('zig')}"],
                    ["cmake", "--build", build, "-j2", "--target", "test_base", "test_syntax", "test_chunk"]):
        done = subprocess.run(command, capture_output=True, text=True, timeout=1800)
        assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    wine = pathlib.Path("/usr/lib/wine/wine64")
    if "windows" in system and wine.exists():
        told = subprocess.run([wine, build / "tests" / "test_chunk.exe"], capture_output=True, text=True, timeout=600,
                              env={**os.environ, "WINEPREFIX": str(tmp_path / "wine"), "WINEDEBUG": "-all"})
        assert told.returncode == 0, told.stdout[-3000:]
        assert int(re.search(r"test cases:\s+(\d+)", told.stdout)[1]) >= 60


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
