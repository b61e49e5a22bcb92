"""Indexer and HybridSearcher end to end, on the shop and on real code; options; threads."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import concurrent.futures
import sys
import threading

import codeweaver
import pytest
from codeweaver import AgentTask, Detail, HybridSearcher, IndexStage, Indexer

from conftest import tree_of


def paths(answer):
    return [match.file.path for match in answer.matches]


def test_a_run_indexes_reports_and_leaves_the_folder_alone(shop, state):
    before = tree_of(shop)
    seen = []
    report = Indexer(shop, state).run(progress=seen.append)
    assert tree_of(shop) == before
    files = len(before)
    assert (report.status, report.total_files, report.files_indexed) == ("success", files, files)
    assert report.total_chunks >= files and sum(report.languages.values()) == files
    assert report.duration_seconds > 0 and report.to_dict()["status"] == "success"
    stages = [progress.stage for progress in seen]
    assert stages[0] is IndexStage.DISCOVER and stages[-1] is IndexStage.DONE
    done = [progress.files_processed for progress in seen]
    assert done == sorted(done) and done[-1] == files


def test_a_second_run_handles_changes_only(shop, state):
    indexer = Indexer(shop, state)
    first = indexer.run()
    again = indexer.run()
    assert (again.status, again.files_unchanged, again.chunks_created) == ("skipped", first.total_files, 0)
    (shop / "src" / "billing" / "refund.py").write_text("def refund_order(order):\n    return order.total\n")
    assert indexer.count_changes() == 1
    assert indexer.refresh(0) == 0 and indexer.count_changes() == 1
    assert indexer.merge() == 0
    changed = indexer.run()
    assert (changed.files_indexed, changed.total_files) == (1, first.total_files + 1)
    searcher = HybridSearcher(state)
    assert searcher.search("refund_order").matches[0].file.path == "src/billing/refund.py"
    (shop / "src" / "billing" / "refund.py").unlink()
    assert indexer.run().files_removed == 1
    assert searcher.refresh() is True and searcher.refresh() is False
    assert "src/billing/refund.py" not in paths(searcher.search("refund_order"))
    assert indexer.run(force=True).files_indexed == first.total_files


def test_real_code_answers_questions(package_index):
    searcher = HybridSearcher(package_index)
    statistics = searcher.statistics()
    assert statistics.languages.get("python", 0) > 10 and statistics.size_bytes > 0
    assert statistics.source_bytes > 0
    assert statistics.size_ratio == statistics.size_bytes / statistics.source_bytes
    assert "base64mime.py" not in paths(searcher.search("header_store_parse"))[:1]
    assert paths(searcher.search("message_from_string"))[0] == "__init__.py"
    assert "quoprimime.py" in paths(searcher.search("decode quoted printable text", limit=5))
    assert "charset.py" in paths(searcher.search("map of aliases of character sets", limit=5))
    symbols = searcher.find_symbol("FeedParser")
    assert type(symbols[0]).from_json(symbols[0].to_json()) == symbols[0]
    assert [(symbol.name, symbol.path) for symbol in symbols] == [("FeedParser", "feedparser.py")]


def test_searching_is_deterministic_and_ordered_by_relevance(package_index):
    first = HybridSearcher(package_index).search("parse a header value", limit=30)
    again = HybridSearcher(package_index).search("parse a header value", limit=30)
    assert first.matches == again.matches
    scores = [match.relevance_score for match in first.matches]
    assert scores == sorted(scores, reverse=True) and all(0 <= score <= 1 for score in scores)


def test_options_narrow_and_shape_an_answer(shop_index):
    searcher = HybridSearcher(shop_index)
    assert all(path.endswith((".ts", ".js")) for path in paths(searcher.search("total", directory="web")))
    assert set(paths(searcher.search("token", file_glob="src/auth/*.py"))) <= {
        "src/auth/tokens.py", "src/auth/middleware.py", "src/auth/utils.py"}
    some = paths(searcher.search("total", paths=["src", "web/*.{ts,js}", "!auth"]))
    assert some and all(path.startswith(("src/", "web/")) and "/auth/" not in path for path in some)
    assert len(searcher.search("token", limit=1).matches) == 1
    assert not any(match.file.is_test for match in searcher.search("token", include_tests=False).matches)
    assert searcher.search("token", explain=True, limit=1).matches[0].explanation
    assert not searcher.search("token", context_lines=0, limit=1).matches[0].context_before
    budget = searcher.search("token", token_limit=60)
    assert 0 < budget.token_count <= 60
    debug = searcher.search("token", intent="debug", task=AgentTask.REVIEW, detail=Detail.SUMMARY, fusion="weighted")
    assert debug.query_intent.intent_type == "debug"


def test_find_code_leaves_tests_out_unless_they_are_meant(shop_index):
    searcher = HybridSearcher(shop_index)
    assert not any(match.file.is_test for match in searcher.find_code("login tokens").matches)
    wanted = searcher.find_code("unit tests of the login")
    assert wanted.query_intent.intent_type == "test" and any(match.file.is_test for match in wanted.matches)


def test_other_wordings_of_a_query_are_searched_too(shop_index):
    searcher = HybridSearcher(shop_index)
    both = searcher.search("zebra crossing", queries=["retry a failed upload"], limit=3)
    assert [match.file.path for match in both.matches] == ["src/billing/upload.py"]
    assert searcher.search("zebra crossing", limit=3).matches == []
    with pytest.raises(ValueError, match="queries"):
        searcher.why_not("token", "src/a.py", queries=["other"])


def test_the_older_name_of_limit_still_works(shop_index):
    searcher = HybridSearcher(shop_index)
    assert len(searcher.search("token", top_k=1).matches) == 1 == len(searcher.search("token", limit=1).matches)


@pytest.mark.parametrize("options, error, message", [
    ({"limt": 3}, TypeError, "unexpected keyword argument 'limt'.*limit"),
    ({"limit": "ten"}, TypeError, "limit: unusable value 'ten' of type str"),
    ({"limit": -1}, ValueError, "limit is -1"),
    ({"limit": 0}, ValueError, "limit is 0"),
    ({"detail": "all"}, ValueError, "detail is 'all'.*snippet"),
    ({"intent": "debg"}, ValueError, "intent is 'debg'.*understand, implement, debug"),
    ({"queries": ["x"] * 6}, ValueError, "queries has more than 5"),
    ({"focus_languages": "python"}, TypeError, "focus_languages"),
    ({"focus_languages": ["klingon"]}, ValueError, "klingon"),
    ({"weights": {"dense": -1}}, ValueError, "dense"),
    ({"weights": {"speed": 1}}, ValueError, "speed"),
    ({"min_similarity": 2}, ValueError, "min_similarity"),
    ({"deadline": -1}, ValueError, "deadline"),
])
def test_wrong_options_are_refused_by_name(shop_index, options, error, message):
    with pytest.raises(error, match=message):
        HybridSearcher(shop_index).search("token", **options)


def test_options_of_the_index_are_keywords(shop, state):
    report = Indexer(shop, state, exclude=["web/"], workers=1).run()
    assert "typescript" not in report.languages
    with pytest.raises(TypeError, match="unexpected keyword argument 'excludes'"):
        Indexer(shop, state, excludes=["web/"])


def test_no_match_says_what_to_try(shop_index):
    answer = HybridSearcher(shop_index).search("zyxwvut qqqqq", min_similarity=1.0)
    assert answer.matches == [] and answer.suggestions and answer.searched_files > 0


def test_other_threads_run_during_a_search(package_index):
    searcher = HybridSearcher(package_index)
    gate, ran = threading.Lock(), []
    gate.acquire()
    other = threading.Thread(target=lambda: (gate.acquire(), ran.append(True)))
    other.start()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)  # from here on, this thread gives way only where it says so
    try:
        gate.release()
        for _ in range(1000):
            searcher.search("parse a header value")
            if ran:
                break
        seen = bool(ran)
    finally:
        sys.setswitchinterval(interval)
    other.join()
    assert seen


def test_many_threads_search_while_the_index_changes(shop, state):
    indexer = Indexer(shop, state)
    indexer.run()
    searcher = HybridSearcher(state)
    expected = paths(searcher.search("connection pool"))
    stop = threading.Event()

    def rewrite():
        for turn in range(8):
            (shop / "notes.md").write_text(f"# Notes\n\nTurn {turn}.\n" * (turn + 1))
            indexer.run()
            searcher.refresh()
        stop.set()

    def ask():
        answers = 0
        while not stop.is_set() or answers == 0:
            found = paths(searcher.search("connection pool"))
            assert [path for path in found if path != "notes.md"][:1] == expected[:1]
            answers += 1
        return answers

    with concurrent.futures.ThreadPoolExecutor(5) as pool:
        asking = [pool.submit(ask) for _ in range(4)]
        pool.submit(rewrite).result(timeout=120)
        assert all(future.result(timeout=120) > 0 for future in asking)


def test_two_runs_of_one_index_exclude_each_other(shop, state):
    refused = []

    def progress(_):
        if refused:
            return
        with pytest.raises(codeweaver.UnavailableError) as caught:
            Indexer(shop, state).run()
        refused.append(caught.value.code)

    class Waiting(codeweaver.Embedder):
        """Lets the run last until the second one was refused."""

        def embed_documents(self, texts):
            import numpy
            for _ in range(600):
                if refused or not threading.Event().wait(0.05):
                    break
            return numpy.ones((len(texts), self.dimension), dtype=numpy.float32)

    Indexer(shop, state, embedder=Waiting("tests", "waiting", 4)).run(progress=progress)
    assert refused == ["INDEX_LOCKED"]


def test_why_not_names_the_stage_and_the_reason(shop, state):
    Indexer(shop, state).run()
    searcher = HybridSearcher(state)
    query = "where do we retry failed uploads"
    found = searcher.why_not(query, "src/billing/upload.py")
    assert found.stage is codeweaver.WhyNotStage.ANSWERED and found.rank == 1
    below = searcher.why_not(query, "src/database/pool.py", limit=1, min_similarity=0.0)
    assert below.stage == "top_k" and below.relevance < below.limit
    assert len(below.differences) == 6 and below.to_dict()["rank"] == below.rank
    answer = searcher.search(query, explain=True)
    assert answer.confidence > 0.39 and answer.answer_features
    assert answer.matches[0].ranks.answer == 1 and answer.matches[0].effects
