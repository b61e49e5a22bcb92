"""The LangChain retriever with LangChain: documents, filters, callbacks, chains, and cancellation."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import asyncio

import codeweaver
import pytest
from codeweaver.langchain import CodeWeaverRetriever
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableLambda


@pytest.fixture
def engine(shop, state):
    return codeweaver.CodeWeaver(shop, state, project_id="shop")


def test_documents_are_the_results_of_the_search_in_its_order(engine):
    retriever = CodeWeaverRetriever(engine=engine, limit=3)
    assert isinstance(retriever, BaseRetriever)
    documents, results = retriever.invoke("retry failed uploads"), engine.search("retry failed uploads", limit=3)
    assert [document.page_content for document in documents] == [result.content for result in results]
    first = documents[0]
    assert first.id == "shop:src/billing/upload.py:1-20" and len({document.id for document in documents}) == len(documents)
    assert first.metadata == {
        "source": "src/billing/upload.py:1-20", "project_id": "shop", "file_path": "src/billing/upload.py", "start_line": 1, "end_line": 20,
        "scope": "upload_invoice", "score": results[0].score, "similarity": results[0].similarity, "language": "python",
        "match_type": results[0].match_type.value}
    assert {type(value) for value in first.metadata.values()} == {str, int, float}  # what every store of vectors takes


def test_options_go_to_the_search_and_those_of_a_call_before_them(engine):
    retriever = CodeWeaverRetriever(engine=engine, limit=8, options={"file_glob": "*.ts", "intent": "understand"})
    assert {document.metadata["language"] for document in retriever.invoke("total of the cart")} == {"typescript"}
    told = retriever.invoke("connection pool", file_glob="*.py", limit=1)
    assert [document.metadata["file_path"] for document in told] == ["src/database/pool.py"]
    bound = retriever.bind(file_glob=None, focus_languages=["python"], include_tests=False)
    assert {document.metadata["language"] for document in bound.invoke("token")} == {"python"}


def test_what_is_misspelt_is_refused(engine):
    with pytest.raises(ValueError, match="topk"):
        CodeWeaverRetriever(engine=engine, topk=3)
    with pytest.raises(TypeError, match="unexpected keyword argument 'langages'"):
        CodeWeaverRetriever(engine=engine, options={"langages": ["python"]}).invoke("token")


def test_unsaved_texts_are_found(engine):
    unsaved = engine.with_overlay({"src/lamp.py": "def light_lantern():\n    return 'lit'\n"})
    assert CodeWeaverRetriever(engine=unsaved).invoke("light the lantern")[0].metadata["file_path"] == "src/lamp.py"


class Told(BaseCallbackHandler):
    """What a chain reports of its retriever."""

    def __init__(self):
        self.found, self.failed = [], []

    def on_retriever_end(self, documents, **_):
        self.found.append(documents)

    def on_retriever_error(self, error, **_):
        self.failed.append(error)


def test_a_chain_runs_it_in_both_worlds_and_tells_its_callbacks(engine):
    told = Told()
    chain = CodeWeaverRetriever(engine=engine, limit=2) | RunnableLambda(lambda documents: documents[0].metadata["source"])
    assert chain.invoke("retry failed uploads", {"callbacks": [told]}) == "src/billing/upload.py:1-20"
    assert chain.batch(["retry failed uploads", "connection pool"])[1].startswith("src/database/pool.py:")
    assert asyncio.run(chain.ainvoke("retry failed uploads", {"callbacks": [told]})) == "src/billing/upload.py:1-20"
    assert len(told.found) == 2 and told.found[0] == told.found[1]
    with pytest.raises(codeweaver.InvalidArgumentError):
        chain.invoke("", {"callbacks": [told]})
    assert isinstance(told.failed[0], codeweaver.InvalidArgumentError)


def test_many_tasks_ask_beside_one_another(engine):
    async def use():
        retriever = CodeWeaverRetriever(engine=engine, limit=1)
        return await asyncio.gather(*(retriever.ainvoke(question) for question in ["connection pool", "retry failed uploads"] * 4))

    assert {found[0].metadata["file_path"] for found in asyncio.run(use())} == {"src/database/pool.py", "src/billing/upload.py"}
