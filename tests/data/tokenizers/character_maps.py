"""Maps of characters as SentencePiece puts them into its models; needs PyPI sentencepiece 0.2.3."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import io
import pathlib
import tempfile
from collections.abc import Iterator

import sentencepiece

SENTENCES = ["the quick brown fox", "jumps over the lazy dog"] * 50


def fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """Numbers and contents of those fields of a protobuf message that have a length."""
    at = 0

    def number() -> int:
        nonlocal at
        out = shift = 0
        while True:
            at += 1
            out |= (message[at - 1] & 127) << shift
            shift += 7
            if message[at - 1] < 128:
                return out

    while at < len(message):
        key = number()
        if key & 7 == 0:
            number()
        elif key & 7 == 2:
            size = number()
            yield key >> 3, message[at:at + size]
            at += size
        else:
            at += 8 if key & 7 == 1 else 4


def character_map(rules: dict[str, str] | None = None) -> bytes:
    """That of `rules`, what becomes what; without them that of most multilingual models, nmt_nfkc."""
    model = io.BytesIO()
    with tempfile.TemporaryDirectory() as folder:
        given = {"normalization_rule_name": "nmt_nfkc"}
        if rules is not None:
            file = pathlib.Path(folder) / "rules.tsv"
            codes = lambda text: " ".join(f"{ord(c):X}" for c in text)
            file.write_text("".join(f"{codes(source)}\t{codes(target)}\n" for source, target in rules.items()))
            given = {"normalization_rule_tsv": str(file)}
        sentencepiece.SentencePieceTrainer.train(sentence_iterator=iter(SENTENCES), model_writer=model, vocab_size=30,
                                                 hard_vocab_limit=False, minloglevel=2, **given)
    normalizer = dict(fields(model.getvalue()))[3]
    return dict(fields(normalizer))[2]
