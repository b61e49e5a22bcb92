"""CodeWeaver: one object for a folder, with the names and defaults of its contract."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import pathlib
import subprocess

import codeweaver
import pytest
from codeweaver import CodeWeaver, IndexStats, RepoStatus, SearchResult
from codeweaver.aio import AsyncCodeWeaver

from conftest import tree_of


@pytest.fixture(autouse=True, params=["embedded", "memory"])
def _on_each_store(request, monkeypatch):
    """All of this holds wherever searches find their candidates."""
    monkeypatch.setenv("CODEWEAVER_STORE_KIND", request.param)


def test_its_repr_says_which_project_it_is(shop, state):
    engine = CodeWeaver(shop, state)
    assert repr(engine) == f"CodeWeaver({str(engine.path)!r}, project_id={engine.project_id!r})"
    assert repr(AsyncCodeWeaver(engine)) == "Async" + repr(engine)


def test_index_search_and_status_return_what_the_contract_names(shop, state):
    engine = CodeWeaver(shop, state)
    status = engine.status()
    assert isinstance(status, RepoStatus)
    assert (status.indexed, status.total_files, status.last_indexed_at, status.is_stale) == (False, 0, None, True)
    stats = engine.index()
    assert isinstance(stats, IndexStats)
    assert stats.total_files == len(tree_of(shop)) and stats.total_chunks > 0 and stats.duration_seconds > 0
    results = engine.search("connection pool", limit=3)
    assert 1 <= len(results) <= 3 and all(isinstance(result, SearchResult) for result in results)
    best = results[0]
    assert best.file_path == "src/database/pool.py" and "pool" in best.content.lower()
    lines = (shop / best.file_path).read_text().splitlines()
    assert "\n".join(lines[best.start_line - 1:best.end_line]).strip() == best.content.strip()
    assert "Pool" in best.scope and 0 < best.score <= 1
    status = engine.status()
    assert (status.indexed, status.is_stale, status.is_indexing) == (True, False, False)
    assert status.total_files == stats.total_files and status.last_indexed_at


def test_the_first_search_indexes_and_later_ones_stay_fresh(shop, state):
    engine = CodeWeaver(shop, state)
    assert engine.search("connection pool")
    (shop / "src" / "loyalty.py").write_text("def grant_loyalty_points(customer):\n    return 10\n")
    assert engine.status().is_stale
    assert engine.search("grant_loyalty_points")[0].file_path == "src/loyalty.py"
    assert not engine.status().is_stale


def test_globs_and_defaults(shop, state):
    engine = CodeWeaver(shop, state)
    assert {result.file_path for result in engine.search("total", file_glob="*.ts")} == {"web/cart.ts"}
    assert len(engine.search("e", limit=100, min_similarity=0)) >= len(engine.search("e", min_similarity=0))
    assert len(engine.search("token", limit=2)) <= 2


def test_find_code_answers_for_agents(shop, state):
    engine = CodeWeaver(shop, state)
    answer = engine.find_code("how are tokens verified", focus_languages=["python"], max_results=5, token_limit=500)
    assert answer.query_intent.intent_type == "understand" and answer.token_count <= 500
    assert 1 <= answer.total_results == len(answer.matches) <= 5 and answer.total_results <= answer.total_matches
    assert {match.file.language for match in answer.matches} == {"python"} == set(answer.languages_found)
    assert not any(match.file.is_test for match in answer.matches)
    assert any(match.file.is_test for match in engine.find_code("token", include_tests=True).matches)
    with pytest.raises(ValueError, match="intent is 'nothing known'.*understand"):
        engine.find_code("token", intent="nothing known")
    assert [symbol.path for symbol in engine.find_symbol("ConnectionPool")] == ["src/database/pool.py"]


def test_state_lies_in_the_users_data_directory_unless_said_otherwise(shop, state, monkeypatch, tmp_path):
    before = tree_of(shop)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    engine = CodeWeaver(shop)
    engine.index()
    assert (tmp_path / "data" / "codeweaver") in engine.state_dir.parents
    assert engine.path == shop.resolve() and engine.project_id == "shop"
    assert CodeWeaver(str(shop)).state_dir == engine.state_dir
    elsewhere = CodeWeaver(shop, state_dir=state)
    assert elsewhere.state_dir == state and not elsewhere.status().indexed
    assert tree_of(shop) == before


def test_relative_paths_and_parents_are_resolved(shop, state, monkeypatch):
    monkeypatch.chdir(shop / "src")
    engine = CodeWeaver("..", state)
    assert engine.path == shop and engine.project_id == "shop"
    assert engine.search("connection pool")[0].file_path == "src/database/pool.py"


def test_settings_of_the_folder_count_and_keywords_go_before_them(shop, state, tmp_path):
    (shop / "codeweaver.toml").write_text('[indexing]\nexclude = ["web/"]\n')
    assert "typescript" not in CodeWeaver(shop, state).index().languages
    both = CodeWeaver(shop, tmp_path / "other", exclude=["src/"]).index()
    assert "typescript" in both.languages and "src" not in {pathlib.PurePath(o.path).parts[0] for o in both.failures}


@pytest.mark.parametrize("text, cause", [
    ('[rerank]\nmodel = "large"\n', "Model large not found"),
    ('[embedding]\nmodel = "nomic-embed-text"\n', "Model nomic-embed-text not found"),
])
def test_what_the_settings_ask_for_and_is_not_there_is_refused(shop, state, text, cause):
    (shop / "codeweaver.toml").write_text(text)
    with pytest.raises(codeweaver.UnsupportedError, match=cause) as caught:
        CodeWeaver(shop, state)
    assert caught.value.code == "PROVIDER_NOT_AVAILABLE" and "project file" in caught.value.context


def test_the_model_of_the_settings_is_taken(shop, state, monkeypatch):
    monkeypatch.setenv("CODEWEAVER_EMBEDDING_MODEL_PATH", str(shop / "nowhere.bin"))
    with pytest.raises(codeweaver.CodeWeaverError, match="embedding.model_path"):
        CodeWeaver(shop, state)


def test_runs_are_logged_beside_the_index(shop, state):
    CodeWeaver(shop, state).index()
    assert "index" in (state / "logs" / "codeweaver.log").read_text()


def test_files_can_be_cut_by_lines_alone(shop, state):
    engine = CodeWeaver(shop, state, chunk_strategy="simple_file_chunks")
    engine.index()
    sources = {match.content.source for match in engine.find_code("order").matches}
    assert sources and sources <= {"text_block", "file"}


def test_an_empty_folder_has_no_chunks_and_no_results(tmp_path, state):
    empty = tmp_path / "empty"
    empty.mkdir()
    engine = CodeWeaver(empty, state)
    stats = engine.index()
    assert (stats.total_files, stats.total_chunks) == (0, 0)
    assert engine.search("anything") == []


def test_odd_files_are_skipped_with_a_reason(shop, state):
    (shop / "image.py").write_bytes(b"\x00\x01\x02" * 100)
    (shop / "latin.py").write_bytes("# caf\xe9\nprice = 3\n".encode("latin-1") * 20)
    stats = CodeWeaver(shop, state).index()
    reasons = {outcome.path: outcome.reason for outcome in stats.skipped}
    assert reasons.get("image.py") == "binary" and "latin.py" in reasons and stats.status == "success"


def test_a_rebuild_replaces_everything(shop, state):
    engine = CodeWeaver(shop, state)
    first = engine.index()
    assert engine.index().status == "skipped"
    rebuilt = engine.index(force_rebuild=True)
    assert rebuilt.files_indexed == first.total_files and rebuilt.total_chunks == first.total_chunks


def test_a_folder_that_is_none_is_a_value_error(tmp_path):
    with pytest.raises(ValueError, match="does not exist"):
        CodeWeaver(tmp_path / "nowhere")
    with pytest.raises(ValueError, match="does not exist"):
        CodeWeaver(tmp_path / "nowhere" / ".." / ".." / "nobody", tmp_path / "state")
    (tmp_path / "file").write_text("x")
    with pytest.raises(codeweaver.InvalidArgumentError, match="not a (folder|directory)"):
        CodeWeaver(tmp_path / "file")


def test_a_ref_and_a_difference_are_keywords(shop, state):
    def git(*arguments):
        identity = ("-c", "user.name=t", "-c", "user.email=t@example.org")
        subprocess.run(["git", *identity, *arguments], cwd=shop, check=True, capture_output=True)

    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "one")
    git("tag", "v1")
    (shop / "src" / "loyalty.py").write_text("def grant_loyalty_points(customer):\n    return 10\n")
    (shop / "src" / "database" / "pool.py").unlink()
    engine = CodeWeaver(shop, state)
    assert engine.search("connection pool", ref="v1")[0].file_path == "src/database/pool.py"
    answer = engine.find_code("grant loyalty points", changed_in="v1")
    assert [match.file.path for match in answer.matches] == ["src/loyalty.py"]
    assert (answer.ref, answer.commit, answer.changed_in) == ("", "", "v1")
    answer = engine.find_code("connection pool", ref="v1")
    assert answer.ref == "v1" and len(answer.commit) == 40
    with pytest.raises(codeweaver.NotFoundError, match="v2"):
        engine.search("connection pool", ref="v2")


def test_what_was_pushed_is_found_until_it_is_gone(shop, state):
    engine = CodeWeaver(shop, state)
    item = {"node_id": "func:atlas/zebra.py:zebra", "node_type": "function", "path": "atlas/zebra.py",
            "content": "def count_zebras(herd):\n    return len(herd)\n", "range": {"start_line": 7, "end_line": 8},
            "source_audit": {"captured_at": "2026-02-20T12:00:00Z"}}
    batch = {"contract_version": "1.0", "project": engine.project_id, "source": "code-atlas", "batch_id": "1", "items": [item]}
    assert engine.push(batch) == {"batch_id": "1", "accepted": 1, "rejected": 0, "errors": []}
    assert engine.search("count_zebras")[0].file_path == "atlas/zebra.py"
    for purpose in (codeweaver.Purpose.ATLAS_GRAPH, "atlas_graph"):
        assert [result.start_line for result in engine.search("count_zebras", purpose=purpose)] == [7]
    assert "atlas/zebra.py" not in {result.file_path for result in engine.search("count_zebras", purpose="code_search")}
    engine.push(json.dumps({**batch, "batch_id": "2", "items": [], "deletions": [{"node_id": item["node_id"]}]}))
    assert not engine.search("count_zebras", chunk_strategy="code_atlas_provider")
    with pytest.raises(codeweaver.CodeWeaverError, match="contract_version is .2.0."):
        engine.push({**batch, "contract_version": "2.0"})


def test_requests_of_the_contracts_are_answered(shop, state):
    engine = CodeWeaver(shop, state)
    request = {"project": engine.project_id, "mode": "dry_run"}
    missing = engine.reconcile(request)["summary"]["missing"]
    assert missing > 0 and len(engine.reconcile(json.dumps({**request, "mode": "fix"}))["actions"]) == missing
    assert engine.reconcile(request)["differences"] == []
    item = {"node_id": "z", "node_type": "function", "path": "atlas/zebra.py", "content": "def count_zebras(): pass",
            "range": {"start_line": 7, "end_line": 7}, "source_audit": {"captured_at": "2026-02-20T12:00:00Z"}}
    engine.push({"contract_version": "1.0", "project": engine.project_id, "source": "code-atlas", "batch_id": "1", "items": [item]})
    pushed = {**request, "namespace": f"{engine.project_id}/atlas_graph/code_atlas_provider", "orphan_policy": "delete"}
    report = engine.reconcile({**pushed, "mode": "fix"}, [{**item, "node_id": "y"}, json.dumps({"node_id": "x"})])
    assert report["summary"] == {"missing": 2, "stale": 0, "orphan": 1}
    assert [action["status"] for action in report["actions"]] == ["needs_push", "applied", "applied"]
    answer = engine.query({"query": "count_zebras", "project": engine.project_id, "purpose": "atlas_graph", "limit": 3})
    assert [match["audit"]["node_id"] for match in answer["matches"]] == ["y"]
    for call in (lambda: engine.query({"query": "", "project": engine.project_id}), lambda: engine.reconcile(pushed, [{}]),
                 lambda: engine.reconcile({**request, "mode": "mend"})):
        with pytest.raises(codeweaver.InvalidArgumentError):
            call()
    with pytest.raises(codeweaver.NotFoundError):
        engine.query({"query": "zebra", "project": "another"})


def test_several_projects_are_searched_when_they_are_given(shop, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "drill.py").write_text("def connection_pool_of_drills(count):\n    return [None] * count\n")
    engines = [CodeWeaver(shop, tmp_path / "s1", project_id="shop"), CodeWeaver(other, tmp_path / "s2", project_id="other")]
    answer = codeweaver.search_projects(engines, "connection pool", limit=5)
    assert {match.audit.project for match in answer.matches} == {"shop", "other"}
    scores = [match.relevance_score for match in answer.matches]
    assert scores == sorted(scores, reverse=True) and len(scores) <= 5
    alone = codeweaver.search_projects(engines[:1], "connection pool", limit=5)
    assert {match.audit.project for match in alone.matches} == {"shop"}
    twice = codeweaver.search_projects([engines[0], engines[0]], "connection pool", limit=5)
    assert [match.span for match in twice.matches] == [match.span for match in alone.matches]
    with pytest.raises(ValueError, match="No project was given"):
        codeweaver.search_projects([], "connection pool")


def test_a_workspace_has_the_calls_of_every_searchable(shop, state):
    engine = CodeWeaver(shop, state, project_id="shop")
    assert isinstance(engine, codeweaver.Searchable) and engine.project_id == "shop"
    uses = engine.find_references("UploadFailed", limit=1)
    assert [type(one) for one in uses] == [codeweaver.ReferenceMatch] and "UploadFailed" in uses[0].text
    path = "src/database/pool.py"
    called = engine.call_graph("ConnectionPool.open_new", depth=2)
    assert [one.qualified_name for one in called.definitions] == ["ConnectionPool.open_new"] and not called.is_over_limit
    assert [(one.symbol.qualified_name, one.depth, one.via) for one in called.matches][:1] == [
        ("ConnectionPool.acquire", 1, "ConnectionPool.open_new")]
    callees = engine.call_graph("ConnectionPool.acquire", "callees", include_tests=False)
    assert "ConnectionPool.open_new" in [one.symbol.qualified_name for one in callees.matches]
    with pytest.raises(ValueError, match="depth"):
        engine.call_graph("acquire", depth=99)
    with pytest.raises(ValueError, match="CallRelation"):
        engine.call_graph("acquire", "friends")
    assert "ConnectionPool" in [one.name for one in engine.definitions_in(path)]
    assert "class ConnectionPool" in engine.file_text(path)
    with pytest.raises(codeweaver.NotFoundError):
        engine.file_text("nowhere.py")


def test_with_a_store_answers_are_the_same_and_say_where_they_were_found(shop, state, tmp_path):
    embedded = CodeWeaver(shop, state, store="embedded")
    memory = CodeWeaver(shop, tmp_path / "other", project_id="shop", store="memory")
    for question in ("connection pool", "where are failed uploads retried", "upload_invoice"):
        one, other = embedded.find_code(question), memory.find_code(question)
        assert [(match.file.path, match.span, match.relevance_score) for match in one.matches] == [
            (match.file.path, match.span, match.relevance_score) for match in other.matches] != []
        assert {match.audit.vector_backend for match in other.matches} == {"memory"}
    (shop / "heron.py").write_text("def feed_heron(pond):\n    return pond.fish\n")
    assert memory.search("feed_heron")[0].file_path == "heron.py"
    with pytest.raises(codeweaver.CodeWeaverError, match="punchcards"):
        CodeWeaver(shop, state, store="punchcards")


def test_the_store_of_the_settings_is_taken(shop, state, monkeypatch):
    monkeypatch.setenv("CODEWEAVER_STORE_KIND", "memory")
    assert CodeWeaver(shop, state).find_code("connection pool").matches[0].audit.vector_backend == "memory"
    embedded = CodeWeaver(shop, state, store="embedded").find_code("connection pool")
    assert embedded.matches[0].audit.vector_backend == "codeweaver-scan"
