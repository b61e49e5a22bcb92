"""Packages for 64-bit ARM, built by cross-compiling and run in emulation; see docs/install.md for the build."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os
import pathlib
import re
import shutil
import subprocess
import zipfile

import pytest

from conftest import ROOT
from linked_module import check_older, needed, shown

SYSROOT = pathlib.Path(os.environ.get("CODEWEAVER_AARCH64_SYSROOT", "/nowhere"))
PYTHON = "/usr/bin/python3"  # of Debian, as the one of the sysroot
ASKED = """
import sys, codeweaver, platform
core = codeweaver.CodeWeaver(sys.argv[1], state_dir=sys.argv[2])
core.index()
print(platform.machine(), core.search("retry failed uploads")[0].file_path)
"""
OF_EVERY_SYSTEM = {"libc.so.6", "libz.so.1", "libm.so.6", "libgcc_s.so.1", "libstdc++.so.6", "libresolv.so.2", "libpthread.so.0", "libdl.so.2",
                   "librt.so.1", "ld-linux-aarch64.so.1"}
pytestmark = [pytest.mark.slow, pytest.mark.skipif(
    not (ROOT / "build/aarch64/codeweaver").is_file() or not (SYSROOT / "usr/bin/python3").exists() or shutil.which("qemu-aarch64") is None,
    reason="no cross build, sysroot or emulator")]


def run(*command, **options) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=1800, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def made(script, folder, *words) -> pathlib.Path:
    return pathlib.Path(run(ROOT / "scripts" / script, "--preset", "aarch64", "--out", folder, *words).splitlines()[-1].split("  ")[0])


@pytest.fixture
def shop(tmp_path):
    return shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop")


def test_the_archive_brings_all_that_it_loads_and_answers(shop, tmp_path):
    shutil.unpack_archive(made("package", tmp_path, "tarball"), tmp_path)
    (tree,) = tmp_path.glob("codeweaver-*-linux-aarch64")
    brought = {file.name: file for file in (tree / "lib" / "codeweaver").iterdir()}
    assert set().union(*(needed(file) for file in brought.values())) <= set(brought)
    assert (tree / "share" / "man" / "man1" / "codeweaver.1").is_file()
    # The emulator cannot start another program, so the loader is called as bin/codeweaver calls it.
    told = run("qemu-aarch64", brought["ld-linux-aarch64.so.1"], brought["codeweaver"], "search", "retry failed uploads", "-p", shop, "-o", "json",
               env={"HOME": str(tmp_path), "PATH": os.environ["PATH"]})
    assert json.loads(told)["matches"][0]["file"]["path"] == "src/billing/upload.py"
    refused = subprocess.run(["qemu-aarch64", tree / "bin" / "codeweaver", "--version"], capture_output=True, text=True)
    assert refused.stdout == "0.1.0\n" or f"cannot start {tree}/lib/codeweaver/ld-linux-aarch64.so.1" in refused.stderr


def test_the_program_of_one_file_answers(shop, tmp_path):
    shutil.unpack_archive(made("package", tmp_path, "single"), tmp_path)
    (program,) = tmp_path.glob("codeweaver-*-linux-aarch64-glibc2.28/bin/codeweaver")
    check_older(program)
    assert needed(program) <= OF_EVERY_SYSTEM - {"libstdc++.so.6", "libz.so.1"}
    told = run("qemu-aarch64", "-L", SYSROOT, program, "search", "retry failed uploads", "-p", shop, "-o", "json",
               env={"HOME": str(tmp_path), "PATH": os.environ["PATH"]})
    assert json.loads(told)["matches"][0]["file"]["path"] == "src/billing/upload.py"


def test_the_debian_package_names_the_architecture_and_what_it_links(tmp_path):
    control = run("dpkg-deb", "--field", made("package", tmp_path, "deb"))
    assert "Architecture: arm64\n" in control and re.search(r"^Depends: libc6 \(>= .*libgit2-1\.5 \(>= ", control, re.MULTILINE)


def test_the_npm_package_is_for_that_processor_alone(tmp_path):
    if shutil.which("npm") is None:
        pytest.skip("no npm on PATH")
    package = made("package", tmp_path, "npm")
    shutil.unpack_archive(package, tmp_path, "gztar")
    assert json.loads((tmp_path / "package/package.json").read_text())["cpu"] == ["arm64"]


@pytest.mark.parametrize("glibc", [[], ["--glibc", "2.28"]], ids=["glibc of here", "older glibc"])
def test_the_wheel_answers_in_an_emulated_python(shop, tmp_path, glibc):
    wheel = made("wheel", tmp_path, "--python", PYTHON, *glibc)
    assert re.search(r"manylinux_2_\d+_aarch64\.whl$", wheel.name) and wheel.stat().st_size < 40e6
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    brought = {file.name: file for file in site.glob("codeweaver.libs/*")}
    (module,) = (site / "codeweaver").glob("_core.cpython-*-aarch64-linux-gnu.so")
    if glibc:
        assert not brought
        check_older(module)
        assert shown(module) == ["PyInit__core"]
    assert set().union(*(needed(file) for file in [module, *brought.values()])) <= OF_EVERY_SYSTEM | set(brought)
    version = wheel.name.split("-")[2].removeprefix("cp")
    run(PYTHON, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--platform", "manylinux_2_28_aarch64", "--platform",
        "manylinux2014_aarch64", "--python-version", version, "--dest", tmp_path / "numpy", "numpy")
    zipfile.ZipFile(next((tmp_path / "numpy").iterdir())).extractall(site)
    told = run("qemu-aarch64", "-L", SYSROOT, SYSROOT / "usr/bin/python3", "-c", ASKED, shop, tmp_path / "state",
               env={"PYTHONPATH": str(site), "HOME": str(tmp_path), "PATH": os.environ["PATH"]})
    assert told == "aarch64 src/billing/upload.py\n"
