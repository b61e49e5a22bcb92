"""Searches with a custom embedder and with the built-in one: shows where to call your model, and how to compare the results."""
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
    """Texts with the same groups of three letters are similar: not a model, but it tolerates typing errors."""

    def __init__(self, dimension: int = 512) -> None:
        # The index stores provider, model and dimension. Change the model's name whenever its vectors change.
        super().__init__("example", f"trigrams-{dimension}", dimension)

    def embed_documents(self, texts: Sequence[str]) -> Rows:
        """Returns one row per text. Call your model with the batch here. The caller normalises the rows. Called from several threads."""
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts):
            letters = " " + " ".join("".join(char if char.isalnum() else " " for char in text.lower()).split()) + " "
            for at in range(len(letters) - 2):
                row[zlib.crc32(letters[at : at + 3].encode()) % self.dimension] += 1
            np.sqrt(row, out=row)  # a group that occurs a hundred times is not a hundred times as important
        return rows

    def embed_query(self, text: str) -> Rows:
        """The vector of a question. Override it if your model needs a prefix for questions."""
        return self.embed_documents([text])[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("question")
    parser.add_argument("--state", type=pathlib.Path, required=True, help="folder for both indexes; each index has one embedder")
    options = parser.parse_args()
    own = TrigramEmbedder()
    try:
        for name, embedder in [(own.info.model, own), ("built in", None)]:
            engine = codeweaver.CodeWeaver(options.folder, options.state / name.replace(" ", "_"), embedder=embedder)
            print(f"{name}:")
            for found in engine.search(options.question, limit=3):
                print(f"  {found.score:.2f}  {found.file_path}:{found.start_line}  {found.scope}")
    except codeweaver.CodeWeaverError as error:
        print(f"custom_embedder: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
