"""The library, installed into a prefix, is found by CMake and embedded by the example."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import shutil
import subprocess

from conftest import BUILD, ROOT


def run(*command, **options) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def test_the_example_builds_against_an_installed_library_and_answers(tmp_path):
    prefix, build = tmp_path / "prefix", tmp_path / "build"
    run("cmake", "--install", BUILD, "--prefix", prefix)
    source = tmp_path / "embed_cpp"  # outside the repository, so that only the prefix can serve it
    shutil.copytree(ROOT / "examples" / "embed_cpp", source)
    run("cmake", "-G", "Ninja", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Release")
    run("cmake", "--build", build)
    printed = run(build / "embed_cpp", ROOT / "tests" / "data" / "shop", tmp_path / "state", "retry failed uploads")
    assert printed.splitlines()[0].split(":")[0] == "src/billing/upload.py"
    assert "codeweaver" in run(prefix / "bin" / "codeweaver", "--help")
