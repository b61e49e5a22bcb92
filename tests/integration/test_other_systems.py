"""Public headers and the port compile for other systems; suites without further libraries link for them."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

pytestmark = pytest.mark.skipif(importlib.util.find_spec("ziglang") is None, reason="ziglang is not there")
TARGETS = ["aarch64-macos", "x86_64-windows-gnu", "x86_64-linux-musl"]
# The folders of src/base/os that stand for a system.
PORTS = {"aarch64-macos": ["posix", "darwin"], "x86_64-windows-gnu": ["windows"], "x86_64-linux-musl": ["posix", "linux"]}
SUITES = ["base", "syntax", "chunk"]
WINE = shutil.which("wine64") or shutil.which("wine") or ("/usr/lib/wine/wine64" if pathlib.Path("/usr/lib/wine/wine64").exists() else None)
# Wine 8 refuses to put a file in the place of one that is mapped, which Windows 10 does.
NOT_IN_WINE = "MappedFile: shows the bytes*"
LARGE_FILES = {"x86_64-linux-musl": ["-D_LARGEFILE64_SOURCE"]}  # names that glibc has without being asked
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


@pytest.mark.skipif(not pathlib.Path("/usr/include/xxhash.h").exists(), reason="libxxhash-dev is not there")
@pytest.mark.parametrize("target", TARGETS)
def test_the_room_that_asks_the_system_compiles(tmp_path, target):
    headers = tmp_path / "include"
    headers.mkdir()
    for header in ("xxhash.h", "xxh3.h"):
        (headers / header).symlink_to(f"/usr/include/{header}")
    for folder in ["src/base", *(f"src/base/os/{name}" for name in PORTS[target])]:
        sources = sorted((ROOT / folder).glob("*.cpp"))
        assert len(sources) >= 5
        whole = tmp_path / f"{pathlib.Path(folder).name}.cpp"
        whole.write_text("".join(f'#include "{source}"\n' for source in sources))
        compiled(target, "-Wpedantic", "-Wshadow", *LARGE_FILES.get(target, []), "-isystem", headers, "-I", ROOT / "src", "-c", whole,
                 "-o", tmp_path / "whole.o")


@pytest.mark.slow  # grammars of 48 languages
@pytest.mark.skipif(not shutil.which("ninja"), reason="ninja is not there")
@pytest.mark.parametrize("target, system", [("aarch64-macos", "Mach-O"), ("x86_64-windows-gnu", "PE")])
def test_suites_of_rooms_that_need_no_library_link_and_where_they_can_run_pass(tmp_path, target, system):
    built = tmp_path / "build"
    known = {name: value for name, value in os.environ.items() if not name.endswith("_COMPILER_LAUNCHER")}
    zig = pathlib.Path(importlib.util.find_spec("ziglang").origin).with_name("zig")
    for words in (["cmake", "-S", ROOT, "-B", built, "-G", "Ninja", "--toolchain", ROOT / f"cmake/toolchains/{target}.cmake"],
                  ["ninja", "-j2", "-C", built, *(f"test_{suite}" for suite in SUITES)]):
        done = subprocess.run(words, env={**known, "CODEWEAVER_ZIG": str(zig)}, capture_output=True, text=True, timeout=3000)
        assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    suffix, magic = (".exe", b"MZ") if system == "PE" else ("", b"\xcf\xfa\xed\xfe")
    for suite in SUITES:
        program = built / "tests" / f"test_{suite}{suffix}"
        assert program.read_bytes()[:len(magic)] == magic
        if system == "PE" and WINE:
            told = subprocess.run([WINE, program, f"--test-case-exclude={NOT_IN_WINE}"], capture_output=True, text=True, timeout=900,
                                  env={**known, "WINEPREFIX": str(tmp_path / "wine"), "WINEDEBUG": "-all"})
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
