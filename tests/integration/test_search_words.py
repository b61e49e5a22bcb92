"""The words of `codeweaver search`: values of options, paths, and typing errors."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import shutil

import pytest

from conftest import ROOT

SHOP = ROOT / "tests" / "data" / "shop"


@pytest.fixture
def folder(tmp_path) -> pathlib.Path:
    """The shop, in no repository and unknown."""
    place = tmp_path / "shop"
    shutil.copytree(SHOP, place)
    return place


def paths(program, *words, **options) -> list:
    return [match["file"]["path"] for match in program.ok("search", *words, "-o", "json", **options).json()["matches"]]


def test_a_repeatable_option_takes_one_value(program, folder):
    program.ok("index", folder)
    for option in (["--set", "search.limit=2"], ["--language", "python"], ["--path", "src"], ["--query", "pool of connections"]):
        assert paths(program, "-p", folder, *option, "ConnectionPool")[0] == "src/database/pool.py"
    assert paths(program, "token", "--query", "login", "src/auth/tokens.py", cwd=folder) == ["src/auth/tokens.py"]
    assert program.ok("ask", "--query", "pool of connections", "how are connections opened", cwd=folder)


@pytest.mark.parametrize("words", [["open a connection", "databse"], ["open a connection", "src/databse"], ["token", "src/nothere"],
                                   ["token", "nowhere/"], ["token", "no/such/dir"], ["token", "./none.py"], ["token", "nowhere/at"],
                                   ["open", "a", "connection", "src/none"]])
def test_a_missing_path_behind_the_query_is_an_error(program, folder, words):
    refused = program.run("search", *words, cwd=folder)
    assert refused.code == 1 and f"File or folder not found: '{words[-1]}'" in refused.err and "in quotes" in refused.err
    assert program.ok("projects", "-o", "json").json() == []


@pytest.mark.parametrize("words", [["lock", "for", "read/write"], ["open a connection", "in", "pool"], ["pool", "file:src/none"],
                                   ["token", "/to.en/"], ["what is client/server here"], ['"exact phrase"', "token"]])
def test_words_that_only_look_like_paths_are_words(program, folder, words):
    assert program.ok("search", *words, cwd=folder)


@pytest.mark.parametrize("option, wrong, right", [("--intent", "implment", "implement"), ("--task", "reviev", "review"),
                                                  ("--language", "pyhton", "python"), ("--language", "rsut", "rust"),
                                                  ("--detail", "ful", "full"), ("--output-format", "jsn", "json")])
def test_a_mistyped_choice_is_refused_with_the_nearest(program, folder, option, wrong, right):
    refused = program.run("search", "token", option, wrong, cwd=folder)
    assert refused.code == 2 and f"Did you mean '{right}'?" in refused.err, refused.err
    assert "Indexing" not in refused.err


def test_other_wordings_of_a_query_are_searched_too(shop):
    both = shop.ok("search", "zebra", "crossing", "--query", "retry a failed upload", "--query", "upload again", "-o", "json").json()
    assert "src/billing/upload.py" in [match["file"]["path"] for match in both["matches"][:3]]
    alone = shop.ok("search", "zebra", "crossing", "-o", "json").json()
    assert [match["file"]["path"] for match in alone["matches"]] != [match["file"]["path"] for match in both["matches"]]
    assert shop.run("search", "a", "--query", "b", "--why-not", "src/a.py").code == 2
    limited = shop.ok("search", "pool", "--query", "token", "--query", "upload", "--token-limit", "300", "-l", "20", "-o", "json").json()
    assert 0 < limited["token_count"] <= 300 and sum("token_limit" in warning for warning in limited["warnings"]) <= 1
    refused = shop.run("search", "a", *["--query", "b"] * 6)
    assert refused.code == 2 and "more than 5" in refused.err


def test_choices_of_words_ignore_case(program, folder):
    program.ok("search", "token", "--intent", "Debug", "--language", "C++", cwd=folder)
