"""Chunkers, sparse encoders and answer models written in Python, and plugins of installed packages by name."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import shutil
import subprocess
import sys

import codeweaver
import pytest
from codeweaver import plugins

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "plugins" / "python"


class Lines(codeweaver.Chunker):
    """One piece a line of text files, named after its first word; code as ever."""

    def cut(self, path, language, text):
        if language != "text":
            return super().cut(path, language, text)
        pieces, begin = [], 0
        for line in text.splitlines(keepends=True):
            pieces.append(codeweaver.FilePiece(begin, begin + len(line), symbol=line.split(" ")[0].strip()))
            begin += len(line)
        return pieces


def test_a_chunker_counts_characters_and_leaves_the_rest_to_the_built_in_one(shop, state):
    (shop / "notes.txt").write_text("naïve ünïcode first\nsecond line 🙂 here\nthird\n", encoding="utf-8")
    weaver = codeweaver.CodeWeaver(shop, state, chunker=Lines("lines"))
    weaver.index()
    best = weaver.find_code("second line here").matches[0]
    assert (best.content.content.rstrip(), best.span, best.content.chunk_name) == (
        "second line 🙂 here", codeweaver.Span(2, 2), "notes.txt:second")
    assert best.audit.chunk_strategy == "lines"
    assert weaver.search("retry failed uploads")[0].scope  # code was cut by syntax
    text = (shop / "src" / "billing" / "upload.py").read_text()
    cut = codeweaver.Chunker("x").cut("src/billing/upload.py", "python", text)
    assert cut and all(text[piece.begin:piece.end].strip() for piece in cut)


@pytest.mark.parametrize(("result", "said"), [
    (lambda text: [codeweaver.FilePiece(0, len(text) + 1)], "is outside the text"),
    (lambda text: ["no piece"], "did not return a list of FilePiece"),
    (lambda text: 1 / 0, "ZeroDivisionError"),
])
def test_what_a_chunker_does_wrong_fails_that_file_alone(shop, state, result, said):
    class Wrong(Lines):
        def cut(self, path, language, text):
            return result(text) if path == "notes.txt" else super().cut(path, language, text)

    (shop / "notes.txt").write_text("some text\n")
    weaver = codeweaver.CodeWeaver(shop, state, chunker=Wrong("wrong"))
    report = weaver.index()
    assert [(one.path, one.reason) for one in report.failures] == [("notes.txt", "chunker_failed")]
    assert said in report.failures[0].detail
    assert weaver.search("retry failed uploads")


class Xylophone(codeweaver.SparseEncoder):
    """Says of all that uploads that it is about xylophones."""

    def encode_documents(self, texts):
        return [{"xylophone": 2.0} if "upload" in text else {} for text in texts]

    def encode_query(self, text):
        return {"xylophone": 0.5} if "instrument" in text else {}


def test_a_sparse_encoder_adds_words_to_chunks_and_queries(shop, state):
    encoder = Xylophone("test", "xylophone-1")
    weaver = codeweaver.CodeWeaver(shop, state, sparse_encoder=encoder)
    weaver.index()
    for query in ["xylophone", "instrument"]:
        assert weaver.search(query, limit=1, min_similarity=0.0)[0].file_path == "src/billing/upload.py", query
    with pytest.raises(codeweaver.InvalidArgumentError, match="test/xylophone-1"):
        codeweaver.HybridSearcher(state)
    searcher = codeweaver.HybridSearcher(state, sparse_encoder=encoder)
    assert searcher.search("xylophone", min_similarity=0.0).matches[0].file.path == "src/billing/upload.py"


def test_a_sparse_encoder_that_fails_costs_a_warning(shop, state):
    class Failing(Xylophone):
        def encode_query(self, text):
            raise ConnectionError("no service")

    weaver = codeweaver.CodeWeaver(shop, state, sparse_encoder=Failing("test", "xylophone-1"))
    answer = weaver.find_code("retry failed uploads")
    assert answer.matches and any("ConnectionError: no service" in warning for warning in answer.warnings)
    other = codeweaver.Indexer(shop, state.with_name("other"), sparse_encoder=codeweaver.SparseEncoder("a", "b")).run()
    assert other.total_chunks and any("NotImplementedError" in warning for warning in other.warnings)


@pytest.mark.parametrize(("given", "said"), [
    ([{"odd": float("nan")}], "is not a number"), ([{"x" * 1000: 1.0}], "a term of 1000 bytes"), ([], "0 dictionaries for"),
    ("text", "did not return a dictionary of words and weights"),
])
def test_nonsense_of_a_sparse_encoder_costs_its_words_alone(shop, state, given, said):
    class Odd(Xylophone):
        def encode_documents(self, texts):
            return given * len(texts) if isinstance(given, list) else given

    report = codeweaver.Indexer(shop, state, sparse_encoder=Odd("test", "odd")).run()
    assert report.total_chunks and any(said in warning for warning in report.warnings)


def test_synonyms_find_each_other():
    encoder = codeweaver.SynonymEncoder([["login", "sign-in"]], query_weight=0.25)
    assert encoder.encode_query("login form") == {"sign-in": 0.25}
    assert encoder.encode_documents(["a sign-in page", "nothing"]) == [{"login": 1.0}, {}]
    assert encoder.model.startswith("synonyms-")
    with pytest.raises(ValueError, match="fewer than two words"):
        codeweaver.SynonymEncoder([["one"]])


def test_questions_are_answered_with_their_places(shop, state):
    weaver = codeweaver.CodeWeaver(shop, state)
    answer = weaver.ask("where are failed uploads retried")
    assert answer.citations[0].path == "src/billing/upload.py" and answer.model == "codeweaver/extractive-1"
    assert answer.text.startswith("src/billing/upload.py:") and answer.found.matches
    assert [source.file_path for source in answer.sources] == [match.file.path for match in answer.found.matches]
    assert isinstance(answer.sources[0], codeweaver.SearchResult) and len(weaver.ask("failed uploads", limit=1).sources) == 1
    none = weaver.ask("which planet has the most moons")
    assert none.text == "" and none.warnings[-1].endswith("the question")

    class Model(codeweaver.AnswerModel):
        def answer(self, question, passages, token_limit=1000):
            assert question == "failed uploads" and len(passages) == 2 and passages[0].content
            return codeweaver.ModelAnswer("There [1], not [2].", [codeweaver.Citation(0, passages[0].lines),
                                                                   codeweaver.Citation(9, codeweaver.Span(1, 1))])

    said = weaver.ask("failed uploads", model=Model("test", "own"), passages=2, min_similarity=0.0)
    assert said.text == "There [1], not ." and len(said.citations) == 1 and said.model == "test/own"
    assert "1 citation of the model" in said.warnings[-1]

    class Talker(Model):
        def stream(self, question, passages, token_limit=1000):
            yield "Over "
            yield "there"
            yield codeweaver.ModelAnswer("Over there")

    told = []
    assert weaver.ask("failed uploads", model=Talker("test", "talker"), on_text=told.append).text == "Over there"
    assert told == ["Over ", "there"]
    with pytest.raises(ZeroDivisionError):  # what is raised there stops the model
        weaver.ask("failed uploads", model=Talker("test", "talker"), on_text=lambda _: 1 // 0)
    endless = type("Endless", (Model,), {"stream": lambda *_, **__: iter(["a"])})("test", "endless")
    with pytest.raises(codeweaver.UnavailableError, match="without a ModelAnswer"):
        weaver.ask("failed uploads", model=endless, on_text=told.append)
    fused = weaver.ask("failed uploads", model=Model("test", "own"), passages=2, queries=["retry with growing pauses"], min_similarity=0.0)
    assert fused.found.matches
    with pytest.raises(codeweaver.UnavailableError, match="did not return a ModelAnswer"):
        weaver.ask("x", model=type("Bad", (Model,), {"answer": lambda *_, **__: "text"})("test", "bad"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The example package, installed where its entry points are found."""
    folder = tmp_path_factory.mktemp("package")
    shutil.copytree(EXAMPLE, folder / "source")
    subprocess.run([sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--quiet", "--no-index", "--no-deps",
                    "--no-build-isolation", "--target", folder / "site", folder / "source"], check=True, timeout=120)
    sys.path.insert(0, str(folder / "site"))
    yield folder
    sys.path.remove(str(folder / "site"))
    sys.modules.pop("team_plugins", None)


