"""Measures codeweaver's token counter against the public cl100k vocabulary, by language.

Needs the PyPI packages `tiktoken` and `numpy` (`scipy` for --fit), a C++20 compiler, and the npm
package `js-tiktoken`. Its file dist/ranks/cl100k_base.js contains the vocabulary:

    npm pack js-tiktoken && tar xzf js-tiktoken-*.tgz
    python3 training/measure_tokens.py --ranks package/dist/ranks/cl100k_base.js DIRECTORY...

Prints the Markdown table of docs/internals/token_count.md. With --fit it also prints the cost table of
include/codeweaver/text/token_count.hpp, fitted to the same files.
"""
# SPDX-License-Identifier: MIT OR Apache-2.0

import argparse
import base64
import collections
import json
import pathlib
import random
import re
import subprocess
import tempfile

import numpy as np
import tiktoken

ROOT = pathlib.Path(__file__).resolve().parent.parent
PIECE_LINES = 40
KINDS, LENGTHS, TABLE_ROWS = 14, 24, 8

LANGUAGES = {
    "c": ".c .h", "cmake": ".cmake", "cpp": ".cc .cpp .hpp", "csharp": ".cs", "css": ".css .scss",
    "elixir": ".ex .exs", "go": ".go", "haskell": ".hs", "html": ".html", "java": ".java",
    "javascript": ".js .mjs", "json": ".json", "kotlin": ".kt", "lua": ".lua",
    "markdown": ".md .rst", "ocaml": ".ml .mli", "perl": ".pl .pm", "php": ".php",
    "python": ".py", "r": ".r .R", "ruby": ".rb", "rust": ".rs", "scala": ".scala",
    "shell": ".sh", "sql": ".sql", "swift": ".swift", "toml": ".toml",
    "typescript": ".ts .tsx", "vue": ".vue", "xml": ".xml", "yaml": ".yml .yaml",
}

PROGRAM = r"""
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>
#include "codeweaver/text/token_count.hpp"
using namespace codeweaver::text;
int main() {
  std::string path;
  while (std::getline(std::cin, path)) {
    std::ifstream in(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    std::vector<int> histogram(kPieceKindCount * %(lengths)d);
    for_each_piece(text, [&](PieceKind kind, std::size_t length) {
      int* row = &histogram[static_cast<std::size_t>(kind) * %(lengths)d];
      ++row[std::min<std::size_t>(length, %(lengths)d - 1)];
    });
    std::printf("%%zu", count_tokens(text));
    for (const int n : histogram) std::printf(" %%d", n);
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = begin;
      for (int line = 0; line < %(lines)d && end < text.size(); ++line)
        end = std::min(text.find('\n', end), text.size() - 1) + 1;
      std::printf(" %%zu", count_tokens(std::string_view(text).substr(begin, end - begin)));
      begin = end;
    }
    std::puts("");
  }
}
""" % {"lengths": LENGTHS, "lines": PIECE_LINES}


def read_vocabulary(path):
    """The tokenizer of a js-tiktoken ranks file."""
    text = pathlib.Path(path).read_text(encoding="utf-8")

    def field(name):
        return json.loads(re.search(name + r'"?:\s*("(?:[^"\\]|\\.)*")', text).group(1))

    ranks = {}
    for line in field("bpe_ranks").splitlines():
        _, offset, *tokens = line.split()
        for i, token in enumerate(tokens):
            ranks[base64.b64decode(token)] = int(offset) + i
    return tiktoken.Encoding("cl100k", pat_str=field("pat_str"), mergeable_ranks=ranks,
                             special_tokens={})


def sample_files(roots, per_language):
    """(language, path, text) of up to `per_language` files of each language, drawn with a fixed seed."""
    language_of = {e: name for name, es in LANGUAGES.items() for e in es.split()}
    found = collections.defaultdict(list)
    for root in roots:
        for path in sorted(pathlib.Path(root).rglob("*")):
            if (path.suffix in language_of and ".min." not in path.name and path.is_file()
                    and 300 < path.stat().st_size < 60000):
                found[language_of[path.suffix]].append(path)
    chooser = random.Random(1)
    for language, paths in sorted(found.items()):
        for path in chooser.sample(paths, min(per_language, len(paths))):
            text = path.read_bytes()
            try:
                yield language, path, text.decode("utf-8")
            except UnicodeDecodeError:
                continue


