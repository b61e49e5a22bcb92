"""Tiny ONNX transformers with random weights, in folders like those of sentence-transformers and Optimum."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import pathlib

import numpy
import pytest

onnx = pytest.importorskip("onnx", reason="the package onnx is not there; see tests/models.txt")
pytest.importorskip("onnxruntime", reason="the package onnxruntime is not there; see tests/models.txt")
pytest.importorskip("tokenizers", reason="the package tokenizers is not there; see tests/models.txt")
import onnxruntime  # noqa: E402
from onnx import TensorProto, helper, numpy_helper  # noqa: E402
from tokenizers import Tokenizer  # noqa: E402

DATA = pathlib.Path(__file__).parent.parent / "data" / "tokenizers"
WIDTH, HEADS, LAYERS, POSITIONS = 16, 2, 2, 64


def library() -> pathlib.Path:
    """The library that the package onnxruntime brings."""
    return next((pathlib.Path(onnxruntime.__file__).parent / "capi").glob("libonnxruntime.so.*"))


class Graph:
    """A graph that grows node by node; each call returns the name of what it makes."""

    def __init__(self, seed: int):
        self.random = numpy.random.default_rng(seed)
        self.nodes, self.weights = [], []

    def weight(self, *shape: int, scale: float = 0.5) -> str:
        return self.constant(self.random.normal(scale=scale, size=shape).astype(numpy.float32))

    def constant(self, values) -> str:
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(numpy.asarray(values), name))
        return name

    def node(self, kind: str, *inputs: str, out: str = "", **attributes) -> str:
        out = out or f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [out], **attributes))
        return out

    def linear(self, value: str, size_in: int, size_out: int, out: str = "") -> str:
        return self.node("Add", self.node("MatMul", value, self.weight(size_in, size_out)), self.weight(size_out), out=out)

    def normed(self, value: str, out: str = "") -> str:
        return self.node("LayerNormalization", value, self.weight(WIDTH, scale=1), self.weight(WIDTH), axis=-1, epsilon=1e-12, out=out)


def attention(graph: Graph, state: str, mask: str) -> str:
    def heads(value: str) -> str:
        split = graph.node("Reshape", value, graph.constant(numpy.array([0, 0, HEADS, WIDTH // HEADS], dtype=numpy.int64)))
        return graph.node("Transpose", split, perm=[0, 2, 1, 3])

    query, key, value = (heads(graph.linear(state, WIDTH, WIDTH)) for _ in range(3))
    scores = graph.node("MatMul", query, graph.node("Transpose", key, perm=[0, 1, 3, 2]))
    scores = graph.node("Add", graph.node("Mul", scores, graph.constant(numpy.float32((WIDTH / HEADS) ** -0.5))), mask)
    mixed = graph.node("Transpose", graph.node("MatMul", graph.node("Softmax", scores, axis=-1), value), perm=[0, 2, 1, 3])
    joined = graph.node("Reshape", mixed, graph.constant(numpy.array([0, 0, WIDTH], dtype=numpy.int64)))
    return graph.linear(joined, WIDTH, WIDTH)


def encoder(graph: Graph, words: int, out: str, with_types: bool) -> str:
    """BERT: embeddings, then layers of attention and a feed-forward net."""
    positions = graph.node("Slice", graph.weight(POSITIONS, WIDTH), graph.constant(numpy.array([0], dtype=numpy.int64)),
                           graph.node("Shape", "input_ids", start=1, end=2))
    state = graph.node("Add", graph.node("Gather", graph.weight(words, WIDTH), "input_ids"), positions)
    if with_types:
        state = graph.node("Add", state, graph.node("Gather", graph.weight(2, WIDTH), "token_type_ids"))
    state = graph.normed(state)
    floats = graph.node("Cast", "attention_mask", to=TensorProto.FLOAT)
    mask = graph.node("Unsqueeze", floats, graph.constant(numpy.array([1, 2], dtype=numpy.int64)))
    mask = graph.node("Mul", graph.node("Sub", graph.constant(numpy.float32(1)), mask), graph.constant(numpy.float32(-1e4)))
    for layer in range(LAYERS):
        state = graph.normed(graph.node("Add", state, attention(graph, state, mask)))
        inner = graph.linear(graph.node("Tanh", graph.linear(state, WIDTH, 4 * WIDTH)), 4 * WIDTH, WIDTH)
        state = graph.normed(graph.node("Add", state, inner), out=out if layer == LAYERS - 1 else "")
    return state


def save(folder: pathlib.Path, graph: Graph, outputs: list[tuple[str, list]], with_types: bool = True,
         integers: int = TensorProto.INT64, file: str = "model.onnx") -> None:
    names = ["input_ids", "attention_mask"] + (["token_type_ids"] if with_types else [])
    inputs = [helper.make_tensor_value_info(name, integers, ["batch", "tokens"]) for name in names]
    made = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in outputs]
    whole = helper.make_graph(graph.nodes, "tiny", inputs, made, graph.weights)
    model = helper.make_model(whole, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    (folder / file).parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, folder / file)


def take_tokenizer(folder: pathlib.Path, name: str) -> int:
    """Copies a tokenizer of tests/data and returns how many tokens it has."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tokenizer.json").write_text((DATA / f"{name}.json").read_text())
    (folder / "config.json").write_text(json.dumps({"model_type": "bert", "max_position_embeddings": POSITIONS}))
    return Tokenizer.from_file(str(folder / "tokenizer.json")).get_vocab_size()


def make_embedder(folder: pathlib.Path, tokenizer: str = "uncased", seed: int = 1, **saved) -> pathlib.Path:
    words = take_tokenizer(folder, tokenizer)
    graph = Graph(seed)
    encoder(graph, words, "last_hidden_state", saved.get("with_types", True))
    save(folder, graph, [("last_hidden_state", ["batch", "tokens", WIDTH])], **saved)
    return folder


def make_reranker(folder: pathlib.Path, classes: int = 1, seed: int = 2) -> pathlib.Path:
    words = take_tokenizer(folder, "uncased")
    graph = Graph(seed)
    first = graph.node("Gather", encoder(graph, words, "", True), graph.constant(numpy.int64(0)), axis=1)
    graph.linear(first, WIDTH, classes, out="logits")
    save(folder, graph, [("logits", ["batch", classes])])
    return folder


def make_splade(folder: pathlib.Path, tokenizer: str = "uncased", seed: int = 3, **saved) -> pathlib.Path:
    words = take_tokenizer(folder, tokenizer)
    graph = Graph(seed)
    graph.linear(encoder(graph, words, "", saved.get("with_types", True)), WIDTH, words, out="logits")
    save(folder, graph, [("logits", ["batch", "tokens", words])], **saved)
    return folder


class Reference:
    """The model as PyPI tokenizers and ONNX Runtime's own Python module run it."""

    def __init__(self, folder: pathlib.Path, most: int = POSITIONS, file: str = "model.onnx"):
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(most)
        self.session = onnxruntime.InferenceSession(folder / file, providers=["CPUExecutionProvider"])

    def __call__(self, *texts: str) -> numpy.ndarray:
        made = self.tokenizer.encode(*texts)
        known = {"input_ids": made.ids, "attention_mask": made.attention_mask, "token_type_ids": made.type_ids}
        kinds = {"tensor(int64)": numpy.int64, "tensor(int32)": numpy.int32}
        return self.session.run(None, {one.name: numpy.array([known[one.name]], dtype=kinds[one.type]) for one in self.session.get_inputs()})[0][0]