def test_names_of_an_installed_package_are_known_before_it_is_imported(installed):
    assert plugins.embedders() == ["letters"]
    assert plugins.rerankers() == ["shallow_first"]
    assert (plugins.chunkers(), plugins.sparse_encoders(), plugins.answer_models()) == (["statements"], ["abbreviations"], ["place"])
    assert "team_plugins" not in sys.modules


def test_what_they_name_indexes_and_searches(installed, shop, state):
    (shop / "handler.py").write_text("def handle(request):\n    return request.body\n")
    letters = plugins.embedder("letters", {"dimension": 64})
    codeweaver.Indexer(shop, state, embedder=letters).run()
    found = codeweaver.HybridSearcher(state, embedder=letters, reranker=plugins.reranker("shallow_first")).search("handle request")
    assert found.matches[0].file.path == "handler.py"
    assert found.matches[0].audit.embedder_model == "letters-64"
    plain = codeweaver.HybridSearcher(state, embedder=plugins.embedder("letters", {"dimension": 64}))
    assert plain.search("retry failed uploads").matches  # the same settings make the same model
    with pytest.raises(codeweaver.InvalidArgumentError, match="team/letters-64"):
        codeweaver.HybridSearcher(state, embedder=plugins.embedder("letters"))


def test_settings_name_the_plugins_of_a_package(installed, shop, state):
    (shop / "tables.sql").write_text("create table a (id integer);\n\ncreate index total_of_a on a (id);\n")
    (shop / "handler.py").write_text("def handle(ctx):\n    return ctx.request\n")
    (shop / "codeweaver.toml").write_text(
        '[embedding]\nprovider = "letters"\n[chunking]\nstrategy = "statements"\n[sparse]\nprovider = "abbreviations"\n'
        '[rerank]\nprovider = "shallow_first"\n[answer]\nprovider = "place"\n')
    weaver = codeweaver.CodeWeaver(shop, state)
    weaver.index()
    statistics = weaver.status().statistics
    assert (statistics.embedder_provider, statistics.embedder_model) == ("team", "letters-128")
    best = weaver.find_code("total of a", file_glob="*.sql", min_similarity=0.0).matches[0]
    assert (best.file.path, best.span) == ("tables.sql", codeweaver.Span(3, 3))
    assert best.audit.chunk_strategy == "statements"
    assert weaver.search("context", min_similarity=0.0)[0].file_path == "handler.py"
    assert weaver.ask("total of a", file_glob="*.sql", min_similarity=0.0).text.startswith("See tables.sql [1]: ")


