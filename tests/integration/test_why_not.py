"""`search --why-not`: the stage that excludes a file, as text and as JSON; confidence and ranks of an answer."""
# SPDX-License-Identifier: MIT OR Apache-2.0

QUERY = "where do we retry failed uploads"


def why(shop, path, *options):
    return shop.ok("search", QUERY, "--why-not", path, "-o", "json", *options, cwd=shop.root).json()


def test_a_file_is_followed_to_where_it_leaves_the_search(shop):
    assert why(shop, "src/billing/upload.py")["stage"] == "answered"
    assert why(shop, "src/none.py")["stage"] == "not_indexed"
    filtered = why(shop, "tests/test_auth.py", "--no-include-tests")
    assert (filtered["stage"], filtered["filter"], filtered["filter_value"]) == ("filtered", "include_tests", "false")
    below = why(shop, "src/database/pool.py", "--limit", "1", "--min-similarity", "0")
    assert below["stage"] == "top_k" and below["rank"] > 1 and below["relevance"] < below["limit"]
    assert len(below["differences"]) == 6 and {"name", "value", "shown"} == set(below["differences"][0])
    dissimilar = why(shop, "src/database/pool.py", "--min-similarity", "0.999")
    assert dissimilar["stage"] == "min_similarity" and dissimilar["similarity"] < dissimilar["limit"]


def test_the_text_says_the_same(shop):
    out = shop.ok("search", QUERY, "--why-not", "src/database/pool.py", "--limit", "1", "--min-similarity", "0",
                  cwd=shop.root).out
    assert out.startswith("src/database/pool.py: top k\n")
    assert "\nRanks: " in out and "Largest differences" in out


def test_an_answer_says_how_sure_it_is(shop):
    sure = shop.ok("search", QUERY, cwd=shop.root).out
    assert "Confidence: 0." in sure or "Confidence: 1." in sure
    unsure = shop.ok("search", "render volumetric clouds with a ray-marching shader", "--min-similarity", "0",
                     cwd=shop.root).out
    assert unsure.startswith("Nothing matches well (confidence 0.") and "\n1. " in unsure
    answer = shop.ok("search", QUERY, "--explain", "-o", "json", cwd=shop.root).json()
    assert 0 <= answer["confidence"] <= 1 and "cosine_best" in answer["answer_features"]
    assert answer["matches"][0]["ranks"]["answer"] == 1 and answer["matches"][0]["effects"]
