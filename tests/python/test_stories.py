"""User stories from Python: exception classes and concurrent searches; see tests/integration too."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import concurrent.futures
import subprocess
import sys

import codeweaver
import pytest
from codeweaver import CodeWeaver, HybridSearcher


def test_story_2_scenarios_1_to_3_indexing_again_and_by_force(shop, state):
    engine = CodeWeaver(shop, state, project_id="abc-123")
    first = engine.index()
    assert (first.status, first.failures) == ("success", [])
    assert first.files_indexed == first.total_files > 0 and first.chunks_created > 0 and first.duration_seconds > 0
    assert engine.index().status == "skipped"
    (shop / "src" / "billing" / "upload.py").unlink()
    forced = engine.index(force_rebuild=True)
    assert forced.status == "success" and forced.total_files == first.total_files - 1
    assert forced.chunks_created == forced.total_chunks, "the old ones are removed, all are new"
    assert all(result.file_path != "src/billing/upload.py" for result in engine.search("upload_invoice"))


@pytest.mark.parametrize("searches", [21, 200])
def test_story_5_scenario_4_more_searches_at_once_than_a_pool_would_hold(package_index, searches):
    searcher = HybridSearcher(package_index)
    expected = searcher.search("parse a header value").matches
    assert expected
    with concurrent.futures.ThreadPoolExecutor(searches) as pool:
        asked = [pool.submit(searcher.search, "parse a header value") for _ in range(searches)]
        answers = [search.result() for search in asked]
    assert all(answer.matches == expected and answer.warnings == [] for answer in answers)


def test_story_8_scenario_1_invalid_repository_path():
    with pytest.raises(ValueError, match="Repository path does not exist: /nonexistent/path") as caught:
        CodeWeaver("/nonexistent/path").index()
    assert "Verify the path and try again" in caught.value.action


def test_story_8_scenario_4_schema_version_mismatch(shop, shop_index):
    # Left in the log: the pages of the file carry checksums that SQLite alone does not write.
    subprocess.run([sys.executable, "-c", "import os, sqlite3, sys; "
                    "sqlite3.connect(sys.argv[1]).execute('PRAGMA user_version = 1'); os._exit(0)", shop_index / "index.db"],
                   check=True)
    with pytest.raises(RuntimeError, match=r"Database schema version mismatch. Expected: \d+, Found: 1") as caught:
        HybridSearcher(shop_index).search("anything")
    assert isinstance(caught.value, codeweaver.CorruptionError)
    assert caught.value.remedy == "rebuild" and "Indexer.run(force=True)" in caught.value.action
