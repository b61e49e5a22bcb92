"""One vocabulary on every surface: the names of options, arguments and fields are those of the table in the glossary."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import ast
import re

import pytest

from conftest import ROOT
from mcp_lines import LineClient

SURFACES = ("C++", "C", "Python", "Command line", "MCP", "HTTP", "Settings")


def table() -> list[dict[str, str]]:
    """The rows of the glossary's table of names, by column."""
    text = (ROOT / "docs" / "reference" / "glossary.md").read_text().split("## Names on every surface")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    return [dict(zip(rows[0], row, strict=True)) for row in rows[2:]]


def listed(cell: str) -> set[str]:
    """The names of a cell, without the places in brackets."""
    return {plain(name) for name in re.findall(r"`([^`]+)`", re.sub(r"\([^)]*\)", "", cell))}


def plain(name: str) -> str:
    return name.removeprefix("--").replace("-", "_")


# --- The names of each surface -----------------------------------------------------------------------------------------

def help_names(program, *command: str) -> set[str]:
    """Commands and long options, from the help of a command and of all commands below it."""
    text = program.ok(*command, "--help").out
    names = {plain(name) for line in text.splitlines() if re.match(r"  -", line) for name in re.findall(r"--[a-z][a-z-]*", line.split("  ")[1])}
    for word in re.findall(r"(?m)^  ([a-z]+)(?=  +[A-Z])", text.split("\nOptions:")[0].split("\nShared options:")[0]):
        if f"codeweaver {' '.join([*command, word])}" in program.ok(*command, word, "--help").out:
            names |= {word} | help_names(program, *command, word)
    return names


def tool_names(program) -> set[str]:
    with LineClient(program) as client:
        tools = client.request("tools/list")["tools"]
    return {tool["name"] for tool in tools} | {name for tool in tools for name in tool["inputSchema"]["properties"]}


def openapi_names(server) -> set[str]:
    """Names of operations, of parameters, and of the members of requests."""
    document = server.ok("GET", "/api/v1/openapi.json")
    operations = [one for path in document["paths"].values() for one in path.values()]
    requests = [schema for name, schema in document["components"]["schemas"].items() if name.endswith("_request")]
    return ({one["operationId"] for one in operations} | {given["name"] for one in operations for given in one.get("parameters", [])}
            | {name for schema in requests for name in schema.get("properties", {})})


def stub_names() -> set[str]:
    """Functions, their parameters, and the keys of keyword dictionaries."""
    names = set()
    for node in ast.walk(ast.parse((ROOT / "bindings" / "python" / "codeweaver" / "_core.pyi").read_text())):
        if isinstance(node, ast.FunctionDef) and not any(isinstance(one, ast.Name) and one.id == "property" for one in node.decorator_list):
            names |= {node.name} | {one.arg for one in (*node.args.args, *node.args.kwonlyargs)}
        if isinstance(node, ast.ClassDef) and node.name.endswith("Keywords"):
            names |= {one.target.id for one in node.body if isinstance(one, ast.AnnAssign)}
    return names


def header_names() -> set[str]:
    """Functions of the C headers, and the members of their structs."""
    headers = sorted((ROOT / "include" / "codeweaver" / "c").glob("*.h"))
    text = re.sub(r"/\*.*?\*/", "", "\n".join(header.read_text() for header in headers), flags=re.S)
    members = re.findall(r"(?m)^  [a-z][^;(]*;", text)
    return set(re.findall(r"\bcw_\w+(?=\()", text)) | {name for line in members for name in re.findall(r"(\w+)(?=[;,])", line)}


def class_names() -> set[str]:
    """Identifiers in the public C++ headers."""
    return {name for header in (ROOT / "include" / "codeweaver").glob("*.hpp") for name in re.findall(r"\b[a-z]\w*", code_of(header.read_text()))}


def code_of(text: str) -> str:
    return re.sub(r"//.*|\"(?:\\.|[^\"\\])*\"", "", text)


def setting_names() -> set[str]:
    return set(re.findall(r"(?m)^\| `([a-z_]+\.[a-z_]+)`", (ROOT / "docs" / "reference" / "settings.md").read_text()))


@pytest.fixture(scope="module")
def names(tmp_path_factory, shared) -> dict[str, set[str]]:
    from conftest import Program

    program = Program(tmp_path_factory.mktemp("vocabulary"))
    return {"C++": class_names(), "C": header_names(), "Python": stub_names(), "Command line": help_names(program),
            "MCP": tool_names(program), "HTTP": openapi_names(shared), "Settings": setting_names()}


# --- The tests ---------------------------------------------------------------------------------------------------------

def test_the_surfaces_have_names(names):
    least = {"C++": 500, "C": 60, "Python": 100, "Command line": 80, "MCP": 30, "HTTP": 50, "Settings": 80}
    assert {surface: len(found) >= least[surface] for surface, found in names.items()} == dict.fromkeys(SURFACES, True), names


@pytest.mark.parametrize("row", table(), ids=lambda row: row["Concept"])
def test_each_surface_has_the_listed_name_and_no_synonym(names, row):
    for surface in SURFACES:
        words = listed(row[surface])
        assert words <= names[surface], f"{surface} has no {words - names[surface]}"
        if surface in ("C++", "Settings"):  # in C++, other identifiers have these names; settings have sections
            continue
        synonyms = {word.strip() for word in row["Not"].split(",")} & names[surface]
        assert synonyms <= words, f"{surface} says {synonyms - words}; {row['Concept']} is {words or 'not there'}"


def test_the_command_line_and_find_code_have_the_search_options_of_the_table(shop):
    rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            for line in (ROOT / "docs" / "reference" / "search_options.md").read_text().splitlines() if line.startswith("| `")]
    text = " ".join(shop.ok("search", "--help").out.split())
    with LineClient(shop) as client:
        tool = next(tool for tool in client.request("tools/list")["tools"] if tool["name"] == "find_code")["inputSchema"]["properties"]
    own = {"query", "detail", "max_results", "token_limit", "cursor", "project_id"}
    assert set(tool) == own | {row[0].strip("`") for row in rows if row[3]}
    for row in rows:
        if row[2]:
            assert row[2].strip("`") in text and row[7] in text, row
        if row[3] and row[0] != "`include_tests`":
            assert tool[row[0].strip("`")]["description"] == row[7] + ".", row


def test_the_older_names_are_still_accepted(shop, shared):
    for body in ({"query": "token", "top_k": 1}, {"query": "token", "limit": 1}):
        assert shared.ok("POST", "/api/v1/search", {"project_id": "root", **body})["total_results"] <= 1
    assert shop.ok("search", "token", "--set", "search.top_k=1", "-o", "json").json()["total_results"] == 1
    assert shop.ok("index", "--reindex", "-q").code == 0
    with LineClient(shop, "-p", "shop", cwd=shop.home) as client:
        assert client.ok("find_code", query="token", limit=1)["total_results"] == 1
        assert client.ok("search_code", query="token", limit=1)["total"] == 1
        assert client.ok("index_repository", repo_path=str(shop.root), force=True)["chunks_created"] > 0