def test_arguments_name_them_too(installed, shop, state):
    codeweaver.Indexer(shop, state, embedder="letters", chunker="statements").run()
    found = codeweaver.HybridSearcher(state, embedder="letters", reranker="shallow_first").search("retry failed uploads")
    assert found.matches and found.matches[0].audit.embedder_model == "letters-128"


def test_a_name_that_nobody_offers_and_a_package_that_fails_are_errors(installed, shop, state, monkeypatch):
    with pytest.raises(codeweaver.UnsupportedError, match="offers 'nobody'.*Installed: letters") as caught:
        plugins.embedder("nobody")
    assert caught.value.code == "PROVIDER_NOT_AVAILABLE"
    with pytest.raises(codeweaver.UnsupportedError, match="offers 'nobody'"):
        codeweaver.Indexer(shop, state, embedder="nobody")
    (shop / "codeweaver.toml").write_text('[chunking]\nstrategy = "nobody"\n')
    with pytest.raises(codeweaver.UnsupportedError, match="offers 'nobody'.*Installed: statements"):
        codeweaver.CodeWeaver(shop, state)
    import team_plugins
    monkeypatch.setattr(team_plugins, "LetterEmbedder", lambda config: 1 / 0)
    with pytest.raises(codeweaver.UnavailableError, match="ZeroDivisionError.*team_plugins:LetterEmbedder") as caught:
        plugins.embedder("letters")
    assert caught.value.code == "PROVIDER_FAILED"
    monkeypatch.setattr(team_plugins, "LetterEmbedder", lambda config: "letters")
    with pytest.raises(TypeError, match="'letters' made str, expected a codeweaver.Embedder"):
        plugins.embedder("letters")
