"""A real Ollama server on loopback with two models of random weights: its answers mean nothing, but their form and its errors are real."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import importlib.util
import os
import pathlib
import socket
import string
import subprocess
import urllib.request

import pytest

from conftest import ROOT
from service_client import wait_for

PROGRAM = ROOT / "build" / "ollama" / "ollama"
EMBEDDER, WRITER = "tiny-bert", "tiny-llama"
WIDTH, INNER, LAYERS, HEADS = 64, 128, 2, 4
EMBEDDER_CONTEXT = 512  # tokens


class Ollama:
    """A server with a folder of its own; ends with its object, and can be started again at the same port."""

    def __init__(self, folder: pathlib.Path):
        if not PROGRAM.exists():
            pytest.skip("the Ollama server is not built: scripts/ollama")
        if importlib.util.find_spec("gguf") is None:
            pytest.skip("the package gguf is not there; see tests/stores.txt")
        self.folder, self.process = folder, None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {"HOME": str(folder), "OLLAMA_HOST": f"127.0.0.1:{self.port}", "OLLAMA_MODELS": str(folder / "models"),
                            "OLLAMA_NUM_PARALLEL": "1", "PATH": os.environ["PATH"]}
        self.start()
        write_embedder(folder / "embedder.gguf")
        write_writer(folder / "writer.gguf")
        # One thread each: the kernels spin while they wait for one another.
        self.create(EMBEDDER, "FROM ./embedder.gguf\nPARAMETER num_thread 1\n")
        self.create(WRITER, "FROM ./writer.gguf\nPARAMETER num_thread 1\nPARAMETER num_ctx 8192\n")

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen([PROGRAM, "serve"], env=self.environment, cwd=self.folder, stdout=log, stderr=log)
        wait_for(self.answers, "the Ollama server")

    def answers(self) -> bool:
        assert self.process.poll() is None, (self.folder / "log").read_text()
        try:
            with urllib.request.urlopen(f"{self.url}/api/version", timeout=10) as reply:
                return reply.status == 200
        except OSError:
            return False

    def create(self, name: str, modelfile: str) -> None:
        file = self.folder / f"{name}.modelfile"
        file.write_text(modelfile)
        done = subprocess.run([PROGRAM, "create", name, "-f", file], env=self.environment, cwd=self.folder, capture_output=True,
                              text=True, timeout=120)
        assert done.returncode == 0, done.stderr

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(60)
            self.process = None


class Weights:
    """A model file in the making: the settings that both have, and tensors of random numbers, the same each time."""

    def __init__(self, path: pathlib.Path, architecture: str, context: int):
        import gguf
        import numpy

        self.numpy, self.random = numpy, numpy.random.default_rng(1)
        self.file = gguf.GGUFWriter(path, architecture)
        self.file.add_name(f"tiny-random-{architecture}")
        self.file.add_context_length(context)
        self.file.add_embedding_length(WIDTH)
        self.file.add_feed_forward_length(INNER)
        self.file.add_block_count(LAYERS)
        self.file.add_head_count(HEADS)
        self.file.add_file_type(0)

    def add(self, name: str, *shape: int) -> None:
        self.file.add_tensor(f"{name}.weight", (self.random.standard_normal(shape) * 0.05).astype(self.numpy.float32))

    def add_constant(self, name: str, value: float, size: int = WIDTH) -> None:
        self.file.add_tensor(name, self.numpy.full(size, value, self.numpy.float32))

    def close(self) -> None:
        self.file.write_header_to_file()
        self.file.write_kv_data_to_file()
        self.file.write_tensors_to_file()
        self.file.close()


def write_embedder(path: pathlib.Path) -> None:
    """A BERT that embeds single characters."""
    import gguf

    weights, size = Weights(path, "bert", EMBEDDER_CONTEXT), 512
    characters = string.ascii_lowercase + string.digits
    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *("\u2581" + one for one in characters + string.punctuation), *characters]
    tokens += [f"[unused{n}]" for n in range(len(tokens), size)]
    file = weights.file
    file.add_layer_norm_eps(1e-12)
    file.add_causal_attention(False)
    file.add_pooling_type(gguf.PoolingType.MEAN)
    file.add_tokenizer_model("bert")
    file.add_token_list(tokens)
    file.add_token_types([3] * 5 + [1] * (size - 5))
    file.add_token_type_count(2)
    for token, add in enumerate([file.add_pad_token_id, file.add_unk_token_id, file.add_bos_token_id, file.add_eos_token_id, file.add_mask_token_id]):
        add(token)
    file.add_sep_token_id(3)

    def add_norm(name: str) -> None:
        weights.add_constant(f"{name}.weight", 1)
        weights.add_constant(f"{name}.bias", 0)

    for name, rows in (("token_embd", size), ("token_types", 2), ("position_embd", EMBEDDER_CONTEXT)):
        weights.add(name, rows, WIDTH)
    add_norm("token_embd_norm")
    for layer in range(LAYERS):
        for name, rows, columns in (*((f"attn_{part}", WIDTH, WIDTH) for part in ("q", "k", "v", "output")),
                                    ("ffn_up", INNER, WIDTH), ("ffn_down", WIDTH, INNER)):
            weights.add(f"blk.{layer}.{name}", rows, columns)
            weights.add_constant(f"blk.{layer}.{name}.bias", 0, rows)
        add_norm(f"blk.{layer}.attn_output_norm")
        add_norm(f"blk.{layer}.layer_output_norm")
    weights.close()


def write_writer(path: pathlib.Path) -> None:
    """A Llama that writes characters without sense."""
    weights = Weights(path, "llama", 8192)
    tokens = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), "\u2581", *string.ascii_letters, *string.digits,
              *string.punctuation]
    size = len(tokens)
    file = weights.file
    file.add_vocab_size(size)
    file.add_head_count_kv(HEADS)
    file.add_layer_norm_rms_eps(1e-5)
    file.add_rope_dimension_count(WIDTH // HEADS)
    file.add_tokenizer_model("llama")
    file.add_token_list(tokens)
    file.add_token_scores([0.0] * 259 + [-float(n) for n in range(size - 259)])
    file.add_token_types([2, 3, 3, *[6] * 256, *[1] * (size - 259)])
    for token, add in enumerate([file.add_unk_token_id, file.add_bos_token_id, file.add_eos_token_id]):
        add(token)
    weights.add("token_embd", size, WIDTH)
    weights.add("output", size, WIDTH)
    weights.add_constant("output_norm.weight", 1)
    for layer in range(LAYERS):
        for name, rows, columns in (*((f"attn_{part}", WIDTH, WIDTH) for part in ("q", "k", "v", "output")),
                                    ("ffn_up", INNER, WIDTH), ("ffn_gate", INNER, WIDTH), ("ffn_down", WIDTH, INNER)):
            weights.add(f"blk.{layer}.{name}", rows, columns)
        weights.add_constant(f"blk.{layer}.attn_norm.weight", 1)
        weights.add_constant(f"blk.{layer}.ffn_norm.weight", 1)
    weights.close()
