"""The stub of the Python package and the C header have the search options of the table (docs/reference/search_options.md)."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import ast
import re

OWN_IN_PYTHON = {"weights", "deadline"}
OWN_IN_C = {"size", "deadline_ms", "exclude_tests", "stop"}


def options(root, column: str) -> set[str]:
    """The options that have a mark in a column of the table."""
    rows = [line for line in (root / "docs/reference/search_options.md").read_text().splitlines() if line.startswith("| ")]
    at = [cell.strip() for cell in rows[0].split("|")].index(column)
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)] for row in rows[1:]]
    return {row[1].strip("`") for row in cells if row[at]}


def keywords(root) -> set[str]:
    """The keys of SearchKeywords and of the classes that it extends."""
    classes = {node.name: node for node in ast.parse((root / "bindings/python/codeweaver/_core.pyi").read_text()).body
               if isinstance(node, ast.ClassDef)}

    def of(name: str) -> set[str]:
        if name not in classes:
            return set()
        node = classes[name]
        own = {one.target.id for one in node.body if isinstance(one, ast.AnnAssign)}
        return own.union(*(of(base.id) for base in node.bases if isinstance(base, ast.Name)))

    return of("SearchKeywords")


def test_the_stub_has_the_options_of_the_table(root):
    assert keywords(root) == options(root, "Python") | OWN_IN_PYTHON


def test_the_c_header_has_the_options_of_the_table(root):
    header = (root / "include/codeweaver/c/codeweaver.h").read_text()
    struct = re.search(r"typedef struct cw_search_options \{(.*?)\} cw_search_options;", header, re.DOTALL)[1]
    members = set(re.findall(r"(\w+);", re.sub(r"/\*.*?\*/", "", struct, flags=re.DOTALL)))
    assert members == options(root, "C") | OWN_IN_C
    zeros = re.search(r"\{ sizeof\(cw_search_options\)((?:, 0)+) \}", header)[1]
    assert zeros.count("0") == len(members) - 1
