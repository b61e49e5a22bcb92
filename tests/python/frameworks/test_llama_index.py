"""The LlamaIndex retriever with LlamaIndex: nodes, filters, text for the model, query engines."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import asyncio

import codeweaver
import pytest
from codeweaver.llama_index import CodeWeaverRetriever
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.llms.mock import MockLLM
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.response_synthesizers import get_response_synthesizer
from llama_index.core.schema import MetadataMode, QueryBundle


@pytest.fixture
def engine(shop, state):
    return codeweaver.CodeWeaver(shop, state, project_id="shop")


def test_nodes_are_the_results_of_the_search_in_its_order(engine):
    retriever = CodeWeaverRetriever(engine, limit=3)
    assert isinstance(retriever, BaseRetriever)
    nodes, results = retriever.retrieve("retry failed uploads"), engine.search("retry failed uploads", limit=3)
    assert [(node.text, node.score) for node in nodes] == [(result.content, result.score) for result in results]
    assert nodes[0].node_id == "shop:src/billing/upload.py:1-20"
    assert nodes[0].metadata == {
        "source": "src/billing/upload.py:1-20", "project_id": "shop", "file_path": "src/billing/upload.py", "start_line": 1, "end_line": 20,
        "scope": "upload_invoice", "score": results[0].score, "similarity": results[0].similarity, "language": "python",
        "match_type": results[0].match_type.value}
    assert retriever.retrieve(QueryBundle("retry failed uploads")) == nodes


def test_a_model_is_shown_place_and_symbol_and_no_scores(engine):
    shown = CodeWeaverRetriever(engine, limit=1).retrieve("retry failed uploads")[0].node.get_content(MetadataMode.LLM)
    assert shown.startswith("source: src/billing/upload.py:1-20\nscope: upload_invoice\nlanguage: python\n\n")
    assert "score" not in shown.split("\n\n")[0]


def test_options_go_to_the_search(engine):
    found = CodeWeaverRetriever(engine, options={"file_glob": "*.ts", "intent": "understand"}).retrieve("total of the cart")
    assert {node.metadata["language"] for node in found} == {"typescript"}
    with pytest.raises(TypeError, match="unexpected keyword argument 'langages'"):
        CodeWeaverRetriever(engine, options={"langages": ["python"]}).retrieve("token")


def test_it_is_awaited_too(engine):
    retriever = CodeWeaverRetriever(engine, limit=1)

    async def use():
        return await asyncio.gather(retriever.aretrieve("connection pool"), retriever.aretrieve("retry failed uploads"))

    assert [found[0].metadata["file_path"] for found in asyncio.run(use())] == ["src/database/pool.py", "src/billing/upload.py"]


def test_a_query_engine_answers_from_it(engine):
    model = MockLLM()  # answers with what it is asked
    answering = RetrieverQueryEngine(CodeWeaverRetriever(engine, limit=2), get_response_synthesizer(llm=model))
    answer = answering.query("retry failed uploads")
    assert answer.source_nodes[0].metadata["source"] == "src/billing/upload.py:1-20"
    assert "def upload_invoice" in str(answer)
