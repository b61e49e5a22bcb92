"""The examples of the specification on a small shop, byte by byte against golden files.

After a wanted change run this file with CODEWEAVER_UPDATE_GOLDEN=1, then read the difference.
"""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pytest


def test_a_search_shows_what_handles_users_first_and_tests_last(shop, golden):
    outcome = shop.ok("search", "how to authenticate users", "--intent", "understand", "--limit", "5", cwd=shop.root)
    ranked = [line.split(" ")[1].split(":")[0] for line in outcome.out.splitlines() if line[:1].isdigit()]
    assert ranked == ["src/auth/middleware.py", "src/auth/utils.py", "src/auth/tokens.py", "tests/test_auth.py"]
    assert outcome.err == ""
    golden("search.txt", outcome.out, shop.home)


def test_json_holds_the_whole_answer(shop, golden):
    outcome = shop.ok("search", "database connection pooling implementation", "--intent", "implement", "--limit", "3",
                      "-o", "json", cwd=shop.root)
    answer = outcome.json()
    assert answer["matches"][0]["file"]["path"] == "src/database/pool.py"
    assert answer["matches"][0]["span"] == answer["matches"][0]["content"]["line_range"]
    assert answer["query_intent"] == "implement"
    assert answer["total_results"] == len(answer["matches"]) <= answer["total_matches"]
    assert answer["search_strategy"] == ["hybrid_search", "semantic_rerank"]
    golden("search.json", outcome.out, shop.home)


def test_no_match_says_what_was_searched_and_what_to_try(shop, golden):
    outcome = shop.ok("search", "COBOL mainframe integration", cwd=shop.root)
    assert 'Try broader terms: "integration"' in outcome.out
    golden("no_results.txt", outcome.out, shop.home)


@pytest.mark.parametrize(("name", "arguments"), [
    ("search.md", ["search", "retry failed uploads", "--limit", "2", "-o", "markdown"]),
    ("explain.txt", ["search", "ConnectionPool", "--limit", "1", "--explain"]),
    ("index_again.txt", ["index"]),
    ("status.txt", ["status"]),
    ("projects.txt", ["projects"]),
    ("doctor.txt", ["doctor"]),
])
def test_other_outputs(shop, golden, name, arguments):
    golden(name, shop.ok(*arguments, cwd=shop.root).out, shop.home)


def test_config_shows_every_value_and_its_origin(shop, golden):
    (shop.root / "codeweaver.toml").write_text("[search]\nlimit = 7\n\n[store]\nurl = \"http://elsewhere\"\n")
    try:
        outcome = shop.ok("config", "--show", "--set", "search.context_lines=1", cwd=shop.root,
                          env={"CODEWEAVER_LOGGING_LEVEL": "debug"})
    finally:
        (shop.root / "codeweaver.toml").unlink()
    golden("config.txt", outcome.out, shop.home)


def test_answers_do_not_depend_on_the_number_of_threads(shop):
    outcomes = []
    for workers in (1, 3):
        shop.ok("index", "--force", "--set", f"indexing.workers={workers}", cwd=shop.root)
        answer = shop.ok("search", "user password", "-l", "20", "-o", "json", cwd=shop.root).json()
        outcomes.append([(m["file"]["path"], m["span"], m["relevance_score"]) for m in answer["matches"]])
    assert outcomes[0] == outcomes[1] != []
