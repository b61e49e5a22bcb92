"""Makes the folders of this test data and what model2vec itself says of some texts; needs PyPI model2vec 0.10.0."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import pathlib

import numpy
from model2vec import StaticModel
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

HERE = pathlib.Path(__file__).parent
WORDS = ["parse", "config", "file", "upload", "retry", "the", "of", "un", "code", "index", "naive", "cafe", "ß", "я", "中", "文", "a", "b", "1", "2",
         "##r", "##s", "##ed", "##ing", "##ables", "##file", "##1", "##2", "##中", "##a", ".", ",", "(", ")", "_", "-", "—", "«", "!", "'", "\u0301"]
TEXTS = ["parse the config file", "Parsing of config_file (retry!)", "uploads retried", "naïve café, CAFÉ", "unparseables", "中文 code 中a",
         "xyzzy", "", "   \t\n ", "parse" * 40, "a" * 150, "file " * 700, "index—«file»", "a\u0301b", "Я яЯ ß", "zero\u200bwidth file", "retry\u00a0file",
         "ﬁle", "b1a2 b 1 2", "don't", "İndex", "x_y.z(file)"]


def make(name: str, dtype, weighted: bool, quantized: bool) -> None:
    vocabulary = {"[PAD]": 0, "[UNK]": 1, **{word: i + 2 for i, word in enumerate(WORDS)}}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    random = numpy.random.default_rng(7)
    rows = len(vocabulary) // 2 if quantized else len(vocabulary)
    vectors = random.normal(size=(rows, 16)).astype(numpy.float32)
    vectors = (vectors * 40).clip(-127, 127).astype(numpy.int8) if dtype == "int8" else vectors.astype(dtype)
    options = {}
    if weighted:
        options["weights"] = random.uniform(0.1, 2, size=len(vocabulary)).astype(numpy.float64)
    if quantized:
        options["token_mapping"] = random.integers(0, rows, size=len(vocabulary))
    model = StaticModel(vectors, tokenizer, {"normalize": True}, normalize=True, **options)
    model.save_pretrained(HERE / name)
    for file in (HERE / name).iterdir():
        if file.name not in ("model.safetensors", "tokenizer.json", "config.json"):
            file.unlink()
    answers = [{"text": text, "vector": [round(float(value), 6) for value in model.encode(text)]} for text in TEXTS]
    (HERE / f"{name}.json").write_text(json.dumps(answers))


for case in (("plain", "float32", False, False), ("weighted", "float16", True, False), ("quantized", "int8", True, True)):
    make(*case)
