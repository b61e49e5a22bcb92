"""Value types are immutable, comparable, and convertible to dictionaries and JSON; enumerations are strings."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import copy
import enum
import json
import pickle
import threading

import codeweaver
import pytest
from codeweaver import AgentTask, FindCodeResponseSummary, HybridSearcher, IntentType, QueryIntent, SemanticClass, Span

ENUMS = [value for value in vars(codeweaver).values() if isinstance(value, type) and issubclass(value, enum.Enum)]


@pytest.mark.parametrize("kind", ENUMS, ids=lambda kind: kind.__name__)
def test_members_of_enumerations_are_lower_case_texts(kind):
    assert len(kind) > 1
    for member in kind:
        assert isinstance(member, str) and member == member.value == str(member) == f"{member}"
        assert member.value == member.name.lower()
        assert kind(member.value) is member
        assert pickle.loads(pickle.dumps(member)) is member


def test_enumerations_hold_what_the_specification_lists():
    assert [member.value for member in IntentType] == [
        "understand", "implement", "debug", "optimize", "test", "configure", "document"]
    assert len(SemanticClass) == 21 and len(AgentTask) == 9
    assert [member.value for member in codeweaver.ChunkSource] == ["text_block", "file", "ast_node"]


def test_texts_are_taken_where_enumerations_are():
    assert codeweaver.importance_of("definition_type") == codeweaver.importance_of(SemanticClass.DEFINITION_TYPE)
    assert codeweaver.importance_of("definition_type").discovery == 0.95
    debug = codeweaver.task_profile("debug")
    assert [debug.discovery, debug.comprehension, debug.modification, debug.debugging, debug.documentation] == [
        0.2, 0.3, 0.1, 0.35, 0.05]
    with pytest.raises(ValueError, match="'definitions' is not a valid SemanticClass.*definition_callable"):
        codeweaver.importance_of("definitions")
    with pytest.raises(TypeError):
        codeweaver.importance_of(3)


def test_a_span_is_validated_immutable_comparable_and_hashable():
    span = Span(3, 9)
    assert (span.start_line, span.end_line, span.line_count) == (3, 9, 7)
    assert span == Span(3, 9) and span != Span(3, 8) and span != "Span"
    assert len({span, Span(3, 9), Span(4, 9)}) == 2
    assert repr(span) == "Span(start_line=3, end_line=9)"
    assert span.to_dict() == [3, 9] and Span.from_json(span.to_json()) == span
    with pytest.raises(AttributeError):
        span.start_line = 1
    for start, end in [(0, 1), (5, 4)]:
        with pytest.raises(codeweaver.InvalidArgumentError, match="Invalid line range"):
            Span(start, end)
    with pytest.raises(ValueError, match="\\[0, 3\\]|start"):
        Span.from_json("[0, 3]")


def test_a_query_intent_is_validated_and_reads_back_from_json():
    intent = QueryIntent("debug", 0.5, "cue 'error'", ["login"], "moderate")
    assert intent.intent_type is IntentType.DEBUG
    assert QueryIntent.from_json(intent.to_json()) == intent
    assert intent.to_dict()["intent_type"] == "debug"
    intent.focus_areas.append("changed")  # a copy
    assert intent.focus_areas == ["login"]
    with pytest.raises(ValueError, match="outside"):
        QueryIntent("debug", 1.5, "why")
    with pytest.raises(ValueError, match="Reasoning is empty"):
        QueryIntent("debug", 0.5, "")


def test_an_answer_reads_back_from_its_json(shop_index):
    answer = HybridSearcher(shop_index).search("token expiry", explain=True, count_callers=True)
    assert answer.matches
    again = FindCodeResponseSummary.from_json(answer.to_json())
    assert again.matches == answer.matches
    assert again.to_dict() == answer.to_dict() == json.loads(answer.to_json())
    match = answer.to_dict()["matches"][0]
    assert match["span"] == [answer.matches[0].span.start_line, answer.matches[0].span.end_line]
    assert match["content"]["semantic_class"] in [member.value for member in SemanticClass]
    assert "/" in match["file"]["path"] and match["file"]["absolute_path"].endswith(match["file"]["path"])


def test_parts_of_an_answer_outlive_it(shop_index):
    match = HybridSearcher(shop_index).search("token").matches[0]
    path = match.file.path
    chunk = match.content
    del match
    assert path == chunk.file_path and chunk.content


def test_every_public_value_type_has_a_text_form_and_no_writable_attribute(shop_index):
    answer = HybridSearcher(shop_index).search("token")
    match = answer.matches[0]
    for value in [answer, match, match.file, match.content, match.span, match.audit, match.file.ext_kind,
                  HybridSearcher(shop_index).statistics()]:
        assert repr(value).startswith(type(value).__name__ + "(")
        assert value.to_dict() and value.to_json()
        for name in value.__match_args__:
            with pytest.raises(AttributeError):
                setattr(value, name, None)


def values_of_every_type(shop, state):
    """One value of each value type, as the package itself gives it, by name of the type."""
    (shop / "broken.py").write_bytes(b"\x00\x01\xff")
    weaver = codeweaver.CodeWeaver(shop, state)
    progress = []
    report = weaver.index(progress=progress.append)
    answer = HybridSearcher(state).search("token expiry", explain=True, count_callers=True)
    why = HybridSearcher(state).why_not("token expiry", answer.matches[-1].file.path, limit=1)
    seen = []

    class Remembering(codeweaver.Reranker):
        def rerank(self, query, candidates):
            seen.extend(candidates)
            return super().rerank(query, candidates)

    HybridSearcher(state, reranker=Remembering("test/remembering")).search("token expiry")
    facts = weaver.make_snapshot(state.parent / "shop.cwsnap")
    status = weaver.status()
    stop, batches = threading.Event(), []

    def on_batch(batch):
        batches.append(batch)
        stop.set()

    weaver.watch(on_batch=on_batch, stop=stop)
    match = answer.matches[0]
    said = weaver.ask("where does a token expire")
    lines = weaver.search_text("def ")
    found = [Span(3, 9), QueryIntent("debug", 0.5, "cue", ["login"], "moderate"), answer, match, match.file, match.content,
             match.file.ext_kind, match.audit, match.ranks, match.callers, why, why.differences[0], seen[0], status, status.statistics,
             status.last_run, report, progress[-1], batches[0], report.skipped[0],
             weaver.search("token")[0], weaver.find_code("who calls open_new").call_graph, weaver.find_symbol("ConnectionPool")[0],
             weaver.find_references("UploadFailed")[0], weaver.call_graph("open_new"),
             weaver.call_graph("open_new").matches[0],
             weaver.call_graph("ConnectionPool", "callees").outside[0], codeweaver.task_profile("debug"),
             codeweaver.StaticEmbedder().info, codeweaver.FilePiece(0, 9, symbol="login", defines=["login"]),
             codeweaver.Passage("a.py", Span(1, 2), "text"), codeweaver.Citation(0, Span(1, 2)),
             codeweaver.ModelAnswer("See [1].", [codeweaver.Citation(0, Span(1, 2))]), said, said.citations[0],
             lines, lines.files[0], lines.files[0].hits[0], facts]
    return {type(value).__name__: value for value in found}


# Types that only a second process makes; their state is made by hand.
MADE_BY_OTHERS = {
    "WatchWait": {"reason": "run", "process": "17", "since": "2026-01-02T03:04:05Z"},
    "RunProgress": {"run_id": "r", "started_at": "2026-01-02T03:04:05Z", "updated_at": "", "files_discovered": 3,
                    "files_processed": 2, "chunks_created": 1, "errors": 0},
}


def test_values_of_every_type_are_copied_and_pickled_whole(shop, state):
    values = values_of_every_type(shop, state)
    removed = {"symbol": values["SymbolMatch"], "uses": [values["ReferenceMatch"]]}  # only a git range has some
    for name, fields in {**MADE_BY_OTHERS, "RemovedDefinition": removed}.items():
        kind = getattr(codeweaver._core, name)
        values[name] = kind.__new__(kind)
        values[name].__setstate__(fields)
        assert {field: getattr(values[name], field) for field in kind.__match_args__} == fields
    wanted = {name for name, kind in vars(codeweaver._core).items() if hasattr(kind, "__match_args__")}
    assert set(values) == wanted
    for name, value in values.items():
        again = [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
        for other in [*again, copy.copy(value), copy.deepcopy(value)]:
            assert other is not value and type(other) is type(value), name
            assert other == value and other.to_dict() == value.to_dict() and repr(other) == repr(value), name


def test_a_pickled_candidate_is_scored_as_before(shop_index):
    kept = []

    class Keeping(codeweaver.Reranker):
        def rerank(self, query, candidates):
            kept[:] = [candidates, super().rerank(query, candidates)]
            return kept[1]

    HybridSearcher(shop_index, reranker=Keeping("test/keeping")).search("token expiry")
    candidates, scores = kept
    elsewhere = pickle.loads(pickle.dumps(candidates))
    assert codeweaver.Reranker().rerank("token expiry", elsewhere).tolist() == scores.tolist()


def test_a_pickle_of_another_version_keeps_the_fields_that_both_know():
    span = Span.__new__(Span)
    span.__setstate__({"start_line": 4, "end_line": 6, "column": 9})
    assert span == Span(4, 6)
    other = QueryIntent.__new__(QueryIntent)
    other.__setstate__({"reasoning": "older"})
    assert other.reasoning == "older" and other.focus_areas == []
