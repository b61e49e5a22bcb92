"""Requests of the query and reconcile contracts: documents and program agree, and every error has a code."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import sqlite3

import pytest

from conftest import check_error, edit_database
from test_contracts import ENVELOPE, ITEM, SCHEMAS, broken, fits, validator

ON_EACH_STORE = True
NAMESPACE = "root/atlas_graph/code_atlas_provider"
QUERY = {"query": "login", "project": "root", "purpose": "atlas_graph", "chunk_strategy": "code_atlas_provider", "limit": 5}
RECONCILE = {"project": "root", "namespace": NAMESPACE, "mode": "dry_run", "batch_id": ENVELOPE["batch_id"], "orphan_policy": "keep"}
BAD_QUERIES = list(broken(SCHEMAS["query_request.json"], QUERY))
BAD_RECONCILES = list(broken(SCHEMAS["reconcile_request.json"], RECONCILE))


@pytest.fixture
def root(program, tmp_path):
    """An indexed project that an item was pushed to."""
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "login.py").write_text("def login(user):\n    return user.session\n")
    program.ok("index", folder)
    (tmp_path / "batch.json").write_text(json.dumps({**ENVELOPE, "items": [ITEM]}))
    program.ok("push", tmp_path / "batch.json")
    return folder


@pytest.fixture
def call(program, root):
    """Calls a command with a document, and holds the answer to the contract."""

    def run(answer_schema, *command, document) -> dict:
        file = root.parent / "request.json"
        file.write_text(document if isinstance(document, str) else json.dumps(document))
        outcome = program.run(*command, file)
        answer = outcome.json()
        validator("error.json" if "error" in answer else answer_schema).validate(answer)
        assert outcome.code == ("error" in answer)
        return answer

    return run


@pytest.fixture
def query(call):
    return lambda document: call("query_answer.json", "query", document=document)


@pytest.fixture
def reconcile(call, root):
    def run(document, manifest=(ITEM,)) -> dict:
        file = root.parent / "manifest.ndjson"
        file.write_text("".join(json.dumps(line) + "\n" for line in manifest or ()))
        options = [] if manifest is None else ["--manifest", file]
        return call("reconcile_report.json", "reconcile", "-o", "json", *options, "--request", document=document)

    return run


def without(document: dict, *names: str) -> dict:
    return {name: value for name, value in document.items() if name not in names}


def test_a_query_is_answered_with_the_whole_audit(query):
    for document in (QUERY, without(QUERY, "purpose", "limit"), {**QUERY, "chunk_strategy": None, "limit": 5.0}):
        assert fits("query_request.json", document)
        (match,) = query(document)["matches"]
        audit = match["audit"]
        assert (audit["node_id"], audit["namespace"]) == (ITEM["node_id"], NAMESPACE)
        assert {name: audit[name] for name in ITEM["source_audit"] if name != "captured_at"} == without(ITEM["source_audit"], "captured_at")
        assert audit["source_captured_at"] == ITEM["source_audit"]["captured_at"]
    both = query(without(QUERY, "purpose", "chunk_strategy", "limit"))["matches"]
    assert {match["audit"]["namespace"] for match in both} == {NAMESPACE, "root/code_search/ast"}
    assert len(query({**without(QUERY, "purpose", "chunk_strategy"), "limit": 1})["matches"]) == 1


def test_queries_that_break_a_rule_of_the_schema_are_refused(query):
    assert len(BAD_QUERIES) > 20
    for what, document in BAD_QUERIES:
        assert not fits("query_request.json", document), what
        assert query(document)["error"]["code"] == "VALIDATION_ERROR", what


def test_reconcile_requests_that_break_a_rule_of_the_schema_are_refused(reconcile):
    assert len(BAD_RECONCILES) > 20
    for what, document in BAD_RECONCILES:
        assert not fits("reconcile_request.json", document), what
        assert reconcile(document)["error"]["code"] == "VALIDATION_ERROR", what


def test_members_that_are_not_known_are_told_with_the_nearest(query, reconcile):
    for ask, document, nearest in ((query, {**QUERY, "limt": 3}, "limit"), (reconcile, {**RECONCILE, "orphanPolicy": "keep"}, "orphan_policy"),
                                   (query, {**QUERY, "zzzzzzz": {"any": [1]}}, "")):
        assert not any(fits(schema, document) for schema in ("query_request.json", "reconcile_request.json"))
        error = ask(document)["error"]
        assert error["code"] == "VALIDATION_ERROR"
        assert error["message"].endswith(f"is not known; did you mean {nearest}?" if nearest else "is not known")


@pytest.mark.parametrize("text", ["", "[]", "7", "{", "{}" + " " * (1 << 20)],
                         ids=["empty", "list", "number", "cut", "too long"])
def test_documents_that_are_no_request_are_refused(query, reconcile, text):
    for ask in (query, reconcile):
        assert ask(text)["error"]["code"] == "VALIDATION_ERROR"


def test_a_reconcile_request_is_done_as_it_says(program, reconcile, root):
    whole = without(RECONCILE, "batch_id", "orphan_policy")
    assert reconcile(whole)["differences"] == []
    assert reconcile({**whole, "namespace": None}, None)["namespace"] == "root/code_search/ast"
    assert reconcile(whole, [])["summary"] == {"missing": 0, "stale": 0, "orphan": 1}
    assert reconcile({**RECONCILE, "batch_id": "another"}, [])["differences"] == []
    assert [action["action"] for action in reconcile({**RECONCILE, "mode": "fix"}, [])["actions"]] == ["keep"]
    assert [action["action"] for action in reconcile({**whole, "mode": "fix"}, [])["actions"]] == ["delete"]
    assert reconcile(whole, [])["differences"] == []
    assert reconcile({**RECONCILE, "namespace": "other/atlas_graph/x"})["error"]["code"] == "VALIDATION_ERROR"
    outcome = program.run("reconcile", "--request", root.parent / "request.json", "--mode", "fix")
    assert outcome.code == 2 and "--request" in outcome.err


def test_a_dry_run_changes_nothing(program, reconcile, root):
    def tables() -> list:
        with sqlite3.connect(program.state(root) / "index.db") as database:
            return [database.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in ("files", "items", "batches", "meta")]

    before = tables()
    assert reconcile(RECONCILE, [{**ITEM, "content": "def login(): pass"}, {**ITEM, "node_id": "b"}])["summary"]["stale"] == 1
    assert tables() == before


# --- Each error code of the contracts ------------------------------------------------------------------------------

@pytest.fixture
def calls(query, reconcile, call):
    """Every call of the contracts that reaches an index, by name."""
    batch = {**ENVELOPE, "batch_id": "next", "items": [ITEM]}
    return {"query": lambda: query(QUERY), "reconcile": lambda: reconcile(RECONCILE),
            "push": lambda: call("push_reply.json", "push", "-o", "json", document=batch)}


def test_unknown_projects_and_namespaces_are_not_found(query, reconcile, call):
    for answer in (query({**QUERY, "project": "none"}), query({**QUERY, "chunk_strategy": "none"}),
                   reconcile({**RECONCILE, "project": "none", "namespace": None}, None),
                   reconcile({**RECONCILE, "namespace": "root/atlas_graph/none"}),
                   call("push_reply.json", "push", "-o", "json", document={**ENVELOPE, "project": "none", "items": [ITEM]})):
        assert answer["error"]["code"] == "NAMESPACE_NOT_FOUND"


def test_an_index_of_a_model_that_is_not_there_asks_for_its_provider(program, root, calls):
    edit_database(program.state(root) / "index.db", "UPDATE meta SET value = 'other/model/9' WHERE key = 'embedder'")
    for name in ("query", "push"):
        error = calls[name]()["error"]
        assert (error["code"], error["details"]["code"]) == ("PROVIDER_NOT_AVAILABLE", "MODEL_MISMATCH")
        assert "other/model/9" in error["message"]


@pytest.mark.parametrize("first", [("search", "login"), ("index",), ("status",)], ids=lambda first: first[0])
def test_after_an_upgrade_an_index_of_the_former_built_in_model_is_made_anew(program, root, calls, first):
    edit_database(program.state(root) / "index.db", "UPDATE meta SET value = 'codeweaver/static-code-1/256' WHERE key = 'embedder'")
    program.ok(*first, cwd=root)
    assert "login.py" in program.ok("search", "login", cwd=root).out
    assert calls["query"]()["matches"], "what was pushed is still there"
    assert "error" not in calls["push"]()


def test_an_index_that_cannot_be_read_is_an_unavailable_backend_and_a_failed_reconcile(program, root, calls):
    database = program.state(root) / "index.db"
    for rest in database.parent.glob("index.db-*"):
        rest.unlink()
    database.unlink()
    database.mkdir()
    for name, code in (("query", "BACKEND_UNAVAILABLE"), ("push", "BACKEND_UNAVAILABLE"), ("reconcile", "RECONCILE_FAILED")):
        error = calls[name]()["error"]
        assert (error["code"], error["details"]["code"]) == (code, "NOT_A_FILE")


def test_an_unknown_version_is_refused(call):
    answer = call("push_reply.json", "push", "-o", "json", document={**ENVELOPE, "contract_version": "2.0", "items": []})
    assert answer["error"]["code"] == "UNSUPPORTED_CONTRACT_VERSION"


def test_requests_that_are_not_there_are_told(program, root):
    assert program.run("query", root / "none.json").json()["error"]["code"] == "PATH_NOT_FOUND"
    check_error(program.run("reconcile", "--request", root / "none.json"), cause="none.json", action="Check the path")
