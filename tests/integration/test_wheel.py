"""`pip install .`, and the wheel of scripts/wheel, which contains all libraries it needs."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile

import pytest

from conftest import ROOT

ASKED = """
import sys, codeweaver
core = codeweaver.CodeWeaver(sys.argv[1], state_dir=sys.argv[2])
core.index()
print(core.search("retry failed uploads")[0].file_path)
"""


@pytest.mark.slow
def test_a_wheel_compiled_from_the_sources_answers(tmp_path):
    environment = os.environ | ({"CMAKE_CXX_COMPILER_LAUNCHER": "ccache", "CMAKE_C_COMPILER_LAUNCHER": "ccache"}
                                if shutil.which("ccache") else {})
    made = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", made], check=True)
    subprocess.run([made / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                    "--config-settings", f"build-dir={tmp_path / 'build'}", ROOT], check=True, env=environment)
    shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop")
    told = subprocess.run([made / "bin/python", "-c", ASKED, tmp_path / "shop", tmp_path / "state"], check=True,
                          capture_output=True, text=True).stdout
    assert told == "src/billing/upload.py\n"


# What the rules of manylinux count on.
OF_EVERY_SYSTEM = {"libc.so.6", "libz.so.1", "libm.so.6", "libgcc_s.so.1", "libstdc++.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1",
                   "libresolv.so.2", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}


@pytest.mark.slow
def test_a_wheel_of_the_script_needs_no_library_of_the_system_and_names_all_it_brings(tmp_path):
    """What it loads is in it or on every Linux; its libraries are listed with versions, each with its licence."""
    if shutil.which("dpkg-query") is None or shutil.which("readelf") is None:
        pytest.skip("scripts/wheel takes the libraries of Debian: no dpkg-query or readelf here")
    subprocess.run([ROOT / "scripts" / "wheel", "--python", sys.executable, "--out", tmp_path], check=True)
    (wheel,) = tmp_path.glob("codeweaver-*-manylinux_2_*.whl")
    assert wheel.stat().st_size < 40e6
    assert int(re.search(r"manylinux_2_(\d+)", wheel.name).group(1)) <= 34  # RHEL 9, which Debian 12 is newer than
    zipfile.ZipFile(wheel).extractall(tmp_path / "open")
    brought = {file.name: file for file in (tmp_path / "open" / "codeweaver.libs").iterdir()}
    (module,) = (tmp_path / "open" / "codeweaver").glob("_core*.so")
    for file in [module, *brought.values()]:
        dynamic = subprocess.run(["readelf", "-d", file], check=True, capture_output=True, text=True).stdout
        needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic))
        assert needed <= OF_EVERY_SYSTEM | set(brought), f"{file.name}: {needed - OF_EVERY_SYSTEM - set(brought)}"
    (facts,) = (tmp_path / "open").glob("*.dist-info")
    listed = json.loads((facts / "sboms" / "codeweaver.cdx.json").read_text())["components"]
    files = {entry["value"] for one in listed for entry in one.get("properties", [])}
    assert len(files) == len(brought) and {"tree-sitter", "libfaiss-dev", "react"} <= {one["name"] for one in listed}
    texts = {file.stem for file in (facts / "licenses" / "third_party").iterdir()}
    assert {one["name"] for one in listed if one["purl"].startswith("pkg:deb/")} <= texts
    made = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", made], check=True)
    subprocess.run([made / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel], check=True)
    shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop")
    told = subprocess.run([made / "bin/codeweaver", "search", "retry failed uploads", "-p", tmp_path / "shop", "-o", "json"], check=True,
                          capture_output=True, text=True, env={**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")}).stdout
    assert json.loads(told)["matches"][0]["file"]["path"] == "src/billing/upload.py"