def run_counter(paths):
    """One row of integers for each file: our count, the histogram of pieces, our counts for 40 lines each."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "count.cpp"), pathlib.Path(folder, "count")
        source.write_text(PROGRAM)
        subprocess.run(["c++", "-std=c++20", "-O2", f"-I{ROOT / 'include'}", source, "-o", program],
                       check=True)
        listing = "".join(f"{path}\n" for path in paths)
        lines = subprocess.run([program], input=listing, text=True, capture_output=True,
                               check=True).stdout.splitlines()
    return [[int(number) for number in line.split()] for line in lines]


def lines_of(text):
    """Pieces of PIECE_LINES lines. Only line feeds end a line."""
    lines = text.split("\n")
    lines = [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
    return ["".join(lines[i:i + PIECE_LINES]) for i in range(0, len(lines), PIECE_LINES)]


def print_table(files, rows, encoding):
    by_language = collections.defaultdict(lambda: [0, 0, 0, []])
    for (language, _, text), row in zip(files, rows):
        total = by_language[language]
        total[0] += 1
        total[1] += len(encoding.encode_ordinary(text))
        total[2] += row[0]
        for piece, ours in zip(lines_of(text), row[1 + KINDS * LENGTHS:], strict=True):
            theirs = len(encoding.encode_ordinary(piece))
            if theirs >= 100:
                total[3].append(abs(ours / theirs - 1))
    print("| Language | Files | cl100k tokens | Deviation | Median, 40 lines | 90 %, 40 lines |")
    print("|---|---|---|---|---|---|")
    for language, (count, theirs, ours, pieces) in sorted(by_language.items()):
        print(f"| {language} | {count} | {theirs} | {100 * (ours / theirs - 1):+.1f} % "
              f"| {100 * np.median(pieces):.1f} % | {100 * np.quantile(pieces, .9):.1f} % |")


def print_fit(files, rows, encoding):
    """Fits the costs by non-negative least squares, with equal weights for all languages and costs that are smooth in the length."""
    from scipy.optimize import nnls
    counts = np.array([row[1:1 + KINDS * LENGTHS] for row in rows], float)
    tokens = np.array([len(encoding.encode_ordinary(text)) for _, _, text in files], float)
    languages = np.array([language for language, _, _ in files])
    sizes = {language: (languages == language).sum() for language in set(languages)}
    weight = 1 / np.sqrt(tokens * np.array([sizes[language] for language in languages]))
    smooth = np.eye(KINDS * LENGTHS) - np.eye(KINDS * LENGTHS, k=1)
    smooth[LENGTHS - 1::LENGTHS] = 0
    prior = 0.04 * np.eye(KINDS * LENGTHS)
    costs, _ = nnls(np.vstack([counts * weight[:, None], prior, 2 * smooth]),
                    np.concatenate([tokens * weight, np.diag(prior), np.zeros(len(smooth))]))
    for kind, row in enumerate(costs.reshape(KINDS, LENGTHS)):
        print(kind, [round(64 * cost) for cost in row[1:17 if kind < TABLE_ROWS else 3]])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ranks", required=True, help="cl100k_base.js of npm js-tiktoken")
    parser.add_argument("--fit", action="store_true", help="also print the fitted cost table")
    parser.add_argument("--files", type=int, default=250, help="files for each language")
    parser.add_argument("roots", nargs="+")
    options = parser.parse_args()
    encoding = read_vocabulary(options.ranks)
    files = list(sample_files(options.roots, options.files))
    rows = run_counter([path for _, path, _ in files])
    print_table(files, rows, encoding)
    if options.fit:
        print_fit(files, rows, encoding)


if __name__ == "__main__":
    main()
