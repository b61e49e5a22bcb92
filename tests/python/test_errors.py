"""Exceptions: one class per category, derived from the matching built-in class, with all fields of the error."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import copy
import pickle

import codeweaver
import pytest
from codeweaver import CodeWeaver, CodeWeaverError, HybridSearcher, errors

BASES = {
    "invalid_argument": ValueError,
    "not_found": ValueError,
    "corruption": RuntimeError,
    "io": OSError,
    "unavailable": ConnectionError,
    "cancelled": RuntimeError,
    "unsupported": RuntimeError,
    "internal": RuntimeError,
}


@pytest.mark.parametrize("category, base", BASES.items())
def test_each_category_has_a_class_with_a_built_in_base(category, base):
    error = errors.from_fields(category, "CODE", "The cause", "doing it", "Do that.")
    assert isinstance(error, CodeWeaverError) and isinstance(error, base) and error.category == category
    assert (error.code, error.cause, error.context, error.action) == ("CODE", "The cause", "doing it", "Do that.")
    assert str(error) == "The cause (doing it). Do that."
    for twin in [pickle.loads(pickle.dumps(error)), copy.copy(error)]:
        assert type(twin) is type(error) and str(twin) == str(error) and twin.code == error.code


def test_a_message_needs_neither_context_nor_action():
    assert str(CodeWeaverError("C", "The cause")) == "The cause"
    assert str(CodeWeaverError("C", "The cause.", action="Try.")) == "The cause. Try."


def test_advice_names_the_call_that_python_has_for_it():
    error = errors.from_fields("corruption", "C", "It is damaged", "", "Rebuild the index", "rebuild")
    assert error.remedy == "rebuild" and error.action == "Rebuild the index: Indexer.run(force=True)"
    assert pickle.loads(pickle.dumps(error)).remedy == "rebuild"
    assert errors.from_fields("unsupported", "C", "No.", "", "Look.", "list_providers").action == "Look."


def test_a_missing_index_says_what_to_do(state):
    with pytest.raises(codeweaver.NotFoundError) as caught:
        HybridSearcher(state)
    assert caught.value.code == "INDEX_NOT_FOUND" and str(state) in caught.value.cause
    assert caught.value.context and caught.value.remedy == "index" and "Indexer.run()" in caught.value.action


@pytest.mark.parametrize("query, code", [("", "EMPTY_QUERY"), (" \n", "EMPTY_QUERY"), ("x" * 40_000, "QUERY_TOO_LONG")])
def test_queries_that_cannot_be_answered(shop_index, query, code):
    with pytest.raises(ValueError) as caught:
        HybridSearcher(shop_index).search(query)
    assert caught.value.code == code


def test_a_damaged_index_is_a_runtime_error(shop_index):
    (shop_index / "index.db").write_bytes(b"no database" * 1000)
    with pytest.raises(RuntimeError) as caught:
        HybridSearcher(shop_index)
    assert caught.value.category == "corruption"


def test_a_state_directory_that_cannot_be_made_is_an_os_error(shop, tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(OSError) as caught:
        CodeWeaver(shop, tmp_path / "file" / "state").index()
    assert caught.value.category == "io" and caught.value.action


@pytest.mark.parametrize("call, message", [
    (lambda engine: engine.search("token", limit=-1), "limit is -1"),
    (lambda engine: engine.find_code("token", max_results=-1), "max_results is -1"),
    (lambda engine: engine.find_code("token", token_limit=-2), "token_limit is -2"),
    (lambda engine: engine.find_symbol("token", limit=-1), "limit is -1"),
    (lambda engine: engine.search_text("token", limit=-1), "limit is -1"),
    (lambda engine: engine.search_text("token", context=-1), "context is -1"),
    (lambda engine: engine.search("token", file_glob="../*"), "leaves the project"),
    (lambda engine: engine.search("token", paths=["../*"]), "leaves the project"),
    (lambda engine: engine.search("token", directory=".."), "leaves the project"),
    (lambda engine: engine.search_text("token", paths=["/etc/passwd"]), "leaves the project"),
])
def test_values_out_of_range_and_places_outside_are_value_errors(shop, state, call, message):
    with pytest.raises(ValueError, match=message):
        call(CodeWeaver(shop, state))


def test_places_may_be_absolute(shop, state):
    engine = CodeWeaver(shop, state)
    for options in ({"file_glob": f"{shop}/src/auth/*.py"}, {"directory": str(shop / "src/auth")}, {"paths": [f"{shop}/src/auth"]}):
        found = engine.search("user password", **options)
        assert found and all(match.file_path.startswith("src/auth/") for match in found), options
    assert all(file.path.startswith("src/auth/") for file in engine.search_text("def ", paths=[f"{shop}/src/auth"]).files)


@pytest.mark.parametrize("call", [
    lambda engine: engine.search(3),
    lambda engine: engine.search("token", limit="many"),
    lambda engine: engine.search("token", 5, None, 7),
    lambda engine: engine.index(rebuild=True),
    lambda engine: engine.find_code("token", colour="red"),
])
def test_wrong_types_and_names_are_type_errors(shop, state, call):
    with pytest.raises(TypeError):
        call(CodeWeaver(shop, state))
