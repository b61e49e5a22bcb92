"""Files with one or a few very long lines: answers stay small, marked and valid."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import pathlib

import pytest

import long_lines
from conftest import Program
from mcp_lines import LineClient
from service_client import Server

SIZE = 1_200_000  # above what syntax trees are made of
MATCH_BYTES = 40_000  # a chunk, and three short lines on each side of it
QUESTION = f"{long_lines.NEEDLE} station population harbor"


@pytest.fixture(scope="module")
def indexed(tmp_path_factory) -> tuple[Program, pathlib.Path]:
    """Such files of both sizes, indexed."""
    home = tmp_path_factory.mktemp("long_lines")
    program, folder = Program(home), home / "project"
    (folder / "small").mkdir(parents=True)
    long_lines.write(folder, SIZE)
    long_lines.write(folder / "small", 300_000)
    report = program.ok("index", folder, "-o", "json").json()
    assert report["errors"] == []
    assert report["files_indexed"] == 2 * len(long_lines.FILES)
    return program, folder


def check(match: dict) -> None:
    """Bounded, and marked where it is cut."""
    assert len(json.dumps(match)) <= MATCH_BYTES, (match["file"]["path"], len(json.dumps(match)))
    for line in match["context_before"] + match["context_after"]:
        assert len(line.encode()) <= 506
        if len(line.encode()) > 500:
            assert line.startswith("...") or line.endswith("...")
            assert match["content"]["metadata"]["context_cut"] == "true"


@pytest.mark.parametrize("context", [0, 3, 100])
def test_a_search_answers_in_bounded_bytes(indexed, context):
    program, folder = indexed
    answer = program.ok("search", QUESTION, "-p", folder, "-l", "40", "--min-similarity", "0", "-o", "json",
                        "--set", f"search.context_lines={context}").json()
    assert len(answer["matches"]) == 40
    if context != 100:
        for match in answer["matches"]:
            check(match)
    assert any("deadline" in warning for warning in answer["warnings"]) is False


@pytest.mark.parametrize("name", long_lines.FILES)
def test_the_place_that_answers_is_shown(indexed, name):
    program, folder = indexed
    words = ("search", long_lines.NEEDLE, "-p", folder, "--file-glob", name)
    for detail in ("snippet", "full"):
        match = program.ok(*words, "--detail", detail, "-o", "json").json()["matches"][0]
        assert long_lines.NEEDLE in match["content"]["content"]
        if detail == "snippet":
            assert max(map(len, match["content"]["content"].splitlines())) <= 250
    shown = program.ok(*words).out
    assert long_lines.NEEDLE in shown.split("\n1. ")[1].split("\n2. ")[0]
    assert max(map(len, shown.splitlines())) < 130


def test_a_chunk_in_the_middle_of_a_line_says_so(indexed):
    program, folder = indexed
    match = program.ok("search", long_lines.NEEDLE, "-p", folder, "--file-glob", "stations.json", "-o", "json").json()["matches"][0]
    metadata = match["content"]["metadata"]
    assert metadata["begins_inside_line"] == metadata["ends_inside_line"] == "true"
    assert match["context_before"] == match["context_after"] == []
    assert metadata["context_cut"] == "true"


def test_agents_get_bounded_answers(indexed):
    program, folder = indexed
    with LineClient(program, "--project", folder) as client:
        for tool, arguments in [("search_code", {"limit": 50}), ("find_code", {"detail": "full"}), ("find_code", {})]:
            before = len(client.lines)
            answer = client.call(tool, query=QUESTION, **arguments)
            assert not answer.get("isError"), answer
            assert max(map(len, client.lines[before:])) < 500_000
            assert answer["structuredContent"].get("results") or answer["structuredContent"]["matches"]


def test_the_service_answers_in_bounded_bytes(indexed):
    program, folder = indexed
    with Server(program, "--project", folder) as server:
        reply = server.call("POST", "/api/v1/search", {"query": QUESTION, "limit": 20})
        assert reply.status == 200
        for match in reply.json()["matches"]:
            check(match)
