"""Searches with an embedder of its own, and beside the built-in one: where your model goes, and how to see whether it is better."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from __future__ import annotations

import argparse
import pathlib
import sys
import zlib
from collections.abc import Sequence

import codeweaver
import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.float32]


class TrigramEmbedder(codeweaver.Embedder):
    """Texts with the same runs of three letters mean the same: no model, but it forgives a typing error."""

    def __init__(self, dimension: int = 512) -> None:
        # Provider, model, dimension: kept with the index. Change the model's name whenever its vectors change.
        super().__init__("example", f"trigrams-{dimension}", dimension)

    def embed_documents(self, texts: Sequence[str]) -> Rows:
        """One row a text; this is where a batch goes to your model. Rows are normalised by the caller; called from several threads."""
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts):
            letters = " " + " ".join("".join(char if char.isalnum() else " " for char in text.lower()).split()) + " "
            for at in range(len(letters) - 2):
                row[zlib.crc32(letters[at : at + 3].encode()) % self.dimension] += 1
            np.sqrt(row, out=row)  # what occurs a hundred times is not a hundred times as true
        return rows

    def embed_query(self, text: str) -> Rows:
        """Of a question; override it where your model wants a prefix there."""
        return self.embed_documents([text])[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("question")
    parser.add_argument("--state", type=pathlib.Path, required=True, help="where both indexes go: an index is of one embedder")
    options = parser.parse_args()
    own = TrigramEmbedder()
    try:
        for name, embedder in [(own.info.model, own), ("built in", None)]:
            engine = codeweaver.CodeWeaver(options.folder, options.state / name.replace(" ", "_"), embedder=embedder)
            print(f"{name}:")
            for found in engine.search(options.question, top_k=3):
                print(f"  {found.score:.2f}  {found.file_path}:{found.start_line}  {found.scope}")
    except codeweaver.CodeWeaverError as error:
        print(f"custom_embedder: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
