"""ONNX models compared with ONNX Runtime's Python module; faults of models."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import pathlib
import subprocess

import numpy
import pytest
import tiny_models as tiny
from conftest import BUILD

PROGRAM = BUILD / "tests" / "onnx_answers"
TEXTS = ["def parse_config(path): return json.load(open(path))", "retry the upload [SEP] of a café", "한국어 텍스트", "x " * 200, "",
         "中文 İ ½"]
NEAR = 1e-5


def ask(what: str, model: pathlib.Path, texts=TEXTS, library=None, pooling: str = "auto") -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, what, library or tiny.library(), model, pooling], input=json.dumps(texts) + "\n",
                          capture_output=True, text=True)


def answer(*given, **named):
    done = ask(*given, **named)
    assert done.returncode == 0, done.stdout
    assert done.stderr == ""  # the library writes nothing
    return json.loads(done.stdout)


def unit(vector) -> numpy.ndarray:
    return vector / numpy.linalg.norm(vector)


POOLINGS = {"mean": lambda rows: rows.mean(axis=0), "cls": lambda rows: rows[0], "max": lambda rows: rows.max(axis=0),
            "last": lambda rows: rows[-1]}


def layers(*kinds: str) -> str:
    """A modules.json."""
    return json.dumps([{"type": f"sentence_transformers.models.{kind}"} for kind in kinds])


@pytest.mark.parametrize(("tokenizer", "saved"), [("uncased", {}), ("cased", {"integers": tiny.TensorProto.INT32}),
                                                  ("roberta", {"with_types": False})])
@pytest.mark.parametrize("pooling", POOLINGS)
def test_vectors_are_those_of_the_library_s_own_module(tmp_path, tokenizer, saved, pooling):
    folder = tiny.make_embedder(tmp_path / "model", tokenizer, **saved)
    reference = tiny.Reference(folder)
    found = answer("embed", folder, pooling=pooling)
    expected = [unit(POOLINGS[pooling](reference(text))) for text in TEXTS]
    assert numpy.abs(numpy.array(found["documents"]) - numpy.array(expected)).max() < NEAR
    assert found["queries"] == found["documents"]
    assert found["model"].startswith("onnx/model-") and found["model"].endswith(pooling)


def test_the_folder_says_how_it_is_used(tmp_path):
    folder = tiny.make_embedder(tmp_path / "model")
    (folder / "1_Pooling").mkdir()
    pooling = {"word_embedding_dimension": 16, "pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling))
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 9}))
    (folder / "config_sentence_transformers.json").write_text(json.dumps({"prompts": {"query": "find: ", "document": "text: "}}))
    (folder / "modules.json").write_text(layers("Transformer", "Pooling", "Normalize"))
    reference = tiny.Reference(folder, most=9)
    found = answer("embed", folder)
    for prompt, vectors in (("text: ", found["documents"]), ("find: ", found["queries"])):
        expected = [unit(reference(prompt + text)[0]) for text in TEXTS]
        assert numpy.abs(numpy.array(vectors) - numpy.array(expected)).max() < NEAR
    # A layer that the graph does not hold is not left out in silence.
    (folder / "modules.json").write_text(layers("Transformer", "Pooling", "Dense"))
    refused(ask("embed", folder), "MODEL_NOT_SUPPORTED", "layers after its pooling")


def test_a_model_that_pools_itself_is_taken_at_its_word_and_may_lie_in_a_folder_onnx(tmp_path):
    folder, graph = tmp_path / "pooled", tiny.Graph(4)
    words = tiny.take_tokenizer(folder, "uncased")
    graph.node("ReduceMean", tiny.encoder(graph, words, "", True), axes=[1], keepdims=0, out="sentence_embedding")
    tiny.save(folder, graph, [("sentence_embedding", ["batch", 16])], file="onnx/model_quantized.onnx")
    reference = tiny.Reference(folder, file="onnx/model_quantized.onnx")
    found = answer("embed", folder)
    assert numpy.abs(numpy.array(found["documents"]) - numpy.array([unit(reference(text)) for text in TEXTS])).max() < NEAR
    assert answer("embed", folder / "onnx" / "model_quantized.onnx") == found
    (folder / "other.onnx").write_bytes(b"")
    refused(ask("embed", folder), "MODEL_AMBIGUOUS", "other.onnx, onnx/model_quantized.onnx", "Give the path of the file")


def test_weights_beside_the_model_count_for_its_name(tmp_path):
    folder = tiny.make_embedder(tmp_path / "model")
    model = tiny.onnx.load(folder / "model.onnx")
    tiny.onnx.save(model, folder / "model.onnx", save_as_external_data=True, location="model.onnx_data", size_threshold=256)
    before = answer("embed", folder)
    weights = bytearray((folder / "model.onnx_data").read_bytes())
    weights[2] ^= 1
    (folder / "model.onnx_data").write_bytes(weights)
    after = answer("embed", folder)
    assert after["model"] != before["model"]


@pytest.mark.parametrize("classes", [1, 2])
def test_scores_of_a_cross_encoder_are_those_of_the_library_s_own_module(tmp_path, classes):
    folder = tiny.make_reranker(tmp_path / "judge", classes)
    reference = tiny.Reference(folder)
    found = answer("rerank", folder)
    assert found["model"].startswith("onnx/judge-")
    expected = []
    for text in TEXTS[1:]:
        numbers = reference(TEXTS[0], "a.py\n" + text).astype(float)
        expected.append(1 / (1 + numpy.exp(-numbers[0])) if classes == 1 else (numpy.exp(numbers) / numpy.exp(numbers).sum())[1])
    assert numpy.abs(numpy.array(found["scores"]) - numpy.array(expected)).max() < NEAR


@pytest.mark.parametrize(("tokenizer", "saved"), [("uncased", {}), ("roberta", {"with_types": False})])
def test_words_of_splade_are_those_of_the_library_s_own_module(tmp_path, tokenizer, saved):
    folder = tiny.make_splade(tmp_path / "splade", tokenizer, **saved)
    reference = tiny.Reference(folder)
    tokens = {number: token for token, number in reference.tokenizer.get_vocab(with_added_tokens=False).items()}
    for text, found in zip(TEXTS, answer("expand", folder)):
        weights = numpy.log1p(numpy.maximum(reference(text).max(axis=0), 0))
        words = {}
        for number, weight in enumerate(weights.tolist()):
            token = tokens.get(number, "")
            word = token.removeprefix("Ġ") if tokenizer == "roberta" else token
            is_whole = token.startswith("Ġ") if tokenizer == "roberta" else not token.startswith("##")
            if weight > 0 and is_whole and word and all(not letter.isascii() or letter.isalnum() for letter in word):
                words[word] = weight
        expected = dict(sorted(words.items(), key=lambda one: -one[1])[:64])
        assert found.keys() == expected.keys()
        assert max(abs(found[word] - expected[word]) for word in expected) < NEAR


def refused(done: subprocess.CompletedProcess, code: str, *said: str) -> None:
    assert done.returncode == 1, done.stdout
    assert done.stdout.startswith(code + "\n"), done.stdout
    for text in said:
        assert text in done.stdout


def test_a_library_that_is_none_is_refused_with_what_to_do(tmp_path):
    folder = tiny.make_embedder(tmp_path / "model")
    refused(ask("embed", folder, library="/no/such/libonnxruntime.so"), "ONNX_RUNTIME_NOT_FOUND", "/no/such/libonnxruntime.so", "onnx.library")
    refused(ask("embed", folder, library="libz.so.1"), "ONNX_RUNTIME_NOT_FOUND", "libz.so.1 is not ONNX Runtime")
    old = tmp_path / "old.c"
    old.write_text('static const void* get(unsigned v) { return 0; }\nstatic const char* version(void) { return "1.2.0"; }\n'
                   "static struct { const void* (*get)(unsigned); const char* (*version)(void); } base = {get, version};\n"
                   "const void* OrtGetApiBase(void) { return &base; }\n")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", tmp_path / "old.so", old], check=True)
    refused(ask("embed", folder, library=tmp_path / "old.so"), "ONNX_RUNTIME_NOT_FOUND", "has version 1.2.0, older than 1.8")


def test_folders_and_models_that_do_not_fit_are_refused_with_what_is_wrong(tmp_path):
    folder = tiny.make_embedder(tmp_path / "model")
    refused(ask("embed", tmp_path), "PATH_NOT_FOUND", "has no model.onnx", "Check the path")
    refused(ask("embed", tiny.make_splade(tmp_path / "splade")), "MODEL_NOT_SUPPORTED", "has none of the outputs sentence_embedding", "logits")
    refused(ask("rerank", tiny.make_reranker(tmp_path / "three", 3)), "MODEL_NOT_SUPPORTED", "returns 3 numbers")
    refused(ask("expand", tiny.make_reranker(tmp_path / "judge")), "MODEL_NOT_SUPPORTED", "in an unexpected shape")
    (folder / "tokenizer.json").rename(folder / "tokenizer.bak")
    refused(ask("embed", folder), "FILE_NOT_FOUND", "tokenizer.json")
    text = json.loads((folder / "tokenizer.bak").read_text())
    text["model"]["type"] = "WordLevel"
    (folder / "tokenizer.json").write_text(json.dumps(text))
    refused(ask("embed", folder), "TOKENIZER_NOT_SUPPORTED", "'WordLevel'")
    (folder / "tokenizer.bak").rename(folder / "tokenizer.json")
    (folder / "model.onnx").write_bytes(b"\x08\x08 this is no model")
    refused(ask("embed", folder), "MODEL_CORRUPT", "cannot be loaded")


def test_a_model_with_other_inputs_or_with_numbers_that_are_none_is_refused(tmp_path):
    def one(name: str, inputs: list[str], *nodes) -> pathlib.Path:
        folder = tmp_path / name
        tiny.take_tokenizer(folder, "uncased")
        helper = tiny.helper
        ports = [helper.make_tensor_value_info(port, tiny.TensorProto.INT64, ["batch", "tokens"]) for port in inputs]
        out = [helper.make_tensor_value_info("last_hidden_state", tiny.TensorProto.FLOAT, ["batch", "tokens", 1])]
        axes = tiny.numpy_helper.from_array(numpy.array([2], dtype=numpy.int64), "axes")
        graph = helper.make_graph([helper.make_node("Cast", [inputs[0]], ["floats"], to=tiny.TensorProto.FLOAT), *nodes,
                                   helper.make_node("Unsqueeze", ["last", "axes"], ["last_hidden_state"])], "odd", ports, out, [axes])
        tiny.onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), folder / "model.onnx")
        return folder

    node = tiny.helper.make_node
    refused(ask("embed", one("pixels", ["input_ids", "pixel_values"], node("Neg", ["floats"], ["last"]))), "MODEL_NOT_SUPPORTED", "'pixel_values'")
    masked = one("masked", ["attention_mask"], node("Neg", ["floats"], ["last"]))
    refused(ask("embed", masked), "MODEL_NOT_SUPPORTED", "no input 'input_ids'; it has attention_mask")
    zero = node("Sub", ["floats", "floats"], ["zero"])
    refused(ask("embed", one("nan", ["input_ids"], zero, node("Div", ["zero", "zero"], ["last"]))), "MODEL_FAILED", "not a finite number")


def test_a_model_with_fewer_words_than_its_tokenizer_fails_and_does_not_crash(tmp_path):
    folder, graph = tmp_path / "small", tiny.Graph(5)
    tiny.take_tokenizer(folder, "uncased")
    tiny.encoder(graph, 7, "last_hidden_state", True)
    tiny.save(folder, graph, [("last_hidden_state", ["batch", "tokens", 16])])
    refused(ask("embed", folder), "MODEL_FAILED", "failed: ")
