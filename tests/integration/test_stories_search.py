"""Stories 1, 4, 7: natural language queries on one project, filters, ranking; on real code and two small applications.

`search_code` of the stories is `codeweaver search` here; its HTTP and MCP form is tested where those servers are.
"""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import re
import shutil

import pytest

from conftest import ROOT, Program, link_tree, package_folder

ASKED = 60  # matches, where more than a page is looked at


@pytest.fixture(scope="module")
def code(corpus, tmp_path_factory):
    """One project: a shop, a store front and a large package of real code, indexed."""
    home = tmp_path_factory.mktemp("code")
    root = home / "abc-123"
    for source in (ROOT / "tests" / "data" / "shop", ROOT / "tests" / "data" / "storefront"):
        shutil.copytree(source, root, dirs_exist_ok=True)
    link_tree(package_folder(corpus, "twisted") / "twisted", root / "twisted")
    program = Program(home)
    program.root = root
    program.ok("index", root)
    return program


def search_code(program, query: str, *options) -> dict:
    answer = program.ok("search", query, "-p", "abc-123", "-o", "json", *options).json()
    assert answer["warnings"] == []
    return answer


def paths(answer: dict) -> list:
    return [match["file"]["path"] for match in answer["matches"]]


def similarities(answer: dict) -> list:
    return [match["similarity"] for match in answer["matches"]]


def assert_ranked(answer: dict) -> None:
    """Best first; every score on the scale from 0 to 1; nothing unrelated."""
    scores = [match["relevance_score"] for match in answer["matches"]]
    assert scores == sorted(scores, reverse=True)
    assert all(0.3 <= value <= 1 for value in similarities(answer))
    assert all(0 <= score <= 1 for score in scores)


def assert_shows_its_lines(program, match: dict) -> None:
    """Path, lines and snippet of a match, and the lines around it, are those of the file."""
    first, last = match["span"]
    lines = (program.root / match["file"]["path"]).read_text().splitlines()
    assert match["content"]["content"].rstrip("\n").split("\n") == lines[first - 1:last]
    assert match["context_before"] == lines[max(first - 4, 0):first - 1]
    assert match["context_after"] == lines[last:last + 3]


# --- Story 1: Search code across the active project --------------------------------------------------------------

def test_story_1_scenario_1_successful_search(code):
    answer = search_code(code, "authentication middleware that checks JWT tokens", "--limit", "10", "--detail", "full")
    assert answer["total_results"] == len(answer["matches"]) == 10
    assert_ranked(answer)
    best = answer["matches"][0]
    assert best["file"]["path"] == "src/auth/middleware.py" and best["relevance_score"] > 0.7
    for match in answer["matches"]:
        assert_shows_its_lines(code, match)
    assert {match["audit"]["project"] for match in answer["matches"]} == {"abc-123"}


def test_story_1_scenario_2_empty_results(code):
    answer = search_code(code, "quantum entanglement flux capacitor", "--limit", "10")
    assert answer["matches"] == [] and answer["total_results"] == 0
    assert any(text.startswith("Try broader terms") for text in answer["suggestions"])
    said = code.ok("search", "quantum entanglement flux capacitor", "-p", "abc-123").out
    assert re.search(r"No results found \(searched [\d,]+ chunks across [\d,]+ files\)", said)
    assert "Suggestions:" in said


def test_story_1_scenario_3_context_lines(code):
    answer = search_code(code, "database connection pooling", "--limit", "5", "--detail", "full")
    assert len(answer["matches"]) == 5
    for match in answer["matches"]:
        assert_shows_its_lines(code, match)
    assert any(len(match["context_before"]) == len(match["context_after"]) == 3 for match in answer["matches"])


# --- Story 4: Filter by file type and directory ------------------------------------------------------------------

def test_story_4_scenario_1_file_type_filter(code):
    answer = search_code(code, "database connection", "--file-type", "py")
    assert len(answer["matches"]) == 10
    assert all(path.endswith(".py") for path in paths(answer))


def test_story_4_scenario_2_directory_filter(code):
    answer = search_code(code, "HTTP request handler", "--directory", "backend/api")
    assert sorted(paths(answer)) == ["backend/api/health.py", "backend/api/orders.py"]
    below = search_code(code, "HTTP request handler", "--directory", "backend", "--min-similarity", "0")
    assert {path.split("/")[0] for path in paths(below)} == {"backend"}
    assert {path.split("/")[1] for path in paths(below)} >= {"api", "auth"}, "folders below count too"


