"""Error codes are constants in one header, and the page of errors is generated from it."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import re
import subprocess


def test_the_page_of_errors_is_that_of_the_header(root):
    assert subprocess.run([root / "scripts/document_errors", "--check"]).returncode == 0, "run scripts/document_errors"
    header = (root / "include/codeweaver/error_codes.hpp").read_text()
    codes = re.findall(r'= "(\w+)";', header)
    page = (root / "docs/reference/errors.md").read_text()
    assert codes and len(codes) == len(set(codes)) == len(re.findall(r"(?m)^\| `[A-Z0-9_]+` \| \S.* \| \S.* \|", page))


def test_no_code_is_compared_with_a_literal(root):
    literal = re.compile(r'\bcode\s*[!=]=\s*"')
    named = set(re.findall(r'= "(\w+)";', (root / "include/codeweaver/error_codes.hpp").read_text()))
    for path in [*(root / "src").rglob("*.?pp"), *(root / "bindings/python").glob("*.?pp")]:
        code = re.sub(r"//[^\n]*", "", path.read_text())
        assert not literal.search(code), path
        assert not named & set(re.findall(r'"([A-Z0-9_]+)"', code)), path


# The settings page, which is written for users of the program.
SHELL_PAGES = {"src/settings/show.cpp"}


def texts_of(path):
    """The texts of a source, each in one piece, without the comments."""
    raw = re.compile(r'R"(\w*)\((.*?)\)\1"', re.S)
    code = raw.sub(lambda found: '"' + re.sub(r'["\\\n]', " ", found[2]) + '"', path.read_text())
    code = re.sub(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*', lambda found: found[1] or "", code)
    for run in re.findall(r'(?:"(?:[^"\\\n]|\\.)*"\s*)+', code):
        yield "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', run))


def test_no_answer_of_the_library_advises_in_the_words_of_a_shell(root):
    """MCP, HTTP, C++ and Python show the same errors: what to type is known to the program alone."""
    commands = set()
    for path in (root / "src/cli/app").glob("app*.cpp"):
        commands |= set(re.findall(r'\b(?:add_subcommand|command)\((?:\w+, )?"([\w-]+)"', path.read_text()))
    assert {"index", "search", "doctor", "namespaces"} <= commands
    shell = re.compile(rf"codeweaver ({'|'.join(sorted(commands))})\b|(?<![\w-])--[a-z]|`git |`config "
                       r"|\bgit (add|archive|branch|checkout|clone|config|fetch|fsck|init|log|status)\b")
    found = []
    for path in sorted([*(root / "src").rglob("*.?pp"), *(root / "include").rglob("*.hpp"), *(root / "bindings/python").glob("*.?pp")]):
        name = path.relative_to(root).as_posix()
        if not name.startswith(("src/cli/", "src/bench/")) and name not in SHELL_PAGES:
            found += [f"{name}: {text}" for text in texts_of(path) if " " in text and shell.search(text)]
    assert not found, "\n".join(found)
