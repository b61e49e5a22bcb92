"""A build that leaves out what can be left out links nothing of it, and says so where it is asked for."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import io
import json
import os
import shutil
import subprocess
import zipfile

import pytest

from conftest import ROOT

LEFT_OUT = {"CODEWEAVER_NET": "libcurl", "CODEWEAVER_POSTGRES": "libpq", "CODEWEAVER_OFFICE": "libzip", "CODEWEAVER_SIGNATURES": "libcrypto", "CODEWEAVER_PCRE2": "libpcre2"}


def run(*command, check=True, **options) -> subprocess.CompletedProcess:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=3600, **options)
    assert not check or done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done


@pytest.mark.slow
def test_a_build_without_the_optional_parts_answers_and_says_what_it_lacks(tmp_path):
    off = [f"-D{option}=OFF" for option in (*LEFT_OUT, "CODEWEAVER_TESTS", "CODEWEAVER_EXAMPLES", "CODEWEAVER_BENCHMARKS", "CODEWEAVER_C",
                                            "CODEWEAVER_PAGE")]
    run("cmake", "-G", "Ninja", "-S", ROOT, "-B", tmp_path / "build", "-DCMAKE_BUILD_TYPE=Release", "-DCODEWEAVER_LANGUAGES=none", *off)
    run("cmake", "--build", tmp_path / "build", "--target", "codeweaver_cli")
    program = tmp_path / "build" / "codeweaver"
    # libgit2 brings libraries of its own, so only what the program itself asks for is looked at.
    needed = run("readelf", "--dynamic", program).stdout
    for library in (*LEFT_OUT.values(), "libpugixml"):
        assert f"[{library}" not in needed, library

    project = shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop")
    word = io.BytesIO()
    with zipfile.ZipFile(word, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
    (project / "manual.docx").write_bytes(word.getvalue())
    env = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    report = json.loads(run(program, "index", project, "-o", "json", env=env).stdout)
    assert [(file["path"], file["reason"]) for file in report["skipped"]] == [("manual.docx", "no_office_reader")]
    assert "upload.py" in run(program, "search", "retry failed uploads", "-p", project, env=env).stdout
    perl = run(program, "grep", "-P", "raise", project, check=False, env=env)
    assert perl.returncode == 2 and "without PCRE2" in perl.stderr
