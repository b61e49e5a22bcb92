"""The umbrella header has the whole API, and programs need no header of include/codeweaver/detail."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import re


def test_the_umbrella_includes_every_header_of_the_api_and_no_other(root):
    folder = root / "include/codeweaver"
    api = {file.relative_to(folder.parent).as_posix() for file in folder.rglob("*.hpp")} - {"codeweaver/codeweaver.hpp"}
    included = re.findall(r'(?m)^#include "(.+)"$', (folder / "codeweaver.hpp").read_text())
    assert included == sorted(name for name in api if "/detail/" not in name)


def test_examples_and_documentation_include_no_details(root):
    pages = [*(root / "examples").rglob("*.cpp"), *(root / "examples").rglob("*.hpp"), root / "README.md",
             *(root / "docs/guide").rglob("*.md"), *(root / "docs/reference").rglob("*.md")]
    assert len(pages) > 20
    assert [page.name for page in pages if re.search(r"#include [<\"]codeweaver/detail/", page.read_text())] == []
