"""An answer shows what it names: a thousand questions on real trees with the agents' tool, in all details."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import random
import re

import pytest

from conftest import ROOT, link_tree, package_folder
from mcp_lines import LineClient

PACKAGES = ["rubocop", "jiff", "flatbuffers", "php-twig", "puma", "networkx", "pulldown-cmark"]
QUESTIONS = 1_000
IMPLICIT = {"Companion": "companion object"}  # what a language calls so without saying it


@pytest.fixture(scope="module")
def trees(corpus, tmp_path_factory):
    root = tmp_path_factory.mktemp("named") / "trees"
    for name in PACKAGES:
        folder = package_folder(corpus, name)
        link_tree(folder, root / folder.name)
    return root


def questions() -> list[str]:
    """Of the labelled ones, which ask for anything but these packages; none of the test part."""
    found = []
    for file in sorted((ROOT / "benchmarks" / "quality" / "queries").glob("*.jsonl")):
        labelled = map(json.loads, file.read_text().splitlines())
        found += [one["query"] for one in labelled if one["split"] != "test"]
    return random.Random(19).sample(found, QUESTIONS)


def plain(text: str) -> str:
    """Without the marks of headings, which their names lack, and with one blank for many."""
    return re.sub(r"\s+", " ", re.sub(r"[`*_\\]|\]\([^)]*\)|[\[\]]", "", text))


def shows_its_name(match: dict) -> bool:
    content = match["content"]
    path, _, qualified = content["chunk_name"].partition(":")
    if path.endswith((".css", ".scss", ".sass", ".less")):
        name = qualified.split(",")[0]  # a rule is called by the list of its selectors
    elif path.endswith((".md", ".rst", ".adoc")):
        name = qualified.rpartition("/")[2]
    else:
        name = re.split(r"::|[./#\\ ]", qualified)[-1]
    shown = content["content"] + "\n" + content.get("metadata", {}).get("context", "")
    return name in shown or plain(name) in plain(shown) or IMPLICIT.get(name, name) in shown


def test_every_answer_shows_what_it_names(program, trees):
    program.ok("index", "-q", trees)
    named, missing = 0, []
    with LineClient(program, "--project", trees) as client:
        client.wait_indexed()
        for at, question in enumerate(questions()):
            detail = ("snippet", "summary", "full")[at % 3]
            answer = client.ok("find_code", query=question, detail=detail, max_results=5, token_limit=200_000,
                               include_tests=True)
            for match in answer["matches"]:
                if "chunk_name" not in match["content"]:
                    continue
                named += 1
                if not shows_its_name(match):
                    missing.append((question, detail, match["file"]["path"], match["span"], match["content"]["chunk_name"]))
    assert named > 4 * QUESTIONS
    assert not missing, missing
