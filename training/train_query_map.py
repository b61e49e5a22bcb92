#!/usr/bin/env python3
# Trains the linear map of query vectors on labelled questions, with the vectors of code fixed.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""usage: train_query_map.py [--folds N] REPOS OUTPUT QUERIES...

REPOS: trees of the labelled projects, one folder each (benchmarks/quality/fetch). QUERIES: files or folders with labelled
questions, as JSONL; those of other splits than train and development are left out. Writes the map to OUTPUT
(docs/internals/model.md). With --folds it also prints how often the vectors alone find the lines of a label, without and with
maps that saw no question about the project. Needs numpy and the codeweaver wheel, built without the new map.

Minimises the cross-entropy of the chunks of a project, the right ones together, by Adam: q + M q against each chunk, cosine
divided by TEMPERATURE. Questions for tests are left out. One thread gives the same file again.
"""
import argparse
import collections
import json
import pathlib
import struct

import codeweaver
import numpy

TEMPERATURE, RATE, DECAY, EPOCHS, BATCH = 0.05, 0.0003, 0.2, 6, 64
PLAIN_WEIGHT = 2  # questions in plain words are few
MOST_BYTES = 500_000
SPLITS = ("train", "development")
LANGUAGES = {"bash": "sh bash", "c": "c h", "c_sharp": "cs", "cpp": "cc cpp hpp hh", "elixir": "ex exs", "go": "go", "haskell": "hs", "java": "java",
             "javascript": "js jsx mjs", "json": "json", "kotlin": "kt", "lua": "lua", "markdown": "md", "php": "php", "python": "py", "ruby": "rb",
             "rust": "rs", "scala": "scala", "sql": "sql", "swift": "swift", "toml": "toml", "tsx": "tsx", "typescript": "ts", "vue": "vue",
             "yaml": "yaml yml", "zig": "zig", "text": "txt rst"}
LANGUAGE_OF = {"." + suffix: language for language, suffixes in LANGUAGES.items() for suffix in suffixes.split()}

Project = collections.namedtuple("Project", "vectors questions")
Question = collections.namedtuple("Question", "vector right weight")


def read_questions(sources):
    """Questions by project."""
    files = [file for source in sources for file in (sorted(source.glob("*.jsonl")) if source.is_dir() else [source])]
    questions = collections.defaultdict(list)
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            if one["split"] in SPLITS and one["category"] != "test":
                questions[one["repo"]].append(one | {"is_plain": file.name == "asked_plainly.jsonl"})
    return questions


def read_chunks(root, chunker):
    """(path, first line, last line) and text of each chunk of a project."""
    places, texts = [], []
    for file in sorted(root.rglob("*")):
        language = LANGUAGE_OF.get(file.suffix, "text" if file.suffix == "" else None)
        if language is None or not file.is_file() or file.stat().st_size > MOST_BYTES:
            continue
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        path = file.relative_to(root).as_posix()
        for piece in chunker.cut(path, language, text):
            places.append((path, text.count("\n", 0, piece.begin) + 1, text.count("\n", 0, piece.end) + 1))
            texts.append("\n".join((path, piece.symbol, piece.doc, text[piece.begin:piece.end])))
    return places, texts


def is_right(place, targets):
    path, first, last = place
    return any(path == target["path"] and not target.get("secondary") and first <= target.get("end", last) and last >= target.get("start", first)
               for target in targets)


def read_project(root, questions, embedder, chunker):
    places, texts = read_chunks(root, chunker)
    vectors = embedder.embed_documents([one["query"] for one in questions])
    out = []
    for one, vector in zip(questions, vectors):
        right = numpy.array([i for i, place in enumerate(places) if is_right(place, one["targets"])], dtype=int)
        if len(right):
            out.append(Question(vector, right, PLAIN_WEIGHT if one["is_plain"] else 1))
    return Project(embedder.embed_documents(texts), out)


def gradient(matrix, vectors, question):
    """Of the loss of one question, with respect to the matrix."""
    mapped = question.vector + matrix @ question.vector
    length = numpy.linalg.norm(mapped) + 1e-9
    unit = mapped / length
    logits = vectors @ unit / TEMPERATURE
    shares = numpy.exp(logits - logits.max())
    of_right = shares[question.right] / max(shares[question.right].sum(), 1e-12)
    shares /= shares.sum()
    shares[question.right] -= of_right
    by_unit = question.weight * (shares @ vectors) / TEMPERATURE
    return numpy.outer((by_unit - unit * (unit @ by_unit)) / length, question.vector)


def train(projects):
    random = numpy.random.default_rng(1)
    tasks = [(project.vectors, question) for project in projects for question in project.questions]
    size = projects[0].vectors.shape[1]
    matrix, mean, spread = (numpy.zeros((size, size), numpy.float32) for _ in range(3))
    steps = 0
    for epoch in range(EPOCHS):
        order = random.permutation(len(tasks))
        for start in range(0, len(order), BATCH):
            total = sum(gradient(matrix, *tasks[i]) for i in order[start:start + BATCH]) / BATCH
            steps += 1
            mean = 0.9 * mean + 0.1 * total
            spread = 0.99 * spread + 0.01 * total * total
            step = mean / (1 - 0.9**steps) / (numpy.sqrt(spread / (1 - 0.99**steps)) + 1e-6)
            matrix -= RATE * (1 - epoch / EPOCHS) * (step + DECAY * matrix)
    return matrix


def ranks(matrix, projects):
    out = []
    for project in projects:
        for question in project.questions:
            scores = project.vectors @ (question.vector + matrix @ question.vector)
            out.append((1 + int((scores > scores[question.right].max()).sum()), question.weight == PLAIN_WEIGHT))
    return out


def report(name, found):
    for kind, is_plain in (("labelled", False), ("plain", True)):
        some = numpy.array([rank for rank, plain in found if plain == is_plain])
        print(f"{name:<8} {kind:<8} {len(some):5}  MRR {numpy.mean(1 / some):.3f}  first {numpy.mean(some == 1):.3f}  "
              f"in ten {numpy.mean(some <= 10):.3f}  in a hundred {numpy.mean(some <= 100):.3f}", flush=True)


def validate(projects, folds):
    size = projects[0].vectors.shape[1]
    report("without", ranks(numpy.zeros((size, size), numpy.float32), projects))
    order = numpy.random.default_rng(2).permutation(len(projects))
    found = []
    for fold in range(folds):
        left_out = set(order[fold::folds].tolist())
        matrix = train([project for i, project in enumerate(projects) if i not in left_out])
        found += ranks(matrix, [project for i, project in enumerate(projects) if i in left_out])
    report("with", found)


def write(matrix, model, output):
    """Columns as int8, each with a scale."""
    scales = numpy.abs(matrix).max(axis=0) / 127
    columns = numpy.round(matrix / numpy.where(scales > 0, scales, 1)).astype(numpy.int8).T
    header = struct.pack("<8sII24s", b"CWQMAP\0\0", 1, matrix.shape[0], model.encode())
    output.write_bytes(header + scales.astype("<f4").tobytes() + columns.tobytes())


def main():
    parser = argparse.ArgumentParser(usage=__doc__.partition("\n")[0].removeprefix("usage: "), description=__doc__.partition("\n")[2])
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("repos", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("queries", type=pathlib.Path, nargs="+")
    options = parser.parse_args()
    embedder, chunker = codeweaver.StaticEmbedder(), codeweaver.Chunker("query-map")
    projects = [read_project(options.repos / repo, questions, embedder, chunker) for repo, questions in sorted(read_questions(options.queries).items())]
    if options.folds:
        validate(projects, options.folds)
    write(train(projects), embedder.info.model, options.output)


if __name__ == "__main__":
    main()