def test_story_4_scenario_3_combined_filters(code):
    query = ("React component hooks", "--min-similarity", "0", "--limit", str(ASKED))
    by_type = set(paths(search_code(code, *query, "--file-type", "tsx")))
    by_folder = set(paths(search_code(code, *query, "--directory", "frontend/components")))
    both = set(paths(search_code(code, *query, "--file-type", "tsx", "--directory", "frontend/components")))
    assert both == {"frontend/components/CartPanel.tsx", "frontend/components/LoginForm.tsx"}
    assert both == by_type & by_folder
    assert by_type - both == {"frontend/pages/Home.tsx"} and by_folder - both == {"frontend/components/useCurrency.ts"}


@pytest.mark.parametrize("directory", ["nonexistent/", "nonexistent"])
def test_story_4_scenario_4_no_results_due_to_filters(code, directory):
    answer = search_code(code, "authentication", "--directory", directory)
    assert answer["matches"] == []
    assert "No results in directory nonexistent/" in answer["suggestions"]
    assert "No results in directory nonexistent/" in code.ok(
        "search", "authentication", "-p", "abc-123", "--directory", directory).out


# --- Story 7: Accurate relevance ranking -------------------------------------------------------------------------

def test_story_7_scenario_1_high_relevance_query(code):
    answer = search_code(code, "JWT authentication middleware")
    assert_ranked(answer)
    assert paths(answer)[0] == "src/auth/middleware.py"
    assert similarities(answer)[0] > 0.8 and similarities(answer)[0] == max(similarities(answer))


def test_story_7_scenario_2_medium_relevance_query(code):
    answer = search_code(code, "error handling", "--limit", str(ASKED), "--detail", "full")
    assert_ranked(answer)
    assert paths(answer)[0] == "backend/errors.py", "what is generic goes first"
    assert "backend/api/orders.py" in paths(answer)[1:], "what uses it is relevant too, further down"
    assert any(value >= 0.7 for value in similarities(answer))
    assert any(0.5 <= value < 0.7 for value in similarities(answer))
    about = re.compile(r"err|except|raise|fail|signal", re.IGNORECASE)
    for match in answer["matches"]:
        assert about.search(match["content"]["content"]), match["file"]["path"]
    unrelated = {"frontend/components/LoginForm.tsx", "frontend/components/useCurrency.ts", "web/banner.js"}
    assert not unrelated & set(paths(answer))


def test_story_7_scenario_3_exact_match(code):
    snippet = "def authenticate_user(token: str) -> Optional[User]:"
    answer = search_code(code, snippet, "--detail", "full")
    best = answer["matches"][0]
    assert best["file"]["path"] == "backend/auth/users.py" and snippet in best["content"]["content"]
    assert best["similarity"] >= 0.98 and best["relevance_score"] >= 0.95
    assert all(match["relevance_score"] < best["relevance_score"] - 0.2 for match in answer["matches"][1:])


def copied_lines(root: pathlib.Path) -> list:
    """Runs of three lines of real code, as somebody would copy them."""
    taken = []
    for file in sorted((root / "twisted" / "web").glob("*.py"))[::4]:
        lines = file.read_text().splitlines()
        at = next((at for at in range(len(lines) // 2, len(lines) - 3)
                   if all(len(line.strip()) > 24 for line in lines[at:at + 3])), None)
        if at is not None:
            taken.append((file.relative_to(root).as_posix(), "\n".join(lines[at:at + 3])))
    return taken


def test_story_7_scenario_3_lines_copied_from_real_code_are_found_where_they_stand(code):
    copied = copied_lines(code.root)
    assert len(copied) >= 8
    for path, text in copied:
        best = search_code(code, text, "--detail", "full")["matches"][0]
        assert best["file"]["path"] == path and best["similarity"] >= 0.95, text
        assert text in best["content"]["content"]


def test_story_7_scenario_4_generic_query_with_limit(code):
    for options in (["--limit", "10"], []):
        answer = search_code(code, "function", *options)
        assert len(answer["matches"]) == answer["total_results"] == 10
        assert answer["total_matches"] > 10
        assert_ranked(answer)
