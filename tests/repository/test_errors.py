"""Error codes that are told apart have a name in one header, and the page of errors is made from it."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import re
import subprocess


def test_the_page_of_errors_is_that_of_the_header(root):
    assert subprocess.run([root / "scripts/document_errors", "--check"]).returncode == 0, "run scripts/document_errors"
    header = (root / "include/codeweaver/error_codes.hpp").read_text()
    codes = re.findall(r'= "(\w+)";', header)
    page = (root / "docs/errors.md").read_text()
    assert codes and len(codes) == len(set(codes)) == len(re.findall(r"(?m)^\| `[A-Z0-9_]+` \| \S.* \| \S.* \|", page))


def test_no_code_is_compared_with_a_literal(root):
    literal = re.compile(r'\bcode\s*[!=]=\s*"')
    named = set(re.findall(r'= "(\w+)";', (root / "include/codeweaver/error_codes.hpp").read_text()))
    for path in [*(root / "src").rglob("*.?pp"), *(root / "bindings/python").glob("*.?pp")]:
        code = re.sub(r"//[^\n]*", "", path.read_text())
        assert not literal.search(code), path
        assert not named & set(re.findall(r'"([A-Z0-9_]+)"', code)), path
