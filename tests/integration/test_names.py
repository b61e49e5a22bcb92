"""Names and likeness: where a name is defined, where it is used, and what is like the code at a place."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import shutil

import pytest

from conftest import ROOT

SHOP = ROOT / "tests" / "data" / "shop"


@pytest.fixture
def project(program, tmp_path):
    """The shop, not indexed yet."""
    folder = tmp_path / "shop"
    shutil.copytree(SHOP, folder)
    return folder


def test_symbol_shows_the_line_that_defines_a_name(program, project):
    first = program.ok("symbol", "ConnectionPool.acquire", "-p", project)
    assert "for the first time" in first.err
    assert first.out.splitlines()[0].startswith("src/database/pool.py:") and "method  ConnectionPool.acquire" in first.out
    assert "def acquire(self):" in first.out
    found = program.ok("symbol", "authenticate_user", "-p", project, "-o", "json").json()
    assert [(one["path"], one["lines"]) for one in found["symbols"]] == [("src/auth/utils.py", [13, 24])]
    line = program.ok("symbol", "authenticate_user", "-p", project, "-o", "vimgrep", cwd=project).out
    assert line.startswith("src/auth/utils.py:13:5:def authenticate_user(")


def test_a_name_that_is_none_suggests_what_begins_like_it(program, project):
    shown = program.ok("symbol", "authentic", "-p", project).out
    assert shown.startswith("No definition is called authentic.\nDid you mean:\n") and "  authenticate_user\n" in shown


def test_refs_are_the_lines_that_use_a_name_and_not_those_that_define_it(program, project):
    found = program.ok("refs", "authenticate_user", "-p", project, "-o", "json").json()["references"]
    lines = {(one["path"], one["line"]) for one in found}
    used = {(str(file.relative_to(project)), number) for file in project.rglob("*.py")
            for number, text in enumerate(file.read_text().splitlines(), 1)
            if "authenticate_user" in text and "def " not in text and not text.strip().startswith("#")}
    assert lines == used and len(lines) > 3
    for one in found:
        text = (project / one["path"]).read_text().splitlines()[one["line"] - 1]
        assert one["text"] == text and text[one["column"] - 1:].startswith("authenticate_user")
    shown = program.ok("refs", "authenticate_user", "-p", project).out
    assert "tests/test_auth.py\n" in shown and "  in " in shown
    listed = program.ok("refs", "authenticate_user", "-p", project, "-o", "vimgrep", cwd=project).out.splitlines()
    assert len(listed) == len(found) and all(line.split(":")[0] in {one["path"] for one in found} for line in listed)
    assert "Nothing calls" in program.ok("refs", "nobody_calls_this", "-p", project).out


def test_similar_finds_the_copy_of_a_function_and_not_itself(program, project):
    code = (project / "src/billing/upload.py").read_text()
    (project / "src/billing/again.py").write_text(code.replace("upload_invoice", "send_receipt").replace("invoice", "receipt"))
    shown = program.ok("similar", "src/billing/upload.py:12", cwd=project).out
    assert shown.startswith("Like src/billing/upload.py:") and "\n1. src/billing/again.py:" in shown
    assert ". src/billing/upload.py" not in shown
    answer = program.ok("similar", project / "src/billing/upload.py", "-o", "json", "-l", "1").json()
    assert [match["file"]["path"] for match in answer["matches"]] == ["src/billing/again.py"]
    refused = program.run("similar", "src/billing/upload.py:9999", cwd=project)
    assert refused.code == 1 and "has" in refused.err and "9,999" in refused.err
