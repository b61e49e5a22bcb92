"""A build without optional parts links nothing of them, and says so when one is requested."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import io
import json
import os
import shutil
import subprocess
import zipfile

import pytest

from conftest import ROOT

LEFT_OUT = {"CODEWEAVER_GIT": "libgit2", "CODEWEAVER_NET": "libcurl", "CODEWEAVER_POSTGRES": "libpq", "CODEWEAVER_OFFICE": "libzip",
            "CODEWEAVER_SIGNATURES": "libcrypto", "CODEWEAVER_PCRE2": "libpcre2"}
LIBRARIES = (*LEFT_OUT.values(), "libpugixml", "pugixml")


def run(*command, check=True, **options) -> subprocess.CompletedProcess:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=3600, **options)
    assert not check or done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done


def check_links_none(program) -> None:
    # Libraries bring libraries of their own, so only what the program itself asks for is looked at.
    needed = run("readelf", "--dynamic", program).stdout
    for library in LIBRARIES:
        assert f"[{library}" not in needed, library


def check_git_is_left_out(program, project, env) -> None:
    """`project` is a folder in a work tree, whose ignore files count, and of which nothing else is known."""
    facts = json.loads(run(program, "--version", "-o", "json").stdout)
    assert facts["git"] is False and "libgit2" not in facts["libraries"]
    assert ", git: no\n" in run(program, "--version", "--verbose").stdout
    told = run(program, "doctor", "-p", project, "-o", "json", check=False, env=env)
    checks = {check["name"]: check for check in json.loads(told.stdout)}
    assert checks["git"]["ok"] and "not in this build" in checks["git"]["finding"]
    for command in (("search", "upload", "--ref", "HEAD"), ("search", "upload", "--changed-in", "HEAD"),
                    ("grep", "upload", "--ref", "HEAD"), ("bench", "self"), ("snapshot", "export", project.parent)):
        refused = run(program, *command, check=False, env=env, cwd=project)
        assert refused.returncode != 0 and "CODEWEAVER_GIT=OFF" in refused.stderr, (command, refused.stderr)


@pytest.mark.slow
def test_a_build_without_the_optional_parts_answers_and_says_what_it_lacks(tmp_path):
    off = [f"-D{option}=OFF" for option in (*LEFT_OUT, "CODEWEAVER_TESTS", "CODEWEAVER_EXAMPLES", "CODEWEAVER_BENCHMARKS", "CODEWEAVER_C",
                                            "CODEWEAVER_PAGE")]
    run("cmake", "-G", "Ninja", "-S", ROOT, "-B", tmp_path / "build", "-DCMAKE_BUILD_TYPE=Release", "-DCODEWEAVER_LANGUAGES=none", *off)
    run("cmake", "--build", tmp_path / "build", "--target", "codeweaver_cli")
    program = tmp_path / "build" / "codeweaver"
    check_links_none(program)

    tree = tmp_path / "tree"
    project = shutil.copytree(ROOT / "tests" / "data" / "shop", tree / "shop")
    run("git", "init", "-q", tree)
    (tree / ".gitignore").write_text("/shop/made/\n")
    (tree / ".git" / "info" / "exclude").write_text("private.py\n")
    for name in ("made/upload.py", "private.py"):
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text("def retry_failed_uploads():\n    pass\n")
    word = io.BytesIO()
    with zipfile.ZipFile(word, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
    (project / "manual.docx").write_bytes(word.getvalue())
    env = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    report = json.loads(run(program, "index", project, "-o", "json", env=env).stdout)
    assert [(file["path"], file["reason"]) for file in report["skipped"]] == [("manual.docx", "no_office_reader")]
    found = run(program, "search", "retry failed uploads", "-p", project, env=env).stdout
    assert "billing/upload.py" in found and "made/upload.py" not in found and "private.py" not in found
    perl = run(program, "grep", "-P", "raise", project, check=False, env=env)
    assert perl.returncode == 2 and "has no PCRE2" in perl.stderr
    check_git_is_left_out(program, project, env)

    # Nor does a program that links the library look for what it lacks.
    required = next(line for line in (tmp_path / "build" / "codeweaver.pc").read_text().splitlines() if line.startswith("Requires:"))
    assert "sqlite3" in required and not any(library in required for library in LIBRARIES)
    run("cmake", "-G", "Ninja", "-S", ROOT / "examples" / "embed_cpp", "-B", tmp_path / "embed", f"-Dcodeweaver_DIR={tmp_path / 'build'}",
        "-DCMAKE_BUILD_TYPE=Release")
    run("cmake", "--build", tmp_path / "embed")
    check_links_none(tmp_path / "embed" / "embed_cpp")
    looked_for = (tmp_path / "embed" / "CMakeCache.txt").read_text()
    assert "sqlite" in looked_for.lower() and not any(f"{library}_" in looked_for for library in LIBRARIES)
    printed = run(tmp_path / "embed" / "embed_cpp", project, tmp_path / "state", "retry failed uploads").stdout
    assert printed.split(":")[0] == "src/billing/upload.py"
