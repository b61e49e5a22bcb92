"""Sources are formatted, and every public header stands alone."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import concurrent.futures
import shutil
import subprocess

import pytest

FOLDERS = ("include", "src", "bindings", "examples", "benchmarks", "tests", "fuzz")


def test_every_source_file_is_formatted(root):
    if shutil.which("clang-format-16") is None:
        pytest.skip("clang-format-16 is not installed")
    files = [str(file) for folder in FOLDERS for file in sorted((root / folder).rglob("*.[ch]pp"))
             if "/data/" not in str(file)]
    result = subprocess.run(["clang-format-16", "--dry-run", "-Werror", *files], cwd=root, capture_output=True, text=True)
    wrong = sorted({line.split(":")[0].removeprefix(f"{root}/") for line in result.stderr.splitlines() if "error:" in line})
    assert wrong == [], f"run: clang-format-16 -i {' '.join(wrong)}"


def test_every_public_header_compiles_alone(root, tmp_path):
    headers = sorted((root / "include").rglob("*.hpp"))
    assert headers

    def compile_alone(header):
        unit = tmp_path / (header.relative_to(root).as_posix().replace("/", "_") + ".cpp")
        unit.write_text(f'#include "{header}"\n#include "{header}"\n')  # twice: the guard holds
        command = ["c++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", f"-I{root / 'include'}", str(unit)]
        return subprocess.run(command, capture_output=True, text=True).stderr

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        failures = {h.name: told for h, told in zip(headers, pool.map(compile_alone, headers)) if told}
    assert failures == {}
